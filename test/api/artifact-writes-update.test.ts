import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClock } from '../kit/clock.ts'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createWriteFixture, getField, getTracker, type WriteFixture } from './writes/write-fixture.ts'

onEachDatabase((dialect) => {
  describe('PUT /artifacts/{id}', () => {
    // The date of a version that is ahead of the clock is shown only when the clock reaches it.
    const server = createServer(dialect, { clock: createClock() })
    let shop: ProjectFixture
    let fixture: WriteFixture
    let id: number
    const field = (key: string): number => getField(shop, key)
    const entry = (key: string, value: unknown) => ({ field_id: field(key), value })
    const put = (caller: string, body: unknown, headers = {}) =>
      server.as(caller).put(`artifacts/${id}`, body, { headers })
    const read = async (caller = 'alice') => (await server.as(caller).get(`artifacts/${id}`)).body
    const history = async () => (await server.as('boss').get(`artifacts/${id}/changesets`)).body
    const valueAt = async (key: string, caller = 'alice') =>
      (await read(caller)).values.find((each: { field_id: number }) => each.field_id === field(key))?.value

    beforeAll(async () => {
      fixture = await createWriteFixture(server)
      shop = fixture.shop
    })
    beforeEach(async () => {
      const input = { tracker: getTracker(shop, 'task'), values: [entry('title', 'First'), entry('effort', 2)] }
      id = (await server.as('alice').post('artifacts', input)).body.id
    })

    it('changes only the given fields, and returns an empty body with the new version', async () => {
      const before = await read()
      const response = await put('boss', { values: [entry('title', 'Second')] })
      expect(response.status).toBe(200)
      expect(response.text).toBe('')
      expect(response.headers['allow']).toBe('OPTIONS, GET, PUT, DELETE, PATCH')
      const after = await server.as('boss').get(`artifacts/${id}`)
      expect(after.headers).toMatchObject({
        etag: response.headers['etag'],
        'last-modified': response.headers['last-modified'],
      })
      expect(after.body).toMatchObject({
        title: 'Second',
        submitted_by: server.idOf('alice'),
        last_update_by: server.idOf('boss'),
        submitted_on: before.submitted_on,
      })
      expect(await valueAt('effort')).toBe(2)
      const changesets = await history()
      expect(changesets.map((each: { submitted_by: number }) => each.submitted_by)).toEqual([
        server.idOf('alice'),
        server.idOf('boss'),
      ])
    })

    it.each<{ caseName: string; body: () => object }>([
      { caseName: 'the same values', body: () => ({ values: [entry('title', 'First'), entry('effort', '2')] }) },
      { caseName: 'no values', body: () => ({ values: [] }) },
      { caseName: 'an empty comment', body: () => ({ values: [], comment: { body: '  ', format: 'text' } }) },
      {
        caseName: 'values_by_field, which this route ignores',
        body: () => ({ values: [], values_by_field: { title: { value: 'x' } } }),
      },
      {
        caseName: 'a complete form without changes',
        body: () => ({
          values: [
            entry('title', 'First'),
            entry('details', null),
            entry('effort', null),
            entry('count', '3'),
            entry('shown', ''),
            { field_id: field('status'), bind_value_ids: [] },
            { field_id: field('links'), links: [] },
          ],
        }),
      },
    ])('creates no changeset for $caseName', async ({ body }) => {
      const before = await server.as('alice').get(`artifacts/${id}`)
      const rows = await server.rowCounts()
      const response = await put('alice', body())
      expect(response.status).toBe(200)
      expect(response.headers).toMatchObject({
        etag: before.headers['etag'],
        'last-modified': before.headers['last-modified'],
      })
      expect(await server.rowCounts()).toEqual(rows)
    })

    it.each<{ caller: string; status: number; message?: string }>([
      { caller: 'visitor', status: 401, message: 'Unauthorized' },
      { caller: 'rita', status: 403, message: 'Forbidden' },
      { caller: 'olga', status: 400, message: 'Bad Request: You are not allowed to update the field title.\n' },
      { caller: 'auditor', status: 400, message: 'Bad Request: You are not allowed to update the field title.\n' },
      { caller: 'alice', status: 200 },
      { caller: 'boss', status: 200 },
      { caller: 'admin', status: 200 },
    ])(
      'returns $status to $caller for a change of a field that members can update',
      async ({ caller, status, message }) => {
        const rows = await server.rowCounts()
        const response = await put(caller, { values: [entry('title', `By ${caller}`)] })
        expect(response.status).toBe(status)
        if (status === 200) return
        expect(response.body.error.message).toBe(message)
        expect(await server.rowCounts()).toEqual(rows)
        expect((await read()).title).toBe('First')
      },
    )

    it.each<{ caseName: string; body: () => unknown; message: string }>([
      { caseName: 'no values', body: () => ({}), message: '`values` is required.' },
      { caseName: 'values: null', body: () => ({ values: null }), message: '`values` is required.' },
      {
        caseName: 'values that are not a list',
        body: () => ({ values: 'x' }),
        message: 'Invalid value specified for `values`',
      },
      {
        caseName: 'an unknown field',
        body: () => ({ values: [{ field_id: 999_999, value: 'x' }] }),
        message: 'Unknown field 999999',
      },
      {
        caseName: 'an empty title',
        body: () => ({ values: [entry('title', '')] }),
        message: 'The field title (title) is required.\n',
      },
      {
        caseName: 'two problems at once',
        body: () => ({ values: [entry('title', 7), entry('effort', 'x')] }),
        message: 'title is not a string.\neffort is not a float.\n',
      },
      {
        caseName: 'the artifact number, which the system sets',
        body: () => ({ values: [entry('number', 5)] }),
        message: 'You are not allowed to update the field number.\n',
      },
      {
        caseName: 'another value for a read-only field',
        body: () => ({ values: [entry('shown', 'other')] }),
        message: 'You are not allowed to update the field shown.\n',
      },
      {
        caseName: 'the current value of a field that the caller cannot read',
        body: () => ({ values: [entry('secret', 'hush')] }),
        message: 'You are not allowed to update the field #SECRET.\n',
      },
      {
        caseName: 'a comment of more than 65535 bytes',
        body: () => ({ values: [], comment: { body: 'é'.repeat(32_768), format: 'text' } }),
        message: 'Comment content can not contain more than 65535 characters.',
      },
    ])('rejects $caseName and changes nothing', async ({ body, message }) => {
      const rows = await server.rowCounts()
      const before = await read()
      const response = await put('alice', body())
      expect(response.status).toBe(400)
      const text = message.replace('SECRET', String(entry('secret', '').field_id))
      expect(response.body.error.message).toBe(`Bad Request: ${text}`)
      expect(await server.rowCounts()).toEqual(rows)
      expect(await read()).toEqual(before)
    })

    it.each([
      { caseName: 'that does not exist', path: 'artifacts/999999', caller: 'alice', status: 404, message: 'Not Found' },
      { caseName: 'with the id 0', path: 'artifacts/0', caller: 'alice', status: 404, message: 'Not Found' },
      {
        caseName: 'with an id that is not a number',
        path: 'artifacts/abc',
        caller: 'alice',
        status: 404,
        message: 'Not Found',
      },
      {
        caseName: 'with an id that is too large',
        path: `artifacts/${'9'.repeat(30)}`,
        caller: 'alice',
        status: 404,
        message: 'Not Found',
      },
      {
        caseName: 'of a suspended project, for a member',
        path: 'box',
        caller: 'alice',
        status: 403,
        message: 'Forbidden',
      },
      {
        caseName: 'of a suspended project, for a site administrator',
        path: 'box',
        caller: 'admin',
        status: 403,
        message: 'Forbidden: This project is suspended',
      },
    ])('returns $status for an artifact $caseName', async ({ path, caller, status, message }) => {
      const rows = await server.rowCounts()
      const url = path === 'box' ? `artifacts/${fixture.box}` : path
      const response = await server.as(caller).put(url, { values: [] })
      expect(response.status).toBe(status)
      expect(response.body.error.message).toBe(message)
      expect(await server.rowCounts()).toEqual(rows)
    })

    it('accepts unchanged values of fields that the caller cannot update', async () => {
      const response = await put('olga', { values: [entry('title', 'First'), entry('shown', '')] })
      expect(response.status).toBe(200)
    })

    it('accepts a field that the caller can update but not read', async () => {
      const input = { tracker: getTracker(shop, 'letterbox'), values: [entry('letterbox:letter', 'Dear you')] }
      id = (await server.as('alice').post('artifacts', input)).body.id
      expect((await put('alice', { values: [entry('letterbox:letter', 'Dear all')] })).status).toBe(200)
      expect(await valueAt('letterbox:letter', 'boss')).toBe('Dear all')
    })

    it('returns the result for Prefer: dry-run and saves nothing', async () => {
      const rows = await server.rowCounts()
      const before = await read()
      const input = { values: [entry('title', 'Maybe')], comment: { body: 'Perhaps', format: 'text' } }
      const response = await put('alice', input, { prefer: 'dry-run' })
      expect(response.status).toBe(200)
      expect(response.headers['preference-applied']).toBe('dry-run')
      expect(response.body).toMatchObject({ id, title: 'Maybe', values_by_field: { effort: { value: 2 } } })
      expect(await server.rowCounts()).toEqual(rows)
      expect(await read()).toEqual(before)
    })

    it('returns the version of its own transaction', async () => {
      const responses = await Promise.all(
        ['p', 'q', 'r', 's'].map((title) => put('alice', { values: [entry('title', title)] })),
      )
      expect(new Set(responses.map(({ headers }) => headers['etag'])).size).toBe(4)
    })
  })

  describe('POST and PUT with XML', () => {
    const server = createServer(dialect)
    let shop: ProjectFixture
    const xml = { 'content-type': 'application/xml' }
    const field = (key: string): number => getField(shop, key)

    beforeAll(async () => {
      shop = (await createWriteFixture(server)).shop
    })

    it('create, change and return an artifact', async () => {
      const tracker = getTracker(shop, 'task').id
      const status = shop.values.get('Done')
      const input = `<?xml version="1.0"?><request><tracker><id>${tracker}</id></tracker><values>
        <item><field_id>${field('title')}</field_id><value>007</value></item>
        <item><field_id>${field('effort')}</field_id><value>2.50</value></item>
        <item><field_id>${field('status')}</field_id><bind_value_ids><item>${status}</item></bind_value_ids></item>
      </values></request>`
      const created = await server
        .as('alice')
        .post('artifacts', input, { headers: { ...xml, accept: 'application/xml' } })
      expect(created.status).toBe(201)
      const id = /<response><id>(\d+)<\/id>/.exec(created.text)?.[1]
      expect((await server.as('alice').get(`artifacts/${id}`)).body).toMatchObject({ title: '007', status: 'Done' })

      const change = `<any><values><item><field_id>${field('title')}</field_id><value>Changed &lt;title&gt;</value></item></values>
        <comment><body>Comment in XML</body><format>text</format></comment></any>`
      const changed = await server.as('alice').put(`artifacts/${id}`, change, { headers: xml })
      expect({ status: changed.status, text: changed.text }).toEqual({ status: 200, text: '' })
      const read = await server.as('alice').get(`artifacts/${id}`, { headers: { accept: 'application/xml' } })
      expect(read.text).toContain('<title>Changed &lt;title&gt;</title>')
      const changesets = await server.as('alice').get(`artifacts/${id}/changesets?fields=comments`)
      expect(changesets.body[0].last_comment.body).toBe('Comment in XML')
    })

    it.each([
      ['<request><tracker>', 'Malformed XML.'],
      ['<request><comment><body>x</body></comment></request>', '`values` is required.'],
      ['<request><values><field_id>1</field_id></values></request>', 'Invalid value specified for `values'],
    ])('reject %s', async (input, message) => {
      const tracker = getTracker(shop, 'task')
      const values = [{ field_id: field('title'), value: 'x' }]
      const { body } = await server.as('alice').post('artifacts', { tracker, values })
      const rows = await server.rowCounts()
      const response = await server.as('alice').put(`artifacts/${body.id}`, input, { headers: xml })
      expect(response.status).toBe(400)
      expect(response.body.error.message).toContain(message)
      expect(await server.rowCounts()).toEqual(rows)
    })
  })
})
