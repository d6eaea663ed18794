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
