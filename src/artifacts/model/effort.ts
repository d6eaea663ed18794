import type { Field } from '../../fields/model/field.ts'
import { isSummand } from '../../fields/registry/capabilities.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { countUpTo } from './count-up-to.ts'
import { roundSum } from './summand.ts'

/** Remaining effort of an artifact from a time on. */
export interface EffortState {
  readonly from: EpochSeconds
  /** its own number; null: the sum of the children */
  readonly effort: number | null
  /** none when the number is never a sum */
  readonly children: readonly ArtifactId[]
}

/** States of each artifact, the oldest first. */
export type EffortHistories = ReadonlyMap<ArtifactId, readonly EffortState[]>

/** Remaining effort at a time; null: unknown. */
export type EffortOverTime = (moment: EpochSeconds) => number | null

/** docs/api/trackers.md §5.1: the effort field is identified by its name. */
export const findEffortField = (fields: readonly Field[]): Field | undefined =>
  fields.find((each) => each.name === 'remaining_effort' && each.isUsed && isSummand(each))

/** The effort of an artifact and of all below it, as a history. */
export function computeEffortHistory(histories: EffortHistories, root: ArtifactId): EffortOverTime {
  const changes = momentsOfChange(histories, root)
  const sums = new Map<number, number | null>()
  return (moment) => {
    // Between two changes it stays as it is.
    const span = countUpTo(changes, moment)
    const cachedSum = sums.get(span)
    if (cachedSum !== undefined) return cachedSum
    const sum = effortAt(histories, root, moment)
    sums.set(span, sum)
    return sum
  }
}

/** Each artifact is counted once, so cycles end. */
function effortAt(histories: EffortHistories, root: ArtifactId, moment: EpochSeconds): number | null {
  let total: number | null = null
  const counted = new Set([root])
  // A set may grow while it is walked.
  for (const id of counted) {
    const state = histories.get(id)?.findLast(({ from }) => from <= moment)
    if (state === undefined) continue
    if (state.effort === null) for (const child of state.children) counted.add(child)
    else total = (total ?? 0) + state.effort
  }
  return total === null ? null : roundSum(total)
}

function momentsOfChange(histories: EffortHistories, root: ArtifactId): EpochSeconds[] {
  const moments = new Set<EpochSeconds>()
  const reached = new Set([root])
  for (const id of reached) {
    for (const { from, children } of histories.get(id) ?? []) {
      moments.add(from)
      for (const child of children) reached.add(child)
    }
  }
  return [...moments].sort((a, b) => a - b)
}
