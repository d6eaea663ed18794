import { findLoginNameProblem, type LoginNameProblem } from '../../accounts/model/login-name.ts'
import { Refusal } from '../../kit/messages/refusal.ts'

/** Texts of the command line; those of the API are compatible with other servers. */
const texts: { readonly [Problem in LoginNameProblem]: string } = {
  space: 'A login cannot contain spaces',
  character: 'A login can contain letters of the English alphabet, digits, "-", "_" and "."',
  short: 'A login has at least 3 characters',
  long: 'A login has at most 30 characters',
  reserved: 'This login is reserved; choose another one',
}

export function assertLoginName(login: string): void {
  const problem = findLoginNameProblem(login)
  if (problem !== undefined) throw new Refusal('invalid', `${texts[problem]} (got "${login}")`)
}
