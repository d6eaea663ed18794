import type { Selectable } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { RichText, StoredValues } from '../../fields/model/field.ts'
import type { ArtifactId, ChangesetId, UserGroupId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Changeset, StoredComment } from '../model/changeset.ts'

/** Values set by one changeset, and its date. */
export interface PastValues {
  readonly on: EpochSeconds
  /** only what was changed */
  readonly values: StoredValues
}

/** Loads the values of all changesets of several artifacts, the oldest first. */
export async function loadPastValues(db: Reader, ids: readonly ArtifactId[]): Promise<Map<ArtifactId, PastValues[]>> {
  const past = new Map<ArtifactId, PastValues[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return past
  const query = db.selectFrom('changeset').select(['artifact_id', 'submitted_on', 'values'])
  for (const row of await query.where(inList('artifact_id', ids)).orderBy('id').execute()) {
    // Written only by add-changesets.ts, from StoredValues.
    past.get(row.artifact_id)?.push({ on: row.submitted_on, values: JSON.parse(row.values) as StoredValues })
  }
  return past
}

/** Loads the history of an artifact, the oldest first, each changeset with the last version of its comment. */
export async function loadChangesets(db: Reader, artifactId: ArtifactId): Promise<Changeset[]> {
  const query = db.selectFrom('changeset').selectAll().where('artifact_id', '=', artifactId)
  const rows = await query.orderBy('id').execute()
  const comments = await loadComments(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    submittedBy: row.submitted_by,
    submittedEmail: row.submitted_email,
    submittedOn: row.submitted_on,
    // Written only by add-changesets.ts, from StoredValues.
    values: JSON.parse(row.values) as StoredValues,
    comment: comments.get(row.id) ?? null,
  }))
}

/** Loads only the values that each changeset changed. */
export async function loadChangedValues(
  db: Reader,
  ids: readonly ChangesetId[],
): Promise<Map<ChangesetId, StoredValues>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('changeset').select(['id', 'values']).where(inList('id', ids)).execute()
  return new Map(rows.map((row) => [row.id, JSON.parse(row.values) as StoredValues]))
}

async function loadComments(db: Reader, ids: readonly ChangesetId[]): Promise<Map<ChangesetId, StoredComment>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('comment').selectAll().where(inList('changeset_id', ids)).orderBy('id').execute()
  const comments = new Map<ChangesetId, StoredComment>()
  // Later versions replace earlier ones.
  for (const row of rows) comments.set(row.changeset_id, toStoredComment(row, comments.get(row.changeset_id)))
  return comments
}

/** Loads every version of the comment of a changeset, the first one first; none if the artifact has no such changeset. */
export async function loadCommentVersions(
  db: Reader,
  artifactId: ArtifactId,
  changesetId: ChangesetId,
): Promise<StoredComment[]> {
  const rows = await db
    .selectFrom('comment')
    .innerJoin('changeset', 'changeset.id', 'comment.changeset_id')
    .selectAll('comment')
    .where('changeset.artifact_id', '=', artifactId)
    .where('comment.changeset_id', '=', changesetId)
    .orderBy('comment.id')
    .execute()
  const [first] = rows
  const original = first && toStoredComment(first)
  return rows.map((row) => toStoredComment(row, original))
}

const toStoredComment = (row: Selectable<Tables['comment']>, original?: StoredComment): StoredComment => ({
  id: row.id,
  author: original === undefined ? row.submitted_by : original.author,
  submittedBy: row.submitted_by,
  submittedEmail: row.submitted_email,
  submittedOn: row.submitted_on,
  format: row.format as RichText['format'],
  body: row.body,
  groups: row.groups === null ? null : (JSON.parse(row.groups) as UserGroupId[]),
})
