/**
 * Returns the teardown of a vitest global setup that names tests which this run skipped, below the results, where the
 * reader looks last.
 */
export const reportSkipped = (what: string) => (): void => {
  process.stderr.write(`Skipped: ${what}\n`)
}
