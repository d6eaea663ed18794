import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import { getGroupName, isGroupId, parseGroupId } from '../binds/group.ts'
import type { InputParser, WriteContext } from '../contexts/write-context.ts'
import type { Field } from '../model/field.ts'
import { isObject, toMessageText } from '../parse/parse-id.ts'
import { reportProblem } from './report-problem.ts'

/** Parses permissions on artifacts (docs/api/field-values.md §11). */
export const permissionInput: InputParser<readonly UserGroupId[] | null> = {
  collectNeeds(_sent, _field, into) {
    into.groups = true
  },
  parse({ value }, field, context) {
    if (value === null) return undefined
    if (!isObject(value)) {
      throw new Refusal(
        'invalid',
        'Permission field values must be passed as an array of ugroup ids e.g. "value" : {"granted_groups" : [158, "142_3"]}',
      )
    }
    const inputs = value['granted_groups']
    if (!Array.isArray(inputs)) throw new Refusal('invalid', `'granted_groups' must be an array. E.g. [2, '124_3']`)
    const granted = new Set(inputs.map((each) => parseGroup(toMessageText(each), field, context)))
    if (granted.size > 0) return [...granted]
    if (!isTrue(value['is_used_by_default'])) return null
    return reportProblem(context, message`Permission field is required please choose a group in list`)
  },
  isEmpty: (granted) => granted === undefined || granted === null || granted.length === 0,
}

const isTrue = (input: unknown): boolean => input === true || input === 1 || input === '1' || input === 'true'

function parseGroup(input: string, field: Field, { projectId, groups }: WriteContext): UserGroupId {
  if (!isGroupId(input)) throw new Refusal('invalid', message`Invalid ID format(${input})`)
  const id = parseGroupId(input, projectId)
  if (id === undefined || getGroupName(id, groups) === undefined) {
    throw new Refusal('invalid', message`Invalid value "${input}" for field ${field.id}`)
  }
  return id
}
