import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashSecret } from '../../src/sign-in/authentication/secret.ts'
import { createApp, createBearerToken } from '../kit/bearer-tokens.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
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
/** Same id, other secret. */
const forged = (text: string): string => text.replace(/\.[0-9a-f]+$/, `.${'ab'.repeat(32)}`)

/** The expected outcome: authenticated, anonymous, without scope, or an error with status and text. */
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

/** Every authentication method with every state of its credential (docs/api/authentication.md §1.1, §1.2). */
const table: readonly (readonly [name: string, outcome: Outcome])[] = [
  ['no credential', 'anonymous'],
  ['another scheme', 'anonymous'],

  ['a key', 'in'],
  ['a key in upper case', 'in'],
  ['a key with the required scopes', 'in'],
  ['an empty key', malformed],
  ['a malformed key', malformed],
  ['a key with a short secret', malformed],
  ['a key that looks like a bearer token', malformed],
  ['an unknown key', wrongKey],
  ['a key with more digits than any id has', wrongKey],
  ['a key with another secret', wrongKey],
  ['an expired key', wrongKey],
  ['a revoked key', wrongKey],
  ['a key for Subversion', wrongKey],
  ['a key with other scopes', wrongKey],
  ['a key of a suspended user', suspended],
  ['a key of a deleted user', deleted],
  ['a key of a pending user', pending],
  ['a wrong key with a right password', malformed],

  ['a bearer token', 'in'],
  ['a bearer token with lower-case scheme', 'in'],
  ['a malformed bearer token', malformed],
  ['an empty bearer token', malformed],
  ['a bearer token with a long secret', malformed],
  ['a bearer token with invalid characters', malformed],
  ['an unknown bearer token', wrongBearer],
  ['a bearer token with another secret', wrongBearer],
  ['an expired bearer token', wrongBearer],
  ['a revoked bearer token', wrongBearer],
  ['a bearer token with other scopes', 'without scope'],
  ['a bearer token of a suspended user', suspended],
  ['a bearer token of a deleted user', deleted],
  ['a bearer token of a pending user', pending],

  ['a token', 'in'],
  ['an unknown token', wrongToken],
  ['a token of another user', wrongToken],
  ['an expired token', wrongToken],
  ['a deleted token', wrongToken],
  ['a token without its user', wrongToken],
  ['a user id without a token', 'anonymous'],
  ['a token of a suspended user', suspended],
  ['a token of a deleted user', deleted],
  ['a token of a pending user', pending],

  ['a password', 'in'],
  ['a wrong password', wrongBasic],
  ['a password of an unknown user', wrongBasic],
  ['a password of a suspended user', wrongBasic],
  ['a password of a deleted user', wrongBasic],
  ['a password of a pending user', wrongBasic],
  ['a key as password', wrongBasic],
  ['an empty password', wrongBasic],
  ['a malformed password', wrongBasic],

  ['a session', 'in'],
  ['an unknown session', 'anonymous'],
  ['an ended session', 'anonymous'],
  ['a session of a suspended user', suspended],
  ['a session of a deleted user', deleted],
  ['a session of a pending user', pending],
]

/** Returns the headers of every credential of the table. */
async function createCredentials(server: TestServer): Promise<ReadonlyMap<string, Headers>> {
  const { world } = server
  const app = await createApp(world)
  const other = await createApp(world, 'Another')
  const requiredScopes = ['read:project', 'read:tracker', 'read:user_membership', 'write:user_membership']
  const logins = { alice: 'A', bob: 'A', suspended: 'S', deleted: 'D', pending: 'P' } as const
  for (const login of Object.keys(logins)) await server.createUser(login, { password })
  const post = async (url: string, body: unknown, login: string): Promise<any> => {
    const { status, body: response } = await server.as(login).post(url, body)
    expect(status).toBeLessThan(300)
    return response
  }
  const newKey = async (scopes: readonly string[], login = 'alice'): Promise<string> =>
    (await post('access_keys', { description: 'k', scopes }, login)).identifier
  const newToken = async (login: string): Promise<string> =>
    (await post('tokens', { username: login, password }, 'visitor')).token
  const newBearer = (scopes = requiredScopes, login = 'alice', lifetime = 3600): Promise<string> =>
    createBearerToken(world, { user: server.idOf(login), app, scopes }, lifetime)
  const session = async (login: string): Promise<Headers> => createSessionCookie(world, server.idOf(login))

  const [accessKey, expiredKey, revokedKey] = [
    await newKey(['write:rest']),
    await newKey(['write:rest']),
    await newKey(['write:rest']),
  ]
  const [apiToken, expiredToken, removedToken] = [
    await newToken('alice'),
    await newToken('alice'),
    await newToken('alice'),
  ]
  const bearerToken = await newBearer()
  const revokedBearer = await createBearerToken(world, {
    user: server.idOf('alice'),
    app: other,
    scopes: requiredScopes,
  })
  const endedSession = await session('alice')
  const alice = server.idOf('alice')

  const headersByName = new Map<string, Headers>([
    ['no credential', {}],
    ['another scheme', { authorization: 'Digest username="alice"' }],
    ['a key', key(accessKey)],
    ['a key in upper case', key(accessKey.replace(/\.(.*)$/, (text) => text.toUpperCase()))],
    ['a key with the required scopes', key(await newKey(requiredScopes))],
    ['an empty key', key('')],
    ['a malformed key', key('nope')],
    ['a key with a short secret', key(accessKey.slice(0, -2))],
    ['a key that looks like a bearer token', key(bearerToken)],
    ['an unknown key', key(`tlp-k1-99999.${'ab'.repeat(32)}`)],
    ['a key with more digits than any id has', key(`tlp-k1-${'9'.repeat(40)}.${'ab'.repeat(32)}`)],
    ['a key with another secret', key(forged(accessKey))],
    ['an expired key', key(expiredKey)],
    ['a revoked key', key(revokedKey)],
    ['a key for Subversion', key(await newKey(['write:svn']))],
    ['a key with other scopes', key(await newKey(['read:user', 'write:tracker']))],
    ['a wrong key with a right password', { ...key('nope'), ...basic('alice', password) }],
    ['a bearer token', bearer(bearerToken)],
    ['a bearer token with lower-case scheme', { authorization: `bearer ${bearerToken}` }],
    ['a malformed bearer token', bearer('nope')],
    ['an empty bearer token', { authorization: 'Bearer' }],
    ['a bearer token with a long secret', bearer(`${bearerToken}ab`)],
    ['a bearer token with invalid characters', bearer('a"b')],
    ['an unknown bearer token', bearer(`tlp-oauth2-at1-99999.${'ab'.repeat(32)}`)],
    ['a bearer token with another secret', bearer(forged(bearerToken))],
    ['an expired bearer token', bearer(await newBearer(requiredScopes, 'alice', 0))],
    ['a revoked bearer token', bearer(revokedBearer)],
    ['a bearer token with other scopes', bearer(await newBearer(['openid', 'read:user']))],
    ['a token', token(apiToken, alice)],
    ['an unknown token', token('0'.repeat(32), alice)],
    ['a token of another user', token(apiToken, server.idOf('bob'))],
    ['an expired token', token(expiredToken, alice)],
    ['a deleted token', token(removedToken, alice)],
    ['a token without its user', { 'x-auth-token': apiToken }],
    ['a user id without a token', { 'x-auth-userid': String(alice) }],
    ['a password', basic('alice', password)],
    ['a wrong password', basic('alice', 'nope')],
    ['a password of an unknown user', basic('nobody_here', password)],
    ['a key as password', basic('alice', accessKey)],
    ['an empty password', basic('alice', '')],
    ['a malformed password', { authorization: 'Basic ????' }],
    ['a session', await session('alice')],
    ['an unknown session', { cookie: 'tulipwood_session=another', ...sameOriginHeaders }],
    ['an ended session', endedSession],
  ])
  for (const login of ['suspended', 'deleted', 'pending']) {
    const suffix = `of a ${login} user`
    headersByName.set(`a key ${suffix}`, key(await newKey(['write:rest'], login)))
    headersByName.set(`a bearer token ${suffix}`, bearer(await newBearer(requiredScopes, login)))
    headersByName.set(`a token ${suffix}`, token(await newToken(login), server.idOf(login)))
    headersByName.set(`a password ${suffix}`, basic(login, password))
    headersByName.set(`a session ${suffix}`, await session(login))
  }

  await server.as('alice').delete(`access_keys/${/^tlp-k1-(\d+)/.exec(revokedKey)?.[1]}`)
  await server.as('visitor').delete(`tokens/${removedToken}`, { headers: token(removedToken, alice) })
  expect((await server.as('alice').delete(`users/${alice}/authorized_apps/${other}`)).status).toBe(200)
  expect((await server.as('visitor').send('DELETE', 'session', { headers: endedSession })).status).toBe(200)
  const expired = Number(/^tlp-k1-(\d+)/.exec(expiredKey)?.[1])
  await world.db.write(async (tx) => {
    await sql`update access_key set expires_on = ${world.clock.now()} where id = ${expired}`.execute(tx)
    // Set in the database because the API also revokes the credentials of these users.
    for (const [login, status] of Object.entries(logins))
      await sql`update "user" set status = ${status} where login = ${login}`.execute(tx)
    await sql`update token set created_on = ${world.clock.now() - 86_400} where hash = ${hashSecret(expiredToken)}`.execute(
      tx,
    )
    await bumpRevision(tx, 'users')
  })
  return headersByName
}

/** Returns the schemes of a challenge with valid parameters (RFC 9110 §11.6.1). */
function challengesIn({ headers }: TestResponse, outcome: Outcome): readonly string[] {
  const challenge = headers['www-authenticate']
  if (typeof challenge !== 'string') throw new Error(`WWW-Authenticate is ${JSON.stringify(challenge)}, not one line`)
  // The last scheme is Bearer; its error distinguishes an invalid token from a missing scope.
  const invalid = ', error="invalid_token"'
  expect(challenge.endsWith(invalid)).toBe(outcome === wrongBearer)
  const withoutError = challenge.replace(invalid, '')
  const scheme = /([A-Za-z]+) realm="[^"\\]+"/
  expect(withoutError).toMatch(new RegExp(`^${scheme.source}(, ${scheme.source})*$`))
  return withoutError.split(', ').map((each) => each.split(' ')[0] ?? '')
}

onEachDatabase((dialect) => {
  describe('authentication with each kind of credential', () => {
    const server = createServer(dialect)
    let credentials: ReadonlyMap<string, Headers> = new Map()
    let project = 0
    let groups = 0

    beforeAll(async () => {
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 10_000 })
      credentials = await createCredentials(server)
      project = await insertProject(server, { shortName: 'orchard', members: ['alice'], administrators: ['alice'] })
    }, 60_000)

    const headersOf = (name: string): Headers => {
      const headers = credentials.get(name)
      if (headers === undefined) throw new Error(`Unknown credential: ${name}`)
      return headers
    }
    const sendWith = (method: string, url: string, name: string, body?: unknown): Promise<TestResponse> =>
      server.as('visitor').send(method, url, { headers: headersOf(name), ...(body === undefined ? {} : { body }) })

    /** Method, URL and body of each request; `isOpen`: anonymous callers have access. */
    const requests = (): readonly (readonly [method: string, isOpen: boolean, url: string, body?: unknown])[] => [
      ['GET', true, `projects/${project}`],
      ['HEAD', true, `projects/${project}`],
      ['POST', true, `projects/${project}/extract_references`, { text: 'art #1' }],
      ['GET', false, 'users/self/membership'],
      ['HEAD', false, 'users/self/membership'],
      ['POST', false, 'user_groups', { project_id: project, short_name: `group_${++groups}` }],
    ]

    const expectOutcome = (response: TestResponse, outcome: Outcome, method: string, name = ''): void => {
      // Session responses have no Basic challenge, because the browser would show its own password dialog.
      const schemes = ['Basic', 'Token', 'AccessKey', 'Bearer'].slice(name.includes('session') ? 1 : 0)
      const result = [response.status, method === 'HEAD' ? undefined : response.body?.error?.message]
      if (outcome === 'without scope') {
        expect(result).toEqual([403, method === 'HEAD' ? undefined : withoutScope])
        const challenge = response.headers['www-authenticate']
        expect(challenge).toMatch(/^Bearer realm="[^"]+", error="insufficient_scope"(, scope="[a-z:_]+")?$/)
        return
      }
      if (outcome === 'in') expect(result).toEqual([response.status < 300 ? response.status : 200, undefined])
      else if (typeof outcome === 'object')
        expect(result).toEqual(method === 'HEAD' ? [outcome[0], undefined] : outcome)
      if (response.status === 401) expect(challengesIn(response, outcome)).toEqual(schemes)
      else expect(response.headers['www-authenticate']).toBeUndefined()
    }
    const anonymousOutcome = (isOpen: boolean): Outcome => (isOpen ? 'in' : [401, 'Unauthorized'])

    it.each(table)('%s has the outcome of the API reference in every request', async (name, outcome) => {
      for (const [method, isOpen, url, body] of requests()) {
        const before = await server.rowCounts()
        const response = await sendWith(method, url, name, body)
        const expected = outcome === 'anonymous' ? anonymousOutcome(isOpen) : outcome
        expectOutcome(response, expected, method, name)
        const { user_group: groupCount } = await server.rowCounts()
        const isCreated = url === 'user_groups' && expected === 'in'
        expect(groupCount).toBe(Number(before['user_group']) + (isCreated ? 1 : 0))
      }
    })

    it.each(table)('%s is not checked by routes without authentication', async (name) => {
      expect((await sendWith('GET', 'version', name)).status).toBe(200)
      for (const url of [`projects/${project}`, 'user_groups', 'artifacts'])
        expect((await sendWith('OPTIONS', url, name)).status).toBe(200)
    })

    it.each(table)('%s is checked before the rest of the request', async (name, outcome) => {
      const response = await sendWith('POST', 'user_groups', name, {})
      const expected = outcome === 'anonymous' ? anonymousOutcome(false) : outcome
      if (expected === 'in') expect(response.status).toBe(400)
      else expectOutcome(response, expected, 'POST', name)
    })

    it.each(table)('%s has the same outcome for a download outside the API', async (name, outcome) => {
      const url = '/plugins/tracker/attachments/999999-a.txt'
      const answer = await server.app.inject({ method: 'GET', url, headers: headersOf(name) })
      const error = answer.json().error
      const response = {
        status: answer.statusCode,
        headers: answer.headers,
        body: { error },
      } as unknown as TestResponse
      if (outcome === 'in')
        expect([answer.statusCode, error.message]).toEqual([404, 'Not Found: The file cannot be found'])
      else expectOutcome(response, outcome === 'anonymous' ? anonymousOutcome(false) : outcome, 'GET', name)
      // A browser gets the same text on a page.
      const page = await server.app.inject({ method: 'GET', url, headers: { ...headersOf(name), accept: 'text/html' } })
      expect(page.headers['content-type']).toBe('text/html; charset=UTF-8')
      expect(page.body).toBe(error.message.replace(/^(Unauthorized|Forbidden|Not Found): /, ''))
    })

    it('a session without a Referer is rejected with a text also outside the API', async () => {
      const { 'sec-fetch-site': _site, 'sec-fetch-mode': _mode, ...headers } = headersOf('a session')
      const url = '/plugins/tracker/attachments/999999-a.txt'
      const { statusCode, body } = await server.app.inject({ method: 'GET', url, headers: { ...headers, referer: '' } })
      const text = "Forbidden: Referer doesn't match host. CSRF tentative ?"
      expect([statusCode, JSON.parse(body).error]).toEqual([403, { code: 403, message: text }])
    })

    it.each(['regular', 'restricted'])('in mode %s, anonymous callers get 401', async (mode) => {
      await server.as('admin').patch('site_settings', { access_mode: mode })
      try {
        for (const [name, outcome] of table) {
          const response = await sendWith('GET', `projects/${project}`, name)
          expectOutcome(response, outcome === 'anonymous' ? anonymousOutcome(false) : outcome, 'GET', name)
        }
      } finally {
        await server.as('admin').patch('site_settings', { access_mode: 'anonymous' })
      }
    })

    it('a session is rejected in requests of other sites', async () => {
      const headers = { ...headersOf('a session'), 'sec-fetch-site': 'cross-site' }
      for (const [method, , url, body] of requests()) {
        const { status } = await server.as('visitor').send(method, url, { headers, body })
        expect(status).toBe(403)
      }
    })

    it('the table contains every tested credential', () => {
      expect([...credentials.keys()].sort()).toEqual(table.map(([name]) => name).sort())
    })

    describe('an access token outside the header', () => {
      const text = 'Unauthorized: An access token is taken from the Authorization header only'
      const bearerText = (): string => headersOf('a bearer token')['authorization']?.split(' ')[1] ?? ''
      const form = 'application/x-www-form-urlencoded'

      it.each(['no credential', 'a key', 'a bearer token'])(
        'in the query is rejected, together with %s',
        async (name) => {
          const response = await sendWith('GET', `projects/${project}?access_token=${bearerText()}`, name)
          expectOutcome(response, [401, text], 'GET')
        },
      )

      it.each(['no credential', 'a key'])('in a form is rejected, together with %s', async (name) => {
        const response = await server.app.inject({
          method: 'POST',
          url: '/api/user_groups',
          headers: { ...headersOf(name), 'content-type': form },
          payload: `access_token=${bearerText()}&project_id=${project}&short_name=forms`,
        })
        expect([response.statusCode, response.json().error.message]).toEqual([401, text])
      })

      it('is ignored by routes without authentication', async () => {
        expect((await sendWith('GET', 'version?access_token=x', 'no credential')).status).toBe(200)
      })
    })
  })
})
