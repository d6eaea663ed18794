/** What a command found or did: lines for people, facts for programs. */
export interface Told {
  readonly lines: readonly string[]
  /** Printed with `--json`, and nothing else. */
  readonly json: object
  /** What is wrong, for standard error; with one of them the exit code is 1. */
  readonly complaints?: readonly string[]
}
