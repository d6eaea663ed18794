import type { Tx } from '../../database/db/db.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { TrackerDefinition } from '../model/definition.ts'
import type { Semantics, Tracker } from '../model/tracker.ts'
import { keepReferencedGroups } from './keep-referenced-groups.ts'

type MayChange = Permit<'administer', Tracker>

/** null: restored */
export async function saveDeletion(
  tx: Tx,
  { subject }: Permit<'remove', Tracker>,
  deletedOn: EpochSeconds | null,
): Promise<void> {
  await tx.updateTable('tracker').set({ deleted_on: deletedOn }).where('id', '=', subject.id).execute()
}

/** Settings of a tracker without its structure. */
export type TrackerSettings = Pick<Tracker, 'name' | 'itemName' | 'description' | 'color' | 'parentId' | 'options'>

export async function saveSettings(tx: Tx, { subject }: MayChange, settings: TrackerSettings): Promise<void> {
  const { name, itemName, description, color, parentId, options } = settings
  await tx
    .updateTable('tracker')
    .set({
      name,
      name_key: foldText(name.trim()),
      item_name: itemName,
      description,
      color,
      parent_id: parentId,
      options: JSON.stringify(options),
    })
    .where('id', '=', subject.id)
    .execute()
}

/** Replaces them all. */
export async function saveSemantics(tx: Tx, { subject }: MayChange, semantics: Semantics): Promise<void> {
  await tx.deleteFrom('semantic').where('tracker_id', '=', subject.id).execute()
  const rows = Object.entries(semantics).flatMap(([kind, semantic]) =>
    semantic === undefined ? [] : [{ tracker_id: subject.id, kind, definition: JSON.stringify(semantic) }],
  )
  await insertRows(tx, 'semantic', rows)
}

/** Replaces them all. */
export async function savePermissions(
  tx: Tx,
  { subject }: MayChange,
  permissions: TrackerDefinition['permissions'],
): Promise<void> {
  await tx.deleteFrom('tracker_permission').where('tracker_id', '=', subject.id).execute()
  const rows = permissions.map(({ permission, group }) => ({ tracker_id: subject.id, permission, group_id: group }))
  await keepReferencedGroups(tx, { tracker_permission: rows })
  await insertRows(tx, 'tracker_permission', rows)
}
