import type { AccessRules } from './merge.ts'

/** The text for Subversion: `[groups]` first, then each section once. */
export function printAccessFile(rules: AccessRules): string {
  const sections = [...rules].sort(([a], [b]) => Number(b === 'groups') - Number(a === 'groups'))
  return `# Written by the server, again and again: changes belong into the settings of the repository.\n${sections
    .map(([name, entries]) => `[${name}]\n${[...entries].map(printEntry).join('')}`)
    .join('\n')}`
}

const printEntry = ([key, value]: readonly [string, string]): string =>
  value === '' ? `${key} =\n` : `${key} = ${value}\n`

/** What stands there when nobody knows what is meant: nobody has access. */
export const nobodyHasAccess = '# What is set for this repository could not be read.\n[/]\n* =\n'
