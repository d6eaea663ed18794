import { type Condition, matchAll, searchesTexts } from '../../fields/condition.ts'
import type { SortKey } from '../../fields/sort-key.ts'
import type { Caller } from '../../kit/caller.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { Artifact, ArtifactGlance } from '../model/artifact.ts'
import type { Territory } from '../model/reach.ts'
import { loadArtifacts } from '../store/artifacts.ts'
import { satisfying } from '../store/conditions.ts'
import { loadGlances } from '../store/glances.ts'
import { mostArtifactsIn } from '../store/most-artifacts-in.ts'
import { both } from '../store/open.ts'
import { type PageOfIds, pageOfIds, sortedIds } from '../store/pages.ts'
import { visibleIn } from '../store/visible.ts'
import { foundPage, mostAtOnce } from './found-page.ts'
import { territoriesOf } from './territories.ts'
import { visibleArtifacts } from './visible-artifacts.ts'

/** Of more of them, each value that decides would have to be looked up. */
const mostSorted = 20_000

interface Asked {
  /** absent: all of them */
  readonly where?: Condition
  /** by id, where nothing else is said */
  readonly order: 'asc' | 'desc'
  readonly orderBy?: readonly SortKey[]
  readonly page: { readonly limit: number; readonly offset: number }
}

/**
 * One full page of the artifacts of a tracker that the caller sees and looks for, with their true number
 * (docs/api/queries.md §1).
 */
export async function trackerArtifacts(
  world: Pick<World, 'db' | 'cache' | 'findings'>,
  caller: Caller,
  tracker: Tracker,
  { where = matchAll, order, orderBy, page }: Asked,
): Promise<{ readonly glances: ArtifactGlance[]; readonly size: number }> {
  const territories = await territoriesOf(world, caller, [tracker])
  const { ids, size } = await (orderBy?.length ? sortedPage : plainPage)(world, territories, {
    where,
    order,
    orderBy,
    page,
  })
  // One that changed after its id was found may be hidden now.
  const glances = await visibleArtifacts(world, caller, await loadGlances(world.db.read, ids))
  return { glances, size }
}

type Paging = (
  world: Pick<World, 'db' | 'cache' | 'findings'>,
  territories: readonly Territory[],
  asked: Asked,
) => Promise<PageOfIds>

const plainPage: Paging = async (world, territories, asked) =>
  (await foundPage(world, territories, asked.where ?? matchAll, asked.order, asked.page)) ??
  askedPage(world, territories, asked)

/** Few that are found are sorted as they are; else the tables are asked for all of it. */
const sortedPage: Paging = async (world, territories, asked) => {
  const { where = matchAll, order, orderBy = [], page } = asked
  const found = await foundPage(world, territories, where, 'asc', { limit: mostSorted, offset: 0 })
  if (found === undefined || found.size > mostSorted) return askedPage(world, territories, asked)
  return { ids: await sortedIds(world.db.read, found.ids, order, page, orderBy), size: found.size }
}

const askedPage: Paging = async ({ db }, territories, { where = matchAll, order, orderBy, page }) => {
  const visible = visibleIn(territories)
  const wanted = where === matchAll ? visible : both(visible, satisfying(where))
  const trackers = territories.map(({ trackerId }) => trackerId)
  const isLong = searchesTexts(where) || (await mostArtifactsIn(db.read, trackers)) > mostAtOnce
  return pageOfIds(isLong ? db.aside : db.read, wanted, order, page, orderBy)
}

/** Whole artifacts in the order of their ids as given; one that vanished meanwhile is left out. */
export async function inOrder(world: Pick<World, 'db'>, ids: readonly ArtifactId[]): Promise<Artifact[]> {
  const artifacts = await loadArtifacts(world.db.read, ids)
  return ids.flatMap((id) => artifacts.get(id) ?? [])
}
