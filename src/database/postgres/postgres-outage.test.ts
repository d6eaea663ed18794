import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createTestDatabase } from '../../../test/kit/each-database.ts'
import { createUnreliableNetwork, type UnreliableNetwork } from '../../../test/kit/unreliable-network.ts'
import { DatabaseLostError, UnknownCommitError } from '../../kit/messages/outage.ts'
import { type Database, openDatabase, type Reader, type Tx } from '../db/db.ts'

describe.skipIf(inject('postgresUrl') === null)('PostgreSQL behind a network that fails', () => {
  const place = createTestDatabase('postgres')
  let direct: Database
  let network: UnreliableNetwork
  let db: Database

  const openThroughNetwork = (outageWaitMs?: number): Promise<Database> => {
    const url = new URL(place.options().url ?? '')
    url.port = new URL(network.endpoint).port
    return openDatabase({ url: url.href, outageWaitMs })
  }
  beforeEach(async () => {
    direct = await place.open()
    network = await createUnreliableNetwork(`http://${new URL(place.options().url ?? '').host}`)
    db = await openThroughNetwork(60_000)
  })
  afterEach(async () => {
    await db.close()
    await network.close()
  })

  const insert = (tx: Tx, name: string) => tx.insertInto('setting').values({ name, value: '1' }).execute()
  const names = async (reader: Reader, name: string) =>
    (await reader.selectFrom('setting').select('name').where('name', '=', name).execute()).length

  it('lets reads, snapshots and writes wait until the database is back', async () => {
    network.setUnavailable(true)
    const works = [
      names(db.read, 'waited'),
      db.snapshot((reader) => names(reader, 'waited')),
      db.write((tx) => insert(tx, 'waited')),
    ]
    await expect.poll(() => db.isReachable()).toBe(false)
    network.setUnavailable(false)
    await Promise.all(works)
    expect(await names(direct.read, 'waited')).toBe(1)
    expect(await db.isReachable()).toBe(true)
  })

  it('runs a write again that lost its connection before the commit', async () => {
    let runs = 0
    const result = await db.write(async (tx) => {
      await insert(tx, 'once')
      if (++runs === 1) network.disconnect()
      // The error of a lost connection must not change its result.
      await names(tx, 'once').catch(() => {
        throw new TypeError('an error that the loss has caused')
      })
      return runs
    })
    expect(result).toBe(2)
    expect(await names(direct.read, 'once')).toBe(1)
  })

  it('does not repeat a write whose commit has no response', async () => {
    let runs = 0
    network.loseResponseTo('commit\0')
    const writing = db.write(async (tx) => {
      runs++
      await insert(tx, 'unknown')
    })
    await expect(writing).rejects.toThrow(UnknownCommitError)
    expect(runs).toBe(1)
    // The server may still execute what it has received.
    await expect.poll(() => names(direct.read, 'unknown')).toBe(1)
    expect(await names(db.read, 'unknown')).toBe(1)
  })

  it('does not wait for other servers that a write requests', async () => {
    let runs = 0
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const writing = db.write(async (tx) => {
      runs++
      await names(tx, 'other')
      throw refused
    })
    await expect(writing).rejects.toBe(refused)
    expect(runs).toBe(1)
  })

  it('fails when the time is over, and works again afterwards', async () => {
    const impatient = await openThroughNetwork(100)
    network.setUnavailable(true)
    await expect(impatient.write((tx) => insert(tx, 'late'))).rejects.toThrow(DatabaseLostError)
    await expect(names(impatient.read, 'late')).rejects.toThrow(DatabaseLostError)
    network.setUnavailable(false)
    await expect.poll(() => impatient.isReachable()).toBe(true)
    expect(await names(impatient.read, 'late')).toBe(0)
    await impatient.close()
  })
})
