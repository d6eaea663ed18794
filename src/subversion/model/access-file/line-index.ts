import type { ParsedAccessFile } from './parse.ts'

/** Returns the first line of each section and the last line of each entry. */
export function indexLines({ sections, assignments }: ParsedAccessFile): ReadonlyMap<string, number> {
  return new Map([
    ...[...sections].reverse().map(({ name, line }) => [name, line] as const),
    ...assignments.map(({ section, key, line }) => [buildEntryKey(section, key), line] as const),
  ])
}

/** Section names contain no line breaks. */
export const buildEntryKey = (section: string, key: string): string => `${section}\n${key}`
