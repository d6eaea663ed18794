import type { UserGroupId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { complain } from '../complain.ts'
import type { Field } from '../field.ts'
import type { Accepting, Writing } from '../writing.ts'
import { isGroupId, nameOf, readGroup } from './group.ts'
import { asSaid, isObject } from './sent.ts'

/** How permissions on artifact are taken (docs/api/field-values.md §11). */
export const takeGranted: Writing<readonly UserGroupId[] | null> = {
  needs(_sent, _field, into) {
    into.groups = true
  },
  accept({ value }, field, context) {
    if (value === null) return undefined
    if (!isObject(value)) {
      throw new Refusal(
        'invalid',
        'Permission field values must be passed as an array of ugroup ids e.g. "value" : {"granted_groups" : [158, "142_3"]}',
      )
    }
    const sent = value['granted_groups']
    if (!Array.isArray(sent)) throw new Refusal('invalid', `'granted_groups' must be an array. E.g. [2, '124_3']`)
    const granted = new Set(sent.map((each) => groupOf(asSaid(each), field, context)))
    if (granted.size > 0) return [...granted]
    if (!isMeant(value['is_used_by_default'])) return null
    return complain(context, 'Permission field is required please choose a group in list')
  },
  isEmpty: (granted) => granted === undefined || granted === null || granted.length === 0,
}

const isMeant = (sent: unknown): boolean => sent === true || sent === 1 || sent === '1' || sent === 'true'

function groupOf(said: string, field: Field, { projectId, groups }: Accepting): UserGroupId {
  if (!isGroupId(said)) throw new Refusal('invalid', `Invalid ID format(${said})`)
  const id = readGroup(said, projectId)
  if (id === undefined || nameOf(id, groups) === undefined) {
    throw new Refusal('invalid', `Invalid value "${said}" for field ${field.id}`)
  }
  return id
}
