import { message } from '../../kit/messages/message.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { other } from '../actions/other.ts'
import type { ActionMembers } from '../actions/post-action-type.ts'
import { createActionError, createUnknownActionError } from '../actions/read-members.ts'
import { postActionTypes } from '../actions/registry.ts'
import type { PostActionBy } from './definition.ts'
import type { PostAction } from './tracker.ts'

/** A requested action, before it has an id. */
export type ActionDraft = PostActionBy<FieldId>

/**
 * Actions out of a body, or the refusal of docs/api/trackers.md §4.11; whether their fields fit is check-actions.ts's.
 */
export const parseActions = (input: readonly unknown[], before: readonly PostAction[]): ActionDraft[] =>
  input.map((each) => parseAction(each, before))

function parseAction(input: unknown, before: readonly PostAction[]): ActionDraft {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw createActionError(
      message`Bad format: '${typeof input === 'string' ? input : JSON.stringify(input)}'. Array expected`,
    )
  // Members of any object can be read.
  const action = input as ActionMembers
  const candidates = postActionTypes.filter(({ api }) => api.type !== undefined && api.type === action['type'])
  const chosen = candidates.find(({ api }) => api.fieldType === action['field_type']) ?? candidates[0]
  return chosen?.api.parse?.(action) ?? parseOtherAction(action, before)
}

/** Actions of other products may be sent back unchanged; new ones cannot be created. */
function parseOtherAction(action: ActionMembers, before: readonly PostAction[]): ActionDraft {
  const existingAction = before.find(
    (each) => each.kind === 'other' && other.api.represent(each).type === action['type'],
  )
  if (existingAction?.kind !== 'other') throw createUnknownActionError(action)
  return { kind: 'other', name: existingAction.name }
}
