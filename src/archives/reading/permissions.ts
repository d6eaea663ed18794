import type { FieldPermission } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import type { UserGroupId } from '../../kit/ids.ts'
import { child, children, type XmlElement } from '../../kit/xml/element.ts'
import type { TrackerPermission } from '../../trackers/model/definition.ts'
import { fieldPermissionTypes, trackerPermissionTypes } from '../permission-types.ts'
import type { Surroundings } from './surroundings.ts'
import type { TrackerKeys } from './tracker-keys.ts'

export interface ReadPermissions {
  readonly tracker: readonly { readonly permission: TrackerPermission; readonly group: UserGroupId }[]
  /** By key of the field. */
  readonly fields: ReadonlyMap<string, readonly { readonly permission: FieldPermission; readonly group: UserGroupId }[]>
}

const byType = <Name extends string>(types: Readonly<Record<Name, string>>): ReadonlyMap<string, Name> =>
  new Map((Object.entries(types) as [Name, string][]).map(([name, type]) => [type, name]))

const trackerTypes = byType(trackerPermissionTypes)
const fieldPermissions = byType(fieldPermissionTypes)

/** Contract 20 §8.8: an unknown group, type or field is skipped with a remark and the import goes on. */
export function readPermissions(tracker: XmlElement, keys: TrackerKeys, around: Surroundings): ReadPermissions {
  const { notes, groupOf } = around
  const onTracker = new Map<string, { permission: TrackerPermission; group: UserGroupId }>()
  const onFields = new Map<string, Map<string, { permission: FieldPermission; group: UserGroupId }>>()
  const lines = child(tracker, 'permissions')

  for (const line of lines === undefined ? [] : children(lines, 'permission')) {
    const { scope = '', REF: ref = '', ugroup = '', type = '' } = line.attributes
    const skip = (why: string) => notes.remark('value-left-out', line.line, `A permission is skipped: ${why}`)
    const group = groupOf(ugroup)
    if (group === undefined) skip(`"${ugroup}" is no user group of the project`)
    else if (scope === 'tracker') {
      const permission = trackerTypes.get(type)
      if (permission === undefined) skip(`"${type}" is no permission on a tracker`)
      else onTracker.set(`${permission} ${group}`, { permission, group })
    } else if (scope === 'field') {
      const permission = fieldPermissions.get(type)
      const field = keys.fields.get(ref)
      if (permission === undefined) skip(`"${type}" is no permission on a field`)
      else if (field === undefined) skip(`"${ref}" names no form element of the tracker`)
      else if (!carries(field.type, permission)) skip(`${field.name} cannot carry ${type}`)
      else {
        const ofField = onFields.get(ref) ?? new Map<string, { permission: FieldPermission; group: UserGroupId }>()
        onFields.set(ref, ofField.set(`${permission} ${group}`, { permission, group }))
      }
    } else skip(`"${scope}" is no scope, only tracker and field are`)
  }

  warnOfUnreadable(tracker, keys, onFields, around)
  const fields = new Map([...onFields].map(([key, permissions]) => [key, [...permissions.values()]]))
  return { tracker: [...onTracker.values()], fields }
}

/** Contract 20 §7.3: containers carry none, read-only fields only `read`. */
function carries(type: Parameters<typeof fieldType>[0], permission: FieldPermission): boolean {
  const { kind, isReadOnly } = fieldType(type)
  return kind === 'field' && (!isReadOnly || permission === 'read')
}

/** Contract 20 §8.8: a field without any permission is a warning only. */
function warnOfUnreadable(
  tracker: XmlElement,
  keys: TrackerKeys,
  onFields: ReadonlyMap<string, unknown>,
  { notes }: Surroundings,
): void {
  const without = [...keys.fields.values()].filter(
    ({ key, type }) => fieldType(type).kind === 'field' && !onFields.has(key),
  )
  if (without.length === 0) return
  const names = without.map(({ name }) => name).join(', ')
  notes.remark(
    'unreadable-fields',
    tracker.line,
    `Nobody but site administrators may read these fields, they have no permission: ${names}`,
  )
}
