import type { FieldDefinition } from '../../../fields/model/definition.ts'
import { buildElement, type Markup } from '../../../kit/xml/write.ts'
import type { TrackerDefinition } from '../../model/definition.ts'
import { fieldAccess } from '../../permissions/field-access.ts'
import { trackerPermissionTypes } from '../../permissions/tracker-access.ts'
import type { SerializeContext } from '../serialize-context.ts'
import { buildHolderElement } from '../xml-elements.ts'

/** Writes the permissions of a tracker and its fields (docs/api/archive-format.md §2.8). */
export function writePermissions(
  { permissions, fields }: Pick<TrackerDefinition, 'permissions' | 'fields'>,
  { groupNameOf }: SerializeContext,
): readonly Markup[] {
  const onTracker = permissions.flatMap(({ permission, group }) => {
    const ugroup = groupNameOf(group)
    const type = trackerPermissionTypes[permission]
    return ugroup === undefined ? [] : [buildElement('permission', { scope: 'tracker', ugroup, type })]
  })
  const onFields = [...flattenFields(fields)].flatMap((field) =>
    field.permissions.flatMap(({ permission, group }) => {
      const ugroup = groupNameOf(group)
      const type = fieldAccess[permission].archiveName
      return ugroup === undefined ? [] : [buildElement('permission', { scope: 'field', REF: field.key, ugroup, type })]
    }),
  )
  return buildHolderElement('permissions', [...onTracker, ...onFields])
}

function* flattenFields(fields: readonly FieldDefinition[]): Generator<FieldDefinition> {
  for (const field of fields) {
    yield field
    yield* flattenFields(field.children)
  }
}
