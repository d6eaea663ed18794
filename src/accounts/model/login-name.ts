import { type Message, message } from '../../kit/messages/message.ts'
import { isReservedName } from './reserved-names.ts'

const texts = {
  space: message`There cannot be any spaces in the login name.`,
  character: message`Illegal character in name.`,
  short: message`Name is too short. It must be at least 3 characters.`,
  long: message`Name is too long. It must be less than 30 characters.`,
  reserved: message`Name is reserved.`,
} as const

export type LoginNameProblem = keyof typeof texts

/** Returns the rule that a login name violates; undefined: it is valid. */
export function findLoginNameProblem(login: string): LoginNameProblem | undefined {
  if (/\s/.test(login)) return 'space'
  if (/[^A-Za-z0-9\-_.]/.test(login)) return 'character'
  if (login.length < 3) return 'short'
  if (login.length > 30) return 'long'
  return isReservedName(login) ? 'reserved' : undefined
}

/**
 * Returns the error of a login name, with the texts of docs/api/users.md §4 and docs/api/projects.md §5; undefined: it
 * is valid.
 */
export function validateLoginName(login: string): Message | undefined {
  const problem = findLoginNameProblem(login)
  return problem && texts[problem]
}
