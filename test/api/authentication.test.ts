import { beforeAll, describe, expect, it } from 'vitest'
import { createSessionCookie } from '../kit/create-session.ts'
import { adminPassword, createServer, onEachDatabase } from '../kit/server.ts'

const basic = (login: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})
const wellFormed = 'ab'.repeat(32)

onEachDatabase((dialect) => {
  describe('a credential', () => {
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
    const ask = async (url: string, headers: Record<string, string>) => {
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
      ['the password of a suspended account', basic('sam', 'welcome0'), 'Basic Authentication Required'],
      ['the password of a deleted account', basic('dora', 'welcome0'), 'Basic Authentication Required'],
      ['an access key as password', basic('alice', `tlp-k1-1.${wellFormed}`), 'Basic Authentication Required'],
    ])(
      'that is %s is refused wherever it is sent, but not looked at where none is wanted',
      async (_, headers, text) => {
        expect(await ask('users/self', headers)).toEqual([401, `Unauthorized: ${text}`])
        expect(await ask('users/101', headers)).toEqual([401, `Unauthorized: ${text}`])
        expect(await ask('version', headers)).toEqual([200, undefined])
        expect((await server.as('visitor').options('users/101', { headers })).status).toBe(200)
      },
    )

    it.each([
      ['an empty password', basic('alice', ''), 'Basic Authentication Required'],
      ['a password without a login', basic('', 'welcome0'), 'Basic Authentication Required'],
      ['a login without a colon', { authorization: `Basic ${btoa('alice')}` }, 'Basic Authentication Required'],
      ['a login with a NUL', basic('a\0lice', 'welcome0'), 'Basic Authentication Required'],
      ['an undecodable text', { authorization: 'Basic ????' }, 'Basic Authentication Required'],
      ['no login at all', { authorization: 'Basic' }, 'Basic Authentication Required'],
      ['a bearer token in foreign letters', { authorization: 'Bearer a"b' }, 'Key or token incorrectly formatted'],
      ['a bearer token in two words', { authorization: 'Bearer a b' }, 'Key or token incorrectly formatted'],
      ['a key under its scheme', { authorization: 'AccessKey abc' }, 'Key or token incorrectly formatted'],
      ['a token under its scheme', { authorization: 'Token abc' }, 'Key or token incorrectly formatted'],
      ['a key without a scheme', { authorization: `tlp-k1-1.${wellFormed}` }, 'Key or token incorrectly formatted'],
      ['a token without its user id', { 'x-auth-token': '0'.repeat(32) }, 'Invalid Token'],
    ])('that is %s is refused, not served as to a visitor', async (_, headers, text) => {
      for (const url of ['users/self', 'users/101', 'projects'])
        expect(await ask(url, headers)).toEqual([401, `Unauthorized: ${text}`])
      const { headers: told } = await server.as('visitor').get('projects', { headers })
      expect(told['www-authenticate']).toContain('AccessKey realm=')
      expect(await ask('version', headers)).toEqual([200, undefined])
      expect((await server.as('visitor').options('projects', { headers })).status).toBe(200)
    })

    it.each([
      ['another scheme', { authorization: 'Digest username="x"' }],
      ['a user id without a token', { 'x-auth-userid': '101' }],
      ['nothing after all', { authorization: '' }],
    ])('that is %s counts as none', async (_, headers) => {
      const answer = await server.as('visitor').get('users/self', { headers })
      expect([answer.status, answer.body.is_anonymous]).toEqual([200, true])
    })

    it('that is a token without its user id is passed over for another one', async () => {
      const headers = { 'x-auth-token': '0'.repeat(32), ...basic('alice', 'welcome0') }
      const { status, body } = await server.as('visitor').get('users/self', { headers })
      expect([status, body.username]).toEqual([200, 'alice'])
    })

    it.each(['utf8', 'latin1'] as const)('that is a password beyond ASCII is right in %s', async (encoding) => {
      await server.createUser(`jean-${encoding}`, { password: 'pâssé composé' })
      const authorization = `Basic ${Buffer.from(`jean-${encoding}:pâssé composé`, encoding).toString('base64')}`
      const { status, body } = await server.as('visitor').get('users/self', { headers: { authorization } })
      expect([status, body.username]).toEqual([200, `jean-${encoding}`])
      const wrong = `Basic ${Buffer.from(`jean-${encoding}:pâsse`, encoding).toString('base64')}`
      expect((await ask('projects', { authorization: wrong }))[0]).toBe(401)
    })

    it('that is wrong is not made good by another one', async () => {
      const headers = { 'x-auth-accesskey': 'nope', ...basic('alice', 'welcome0') }
      expect(await ask('users/self', headers)).toEqual([401, 'Unauthorized: Key or token incorrectly formatted'])
    })

    it.each([
      ['sam', 'Account Suspended'],
      ['dora', 'Account Deleted'],
      ['pete', 'Account Pending'],
    ])('of %s is answered 403: %s', async (login, text) => {
      const { status, body } = await server.as(login).get('users/101')
      expect([status, body.error.message]).toEqual([403, `Forbidden: ${text}`])
    })

    it('that is missing where one is needed is asked for, with every scheme in one well formed header', async () => {
      const { status, body, headers } = await server.as('visitor').get('access_keys/self')
      expect([status, body]).toEqual([401, { error: { code: 401, message: 'Unauthorized' } }])
      const challenge = String(headers['www-authenticate'])
      expect(challenge).toMatch(
        /^Basic realm="[^"]+", Token realm="[^"]+", AccessKey realm="[^"]+", Bearer realm="[^"]+"$/,
      )
    })

    it('that is right is a login and a password', async () => {
      const answer = await server.as('visitor').get('users/self', { headers: basic('Alice', 'welcome0') })
      expect([answer.status, answer.body.username]).toEqual([200, 'alice'])
    })

    it('that was right stops being so with the password, and with the account', async () => {
      await server.createUser('carl', { password: 'welcome0' })
      const url = `users/${server.idOf('carl')}`
      expect(await ask('users/self', basic('carl', 'welcome0'))).toEqual([200, undefined])
      await server.as('admin').put(`${url}/password`, { password: 'quite another' })
      expect(await ask('users/self', basic('carl', 'welcome0'))).toEqual([
        401,
        'Unauthorized: Basic Authentication Required',
      ])
      expect(await ask('users/self', basic('carl', 'quite another'))).toEqual([200, undefined])
      await server.as('admin').patch(url, { values: { status: 'S' } })
      expect(await ask('users/self', basic('carl', 'quite another'))).toEqual([
        401,
        'Unauthorized: Basic Authentication Required',
      ])
    })
  })

  describe('guessing passwords', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('alice', { password: 'welcome0' })
      await server.createUser('bob', { password: 'welcome0' })
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 3 })
    })
    const ask = (login: string, password: string) =>
      server.as('visitor').get('users/self', { headers: basic(login, password) })

    it('is stopped after as many failures as the setting says, written down, and harms nobody else', async () => {
      expect((await ask('bob', 'welcome0')).status).toBe(200)
      const tried = []
      for (const password of ['a', 'b', 'c']) tried.push((await ask('alice', password)).status)
      expect(tried).toEqual([401, 401, 401])

      const stopped = await ask('alice', 'welcome0')
      expect([stopped.status, stopped.body.error.message]).toEqual([
        429,
        'Too Many Requests: Too many failed sign-ins, try again later.',
      ])
      expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
      const form = await server.as('visitor').post('tokens', { username: 'ALICE', password: 'welcome0' })
      expect(form.status).toBe(429)
      expect((await ask('bob', 'welcome0')).status).toBe(200)
      expect((await server.as('alice').get('users/self')).status).toBe(200)

      const book = await server.world.db.read
        .selectFrom('audit')
        .select(['action', 'user_id', 'address'])
        .where('action', '=', 'sign-in failed')
        .execute()
      const line = { action: 'sign-in failed', user_id: server.idOf('alice'), address: '127.0.0.1' }
      expect(book).toEqual([line, line, line])
    })

    it('all at once is stopped as well', async () => {
      const statuses = await Promise.all(
        Array.from({ length: 12 }, async (_, i) => (await ask('bob', `guess ${i}`)).status),
      )
      expect(statuses.filter((status) => status === 401)).toHaveLength(3)
      expect(statuses.filter((status) => status === 429)).toHaveLength(9)
    })

    it('many requests with one right password at once are no guessing', async () => {
      const password = 'a long enough one'
      await server.createUser('carol', { password })
      const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await ask('carol', password)).status))
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
    ])('in mode %s a visitor is answered %i', async (mode, status) => {
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

    it('administrates for reading alone', async () => {
      expect((await server.as('rosa').get('site_settings')).status).toBe(200)
      expect((await server.as('rosa').send('HEAD', 'site_settings')).status).toBe(200)
      const before = await server.as('admin').get('site_settings')
      const change = await server.as('rosa').patch('site_settings', { project_creation: false })
      expect(change.status).toBe(403)
      expect((await server.as('admin').get('site_settings')).body).toEqual(before.body)
    })

    it('is one no longer from the moment it is revoked', async () => {
      const query = `permission=read_only_administration&user_id=${server.idOf('rosa')}`
      expect((await server.as('admin').delete(`site_permissions?${query}`)).status).toBe(200)
      expect((await server.as('rosa').get('site_settings')).status).toBe(403)
    })
  })

  describe('a session cookie', () => {
    const server = createServer(dialect)
    const cookie = { cookie: '' }
    const ours = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
    beforeAll(async () => {
      cookie.cookie = `theme=dark; ${(await createSessionCookie(server.world, await server.createUser('alice'))).cookie}`
    })

    it('signs in requests of our own pages', async () => {
      const { status, body } = await server.as('visitor').get('users/self', { headers: { ...cookie, ...ours } })
      expect([status, body.username]).toEqual([200, 'alice'])
    })

    it('is refused from anywhere else', async () => {
      const headers = { ...cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
      expect((await server.as('visitor').get('users/self', { headers })).status).toBe(403)
      expect((await server.as('visitor').get('users/self', { headers: cookie })).status).toBe(403)
    })

    it('of nobody counts as nothing', async () => {
      const headers = { cookie: 'tulipwood_session=another', ...ours }
      expect((await server.as('visitor').get('users/self', { headers })).body.is_anonymous).toBe(true)
    })

    it('ends when the password changes', async () => {
      await server.as('admin').put(`users/${server.idOf('alice')}/password`, { password: 'another one' })
      const { body } = await server.as('visitor').get('users/self', { headers: { ...cookie, ...ours } })
      expect(body.is_anonymous).toBe(true)
    })
  })
})
