import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertDescribed } from '../kit/described.ts'
import { aServer, onEachDatabase, type TestServer } from '../kit/server.ts'
import { type OddRequest, type Operation, operations, requestsFor } from './fuzz/requests.ts'
import { twoProjects } from './grid/two-projects.ts'

/** A small round each time, the same requests; `npm run drill:fuzz` tries many, others each time. */
const longRound = Number(process.env['TULIPWOOD_FUZZ_RUNS'] ?? 0)
const round = longRound > 0 ? { numRuns: longRound } : { numRuns: 8, seed: 20_261_120 }

const callers = ['visitor', 'restricted', 'outsider', 'member', 'boss', 'admin', 'auditor'] as const

onEachDatabase((dialect) => {
  describe('whatever is sent', () => {
    const server = aServer(dialect)
    const world: { ids: readonly number[] } = { ids: [] }

    beforeAll(async () => {
      const ids = await twoProjects(server)
      const names = ['project', 'group', 'tracker', 'report', 'artifact', 'transition']
      world.ids = [
        ...new Set([101, 102, 103, 3, 4, ...names.flatMap((name) => [ids('public', name), ids('private', name)])]),
      ]
      await useEachKey(server)
    }, 60_000)

    for (const operation of inOrder(operations)) {
      it(
        `${operation.method} ${operation.path} is answered, and a refusal changes nothing`,
        async () => {
          const known = {
            numbers: world.ids,
            words: ['member', 'boss', 'open-house', 'closed-shop', 'bugs', 'title', 'status', 'a', 'x'],
          } // prettier-ignore
          const request = fc.tuple(fc.constantFrom(...callers), requestsFor(operation, known))
          await fc.assert(
            fc.asyncProperty(request, ([caller, sent]) => judge(server, caller, sent)),
            { ...round, interruptAfterTimeLimit: longRound > 0 ? 60_000 : 10_000 },
          )
        },
        longRound > 0 ? 120_000 : 20_000,
      )
    }
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
    return method !== 'GET' && /access_keys|platform_|^\/users\/\{id\}$|status$/.test(path) ? 1 : 0
  }
  return [...all].sort((a, b) => locksOut(a) - locksOut(b))
}

const traces =
  /\bat .+:\d+:\d+|node_modules|\/src\/|\.ts\b|sqlite|postgres|kysely|syntax error at|constraint|relation "/i

async function judge(server: TestServer, caller: (typeof callers)[number], sent: OddRequest): Promise<void> {
  const writes = sent.method !== 'GET'
  const before = writes ? await digest(server) : ''
  const answer = await server.app.inject({
    method: sent.method as 'GET',
    url: sent.url,
    headers: { ...server.credentials(caller), ...sent.headers },
    ...(sent.payload === undefined ? {} : { payload: sent.payload }),
  })
  const status = answer.statusCode
  const text = unpacked(answer.rawPayload, answer.headers['content-encoding'])
  expect(status).toBeLessThan(500)
  const isJson = String(answer.headers['content-type']).includes('json')
  const body = isJson && text !== '' ? JSON.parse(text) : undefined
  // Another method was asked for by its header: its operation is looked at when its turn comes.
  if (sent.headers['x-http-method-override'] === undefined || sent.method !== 'POST')
    assertDescribed(sent.method, sent.url, { status, body, text, headers: answer.headers })
  if (status < 400) return
  expect(text).not.toMatch(traces)
  if (isJson) expect(body).toMatchObject({ error: { code: status, message: expect.any(String) } })
  else expect(text).toContain(`<error><code>${status}</code><message>`)
  if (writes) expect(await digest(server)).toBe(before)
}

function unpacked(bytes: Buffer, encoding: unknown): string {
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }[String(encoding)]
  return (unpack === undefined ? bytes : unpack(bytes)).toString()
}

/** Every row there is, but those that only say who knocked. */
async function digest({ world, dialect }: TestServer): Promise<string> {
  const names = await sql<{ name: string }>`${
    dialect === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : sql`select table_name as name from information_schema.tables where table_schema = 'public'`
  }`.execute(world.db.read)
  const hash = createHash('sha256')
  for (const { name } of names.rows) {
    if (name === 'audit' || name === 'migration' || name === 'sequence') continue
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(world.db.read)
    hash.update(name).update(
      rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join('\n'),
    ) // prettier-ignore
  }
  return hash.digest('hex')
}
