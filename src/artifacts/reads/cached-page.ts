import { type Condition, hasPattern, searchesTexts } from '../../fields/condition.ts'
import type { Fact } from '../../kit/db/findings.ts'
import { IdSet } from '../../kit/id-set.ts'
import type { ArtifactId, TrackerId } from '../../kit/ids.ts'
import type { Page } from '../../kit/page.ts'
import type { World } from '../../kit/world.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { accessibleRows, type LocalCondition, matchingRows } from '../store/matching-rows.ts'
import { maxArtifactCount } from '../store/max-artifact-count.ts'
import type { PageOfIds } from '../store/pages.ts'

const emptySet = IdSet.of([])

/** With more artifacts than these, a question that walks them takes so long that nobody else should wait for it. */
export const slowQueryThreshold = 20_000
/** Values of a list that are found each for itself; of more of them it would be too many. */
const maxValues = 16

/** A pattern is looked for in no more texts than these while others wait. */
const maxPatternTexts = 50
/** The same for a part of a text. */
const maxSearched = 200

/**
 * A page of what a condition is true of within reach, out of what is remembered of each part of the condition: as quick
 * for a million artifacts as for a thousand. Undefined where the artifacts are few, or where others decide.
 */
export async function cachedPage(
  world: Pick<World, 'db' | 'cache' | 'findings'>,
  accessible: readonly AccessibleTracker[],
  where: Condition,
  order: 'asc' | 'desc',
  page: Page,
): Promise<PageOfIds | undefined> {
  const visibleTrackers = accessible.filter(({ access }) => access !== 'none')
  if (!world.findings.areKept || !isLocal(where)) return undefined
  const trackers = visibleTrackers.map(({ trackerId }) => trackerId)
  const maxCount = await maxArtifactCount(world.db.read, trackers)
  if (maxCount < world.findings.fewest) return undefined
  const context = { memory: world.cache, trackers, isLong: maxCount > slowQueryThreshold }
  const accessSets = visibleTrackers.map((tracker) => accessIdSet(context, tracker))
  const idSets = new Map([...accessSets, ...idSetsIn(context, where)].map((fact) => [fact.key, fact]))
  return world.findings.ask([...idSets.values()], (found) => {
    const get = ({ key }: Fact): IdSet => found.get(key) as IdSet
    const visible = union(accessSets.map(get))
    const result =
      visible === undefined ? undefined : filterIds(visible, where, (each) => idSetsIn(context, each).map(get))
    return result === undefined ? { ids: [], size: 0 } : pageOf(result, order, page)
  })
}

function pageOf(found: IdSet, order: 'asc' | 'desc', { limit, offset }: Page): PageOfIds {
  const { size } = found
  const ids =
    order === 'asc'
      ? found.slice(offset, offset + limit)
      : found.slice(Math.max(0, size - offset - limit), Math.max(0, size - offset)).reverse()
  // What is found are artifacts.
  return { ids: ids as ArtifactId[], size }
}

const union = (sets: readonly IdSet[]): IdSet | undefined =>
  sets.length === 0 ? undefined : sets.reduce((all, each) => all.or(each))

/** Of these artifacts those that a condition is true of. `setsOf`: where one of its parts is true, in one set or several. */
function filterIds(among: IdSet, where: Condition, setsOf: (each: LocalCondition) => readonly IdSet[]): IdSet {
  switch (where.kind) {
    case 'all':
      return where.of.reduce((left, each) => (left.size === 0 ? left : filterIds(left, each, setsOf)), among)
    case 'any':
      return union(where.of.map((each) => filterIds(among, each, setsOf))) ?? among.and(emptySet)
    case 'not':
      return among.without(filterIds(among, where.of, setsOf))
    case 'link':
    case 'mention':
      throw new Error('What others decide is not remembered')
    default:
      return union(setsOf(where).map((set) => among.and(set))) ?? among.and(emptySet)
  }
}

interface CacheContext {
  readonly memory: World['cache']
  readonly trackers: readonly TrackerId[]
  readonly isLong: boolean
}

/** Imports, which write no changes, and fields that are removed raise the counter of the trackers. */
const trackersRevision = ({ memory }: CacheContext): number => memory.revisionOf('trackers')

function accessIdSet(context: CacheContext, tracker: AccessibleTracker): Fact {
  const { trackerId, access } = tracker
  // Who belongs to a group is an administrative matter.
  const isOfPeople = typeof access === 'object' && !access.hasFullPermission
  return {
    key: `${isOfPeople ? context.memory.revisionKey : trackersRevision(context)} access ${trackerId} ${JSON.stringify(access)}`,
    trackers: [trackerId],
    isLong: context.isLong,
    rows: (among) => accessibleRows(tracker, among),
  }
}

/** Each part of a condition that is found for itself. */
function idSetsIn(context: CacheContext, where: Condition): Fact[] {
  switch (where.kind) {
    case 'all':
    case 'any':
      return where.of.flatMap((each) => idSetsIn(context, each))
    case 'not':
      return idSetsIn(context, where.of)
    case 'link':
    case 'mention':
      return []
    case 'holds': {
      const { values } = where
      if (values === null || values.length > maxValues) return [idSetOf(context, where)]
      return values.map((value) => idSetOf(context, { ...where, values: [value] }))
    }
    default:
      return [idSetOf(context, where)]
  }
}

function idSetOf(context: CacheContext, condition: LocalCondition): Fact {
  const isOfTrackers = condition.kind === 'system' || condition.kind === 'digits' || condition.kind === 'by'
  const isPattern = hasPattern(condition)
  const isOfTexts = searchesTexts(condition)
  return {
    key: `${trackersRevision(context)} ${JSON.stringify(condition)}${isOfTrackers ? ` ${context.trackers.join()}` : ''}`,
    // A comment is found wherever it is.
    trackers: condition.kind === 'comment' ? null : context.trackers,
    isLong: context.isLong || isOfTexts,
    mostAsked: isPattern ? maxPatternTexts : isOfTexts ? maxSearched : undefined,
    rows: (among) => matchingRows(condition, context.trackers, among),
  }
}

/** Whether what is stored of an artifact itself decides. Links and mentions are written down with those at their ends. */
function isLocal(where: Condition): boolean {
  switch (where.kind) {
    case 'all':
    case 'any':
      return where.of.every(isLocal)
    case 'not':
      return isLocal(where.of)
    case 'system':
    case 'digits':
      return where.of !== 'rank'
    default:
      return where.kind !== 'link' && where.kind !== 'mention'
  }
}
