import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '../../src/kit/values/ids.ts'
import { createAccessKey } from '../../src/sign-in/commands/create-access-key.ts'
import { sweepSessions } from '../../src/sign-in/commands/sweep-sessions.ts'
import { alwaysOnEachDatabase } from '../kit/server.ts'
import { adminPassword } from '../kit/server-database.ts'
import { createSharedDatabase, type Node, type SharedDatabase } from '../kit/shared-database.ts'

const limit = 4

alwaysOnEachDatabase((dialect) => {
  describe('the limit of failed sign-ins on two nodes', () => {
    let database: SharedDatabase
    const nodes: Node[] = []
    const clock = { now: () => Math.floor(Date.now() / 1000) + clock.ahead, ahead: 0 }

    beforeAll(async () => {
      database = await createSharedDatabase(dialect, clock as never)
      const env = { TULIPWOOD_ADMIN_PASSWORD: adminPassword }
      nodes.push(await database.start(env), await database.start(env))
      const by = { kind: 'system', reason: 'test' } as const
      const draft = { user: 101 as UserId, description: 'test', scopes: ['write:rest'], expiresOn: null }
      const key = (await createAccessKey((nodes[0] as Node).world, by, draft)).identifier
      const { statusCode } = await (nodes[0] as Node).app.inject({
        method: 'PATCH',
        url: '/api/site_settings',
        headers: { 'x-auth-accesskey': key },
        payload: { failed_sign_ins_per_minute: limit },
      })
      expect(statusCode).toBe(200)
    })
    afterAll(() => database.remove())

    /** Signs in from an IP address on the nodes in turn; returns the statuses. */
    const signIn = (address: string, password: (n: number) => string, times: number): Promise<number[]> =>
      Promise.all(
        Array.from({ length: times }, async (_, n) => {
          const node = nodes[n % nodes.length] as Node
          const payload = { username: 'admin', password: password(n) }
          const sent = { method: 'POST', url: '/api/tokens', payload, remoteAddress: address } as const
          return (await node.app.inject(sent)).statusCode
        }),
      )
    const guess = (n: number) => `guess ${n}`

    it('holds for both together, also for concurrent attempts', async () => {
      const statuses = await signIn('192.0.2.1', guess, 3 * limit)
      expect(statuses.filter((status) => status === 401)).toHaveLength(limit)
      expect(statuses.filter((status) => status === 429)).toHaveLength(2 * limit)
      expect(await signIn('192.0.2.1', () => adminPassword, 2)).toEqual([429, 429])
    })

    it('does not affect other IP addresses, whose sign-in does not help a guesser, and ends after a minute', async () => {
      expect(await signIn('192.0.2.2', () => adminPassword, 2)).toEqual([200, 200])
      expect(await signIn('192.0.2.1', () => adminPassword, 2)).toEqual([429, 429])
      clock.ahead += 61
      expect(await signIn('192.0.2.1', () => adminPassword, 2)).toEqual([200, 200])
    })

    it('does not count successful attempts', async () => {
      for (let n = 0; n < 2 * limit; n++)
        expect(await signIn('192.0.2.3', () => adminPassword, 1), `${n}`).toEqual([200])
    })

    it('holds for all addresses of an IPv6 network together', async () => {
      clock.ahead += 3600
      const statuses = []
      for (let n = 1; n <= limit + 2; n++) statuses.push(...(await signIn(`2001:db8:0:7::${n}`, guess, 1)))
      expect(statuses).toEqual([...Array(limit).fill(401), 429, 429])
      expect(await signIn('2001:db8:0:8::1', guess, 1)).toEqual([401])
    })

    it('allows three times as many in an hour from one IP address, and ten times as many from all', async () => {
      clock.ahead += 3600
      const first = []
      for (let n = 0; n < 4; n++) {
        first.push(...(await signIn('198.51.100.1', guess, limit)))
        clock.ahead += 60
      }
      expect(first.filter((status) => status === 401)).toHaveLength(3 * limit)
      const others = []
      for (let n = 2; n < 10; n++) others.push(...(await signIn(`198.51.100.${n}`, guess, limit)))
      expect(others.filter((status) => status === 401)).toHaveLength(7 * limit)
      expect(await signIn('198.51.100.20', () => adminPassword, 1)).toEqual([429])
      clock.ahead += 3600
      expect(await signIn('198.51.100.20', () => adminPassword, 1)).toEqual([200])
    })

    it('leaves no rows of attempts that no longer count', async () => {
      await signIn('192.0.2.4', guess, 1)
      const { world } = nodes[0] as Node
      const loadKeys = () => world.db.read.selectFrom('sign_in_attempts').select('key').execute()
      expect((await loadKeys()).length).toBeGreaterThanOrEqual(2)
      clock.ahead += 3601
      await sweepSessions(world)
      expect(await loadKeys()).toEqual([])
    })
  })
})
