import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { bumpRevision } from '../../src/kit/db/revisions.ts'
import { hashSecret } from '../../src/site/authentication/secret.ts'
import { createApp, createBearerToken } from '../kit/bearer-tokens.ts'
import { createSessionCookie, sameOriginHeaders } from '../kit/create-session.ts'
import { insertProject } from '../kit/project.ts'
import { createServer, onEachDatabase, type TestResponse, type TestServer } from '../kit/server.ts'

type Headers = Readonly<Record<string, string>>

const password = 'welcome0'
const basic = (login: string, secret: string): Headers => ({
  authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`,
})
const key = (text: string): Headers => ({ 'x-auth-accesskey': text })
const bearer = (text: string): Headers => ({ authorization: `Bearer ${text}` })
const token = (text: string, user: number): Headers => ({ 'x-auth-token': text, 'x-auth-userid': String(user) })
/** The same number, another secret. */
const forged = (text: string): string => text.replace(/\.[0-9a-f]+$/, `.${'ab'.repeat(32)}`)

/** What happens to a request: it is somebody's, nobody's, or refused with a status and a text. */
type Outcome = 'in' | 'anonymous' | 'without scope' | readonly [number, string]

const malformed: Outcome = [401, 'Unauthorized: Key or token incorrectly formatted']
const wrongKey: Outcome = [401, 'Unauthorized: Invalid access key']
const wrongBearer: Outcome = [401, 'Unauthorized: Invalid OAuth2 access token']
const wrongToken: Outcome = [401, 'Unauthorized: Invalid Token']
const wrongBasic: Outcome = [401, 'Unauthorized: Basic Authentication Required']
const withoutScope = 'Forbidden: The access token does not carry the scope this route needs'
const suspended: Outcome = [403, 'Forbidden: Account Suspended']
const deleted: Outcome = [403, 'Forbidden: Account Deleted']
const pending: Outcome = [403, 'Forbidden: Account Pending']

/** Every way to sign in × every state it can be in (docs/api/authentication.md §1.1, §1.2). */
const table: readonly (readonly [name: string, outcome: Outcome])[] = [
  ['nothing', 'anonymous'],
  ['another scheme', 'anonymous'],

  ['a key', 'in'],
  ['a key in upper case', 'in'],
  ['a key for exactly this', 'in'],
  ['an empty key', malformed],
  ['a key that is none', malformed],
  ['a key whose secret is too short', malformed],
  ['a key that looks like a bearer token', malformed],
  ['an unknown key', wrongKey],
  ['a key with another secret', wrongKey],
  ['an expired key', wrongKey],
  ['a revoked key', wrongKey],
  ['a key for Subversion', wrongKey],
  ['a key for something else', wrongKey],
  ['a key of a suspended account', suspended],
  ['a key of a deleted account', deleted],
  ['a key of a pending account', pending],
  ['a wrong key beside a right password', malformed],

  ['a bearer token', 'in'],
  ['a bearer token under bearer', 'in'],
  ['a bearer token that is none', malformed],
  ['a bearer token that is empty', malformed],
  ['a bearer token whose secret is too long', malformed],
  ['a bearer token in foreign letters', malformed],
  ['an unknown bearer token', wrongBearer],
  ['a bearer token with another secret', wrongBearer],
  ['an expired bearer token', wrongBearer],
  ['a revoked bearer token', wrongBearer],
  ['a bearer token for something else', 'without scope'],
  ['a bearer token of a suspended account', suspended],
  ['a bearer token of a deleted account', deleted],
  ['a bearer token of a pending account', pending],

  ['a token', 'in'],
  ['an unknown token', wrongToken],
  ['a token of somebody else', wrongToken],
  ['an expired token', wrongToken],
  ['a removed token', wrongToken],
  ['a token without its user', wrongToken],
  ['a user without a token', 'anonymous'],
  ['a token of a suspended account', suspended],
  ['a token of a deleted account', deleted],
  ['a token of a pending account', pending],

  ['a password', 'in'],
  ['a wrong password', wrongBasic],
  ['a password of nobody', wrongBasic],
  ['a password of a suspended account', wrongBasic],
  ['a password of a deleted account', wrongBasic],
  ['a password of a pending account', wrongBasic],
  ['a key as password', wrongBasic],
  ['an empty password', wrongBasic],
  ['a password that cannot be read', wrongBasic],

  ['a session', 'in'],
  ['a session of nobody', 'anonymous'],
  ['a session that was left', 'anonymous'],
  ['a session of a suspended account', suspended],
  ['a session of a deleted account', deleted],
  ['a session of a pending account', pending],
]

/** Everything the table names, as headers. */
async function everyCredential(server: TestServer): Promise<ReadonlyMap<string, Headers>> {
  const { world } = server
  const app = await createApp(world)
  const other = await createApp(world, 'Another')
  const wanted = ['read:project', 'read:user_membership', 'write:user_membership']
  const logins = { alice: 'A', bob: 'A', suspended: 'S', deleted: 'D', pending: 'P' } as const
  for (const login of Object.keys(logins)) await server.createUser(login, { password })
  const post = async (url: string, body: unknown, login: string): Promise<any> => {
    const { status, body: answer } = await server.as(login).post(url, body)
    expect(status).toBeLessThan(300)
    return answer
  }
  const newKey = async (scopes: readonly string[], login = 'alice'): Promise<string> =>
    (await post('access_keys', { description: 'k', scopes }, login)).identifier
  const newToken = async (login: string): Promise<string> =>
    (await post('tokens', { username: login, password }, 'visitor')).token
  const newBearer = (scopes = wanted, login = 'alice', lifetime = 3600): Promise<string> =>
    createBearerToken(world, { user: server.idOf(login), app, scopes }, lifetime)
  const session = async (login: string): Promise<Headers> => createSessionCookie(world, server.idOf(login))

  const [aKey, expiredKey, revokedKey] = [
    await newKey(['write:rest']),
    await newKey(['write:rest']),
    await newKey(['write:rest']),
  ]
  const [aToken, expiredToken, removedToken] = [
    await newToken('alice'),
    await newToken('alice'),
    await newToken('alice'),
  ]
  const aBearer = await newBearer()
  const revokedBearer = await createBearerToken(world, { user: server.idOf('alice'), app: other, scopes: wanted })
  const left = await session('alice')
  const alice = server.idOf('alice')

  const made = new Map<string, Headers>([
    ['nothing', {}],
    ['another scheme', { authorization: 'Digest username="alice"' }],
    ['a key', key(aKey)],
    ['a key in upper case', key(aKey.replace(/\.(.*)$/, (text) => text.toUpperCase()))],
    ['a key for exactly this', key(await newKey(wanted))],
    ['an empty key', key('')],
    ['a key that is none', key('nope')],
    ['a key whose secret is too short', key(aKey.slice(0, -2))],
    ['a key that looks like a bearer token', key(aBearer)],
    ['an unknown key', key(`tlp-k1-99999.${'ab'.repeat(32)}`)],
    ['a key with another secret', key(forged(aKey))],
    ['an expired key', key(expiredKey)],
    ['a revoked key', key(revokedKey)],
    ['a key for Subversion', key(await newKey(['write:svn']))],
    ['a key for something else', key(await newKey(['read:tracker', 'write:tracker', 'read:user']))],
    ['a wrong key beside a right password', { ...key('nope'), ...basic('alice', password) }],
    ['a bearer token', bearer(aBearer)],
    ['a bearer token under bearer', { authorization: `bearer ${aBearer}` }],
    ['a bearer token that is none', bearer('nope')],
    ['a bearer token that is empty', { authorization: 'Bearer' }],
    ['a bearer token whose secret is too long', bearer(`${aBearer}ab`)],
    ['a bearer token in foreign letters', bearer('a"b')],
    ['an unknown bearer token', bearer(`tlp-oauth2-at1-99999.${'ab'.repeat(32)}`)],
    ['a bearer token with another secret', bearer(forged(aBearer))],
    ['an expired bearer token', bearer(await newBearer(wanted, 'alice', 0))],
    ['a revoked bearer token', bearer(revokedBearer)],
    ['a bearer token for something else', bearer(await newBearer(['openid', 'read:tracker']))],
    ['a token', token(aToken, alice)],
    ['an unknown token', token('0'.repeat(32), alice)],
    ['a token of somebody else', token(aToken, server.idOf('bob'))],
    ['an expired token', token(expiredToken, alice)],
    ['a removed token', token(removedToken, alice)],
    ['a token without its user', { 'x-auth-token': aToken }],
    ['a user without a token', { 'x-auth-userid': String(alice) }],
    ['a password', basic('alice', password)],
    ['a wrong password', basic('alice', 'nope')],
    ['a password of nobody', basic('nobody_here', password)],
    ['a key as password', basic('alice', aKey)],
    ['an empty password', basic('alice', '')],
    ['a password that cannot be read', { authorization: 'Basic ????' }],
    ['a session', await session('alice')],
    ['a session of nobody', { cookie: 'tulipwood_session=another', ...sameOriginHeaders }],
    ['a session that was left', left],
  ])
  for (const login of ['suspended', 'deleted', 'pending']) {
    const of = `of a ${login} account`
    made.set(`a key ${of}`, key(await newKey(['write:rest'], login)))
    made.set(`a bearer token ${of}`, bearer(await newBearer(wanted, login)))
    made.set(`a token ${of}`, token(await newToken(login), server.idOf(login)))
    made.set(`a password ${of}`, basic(login, password))
    made.set(`a session ${of}`, await session(login))
  }

  await server.as('alice').delete(`access_keys/${/^tlp-k1-(\d+)/.exec(revokedKey)?.[1]}`)
  await server.as('visitor').delete(`tokens/${removedToken}`, { headers: token(removedToken, alice) })
  expect((await server.as('alice').delete(`users/${alice}/authorized_apps/${other}`)).status).toBe(200)
  expect((await server.as('visitor').send('DELETE', 'session', { headers: left })).status).toBe(200)
  const expired = Number(/^tlp-k1-(\d+)/.exec(expiredKey)?.[1])
  await world.db.write(async (tx) => {
    await sql`update access_key set expires_on = ${world.clock.now()} where id = ${expired}`.execute(tx)
    // As behind the server's back: by its own ways accounts end with all that they were given.
    for (const [login, status] of Object.entries(logins))
      await sql`update "user" set status = ${status} where login = ${login}`.execute(tx)
    await sql`update token set created_on = ${world.clock.now() - 86_400} where hash = ${hashSecret(expiredToken)}`.execute(
      tx,
    )
    await bumpRevision(tx, 'users')
  })
  return made
}

/** Schemes of a challenge with their parameters (RFC 9110 §11.6.1). */
function challengesIn({ headers }: TestResponse, outcome: Outcome): readonly string[] {
  const told = headers['www-authenticate']
  if (typeof told !== 'string') throw new Error(`WWW-Authenticate is ${JSON.stringify(told)}, not one line`)
  // The last is Bearer: a token that is none any more is told apart from one that lacks a scope.
  const invalid = ', error="invalid_token"'
  expect(told.endsWith(invalid)).toBe(outcome === wrongBearer)
  const sent = told.replace(invalid, '')
  const one = /([A-Za-z]+) realm="[^"\\]+"/
  expect(sent).toMatch(new RegExp(`^${one.source}(, ${one.source})*$`))
  return sent.split(', ').map((each) => each.split(' ')[0] ?? '')
}

onEachDatabase((dialect) => {
  describe('the failure table', () => {
    const server = createServer(dialect)
    let credentials: ReadonlyMap<string, Headers> = new Map()
    let project = 0
    let groups = 0

    beforeAll(async () => {
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 10_000 })
      credentials = await everyCredential(server)
      project = await insertProject(server, { shortName: 'orchard', members: ['alice'], administrators: ['alice'] })
    }, 60_000)

    const headersOf = (name: string): Headers => {
      const headers = credentials.get(name)
      if (headers === undefined) throw new Error(`There is no such credential: ${name}`)
      return headers
    }
    const tried = (method: string, url: string, name: string, body?: unknown): Promise<TestResponse> =>
      server.as('visitor').send(method, url, { headers: headersOf(name), ...(body === undefined ? {} : { body }) })

    /** Method, address and body of a request; `isOpen`: visitors are answered as well. */
    const asked = (): readonly (readonly [method: string, isOpen: boolean, url: string, body?: unknown])[] => [
      ['GET', true, `projects/${project}`],
      ['HEAD', true, `projects/${project}`],
      ['POST', true, `projects/${project}/extract_references`, { text: 'art #1' }],
      ['GET', false, 'users/self/membership'],
      ['HEAD', false, 'users/self/membership'],
      ['POST', false, 'user_groups', { project_id: project, short_name: `group_${++groups}` }],
    ]

    const expectOutcome = (answer: TestResponse, outcome: Outcome, method: string, name = ''): void => {
      // A browser would ask for a password by itself: a page of ours does that better.
      const schemes = ['Basic', 'Token', 'AccessKey', 'Bearer'].slice(name.startsWith('a session') ? 1 : 0)
      const shown = [answer.status, method === 'HEAD' ? undefined : answer.body?.error?.message]
      if (outcome === 'without scope') {
        expect(shown).toEqual([403, method === 'HEAD' ? undefined : withoutScope])
        const told = answer.headers['www-authenticate']
        expect(told).toMatch(/^Bearer realm="[^"]+", error="insufficient_scope"(, scope="[a-z:_]+")?$/)
        return
      }
      if (outcome === 'in') expect(shown).toEqual([answer.status < 300 ? answer.status : 200, undefined])
      else if (typeof outcome === 'object') expect(shown).toEqual(method === 'HEAD' ? [outcome[0], undefined] : outcome)
      if (answer.status === 401) expect(challengesIn(answer, outcome)).toEqual(schemes)
      else expect(answer.headers['www-authenticate']).toBeUndefined()
    }
    const nobody = (isOpen: boolean): Outcome => (isOpen ? 'in' : [401, 'Unauthorized'])

    it.each(table)('%s is answered as the API reference states, wherever it is sent', async (name, outcome) => {
      for (const [method, isOpen, url, body] of asked()) {
        const before = await server.rowCounts()
        const answer = await tried(method, url, name, body)
        // Never less than a visitor has (docs/api/authentication.md §1.2).
        const isVisitor = outcome === 'anonymous' || (outcome === 'without scope' && isOpen)
        const expected = isVisitor ? nobody(isOpen) : outcome
        expectOutcome(answer, expected, method, name)
        const { user_group: groupsThere } = await server.rowCounts()
        const isMade = url === 'user_groups' && expected === 'in'
        expect(groupsThere).toBe(Number(before['user_group']) + (isMade ? 1 : 0))
      }
    })

    it.each(table)('%s is not looked at where no credential is', async (name) => {
      expect((await tried('GET', 'version', name)).status).toBe(200)
      for (const url of [`projects/${project}`, 'user_groups', 'artifacts'])
        expect((await tried('OPTIONS', url, name)).status).toBe(200)
    })

    it.each(table)('%s is answered before what else is wrong with the request', async (name, outcome) => {
      const answer = await tried('POST', 'user_groups', name, {})
      const expected = outcome === 'anonymous' ? nobody(false) : outcome
      if (expected === 'in') expect(answer.status).toBe(400)
      else expectOutcome(answer, expected, 'POST', name)
    })

    it.each(['regular', 'restricted'])('in mode %s nobody is answered anything', async (mode) => {
      await server.as('admin').patch('site_settings', { access_mode: mode })
      try {
        for (const [name, outcome] of table) {
          const answer = await tried('GET', `projects/${project}`, name)
          expectOutcome(answer, outcome === 'anonymous' ? nobody(false) : outcome, 'GET', name)
        }
      } finally {
        await server.as('admin').patch('site_settings', { access_mode: 'anonymous' })
      }
    })

    it('a session is refused to other sites, whatever is asked', async () => {
      const headers = { ...headersOf('a session'), 'sec-fetch-site': 'cross-site' }
      for (const [method, , url, body] of asked()) {
        const { status } = await server.as('visitor').send(method, url, { headers, body })
        expect(status).toBe(403)
      }
    })

    it('nothing is wrong that the table does not know', () => {
      expect([...credentials.keys()].sort()).toEqual(table.map(([name]) => name).sort())
    })

    describe('an access token outside the header', () => {
      const text = 'Unauthorized: An access token is taken from the Authorization header only'
      const bearerText = (): string => headersOf('a bearer token')['authorization']?.split(' ')[1] ?? ''
      const form = 'application/x-www-form-urlencoded'

      it.each(['nothing', 'a key', 'a bearer token'])('in the query is refused, beside %s', async (name) => {
        const answer = await tried('GET', `projects/${project}?access_token=${bearerText()}`, name)
        expectOutcome(answer, [401, text], 'GET')
      })

      it.each(['nothing', 'a key'])('in a form is refused, beside %s', async (name) => {
        const sent = await server.app.inject({
          method: 'POST',
          url: '/api/user_groups',
          headers: { ...headersOf(name), 'content-type': form },
          payload: `access_token=${bearerText()}&project_id=${project}&short_name=forms`,
        })
        expect([sent.statusCode, sent.json().error.message]).toEqual([401, text])
      })

      it('is nothing to routes that look at no credential', async () => {
        expect((await tried('GET', 'version?access_token=x', 'nothing')).status).toBe(200)
      })
    })
  })
})
