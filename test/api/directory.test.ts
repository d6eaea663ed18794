import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPageClient } from '../kit/browser.ts'
import {
  type IdentityProvider,
  identityProviderClient,
  signInAtProvider,
  startIdentityProvider,
} from '../kit/identity-provider.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const ours = 'http://localhost'
const callbacks = Array.from({ length: 9 }, (_, index) => `${ours}/login/directory/${index + 1}/callback`)

alwaysOnEachDatabase((dialect) => {
  describe('signing in with a company directory', () => {
    const server = createServer(dialect)
    let directory: IdentityProvider
    let id = 0

    beforeAll(async () => {
      directory = await startIdentityProvider(callbacks)
      await server
        .as('admin')
        .patch('site_settings', { outgoing_private_addresses: true, failed_sign_ins_per_minute: 1000 })
      const { body, status } = await server.as('admin').post('identity_providers', {
        label: 'Acme',
        issuer: directory.issuer,
        client_id: identityProviderClient.id,
        client_secret: identityProviderClient.secret,
        links_by_email: true,
      })
      expect(status).toBe(201)
      id = body.id
    })
    afterAll(() => directory.stop())
    beforeEach(async () => {
      Object.assign(directory, { person: null, tamper: null, isUp: true })
      directory.users.clear()
      await change({ makes_accounts: true, links_by_email: true, email_domains: [], is_enabled: true })
    })

    const change = (body: object) => server.as('admin').patch(`identity_providers/${id}`, body)
    const get = (url: string, cookie = '') =>
      server.app.inject({ method: 'GET', url: url.replace(ours, ''), headers: cookie === '' ? {} : { cookie } })
    const cookiesOf = (answer: { headers: Readonly<Record<string, unknown>> }): string[] =>
      [answer.headers['set-cookie'] ?? []].flat() as string[]
    const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }, name: string) =>
      cookiesOf(answer).find((cookie) => cookie.startsWith(`${name}=`)) ?? ''
    const pairOf = (cookie: string) => cookie.split(';')[0] ?? ''

    /** The first step: where the browser is sent, and what it keeps. */
    const begin = async (query = '') => {
      const answer = await get(`/login/directory/${id}${query}`)
      expect(answer.statusCode).toBe(303)
      return { address: String(answer.headers.location), cookie: cookieOf(answer, 'tulipwood_directory') }
    }
    const signIn = async (sub: string | null, query = '') => {
      directory.currentUser = sub
      const { address, cookie } = await begin(query)
      return get(await signInAtProvider(address, ours), pairOf(cookie))
    }
    const whoIs = async (answer: { headers: Readonly<Record<string, unknown>> }) => {
      const headers = {
        cookie: pairOf(cookieOf(answer, 'tulipwood_session')),
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
    /** Nobody is in, and nothing but a line in the book was written. */
    const refuses = async (
      attempt: () => Promise<{ statusCode: number; body: string; headers: Readonly<Record<string, unknown>> }>,
      status: number,
      sentence: string,
    ) => {
      const before = await server.rowCounts()
      const answer = await attempt()
      expect([answer.statusCode, /<main>.*<\/main>/s.exec(answer.body)?.[0]]).toEqual([
        status,
        expect.stringContaining(sentence),
      ])
      expect(cookieOf(answer, 'tulipwood_session')).toBe('')
      expect(String(answer.headers['content-security-policy'])).toContain("default-src 'none'")
      expect(await server.rowCounts()).toEqual(before)
    }

    it('makes an account the first time, and finds it the second', async () => {
      directory.users.set('s-1', {
        preferred_username: 'jdoe',
        name: 'Jane Doe',
        email: 'jane@acme.example',
        email_verified: true,
      })
      const first = await signIn('s-1')
      expect([first.statusCode, first.headers.location]).toEqual([303, '/'])
      expect(await whoIs(first)).toBe('jdoe')
      const { body } = await server.as('admin').get('site/users?query=jdoe')
      expect(body).toEqual([
        expect.objectContaining({
          real_name: 'Jane Doe',
          email: 'jane@acme.example',
          status: 'A',
          has_password: false,
          directories: [directory.issuer],
          last_signed_in_on: expect.any(String),
        }),
      ])
      // Whatever he is called there now: it is the same person.
      directory.users.set('s-1', { preferred_username: 'jane.smith', email: 'smith@acme.example' })
      const before = await server.rowCounts()
      expect(await whoIs(await signIn('s-1'))).toBe('jdoe')
      expect((await server.rowCounts())['user']).toBe(before['user'])
      expect((await server.rowCounts())['user_identity']).toBe(before['user_identity'])
      expect(await entries('directory linked')).toContainEqual([
        'jdoe',
        'jdoe',
        { issuer: directory.issuer, sub: 's-1' },
      ])
      expect((await entries('signed in'))[0]).toEqual(['jdoe', 'jdoe', { method: 'directory' }])
    })

    it('takes who is new for the account with the address that the directory has verified', async () => {
      await server.createUser('lena', { email: 'Lena@acme.example' })
      directory.users.set('s-2', { preferred_username: 'other', email: 'lena@ACME.example', email_verified: true })
      expect(await whoIs(await signIn('s-2'))).toBe('lena')
    })

    it('never goes by an address that it has not verified', async () => {
      await server.createUser('paul', { email: 'paul@acme.example' })
      const unverified = { email: 'paul@acme.example', email_verified: false }
      directory.users.set('s-3', { preferred_username: 'paul', ...unverified })
      await refuses(() => signIn('s-3'), 403, 'The name paul is taken here already')
      directory.users.set('s-4', { preferred_username: 'paula', ...unverified })
      expect(await whoIs(await signIn('s-4'))).toBe('paula')
      const { body } = await server.as('admin').get('site/users?query=paula')
      expect(body[0].email).toBe('')
    })

    it('does not go by addresses at all unless it is told to', async () => {
      await server.createUser('rosa', { email: 'rosa@acme.example' })
      await change({ links_by_email: false, makes_accounts: false })
      directory.users.set('s-5', { preferred_username: 'rosa', email: 'rosa@acme.example', email_verified: true })
      await refuses(() => signIn('s-5'), 403, 'There is no account for you here yet. Ask an administrator.')
    })

    it('gives an account of somebody there to nobody else there', async () => {
      await server.createUser('nina', { email: 'nina@acme.example' })
      const same = { email: 'nina@acme.example', email_verified: true }
      directory.users.set('s-6', { preferred_username: 'nina6', ...same })
      directory.users.set('s-7', { preferred_username: 'nina7', ...same })
      expect(await whoIs(await signIn('s-6'))).toBe('nina')
      await refuses(() => signIn('s-7'), 403, 'belongs to somebody else of the directory')
    })

    it('gives nobody the account of who only says that the address is his', async () => {
      const mara = await server.createUser('mara', { email: 'mara@acme.example', password: 'a pass phrase' })
      const browser = createPageClient(server)
      await browser.post('session', { username: 'mara', password: 'a pass phrase' })
      expect((await browser.patch(`users/${mara}`, { email: 'vera@acme.example' })).status).toBe(200)
      const claims = { preferred_username: 'vera', email: 'vera@acme.example', email_verified: true }
      directory.users.set('s-12', claims)
      expect(await whoIs(await signIn('s-12'))).toBe('vera')
      // Nor does he keep her from an account that is hers.
      await server.createUser('vera2', { email: 'vera2@acme.example' })
      await server.world.db.write((tx) =>
        tx.updateTable('user').set({ email_key: 'vera2@acme.example' }).where('id', '=', mara).execute(),
      )
      directory.users.set('s-13', { ...claims, preferred_username: 'vera13', email: 'vera2@acme.example' })
      expect(await whoIs(await signIn('s-13'))).toBe('vera2')
    })

    it('does not choose among accounts of one address', async () => {
      for (const login of ['twin1', 'twin2']) await server.createUser(login, { email: 'twins@acme.example' })
      directory.users.set('s-8', { preferred_username: 'twin3', email: 'twins@acme.example', email_verified: true })
      await refuses(() => signIn('s-8'), 403, 'Several accounts have your e-mail address')
    })

    it.each(['S', 'D', 'P'] as const)(
      'lets nobody into an account in state %s, known or by its address',
      async (status) => {
        const login = `state-${status.toLowerCase()}`
        const user = await server.createUser(login, { email: `${login}@acme.example` })
        const claims = { preferred_username: `${login}9`, email: `${login}@acme.example`, email_verified: true }
        directory.users.set(login, claims)
        await server.as('admin').patch(`users/${user}`, { status })
        await refuses(() => signIn(login), 403, 'Account ')
        await server.as('admin').patch(`users/${user}`, { status: 'A' })
        expect(await whoIs(await signIn(login))).toBe(login)
        await server.as('admin').patch(`users/${user}`, { status })
        await refuses(() => signIn(login), 403, 'Account ')
      },
    )

    it('lets in who is new with a verified address of the domains alone', async () => {
      await change({ email_domains: ['acme.example'] })
      directory.users.set('s-9', { preferred_username: 'guest9', email: 'g@evil.example', email_verified: true })
      await refuses(() => signIn('s-9'), 403, 'are not let in this way')
      directory.users.set('s-10', { preferred_username: 'guest10', email: 'g@acme.example', email_verified: false })
      await refuses(() => signIn('s-10'), 403, 'are not let in this way')
      directory.users.set('s-11', { preferred_username: 'guest11', email: 'g@acme.example', email_verified: true })
      expect(await whoIs(await signIn('s-11'))).toBe('guest11')
    })

    it('says so when somebody says no over there', async () => {
      await refuses(() => signIn(null), 403, 'Acme did not let you in.')
    })

    describe('what comes back', () => {
      beforeEach(() => {
        directory.currentUser = 's-20'
        directory.users.set('s-20', { preferred_username: 'mallory' })
      })
      const untrusted = 'is not an answer to what was asked here'
      const changed = (address: string, change: (query: URLSearchParams) => void) => {
        const url = new URL(address)
        change(url.searchParams)
        return url.href
      }

      it('is refused with another state', async () => {
        const { address, cookie } = await begin()
        const back = changed(await signInAtProvider(address, ours), (query) => query.set('state', 'x'.repeat(43)))
        await refuses(() => get(back, pairOf(cookie)), 400, untrusted)
      })

      it('is refused without a state', async () => {
        const { address, cookie } = await begin()
        const back = changed(await signInAtProvider(address, ours), (query) => query.delete('state'))
        await refuses(() => get(back, pairOf(cookie)), 400, untrusted)
      })

      it('is refused with another nonce', async () => {
        const { address, cookie } = await begin()
        const other = changed(address, (query) => query.set('nonce', 'another'))
        await refuses(async () => get(await signInAtProvider(other, ours), pairOf(cookie)), 400, untrusted)
      })

      it('is refused when the proof key was another', async () => {
        const { address, cookie } = await begin()
        const other = changed(address, (query) =>
          query.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
        )
        await refuses(async () => get(await signInAtProvider(other, ours), pairOf(cookie)), 403, 'did not let you in')
      })

      it.each(['https://other.example', null])('is refused when it says to be from %s', async (issuer) => {
        const { address, cookie } = await begin()
        const back = changed(await signInAtProvider(address, ours), (query) =>
          issuer === null ? query.delete('iss') : query.set('iss', issuer),
        )
        await refuses(() => get(back, pairOf(cookie)), 400, untrusted)
      })

      type Tampering = (claims: Record<string, unknown>, parts: readonly string[]) => string | Promise<string>
      const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed: (claims: object) => Tampering = (changes) => (claims) => directory.sign({ ...claims, ...changes })
      const now = Math.floor(Date.now() / 1000)

      it.each<[string, Tampering]>([
        [
          'of somebody else, by nobody’s hand',
          (claims, [head, , sign]) => `${head}.${encoded({ ...claims, sub: 'x' })}.${sign}`,
        ],
        ['not signed', (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
        ['of another issuer', signed({ iss: 'https://other.example' })],
        ['for another client', signed({ aud: 'other' })],
        ['for others too, given to one of them', signed({ aud: ['tulipwood', 'other'], azp: 'other' })],
        ['of another sign-in', signed({ nonce: 'another' })],
        ['of no sign-in', signed({ nonce: undefined })],
        ['too old', signed({ iat: now - 7200, exp: now - 3600 })],
        ['of nobody', signed({ sub: undefined })],
      ])('is refused when the token is %s', async (_what, tampering) => {
        directory.tamper = async (body) => {
          const parts = String(body['id_token']).split('.')
          const claims = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString())
          return { ...body, id_token: await tampering(claims, parts) }
        }
        const { address, cookie } = await begin()
        await refuses(async () => get(await signInAtProvider(address, ours), pairOf(cookie)), 400, untrusted)
      })

      it('is taken when the token is signed by the same hand as it is', async () => {
        directory.tamper = async (body) => {
          const claims = JSON.parse(Buffer.from(String(body['id_token']).split('.')[1] ?? '', 'base64url').toString())
          return { ...body, id_token: await directory.sign(claims) }
        }
        expect(await whoIs(await signIn('s-20'))).toBe('mallory')
      })

      it('is refused without a token', async () => {
        directory.tamper = ({ id_token: _, ...body }) => body
        const { address, cookie } = await begin()
        const attempt = async () => get(await signInAtProvider(address, ours), pairOf(cookie))
        await refuses(attempt, 400, untrusted)
      })

      it('is worth nothing a second time', async () => {
        const { address, cookie } = await begin()
        const back = await signInAtProvider(address, ours)
        expect((await get(back, pairOf(cookie))).statusCode).toBe(303)
        await refuses(() => get(back, pairOf(cookie)), 403, 'did not let you in')
      })

      it('is nobody’s in another browser, in that of another attempt, or after ten minutes', async () => {
        const first = await begin()
        const second = await begin()
        const back = await signInAtProvider(first.address, ours)
        const notHere = 'was not begun in this browser, or too long ago'
        await refuses(() => get(back), 400, notHere)
        await refuses(() => get(back, 'tulipwood_directory=s1.0000000000000000.AAAA'), 400, notHere)
        await refuses(() => get(back, pairOf(second.cookie)), 400, untrusted)
        const { clock } = server.world
        const now = clock.now
        try {
          Object.assign(clock, { now: () => now() + 601 })
          await refuses(() => get(back, pairOf(first.cookie)), 400, notHere)
        } finally {
          Object.assign(clock, { now })
        }
      })

      it('counts as a failed sign-in', async () => {
        await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 1 })
        try {
          const { cookie } = await begin()
          const statuses: number[] = []
          for (let n = 0; n < 3; n++)
            statuses.push((await get(`/login/directory/${id}/callback?code=guess&state=x`, pairOf(cookie))).statusCode)
          expect(statuses.at(-1)).toBe(429)
        } finally {
          await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 1000 })
        }
      })
    })

    it('asks with state, nonce and proof key, and keeps what it needs in a cookie that nobody else reads', async () => {
      const { address, cookie } = await begin()
      const { origin, searchParams } = new URL(address)
      expect(origin).toBe(directory.issuer)
      expect(Object.fromEntries(searchParams)).toEqual({
        client_id: identityProviderClient.id,
        response_type: 'code',
        redirect_uri: `${ours}/login/directory/${id}/callback`,
        scope: 'openid profile email',
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      })
      expect(cookie).toMatch(/; Path=\/login\/directory; HttpOnly; SameSite=Lax; Max-Age=600$/)
      for (const secret of ['state', 'nonce']) expect(cookie).not.toContain(searchParams.get(secret))
    })

    it('makes its cookie secure where people reach us over https', async () => {
      await server.as('admin').patch('site_settings', { public_url: 'https://tracker.example' })
      try {
        const { cookie, address } = await begin()
        expect(cookie).toMatch(/; Secure$/)
        expect(new URL(address).searchParams.get('redirect_uri')).toBe(
          `https://tracker.example/login/directory/${id}/callback`,
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
    ])('goes on to %s as %s', async (wanted, next) => {
      directory.users.set('s-30', { preferred_username: 'walker' })
      const answer = await signIn('s-30', `?return=${encodeURIComponent(wanted)}`)
      expect([answer.statusCode, answer.headers.location]).toEqual([303, next])
      // What was kept for the way is forgotten.
      expect(cookieOf(answer, 'tulipwood_directory')).toContain('Max-Age=0')
    })

    it('says so when the directory is down, at the beginning and in between', async () => {
      directory.users.set('s-40', { preferred_username: 'patient' })
      directory.currentUser = 's-40'
      const { address, cookie } = await begin()
      const back = await signInAtProvider(address, ours)
      directory.isUp = false
      await refuses(() => get(back, pairOf(cookie)), 424, 'Acme cannot be reached at the moment.')
      const elsewhere = await server.as('admin').post('identity_providers', {
        label: 'Gone <b>away</b>',
        issuer: 'http://127.0.0.1:9',
        client_id: 'us',
      })
      const answer = await get(`/login/directory/${elsewhere.body.id}`)
      expect([answer.statusCode, answer.body]).toEqual([
        424,
        expect.stringContaining('Gone &#60;b&#62;away&#60;/b&#62; cannot be reached at the moment.'),
      ])
      expect(answer.body).not.toMatch(/ECONN|127\.0\.0\.1/)
      await server.as('admin').delete(`identity_providers/${elsewhere.body.id}`)
      expect((await get(`/login/directory/${elsewhere.body.id}`)).statusCode).toBe(404)
    })

    it('goes to no address of the own network unless the setting allows it', async () => {
      await server.as('admin').patch('site_settings', { outgoing_private_addresses: false })
      // What was learnt before is another matter: it is asked anew under another name of ours.
      await change({ client_id: 'another-name' })
      directory.requests.length = 0
      try {
        const answer = await get(`/login/directory/${id}`)
        expect([answer.statusCode, directory.requests]).toEqual([424, []])
      } finally {
        await change({ client_id: identityProviderClient.id })
        await server.as('admin').patch('site_settings', { outgoing_private_addresses: true })
      }
    })

    it('is over when it is turned off', async () => {
      const { address, cookie } = await begin()
      directory.users.set('s-50', { preferred_username: 'latecomer' })
      directory.currentUser = 's-50'
      const back = await signInAtProvider(address, ours)
      await change({ is_enabled: false })
      await refuses(() => get(`/login/directory/${id}`), 404, 'Nobody signs in this way here.')
      await refuses(() => get(back, pairOf(cookie)), 404, 'Nobody signs in this way here.')
      for (const odd of ['0', '999', 'x', `${id}%00`, '1e0'])
        expect((await get(`/login/directory/${odd}`)).statusCode).toBeGreaterThanOrEqual(400)
    })

    it('asks for the second factor of the account here all the same', async () => {
      directory.users.set('s-55', { preferred_username: 'careful' })
      expect(await whoIs(await signIn('s-55'))).toBe('careful')
      const { id: userId } = await server.world.db.read
        .selectFrom('user')
        .select('id')
        .where('login', '=', 'careful')
        .executeTakeFirstOrThrow()
      await server.world.db.write(async (tx) => {
        await tx
          .insertInto('totp')
          .values({ user_id: userId, secret: 's1.none', since: 1, last_step: 0, failures: 0, failed_on: null })
          .execute()
      })
      const answer = await signIn('s-55', '?return=/projects')
      expect(answer.headers.location).toBe('/login?return=%2Fprojects')
      expect(await whoIs(answer)).not.toBe('careful')
    })

    it('makes one account of two first sign-ins at once', async () => {
      directory.users.set('s-60', { preferred_username: 'hasty' })
      directory.currentUser = 's-60'
      const ways = await Promise.all([begin(), begin()])
      const backs = await Promise.all(ways.map(({ address }) => signInAtProvider(address, ours)))
      const answers = await Promise.all(backs.map((back, n) => get(back, pairOf(ways[n]?.cookie ?? ''))))
      expect(await Promise.all(answers.map(whoIs))).toEqual(['hasty', 'hasty'])
    })

    it('keeps the secret of the client sealed, and shows it to nobody', async () => {
      const row = await server.world.db.read.selectFrom('identity_provider').selectAll().executeTakeFirstOrThrow()
      expect(row.client_secret).toMatch(/^s1\./)
      expect(JSON.stringify(row)).not.toContain(identityProviderClient.secret)
      const { body, text } = await server.as('admin').get('identity_providers')
      expect(text).not.toContain(identityProviderClient.secret)
      expect(body).toEqual([
        {
          id,
          label: 'Acme',
          issuer: directory.issuer,
          client_id: identityProviderClient.id,
          has_client_secret: true,
          login_claim: 'preferred_username',
          makes_accounts: true,
          links_by_email: true,
          email_domains: [],
          is_enabled: true,
          created_on: expect.any(String),
          redirect_uri: `${ours}/login/directory/${id}/callback`,
        },
      ])
      const book = JSON.stringify(await server.world.db.read.selectFrom('audit').selectAll().execute())
      expect(book).not.toContain(identityProviderClient.secret)
    })
  })
})
