import type { Attributes } from '../../../kit/xml/write.ts'

/** Returns the color of a list value as attributes of its decorator (docs/api/archive-format.md §2.3). */
export function buildColorAttributes(color: string): Attributes {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return { tlp_color_name: color }
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return { r, g, b }
}
