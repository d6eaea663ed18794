import { message } from '../../../kit/messages/message.ts'
import { findLinesOfUnknownGroups } from './comment-out.ts'
import { findInvalidRules } from './find-invalid-rules.ts'
import { findExceededLimits } from './group-limits.ts'
import { findCyclicGroups, parseGroups, sortGroups } from './groups.ts'
import { getInitialSection, mergeParsed, type ProjectPart, parseAccessFilePart } from './merge.ts'
import type { LineProblem } from './parse.ts'

/** Problem of a line of an access file. */
export interface AccessFileProblem extends LineProblem {
  /** true: the file would deny all access; false: only this line has no effect. */
  readonly isFatal: boolean
}

/** Each step of the check takes time in proportion to the lines. */
const maxLines = 20_000

/**
 * Finds all problems of a text that can be found without Subversion (docs/api/subversion.md §2.2), by line of the text.
 * It yields between its steps, so that the caller can let other work through.
 */
export function* findAccessFileProblems(part: ProjectPart, text: string): Generator<void, AccessFileProblem[]> {
  if (countLines(text) > maxLines)
    return [{ line: maxLines + 1, message: message`an access file has at most ${maxLines} lines`, isFatal: true }]
  const parsedFile = parseAccessFilePart(part, text)
  yield
  const rules = mergeParsed(part, parsedFile)
  yield
  const groups = parseGroups(rules)
  yield
  const sorted = sortGroups(groups)
  yield
  const circular = findCyclicGroups(groups, sorted)
  yield
  const excessive = findExceededLimits(rules, parsedFile, groups, sorted)
  yield
  const fatal = [...parsedFile.problems, ...findInvalidRules(rules, parsedFile, circular), ...excessive]
  yield
  const harmless = [
    ...commentedOutProblems(part, text),
    ...parsedFile.sections
      .filter(({ isAlone }) => !isAlone)
      .map(({ line }) => ({ line, message: message`the text after "]" is ignored` })),
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

/** docs/api/subversion.md §1.9: lines that are stored as comments. */
const commentedOutProblems = (part: ProjectPart, text: string): LineProblem[] =>
  [...findLinesOfUnknownGroups(text, new Set(part.groups.keys()), getInitialSection(part))].map(([line, name]) => ({
    line,
    message: name === undefined ? message`expected a name and "="` : message`unknown group "${name}"`,
  }))
