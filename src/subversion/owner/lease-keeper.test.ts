import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createTestDatabase } from '../../../test/kit/each-database.ts'
import type { Database } from '../../database/db/db.ts'
import { nodePermit } from '../../kit/messages/system-permits.ts'
import { acquireLease, endLease, findLease, isLeaseHeld, renewLease } from '../store/lease.ts'
import { LeaseKeeper } from './lease-keeper.ts'

describe.skipIf(inject('postgresUrl') === null)('the lease of the repositories', () => {
  const database = createTestDatabase('postgres')
  let db: Database
  const keepers: LeaseKeeper[] = []

  beforeEach(async () => {
    db ??= await database.open()
    await db.write((tx) => tx.deleteFrom('svn_lease').execute())
  })
  afterEach(async () => {
    for (const keeper of keepers.splice(0)) await keeper.stop()
  })

  const request = (
    holder: string,
    more: { minFence?: number; abandoned?: { holder: string; fence: number } } = {},
  ) => ({
    holder,
    address: `http://${holder}.example`,
    token: `token of ${holder}`,
    termMs: 60_000,
    minFence: more.minFence ?? 1,
    abandoned: more.abandoned,
  })
  const acquire = (...parameters: Parameters<typeof request>) =>
    db.write((tx) => acquireLease(tx, nodePermit, request(...parameters)))
  const expire = () => db.write((tx) => tx.updateTable('svn_lease').set({ ends_at: 1 }).execute())

  it('one of several nodes acquires it when all try at the same time, and no other one while it runs', async () => {
    const nodes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    for (const turn of [1, 2, 3]) {
      const fences = await Promise.all(nodes.map((node) => acquire(node)))
      expect(fences.filter((fence) => fence !== undefined)).toEqual([turn])
      expect(await findLease(db.read)).toMatchObject({ holder: nodes[fences.indexOf(turn)], fence: turn })
      await expire()
    }
  })

  it('the number only grows, also above one that the database has lost', async () => {
    expect(await acquire('a')).toBe(1)
    await db.write((tx) => endLease(tx, nodePermit, { holder: 'a', fence: 1 }))
    expect(await acquire('a')).toBe(2)
    await expire()
    expect(await acquire('b', { minFence: 40 })).toBe(40)
    await expire()
    expect(await acquire('c', { minFence: 7 })).toBe(41)
  })

  it('a lease that has ended cannot be renewed, nor one that another node took over', async () => {
    await acquire('a')
    const lease = { holder: 'a', fence: 1 }
    expect(await db.write((tx) => renewLease(tx, nodePermit, lease, 60_000))).toBe(true)
    expect(await isLeaseHeld(db.read, lease)).toBe(true)
    await expire()
    expect(await isLeaseHeld(db.read, lease)).toBe(false)
    expect(await db.write((tx) => renewLease(tx, nodePermit, lease, 60_000))).toBe(false)
    await acquire('b')
    expect(await db.write((tx) => renewLease(tx, nodePermit, lease, 60_000))).toBe(false)
    await db.write((tx) => endLease(tx, nodePermit, lease))
    expect(await isLeaseHeld(db.read, { holder: 'b', fence: 2 })).toBe(true)
  })

  it('a node takes over from a process that has ended only if no other one did so before', async () => {
    await acquire('a')
    const abandoned = { holder: 'a', fence: 1 }
    const fences = await Promise.all(['b', 'c', 'd'].map((node) => acquire(node, { abandoned })))
    expect(fences.filter((fence) => fence !== undefined)).toEqual([2])
  })

  function createKeeper(holder: string, termMs: number, preparation?: Promise<void>) {
    const events: string[] = []
    const keeper = new LeaseKeeper({
      db,
      log: pino({ level: 'silent' }),
      termMs,
      address: `http://${holder}.example`,
      holder,
      loadLastFence: async () => 0,
      prepare: async ({ fence }) => {
        events.push(`prepare ${fence}`)
        await preparation
      },
      onAcquired: ({ fence }) => void events.push(`acquired ${fence}`),
      onLost: () => void events.push('lost'),
    })
    keepers.push(keeper)
    keeper.start()
    return { keeper, events }
  }

  it('a node keeps it for many terms, and another one gets it as soon as the first one stops', async () => {
    const first = createKeeper('a', 300)
    await expect.poll(() => first.keeper.heldLease?.fence).toBe(1)
    const second = createKeeper('b', 300)
    await wait(1500)
    expect([first.events, second.events]).toEqual([['prepare 1', 'acquired 1'], []])
    await first.keeper.stop()
    expect(first.events).toEqual(['prepare 1', 'acquired 1', 'lost'])
    await expect.poll(() => second.events).toEqual(['prepare 2', 'acquired 2'])
  })

  it('a node recognizes its token while it prepares to serve, and after it has ended the lease', async () => {
    const preparation = Promise.withResolvers<void>()
    const { keeper, events } = createKeeper('a', 60_000, preparation.promise)
    await expect.poll(() => events).toEqual(['prepare 1'])
    const lease = await findLease(db.read)
    const token = lease?.token ?? ''
    expect([keeper.heldLease, keeper.hasRequested(token)]).toEqual([undefined, true])
    preparation.resolve()
    await expect.poll(() => keeper.heldLease?.token).toBe(token)
    await keeper.stop()
    expect([keeper.hasRequested(token), keeper.hasRequested('a'.repeat(64))]).toEqual([true, false])
  })

  it('a node that cannot renew it in time loses it before another one can acquire it', async () => {
    const { keeper, events } = createKeeper('a', 600)
    await expect.poll(() => keeper.heldLease?.fence).toBe(1)
    await db.write(async (tx) => {
      await sql`select * from svn_lease for update`.execute(tx)
      await expect.poll(() => events).toEqual(['prepare 1', 'acquired 1', 'lost'])
      expect(keeper.heldLease).toBeUndefined()
      // The database would still let it continue.
      expect((await findLease(tx))?.fence).toBe(1)
    })
    await expect.poll(() => keeper.heldLease?.fence).toBe(2)
  })

  it('a node that was replaced stops at its next renewal', async () => {
    const { keeper, events } = createKeeper('a', 3000)
    await expect.poll(() => keeper.heldLease?.fence).toBe(1)
    await acquire('b', { abandoned: { holder: 'a', fence: 1 } })
    await expect.poll(() => events).toEqual(['prepare 1', 'acquired 1', 'lost'])
    expect(keeper.heldLease).toBeUndefined()
  })
})
