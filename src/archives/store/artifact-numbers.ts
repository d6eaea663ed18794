import { sql } from 'kysely'
import type { Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import type { ArtifactId, ProjectId, TrackerId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'

const rowsPerStatement = 500

/** Saves the numbers of the next artifacts of new trackers. */
export async function saveNextNumbers(
  tx: Tx,
  _permit: Permit<'complete', { readonly id: ProjectId }>,
  next: ReadonlyMap<TrackerId, number>,
): Promise<void> {
  const ids = [...next.keys()]
  if (ids.length === 0) return
  await tx
    .updateTable('tracker')
    .set({ next_number: caseExpression(next) })
    .where(inList('id', ids))
    .execute()
}

/** Saves the ranks of new artifacts. */
export async function saveRanks(
  tx: Tx,
  _permit: Permit<'complete', { readonly id: ProjectId }>,
  ranks: readonly (readonly [ArtifactId, number])[],
): Promise<void> {
  for (const batch of splitIntoBatches(ranks, rowsPerStatement)) {
    await tx
      .updateTable('artifact')
      .set({ rank: caseExpression(batch) })
      .where(
        inList(
          'id',
          batch.map(([id]) => id),
        ),
      )
      .execute()
  }
}

const caseExpression = (values: Iterable<readonly [number, number]>) => {
  const cases = [...values].map(([id, value]) => sql`when ${sql.lit(id)} then ${sql.lit(value)}`)
  return sql<number>`case id ${sql.join(cases, sql` `)} end`
}
