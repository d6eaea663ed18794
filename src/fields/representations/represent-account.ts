import { filterEmail, representUser, type UserRepresentation } from '../../accounts/representations/user.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { PresentContext } from '../contexts/present-context.ts'

/**
 * Returns the user who acted on an artifact; an anonymous user is shown by the given email address
 * (docs/api/field-values.md §14).
 */
export function representAccount(
  id: UserId | null,
  email: string | null,
  { users, viewer }: PresentContext,
): UserRepresentation {
  const user = id === null ? undefined : users.get(id)
  const name = filterEmail(viewer, email)
  if (user !== undefined || name === null) return representUser(user ?? null, viewer)
  return { ...representUser(null, viewer), real_name: name, display_name: name }
}
