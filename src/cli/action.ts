import type { Command } from 'commander'
import type { System } from '../kit/caller.ts'
import { type Config, readConfig } from '../kit/config.ts'
import type { World } from '../kit/world.ts'
import { Complaint } from './complaint.ts'
import { openCliWorld } from './open-cli-world.ts'
import { type Shell, ShellCommand } from './shell.ts'
import type { Told } from './told.ts'

/** What every command has. */
export interface Doorstep {
  readonly config: Config
  readonly shell: Shell
  readonly isJson: boolean
}

/** Where most commands work: the same database as the server, as the product itself. */
export interface Desk extends Doorstep {
  readonly world: World
  readonly caller: System
}

type Action<Sent extends unknown[]> = (this: Command, ...sent: Sent) => Promise<void>

/** The action of a command that works on the database, whether a server runs beside it or not. */
export const inWorld = <Sent extends unknown[]>(work: (desk: Desk, ...sent: Sent) => Promise<Told>): Action<Sent> =>
  async function (...sent) {
    const doorstep = doorstepOf(this)
    const world = await openCliWorld(doorstep.config, doorstep.shell)
    try {
      const caller = { kind: 'system', reason: `cli: ${pathOf(this)}` } as const
      say(await work({ ...doorstep, world, caller }, ...sent), doorstep)
    } finally {
      await world.db.close()
    }
  }

/** The action of a command that opens what it needs by itself. */
export const onItsOwn = <Sent extends unknown[]>(
  work: (doorstep: Doorstep, ...sent: Sent) => Promise<Told>,
): Action<Sent> =>
  async function (...sent) {
    const doorstep = doorstepOf(this)
    say(await work(doorstep, ...sent), doorstep)
  }

/** The environment of the server configures; `--data` stands before it. */
function doorstepOf(command: Command): Doorstep {
  if (!(command instanceof ShellCommand)) throw new Error(`The command ${command.name()} stands outside of the program`)
  const { data, json }: { data?: string; json?: boolean } = command.optsWithGlobals()
  const { shell } = command
  const config = readConfig(data === undefined ? shell.env : { ...shell.env, TULIPWOOD_DATA: data })
  return { config, shell, isJson: json === true }
}

/** `user create`, without the name of the program. */
function pathOf(command: Command): string {
  const above = command.parent
  return above === null || above.parent === null ? command.name() : `${pathOf(above)} ${command.name()}`
}

function say({ lines, json, complaints = [] }: Told, { isJson, shell }: Doorstep): void {
  const text = !isJson ? lines.join('\n') : json === null ? '' : JSON.stringify(json, null, 2)
  if (text !== '') shell.out(`${text}\n`)
  if (complaints.length > 0) throw new Complaint(complaints.join('\n'))
}
