import { sql } from 'kysely'
import type { Reader, Tx } from '../../kit/db/db.ts'
import { insertRows } from '../../kit/db/insert-rows.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ArtifactId } from '../../kit/ids.ts'

/**
 * Increases the cache versions of artifacts, so that cached representations are no longer used. A concurrent deletion
 * of one of them is waited for, and its row is not created again.
 */
export async function bumpCacheVersions(tx: Tx, ids: Iterable<ArtifactId>): Promise<void> {
  const all = [...new Set(ids)]
  if (all.length === 0) return
  await tx
    .insertInto('artifact_cache_version')
    .columns(['artifact_id', 'version'])
    .expression((eb) =>
      eb
        .selectFrom('artifact')
        .select(['artifact.id', sql<number>`1`.as('version')])
        .where(inList('artifact.id', all))
        // In one global order, so that two transactions wait for each other instead of blocking each other.
        .orderBy('artifact.id')
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.column('artifact_id').doUpdateSet({ version: sql<number>`artifact_cache_version.version + 1` }),
    )
    .execute()
}

/** Sets the cache version of a restored artifact: higher than any before, so that no cached representation is used. */
export async function setCacheVersion(tx: Tx, id: ArtifactId, cacheVersion: number): Promise<void> {
  await insertRows(tx, 'artifact_cache_version', [{ artifact_id: id, version: cacheVersion }], (insert) =>
    insert.onConflict((conflict) =>
      conflict.column('artifact_id').doUpdateSet((row) => ({ version: row.ref('excluded.version') })),
    ),
  )
}

/** Loads artifacts that link to these or mention them, or are linked or mentioned by them. */
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
