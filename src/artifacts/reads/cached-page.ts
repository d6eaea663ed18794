import type { CacheableCondition } from '../../database/changes/id-set-cache.ts'
import { type Condition, hasPattern, isTextSearch, type LocalCondition } from '../../fields/model/condition.ts'
import { IdSet } from '../../kit/values/id-set.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { World } from '../../world/model/world.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { selectAccessibleRows, selectMatchingRows } from '../store/matching.ts'
import type { PageOfIds } from '../store/pages.ts'
import type { Executor } from './choose-executor.ts'

const emptySet = IdSet.of([])

/** Maximum number of list values that are cached separately. */
const maxValues = 16

/** Maximum number of texts that a pattern is matched with on the main connection. */
const maxPatternTexts = 50
/** The same for a part of a text. */
const maxSearched = 200

/**
 * Returns a page of accessible artifacts that match a condition, from cached id sets of each part of the condition: as
 * fast for a million artifacts as for a thousand. Only if `usesIdSets` of choose-executor.ts is true. Undefined while
 * more is written than the cache can follow.
 */
export async function loadCachedPage(
  world: Pick<World, 'cache' | 'idSets'>,
  accessible: readonly AccessibleTracker[],
  where: Condition,
  order: 'asc' | 'desc',
  page: Page,
  { isLarge }: Executor,
): Promise<PageOfIds | undefined> {
  const visibleTrackers = accessible.filter(({ access }) => access !== 'none')
  const trackers = visibleTrackers.map(({ trackerId }) => trackerId)
  const context = { memory: world.cache, trackers, isLong: isLarge }
  const accessSets = visibleTrackers.map((tracker) => accessIdSet(context, tracker))
  const idSets = new Map([...accessSets, ...idSetsIn(context, where)].map((condition) => [condition.key, condition]))
  return world.idSets.evaluate([...idSets.values()], (sets) => {
    const get = ({ key }: CacheableCondition): IdSet => sets.get(key) as IdSet
    const visible = union(accessSets.map(get))
    const result =
      visible === undefined ? undefined : filterIds(visible, where, (each) => idSetsIn(context, each).map(get))
    return result === undefined ? { ids: [], size: 0 } : pageOf(result, order, page)
  })
}

function pageOf(idSet: IdSet, order: 'asc' | 'desc', { limit, offset }: Page): PageOfIds {
  const { size } = idSet
  const ids =
    order === 'asc'
      ? idSet.slice(offset, offset + limit)
      : idSet.slice(Math.max(0, size - offset - limit), Math.max(0, size - offset)).reverse()
  // The ids are ids of artifacts.
  return { ids: ids as ArtifactId[], size }
}

const union = (sets: readonly IdSet[]): IdSet | undefined =>
  sets.length === 0 ? undefined : sets.reduce((all, each) => all.or(each))

/** Returns the ids that match a condition. `setsOf` returns the id sets of one of its parts. */
function filterIds(among: IdSet, where: Condition, setsOf: (each: LocalCondition) => readonly IdSet[]): IdSet {
  switch (where.kind) {
    case 'all':
      return where.of.reduce((left, each) => (left.size === 0 ? left : filterIds(left, each, setsOf)), among)
    case 'any':
      return union(where.of.map((each) => filterIds(among, each, setsOf))) ?? among.and(emptySet)
    case 'not':
      return among.without(filterIds(among, where.of, setsOf))
    case 'ids':
      return among.and(IdSet.of(where.ids))
    case 'link':
    case 'mention':
      throw new Error('Conditions on other artifacts cannot be cached')
    default:
      return union(setsOf(where).map((set) => among.and(set))) ?? among.and(emptySet)
  }
}

interface CacheContext {
  readonly memory: World['cache']
  readonly trackers: readonly TrackerId[]
  readonly isLong: boolean
}

/** Imports, which log no changes, and removed fields increase the revision of the trackers. */
const trackersRevision = ({ memory }: CacheContext): number => memory.revisionOf('trackers')

function accessIdSet(context: CacheContext, tracker: AccessibleTracker): CacheableCondition {
  const { trackerId, access } = tracker
  // Group membership changes with the revision of all cached data.
  const isOfPeople = typeof access === 'object' && !access.hasFullPermission
  return {
    key: `${isOfPeople ? context.memory.revisionKey : trackersRevision(context)} access ${trackerId} ${JSON.stringify(access)}`,
    trackers: [trackerId],
    isLong: context.isLong,
    rows: (among) => selectAccessibleRows(tracker, among),
  }
}

/** Returns the id sets of each part of a condition. */
function idSetsIn(context: CacheContext, where: Condition): CacheableCondition[] {
  switch (where.kind) {
    case 'all':
    case 'any':
      return where.of.flatMap((each) => idSetsIn(context, each))
    case 'not':
      return idSetsIn(context, where.of)
    // It is a set already.
    case 'ids':
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

function idSetOf(context: CacheContext, condition: LocalCondition): CacheableCondition {
  const isOfTrackers = condition.kind === 'system' || condition.kind === 'digits' || condition.kind === 'by'
  const isPattern = hasPattern(condition)
  const isOfTexts = isTextSearch(condition)
  return {
    key: `${trackersRevision(context)} ${JSON.stringify(condition)}${isOfTrackers ? ` ${context.trackers.join()}` : ''}`,
    // Comments are indexed across trackers.
    trackers: condition.kind === 'comment' ? null : context.trackers,
    isLong: context.isLong || isOfTexts,
    maxRechecked: isPattern ? maxPatternTexts : isOfTexts ? maxSearched : undefined,
    rows: (among) => selectMatchingRows(condition, context.trackers, among),
  }
}
