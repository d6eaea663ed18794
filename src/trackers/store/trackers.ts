import { readRevisions } from '../../database/changes/revisions.ts'
import type { Reader } from '../../database/db/db.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { Tracker } from '../model/tracker.ts'
import { loadStructure } from './structure.ts'
import { toTrackers } from './to-tracker.ts'

const cacheKeyOf = (id: TrackerId): string => `tracker ${id}`

/** Returns a tracker with its whole structure, deleted ones included; cached until any tracker changes. */
export async function getCachedTracker(
  world: Pick<World, 'db' | 'cache'>,
  id: TrackerId,
): Promise<Tracker | undefined> {
  const cached = world.cache.get<Tracker>('trackers', cacheKeyOf(id))
  return cached ?? (await getCachedTrackers(world, [id])).get(id)
}

/** Returns the trackers that exist: cached ones, and the rest loaded together. */
export async function getCachedTrackers(
  { db, cache }: Pick<World, 'db' | 'cache'>,
  ids: readonly TrackerId[],
): Promise<Map<TrackerId, Tracker>> {
  return cache.getOrLoadEach('trackers', ids, cacheKeyOf, (missing) => loadConsistent(db.read, missing))
}

/** Always from the database: for work that runs inside a transaction. */
export async function loadTrackers(db: Reader, ids: readonly TrackerId[]): Promise<Map<TrackerId, Tracker>> {
  return ids.length === 0 ? new Map() : toTrackers(await loadStructure(db, ids))
}

/** Loads all parts in a consistent state without a transaction, because the caller may be inside one. */
async function loadConsistent(db: Reader, ids: readonly TrackerId[]): Promise<Map<TrackerId, Tracker>> {
  for (;;) {
    const before = await readRevisions(db)
    const loaded = await loadTrackers(db, ids)
    const after = await readRevisions(db)
    if (before.trackers === after.trackers) return loaded
  }
}

/** Trackers of a project by name, deleted ones left out (docs/api/trackers.md §2). */
export async function loadTrackerIdsOfProject(db: Reader, projectId: ProjectId): Promise<TrackerId[]> {
  const query = db
    .selectFrom('tracker')
    .select('id')
    .where('project_id', '=', projectId)
    .where('deleted_on', 'is', null)
  return (await query.orderBy('name_key').orderBy('id').execute()).map(({ id }) => id)
}

/** The parent of each tracker of a project, with the deleted ones, which can be restored. */
export async function loadParents(
  db: Reader,
  projectId: ProjectId,
): Promise<Map<TrackerId, { readonly parentId: TrackerId | null; readonly isDeleted: boolean }>> {
  const query = db.selectFrom('tracker').select(['id', 'parent_id', 'deleted_on']).where('project_id', '=', projectId)
  const rows = await query.execute()
  return new Map(rows.map((row) => [row.id, { parentId: row.parent_id, isDeleted: row.deleted_on !== null }]))
}

/** Returns the ids of all projects, without deleted trackers. */
export async function loadAllTrackerIds(db: Reader): Promise<TrackerId[]> {
  const rows = await db.selectFrom('tracker').select('id').where('deleted_on', 'is', null).orderBy('id').execute()
  return rows.map(({ id }) => id)
}
