import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clearSecondFactors } from '../../src/sign-in/commands/clear-second-factors.ts'
import { createPageClient, type PageClient } from '../kit/browser.ts'
import { createClock } from '../kit/clock.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const password = 'correct staple'

/** The code of an authenticator app at a given time. */
const codeAt = (secret: string, now: number): string => new TOTP({ secret }).generate({ timestamp: now * 1000 })

onEachDatabase((dialect) => {
  describe('second factors', () => {
    const clock = createClock()
    const server = createServer(dialect, { clock })
    let userCount = 0
    let login = ''
    let browser: PageClient
    let url = ''

    // A new user each time, signed in and without failed attempts.
    beforeEach(async () => {
      clock.pass(120)
      userCount += 1
      login = `user${userCount}`
      const id = await server.createUser(login, { password })
      url = `users/${id}/second_factors`
      browser = createPageClient(server)
      expect((await browser.post('session', { username: login, password })).status).toBe(201)
    })

    /** Sets up an authenticator app and returns its secret and the recovery codes. */
    const setUpApp = async (): Promise<{ secret: string; codes: string[] }> => {
      const { secret } = (await browser.post(`${url}/totp`)).body
      const { status, body } = await browser.put(`${url}/totp`, { code: codeAt(secret, clock.now()) })
      expect(status).toBe(200)
      clock.pass(30)
      return { secret, codes: body.recovery_codes }
    }
    /** A browser in which only the password was entered. */
    const startSecondStep = async (): Promise<PageClient> => {
      const another = createPageClient(server)
      const { status, body } = await another.post('session', { username: login, password })
      expect([status, body.user]).toEqual([200, null])
      return another
    }
    const self = async (page: PageClient) => (await page.get('users/self')).body.username

    describe('an authenticator app', () => {
      it('is set up with its present code, and required from then on', async () => {
        expect((await browser.get(url)).body).toEqual({
          totp: null,
          passkeys: [],
          recovery_codes_left: 0,
          is_enforced: false,
        })
        const setup = await browser.post(`${url}/totp`)
        expect(setup.status).toBe(201)
        expect(setup.body.otpauth_uri).toMatch(`otpauth://totp/Tulipwood:${login}?issuer=Tulipwood`)
        expect(setup.body.otpauth_uri).toContain(`secret=${setup.body.secret}`)
        expect((await browser.get(url)).body.totp).toEqual({ is_on: false, since: null })
        // It is not required before it is enabled.
        expect((await createPageClient(server).post('session', { username: login, password })).status).toBe(201)

        const now = clock.now()
        const on = await browser.put(`${url}/totp`, { code: codeAt(setup.body.secret, now) })
        expect(on.body.recovery_codes).toHaveLength(10)
        expect(new Set(on.body.recovery_codes).size).toBe(10)
        const { totp, recovery_codes_left } = (await browser.get(url)).body
        expect([totp.is_on, Date.parse(totp.since) / 1000, recovery_codes_left]).toEqual([true, now, 10])

        clock.pass(30)
        const another = await startSecondStep()
        expect((await another.get('session')).body.pending).toEqual({ factors: ['totp', 'recovery_code'] })
        expect((await another.get(url)).status).toBe(401)
        const before = another.cookie
        const done = await another.post('session/totp', { code: codeAt(setup.body.secret, clock.now()) })
        expect([done.status, done.body.user.username, done.body.pending]).toEqual([201, login, null])
        // The session has a new secret: the pending one is no longer valid.
        expect(another.cookie).not.toBe(before)
        expect(await self(another)).toBe(login)
        expect((await createPageClient(server, before).get('session')).body.pending).toBeNull()
      })

      it('is not enabled by a wrong code, and a second app is rejected', async () => {
        await browser.post(`${url}/totp`)
        const before = await server.rowCounts()
        const wrongCode = await browser.put(`${url}/totp`, { code: '000000' })
        expect([wrongCode.status, wrongCode.body.error.message]).toEqual([
          400,
          expect.stringContaining('The code is wrong'),
        ])
        expect((await browser.get(url)).body.totp.is_on).toBe(false)
        expect(await server.rowCounts()).toEqual(before)

        const { secret } = await setUpApp()
        const repeated = await browser.post(`${url}/totp`)
        expect(repeated.status).toBe(409)
        expect((await browser.put(`${url}/totp`, { code: codeAt(secret, clock.now()) })).status).toBe(400)
        const another = await startSecondStep()
        expect((await another.post('session/totp', { code: codeAt(secret, clock.now()) })).status).toBe(201)
      })

      it('that is set up twice uses the second secret', async () => {
        const first = (await browser.post(`${url}/totp`)).body.secret
        const second = (await browser.post(`${url}/totp`)).body.secret
        expect((await browser.put(`${url}/totp`, { code: codeAt(first, clock.now()) })).status).toBe(400)
        expect((await browser.put(`${url}/totp`, { code: codeAt(second, clock.now()) })).status).toBe(200)
      })

      it('accepts a code once and no code older than the last one (RFC 6238 §5.2)', async () => {
        const { secret } = await setUpApp()
        const [old, code] = [codeAt(secret, clock.now() - 30), codeAt(secret, clock.now())]
        const [one, other, third] = [await startSecondStep(), await startSecondStep(), await startSecondStep()]
        expect((await one.post('session/totp', { code })).status).toBe(201)
        const replayed = await other.post('session/totp', { code })
        expect([replayed.status, replayed.body.error.message]).toEqual([401, 'Unauthorized: The code is wrong.'])
        expect((await third.post('session/totp', { code: old })).status).toBe(401)
        expect((await other.get(url)).status).toBe(401)
        clock.pass(30)
        expect((await other.post('session/totp', { code: codeAt(secret, clock.now()) })).status).toBe(201)
      })

      it('accepts a code once when it is sent concurrently', async () => {
        const { secret } = await setUpApp()
        const code = codeAt(secret, clock.now())
        const browsers = [await startSecondStep(), await startSecondStep(), await startSecondStep()]
        const responses = await Promise.all(browsers.map((each) => each.post('session/totp', { code })))
        expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 401, 401])
      })

      it('is removed with a proof, together with its recovery codes', async () => {
        const { secret } = await setUpApp()
        clock.pass(1000)
        const before = await server.rowCounts()
        const unproven = await browser.delete(`${url}/totp`)
        expect([unproven.status, unproven.body.error.needs]).toEqual([403, 'proof'])
        expect((await browser.delete(`${url}/totp`, { password: 'another one' })).status).toBe(403)
        expect((await browser.delete(`${url}/totp`, { code: '000000' })).status).toBe(403)
        expect(await server.rowCounts()).toEqual(before)

        expect((await browser.delete(`${url}/totp`, { code: codeAt(secret, clock.now()) })).status).toBe(200)
        expect((await browser.get(url)).body).toMatchObject({ totp: null, recovery_codes_left: 0 })
        expect((await browser.delete(`${url}/totp`, { password })).status).toBe(404)
        expect((await createPageClient(server).post('session', { username: login, password })).status).toBe(201)
      })

      it('requires a proof for its setup when the sign-in is too old', async () => {
        clock.pass(899)
        expect((await browser.post(`${url}/totp`)).status).toBe(201)
        clock.pass(1)
        expect((await browser.post(`${url}/totp`)).status).toBe(403)
        expect((await browser.post(`${url}/totp`, { password })).status).toBe(201)
      })

      it('ends all other sessions and tokens when it is set up', async () => {
        const another = createPageClient(server)
        await another.post('session', { username: login, password })
        const issued = await server.as('visitor').post('tokens', { username: login, password })
        const token = { 'x-auth-token': issued.body.token, 'x-auth-userid': issued.body.user_id }
        expect((await server.as('visitor').get('users/self', { headers: token })).body.username).toBe(login)
        await setUpApp()
        expect(await self(browser)).toBe(login)
        expect((await another.get('session')).body.user).toBeNull()
        expect((await server.as('visitor').get('users/self', { headers: token })).status).toBe(401)
      })

      it('increases the delay with each wrong code, regardless of IP address and session', async () => {
        const { secret } = await setUpApp()
        const wrongOnes = ['111111', '222222', '333333', '444444', '555555']
        for (const code of wrongOnes)
          expect((await (await startSecondStep()).post('session/totp', { code })).status).toBe(401)
        // The rate limit of passwords has ended by then, the delay of the app has not.
        const right = () => codeAt(secret, clock.now())
        const early = await (await startSecondStep()).post('session/totp', { code: right() })
        expect([early.status, early.headers['retry-after']]).toEqual([429, '30'])
        clock.pass(30)
        expect((await (await startSecondStep()).post('session/totp', { code: '666666' })).status).toBe(401)
        expect((await (await startSecondStep()).post('session/totp', { code: right() })).headers['retry-after']).toBe(
          '60',
        )
        clock.pass(60)
        expect((await (await startSecondStep()).post('session/totp', { code: right() })).status).toBe(201)
        clock.pass(30)
        expect((await (await startSecondStep()).post('session/totp', { code: '777777' })).status).toBe(401)
        expect((await (await startSecondStep()).post('session/totp', { code: right() })).status).toBe(201)
      })

      it('has a sign-in that expires after five minutes', async () => {
        const { secret } = await setUpApp()
        const another = await startSecondStep()
        clock.pass(300)
        const late = await another.post('session/totp', { code: codeAt(secret, clock.now()) })
        expect([late.status, late.body.error.message]).toEqual([
          401,
          'Unauthorized: Sign in with login and password first.',
        ])
      })

      it('has a secret that is stored encrypted, with a key outside of the database', async () => {
        const { secret } = await setUpApp()
        const rows = await server.world.db.read.selectFrom('totp').selectAll().execute()
        expect(JSON.stringify(rows)).not.toContain(secret)
        const key = await readFile(path.join(server.world.config.dataDirectory, 'secret.key'), 'utf8')
        expect(key).toMatch(/^[0-9a-f]{64}\n$/)
      })
    })

    describe('a recovery code', () => {
      it('signs in once, regardless of case and separators', async () => {
        const { codes } = await setUpApp()
        const [code = ''] = codes
        const typed = code.toLowerCase().replaceAll('-', ' ')
        const done = await (await startSecondStep()).post('session/recovery_code', { code: typed })
        expect([done.status, done.body.user.username]).toEqual([201, login])
        expect((await browser.get(url)).body.recovery_codes_left).toBe(9)
        const before = await server.rowCounts()
        const repeated = await startSecondStep()
        expect((await repeated.post('session/recovery_code', { code })).status).toBe(401)
        expect((await repeated.post('session/recovery_code', { code: 'nonsense' })).status).toBe(401)
        expect((await server.rowCounts())['recovery_code']).toBe(before['recovery_code'])
      })

      it('signs in once when it is sent concurrently', async () => {
        const { codes } = await setUpApp()
        const browsers = [await startSecondStep(), await startSecondStep(), await startSecondStep()]
        const responses = await Promise.all(
          browsers.map((each) => each.post('session/recovery_code', { code: codes[0] })),
        )
        expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 401, 401])
        expect((await browser.get(url)).body.recovery_codes_left).toBe(9)
      })

      it('of another user is rejected and not consumed', async () => {
        const { codes } = await setUpApp()
        const owner = await startSecondStep()
        const other = `${login}b`
        const id = await server.createUser(other, { password })
        const otherBrowser = createPageClient(server)
        await otherBrowser.post('session', { username: other, password })
        const { secret } = (await otherBrowser.post(`users/${id}/second_factors/totp`)).body
        await otherBrowser.put(`users/${id}/second_factors/totp`, { code: codeAt(secret, clock.now()) })
        const stranger = createPageClient(server)
        await stranger.post('session', { username: other, password })
        expect((await stranger.post('session/recovery_code', { code: codes[0] })).status).toBe(401)
        expect((await owner.post('session/recovery_code', { code: codes[0] })).status).toBe(201)
      })

      it('is invalid after new codes were generated, which requires a second factor', async () => {
        const before = await server.rowCounts()
        expect((await browser.post(`${url}/recovery_codes`, { password })).status).toBe(409)
        expect(await server.rowCounts()).toEqual(before)
        const { codes } = await setUpApp()
        const renewed = await browser.post(`${url}/recovery_codes`, { password })
        expect([renewed.status, renewed.body.recovery_codes.length]).toEqual([201, 10])
        const another = await startSecondStep()
        expect((await another.post('session/recovery_code', { code: codes[0] })).status).toBe(401)
        const fresh = { code: renewed.body.recovery_codes[9] }
        expect((await another.post('session/recovery_code', fresh)).status).toBe(201)
      })

      it('has the rate limit of passwords', async () => {
        await setUpApp()
        const statuses = []
        for (let i = 0; i < 11; i += 1) {
          const guess = await (await startSecondStep()).post('session/recovery_code', { code: '0000-0000-0000-0000' })
          statuses.push(guess.status)
        }
        expect(statuses).toEqual([...Array(10).fill(401), 429])
      })

      it('is stored only as hash', async () => {
        const { codes } = await setUpApp()
        const rows = await server.world.db.read.selectFrom('recovery_code').selectAll().execute()
        for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code)
      })
    })

    describe('a password', () => {
      const basic = () => ({ authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` })

      it('is rejected by the API when the user has a second factor, while access keys are accepted', async () => {
        expect((await server.as('visitor').get('users/self', { headers: basic() })).body.username).toBe(login)
        await setUpApp()
        const rejected = await server.as('visitor').get('users/self', { headers: basic() })
        expect([rejected.status, rejected.body.error.message]).toEqual([
          401,
          'Unauthorized: Basic Authentication Required',
        ])
        const token = await server.as('visitor').post('tokens', { username: login, password })
        expect([token.status, token.body.error.message]).toEqual([
          401,
          'Unauthorized: Password authentication is disabled, please use your passkey instead',
        ])
        expect((await server.as(login).get('users/self')).body.username).toBe(login)
      })

      it('that was right is recorded in the audit log when it is rejected, once an hour', async () => {
        await setUpApp()
        const failures = async (): Promise<string[]> => {
          const all = server.world.db.read.selectFrom('audit').selectAll().where('action', '=', 'sign-in failed')
          return (await all.where('subject', '=', login).execute()).map(({ detail }) => detail)
        }
        const before = await failures()
        for (let request = 0; request < 3; request += 1)
          expect((await server.as('visitor').get('users/self', { headers: basic() })).status).toBe(401)
        expect((await server.as('visitor').post('tokens', { username: login, password })).status).toBe(401)
        expect((await failures()).slice(before.length)).toEqual(['{"missing":"second_factor"}'])
        clock.pass(3601)
        await server.as('visitor').get('users/self', { headers: basic() })
        expect(await failures()).toHaveLength(before.length + 2)
      })
    })

    describe('permissions', () => {
      it('an access key cannot change second factors', async () => {
        const { secret } = await setUpApp()
        const before = await server.rowCounts()
        const key = server.as(login)
        const responses = [
          await key.post(`${url}/totp`),
          await key.put(`${url}/totp`, { code: codeAt(secret, clock.now()) }),
          await key.delete(`${url}/totp`, { body: { password } }),
          await key.post(`${url}/recovery_codes`, { password }),
          await key.post(`${url}/passkeys/options`, { password }),
          await key.patch(`${url}/passkeys/1`, { label: 'x' }),
          await key.delete(`${url}/passkeys/1`, { body: { password } }),
        ]
        expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403])
        expect(await server.rowCounts()).toEqual(before)
        expect((await key.get(url)).body.totp.is_on).toBe(true)
      })

      it('a user can neither read nor change those of other users', async () => {
        await setUpApp()
        const other = `${login}c`
        await server.createUser(other, { password })
        const stranger = createPageClient(server)
        await stranger.post('session', { username: other, password })
        const before = await server.rowCounts()
        const responses = [
          await stranger.get(url),
          await stranger.post(`${url}/totp`, { password }),
          await stranger.delete(`${url}/totp`, { password }),
          await stranger.post(`${url}/recovery_codes`, { password }),
          await stranger.post(`${url}/passkeys/options`, { password }),
          await stranger.delete(url),
        ]
        expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
        const visitor = server.as('visitor')
        expect((await visitor.get(url)).status).toBe(401)
        expect((await visitor.delete(url)).status).toBe(401)
        expect(await server.rowCounts()).toEqual(before)
      })

      it('a sign-in cannot be finished by another site', async () => {
        const { secret, codes } = await setUpApp()
        const another = await startSecondStep()
        const foreign = { cookie: another.cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
        const before = await server.rowCounts()
        const visitor = server.as('visitor')
        for (const [path, body] of [
          ['totp', { code: codeAt(secret, clock.now()) }],
          ['recovery_code', { code: codes[0] }],
          ['passkey_options', undefined],
        ] as const) {
          expect((await visitor.post(`session/${path}`, body, { headers: foreign })).status).toBe(403)
        }
        expect(await server.rowCounts()).toEqual(before)
        expect((await another.post('session/totp', { code: codeAt(secret, clock.now()) })).status).toBe(201)
      })

      it('an administrator can list and remove the second factors of a user', async () => {
        await setUpApp()
        const admin = server.as('admin')
        expect((await admin.get(url)).body).toMatchObject({ totp: { is_on: true }, recovery_codes_left: null })
        const pending = await startSecondStep()
        expect((await admin.delete(url)).status).toBe(200)
        expect((await browser.get('session')).body.user).toBeNull()
        expect((await pending.get('session')).body.pending).toBeNull()
        expect((await createPageClient(server).post('session', { username: login, password })).status).toBe(201)
        const ownRemoval = await admin.delete(`users/${server.idOf('admin')}/second_factors`)
        expect(ownRemoval.status).toBe(403)
        // An administrator without second factors of their own uses the command line.
        const system = { kind: 'system', reason: 'test' } as const
        await clearSecondFactors(server.world, system, server.idOf('admin'))
        expect((await admin.delete('users/987654/second_factors')).status).toBe(404)
      })
    })

    it('actions are recorded in the audit log without secrets', async () => {
      const { secret, codes } = await setUpApp()
      const another = await startSecondStep()
      await another.post('session/totp', { code: '000000' })
      await another.post('session/recovery_code', { code: codes[0] })
      await browser.post(`${url}/recovery_codes`, { password })
      await browser.delete(`${url}/totp`, { password })
      await server.as('admin').delete(url)
      const rows = await server.world.db.read
        .selectFrom('audit')
        .select(['action', 'detail'])
        .where('subject', '=', login)
        .where('action', 'not in', ['user created', 'access key created'])
        .orderBy('id')
        .execute()
      expect(rows.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
        ['signed in', { method: 'password' }],
        ['second factor added', { factor: 'totp' }],
        ['sign-in failed', { factor: 'totp' }],
        ['recovery code used', {}],
        ['signed in', { method: 'password' }],
        ['recovery codes renewed', {}],
        ['second factor removed', { factor: 'totp' }],
        ['second factors removed', {}],
      ])
      const all = JSON.stringify(await server.world.db.read.selectFrom('audit').selectAll().execute())
      for (const each of [secret, ...codes]) expect(all).not.toContain(each)
    })

    it('an Idempotency-Key is ignored, so that credentials are not stored', async () => {
      const key = { 'idempotency-key': 'my key' }
      const [one, other] = [
        await browser.post(`${url}/totp`, undefined, key),
        await browser.post(`${url}/totp`, undefined, key),
      ]
      expect([one.status, other.status]).toEqual([201, 201])
      expect(other.body.secret).not.toBe(one.body.secret)
      expect(other.headers['idempotency-replayed']).toBeUndefined()
    })
  })

  describe('the setting second_factor', () => {
    const clock = createClock()
    const server = createServer(dialect, { clock })
    const setSecondFactor = (value: string) => server.as('admin').patch('site_settings', { second_factor: value })
    const signIn = async (login: string): Promise<PageClient> => {
      const browser = createPageClient(server)
      await browser.post('session', { username: login, password })
      return browser
    }
    const requiredActions = async (login: string) => (await (await signIn(login)).get('session')).body.must

    beforeAll(async () => {
      await server.createUser('alice', { password })
      await server.as('admin').put(`users/${server.idOf('admin')}/password`, { password })
    })

    it('requires a second factor of no user, of administrators or of all users', async () => {
      expect([await requiredActions('alice'), await requiredActions('admin')]).toEqual([[], []])
      await setSecondFactor('administrators')
      expect([await requiredActions('alice'), await requiredActions('admin')]).toEqual([[], ['enrol_second_factor']])
      await setSecondFactor('everybody')
      expect([await requiredActions('alice'), await requiredActions('admin')]).toEqual([
        ['enrol_second_factor'],
        ['enrol_second_factor'],
      ])
      expect((await setSecondFactor('nobody')).status).toBe(400)
      await setSecondFactor('optional')
      expect([await requiredActions('alice'), await requiredActions('admin')]).toEqual([[], []])
    })

    it('restricts users without second factor to setting one up and signing out', async () => {
      await setSecondFactor('everybody')
      const browser = await signIn('alice')
      const url = `users/${server.idOf('alice')}/second_factors`
      for (const [method, path] of [
        ['get', 'users/self'],
        ['get', 'projects'],
        ['post', 'access_keys'],
        ['post', `${url}/recovery_codes`],
      ] as const) {
        const { status, body } = await browser[method](path)
        expect([status, body.error.message]).toEqual([403, 'Forbidden: Set up a second factor first.'])
      }
      expect((await browser.get(url)).body.is_enforced).toBe(true)
      const { secret } = (await browser.post(`${url}/totp`)).body
      const on = await browser.put(`${url}/totp`, { code: codeAt(secret, clock.now()) })
      expect(on.body.recovery_codes).toHaveLength(10)
      expect((await browser.get('users/self')).body.username).toBe('alice')
      expect((await browser.get('session')).body.must).toEqual([])

      const leaving = await signIn('admin')
      expect((await leaving.get('projects')).status).toBe(403)
      expect((await leaving.delete('session')).status).toBe(200)
    })

    it('rejects passwords on the API for the affected users, but accepts access keys', async () => {
      await server.createUser('bob', { password })
      const headers = { authorization: `Basic ${Buffer.from(`bob:${password}`).toString('base64')}` }
      const status = async () => (await server.as('visitor').get('users/self', { headers })).status
      await setSecondFactor('administrators')
      expect(await status()).toBe(200)
      await setSecondFactor('everybody')
      expect(await status()).toBe(401)
      expect((await server.as('bob').get('users/self')).body.username).toBe('bob')
      await setSecondFactor('optional')
      expect(await status()).toBe(200)
    })
  })
})
