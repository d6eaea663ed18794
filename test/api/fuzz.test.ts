import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectImported } from '../kit/archive.ts'
import { assertMatchesOpenApi } from '../kit/assert-matches-openapi.ts'
import { createRichArchive } from '../kit/rich-archive.ts'
import { roundsOf } from '../kit/rounds.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'
import { type Case, casesOf, createFuzzFixture } from './fuzz/cases.ts'
import { mutate } from './fuzz/mutate.ts'
import { type OddRequest, type Operation, oddHeaders, operations, requestsFor } from './fuzz/requests.ts'
import type { KnownIds } from './fuzz/values.ts'
import { twoProjects } from './grid/two-projects.ts'

/** A small round each time, the same requests; `npm run drill:fuzz` tries many, others each time. */
const longRound = Number(process.env['TULIPWOOD_FUZZ_RUNS'] ?? 0)
const round = {
  numRuns: roundsOf('TULIPWOOD_FUZZ_RUNS', { quick: 4, full: 8 }),
  ...(longRound > 0 ? {} : { seed: 20_261_120 }),
}

/** Of what the ids behind a part of a path are. */
const behind = {
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
  svn: 'repository',
  svn_webhooks: 'commitWebhook',
  svn_webhook_deliveries: 'commitDelivery',
}

const callers = ['visitor', 'restricted', 'outsider', 'member', 'boss', 'admin', 'auditor'] as const

onEachDatabase((dialect) => {
  describe('whatever is sent', () => {
    const server = createServer(dialect)
    const world: { numbers: readonly number[]; ids: KnownIds['ids'] } = { numbers: [], ids: new Map() }

    beforeAll(async () => {
      const ids = await twoProjects(server)
      const names = ['project', 'group', 'tracker', 'report', 'artifact', 'transition']
      world.ids = new Map(
        Object.entries(behind).map(([part, name]) => [part, [ids('public', name), ids('private', name)]]),
      )
      world.ids = new Map([...world.ids, ['artifact_temporary_files', [ids('site', 'temporary')]]])
      world.numbers = [
        ...new Set([101, 102, 103, 3, 4, ...names.flatMap((name) => [ids('public', name), ids('private', name)])]),
      ]
      await useEachKey(server)
    }, 60_000)

    for (const operation of inOrder(operations)) {
      it(
        `${operation.method} ${operation.path} is answered, and a refusal changes nothing`,
        async () => {
          const known = {
            ...world,
            words: ['member', 'boss', 'open-house', 'closed-shop', 'bugs', 'title', 'status', 'a', 'x'],
          } // prettier-ignore
          const request = fc.tuple(fc.constantFrom(...callers), requestsFor(operation, known))
          await fc.assert(
            fc.asyncProperty(request, async ([caller, sent]) => void (await judge(server, caller, sent))),
            { ...round, interruptAfterTimeLimit: longRound > 0 ? 60_000 : 10_000 },
          )
        },
        longRound > 0 ? 120_000 : 20_000,
      )
    }
  })
})

onEachDatabase((dialect) => {
  describe('a write with something wrong in it', () => {
    const server = createServer(dialect)
    let cases: readonly Case[] = []
    const sent = new Map<number, number>()

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
      cases = casesOf(await createFuzzFixture(server, project))
      await useEachKey(server)
    }, 60_000)
    // The figures of a long round are what it is for.
    afterAll(() => {
      if (longRound > 0) console.log(dialect, 'writes by status', Object.fromEntries([...sent].sort()))
    })

    it('there is one of each kind', () => {
      const pathOf = (url: string) =>
        url.replaceAll(/\d+/g, '{id}').replace(/^artifact_link_types\/\w+$/, 'artifact_link_types/{shortname}')
      const known = new Set(cases.map(({ method, url }) => `${method} ${pathOf(url)}`))
      const wanted = operations
        .filter(
          ({ method, path }) =>
            method !== 'GET' && /^.(artifact|tracker|svn|projects.\{id\}.(trackers|exports|extract|svn))/.test(path),
        )
        .map(({ method, path }) => `${method} ${path.slice(1)}`)
      expect([...known].sort()).toEqual(wanted.sort())
    })

    it(
      'is answered, and a refusal changes nothing',
      async () => {
        for (const { method, url, bodies, share = 1 } of cases) {
          const body = fc.oneof(...bodies.map(mutate))
          // Those who may not are heard as well.
          const who = fc.constantFrom(...callers, ...Array(8).fill('admin'), ...Array(4).fill('boss'))
          const headers = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders })
          const property = fc.asyncProperty(
            fc.tuple(who, body, headers),
            async ([caller, { headers: type, payload }, odd]) => {
              const status = await judge(server, caller, {
                method,
                url: `/api/${url}`,
                headers: { ...type, ...odd },
                payload,
              })
              sent.set(status, (sent.get(status) ?? 0) + 1)
            },
          )
          await fc.assert(property, { ...round, numRuns: Math.ceil(round.numRuns * share) })
        }
      },
      longRound > 0 ? 1_800_000 : 180_000,
    )
  })
})

/** The last use of a key is noted once an hour, behind the answer: done before rows are compared. */
async function useEachKey(server: TestServer): Promise<void> {
  for (const caller of callers) if (caller !== 'visitor') await server.as(caller).get('users/self')
  const unnoted = () =>
    server.world.db.read.selectFrom('access_key').where('last_used_on', 'is', null).select('id').execute()
  while ((await unnoted()).length > 0) await pause(5)
}

/** What may lock the callers out comes last. */
function inOrder(all: readonly Operation[]): readonly Operation[] {
  const locksOut = ({ method, path }: Operation) => {
    // Behind it everything about trackers would be refused.
    if (method === 'DELETE' && path === '/trackers/{id}') return 2
    return method !== 'GET' && /access_keys|site_|^\/users\/\{id\}$|status$/.test(path) ? 1 : 0
  }
  return [...all].sort((a, b) => locksOut(a) - locksOut(b))
}

const traces =
  /\bat .+:\d+:\d+|node_modules|\/src\/|\.ts\b|sqlite|postgres|kysely|syntax error at|constraint|relation "/i

async function judge(server: TestServer, caller: (typeof callers)[number], sent: OddRequest): Promise<number> {
  const writes = sent.method !== 'GET'
  const before = writes ? (known.get(server) ?? (await digest(server))) : ''
  if (writes) known.delete(server)
  const answer = await server.app.inject({
    method: sent.method as 'GET',
    url: sent.url,
    headers: { ...server.credentials(caller), ...sent.headers },
    ...(sent.payload === undefined ? {} : { payload: sent.payload }),
  })
  const status = answer.statusCode
  const text = unpacked(answer.rawPayload, answer.headers['content-encoding'])
  // Nobody looks into repositories that stand in for those on the disk.
  const isStandIn = status === 501 && /svn\/\d+\/(tree|file|commits|diff)\b/.test(sent.url)
  if (!isStandIn) expect(status).toBeLessThan(500)
  const isJson = /\bjson\b/.test(String(answer.headers['content-type']))
  const body = isJson && text !== '' ? JSON.parse(text) : undefined
  // Another method was asked for by its header: its operation is looked at when its turn comes.
  if (sent.headers['x-http-method-override'] === undefined || sent.method !== 'POST')
    assertMatchesOpenApi(sent.method, sent.url, { status, body, text, headers: answer.headers })
  if (status < 400) return status
  expect(text).not.toMatch(traces)
  if (isJson) expect(body).toMatchObject({ error: { code: status, message: expect.any(String) } })
  else expect(text).toContain(`<error><code>${status}</code><message>`)
  if (writes) {
    expect(await digest(server)).toBe(before)
    known.set(server, before)
  }
  return status
}

/** What stood in the tables when nothing had changed: the next comparison begins with it. */
const known = new WeakMap<TestServer, string>()

function unpacked(bytes: Buffer, encoding: unknown): string {
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }[String(encoding)]
  return (unpack === undefined ? bytes : unpack(bytes)).toString()
}

/** Every row there is, but those that only say who knocked. */
async function digest(server: TestServer): Promise<string> {
  const { world, dialect } = server
  const names = await tablesOf(server)
  if (dialect === 'postgres') {
    // One question, for each costs a journey; sums, for they need no order.
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

// The tables stay the same, and PostgreSQL takes its time to name them.
const tables = new WeakMap<TestServer, readonly string[]>()

async function tablesOf(server: TestServer): Promise<readonly string[]> {
  const named = tables.get(server)
  if (named !== undefined) return named
  const { rows } = await sql<{ name: string }>`${
    server.dialect === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : sql`select table_name as name from information_schema.tables where table_schema = 'public'`
  }`.execute(server.world.db.read)
  // SQLite keeps what is searched of the audit in tables of its own.
  const names = rows.map(({ name }) => name).filter((name) => !unread.has(name) && !/^audit_parts_/.test(name))
  tables.set(server, names)
  return names
}

const unread: ReadonlySet<string> = new Set(['audit', 'audit_parts', 'migration', 'sequence'])
