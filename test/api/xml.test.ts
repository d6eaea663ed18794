import { beforeAll, describe, expect, it } from 'vitest'
import { description } from '../../src/app/api/description.ts'
import type { XmlElement } from '../../src/kit/xml/element.ts'
import { parseXml } from '../../src/kit/xml/read.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createTwoProjects, type Ids } from './access-matrix/two-projects.ts'
import { everyPost } from './posts/every-post.ts'

/** The value of `{id}` after the first segment of a path: an id of the test projects, or a word. */
const numberOf: Readonly<Record<string, (ids: (name: string) => number) => string | number>> = {
  site: (ids) => ids('member'),
  svn: (ids) => ids('repository'),
  access_keys: (ids) => ids('key'),
  artifacts: (ids) => ids('artifact'),
  artifact_files: (ids) => ids('attached'),
  artifact_temporary_files: (ids) => ids('temporary'),
  project_exports: (ids) => ids('export'),
  project_imports: (ids) => ids('import'),
  projects: (ids) => ids('project'),
  tracker_reports: (ids) => ids('report'),
  tracker_workflow_transitions: (ids) => ids('transition'),
  oauth2_apps: (ids) => ids('app'),
  tracker_webhooks: (ids) => ids('webhook'),
  svn_webhooks: (ids) => ids('commitWebhook'),
  trackers: (ids) => ids('tracker'),
  user_groups: (ids) => `${ids('project')}_3`,
  users: (ids) => ids('member'),
}

/** The query of a path, and its caller if that is not the site administrator. */
const requestOptions: Readonly<
  Record<string, { readonly query?: string; readonly as?: string; readonly id?: string }>
> = {
  '/access_keys/{id}': { as: 'member' },
  '/artifact_temporary_files': { as: 'member' },
  '/artifact_temporary_files/{id}': { as: 'member' },
  '/artifacts': { query: 'query={"id":[{artifact}]}' },
  '/artifacts/{id}/explain': { query: 'action=read' },
  '/artifacts/{id}/linked_artifacts': { query: 'direction=forward' },
  '/trackers/{id}/artifact_groups': { query: 'by={status}' },
  '/trackers/{id}/artifact_group_history': { query: 'by={status}&intervals=3' },
  '/changes': { query: 'since=0' },
  '/users': { query: 'query=member' },
  '/users/{id}/artifacts': { query: 'query={"submitted_by":true}', as: 'member', id: 'self' },
  '/users/{id}/inbox': { as: 'member' },
  '/users/{id}/notification_settings': { as: 'member' },
  '/users/{id}/watched_artifacts': { as: 'member', id: 'self' },
  '/users/{id}/visited_artifacts': { as: 'member', id: 'self' },
  '/users/{id}/access_keys': { as: 'member' },
  '/users/{id}/authorized_apps': { as: 'member' },
  '/users/{id}/history': { as: 'member' },
  '/users/{id}/preferences': { query: 'key=theme', as: 'member' },
  '/users_memberships': { query: 'query=with_ssh_key' },
}

const gets = Object.entries(description['paths'] as Readonly<Record<string, object>>)
  .filter(([, operations]) => 'get' in operations)
  .map(([path]) => path)
  // Server-sent events have their own format.
  .filter((path) => path !== '/changes/stream')
  // These tests have no repositories on the disk. The tests in test/svn/ have some.
  .filter((path) => !/^\/svn\/\{id\}\/(tree|file|commits|diff)/.test(path))

const inXml = { accept: 'application/xml' }
const asXml = { 'content-type': 'application/xml' }

/** Returns all texts of a response body. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf)
  return value === null || String(value).trim() === '' ? [] : [String(value)]
}

const textsIn = ({ text, children }: XmlElement): string[] => [
  ...(text.trim() === '' ? [] : [text]),
  ...children.flatMap(textsIn),
]

/** The change feed encrypts each cursor with its own nonce, so two responses never have the same. */
const withoutTokens = (texts: readonly string[]): string[] =>
  texts.map((text) => (/^s1\.[\da-f]{16}\.[\w-]{70}$/.test(text) ? 'a change feed cursor' : text))

/** Time, free space and size of the database are different in each response. */
const withoutMeasurements = (texts: readonly string[]): string[] =>
  texts.map((text) => (/^\d+$|^\d{4}-\d\d-\d\dT/.test(text) ? 'a measurement' : text))

onEachDatabase((dialect) => {
  describe('XML', () => {
    const server = createServer(dialect)
    let ids: Ids
    let commented = 0

    beforeAll(async () => {
      ids = await createTwoProjects(server)
      const artifact = `artifacts/${idOf('artifact')}`
      await server.as('admin').put(artifact, { values: [], comment: { body: 'Seen', format: 'text' } })
      commented = (await server.as('admin').get(`${artifact}/changesets?fields=comments`)).body[0].id
    })

    const idOf = (name: string): number => ids(['member', 'key', 'temporary'].includes(name) ? 'site' : 'public', name)
    const fillIds = (url: string): string => url.replace(/\{(\w+)\}/g, (_whole, name: string) => String(idOf(name)))
    const urlOf = (path: string): string => {
      const number = numberOf[path.split('/')[1] ?? '']
      if (path.includes('{') && number === undefined) throw new Error(`Add an id for ${path} to this test`)
      const { query, id = number?.(idOf) } = requestOptions[path] ?? {}
      const plain = path
        .slice(1)
        .replace(/\{\w+\}/, String(id))
        .replace('{changeset_id}', String(commented))
      return encodeURI(plain + (query === undefined ? '' : `?${fillIds(query)}`))
    }

    it.each(gets)('GET %s returns in XML the same values as in JSON', async (path) => {
      const client = server.as(requestOptions[path]?.as ?? 'admin')
      const url = urlOf(path)
      const inJson = await client.get(url)
      expect({ url, status: inJson.status }).toEqual({ url, status: 200 })
      // Downloads are neither JSON nor XML.
      if (inJson.body === undefined) return
      const response = await client.get(url, { headers: inXml })
      expect([response.status, response.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
      expect(response.text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<response[>/]/)
      const comparable = path === '/site_health' ? withoutMeasurements : withoutTokens
      // The use of a key can be recorded between the two requests, so either response is accepted.
      const expectedTexts = [inJson, await client.get(url)].map(({ body }) => comparable(textsOf(body)).sort())
      expect(expectedTexts).toContainEqual(comparable(textsIn(parseXml(response.text))).sort())
      for (const name of ['x-pagination-size', 'etag', 'last-modified'])
        expect([name, response.headers[name]]).toEqual([name, inJson.headers[name]])
    })

    it.each(everyPost.filter((each) => each.body !== undefined))(
      'POST /$post is the same request in XML as in JSON',
      async ({ post, as = 'admin', body }) => {
        const input = body?.(idOf, server)
        const key = { 'idempotency-key': `both ways ${post}` }
        const first = await server.as(as).post(fillIds(post), input, { headers: key })
        const second = await server
          .as(as)
          .post(fillIds(post), `<r>${requestForm(input)}</r>`, { headers: { ...key, ...asXml } })
        expect([second.status, second.headers['idempotency-replayed'], second.text]).toEqual([
          first.status,
          'true',
          first.text,
        ])
      },
    )

    it.each([
      ['an unknown resource', 'projects/99999', 404],
      ['an unknown route', 'nothing/here', 404],
      ['a bad parameter', 'projects?limit=many', 400],
      ['a body that is not XML', 'tokens', 400],
    ])('%s is rejected in XML when the client accepts XML', async (_, url, status) => {
      const client = server.as('admin')
      const headers = { ...inXml, ...asXml }
      const response =
        url === 'tokens' ? await client.post(url, '<request>', { headers }) : await client.get(url, { headers: inXml })
      expect([response.status, response.headers['content-type']]).toEqual([status, 'application/xml; charset=utf-8'])
      expect(response.text).toContain(`<response><error><code>${status}</code><message>`)
    })

    it('the 422 error for a reused Idempotency-Key is returned in XML', async () => {
      const group = (name: string) =>
        `<r><project_id>${idOf('project')}</project_id><short_name>${name}</short_name></r>`
      const headers = { ...inXml, ...asXml, 'idempotency-key': 'error in XML' }
      expect((await server.as('boss').post('user_groups', group('one'), { headers })).status).toBe(201)
      const { status, text } = await server.as('boss').post('user_groups', group('two'), { headers })
      expect(status).toBe(422)
      expect(text).toContain('<code>422</code><message>Unprocessable Content: This Idempotency-Key was used before')
    })

    it('the 412 error for an outdated If-Match is returned in XML', async () => {
      const url = `artifacts/${idOf('artifact')}`
      const before = await server.as('boss').get(url)
      const headers = { ...inXml, ...asXml, 'if-match': '"outdated"' }
      const { status, text, headers: received } = await server.as('boss').put(url, '<r><values/></r>', { headers })
      expect([status, received['content-type']]).toEqual([412, 'application/xml; charset=utf-8'])
      expect(text).toContain('<code>412</code><message>Precondition Failed')
      expect((await server.as('boss').get(url)).text).toBe(before.text)
    })

    it('converts booleans and numbers by the type of the property', async () => {
      const body = '<r><name>007</name><is_required>false</is_required><rank>007</rank></r>'
      const field = await server.as('admin').post('project_fields', body, { headers: asXml })
      expect(field.status).toBe(201)
      expect(field.body).toMatchObject({ name: '007', is_required: false })
      const row = await server.world.db.read
        .selectFrom('project_field')
        .where('name', '=', '007')
        .select('rank')
        .executeTakeFirstOrThrow()
      expect(row.rank).toBe(7)
    })

    it('treats one item as list, an element without items as invalid, and an empty element as empty list', async () => {
      const put = (inside: string) =>
        server.as('boss').put(`user_groups/${idOf('group')}/users`, `<r>${inside}</r>`, { headers: asXml })
      const users = async () =>
        (await server.as('boss').get(`user_groups/${idOf('group')}/users`)).body.map(({ id }: { id: number }) => id)
      const member = idOf('member')
      const done = await put(`<user_references><item><id>${member}</id></item></user_references>`)
      expect([done.status, done.text, await users()]).toEqual([200, '', [member]])
      const before = await server.rowCounts()
      const collapsed = await put(`<user_references>${member}</user_references>`)
      const nothing = await put('')
      expect([collapsed.status, nothing.status, await users()]).toEqual([400, 400, [member]])
      expect(nothing.body.error.message).toContain('"user_references"')
      expect(await server.rowCounts()).toEqual(before)
      const empty = await put('<user_references/>')
      expect([empty.status, await users()]).toEqual([200, []])
    })

    it.each([
      ['a document type', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><r><name>&x;</name></r>', 400],
      ['an undeclared entity', '<r><name>&x;</name></r>', 400],
      ['a thousand levels', `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`, 400],
      ['control characters', '<r><name>\u0000</name></r>', 400],
      ['another declared encoding', '<?xml version="1.0" encoding="UTF-16"?><r><name>a</name></r>', 400],
      ['more than a megabyte', `<r><name>${'a'.repeat(1_100_000)}</name></r>`, 413],
      ['an empty body', '', 400],
      ['an empty root', '<r/>', 400],
      ['a text', '<r>hello</r>', 400],
      ['a list', '<r><item/><item/></r>', 400],
    ])('rejects %s and changes nothing', async (_, body, status) => {
      const before = await server.rowCounts()
      const response = await server.as('admin').post('project_fields', body, { headers: asXml })
      expect([response.status, response.body.error.code]).toEqual([status, status])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('names the encoding of a body that is not UTF-8', async () => {
      for (const [encoding, body] of [
        ['UTF-16', Buffer.from('\uFEFF<r><name>é</name></r>', 'utf16le')],
        ['ISO-8859-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><r><name>é</name></r>', 'latin1')],
      ] as const) {
        const before = await server.rowCounts()
        const response = await server.app.inject({
          ...{ method: 'POST', url: '/api/project_fields', payload: body },
          headers: { ...server.credentials('admin'), ...asXml },
        })
        expect([response.statusCode, response.json().error.message]).toEqual([
          400,
          `Bad Request: Malformed XML. The encoding is ${encoding}, but only UTF-8 is accepted.`,
        ])
        expect(await server.rowCounts()).toEqual(before)
      }
    })

    it.each([
      ['post', (): string => 'artifacts'],
      ['post', (): string => 'project_fields'],
      ['post', (): string => 'tokens'],
      ['put', (): string => `artifacts/${idOf('artifact')}`],
      ['put', (): string => `user_groups/${idOf('group')}/users`],
      ['put', (): string => `projects/${idOf('project')}/categories`],
      ['patch', (): string => `artifacts/${idOf('artifact')}`],
    ] as const)('answers an empty root of %s %s as `{}`', async (method, url) => {
      const client = server.as('admin')
      const expected = await client[method](url(), {})
      expect(expected.status).toBe(400)
      for (const body of ['<r/>', '<?xml version="1.0"?>\n<request>\n</request>']) {
        const { status, body: answer } = await client[method](url(), body, { headers: asXml })
        expect([status, answer.error.message]).toEqual([400, expected.body.error.message])
      }
    })
  })
})

/** Serializes a value as in an XML request, with one `item` per list entry. */
function requestForm(value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => `<item>${requestForm(entry)}</item>`).join('')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, member]) => `<${name}>${requestForm(member)}</${name}>`)
      .join('')
  return String(value ?? '').replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}
