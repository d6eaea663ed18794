import { isReservedName } from '../../accounts/model/reserved-names.ts'
import { type Message, message } from '../../kit/messages/message.ts'

interface Rule {
  readonly isMet: (name: string) => boolean
  readonly otherwise: Message
}

/** Checks 1 to 7 of docs/api/projects.md §5 in their order; the eighth, "already exists", needs the database. */
const shortNameRules: readonly Rule[] = [
  {
    isMet: (name) => /^[A-Za-z0-9]/.test(name),
    otherwise: message`Short name must start with an alphanumeric character.`,
  },
  { isMet: (name) => !/[_.]/.test(name), otherwise: message`Short name cannot contain underscore or dot.` },
  { isMet: (name) => !/\s/.test(name), otherwise: message`There cannot be any spaces in the short name.` },
  { isMet: (name) => !/[^A-Za-z0-9-]/.test(name), otherwise: message`Illegal character in name.` },
  { isMet: (name) => name.length >= 3, otherwise: message`Name is too short. It must be at least 3 characters.` },
  { isMet: (name) => name.length <= 30, otherwise: message`Name is too long. It must be less than 30 characters.` },
  // The page of that path creates a project (decision 53).
  { isMet: (name) => !isReservedName(name) && name.toLowerCase() !== 'new', otherwise: message`Name is reserved.` },
]

/** Lengths count what users see as characters, not UTF-16 code units. */
const fullNameRules: readonly Rule[] = [
  { isMet: (name) => [...name].length >= 3, otherwise: message`Name is too short. It must be at least 3 characters.` },
  {
    isMet: (name) => [...name].length <= 40,
    otherwise: message`Name is too long. It must be less than 40 characters.`,
  },
]

const firstBrokenRule = (rules: readonly Rule[], name: string): Message | undefined =>
  rules.find((rule) => !rule.isMet(name))?.otherwise

const shortNameRefusal = (reason: Message): Message => message`Project shortname is invalid. The reason is: ${reason}`

export const shortNameTaken: Message = shortNameRefusal(message`Short name already exists`)

/** Returns the error of a short name, with the texts of docs/api/projects.md §5; undefined: it is valid. */
export function validateShortName(shortName: string): Message | undefined {
  const broken = firstBrokenRule(shortNameRules, shortName)
  return broken && shortNameRefusal(broken)
}

/** Returns the error of the full name of a project, trimmed as it is stored. */
export function validateFullName(name: string): Message | undefined {
  const broken = firstBrokenRule(fullNameRules, name.trim())
  return broken && message`Project fullname is invalid. The reason is: ${broken}`
}
