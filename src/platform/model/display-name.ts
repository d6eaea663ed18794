import type { NameStyle } from '../../kit/caller.ts'
import { NOBODY } from '../../kit/ids.ts'
import type { User } from './user.ts'

export const nameStyles = ['real-login', 'login', 'real', 'login-real'] as const satisfies readonly NameStyle[]

/** Name of a person as the reader wants it (contract 10 §6.1). */
export function displayName(user: Pick<User, 'id' | 'login' | 'realName'>, style: NameStyle): string {
  // "None" is not a person, and who gave no name is called by the login alone.
  if (user.id === NOBODY || user.realName === '') return user.login
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
