import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createPostgresServer, type PostgresServer, type StreamingReplica } from '../../../test/kit/postgres-server.ts'
import { splitHosts } from '../../kit/text/split-hosts.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { findPrimaryUrl } from './find-primary-url.ts'

describe('splitHosts', () => {
  it.each([
    ['postgres://a/b', ['postgres://a/b']],
    [
      'postgres://u:p%40@a:1,b:2,[::1]:3/d?x=1,2',
      ['postgres://u:p%40@a:1/d?x=1,2', 'postgres://u:p%40@b:2/d?x=1,2', 'postgres://u:p%40@[::1]:3/d?x=1,2'],
    ],
    ['postgresql:///d', ['postgresql:///d']],
    ['postgres://u:a,b@h/d', ['postgres://u:a,b@h/d']],
  ])('splits %s', (url, urls) => {
    expect(splitHosts(url)).toEqual(urls)
  })
})

describe.skipIf(inject('postgresUrl') === null)('PostgreSQL with several hosts', () => {
  let primary: PostgresServer
  let replica: StreamingReplica
  let db: Database
  let url: string
  const count = async (): Promise<number> =>
    (await sql<{ n: number }>`select count(*) as n from setting`.execute(db.read)).rows[0]?.n ?? -1
  const add = (name: string) => db.write((tx) => tx.insertInto('setting').values({ name, value: '' }).execute())

  beforeAll(async () => {
    primary = await createPostgresServer()
    replica = await primary.startReplica()
    const hosts = [replica.url, primary.url].map((each) => new URL(each).host)
    // Nothing listens on the first one.
    url = `postgres://postgres@127.0.0.1:1,${hosts.join()}/postgres`
    db = await openDatabase({ url, outageWaitMs: 60_000 })
    await db.migrate()
  })
  afterAll(async () => {
    await db.close()
    await primary.stop()
  })

  it('uses the primary, wherever it is in the list', async () => {
    await add('first')
    expect(await count()).toBe(1)
    expect(await findPrimaryUrl(url)).toContain(new URL(primary.url).host)
  })

  it('uses the next primary after a failover, without an error', async () => {
    await add('second')
    const client = new pg.Client({ connectionString: replica.url })
    await client.connect()
    const replayed = async () => (await client.query('select count(*)::int as n from setting')).rows[0]?.n
    await expect.poll(replayed).toBe(2)
    await primary.kill()
    const writes = ['third', 'fourth'].map(add)
    await expect.poll(() => db.isReachable()).toBe(false)
    await client.query('select pg_promote()')
    await client.end()
    await Promise.all(writes)
    expect(await count()).toBe(4)
    expect(db.statistics().outages).toBe(1)
  })

  it('reports the error of the first host if none can be used', async () => {
    const refused = openDatabase({ url: 'postgres://postgres@127.0.0.1:1,127.0.0.1:2/postgres', outageWaitMs: 0 })
    await expect(refused).rejects.toThrow('127.0.0.1:1')
  })
})
