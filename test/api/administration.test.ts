import { beforeAll, describe, expect, it } from 'vitest'
import { createBugProject } from '../kit/bug-tracker-fixture.ts'
import { startMailbox } from '../kit/mailbox.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const mailbox = startMailbox()

  describe('user administration', () => {
    const env = {
      get TULIPWOOD_SMTP_URL() {
        return `smtp://127.0.0.1:${mailbox.port}`
      },
      TULIPWOOD_MAIL_FROM: 'Tracker <tracker@example.org>',
    }
    const server = createServer(dialect, { env })

    beforeAll(async () => {
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 1000 })
      await server.createUser('alice', {
        realName: 'Élise Martin',
        email: 'elise@acme.example',
        password: 'the old pass phrase',
      })
      await server.createUser('sam', { status: 'S' })
      await server.createUser('manager')
      await server
        .as('admin')
        .post('site_permissions', { permission: 'user_management', user_id: server.idOf('manager') })
    })
    const logins = async (query: string) => {
      const { body, headers } = await server.as('manager').get(`site/users?${query}`)
      expect(Number(headers['x-pagination-size'])).toBe(body.length)
      return body.map(({ username }: { username: string }) => username)
    }

    it('GET /site/users lists users with their security details', async () => {
      const { body } = await server.as('admin').get('site/users?query=alice')
      expect(body).toEqual([
        expect.objectContaining({
          id: server.idOf('alice'),
          username: 'alice',
          email: 'elise@acme.example',
          status: 'A',
          created_on: expect.any(String),
          last_signed_in_on: null,
          has_password: true,
          access_keys_count: 1,
          directories: [],
          second_factors: { totp: false, passkeys_count: 0 },
          is_site_administrator: false,
        }),
      ])
      const [admin] = (await server.as('admin').get('site/users?query=admin')).body
      expect(admin.is_site_administrator).toBe(true)
    })

    it.each([
      ['', ['admin', 'alice', 'manager', 'sam']],
      ['query=elise', ['alice']],
      ['query=ACME.example', ['alice']],
      ['query=%25', []],
      ['status=S', ['sam']],
      ['status=A&query=sam', []],
    ])('the query %j returns %j', async (query, expected) => expect(await logins(query)).toEqual(expected))

    it('GET /site/users returns 403 to other users, 401 to anonymous callers, and 400 for an unknown status', async () => {
      expect((await server.as('alice').get('site/users')).status).toBe(403)
      expect((await server.as('visitor').get('site/users')).status).toBe(401)
      expect((await server.as('admin').get('site/users?status=X')).status).toBe(400)
    })

    const requestReset = async (login: string, body?: object) =>
      server.as('admin').post(`users/${server.idOf(login)}/password_reset`, body)
    const tokenOf = (link: string) => new URL(link).hash.slice(1)
    const resetPassword = (token: string, password = 'a brand new pass phrase') =>
      server.as('visitor').post('password_resets', { token, password })
    const signIn = async (password: string) =>
      (await server.as('visitor').post('tokens', { username: 'alice', password })).status

    it('a reset link sets the password once', async () => {
      const { status, body } = await requestReset('alice')
      expect(status).toBe(201)
      expect(body.link).toMatch(/^http:\/\/localhost:80\/password-reset#[\w-]{43}$/)
      const token = tokenOf(body.link)
      const stored = await server.world.db.read.selectFrom('password_reset').selectAll().execute()
      expect(stored).toHaveLength(1)
      expect(JSON.stringify(stored)).not.toContain(token)

      const before = await server.rowCounts()
      const short = await resetPassword(token, 'short')
      expect([short.status, short.body.error.message]).toEqual([400, expect.stringContaining('too short')])
      expect(await server.rowCounts()).toEqual(before)
      expect(await signIn('the old pass phrase')).toBe(200)

      expect(await resetPassword(token)).toMatchObject({ status: 200, body: { username: 'alice' } })
      expect(await signIn('the old pass phrase')).toBe(401)
      expect(await signIn('a brand new pass phrase')).toBe(200)
      expect((await resetPassword(token)).status).toBe(404)
    })

    it('a reset link expires after a day, with the next link, and with a new password', async () => {
      const first = tokenOf((await requestReset('alice')).body.link)
      const second = tokenOf((await requestReset('alice')).body.link)
      expect((await resetPassword(first)).status).toBe(404)
      const { clock } = server.world
      const now = clock.now
      try {
        Object.assign(clock, { now: () => now() + 86_400 })
        expect((await resetPassword(second)).status).toBe(404)
      } finally {
        Object.assign(clock, { now })
      }
      await server.as('admin').put(`users/${server.idOf('alice')}/password`, { password: 'set by an administrator' })
      expect((await resetPassword(second)).status).toBe(404)
    })

    it('accepts one of two concurrent uses of a reset link', async () => {
      const token = tokenOf((await requestReset('alice')).body.link)
      const responses = await Promise.all(
        ['the first pass phrase', 'the second pass phrase'].map((p) => resetPassword(token, p)),
      )
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404])
    })

    it('sends the reset link by email without storing its token in clear', async () => {
      // Deliver pending emails of earlier tests first.
      await runJobs(server.world)
      mailbox.take()
      const { body } = await requestReset('alice', { by_mail: true })
      expect(body.link).toBeNull()
      const jobs = await server.world.db.read.selectFrom('job').selectAll().execute()
      expect(jobs.map(({ kind }) => kind)).toContain('mail-password-reset')
      await runJobs(server.world)
      const [mail] = mailbox.take()
      expect(mail?.to).toEqual(['elise@acme.example'])
      const token = /password-reset#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
      expect(token).not.toBe('')
      expect(JSON.stringify(jobs)).not.toContain(token)
      expect((await resetPassword(token)).status).toBe(200)
    })

    it('limits password reset requests for an account', async () => {
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 2 })
      try {
        const statuses: number[] = []
        for (let request = 0; request < 3; request += 1)
          statuses.push((await server.as('visitor').post('password_reset_requests', { login: 'nosuch2' })).status)
        expect(statuses).toEqual([202, 202, 429])
      } finally {
        await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 1000 })
      }
    })

    it('creates a requested reset link after the response, which does not show whether the account exists', async () => {
      await runJobs(server.world)
      await server.world.db.write((tx) => tx.deleteFrom('password_reset').execute())
      mailbox.take()
      expect((await server.as('visitor').post('password_reset_requests', { login: 'alice' })).status).toBe(202)
      const links = () => server.world.db.read.selectFrom('password_reset').select('user_id').execute()
      expect(await links()).toEqual([])
      await runJobs(server.world)
      expect(await links()).toEqual([{ user_id: server.idOf('alice') }])
      expect(mailbox.take().map(({ to }) => to)).toEqual([['elise@acme.example']])
    })

    it.each([
      ['login name', 'ALICE'],
      ['email address', 'elise@acme.example'],
    ])('a user who forgot the password gets a reset link by the %s, one in five minutes', async (_by, login) => {
      await runJobs(server.world)
      await server.world.db.write((tx) => tx.deleteFrom('password_reset').execute())
      mailbox.take()
      for (let request = 0; request < 2; request += 1) {
        const { status, text } = await server.as('visitor').post('password_reset_requests', { login })
        expect([status, text]).toEqual([202, ''])
        await runJobs(server.world)
      }
      const mails = mailbox.take()
      expect(mails.map(({ to }) => to)).toEqual([['elise@acme.example']])
      const token = /password-reset#([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? ''
      expect((await resetPassword(token)).status).toBe(200)
      await runJobs(server.world)
      mailbox.take()
    })

    it.each(['sam', 'nosuchuser', 'nosuchuser@acme.example', '*', "' OR 1=1 --"])(
      'a password reset request for %j gets the same response and sends nothing',
      async (login) => {
        await runJobs(server.world)
        mailbox.take()
        const { status, text } = await server.as('visitor').post('password_reset_requests', { login })
        expect([status, text]).toEqual([202, ''])
        await runJobs(server.world)
        expect(mailbox.take()).toEqual([])
      },
    )

    it.each([
      ['a suspended account', 'admin', () => requestReset('sam'), 400],
      [
        'another user without administration permissions',
        'manager',
        () => server.as('manager').post(`users/${server.idOf('alice')}/password_reset`),
        403,
      ],
      [
        'an anonymous caller',
        'visitor',
        () => server.as('visitor').post(`users/${server.idOf('alice')}/password_reset`),
        401,
      ],
      ['a user that does not exist', 'admin', () => server.as('admin').post('users/999/password_reset'), 404],
    ] as const)('creates no reset link for %s', async (_case, _caller, request, status) => {
      const before = await server.rowCounts()
      expect((await request()).status).toBe(status)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('rejects a reset link of a user who was suspended after it was created', async () => {
      const token = tokenOf((await requestReset('alice')).body.link)
      await server.as('admin').patch(`users/${server.idOf('alice')}`, { status: 'S' })
      expect((await resetPassword(token)).status).toBe(404)
      await server.as('admin').patch(`users/${server.idOf('alice')}`, { status: 'A' })
    })

    it('limits guesses of reset links even with different idempotency keys', async () => {
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 2 })
      try {
        const statuses: number[] = []
        for (let n = 0; n < 4; n++) {
          const headers = { 'idempotency-key': `"guess-${n}-of-many-keys"` }
          const body = { token: `guess ${n}`, password: 'a long enough pass phrase' }
          statuses.push((await server.as('visitor').post('password_resets', body, { headers })).status)
        }
        expect(statuses.at(-1)).toBe(429)
      } finally {
        await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 1000 })
      }
    })
  })

  describe('identity providers', () => {
    const server = createServer(dialect)
    beforeAll(() => server.createUser('alice'))
    const good = { label: 'Acme', issuer: 'https://id.acme.example', client_id: 'us' }

    it.each([
      [{ ...good, issuer: 'http://id.acme.example' }, 400],
      [{ ...good, issuer: 'https://id.acme.example/?a=b' }, 400],
      [{ ...good, issuer: 'https://user:pass@id.acme.example' }, 400],
      [{ ...good, issuer: 'id.acme.example' }, 400],
      [{ ...good, issuer: 'file:///etc/passwd' }, 400],
      [{ ...good, label: ' ' }, 400],
      [{ ...good, client_id: 'naïve' }, 400],
      [{ ...good, email_domains: ['@acme.example'] }, 400],
      [{ ...good, login_claim: 'two words' }, 400],
    ])('rejects %j with %i', async (body, status) => {
      const before = await server.rowCounts()
      expect((await server.as('admin').post('identity_providers', body)).status).toBe(status)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('can be created, changed and deleted only by site administrators', async () => {
      expect((await server.as('alice').post('identity_providers', good)).status).toBe(403)
      const { status, body } = await server.as('admin').post('identity_providers', { ...good, client_secret: 'hush' })
      expect([status, body.has_client_secret, body.links_by_email]).toEqual([201, true, false])
      const duplicate = await server.as('admin').post('identity_providers', { ...good, issuer: `${good.issuer}/` })
      expect(duplicate.status).toBe(409)
      for (const caller of ['alice', 'visitor'] as const) {
        const rejected = caller === 'alice' ? 403 : 401
        expect((await server.as(caller).get('identity_providers')).status).toBe(rejected)
        expect((await server.as(caller).patch(`identity_providers/${body.id}`, { label: 'Mine' })).status).toBe(
          rejected,
        )
        expect((await server.as(caller).delete(`identity_providers/${body.id}`)).status).toBe(rejected)
      }
      await server.as('admin').patch(`identity_providers/${body.id}`, { label: 'Acme Ltd', client_secret: null })
      const [changed] = (await server.as('admin').get('identity_providers')).body
      expect(changed).toMatchObject({ label: 'Acme Ltd', has_client_secret: false, issuer: good.issuer })
      expect((await server.as('admin').patch(`identity_providers/${body.id}`, { label: '' })).status).toBe(400)
      expect((await server.as('admin').patch('identity_providers/999', { label: 'x' })).status).toBe(404)
      expect((await server.as('admin').delete(`identity_providers/${body.id}`)).status).toBe(200)
      expect((await server.as('admin').get('identity_providers')).body).toEqual([])
    })
  })

  describe('administration of project members and user groups', () => {
    const server = createServer(dialect)
    let project = 0
    let used = 0

    beforeAll(async () => {
      const [boss, mila, otto] = [
        await server.createUser('boss'),
        await server.createUser('mila'),
        await server.createUser('otto'),
      ]
      const created = await createBugProject(server.world, {
        shortName: 'garden',
        access: 'public',
        members: [mila],
        administrators: [boss],
      })
      project = created.project
      const group = await server.as('boss').post('user_groups', { project_id: project, short_name: 'writers' })
      used = Number(group.body.id)
      await server.as('boss').put(`user_groups/${used}/users`, [{ id: mila }, { id: otto }])
    })
    const isOurs = ({ id }: { id: string }) => id === `${used}`
    const members = async (query = '') => {
      const { body } = await server.as('boss').get(`projects/${project}/members${query}`)
      return body.map((each: any) => [each.username, each.is_administrator, each.user_groups.filter(isOurs)])
    }

    it('lists members with their role and user groups', async () => {
      const writers = [{ id: `${used}`, short_name: 'writers' }]
      expect(await members()).toEqual([
        ['boss', true, []],
        ['mila', false, writers],
      ])
      expect(await members('?query=MIL')).toEqual([['mila', false, writers]])
      expect((await server.as('otto').get(`projects/${project}/members`)).status).toBe(403)
      expect((await server.as('visitor').get(`projects/${project}/members`)).status).toBe(401)
    })

    it('lists members with their role, but without user groups, to other members', async () => {
      const { status, body } = await server.as('mila').get(`projects/${project}/members`)
      expect([status, body.map((each: any) => [each.username, each.is_administrator, each.user_groups])]).toEqual([
        200,
        [
          ['boss', true, []],
          ['mila', false, []],
        ],
      ])
    })

    it('validates name, description and visibility of a project as for a new one', async () => {
      const settings = `projects/${project}/settings`
      const before = await server.rowCounts()
      for (const wrong of [{ label: 'ab' }, { access: 'unrestricted' }, { access: 'open' }, { label: 'x'.repeat(41) }])
        expect((await server.as('boss').patch(settings, wrong)).status).toBe(400)
      expect((await server.as('mila').patch(settings, { label: 'Mine now' })).status).toBe(403)
      expect((await server.as('visitor').patch(settings, { label: 'Mine now' })).status).toBe(401)
      expect(await server.rowCounts()).toEqual(before)
      const original = (await server.as('boss').get(`projects/${project}`)).body
      const change = { label: ' Words of ours ', description: 'Where we write', access: 'private' }
      expect((await server.as('boss').patch(settings, change)).status).toBe(200)
      const changed = (await server.as('boss').get(`projects/${project}`)).body
      expect(changed).toMatchObject({
        label_without_icon: 'Words of ours',
        description: 'Where we write',
        access: 'private',
      })
      expect((await server.as('otto').get(`projects/${project}`)).status).toBe(403)
      const restored = {
        label: original.label_without_icon,
        description: original.description,
        access: original.access,
      }
      expect((await server.as('boss').patch(settings, restored)).status).toBe(200)
      expect((await server.as('boss').get(`projects/${project}`)).body).toEqual(original)
    })

    it('rejects access without restricted users while a restricted user is a member', async () => {
      await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
      await server.createUser('rita', { status: 'R' })
      await server.as('boss').post(`projects/${project}/members`, { user_id: server.idOf('rita') })
      const settings = `projects/${project}/settings`
      const rejected = await server.as('boss').patch(settings, { access: 'private-wo-restr' })
      expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining('rita')])
      await server.as('boss').delete(`projects/${project}/members/${server.idOf('rita')}`)
      const { access } = (await server.as('boss').get(`projects/${project}`)).body
      expect((await server.as('boss').patch(settings, { access: 'private-wo-restr' })).status).toBe(200)
      expect((await server.as('boss').patch(settings, { access })).status).toBe(200)
      await server.as('admin').patch('site_settings', { access_mode: 'anonymous' })
    })

    it('grants and revokes the administrator role, except for the last administrator', async () => {
      const memberPath = (login: string) => `projects/${project}/members/${server.idOf(login)}`
      expect((await server.as('mila').patch(memberPath('mila'), { is_administrator: true })).status).toBe(403)
      expect((await server.as('boss').patch(memberPath('otto'), { is_administrator: true })).status).toBe(404)
      expect((await server.as('boss').patch(memberPath('boss'), { is_administrator: false })).status).toBe(400)
      expect((await server.as('boss').patch(memberPath('mila'), { is_administrator: true })).status).toBe(200)
      expect((await server.as('mila').patch(memberPath('boss'), { is_administrator: false })).status).toBe(200)
      expect((await server.as('boss').get(`user_groups/${project}_3/users`)).status).toBe(403)
      expect((await server.as('mila').patch(memberPath('boss'), { is_administrator: true })).status).toBe(200)
      expect((await server.as('mila').patch(memberPath('mila'), { is_administrator: false })).status).toBe(200)
    })

    it('adds and removes one member of a user group', async () => {
      const users = `user_groups/${used}/users`
      expect((await server.as('boss').post(users, { user_id: server.idOf('boss') })).status).toBe(200)
      expect((await server.as('boss').delete(`${users}/${server.idOf('otto')}`)).status).toBe(200)
      const { body } = await server.as('boss').get(users)
      expect(body.map(({ username }: { username: string }) => username)).toEqual(['boss', 'mila'])
      expect((await server.as('mila').post(users, { user_id: server.idOf('otto') })).status).toBe(403)
      expect((await server.as('boss').post(`user_groups/${project}_3/users`, { user_id: 101 })).status).toBe(400)
    })

    it('validates the new name of a user group as for a new one', async () => {
      const group = `user_groups/${used}`
      const { body: other } = await server
        .as('boss')
        .post('user_groups', { project_id: project, short_name: 'readers' })
      expect((await server.as('boss').patch(group, { short_name: 'Readers' })).status).toBe(400)
      expect((await server.as('boss').patch(group, { short_name: 'two words' })).status).toBe(400)
      expect((await server.as('mila').patch(group, { short_name: 'mine' })).status).toBe(403)
      expect((await server.as('boss').patch(group, { short_name: 'Writers' })).status).toBe(200)
      expect((await server.as('boss').patch(group, { short_name: 'authors', description: 'They write' })).status).toBe(
        200,
      )
      expect((await server.as('boss').get(group)).body.short_name).toBe('authors')
      expect((await server.as('boss').delete(`user_groups/${other.id}`)).status).toBe(200)
      expect((await server.as('boss').get(`user_groups/${other.id}`)).status).toBe(404)
    })

    it('deletes a user group only when no site permission is granted to it', async () => {
      const permissions = { permission: 'user_management', user_group_id: used }
      await server.as('admin').post('site_permissions', permissions)
      const before = await server.rowCounts()
      const rejected = await server.as('boss').delete(`user_groups/${used}`)
      expect([rejected.status, rejected.body.error.message]).toEqual([
        409,
        expect.stringContaining('permissions over the site'),
      ])
      expect(await server.rowCounts()).toEqual(before)
      await server.as('admin').delete(`site_permissions?permission=user_management&user_group_id=${used}`)
      expect((await server.as('mila').delete(`user_groups/${used}`)).status).toBe(403)
      expect((await server.as('boss').delete(`user_groups/${used}`)).status).toBe(200)
      expect(await members()).toContainEqual(['mila', false, []])
      expect((await server.as('boss').delete(`user_groups/${project}_4`)).status).toBe(400)
    })
  })
})
