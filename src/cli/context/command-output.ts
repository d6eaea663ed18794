/** Output of a command: text lines, or JSON with `--json`. */
export interface CommandOutput {
  readonly lines: readonly string[]
  /** Whether the lines are what the command is for, not a message about a change; `--quiet` leaves those out. */
  readonly isResult?: boolean
  /** Printed with `--json` instead of the lines; null when it was already printed. */
  readonly json: object | null
  /** Problems for standard error; the exit code is 1 if there are any. */
  readonly problems?: readonly string[]
}
