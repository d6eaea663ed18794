import type { Tx } from '../../database/db/db.ts'
import type { LogEntry } from '../../database/effects/log-entry.ts'
import { writeLogged } from '../../database/unit/write-logged.ts'
import { clearIndexes } from '../../fields/storage/indexes.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Artifact } from '../model/artifact.ts'
import { removeCommentTexts } from './comment-texts.ts'
import { removeCommitReferences } from './referring-commits.ts'

/** Removes every row of an artifact except links that refer to it; bytes of its files are cleaned up later. */
export async function removeArtifact(
  tx: Tx,
  { subject: { id } }: Permit<'delete', Artifact>,
  log: LogEntry,
): Promise<void> {
  await clearIndexes(tx, [id])
  await tx
    .deleteFrom('cross_reference')
    .where((row) => row.or([row('source_id', '=', id), row('target_id', '=', id)]))
    .execute()
  await removeCommitReferences(tx, id)
  await tx.deleteFrom('file').where('artifact_id', '=', id).execute()
  await removeCommentTexts(tx, [id])
  await tx
    .deleteFrom('comment')
    .where('changeset_id', 'in', tx.selectFrom('changeset').select('id').where('artifact_id', '=', id))
    .execute()
  await tx.deleteFrom('changeset').where('artifact_id', '=', id).execute()
  await tx.deleteFrom('artifact_modifier').where('artifact_id', '=', id).execute()
  await tx.deleteFrom('artifact_watcher').where('artifact_id', '=', id).execute()
  await tx.deleteFrom('inbox_item').where('artifact_id', '=', id).execute()
  await tx.deleteFrom('artifact_cache_version').where('artifact_id', '=', id).execute()
  await writeLogged(tx, tx.deleteFrom('artifact').where('id', '=', id), [log])
}
