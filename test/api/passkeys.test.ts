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
    let userCount = 0
    let login = ''
    let browser: PageClient
    let url = ''
    let phone: Authenticator

    beforeAll(() => server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 100, public_url: null }))

    // A new user each time, signed in, with their own authenticator.
    beforeEach(async () => {
      clock.pass(120)
      userCount += 1
      login = `user${userCount}`
      const id = await server.createUser(login, { password, realName: `User ${userCount}` })
      url = `users/${id}/second_factors`
      phone = createAuthenticator()
      browser = createPageClient(server)
      await browser.post('session', { username: login, password })
    })

    const options = async (client = browser) => (await client.post(`${url}/passkeys/options`)).body
    const register = async (label = 'Phone', by = phone) => {
      const response = await browser.post(`${url}/passkeys`, { label, response: by.create(await options()) })
      expect(response.status).toBe(201)
      return response.body
    }
    /** Signs in with a passkey. In a new browser this happens without name and password. */
    const signIn = async (by: Authenticator, faults: AuthenticatorFaults = {}, client = createPageClient(server)) => {
      const requestOptions = (await client.post('session/passkey_options')).body
      return client.post('session/passkey', { response: by.get(requestOptions, faults) })
    }
    const startSecondStep = async (): Promise<PageClient> => {
      const another = createPageClient(server)
      await another.post('session', { username: login, password })
      return another
    }
    /** The data that a rejected request must not change: rows, counters and the user of the session. */
    const state = async () => {
      const { db } = server.world
      return [
        await server.rowCounts(),
        await db.read.selectFrom('passkey').selectAll().orderBy('id').execute(),
        (await browser.get('session')).body.user?.username,
      ]
    }

    describe('registered in a browser', () => {
      it('are listed with their label, and the first registration returns recovery codes', async () => {
        const requestOptions = await options()
        expect(requestOptions).toMatchObject({
          rp: { id: 'localhost', name: 'Tulipwood' },
          user: { name: login, displayName: `User ${userCount}` },
          attestation: 'none',
          excludeCredentials: [],
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        })
        const first = await browser.post(`${url}/passkeys`, { label: 'Phone', response: phone.create(requestOptions) })
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

      const invalid: readonly (readonly [string, AuthenticatorFaults])[] = [
        ['at another origin', { origin: 'https://evil.example' }],
        ['at another port', { origin: 'http://localhost:8080' }],
        ['for another relying party', { rpId: 'evil.example' }],
        ['for another challenge', { challenge: Buffer.from('guessed').toString('base64url') }],
        ['without verifying its user', { isVerified: false }],
        ['without user presence', { isPresent: false }],
        ['with another type of client data', { type: 'webauthn.get' }],
        ['with an attestation that was not requested', { format: 'packed' }],
        ['with an unknown attestation format', { format: 'mine' }],
      ]
      it.each(invalid)('%s are rejected, and nothing changes', async (_, faults) => {
        const requestOptions = await options()
        const before = await state()
        const { status, body } = await browser.post(`${url}/passkeys`, {
          label: 'Phone',
          response: phone.create(requestOptions, faults),
        })
        expect([status, body.error.message]).toEqual([400, 'Bad Request: This passkey could not be verified.'])
        expect(await state()).toEqual(before)
      })

      it('use a challenge once, within five minutes, for its user and its purpose', async () => {
        const requestOptions = await options()
        await browser.post(`${url}/passkeys`, { label: 'Phone', response: phone.create(requestOptions) })
        const late = await options()
        const other = `${login}b`
        const id = await server.createUser(other, { password })
        const otherBrowser = createPageClient(server)
        await otherBrowser.post('session', { username: other, password })
        const forMe = await options()
        const before = await state()
        const replayed = await browser.post(`${url}/passkeys`, { label: 'x', response: phone.create(requestOptions) })
        expect(replayed.status).toBe(400)
        const misused = { label: 'x', response: createAuthenticator().create(forMe) }
        expect((await otherBrowser.post(`users/${id}/second_factors/passkeys`, misused)).status).toBe(400)
        clock.pass(300)
        expect((await browser.post(`${url}/passkeys`, { label: 'x', response: phone.create(late) })).status).toBe(400)
        // A challenge for sign-in is not valid for a registration.
        const signing = (await createPageClient(server).post('session/passkey_options')).body
        const mixed = { ...(await options()), challenge: signing.challenge }
        expect((await browser.post(`${url}/passkeys`, { label: 'x', response: phone.create(mixed) })).status).toBe(400)
        expect(await state()).toEqual(before)
      })

      it('use a challenge once when two registrations arrive concurrently', async () => {
        const requestOptions = await options()
        const [one, other] = [
          createAuthenticator().create(requestOptions),
          createAuthenticator().create(requestOptions),
        ]
        const responses = await Promise.all(
          [one, other].map((response) => browser.post(`${url}/passkeys`, { label: 'x', response })),
        )
        expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400])
        expect((await browser.get(url)).body.passkeys).toHaveLength(1)
      })

      it('are registered once', async () => {
        const credential = phone.create(await options())
        await browser.post(`${url}/passkeys`, { label: 'Phone', response: credential })
        const passkeys = (await browser.get(url)).body.passkeys
        // The same credential for a new challenge, as an attacker who saw the registration could send it.
        const { challenge } = await options()
        const clientData = JSON.parse(Buffer.from(credential.response.clientDataJSON, 'base64url').toString())
        const clientDataJSON = Buffer.from(JSON.stringify({ ...clientData, challenge })).toString('base64url')
        const before = await state()
        const replayed = { ...credential, response: { ...credential.response, clientDataJSON } }
        expect((await browser.post(`${url}/passkeys`, { label: 'Mine', response: replayed })).status).toBe(409)
        expect(await state()).toEqual(before)
        expect((await browser.get(url)).body.passkeys).toEqual(passkeys)
      })

      it.each([
        ['an empty body', {}],
        ['no label', { label: '' }],
        ['no response', { label: 'x', response: {} }],
        [
          'malformed data',
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
      ])('with %s are rejected', async (_, body) => {
        const before = await state()
        expect((await browser.post(`${url}/passkeys`, body)).status).toBe(400)
        expect(await state()).toEqual(before)
      })

      it('require an https URL with a host name, or localhost', async () => {
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

    describe('of a user', () => {
      it('can be renamed and deleted only by this user, and deletion requires a proof', async () => {
        const { passkey } = await register()
        const one = `${url}/passkeys/${passkey.id}`
        expect((await browser.patch(one, { label: 'Old phone' })).status).toBe(200)
        expect((await browser.get(url)).body.passkeys[0].label).toBe('Old phone')
        const other = `${login}b`
        const id = await server.createUser(other, { password })
        const otherBrowser = createPageClient(server)
        await otherBrowser.post('session', { username: other, password })
        clock.pass(900)
        const before = await state()
        expect((await browser.delete(one)).status).toBe(403)
        expect((await browser.delete(one, { password: 'wrong one' })).status).toBe(403)
        const disguised = `users/${id}/second_factors/passkeys/${passkey.id}`
        expect((await otherBrowser.delete(disguised, { password })).status).toBe(404)
        expect((await otherBrowser.patch(disguised, { label: 'Mine' })).status).toBe(404)
        expect((await browser.patch(one, { label: '' })).status).toBe(400)
        expect((await browser.delete(`${url}/passkeys/987654`, { password })).status).toBe(404)
        expect(await state()).toEqual(before)
        expect((await browser.delete(one, { password })).status).toBe(200)
        expect((await browser.get(url)).body).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
        expect((await signIn(phone)).status).toBe(401)
      })

      it('are listed for administrators without their labels', async () => {
        await register('Phone of my secret friend')
        const { body } = await server.as('admin').get(url)
        expect(body.passkeys).toMatchObject([{ label: null, last_used_on: null }])
      })

      it('satisfy the requirement of a second factor', async () => {
        await server.as('admin').patch('site_settings', { second_factor: 'everybody' })
        const another = await startSecondStep()
        expect((await another.get('session')).body.must).toEqual(['enrol_second_factor'])
        const credential = phone.create(await options(another))
        expect((await another.post(`${url}/passkeys`, { label: 'Phone', response: credential })).status).toBe(201)
        expect((await another.get('session')).body.must).toEqual([])
        await server.as('admin').patch('site_settings', { second_factor: 'optional' })
      })
    })

    describe('signing in with a passkey', () => {
      it('works without name and password, and creates a new session each time', async () => {
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

      it('works as second step after a password, only with passkeys of the same account', async () => {
        await register()
        const another = await startSecondStep()
        expect((await another.get('session')).body.pending).toEqual({ factors: ['passkey', 'recovery_code'] })
        const requestOptions = (await another.post('session/passkey_options')).body
        expect(requestOptions.allowCredentials).toHaveLength(1)
        const { status, body } = await another.post('session/passkey', { response: phone.get(requestOptions) })
        expect([status, body.user.username, body.method]).toEqual([201, login, 'password'])
      })

      it('is rejected as second step of another account', async () => {
        await register()
        const other = `${login}b`
        const id = await server.createUser(other, { password })
        const otherBrowser = createPageClient(server)
        await otherBrowser.post('session', { username: other, password })
        const theirPhone = createAuthenticator()
        const requestOptions = (await otherBrowser.post(`users/${id}/second_factors/passkeys/options`)).body
        const credential = { label: 'Phone', response: theirPhone.create(requestOptions) }
        await otherBrowser.post(`users/${id}/second_factors/passkeys`, credential)

        const another = await startSecondStep()
        const { challenge, rpId } = (await another.post('session/passkey_options')).body
        const before = await state()
        const response = theirPhone.get({ challenge, rpId })
        expect((await another.post('session/passkey', { response: response })).status).toBe(401)
        // A signature of one credential with the id of another one is rejected too.
        const ownAssertion = phone.get({ challenge, rpId })
        const forged = { ...response, id: ownAssertion.id, rawId: ownAssertion.rawId }
        expect((await another.post('session/passkey', { response: forged })).status).toBe(401)
        expect(await state()).toEqual(before)
        expect((await another.get('session')).body.user).toBeNull()
      })

      const invalid: readonly (readonly [string, AuthenticatorFaults])[] = [
        ['at another origin', { origin: 'https://evil.example' }],
        ['at another port', { origin: 'http://localhost:8080' }],
        ['for another relying party', { rpId: 'evil.example' }],
        ['for a challenge of the client', { challenge: Buffer.from('guessed').toString('base64url') }],
        ['without verifying its user', { isVerified: false }],
        ['without user presence', { isPresent: false }],
        ['with another type of client data', { type: 'webauthn.create' }],
        ['inside a frame of another site', { crossOrigin: true }],
        ['with another key', { wrongKey: true }],
        ['with the user handle of another account', { userHandle: Buffer.from('101').toString('base64url') }],
        ['with an unchanged counter', { counter: 1 }],
        ['with a lower counter', { counter: 0 }],
      ]
      it.each(invalid)('is rejected %s, and nothing changes', async (_, faults) => {
        await register()
        expect((await signIn(phone)).status).toBe(201)
        for (const client of [createPageClient(server), await startSecondStep()]) {
          const cookie = client.cookie
          const before = await state()
          const { status, body } = await signIn(phone, faults, client)
          expect([status, body.error.message]).toEqual([401, 'Unauthorized: This passkey is not accepted.'])
          expect(await state()).toEqual(before)
          expect(client.cookie).toBe(cookie)
        }
      })

      it('accepts a challenge once, within five minutes, even for concurrent requests', async () => {
        await register()
        const requestOptions = (await createPageClient(server).post('session/passkey_options')).body
        const late = (await createPageClient(server).post('session/passkey_options')).body
        const response = phone.get(requestOptions)
        const send = (sent: unknown) => createPageClient(server).post('session/passkey', { response: sent })
        const responses = await Promise.all([send(response), send(response), send(response)])
        expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 401, 401])
        const before = await state()
        expect((await send(response)).status).toBe(401)
        // The same challenge in another signature.
        expect((await send(phone.get(requestOptions))).status).toBe(401)
        clock.pass(300)
        expect((await send(phone.get(late))).status).toBe(401)
        expect(await state()).toEqual(before)
      })

      it('works with authenticators without a counter, and accepts a challenge once', async () => {
        await register()
        expect((await signIn(phone, { counter: 0 })).status).toBe(201)
        expect((await signIn(phone, { counter: 0 })).status).toBe(201)
        const requestOptions = (await createPageClient(server).post('session/passkey_options')).body
        const response = phone.get(requestOptions, { counter: 0 })
        const send = () => createPageClient(server).post('session/passkey', { response })
        expect((await send()).status).toBe(201)
        expect((await send()).status).toBe(401)
      })

      it('is rejected after a change of the public URL', async () => {
        await register()
        const { public_url: before } = (await server.as('admin').get('site_settings')).body
        await server.as('admin').patch('site_settings', { public_url: 'https://tracker.example' })
        const pages = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
        const requestOptions = (
          await server.as('visitor').post('session/passkey_options', undefined, { headers: pages })
        ).body
        expect(requestOptions.rpId).toBe('tracker.example')
        const response = phone.get(
          { ...requestOptions, rpId: 'localhost' },
          { origin: 'https://tracker.example', rpId: 'tracker.example' },
        )
        expect((await createPageClient(server).post('session/passkey', { response })).status).toBe(401)
        await server.as('admin').patch('site_settings', { public_url: before })
      })

      it('is rejected for a suspended user', async () => {
        await register()
        await server.as('admin').patch(`users/${server.idOf(login)}`, { values: { status: 'S' } })
        const rows = await server.rowCounts()
        const { status, body } = await signIn(phone)
        expect([status, body.error.message]).toEqual([401, 'Unauthorized: This passkey is not accepted.'])
        expect(await server.rowCounts()).toEqual(rows)
      })

      it('is rejected with malformed data', async () => {
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
