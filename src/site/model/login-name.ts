import { isReservedName } from './reserved-names.ts'

/**
 * Returns the error of a login name, with the texts of docs/api/users.md §4 and docs/api/projects.md §5; undefined: it
 * is valid.
 */
export function validateLoginName(login: string): string | undefined {
  if (/\s/.test(login)) return 'There cannot be any spaces in the login name.'
  if (/[^A-Za-z0-9\-_.]/.test(login)) return 'Illegal character in name.'
  if (login.length < 3) return 'Name is too short. It must be at least 3 characters.'
  if (login.length > 30) return 'Name is too long. It must be less than 30 characters.'
  if (isReservedName(login)) return 'Name is reserved.'
  return undefined
}
