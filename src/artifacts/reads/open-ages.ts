import { type Condition, matchAll } from '../../fields/model/condition.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import { type AgeRange, ageGroups, computeAge, findMedianAge, findSubmissionRange } from '../model/age-groups.ts'
import { matchingVisible } from '../store/matching.ts'
import { countSubmissions } from '../store/open-ages.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { chooseExecutor } from './choose-executor.ts'
import { buildOpenCondition, getOpenStatus } from './open-status.ts'
import { loadAccessiblePage } from './tracker-artifacts.ts'

interface OpenAgesQuery {
  /** undefined: all artifacts */
  readonly where?: Condition | undefined
  readonly now: EpochSeconds
}

export interface OpenAges {
  /** Numbers of artifacts in `ageGroups`. */
  readonly sizes: readonly number[]
  /** At least half of the artifacts have this age or a greater one; null: there are none. */
  readonly medianDays: number | null
}

/**
 * Counts the open artifacts that match and that the caller sees by the days since their submission; in one statement
 * unless cached id sets answer.
 */
export async function countOpenAges(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  { caller, timezone }: Pick<Viewer, 'caller' | 'timezone'>,
  tracker: Tracker,
  { where = matchAll, now }: OpenAgesQuery,
): Promise<OpenAges> {
  const accessible = await loadAccessibleTrackers(world, caller, [tracker])
  const isOpen = buildOpenCondition(getOpenStatus(caller, tracker))
  const open: Condition = { kind: 'all', of: [where, isOpen] }
  const rangeOf = (ages: AgeRange) => findSubmissionRange(ages, now, timezone)
  const { usesIdSets, reader } = await chooseExecutor(world, accessible, open)
  if (!usesIdSets) {
    const starts = ageGroups.flatMap((group) => rangeOf(group).from ?? [])
    const { sizes, median } = await countSubmissions(reader, matchingVisible(accessible, open), starts)
    return { sizes, medianDays: median === null ? null : computeAge(median, now, timezone) }
  }
  const count = async (ages: AgeRange): Promise<number> => {
    const isOfAge: Condition = { kind: 'system', of: 'submitted_on', range: rangeOf(ages) }
    const query = { where: { kind: 'all', of: [open, isOfAge] }, order: 'asc', page: { limit: 0, offset: 0 } } as const
    return (await loadAccessiblePage(world, accessible, query)).size
  }
  const sizes = await Promise.all(ageGroups.map(count))
  return { sizes, medianDays: await findMedianAge(sizes, count) }
}
