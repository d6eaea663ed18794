import { sql } from 'kysely'
import type { Tx } from '../../database/db/db.ts'
import type { Field } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { clearTexts } from '../../fields/storage/indexes.ts'
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
/** Families whose tables have no index by field: deleted by artifacts of the tracker instead. */
const familiesByArtifact = ['link', 'file', 'text'] as const

/**
 * Deletes an element permanently, with its rows in the index tables. Stored values of artifacts stay but are no longer
 * returned. Unused children of a container move to the root.
 */
export async function removeField(tx: Tx, { subject }: Permit<'administer', Tracker>, field: Field): Promise<void> {
  const { id } = field
  for (const table of tablesByField) await tx.deleteFrom(table).where('field_id', '=', id).execute()
  await removeFromArtifacts(tx, subject, field)
  await tx
    .updateTable('field')
    .set({ parent_id: null })
    .where('tracker_id', '=', subject.id)
    .where('parent_id', '=', id)
    .execute()
  await tx.deleteFrom('field').where('id', '=', id).execute()
}

async function removeFromArtifacts(tx: Tx, { id: trackerId }: Tracker, { id, type }: Field): Promise<void> {
  const isOfField = sql<boolean>`field_id = ${id}
    and artifact_id in (select artifact.id from artifact where artifact.tracker_id = ${trackerId})`
  const { families = [] } = getFieldType(type).storage ?? {}
  for (const family of familiesByArtifact.filter((each) => families.includes(each))) {
    if (family === 'text') await clearTexts(tx, isOfField)
    else await tx.deleteFrom(`value_${family}`).where(isOfField).execute()
  }
}
