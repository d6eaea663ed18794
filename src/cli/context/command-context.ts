import type { Command } from 'commander'
import { type Config, readConfig } from '../../kit/system/config.ts'
import type { System } from '../../kit/values/caller.ts'
import type { World } from '../../world/model/world.ts'
import { assertInstalled } from './assert-installed.ts'
import { CliCommand } from './cli-command.ts'
import { CliError } from './cli-error.ts'
import type { CliIo } from './cli-io.ts'
import type { CommandOutput } from './command-output.ts'
import { openCliWorld } from './open-cli-world.ts'

/** Dependencies of every command. */
export interface CliContext {
  readonly config: Config
  readonly io: CliIo
  readonly isJson: boolean
  /** Whether messages about changes are left out. */
  readonly isQuiet: boolean
  /** Whether the user consents to changes that cannot be undone. */
  readonly isConfirmed: boolean
}

/** Dependencies of commands that use the server's database. They act as the system user. */
export interface CommandContext extends CliContext {
  readonly world: World
  readonly caller: System
}

type Action<Args extends unknown[]> = (this: Command, ...args: Args) => Promise<void>

/**
 * Wraps a command that uses the database, whether the server is running or not. A missing or empty database is an
 * error unless the command can create it.
 */
export const withDatabase = <Args extends unknown[]>(
  work: (context: CommandContext, ...args: Args) => Promise<CommandOutput>,
  { canCreate = false }: { readonly canCreate?: boolean } = {},
): Action<Args> =>
  async function (...args) {
    const context = createCliContext(this)
    if (!canCreate) await assertInstalled(context.config)
    const world = await openCliWorld(context.config, context.io)
    try {
      const caller = { kind: 'system', reason: `cli: ${commandPath(this)}` } as const
      print(await work({ ...context, world, caller }, ...args), context)
    } finally {
      await world.db.close()
    }
  }

/** Wraps a command that opens the database itself, or does not need it. */
export const withoutDatabase = <Args extends unknown[]>(
  work: (context: CliContext, ...args: Args) => Promise<CommandOutput>,
): Action<Args> =>
  async function (...args) {
    const context = createCliContext(this)
    print(await work(context, ...args), context)
  }

interface GlobalOptions {
  readonly data?: string
  readonly json?: boolean
  readonly quiet?: boolean
  readonly yes?: boolean
}

/** Reads the configuration from the environment; `--data` overrides it. */
function createCliContext(command: Command): CliContext {
  if (!(command instanceof CliCommand)) throw new Error(`Command ${command.name()} is not part of the program`)
  const { data, json, quiet, yes }: GlobalOptions = command.optsWithGlobals()
  const { io } = command
  const config = readConfig(data === undefined ? io.env : { ...io.env, TULIPWOOD_DATA: data })
  return { config, io, isJson: json === true, isQuiet: quiet === true, isConfirmed: yes === true }
}

/** Returns the command with its groups, such as `user create`, without the program name. */
export function commandPath(command: Command): string {
  const parent = command.parent
  return parent === null || parent.parent === null ? command.name() : `${commandPath(parent)} ${command.name()}`
}

function print({ lines, json, isResult, problems = [] }: CommandOutput, { isJson, isQuiet, io }: CliContext): void {
  const text = !isJson
    ? (isQuiet && isResult !== true ? [] : lines).join('\n')
    : json === null
      ? ''
      : JSON.stringify(json, null, 2)
  if (text !== '') io.out(`${text}\n`)
  if (problems.length > 0) throw new CliError(problems.join('\n'))
}
