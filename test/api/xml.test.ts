import { beforeAll, describe, expect, it } from 'vitest'
import { description } from '../../src/app/description.ts'
import type { XmlElement } from '../../src/kit/xml/element.ts'
import { parseXml } from '../../src/kit/xml/read.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { type Ids, twoProjects } from './grid/two-projects.ts'
import { everyPost } from './posts/every-post.ts'

/** What stands for `{id}` behind the first word of a path: a number of the grid's world, or a word. */
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

/** What a path must be asked with, and by whom when not by the administrator of the site. */
const asking: Readonly<Record<string, { readonly query?: string; readonly as?: string; readonly id?: string }>> = {
  '/access_keys/{id}': { as: 'member' },
  '/artifact_temporary_files': { as: 'member' },
  '/artifact_temporary_files/{id}': { as: 'member' },
  '/artifacts': { query: 'query={"id":[{artifact}]}' },
  '/artifacts/{id}/explain': { query: 'action=read' },
  '/artifacts/{id}/linked_artifacts': { query: 'direction=forward' },
  '/changes': { query: 'since=0' },
  '/users': { query: 'query=member' },
  '/users/{id}/artifacts': { query: 'query={"submitted_by":true}', as: 'member', id: 'self' },
  '/users/{id}/access_keys': { as: 'member' },
  '/users/{id}/authorized_apps': { as: 'member' },
  '/users/{id}/history': { as: 'member' },
  '/users/{id}/preferences': { query: 'key=theme', as: 'member' },
  '/users_memberships': { query: 'query=with_ssh_key' },
}

const gets = Object.entries(description['paths'] as Readonly<Record<string, object>>)
  .filter(([, operations]) => 'get' in operations)
  .map(([path]) => path)
  // Server-sent events have a form of their own.
  .filter((path) => path !== '/changes/stream')
  // No repository lies on a disk here (test/svn/ looks into some that do).
  .filter((path) => !/^\/svn\/\{id\}\/(tree|file|commits|diff)/.test(path))

const inXml = { accept: 'application/xml' }
const asXml = { 'content-type': 'application/xml' }

/** Texts that an answer says, wherever. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf)
  return value === null || String(value).trim() === '' ? [] : [String(value)]
}

const textsIn = ({ text, children }: XmlElement): string[] => [
  ...(text.trim() === '' ? [] : [text]),
  ...children.flatMap(textsIn),
]

/** The log of changes encrypts each token with a nonce of its own, so no two answers have the same. */
const withoutTokens = (texts: readonly string[]): string[] =>
  texts.map((text) => (/^s1\.[\da-f]{16}\.[\w-]{59}$/.test(text) ? 'a token of the log of changes' : text))

onEachDatabase((dialect) => {
  describe('XML', () => {
    const server = createServer(dialect)
    let ids: Ids

    beforeAll(async () => {
      ids = await twoProjects(server)
    })

    const idOf = (name: string): number => ids(['member', 'key', 'temporary'].includes(name) ? 'site' : 'public', name)
    const filled = (address: string): string =>
      address.replace(/\{(\w+)\}/g, (_whole, name: string) => String(idOf(name)))
    const addressOf = (path: string): string => {
      const number = numberOf[path.split('/')[1] ?? '']
      if (path.includes('{') && number === undefined) throw new Error(`Say in this test which number ${path} may have`)
      const { query, id = number?.(idOf) } = asking[path] ?? {}
      const plain = path.slice(1).replace(/\{\w+\}/, String(id))
      return encodeURI(plain + (query === undefined ? '' : `?${filled(query)}`))
    }

    it.each(gets)('GET %s says in XML what it says in JSON', async (path) => {
      const client = server.as(asking[path]?.as ?? 'admin')
      const address = addressOf(path)
      const inJson = await client.get(address)
      expect({ address, status: inJson.status }).toEqual({ address, status: 200 })
      // Files are neither.
      if (inJson.body === undefined) return
      const answer = await client.get(address, { headers: inXml })
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
      expect(answer.text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<response[>/]/)
      // Between two requests somebody may have noted the use of a key: then it says what it says now.
      const told = [inJson, await client.get(address)].map(({ body }) => withoutTokens(textsOf(body)).sort())
      expect(told).toContainEqual(withoutTokens(textsIn(parseXml(answer.text))).sort())
      for (const name of ['x-pagination-size', 'etag', 'last-modified'])
        expect([name, answer.headers[name]]).toEqual([name, inJson.headers[name]])
    })

    it.each(everyPost.filter((each) => each.body !== undefined))(
      'POST /$post is the same request in XML as in JSON',
      async ({ post, as = 'admin', body }) => {
        const sent = body?.(idOf, server)
        const key = { 'idempotency-key': `both ways ${post}` }
        const first = await server.as(as).post(filled(post), sent, { headers: key })
        const again = await server
          .as(as)
          .post(filled(post), `<r>${requestForm(sent)}</r>`, { headers: { ...key, ...asXml } })
        expect([again.status, again.headers['idempotency-replayed'], again.text]).toEqual([
          first.status,
          'true',
          first.text,
        ])
      },
    )

    it.each([
      ['an unknown thing', 'projects/99999', 404],
      ['an unknown address', 'nothing/here', 404],
      ['a bad parameter', 'projects?limit=many', 400],
      ['a body that is no XML', 'tokens', 400],
    ])('%s is refused in XML where XML is asked for', async (_, address, status) => {
      const client = server.as('admin')
      const headers = { ...inXml, ...asXml }
      const answer =
        address === 'tokens'
          ? await client.post(address, '<request>', { headers })
          : await client.get(address, { headers: inXml })
      expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/xml; charset=utf-8'])
      expect(answer.text).toContain(`<response><error><code>${status}</code><message>`)
    })

    it('what a 412 or 422 tells beside its message is told in XML as well', async () => {
      const group = (name: string) =>
        `<r><project_id>${idOf('project')}</project_id><short_name>${name}</short_name></r>`
      const headers = { ...inXml, ...asXml, 'idempotency-key': 'told in XML' }
      expect((await server.as('boss').post('user_groups', group('one'), { headers })).status).toBe(201)
      const { status, text } = await server.as('boss').post('user_groups', group('two'), { headers })
      expect(status).toBe(422)
      expect(text).toContain('<code>422</code><message>Unprocessable Content: This Idempotency-Key was used before')
    })

    it('false is false, 007 is 7 where a number is wanted and 007 where a text is', async () => {
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

    it('one item is a list, an element without item is no list of objects, an empty one is an empty list', async () => {
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
      expect(nothing.body.error.message).toContain('`user_references`')
      expect(await server.rowCounts()).toEqual(before)
      const empty = await put('<user_references/>')
      expect([empty.status, await users()]).toEqual([200, []])
    })

    it.each([
      ['a document type', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><r><name>&x;</name></r>', 400],
      ['an entity nobody declared', '<r><name>&x;</name></r>', 400],
      ['a thousand levels', `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`, 400],
      ['bytes that are no text', '<r><name>\u0000</name></r>', 400],
      ['another encoding', '<?xml version="1.0" encoding="UTF-16"?><r><name>a</name></r>', 400],
      ['more than a megabyte', `<r><name>${'a'.repeat(1_100_000)}</name></r>`, 413],
      ['nothing at all', '', 400],
      ['an empty root', '<r/>', 400],
      ['a text', '<r>hello</r>', 400],
      ['a list', '<r><item/><item/></r>', 400],
    ])('%s is refused and changes nothing', async (_, body, status) => {
      const before = await server.rowCounts()
      const answer = await server.as('admin').post('project_fields', body, { headers: asXml })
      expect([answer.status, answer.body.error.code]).toEqual([status, status])
      expect(await server.rowCounts()).toEqual(before)
    })
  })
})

/** The inside of an element as a request has it: an `item` for each entry. */
function requestForm(value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => `<item>${requestForm(entry)}</item>`).join('')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, member]) => `<${name}>${requestForm(member)}</${name}>`)
      .join('')
  return String(value ?? '').replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}
