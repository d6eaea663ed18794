import { beforeAll, describe, expect, it } from 'vitest'
import { createSessionCookie } from '../kit/create-session.ts'
import { adminPassword, createServer, onEachDatabase } from '../kit/server.ts'

const basic = (login: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})
const wellFormed = 'ab'.repeat(32)

onEachDatabase((dialect) => {
  describe('credentials', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('alice', { password: 'welcome0' })
      for (const [login, status] of [
        ['sam', 'S'],
        ['dora', 'D'],
        ['pete', 'P'],
      ] as const) {
        await server.createUser(login, { status, password: 'welcome0' })
      }
    })
    const statusAndMessage = async (url: string, headers: Record<string, string>) => {
      const { status, body } = await server.as('visitor').get(url, { headers })
      return [status, body?.error?.message]
    }

    it.each([
      ['a malformed key', { 'x-auth-accesskey': 'nope' }, 'Key or token incorrectly formatted'],
      ['an empty key', { 'x-auth-accesskey': '' }, 'Key or token incorrectly formatted'],
      ['an unknown key', { 'x-auth-accesskey': `tlp-k1-99999.${wellFormed}` }, 'Invalid access key'],
      ['a key with a wrong secret', { 'x-auth-accesskey': `tlp-k1-1.${wellFormed}` }, 'Invalid access key'],
      ['a malformed bearer token', { authorization: 'Bearer nope' }, 'Key or token incorrectly formatted'],
      ['no bearer token', { authorization: 'Bearer' }, 'Key or token incorrectly formatted'],
      [
        'a key as bearer token',
        { authorization: `Bearer tlp-k1-1.${wellFormed}` },
        'Key or token incorrectly formatted',
      ],
      [
        'an unknown bearer token',
        { authorization: `bearer tlp-oauth2-at1-1.${wellFormed}` },
        'Invalid OAuth2 access token',
      ],
      ['an unknown token', { 'x-auth-token': '0'.repeat(32), 'x-auth-userid': '101' }, 'Invalid Token'],
      ['a wrong password', basic('alice', 'nope'), 'Basic Authentication Required'],
      ['an unknown login', basic('nobody_here', 'nope'), 'Basic Authentication Required'],
      ['the password of a suspended user', basic('sam', 'welcome0'), 'Basic Authentication Required'],
      ['the password of a deleted user', basic('dora', 'welcome0'), 'Basic Authentication Required'],
      ['an access key as password', basic('alice', `tlp-k1-1.${wellFormed}`), 'Basic Authentication Required'],
    ])('%s: rejected by each route except those without authentication', async (_, headers, text) => {
      expect(await statusAndMessage('users/self', headers)).toEqual([401, `Unauthorized: ${text}`])
      expect(await statusAndMessage('users/101', headers)).toEqual([401, `Unauthorized: ${text}`])
      expect(await statusAndMessage('version', headers)).toEqual([200, undefined])
      expect((await server.as('visitor').options('users/101', { headers })).status).toBe(200)
    })

    it.each([
      ['an empty password', basic('alice', ''), 'Basic Authentication Required'],
      ['a password without a login', basic('', 'welcome0'), 'Basic Authentication Required'],
      ['a login without a colon', { authorization: `Basic ${btoa('alice')}` }, 'Basic Authentication Required'],
      ['a login with a NUL', basic('a\0lice', 'welcome0'), 'Basic Authentication Required'],
      ['an undecodable text', { authorization: 'Basic ????' }, 'Basic Authentication Required'],
      ['no login', { authorization: 'Basic' }, 'Basic Authentication Required'],
      ['a bearer token with invalid characters', { authorization: 'Bearer a"b' }, 'Key or token incorrectly formatted'],
      ['a bearer token in two words', { authorization: 'Bearer a b' }, 'Key or token incorrectly formatted'],
      ['a key with its own scheme', { authorization: 'AccessKey abc' }, 'Key or token incorrectly formatted'],
      ['a token with its own scheme', { authorization: 'Token abc' }, 'Key or token incorrectly formatted'],
      ['a key without a scheme', { authorization: `tlp-k1-1.${wellFormed}` }, 'Key or token incorrectly formatted'],
      ['a token without its user id', { 'x-auth-token': '0'.repeat(32) }, 'Invalid Token'],
    ])('%s: rejected instead of treated as an anonymous request', async (_, headers, text) => {
      for (const url of ['users/self', 'users/101', 'projects'])
        expect(await statusAndMessage(url, headers)).toEqual([401, `Unauthorized: ${text}`])
      const { headers: responseHeaders } = await server.as('visitor').get('projects', { headers })
      expect(responseHeaders['www-authenticate']).toContain('AccessKey realm=')
      expect(await statusAndMessage('version', headers)).toEqual([200, undefined])
      expect((await server.as('visitor').options('projects', { headers })).status).toBe(200)
    })

    it.each([
      ['another scheme', { authorization: 'Digest username="x"' }],
      ['a user id without a token', { 'x-auth-userid': '101' }],
      ['an empty header', { authorization: '' }],
    ])('%s: treated as an anonymous request', async (_, headers) => {
      const response = await server.as('visitor').get('users/self', { headers })
      expect([response.status, response.body.is_anonymous]).toEqual([200, true])
    })

    it('a token without its user id is ignored if there is another credential', async () => {
      const headers = { 'x-auth-token': '0'.repeat(32), ...basic('alice', 'welcome0') }
      const { status, body } = await server.as('visitor').get('users/self', { headers })
      expect([status, body.username]).toEqual([200, 'alice'])
    })

    it.each(['utf8', 'latin1'] as const)('a password with non-ASCII characters is accepted in %s', async (encoding) => {
      await server.createUser(`jean-${encoding}`, { password: 'pâssé composé' })
      const authorization = `Basic ${Buffer.from(`jean-${encoding}:pâssé composé`, encoding).toString('base64')}`
      const { status, body } = await server.as('visitor').get('users/self', { headers: { authorization } })
      expect([status, body.username]).toEqual([200, `jean-${encoding}`])
      const wrong = `Basic ${Buffer.from(`jean-${encoding}:pâsse`, encoding).toString('base64')}`
      expect((await statusAndMessage('projects', { authorization: wrong }))[0]).toBe(401)
    })

    it('a wrong credential is rejected even next to a right one', async () => {
      const headers = { 'x-auth-accesskey': 'nope', ...basic('alice', 'welcome0') }
      expect(await statusAndMessage('users/self', headers)).toEqual([
        401,
        'Unauthorized: Key or token incorrectly formatted',
      ])
    })

    it.each([
      ['sam', 'Account Suspended'],
      ['dora', 'Account Deleted'],
      ['pete', 'Account Pending'],
    ])('a key of %s gets 403: %s', async (login, text) => {
      const { status, body } = await server.as(login).get('users/101')
      expect([status, body.error.message]).toEqual([403, `Forbidden: ${text}`])
    })

    it('a missing credential gets 401 with all schemes in one header', async () => {
      const { status, body, headers } = await server.as('visitor').get('access_keys/self')
      expect([status, body]).toEqual([401, { error: { code: 401, message: 'Unauthorized' } }])
      const challenge = String(headers['www-authenticate'])
      expect(challenge).toMatch(
        /^Basic realm="[^"]+", Token realm="[^"]+", AccessKey realm="[^"]+", Bearer realm="[^"]+"$/,
      )
    })

    it('login and password are accepted', async () => {
      const response = await server.as('visitor').get('users/self', { headers: basic('Alice', 'welcome0') })
      expect([response.status, response.body.username]).toEqual([200, 'alice'])
    })

    it('a password is rejected after it changed or its user was suspended', async () => {
      await server.createUser('carl', { password: 'welcome0' })
      const url = `users/${server.idOf('carl')}`
      expect(await statusAndMessage('users/self', basic('carl', 'welcome0'))).toEqual([200, undefined])
      await server.as('admin').put(`${url}/password`, { password: 'quite another' })
      expect(await statusAndMessage('users/self', basic('carl', 'welcome0'))).toEqual([
        401,
        'Unauthorized: Basic Authentication Required',
      ])
      expect(await statusAndMessage('users/self', basic('carl', 'quite another'))).toEqual([200, undefined])
      await server.as('admin').patch(url, { values: { status: 'S' } })
      expect(await statusAndMessage('users/self', basic('carl', 'quite another'))).toEqual([
        401,
        'Unauthorized: Basic Authentication Required',
      ])
    })
  })

  describe('limit of failed sign-ins', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('alice', { password: 'welcome0' })
      await server.createUser('bob', { password: 'welcome0' })
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 3 })
    })
    const signIn = (login: string, password: string) =>
      server.as('visitor').get('users/self', { headers: basic(login, password) })

    it('rejects further sign-ins of the user after the limit, records them, and affects no other user', async () => {
      expect((await signIn('bob', 'welcome0')).status).toBe(200)
      const tried = []
      for (const password of ['a', 'b', 'c']) tried.push((await signIn('alice', password)).status)
      expect(tried).toEqual([401, 401, 401])

      const stopped = await signIn('alice', 'welcome0')
      expect([stopped.status, stopped.body.error.message]).toEqual([
        429,
        'Too Many Requests: Too many failed sign-ins, try again later.',
      ])
      expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
      const form = await server.as('visitor').post('tokens', { username: 'ALICE', password: 'welcome0' })
      expect(form.status).toBe(429)
      expect((await signIn('bob', 'welcome0')).status).toBe(200)
      expect((await server.as('alice').get('users/self')).status).toBe(200)

      const entries = await server.world.db.read
        .selectFrom('audit')
        .select(['action', 'user_id', 'ip_address'])
        .where('action', '=', 'sign-in failed')
        .execute()
      const entry = { action: 'sign-in failed', user_id: server.idOf('alice'), ip_address: '127.0.0.1' }
      expect(entries).toEqual([entry, entry, entry])
    })

    it('holds for concurrent requests', async () => {
      const statuses = await Promise.all(
        Array.from({ length: 12 }, async (_, i) => (await signIn('bob', `guess ${i}`)).status),
      )
      expect(statuses.filter((status) => status === 401)).toHaveLength(3)
      expect(statuses.filter((status) => status === 429)).toHaveLength(9)
    })

    it('does not count concurrent requests with the right password', async () => {
      const password = 'a long enough one'
      await server.createUser('carol', { password })
      const statuses = await Promise.all(
        Array.from({ length: 12 }, async () => (await signIn('carol', password)).status),
      )
      expect(new Set(statuses)).toEqual(new Set([200]))
    })
  })

  describe('access modes', () => {
    const server = createServer(dialect)
    const visit = async (url: string) => (await server.as('visitor').get(url)).status

    it.each([
      ['anonymous', 200],
      ['regular', 401],
      ['restricted', 401],
    ])('in mode %s an anonymous caller gets %i', async (mode, status) => {
      await server.as('admin').patch('site_settings', { access_mode: mode })
      expect([await visit('users/101'), await visit('users/self'), await visit('users?query=admin')]).toEqual([
        status,
        status,
        status,
      ])
      expect([await visit('version'), await visit('nowhere')]).toEqual([200, 404])
      const withPassword = await server.as('visitor').get('users/self', { headers: basic('admin', adminPassword) })
      expect(withPassword.status).toBe(200)
    })
  })

  describe('a read-only administrator', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      const user = await server.createUser('rosa')
      const body = { permission: 'read_only_administration', user_id: user }
      await server.as('admin').post('site_permissions', body)
    })

    it('has read access to the administration', async () => {
      expect((await server.as('rosa').get('site_settings')).status).toBe(200)
      expect((await server.as('rosa').send('HEAD', 'site_settings')).status).toBe(200)
      const before = await server.as('admin').get('site_settings')
      const change = await server.as('rosa').patch('site_settings', { project_creation: false })
      expect(change.status).toBe(403)
      expect((await server.as('admin').get('site_settings')).body).toEqual(before.body)
    })

    it('loses access as soon as the permission is revoked', async () => {
      const query = `permission=read_only_administration&user_id=${server.idOf('rosa')}`
      expect((await server.as('admin').delete(`site_permissions?${query}`)).status).toBe(200)
      expect((await server.as('rosa').get('site_settings')).status).toBe(403)
    })
  })

  describe('a session cookie', () => {
    const server = createServer(dialect)
    const cookie = { cookie: '' }
    const sameOrigin = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
    beforeAll(async () => {
      cookie.cookie = `theme=dark; ${(await createSessionCookie(server.world, await server.createUser('alice'))).cookie}`
    })

    it('authenticates same-origin requests of the web pages', async () => {
      const { status, body } = await server.as('visitor').get('users/self', { headers: { ...cookie, ...sameOrigin } })
      expect([status, body.username]).toEqual([200, 'alice'])
    })

    it('is rejected in requests of other origins', async () => {
      const headers = { ...cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
      expect((await server.as('visitor').get('users/self', { headers })).status).toBe(403)
      expect((await server.as('visitor').get('users/self', { headers: cookie })).status).toBe(403)
    })

    it('with an unknown value is ignored', async () => {
      const headers = { cookie: 'tulipwood_session=another', ...sameOrigin }
      expect((await server.as('visitor').get('users/self', { headers })).body.is_anonymous).toBe(true)
    })

    it('ends when the password changes', async () => {
      await server.as('admin').put(`users/${server.idOf('alice')}/password`, { password: 'another one' })
      const { body } = await server.as('visitor').get('users/self', { headers: { ...cookie, ...sameOrigin } })
      expect(body.is_anonymous).toBe(true)
    })
  })
})
