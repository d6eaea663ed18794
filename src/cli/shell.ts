import { Command } from 'commander'

/** Where a command was typed: what comes in, and where what it says goes. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  /** Somebody looks at what is said on standard error. */
  readonly isWatched: boolean
  out(text: string): void
  error(text: string): void
}

/** The shell of this process. */
export const processShell: Shell = {
  env: process.env,
  stdin: process.stdin,
  isWatched: process.stderr.isTTY === true,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
}

/** A command that knows its shell; those below it know the same. */
export class ShellCommand extends Command {
  readonly shell: Shell

  constructor(shell: Shell, name?: string) {
    super(name)
    this.shell = shell
  }

  override createCommand(name?: string): ShellCommand {
    return new ShellCommand(this.shell, name)
  }
}
