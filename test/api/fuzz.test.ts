import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectImported } from '../kit/archive.ts'
import { assertMatchesOpenApi } from '../kit/assert-matches-openapi.ts'
import { createRichArchive } from '../kit/rich-archive.ts'
import { getRounds } from '../kit/rounds.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'
import { createTwoProjects } from './access-matrix/two-projects.ts'
import { type Case, createFuzzFixture, generateCases } from './fuzz/cases.ts'
import { mutate } from './fuzz/mutate.ts'
import { generateRequests, type OddRequest, type Operation, oddHeaders, operations } from './fuzz/requests.ts'
import type { KnownIds } from './fuzz/values.ts'

/** By default a few requests with a fixed seed; `npm run drill:fuzz` sends many random ones. */
const longRound = Number(process.env['TULIPWOOD_FUZZ_RUNS'] ?? 0)
const round = {
  numRuns: getRounds('TULIPWOOD_FUZZ_RUNS', { quick: 4, full: 8 }),
  ...(longRound > 0 ? {} : { seed: 20_261_120 }),
}

/** The kind of id that follows each path segment. */
const idKinds = {
  artifacts: 'artifact',
  trackers: 'tracker',
  tracker_fields: 'status',
  tracker_reports: 'report',
  tracker_workflow_transitions: 'transition',
  tracker_webhooks: 'webhook',
  tracker_webhook_deliveries: 'delivery',
  projects: 'project',
  project_exports: 'export',
  project_imports: 'import',
  user_groups: 'group',
  artifact_files: 'attached',
  oauth2_apps: 'app',
  jobs: 'job',
  svn: 'repository',
  svn_webhooks: 'commitWebhook',
  svn_webhook_deliveries: 'commitDelivery',
}

const callers = ['visitor', 'restricted', 'outsider', 'member', 'boss', 'admin', 'auditor'] as const

onEachDatabase((dialect) => {
  describe('requests with random input', () => {
    const server = createServer(dialect)
    const world: { numbers: readonly number[]; ids: KnownIds['ids'] } = { numbers: [], ids: new Map() }

    beforeAll(async () => {
      const ids = await createTwoProjects(server)
      const names = ['project', 'group', 'tracker', 'report', 'artifact', 'transition']
      world.ids = new Map(
        Object.entries(idKinds).map(([part, name]) => [part, [ids('public', name), ids('private', name)]]),
      )
      world.ids = new Map([...world.ids, ['artifact_temporary_files', [ids('site', 'temporary')]]])
      world.numbers = [
        ...new Set([101, 102, 103, 3, 4, ...names.flatMap((name) => [ids('public', name), ids('private', name)])]),
      ]
      await useEachKey(server)
    }, 60_000)

    for (const operation of sortOperations(operations)) {
      it(
        `${operation.method} ${operation.path} returns a described response, and an error changes nothing`,
        async () => {
          const knownIds = {
            ...world,
            words: ['member', 'boss', 'open-house', 'closed-shop', 'bugs', 'title', 'status', 'a', 'x'],
          } // prettier-ignore
          const request = fc.tuple(fc.constantFrom(...callers), generateRequests(operation, knownIds))
          await fc.assert(
            fc.asyncProperty(request, async ([caller, request]) => void (await sendAndCheck(server, caller, request))),
            { ...round, interruptAfterTimeLimit: longRound > 0 ? 60_000 : 10_000 },
          )
        },
        longRound > 0 ? 120_000 : 20_000,
      )
    }
  })
})

onEachDatabase((dialect) => {
  describe('writes with mutated bodies', () => {
    const server = createServer(dialect)
    let cases: readonly Case[] = []
    const statusCounts = new Map<number, number>()

    beforeAll(async () => {
      for (const login of callers) if (login !== 'visitor' && login !== 'admin') await server.createUser(login)
      const archive = await createRichArchive()
      const project = expectImported(await archive.import(server.world)).project?.id ?? 0
      await archive.remove()
      const references = (logins: readonly string[]) => ({ user_references: logins.map((username) => ({ username })) })
      await server.as('admin').put(`user_groups/${project}_4/users`, references(['mira', 'boss']))
      await server
        .as('admin')
        .put(`user_groups/${project}_3/users`, references(['mira', 'ole', 'pia', 'member', 'boss']))
      cases = generateCases(await createFuzzFixture(server, project))
      await useEachKey(server)
    }, 60_000)
    // Long runs print the number of responses per status.
    afterAll(() => {
      if (longRound > 0) console.log(dialect, 'writes by status', Object.fromEntries([...statusCounts].sort()))
    })

    it('cover every write operation', () => {
      const pathOf = (url: string) =>
        url
          .replaceAll(/\d+/g, '{id}')
          .replace('changesets/{id}', 'changesets/{changeset_id}')
          .replace(/^artifact_link_types\/\w+$/, 'artifact_link_types/{shortname}')
      const covered = new Set(cases.map(({ method, url }) => `${method} ${pathOf(url)}`))
      const expected = operations
        .filter(
          ({ method, path }) =>
            method !== 'GET' &&
            /^.(artifact|tracker|svn|projects.\{id\}.(trackers|tracker_imports|tracker_order|exports|extract|text|svn))/.test(
              path,
            ),
        )
        .map(({ method, path }) => `${method} ${path.slice(1)}`)
      expect([...covered].sort()).toEqual(expected.sort())
    })

    it(
      'return a described response, and an error changes nothing',
      async () => {
        for (const { method, url, bodies, share = 1 } of cases) {
          const body = fc.oneof(...bodies.map(mutate))
          // Callers without permission are included, too.
          const callerArbitrary = fc.constantFrom(...callers, ...Array(8).fill('admin'), ...Array(4).fill('boss'))
          const headers = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders })
          const property = fc.asyncProperty(
            fc.tuple(callerArbitrary, body, headers),
            async ([caller, { headers: type, payload }, extraHeaders]) => {
              const status = await sendAndCheck(server, caller, {
                method,
                url: `/api/${url}`,
                headers: { ...type, ...extraHeaders },
                payload,
              })
              statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1)
            },
          )
          await fc.assert(property, { ...round, numRuns: Math.ceil(round.numRuns * share) })
        }
      },
      longRound > 0 ? 1_800_000 : 180_000,
    )
  })
})

/**
 * Waits until the first use of each key is recorded, because it is recorded after the response and would change rows
 * later.
 */
async function useEachKey(server: TestServer): Promise<void> {
  for (const caller of callers) if (caller !== 'visitor') await server.as(caller).get('users/self')
  const keysWithoutUse = () =>
    server.world.db.read.selectFrom('access_key').where('last_used_on', 'is', null).select('id').execute()
  while ((await keysWithoutUse()).length > 0) await pause(5)
}

/** Sorts operations that can remove the access of the callers to the end. */
function sortOperations(all: readonly Operation[]): readonly Operation[] {
  const removesAccess = ({ method, path }: Operation) => {
    // A deleted tracker makes all later tracker requests fail.
    if (method === 'DELETE' && path === '/trackers/{id}') return 2
    return method !== 'GET' && /access_keys|site_|^\/users\/\{id\}$|status$/.test(path) ? 1 : 0
  }
  return [...all].sort((a, b) => removesAccess(a) - removesAccess(b))
}

const traces =
  /\bat .+:\d+:\d+|node_modules|\/src\/|\.ts\b|sqlite|postgres|kysely|syntax error at|constraint|relation "/i

async function sendAndCheck(
  server: TestServer,
  caller: (typeof callers)[number],
  request: OddRequest,
): Promise<number> {
  const writes = request.method !== 'GET'
  const before = writes ? (knownDigests.get(server) ?? (await digest(server))) : ''
  if (writes) knownDigests.delete(server)
  const response = await server.app.inject({
    method: request.method as 'GET',
    url: request.url,
    headers: { ...server.credentials(caller), ...request.headers },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
  })
  const status = response.statusCode
  const text = decompress(response.rawPayload, response.headers['content-encoding'])
  // The in-memory storage of this test does not support reading repository contents.
  const isUnsupported = status === 501 && /svn\/\d+\/(tree|file|commits|diff)\b/.test(request.url)
  if (!isUnsupported) expect(status).toBeLessThan(500)
  const isJson = /\bjson\b/.test(String(response.headers['content-type']))
  const body = isJson && text !== '' ? JSON.parse(text) : undefined
  // X-HTTP-Method-Override selects another operation, which has its own test.
  if (request.headers['x-http-method-override'] === undefined || request.method !== 'POST')
    assertMatchesOpenApi(request.method, request.url, { status, body, text, headers: response.headers })
  if (status < 400) return status
  expect(text).not.toMatch(traces)
  if (isJson) expect(body).toMatchObject({ error: { code: status, message: expect.any(String) } })
  else expect(text).toContain(`<error><code>${status}</code><message>`)
  if (writes) {
    expect(await digest(server)).toBe(before)
    knownDigests.set(server, before)
  }
  return status
}

/** Digest of the unchanged tables, reused by the next comparison. */
const knownDigests = new WeakMap<TestServer, string>()

function decompress(bytes: Buffer, encoding: unknown): string {
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }[String(encoding)]
  return (unpack === undefined ? bytes : unpack(bytes)).toString()
}

/** Returns a digest of all rows, except for the audit log and internal tables. */
async function digest(server: TestServer): Promise<string> {
  const { world, dialect } = server
  const names = await tablesOf(server)
  if (dialect === 'postgres') {
    // One query saves round trips to the database; sums need no order.
    const sums = names.map(
      (name) => sql`(select sum(hashtextextended(t::text, 0)) from ${sql.table(name)} as t)::text as ${sql.ref(name)}`,
    )
    const { rows } = await sql`select ${sql.join(sums)}`.execute(world.db.read)
    return JSON.stringify(rows)
  }
  const hash = createHash('sha256')
  for (const name of names) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(world.db.read)
    const lines = rows.map((row) => JSON.stringify(row)).sort()
    hash.update(name).update(lines.join('\n'))
  }
  return hash.digest('hex')
}

// The tables do not change, and PostgreSQL needs time to list them.
const tables = new WeakMap<TestServer, readonly string[]>()

async function tablesOf(server: TestServer): Promise<readonly string[]> {
  const cached = tables.get(server)
  if (cached !== undefined) return cached
  const { rows } = await sql<{
    name: string
  }>`${server.dialect === 'sqlite' ? sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'` : sql`select table_name as name from information_schema.tables where table_schema = 'public'`}`.execute(
    server.world.db.read,
  )
  // SQLite stores the search index of the audit log in tables of its own.
  const names = rows.map(({ name }) => name).filter((name) => !excludedTables.has(name) && !/^audit_parts_/.test(name))
  tables.set(server, names)
  return names
}

/** Failed sign-ins are counted and audited, and `text_indexed` contains how far the audit log is indexed. */
const excludedTables: ReadonlySet<string> = new Set([
  ...['audit', 'audit_parts', 'text_indexed', 'sign_in_attempts'],
  ...['migration', 'sequence'],
])
