import { describe, expect, inject, it } from 'vitest'
import { createTestDatabase, describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { createUnreliableNetwork } from '../../../test/kit/unreliable-network.ts'
import { runForClient } from '../../kit/concurrency/waiting-client.ts'
import { type Database, openDatabase, type Tx } from './db.ts'

const clientWith = ({ signal }: AbortController) => ({ signal, address: '192.0.2.7' })
const clientLeft = new Error('The client has left')
const insert = (tx: Tx, name: string) => tx.insertInto('setting').values({ name, value: '1' }).execute()
const count = async (db: Database, name: string): Promise<number> =>
  (await db.read.selectFrom('setting').select('name').where('name', '=', name).execute()).length

describeOnEachDatabase((place) => {
  it('a write is not begun, or not committed, once its client has left', async () => {
    const db = await place.open()
    const controller = new AbortController()
    const works: string[] = []
    const during = runForClient(clientWith(controller), () =>
      db.write(async (tx) => {
        works.push('during')
        await insert(tx, 'during')
        controller.abort(clientLeft)
      }),
    )
    await expect(during).rejects.toBe(clientLeft)
    const after = runForClient(clientWith(controller), () =>
      db.write(async (tx) => {
        works.push('after')
        await insert(tx, 'after')
      }),
    )
    await expect(after).rejects.toBe(clientLeft)
    await runForClient(clientWith(new AbortController()), () => db.write((tx) => insert(tx, 'other')))
    expect(works).toEqual(['during'])
    expect(await Promise.all(['during', 'after', 'other'].map((name) => count(db, name)))).toEqual([0, 0, 1])
  })
})

describe.skipIf(inject('postgresUrl') === null)('a write that waits for PostgreSQL', () => {
  const place = createTestDatabase('postgres')

  it('is not carried out if its client leaves meanwhile', async () => {
    const direct = await place.open()
    const url = new URL(place.options().url ?? '')
    const network = await createUnreliableNetwork(`http://${url.host}`)
    url.port = new URL(network.endpoint).port
    const db = await openDatabase({ url: url.href, outageWaitMs: 60_000 })
    const controller = new AbortController()
    network.setUnavailable(true)
    const abandoned = runForClient(clientWith(controller), () => db.write((tx) => insert(tx, 'abandoned')))
    const present = db.write((tx) => insert(tx, 'present'))
    await expect.poll(() => db.isReachable()).toBe(false)
    controller.abort(clientLeft)
    network.setUnavailable(false)
    await expect(abandoned).rejects.toBe(clientLeft)
    await present
    expect(await Promise.all(['abandoned', 'present'].map((name) => count(direct, name)))).toEqual([0, 1])
    await db.close()
    await network.close()
  })
})
