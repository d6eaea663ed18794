import { type Message, message } from '../../../kit/messages/message.ts'
import { trimBlanks, trimEnd } from './trim-blanks.ts'

/** Entry of a section. */
export interface Assignment {
  readonly section: string
  readonly key: string
  readonly value: string
}

/** Syntax error for Subversion; `line` is counted from 1. */
export interface LineProblem {
  readonly line: number
  readonly message: Message
}

export interface ParsedAccessFile {
  /** All sections in the order of the text, including empty and repeated ones. */
  readonly sections: readonly { readonly name: string; readonly line: number; readonly isAlone: boolean }[]
  readonly assignments: readonly (Assignment & { readonly line: number })[]
  /** In the order of the text; if there are any, the rest must not be used. */
  readonly problems: readonly LineProblem[]
}

/**
 * Parses an access file like Subversion, slightly stricter, and reports every invalid line. `section`: section of the
 * lines before the first header.
 */
export function parseAccessFile(text: string, section: string): ParsedAccessFile {
  let current = section
  const sections: { name: string; line: number; isAlone: boolean }[] = []
  const begun: { section: string; key: string; pieces: string[]; line: number }[] = []
  const problems: LineProblem[] = []
  /** The entry that an indented line continues. */
  let open: string[] | undefined
  // docs/api/subversion.md §2.2: carriage returns are removed.
  const lines = text.replaceAll('\r', '').split('\n')
  for (const [index, lineText] of lines.entries()) {
    const line = index + 1
    const refuse = (reason: Message): void => {
      problems.push({ line, message: reason })
      // Continuation lines belong to the same problem.
      open = []
    }
    const content = trimBlanks(lineText)
    if (content === '') {
      open = undefined
    } else if (/[^\P{Cc}\t\v\f]/u.test(lineText)) {
      // Control characters could end the name, the value or the file.
      refuse(message`control characters are not allowed`)
    } else if (content !== trimEnd(lineText)) {
      if (open === undefined) refuse(message`a line must not begin with a blank`)
      else open.push(content)
    } else if (lineText.startsWith('#')) {
      open = undefined
    } else if (lineText.startsWith('[')) {
      const end = lineText.indexOf(']')
      if (end < 0) {
        refuse(message`a section must end with "]"`)
        continue
      }
      // The rest of the line is ignored: `[/] * = rw` is an empty section.
      current = normalizeSectionName(lineText.slice(1, end))
      sections.push({ name: current, line, isAlone: trimBlanks(lineText.slice(end + 1)) === '' })
      open = undefined
    } else {
      const separator = lineText.search(/[=:]/)
      const key = separator < 0 ? '' : trimBlanks(lineText.slice(0, separator))
      if (key === '') {
        refuse(message`expected a name and "="`)
        continue
      }
      open = [trimBlanks(lineText.slice(separator + 1))]
      begun.push({ section: current, key, pieces: open, line })
    }
  }
  const assignments = begun.map(({ pieces, ...rest }) => ({ ...rest, value: trimBlanks(pieces.join(' ')) }))
  // Also for entries that are overridden later: an invalid line may have been a restriction.
  const strange = assignments.filter(({ section: of, value }) => !isDefinition(of) && !isAccessMode(value))
  const modes = strange.map(({ key, line }) => ({ line, message: message`"${key}" must have r, rw or an empty value` }))
  return { sections, assignments, problems: [...problems, ...modes].sort((one, other) => one.line - other.line) }
}

/** Returns whether a section defines groups or aliases rather than permissions. */
export const isDefinition = (section: string): boolean => section === 'groups' || section === 'aliases'

/** Subversion accepts blanks between the letters, and no `w` without `r`. */
const isAccessMode = (value: string): boolean =>
  /^[rw \t\v\f]*$/.test(value) && (value.includes('r') || trimBlanks(value) === '')

/** docs/api/subversion.md §2.2: names are case-sensitive, except `[groups]`; trailing slashes of paths are removed. */
function normalizeSectionName(name: string): string {
  if (name.toLowerCase() === 'groups') return 'groups'
  return /[^:]\/$/.test(name) ? name.slice(0, -1) : name
}
