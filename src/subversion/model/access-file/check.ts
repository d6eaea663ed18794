import { linesOfUnknownGroups } from './comment-out.ts'
import { mergeParsed, type ProjectPart, parseWritten, placeOf } from './merge.ts'
import type { LineProblem } from './parse.ts'
import { refusedRules } from './refused-rules.ts'

/** What is wrong with a line of an access file. */
export interface AccessFileProblem extends LineProblem {
  /** Nobody would have access at all; otherwise this line alone says nothing. */
  readonly isFatal: boolean
}

/** Each step of the check takes time in proportion to the lines. */
const maxLines = 20_000

/**
 * Finds all problems of a text that can be found without Subversion (docs/api/subversion.md §2.2), by line of the text.
 * It yields between its steps, so that the caller can let other work through.
 */
export function* accessFileProblems(part: ProjectPart, text: string): Generator<void, AccessFileProblem[]> {
  if (countLines(text) > maxLines)
    return [{ line: maxLines + 1, message: `an access file has at most ${maxLines} lines`, isFatal: true }]
  const written = parseWritten(part, text)
  yield
  const rules = mergeParsed(part, written)
  yield
  const fatal = [...written.problems, ...refusedRules(rules, written)]
  yield
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

function countLines(text: string): number {
  let lines = 1
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines++
  return lines
}

/** docs/api/subversion.md §1.9: what becomes a comment once it is stored. */
const commentedOut = (part: ProjectPart, text: string): LineProblem[] =>
  [...linesOfUnknownGroups(text, new Set(part.groups.keys()), placeOf(part))].map(([line, name]) => ({
    line,
    message: name === undefined ? 'expected a name and "="' : `there is no group "${name}"`,
  }))
