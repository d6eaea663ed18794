import { linesOfUnknownGroups } from './comment-out.ts'
import { mergeParsed, type ProjectPart, parseWritten, placeOf } from './merge.ts'
import type { LineProblem } from './parse.ts'
import { refusedRules } from './refused-rules.ts'

/** What is wrong with a line of an access file. */
export interface AccessFileProblem extends LineProblem {
  /** Nobody would have access at all; otherwise this line alone says nothing. */
  readonly isFatal: boolean
}

/**
 * Everything that can be found out about a text without Subversion (docs/api/subversion.md §2.2), by line of the text.
 */
export function accessFileProblems(part: ProjectPart, text: string): AccessFileProblem[] {
  const written = parseWritten(part, text)
  const fatal = [...written.problems, ...refusedRules(mergeParsed(part, written), written)]
  const harmless = [
    ...commentedOut(part, text),
    ...written.sections
      .filter(({ isAlone }) => !isAlone)
      .map(({ line }) => ({ line, message: 'what follows "]" is not read' })),
  ]
  return [
    ...fatal.map((problem) => ({ ...problem, isFatal: true })),
    ...harmless.map((problem) => ({ ...problem, isFatal: false })),
  ].sort((a, b) => a.line - b.line)
}

/** docs/api/subversion.md §1.9: what becomes a comment once it is stored. */
const commentedOut = (part: ProjectPart, text: string): LineProblem[] =>
  [...linesOfUnknownGroups(text, new Set(part.groups.keys()), placeOf(part))].map(([line, name]) => ({
    line,
    message: name === undefined ? 'expected a name and "="' : `there is no group "${name}"`,
  }))
