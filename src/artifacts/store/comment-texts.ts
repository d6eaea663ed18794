import { getDialect } from '../../kit/db/builders.ts'
import type { Tx } from '../../kit/db/db.ts'
import { deleteTexts, selectTextRows } from '../../kit/db/indexed-texts.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ArtifactId } from '../../kit/ids.ts'

export async function removeCommentTexts(tx: Tx, artifactIds: readonly ArtifactId[]): Promise<void> {
  const isOfThese = inList('artifact_id', artifactIds)
  if (getDialect(tx) === 'postgres') await tx.deleteFrom('comment_text').where(isOfThese).execute()
  else await deleteTexts(tx, 'comment_text', await selectTextRows(tx, 'comment_text', isOfThese))
}
