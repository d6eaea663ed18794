import type { FormPart } from './arrange-fields.ts'
import {
  type AccessChoice,
  type Changes,
  type FieldCells,
  type FieldPermissionName,
  getEffectiveChoice,
  includes,
  type PermissionGroup,
  type PermissionHolder,
  type PermissionsRepresentation,
  type SavedCells,
} from './permission-changes.ts'

export type PreviewedForm = 'create' | 'change'

/** Who gets the form: what decides about it, besides the permissions themselves. */
interface FormViewer {
  readonly groups: readonly string[]
  /** Others only read, whatever they are granted. */
  readonly isSignedIn: boolean
  /** Of the tracker, whatever its permissions. */
  readonly isAdministrator: boolean
  readonly readsAllFields: boolean
  readonly changesAllFields: boolean
}

/** The members of a group who are in no other group than those that include it. */
export const viewAsGroup = ({ id, member_of, is_administrator }: PermissionGroup): FormViewer => ({
  groups: [id, ...member_of],
  // Visitors are in no wider group.
  isSignedIn: member_of.length > 0,
  isAdministrator: is_administrator,
  readsAllFields: false,
  changesAllFields: false,
})

export const viewAsUser = (user: PermissionHolder): FormViewer => ({
  groups: user.member_of,
  isSignedIn: !user.is_anonymous,
  isAdministrator: user.is_administrator,
  readsAllFields: user.reads_all_fields,
  changesAllFields: user.changes_all_fields,
})

interface PreviewedField {
  readonly id: number
  readonly label: string
  readonly isRequired: boolean
  readonly isEditable: boolean
}

interface Preview {
  /** Access to the tracker, through all groups. */
  readonly access: AccessChoice
  readonly parts: readonly {
    readonly id: number
    readonly label: string | null
    readonly fields: readonly PreviewedField[]
  }[]
  /** Labels of the fields that the form does not have. */
  readonly hidden: readonly string[]
  /** Labels of required fields that the viewer may not fill in. */
  readonly missing: readonly string[]
}

interface PreviewInput {
  readonly parts: readonly FormPart[]
  readonly data: PermissionsRepresentation
  readonly saved: SavedCells
  readonly changes: Changes
}

const noCells: FieldCells['saved'] = new Set()

/** Computes a form as its viewer gets it once the changes are saved (docs/api/trackers.md §6.3). */
export function buildPreview(
  viewer: FormViewer,
  form: PreviewedForm,
  { parts, data, saved, changes }: PreviewInput,
): Preview {
  const { groups, isSignedIn, readsAllFields, changesAllFields } = viewer
  const rightsOf = (cells: FieldCells) => {
    const has = (permission: FieldPermissionName): boolean => groups.some((id) => includes(cells, permission, id))
    const fills = (permission: FieldPermissionName): boolean =>
      changesAllFields ? cells.field.possible.includes(permission) : isSignedIn && has(permission)
    return { read: readsAllFields || has('can_read'), submit: fills('can_submit'), update: fills('can_update') }
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
    access: viewer.isAdministrator
      ? 'administer'
      : readsAllFields
        ? 'all'
        : getEffectiveChoice(data.permissions_for_groups, changes.access, groups),
    parts: shown,
    hidden,
    missing: isCreated ? missing : [],
  }
}
