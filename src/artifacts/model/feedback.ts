import { Refusal } from '../../kit/refusal.ts'

/** More lines are read by nobody, and what is wrong in them is wrong in the same way. */
const maxLines = 1000

const linesOf = (problems: readonly string[], level: string): string =>
  problems
    .slice(0, maxLines)
    .map((each) => `${level}${each}\n`)
    .join('')

/**
 * docs/api/artifacts.md §5.3: the whole feedback of a request, a line for each problem; nothing wrong, nothing done.
 */
export function assertNoErrors(problems: readonly string[]): void {
  if (problems.length > 0) throw new Refusal('invalid', linesOf(problems, 'error: '))
}

/** The same about the values of an update, which come without level (docs/api/artifacts.md §3.8). */
export function assertNoValueErrors(problems: readonly string[]): void {
  if (problems.length > 0) throw new Refusal('invalid', linesOf(problems, ''))
}
