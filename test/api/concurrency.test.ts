import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultOptions } from '../../src/trackers/model/definition.ts'
import { createClock } from '../kit/clock.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  staticBind,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer, type TestResponse } from '../kit/server.ts'

/** A few rounds each time; races.test.ts tries it over sockets, and many times. */
const rounds = Number(process.env['TULIPWOOD_RACE_ROUNDS'] ?? 3)
const stale = 'Artifact has been modified since you last requested it. Please edit the latest version'

alwaysOnEachDatabase((dialect) => {
  describe('the version a client means', () => {
    const server = createServer(dialect, { clock: createClock() })
    let shop: ProjectFixture
    let id: number
    let read: TestResponse
    const field = (key: string): number => Number(shop.fields.get(key))

    beforeAll(async () => {
      for (const login of ['alice', 'bob', 'boss']) await server.createUser(login)
      const [alice, bob, boss] = [server.idOf('alice'), server.idOf('bob'), server.idOf('boss')]
      shop = await createProjectFixture(server, 'races', {
        members: [alice, bob],
        administrators: [boss],
        trackers: () => [
          trackerDefinition('task', [
            fieldDefinition('string', 'title'),
            fieldDefinition('string', 'secret', { rights: { read: [4], submit: [4], update: [4] } }),
            fieldDefinition('sb', 'status', { bind: staticBind(['New', ''], ['Done', '']) }),
          ]),
          {
            ...trackerDefinition('careful', [fieldDefinition('string', 'careful:title')]),
            options: { ...defaultOptions, requiresPreconditions: true },
          },
        ],
      })
    })
    beforeEach(async () => {
      id = await make('task', 'title')
      read = await server.as('alice').get(`artifacts/${id}`)
    })

    async function make(tracker: string, key: string): Promise<number> {
      const values = [{ field_id: field(key), value: 'first' }]
      const made = await server.as('alice').post('artifacts', { tracker: { id: shop.trackers.get(tracker) }, values })
      return made.body.id
    }
    const put = (who: string, title: string, headers: Readonly<Record<string, string>> = {}, key = 'title') =>
      server.as(who).put(`artifacts/${id}`, { values: [{ field_id: field(key), value: title }] }, { headers })
    const tag = (): string => String(read.headers['etag'])
    const date = (): string => String(read.headers['last-modified'])
    const bare = (): string => tag().slice(1, -1)
    const title = async (): Promise<string> =>
      (await server.as('boss').get(`artifacts/${id}`)).body.values.find(
        (each: { field_id: number }) => each.field_id === field('title'),
      ).value

    it.each<[string, () => Readonly<Record<string, string>>]>([
      ['a quoted tag', () => ({ 'if-match': tag() })],
      ['a bare tag', () => ({ 'if-match': bare() })],
      ['a weak tag', () => ({ 'if-match': `W/${tag()}` })],
      ['one tag of a list', () => ({ 'if-match': `"other", ${tag()}` })],
      ['the tag another reader was given', () => ({ 'if-match': `${bare().split('.')[0]}.elsewhere` })],
      ['any tag', () => ({ 'if-match': '*' })],
      ['the date', () => ({ 'if-unmodified-since': date() })],
      ['the date as bodies write it', () => ({ 'if-unmodified-since': read.body.last_modified_date })],
      ['both', () => ({ 'if-match': tag(), 'if-unmodified-since': date() })],
      ['nothing', () => ({})],
    ])('is this one when it says %s', async (_, headers) => {
      expect((await put('alice', 'second', headers())).status).toBe(200)
      expect(await title()).toBe('second')
    })

    it.each<[string, () => Readonly<Record<string, string>>]>([
      ['another tag', () => ({ 'if-match': '"0000"' })],
      ['the seconds that Tuleap would say', () => ({ 'if-match': `${Date.parse(date()) / 1000}` })],
      ['no tag at all', () => ({ 'if-match': '' })],
      ['an older date', () => ({ 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })],
      ['a later date', () => ({ 'if-unmodified-since': 'Mon, 01 Jan 2035 00:00:00 GMT' })],
      ['what is no date', () => ({ 'if-unmodified-since': 'yesterdayish' })],
      [
        'the tag, and another date',
        () => ({ 'if-match': tag(), 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }),
      ],
      ['the date, and another tag', () => ({ 'if-match': 'x', 'if-unmodified-since': date() })],
    ])('is not this one when it says %s', async (_, headers) => {
      const rows = await server.rowCounts()
      const answer = await put('alice', 'second', headers())
      expect(answer.status).toBe(412)
      expect(answer.body.error).toMatchObject({ code: 412, message: `Precondition Failed: ${stale}` })
      expect(await server.rowCounts()).toEqual(rows)
      expect(await title()).toBe('first')
    })

    it.each<[string, () => Readonly<Record<string, string>>]>([
      ['tag', () => ({ 'if-match': tag() })],
      ['date', () => ({ 'if-unmodified-since': date() })],
    ])('is no longer this one after a change within the same second (%s)', async (_, headers) => {
      await put('bob', 'second')
      expect((await put('alice', 'third', headers())).status).toBe(412)
      expect(await title()).toBe('second')
    })

    it('is asked before anything that was sent is looked at, and after whether one may', async () => {
      const sent = { values: [{ field_id: 999_999, value: 'x' }] }
      const headers = { 'if-match': 'x' }
      expect((await server.as('alice').put(`artifacts/${id}`, sent, { headers })).status).toBe(412)
      expect((await server.as('alice').put('artifacts/999999', sent, { headers })).status).toBe(404)
      expect((await server.as('visitor').put(`artifacts/${id}`, sent, { headers })).status).toBe(401)
    })

    it('is asked of a dry run as well', async () => {
      expect((await put('alice', 'second', { prefer: 'dry-run', 'if-match': 'x' })).status).toBe(412)
    })

    it.each<[string, () => Readonly<Record<string, string>>]>([
      ['tag', () => ({ 'if-match': tag() })],
      ['date', () => ({ 'if-unmodified-since': date() })],
    ])('being an old one, the answer tells what happened since: who, when, which fields (%s)', async (_, headers) => {
      const values = [
        { field_id: field('secret'), value: 'hush' },
        { field_id: field('status'), bind_value_ids: [shop.values.get('Done')] },
      ]
      await server.as('boss').put(`artifacts/${id}`, { values })
      const answer = await put('alice', 'mine', headers())
      const now = await server.as('alice').get(`artifacts/${id}`)
      expect(answer.status).toBe(412)
      expect(answer.headers).toMatchObject({ etag: now.headers['etag'], 'last-modified': now.headers['last-modified'] })
      expect(answer.body.error.current).toEqual({
        etag: now.headers['etag'],
        last_modified: now.body.last_modified_date,
        last_update_by: now.body.last_update_by_user,
        changed_fields: [{ field_id: field('status'), label: 'status' }],
      })
    })

    it('being none of this artifact, the answer does not pretend to know what changed', async () => {
      const answer = await put('alice', 'mine', { 'if-match': '"0000"' })
      expect(answer.body.error.current).toMatchObject({ etag: tag(), changed_fields: null })
    })

    it('must be said where the tracker asks for it', async () => {
      id = await make('careful', 'careful:title')
      const rows = await server.rowCounts()
      const answer = await put('alice', 'second', {}, 'careful:title')
      expect(answer.status).toBe(428)
      expect(answer.body.error.message).toMatch(/^Precondition Required: .*If-Match/)
      expect(await server.rowCounts()).toEqual(rows)
      const { headers } = await server.as('alice').get(`artifacts/${id}`)
      expect((await put('alice', 'second', { 'if-match': String(headers['etag']) }, 'careful:title')).status).toBe(200)
    })

    it.each<[string, () => Readonly<Record<string, string>>]>([
      ['tag', () => ({ 'if-none-match': tag() })],
      ['bare tag', () => ({ 'if-none-match': bare() })],
      ['any tag', () => ({ 'if-none-match': '*' })],
      ['date', () => ({ 'if-modified-since': date() })],
      ['later date', () => ({ 'if-modified-since': 'Mon, 01 Jan 2035 00:00:00 GMT' })],
    ])('is not sent again to who has it (%s), and is after a change', async (name, headers) => {
      const known = headers()
      const same = await server.as('alice').get(`artifacts/${id}`, { headers: known })
      expect({ status: same.status, text: same.text }).toEqual({ status: 304, text: '' })
      expect(same.headers).toMatchObject({ etag: tag(), 'last-modified': date() })
      if (name === 'any tag' || name === 'later date') return
      await put('bob', 'second')
      expect((await server.as('alice').get(`artifacts/${id}`, { headers: known })).status).toBe(200)
    })

    it('is told by the tag when both are sent', async () => {
      const headers = { 'if-none-match': '"0000"', 'if-modified-since': date() }
      expect((await server.as('alice').get(`artifacts/${id}`, { headers })).status).toBe(200)
    })

    it.each<[string, (known: TestResponse) => Readonly<Record<string, string>>]>([
      ['If-Match', ({ headers }) => ({ 'if-match': String(headers['etag']) })],
      ['If-Unmodified-Since', ({ headers }) => ({ 'if-unmodified-since': String(headers['last-modified']) })],
    ])(
      'is overtaken once: of 20 writers with the same %s exactly one succeeds',
      async (_, headersOf) => {
        for (let round = 0; round < rounds; round++) {
          // The date names a version of an artifact once per second.
          id = await make('task', 'title')
          const known = await server.as('alice').get(`artifacts/${id}`)
          const headers = headersOf(known)
          const answers = await Promise.all(
            Array.from({ length: 20 }, (_, n) => put(n % 2 ? 'alice' : 'bob', `${round}-${n}`, headers)),
          )
          const statuses = answers.map(({ status }) => status).sort()
          expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 412)])
          const winner = answers.findIndex(({ status }) => status === 200)
          expect(await title()).toBe(`${round}-${winner}`)
          const { headers: page } = await server.as('alice').get(`artifacts/${id}/changesets?limit=1`)
          expect(page['x-pagination-size']).toBe('2')
        }
      },
      20_000 + rounds * 2000,
    )

    it('is none when nothing is said: 20 writers all succeed, one after the other', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => put('alice', `free-${n}`)))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(20)
    })
  })

  describe('the times of an artifact that changes several times within one second', () => {
    const clock = createClock()
    const server = createServer(dialect, { clock })
    let project: ProjectFixture
    let id: number

    beforeAll(async () => {
      await server.createUser('alice')
      project = await createProjectFixture(server, 'bursts', {
        members: [server.idOf('alice')],
        trackers: () => [
          trackerDefinition('task', [fieldDefinition('string', 'title'), fieldDefinition('lud', 'changed')]),
        ],
      })
    })
    beforeEach(async () => {
      clock.pass(3600)
      const values = [{ field_id: project.fields.get('title'), value: 'first' }]
      const created = await server
        .as('alice')
        .post('artifacts', { tracker: { id: project.trackers.get('task') }, values })
      id = created.body.id
    })

    const read = () => server.as('alice').get(`artifacts/${id}`)
    const put = (title: string, headers: Readonly<Record<string, string>> = {}) =>
      server
        .as('alice')
        .put(`artifacts/${id}`, { values: [{ field_id: project.fields.get('title'), value: title }] }, { headers })
    const dateOf = ({ headers }: TestResponse): string => String(headers['last-modified'])
    const since = (answer: TestResponse) => ({ 'if-unmodified-since': dateOf(answer) })
    async function burst(): Promise<TestResponse[]> {
      const answers: TestResponse[] = []
      for (let change = 0; change < 12; change++) answers.push(await put(`burst ${change}`), await read())
      return answers
    }

    it('are the times of the changes, in every body', async () => {
      const created = await read()
      clock.pass(10)
      await burst()
      const { body } = await read()
      const now = clock.now() * 1000
      expect(Date.parse(created.body.submitted_on)).toBe(now - 10_000)
      expect(Date.parse(body.submitted_on)).toBe(now - 10_000)
      expect(Date.parse(body.last_modified_date)).toBe(now)
      const changed = body.values.find(({ type }: { type: string }) => type === 'lud')
      expect(Date.parse(changed.value)).toBe(now)
      const { body: changesets } = await server.as('alice').get(`artifacts/${id}/changesets`)
      expect(changesets.slice(1).map((each: any) => Date.parse(each.submitted_on))).toEqual(
        Array.from({ length: 9 }, () => now),
      )
    })

    it('are never shown by Last-Modified later than Date', async () => {
      for (const answer of [await read(), ...(await burst())]) {
        expect(Date.parse(dateOf(answer))).toBeLessThanOrEqual(Date.parse(String(answer.headers['date'])))
        expect(Date.parse(String(answer.headers['date']))).toBe(clock.now() * 1000)
      }
    })

    it('let no date of an earlier version pass as that of the current one', async () => {
      const answers = [await read(), ...(await burst())]
      for (const answer of answers.slice(0, -2)) expect((await put('lost', since(answer))).status).toBe(412)
      clock.pass(60)
      for (const answer of answers.slice(0, -2)) expect((await put('lost', since(answer))).status).toBe(412)
      expect((await server.as('alice').get(`artifacts/${id}/changesets`)).headers['x-pagination-size']).toBe('13')
    })

    it('let a client that reads again after the burst write', async () => {
      await burst()
      clock.pass(5)
      const current = await read()
      expect((await put('second', since(current))).status).toBe(200)
      expect((await put('third', since(current))).status).toBe(412)
    })

    it('let a client write that continues from its own only change of a second', async () => {
      for (let turn = 0; turn < 3; turn++) {
        clock.pass(1)
        const written = await put(`turn ${turn}`)
        expect(dateOf(written)).toBe(dateOf(await read()))
        clock.pass(1)
        expect((await put(`turn ${turn}, again`, since(written))).status).toBe(200)
      }
    })

    it('send the artifact again to a client that has an earlier version of the same second', async () => {
      const first = await read()
      await put('second')
      const headers = { 'if-modified-since': dateOf(first) }
      expect((await server.as('alice').get(`artifacts/${id}`, { headers })).status).toBe(200)
    })

    it('name at least what changed since the version that a client sends', async () => {
      await burst()
      const { body } = await put('lost', since(await read()))
      expect(body.error.current.changed_fields).toEqual([{ field_id: project.fields.get('title'), label: 'title' }])
    })
  })
})
