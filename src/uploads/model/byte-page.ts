import type { ByteRange } from '../../kit/ports.ts'

/** The bytes of a page that a file has; null: none. */
export function bytesOfPage(
  { offset, limit }: { readonly offset: number; readonly limit: number },
  size: number,
): ByteRange | null {
  const end = Math.min(offset + limit, size) - 1
  return end < offset ? null : { start: offset, end }
}
