import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { findAccount } from '../../src/accounts/store/accounts.ts'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import type { UserId } from '../../src/kit/values/ids.ts'
import { createWebhook } from '../../src/notifications/commands/create-webhook.ts'
import { trackerWebhooks } from '../../src/notifications/commands/tracker-webhooks.ts'
import { createAccessKey } from '../../src/sign-in/commands/create-access-key.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { createBugProject } from '../kit/bug-tracker-fixture.ts'
import { getRounds } from '../kit/rounds.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { alwaysOnEachDatabase, type Dialect } from '../kit/server.ts'
import { adminPassword, createServerDatabase } from '../kit/server-database.ts'
import { startWebhookReceiver } from '../kit/webhook-receiver.ts'

/** Number of kills; a drill sets a higher one. */
const kills = getRounds('TULIPWOOD_KILLS', { quick: 1, full: 3 })
const clients = 4
const admin = 101 as UserId
const system = { kind: 'system', reason: 'test' } as const

/** Creates a database with a project that has a webhook. */
async function createHome(dialect: Dialect, hook: string) {
  const database = await createServerDatabase(dialect, 'furnished')
  const env = {
    ...database.env,
    TULIPWOOD_PORT: '0',
    TULIPWOOD_ADMIN_PASSWORD: adminPassword,
    TULIPWOOD_LOG: 'silent',
  }
  const open = () => openWorld(readConfig(env), { log: pino({ level: 'silent' }) })
  const world = await open()
  await prepareFirstStart(world)
  await changeSettings(world, system, { outgoing_private_addresses: true })
  const bugs = await createBugProject(world, {
    shortName: 'bugs',
    access: 'public',
    members: [admin],
    administrators: [admin],
  })
  await world.cache.refresh()
  const account = await findAccount(world, admin)
  if (account === undefined) throw new Error('The administrator is missing')
  const webhook = { url: hook, events: ['create'], format: 'json', isEnabled: true, secret: undefined } as const
  await createWebhook(world, account.writing, trackerWebhooks, bugs.tracker, webhook)
  const key = { user: admin, description: 'test', scopes: ['write:rest'], expiresOn: null }
  const { identifier } = await createAccessKey(world, system, key)
  await world.db.close()
  return {
    env,
    open,
    bugs,
    headers: { 'content-type': 'application/json', 'x-auth-accesskey': identifier },
    remove: () => database.remove(),
  }
}

async function serve(env: Readonly<Record<string, string>>): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, ['src/server.ts'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  server.stdout?.on('data', (chunk) => {
    output += chunk
  })
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/ready at http:\/\/127\.0\.0\.1:\d+/)
  } catch (problem) {
    server.kill('SIGKILL')
    throw problem
  }
  return { server, url: /ready at (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1] ?? '' }
}

alwaysOnEachDatabase((dialect) => {
  describe('a server that is killed repeatedly while it writes and sends webhooks', () => {
    const receiver = startWebhookReceiver()

    it('delivers every change and nothing else', { timeout: 300_000 }, async () => {
      const home = await createHome(dialect, receiver.url)
      const { bugs, headers } = home
      const body = JSON.stringify({
        tracker: { id: bugs.tracker },
        values: [
          { field_id: bugs.title, value: 'It crashes' },
          { field_id: bugs.status, bind_value_ids: [bugs.open] },
        ],
      })
      const acknowledged = new Set<number>()
      /** Creates artifacts until the server is gone. */
      async function write(url: string): Promise<void> {
        for (;;) {
          const response = await fetch(`${url}/api/artifacts`, { method: 'POST', headers, body })
          if (response.status === 201) acknowledged.add(((await response.json()) as { id: number }).id)
        }
      }

      for (let round = 0; round < kills; round++) {
        const { server, url } = await serve(home.env)
        const before = acknowledged.size
        const writing = Array.from({ length: clients }, () => write(url).catch(() => undefined))
        await expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before)
        await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 500))
        server.kill('SIGKILL')
        await once(server, 'exit')
        await Promise.all(writing)
      }

      const world = await home.open()
      try {
        const idsIn = async (table: 'artifact' | 'change') => {
          const column = table === 'artifact' ? 'id' : 'artifact_id'
          const rows = await world.db.read.selectFrom(table).select(`${column} as id`).orderBy('id').execute()
          return rows.map(({ id }) => Number(id))
        }
        const artifacts = await idsIn('artifact')
        expect(acknowledged.size).toBeGreaterThan(kills)
        expect(acknowledged.difference(new Set(artifacts))).toEqual(new Set())
        expect(await idsIn('change')).toEqual(artifacts)

        // Jobs of the killed servers are available again when their locks expire.
        await runJobs(world, { later: 700 })
        const states = await world.db.read
          .selectFrom('webhook_delivery')
          .innerJoin('change', 'change.id', 'webhook_delivery.change_id')
          .select(['artifact_id', 'status'])
          .orderBy('artifact_id')
          .execute()
        expect(states).toEqual(artifacts.map((artifact_id) => ({ artifact_id, status: 'delivered' })))
        const delivered = receiver.take().map((received): number => JSON.parse(received.body).id)
        expect(new Set(delivered)).toEqual(new Set(artifacts))
      } finally {
        await world.db.close()
        await home.remove()
      }
    })
  })
})
