import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'
import { createWriteFixture, fieldOf, trackerOf, type WriteFixture } from './writes/write-fixture.ts'

alwaysOnEachDatabase((dialect) => {
  describe('PUT /artifacts/{id}', () => {
    const server = createServer(dialect)
    let shop: ProjectFixture
    let fixture: WriteFixture
    let id: number
    const field = (key: string): number => fieldOf(shop, key)
    const entry = (key: string, value: unknown) => ({ field_id: field(key), value })
    const put = (who: string, body: unknown, headers = {}) => server.as(who).put(`artifacts/${id}`, body, { headers })
    const read = async (who = 'alice') => (await server.as(who).get(`artifacts/${id}`)).body
    const history = async () => (await server.as('boss').get(`artifacts/${id}/changesets`)).body
    const valueAt = async (key: string, who = 'alice') =>
      (await read(who)).values.find((each: { field_id: number }) => each.field_id === field(key))?.value

    beforeAll(async () => {
      fixture = await createWriteFixture(server)
      shop = fixture.shop
    })
    beforeEach(async () => {
      const sent = { tracker: trackerOf(shop, 'task'), values: [entry('title', 'First'), entry('effort', 2)] }
      id = (await server.as('alice').post('artifacts', sent)).body.id
    })

    it('changes what was sent, leaves the rest, and answers nothing but the new version', async () => {
      const before = await read()
      const answer = await put('boss', { values: [entry('title', 'Second')] })
      expect(answer.status).toBe(200)
      expect(answer.text).toBe('')
      expect(answer.headers['allow']).toBe('OPTIONS, GET, PUT, PATCH, DELETE')
      const after = await server.as('boss').get(`artifacts/${id}`)
      expect(after.headers).toMatchObject({
        etag: answer.headers['etag'],
        'last-modified': answer.headers['last-modified'],
      })
      expect(after.body).toMatchObject({
        title: 'Second',
        submitted_by: server.idOf('alice'),
        last_update_by: server.idOf('boss'),
        submitted_on: before.submitted_on,
      })
      expect(await valueAt('effort')).toBe(2)
      const told = await history()
      expect(told.map((each: { submitted_by: number }) => each.submitted_by)).toEqual([
        server.idOf('alice'),
        server.idOf('boss'),
      ])
    })

    it.each<{ why: string; body: () => object }>([
      { why: 'the same values', body: () => ({ values: [entry('title', 'First'), entry('effort', '2')] }) },
      { why: 'no values', body: () => ({ values: [] }) },
      { why: 'an empty comment', body: () => ({ values: [], comment: { body: '  ', format: 'text' } }) },
      {
        why: 'values by field, which this route does not take',
        body: () => ({ values: [], values_by_field: { title: { value: 'x' } } }),
      },
      {
        why: 'a whole form in which nothing was touched',
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
    ])('makes no changeset of $why', async ({ body }) => {
      const before = await server.as('alice').get(`artifacts/${id}`)
      const rows = await server.rowCounts()
      const answer = await put('alice', body())
      expect(answer.status).toBe(200)
      expect(answer.headers).toMatchObject({
        etag: before.headers['etag'],
        'last-modified': before.headers['last-modified'],
      })
      expect(await server.rowCounts()).toEqual(rows)
    })

    it.each<{ who: string; status: number; message?: string }>([
      { who: 'visitor', status: 401, message: 'Unauthorized' },
      { who: 'rita', status: 403, message: 'Forbidden' },
      { who: 'olga', status: 400, message: 'Bad Request: You are not allowed to update the field title.\n' },
      { who: 'auditor', status: 400, message: 'Bad Request: You are not allowed to update the field title.\n' },
      { who: 'alice', status: 200 },
      { who: 'boss', status: 200 },
      { who: 'admin', status: 200 },
    ])('answers $who $status to a change of the title, which members may update', async ({ who, status, message }) => {
      const rows = await server.rowCounts()
      const answer = await put(who, { values: [entry('title', `By ${who}`)] })
      expect(answer.status).toBe(status)
      if (status === 200) return
      expect(answer.body.error.message).toBe(message)
      expect(await server.rowCounts()).toEqual(rows)
      expect((await read()).title).toBe('First')
    })

    it.each<{ why: string; body: () => unknown; message: string }>([
      { why: 'no values', body: () => ({}), message: '`values` is required.' },
      { why: 'values that are null', body: () => ({ values: null }), message: '`values` is required.' },
      {
        why: 'values that are no list',
        body: () => ({ values: 'x' }),
        message: 'Invalid value specified for `values`',
      },
      {
        why: 'an unknown field',
        body: () => ({ values: [{ field_id: 999_999, value: 'x' }] }),
        message: 'Unknown field 999999',
      },
      {
        why: 'an empty title',
        body: () => ({ values: [entry('title', '')] }),
        message: 'The field title (title) is required.\n',
      },
      {
        why: 'two problems at once',
        body: () => ({ values: [entry('title', 7), entry('effort', 'x')] }),
        message: 'title is not a string.\neffort is not a float.\n',
      },
      {
        why: 'the number that the product gives',
        body: () => ({ values: [entry('number', 5)] }),
        message: 'You are not allowed to update the field number.\n',
      },
      {
        why: 'another value of a field that is shown only',
        body: () => ({ values: [entry('shown', 'other')] }),
        message: 'You are not allowed to update the field shown.\n',
      },
      {
        why: 'the very value of a field that one does not read',
        body: () => ({ values: [entry('secret', 'hush')] }),
        message: 'You are not allowed to update the field secret.\n',
      },
      {
        why: 'a comment of more than 65535 bytes',
        body: () => ({ values: [], comment: { body: 'é'.repeat(32_768), format: 'text' } }),
        message: 'Comment content can not contain more than 65535 characters.',
      },
    ])('refuses $why, and nothing changes', async ({ body, message }) => {
      const rows = await server.rowCounts()
      const before = await read()
      const answer = await put('alice', body())
      expect(answer.status).toBe(400)
      expect(answer.body.error.message).toBe(`Bad Request: ${message}`)
      expect(await server.rowCounts()).toEqual(rows)
      expect(await read()).toEqual(before)
    })

    it.each([
      { why: 'of none', path: 'artifacts/999999', who: 'alice', status: 404, message: 'Not Found' },
      { why: 'of 0', path: 'artifacts/0', who: 'alice', status: 404, message: 'Not Found' },
      { why: 'of no number', path: 'artifacts/abc', who: 'alice', status: 404, message: 'Not Found' },
      {
        why: 'beyond all numbers',
        path: `artifacts/${'9'.repeat(30)}`,
        who: 'alice',
        status: 404,
        message: 'Not Found',
      },
      { why: 'of a suspended project, to a member', path: 'box', who: 'alice', status: 403, message: 'Forbidden' },
      {
        why: 'of a suspended project, to a site administrator',
        path: 'box',
        who: 'admin',
        status: 403,
        message: 'Forbidden: This project is suspended',
      },
    ])('is refused for an artifact $why with $status', async ({ path, who, status, message }) => {
      const rows = await server.rowCounts()
      const address = path === 'box' ? `artifacts/${fixture.box}` : path
      const answer = await server.as(who).put(address, { values: [] })
      expect(answer.status).toBe(status)
      expect(answer.body.error.message).toBe(message)
      expect(await server.rowCounts()).toEqual(rows)
    })

    it('takes a whole form from somebody who may fill in part of it', async () => {
      const answer = await put('olga', { values: [entry('title', 'First'), entry('shown', '')] })
      expect(answer.status).toBe(200)
    })

    it('lets a field be written that the writer does not read', async () => {
      const sent = { tracker: trackerOf(shop, 'letterbox'), values: [entry('letterbox:letter', 'Dear you')] }
      id = (await server.as('alice').post('artifacts', sent)).body.id
      expect((await put('alice', { values: [entry('letterbox:letter', 'Dear all')] })).status).toBe(200)
      expect(await valueAt('letterbox:letter', 'boss')).toBe('Dear all')
    })

    it('with Prefer: dry-run tells what would result, and keeps nothing of it', async () => {
      const rows = await server.rowCounts()
      const before = await read()
      const sent = { values: [entry('title', 'Maybe')], comment: { body: 'Perhaps', format: 'text' } }
      const answer = await put('alice', sent, { prefer: 'dry-run' })
      expect(answer.status).toBe(200)
      expect(answer.headers['preference-applied']).toBe('dry-run')
      expect(answer.body).toMatchObject({ id, title: 'Maybe', values_by_field: { effort: { value: 2 } } })
      expect(await server.rowCounts()).toEqual(rows)
      expect(await read()).toEqual(before)
    })

    it('is told the version that its transaction made', async () => {
      const answers = await Promise.all(
        ['p', 'q', 'r', 's'].map((title) => put('alice', { values: [entry('title', title)] })),
      )
      expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(4)
    })
  })

  describe('XML', () => {
    const server = createServer(dialect)
    let shop: ProjectFixture
    const xml = { 'content-type': 'application/xml' }
    const field = (key: string): number => fieldOf(shop, key)

    beforeAll(async () => {
      shop = (await createWriteFixture(server)).shop
    })

    it('makes, changes and reads an artifact', async () => {
      const tracker = trackerOf(shop, 'task').id
      const status = shop.values.get('Done')
      const sent = `<?xml version="1.0"?><request><tracker><id>${tracker}</id></tracker><values>
        <item><field_id>${field('title')}</field_id><value>007</value></item>
        <item><field_id>${field('effort')}</field_id><value>2.50</value></item>
        <item><field_id>${field('status')}</field_id><bind_value_ids><item>${status}</item></bind_value_ids></item>
      </values></request>`
      const made = await server.as('alice').post('artifacts', sent, { headers: { ...xml, accept: 'application/xml' } })
      expect(made.status).toBe(201)
      const id = /<response><id>(\d+)<\/id>/.exec(made.text)?.[1]
      expect((await server.as('alice').get(`artifacts/${id}`)).body).toMatchObject({ title: '007', status: 'Done' })

      const change = `<any><values><item><field_id>${field('title')}</field_id><value>Go &lt;on&gt;</value></item></values>
        <comment><body>Said in XML</body><format>text</format></comment></any>`
      const changed = await server.as('alice').put(`artifacts/${id}`, change, { headers: xml })
      expect({ status: changed.status, text: changed.text }).toEqual({ status: 200, text: '' })
      const read = await server.as('alice').get(`artifacts/${id}`, { headers: { accept: 'application/xml' } })
      expect(read.text).toContain('<title>Go &lt;on&gt;</title>')
      const told = await server.as('alice').get(`artifacts/${id}/changesets?fields=comments`)
      expect(told.body[0].last_comment.body).toBe('Said in XML')
    })

    it.each([
      ['<request><tracker>', 'Malformed XML.'],
      ['<request><comment><body>x</body></comment></request>', '`values` is required.'],
      ['<request><values><field_id>1</field_id></values></request>', 'Invalid value specified for `values'],
    ])('refuses %s', async (sent, message) => {
      const tracker = trackerOf(shop, 'task')
      const values = [{ field_id: field('title'), value: 'x' }]
      const { body } = await server.as('alice').post('artifacts', { tracker, values })
      const rows = await server.rowCounts()
      const answer = await server.as('alice').put(`artifacts/${body.id}`, sent, { headers: xml })
      expect(answer.status).toBe(400)
      expect(answer.body.error.message).toContain(message)
      expect(await server.rowCounts()).toEqual(rows)
    })
  })
})
