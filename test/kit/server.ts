import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pino, { type Logger } from 'pino'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { createUser } from '../../src/accounts/commands/create-user.ts'
import { createApp } from '../../src/app/start/assemble.ts'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import type { Database } from '../../src/database/db/db.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import type { UserId } from '../../src/kit/values/ids.ts'
import { createAccessKey } from '../../src/sign-in/commands/create-access-key.ts'
import type { Clock } from '../../src/world/model/ports.ts'
import type { World } from '../../src/world/model/world.ts'
import { assertMatchesOpenApi } from './assert-matches-openapi.ts'
import { isFullMatrix } from './full-matrix.ts'
import { adminPassword, createServerDatabase } from './server-database.ts'

export { adminPassword }
export type Dialect = Database['dialect']
type Json = unknown

export interface TestResponse {
  readonly status: number
  /** lower-case names */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The parsed body. */
  readonly body: any
}

export interface RequestOptions {
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
  /** Set if the response is not checked against the API description (URLs outside the API). */
  readonly skipsOpenApiCheck?: boolean
}

/** Sends requests as one user; `visitor` has no credentials. */
export interface TestClient {
  get(url: string, options?: RequestOptions): Promise<TestResponse>
  post(url: string, body?: Json, options?: RequestOptions): Promise<TestResponse>
  put(url: string, body?: Json, options?: RequestOptions): Promise<TestResponse>
  patch(url: string, body?: Json, options?: RequestOptions): Promise<TestResponse>
  delete(url: string, options?: RequestOptions): Promise<TestResponse>
  options(url: string, options?: RequestOptions): Promise<TestResponse>
  send(method: string, url: string, options?: RequestOptions): Promise<TestResponse>
}

export interface TestServer {
  readonly dialect: Dialect
  readonly world: World
  readonly app: FastifyInstance
  /** `admin` and users created with `createUser`; `visitor` has no credentials. */
  as(login: string): TestClient
  /** Creates a user with an access key; returns the id. */
  createUser(
    login: string,
    options?: {
      readonly status?: 'A' | 'R' | 'S' | 'D' | 'P'
      readonly password?: string
      readonly realName?: string
      readonly email?: string
    },
  ): Promise<UserId>
  idOf(login: string): UserId
  /** Authentication headers of a user; none for `visitor`. */
  credentials(login: string): Readonly<Record<string, string>>
  /** Number of rows of each table: the same before and after a rejected request. */
  rowCounts(): Promise<Readonly<Record<string, number>>>
}

/**
 * Declares the same tests on SQLite and, in `npm run test:all`, on PostgreSQL. `npm test` runs them on SQLite only, so
 * tests whose result depends on the database use `alwaysOnEachDatabase`.
 */
export function onEachDatabase(tests: (dialect: Dialect) => void): void {
  describeOnEachDatabase(tests, isFullMatrix)
}

/**
 * Declares the same tests on SQLite and on PostgreSQL, also in `npm test`: for behavior that depends on the database,
 * and one round of each resource.
 */
export function alwaysOnEachDatabase(tests: (dialect: Dialect) => void): void {
  describeOnEachDatabase(tests, true)
}

function describeOnEachDatabase(tests: (dialect: Dialect) => void, isPostgresIncluded: boolean): void {
  describe.skipIf(inject('isSqliteTested'))('on sqlite', () => tests('sqlite'))
  describe.skipIf(!isPostgresIncluded || inject('postgresUrl') === null)('on postgres', () => tests('postgres'))
}

/** Starts a new server for the tests of the surrounding `describe`. */
export function createServer(
  dialect: Dialect,
  options: {
    readonly timezone?: string
    readonly env?: Readonly<Record<string, string>>
    readonly clock?: Clock
    readonly log?: Logger
  } = {},
): TestServer {
  const state: { opened?: OpenedServer } = {}
  beforeAll(async () => {
    const env = { TULIPWOOD_TIMEZONE: options.timezone ?? 'Europe/Paris', ...options.env }
    state.opened = await openServer(dialect, env, options)
  })
  afterAll(async () => {
    await state.opened?.close()
  })
  const opened = (): OpenedServer => {
    if (state.opened === undefined) throw new Error('The server runs inside tests and hooks only')
    return state.opened
  }
  return {
    dialect,
    get world() {
      return opened().world
    },
    get app() {
      return opened().app
    },
    as: (login) => clientOf(opened, login),
    createUser: (login, details) => opened().createUser(login, details),
    idOf: (login) => opened().idOf(login),
    credentials: (login) => credentialsOf(opened(), login),
    rowCounts: () => countRows(opened().world),
  }
}

interface OpenedServer {
  readonly world: World
  readonly app: FastifyInstance
  readonly keys: Map<string, string>
  createUser: TestServer['createUser']
  idOf: TestServer['idOf']
  close(): Promise<void>
}

/** Opens a server in tests that start and stop it themselves. */
export async function openServer(
  dialect: Dialect,
  env: Readonly<Record<string, string>>,
  options: { readonly clock?: Clock; readonly log?: Logger } = {},
): Promise<OpenedServer> {
  const database = await createServerDatabase(dialect, 'furnished')
  const config = readConfig({ ...database.env, TULIPWOOD_ADMIN_PASSWORD: adminPassword, ...env })
  const world = await openWorld(config, { log: pino({ level: 'silent' }), ...options })
  await prepareFirstStart(world)
  const app = await createApp(world)
  await app.ready()
  const ids = new Map<string, UserId>([['admin', 101 as UserId]])
  const keys = new Map<string, string>()
  const system = { kind: 'system', reason: 'test' } as const
  // Without mail: notices about new keys would disturb tests of mail.
  const addAccessKey = async (login: string, id: UserId) => {
    const { identifier } = await createAccessKey({ ...world, mail: null }, system, {
      user: id,
      description: 'test',
      scopes: ['write:rest'],
      expiresOn: null,
    })
    keys.set(login, identifier)
  }
  await addAccessKey('admin', 101 as UserId)
  return {
    world,
    app,
    keys,
    async createUser(login, { status = 'A', password, realName, email } = {}) {
      const id = await createUser(world, system, {
        login,
        realName: realName ?? login,
        email: email ?? `${login}@example.com`,
        ldapId: null,
        status,
        password: password ?? null,
      })
      ids.set(login, id)
      await addAccessKey(login, id)
      return id
    },
    idOf(login) {
      const id = ids.get(login)
      if (id === undefined) throw new Error(`User ${login} was not created`)
      return id
    },
    async close() {
      await app.close()
      await world.db.close()
      await database.remove()
    },
  }
}

function credentialsOf({ keys }: OpenedServer, login: string): Readonly<Record<string, string>> {
  const key = keys.get(login)
  if (key === undefined && login !== 'visitor') throw new Error(`User ${login} was not created`)
  return key === undefined ? {} : { 'x-auth-accesskey': key }
}

function clientOf(opened: () => OpenedServer, login: string): TestClient {
  const send = async (
    method: string,
    url: string,
    { body, headers = {}, skipsOpenApiCheck = false }: RequestOptions = {},
  ): Promise<TestResponse> => {
    const { app } = opened()
    const path = url.startsWith('/') ? url : `/api/${url}`
    const response = await app.inject({
      method: method as 'GET',
      url: path,
      headers: {
        ...credentialsOf(opened(), login),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isJson = /\bjson\b/.test(String(response.headers['content-type'])) && response.body !== ''
    const parsed: Json = isJson ? JSON.parse(response.body) : undefined
    const answer = {
      status: response.statusCode,
      headers: response.headers as TestResponse['headers'],
      text: response.body,
      body: parsed,
    }
    if (!skipsOpenApiCheck && method !== 'HEAD' && method !== 'OPTIONS') assertMatchesOpenApi(method, path, answer)
    return answer
  }
  return {
    send,
    get: (url, options) => send('GET', url, options),
    post: (url, body, options) => send('POST', url, { ...options, body }),
    put: (url, body, options) => send('PUT', url, { ...options, body }),
    patch: (url, body, options) => send('PATCH', url, { ...options, body }),
    delete: (url, options) => send('DELETE', url, options),
    options: (url, options) => send('OPTIONS', url, options),
  }
}

/** Number of rows of each table that requests change. */
export async function countRows(world: World): Promise<Record<string, number>> {
  const tables = await tableNames(world)
  const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`)
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(world.db.read)
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([table, n]) => [table, Number(n)]))
}

// These tables change with every use of a credential, or with time.
const volatileTables: readonly string[] = [
  'audit',
  'audit_parts',
  'migration',
  'sequence',
  'server_node',
  'sign_in_attempts',
  'svn_lease',
]

/** SQLite reorganizes its text indexes at any time. */
const textIndexTable = /_(words|parts)_(data|idx|docsize|config|content)$/

// The tables of a server do not change, and listing them on PostgreSQL is slow.
const tablesOf = new WeakMap<World, readonly string[]>()

async function tableNames(world: World): Promise<readonly string[]> {
  const cached = tablesOf.get(world)
  if (cached !== undefined) return cached
  const all = await (world.db.dialect === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`
  ).execute(world.db.read)
  const names = all.rows
    .map(({ name }) => name)
    .filter((name) => !volatileTables.includes(name) && !name.startsWith('sqlite_') && !textIndexTable.test(name))
    .sort()
  tablesOf.set(world, names)
  return names
}
