import { foldText } from '../../kit/text/fold.ts'

/** Column size of Tuleap; longer names exceed index entries of PostgreSQL. */
export const maxNameLength = 255

/** docs/api/trackers.md §4.7: trimmed, lower case, without accents; blanks and invalid characters become `_`. */
export const toShortName = (text: string): string => foldText(text.trim()).replace(/[^a-z0-9_-]/gu, '_')

/** Returns the name, or the name with the lowest number that makes it unique. */
export function findFreeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  for (let n = 2; ; n++) if (!isTaken(`${name}_${n}`)) return `${name}_${n}`
}
