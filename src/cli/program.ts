import type { Command } from 'commander'
import { productCommit, productVersion } from '../kit/system/product-version.ts'
import { commands, groupDescriptions } from './commands.ts'
import { CliCommand } from './context/cli-command.ts'
import type { CliIo } from './context/cli-io.ts'
import { commandPath } from './context/command-context.ts'
import { commandExamples } from './output/command-examples.ts'

/** Creates the complete command line program. */
export function createProgram(io: CliIo): Command {
  const root = new CliCommand(io, 'tulipwood')
    .description('Administer a Tulipwood server. Works whether the server is running or not.')
    .version(productCommit === null ? productVersion : `${productVersion} (commit ${productCommit})`)
    .option('--data <directory>', 'data directory (overrides TULIPWOOD_DATA)')
    .option('--json', 'print JSON instead of text')
    .option('--yes', 'do not wait for a confirmation')
    .option('--quiet', 'print results and errors only')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run "tulipwood --help" for usage.')
    .configureOutput({ writeOut: io.out, writeErr: io.error })
    .exitOverride()
  for (const [path, define] of Object.entries(commands))
    define(createCommandAt(root, path)).addHelpText('after', formatExamples(commandExamples[path] ?? []))
  return root
}

/** Returns the command at a path such as `user create`, creating `user` if needed. */
function createCommandAt(root: Command, path: string): Command {
  return path.split(' ').reduce((above, name) => {
    const existingCommand = above.commands.find((each) => each.name() === name)
    if (existingCommand !== undefined) return existingCommand
    const added = above.command(name).description(groupDescriptions[name] ?? '')
    return added.showHelpAfterError(`Run "tulipwood ${commandPath(added)} --help" for usage.`)
  }, root)
}

const formatExamples = (examples: readonly string[]): string =>
  ['', 'Examples:', ...examples.map((example) => `  tulipwood ${example}`)].join('\n')
