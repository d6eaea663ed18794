import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/app/slices/routes.ts'
import { checkTexts } from '../../src/cli/doctor/check-texts.ts'
import type { AnyRoute } from '../../src/http/declarations/route.ts'
import { createApp, createBearerToken } from '../kit/bearer-tokens.ts'
import { createSearchFixture, type SearchFixture } from '../kit/search-fixture.ts'
import { createServer, onEachDatabase, type RequestOptions } from '../kit/server.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const asXml = { 'content-type': 'application/xml' }
const inXml = { accept: 'application/xml' }
const dryRun = { prefer: 'dry-run' }
const halfPair = String.raw`\ud800`
const nameOf = ({ method, url }: Pick<AnyRoute, 'method' | 'url'>): string => `${method} ${url}`

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let fixture: SearchFixture
  beforeAll(async () => {
    fixture = await createSearchFixture(server, 'requests')
  })

  const bugsUrl = (params = '') => `trackers/${fixture.tracker}/artifacts?limit=50${params}`
  const namesIn = (body: any): string[] =>
    body.map(({ id }: { id: number }) => Object.keys(fixture.ids).find((name) => fixture.ids[name] === id))
  const bugUrl = (name: string) => `artifacts/${fixture.ids[name]}`
  const valuesOf = async (path: string): Promise<any[]> => (await server.as('boss').get(path)).body.values
  const readValue = async (path: string, field: string) =>
    (await valuesOf(path)).find(({ field_id }: { field_id: number }) => field_id === fixture.field(field))
  const newBug = async (values: readonly object[] = []): Promise<string> => {
    const title = { field_id: fixture.field('title'), value: 'new' }
    const body = { tracker: { id: fixture.tracker }, values: [title, ...values] }
    const created = await server.as('alice').post('artifacts', body)
    expect([created.status, created.text]).toEqual([201, expect.anything()])
    return `artifacts/${created.body.id}`
  }
  /** Sends a request that is rejected with 400 and changes no row, and returns the error message. */
  const expectRejected = async (
    caller: string,
    method: string,
    url: string,
    options: RequestOptions,
  ): Promise<string> => {
    const before = await server.rowCounts()
    const { status, text, body } = await server.as(caller).send(method, url, options)
    expect([url, status, text]).toEqual([url, 400, expect.anything()])
    expect(await server.rowCounts()).toEqual(before)
    return body?.error.message ?? text
  }

  describe('a JSON body with the content type of forms', () => {
    const filter = { title: { operator: 'contains', value: 'alpha' } }

    it('is accepted as filter of GET /trackers/{id}/artifacts, as in the API guide', async () => {
      const { status, body } = await server.as('boss').get(bugsUrl(), { body: JSON.stringify(filter), headers: form })
      expect([status, namesIn(body)]).toEqual([200, ['alpha']])
    })

    it('can be an object or a list in PUT requests', async () => {
      const path = await newBug()
      const changed = { values: [{ field_id: fixture.field('title'), value: 'formed' }] }
      const put = await server.as('alice').put(path, JSON.stringify(changed), { headers: form })
      expect([put.status, (await readValue(path, 'title')).value]).toEqual([200, 'formed'])
      const group = `user_groups/${fixture.fixture.groups.get('painters')}/users`
      const users = [{ id: server.idOf('alice') }, { id: server.idOf('bob') }]
      expect((await server.as('boss').put(group, ` ${JSON.stringify(users)}`, { headers: form })).status).toBe(200)
      expect((await server.as('boss').get(group)).body).toHaveLength(2)
    })

    it('is rejected when it is malformed; real form bodies still work', async () => {
      const message = await expectRejected('alice', 'PUT', bugUrl('alpha'), { body: '{"values":', headers: form })
      expect(message).toBe('Bad Request: Error encoding/decoding JSON: Syntax error')
      await server.createUser('formed', { password: 'welcome to the orchard' })
      const credentials = 'username=formed&password=welcome+to+the+orchard'
      const { status } = await server.as('visitor').post('tokens', credentials, { headers: form })
      expect(status).toBe(200)
    })
  })

  describe('an unpaired surrogate', () => {
    const title = (text: string) => `{"values":[{"field_id":${fixture.field('title')},"value":"${text}"}]}`

    it.each<[string, string, string, () => string]>([
      ['a value', 'PUT', 'alpha', () => title(halfPair)],
      ['a value after a valid pair', 'PUT', 'alpha', () => title(String.raw`\ud83d\ude00\ude00`)],
      ['a comment', 'PUT', 'alpha', () => `{"values":[],"comment":{"body":"${halfPair}","format":"text"}}`],
      [
        'a label',
        'PUT',
        'alpha',
        () => `{"values":[{"field_id":${fixture.field('tags')},"bind_value_ids":["${halfPair}"]}]}`,
      ],
      ['a key', 'PUT', 'alpha', () => `{"values":[],"${halfPair}":1}`],
      ['a nested key', 'PUT', 'alpha', () => `{"values":[],"other":[{"a":{"${halfPair}":1}}]}`],
      ['a text with the content type of forms', 'PUT', 'alpha', () => title(halfPair)],
    ])('is rejected in %s', async (place, method, name, body) => {
      const headers = place.endsWith('forms') ? form : {}
      const message = await expectRejected('alice', method, bugUrl(name), { body: body(), headers })
      expect(message).toContain('half of a surrogate pair')
    })

    it('is rejected in file names and filters of any parameter', async () => {
      const file = `{"name":"${halfPair}.txt","file_size":3,"file_type":"text/plain"}`
      await expectRejected('alice', 'POST', `tracker_fields/${fixture.field('files')}/files`, { body: file })
      const filter = `{"title":"${halfPair}"}`
      await expectRejected('alice', 'GET', bugsUrl(), { body: filter })
      await expectRejected('alice', 'GET', bugsUrl(`&query=${encodeURIComponent(filter)}`), {})
      await expectRejected('alice', 'GET', bugsUrl('&expert_query=title%20%3D%20%22%ED%A0%80%22'), {})
      for (const url of [
        'projects?query={"shortname":"?"}',
        'users?query={"username":"?"}',
        'artifacts?query={"id":["?"]}',
      ])
        await expectRejected('alice', 'GET', url.replace('?"', `${encodeURIComponent(halfPair)}"`), {})
    })

    it('is rejected in XML', async () => {
      for (const inside of ['<a>&#xD800;</a>', '<_xD800_>1</_xD800_>']) {
        const message = await expectRejected('alice', 'PUT', bugUrl('alpha'), {
          body: `<r>${inside}</r>`,
          headers: asXml,
        })
        expect(message).toContain('Malformed XML')
      }
    })

    it('differs from an escaped backslash and from a valid pair', async () => {
      const path = await newBug()
      const body = title(String.raw`\ud83d\ude00 \\ud800`)
      expect((await server.as('alice').put(path, body)).status).toBe(200)
      expect((await readValue(path, 'title')).value).toBe(String.raw`😀 \ud800`)
    })

    it('in stored values is returned as U+FFFD and reported by the doctor', async () => {
      const path = await newBug()
      const id = Number(path.split('/')[1])
      expect(await checkTexts(server.world.db)).toEqual([{ name: 'texts', isOk: true, detail: 'all valid Unicode' }])
      const values = JSON.stringify({ [fixture.field('title')]: 'half \ud800, whole 😀, \\ud800' })
      for (const table of ['artifact', 'changeset'] as const)
        await server.world.db.write((tx) =>
          tx
            .updateTable(table)
            .set({ values })
            .where(table === 'artifact' ? 'id' : 'artifact_id', '=', id as never)
            .execute(),
        )
      const expected = 'half \ufffd, whole 😀, \\ud800'
      for (const url of [path, bugsUrl('&values=all')]) {
        const { text } = await server.as('alice').get(url)
        expect(text).not.toMatch(/(?<!\\)\\ud/)
        expect(text).toContain(JSON.stringify(expected))
        expect((await server.as('alice').get(url, { headers: inXml })).text).toContain(expected)
      }
      const checks = await checkTexts(server.world.db)
      expect(checks.map(({ isOk, finding }) => [isOk, finding])).toEqual([
        [false, { rule: 'text', noun: 'artifact', id }],
        [false, { rule: 'text', noun: 'changeset', id: expect.any(Number) }],
      ])
      expect((await server.as('alice').put(path, JSON.parse(title('mended')))).status).toBe(200)
      expect((await server.as('alice').get(path)).body.title).toBe('mended')
    })
  })

  describe('a form with brackets in names', () => {
    it('creates and changes an artifact like JSON', async () => {
      const names = `tracker[id]=${fixture.tracker}&values[0][field_id]=${fixture.field('title')}&values[0][value]=A+form`
      const created = await server.as('alice').post('artifacts', names, { headers: form })
      expect([created.status, created.text]).toEqual([201, expect.anything()])
      const path = `artifacts/${created.body.id}`
      expect((await readValue(path, 'title')).value).toBe('A form')
      const status = `values[0][field_id]=${fixture.field('status')}&values[0][bind_value_ids][]=${fixture.value('Open')}`
      const comment = 'comment[body]=from+a+form&comment[format]=text'
      const { status: code, text } = await server.as('alice').put(path, `${status}&${comment}`, { headers: form })
      expect([code, text]).toEqual([200, ''])
      expect((await readValue(path, 'status')).bind_value_ids).toEqual([fixture.value('Open')])
      const { body: changesets } = await server.as('alice').get(`${path}/changesets`)
      expect(changesets[1].last_comment.body).toBe('from a form')
    })
  })

  describe('an empty element in XML', () => {
    const put = (path: string, entries: string) =>
      server.as('alice').put(path, `<r><values>${entries}</values></r>`, { headers: asXml })
    const entry = (field: string, inside: string) =>
      `<item><field_id>${fixture.field(field)}</field_id>${inside}</item>`

    it.each<[string, () => object, string, object]>([
      ['text', () => ({ value: 'a text' }), '<value/>', { value: '' }],
      ['count', () => ({ value: 3 }), '<value></value>', { value: null }],
      ['ratio', () => ({ value: 0.5 }), '<value/>', { value: null }],
      ['due', () => ({ value: '2026-02-01' }), '<value/>', { value: null }],
      ['status', () => ({ bind_value_ids: [fixture.value('Open')] }), '<bind_value_ids/>', { bind_value_ids: [] }],
      ['colours', () => ({ bind_value_ids: [fixture.value('Red')] }), '<bind_value_ids/>', { bind_value_ids: [] }],
      ['tags', () => ({ bind_value_ids: ['new tag'] }), '<bind_value_ids/>', { bind_value_ids: [] }],
      ['tags', () => ({ bind_value_ids: ['new tag'] }), '<value/>', { bind_value_ids: [] }],
      ['links', () => ({ links: [{ id: fixture.ids['beta'] }] }), '<links/>', { links: [] }],
      ['links', () => ({ links: [{ id: fixture.ids['beta'] }] }), '<all_links/>', { links: [] }],
      [
        'access',
        () => ({ value: { granted_groups: [3] } }),
        '<value><granted_groups/></value>',
        { granted_groups: [] },
      ],
      ['text', () => ({ value: 'a text' }), '<value><content/><format>text</format></value>', { value: '' }],
    ])('clears the field %s', async (field, filled, inside, emptied) => {
      const path = await newBug([{ field_id: fixture.field(field), ...filled() }])
      const { status, text } = await put(path, entry(field, inside))
      expect([status, text]).toEqual([200, ''])
      expect(await readValue(path, field)).toMatchObject(emptied)
    })

    it.each(['<value/>', '<manual_value/>', '<manual_value/><is_autocomputed/>'])(
      'does not change a computed field: %s',
      async (inside) => {
        const path = await newBug()
        const manualValue = { values: [{ field_id: fixture.field('sum'), manual_value: 12 }] }
        expect((await server.as('alice').put(path, manualValue)).status).toBe(200)
        expect((await put(path, entry('sum', inside))).status).toBe(200)
        expect(await readValue(path, 'sum')).toMatchObject({ manual_value: 12 })
      },
    )

    it.each([
      ['<type/>', null],
      ['<type> _is_child </type>', '_is_child'],
    ])('is no type of a link, and other types are trimmed: %s', async (element, type) => {
      const path = await newBug()
      const link = `<item><id>${fixture.ids['beta']}</id><direction>forward</direction>${element}</item>`
      const { status, text } = await put(path, entry('links', `<all_links>${link}</all_links>`))
      expect([status, text]).toEqual([200, ''])
      expect((await readValue(path, 'links')).links).toMatchObject([{ id: fixture.ids['beta'], type }])
    })

    it('in place of the values changes nothing', async () => {
      const before = await server.as('boss').get(bugUrl('alpha'))
      expect((await server.as('alice').put(bugUrl('alpha'), '<r><values/></r>', { headers: asXml })).status).toBe(200)
      const after = await server.as('boss').get(bugUrl('alpha'))
      expect([after.text, after.headers['etag']]).toEqual([before.text, before.headers['etag']])
    })

    it('in a GET response can be sent back without changes', async () => {
      const path = await newBug()
      const before = await server.as('boss').get(path)
      const { text } = await server.as('boss').get(path, { headers: inXml })
      const values = /<values>(<item>.*<\/item>)<\/values>(?=<values_by_field)/s.exec(text)?.[1] as string
      const writable = [
        'title',
        'text',
        'count',
        'ratio',
        'due',
        'status',
        'colours',
        'people',
        'tags',
        'links',
        'files',
        'sum',
        'access',
      ]
      const items = values
        .split(/(?<=<\/item>)(?=<item><field_id>)/)
        .filter((item) => writable.some((name) => item.includes(`<label>${name}</label>`)))
      expect(items.length).toBeGreaterThan(5)
      expect(items.join('')).toMatch(/<(bind_value_ids|links|value)><\/|<(bind_value_ids|links|value)\/>/)
      const { status, text: responseText } = await server
        .as('boss')
        .put(path, `<r><values>${items.join('')}</values></r>`, { headers: asXml })
      expect([status, responseText]).toEqual([200, ''])
      const after = await server.as('boss').get(path)
      expect([after.text, after.headers['etag']]).toEqual([before.text, before.headers['etag']])
    })
  })

  describe('contradictory input', () => {
    const title = (value: string) => ({ field_id: fixture.field('title'), value })

    it.each<[string, string, () => string, () => RequestOptions]>([
      [
        'both formats of values on POST',
        'POST',
        () => 'artifacts',
        () => ({
          body: { tracker: { id: fixture.tracker }, values: [title('a')], values_by_field: { title: { value: 'b' } } },
        }),
      ],
      [
        'both formats of values on PUT',
        'PUT',
        () => bugUrl('alpha'),
        () => ({ body: { values: [title('a')], values_by_field: { title: { value: 'b' } } } }),
      ],
      [
        'a filter in the body in addition to a query',
        'GET',
        () => bugsUrl('&expert_query=title%20%3D%20%22beta%22'),
        () => ({ body: { title: 'alpha' } }),
      ],
      ['one field twice', 'PUT', () => bugUrl('alpha'), () => ({ body: { values: [title('a'), title('b')] } })],
      [
        'one field twice on POST',
        'POST',
        () => 'artifacts',
        () => ({ body: { tracker: { id: fixture.tracker }, values: [title('a'), title('b')] } }),
      ],
      [
        'an unknown text format',
        'PUT',
        () => bugUrl('alpha'),
        () => ({ body: { values: [{ field_id: fixture.field('text'), value: { content: 'a', format: 'rtf' } }] } }),
      ],
      [
        'an unknown format next to a text',
        'PUT',
        () => bugUrl('alpha'),
        () => ({ body: { values: [{ field_id: fixture.field('text'), value: 'a', format: 'rtf' }] } }),
      ],
      [
        'an unknown comment format',
        'PUT',
        () => bugUrl('alpha'),
        () => ({ body: { values: [], comment: { body: 'a', format: 'rtf' } } }),
      ],
    ])('is rejected: %s', async (_, method, url, options) => {
      await expectRejected('alice', method, url(), options())
    })

    it.each([
      'projects?query={"shortname":"requests","other":1}',
      'users?query={"username":"alice","other":1}',
      'projects/101/trackers?query={"is_tracker_admin":true,"other":1}',
      'projects/101/user_groups?query={"with_system_user_groups":true,"other":1}',
      'artifacts?query={"id":[1],"other":1}',
      'users/self/artifacts?query={"submitted_by":true,"other":1}',
    ])('an unknown member of %s is rejected', async (url) => {
      await expectRejected('boss', 'GET', url, {})
    })

    it('does not include equal entries, an empty second format, or an unknown member', async () => {
      const path = await newBug()
      const values = [title('same'), title('same')]
      const { status } = await server.as('alice').put(path, { values, values_by_field: [], other: { deep: [1] } })
      expect([status, (await readValue(path, 'title')).value]).toEqual([200, 'same'])
    })

    it.each(['text', 'html', 'commonmark', 'markdown', 'Markdown', '', null])(
      'does not include the text format %j',
      async (format) => {
        const body = { values: [{ field_id: fixture.field('text'), value: 'a', format }] }
        expect((await server.as('alice').put(await newBug(), body)).status).toBe(200)
      },
    )
  })

  describe('unknown query parameters', () => {
    it('are rejected by each GET extension route, and ignored by routes of Tuleap', async () => {
      const reading = routes.filter(({ method }) => method === 'GET')
      for (const route of reading) {
        const url = `${route.url.slice(1).replace(/:\w+/g, '987654')}?no_such_parameter=1`
        const { body } = await server
          .as('admin')
          .get(url === '?no_such_parameter=1' ? '/api/?no_such_parameter=1' : url)
        const isRefused = String(body?.error?.message).includes('Unknown query parameter `no_such_parameter`')
        expect([nameOf(route), isRefused]).toEqual([nameOf(route), route.isExtension === true])
      }
    })

    it('are rejected before a write', async () => {
      const url = `trackers/${fixture.fixture.trackers.get('task')}?no_such_parameter=1`
      expect(await expectRejected('boss', 'DELETE', url, {})).toContain('`no_such_parameter`')
    })
  })

  describe('conditional requests and HEAD', () => {
    it('HEAD accepts a filter as body', async () => {
      const filter = JSON.stringify({ title: 'alpha' })
      for (const headers of [{ 'content-type': 'application/json' }, form]) {
        const response = await server.as('boss').send('HEAD', bugsUrl(), { body: filter, headers })
        expect([response.status, response.text, response.headers['x-pagination-size']]).toEqual([200, '', '1'])
      }
      expect((await server.as('boss').send('HEAD', bugsUrl(), { body: '{', headers: form })).status).toBe(400)
    })

    it('If-None-Match: * matches any existing artifact', async () => {
      const headers = { 'if-none-match': '*' }
      const read = await server.as('alice').get(bugUrl('alpha'), { headers })
      expect([read.status, read.text]).toEqual([304, ''])
      expect((await server.as('alice').get('artifacts/987654', { headers })).status).toBe(404)
    })

    it('If-None-Match prevents writes to a matching artifact', async () => {
      const path = await newBug()
      const { etag } = (await server.as('alice').get(path)).headers
      const before = await server.rowCounts()
      const body = { values: [{ field_id: fixture.field('title'), value: 'other' }] }
      for (const tag of ['*', String(etag), `"other", ${etag}`])
        expect((await server.as('alice').put(path, body, { headers: { 'if-none-match': tag } })).status).toBe(412)
      expect((await server.as('boss').delete(path, { headers: { 'if-none-match': '*' } })).status).toBe(412)
      expect(await server.rowCounts()).toEqual(before)
      const other = await server.as('alice').put(path, body, { headers: { 'if-none-match': '"other"' } })
      expect(other.status).toBe(200)
    })
  })

  describe('Prefer: dry-run', () => {
    const routesWithoutDryRun = routes.filter(
      ({ method, supportedHeaders: supported = [] }) => method !== 'GET' && !supported.includes('Prefer'),
    )

    it.each(routesWithoutDryRun.map((route) => [nameOf(route), route] as const))(
      'is rejected by %s',
      async (_, route) => {
        const url = route.url.slice(1).replace(/:\w+/g, '987654')
        const headers = { ...dryRun, 'content-type': 'application/json' }
        const message = await expectRejected('admin', route.method, url, { headers })
        expect(message).toContain('Prefer: dry-run is not supported here')
      },
    )

    it('is rejected outside the API, and ignored for GET requests and with value false', async () => {
      const response = await server.as('visitor').post('/oauth2/token', 'grant_type=refresh_token', {
        headers: { ...form, ...dryRun },
        skipsOpenApiCheck: true,
      })
      expect(response.status).toBe(400)
      expect((await server.as('alice').get(bugUrl('alpha'), { headers: dryRun })).status).toBe(200)
      const off = { prefer: 'dry-run=false, return=minimal' }
      const preferences = await server
        .as('alice')
        .patch('users/self/preferences', { key: 'k', value: 'v' }, { headers: off })
      expect(preferences.text).not.toContain('dry-run')
    })

    it('checks a deletion of an artifact without deleting it', async () => {
      const path = await newBug()
      const before = await server.rowCounts()
      const headers = dryRun
      const response = await server.as('boss').delete(path, { headers })
      expect([response.status, response.text, response.headers['preference-applied']]).toEqual([200, '', 'dry-run'])
      const limit = Number(response.headers['x-ratelimit-limit'])
      expect(response.headers['x-ratelimit-remaining']).toBe(`${limit - 1}`)
      expect((await server.as('alice').delete(path, { headers })).status).toBe(403)
      expect((await server.as('boss').delete('artifacts/987654', { headers })).status).toBe(404)
      const stale = { ...dryRun, 'if-match': '"other"' }
      expect((await server.as('boss').delete(path, { headers: stale })).status).toBe(412)
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('boss').get(path)).status).toBe(200)
    })

    it('returns each field of a move once, as `dry_run` does', async () => {
      const path = await newBug()
      const before = await server.rowCounts()
      const to = { tracker_id: fixture.fixture.trackers.get('task') }
      const preferred = await server.as('boss').patch(path, { move: to }, { headers: dryRun })
      const withParameter = await server.as('boss').patch(path, { move: { ...to, dry_run: true } })
      expect([preferred.status, preferred.headers['preference-applied']]).toEqual([200, 'dry-run'])
      expect([preferred.text, withParameter.headers['preference-applied']]).toEqual([withParameter.text, undefined])
      const { fields_migrated, fields_not_migrated, fields_partially_migrated } = preferred.body.dry_run.fields
      const all = [...fields_migrated, ...fields_not_migrated, ...fields_partially_migrated]
      expect(new Set(all.map(({ field_id }: { field_id: number }) => field_id)).size).toBe(all.length)
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('boss').get(path)).body.tracker.id).toBe(fixture.tracker)
    })

    it('checks a deletion of a tracker without deleting it', async () => {
      const tracker = `trackers/${fixture.tracker}`
      const before = await server.rowCounts()
      const response = await server.as('boss').delete(tracker, { headers: dryRun })
      expect([response.status, response.headers['preference-applied']]).toEqual([204, 'dry-run'])
      expect((await server.as('alice').delete(tracker, { headers: dryRun })).status).toBe(403)
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('boss').get(tracker)).status).toBe(200)
    })

    it('returns the updated field without saving it', async () => {
      const path = `tracker_fields/${fixture.field('count')}`
      const before = await server.rowCounts()
      const response = await server.as('boss').patch(path, { label: 'Counted' }, { headers: dryRun })
      expect([response.status, response.body.label, response.headers['preference-applied']]).toEqual([
        200,
        'Counted',
        'dry-run',
      ])
      expect((await server.as('boss').patch(path, { label: '' }, { headers: dryRun })).status).toBe(400)
      expect((await server.as('alice').patch(path, { label: 'Mine' }, { headers: dryRun })).status).toBeGreaterThan(400)
      expect(await server.rowCounts()).toEqual(before)
      const { fields } = (await server.as('boss').get(`trackers/${fixture.tracker}`)).body
      expect(fields.map(({ label }: { label: string }) => label)).not.toContain('Counted')
    })

    it('checks a new project without creating it', async () => {
      const project = { shortname: 'trial', label: 'Trial', is_public: true, template_id: 100 }
      const before = await server.rowCounts()
      const response = await server.as('admin').post('projects', project, { headers: dryRun })
      expect([response.status, response.text, response.headers['preference-applied']]).toEqual([204, '', 'dry-run'])
      const duplicate = await server
        .as('admin')
        .post('projects', { ...project, shortname: 'requests' }, { headers: dryRun })
      expect([duplicate.status, duplicate.body.error.i18n_error_messages]).toEqual([400, [expect.any(String)]])
      expect(await server.rowCounts()).toEqual(before)
    })
  })

  describe('a credential with write scope only', () => {
    let writer: Record<string, Record<string, string>>
    beforeAll(async () => {
      const { body } = await server.as('alice').post('access_keys', { description: 'w', scopes: ['write:tracker'] })
      const both = ['write:tracker', 'read:tracker']
      const wide = await server.as('alice').post('access_keys', { description: 'rw', scopes: both })
      const app = await createApp(server.world, 'Writer')
      const alice = { user: server.idOf('alice'), app }
      writer = {
        'a key': { 'x-auth-accesskey': body.identifier },
        'a token': {
          authorization: `Bearer ${await createBearerToken(server.world, { ...alice, scopes: ['write:tracker'] })}`,
        },
        'a key with read scope': { 'x-auth-accesskey': wide.body.identifier },
      }
    })
    const sendAs = (
      credential: string,
      method: string,
      url: string,
      body: unknown,
      headers: Record<string, string> = {},
    ) => server.as('visitor').send(method, url, { body, headers: { ...writer[credential], ...headers } })

    it.each(['a key', 'a token'])('gets no values from a dry run: %s', async (credential) => {
      const values = [{ field_id: fixture.field('title'), value: 'written' }]
      const put = await sendAs(credential, 'PUT', bugUrl('alpha'), { values }, dryRun)
      expect([put.status, put.text, put.headers['preference-applied']]).toEqual([200, '', 'dry-run'])
      const post = await sendAs(credential, 'POST', 'artifacts', { tracker: { id: fixture.tracker }, values }, dryRun)
      expect([post.status, Object.keys(post.body)]).toEqual([200, ['id', 'uri', 'tracker']])
      const copied = { tracker: { id: fixture.tracker }, from_artifact: { id: fixture.ids['alpha'] } }
      const copy = await sendAs(credential, 'POST', 'artifacts', copied, dryRun)
      expect([copy.status, Object.keys(copy.body)]).toEqual([200, ['id', 'uri', 'tracker']])
      expect(copy.text).not.toContain('Alpha')
    })

    it.each(['a key', 'a token'])('gets no details of conflicting changes: %s', async (credential) => {
      const stale = await sendAs(credential, 'PUT', bugUrl('alpha'), { values: [] }, { 'if-match': '"other"' })
      expect([stale.status, stale.body.error.current]).toEqual([412, undefined])
    })

    it('gets values and details with the read scope', async () => {
      const credential = 'a key with read scope'
      const values = [{ field_id: fixture.field('title'), value: 'written' }]
      const put = await sendAs(credential, 'PUT', bugUrl('alpha'), { values }, dryRun)
      expect([put.status, put.body.title]).toEqual([200, 'written'])
      const post = await sendAs(credential, 'POST', 'artifacts', { tracker: { id: fixture.tracker }, values }, dryRun)
      expect([post.status, post.body.title]).toEqual([200, 'written'])
      const stale = await sendAs(credential, 'PUT', bugUrl('alpha'), { values: [] }, { 'if-match': '"other"' })
      expect([stale.status, stale.body.error.current.etag]).toEqual([412, expect.any(String)])
    })
  })

  describe('a bearer token without the scope', () => {
    let bearer: Record<string, string>
    beforeAll(async () => {
      const app = await createApp(server.world, 'Narrow')
      const token = await createBearerToken(server.world, { user: server.idOf('boss'), app, scopes: ['read:project'] })
      bearer = { authorization: `Bearer ${token}` }
    })
    const get = (url: string) => server.as('visitor').get(url, { headers: bearer })
    const needsScope = 'Bearer realm="Tulipwood API", error="insufficient_scope", scope="read:tracker"'

    it('gets 403 with the required scope, also where anonymous callers have access', async () => {
      const open = [bugUrl('alpha'), bugsUrl('&values=all'), `trackers/${fixture.tracker}`]
      for (const url of open) expect((await server.as('visitor').get(url)).status).toBe(200)
      const hidden = [bugUrl('zeta'), `trackers/${fixture.fixture.trackers.get('secret')}`, 'artifacts/0']
      for (const url of [...open, ...hidden]) {
        const { status, headers, body } = await get(url)
        expect([status, headers['www-authenticate'], body.error.code]).toEqual([403, needsScope, 403])
      }
      const { status, headers } = await server.as('visitor').put(bugUrl('alpha'), { values: [] }, { headers: bearer })
      expect([status, headers['www-authenticate']]).toEqual([403, needsScope.replace('read:', 'write:')])
      const closed = await get(`users/${server.idOf('boss')}/access_keys`)
      expect([closed.status, closed.headers['www-authenticate']]).toEqual([
        403,
        'Bearer realm="Tulipwood API", error="insufficient_scope"',
      ])
    })

    it('differs from an unknown token, which gets 401', async () => {
      const unknown = `tlp-oauth2-at1-1.${'0'.repeat(64)}`
      const headers = { authorization: `Bearer ${unknown}` }
      const response = await server.as('visitor').get(bugUrl('alpha'), { headers })
      expect(response.status).toBe(401)
      expect(response.headers['www-authenticate']).toMatch(/Bearer realm="Tulipwood API", error="invalid_token"$/)
    })
  })
})
