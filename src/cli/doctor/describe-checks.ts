import type { CliIo } from '../context/cli-io.ts'
import { formatColumns } from '../output/format-columns.ts'
import type { Check } from './check.ts'

/** Returns the result of a command that ran checks; failed ones are its problems. */
export function describeChecks(
  io: Pick<CliIo, 'width'>,
  checks: readonly Check[],
): {
  readonly lines: readonly string[]
  readonly json: object
  readonly problems: readonly string[]
} {
  const bad = checks.filter(({ isOk }) => !isOk)
  return {
    lines: formatColumns(
      io,
      checks.map(({ name, isOk, detail }) => [isOk ? 'ok' : 'WRONG', name, detail]),
    ),
    json: {
      ok: bad.length === 0,
      checks: checks.map(({ name, isOk, detail, finding }) => ({ name, ok: isOk, detail, ...finding })),
    },
    problems: bad.length === 0 ? [] : [`${bad.length} of ${checks.length} checks failed`],
  }
}
