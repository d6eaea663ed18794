import type { FastifyInstance } from 'fastify'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/start/assemble.ts'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import type { UserId } from '../../src/kit/values/ids.ts'
import { sweepOAuth2 } from '../../src/oauth2/commands/sweep-oauth2.ts'
import type { World } from '../../src/world/model/world.ts'
import { createClock, type ManualClock } from '../kit/clock.ts'
import { authorizeTokens, createOAuth2Client, registerTestApp, signIn } from '../kit/oauth2.ts'
import { onEachDatabase } from '../kit/server.ts'
import { adminPassword, createServerDatabase } from '../kit/server-database.ts'

interface Node {
  readonly world: World
  readonly app: FastifyInstance
}

onEachDatabase((dialect) =>
  describe('keys that sign ID tokens', () => {
    const cleanups: (() => Promise<void>)[] = []
    afterEach(async () => {
      for (const clean of cleanups.splice(0).reverse()) await clean()
    })

    async function startNodes(clock: ManualClock, count: number, env: Record<string, string> = {}): Promise<Node[]> {
      const database = await createServerDatabase(dialect, 'furnished')
      cleanups.push(database.remove)
      const config = readConfig({ ...database.env, TULIPWOOD_ADMIN_PASSWORD: adminPassword, ...env })
      const all: Node[] = []
      for (let i = 0; i < count; i += 1) {
        // Each process has its own configuration.
        const world = await openWorld({ ...config }, { log: pino({ level: 'silent' }), clock })
        cleanups.push(() => world.db.close())
        await prepareFirstStart(world)
        const app = await createApp(world)
        cleanups.push(() => app.close())
        all.push({ world, app })
      }
      return all
    }

    async function idTokenOf(node: Node): Promise<string> {
      const app = await registerTestApp(node.world)
      const cookie = await signIn(node.world, 101 as UserId)
      return (await authorizeTokens(node, { app, cookie, scope: 'openid' }))['id_token'] ?? ''
    }
    const keysOf = async ({ app }: Node) => {
      const response = await app.inject({ url: '/oauth2/jwks' })
      expect(response.headers).toMatchObject({
        'content-type': 'application/json;charset=utf-8',
        'cache-control': 'max-age=120,public',
      })
      return response.json() as { keys: { kid: string }[] }
    }
    const verifies = (token: string, keys: Awaited<ReturnType<typeof keysOf>>, clock: ManualClock) =>
      jwtVerify(token, createLocalJWKSet(keys), { currentDate: new Date(clock.now() * 1000) }).then(
        () => true,
        () => false,
      )
    const kidOf = (token: string) => decodeProtectedHeader(token).kid

    it('are published without their private half', async () => {
      const [node] = (await startNodes(createClock(), 1)) as [Node]
      const { keys } = await keysOf(node)
      expect(keys).toEqual([
        { kty: 'RSA', alg: 'RS256', use: 'sig', kid: expect.any(String), n: expect.any(String), e: 'AQAB' },
      ])
      const rows = await node.world.db.read.selectFrom('signing_key').selectAll().execute()
      expect(rows[0]?.encrypted_private_jwk).toMatch(/^s1\./)
    })

    it('sign the claims of docs/api/oauth2.md §8, valid for two minutes', async () => {
      const clock = createClock()
      const [node] = (await startNodes(clock, 1)) as [Node]
      const app = await registerTestApp(node.world)
      const cookie = await signIn(node.world, 101 as UserId)
      const signedInOn = clock.now()
      clock.pass(100)
      const tokens = await authorizeTokens(node, { app, cookie, scope: 'openid', nonce: 'n' })
      const { payload, protectedHeader } = await jwtVerify(
        tokens['id_token'] ?? '',
        createLocalJWKSet(await keysOf(node)),
        { currentDate: new Date(clock.now() * 1000), issuer: 'http://localhost:80', audience: app.clientId },
      )
      expect(protectedHeader.alg).toBe('RS256')
      expect(payload).toEqual({
        iss: 'http://localhost:80',
        sub: '101',
        aud: app.clientId,
        iat: clock.now(),
        exp: clock.now() + 120,
        auth_time: signedInOn,
        nonce: 'n',
      })
    })

    it('sign for one hour; the next key is published before it signs, the previous one until its tokens expire', async () => {
      const clock = createClock()
      const [node] = (await startNodes(clock, 1)) as [Node]
      const first = await idTokenOf(node)
      clock.pass(3600 - 121)
      const cached = await keysOf(node)
      expect(cached.keys).toHaveLength(2)
      clock.pass(120)
      const last = await idTokenOf(node)
      expect(kidOf(last)).toBe(kidOf(first))
      clock.pass(1)
      const next = await idTokenOf(node)
      expect(kidOf(next)).not.toBe(kidOf(first))
      // A client that cached the list as long as allowed knows the present key and the previous one.
      expect(await verifies(next, cached, clock)).toBe(true)
      clock.pass(118)
      expect(await verifies(last, await keysOf(node), clock)).toBe(true)
      clock.pass(2)
      expect((await keysOf(node)).keys.map(({ kid }) => kid)).not.toContain(kidOf(first))
      await sweepOAuth2(node.world)
      clock.pass(10_000)
      await sweepOAuth2(node.world)
      expect(await node.world.db.read.selectFrom('signing_key').selectAll().execute()).toEqual([])
      // After a pause a new key is created immediately.
      const late = await idTokenOf(node)
      expect(await verifies(late, await keysOf(node), clock)).toBe(true)
    })

    it('are created once and are the same on every node', async () => {
      const clock = createClock()
      const [one, two] = (await startNodes(clock, 2)) as [Node, Node]
      const lists = await Promise.all([keysOf(one), keysOf(two), keysOf(one), keysOf(two)])
      for (const list of lists) expect(list).toEqual(lists[0])
      expect(lists[0]?.keys).toHaveLength(1)
      const tokens = await Promise.all([idTokenOf(one), idTokenOf(two)])
      for (const token of tokens)
        for (const node of [one, two]) expect(await verifies(token, await keysOf(node), clock)).toBe(true)
      clock.pass(3590)
      const later = await Promise.all([keysOf(one), keysOf(two)])
      expect(later[0]).toEqual(later[1])
      expect(later[0]?.keys).toHaveLength(2)
    })

    it('of one node are accepted, revoked and detected as reused on another node', async () => {
      const clock = createClock()
      const [one, two] = (await startNodes(clock, 2)) as [Node, Node]
      const app = await registerTestApp(one.world)
      const cookie = await signIn(one.world, 101 as UserId)
      const tokens = await authorizeTokens(one, { app, cookie, scope: 'openid offline_access read:project' })
      const headers = { authorization: `Bearer ${tokens['access_token']}` }
      expect((await two.app.inject({ url: '/api/projects', headers })).statusCode).toBe(200)
      expect((await createOAuth2Client(two).userinfo(tokens['access_token'])).json()).toEqual({ sub: '101' })
      const refreshRequest = { grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] }
      const responses = await Promise.all(
        [one, two].map((node) => createOAuth2Client(node).token(app.basic, refreshRequest)),
      )
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
      for (const node of [one, two])
        expect((await node.app.inject({ url: '/api/projects', headers })).statusCode).toBe(401)
    })

    it('that the node cannot decrypt cause server_error instead of a token', async () => {
      const clock = createClock()
      const [one] = (await startNodes(clock, 1, { TULIPWOOD_SECRET_KEY: 'a'.repeat(64) })) as [Node]
      await keysOf(one)
      const app = await registerTestApp(one.world)
      const cookie = await signIn(one.world, 101 as UserId)
      // The private key was encrypted with another secret key.
      await one.world.db.write((tx) =>
        tx
          .updateTable('signing_key')
          .set({ encrypted_private_jwk: `s1.${'0'.repeat(16)}.${'A'.repeat(60)}` })
          .execute(),
      )
      await expect(authorizeTokens(one, { app, cookie, scope: 'openid' })).resolves.toEqual({ error: 'server_error' })
    })
  }),
)
