import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/app/routes.ts'
import { checkTexts } from '../../src/cli/doctor/check-texts.ts'
import type { AnyRoute } from '../../src/kit/http/route.ts'
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

  const bugs = (more = '') => `trackers/${fixture.tracker}/artifacts?limit=50${more}`
  const namesIn = (body: any): string[] =>
    body.map(({ id }: { id: number }) => Object.keys(fixture.ids).find((name) => fixture.ids[name] === id))
  const bug = (name: string) => `artifacts/${fixture.ids[name]}`
  const valuesOf = async (address: string): Promise<any[]> => (await server.as('boss').get(address)).body.values
  const shownValue = async (address: string, field: string) =>
    (await valuesOf(address)).find(({ field_id }: { field_id: number }) => field_id === fixture.field(field))
  const newBug = async (values: readonly object[] = []): Promise<string> => {
    const title = { field_id: fixture.field('title'), value: 'new' }
    const body = { tracker: { id: fixture.tracker }, values: [title, ...values] }
    const made = await server.as('alice').post('artifacts', body)
    expect([made.status, made.text]).toEqual([201, expect.anything()])
    return `artifacts/${made.body.id}`
  }
  /** Sends something that is refused with 400, and changes no row. */
  const refused = async (who: string, method: string, url: string, sending: RequestOptions): Promise<string> => {
    const before = await server.rowCounts()
    const { status, text, body } = await server.as(who).send(method, url, sending)
    expect([url, status, text]).toEqual([url, 400, expect.anything()])
    expect(await server.rowCounts()).toEqual(before)
    return body?.error.message ?? text
  }

  describe('a body of the type of forms that is JSON', () => {
    const filter = { title: { operator: 'contains', value: 'alpha' } }

    it('is the filter of GET /trackers/{id}/artifacts, as the guide prints it', async () => {
      const { status, body } = await server.as('boss').get(bugs(), { body: JSON.stringify(filter), headers: form })
      expect([status, namesIn(body)]).toEqual([200, ['alpha']])
    })

    it('is an object or a list, on every way to write', async () => {
      const address = await newBug()
      const changed = { values: [{ field_id: fixture.field('title'), value: 'formed' }] }
      const put = await server.as('alice').put(address, JSON.stringify(changed), { headers: form })
      expect([put.status, (await shownValue(address, 'title')).value]).toEqual([200, 'formed'])
      const group = `user_groups/${fixture.fixture.groups.get('painters')}/users`
      const users = [{ id: server.idOf('alice') }, { id: server.idOf('bob') }]
      expect((await server.as('boss').put(group, ` ${JSON.stringify(users)}`, { headers: form })).status).toBe(200)
      expect((await server.as('boss').get(group)).body).toHaveLength(2)
    })

    it('is refused when it is malformed, and a form stays a form', async () => {
      const message = await refused('alice', 'PUT', bug('alpha'), { body: '{"values":', headers: form })
      expect(message).toBe('Bad Request: Error encoding/decoding JSON: Syntax error')
      await server.createUser('formed', { password: 'welcome to the orchard' })
      const credentials = 'username=formed&password=welcome+to+the+orchard'
      const { status } = await server.as('visitor').post('tokens', credentials, { headers: form })
      expect(status).toBe(200)
    })
  })

  describe('half of a surrogate pair', () => {
    const title = (text: string) => `{"values":[{"field_id":${fixture.field('title')},"value":"${text}"}]}`

    it.each<[string, string, string, () => string]>([
      ['a value', 'PUT', 'alpha', () => title(halfPair)],
      ['a value behind a whole pair', 'PUT', 'alpha', () => title(String.raw`\ud83d\ude00\ude00`)],
      ['a comment', 'PUT', 'alpha', () => `{"values":[],"comment":{"body":"${halfPair}","format":"text"}}`],
      [
        'a label',
        'PUT',
        'alpha',
        () => `{"values":[{"field_id":${fixture.field('tags')},"bind_value_ids":["${halfPair}"]}]}`,
      ],
      ['a key', 'PUT', 'alpha', () => `{"values":[],"${halfPair}":1}`],
      ['a key deep inside', 'PUT', 'alpha', () => `{"values":[],"other":[{"a":{"${halfPair}":1}}]}`],
      ['a text under the type of forms', 'PUT', 'alpha', () => title(halfPair)],
    ])('is refused in %s', async (what, method, name, body) => {
      const headers = what.endsWith('forms') ? form : {}
      const message = await refused('alice', method, bug(name), { body: body(), headers })
      expect(message).toContain('half of a surrogate pair')
    })

    it('is refused in names of files and in filters, wherever they stand', async () => {
      const file = `{"name":"${halfPair}.txt","file_size":3,"file_type":"text/plain"}`
      await refused('alice', 'POST', `tracker_fields/${fixture.field('files')}/files`, { body: file })
      const filter = `{"title":"${halfPair}"}`
      await refused('alice', 'GET', bugs(), { body: filter })
      await refused('alice', 'GET', bugs(`&query=${encodeURIComponent(filter)}`), {})
      await refused('alice', 'GET', bugs('&expert_query=title%20%3D%20%22%ED%A0%80%22'), {})
      for (const url of [
        'projects?query={"shortname":"?"}',
        'users?query={"username":"?"}',
        'artifacts?query={"id":["?"]}',
      ])
        await refused('alice', 'GET', url.replace('?"', `${encodeURIComponent(halfPair)}"`), {})
    })

    it('is refused in XML', async () => {
      for (const inside of ['<a>&#xD800;</a>', '<_xD800_>1</_xD800_>']) {
        const message = await refused('alice', 'PUT', bug('alpha'), { body: `<r>${inside}</r>`, headers: asXml })
        expect(message).toContain('Malformed XML')
      }
    })

    it('is told apart from an escaped backslash and from a whole pair', async () => {
      const address = await newBug()
      const body = title(String.raw`\ud83d\ude00 \\ud800`)
      expect((await server.as('alice').put(address, body)).status).toBe(200)
      expect((await shownValue(address, 'title')).value).toBe(String.raw`😀 \ud800`)
    })

    it('that is stored already is answered as U+FFFD, and the doctor names it', async () => {
      const address = await newBug()
      const id = Number(address.split('/')[1])
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
      const shown = 'half \ufffd, whole 😀, \\ud800'
      for (const url of [address, bugs('&values=all')]) {
        const { text } = await server.as('alice').get(url)
        expect(text).not.toMatch(/(?<!\\)\\ud/)
        expect(text).toContain(JSON.stringify(shown))
        expect((await server.as('alice').get(url, { headers: inXml })).text).toContain(shown)
      }
      const found = await checkTexts(server.world.db)
      expect(found.map(({ isOk, finding }) => [isOk, finding])).toEqual([
        [false, { rule: 'text', noun: 'artifact', id }],
        [false, { rule: 'text', noun: 'changeset', id: expect.any(Number) }],
      ])
      expect((await server.as('alice').put(address, JSON.parse(title('mended')))).status).toBe(200)
      expect((await server.as('alice').get(address)).body.title).toBe('mended')
    })
  })

  describe('an empty element in XML', () => {
    const put = (address: string, entries: string) =>
      server.as('alice').put(address, `<r><values>${entries}</values></r>`, { headers: asXml })
    const entry = (field: string, inside: string) =>
      `<item><field_id>${fixture.field(field)}</field_id>${inside}</item>`

    it.each<[string, () => object, string, object]>([
      ['text', () => ({ value: 'a text' }), '<value/>', { value: '' }],
      ['count', () => ({ value: 3 }), '<value></value>', { value: null }],
      ['ratio', () => ({ value: 0.5 }), '<value/>', { value: null }],
      ['due', () => ({ value: '2026-02-01' }), '<value/>', { value: null }],
      ['status', () => ({ bind_value_ids: [fixture.value('Open')] }), '<bind_value_ids/>', { bind_value_ids: [] }],
      ['colours', () => ({ bind_value_ids: [fixture.value('Red')] }), '<bind_value_ids/>', { bind_value_ids: [] }],
      ['tags', () => ({ bind_value_ids: ['anew'] }), '<bind_value_ids/>', { bind_value_ids: [] }],
      ['tags', () => ({ bind_value_ids: ['anew'] }), '<value/>', { bind_value_ids: [] }],
      ['links', () => ({ links: [{ id: fixture.ids['beta'] }] }), '<links/>', { links: [] }],
      ['links', () => ({ links: [{ id: fixture.ids['beta'] }] }), '<all_links/>', { links: [] }],
    ])('empties the field %s', async (field, filled, inside, emptied) => {
      const address = await newBug([{ field_id: fixture.field(field), ...filled() }])
      const { status, text } = await put(address, entry(field, inside))
      expect([status, text]).toEqual([200, ''])
      expect(await shownValue(address, field)).toMatchObject(emptied)
    })

    it.each(['<value/>', '<manual_value/>', '<manual_value/><is_autocomputed/>'])(
      'says nothing of a sum: %s',
      async (inside) => {
        const address = await newBug()
        const set = { values: [{ field_id: fixture.field('sum'), manual_value: 12 }] }
        expect((await server.as('alice').put(address, set)).status).toBe(200)
        expect((await put(address, entry('sum', inside))).status).toBe(200)
        expect(await shownValue(address, 'sum')).toMatchObject({ manual_value: 12 })
      },
    )

    it('is an empty list of values, in which nothing is changed', async () => {
      const before = await server.as('boss').get(bug('alpha'))
      expect((await server.as('alice').put(bug('alpha'), '<r><values/></r>', { headers: asXml })).status).toBe(200)
      const after = await server.as('boss').get(bug('alpha'))
      expect([after.text, after.headers['etag']]).toEqual([before.text, before.headers['etag']])
    })

    it('stands in what GET wrote, which comes back without changing anything', async () => {
      const address = await newBug()
      const before = await server.as('boss').get(address)
      const { text } = await server.as('boss').get(address, { headers: inXml })
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
      const { status, text: told } = await server
        .as('boss')
        .put(address, `<r><values>${items.join('')}</values></r>`, { headers: asXml })
      expect([status, told]).toEqual([200, ''])
      const after = await server.as('boss').get(address)
      expect([after.text, after.headers['etag']]).toEqual([before.text, before.headers['etag']])
    })
  })

  describe('what excludes each other', () => {
    const title = (value: string) => ({ field_id: fixture.field('title'), value })

    it.each<[string, string, () => string, () => RequestOptions]>([
      [
        'both forms of values on POST',
        'POST',
        () => 'artifacts',
        () => ({
          body: { tracker: { id: fixture.tracker }, values: [title('a')], values_by_field: { title: { value: 'b' } } },
        }),
      ],
      [
        'both forms of values on PUT',
        'PUT',
        () => bug('alpha'),
        () => ({ body: { values: [title('a')], values_by_field: { title: { value: 'b' } } } }),
      ],
      [
        'a body filter beside a query',
        'GET',
        () => bugs('&expert_query=title%20%3D%20%22beta%22'),
        () => ({ body: { title: 'alpha' } }),
      ],
      ['one field twice', 'PUT', () => bug('alpha'), () => ({ body: { values: [title('a'), title('b')] } })],
      [
        'one field twice on POST',
        'POST',
        () => 'artifacts',
        () => ({ body: { tracker: { id: fixture.tracker }, values: [title('a'), title('b')] } }),
      ],
      [
        'an unknown format of a text',
        'PUT',
        () => bug('alpha'),
        () => ({ body: { values: [{ field_id: fixture.field('text'), value: { content: 'a', format: 'rtf' } }] } }),
      ],
      [
        'an unknown format beside a text',
        'PUT',
        () => bug('alpha'),
        () => ({ body: { values: [{ field_id: fixture.field('text'), value: 'a', format: 'rtf' }] } }),
      ],
      [
        'an unknown format of a comment',
        'PUT',
        () => bug('alpha'),
        () => ({ body: { values: [], comment: { body: 'a', format: 'rtf' } } }),
      ],
    ])('is refused: %s', async (_, method, url, sending) => {
      await refused('alice', method, url(), sending())
    })

    it.each([
      'projects?query={"shortname":"requests","other":1}',
      'users?query={"username":"alice","other":1}',
      'projects/101/trackers?query={"is_tracker_admin":true,"other":1}',
      'projects/101/user_groups?query={"with_system_user_groups":true,"other":1}',
      'artifacts?query={"id":[1],"other":1}',
      'users/self/artifacts?query={"submitted_by":true,"other":1}',
    ])('is refused as a question: an unknown member of %s', async (url) => {
      await refused('boss', 'GET', url, {})
    })

    it('is not the same field twice with one value, an empty form beside the other, or a member that is nothing', async () => {
      const address = await newBug()
      const values = [title('same'), title('same')]
      const { status } = await server.as('alice').put(address, { values, values_by_field: [], other: { deep: [1] } })
      expect([status, (await shownValue(address, 'title')).value]).toEqual([200, 'same'])
    })

    it.each(['text', 'html', 'commonmark', 'markdown', 'Markdown', '', null])(
      'is not the format %j of a text',
      async (format) => {
        const body = { values: [{ field_id: fixture.field('text'), value: 'a', format }] }
        expect((await server.as('alice').put(await newBug(), body)).status).toBe(200)
      },
    )
  })

  describe('query parameters that nobody knows', () => {
    it('are refused by each of our own routes that reads, and by no route of Tuleap', async () => {
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

    it('are refused before anything is written', async () => {
      const url = `trackers/${fixture.fixture.trackers.get('task')}?no_such_parameter=1`
      expect(await refused('boss', 'DELETE', url, {})).toContain('`no_such_parameter`')
    })
  })

  describe('conditions and methods that have a meaning', () => {
    it('HEAD takes a filter as its body', async () => {
      const filter = JSON.stringify({ title: 'alpha' })
      for (const headers of [{ 'content-type': 'application/json' }, form]) {
        const told = await server.as('boss').send('HEAD', bugs(), { body: filter, headers })
        expect([told.status, told.text, told.headers['x-pagination-size']]).toEqual([200, '', '1'])
      }
      expect((await server.as('boss').send('HEAD', bugs(), { body: '{', headers: form })).status).toBe(400)
    })

    it('If-None-Match: * finds whatever is there', async () => {
      const headers = { 'if-none-match': '*' }
      const read = await server.as('alice').get(bug('alpha'), { headers })
      expect([read.status, read.text]).toEqual([304, ''])
      expect((await server.as('alice').get('artifacts/987654', { headers })).status).toBe(404)
    })

    it('If-None-Match keeps what is there from being written', async () => {
      const address = await newBug()
      const { etag } = (await server.as('alice').get(address)).headers
      const before = await server.rowCounts()
      const body = { values: [{ field_id: fixture.field('title'), value: 'other' }] }
      for (const tag of ['*', String(etag), `"other", ${etag}`])
        expect((await server.as('alice').put(address, body, { headers: { 'if-none-match': tag } })).status).toBe(412)
      expect((await server.as('boss').delete(address, { headers: { 'if-none-match': '*' } })).status).toBe(412)
      expect(await server.rowCounts()).toEqual(before)
      const other = await server.as('alice').put(address, body, { headers: { 'if-none-match': '"other"' } })
      expect(other.status).toBe(200)
    })
  })

  describe('Prefer: dry-run', () => {
    const changing = routes.filter(
      ({ method, supportedHeaders: honours = [] }) => method !== 'GET' && !honours.includes('Prefer'),
    )

    it.each(changing.map((route) => [nameOf(route), route] as const))('is refused by %s', async (_, route) => {
      const url = route.url.slice(1).replace(/:\w+/g, '987654')
      const headers = { ...dryRun, 'content-type': 'application/json' }
      const message = await refused('admin', route.method, url, { headers })
      expect(message).toContain('Prefer: dry-run is not supported here')
    })

    it('is refused beside the API as well, and passed over where nothing is written', async () => {
      const answer = await server.as('visitor').post('/oauth2/token', 'grant_type=refresh_token', {
        headers: { ...form, ...dryRun },
        skipsOpenApiCheck: true,
      })
      expect(answer.status).toBe(400)
      expect((await server.as('alice').get(bug('alpha'), { headers: dryRun })).status).toBe(200)
      const off = { prefer: 'dry-run=false, return=minimal' }
      const preferences = await server
        .as('alice')
        .patch('users/self/preferences', { key: 'k', value: 'v' }, { headers: off })
      expect(preferences.text).not.toContain('dry-run')
    })

    it('tells whether an artifact could be deleted, and deletes none', async () => {
      const address = await newBug()
      const before = await server.rowCounts()
      const headers = dryRun
      const told = await server.as('boss').delete(address, { headers })
      expect([told.status, told.text, told.headers['preference-applied']]).toEqual([200, '', 'dry-run'])
      const limit = Number(told.headers['x-ratelimit-limit'])
      expect(told.headers['x-ratelimit-remaining']).toBe(`${limit - 1}`)
      expect((await server.as('alice').delete(address, { headers })).status).toBe(403)
      expect((await server.as('boss').delete('artifacts/987654', { headers })).status).toBe(404)
      const stale = { ...dryRun, 'if-match': '"other"' }
      expect((await server.as('boss').delete(address, { headers: stale })).status).toBe(412)
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('boss').get(address)).status).toBe(200)
    })

    it('of a move tells of each field once, as `dry_run` does', async () => {
      const address = await newBug()
      const before = await server.rowCounts()
      const to = { tracker_id: fixture.fixture.trackers.get('task') }
      const preferred = await server.as('boss').patch(address, { move: to }, { headers: dryRun })
      const wanted = await server.as('boss').patch(address, { move: { ...to, dry_run: true } })
      expect([preferred.status, preferred.headers['preference-applied']]).toEqual([200, 'dry-run'])
      expect([preferred.text, wanted.headers['preference-applied']]).toEqual([wanted.text, undefined])
      const { fields_migrated, fields_not_migrated, fields_partially_migrated } = preferred.body.dry_run.fields
      const all = [...fields_migrated, ...fields_not_migrated, ...fields_partially_migrated]
      expect(new Set(all.map(({ field_id }: { field_id: number }) => field_id)).size).toBe(all.length)
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('boss').get(address)).body.tracker.id).toBe(fixture.tracker)
    })

    it('tells whether a tracker could be deleted, and keeps it', async () => {
      const tracker = `trackers/${fixture.tracker}`
      const before = await server.rowCounts()
      const told = await server.as('boss').delete(tracker, { headers: dryRun })
      expect([told.status, told.headers['preference-applied']]).toEqual([204, 'dry-run'])
      expect((await server.as('alice').delete(tracker, { headers: dryRun })).status).toBe(403)
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('boss').get(tracker)).status).toBe(200)
    })

    it('answers a field as it would be, and leaves it as it is', async () => {
      const address = `tracker_fields/${fixture.field('count')}`
      const before = await server.rowCounts()
      const told = await server.as('boss').patch(address, { label: 'Counted' }, { headers: dryRun })
      expect([told.status, told.body.label, told.headers['preference-applied']]).toEqual([200, 'Counted', 'dry-run'])
      expect((await server.as('boss').patch(address, { label: '' }, { headers: dryRun })).status).toBe(400)
      expect((await server.as('alice').patch(address, { label: 'Mine' }, { headers: dryRun })).status).toBeGreaterThan(
        400,
      )
      expect(await server.rowCounts()).toEqual(before)
      const { fields } = (await server.as('boss').get(`trackers/${fixture.tracker}`)).body
      expect(fields.map(({ label }: { label: string }) => label)).not.toContain('Counted')
    })

    it('tells whether a project could be made, and makes none', async () => {
      const project = { shortname: 'trial', label: 'Trial', is_public: true, template_id: 100 }
      const before = await server.rowCounts()
      const told = await server.as('admin').post('projects', project, { headers: dryRun })
      expect([told.status, told.text, told.headers['preference-applied']]).toEqual([204, '', 'dry-run'])
      const taken = await server
        .as('admin')
        .post('projects', { ...project, shortname: 'requests' }, { headers: dryRun })
      expect([taken.status, taken.body.error.i18n_error_messages]).toEqual([400, [expect.any(String)]])
      expect(await server.rowCounts()).toEqual(before)
    })
  })

  describe('a credential that may only write', () => {
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
        'a key that reads as well': { 'x-auth-accesskey': wide.body.identifier },
      }
    })
    const as = (who: string, method: string, url: string, body: unknown, headers: Record<string, string> = {}) =>
      server.as('visitor').send(method, url, { body, headers: { ...writer[who], ...headers } })

    it.each(['a key', 'a token'])('is told no values by a dry run: %s', async (who) => {
      const values = [{ field_id: fixture.field('title'), value: 'written' }]
      const put = await as(who, 'PUT', bug('alpha'), { values }, dryRun)
      expect([put.status, put.text, put.headers['preference-applied']]).toEqual([200, '', 'dry-run'])
      const post = await as(who, 'POST', 'artifacts', { tracker: { id: fixture.tracker }, values }, dryRun)
      expect([post.status, Object.keys(post.body)]).toEqual([200, ['id', 'uri', 'tracker']])
      const copied = { tracker: { id: fixture.tracker }, from_artifact: { id: fixture.ids['alpha'] } }
      const copy = await as(who, 'POST', 'artifacts', copied, dryRun)
      expect([copy.status, Object.keys(copy.body)]).toEqual([200, ['id', 'uri', 'tracker']])
      expect(copy.text).not.toContain('Alpha')
    })

    it.each(['a key', 'a token'])('is not told what others changed: %s', async (who) => {
      const late = await as(who, 'PUT', bug('alpha'), { values: [] }, { 'if-match': '"other"' })
      expect([late.status, late.body.error.current]).toEqual([412, undefined])
    })

    it('is told all of it when it may read as well', async () => {
      const who = 'a key that reads as well'
      const values = [{ field_id: fixture.field('title'), value: 'written' }]
      const put = await as(who, 'PUT', bug('alpha'), { values }, dryRun)
      expect([put.status, put.body.title]).toEqual([200, 'written'])
      const post = await as(who, 'POST', 'artifacts', { tracker: { id: fixture.tracker }, values }, dryRun)
      expect([post.status, post.body.title]).toEqual([200, 'written'])
      const late = await as(who, 'PUT', bug('alpha'), { values: [] }, { 'if-match': '"other"' })
      expect([late.status, late.body.error.current.etag]).toEqual([412, expect.any(String)])
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

    it('reads what a visitor reads, as a visitor', async () => {
      for (const url of [bug('alpha'), bugs('&values=all'), `trackers/${fixture.tracker}`]) {
        const [token, visitor] = [await get(url), await server.as('visitor').get(url)]
        expect([token.status, token.text]).toEqual([200, visitor.text])
      }
    })

    it('is refused what a visitor is refused, for want of the scope', async () => {
      for (const url of [bug('zeta'), `trackers/${fixture.fixture.trackers.get('secret')}`]) {
        const { status, headers, body } = await get(url)
        expect([status, headers['www-authenticate'], body.error.code]).toEqual([403, needsScope, 403])
      }
      const { status, headers } = await server.as('visitor').put(bug('alpha'), { values: [] }, { headers: bearer })
      expect([status, headers['www-authenticate']]).toEqual([403, needsScope.replace('read:', 'write:')])
      const closed = await get(`users/${server.idOf('boss')}/access_keys`)
      expect([closed.status, closed.headers['www-authenticate']]).toEqual([
        403,
        'Bearer realm="Tulipwood API", error="insufficient_scope"',
      ])
    })

    it('is told apart from one that is unknown', async () => {
      const unknown = `tlp-oauth2-at1-1.${'0'.repeat(64)}`
      const headers = { authorization: `Bearer ${unknown}` }
      const told = await server.as('visitor').get(bug('alpha'), { headers })
      expect(told.status).toBe(401)
      expect(told.headers['www-authenticate']).toMatch(/Bearer realm="Tulipwood API", error="invalid_token"$/)
    })
  })
})
