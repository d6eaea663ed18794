/**
 * The path and size that a file of an FSFS transaction tells of a new or changed file (`structure` in Subversion's
 * sources, of all its formats): one small file each, where `svnlook filesize` is a process each. Undefined: it tells of a
 * directory, or nothing that is understood.
 */
export function sizedFileIn(node: string): { readonly path: string; readonly size: number } | undefined {
  if (!/^type: file$/m.test(node)) return undefined
  const path = /^cpath: \/(.+)$/m.exec(node)?.[1]
  const [, stored, full] = /^text: -?\d+ \d+ (\d+) (\d+) /m.exec(node) ?? []
  if (path === undefined || stored === undefined) return undefined
  // 0: as it is stored.
  return { path, size: Number(full) === 0 ? Number(stored) : Number(full) }
}
