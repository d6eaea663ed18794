import type { ByteRange } from '../../world/model/ports.ts'

/** The part of content of a given size that a `Range` header requests. */
export type RequestedRange = 'whole' | 'unsatisfiable' | ByteRange

/**
 * Parses a Range header (RFC 9110 §14.2). A malformed header is ignored, and so are several ranges: serving them one by
 * one would let a small request cause much work.
 */
export function parseRange(header: string | undefined, size: number): RequestedRange {
  const set = /^\s*bytes\s*=(.*)$/is.exec(header ?? '')?.[1]
  if (set === undefined) return 'whole'
  // An empty element of a list is ignored (RFC 9110 §5.6.1.2).
  const specs = set.split(',').flatMap((each) => each.trim() || [])
  const [, first, last] = /^(\d*)-(\d*)$/.exec(specs[0] ?? '') ?? []
  if (specs.length !== 1 || first === undefined || last === undefined) return 'whole'
  return first === '' ? suffix(last, size) : between(Number(first), last === '' ? Infinity : Number(last), size)
}

/** Positions may have more digits than a number can represent: beyond the end, the exact value does not matter. */
function between(start: number, end: number, size: number): RequestedRange {
  if (end < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}

function suffix(length: string, size: number): RequestedRange {
  if (length === '') return 'whole'
  if (Number(length) === 0) return 'unsatisfiable'
  // RFC 9110 §14.1.2: the end of empty content is all of it, which no Content-Range can express.
  return size === 0 ? 'whole' : { start: Math.max(0, size - Number(length)), end: size - 1 }
}
