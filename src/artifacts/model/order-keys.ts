import type { ArtifactId } from '../../kit/values/ids.ts'

/** An artifact with its place in the order of its tracker; artifacts with the same key are ordered by id. */
export interface KeyedArtifact {
  readonly id: ArtifactId
  readonly key: number
}

/** The artifacts around a place, the nearest ones first. */
export interface Neighbours {
  readonly before: readonly KeyedArtifact[]
  readonly after: readonly KeyedArtifact[]
}

/** Keys that are closer leave no room for others: a double of the size of an id distinguishes 2^-21. */
const minGap = 2 ** -20
/** Of neighbours that get new keys, so that the next moves to the same place find room. */
const minGapAmongNeighbours = 2 ** -18
/** At the end, where less than 1 is left before the next new artifact. */
const gapAtEnd = 2 ** -12
/** At the beginning. */
const gapAtStart = 1

/**
 * Returns the new keys that put artifacts at a place, in their order: their own, and those of as few neighbours as
 * possible. `count`: how many neighbours of each side were requested; fewer are all that there are. Returns undefined if
 * more are needed, which cannot be if all are there.
 */
export function assignKeys(
  moved: readonly ArtifactId[],
  neighbours: Neighbours,
  count: number,
): readonly KeyedArtifact[] | undefined {
  const longest = Math.max(neighbours.before.length, neighbours.after.length)
  for (let width = 0; ; width = Math.max(1, 2 * width)) {
    const isLast = width >= longest
    const keyed = assignAround(moved, neighbours, count, Math.min(width, longest))
    if (keyed !== undefined || isLast) return keyed
  }
}

/** Variant that gives new keys to so many neighbours of each side. */
function assignAround(
  moved: readonly ArtifactId[],
  { before, after }: Neighbours,
  count: number,
  width: number,
): readonly KeyedArtifact[] | undefined {
  // The key beyond those that change is needed, unless there is none.
  if ((before.length <= width && before.length === count) || (after.length <= width && after.length === count))
    return undefined
  const ids = [
    ...before
      .slice(0, width)
      .toReversed()
      .map(({ id }) => id),
    ...moved,
    ...after.slice(0, width).map(({ id }) => id),
  ]
  const above = before[width]?.key
  const below = after[width]?.key ?? getEnd({ before, after })
  const keys =
    above === undefined
      ? precedeKey(below, ids.length)
      : spreadKeys(above, below, ids.length, {
          min: width === 0 ? minGap : minGapAmongNeighbours,
          max: after.length === 0 && width === 0 ? gapAtEnd : Number.POSITIVE_INFINITY,
        })
  return keys && ids.map((id, index) => ({ id, key: keys[index] as number }))
}

/** What no key reaches: the id of each new artifact is at least as high. */
function getEnd({ before, after }: Neighbours): number {
  const last = after.at(-1) ?? before[0]
  return Math.floor(last?.key ?? 0) + 1
}

const precedeKey = (below: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => below - (count - index) * gapAtStart)

/** Returns evenly spaced keys between two others; undefined: they would be too close. */
function spreadKeys(
  above: number,
  below: number,
  count: number,
  { min, max }: { readonly min: number; readonly max: number },
): readonly number[] | undefined {
  const gap = Math.min((below - above) / (count + 1), max)
  return gap < min ? undefined : Array.from({ length: count }, (_, index) => above + (index + 1) * gap)
}
