import type { RichText } from '../../fields/field.ts'
import { dialectOf } from '../../kit/db/builders.ts'
import type { Reader, Tx } from '../../kit/db/db.ts'
import { deleteTexts, textRows } from '../../kit/db/indexed-texts.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ArtifactId, UserGroupId } from '../../kit/ids.ts'
import type { CommentedChangeset } from './add-changesets.ts'

export async function removeCommentTexts(tx: Tx, artifactIds: readonly ArtifactId[]): Promise<void> {
  const isOfThese = inList('artifact_id', artifactIds)
  if (dialectOf(tx) === 'postgres') await tx.deleteFrom('comment_text').where(isOfThese).execute()
  else await deleteTexts(tx, 'comment_text', await textRows(tx, 'comment_text', isOfThese))
}

/** Loads the latest version of the comment of each changeset of these artifacts. */
export async function loadLatestComments(
  db: Reader,
  artifactIds: readonly ArtifactId[],
): Promise<CommentedChangeset[]> {
  const rows = await db
    .selectFrom('comment')
    .innerJoin('changeset', 'changeset.id', 'comment.changeset_id')
    .select(['changeset.id', 'changeset.artifact_id', 'comment.format', 'comment.body', 'comment.groups'])
    .where(inList('changeset.artifact_id', artifactIds))
    .orderBy('comment.id')
    .execute()
  // Later versions replace earlier ones.
  const latest = new Map(rows.map((row) => [row.id, row]))
  return [...latest.values()].map(({ id, artifact_id, format, body, groups }) => ({
    id,
    artifactId: artifact_id,
    comments: [
      {
        // Written only by add-changesets.ts.
        format: format as RichText['format'],
        body,
        groups: groups === null ? null : (JSON.parse(groups) as UserGroupId[]),
      },
    ],
  }))
}
