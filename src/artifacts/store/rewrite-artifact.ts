import { sql } from 'kysely'
import type { StoredValues } from '../../fields/field.ts'
import type { Tx } from '../../kit/db/db.ts'
import { insertRows } from '../../kit/db/insert-rows.ts'
import type { ArtifactId, ChangesetId, FieldId, TrackerId, UserGroupId } from '../../kit/ids.ts'
import type { Artifact } from '../model/artifact.ts'
import { encodeGroups } from './add-changesets.ts'
import { takeNumbers } from './save-artifacts.ts'

/** Puts an artifact into another tracker, with the next number there; its rank stays. */
export async function changeTracker(tx: Tx, artifact: Artifact, trackerId: TrackerId): Promise<Artifact> {
  const [number = 0] = await takeNumbers(tx, [trackerId])
  await tx.updateTable('artifact').set({ tracker_id: trackerId, number }).where('id', '=', artifact.id).execute()
  return { ...artifact, trackerId, number }
}

interface RewrittenChangeset {
  readonly id: ChangesetId
  readonly values: StoredValues
}

/** Gives changesets other values; nothing else of them changes. */
export async function rewriteChangesets(
  tx: Tx,
  artifactId: ArtifactId,
  changesets: readonly RewrittenChangeset[],
): Promise<void> {
  const rows = changesets.map(({ id, values }) => ({
    id,
    artifact_id: artifactId,
    // The rows exist: only the values are taken from here.
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

/** Attachments follow the field they are in. */
export async function moveFiles(tx: Tx, artifactId: ArtifactId, from: FieldId, to: FieldId): Promise<void> {
  const update = tx.updateTable('file').set({ field_id: to }).where('artifact_id', '=', artifactId)
  await update.where('field_id', '=', from).execute()
}

/** References out of an artifact, to be found anew in what it says now. */
export const removeReferences = (tx: Tx, id: ArtifactId) =>
  tx.deleteFrom('cross_reference').where('source_id', '=', id).execute()

/** Private comments stay private: `groupsOf` says whose they are from now on. */
export async function regroupComments(
  tx: Tx,
  artifactId: ArtifactId,
  groupsOf: (groups: readonly UserGroupId[]) => readonly UserGroupId[],
): Promise<void> {
  const ofArtifact = tx.selectFrom('changeset').select('id').where('artifact_id', '=', artifactId)
  const comments = tx.selectFrom('comment').select('groups').distinct().where('changeset_id', 'in', ofArtifact)
  // As many statements as there are sets of groups, however many the comments.
  for (const { groups } of await comments.where('groups', 'is not', null).execute()) {
    if (groups === null) continue
    const regrouped = JSON.stringify(groupsOf(JSON.parse(groups) as UserGroupId[]))
    const update = tx.updateTable('comment').set({ groups: regrouped }).where('groups', '=', groups)
    await update.where('changeset_id', 'in', ofArtifact).execute()
  }
  await regroupCommentTexts(tx, artifactId, groupsOf)
}

/** The same for what is found of them. */
async function regroupCommentTexts(
  tx: Tx,
  artifactId: ArtifactId,
  groupsOf: (groups: readonly UserGroupId[]) => readonly UserGroupId[],
): Promise<void> {
  const found = tx.selectFrom('comment_text').select('groups').distinct().where('artifact_id', '=', artifactId)
  const rows = await found.where('groups', 'is not', null).execute()
  const before = rows.flatMap(({ groups }) => groups ?? [])
  // Of two sets that trade places none may be taken for the other: what is done is told apart by a sign before it.
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

const decodeGroups = (found: string): UserGroupId[] =>
  found.split(',').flatMap((id) => (id === '' ? [] : [Number(id) as UserGroupId]))
