import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clearSecondFactors } from '../../src/site/commands/clear-second-factors.ts'
import { createPageClient, type PageClient } from '../kit/browser.ts'
import { createClock } from '../kit/clock.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const password = 'correct staple'

/** What an authenticator app shows at a moment. */
const codeAt = (secret: string, now: number): string => new TOTP({ secret }).generate({ timestamp: now * 1000 })

onEachDatabase((dialect) => {
  describe('second factors', () => {
    const clock = createClock()
    const server = createServer(dialect, { clock })
    let people = 0
    let login = ''
    let browser: PageClient
    let url = ''

    // Somebody new each time, signed in, and nobody's failures count against him.
    beforeEach(async () => {
      clock.pass(120)
      people += 1
      login = `person${people}`
      const id = await server.createUser(login, { password })
      url = `users/${id}/second_factors`
      browser = createPageClient(server)
      expect((await browser.post('session', { username: login, password })).status).toBe(201)
    })

    /** Sets an app up; its secret, and the recovery codes given with it. */
    const anApp = async (): Promise<{ secret: string; codes: string[] }> => {
      const { secret } = (await browser.post(`${url}/totp`)).body
      const { status, body } = await browser.put(`${url}/totp`, { code: codeAt(secret, clock.now()) })
      expect(status).toBe(200)
      clock.pass(30)
      return { secret, codes: body.recovery_codes }
    }
    /** A browser in which the password was given, and no more. */
    const half = async (): Promise<PageClient> => {
      const another = createPageClient(server)
      const { status, body } = await another.post('session', { username: login, password })
      expect([status, body.user]).toEqual([200, null])
      return another
    }
    const self = async (who: PageClient) => (await who.get('users/self')).body.username

    describe('an authenticator app', () => {
      it('is set up with a code it shows, and asked for from then on', async () => {
        expect((await browser.get(url)).body).toEqual({
          totp: null,
          passkeys: [],
          recovery_codes_left: 0,
          is_enforced: false,
        })
        const begun = await browser.post(`${url}/totp`)
        expect(begun.status).toBe(201)
        expect(begun.body.otpauth_uri).toMatch(`otpauth://totp/Tulipwood:${login}?issuer=Tulipwood`)
        expect(begun.body.otpauth_uri).toContain(`secret=${begun.body.secret}`)
        expect((await browser.get(url)).body.totp).toEqual({ is_on: false, since: null })
        // Not before it is on.
        expect((await createPageClient(server).post('session', { username: login, password })).status).toBe(201)

        const now = clock.now()
        const on = await browser.put(`${url}/totp`, { code: codeAt(begun.body.secret, now) })
        expect(on.body.recovery_codes).toHaveLength(10)
        expect(new Set(on.body.recovery_codes).size).toBe(10)
        const { totp, recovery_codes_left } = (await browser.get(url)).body
        expect([totp.is_on, Date.parse(totp.since) / 1000, recovery_codes_left]).toEqual([true, now, 10])

        clock.pass(30)
        const another = await half()
        expect((await another.get('session')).body.pending).toEqual({ factors: ['totp', 'recovery_code'] })
        expect((await another.get(url)).status).toBe(401)
        const before = another.cookie
        const done = await another.post('session/totp', { code: codeAt(begun.body.secret, clock.now()) })
        expect([done.status, done.body.user.username, done.body.pending]).toEqual([201, login, null])
        // A new name for the session: who knew the pending one knows nothing.
        expect(another.cookie).not.toBe(before)
        expect(await self(another)).toBe(login)
        expect((await createPageClient(server, before).get('session')).body.pending).toBeNull()
      })

      it('is not on by a wrong code, and a second one is not begun beside it', async () => {
        await browser.post(`${url}/totp`)
        const before = await server.rowCounts()
        const wrong = await browser.put(`${url}/totp`, { code: '000000' })
        expect([wrong.status, wrong.body.error.message]).toEqual([400, expect.stringContaining('The code is wrong')])
        expect((await browser.get(url)).body.totp.is_on).toBe(false)
        expect(await server.rowCounts()).toEqual(before)

        const { secret } = await anApp()
        const again = await browser.post(`${url}/totp`)
        expect(again.status).toBe(409)
        expect((await browser.put(`${url}/totp`, { code: codeAt(secret, clock.now()) })).status).toBe(400)
        const another = await half()
        expect((await another.post('session/totp', { code: codeAt(secret, clock.now()) })).status).toBe(201)
      })

      it('begun twice is set up by the secret of the second time', async () => {
        const first = (await browser.post(`${url}/totp`)).body.secret
        const second = (await browser.post(`${url}/totp`)).body.secret
        expect((await browser.put(`${url}/totp`, { code: codeAt(first, clock.now()) })).status).toBe(400)
        expect((await browser.put(`${url}/totp`, { code: codeAt(second, clock.now()) })).status).toBe(200)
      })

      it('takes a code once, and none that is older than the last (RFC 6238 §5.2)', async () => {
        const { secret } = await anApp()
        const [old, code] = [codeAt(secret, clock.now() - 30), codeAt(secret, clock.now())]
        const [one, other, third] = [await half(), await half(), await half()]
        expect((await one.post('session/totp', { code })).status).toBe(201)
        const replayed = await other.post('session/totp', { code })
        expect([replayed.status, replayed.body.error.message]).toEqual([401, 'Unauthorized: The code is wrong.'])
        expect((await third.post('session/totp', { code: old })).status).toBe(401)
        expect((await other.get(url)).status).toBe(401)
        clock.pass(30)
        expect((await other.post('session/totp', { code: codeAt(secret, clock.now()) })).status).toBe(201)
      })

      it('takes a code that is sent twice at once for one of them', async () => {
        const { secret } = await anApp()
        const code = codeAt(secret, clock.now())
        const browsers = [await half(), await half(), await half()]
        const answers = await Promise.all(browsers.map((each) => each.post('session/totp', { code })))
        expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401, 401])
      })

      it('is taken off with a proof of who asks, and what came with it goes', async () => {
        const { secret } = await anApp()
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

      it('needs a proof of who asks before it is set up as well, once the sign-in is a while ago', async () => {
        clock.pass(899)
        expect((await browser.post(`${url}/totp`)).status).toBe(201)
        clock.pass(1)
        expect((await browser.post(`${url}/totp`)).status).toBe(403)
        expect((await browser.post(`${url}/totp`, { password })).status).toBe(201)
      })

      it('closes every other browser when it is set up, and all tokens', async () => {
        const another = createPageClient(server)
        await another.post('session', { username: login, password })
        const issued = await server.as('visitor').post('tokens', { username: login, password })
        const token = { 'x-auth-token': issued.body.token, 'x-auth-userid': issued.body.user_id }
        expect((await server.as('visitor').get('users/self', { headers: token })).body.username).toBe(login)
        await anApp()
        expect(await self(browser)).toBe(login)
        expect((await another.get('session')).body.user).toBeNull()
        expect((await server.as('visitor').get('users/self', { headers: token })).status).toBe(401)
      })

      it('makes the wait longer with each wrong code, from whatever address and in whatever session', async () => {
        const { secret } = await anApp()
        const wrongOnes = ['111111', '222222', '333333', '444444', '555555']
        for (const code of wrongOnes) expect((await (await half()).post('session/totp', { code })).status).toBe(401)
        // The limit that passwords have is over by then, the one of the app is not.
        const right = () => codeAt(secret, clock.now())
        const early = await (await half()).post('session/totp', { code: right() })
        expect([early.status, early.headers['retry-after']]).toEqual([429, '30'])
        clock.pass(30)
        expect((await (await half()).post('session/totp', { code: '666666' })).status).toBe(401)
        expect((await (await half()).post('session/totp', { code: right() })).headers['retry-after']).toBe('60')
        clock.pass(60)
        expect((await (await half()).post('session/totp', { code: right() })).status).toBe(201)
        clock.pass(30)
        expect((await (await half()).post('session/totp', { code: '777777' })).status).toBe(401)
        expect((await (await half()).post('session/totp', { code: right() })).status).toBe(201)
      })

      it('is asked for five minutes long', async () => {
        const { secret } = await anApp()
        const another = await half()
        clock.pass(300)
        const late = await another.post('session/totp', { code: codeAt(secret, clock.now()) })
        expect([late.status, late.body.error.message]).toEqual([
          401,
          'Unauthorized: Give your login name and password first.',
        ])
      })

      it('has a secret that lies in the database only sealed, with a key that does not', async () => {
        const { secret } = await anApp()
        const rows = await server.world.db.read.selectFrom('totp').selectAll().execute()
        expect(JSON.stringify(rows)).not.toContain(secret)
        const key = await readFile(path.join(server.world.config.dataFolder, 'secret.key'), 'utf8')
        expect(key).toMatch(/^[0-9a-f]{64}\n$/)
      })
    })

    describe('a recovery code', () => {
      it('signs in once, however it is typed', async () => {
        const { codes } = await anApp()
        const [code = ''] = codes
        const typed = code.toLowerCase().replaceAll('-', ' ')
        const done = await (await half()).post('session/recovery_code', { code: typed })
        expect([done.status, done.body.user.username]).toEqual([201, login])
        expect((await browser.get(url)).body.recovery_codes_left).toBe(9)
        const before = await server.rowCounts()
        const again = await half()
        expect((await again.post('session/recovery_code', { code })).status).toBe(401)
        expect((await again.post('session/recovery_code', { code: 'nonsense' })).status).toBe(401)
        expect((await server.rowCounts())['recovery_code']).toBe(before['recovery_code'])
      })

      it('that is sent twice at once signs one of them in', async () => {
        const { codes } = await anApp()
        const browsers = [await half(), await half(), await half()]
        const answers = await Promise.all(
          browsers.map((each) => each.post('session/recovery_code', { code: codes[0] })),
        )
        expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401, 401])
        expect((await browser.get(url)).body.recovery_codes_left).toBe(9)
      })

      it('of somebody else opens nothing, and is not used up', async () => {
        const { codes } = await anApp()
        const owner = await half()
        const other = `${login}b`
        const id = await server.createUser(other, { password })
        const theirs = createPageClient(server)
        await theirs.post('session', { username: other, password })
        const { secret } = (await theirs.post(`users/${id}/second_factors/totp`)).body
        await theirs.put(`users/${id}/second_factors/totp`, { code: codeAt(secret, clock.now()) })
        const stranger = createPageClient(server)
        await stranger.post('session', { username: other, password })
        expect((await stranger.post('session/recovery_code', { code: codes[0] })).status).toBe(401)
        expect((await owner.post('session/recovery_code', { code: codes[0] })).status).toBe(201)
      })

      it('is worth nothing once new ones were made, which takes a second factor', async () => {
        const before = await server.rowCounts()
        expect((await browser.post(`${url}/recovery_codes`, { password })).status).toBe(409)
        expect(await server.rowCounts()).toEqual(before)
        const { codes } = await anApp()
        const renewed = await browser.post(`${url}/recovery_codes`, { password })
        expect([renewed.status, renewed.body.recovery_codes.length]).toEqual([201, 10])
        const another = await half()
        expect((await another.post('session/recovery_code', { code: codes[0] })).status).toBe(401)
        const fresh = { code: renewed.body.recovery_codes[9] }
        expect((await another.post('session/recovery_code', fresh)).status).toBe(201)
      })

      it('is guessed as often as passwords are', async () => {
        await anApp()
        const statuses = []
        for (let i = 0; i < 11; i += 1) {
          const guess = await (await half()).post('session/recovery_code', { code: '0000-0000-0000-0000' })
          statuses.push(guess.status)
        }
        expect(statuses).toEqual([...Array(10).fill(401), 429])
      })

      it('is stored as a digest alone', async () => {
        const { codes } = await anApp()
        const rows = await server.world.db.read.selectFrom('recovery_code').selectAll().execute()
        for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code)
      })
    })

    describe('a password', () => {
      const basic = () => ({ authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` })

      it('opens no API by itself once there is a second factor; keys do', async () => {
        expect((await server.as('visitor').get('users/self', { headers: basic() })).body.username).toBe(login)
        await anApp()
        const refused = await server.as('visitor').get('users/self', { headers: basic() })
        expect([refused.status, refused.body.error.message]).toEqual([
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
    })

    describe('who may do what', () => {
      it('a key changes nothing: somebody has to sit there', async () => {
        const { secret } = await anApp()
        const before = await server.rowCounts()
        const key = server.as(login)
        const answers = [
          await key.post(`${url}/totp`),
          await key.put(`${url}/totp`, { code: codeAt(secret, clock.now()) }),
          await key.delete(`${url}/totp`, { body: { password } }),
          await key.post(`${url}/recovery_codes`, { password }),
          await key.post(`${url}/passkeys/options`, { password }),
          await key.patch(`${url}/passkeys/1`, { label: 'x' }),
          await key.delete(`${url}/passkeys/1`, { body: { password } }),
        ]
        expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403])
        expect(await server.rowCounts()).toEqual(before)
        expect((await key.get(url)).body.totp.is_on).toBe(true)
      })

      it('nobody sees or changes those of others', async () => {
        await anApp()
        const other = `${login}c`
        await server.createUser(other, { password })
        const stranger = createPageClient(server)
        await stranger.post('session', { username: other, password })
        const before = await server.rowCounts()
        const answers = [
          await stranger.get(url),
          await stranger.post(`${url}/totp`, { password }),
          await stranger.delete(`${url}/totp`, { password }),
          await stranger.post(`${url}/recovery_codes`, { password }),
          await stranger.post(`${url}/passkeys/options`, { password }),
          await stranger.delete(url),
        ]
        expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
        const visitor = server.as('visitor')
        expect((await visitor.get(url)).status).toBe(401)
        expect((await visitor.delete(url)).status).toBe(401)
        expect(await server.rowCounts()).toEqual(before)
      })

      it('another site makes nobody finish a sign-in', async () => {
        const { secret, codes } = await anApp()
        const another = await half()
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

      it('an administrator sees which there are, and takes them off who lost them', async () => {
        await anApp()
        const admin = server.as('admin')
        expect((await admin.get(url)).body).toMatchObject({ totp: { is_on: true }, recovery_codes_left: null })
        const pending = await half()
        expect((await admin.delete(url)).status).toBe(200)
        expect((await browser.get('session')).body.user).toBeNull()
        expect((await pending.get('session')).body.pending).toBeNull()
        expect((await createPageClient(server).post('session', { username: login, password })).status).toBe(201)
        const own = await admin.delete(`users/${server.idOf('admin')}/second_factors`)
        expect(own.status).toBe(403)
        // Who rules alone and lost them all goes to the command line.
        const system = { kind: 'system', reason: 'test' } as const
        await clearSecondFactors(server.world, system, server.idOf('admin'))
        expect((await admin.delete('users/987654/second_factors')).status).toBe(404)
      })
    })

    it('what was done stands in the audit, without a secret', async () => {
      const { secret, codes } = await anApp()
      const another = await half()
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
        ['second factors cleared', {}],
      ])
      const all = JSON.stringify(await server.world.db.read.selectFrom('audit').selectAll().execute())
      for (const each of [secret, ...codes]) expect(all).not.toContain(each)
    })

    it('an Idempotency-Key is passed over: what people sign in with is not kept', async () => {
      const key = { 'idempotency-key': 'of mine' }
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
    const demand = (value: string) => server.as('admin').patch('site_settings', { second_factor: value })
    const signIn = async (login: string): Promise<PageClient> => {
      const browser = createPageClient(server)
      await browser.post('session', { username: login, password })
      return browser
    }
    const owes = async (login: string) => (await (await signIn(login)).get('session')).body.must

    beforeAll(async () => {
      await server.createUser('alice', { password })
      await server.as('admin').put(`users/${server.idOf('admin')}/password`, { password })
    })

    it('asks nobody, administrators or everybody', async () => {
      expect([await owes('alice'), await owes('admin')]).toEqual([[], []])
      await demand('administrators')
      expect([await owes('alice'), await owes('admin')]).toEqual([[], ['enrol_second_factor']])
      await demand('everybody')
      expect([await owes('alice'), await owes('admin')]).toEqual([['enrol_second_factor'], ['enrol_second_factor']])
      expect((await demand('nobody')).status).toBe(400)
      await demand('optional')
      expect([await owes('alice'), await owes('admin')]).toEqual([[], []])
    })

    it('lets who has none yet do nothing but set one up and leave', async () => {
      await demand('everybody')
      const browser = await signIn('alice')
      const url = `users/${server.idOf('alice')}/second_factors`
      for (const [method, address] of [
        ['get', 'users/self'],
        ['get', 'projects'],
        ['post', 'access_keys'],
        ['post', `${url}/recovery_codes`],
      ] as const) {
        const { status, body } = await browser[method](address)
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

    it('closes the API to passwords of those it asks, and to no key', async () => {
      await server.createUser('bob', { password })
      const headers = { authorization: `Basic ${Buffer.from(`bob:${password}`).toString('base64')}` }
      const status = async () => (await server.as('visitor').get('users/self', { headers })).status
      await demand('administrators')
      expect(await status()).toBe(200)
      await demand('everybody')
      expect(await status()).toBe(401)
      expect((await server.as('bob').get('users/self')).body.username).toBe('bob')
      await demand('optional')
      expect(await status()).toBe(200)
    })
  })
})
