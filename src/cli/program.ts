import type { Command } from 'commander'
import { productVersion } from '../app/version.ts'
import { commands, families } from './commands.ts'
import { type Shell, ShellCommand } from './shell.ts'

/** The command line, whole: nothing runs until it is given arguments. */
export function program(shell: Shell): Command {
  const root = new ShellCommand(shell, 'tulipwood')
    .description('Tulipwood, a project tracker you host yourself. Works beside a running server and without one.')
    .version(productVersion)
    .option('--data <folder>', 'data folder, instead of TULIPWOOD_DATA')
    .option('--json', 'print one JSON object instead of lines')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(--help tells how it is used)')
    .configureOutput({ writeOut: shell.out, writeErr: shell.error })
    .exitOverride()
  for (const [path, define] of Object.entries(commands)) define(place(root, path))
  return root
}

/** The place of `user create`: below `user`, which is made when it is not there yet. */
function place(root: Command, path: string): Command {
  return path.split(' ').reduce((above, name) => {
    const known = above.commands.find((each) => each.name() === name)
    return known ?? above.command(name).description(families[name] ?? '')
  }, root)
}
