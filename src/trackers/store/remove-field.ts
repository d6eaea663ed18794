import { sql } from 'kysely'
import type { Tx } from '../../database/db/db.ts'
import type { Field } from '../../fields/model/field.ts'
import { holdsFiles, holdsLinks } from '../../fields/registry/capabilities.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Tracker } from '../model/tracker.ts'

const tablesByField = [
  'field_permission',
  'bind_value',
  'open_value',
  'value_list',
  'value_open',
  'value_number',
  'value_date',
] as const
/** These have no index by field: deleted by artifacts of the tracker instead. */
const tablesByArtifact = ['value_link', 'value_file'] as const

/**
 * Deletes an element permanently, with its rows in the index tables. Stored values of artifacts stay but are no longer
 * returned. Unused children of a container move to the root.
 */
export async function removeField(tx: Tx, { subject }: Permit<'administer', Tracker>, field: Field): Promise<void> {
  const { id } = field
  for (const table of tablesByField) await tx.deleteFrom(table).where('field_id', '=', id).execute()
  if (holdsLinks(field) || holdsFiles(field)) await removeFromArtifacts(tx, subject, id)
  await tx
    .updateTable('field')
    .set({ parent_id: null })
    .where('tracker_id', '=', subject.id)
    .where('parent_id', '=', id)
    .execute()
  await tx.deleteFrom('field').where('id', '=', id).execute()
}

async function removeFromArtifacts(tx: Tx, { id: trackerId }: Tracker, id: FieldId): Promise<void> {
  const isOfTracker = sql<boolean>`artifact_id in (select artifact.id from artifact where artifact.tracker_id = ${trackerId})`
  for (const table of tablesByArtifact)
    await tx.deleteFrom(table).where(isOfTracker).where('field_id', '=', id).execute()
}
