import { group } from '../../accounts/model/groups.ts'
import { referToGroup } from '../../accounts/representations/user-group.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { findChildren, type XmlElement } from '../../kit/xml/element.ts'
import { buildElement } from '../../kit/xml/write.ts'
import type { ArchiveReadContext } from '../contexts/archive-read-context.ts'
import { buildFieldChangeElement } from '../contexts/archive-write-context.ts'
import { defineEntry, type EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { editableField } from '../field-type/traits.ts'
import { permissionInput } from '../input/permissions.ts'
import { type ConvertContext, type ConvertedValue, keepWhole } from '../model/conversion.ts'
import type { Field } from '../model/field.ts'
import { hasSameMembers } from '../model/has-same-members.ts'

const PermissionEntry = defineEntry('PermissionValue', {
  granted_groups: Type.Array(Type.String()),
  granted_groups_ids: Type.Array(Type.String()),
})

declare module '../model/field.ts' {
  interface FieldTypeNames {
    perm: EntryOf<'perm', typeof PermissionEntry>
  }
}

/**
 * The groups that can see an artifact; null when every user who can see the tracker can (docs/api/field-values.md §11,
 * docs/api/trackers.md §6.4).
 */
export const perm: FieldType<readonly UserGroupId[] | null> = {
  type: 'perm',
  entry: PermissionEntry,
  ...editableField,
  holds: 'grants',
  accepts: { grants: convertGrants },
  // Entries have the members of `present`.
  describe: ({ granted_groups: granted }) => (granted as readonly string[]).join(', '),
  isUnique: true,
  structure: {
    properties: {},
    values: (_field, { projectId, groups }) => ({
      is_used_by_default: false,
      ugroup_representations: [
        group.anonymous,
        group.registered,
        group.members,
        group.administrators,
        ...[...groups.keys()].sort((a, b) => a - b),
      ].map((id) => referToGroup(id, projectId, groups)),
    }),
  },
  storage: {
    isSameValue: (a, b) =>
      (a ?? null) === null || (b ?? null) === null ? (a ?? null) === (b ?? null) : hasSameMembers(a ?? [], b ?? []),
  },
  input: permissionInput,
  present(granted, { id, label }, { projectId, groups }) {
    if (granted === undefined) return undefined
    const references = (granted ?? []).map((each) => referToGroup(each, projectId, groups))
    return {
      field_id: id,
      label,
      type: 'perm',
      granted_groups: references.map(({ short_name }) => short_name),
      granted_groups_ids: references.map((reference) => reference.id),
    }
  },
  csv: {
    write: (granted, _field, { projectId, groups }) =>
      (granted ?? []).map((each) => referToGroup(each, projectId, groups).short_name),
  },
  archive: {
    changeType: 'permissions_on_artifact',
    read(change, field, context) {
      if (change.attributes['use_perm'] !== '1') return null
      const granted = new Set<UserGroupId>()
      for (const each of findChildren(change, 'ugroup')) {
        const id = findGroup(each, context)
        if (id === undefined) context.reportProblem(each.line, `User group not found for the field ${field.name}`)
        else granted.add(id)
      }
      // docs/api/archive-format.md §1.8: a restriction whose groups are all unknown is one to project administrators.
      return granted.size > 0 ? [...granted] : [group.administrators]
    },
    write(granted, field, { groupKeyOf }) {
      const names = (granted ?? []).flatMap((id) => groupKeyOf(id) ?? [])
      return buildFieldChangeElement(
        field,
        { type: 'permissions_on_artifact', use_perm: granted === null ? '0' : '1' },
        ...names.map((ugroup_name) => buildElement('ugroup', { ugroup_name })),
      )
    },
  },
}

function convertGrants(
  value: readonly UserGroupId[] | null,
  _from: Field,
  _to: Field,
  { groupOf }: ConvertContext,
): ConvertedValue {
  if (value === null) return keepWhole(null)
  const granted = value.flatMap((each) => groupOf(each) ?? [])
  // An artifact that was restricted must not be opened because its groups are unknown there.
  return { value: granted.length > 0 ? granted : [group.nobody], isComplete: granted.length === value.length }
}

function findGroup({ attributes }: XmlElement, { groupOf }: ArchiveReadContext): UserGroupId | undefined {
  const { ugroup_name: name, ugroup_id: id } = attributes
  if (name !== undefined) return groupOf(name)
  return id === undefined ? undefined : groupOf(id)
}
