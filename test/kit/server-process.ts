import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pino from 'pino'
import { findAccount } from '../../src/accounts/store/accounts.ts'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import type { TrackerId, UserId } from '../../src/kit/values/ids.ts'
import { createWebhook } from '../../src/notifications/commands/create-webhook.ts'
import { trackerWebhooks } from '../../src/notifications/commands/tracker-webhooks.ts'
import { createAccessKey } from '../../src/sign-in/commands/create-access-key.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import type { World } from '../../src/world/model/world.ts'
import { bumpRevision } from './bump-revision.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from './project-fixture.ts'
import type { Dialect } from './server.ts'
import { adminPassword, createServerDatabase } from './server-database.ts'

const system = { kind: 'system', reason: 'test' } as const
const admin = 101 as UserId

/** A server in its own process on its own port. */
export interface ServerProcess {
  /** `http://127.0.0.1:…/api/` */
  readonly api: string
  readonly pid: number
  /** Whether it has ended. */
  readonly hasEnded: boolean
  /** Ends it like a power failure. */
  kill(): Promise<void>
}

/** An installation in which a test starts server processes, with two trackers between which artifacts are moved. */
export interface ServerInstallation {
  readonly project: ProjectFixture
  readonly headers: Readonly<Record<string, string>>
  /** Environment variables of its processes. */
  readonly env: Readonly<Record<string, string>>
  openWorld(): Promise<World>
  /** `more`: environment variables of this process. */
  startServer(more?: Readonly<Record<string, string>>): Promise<ServerProcess>
  remove(): Promise<void>
}

const fieldsOf = (tracker: string) => [
  createFieldDefinition('string', `${tracker}:title`),
  createFieldDefinition('text', `${tracker}:details`),
  createFieldDefinition('int', `${tracker}:points`),
  createFieldDefinition('sb', `${tracker}:status`, {
    bind: createStaticBind([`${tracker} open`, ''], [`${tracker} done`, '']),
  }),
  createFieldDefinition('art_link', `${tracker}:links`, { properties: { can_edit_reverse_links: true } }),
]

/**
 * `webhookUrl`: URL that receives all changes; `followsChildren`: a story is done when all its tasks are done; `env`:
 * environment variables of all processes.
 */
export async function createInstallation(
  dialect: Dialect,
  {
    hook: webhookUrl,
    followsChildren = false,
    env: moreEnv = {},
  }: {
    readonly hook?: string
    readonly followsChildren?: boolean
    readonly env?: Readonly<Record<string, string>>
  } = {},
): Promise<ServerInstallation> {
  const database = await createServerDatabase(dialect, 'furnished')
  const env = {
    ...database.env,
    TULIPWOOD_PORT: '0',
    TULIPWOOD_ADMIN_PASSWORD: adminPassword,
    TULIPWOOD_LOG: 'error',
    ...moreEnv,
  }
  const openInstallation = () => openWorld(readConfig(env), { log: pino({ level: 'silent' }) })
  const world = await openInstallation()
  await prepareFirstStart(world)
  await changeSettings(world, system, { outgoing_private_addresses: true, artifacts_deletion_limit: 1_000_000 })
  const trackers = () => ['story', 'task'].map((name) => createTrackerDefinition(name, fieldsOf(name)))
  const project = await createProjectFixture({ world }, 'work', { members: [admin], administrators: [admin], trackers })
  if (followsChildren) await addParentTriggers(world, project)
  if (webhookUrl !== undefined) await addWebhooks(world, project, webhookUrl)
  const key = { user: admin, description: 'test', scopes: ['write:rest'], expiresOn: null }
  const { identifier } = await createAccessKey(world, system, key)
  await world.db.close()
  return {
    project,
    openWorld: openInstallation,
    env,
    headers: { 'content-type': 'application/json', 'x-auth-accesskey': identifier },
    startServer: (more = {}) => startServerProcess({ ...env, ...more }),
    remove: () => database.remove(),
  }
}

async function addParentTriggers(world: World, { fields, values, trackers }: ProjectFixture): Promise<void> {
  const end = (tracker: string, state: string) => ({
    field: fields.get(`${tracker}:status`),
    value: values.get(`${tracker} ${state}`),
  })
  const rule = (condition: string, state: string) => ({
    target_tracker_id: trackers.get('story') as TrackerId,
    definition: JSON.stringify({ condition, triggers: [end('task', state)], target: end('story', state) }),
  })
  await world.db.write(async (tx) => {
    await tx
      .insertInto('trigger_rule')
      .values([rule('all_of', 'done'), rule('at_least_one', 'open')])
      .execute()
    await bumpRevision(tx, 'trackers')
  })
}

async function addWebhooks(world: World, { trackers }: ProjectFixture, url: string): Promise<void> {
  await world.cache.refresh()
  const account = await findAccount(world, admin)
  if (account === undefined) throw new Error('Administrator not found')
  const events = ['create', 'update', 'delete'] as const
  for (const tracker of trackers.values())
    await createWebhook(world, account.writing, trackerWebhooks, tracker, {
      url,
      events,
      format: 'json',
      isEnabled: true,
      secret: undefined,
    })
}

const readyPattern = /ready at (http:\/\/127\.0\.0\.1:\d+)/

/** `wrapper`: a program with arguments that starts the server, like a shell's `exec "$@"`. */
export async function startServerProcess(
  env: Readonly<Record<string, string>>,
  wrapper: readonly string[] = [],
): Promise<ServerProcess> {
  const command = [...wrapper, process.execPath, 'src/server.ts']
  const child = spawn(command[0] ?? process.execPath, command.slice(1), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk
  })
  const exited = once(child, 'exit')
  const earlyExit = exited.then(([code]) => {
    throw new Error(`The server ended with ${code} before it was ready: ${output}`)
  })
  earlyExit.catch(() => undefined)
  while (!readyPattern.test(output)) await Promise.race([once(child.stdout, 'data'), earlyExit])
  return {
    api: `${readyPattern.exec(output)?.[1]}/api/`,
    pid: Number(child.pid),
    get hasEnded() {
      return child.exitCode !== null || child.signalCode !== null
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
