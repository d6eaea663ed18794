import type { Command } from 'commander'
import type { System } from '../kit/caller.ts'
import { type Config, readConfig } from '../kit/config.ts'
import type { World } from '../kit/world.ts'
import { exitCode } from './exit-codes.ts'
import { openCliWorld } from './open-cli-world.ts'
import type { Told } from './told.ts'

/** Where a command works: the same database as the server, as the product itself. */
export interface Desk {
  readonly world: World
  readonly caller: System
  readonly isJson: boolean
}

type Action<Sent extends unknown[]> = (this: Command, ...sent: Sent) => Promise<void>

/** The action of a command that works on the database, whether a server runs beside it or not. */
export const inWorld = <Sent extends unknown[]>(work: (desk: Desk, ...sent: Sent) => Promise<Told>): Action<Sent> =>
  async function (...sent) {
    const isJson = wantsJson(this)
    const world = await openCliWorld(configOf(this))
    try {
      say(await work({ world, caller: { kind: 'system', reason: `cli: ${pathOf(this)}` }, isJson }, ...sent), isJson)
    } finally {
      await world.db.close()
    }
  }

/** The action of a command that opens what it needs by itself. */
export const onItsOwn = <Sent extends unknown[]>(
  work: (config: Config, ...sent: Sent) => Promise<Told>,
): Action<Sent> =>
  async function (...sent) {
    say(await work(configOf(this), ...sent), wantsJson(this))
  }

const wantsJson = (command: Command): boolean => command.optsWithGlobals()['json'] === true

/** The environment of the server; `--data` stands before it. */
function configOf(command: Command): Config {
  const data: unknown = command.optsWithGlobals()['data']
  return readConfig(typeof data === 'string' ? { ...process.env, TULIPWOOD_DATA: data } : process.env)
}

/** `user create`, without the name of the program. */
function pathOf(command: Command): string {
  const above = command.parent
  return above === null || above.parent === null ? command.name() : `${pathOf(above)} ${command.name()}`
}

function say({ lines, json, complaints = [] }: Told, isJson: boolean): void {
  const text = isJson ? JSON.stringify(json, null, 2) : lines.join('\n')
  if (text !== '') process.stdout.write(`${text}\n`)
  if (complaints.length === 0) return
  process.stderr.write(`${complaints.join('\n')}\n`)
  process.exitCode = exitCode.refused
}
