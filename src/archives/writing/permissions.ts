import type { FieldDefinition } from '../../fields/definition.ts'
import { element, type Markup } from '../../kit/xml/write.ts'
import type { TrackerDefinition } from '../../trackers/model/definition.ts'
import { fieldPermissionTypes, trackerPermissionTypes } from '../permission-types.ts'
import { held } from './named.ts'
import type { Surroundings } from './surroundings.ts'

/** Who may do what with a tracker and its fields (docs/api/archive-format.md §2.8). */
export function writePermissions(
  { permissions, fields }: Pick<TrackerDefinition, 'permissions' | 'fields'>,
  { groupNameOf }: Surroundings,
): readonly Markup[] {
  const onTracker = permissions.flatMap(({ permission, group }) => {
    const ugroup = groupNameOf(group)
    const type = trackerPermissionTypes[permission]
    return ugroup === undefined ? [] : [element('permission', { scope: 'tracker', ugroup, type })]
  })
  const onFields = [...flattened(fields)].flatMap((field) =>
    field.permissions.flatMap(({ permission, group }) => {
      const ugroup = groupNameOf(group)
      const type = fieldPermissionTypes[permission]
      return ugroup === undefined ? [] : [element('permission', { scope: 'field', REF: field.key, ugroup, type })]
    }),
  )
  return held('permissions', [...onTracker, ...onFields])
}

function* flattened(fields: readonly FieldDefinition[]): Generator<FieldDefinition> {
  for (const field of fields) {
    yield field
    yield* flattened(field.children)
  }
}
