import { trimBlanks } from './trim-blanks.ts'

/** Entries by section; each section once. */
export type AccessRules = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Names in the value of a group. */
export const parseMembers = (value: string): string[] =>
  value
    .split(',')
    .map(trimBlanks)
    .filter((member) => member !== '')
