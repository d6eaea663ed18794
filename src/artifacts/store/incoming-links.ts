import type { Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { ArtifactId, FieldId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Artifact } from '../model/artifact.ts'

/** A link field with a link to the artifact in question. */
export interface IncomingLink {
  readonly from: ArtifactId
  readonly field: FieldId
}

export async function loadIncomingLinks(tx: Tx, target: ArtifactId): Promise<IncomingLink[]> {
  const query = tx.selectFrom('value_link').select(['artifact_id', 'field_id']).distinct()
  const rows = await query.where('target_id', '=', target).orderBy('artifact_id').execute()
  return rows.map((row) => ({ from: row.artifact_id, field: row.field_id }))
}

/** Removes the rows of links to an artifact; positions of later links move up, as in the documents. */
export async function removeIncomingLinks(
  tx: Tx,
  { subject: { id: target } }: Permit<'delete', Artifact>,
  incoming: readonly IncomingLink[],
): Promise<void> {
  const [from, fields] = [incoming.map((link) => link.from), incoming.map(({ field }) => field)]
  const rows = await tx
    .selectFrom('value_link')
    .selectAll()
    .where(inList('artifact_id', from))
    .where(inList('field_id', fields))
    .orderBy('position')
    .execute()
  await tx.deleteFrom('value_link').where(inList('artifact_id', from)).where(inList('field_id', fields)).execute()
  const keptLinks = Map.groupBy(
    rows.filter((row) => row.target_id !== target),
    (row) => `${row.artifact_id} ${row.field_id}`,
  )
  await insertRows(
    tx,
    'value_link',
    [...keptLinks.values()].flatMap((links) => links.map((row, position) => ({ ...row, position }))),
  )
}
