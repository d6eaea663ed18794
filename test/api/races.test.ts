import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { World } from '../../src/kit/world.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { roundsOf } from '../kit/rounds.ts'
import { alwaysOnEachDatabase } from '../kit/server.ts'
import { createInstallation, type ServerInstallation, type ServerProcess } from '../kit/server-process.ts'

/** A few rounds each time; `npm run drill:races -- --rounds 1000` tries many. */
const rounds = roundsOf('TULIPWOOD_RACE_ROUNDS', { quick: 8, full: 20 })
const writers = 20
const patience = 60_000 + rounds * 3000

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

alwaysOnEachDatabase((dialect) => {
  describe(`${writers} who write at the same moment, over sockets`, () => {
    let home: ServerInstallation
    let nodes: ServerProcess[] = []

    beforeAll(async () => {
      home = await createInstallation(dialect, { followsChildren: true })
      // Several servers on one database, where the database takes several.
      nodes = await Promise.all(Array.from({ length: dialect === 'postgres' ? 2 : 1 }, home.startServer))
    })
    afterAll(async () => {
      await Promise.all(nodes.map((node) => node.kill()))
      await home.remove()
    })

    async function send(n: number, method: string, url: string, body?: unknown, more = {}): Promise<Answer> {
      const api = nodes[n % nodes.length]?.api
      const headers = { ...home.headers, ...more }
      const answer = await fetch(`${api}${url}`, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    }
    const each = <Result>(work: (n: number) => Promise<Result>): Promise<Result[]> =>
      Promise.all(Array.from({ length: writers }, (_, n) => work(n)))
    const field = (key: string) => home.project.fields.get(key)
    const tracker = (name: string) => ({ id: home.project.trackers.get(name) })
    const title = (name: string, value: string) => ({ field_id: field(`${name}:title`), value })

    async function make(name: string): Promise<number> {
      const made = await send(0, 'POST', 'artifacts', { tracker: tracker(name), values: [title(name, 'first')] })
      expect(made.status, made.text).toBe(201)
      return JSON.parse(made.text).id
    }
    async function examine(): Promise<void> {
      const world = await home.openWorld()
      try {
        expect(await findContradictions(world.db)).toEqual([])
      } finally {
        await world.db.close()
      }
    }

    /** How often the database had to undo one of two that blocked each other. */
    async function deadlocks(world: World): Promise<number> {
      const query = sql<{ n: number }>`select deadlocks as n from pg_stat_database where datname = current_database()`
      return (await query.execute(world.db.read)).rows[0]?.n ?? 0
    }

    it.each<[string, (known: Headers) => Record<string, string>]>([
      ['If-Match', (known) => ({ 'if-match': `${known.get('etag')}` })],
      ['If-Unmodified-Since', (known) => ({ 'if-unmodified-since': `${known.get('last-modified')}` })],
    ])(
      'the version that the same %s names: exactly one succeeds',
      async (_, headersOf) => {
        for (let round = 0; round < rounds; round++) {
          // The date names a version of an artifact once per second.
          const id = await make('task')
          const headers = headersOf((await send(round, 'GET', `artifacts/${id}`)).headers)
          const answers = await each((n) =>
            send(n, 'PUT', `artifacts/${id}`, { values: [title('task', `${round}-${n}`)] }, headers),
          )
          const statuses = answers.map(({ status }) => status).sort()
          expect(statuses).toEqual([200, ...Array.from({ length: writers - 1 }, () => 412)])
          const winner = answers.findIndex(({ status }) => status === 200)
          const { text } = await send(round, 'GET', `artifacts/${id}`)
          expect(text).toContain(`"${round}-${winner}"`)
          const changesets = await send(0, 'GET', `artifacts/${id}/changesets?limit=1`)
          expect(changesets.headers.get('x-pagination-size')).toBe('2')
        }
        await examine()
      },
      patience,
    )

    it(
      'the current date of one artifact, again and again within a second: never more than one succeeds',
      async () => {
        const id = await make('task')
        let written = 0
        for (let round = 0; round < rounds; round++) {
          const known = await send(round, 'GET', `artifacts/${id}`)
          const [modified, date] = ['last-modified', 'date'].map((name) => Date.parse(`${known.headers.get(name)}`))
          expect(modified).toBeLessThanOrEqual(date as number)
          const headers = { 'if-unmodified-since': `${known.headers.get('last-modified')}` }
          const answers = await each((n) =>
            send(n, 'PUT', `artifacts/${id}`, { values: [title('task', `${round}-${n}`)] }, headers),
          )
          const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
          expect(winners.length).toBeLessThanOrEqual(1)
          expect(new Set(answers.map(({ status }) => status))).toEqual(
            new Set(winners.length === 1 ? [200, 412] : [412]),
          )
          const { text } = await send(round, 'GET', `artifacts/${id}`)
          for (const winner of winners) expect(text).toContain(`"${round}-${winner}"`)
          written += winners.length
        }
        const changesets = await send(0, 'GET', `artifacts/${id}/changesets?limit=1`)
        expect(changesets.headers.get('x-pagination-size')).toBe(`${written + 1}`)
        expect(written).toBeGreaterThan(0)
        await examine()
      },
      patience,
    )

    it(
      'under the same Idempotency-Key make one artifact, and are all told of it',
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
            const answers = await each((n) => send(n, 'POST', 'artifacts', body, more))
            expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
            expect(answers[0]?.status).toBe(201)
            expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1)
            expect(await count()).toBe(before + 1)
          }
        } finally {
          await world.db.close()
        }
        await examine()
      },
      patience,
    )

    it(
      'whatever they do to the same few artifacts: each is answered, and all that is stored agrees',
      async () => {
        const seen = new Map<string, number>()
        let pool = await Promise.all(['story', 'story', 'story', 'task', 'task', 'task'].map(make))
        const any = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
        /** One of the things that are done to artifacts; where an artifact is meanwhile, its writer cannot know. */
        async function act(n: number): Promise<void> {
          const [id, other, third] = [any(pool), any(pool), any(pool)]
          const name = any(['story', 'task'])
          const types = ['', '_is_child', '_is_child']
          const links = (value: object) => ({ values: [{ field_id: field(`${name}:links`), ...value }] })
          const acts: Record<string, () => Promise<Answer>> = {
            create: () => {
              const values = [
                title(name, `made by ${n}`),
                { field_id: field(`${name}:details`), value: `see story #${other} and task #${third}` },
                {
                  field_id: field(`${name}:links`),
                  all_links: [{ id: other, type: any(types), direction: any(['forward', 'reverse']) }],
                },
              ]
              return send(n, 'POST', 'artifacts', { tracker: tracker(name), values })
            },
            update: () => send(n, 'PUT', `artifacts/${id}`, { values: [title(name, randomUUID())] }),
            comment: () => send(n, 'PUT', `artifacts/${id}`, { values: [], comment: { body: `see story #${other}` } }),
            link: () =>
              send(n, 'PUT', `artifacts/${id}`, links({ links: [{ id: other, type: any(types) }, { id: third }] })),
            unlink: () => send(n, 'PUT', `artifacts/${id}`, links({ links: [] })),
            both: () =>
              send(
                n,
                'PUT',
                `artifacts/${id}`,
                links({
                  all_links: [
                    { id: other, type: any(types), direction: 'forward' },
                    { id: third, type: any(types), direction: 'reverse' },
                  ],
                }),
              ),
            parent: () => send(n, 'PUT', `artifacts/${id}`, links({ parent: { id: other } })),
            finish: () =>
              send(n, 'PUT', `artifacts/${id}`, {
                values: [
                  {
                    field_id: field(`${name}:status`),
                    bind_value_ids: [home.project.values.get(`${name} ${any(['open', 'done'])}`)],
                  },
                ],
              }),
            move: () => send(n, 'PATCH', `artifacts/${id}`, { move: { tracker_id: tracker(name).id } }),
            delete: () => send(n, 'DELETE', `artifacts/${id}`),
            watch: () => send(n, 'PUT', `artifacts/${id}/watch`),
            read: () => send(n, 'GET', `artifacts/${id}`),
          }
          const kind = any([...Object.keys(acts), 'both', 'link', 'parent', 'finish'])
          const { status, text } = await (acts[kind] as () => Promise<Answer>)()
          const key = `${kind} ${status}`
          seen.set(key, (seen.get(key) ?? 0) + 1)
          expect(status, `${kind}: ${text}`).toBeLessThan(500)
          if (kind === 'create' && status === 201) pool.push(JSON.parse(text).id)
          if (kind === 'delete' && status === 200) pool = pool.filter((each) => each !== id)
        }
        for (let round = 0; round < rounds; round++) {
          await each(act)
          while (pool.length < 6) pool.push(await make(any(['story', 'task'])))
          // A few that many want; the others stay as they are.
          if (pool.length > 10) pool = pool.slice(-8)
          if (round % 50 === 49) await examine()
        }
        await examine()
        const world = await home.openWorld()
        const met = dialect === 'sqlite' ? 0 : await deadlocks(world)
        await world.db.close()
        if (rounds > 20)
          process.stdout.write(
            `${dialect}: ${met} deadlocks undone and run again; ${[...seen]
              .sort()
              .map(([key, n]) => `${key} × ${n}`)
              .join(', ')}\n`,
          )
      },
      patience,
    )
  })
})
