import { Refusal } from '../../kit/refusal.ts'

/** More lines would only repeat the same kinds of problems. */
const maxLines = 1000

const linesOf = (problems: readonly string[], level: string): string =>
  problems
    .slice(0, maxLines)
    .map((each) => `${level}${each}\n`)
    .join('')

/** docs/api/artifacts.md §5.3: throws all problems of a request, one per line, or returns if there are none. */
export function assertNoErrors(problems: readonly string[]): void {
  if (problems.length > 0) throw new Refusal('invalid', linesOf(problems, 'error: '))
}

/** Variant for values of an update, without level (docs/api/artifacts.md §3.8). */
export function assertNoValueErrors(problems: readonly string[]): void {
  if (problems.length > 0) throw new Refusal('invalid', linesOf(problems, ''))
}
