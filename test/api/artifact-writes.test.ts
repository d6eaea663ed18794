import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'
import { createWriteFixture, getField, getTracker, type WriteFixture } from './writes/write-fixture.ts'

alwaysOnEachDatabase((dialect) => {
  describe('POST /artifacts', () => {
    const server = createServer(dialect)
    let shop: ProjectFixture
    let fixture: WriteFixture
    const field = (key: string): number => getField(shop, key)
    const task = (...values: readonly object[]) => ({ tracker: getTracker(shop, 'task'), values })
    const titled = (title: unknown, ...more: readonly object[]) =>
      task({ field_id: field('title'), value: title }, ...more)
    const valueAt = (body: { values: readonly { field_id: number }[] }, key: string) =>
      body.values.find(({ field_id }) => field_id === field(key))

    beforeAll(async () => {
      fixture = await createWriteFixture(server)
      shop = fixture.shop
    })

    it('creates an artifact and returns its URL and version', async () => {
      const created = await server.as('alice').post('artifacts', titled('First'))
      expect(created.status).toBe(201)
      const { id } = created.body
      const project = { id: shop.projectId, uri: `projects/${shop.projectId}`, label: 'workshop', icon: '' }
      const tracker = getTracker(shop, 'task').id
      expect(created.body).toEqual({
        id,
        uri: `artifacts/${id}`,
        tracker: { id: tracker, uri: `trackers/${tracker}`, label: 'tasks', color: 'fiesta-red', project },
      })
      expect(created.headers['location']).toMatch(new RegExp(`^http://[^/]+/api/v1/artifacts/${id}$`))
      expect(created.headers['allow']).toBe('OPTIONS, GET, POST')
      const read = await server.as('alice').get(`artifacts/${id}`)
      expect(read.headers).toMatchObject({
        etag: created.headers['etag'],
        'last-modified': created.headers['last-modified'],
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

    it('fills fields that were not sent with defaults, also those that the caller cannot submit', async () => {
      const created = await server.as('alice').post('artifacts', titled('Defaults'))
      const { body } = await server.as('boss').get(`artifacts/${created.body.id}`)
      expect(valueAt(body, 'count')).toMatchObject({ value: 3 })
      expect(valueAt(body, 'secret')).toMatchObject({ value: 'hush' })
      expect(valueAt(body, 'details')).toMatchObject({ value: '' })
      // docs/api/compatibility.md §3.2: a number without default has no value entry.
      expect(valueAt(body, 'effort')).toBeUndefined()
      expect(valueAt(body, 'due')).toMatchObject({ value: null })
    })

    it('does not require a field that no user can submit', async () => {
      const values = [{ field_id: field('later:word'), value: 'x' }]
      const created = await server.as('alice').post('artifacts', { tracker: getTracker(shop, 'later'), values })
      expect(created.status).toBe(201)
      const { body } = await server.as('alice').get(`artifacts/${created.body.id}`)
      expect(valueAt(body, 'later:outcome')).toMatchObject({ value: '' })
    })

    it('rejects two different entries for one field', async () => {
      const before = await server.rowCounts()
      const input = titled('Twice', { field_id: field('title'), value: 'The last' })
      const { status, body } = await server.as('alice').post('artifacts', input)
      expect([status, body.error.message]).toEqual([400, expect.stringContaining('(title) is sent twice')])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('ignores fields that the system sets, and unknown members', async () => {
      const input = titled('Extra', { field_id: field('born'), value: '2001-01-01' })
      const created = await server.as('alice').post('artifacts', { ...input, mood: 'good', comment: { body: 'no' } })
      expect(created.status).toBe(201)
    })

    it.each<{ caseName: string; caller?: string; body: (w: WriteFixture) => unknown; status: number; message: string }>(
      [
        {
          caseName: 'two sources of values',
          body: (w) => ({ ...task({ field_id: 1, value: 'x' }), tracker: { id: 0 }, from_artifact: { id: w.box } }),
          status: 400,
          message: 'Not able to deal with both formats at the same time',
        },
        {
          caseName: 'an unknown tracker',
          body: () => ({ tracker: { id: 999_999 }, values: [] }),
          status: 404,
          message: 'Tracker not found',
        },
        {
          caseName: 'a tracker whose id is larger than any id',
          body: () => ({ tracker: { id: 2 ** 53 }, values: [] }),
          status: 404,
          message: 'Tracker not found',
        },
        {
          caseName: 'a copy of an artifact whose id is larger than any id',
          body: () => ({ tracker: getTracker(shop, 'task'), from_artifact: { id: 2 ** 63 } }),
          status: 404,
          message: '',
        },
        {
          // Ids above 2^53 are left out.
          caseName: 'a field whose id is larger than any id',
          body: () => titled('x', { field_id: '9223372036854775807', value: 'y' }),
          status: 400,
          message: 'Unknown field …',
        },
        {
          caseName: 'a private project of other users',
          caller: 'olga',
          body: (w) => ({ tracker: getTracker(w.cellar, 'jar'), values: [] }),
          status: 403,
          message: "User can't write in destination tracker",
        },
        {
          caseName: 'a tracker that the caller cannot see',
          caller: 'alice',
          body: () => ({ tracker: getTracker(shop, 'hidden'), values: [] }),
          status: 403,
          message: "User can't write in destination tracker",
        },
        {
          caseName: 'a tracker without a field to submit',
          body: () => ({ tracker: getTracker(shop, 'closed'), values: [] }),
          status: 403,
          message: "User can't write in destination tracker",
        },
        {
          caseName: 'a project that a restricted user cannot access',
          caller: 'rita',
          body: () => titled('x'),
          status: 403,
          message: "User can't write in destination tracker",
        },
        {
          caseName: 'a suspended project, for a site administrator',
          caller: 'admin',
          body: (w) => ({ tracker: getTracker(w.attic, 'box'), values: [] }),
          status: 403,
          message: 'This project is suspended',
        },
        {
          caseName: 'a copy of an unknown artifact',
          body: () => ({ tracker: getTracker(shop, 'task'), from_artifact: { id: 999_999 } }),
          status: 404,
          message: '',
        },
        {
          caseName: 'a copy of an artifact that the caller cannot see',
          caller: 'olga',
          body: (w) => ({ tracker: getTracker(shop, 'task'), from_artifact: { id: w.box } }),
          status: 403,
          message: '',
        },
        { caseName: 'no values', body: () => task(), status: 400, message: 'No valid data are provided' },
        {
          caseName: 'no source of values',
          body: () => ({ tracker: getTracker(shop, 'task') }),
          status: 400,
          message: 'No valid data are provided',
        },
        {
          caseName: 'an unknown field',
          body: () => titled('x', { field_id: 999_999, value: 'y' }),
          status: 400,
          message: 'Unknown field 999999',
        },
        {
          caseName: 'a field of another tracker',
          body: () => titled('x', { field_id: field('plain:word'), value: 'y' }),
          status: 400,
          message: 'Unknown field FIELD(plain:word)',
        },
        {
          caseName: 'a retired field',
          body: () => titled('x', { field_id: field('retired'), value: 'y' }),
          status: 400,
          message: 'Unknown field FIELD(retired)',
        },
        {
          caseName: 'a container of fields',
          body: () => titled('x', { field_id: field('box'), value: 'y' }),
          status: 400,
          message: 'Unknown field FIELD(box)',
        },
        {
          caseName: 'an entry without value',
          body: () => titled('x', { field_id: field('effort') }),
          status: 400,
          message: 'Expected format for field FIELD(effort) : {"field_id" : 15458, "value" : some_value',
        },
        {
          caseName: 'an entry without field',
          body: () => titled('x', { value: 'y' }),
          status: 400,
          message: '`values[1][field_id]` is required.',
        },
        {
          caseName: 'ids that are not a list',
          body: () => titled('x', { field_id: field('status'), bind_value_ids: 5 }),
          status: 400,
          message: 'Invalid value specified for `values[1][bind_value_ids]`',
        },
        {
          caseName: 'a required field that the caller cannot submit',
          caller: 'alice',
          body: () => ({
            tracker: getTracker(shop, 'strict'),
            values: [{ field_id: field('strict:word'), value: 'x' }],
          }),
          status: 403,
          message: "You can't submit an artifact because you do not have the right to submit all required fields",
        },
        {
          caseName: 'a missing title',
          body: () => task({ field_id: field('count'), value: 1 }),
          status: 400,
          message: 'error: The field title (title) is required.\n',
        },
        {
          caseName: 'an empty title',
          body: () => titled(''),
          status: 400,
          message: 'error: The field title (title) is required.\n',
        },
        {
          caseName: 'several errors at once',
          caller: 'alice',
          body: () =>
            titled(
              12,
              { field_id: field('effort'), value: 'much' },
              { field_id: field('secret'), value: 'mine' },
              { field_id: field('number'), value: 5 },
            ),
          status: 400,
          message:
            'error: title is not a string.\nerror: effort is not a float.\nerror: You are not allowed to update the field #FIELD(secret).\nerror: You are not allowed to update the field number.\n',
        },
        {
          caseName: 'a title that is too long',
          body: () => titled('a'.repeat(21)),
          status: 400,
          message: 'error: title can not contain more than 20 characters.\n',
        },
      ],
    )('rejects $caseName with $status and creates nothing', async ({ caller = 'alice', body, status, message }) => {
      const input = body(fixture)
      const before = await server.rowCounts()
      const response = await server.as(caller).post('artifacts', input)
      const text = message.replace(/FIELD\((.*?)\)/, (_, key: string) => String(field(key)))
      expect(response.status).toBe(status)
      const reason = { 400: 'Bad Request', 403: 'Forbidden', 404: 'Not Found' }[status]
      expect(response.body.error.message).toBe(text === '' ? reason : `${reason}: ${text}`)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      { caller: 'visitor', status: 401 },
      { caller: 'auditor', status: 201 },
      { caller: 'olga', status: 201 },
      { caller: 'rita', status: 403 },
      { caller: 'alice', status: 201 },
      { caller: 'boss', status: 201 },
      { caller: 'admin', status: 201 },
    ])('returns $status to $caller for a tracker in which registered users can submit', async ({ caller, status }) => {
      const before = await server.rowCounts()
      const response = await server.as(caller).post('artifacts', titled(`By ${caller}`))
      expect(response.status).toBe(status)
      if (status !== 201) expect(await server.rowCounts()).toEqual(before)
    })

    describe('with values_by_field', () => {
      const withFieldNames = (values: object) => ({ tracker: getTracker(shop, 'task'), values_by_field: values })

      it('creates an artifact that is returned in the same format', async () => {
        const input = withFieldNames({ title: { value: 'Named' }, effort: { value: 1.5 }, count: { value: null } })
        const created = await server.as('alice').post('artifacts', input)
        expect(created.status).toBe(201)
        expect(created.body.uri).toBe(`artifacts/${created.body.id}?values_format=by_field`)
        expect(created.headers['location']).toMatch(/\/api\/v1\/artifacts\/\d+\?values_format=by_field$/)
        const { body } = await server.as('alice').get(created.body.uri)
        expect(body.values_by_field).toMatchObject({ title: { value: 'Named' }, effort: { value: 1.5 } })
      })

      it('creates an artifact without values if every value is null', async () => {
        const input = { tracker: getTracker(shop, 'plain'), values_by_field: { word: { value: null } } }
        const created = await server.as('alice').post('artifacts', input)
        expect(created.status).toBe(201)
        const { body } = await server.as('alice').get(created.body.uri)
        expect(body.values_by_field).toEqual({ word: expect.objectContaining({ value: '' }) })
        const missing = await server.as('alice').post('artifacts', withFieldNames({ title: { value: null } }))
        expect([missing.status, missing.body.error.message]).toEqual([
          400,
          expect.stringContaining('The field title (title) is required.'),
        ])
      })

      it('rejects a list that is not empty', async () => {
        const response = await server.as('alice').post('artifacts', withFieldNames(['x']))
        expect([response.status, response.body.error.message]).toEqual([
          400,
          'Bad Request: Invalid value specified for `values_by_field`. Expecting an item of type `object`',
        ])
      })

      it.each([
        {
          caseName: 'an unknown field name',
          values: { foo: { value: 1 } },
          message: ': Field foo does not exist in the tracker',
        },
        { caseName: 'a list', values: { status: { value: 'New' } }, message: '' },
        { caseName: 'links', values: { links: { value: [] } }, message: '' },
        { caseName: 'no value', values: { title: {} }, message: ': value attribute is missing for field FIELD(title)' },
        {
          caseName: 'a value without object',
          values: { title: 'x' },
          message: ': value attribute is missing for field FIELD(title)',
        },
      ])('rejects $caseName', async ({ values, message }) => {
        const before = await server.rowCounts()
        const response = await server.as('alice').post('artifacts', withFieldNames(values))
        expect(response.status).toBe(400)
        const text = message.replace('FIELD(title)', String(field('title')))
        expect(response.body.error.message).toBe(`Bad Request${text}`)
        expect(await server.rowCounts()).toEqual(before)
      })
    })

    describe('with from_artifact', () => {
      it('copies only the title', async () => {
        const source = await server
          .as('alice')
          .post('artifacts', titled('Original', { field_id: field('count'), value: 9 }))
        const input = { tracker: getTracker(shop, 'note'), from_artifact: { id: source.body.id } }
        const created = await server.as('alice').post('artifacts', input)
        expect(created.status).toBe(201)
        const { body } = await server.as('alice').get(`artifacts/${created.body.id}`)
        expect(body.title).toBe('Original')
      })

      it.each([
        { from: 'plain', into: 'note', message: 'No semantic found for title artifact' },
        { from: 'note', into: 'plain', message: 'No title semantic found in tracker dest' },
      ])('rejects a copy from $from into $into because one has no title', async ({ from, into, message }) => {
        const key = from === 'plain' ? 'plain:word' : 'note:title'
        const values = [{ field_id: field(key), value: 'x' }]
        const source = await server.as('alice').post('artifacts', { tracker: getTracker(shop, from), values })
        const before = await server.rowCounts()
        const input = { tracker: getTracker(shop, into), from_artifact: { id: source.body.id } }
        const response = await server.as('alice').post('artifacts', input)
        expect(response.status).toBe(400)
        expect(response.body.error.message).toBe(`Bad Request: ${message}`)
        expect(await server.rowCounts()).toEqual(before)
      })
    })

    describe('with Prefer: dry-run', () => {
      const headers = { prefer: 'dry-run' }

      it('returns the result and saves nothing', async () => {
        const before = await server.rowCounts()
        const response = await server.as('alice').post('artifacts', titled('Maybe'), { headers })
        expect(response.status).toBe(200)
        expect(response.headers['preference-applied']).toBe('dry-run')
        expect(response.body).toMatchObject({ title: 'Maybe', values_by_field: { count: { value: 3 } } })
        expect(await server.rowCounts()).toEqual(before)
        expect((await server.as('alice').get(`artifacts/${response.body.id}`)).status).toBe(404)
      })

      it('rejects invalid input', async () => {
        const response = await server.as('alice').post('artifacts', titled(''), { headers })
        expect(response.status).toBe(400)
      })

      it('saves nothing with an Idempotency-Key', async () => {
        const keyed = { ...headers, 'idempotency-key': 'a-dry-run-with-a-key' }
        const { artifact } = await server.rowCounts()
        const response = await server.as('alice').post('artifacts', titled('Maybe'), { headers: keyed })
        expect(response.status).toBe(200)
        expect((await server.rowCounts()).artifact).toBe(artifact)
      })
    })
  })
})
