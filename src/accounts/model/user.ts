import { foldText } from '../../kit/text/fold.ts'
import type { UserId } from '../../kit/values/ids.ts'

/** Active, restricted, suspended, deleted, pending, validated, validated as restricted (docs/api/access.md §2). */
export const userStatuses = ['A', 'R', 'S', 'D', 'P', 'V', 'W'] as const
export type UserStatus = (typeof userStatuses)[number]

export interface User {
  readonly id: UserId
  readonly login: string
  readonly realName: string
  readonly email: string
  readonly ldapId: string | null
  readonly status: UserStatus
}

/** Of users who can sign in (docs/api/access.md §2). */
export const signInStatuses = ['A', 'R'] as const satisfies readonly UserStatus[]

export const canSignIn = (status: UserStatus): boolean => status === 'A' || status === 'R'

/** Returns the key by which logins are unique and found: they are case-insensitive. */
export const normalizeLogin = (login: string): string => login.toLowerCase()

export const normalizeEmail = (email: string): string => email.toLowerCase()

/** Returns the text in which a search looks (docs/api/users.md §3). */
export const normalizeSearchText = (user: Pick<User, 'login' | 'realName'>): string =>
  foldText(`${user.login} ${user.realName}`)
