import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'

const shape = /^[a-zA-Z][A-Za-z0-9\-_.]{2,254}$/

/** docs/api/subversion.md §1.4. */
export function assertRepositoryName(name: string): void {
  if (!shape.test(name)) throw new Refusal('conflict', invalid)
}

const invalid = message`Repository name is invalid.  Must start by a letter, have a length of 3 characters minimum, only - _ . specials characters are allowed.`

/**
 * docs/api/subversion.md §1.4: names are unique ignoring case, including deleted repositories until they are purged.
 */
export const createRepositoryNameTakenError = (): Refusal =>
  new Refusal('conflict', 'Repository name is already used in this project.')
