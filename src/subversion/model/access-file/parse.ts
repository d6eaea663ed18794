import { trim, trimEnd } from './blanks.ts'

/** What an access file says in its section. */
export interface Assignment {
  readonly section: string
  readonly key: string
  readonly value: string
}

/** What keeps Subversion from taking an access file: `line` is counted from 1. */
export interface LineProblem {
  readonly line: number
  readonly message: string
}

export interface ParsedAccessFile {
  /** Every section in the order of the text, those that say nothing too; a name may come again. */
  readonly sections: readonly { readonly name: string; readonly line: number; readonly isAlone: boolean }[]
  readonly assignments: readonly (Assignment & { readonly line: number })[]
  /** In the order of the text; whoever finds one must not go by the rest. */
  readonly problems: readonly LineProblem[]
}

/**
 * Reads an access file as Subversion reads its lines, a little more strictly; every line it would not take is told.
 * `section`: where lines before the first section belong, as if the text went on from there.
 */
export function parseAccessFile(text: string, section: string): ParsedAccessFile {
  let current = section
  const sections: { name: string; line: number; isAlone: boolean }[] = []
  const begun: { section: string; key: string; pieces: string[]; line: number }[] = []
  const problems: LineProblem[] = []
  /** What an indented line goes on with. */
  let open: string[] | undefined
  // docs/api/subversion.md §2.2: carriage returns are removed.
  const lines = text.replaceAll('\r', '').split('\n')
  for (const [index, written] of lines.entries()) {
    const line = index + 1
    const refuse = (message: string): void => {
      problems.push({ line, message })
      // Whatever goes on with it is part of the same mistake.
      open = []
    }
    const content = trim(written)
    if (content === '') {
      open = undefined
    } else if (/[^\P{Cc}\t\v\f]/u.test(written)) {
      // It would end the name or value it stands in, or the file.
      refuse('control characters are not allowed')
    } else if (content !== trimEnd(written)) {
      if (open === undefined) refuse('a line must not begin with a blank')
      else open.push(content)
    } else if (written.startsWith('#')) {
      open = undefined
    } else if (written.startsWith('[')) {
      const end = written.indexOf(']')
      if (end < 0) {
        refuse('a section must end with "]"')
        continue
      }
      // What follows on the line is nobody's: `[/] * = rw` is an empty section.
      current = sectionName(written.slice(1, end))
      sections.push({ name: current, line, isAlone: trim(written.slice(end + 1)) === '' })
      open = undefined
    } else {
      const separator = written.search(/[=:]/)
      const key = separator < 0 ? '' : trim(written.slice(0, separator))
      if (key === '') {
        refuse('expected a name and "="')
        continue
      }
      open = [trim(written.slice(separator + 1))]
      begun.push({ section: current, key, pieces: open, line })
    }
  }
  const assignments = begun.map(({ pieces, ...rest }) => ({ ...rest, value: trim(pieces.join(' ')) }))
  // Also of what is said again later: a line that could not be read may have been the start of a restriction.
  const strange = assignments.filter(({ section: of, value }) => !isDefinition(of) && !isMode(value))
  const modes = strange.map(({ key, line }) => ({ line, message: `"${key}" has r, rw or nothing` }))
  return { sections, assignments, problems: [...problems, ...modes].sort((one, other) => one.line - other.line) }
}

/** Whether a section says who people are, not what they may. */
export const isDefinition = (section: string): boolean => section === 'groups' || section === 'aliases'

/** Subversion takes blanks between the letters, and no writing without reading. */
const isMode = (value: string): boolean => /^[rw \t\v\f]*$/.test(value) && (value.includes('r') || trim(value) === '')

/**
 * docs/api/subversion.md §2.2: names count as they are written, but `[groups]` in any case, and a path without a slash
 * at its end.
 */
function sectionName(written: string): string {
  if (written.toLowerCase() === 'groups') return 'groups'
  return /[^:]\/$/.test(written) ? written.slice(0, -1) : written
}
