import type { FormPart } from './arrange-fields.ts'
import {
  type AccessChoice,
  type Changes,
  type FieldCells,
  getEffectiveChoice,
  includes,
  type PermissionGroup,
  type PermissionsRepresentation,
  type SavedCells,
} from './permission-changes.ts'

export type PreviewedForm = 'create' | 'change'

interface PreviewedField {
  readonly id: number
  readonly label: string
  readonly isRequired: boolean
  readonly isEditable: boolean
}

interface Preview {
  /** Access to the tracker, through this group and wider ones. */
  readonly access: AccessChoice
  readonly parts: readonly {
    readonly id: number
    readonly label: string | null
    readonly fields: readonly PreviewedField[]
  }[]
  /** Labels of the fields that the form does not have. */
  readonly hidden: readonly string[]
  /** Labels of required fields that the group may not fill in. */
  readonly missing: readonly string[]
}

interface PreviewInput {
  readonly parts: readonly FormPart[]
  readonly data: PermissionsRepresentation
  readonly saved: SavedCells
  readonly changes: Changes
}

const noCells: FieldCells['saved'] = new Set()

/** Computes a form as the members of a group get it who are in no other group than those that include it. */
export function buildPreview(
  group: PermissionGroup,
  form: PreviewedForm,
  { parts, data, saved, changes }: PreviewInput,
): Preview {
  const groups = [group.id, ...group.member_of]
  // Visitors, who are in no wider group, only read, whatever they are granted.
  const isSignedIn = group.member_of.length > 0
  const rightsOf = (cells: FieldCells) => {
    const has = (permission: Parameters<typeof includes>[1]): boolean =>
      groups.some((id) => includes(cells, permission, id))
    return { read: has('can_read'), submit: isSignedIn && has('can_submit'), update: isSignedIn && has('can_update') }
  }
  const hidden: string[] = []
  const missing: string[] = []
  const shown = parts.flatMap(({ id, label, fields }) => {
    const own = fields.flatMap((field): readonly PreviewedField[] => {
      const cells = { field, saved: saved.get(field.field_id) ?? noCells, changes: changes.fields.get(field.field_id) }
      const rights = rightsOf(cells)
      const isEditable = form === 'create' ? rights.submit : rights.update
      if (!(isEditable || (form === 'change' && rights.read))) {
        hidden.push(field.label)
        if (form === 'create' && field.required) missing.push(field.label)
        return []
      }
      return [{ id: field.field_id, label: field.label, isRequired: field.required, isEditable }]
    })
    return own.length === 0 ? [] : [{ id, label, fields: own }]
  })
  const isCreated = form === 'create' && shown.length > 0
  return {
    access: group.is_administrator
      ? 'administer'
      : getEffectiveChoice(data.permissions_for_groups, changes.access, groups),
    parts: shown,
    hidden,
    missing: isCreated ? missing : [],
  }
}
