import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'

/** Returns the next artifact ids. */
export async function loadArtifactIdsAfter(db: Reader, after: ArtifactId, limit: number): Promise<ArtifactId[]> {
  const query = db.selectFrom('artifact').select('id').where('id', '>', after)
  return (await query.orderBy('id').limit(limit).execute()).map(({ id }) => id)
}

export async function countArtifacts(db: Reader): Promise<number> {
  const counting = db.selectFrom('artifact').select(({ fn }) => fn.countAll<number>().as('n'))
  return (await counting.executeTakeFirstOrThrow()).n
}

/** Returns the ids that exist. */
export async function loadExistingIds(db: Reader, ids: readonly ArtifactId[]): Promise<Set<ArtifactId>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('artifact').select('id').where(inList('id', ids)).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns trackers whose next number is already in use. */
export async function findReusedNumbers(db: Reader): Promise<{ id: TrackerId; next: number; highest: number }[]> {
  const rows = await db
    .selectFrom('tracker')
    .innerJoin('artifact', 'artifact.tracker_id', 'tracker.id')
    .select(({ fn }) => ['tracker.id', 'tracker.next_number as next', fn.max<number>('artifact.number').as('highest')])
    .groupBy(['tracker.id', 'tracker.next_number'])
    .orderBy('tracker.id')
    .execute()
  return rows.filter(({ next, highest }) => highest >= next)
}
