import { group } from '../../../accounts/model/groups.ts'
import type { FieldDefinition } from '../../../fields/model/definition.ts'
import type { FieldPermission } from '../../../fields/model/field.ts'
import { getFieldType } from '../../../fields/registry/registry.ts'
import { type Message, message } from '../../../kit/messages/message.ts'
import type { UserGroupId } from '../../../kit/values/ids.ts'
import { findChild, findChildren, type XmlElement } from '../../../kit/xml/element.ts'
import type { TrackerPermission } from '../../model/definition.ts'
import { fieldAccess, findFieldPermission, listFieldPermissions } from '../../permissions/field-access.ts'
import { trackerPermissionTypes } from '../../permissions/tracker-access.ts'
import { parseIdAttribute } from '../attributes.ts'
import type { RemarkCode } from '../finding-codes.ts'
import type { ParseContext } from '../parse-context.ts'
import type { TrackerKeys } from '../tracker-keys.ts'

export interface ParsedPermissions {
  readonly tracker: readonly { readonly permission: TrackerPermission; readonly group: UserGroupId }[]
  /** By key of the field. */
  readonly fields: ReadonlyMap<string, readonly { readonly permission: FieldPermission; readonly group: UserGroupId }[]>
}

const findTrackerPermission = (type: string): TrackerPermission | undefined =>
  (Object.keys(trackerPermissionTypes) as TrackerPermission[]).find((name) => trackerPermissionTypes[name] === type)

/**
 * docs/api/archive-format.md §2.8: unknown groups, types and fields are skipped with a remark. If a restriction loses
 * all its groups, it becomes "project administrators" (docs/api/archive-format.md §1.8), so that imports never widen
 * access.
 */
export function parsePermissions(tracker: XmlElement, keys: TrackerKeys, context: ParseContext): ParsedPermissions {
  const { notes, groupOf } = context
  const onTracker = collectPermissions<TrackerPermission>()
  const onFields = new Map<string, ReturnType<typeof collectPermissions<FieldPermission>>>()
  const holder = findChild(tracker, 'permissions')
  const lines = holder === undefined ? [] : findChildren(holder, 'permission')

  for (const line of lines) {
    const { scope = '', ugroup = '', type = '' } = trimmedAttributes(line)
    const skip = (code: RemarkCode, why: Message) =>
      notes.remark(code, line.line, message`A permission is skipped: ${why}`)
    const groupId = groupOf(ugroup)
    if (groupId === undefined) skip('unknown-group', message`"${ugroup}" is not a user group of the project`)
    if (scope === 'tracker') {
      const permission = findTrackerPermission(type)
      if (permission === undefined) skip('value-left-out', message`"${type}" is not a permission on a tracker`)
      else onTracker.add(permission, groupId, line.line)
    } else if (scope === 'field') {
      const permission = findFieldPermission(type)
      const ref = parseIdAttribute(line)
      const field = keys.fields.get(ref)
      if (permission === undefined) skip('value-left-out', message`"${type}" is not a permission on a field`)
      else if (field === undefined) skip('invalid-reference', message`"${ref}" names no form element of the tracker`)
      else if (!listFieldPermissions(field.type).includes(permission))
        skip('value-left-out', message`${field.name} cannot carry ${type}`)
      else {
        const ofField = onFields.get(ref) ?? collectPermissions<FieldPermission>()
        onFields.set(ref, ofField)
        ofField.add(permission, groupId, line.line)
      }
    } else skip('value-left-out', message`"${scope}" is not a scope; expected tracker or field`)
  }

  reportUnreadableFields(tracker, keys, onFields, context)
  const fields = new Map(
    [...onFields].map(([key, permissions]) => [
      key,
      permissions.list((permission, line) => {
        const what = message`${fieldAccess[permission].archiveName} of the field ${keys.fields.get(key)?.name ?? key}`
        notes.remark(
          'restriction-kept',
          line,
          message`${what} is for unknown groups only: project administrators have it`,
        )
      }),
    ]),
  )
  return { tracker: trackerPermissions(tracker, lines, onTracker, notes), fields }
}

function trackerPermissions(
  tracker: XmlElement,
  lines: readonly XmlElement[],
  onTracker: ReturnType<typeof collectPermissions<TrackerPermission>>,
  notes: ParseContext['notes'],
): ParsedPermissions['tracker'] {
  const read = onTracker.list((permission, line) => {
    const what = trackerPermissionTypes[permission]
    notes.remark('restriction-kept', line, message`${what} is for unknown groups only: project administrators have it`)
  })
  if (read.length > 0) return read
  const [first] = lines.filter(({ attributes }) => attributes['scope']?.trim() !== 'field')
  if (first === undefined) {
    // As in Tuleap: no restriction was given.
    const text = message`The tracker has no permissions of its own: everybody who sees the project may use it`
    notes.remark('open-tracker', tracker.line, text)
    return [{ permission: 'full', group: group.anonymous }]
  }
  const text = message`No permission on the tracker is understood: project administrators may use it`
  notes.remark('restriction-kept', first.line, text)
  return [{ permission: 'full', group: group.administrators }]
}

/** Groups by permission; a permission with only unknown groups goes to project administrators. */
function collectPermissions<Name extends string>() {
  const byName = new Map<Name, { readonly groups: Set<UserGroupId>; readonly line: number }>()
  return {
    add(permission: Name, groupId: UserGroupId | undefined, line: number): void {
      const entry = byName.get(permission) ?? { groups: new Set(), line }
      byName.set(permission, entry)
      if (groupId !== undefined) entry.groups.add(groupId)
    },
    list(onClosed: (permission: Name, line: number) => void): { permission: Name; group: UserGroupId }[] {
      return [...byName].flatMap(([permission, { groups, line }]) => {
        if (groups.size === 0) onClosed(permission, line)
        return [...(groups.size === 0 ? [group.administrators] : groups)].map((each) => ({ permission, group: each }))
      })
    },
  }
}

const trimmedAttributes = ({ attributes }: XmlElement): Partial<Record<string, string>> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, value.trim()]))

/** Returns fields with the permissions listed in the tracker. */
export const withPermissions = (
  fields: readonly FieldDefinition[],
  permissions: ParsedPermissions['fields'],
): FieldDefinition[] =>
  fields.map((field) => ({
    ...field,
    permissions: permissions.get(field.key) ?? [],
    children: withPermissions(field.children, permissions),
  }))

/** docs/api/archive-format.md §2.8: a field without permissions is only a remark. */
function reportUnreadableFields(
  tracker: XmlElement,
  keys: TrackerKeys,
  onFields: ReadonlyMap<string, unknown>,
  { notes }: ParseContext,
): void {
  const without = [...keys.fields.values()].filter(
    ({ key, type }) => getFieldType(type).kind === 'field' && !onFields.has(key),
  )
  if (without.length === 0) return
  const names = without.map(({ name }) => name).join(', ')
  notes.remark(
    'unreadable-fields',
    tracker.line,
    message`Only site administrators may read these fields, which have no permissions: ${names}`,
  )
}
