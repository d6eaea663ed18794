/** What a command found or did: lines for people, facts for programs. */
export interface Told {
  readonly lines: readonly string[]
  /** Printed with `--json`, and nothing else; null when it was said before. */
  readonly json: object | null
  /** What is wrong, for standard error; with one of them the exit code is 1. */
  readonly complaints?: readonly string[]
}
