import { Command } from 'commander'

/** Environment, input and output of a command. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  /** Whether standard error is a terminal. */
  readonly isTerminal: boolean
  out(text: string): void
  error(text: string): void
}

/** Shell of this process. */
export const processShell: Shell = {
  env: process.env,
  stdin: process.stdin,
  isTerminal: process.stderr.isTTY === true,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
}

/** Command that passes its shell on to its subcommands. */
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
