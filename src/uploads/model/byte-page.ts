import type { ByteRange } from '../../world/model/ports.ts'

/** Returns the byte range of a page within a file; null: the page is empty. */
export function computePageRange(
  { offset, limit }: { readonly offset: number; readonly limit: number },
  size: number,
): ByteRange | null {
  const end = Math.min(offset + limit, size) - 1
  return end < offset ? null : { start: offset, end }
}
