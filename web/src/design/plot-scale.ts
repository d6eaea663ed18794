/** The height of an axis for numbers up to `largest`, and the distance of its lines: whole, round numbers. */
export function computeScale(largest: number): { readonly top: number; readonly step: number } {
  const least = Math.max(1, largest / 5)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= least) ?? least
  return { top: Math.max(1, Math.ceil(largest / step)) * step, step }
}
