import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Authenticator, type AuthenticatorFaults, createAuthenticator } from '../kit/authenticator.ts'
import { createPageClient, type PageClient } from '../kit/browser.ts'
import { createClock } from '../kit/clock.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const password = 'correct staple'

onEachDatabase((dialect) => {
  describe('passkeys', () => {
    const clock = createClock()
    const server = createServer(dialect, { clock })
    let people = 0
    let login = ''
    let browser: PageClient
    let url = ''
    let phone: Authenticator

    beforeAll(() => server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 100, public_url: null }))

    // Somebody new each time, signed in, with a phone of his own.
    beforeEach(async () => {
      clock.pass(120)
      people += 1
      login = `person${people}`
      const id = await server.createUser(login, { password, realName: `Person ${people}` })
      url = `users/${id}/second_factors`
      phone = createAuthenticator()
      browser = createPageClient(server)
      await browser.post('session', { username: login, password })
    })

    const options = async (who = browser) => (await who.post(`${url}/passkeys/options`)).body
    const register = async (label = 'Phone', by = phone) => {
      const answer = await browser.post(`${url}/passkeys`, { label, response: by.create(await options()) })
      expect(answer.status).toBe(201)
      return answer.body
    }
    /** Signs in with a passkey in a browser; in a new one, without a name and a password. */
    const signIn = async (by: Authenticator, but: AuthenticatorFaults = {}, who = createPageClient(server)) => {
      const asked = (await who.post('session/passkey_options')).body
      return who.post('session/passkey', { response: by.get(asked, but) })
    }
    const half = async (): Promise<PageClient> => {
      const another = createPageClient(server)
      await another.post('session', { username: login, password })
      return another
    }
    /** What a refusal must not change: rows, counters, whose session this is. */
    const state = async () => {
      const { db } = server.world
      return [
        await server.rowCounts(),
        await db.read.selectFrom('passkey').selectAll().orderBy('id').execute(),
        (await browser.get('session')).body.user?.username,
      ]
    }

    describe('made in a browser', () => {
      it('are listed with their label, and the first one comes with recovery codes', async () => {
        const asked = await options()
        expect(asked).toMatchObject({
          rp: { id: 'localhost', name: 'Tulipwood' },
          user: { name: login, displayName: `Person ${people}` },
          attestation: 'none',
          excludeCredentials: [],
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        })
        const first = await browser.post(`${url}/passkeys`, { label: 'Phone', response: phone.create(asked) })
        expect([first.status, first.body.passkey.label, first.body.recovery_codes.length]).toEqual([201, 'Phone', 10])
        const second = await register('Key', createAuthenticator())
        expect(second.recovery_codes).toEqual([])
        const { body } = await browser.get(url)
        expect(body.passkeys.map(({ label, last_used_on }: any) => [label, last_used_on])).toEqual([
          ['Phone', null],
          ['Key', null],
        ])
        expect(body.recovery_codes_left).toBe(10)
        expect((await options()).excludeCredentials).toHaveLength(2)
      })

      const wrong: readonly (readonly [string, AuthenticatorFaults])[] = [
        ['at another origin', { origin: 'https://evil.example' }],
        ['at another port', { origin: 'http://localhost:8080' }],
        ['for another relying party', { rpId: 'evil.example' }],
        ['for another challenge', { challenge: Buffer.from('guessed').toString('base64url') }],
        ['without verifying its user', { isVerified: false }],
        ['with nobody there', { isPresent: false }],
        ['as the answer to something else', { type: 'webauthn.get' }],
        ['with certificates nobody asked for', { format: 'packed' }],
        ['in a form nobody knows', { format: 'mine' }],
      ]
      it.each(wrong)('%s are refused, and nothing changes', async (_, but) => {
        const asked = await options()
        const before = await state()
        const { status, body } = await browser.post(`${url}/passkeys`, {
          label: 'Phone',
          response: phone.create(asked, but),
        })
        expect([status, body.error.message]).toEqual([400, 'Bad Request: This passkey could not be verified.'])
        expect(await state()).toEqual(before)
      })

      it('answer a challenge once, within five minutes, for whom it was made', async () => {
        const asked = await options()
        await browser.post(`${url}/passkeys`, { label: 'Phone', response: phone.create(asked) })
        const late = await options()
        const other = `${login}b`
        const id = await server.createUser(other, { password })
        const theirs = createPageClient(server)
        await theirs.post('session', { username: other, password })
        const forMe = await options()
        const before = await state()
        const replayed = await browser.post(`${url}/passkeys`, { label: 'x', response: phone.create(asked) })
        expect(replayed.status).toBe(400)
        const misused = { label: 'x', response: createAuthenticator().create(forMe) }
        expect((await theirs.post(`users/${id}/second_factors/passkeys`, misused)).status).toBe(400)
        clock.pass(300)
        expect((await browser.post(`${url}/passkeys`, { label: 'x', response: phone.create(late) })).status).toBe(400)
        // A challenge to sign in with is none to register with.
        const signing = (await createPageClient(server).post('session/passkey_options')).body
        const mixed = { ...(await options()), challenge: signing.challenge }
        expect((await browser.post(`${url}/passkeys`, { label: 'x', response: phone.create(mixed) })).status).toBe(400)
        expect(await state()).toEqual(before)
      })

      it('answer a challenge once also when both answers come at once', async () => {
        const asked = await options()
        const [one, other] = [createAuthenticator().create(asked), createAuthenticator().create(asked)]
        const answers = await Promise.all(
          [one, other].map((response) => browser.post(`${url}/passkeys`, { label: 'x', response })),
        )
        expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
        expect((await browser.get(url)).body.passkeys).toHaveLength(1)
      })

      it('are registered once', async () => {
        const made = phone.create(await options())
        await browser.post(`${url}/passkeys`, { label: 'Phone', response: made })
        const known = (await browser.get(url)).body.passkeys
        // The same credential for a new challenge, as somebody would claim who saw it.
        const { challenge } = await options()
        const said = JSON.parse(Buffer.from(made.response.clientDataJSON, 'base64url').toString())
        const clientDataJSON = Buffer.from(JSON.stringify({ ...said, challenge })).toString('base64url')
        const before = await state()
        const again = { ...made, response: { ...made.response, clientDataJSON } }
        expect((await browser.post(`${url}/passkeys`, { label: 'Mine', response: again })).status).toBe(409)
        expect(await state()).toEqual(before)
        expect((await browser.get(url)).body.passkeys).toEqual(known)
      })

      it.each([
        ['nothing', {}],
        ['no label', { label: '' }],
        ['no answer', { label: 'x', response: {} }],
        [
          'nonsense',
          {
            label: 'x',
            response: {
              id: 'a',
              rawId: 'a',
              type: 'public-key',
              clientExtensionResults: {},
              response: { clientDataJSON: '!!', attestationObject: 'AAAA' },
            },
          },
        ],
      ])('out of %s are refused', async (_, body) => {
        const before = await state()
        expect((await browser.post(`${url}/passkeys`, body)).status).toBe(400)
        expect(await state()).toEqual(before)
      })

      it('need an https address with a name, or this machine', async () => {
        const before = await state()
        for (const [address, status] of [
          ['http://tracker.example', 400],
          ['https://192.0.2.1', 400],
          ['https://tracker.example', 200],
        ] as const) {
          await server.as('admin').patch('site_settings', { public_url: address })
          expect((await browser.post(`${url}/passkeys/options`)).status).toBe(status)
          expect((await createPageClient(server).post('session/passkey_options')).status).toBe(status)
        }
        await server.as('admin').patch('site_settings', { public_url: null })
        expect(await state()).toEqual(before)
      })
    })

    describe('of a person', () => {
      it('are renamed and taken off by their owner alone, with a proof of who asks', async () => {
        const { passkey } = await register()
        const one = `${url}/passkeys/${passkey.id}`
        expect((await browser.patch(one, { label: 'Old phone' })).status).toBe(200)
        expect((await browser.get(url)).body.passkeys[0].label).toBe('Old phone')
        const other = `${login}b`
        const id = await server.createUser(other, { password })
        const theirs = createPageClient(server)
        await theirs.post('session', { username: other, password })
        clock.pass(900)
        const before = await state()
        expect((await browser.delete(one)).status).toBe(403)
        expect((await browser.delete(one, { password: 'wrong one' })).status).toBe(403)
        const disguised = `users/${id}/second_factors/passkeys/${passkey.id}`
        expect((await theirs.delete(disguised, { password })).status).toBe(404)
        expect((await theirs.patch(disguised, { label: 'Mine' })).status).toBe(404)
        expect((await browser.patch(one, { label: '' })).status).toBe(400)
        expect((await browser.delete(`${url}/passkeys/987654`, { password })).status).toBe(404)
        expect(await state()).toEqual(before)
        expect((await browser.delete(one, { password })).status).toBe(200)
        expect((await browser.get(url)).body).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
        expect((await signIn(phone)).status).toBe(401)
      })

      it('are known to administrators without their names', async () => {
        await register('Phone of my secret friend')
        const { body } = await server.as('admin').get(url)
        expect(body.passkeys).toMatchObject([{ label: null, last_used_on: null }])
      })

      it('fulfil what the setting demands', async () => {
        await server.as('admin').patch('site_settings', { second_factor: 'everybody' })
        const another = await half()
        expect((await another.get('session')).body.must).toEqual(['enrol_second_factor'])
        const made = phone.create(await options(another))
        expect((await another.post(`${url}/passkeys`, { label: 'Phone', response: made })).status).toBe(201)
        expect((await another.get('session')).body.must).toEqual([])
        await server.as('admin').patch('site_settings', { second_factor: 'optional' })
      })
    })

    describe('sign in', () => {
      it('without a name and a password, each time anew', async () => {
        await register()
        const another = createPageClient(server)
        const { status, body } = await signIn(phone, {}, another)
        expect([status, body.user.username, body.method]).toEqual([201, login, 'passkey'])
        expect((await another.get('users/self')).body.username).toBe(login)
        expect(Date.parse((await browser.get(url)).body.passkeys[0].last_used_on) / 1000).toBe(clock.now())
        const name = another.cookie
        expect((await signIn(phone, {}, another)).status).toBe(201)
        expect(another.cookie).not.toBe(name)
      })

      it('as the second step after a password, with those of that account alone', async () => {
        await register()
        const another = await half()
        expect((await another.get('session')).body.pending).toEqual({ factors: ['passkey', 'recovery_code'] })
        const asked = (await another.post('session/passkey_options')).body
        expect(asked.allowCredentials).toHaveLength(1)
        const { status, body } = await another.post('session/passkey', { response: phone.get(asked) })
        expect([status, body.user.username, body.method]).toEqual([201, login, 'password'])
      })

      it('but not as the second step of somebody else', async () => {
        await register()
        const other = `${login}b`
        const id = await server.createUser(other, { password })
        const theirs = createPageClient(server)
        await theirs.post('session', { username: other, password })
        const theirPhone = createAuthenticator()
        const asked = (await theirs.post(`users/${id}/second_factors/passkeys/options`)).body
        const made = { label: 'Phone', response: theirPhone.create(asked) }
        await theirs.post(`users/${id}/second_factors/passkeys`, made)

        const another = await half()
        const { challenge, rpId } = (await another.post('session/passkey_options')).body
        const before = await state()
        const answer = theirPhone.get({ challenge, rpId })
        expect((await another.post('session/passkey', { response: answer })).status).toBe(401)
        // Nor under its own name: a signature of one credential, said to be of another.
        const own = phone.get({ challenge, rpId })
        const lent = { ...answer, id: own.id, rawId: own.rawId }
        expect((await another.post('session/passkey', { response: lent })).status).toBe(401)
        expect(await state()).toEqual(before)
        expect((await another.get('session')).body.user).toBeNull()
      })

      const wrong: readonly (readonly [string, AuthenticatorFaults])[] = [
        ['at another origin', { origin: 'https://evil.example' }],
        ['at another port', { origin: 'http://localhost:8080' }],
        ['for another relying party', { rpId: 'evil.example' }],
        ['for a challenge of its own', { challenge: Buffer.from('guessed').toString('base64url') }],
        ['without verifying its user', { isVerified: false }],
        ['with nobody there', { isPresent: false }],
        ['as the answer to something else', { type: 'webauthn.create' }],
        ['inside a page of another site', { crossOrigin: true }],
        ['with another key', { wrongKey: true }],
        ['in the name of another account', { userHandle: Buffer.from('101').toString('base64url') }],
        ['with a counter that stands still', { counter: 1 }],
        ['with a counter that goes back', { counter: 0 }],
      ]
      it.each(wrong)('not %s, and nothing changes', async (_, but) => {
        await register()
        expect((await signIn(phone)).status).toBe(201)
        for (const who of [createPageClient(server), await half()]) {
          const cookie = who.cookie
          const before = await state()
          const { status, body } = await signIn(phone, but, who)
          expect([status, body.error.message]).toEqual([401, 'Unauthorized: This passkey is not accepted.'])
          expect(await state()).toEqual(before)
          expect(who.cookie).toBe(cookie)
        }
      })

      it('with an answer once, also when it comes twice at once, within five minutes', async () => {
        await register()
        const asked = (await createPageClient(server).post('session/passkey_options')).body
        const late = (await createPageClient(server).post('session/passkey_options')).body
        const response = phone.get(asked)
        const send = (sent: unknown) => createPageClient(server).post('session/passkey', { response: sent })
        const answers = await Promise.all([send(response), send(response), send(response)])
        expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401, 401])
        const before = await state()
        expect((await send(response)).status).toBe(401)
        // The same challenge, signed again.
        expect((await send(phone.get(asked))).status).toBe(401)
        clock.pass(300)
        expect((await send(phone.get(late))).status).toBe(401)
        expect(await state()).toEqual(before)
      })

      it('on authenticators that count nothing', async () => {
        await register()
        expect((await signIn(phone, { counter: 0 })).status).toBe(201)
        expect((await signIn(phone, { counter: 0 })).status).toBe(201)
        const asked = (await createPageClient(server).post('session/passkey_options')).body
        const response = phone.get(asked, { counter: 0 })
        const send = () => createPageClient(server).post('session/passkey', { response })
        expect((await send()).status).toBe(201)
        expect((await send()).status).toBe(401)
      })

      it('not where another address is ours now', async () => {
        await register()
        const { public_url: before } = (await server.as('admin').get('site_settings')).body
        await server.as('admin').patch('site_settings', { public_url: 'https://tracker.example' })
        const pages = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
        const asked = (await server.as('visitor').post('session/passkey_options', undefined, { headers: pages })).body
        expect(asked.rpId).toBe('tracker.example')
        const response = phone.get(
          { ...asked, rpId: 'localhost' },
          { origin: 'https://tracker.example', rpId: 'tracker.example' },
        )
        expect((await createPageClient(server).post('session/passkey', { response })).status).toBe(401)
        await server.as('admin').patch('site_settings', { public_url: before })
      })

      it('nobody whose account may not', async () => {
        await register()
        await server.as('admin').patch(`users/${server.idOf(login)}`, { values: { status: 'S' } })
        const rows = await server.rowCounts()
        const { status, body } = await signIn(phone)
        expect([status, body.error.message]).toEqual([401, 'Unauthorized: This passkey is not accepted.'])
        expect(await server.rowCounts()).toEqual(rows)
      })

      it('nobody by nonsense', async () => {
        const nonsense = {
          id: 'a',
          rawId: 'a',
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON: '!', authenticatorData: '!', signature: '!' },
        }
        const before = await state()
        const send = (response: unknown) => createPageClient(server).post('session/passkey', { response })
        expect((await send(nonsense)).status).toBe(401)
        expect((await send({})).status).toBe(400)
        expect((await createPageClient(server).post('session/passkey')).status).toBe(400)
        expect(await state()).toEqual(before)
      })
    })
  })
})
