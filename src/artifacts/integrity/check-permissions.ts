import { holdsGrants } from '../../fields/registry/capabilities.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import { buildPermissionSetSignature } from '../store/permission-sets.ts'
import { type Check, describeProblem } from './stored-artifact.ts'

/** Checks that the permission set equals the permissions field (docs/api/trackers.md §6.4). */
export const checkPermissions: Check = (record) => {
  const { artifact, granted, fields } = record
  const setId = artifact.permissionSetId
  if (setId !== null && granted === undefined)
    return [describeProblem(record, 'permissions', `has the set of groups ${setId}, which does not exist`)]
  const storedSignature = granted === undefined ? null : buildPermissionSetSignature(granted.groups)
  if (granted !== undefined && storedSignature !== granted.signature)
    return [
      describeProblem(
        record,
        'permissions',
        `has the set of groups ${setId}, which holds ${storedSignature}, not ${granted.signature}`,
      ),
    ]
  const permissionFields = fields.filter(holdsGrants)
  const [field] = permissionFields
  // Without such a field there is nothing to compare.
  if (field === undefined || permissionFields.length > 1) return []
  // fields/model/field.ts: user group ids, null when not used.
  const fieldGroups = (artifact.values[field.id] ?? null) as readonly UserGroupId[] | null
  const expected = fieldGroups === null ? null : buildPermissionSetSignature(fieldGroups)
  return expected === storedSignature
    ? []
    : [
        describeProblem(
          record,
          'permissions',
          `is visible to ${describeGroups(storedSignature)}, but by its field ${field.id} to ${describeGroups(expected)}`,
        ),
      ]
}

const describeGroups = (signature: string | null): string =>
  signature === null ? 'everybody' : signature === '' ? 'no group' : `the groups ${signature}`
