/** Exit code 1, after the command has run, printed its output and reported problems. */
export class CliError extends Error {
  override readonly name = 'CliError'
}
