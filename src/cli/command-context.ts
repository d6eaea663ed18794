import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { System } from '../kit/caller.ts'
import { type Config, readConfig } from '../kit/config.ts'
import { sqliteFileName } from '../kit/db/db.ts'
import { Refusal } from '../kit/refusal.ts'
import type { World } from '../kit/world.ts'
import { CliError } from './cli-error.ts'
import type { CommandOutput } from './command-output.ts'
import { openCliWorld } from './open-cli-world.ts'
import { type Shell, ShellCommand } from './shell.ts'

/** Dependencies of every command. */
export interface CliContext {
  readonly config: Config
  readonly shell: Shell
  readonly isJson: boolean
}

/** Dependencies of commands that use the server's database. They act as the system user. */
export interface CommandContext extends CliContext {
  readonly world: World
  readonly caller: System
}

type Action<Args extends unknown[]> = (this: Command, ...args: Args) => Promise<void>

/**
 * Wraps a command that uses the database, whether the server is running or not. A missing embedded database is an error
 * unless the command can create it: a mistyped directory would become a new installation.
 */
export const withDatabase = <Args extends unknown[]>(
  work: (context: CommandContext, ...args: Args) => Promise<CommandOutput>,
  { canCreate = false }: { readonly canCreate?: boolean } = {},
): Action<Args> =>
  async function (...args) {
    const context = createCliContext(this)
    if (!canCreate) assertInstalled(context.config)
    const world = await openCliWorld(context.config, context.shell)
    try {
      const caller = { kind: 'system', reason: `cli: ${commandPath(this)}` } as const
      print(await work({ ...context, world, caller }, ...args), context)
    } finally {
      await world.db.close()
    }
  }

function assertInstalled({ databaseUrl, dataDirectory }: Config): void {
  if (databaseUrl !== undefined || existsSync(join(dataDirectory, sqliteFileName))) return
  throw new Refusal(
    'absent',
    `There is no Tulipwood database in ${dataDirectory}. Check --data or TULIPWOOD_DATA, or create one with "tulipwood serve"`,
  )
}

/** Wraps a command that opens the database itself, or does not need it. */
export const withoutDatabase = <Args extends unknown[]>(
  work: (context: CliContext, ...args: Args) => Promise<CommandOutput>,
): Action<Args> =>
  async function (...args) {
    const context = createCliContext(this)
    print(await work(context, ...args), context)
  }

/** Reads the configuration from the environment; `--data` overrides it. */
function createCliContext(command: Command): CliContext {
  if (!(command instanceof ShellCommand)) throw new Error(`Command ${command.name()} is not part of the program`)
  const { data, json }: { data?: string; json?: boolean } = command.optsWithGlobals()
  const { shell } = command
  const config = readConfig(data === undefined ? shell.env : { ...shell.env, TULIPWOOD_DATA: data })
  return { config, shell, isJson: json === true }
}

/** Returns the command with its groups, such as `user create`, without the program name. */
export function commandPath(command: Command): string {
  const parent = command.parent
  return parent === null || parent.parent === null ? command.name() : `${commandPath(parent)} ${command.name()}`
}

function print({ lines, json, problems = [] }: CommandOutput, { isJson, shell }: CliContext): void {
  const text = !isJson ? lines.join('\n') : json === null ? '' : JSON.stringify(json, null, 2)
  if (text !== '') shell.out(`${text}\n`)
  if (problems.length > 0) throw new CliError(problems.join('\n'))
}
