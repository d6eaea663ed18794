import { type Condition, hasPattern, searchesTexts } from '../../fields/condition.ts'
import type { Fact } from '../../kit/db/findings.ts'
import { IdSet } from '../../kit/id-set.ts'
import type { ArtifactId, TrackerId } from '../../kit/ids.ts'
import type { Page } from '../../kit/page.ts'
import type { World } from '../../kit/world.ts'
import type { Territory } from '../model/reach.ts'
import { mostArtifactsIn } from '../store/most-artifacts-in.ts'
import type { PageOfIds } from '../store/pages.ts'
import { type LocalCondition, rowsOf, rowsWithin } from '../store/rows-of.ts'

const nothing = IdSet.of([])

/** With more artifacts than these, a question that walks them takes so long that nobody else should wait for it. */
export const mostAtOnce = 20_000
/** Values of a list that are found each for itself; of more of them it would be too many. */
const mostValues = 16

/** A pattern is looked for in no more texts than these while others wait. */
const mostMatched = 50
/** The same for a part of a text. */
const maxSearched = 200

/**
 * A page of what a condition is true of within reach, out of what is remembered of each part of the condition: as quick
 * for a million artifacts as for a thousand. Undefined where the artifacts are few, or where others decide.
 */
export async function foundPage(
  world: Pick<World, 'db' | 'cache' | 'findings'>,
  territories: readonly Territory[],
  where: Condition,
  order: 'asc' | 'desc',
  page: Page,
): Promise<PageOfIds | undefined> {
  const inReach = territories.filter(({ reach }) => reach !== 'nothing')
  if (!world.findings.areKept || !isLocal(where)) return undefined
  const trackers = inReach.map(({ trackerId }) => trackerId)
  const most = await mostArtifactsIn(world.db.read, trackers)
  if (most < world.findings.fewest) return undefined
  const asked = { memory: world.cache, trackers, isLong: most > mostAtOnce }
  const reached = inReach.map((territory) => reachFact(asked, territory))
  const facts = new Map([...reached, ...factsIn(asked, where)].map((fact) => [fact.key, fact]))
  return world.findings.ask([...facts.values()], (found) => {
    const get = ({ key }: Fact): IdSet => found.get(key) as IdSet
    const visible = union(reached.map(get))
    const result = visible === undefined ? undefined : narrow(visible, where, (each) => factsIn(asked, each).map(get))
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
function narrow(among: IdSet, where: Condition, setsOf: (each: LocalCondition) => readonly IdSet[]): IdSet {
  switch (where.kind) {
    case 'all':
      return where.of.reduce((left, each) => (left.size === 0 ? left : narrow(left, each, setsOf)), among)
    case 'any':
      return union(where.of.map((each) => narrow(among, each, setsOf))) ?? among.and(nothing)
    case 'not':
      return among.without(narrow(among, where.of, setsOf))
    case 'link':
    case 'mention':
      throw new Error('What others decide is not remembered')
    default:
      return union(setsOf(where).map((set) => among.and(set))) ?? among.and(nothing)
  }
}

interface Asked {
  readonly memory: World['cache']
  readonly trackers: readonly TrackerId[]
  readonly isLong: boolean
}

/** Imports, which write no changes, and fields that are removed raise the counter of the trackers. */
const revision = ({ memory }: Asked): number => memory.revisionOf('trackers')

function reachFact(asked: Asked, territory: Territory): Fact {
  const { trackerId, reach } = territory
  // Who belongs to a group is an administrative matter.
  const isOfPeople = typeof reach === 'object' && !reach.isFull
  return {
    key: `${isOfPeople ? asked.memory.revisionKey : revision(asked)} reach ${trackerId} ${JSON.stringify(reach)}`,
    trackers: [trackerId],
    isLong: asked.isLong,
    rows: (among) => rowsWithin(territory, among),
  }
}

/** Each part of a condition that is found for itself. */
function factsIn(asked: Asked, where: Condition): Fact[] {
  switch (where.kind) {
    case 'all':
    case 'any':
      return where.of.flatMap((each) => factsIn(asked, each))
    case 'not':
      return factsIn(asked, where.of)
    case 'link':
    case 'mention':
      return []
    case 'holds': {
      const { values } = where
      if (values === null || values.length > mostValues) return [factOf(asked, where)]
      return values.map((value) => factOf(asked, { ...where, values: [value] }))
    }
    default:
      return [factOf(asked, where)]
  }
}

function factOf(asked: Asked, condition: LocalCondition): Fact {
  const isOfTrackers = condition.kind === 'system' || condition.kind === 'digits' || condition.kind === 'by'
  const isPattern = hasPattern(condition)
  const isOfTexts = searchesTexts(condition)
  return {
    key: `${revision(asked)} ${JSON.stringify(condition)}${isOfTrackers ? ` ${asked.trackers.join()}` : ''}`,
    // A comment is found wherever it is.
    trackers: condition.kind === 'comment' ? null : asked.trackers,
    isLong: asked.isLong || isOfTexts,
    mostAsked: isPattern ? mostMatched : isOfTexts ? maxSearched : undefined,
    rows: (among) => rowsOf(condition, asked.trackers, among),
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
