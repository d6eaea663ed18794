import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'
import { createWriteFixture, fieldOf, trackerOf, type WriteFixture } from './writes/write-fixture.ts'

alwaysOnEachDatabase((dialect) => {
  describe('POST /artifacts', () => {
    const server = createServer(dialect)
    let shop: ProjectFixture
    let fixture: WriteFixture
    const field = (key: string): number => fieldOf(shop, key)
    const task = (...values: readonly object[]) => ({ tracker: trackerOf(shop, 'task'), values })
    const titled = (title: unknown, ...more: readonly object[]) =>
      task({ field_id: field('title'), value: title }, ...more)
    const valueAt = (body: { values: readonly { field_id: number }[] }, key: string) =>
      body.values.find(({ field_id }) => field_id === field(key))

    beforeAll(async () => {
      fixture = await createWriteFixture(server)
      shop = fixture.shop
    })

    it('makes an artifact, and says where it is and which version it has', async () => {
      const made = await server.as('alice').post('artifacts', titled('First'))
      expect(made.status).toBe(201)
      const { id } = made.body
      const project = { id: shop.projectId, uri: `projects/${shop.projectId}`, label: 'workshop', icon: '' }
      const tracker = trackerOf(shop, 'task').id
      expect(made.body).toEqual({
        id,
        uri: `artifacts/${id}`,
        tracker: { id: tracker, uri: `trackers/${tracker}`, label: 'tasks', color: 'fiesta-red', project },
      })
      expect(made.headers['location']).toMatch(new RegExp(`^http://[^/]+/api/v1/artifacts/${id}$`))
      expect(made.headers['allow']).toBe('OPTIONS, GET, POST')
      const read = await server.as('alice').get(`artifacts/${id}`)
      expect(read.headers).toMatchObject({
        etag: made.headers['etag'],
        'last-modified': made.headers['last-modified'],
      })
      expect(read.body).toMatchObject({
        title: 'First',
        submitted_by: server.idOf('alice'),
        last_update_by: server.idOf('alice'),
      })
      const { body: changesets } = await server.as('alice').get(`artifacts/${id}/changesets`)
      expect(changesets).toHaveLength(1)
      expect(changesets[0]).toMatchObject({ last_comment: { body: '' }, values: read.body.values })
    })

    it('gives fields that were not sent their defaults, those of others to say as well', async () => {
      const made = await server.as('alice').post('artifacts', titled('Defaults'))
      const { body } = await server.as('boss').get(`artifacts/${made.body.id}`)
      expect(valueAt(body, 'count')).toMatchObject({ value: 3 })
      expect(valueAt(body, 'secret')).toMatchObject({ value: 'hush' })
      expect(valueAt(body, 'details')).toMatchObject({ value: '' })
      // docs/api/compatibility.md §3.2: a number without default is not there at all.
      expect(valueAt(body, 'effort')).toBeUndefined()
      expect(valueAt(body, 'due')).toMatchObject({ value: null })
    })

    it('does not ask for what nobody may say of a new artifact, required or not', async () => {
      const values = [{ field_id: field('later:word'), value: 'x' }]
      const made = await server.as('alice').post('artifacts', { tracker: trackerOf(shop, 'later'), values })
      expect(made.status).toBe(201)
      const { body } = await server.as('alice').get(`artifacts/${made.body.id}`)
      expect(valueAt(body, 'later:outcome')).toMatchObject({ value: '' })
    })

    it('refuses two entries for one field that differ', async () => {
      const before = await server.rowCounts()
      const sent = titled('Twice', { field_id: field('title'), value: 'The last' })
      const { status, body } = await server.as('alice').post('artifacts', sent)
      expect([status, body.error.message]).toEqual([400, expect.stringContaining('(title) is sent twice')])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('passes over what the product sets by itself and what it does not know', async () => {
      const sent = titled('Extra', { field_id: field('born'), value: '2001-01-01' })
      const made = await server.as('alice').post('artifacts', { ...sent, mood: 'good', comment: { body: 'no' } })
      expect(made.status).toBe(201)
    })

    it.each<{ why: string; who?: string; body: (w: WriteFixture) => unknown; status: number; message: string }>([
      {
        why: 'two sources of values',
        body: (w) => ({ ...task({ field_id: 1, value: 'x' }), tracker: { id: 0 }, from_artifact: { id: w.box } }),
        status: 400,
        message: 'Not able to deal with both formats at the same time',
      },
      {
        why: 'an unknown tracker',
        body: () => ({ tracker: { id: 999_999 }, values: [] }),
        status: 404,
        message: 'Tracker not found',
      },
      {
        why: 'a private project of others',
        who: 'olga',
        body: (w) => ({ tracker: trackerOf(w.cellar, 'jar'), values: [] }),
        status: 403,
        message: "User can't write in destination tracker",
      },
      {
        why: 'a tracker the caller does not see',
        who: 'alice',
        body: () => ({ tracker: trackerOf(shop, 'hidden'), values: [] }),
        status: 403,
        message: "User can't write in destination tracker",
      },
      {
        why: 'a tracker without a field to fill in',
        body: () => ({ tracker: trackerOf(shop, 'closed'), values: [] }),
        status: 403,
        message: "User can't write in destination tracker",
      },
      {
        why: 'a project that a restricted person may not enter',
        who: 'rita',
        body: () => titled('x'),
        status: 403,
        message: "User can't write in destination tracker",
      },
      {
        why: 'a suspended project, asked by a site administrator',
        who: 'admin',
        body: (w) => ({ tracker: trackerOf(w.attic, 'box'), values: [] }),
        status: 403,
        message: 'This project is suspended',
      },
      {
        why: 'a copy of nothing',
        body: () => ({ tracker: trackerOf(shop, 'task'), from_artifact: { id: 999_999 } }),
        status: 404,
        message: '',
      },
      {
        why: 'a copy of what the caller does not see',
        who: 'olga',
        body: (w) => ({ tracker: trackerOf(shop, 'task'), from_artifact: { id: w.box } }),
        status: 403,
        message: '',
      },
      { why: 'no values', body: () => task(), status: 400, message: 'No valid data are provided' },
      {
        why: 'no source of values',
        body: () => ({ tracker: trackerOf(shop, 'task') }),
        status: 400,
        message: 'No valid data are provided',
      },
      {
        why: 'an unknown field',
        body: () => titled('x', { field_id: 999_999, value: 'y' }),
        status: 400,
        message: 'Unknown field 999999',
      },
      {
        why: 'a field of another tracker',
        body: () => titled('x', { field_id: field('plain:word'), value: 'y' }),
        status: 400,
        message: 'Unknown field FIELD(plain:word)',
      },
      {
        why: 'a retired field',
        body: () => titled('x', { field_id: field('retired'), value: 'y' }),
        status: 400,
        message: 'Unknown field FIELD(retired)',
      },
      {
        why: 'a box around fields',
        body: () => titled('x', { field_id: field('box'), value: 'y' }),
        status: 400,
        message: 'Unknown field FIELD(box)',
      },
      {
        why: 'an entry without value',
        body: () => titled('x', { field_id: field('effort') }),
        status: 400,
        message: 'Expected format for field FIELD(effort) : {"field_id" : 15458, "value" : some_value',
      },
      {
        why: 'an entry without field',
        body: () => titled('x', { value: 'y' }),
        status: 400,
        message: '`values[1][field_id]` is required.',
      },
      {
        why: 'ids that are no list',
        body: () => titled('x', { field_id: field('status'), bind_value_ids: 5 }),
        status: 400,
        message: 'Invalid value specified for `values[1][bind_value_ids]`',
      },
      {
        why: 'a required field that somebody else has to fill in',
        who: 'alice',
        body: () => ({
          tracker: trackerOf(shop, 'strict'),
          values: [{ field_id: field('strict:word'), value: 'x' }],
        }),
        status: 403,
        message: "You can't submit an artifact because you do not have the right to submit all required fields",
      },
      {
        why: 'a missing title',
        body: () => task({ field_id: field('count'), value: 1 }),
        status: 400,
        message: 'error: The field title (title) is required.\n',
      },
      {
        why: 'an empty title',
        body: () => titled(''),
        status: 400,
        message: 'error: The field title (title) is required.\n',
      },
      {
        why: 'everything that is wrong, at once',
        who: 'alice',
        body: () =>
          titled(
            12,
            { field_id: field('effort'), value: 'much' },
            { field_id: field('secret'), value: 'mine' },
            { field_id: field('number'), value: 5 },
          ),
        status: 400,
        message:
          'error: title is not a string.\nerror: effort is not a float.\nerror: You are not allowed to update the field secret.\nerror: You are not allowed to update the field number.\n',
      },
      {
        why: 'a title that is too long',
        body: () => titled('a'.repeat(21)),
        status: 400,
        message: 'error: title can not contain more than 20 characters.\n',
      },
    ])('refuses $why with $status, and nothing is made', async ({ who = 'alice', body, status, message }) => {
      const sent = body(fixture)
      const before = await server.rowCounts()
      const answer = await server.as(who).post('artifacts', sent)
      const text = message.replace(/FIELD\((.*?)\)/, (_, key: string) => String(field(key)))
      expect(answer.status).toBe(status)
      const reason = { 400: 'Bad Request', 403: 'Forbidden', 404: 'Not Found' }[status]
      expect(answer.body.error.message).toBe(text === '' ? reason : `${reason}: ${text}`)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      { who: 'visitor', status: 401 },
      { who: 'auditor', status: 201 },
      { who: 'olga', status: 201 },
      { who: 'rita', status: 403 },
      { who: 'alice', status: 201 },
      { who: 'boss', status: 201 },
      { who: 'admin', status: 201 },
    ])('answers $who, whom registered people may write beside, $status', async ({ who, status }) => {
      const before = await server.rowCounts()
      const answer = await server.as(who).post('artifacts', titled(`By ${who}`))
      expect(answer.status).toBe(status)
      if (status !== 201) expect(await server.rowCounts()).toEqual(before)
    })

    describe('with values_by_field', () => {
      const named = (values: object) => ({ tracker: trackerOf(shop, 'task'), values_by_field: values })

      it('makes an artifact that is read in the same form', async () => {
        const sent = named({ title: { value: 'Named' }, effort: { value: 1.5 }, count: { value: null } })
        const made = await server.as('alice').post('artifacts', sent)
        expect(made.status).toBe(201)
        expect(made.body.uri).toBe(`artifacts/${made.body.id}?values_format=by_field`)
        expect(made.headers['location']).toMatch(/\/api\/v1\/artifacts\/\d+\?values_format=by_field$/)
        const { body } = await server.as('alice').get(made.body.uri)
        expect(body.values_by_field).toMatchObject({ title: { value: 'Named' }, effort: { value: 1.5 } })
      })

      it.each([
        {
          why: 'a name of no field',
          values: { foo: { value: 1 } },
          message: ': Field foo does not exist in the tracker',
        },
        { why: 'a list', values: { status: { value: 'New' } }, message: '' },
        { why: 'links', values: { links: { value: [] } }, message: '' },
        { why: 'no value', values: { title: {} }, message: ': value attribute is missing for field FIELD(title)' },
        { why: 'a bare value', values: { title: 'x' }, message: ': value attribute is missing for field FIELD(title)' },
      ])('refuses $why', async ({ values, message }) => {
        const before = await server.rowCounts()
        const answer = await server.as('alice').post('artifacts', named(values))
        expect(answer.status).toBe(400)
        const text = message.replace('FIELD(title)', String(field('title')))
        expect(answer.body.error.message).toBe(`Bad Request${text}`)
        expect(await server.rowCounts()).toEqual(before)
      })
    })

    describe('with from_artifact', () => {
      it('copies the title alone', async () => {
        const source = await server
          .as('alice')
          .post('artifacts', titled('Original', { field_id: field('count'), value: 9 }))
        const sent = { tracker: trackerOf(shop, 'note'), from_artifact: { id: source.body.id } }
        const made = await server.as('alice').post('artifacts', sent)
        expect(made.status).toBe(201)
        const { body } = await server.as('alice').get(`artifacts/${made.body.id}`)
        expect(body.title).toBe('Original')
      })

      it.each([
        { from: 'plain', into: 'note', message: 'No semantic found for title artifact' },
        { from: 'note', into: 'plain', message: 'No title semantic found in tracker dest' },
      ])('refuses a copy from $from into $into: one has no title', async ({ from, into, message }) => {
        const key = from === 'plain' ? 'plain:word' : 'note:title'
        const values = [{ field_id: field(key), value: 'x' }]
        const source = await server.as('alice').post('artifacts', { tracker: trackerOf(shop, from), values })
        const before = await server.rowCounts()
        const sent = { tracker: trackerOf(shop, into), from_artifact: { id: source.body.id } }
        const answer = await server.as('alice').post('artifacts', sent)
        expect(answer.status).toBe(400)
        expect(answer.body.error.message).toBe(`Bad Request: ${message}`)
        expect(await server.rowCounts()).toEqual(before)
      })
    })

    describe('with Prefer: dry-run', () => {
      const headers = { prefer: 'dry-run' }

      it('tells what would result, and keeps nothing of it', async () => {
        const before = await server.rowCounts()
        const answer = await server.as('alice').post('artifacts', titled('Maybe'), { headers })
        expect(answer.status).toBe(200)
        expect(answer.headers['preference-applied']).toBe('dry-run')
        expect(answer.body).toMatchObject({ title: 'Maybe', values_by_field: { count: { value: 3 } } })
        expect(await server.rowCounts()).toEqual(before)
        expect((await server.as('alice').get(`artifacts/${answer.body.id}`)).status).toBe(404)
      })

      it('refuses what would be refused', async () => {
        const answer = await server.as('alice').post('artifacts', titled(''), { headers })
        expect(answer.status).toBe(400)
      })

      it('keeps nothing under an Idempotency-Key either', async () => {
        const keyed = { ...headers, 'idempotency-key': 'a-dry-run-with-a-key' }
        const { artifact } = await server.rowCounts()
        const answer = await server.as('alice').post('artifacts', titled('Maybe'), { headers: keyed })
        expect(answer.status).toBe(200)
        expect((await server.rowCounts()).artifact).toBe(artifact)
      })
    })
  })
})
