import type { NameStyle } from '../../kit/values/caller.ts'
import { NONE_USER } from '../../kit/values/ids.ts'
import type { User } from './user.ts'

export const nameStyles = ['real-login', 'login', 'real', 'login-real'] as const satisfies readonly NameStyle[]

type UserNames = Pick<User, 'id' | 'login' | 'realName'>

/**
 * Returns the name of a user in the style that the reader chose (docs/api/users.md §1). The pattern is filled in as it
 * is: a user without a real name is " (ksato)".
 */
export function formatDisplayName(user: UserNames, style: NameStyle): string {
  // "None" is not a user.
  if (user.id === NONE_USER) return user.login
  switch (style) {
    case 'real-login':
      return `${user.realName} (${user.login})`
    case 'login':
      return user.login
    case 'real':
      return user.realName
    case 'login-real':
      return `${user.login} (${user.realName})`
    default:
      return style satisfies never
  }
}

/** Returns the same name for texts and pages, which show a user without a real name by the login only. */
export const formatNameOrLogin = (user: UserNames, style: NameStyle): string =>
  user.realName.trim() === '' ? user.login : formatDisplayName(user, style)
