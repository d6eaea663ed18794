import { formatPlural } from './states.ts'

/** Users who are suggested while a name is typed. */
export const personField = {
  found: (n: number): string => (n === 0 ? 'No user found' : formatPlural(n, 'user', 'users')),
  add: (name: string): string => `Add ${name}`,
  users: 'Suggested users',
}

export type PersonFieldTexts = typeof personField
