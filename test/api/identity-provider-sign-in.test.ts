import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPageClient } from '../kit/browser.ts'
import {
  type IdentityProvider,
  identityProviderClient,
  signInAtProvider,
  startIdentityProvider,
} from '../kit/identity-provider.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const siteOrigin = 'http://localhost'
const callbacks = Array.from({ length: 9 }, (_, index) => `${siteOrigin}/login/oidc/${index + 1}/callback`)

onEachDatabase((dialect) => {
  describe('sign-in with an identity provider', () => {
    const server = createServer(dialect)
    let provider: IdentityProvider
    let id = 0

    beforeAll(async () => {
      provider = await startIdentityProvider(callbacks)
      await server
        .as('admin')
        .patch('site_settings', { outgoing_private_addresses: true, failed_sign_ins_per_minute: 1000 })
      const { body, status } = await server.as('admin').post('identity_providers', {
        label: 'Acme',
        issuer: provider.issuer,
        client_id: identityProviderClient.id,
        client_secret: identityProviderClient.secret,
        links_by_email: true,
      })
      expect(status).toBe(201)
      id = body.id
    })
    afterAll(() => provider.stop())
    beforeEach(async () => {
      Object.assign(provider, { person: null, tamper: null, isUp: true })
      provider.users.clear()
      await updateProvider({ makes_accounts: true, links_by_email: true, email_domains: [], is_enabled: true })
    })

    const updateProvider = (changes: object) => server.as('admin').patch(`identity_providers/${id}`, changes)
    const get = (url: string, cookie = '') =>
      server.app.inject({ method: 'GET', url: url.replace(siteOrigin, ''), headers: cookie === '' ? {} : { cookie } })
    const cookiesOf = (response: { headers: Readonly<Record<string, unknown>> }): string[] =>
      [response.headers['set-cookie'] ?? []].flat() as string[]
    const cookieOf = (response: { headers: Readonly<Record<string, unknown>> }, name: string) =>
      cookiesOf(response).find((cookie) => cookie.startsWith(`${name}=`)) ?? ''
    const pairOf = (cookie: string) => cookie.split(';')[0] ?? ''

    /** Starts a sign-in and returns the URL of the provider and the cookie of the browser. */
    const beginSignIn = async (query = '') => {
      const response = await get(`/login/oidc/${id}${query}`)
      expect(response.statusCode).toBe(303)
      return { authorizationUrl: String(response.headers.location), cookie: cookieOf(response, 'tulipwood_oidc') }
    }
    const signIn = async (sub: string | null, query = '') => {
      provider.currentUser = sub
      const { authorizationUrl, cookie } = await beginSignIn(query)
      return get(await signInAtProvider(authorizationUrl, siteOrigin), pairOf(cookie))
    }
    const signedInLogin = async (response: { headers: Readonly<Record<string, unknown>> }) => {
      const headers = {
        cookie: pairOf(cookieOf(response, 'tulipwood_session')),
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
      }
      const { body } = await server.as('visitor').get('users/self', { headers })
      return body.username
    }
    const entries = async (action: string) =>
      (await server.as('admin').get(`audit_log?action=${action}`)).body.map((entry: any) => [
        entry.user?.username ?? null,
        entry.subject,
        entry.detail,
      ])
    /** Expects an error page with this text, no session, and no change except for an audit entry. */
    const expectRejected = async (
      attempt: () => Promise<{ statusCode: number; body: string; headers: Readonly<Record<string, unknown>> }>,
      status: number,
      text: string,
    ) => {
      const before = await server.rowCounts()
      const response = await attempt()
      expect([response.statusCode, /<main>.*<\/main>/s.exec(response.body)?.[0]]).toEqual([
        status,
        expect.stringContaining(text),
      ])
      expect(cookieOf(response, 'tulipwood_session')).toBe('')
      expect(String(response.headers['content-security-policy'])).toContain("default-src 'none'")
      expect(await server.rowCounts()).toEqual(before)
    }

    it('creates a user at the first sign-in and finds the user at the second one', async () => {
      provider.users.set('s-1', {
        preferred_username: 'jdoe',
        name: 'Jane Doe',
        email: 'jane@acme.example',
        email_verified: true,
      })
      const first = await signIn('s-1')
      expect([first.statusCode, first.headers.location]).toEqual([303, '/'])
      expect(await signedInLogin(first)).toBe('jdoe')
      const { body } = await server.as('admin').get('site/users?query=jdoe')
      expect(body).toEqual([
        expect.objectContaining({
          real_name: 'Jane Doe',
          email: 'jane@acme.example',
          status: 'A',
          has_password: false,
          directories: [provider.issuer],
          last_signed_in_on: expect.any(String),
        }),
      ])
      // The subject identifies the user, even with another login and email address.
      provider.users.set('s-1', { preferred_username: 'jane.smith', email: 'smith@acme.example' })
      const before = await server.rowCounts()
      expect(await signedInLogin(await signIn('s-1'))).toBe('jdoe')
      expect((await server.rowCounts())['user']).toBe(before['user'])
      expect((await server.rowCounts())['user_identity']).toBe(before['user_identity'])
      expect(await entries('identity provider linked')).toContainEqual([
        'jdoe',
        'jdoe',
        { issuer: provider.issuer, sub: 's-1' },
      ])
      expect((await entries('signed in'))[0]).toEqual(['jdoe', 'jdoe', { method: 'oidc' }])
    })

    it('links a new subject to the user with the same verified email address', async () => {
      await server.createUser('lena', { email: 'Lena@acme.example' })
      provider.users.set('s-2', { preferred_username: 'other', email: 'lena@ACME.example', email_verified: true })
      expect(await signedInLogin(await signIn('s-2'))).toBe('lena')
    })

    it('does not link by an unverified email address', async () => {
      await server.createUser('paul', { email: 'paul@acme.example' })
      const unverified = { email: 'paul@acme.example', email_verified: false }
      provider.users.set('s-3', { preferred_username: 'paul', ...unverified })
      await expectRejected(() => signIn('s-3'), 403, 'The login name paul is already in use')
      provider.users.set('s-4', { preferred_username: 'paula', ...unverified })
      expect(await signedInLogin(await signIn('s-4'))).toBe('paula')
      const { body } = await server.as('admin').get('site/users?query=paula')
      expect(body[0].email).toBe('')
    })

    it('does not link by email address unless the setting allows it', async () => {
      await server.createUser('rosa', { email: 'rosa@acme.example' })
      await updateProvider({ links_by_email: false, makes_accounts: false })
      provider.users.set('s-5', { preferred_username: 'rosa', email: 'rosa@acme.example', email_verified: true })
      await expectRejected(() => signIn('s-5'), 403, 'You have no account on this site yet. Ask an administrator.')
    })

    it('does not link a second subject to the same user', async () => {
      await server.createUser('nina', { email: 'nina@acme.example' })
      const claims = { email: 'nina@acme.example', email_verified: true }
      provider.users.set('s-6', { preferred_username: 'nina6', ...claims })
      provider.users.set('s-7', { preferred_username: 'nina7', ...claims })
      expect(await signedInLogin(await signIn('s-6'))).toBe('nina')
      await expectRejected(() => signIn('s-7'), 403, 'is linked to another user of the identity provider')
    })

    it('does not link to a user whose email address is only requested', async () => {
      const mara = await server.createUser('mara', { email: 'mara@acme.example', password: 'a pass phrase' })
      const browser = createPageClient(server)
      await browser.post('session', { username: 'mara', password: 'a pass phrase' })
      expect((await browser.patch(`users/${mara}`, { email: 'vera@acme.example' })).status).toBe(200)
      const claims = { preferred_username: 'vera', email: 'vera@acme.example', email_verified: true }
      provider.users.set('s-12', claims)
      expect(await signedInLogin(await signIn('s-12'))).toBe('vera')
      // The unconfirmed address does not block the user who owns it.
      await server.createUser('vera2', { email: 'vera2@acme.example' })
      await server.world.db.write((tx) =>
        tx.updateTable('user').set({ email_key: 'vera2@acme.example' }).where('id', '=', mara).execute(),
      )
      provider.users.set('s-13', { ...claims, preferred_username: 'vera13', email: 'vera2@acme.example' })
      expect(await signedInLogin(await signIn('s-13'))).toBe('vera2')
    })

    it('does not link when several users have the email address', async () => {
      for (const login of ['twin1', 'twin2']) await server.createUser(login, { email: 'twins@acme.example' })
      provider.users.set('s-8', { preferred_username: 'twin3', email: 'twins@acme.example', email_verified: true })
      await expectRejected(() => signIn('s-8'), 403, 'Several accounts have your email address')
    })

    it.each(['S', 'D', 'P'] as const)(
      'rejects users with status %s, linked or found by email address',
      async (status) => {
        const login = `state-${status.toLowerCase()}`
        const user = await server.createUser(login, { email: `${login}@acme.example` })
        const claims = { preferred_username: `${login}9`, email: `${login}@acme.example`, email_verified: true }
        provider.users.set(login, claims)
        await server.as('admin').patch(`users/${user}`, { status })
        await expectRejected(() => signIn(login), 403, 'Account ')
        await server.as('admin').patch(`users/${user}`, { status: 'A' })
        expect(await signedInLogin(await signIn(login))).toBe(login)
        await server.as('admin').patch(`users/${user}`, { status })
        await expectRejected(() => signIn(login), 403, 'Account ')
      },
    )

    it('accepts new users only with a verified email address of the allowed domains', async () => {
      await updateProvider({ email_domains: ['acme.example'] })
      provider.users.set('s-9', { preferred_username: 'guest9', email: 'g@evil.example', email_verified: true })
      await expectRejected(() => signIn('s-9'), 403, 'cannot sign in with this provider')
      provider.users.set('s-10', { preferred_username: 'guest10', email: 'g@acme.example', email_verified: false })
      await expectRejected(() => signIn('s-10'), 403, 'cannot sign in with this provider')
      provider.users.set('s-11', { preferred_username: 'guest11', email: 'g@acme.example', email_verified: true })
      expect(await signedInLogin(await signIn('s-11'))).toBe('guest11')
    })

    it('reports a denied authorization', async () => {
      await expectRejected(() => signIn(null), 403, 'Acme rejected the sign-in.')
    })

    describe('the authorization response', () => {
      beforeEach(() => {
        provider.currentUser = 's-20'
        provider.users.set('s-20', { preferred_username: 'mallory' })
      })
      const untrustedText = 'does not match the sign-in'
      const withChangedQuery = (authorizationUrl: string, edit: (query: URLSearchParams) => void) => {
        const url = new URL(authorizationUrl)
        edit(url.searchParams)
        return url.href
      }

      it('is rejected with another state', async () => {
        const { authorizationUrl, cookie } = await beginSignIn()
        const callbackUrl = withChangedQuery(await signInAtProvider(authorizationUrl, siteOrigin), (query) =>
          query.set('state', 'x'.repeat(43)),
        )
        await expectRejected(() => get(callbackUrl, pairOf(cookie)), 400, untrustedText)
      })

      it('is rejected without a state', async () => {
        const { authorizationUrl, cookie } = await beginSignIn()
        const callbackUrl = withChangedQuery(await signInAtProvider(authorizationUrl, siteOrigin), (query) =>
          query.delete('state'),
        )
        await expectRejected(() => get(callbackUrl, pairOf(cookie)), 400, untrustedText)
      })

      it('is rejected with another nonce', async () => {
        const { authorizationUrl, cookie } = await beginSignIn()
        const other = withChangedQuery(authorizationUrl, (query) => query.set('nonce', 'another'))
        await expectRejected(
          async () => get(await signInAtProvider(other, siteOrigin), pairOf(cookie)),
          400,
          untrustedText,
        )
      })

      it('is rejected with another code challenge', async () => {
        const { authorizationUrl, cookie } = await beginSignIn()
        const other = withChangedQuery(authorizationUrl, (query) =>
          query.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
        )
        await expectRejected(
          async () => get(await signInAtProvider(other, siteOrigin), pairOf(cookie)),
          403,
          'rejected the sign-in',
        )
      })

      it.each(['https://other.example', null])('is rejected with the issuer %s', async (issuer) => {
        const { authorizationUrl, cookie } = await beginSignIn()
        const callbackUrl = withChangedQuery(await signInAtProvider(authorizationUrl, siteOrigin), (query) =>
          issuer === null ? query.delete('iss') : query.set('iss', issuer),
        )
        await expectRejected(() => get(callbackUrl, pairOf(cookie)), 400, untrustedText)
      })

      type Tampering = (claims: Record<string, unknown>, parts: readonly string[]) => string | Promise<string>
      const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed: (claims: object) => Tampering = (changes) => (claims) => provider.sign({ ...claims, ...changes })
      const now = Math.floor(Date.now() / 1000)

      it.each<[string, Tampering]>([
        [
          'with another subject but the old signature',
          (claims, [head, , sign]) => `${head}.${encoded({ ...claims, sub: 'x' })}.${sign}`,
        ],
        ['without a signature', (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
        ['of another issuer', signed({ iss: 'https://other.example' })],
        ['for another client', signed({ aud: 'other' })],
        ['for several clients, issued to another one', signed({ aud: ['tulipwood', 'other'], azp: 'other' })],
        ['of another sign-in', signed({ nonce: 'another' })],
        ['without a nonce', signed({ nonce: undefined })],
        ['that is expired', signed({ iat: now - 7200, exp: now - 3600 })],
        ['without a subject', signed({ sub: undefined })],
      ])('is rejected with an ID token %s', async (_case, tampering) => {
        provider.tamper = async (body) => {
          const parts = String(body['id_token']).split('.')
          const claims = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString())
          return { ...body, id_token: await tampering(claims, parts) }
        }
        const { authorizationUrl, cookie } = await beginSignIn()
        await expectRejected(
          async () => get(await signInAtProvider(authorizationUrl, siteOrigin), pairOf(cookie)),
          400,
          untrustedText,
        )
      })

      it('is accepted with an ID token that the provider signed', async () => {
        provider.tamper = async (body) => {
          const claims = JSON.parse(Buffer.from(String(body['id_token']).split('.')[1] ?? '', 'base64url').toString())
          return { ...body, id_token: await provider.sign(claims) }
        }
        expect(await signedInLogin(await signIn('s-20'))).toBe('mallory')
      })

      it('is rejected without an ID token', async () => {
        provider.tamper = ({ id_token: _, ...body }) => body
        const { authorizationUrl, cookie } = await beginSignIn()
        const attempt = async () => get(await signInAtProvider(authorizationUrl, siteOrigin), pairOf(cookie))
        await expectRejected(attempt, 400, untrustedText)
      })

      it('is accepted once', async () => {
        const { authorizationUrl, cookie } = await beginSignIn()
        const callbackUrl = await signInAtProvider(authorizationUrl, siteOrigin)
        expect((await get(callbackUrl, pairOf(cookie))).statusCode).toBe(303)
        await expectRejected(() => get(callbackUrl, pairOf(cookie)), 403, 'rejected the sign-in')
      })

      it('is rejected in another browser, with the cookie of another attempt, or after ten minutes', async () => {
        const first = await beginSignIn()
        const second = await beginSignIn()
        const callbackUrl = await signInAtProvider(first.authorizationUrl, siteOrigin)
        const notHere = 'was not started in this browser, or has expired'
        await expectRejected(() => get(callbackUrl), 400, notHere)
        await expectRejected(() => get(callbackUrl, 'tulipwood_oidc=s1.0000000000000000.AAAA'), 400, notHere)
        await expectRejected(() => get(callbackUrl, pairOf(second.cookie)), 400, untrustedText)
        const { clock } = server.world
        const now = clock.now
        try {
          Object.assign(clock, { now: () => now() + 601 })
          await expectRejected(() => get(callbackUrl, pairOf(first.cookie)), 400, notHere)
        } finally {
          Object.assign(clock, { now })
        }
      })

      it('counts as a failed sign-in when it is rejected', async () => {
        await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 1 })
        try {
          const { cookie } = await beginSignIn()
          const statuses: number[] = []
          for (let n = 0; n < 3; n++)
            statuses.push((await get(`/login/oidc/${id}/callback?code=guess&state=x`, pairOf(cookie))).statusCode)
          expect(statuses.at(-1)).toBe(429)
        } finally {
          await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 1000 })
        }
      })
    })

    it('sends state, nonce and code challenge, and stores the attempt in an HttpOnly cookie', async () => {
      const { authorizationUrl, cookie } = await beginSignIn()
      const { origin, searchParams } = new URL(authorizationUrl)
      expect(origin).toBe(provider.issuer)
      expect(Object.fromEntries(searchParams)).toEqual({
        client_id: identityProviderClient.id,
        response_type: 'code',
        redirect_uri: `${siteOrigin}/login/oidc/${id}/callback`,
        scope: 'openid profile email',
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      })
      expect(cookie).toMatch(/; Path=\/login\/oidc; HttpOnly; SameSite=Lax; Max-Age=600$/)
      for (const secret of ['state', 'nonce']) expect(cookie).not.toContain(searchParams.get(secret))
    })

    it('sets a Secure cookie if the site has an https URL', async () => {
      await server.as('admin').patch('site_settings', { public_url: 'https://tracker.example' })
      try {
        const { cookie, authorizationUrl } = await beginSignIn()
        expect(cookie).toMatch(/; Secure$/)
        expect(new URL(authorizationUrl).searchParams.get('redirect_uri')).toBe(
          `https://tracker.example/login/oidc/${id}/callback`,
        )
      } finally {
        await server.as('admin').patch('site_settings', { public_url: null })
      }
    })

    it.each([
      ['/projects/garden?tab=trackers', '/projects/garden?tab=trackers'],
      ['https://evil.example/', '/'],
      ['//evil.example', '/'],
      ['/\\evil.example', '/'],
    ])('redirects a sign-in with return=%s to %s', async (returnTo, next) => {
      provider.users.set('s-30', { preferred_username: 'walker' })
      const response = await signIn('s-30', `?return=${encodeURIComponent(returnTo)}`)
      expect([response.statusCode, response.headers.location]).toEqual([303, next])
      // The cookie of the attempt is deleted.
      expect(cookieOf(response, 'tulipwood_oidc')).toContain('Max-Age=0')
    })

    it('reports an unavailable provider at the start and at the callback', async () => {
      provider.users.set('s-40', { preferred_username: 'patient' })
      provider.currentUser = 's-40'
      const { authorizationUrl, cookie } = await beginSignIn()
      const callbackUrl = await signInAtProvider(authorizationUrl, siteOrigin)
      provider.isUp = false
      await expectRejected(() => get(callbackUrl, pairOf(cookie)), 424, 'Acme cannot be reached at the moment.')
      const otherProvider = await server.as('admin').post('identity_providers', {
        label: 'Gone <b>away</b>',
        issuer: 'http://127.0.0.1:9',
        client_id: 'us',
      })
      const response = await get(`/login/oidc/${otherProvider.body.id}`)
      expect([response.statusCode, response.body]).toEqual([
        424,
        expect.stringContaining('Gone &lt;b&gt;away&lt;/b&gt; cannot be reached at the moment.'),
      ])
      expect(response.body).not.toMatch(/ECONN|127\.0\.0\.1/)
      await server.as('admin').delete(`identity_providers/${otherProvider.body.id}`)
      expect((await get(`/login/oidc/${otherProvider.body.id}`)).statusCode).toBe(404)
    })

    it('sends no request to a private network address unless the setting allows it', async () => {
      await server.as('admin').patch('site_settings', { outgoing_private_addresses: false })
      // Another client id bypasses the cached provider metadata.
      await updateProvider({ client_id: 'another-name' })
      provider.requests.length = 0
      try {
        const response = await get(`/login/oidc/${id}`)
        expect([response.statusCode, provider.requests]).toEqual([424, []])
      } finally {
        await updateProvider({ client_id: identityProviderClient.id })
        await server.as('admin').patch('site_settings', { outgoing_private_addresses: true })
      }
    })

    it('returns 404 when the provider is disabled', async () => {
      const { authorizationUrl, cookie } = await beginSignIn()
      provider.users.set('s-50', { preferred_username: 'latecomer' })
      provider.currentUser = 's-50'
      const callbackUrl = await signInAtProvider(authorizationUrl, siteOrigin)
      await updateProvider({ is_enabled: false })
      await expectRejected(() => get(`/login/oidc/${id}`), 404, 'Identity provider not found.')
      await expectRejected(() => get(callbackUrl, pairOf(cookie)), 404, 'Identity provider not found.')
      for (const invalidId of ['0', '999', 'x', `${id}%00`, '1e0'])
        expect((await get(`/login/oidc/${invalidId}`)).statusCode).toBeGreaterThanOrEqual(400)
    })

    it('still requires the second factor of the user', async () => {
      provider.users.set('s-55', { preferred_username: 'careful' })
      expect(await signedInLogin(await signIn('s-55'))).toBe('careful')
      const { id: userId } = await server.world.db.read
        .selectFrom('user')
        .select('id')
        .where('login', '=', 'careful')
        .executeTakeFirstOrThrow()
      await server.world.db.write(async (tx) => {
        await tx
          .insertInto('totp')
          .values({ user_id: userId, secret: 's1.none', enabled_on: 1, last_step: 0, failures: 0, failed_on: null })
          .execute()
      })
      const response = await signIn('s-55', '?return=/projects')
      expect(response.headers.location).toBe('/login?return=%2Fprojects')
      expect(await signedInLogin(response)).not.toBe('careful')
    })

    it('creates one user for two concurrent first sign-ins', async () => {
      provider.users.set('s-60', { preferred_username: 'hasty' })
      provider.currentUser = 's-60'
      const attempts = await Promise.all([beginSignIn(), beginSignIn()])
      const backs = await Promise.all(
        attempts.map(({ authorizationUrl }) => signInAtProvider(authorizationUrl, siteOrigin)),
      )
      const responses = await Promise.all(
        backs.map((callbackUrl, n) => get(callbackUrl, pairOf(attempts[n]?.cookie ?? ''))),
      )
      expect(await Promise.all(responses.map(signedInLogin))).toEqual(['hasty', 'hasty'])
    })

    it('encrypts the client secret and never returns it', async () => {
      const row = await server.world.db.read.selectFrom('identity_provider').selectAll().executeTakeFirstOrThrow()
      expect(row.client_secret).toMatch(/^s1\./)
      expect(JSON.stringify(row)).not.toContain(identityProviderClient.secret)
      const { body, text } = await server.as('admin').get('identity_providers')
      expect(text).not.toContain(identityProviderClient.secret)
      expect(body).toEqual([
        {
          id,
          label: 'Acme',
          issuer: provider.issuer,
          client_id: identityProviderClient.id,
          has_client_secret: true,
          login_claim: 'preferred_username',
          makes_accounts: true,
          links_by_email: true,
          email_domains: [],
          is_enabled: true,
          created_on: expect.any(String),
          redirect_uri: `${siteOrigin}/login/oidc/${id}/callback`,
        },
      ])
      const auditLog = JSON.stringify(await server.world.db.read.selectFrom('audit').selectAll().execute())
      expect(auditLog).not.toContain(identityProviderClient.secret)
    })
  })
})
