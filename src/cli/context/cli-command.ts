import { Command } from 'commander'
import type { CliIo } from './cli-io.ts'

/** Command that passes its environment and streams on to its subcommands. */
export class CliCommand extends Command {
  readonly io: CliIo

  constructor(io: CliIo, name?: string) {
    super(name)
    this.io = io
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(this.io, name)
  }
}
