import { type Caller, userIdOf } from '../../kit/caller.ts'
import type { UserId } from '../../kit/ids.ts'

/**
 * The `{id}` of the routes that take digits or `self` (docs/api/users.md §2): null is the anonymous user, undefined
 * what is neither.
 */
export function parseUserId(text: string, caller: Caller): UserId | null | undefined {
  if (text === 'self') return userIdOf(caller)
  if (!/^\d{1,15}$/.test(text)) return undefined
  // An id comes from outside here: what it names is looked up before it means anything.
  return Number(text) === 0 ? null : (Number(text) as UserId)
}
