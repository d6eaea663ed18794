import type { Tx } from '../../kit/db/db.ts'
import { insertRows } from '../../kit/db/insert-rows.ts'
import { takeIds } from '../../kit/db/sql.ts'
import type { ArtifactId, ChangesetId, CommentId } from '../../kit/ids.ts'
import type { NewChangeset } from '../model/changeset.ts'

/** Adds changesets with their comments, numbered in the order given; the ids come back in the same order. */
export async function addChangesets(
  tx: Tx,
  changesets: readonly { readonly artifactId: ArtifactId; readonly changeset: NewChangeset }[],
): Promise<ChangesetId[]> {
  // takeIds gives as many ids as it was asked for, and nothing but changesets from this sequence.
  const ids = (await takeIds(tx, 'changeset', changesets.length)) as ChangesetId[]
  const rows = changesets.map(({ artifactId, changeset }, index) => ({
    id: ids[index] as ChangesetId,
    artifact_id: artifactId,
    ...authorship(changeset),
    values: JSON.stringify(changeset.values),
  }))
  await insertRows(tx, 'changeset', rows)
  await addComments(
    tx,
    changesets.map(({ changeset }, index) => ({ id: ids[index] as ChangesetId, changeset })),
  )
  return ids
}

async function addComments(
  tx: Tx,
  changesets: readonly { readonly id: ChangesetId; readonly changeset: NewChangeset }[],
): Promise<void> {
  const said = changesets.flatMap(({ id, changeset }) => changeset.comments.map((comment) => ({ id, comment })))
  const ids = await takeIds(tx, 'comment', said.length)
  const rows = said.map(({ id, comment }, index) => ({
    id: ids[index] as CommentId,
    changeset_id: id,
    ...authorship(comment),
    format: comment.format,
    body: comment.body,
    groups: comment.groups === null ? null : JSON.stringify(comment.groups),
  }))
  await insertRows(tx, 'comment', rows)
}

const authorship = (by: Pick<NewChangeset, 'submittedBy' | 'submittedEmail' | 'submittedOn'>) => ({
  submitted_by: by.submittedBy,
  submitted_email: by.submittedEmail,
  submitted_on: by.submittedOn,
})
