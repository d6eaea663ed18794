import type { Tx } from '../../database/db/db.ts'
import type { ChangeLog } from '../../database/effects/log-entry.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { buildIndexWords } from '../../database/sql/text-index.ts'
import { insertTexts } from '../../database/statements/indexed-texts.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import { toSearchableText } from '../../fields/texts/searchable-text.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import type { ArtifactId, ChangesetId, CommentId, UserGroupId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { ArtifactPermit } from '../model/artifact-permit.ts'
import type { Comment, NewChangeset, StoredComment } from '../model/changeset.ts'
import { removeCommentText } from './comment-texts.ts'

/** A changeset of an artifact, with its id. */
export interface NumberedChangeset {
  readonly permit: ArtifactPermit
  readonly id: ChangesetId
  readonly artifactId: ArtifactId
  readonly changeset: NewChangeset
}

/** Assigns ids to changesets in the given order, without inserting rows. */
export async function numberChangesets(
  tx: Tx,
  changesets: readonly Omit<NumberedChangeset, 'id'>[],
): Promise<NumberedChangeset[]> {
  // allocateIds returns as many ids as requested, all from the sequence of changesets.
  const ids = (await allocateIds(tx, 'changeset', changesets.length)) as ChangesetId[]
  return changesets.map((each, index) => ({ ...each, id: ids[index] as ChangesetId }))
}

/** Adds changesets with their comments and entries of the change log; the artifacts exist. */
export async function addChangesets(tx: Tx, changesets: readonly NumberedChangeset[], log: ChangeLog): Promise<void> {
  const rows = await mapWithPauses(changesets, ({ id, artifactId, changeset }) => ({
    id,
    artifact_id: artifactId,
    ...authorship(changeset),
    values: JSON.stringify(changeset.values),
  }))
  await insertRows(tx, 'changeset', rows, undefined, log)
  await addComments(tx, changesets)
}

async function addComments(tx: Tx, changesets: readonly NumberedChangeset[]): Promise<void> {
  const comments = changesets.flatMap(({ id, changeset }) => changeset.comments.map((comment) => ({ id, comment })))
  const ids = await allocateIds(tx, 'comment', comments.length)
  const rows = comments.map(({ id, comment }, index) => toCommentRow(ids[index] as CommentId, id, comment))
  await insertRows(tx, 'comment', rows)
  await addCommentTexts(
    tx,
    changesets.map(({ id, artifactId, changeset }) => ({ id, artifactId, comments: changeset.comments })),
  )
}

/** A version of a comment, and where it is. */
interface CommentVersion {
  readonly artifactId: ArtifactId
  readonly changesetId: ChangesetId
  readonly comment: Comment
  readonly log: ChangeLog
}

/** Adds a version of a comment, which replaces the version before it, also in the text index. */
export async function addCommentVersion(
  tx: Tx,
  _permit: Permit<'change comment', StoredComment>,
  { artifactId, changesetId, comment, log }: CommentVersion,
): Promise<CommentId> {
  // allocateIds returns as many ids as requested.
  const [id] = (await allocateIds(tx, 'comment', 1)) as [CommentId]
  await insertRows(tx, 'comment', [toCommentRow(id, changesetId, comment)], undefined, log)
  await removeCommentText(tx, changesetId)
  await addCommentTexts(tx, [{ id: changesetId, artifactId, comments: [comment] }])
  return id
}

const toCommentRow = (id: CommentId, changesetId: ChangesetId, comment: Comment) => ({
  id,
  changeset_id: changesetId,
  ...authorship(comment),
  format: comment.format,
  body: comment.body,
  groups: comment.groups === null ? null : JSON.stringify(comment.groups),
})

/** A changeset with the comment to index. */
interface CommentedChangeset {
  readonly id: ChangesetId
  readonly artifactId: ArtifactId
  /** The last one is the latest version. */
  readonly comments: readonly Pick<NewChangeset['comments'][number], 'format' | 'body' | 'groups'>[]
}

/** Adds comments to the text index, where they have no rows yet. */
async function addCommentTexts(tx: Tx, changesets: readonly CommentedChangeset[]): Promise<void> {
  const rows = await mapWithPauses(changesets, (each) => commentTextRows(tx, each))
  await insertTexts(tx, 'comment_text', rows.flat())
}

function commentTextRows(tx: Tx, { id, artifactId, comments }: CommentedChangeset) {
  const comment = comments.at(-1)
  if (comment === undefined) return []
  const text = toSearchableText({ format: comment.format, content: comment.body })
  if (text === '') return []
  const groups = comment.groups === null ? null : encodeGroups(comment.groups)
  return [{ artifact_id: artifactId, changeset_id: id, text, groups, words: buildIndexWords(tx, text) }]
}

/** Encodes groups as `,3,5,`, which both databases can search with LIKE (store/matching.ts). */
export const encodeGroups = (groups: readonly UserGroupId[]): string => `,${groups.join(',')},`

const authorship = (by: Pick<NewChangeset, 'submittedBy' | 'submittedEmail' | 'submittedOn'>) => ({
  submitted_by: by.submittedBy,
  submitted_email: by.submittedEmail,
  submitted_on: by.submittedOn,
})
