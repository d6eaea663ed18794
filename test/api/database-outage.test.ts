import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { routes } from '../../src/app/slices/routes.ts'
import { slices } from '../../src/app/slices/slices.ts'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { splitIntoBatches } from '../../src/kit/concurrency/batches.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import type { UserId } from '../../src/kit/values/ids.ts'
import { createAccessKey } from '../../src/sign-in/commands/create-access-key.ts'
import { followEvents } from '../kit/event-stream.ts'
import { isFullMatrix } from '../kit/full-matrix.ts'
import { createPostgresServer, type PostgresServer } from '../kit/postgres-server.ts'
import { adminPassword } from '../kit/server-database.ts'
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts'

/** Each request waits for an attempt to connect, which takes longer than the rest of it. */
const concurrentRequests = 16

const system = { kind: 'system', reason: 'test' } as const

/** Returns the URL with a value for each parameter. */
const urlWithValues = (url: string): string => url.replace(/:[a-z_]+/gi, '1').replace('*', 'x')

describe.skipIf(inject('postgresUrl') === null)('a PostgreSQL outage', () => {
  let postgres: PostgresServer
  let server: ServerProcess
  let directory: string
  let headers: Record<string, string>

  beforeAll(async () => {
    postgres = await createPostgresServer()
    directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-outage-'))
    const env = {
      TULIPWOOD_DATA: directory,
      DATABASE_URL: postgres.url,
      TULIPWOOD_PORT: '0',
      TULIPWOOD_ADMIN_PASSWORD: adminPassword,
      // The first request of an outage waits, the others of a long one do not: database-failover.test.ts.
      TULIPWOOD_DATABASE_WAIT: '1',
      TULIPWOOD_LOG: 'fatal',
    }
    const world = await openWorld(readConfig(env), { log: pino({ level: 'silent' }) })
    await prepareFirstStart(world)
    const draft = { user: 101 as UserId, description: 'test', scopes: ['write:rest'], expiresOn: null }
    headers = { 'x-auth-accesskey': (await createAccessKey(world, system, draft)).identifier }
    await world.db.close()
    server = await startServerProcess(env)
  })
  afterAll(async () => {
    await server.kill()
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  })

  const json = { 'content-type': 'application/json' }
  const send = (method: string, url: string, body?: object) =>
    fetch(new URL(url, server.api), {
      method,
      headers: body === undefined ? headers : { ...headers, ...json },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
    })
  const createUser = (login: string) =>
    send('POST', '/api/users', { username: login, real_name: login, email: `${login}@example.com` })

  it('makes every route return 503 with Retry-After and ends streams; the server recovers without a restart', async () => {
    expect((await send('GET', '/health')).status).toBe(200)
    const stream = await followEvents(`${server.api}changes/stream`, headers)
    expect(stream.status).toBe(200)
    const before = await createUser('before')
    expect(before.status).toBe(201)

    await postgres.kill()
    await createUser('during')
    await stream.ended
    const health = await send('GET', '/health')
    expect([health.status, health.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await health.json()).toMatchObject({ live: true, ready: false })
    // The node still answers each request, so load balancers keep it.
    expect((await send('GET', '/health/ready')).status).toBe(200)
    const message = 'Service Unavailable: The database cannot be reached at the moment. Try again later.'
    const expectUnavailable = async ({ method, url }: (typeof routes)[number]): Promise<void> => {
      const route = `${method} ${url}`
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const response = await send(method, `/api${urlWithValues(url)}`, body)
      expect([route, response.status, response.headers.get('retry-after')]).toEqual([route, 503, '5'])
      expect([route, await response.json()]).toEqual([route, { error: { code: 503, message } }])
    }
    const tested = routes.filter((_, index) => isFullMatrix || index % 6 === 0)
    for (const batch of splitIntoBatches(tested, concurrentRequests)) await Promise.all(batch.map(expectUnavailable))
    for (const { methods, url } of slices.flatMap(({ endpoints = [] }) => endpoints)) {
      // These endpoints need no database.
      if (url.startsWith('/.well-known/') || methods[0] === undefined) continue
      const response = await send(methods.includes('GET') ? 'GET' : methods[0], urlWithValues(url))
      expect([url, response.status, response.headers.get('retry-after')]).toEqual([url, 503, '5'])
    }
    expect(server.hasEnded).toBe(false)

    await postgres.start()
    await expect.poll(async () => (await send('GET', '/health')).status).toBe(200)
    expect((await createUser('after')).status).toBe(201)
    const resumed = await followEvents(`${server.api}changes/stream`, headers)
    expect(resumed.status).toBe(200)
    resumed.close()
    expect(server.hasEnded).toBe(false)
  })

  it('makes concurrent writes return 201 or 503, and jobs run after it', async () => {
    const statuses = new Map<number, number>()
    const created: string[] = []
    let isOver = false
    const client = async (name: string): Promise<void> => {
      for (let n = 0; !isOver; n++) {
        const { status } = await createUser(`${name}_${n}`)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 201) created.push(`${name}_${n}`)
        if (status === 503) await sleep(20)
      }
    }
    const clients = ['ann', 'bob', 'cat', 'dan'].map(client)
    for (let round = 0; round < 3; round++) {
      await sleep(Math.random() * 300)
      await postgres.kill()
      await sleep(Math.random() * 200)
      await postgres.start()
    }
    await expect.poll(async () => (await send('GET', '/health')).status).toBe(200)
    isOver = true
    await Promise.all(clients)
    expect([...statuses.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([])
    for (const login of created) {
      const query = encodeURIComponent(JSON.stringify({ username: login }))
      const users = (await (await send('GET', `/api/users?query=${query}`)).json()) as unknown[]
      expect([login, users.length]).toEqual([login, 1])
    }
    expect(server.hasEnded).toBe(false)
    const project = { shortname: 'later', label: 'Later', is_public: true, template_id: 100 }
    const createdProject = await send('POST', '/api/projects', project)
    expect([createdProject.status, createdProject.status === 201 ? '' : await createdProject.text()]).toEqual([201, ''])
    const { id } = (await createdProject.json()) as { id: number }
    const exported = (await (await send('POST', `/api/projects/${id}/exports`, {})).json()) as { id: number }
    const readExport = async () => (await (await send('GET', `/api/project_exports/${exported.id}`)).json()) as object
    await expect.poll(readExport).toMatchObject({ status: 'done' })
  })
})
