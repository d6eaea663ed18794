import { sql } from 'kysely'
import type { Reader, Tx } from '../../kit/db/db.ts'
import { insertRows } from '../../kit/db/insert-rows.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ArtifactId } from '../../kit/ids.ts'

/**
 * Says that something around these artifacts has changed: what was remembered of them no longer holds. One that is being
 * deleted meanwhile is waited for, and has none any more.
 */
export async function bumpCacheVersions(tx: Tx, ids: Iterable<ArtifactId>): Promise<void> {
  const all = [...new Set(ids)]
  if (all.length === 0) return
  await tx
    .insertInto('artifact_stamp')
    .columns(['artifact_id', 'stamp'])
    .expression((eb) =>
      eb
        .selectFrom('artifact')
        .select(['artifact.id', sql<number>`1`.as('stamp')])
        .where(inList('artifact.id', all))
        // In one order everywhere, so that two transactions wait for each other and do not block each other.
        .orderBy('artifact.id')
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.column('artifact_id').doUpdateSet({ stamp: sql<number>`artifact_stamp.stamp + 1` }),
    )
    .execute()
}

/** The stamp of an artifact that comes back: higher than any it had, so that nothing remembered of it holds. */
export async function setCacheVersion(tx: Tx, id: ArtifactId, cacheVersion: number): Promise<void> {
  await insertRows(tx, 'artifact_stamp', [{ artifact_id: id, stamp: cacheVersion }], (insert) =>
    insert.onConflict((conflict) =>
      conflict.column('artifact_id').doUpdateSet((row) => ({ stamp: row.ref('excluded.stamp') })),
    ),
  )
}

/** Artifacts that link to these or mention them, or are linked or mentioned by them. */
export async function loadRelatedArtifactIds(db: Reader, ids: readonly ArtifactId[]): Promise<Set<ArtifactId>> {
  if (ids.length === 0) return new Set()
  const links = db.selectFrom('value_link')
  const mentions = db.selectFrom('cross_reference')
  const rows = await links
    .select('artifact_id as id')
    .where(inList('target_id', ids))
    .unionAll(links.select('target_id as id').where(inList('artifact_id', ids)))
    .unionAll(mentions.select('source_id as id').where(inList('target_id', ids)))
    .unionAll(mentions.select('target_id as id').where(inList('source_id', ids)))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
