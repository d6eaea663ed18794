import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultOptions } from '../../src/trackers/model/definition.ts'
import { createClock } from '../kit/clock.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer, type TestResponse } from '../kit/server.ts'

/** Rounds per run; races.test.ts repeats the races over sockets with many more rounds. */
const rounds = Number(process.env['TULIPWOOD_RACE_ROUNDS'] ?? 3)
const stale = 'Artifact has been modified since you last requested it. Please edit the latest version'

alwaysOnEachDatabase((dialect) => {
  describe('conditional requests for an artifact', () => {
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
          createTrackerDefinition('task', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('string', 'secret', { rights: { read: [4], submit: [4], update: [4] } }),
            createFieldDefinition('sb', 'status', { bind: createStaticBind(['New', ''], ['Done', '']) }),
          ]),
          {
            ...createTrackerDefinition('careful', [createFieldDefinition('string', 'careful:title')]),
            options: { ...defaultOptions, requiresPreconditions: true },
          },
        ],
      })
    })
    beforeEach(async () => {
      id = await createTask('task', 'title')
      read = await server.as('alice').get(`artifacts/${id}`)
    })

    async function createTask(tracker: string, key: string): Promise<number> {
      const values = [{ field_id: field(key), value: 'first' }]
      const created = await server
        .as('alice')
        .post('artifacts', { tracker: { id: shop.trackers.get(tracker) }, values })
      return created.body.id
    }
    const put = (caller: string, newTitle: string, headers: Readonly<Record<string, string>> = {}, key = 'title') =>
      server.as(caller).put(`artifacts/${id}`, { values: [{ field_id: field(key), value: newTitle }] }, { headers })
    const etag = (): string => String(read.headers['etag'])
    const lastModified = (): string => String(read.headers['last-modified'])
    const unquotedTag = (): string => etag().slice(1, -1)
    const readTitle = async (): Promise<string> =>
      (await server.as('boss').get(`artifacts/${id}`)).body.values.find(
        (each: { field_id: number }) => each.field_id === field('title'),
      ).value

    it.each<[string, () => Readonly<Record<string, string>>]>([
      ['a quoted tag', () => ({ 'if-match': etag() })],
      ['an unquoted tag', () => ({ 'if-match': unquotedTag() })],
      ['a weak tag', () => ({ 'if-match': `W/${etag()}` })],
      ['one tag of a list', () => ({ 'if-match': `"other", ${etag()}` })],
      ['the tag of another caller', () => ({ 'if-match': `${unquotedTag().split('.')[0]}.elsewhere` })],
      ['any tag', () => ({ 'if-match': '*' })],
      ['the date', () => ({ 'if-unmodified-since': lastModified() })],
      ['the date in the format of response bodies', () => ({ 'if-unmodified-since': read.body.last_modified_date })],
      ['both', () => ({ 'if-match': etag(), 'if-unmodified-since': lastModified() })],
      ['no condition', () => ({})],
    ])('accept a write with %s', async (_, headers) => {
      expect((await put('alice', 'second', headers())).status).toBe(200)
      expect(await readTitle()).toBe('second')
    })

    it.each<[string, () => Readonly<Record<string, string>>]>([
      ['another tag', () => ({ 'if-match': '"0000"' })],
      ['the time in seconds as Tuleap sends it', () => ({ 'if-match': `${Date.parse(lastModified()) / 1000}` })],
      ['an empty tag', () => ({ 'if-match': '' })],
      ['an older date', () => ({ 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })],
      ['a later date', () => ({ 'if-unmodified-since': 'Mon, 01 Jan 2035 00:00:00 GMT' })],
      ['an invalid date', () => ({ 'if-unmodified-since': 'yesterdayish' })],
      [
        'the tag, and another date',
        () => ({ 'if-match': etag(), 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }),
      ],
      ['the date, and another tag', () => ({ 'if-match': 'x', 'if-unmodified-since': lastModified() })],
    ])('reject a write with %s', async (_, headers) => {
      const rows = await server.rowCounts()
      const response = await put('alice', 'second', headers())
      expect(response.status).toBe(412)
      expect(response.body.error).toMatchObject({ code: 412, message: `Precondition Failed: ${stale}` })
      expect(await server.rowCounts()).toEqual(rows)
      expect(await readTitle()).toBe('first')
    })

    it.each<[string, () => Readonly<Record<string, string>>]>([
      ['tag', () => ({ 'if-match': etag() })],
      ['date', () => ({ 'if-unmodified-since': lastModified() })],
    ])('reject a write after another change within the same second (%s)', async (_, headers) => {
      await put('bob', 'second')
      expect((await put('alice', 'third', headers())).status).toBe(412)
      expect(await readTitle()).toBe('second')
    })

    it('check the version before the input, and after the permissions', async () => {
      const input = { values: [{ field_id: 999_999, value: 'x' }] }
      const headers = { 'if-match': 'x' }
      expect((await server.as('alice').put(`artifacts/${id}`, input, { headers })).status).toBe(412)
      expect((await server.as('alice').put('artifacts/999999', input, { headers })).status).toBe(404)
      expect((await server.as('visitor').put(`artifacts/${id}`, input, { headers })).status).toBe(401)
    })

    it('check the version of a dry run', async () => {
      expect((await put('alice', 'second', { prefer: 'dry-run', 'if-match': 'x' })).status).toBe(412)
    })

    it.each<[string, () => Readonly<Record<string, string>>]>([
      ['tag', () => ({ 'if-match': etag() })],
      ['date', () => ({ 'if-unmodified-since': lastModified() })],
    ])('return the later changes for an old version: user, time and visible fields (%s)', async (_, headers) => {
      const values = [
        { field_id: field('secret'), value: 'hush' },
        { field_id: field('status'), bind_value_ids: [shop.values.get('Done')] },
      ]
      await server.as('boss').put(`artifacts/${id}`, { values })
      const response = await put('alice', 'mine', headers())
      const now = await server.as('alice').get(`artifacts/${id}`)
      expect(response.status).toBe(412)
      expect(response.headers).toMatchObject({
        etag: now.headers['etag'],
        'last-modified': now.headers['last-modified'],
      })
      expect(response.body.error.current).toEqual({
        etag: now.headers['etag'],
        last_modified: now.body.last_modified_date,
        last_update_by: now.body.last_update_by_user,
        changed_fields: [{ field_id: field('status'), label: 'status' }],
      })
    })

    it('return no changed fields for an unknown version', async () => {
      const response = await put('alice', 'mine', { 'if-match': '"0000"' })
      expect(response.body.error.current).toMatchObject({ etag: etag(), changed_fields: null })
    })

    it('are required where the tracker requires them', async () => {
      id = await createTask('careful', 'careful:title')
      const rows = await server.rowCounts()
      const response = await put('alice', 'second', {}, 'careful:title')
      expect(response.status).toBe(428)
      expect(response.body.error.message).toMatch(/^Precondition Required: .*If-Match/)
      expect(await server.rowCounts()).toEqual(rows)
      const { headers } = await server.as('alice').get(`artifacts/${id}`)
      expect((await put('alice', 'second', { 'if-match': String(headers['etag']) }, 'careful:title')).status).toBe(200)
    })

    it.each<[string, () => Readonly<Record<string, string>>]>([
      ['tag', () => ({ 'if-none-match': etag() })],
      ['bare tag', () => ({ 'if-none-match': unquotedTag() })],
      ['any tag', () => ({ 'if-none-match': '*' })],
      ['date', () => ({ 'if-modified-since': lastModified() })],
    ])('return 304 for the current version (%s), and 200 after a change', async (name, headers) => {
      const conditions = headers()
      const same = await server.as('alice').get(`artifacts/${id}`, { headers: conditions })
      expect({ status: same.status, text: same.text }).toEqual({ status: 304, text: '' })
      expect(same.headers).toMatchObject({ etag: etag(), 'last-modified': lastModified() })
      if (name === 'any tag') return
      await put('bob', 'second')
      expect((await server.as('alice').get(`artifacts/${id}`, { headers: conditions })).status).toBe(200)
    })

    it('prefer If-None-Match to If-Modified-Since', async () => {
      const headers = { 'if-none-match': '"0000"', 'if-modified-since': lastModified() }
      expect((await server.as('alice').get(`artifacts/${id}`, { headers })).status).toBe(200)
    })

    it.each<[string, (current: TestResponse) => Readonly<Record<string, string>>]>([
      ['If-Match', ({ headers }) => ({ 'if-match': String(headers['etag']) })],
      ['If-Unmodified-Since', ({ headers }) => ({ 'if-unmodified-since': String(headers['last-modified']) })],
    ])(
      'accept exactly one of 20 concurrent writes with the same %s',
      async (_, headersOf) => {
        for (let round = 0; round < rounds; round++) {
          // If-Unmodified-Since identifies only one version per second.
          id = await createTask('task', 'title')
          const current = await server.as('alice').get(`artifacts/${id}`)
          const headers = headersOf(current)
          const responses = await Promise.all(
            Array.from({ length: 20 }, (_, n) => put(n % 2 ? 'alice' : 'bob', `${round}-${n}`, headers)),
          )
          const statuses = responses.map(({ status }) => status).sort()
          expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 412)])
          const winner = responses.findIndex(({ status }) => status === 200)
          expect(await readTitle()).toBe(`${round}-${winner}`)
          const { headers: page } = await server.as('alice').get(`artifacts/${id}/changesets?limit=1`)
          expect(page['x-pagination-size']).toBe('2')
        }
      },
      20_000 + rounds * 2000,
    )

    it('are optional: 20 concurrent writes without them all succeed', async () => {
      const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => put('alice', `free-${n}`)))
      expect(responses.every(({ status }) => status === 200)).toBe(true)
      expect(new Set(responses.map(({ headers }) => headers['etag'])).size).toBe(20)
    })
  })

  describe('timestamps of an artifact that changes several times within one second', () => {
    const clock = createClock()
    const server = createServer(dialect, { clock })
    let project: ProjectFixture
    let id: number

    beforeAll(async () => {
      await server.createUser('alice')
      project = await createProjectFixture(server, 'bursts', {
        members: [server.idOf('alice')],
        trackers: () => [
          createTrackerDefinition('task', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('lud', 'changed'),
          ]),
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
    const put = (readTitle: string, headers: Readonly<Record<string, string>> = {}) =>
      server
        .as('alice')
        .put(`artifacts/${id}`, { values: [{ field_id: project.fields.get('title'), value: readTitle }] }, { headers })
    const dateOf = ({ headers }: TestResponse): string => String(headers['last-modified'])
    const unmodifiedSince = (response: TestResponse) => ({ 'if-unmodified-since': dateOf(response) })
    async function burst(): Promise<TestResponse[]> {
      const responses: TestResponse[] = []
      for (let change = 0; change < 12; change++) responses.push(await put(`burst ${change}`), await read())
      return responses
    }

    it('are the times of the changes in every body', async () => {
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

    it('never make Last-Modified later than Date', async () => {
      for (const response of [await read(), ...(await burst())]) {
        expect(Date.parse(dateOf(response))).toBeLessThanOrEqual(Date.parse(String(response.headers['date'])))
        expect(Date.parse(String(response.headers['date']))).toBe(clock.now() * 1000)
      }
    })

    it('reject the date of an earlier version', async () => {
      const responses = [await read(), ...(await burst())]
      for (const response of responses.slice(0, -2))
        expect((await put('lost', unmodifiedSince(response))).status).toBe(412)
      clock.pass(60)
      for (const response of responses.slice(0, -2))
        expect((await put('lost', unmodifiedSince(response))).status).toBe(412)
      expect((await server.as('alice').get(`artifacts/${id}/changesets`)).headers['x-pagination-size']).toBe('13')
    })

    it('accept a write of a client that reads again after the changes', async () => {
      await burst()
      clock.pass(5)
      const current = await read()
      expect((await put('second', unmodifiedSince(current))).status).toBe(200)
      expect((await put('third', unmodifiedSince(current))).status).toBe(412)
    })

    it('accept a write that continues the only change of a second', async () => {
      for (let round = 0; round < 3; round++) {
        clock.pass(1)
        const update = await put(`turn ${round}`)
        expect(dateOf(update)).toBe(dateOf(await read()))
        clock.pass(1)
        expect((await put(`turn ${round}, again`, unmodifiedSince(update))).status).toBe(200)
      }
    })

    it('return the artifact to a client that has an earlier version of the same second', async () => {
      const first = await read()
      await put('second')
      const headers = { 'if-modified-since': dateOf(first) }
      expect((await server.as('alice').get(`artifacts/${id}`, { headers })).status).toBe(200)
    })

    it('list at least the fields changed since the version of the client', async () => {
      await burst()
      const { body } = await put('lost', unmodifiedSince(await read()))
      expect(body.error.current.changed_fields).toEqual([{ field_id: project.fields.get('title'), label: 'title' }])
    })
  })
})
