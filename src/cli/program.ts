import type { Command } from 'commander'
import { productVersion } from '../app/version.ts'
import { commandPath } from './command-context.ts'
import { commands, groupDescriptions } from './commands.ts'
import { type Shell, ShellCommand } from './shell.ts'

/** Creates the complete command line program. */
export function createProgram(shell: Shell): Command {
  const root = new ShellCommand(shell, 'tulipwood')
    .description('Administer a Tulipwood server. Works whether the server is running or not.')
    .version(productVersion)
    .option('--data <directory>', 'data directory (overrides TULIPWOOD_DATA)')
    .option('--json', 'print JSON instead of text')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run "tulipwood --help" for usage.')
    .configureOutput({ writeOut: shell.out, writeErr: shell.error })
    .exitOverride()
  for (const [path, define] of Object.entries(commands)) define(createCommandAt(root, path))
  return root
}

/** Returns the command at a path such as `user create`, creating `user` if needed. */
function createCommandAt(root: Command, path: string): Command {
  return path.split(' ').reduce((above, name) => {
    const known = above.commands.find((each) => each.name() === name)
    if (known !== undefined) return known
    const added = above.command(name).description(groupDescriptions[name] ?? '')
    return added.showHelpAfterError(`Run "tulipwood ${commandPath(added)} --help" for usage.`)
  }, root)
}
