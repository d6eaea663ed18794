import { type RawBuilder, sql } from 'kysely'
import { getDialect } from '../../kit/db/builders.ts'
import type { Tx } from '../../kit/db/db.ts'
import { deleteTexts, selectTextRows } from '../../kit/db/indexed-texts.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ArtifactId, ChangesetId } from '../../kit/ids.ts'

export const removeCommentTexts = (tx: Tx, artifactIds: readonly ArtifactId[]): Promise<void> =>
  removeMatchingTexts(tx, inList('artifact_id', artifactIds))

export const removeCommentText = (tx: Tx, changesetId: ChangesetId): Promise<void> =>
  removeMatchingTexts(tx, sql<boolean>`changeset_id = ${changesetId}`)

async function removeMatchingTexts(tx: Tx, where: RawBuilder<boolean>): Promise<void> {
  if (getDialect(tx) === 'postgres') await tx.deleteFrom('comment_text').where(where).execute()
  else await deleteTexts(tx, 'comment_text', await selectTextRows(tx, 'comment_text', where))
}
