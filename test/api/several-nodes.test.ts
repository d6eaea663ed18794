import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { createApp } from '../../src/app/start/assemble.ts'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import type { World } from '../../src/world/model/world.ts'
import { createDatabase } from '../kit/postgres-server.ts'
import { alwaysOnEachDatabase } from '../kit/server.ts'
import { createServerDatabase } from '../kit/server-database.ts'

const password = 'correct horse battery'
const basic = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` }

interface Node {
  readonly world: World
  readonly app: FastifyInstance
}

alwaysOnEachDatabase((dialect) =>
  describe('several nodes on one database', () => {
    const cleanups: (() => Promise<void>)[] = []
    afterEach(async () => {
      for (const clean of cleanups.splice(0).reverse()) await clean()
    })

    async function createEmptyDatabase(): Promise<Record<string, string>> {
      const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-nodes-'))
      cleanups.push(() => rm(directory, { recursive: true, force: true }))
      const adminUrl = inject('postgresUrl')
      if (dialect === 'sqlite' || adminUrl === null) return { TULIPWOOD_DATA: directory }
      const { url, drop } = await createDatabase(adminUrl)
      cleanups.push(drop)
      return { TULIPWOOD_DATA: directory, DATABASE_URL: url }
    }

    async function createSetUpDatabase(): Promise<Record<string, string>> {
      const { env, remove } = await createServerDatabase(dialect, 'furnished')
      cleanups.push(remove)
      return env
    }

    async function startNode(env: Readonly<Record<string, string>>): Promise<Node> {
      const world = await openWorld(readConfig({ ...env, TULIPWOOD_ADMIN_PASSWORD: password }), {
        log: pino({ level: 'silent' }),
      })
      cleanups.push(() => world.db.close())
      await prepareFirstStart(world)
      const app = await createApp(world)
      cleanups.push(() => app.close())
      return { world, app }
    }

    it('can start for the first time concurrently and set the database up once', async () => {
      const env = await createEmptyDatabase()
      const [one, two, three] = await Promise.all([startNode(env), startNode(env), startNode(env)])
      for (const { app } of [one, two, three]) {
        expect((await app.inject({ url: '/api/users/self', headers: basic })).json()).toMatchObject({
          id: 101,
          username: 'admin',
        })
      }
      const projects = await one.world.db.read.selectFrom('project').select('id').orderBy('id').execute()
      expect(projects.map(({ id }) => id)).toEqual([1, 100])
    })

    it('apply a setting that another node changed, from the next request on', async () => {
      const env = await createSetUpDatabase()
      const one = await startNode(env)
      const two = await startNode(env)
      const request = () => two.app.inject({ url: '/api/projects' })
      expect((await request()).statusCode).toBe(200)
      const change = await one.app.inject({
        method: 'PATCH',
        url: '/api/site_settings',
        headers: basic,
        payload: { access_mode: 'regular' },
      })
      expect(change.statusCode).toBe(200)
      expect((await request()).statusCode).toBe(401)
    })

    it('accept change feed tokens that another node issued', async () => {
      const env = await createSetUpDatabase()
      const one = await startNode(env)
      const two = await startNode(env)
      const request = ({ app }: Node, since: string) =>
        app.inject({ url: `/api/changes?since=${since}`, headers: basic })
      const { next } = (await request(one, '')).json()
      const response = await request(two, next)
      expect(response.statusCode).toBe(200)
      expect((await request(one, response.json().next)).statusCode).toBe(200)
    })

    it('reject a user who was suspended on another node', async () => {
      const env = await createSetUpDatabase()
      const one = await startNode(env)
      const two = await startNode(env)
      const created = await one.app.inject({
        method: 'POST',
        url: '/api/users',
        headers: basic,
        payload: { username: 'ada', email: 'ada@example.com', password: 'an engine of numbers' },
      })
      expect(created.statusCode).toBe(201)
      const { user_id: id, token } = (
        await one.app.inject({
          method: 'POST',
          url: '/api/tokens',
          payload: { username: 'ada', password: 'an engine of numbers' },
        })
      ).json()
      const request = () =>
        two.app.inject({ url: '/api/users/self', headers: { 'x-auth-token': token, 'x-auth-userid': id } })
      expect((await request()).statusCode).toBe(200)
      const suspended = await one.app.inject({
        method: 'PATCH',
        url: `/api/users/${id}`,
        headers: basic,
        payload: { values: { status: 'S' } },
      })
      expect(suspended.statusCode).toBe(200)
      expect((await request()).statusCode).toBe(403)
    })
  }),
)
