import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { UserId } from '../../src/kit/values/ids.ts'
import { createAccessKey } from '../../src/sign-in/commands/create-access-key.ts'
import { adminPassword } from '../kit/server-database.ts'
import { createSharedDatabase, type Node, type SharedDatabase } from '../kit/shared-database.ts'
import { createUnreliableNetwork, type UnreliableNetwork } from '../kit/unreliable-network.ts'

const system = { kind: 'system', reason: 'test' } as const

describe.skipIf(inject('postgresUrl') === null)('while PostgreSQL fails over', () => {
  let database: SharedDatabase
  let network: UnreliableNetwork
  let node: Node
  let headers: Record<string, string>

  beforeAll(async () => {
    database = await createSharedDatabase('postgres')
    const url = new URL(database.env.DATABASE_URL)
    network = await createUnreliableNetwork(`http://${url.host}`)
    url.port = new URL(network.endpoint).port
    node = await database.start({
      DATABASE_URL: url.href,
      TULIPWOOD_DATABASE_WAIT: '60',
      TULIPWOOD_ADMIN_PASSWORD: adminPassword,
    })
    const draft = { user: 101 as UserId, description: 'test', scopes: ['write:rest'], expiresOn: null }
    headers = { 'x-auth-accesskey': (await createAccessKey(node.world, system, draft)).identifier }
  })
  afterAll(async () => {
    network.setUnavailable(false)
    await database.remove()
    await network.close()
  })

  const createUser = (login: string, more: Record<string, string> = {}) =>
    node.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: { ...headers, ...more },
      payload: { username: login, real_name: login, email: `${login}@example.com` },
    })
  const countUsers = async (login: string): Promise<number> => {
    const query = { query: JSON.stringify({ username: login }) }
    return (await node.app.inject({ url: '/api/users', headers, query })).json().length
  }
  const getHealth = async () => (await node.app.inject('/health')).statusCode

  it('lets reads and writes wait, and answers them once the database is back', async () => {
    await createUser('earlier')
    network.setUnavailable(true)
    const reads = [countUsers('earlier'), countUsers('earlier')]
    const writes = [createUser('waiting'), createUser('keyed', { 'idempotency-key': randomUUID() })]
    await expect.poll(getHealth).toBe(503)
    expect((await node.app.inject('/health/ready')).statusCode).toBe(200)
    // A request during the outage.
    writes.push(createUser('newer'))
    network.setUnavailable(false)
    expect(await Promise.all(reads)).toEqual([1, 1])
    expect((await Promise.all(writes)).map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(await Promise.all(['waiting', 'keyed', 'newer'].map(countUsers))).toEqual([1, 1, 1])
  })

  it('reports the outage on /metrics', async () => {
    network.setUnavailable(true)
    const waiting = countUsers('absent')
    const readUp = async () => /^tulipwood_database_up (.*)$/m.exec((await node.app.inject('/metrics')).body)?.[1]
    await expect.poll(readUp).toBe('0')
    network.setUnavailable(false)
    expect(await waiting).toBe(0)
    await expect.poll(readUp).toBe('1')
    expect((await node.app.inject('/metrics')).body).toMatch(/^tulipwood_database_outages_total [1-9]/m)
  })

  it('returns 503 for an unknown commit, and the same key returns what it has created', async () => {
    const key = { 'idempotency-key': randomUUID() }
    network.loseResponseTo('commit\0')
    const unknown = await createUser('unknown', key)
    expect([unknown.statusCode, unknown.headers['retry-after']]).toEqual([503, '5'])
    expect(unknown.json().error.message).toBe(
      'Service Unavailable: The database was lost while the change was saved: it may have happened or not. Send the request again with the same Idempotency-Key, or look at the result before you send it again.',
    )
    const repeated = await createUser('unknown', key)
    expect([repeated.statusCode, repeated.headers['idempotency-replayed']]).toEqual([201, 'true'])
    expect(await countUsers('unknown')).toBe(1)
  })
})
