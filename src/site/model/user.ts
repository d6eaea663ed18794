import { fold } from '../../kit/fold.ts'
import type { UserId } from '../../kit/ids.ts'

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

/** docs/api/access.md §2: only A and R can log in. */
export const canSignIn = (state: UserStatus): boolean => state === 'A' || state === 'R'

/** Two logins that differ by case alone are one: what is unique, and what a sign-in looks for. */
export const loginKey = (login: string): string => login.toLowerCase()

export const emailKey = (email: string): string => email.toLowerCase()

/** What a search by text looks into (docs/api/users.md §3). */
export const searchKey = (user: Pick<User, 'login' | 'realName'>): string => fold(`${user.login} ${user.realName}`)
