import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import { limitId, type UserId } from '../../kit/values/ids.ts'

/**
 * Parses the `{id}` of routes that accept digits or `self` (docs/api/users.md §2): null is the anonymous user,
 * undefined an invalid id.
 */
export function parseUserId(text: string, caller: Caller): UserId | null | undefined {
  if (text === 'self') return getUserId(caller)
  if (!/^\d+$/.test(text)) return undefined
  // Untrusted id; validated by the lookup that follows.
  return Number(text) === 0 ? null : (limitId(Number(text)) as UserId)
}

/** Returns the user of a caller; refuses anonymous callers. */
export function requireUserId(caller: Caller): UserId {
  const user = getUserId(caller)
  if (user === null) throw new Refusal('unauthenticated')
  return user
}

/** Returns the user of a caller, for routes whose `{id}` can only be `self`. */
export function requireSelf(text: string, caller: Caller): UserId {
  if (text !== 'self') throw new Refusal('forbidden', 'This route only supports the id `self`.')
  return requireUserId(caller)
}
