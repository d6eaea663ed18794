import { beforeAll, describe, expect, it } from 'vitest'
import { insertRows } from '../../src/database/statements/insert-rows.ts'
import { changeUser } from '../../src/sign-in/commands/change-user.ts'
import { createSessionCookie } from '../kit/create-session.ts'
import { insertProject } from '../kit/project.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const avatar = 'http://localhost:80/themes/common/images/avatar_default.png'

onEachDatabase((dialect) => {
  describe('GET /users/{id}', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('mdupont', { realName: 'Marie Dupont', email: 'marie@example.org' })
      await server.createUser('sam', { status: 'S' })
      await server.createUser('rita', { status: 'R' })
    })
    const minimal = {
      id: 102,
      uri: 'users/102',
      user_url: '/users/mdupont',
      real_name: 'Marie Dupont',
      display_name: 'Marie Dupont (mdupont)',
      username: 'mdupont',
      ldap_id: null,
      avatar_url: 'http://localhost:80/users/mdupont/avatar.png',
      is_anonymous: false,
      has_avatar: true,
    }
    const full = { ...minimal, email: 'marie@example.org', status: 'A' }

    it.each([
      ['visitor', '102', minimal],
      ['mdupont', '102', full],
      ['mdupont', 'self', full],
      ['rita', '102', full],
      ['admin', '102', full],
    ])('responds to %s for %s with the visible properties', async (login, id, expected) => {
      const { status, body } = await server.as(login).get(`users/${id}`)
      expect([status, body]).toEqual([200, expected])
    })

    it('returns the anonymous user to a visitor', async () => {
      const anonymousUser = {
        id: null,
        uri: null,
        user_url: null,
        real_name: null,
        display_name: 'Anonymous user',
        username: null,
        ldap_id: null,
        avatar_url: avatar,
        is_anonymous: true,
        has_avatar: true,
      }
      expect((await server.as('visitor').get('users/self')).body).toEqual(anonymousUser)
      expect((await server.as('visitor').get('users/0')).body).toEqual(anonymousUser)
    })

    describe('for an account without a real name (docs/api/users.md §1)', () => {
      beforeAll(() => server.createUser('ksato', { realName: '' }))
      const uri = () => `users/${server.idOf('ksato')}`
      const nameless = { real_name: '', username: 'ksato', avatar_url: avatar, is_anonymous: false, has_avatar: false }

      it.each(['visitor', 'mdupont', 'ksato', 'admin'])(
        'returns to %s the default pattern of the name, and no picture',
        async (login) => {
          expect((await server.as(login).get(uri())).body).toMatchObject({ ...nameless, display_name: ' (ksato)' })
        },
      )

      it.each([
        ['login', 'ksato'],
        ['real', ''],
        ['login-real', 'ksato ()'],
        ['real-login', ' (ksato)'],
      ])('applies the pattern %s of the reader', async (value, expected) => {
        const rita = server.as('rita')
        await rita.patch('users/self/preferences', { key: 'username_display', value })
        expect((await rita.get(uri())).body).toMatchObject({ ...nameless, display_name: expected })
      })

      it('keeps the leading space in XML', async () => {
        const { text } = await server.as('mdupont').get(uri(), { headers: { accept: 'application/xml' } })
        expect(text).toContain('<display_name> (ksato)</display_name>')
        expect(text).toContain('<real_name></real_name>')
        expect(text).toContain(`<avatar_url>${avatar}</avatar_url>`)
      })

      it('returns a picture while the account has a real name', async () => {
        const rename = (real_name: string) => server.as('admin').patch(uri(), { values: { real_name } })
        expect((await rename('Ken Sato')).status).toBe(200)
        expect((await server.as('mdupont').get(uri())).body).toMatchObject({
          display_name: 'Ken Sato (ksato)',
          avatar_url: 'http://localhost:80/users/ksato/avatar.png',
          has_avatar: true,
        })
        await rename('')
        expect((await server.as('mdupont').get(uri())).body).toMatchObject({ ...nameless, display_name: ' (ksato)' })
      })
    })

    it('returns suspended accounts and the account None', async () => {
      expect((await server.as('mdupont').get(`users/${server.idOf('sam')}`)).body.status).toBe('S')
      expect((await server.as('mdupont').get('users/100')).body).toMatchObject({ display_name: 'None', status: 'S' })
    })

    it.each([
      ['9999', 404, 'Not Found: User Id not found'],
      ['0', 404, 'Not Found: User Id not found'],
      ['99999999999999999999', 404, 'Not Found: User Id not found'],
      ['mdupont', 400, 'Bad Request: Provided User Id is not well formed.'],
      ['-1', 400, 'Bad Request: Provided User Id is not well formed.'],
    ])('responds to the id %s with %i', async (id, status, message) => {
      const response = await server.as('mdupont').get(`users/${id}`)
      expect([response.status, response.body.error.message]).toEqual([status, message])
    })

    it('applies the preferred name pattern of the reader', async () => {
      const reader = server.as('mdupont')
      const preference = 'users/self/preferences'
      for (const [value, expected] of [
        ['login', 'mdupont'],
        ['real', 'Marie Dupont'],
        ['login-real', 'mdupont (Marie Dupont)'],
      ]) {
        await reader.patch(preference, { key: 'username_display', value })
        expect((await reader.get('users/102')).body.display_name).toBe(expected)
      }
      await reader.delete(`${preference}?key=username_display`)
      expect((await reader.get('users/102')).body.display_name).toBe('Marie Dupont (mdupont)')
    })
  })

  describe('GET /users?query=', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('zoe', { realName: 'Zoé Marchand', email: 'shared@example.org' })
      await server.createUser('marc', { realName: 'Marc 100%', email: 'shared@example.org' })
      await server.createUser('marcel', { realName: 'Old Marcel', status: 'S' })
      await server.createUser('rita', { realName: 'Rita', status: 'R' })
    })
    const logins = async (query: string, more = '') => {
      const response = await server.as('zoe').get(`users?query=${encodeURIComponent(query)}${more}`)
      expect(response.status).toBe(200)
      return {
        results: response.body.map((user: { username: string }) => user.username),
        size: response.headers['x-pagination-size'],
      }
    }

    it.each([
      ['marc', ['marc', 'zoe']],
      ['MARCH', ['zoe']],
      ['zoe', ['zoe']],
      ['zoé', ['zoe']],
      ['rit zoe', ['rita', 'zoe']],
      ['marcel', []],
      ['100%', ['marc']],
      ['%%%', []],
      ['___', []],
      ['unknown user', []],
      ['{bad', []],
      ['{"username":"MARC"}', ['marc']],
      ['{"loginname":"marcel"}', ['marcel']],
      ['{"username":"zz"}', []],
      ['{"email":"Shared@example.org"}', ['zoe', 'marc']],
      ['{"email":""}', []],
    ])('for %s returns %j', async (query, expected) => {
      expect(await logins(query)).toEqual({ results: expected, size: `${expected.length}` })
    })

    it('accepts arbitrarily many words and searches for the first twenty', async () => {
      expect((await logins(`zoe ${'x '.repeat(2500)}`)).results).toEqual(['zoe'])
      const words = Array.from({ length: 2000 }, (_, n) => `w${n}`)
      expect((await logins(`zoe ${words.join(' ')}`)).results).toEqual(['zoe'])
      expect((await logins(`${words.join(' ')} zoe`)).results).toEqual([])
    })

    it('is paginated with the exact total', async () => {
      expect(await logins('marc', '&limit=1&offset=1')).toEqual({ results: ['zoe'], size: '2' })
      expect(await logins('marc', '&limit=0')).toEqual({ results: [], size: '2' })
    })

    it('returns the short form to visitors', async () => {
      const { body } = await server.as('visitor').get('users?query=zoe')
      expect(body[0].username).toBe('zoe')
      expect(body[0]).not.toHaveProperty('email')
    })

    it.each([
      ['', '`query` is required.'],
      ['?query=', '`query` is required.'],
      ['?query=ab', 'Invalid value specified for `query`. Minimum 3 characters required.'],
      ['?query={"username":"a","loginname":"b"}', 'You cannot search on "username" and "loginname" at the same time'],
      ['?query={"name":"a"}', 'You need to provide either a "username", "loginname" or "email"'],
      ['?query={"email":["a"]}', '"email" can only be a string'],
      ['?query={"a}', 'parameter "query" syntax error, invalid JSON'],
    ])('with "%s" returns 400', async (query, message) => {
      const { status, body } = await server.as('zoe').get(`users${query}`)
      expect([status, body.error.message]).toEqual([400, `Bad Request: ${message}`])
    })
  })

  describe('PATCH /users/{id}', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('alice', { realName: 'Alice' })
      await server.createUser('manager')
      const grant = { permission: 'user_management', user_id: server.idOf('manager') }
      await server.as('admin').post('site_permissions', grant)
      await insertProject(server, { shortName: 'Apollo' })
    })
    const url = () => `users/${server.idOf('alice')}`
    const alice = async () => (await server.as('admin').get(url())).body

    it.each(['admin', 'manager'])('by %s changes only the given properties', async (login) => {
      const before = await alice()
      const { status, body } = await server.as(login).patch(url(), { values: { real_name: `by ${login}`, unknown: 1 } })
      expect([status, body]).toEqual([200, true])
      const after = { ...before, real_name: `by ${login}`, display_name: `by ${login} (alice)` }
      expect(await alice()).toEqual(after)
    })

    it('accepts the properties without "values" as well', async () => {
      expect((await server.as('admin').patch(url(), { email: 'a@example.org' })).status).toBe(200)
      expect((await alice()).email).toBe('a@example.org')
    })

    it.each([
      ['alice', {}, 403, "Forbidden: Cannot update other's details"],
      ['visitor', {}, 401, 'Unauthorized'],
      ['admin', { username: 'a b' }, 400, 'Bad Request: There cannot be any spaces in the login name.'],
      ['admin', { username: 'ADMIN' }, 400, 'Bad Request: Login name already exists'],
      ['admin', { username: 'manager' }, 400, 'Bad Request: Login name already exists'],
      ['admin', { username: 'aPOLLO' }, 400, 'Bad Request: Login name already exists'],
      ['admin', { username: 'a !' }, 400, 'Bad Request: There cannot be any spaces in the login name.'],
      ['admin', { username: '!' }, 400, 'Bad Request: Illegal character in name.'],
      ['admin', { username: 'ns' }, 400, 'Bad Request: Name is too short. It must be at least 3 characters.'],
      [
        'admin',
        { username: `forge__${'x'.repeat(30)}` },
        400,
        'Bad Request: Name is too long. It must be less than 30 characters.',
      ],
      ['admin', { username: 'root' }, 400, 'Bad Request: Name is reserved.'],
      ['admin', { username: 'codendiadm' }, 400, 'Bad Request: Name is reserved.'],
      ['admin', { username: 'imadmin-bot' }, 400, 'Bad Request: Name is reserved.'],
      ['admin', { username: 'slayer' }, 400, 'Bad Request: Name is reserved.'],
      ['admin', { username: 'orbital' }, 400, 'Bad Request: Name is reserved.'],
      ['admin', { username: 'tokyojoe' }, 400, 'Bad Request: Name is reserved.'],
      ['admin', { username: 'webdev' }, 400, 'Bad Request: Name is reserved.'],
      ['admin', { status: 'R' }, 400, 'Bad Request: Restricted users are not authorized.'],
      [
        'admin',
        { status: 'Z' },
        400,
        'Bad Request: Invalid value specified for `values[status]`. Expected one of (A,R,S,D,P,V,W).',
      ],
    ])('by %s with %j returns %i and changes nothing', async (login, values, status, message) => {
      const before = await alice()
      const response = await server.as(login).patch(url(), { values: { real_name: 'Other', ...values } })
      expect([response.status, response.body.error.message]).toEqual([status, message])
      expect(await alice()).toEqual(before)
    })

    it.each([
      { email: 'a@b.c\r\nBcc: evil@x.y' },
      { email: 'a@x.org,b@y.org' },
      { email: 'a,b@y.org' },
      { email: 'nomail' },
      { email: `${'a'.repeat(500)}@x.org` },
      { real_name: 'two\nlines' },
      { real_name: 'x'.repeat(251) },
    ])('with %j returns 400 and changes nothing, as a new account with it does', async (values) => {
      const before = await alice()
      const rejected = [
        400,
        'email' in values
          ? 'Bad Request: `email` must be an email address.'
          : 'Bad Request: `real_name` must be one line of 1 to 250 characters.',
      ]
      for (const login of ['admin', 'manager']) {
        const response = await server.as(login).patch(url(), { values })
        expect([response.status, response.body.error?.message]).toEqual(rejected)
      }
      const created = await server.as('admin').post('users', { username: 'unusual', ...values })
      expect([created.status, created.body.error?.message]).toEqual(rejected)
      expect(await alice()).toEqual(before)
    })

    it('keeps a name and an address of before these rules', async () => {
      const id = server.idOf('alice')
      const old = { real_name: 'two\nlines', email: 'nomail', email_key: 'nomail' }
      await server.world.db.write(async (tx) => {
        await tx.updateTable('user').set(old).where('id', '=', id).execute()
      })
      const values = { real_name: old.real_name, email: old.email, status: 'A' }
      expect((await server.as('admin').patch(url(), { values })).status).toBe(200)
      expect((await server.as('admin').patch(url(), { values: { real_name: '', email: '' } })).status).toBe(200)
      expect(await alice()).toMatchObject({ real_name: '', email: '' })
    })

    it.each([
      ['9999', 404],
      ['0', 404],
      ['abc', 400],
    ])('for the id %s returns %i', async (id, status) => {
      expect((await server.as('admin').patch(`users/${id}`, { values: { email: 'x' } })).status).toBe(status)
    })

    it('renames an account, which can then be found by the new login', async () => {
      expect((await server.as('admin').patch(url(), { values: { username: 'Alice.B' } })).status).toBe(200)
      const results = await server.as('admin').get('users?query={"username":"alice.b"}')
      expect(results.body[0].username).toBe('Alice.B')
    })

    it('does not restrict site administrators', async () => {
      await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
      const response = await server.as('admin').patch('users/101', { values: { status: 'R' } })
      expect([response.status, response.body.error.message]).toEqual([
        400,
        "Bad Request: This user can't be restricted.",
      ])
      expect((await server.as('admin').patch(url(), { values: { status: 'R' } })).status).toBe(200)
    })
  })

  describe('PATCH /users/{id} of a site administrator', () => {
    const server = createServer(dialect)
    const path = (login: string) => `users/${server.idOf(login)}`
    const role = (login: string) => `projects/1/members/${server.idOf(login)}`
    beforeAll(async () => {
      for (const login of ['manager', 'boss', 'former']) await server.createUser(login)
      const grant = { permission: 'user_management', user_id: server.idOf('manager') }
      await server.as('admin').post('site_permissions', grant)
      for (const login of ['boss', 'former']) {
        await server.as('admin').post('projects/1/members', { user_id: server.idOf(login) })
        expect((await server.as('admin').patch(role(login), { is_administrator: true })).status).toBe(200)
      }
      await server.as('admin').patch(path('former'), { values: { status: 'S' } })
    })

    it.each([
      ['boss', { email: 'manager@example.org' }],
      ['boss', { username: 'other' }],
      ['boss', { real_name: 'Other' }],
      ['boss', { status: 'S' }],
      ['former', { status: 'A' }],
    ])('by a user manager, %s with %j, returns 403 and changes nothing', async (login, values) => {
      const before = (await server.as('admin').get(path(login))).body
      const { status, body } = await server.as('manager').patch(path(login), { values })
      expect([status, body.error.message]).toEqual([
        403,
        'Forbidden: Only site administrators can update site administrators.',
      ])
      expect((await server.as('admin').get(path(login))).body).toEqual(before)
    })

    it('by another site administrator changes it', async () => {
      expect((await server.as('boss').patch(path('admin'), { values: { email: 'new@example.org' } })).status).toBe(200)
      expect((await server.as('boss').get(path('admin'))).body.email).toBe('new@example.org')
    })

    const refusal =
      'Bad Request: The site needs an active site administrator: make another user a site administrator first.'

    it('deactivates all but the last one who can sign in', async () => {
      for (const status of ['S', 'D', 'P']) {
        const states = await Promise.all(
          ['admin', 'boss'].map((login) => server.as(login).patch(path(login), { values: { status } })),
        )
        expect(states.map((each) => each.status).sort()).toEqual([200, 400])
        expect(states.find((each) => each.status === 400)?.body.error.message).toBe(refusal)
        const last = states[0]?.status === 400 ? 'admin' : 'boss'
        const other = last === 'admin' ? 'boss' : 'admin'
        const { body } = await server.as(last).get(`users?query={"username":"${last}"}`)
        expect(body[0].status).toBe('A')
        expect((await server.as(last).patch(path(other), { values: { status: 'A' } })).status).toBe(200)
      }
    })

    it('is deactivated by the command line even as the last one', async () => {
      const system = { kind: 'system', reason: 'test' } as const
      const change = (login: string, status: 'A' | 'S') =>
        changeUser(server.world, system, server.idOf(login), { status })
      await change('boss', 'S')
      await change('admin', 'S')
      expect((await server.as('admin').get('users/self')).status).toBe(403)
      for (const login of ['boss', 'admin']) await change(login, 'A')
    })

    it('keeps the role of the last one who can sign in', async () => {
      await server.as('admin').patch(path('boss'), { values: { status: 'S' } })
      const replaced = { user_references: [{ username: 'former' }, { username: 'boss' }] }
      const answers = [
        await server.as('admin').patch(role('admin'), { is_administrator: false }),
        await server.as('admin').delete(role('admin')),
        await server.as('admin').put('user_groups/1_4/users', replaced),
      ]
      expect(answers.map(({ status, body }) => [status, body.error.message])).toEqual(answers.map(() => [400, refusal]))
      await server.as('admin').patch(path('boss'), { values: { status: 'A' } })
      expect((await server.as('admin').patch(role('admin'), { is_administrator: false })).status).toBe(200)
      expect((await server.as('admin').get('site_settings')).status).toBe(403)
    })
  })

  describe('POST /users', () => {
    const server = createServer(dialect)
    beforeAll(() => server.createUser('alice'))

    it('creates an account that can sign in', async () => {
      const input = { username: 'bob', real_name: 'Bob', email: 'bob@example.org', password: 'welcome0', ldap_id: 'b1' }
      const { status, body } = await server.as('admin').post('users', input)
      expect(status).toBe(201)
      expect(body).toMatchObject({
        id: 103,
        username: 'bob',
        real_name: 'Bob',
        email: 'bob@example.org',
        status: 'A',
        ldap_id: 'b1',
      })
      const token = await server.as('visitor').post('tokens', { username: 'bob', password: 'welcome0' })
      expect(token.status).toBe(200)
    })

    it.each([
      ['alice', {}, 403, 'Forbidden'],
      ['visitor', {}, 401, 'Unauthorized'],
      ['admin', { username: 'ALICE' }, 400, 'Bad Request: Login name already exists'],
      ['admin', { username: 'a!b' }, 400, 'Bad Request: Illegal character in name.'],
      [
        'admin',
        { password: 'short' },
        400,
        'Bad Request: The password is too short. It must be at least 8 characters.',
      ],
      [
        'admin',
        { password: 'Password1' },
        400,
        'Bad Request: The password is too common. Choose one that is harder to guess, such as several words.',
      ],
      [
        'admin',
        { real_name: 'Carol King', password: 'carolking1' },
        400,
        'Bad Request: The password must differ from the names of the user and of the site and from the email address, also with digits at the end.',
      ],
      ['admin', { status: 'R' }, 400, 'Bad Request: Restricted users are not authorized.'],
    ])('by %s with %j returns %i and creates nothing', async (login, input, status, message) => {
      const before = await server.rowCounts()
      const response = await server.as(login).post('users', { username: 'carol', password: 'welcome0', ...input })
      expect([response.status, response.body.error.message]).toEqual([status, message])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('creates one account for concurrent requests with one login', async () => {
      const createTwin = async () =>
        (await server.as('admin').post('users', { username: 'twin', password: 'welcome0' })).status
      expect((await Promise.all([createTwin(), createTwin(), createTwin()])).sort()).toEqual([201, 400, 400])
    })
  })

  describe('PUT /users/{id}/password', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('alice', { password: 'welcome0' })
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 1000 })
    })
    const signIn = async (password: string) =>
      (await server.as('visitor').post('tokens', { username: 'alice', password })).status

    it.each([
      ['alice', 'another one', 403],
      ['visitor', 'another one', 401],
      ['admin', 'short', 400],
      ['admin', '12345678', 400],
      ['admin', 'alice2026', 400],
      ['admin', 'a'.repeat(129), 400],
    ])('by %s to %s returns %i and changes nothing', async (login, password, status) => {
      expect((await server.as(login).put('users/102/password', { password })).status).toBe(status)
      expect([await signIn('welcome0'), await signIn(password)]).toEqual([200, 401])
    })

    it('by a site administrator sets the password', async () => {
      expect((await server.as('admin').put('users/102/password', { password: 'another one' })).status).toBe(200)
      expect([await signIn('welcome0'), await signIn('another one')]).toEqual([401, 200])
    })

    describe('in a browser session of the user', () => {
      const inBrowser = async (body: object) => {
        const current = await createSessionCookie(server.world, server.idOf('alice'))
        const other = await createSessionCookie(server.world, server.idOf('alice'))
        const send = { body, headers: current }
        const { status } = await server.as('visitor').send('PUT', 'users/102/password', send)
        const isIn = async (headers: Readonly<Record<string, string>>) =>
          (await server.as('visitor').get('session', { headers })).body.user !== null
        return { status, isHere: await isIn(current), isElsewhere: await isIn(other) }
      }
      beforeAll(() => server.as('admin').put('users/102/password', { password: 'another one' }))

      it.each([
        [{ password: 'a third one' }, 403],
        [{ password: 'a third one', current_password: 'welcome0' }, 403],
        [{ password: 'short', current_password: 'another one' }, 400],
      ])('rejects %j and keeps password and sessions', async (body, status) => {
        expect(await inBrowser(body)).toEqual({ status, isHere: true, isElsewhere: true })
        expect([await signIn('another one'), await signIn(body.password)]).toEqual([200, 401])
      })

      it('sets the password with the present one and ends the other sessions', async () => {
        const body = { password: 'a third one', current_password: 'another one' }
        expect(await inBrowser(body)).toEqual({ status: 200, isHere: true, isElsewhere: false })
        expect([await signIn('a third one'), await signIn('another one')]).toEqual([200, 401])
      })
    })
  })

  describe('/users/{id}/preferences', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('alice')
      await server.createUser('bob')
    })

    it('can be set, read by id and by "self", and deleted', async () => {
      const alice = server.as('alice')
      expect((await alice.get('users/102/preferences?key=mine')).body).toEqual({ key: 'mine', value: false })
      const set = await alice.patch('users/102/preferences', { key: 'mine', value: '1' })
      expect([set.status, set.text]).toEqual([200, ''])
      expect((await alice.get('users/self/preferences?key=mine')).body).toEqual({ key: 'mine', value: '1' })
      await alice.patch('users/self/preferences', { key: 'mine', value: '2' })
      expect((await alice.get('users/102/preferences?key=mine')).body).toEqual({ key: 'mine', value: '2' })
      expect((await alice.delete('users/102/preferences?key=mine')).status).toBe(200)
      expect((await alice.delete('users/102/preferences?key=mine')).status).toBe(200)
      expect((await alice.get('users/self/preferences?key=mine')).body).toEqual({ key: 'mine', value: false })
    })

    it('cannot be a number beyond the range of numbers', async () => {
      const alice = server.as('alice')
      await alice.patch('users/self/preferences', { key: 'number', value: 1e300 })
      for (const number of ['1e400', '-1e400']) {
        const { status, body } = await alice.send('PATCH', 'users/self/preferences', {
          body: `{"key":"number","value":${number}}`,
          headers: { 'content-type': 'application/json' },
        })
        expect([status, body.error.message]).toEqual([
          400,
          'Bad Request: Invalid value specified for `value`. Expecting alpha numeric value',
        ])
      }
      const { body } = await alice.get('users/self/preferences?key=number')
      expect(body).toEqual({ key: 'number', value: '1e+300' })
    })

    it('are at most 5000 of a user; those that exist can still be changed', async () => {
      await server.createUser('collector')
      const user_id = server.idOf('collector')
      const rows = Array.from({ length: 5000 }, (_, n) => ({ user_id, name: `key ${n}`, value: '1' }))
      await server.world.db.write((tx) => insertRows(tx, 'user_preference', rows))
      const set = (key: string) => server.as('collector').patch('users/self/preferences', { key, value: '2' })
      const refused = await set('one more')
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        'Bad Request: You have 5000 preferences. Delete some of them first.',
      ])
      expect((await set('key 7')).status).toBe(200)
      await server.as('collector').delete('users/self/preferences?key=key%207')
      expect((await set('one more')).status).toBe(200)
    })

    it.each(['bob', 'admin'])('cannot be read or changed by %s', async (login) => {
      await server.as('alice').patch('users/self/preferences', { key: 'hers', value: 'x' })
      const read = await server.as(login).get('users/102/preferences?key=hers')
      expect([read.status, read.body.error.message]).toEqual([
        403,
        'Forbidden: You can only access to your own preferences',
      ])
      const set = await server.as(login).patch('users/102/preferences', { key: 'hers', value: 'y' })
      expect([set.status, set.body.error.message]).toEqual([403, 'Forbidden: You can only set your own preferences'])
      const forget = await server.as(login).delete('users/102/preferences?key=hers')
      expect([forget.status, forget.body.error.message]).toEqual([
        403,
        'Forbidden: You can only set your own preferences',
      ])
      expect((await server.as('alice').get('users/102/preferences?key=hers')).body.value).toBe('x')
    })

    it('are rejected for visitors', async () => {
      const set = await server.as('visitor').patch('users/102/preferences', { key: 'k', value: 'v' })
      expect([set.status, set.body.error.message]).toEqual([404, 'Not Found: User not found'])
      expect((await server.as('visitor').get('users/self/preferences?key=k')).status).toBe(401)
    })

    it('require a key', async () => {
      const { status, body } = await server.as('alice').get('users/102/preferences')
      expect([status, body.error.message]).toEqual([400, 'Bad Request: `key` is required.'])
    })
  })

  describe('/users/{id}/history', () => {
    const server = createServer(dialect)
    beforeAll(() => server.createUser('alice'))

    it('is empty without visits, and accepts both forms of an empty list', async () => {
      expect((await server.as('alice').get('users/102/history')).body).toEqual({ entries: [] })
      for (const body of [[], { history_entries: [] }]) {
        expect((await server.as('alice').put('users/102/history', body)).status).toBe(200)
      }
    })

    it.each([
      { login: 'visitor', status: 401, message: 'Unauthorized' },
      { login: 'admin', status: 403, message: 'Forbidden: You can only access to your own history' },
    ])('is rejected for $login', async ({ login, status, message }) => {
      for (const response of [
        await server.as(login).get('users/102/history'),
        await server.as(login).put('users/102/history', []),
      ]) {
        expect([response.status, response.body.error.message]).toEqual([status, message])
      }
    })

    it('cannot be written', async () => {
      const { status, body } = await server.as('alice').put('users/102/history', [{ type: 'artifact' }])
      expect([status, body.error.message]).toEqual([403, 'Forbidden: You can only clear your history'])
    })
  })

  describe('GET /users_memberships', () => {
    const server = createServer(dialect)
    beforeAll(() => server.createUser('alice'))

    it.each([
      ['admin', 'with_ssh_key', 200],
      ['alice', 'with_ssh_key', 403],
      ['visitor', 'with_ssh_key', 401],
      ['admin', 'with_hat', 400],
    ])('responds to %s for %s with %i', async (login, query, status) => {
      expect((await server.as(login).get(`users_memberships?query=${query}`)).status).toBe(status)
    })
  })
})
