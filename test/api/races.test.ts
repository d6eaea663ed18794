import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { World } from '../../src/world/model/world.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { getRounds } from '../kit/rounds.ts'
import { alwaysOnEachDatabase } from '../kit/server.ts'
import { createInstallation, type ServerInstallation, type ServerProcess } from '../kit/server-process.ts'

/** A few rounds by default; `npm run drill:races -- --rounds 1000` runs many. */
const rounds = getRounds('TULIPWOOD_RACE_ROUNDS', { quick: 8, full: 20 })
const writers = 20
const timeout = 60_000 + rounds * 3000

interface RaceResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

alwaysOnEachDatabase((dialect) => {
  describe(`${writers} concurrent writers over sockets`, () => {
    let home: ServerInstallation
    let nodes: ServerProcess[] = []

    beforeAll(async () => {
      home = await createInstallation(dialect, { followsChildren: true })
      // Several servers on one database, if the database supports this.
      nodes = await Promise.all(Array.from({ length: dialect === 'postgres' ? 2 : 1 }, home.startServer))
    })
    afterAll(async () => {
      await Promise.all(nodes.map((node) => node.kill()))
      await home.remove()
    })

    async function send(n: number, method: string, url: string, body?: unknown, more = {}): Promise<RaceResponse> {
      const api = nodes[n % nodes.length]?.api
      const headers = { ...home.headers, ...more }
      const response = await fetch(`${api}${url}`, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
    const each = <Result>(work: (n: number) => Promise<Result>): Promise<Result[]> =>
      Promise.all(Array.from({ length: writers }, (_, n) => work(n)))
    const field = (key: string) => home.project.fields.get(key)
    const tracker = (name: string) => ({ id: home.project.trackers.get(name) })
    const title = (name: string, value: string) => ({ field_id: field(`${name}:title`), value })

    async function createArtifact(name: string): Promise<number> {
      const created = await send(0, 'POST', 'artifacts', { tracker: tracker(name), values: [title(name, 'first')] })
      expect(created.status, created.text).toBe(201)
      return JSON.parse(created.text).id
    }
    async function expectConsistent(): Promise<void> {
      const world = await home.openWorld()
      try {
        expect(await findContradictions(world.db)).toEqual([])
      } finally {
        await world.db.close()
      }
    }

    /** The number of deadlocks that the database has resolved. */
    async function deadlocks(world: World): Promise<number> {
      const query = sql<{ n: number }>`select deadlocks as n from pg_stat_database where datname = current_database()`
      return (await query.execute(world.db.read)).rows[0]?.n ?? 0
    }

    it.each<[string, (current: Headers) => Record<string, string>]>([
      ['If-Match', (current) => ({ 'if-match': `${current.get('etag')}` })],
      ['If-Unmodified-Since', (current) => ({ 'if-unmodified-since': `${current.get('last-modified')}` })],
    ])(
      'write one artifact with the same %s: exactly one succeeds',
      async (_, headersOf) => {
        for (let round = 0; round < rounds; round++) {
          // Last-Modified identifies a version of an artifact with a resolution of one second.
          const id = await createArtifact('task')
          const headers = headersOf((await send(round, 'GET', `artifacts/${id}`)).headers)
          const responses = await each((n) =>
            send(n, 'PUT', `artifacts/${id}`, { values: [title('task', `${round}-${n}`)] }, headers),
          )
          const statuses = responses.map(({ status }) => status).sort()
          expect(statuses).toEqual([200, ...Array.from({ length: writers - 1 }, () => 412)])
          const winner = responses.findIndex(({ status }) => status === 200)
          const { text } = await send(round, 'GET', `artifacts/${id}`)
          expect(text).toContain(`"${round}-${winner}"`)
          const changesets = await send(0, 'GET', `artifacts/${id}/changesets?limit=1`)
          expect(changesets.headers.get('x-pagination-size')).toBe('2')
        }
        await expectConsistent()
      },
      timeout,
    )

    it(
      'write one artifact repeatedly within a second with its current date: at most one succeeds',
      async () => {
        const id = await createArtifact('task')
        let successes = 0
        for (let round = 0; round < rounds; round++) {
          const current = await send(round, 'GET', `artifacts/${id}`)
          const [modified, date] = ['last-modified', 'date'].map((name) => Date.parse(`${current.headers.get(name)}`))
          expect(modified).toBeLessThanOrEqual(date as number)
          const headers = { 'if-unmodified-since': `${current.headers.get('last-modified')}` }
          const responses = await each((n) =>
            send(n, 'PUT', `artifacts/${id}`, { values: [title('task', `${round}-${n}`)] }, headers),
          )
          const winners = responses.flatMap(({ status }, n) => (status === 200 ? [n] : []))
          expect(winners.length).toBeLessThanOrEqual(1)
          expect(new Set(responses.map(({ status }) => status))).toEqual(
            new Set(winners.length === 1 ? [200, 412] : [412]),
          )
          const { text } = await send(round, 'GET', `artifacts/${id}`)
          for (const winner of winners) expect(text).toContain(`"${round}-${winner}"`)
          successes += winners.length
        }
        const changesets = await send(0, 'GET', `artifacts/${id}/changesets?limit=1`)
        expect(changesets.headers.get('x-pagination-size')).toBe(`${successes + 1}`)
        expect(successes).toBeGreaterThan(0)
        await expectConsistent()
      },
      timeout,
    )

    it(
      'with the same Idempotency-Key create one artifact and receive the same response',
      async () => {
        const world = await home.openWorld()
        const count = async () =>
          Number(
            (
              await world.db.read
                .selectFrom('artifact')
                .select(({ fn }) => fn.countAll<number>().as('n'))
                .executeTakeFirstOrThrow()
            ).n,
          )
        try {
          for (let round = 0; round < rounds; round++) {
            const before = await count()
            const more = { 'idempotency-key': randomUUID() }
            const body = { tracker: tracker('task'), values: [title('task', `once ${round}`)] }
            const responses = await each((n) => send(n, 'POST', 'artifacts', body, more))
            expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
            expect(responses[0]?.status).toBe(201)
            expect(responses.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1)
            expect(await count()).toBe(before + 1)
          }
        } finally {
          await world.db.close()
        }
        await expectConsistent()
      },
      timeout,
    )

    it(
      'with random operations on a few artifacts: each receives a response, and the stored data is consistent',
      async () => {
        const outcomes = new Map<string, number>()
        let pool = await Promise.all(['story', 'story', 'story', 'task', 'task', 'task'].map(createArtifact))
        const pickOne = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
        /** One random operation. The writer cannot know in which tracker the artifact is at the moment. */
        async function runOperation(n: number): Promise<void> {
          const [id, other, third] = [pickOne(pool), pickOne(pool), pickOne(pool)]
          const name = pickOne(['story', 'task'])
          const types = ['', '_is_child', '_is_child']
          const links = (value: object) => ({ values: [{ field_id: field(`${name}:links`), ...value }] })
          const operations: Record<string, () => Promise<RaceResponse>> = {
            create: () => {
              const values = [
                title(name, `made by ${n}`),
                { field_id: field(`${name}:details`), value: `see story #${other} and task #${third}` },
                {
                  field_id: field(`${name}:links`),
                  all_links: [{ id: other, type: pickOne(types), direction: pickOne(['forward', 'reverse']) }],
                },
              ]
              return send(n, 'POST', 'artifacts', { tracker: tracker(name), values })
            },
            update: () => send(n, 'PUT', `artifacts/${id}`, { values: [title(name, randomUUID())] }),
            comment: () => send(n, 'PUT', `artifacts/${id}`, { values: [], comment: { body: `see story #${other}` } }),
            link: () =>
              send(n, 'PUT', `artifacts/${id}`, links({ links: [{ id: other, type: pickOne(types) }, { id: third }] })),
            unlink: () => send(n, 'PUT', `artifacts/${id}`, links({ links: [] })),
            both: () =>
              send(
                n,
                'PUT',
                `artifacts/${id}`,
                links({
                  all_links: [
                    { id: other, type: pickOne(types), direction: 'forward' },
                    { id: third, type: pickOne(types), direction: 'reverse' },
                  ],
                }),
              ),
            parent: () => send(n, 'PUT', `artifacts/${id}`, links({ parent: { id: other } })),
            finish: () =>
              send(n, 'PUT', `artifacts/${id}`, {
                values: [
                  {
                    field_id: field(`${name}:status`),
                    bind_value_ids: [home.project.values.get(`${name} ${pickOne(['open', 'done'])}`)],
                  },
                ],
              }),
            move: () => send(n, 'PATCH', `artifacts/${id}`, { move: { tracker_id: tracker(name).id } }),
            delete: () => send(n, 'DELETE', `artifacts/${id}`),
            watch: () => send(n, 'PUT', `artifacts/${id}/watch`),
            read: () => send(n, 'GET', `artifacts/${id}`),
          }
          const kind = pickOne([...Object.keys(operations), 'both', 'link', 'parent', 'finish'])
          const { status, text } = await (operations[kind] as () => Promise<RaceResponse>)()
          const key = `${kind} ${status}`
          outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
          expect(status, `${kind}: ${text}`).toBeLessThan(500)
          if (kind === 'create' && status === 201) pool.push(JSON.parse(text).id)
          if (kind === 'delete' && status === 200) pool = pool.filter((each) => each !== id)
        }
        for (let round = 0; round < rounds; round++) {
          await each(runOperation)
          while (pool.length < 6) pool.push(await createArtifact(pickOne(['story', 'task'])))
          // A small set, so that many writers compete for each artifact.
          if (pool.length > 10) pool = pool.slice(-8)
          if (round % 50 === 49) await expectConsistent()
        }
        await expectConsistent()
        const world = await home.openWorld()
        const met = dialect === 'sqlite' ? 0 : await deadlocks(world)
        await world.db.close()
        if (rounds > 20)
          process.stdout.write(
            `${dialect}: ${met} deadlocks undone and run again; ${[...outcomes]
              .sort()
              .map(([key, n]) => `${key} × ${n}`)
              .join(', ')}\n`,
          )
      },
      timeout,
    )
  })
})
