import { type UserStatus, userStatuses } from '../../accounts/model/user.ts'
import { UsageError } from '../context/usage-error.ts'

/** Account statuses by name; the letters of docs/api/access.md §2 are accepted as well. */
const names = { active: 'A', restricted: 'R', suspended: 'S', deleted: 'D', pending: 'P' } as const

const nameOf: { readonly [State in UserStatus]: string } = {
  A: 'active',
  R: 'restricted',
  S: 'suspended',
  D: 'deleted',
  P: 'pending',
  V: 'validated',
  W: 'validated as restricted',
}

export const accountStatusNames = Object.keys(names)

export const formatAccountStatus = (state: UserStatus): string => nameOf[state]

/** Parses a status name or letter, ignoring case. */
export function parseAccountStatus(text: string): UserStatus {
  const namedStatus = Object.entries(names).find(([name]) => name === text.toLowerCase())?.[1]
  const state = namedStatus ?? userStatuses.find((letter) => letter === text.toUpperCase())
  if (state === undefined)
    throw new UsageError(`"${text}" is not a valid status. Use one of: ${accountStatusNames.join(', ')}`)
  return state
}
