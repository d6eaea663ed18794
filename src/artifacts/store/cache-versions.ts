import type { Tx } from '../../database/db/db.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'

/** Sets the cache version of a restored artifact: higher than any before, so that no cached representation is used. */
export async function setCacheVersion(
  tx: Tx,
  _permit: Permit<'import', 'site'>,
  id: ArtifactId,
  cacheVersion: number,
): Promise<void> {
  await insertRows(tx, 'artifact_cache_version', [{ artifact_id: id, version: cacheVersion }], (insert) =>
    insert.onConflict((conflict) =>
      conflict.column('artifact_id').doUpdateSet((row) => ({ version: row.ref('excluded.version') })),
    ),
  )
}
