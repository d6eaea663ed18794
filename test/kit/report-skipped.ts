const key = Symbol.for('tulipwood.skipped-tests')
/** The setup of each project loads its own copy of this module; all of them run in one process. */
const reported: Set<string> = Reflect.get(globalThis, key) ?? new Set()
Reflect.set(globalThis, key, reported)

/**
 * Returns the teardown of a vitest global setup that names tests which this run skipped, below the results, where the
 * reader looks last; several projects skip for the same reason.
 */
export const reportSkipped = (what: string) => (): void => {
  if (reported.has(what)) return
  reported.add(what)
  process.stderr.write(`Skipped: ${what}\n`)
}
