import { isReservedName } from '../../site/model/reserved-names.ts'

interface Rule {
  readonly isMet: (name: string) => boolean
  readonly otherwise: string
}

/** Checks 1 to 7 of docs/api/projects.md §5 in their order; the eighth, "already exists", needs the database. */
const shortNameRules: readonly Rule[] = [
  { isMet: (name) => /^[A-Za-z0-9]/.test(name), otherwise: 'Short name must start with an alphanumeric character.' },
  { isMet: (name) => !/[_.]/.test(name), otherwise: 'Short name cannot contain underscore or dot.' },
  { isMet: (name) => !/\s/.test(name), otherwise: 'There cannot be any spaces in the short name.' },
  { isMet: (name) => !/[^A-Za-z0-9-]/.test(name), otherwise: 'Illegal character in name.' },
  { isMet: (name) => name.length >= 3, otherwise: 'Name is too short. It must be at least 3 characters.' },
  { isMet: (name) => name.length <= 30, otherwise: 'Name is too long. It must be less than 30 characters.' },
  { isMet: (name) => !isReservedName(name), otherwise: 'Name is reserved.' },
]

/** Lengths count what users see as characters, not UTF-16 code units. */
const fullNameRules: readonly Rule[] = [
  { isMet: (name) => [...name].length >= 3, otherwise: 'Name is too short. It must be at least 3 characters.' },
  { isMet: (name) => [...name].length <= 40, otherwise: 'Name is too long. It must be less than 40 characters.' },
]

const firstBrokenRule = (rules: readonly Rule[], name: string): string | undefined =>
  rules.find((rule) => !rule.isMet(name))?.otherwise

const shortNameRefusal = (reason: string): string => `Project shortname is invalid. The reason is: ${reason}`

export const shortNameTaken: string = shortNameRefusal('Short name already exists')

/** Returns the error of a short name, with the texts of docs/api/projects.md §5; undefined: it is valid. */
export function validateShortName(shortName: string): string | undefined {
  const broken = firstBrokenRule(shortNameRules, shortName)
  return broken && shortNameRefusal(broken)
}

/** Returns the error of the full name of a project, trimmed as it is stored. */
export function validateFullName(name: string): string | undefined {
  const broken = firstBrokenRule(fullNameRules, name.trim())
  return broken && `Project fullname is invalid. The reason is: ${broken}`
}
