import type { ByteRange } from '../ports.ts'

/** What a `Range` header asks of content of this size: all of it, a part, or nothing there is. */
export type RequestedRange = 'whole' | 'unsatisfiable' | ByteRange

/**
 * RFC 9110 §14.2. A header that is not understood is as good as none, and so are several ranges: answering them one by
 * one would let a small request make much work.
 */
export function parseRange(header: string | undefined, size: number): RequestedRange {
  const set = /^\s*bytes\s*=(.*)$/is.exec(header ?? '')?.[1]
  if (set === undefined) return 'whole'
  // An empty element of a list counts for nothing (RFC 9110 §5.6.1.2).
  const specs = set.split(',').flatMap((each) => each.trim() || [])
  const [, first, last] = /^(\d*)-(\d*)$/.exec(specs[0] ?? '') ?? []
  if (specs.length !== 1 || first === undefined || last === undefined) return 'whole'
  return first === '' ? suffix(last, size) : between(Number(first), last === '' ? Infinity : Number(last), size)
}

/** Positions may have more digits than a number holds exactly: what is beyond the end is beyond it all the same. */
function between(start: number, end: number, size: number): RequestedRange {
  if (end < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}

function suffix(length: string, size: number): RequestedRange {
  if (length === '') return 'whole'
  if (Number(length) === 0) return 'unsatisfiable'
  // RFC 9110 §14.1.2: of empty content the end is all of it, which no Content-Range can say.
  return size === 0 ? 'whole' : { start: Math.max(0, size - Number(length)), end: size - 1 }
}
