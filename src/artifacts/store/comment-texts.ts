import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/db/db.ts'
import { getDialect } from '../../database/engine/builders.ts'
import { inList } from '../../database/sql/sql.ts'
import { deleteTexts, selectTextRows } from '../../database/statements/indexed-texts.ts'
import type { ArtifactId, ChangesetId } from '../../kit/values/ids.ts'

export const removeCommentTexts = (tx: Tx, artifactIds: readonly ArtifactId[]): Promise<void> =>
  removeMatchingTexts(tx, inList('artifact_id', artifactIds))

export const removeCommentText = (tx: Tx, changesetId: ChangesetId): Promise<void> =>
  removeMatchingTexts(tx, sql<boolean>`changeset_id = ${changesetId}`)

async function removeMatchingTexts(tx: Tx, where: RawBuilder<boolean>): Promise<void> {
  if (getDialect(tx) === 'postgres') await tx.deleteFrom('comment_text').where(where).execute()
  else await deleteTexts(tx, 'comment_text', await selectTextRows(tx, 'comment_text', where))
}
