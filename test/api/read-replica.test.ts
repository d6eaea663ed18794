import { rm } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createApp } from '../../src/app/start/assemble.ts'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { IdSetCache } from '../../src/database/changes/id-set-cache.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import type { UserId } from '../../src/kit/values/ids.ts'
import { createAccessKey } from '../../src/sign-in/commands/create-access-key.ts'
import type { World } from '../../src/world/model/world.ts'
import { createDatabaseDirectory } from '../kit/database-directory.ts'
import { createPostgresServer, type PostgresServer, type StreamingReplica } from '../kit/postgres-server.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'

const system = { kind: 'system', reason: 'test' } as const

describe.skipIf(inject('postgresUrl') === null)('two nodes with a replica for reads', () => {
  let postgres: PostgresServer
  let replica: StreamingReplica
  let directory: string
  const worlds: World[] = []
  const nodes: FastifyInstance[] = []
  let headers: Record<string, string>
  let project: ProjectFixture

  const open = async (more: Readonly<Record<string, string>> = {}): Promise<World> => {
    const env = { TULIPWOOD_DATA: directory, DATABASE_URL: postgres.url, ...more }
    const opened = await openWorld(readConfig(env), { log: pino({ level: 'silent' }) })
    // Every page is a query.
    const world = { ...opened, idSets: new IdSetCache(opened.db, { megabytes: 0 }) }
    worlds.push(world)
    return world
  }
  const create = async (node: FastifyInstance, title: string): Promise<number> => {
    const values = [{ field_id: project.fields.get('title'), value: title }]
    const payload = { tracker: { id: project.trackers.get('note') }, values }
    return (await node.inject({ method: 'POST', url: '/api/artifacts', headers, payload })).json().id
  }
  const exportTitles = async (node: FastifyInstance): Promise<string> => {
    const url = `/api/trackers/${project.trackers.get('note')}/artifact_export?format=csv&fields=title`
    return (await node.inject({ url, headers })).body
  }
  const findIds = async (node: FastifyInstance, text: string): Promise<number[]> => {
    const url = `/api/trackers/${project.trackers.get('note')}/artifacts`
    const query = { expert_query: `title = '${text}'` }
    return (await node.inject({ url, headers, query })).json().map(({ id }: { id: number }) => id)
  }
  const countReads = () => worlds.map(({ db }) => db.statistics().replica)
  const runOnReplica = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: replica.url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  beforeAll(async () => {
    postgres = await createPostgresServer()
    directory = await createDatabaseDirectory('tulipwood-replica-')
    const first = await open()
    await prepareFirstStart(first)
    const draft = { user: 101 as UserId, description: 'test', scopes: ['write:rest'], expiresOn: null }
    headers = { 'x-auth-accesskey': (await createAccessKey(first, system, draft)).identifier }
    project = await createProjectFixture({ world: first }, 'notes', {
      trackers: () => [
        createTrackerDefinition('note', [createFieldDefinition('string', 'title')], { title: { field: 'title' } }),
      ],
    })
    await first.db.close()
    worlds.length = 0
    replica = await postgres.startReplica()
    for (let n = 0; n < 2; n++) nodes.push(await createApp(await open({ TULIPWOOD_DATABASE_READ_URL: replica.url })))
  })
  afterAll(async () => {
    for (const node of nodes) await node.close()
    for (const { db } of worlds) await db.close()
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  })

  it('lists and exports what the other node has just created', async () => {
    const [one, two] = nodes
    if (one === undefined || two === undefined) throw new Error('Both nodes must run')
    for (let n = 0; n < 10; n++) {
      const id = await create(one, `Round ${n}`)
      expect(await findIds(two, `Round ${n}`)).toEqual([id])
      expect(await exportTitles(two)).toContain(`Round ${n}`)
    }
    const [, reads] = countReads()
    expect(reads?.replica).toBeGreaterThan(20)
    const { body } = await two.inject('/metrics')
    expect(body).toMatch(/^tulipwood_database_long_reads_total\{server="replica"\} [1-9]/m)
  })

  it('exports from the primary while the replica is paused or lost', async () => {
    const [one, two] = nodes
    if (one === undefined || two === undefined) throw new Error('Both nodes must run')
    await runOnReplica('select pg_wal_replay_pause()')
    await create(one, 'While paused')
    expect(await exportTitles(two)).toContain('While paused')
    await replica.kill()
    await create(one, 'While lost')
    expect(await exportTitles(two)).toContain('While lost')
    expect((await two.inject('/health')).statusCode).toBe(200)
  })
})
