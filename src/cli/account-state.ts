import { type AccountState, accountStates } from '../platform/model/user.ts'
import { UsageProblem } from './usage-problem.ts'

/** States an operator may give, by name; the letters of the API (docs/api/access.md §2) serve as well. */
const names = { active: 'A', restricted: 'R', suspended: 'S', deleted: 'D', pending: 'P' } as const

const nameOf: { readonly [State in AccountState]: string } = {
  A: 'active',
  R: 'restricted',
  S: 'suspended',
  D: 'deleted',
  P: 'pending',
  V: 'validated',
  W: 'validated as restricted',
}

export const accountStateNames = Object.keys(names)

export const accountStateName = (state: AccountState): string => nameOf[state]

/** The state meant by a name or a letter, whatever its case. */
export function readAccountState(text: string): AccountState {
  const known = Object.entries(names).find(([name]) => name === text.toLowerCase())?.[1]
  const state = known ?? accountStates.find((letter) => letter === text.toUpperCase())
  if (state === undefined)
    throw new UsageProblem(`"${text}" is no state of an account: use ${accountStateNames.join(', ')}`)
  return state
}
