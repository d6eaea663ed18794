import type { CurrentSessionRepresentation } from '../../src/sign-in/representations/session.ts'
import { buildQueryKey, queryCache } from './data/queries.ts'

export interface UserNames {
  readonly display_name: string
  readonly real_name: string | null
  readonly username: string | null
}

/**
 * Returns the name that pages show: in the style that the user has chosen, else the real name; without a real name the
 * login rather than a pattern with a gap in it.
 */
export function getUserName({ real_name, username, display_name }: UserNames): string {
  const name = real_name?.trim()
  if (!name) return username || display_name.trim()
  const session = queryCache.getQueryData<CurrentSessionRepresentation>(buildQueryKey('/session'))
  return session?.name_style == null ? name : display_name.trim()
}
