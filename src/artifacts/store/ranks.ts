import { sql } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import { writeLogged } from '../../database/unit/write-logged.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import type { ArtifactId, TrackerId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { KeyedArtifact, Neighbours } from '../model/order-keys.ts'

const key = 'coalesce(artifact.moved_rank, artifact.rank)'

/** Where an artifact is in the order of its tracker: the expression of an index (database/migrations/0012-moved-ranks.ts). */
export const orderKey = sql<number>`${sql.raw(key)}`

/** The integer of it that clients see (fields/model/rank.ts). */
export const shownRank = { expression: `cast(floor(${key}) as bigint)` }

/** A place in the order of a tracker: before or after one of its artifacts. */
export interface OrderPlace {
  readonly trackerId: TrackerId
  readonly side: 'before' | 'after'
  readonly of: KeyedArtifact
  /** They are looked at as if they were not in the tracker. */
  readonly moved: readonly ArtifactId[]
}

/** Returns the nearest artifacts on both sides of a place, `count` of each; the one that names it is among them. */
export async function loadNeighbours(db: Reader, place: OrderPlace, count: number): Promise<Neighbours> {
  const { side, of } = place
  const [before, after] = [await loadSide(db, place, 'desc', count), await loadSide(db, place, 'asc', count)]
  return {
    before: side === 'after' ? [of, ...before].slice(0, count) : before,
    after: side === 'before' ? [of, ...after].slice(0, count) : after,
  }
}

/** Reads an index from the place on: as many rows as are returned, and the moved ones between them. */
const loadSide = (
  db: Reader,
  { trackerId, of, moved }: OrderPlace,
  direction: 'asc' | 'desc',
  count: number,
): Promise<KeyedArtifact[]> => {
  const beyond = direction === 'asc' ? sql`>` : sql`<`
  return db
    .selectFrom('artifact')
    .select(['id', orderKey.as('key')])
    .where('tracker_id', '=', trackerId)
    .where(sql<boolean>`${orderKey} ${beyond}= ${of.key}`)
    .where(sql<boolean>`(${orderKey} ${beyond} ${of.key} or artifact.id ${beyond} ${of.id})`)
    .where(sql<boolean>`not (${inList('artifact.id', moved)})`)
    .orderBy(orderKey, direction)
    .orderBy('artifact.id', direction)
    .limit(count)
    .execute()
}

/** Locks artifacts whose keys change, in the order of their ids. */
export async function lockToOrder(tx: Tx, ids: readonly ArtifactId[]): Promise<void> {
  await lockRows(tx, tx.selectFrom('artifact').select('id').where(inList('id', ids)).orderBy('id'), 'change').execute()
}

const rowsPerStatement = 500

/** Which artifacts a user moved, for the change log. */
interface OrderChange {
  readonly moved: ReadonlySet<ArtifactId>
  readonly by: UserId | null
  readonly at: EpochSeconds
}

/** Saves keys of artifacts of a tracker, and an entry of the change log for each of those that were moved. */
export async function saveOrderKeys(
  tx: Tx,
  { subject: { id: trackerId, projectId } }: Permit<'order', Tracker>,
  keyed: readonly KeyedArtifact[],
  { moved, by, at }: OrderChange,
): Promise<void> {
  for (const batch of splitIntoBatches(keyed, rowsPerStatement)) {
    const cases = batch.map((each) => sql`when ${sql.lit(each.id)} then ${sql.lit(each.key)}`)
    const ids = batch.map(({ id }) => id)
    const update = tx
      .updateTable('artifact')
      .set({ moved_rank: sql<number>`case id ${sql.join(cases, sql` `)} end` })
      .where(inList('id', ids))
    const log = ids.flatMap((artifactId) =>
      moved.has(artifactId)
        ? [
            {
              kind: 'ranked',
              artifactId,
              trackerId,
              projectId,
              changesetId: null,
              userId: by,
              at,
              audience: 'none',
            } as const,
          ]
        : [],
    )
    await writeLogged(tx, update, log)
  }
}
