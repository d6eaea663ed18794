import type { UserGroupId } from '../../kit/ids.ts'
import { signatureOf } from '../store/permission-sets.ts'
import { about, type Check } from './facts.ts'

/** Who may see it is what its permissions field says (docs/api/trackers.md §6.4). */
export const checkPermissions: Check = (facts) => {
  const { artifact, granted, fields } = facts
  const setId = artifact.permissionSetId
  if (setId !== null && granted === undefined)
    return [about(facts, 'permissions', `has the set of groups ${setId}, which does not exist`)]
  const stored = granted === undefined ? null : signatureOf(granted.groups)
  if (granted !== undefined && stored !== granted.signature)
    return [
      about(facts, 'permissions', `has the set of groups ${setId}, which holds ${stored}, not ${granted.signature}`),
    ]
  const own = fields.filter(({ type }) => type === 'perm')
  const [field] = own
  // Without such a field there is nothing to hold it against.
  if (field === undefined || own.length > 1) return []
  // fields/field.ts: user group ids, null when not used.
  const told = (artifact.values[field.id] ?? null) as readonly UserGroupId[] | null
  const right = told === null ? null : signatureOf(told)
  return right === stored
    ? []
    : [about(facts, 'permissions', `is open to ${named(stored)}, by its field ${field.id} to ${named(right)}`)]
}

const named = (signature: string | null): string =>
  signature === null ? 'everybody' : signature === '' ? 'no group' : `the groups ${signature}`
