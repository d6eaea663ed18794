import { sql } from 'kysely'
import type { Tx } from '../../database/db/db.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { StoredValues } from '../../fields/model/field.ts'
import type { ArtifactId, ChangesetId, FieldId, TrackerId, UserGroupId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Artifact } from '../model/artifact.ts'
import type { StoredComment } from '../model/changeset.ts'
import { encodeGroups } from './add-changesets.ts'
import { takeNumbers } from './save-artifacts.ts'

/** Moves an artifact to another tracker, with the next number there; its rank stays. */
export async function changeTracker(
  tx: Tx,
  { subject: artifact }: Permit<'move', Artifact>,
  trackerId: TrackerId,
): Promise<Artifact> {
  const [number = 0] = await takeNumbers(tx, [trackerId])
  await tx.updateTable('artifact').set({ tracker_id: trackerId, number }).where('id', '=', artifact.id).execute()
  return { ...artifact, trackerId, number }
}

interface RewrittenChangeset {
  readonly id: ChangesetId
  readonly values: StoredValues
}

/** Replaces the values of changesets; nothing else changes. */
export async function rewriteChangesets(
  tx: Tx,
  { subject: { id: artifactId } }: Permit<'move', Artifact>,
  changesets: readonly RewrittenChangeset[],
): Promise<void> {
  const rows = changesets.map(({ id, values }) => ({
    id,
    artifact_id: artifactId,
    // The rows exist: only the values are updated.
    submitted_by: null,
    submitted_email: null,
    submitted_on: 0,
    values: JSON.stringify(values),
  }))
  await insertRows(tx, 'changeset', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({ values: row.ref('excluded.values') })),
    ),
  )
}

/** Moves attachments to the field that replaces theirs. */
export async function moveFiles(
  tx: Tx,
  { subject }: Permit<'move', Artifact>,
  from: FieldId,
  to: FieldId,
): Promise<void> {
  const update = tx.updateTable('file').set({ field_id: to }).where('artifact_id', '=', subject.id)
  await update.where('field_id', '=', from).execute()
}

/** Removes the references from an artifact, before they are extracted again from its texts. */
export const removeReferences = (
  tx: Tx,
  _permit: Permit<'move', Artifact> | Permit<'change comment', StoredComment>,
  id: ArtifactId,
) => tx.deleteFrom('cross_reference').where('source_id', '=', id).execute()

/** Replaces the groups of private comments by those of `listGroups`. */
export async function regroupComments(
  tx: Tx,
  { subject: { id: artifactId } }: Permit<'move', Artifact>,
  groupsOf: (groups: readonly UserGroupId[]) => readonly UserGroupId[],
): Promise<void> {
  const ofArtifact = tx.selectFrom('changeset').select('id').where('artifact_id', '=', artifactId)
  const comments = tx.selectFrom('comment').select('groups').distinct().where('changeset_id', 'in', ofArtifact)
  // One statement for each set of groups, however many comments there are.
  for (const { groups } of await comments.where('groups', 'is not', null).execute()) {
    if (groups === null) continue
    const regrouped = JSON.stringify(groupsOf(JSON.parse(groups) as UserGroupId[]))
    const update = tx.updateTable('comment').set({ groups: regrouped }).where('groups', '=', groups)
    await update.where('changeset_id', 'in', ofArtifact).execute()
  }
  await regroupCommentTexts(tx, artifactId, groupsOf)
}

/** Replaces the groups in the text index of comments. */
async function regroupCommentTexts(
  tx: Tx,
  artifactId: ArtifactId,
  groupsOf: (groups: readonly UserGroupId[]) => readonly UserGroupId[],
): Promise<void> {
  const query = tx.selectFrom('comment_text').select('groups').distinct().where('artifact_id', '=', artifactId)
  const rows = await query.where('groups', 'is not', null).execute()
  const before = rows.flatMap(({ groups }) => groups ?? [])
  // Two sets may be swapped: updated rows are marked with a prefix, so that they are not updated twice.
  for (const groups of before) {
    const regrouped = `!${encodeGroups(groupsOf(decodeGroups(groups)))}`
    const update = tx.updateTable('comment_text').set({ groups: regrouped }).where('groups', '=', groups)
    await update.where('artifact_id', '=', artifactId).execute()
  }
  await tx
    .updateTable('comment_text')
    .set({ groups: sql<string>`substr(groups, 2)` })
    .where('artifact_id', '=', artifactId)
    .where('groups', 'like', '!%')
    .execute()
}

const decodeGroups = (text: string): UserGroupId[] =>
  text.split(',').flatMap((id) => (id === '' ? [] : [Number(id) as UserGroupId]))
