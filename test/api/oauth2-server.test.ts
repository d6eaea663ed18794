import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepOAuth2 } from '../../src/oauth2/commands/sweep-oauth2.ts'
import { createClock, type ManualClock } from '../kit/clock.ts'
import {
  authorizeCode,
  authorizeTokens,
  createOAuth2Client,
  createPkcePair,
  readConsent,
  redirectParams,
  registerTestApp,
  signIn,
  type TestApp,
} from '../kit/oauth2.ts'
import { countRows, onEachDatabase, openServer } from '../kit/server.ts'

const issuer = 'http://localhost:80'

onEachDatabase((dialect) =>
  describe('the OAuth2 server', () => {
    let server: Awaited<ReturnType<typeof openServer>>
    let clock: ManualClock
    let app: TestApp
    let cookie: string
    beforeAll(async () => {
      clock = createClock()
      server = await openServer(dialect, { TULIPWOOD_TIMEZONE: 'Europe/Paris' }, { clock })
      await server.createUser('alice', { realName: 'Alice Liddell' })
      app = await registerTestApp(server.world)
      cookie = await signIn(server.world, server.idOf('alice'))
    })
    afterAll(() => server.close())
    const authorize = (
      fields: Record<string, string | undefined>,
      as: string | undefined = cookie,
      method?: 'GET' | 'POST',
    ) =>
      createOAuth2Client(server).authorize(
        as,
        { response_type: 'code', client_id: app.clientId, redirect_uri: app.redirectUri, scope: 'openid', ...fields },
        method,
      )

    describe('an authorization request (docs/api/oauth2.md §3)', () => {
      const unknown = [
        ['no client id', { client_id: undefined }],
        ['a malformed client id', { client_id: 'tlp-client-id-x' }],
        ['an unknown client id', { client_id: 'tlp-client-id-999' }],
        ['no redirect URI', { redirect_uri: undefined }],
        ['another redirect URI', { redirect_uri: 'https://robot.example/elsewhere' }],
        [
          'another redirect URI and a wrong response type',
          { redirect_uri: 'https://evil.example', response_type: 'x' },
        ],
      ] as const
      it.each(unknown)('with %s returns an error page without redirect', async (_what, fields) => {
        for (const method of ['GET', 'POST'] as const) {
          for (const who of [cookie, '']) {
            const response = await authorize(fields, who, method)
            expect(response).toMatchObject({ statusCode: 403 })
            expect(response.headers['location']).toBeUndefined()
            expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
          }
        }
      })

      const rejectedRequests = [
        ['another response type', { response_type: 'token' }, 'invalid_request'],
        ['no response type', { response_type: undefined }, 'invalid_request'],
        ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
        ['a request URI', { request_uri: 'https://robot.example/r' }, 'request_uri_not_supported'],
        ['a registration', { registration: '{}' }, 'registration_not_supported'],
        ['prompt none with others', { prompt: 'none login' }, 'invalid_request'],
        ['prompt none and consent', { prompt: 'consent none' }, 'invalid_request'],
        ['a negative max_age', { max_age: '-1' }, 'invalid_request'],
        ['no scope', { scope: undefined }, 'invalid_scope'],
        ['a malformed scope', { scope: 'openid Read' }, 'invalid_scope'],
        ['an unknown scope', { scope: 'openid demo' }, 'invalid_scope'],
        ['a scope for access keys only', { scope: 'write:rest' }, 'invalid_scope'],
        [
          'a plain challenge',
          { code_challenge: createPkcePair().challenge, code_challenge_method: 'plain' },
          'invalid_request',
        ],
        ['a challenge without method', { code_challenge: createPkcePair().challenge }, 'invalid_request'],
        ['a method without challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
        [
          'a padded challenge',
          { code_challenge: `${createPkcePair().challenge}=`, code_challenge_method: 'S256' },
          'invalid_request',
        ],
        ['a short challenge', { code_challenge: 'c2hvcnQ', code_challenge_method: 'S256' }, 'invalid_request'],
        ['consent needed and prompt none', { prompt: 'none', scope: 'profile' }, 'interaction_required'],
      ] as const
      it.each(rejectedRequests)('with %s redirects to the app with an error', async (_what, fields, error) => {
        for (const method of ['GET', 'POST'] as const) {
          const response = await authorize({ state: 'a b&c=ü', ...fields }, cookie, method)
          expect(response.statusCode).toBe(method === 'GET' ? 302 : 303)
          expect(String(response.headers['location']).split('?')[0]).toBe(app.redirectUri)
          expect(redirectParams(response)).toEqual({ error, state: 'a b&c=ü', iss: issuer })
        }
      })

      it('checks its form before its scope and its scope before its challenge', async () => {
        const invalid = { response_type: 'x', request: 'x', prompt: 'none login', scope: 'x', code_challenge: 'x' }
        const errors = []
        for (const name of ['response_type', 'request', 'prompt', 'scope', 'code_challenge']) {
          errors.push(redirectParams(await authorize(invalid))['error'])
          Object.assign(invalid, { [name]: { response_type: 'code', scope: 'openid' }[name] })
        }
        expect(errors).toEqual([
          'invalid_request',
          'request_not_supported',
          'invalid_request',
          'invalid_scope',
          'invalid_request',
        ])
      })

      it('without session redirects to the sign-in page, which returns to it', async () => {
        const response = await authorize({ state: 's' }, '')
        expect(response.statusCode).toBe(302)
        const login = new URL(String(response.headers['location']), issuer)
        expect(login.pathname).toBe('/login')
        expect(login.searchParams.get('again')).toBeNull()
        const back = new URL(login.searchParams.get('return') ?? '', issuer)
        expect(back.pathname).toBe('/oauth2/authorize')
        expect(Object.fromEntries(back.searchParams)).toEqual({
          response_type: 'code',
          client_id: app.clientId,
          redirect_uri: app.redirectUri,
          scope: 'openid',
          state: 's',
        })
      })

      it('without session and with prompt none returns login_required', async () => {
        expect(redirectParams(await authorize({ prompt: 'none' }, ''))).toEqual({
          error: 'login_required',
          iss: issuer,
        })
      })

      it('with the session of a suspended user redirects to the sign-in page', async () => {
        await server.createUser('eve')
        const userCookie = await signIn(server.world, server.idOf('eve'))
        expect((await authorize({}, userCookie)).statusCode).toBe(200)
        const update = server.world.db.write((tx) =>
          tx.updateTable('user').set({ status: 'S' }).where('id', '=', server.idOf('eve')).execute(),
        )
        await update
        await server.world.db.write((tx) =>
          tx.updateTable('revision').set({ n: 1_000_000 }).where('topic', '=', 'users').execute(),
        )
        expect(String((await authorize({}, userCookie)).headers['location'])).toMatch(/^\/login/)
      })

      it('posted by another site without a cookie is repeated with GET', async () => {
        const response = await authorize({ prompt: 'none' }, '', 'POST')
        expect(response.statusCode).toBe(303)
        expect(String(response.headers['location'])).toMatch(/^\/oauth2\/authorize\?.*prompt=none/)
      })

      it.each([
        ['prompt login', { prompt: 'login' }],
        ['a sign-in as old as max_age', { max_age: '100' }],
        ['max_age 0', { max_age: '0' }],
      ])('with %s requires another sign-in once', async (_what, fields) => {
        const old = await signIn(server.world, server.idOf('alice'))
        clock.pass(100)
        const response = await authorize(fields, old)
        const login = new URL(String(response.headers['location']), issuer)
        expect(login.searchParams.get('again')).toBe('1')
        const back = login.searchParams.get('return') ?? ''
        expect(new URL(back, issuer).searchParams.get('prompt')).toBeNull()
        // A request with the old session is redirected to the sign-in page again.
        const repeated = await server.app.inject({ url: back, headers: { cookie: old } })
        expect(String(repeated.headers['location'])).toMatch(/^\/login/)
        const newCookie = await signIn(server.world, server.idOf('alice'))
        expect((await server.app.inject({ url: back, headers: { cookie: newCookie } })).statusCode).toBe(200)
      })

      it('with prompt none and a sign-in older than max_age returns login_required', async () => {
        const old = await signIn(server.world, server.idOf('alice'))
        clock.pass(50)
        expect(redirectParams(await authorize({ prompt: 'none', max_age: '50' }, old))['error']).toBe('login_required')
        expect(redirectParams(await authorize({ prompt: 'none', max_age: '51', scope: 'email' }, old))['error']).toBe(
          'interaction_required',
        )
      })

      it('ignores unknown prompts', async () => {
        expect((await authorize({ prompt: 'create' })).statusCode).toBe(200)
      })

      it('skips consent for granted scopes, but not for offline access', async () => {
        const robot = await registerTestApp(server.world, { name: 'Remembered' })
        const query = { client_id: robot.clientId }
        await authorizeCode(server, { app: robot, cookie, scope: 'openid read:project' })
        expect(redirectParams(await authorize({ ...query, scope: 'openid' }))['code']).toMatch(
          /^tlp-oauth2-ac1-\d+\.[0-9a-f]{64}$/,
        )
        expect(redirectParams(await authorize({ ...query, scope: 'read:project', prompt: 'none' }))).toMatchObject({
          iss: issuer,
        })
        expect((await authorize({ ...query, scope: 'openid email' })).statusCode).toBe(200)
        expect((await authorize({ ...query, prompt: 'consent' })).statusCode).toBe(200)
        await authorizeCode(server, { app: robot, cookie, scope: 'openid offline_access' })
        expect((await authorize({ ...query, scope: 'openid offline_access' })).statusCode).toBe(200)
        // The last grant replaced the grants before it.
        expect((await authorize({ ...query, scope: 'read:project' })).statusCode).toBe(200)
      })

      it('keeps the query parameters of the redirect URI', async () => {
        const robot = await registerTestApp(server.world, { redirectUri: 'https://robot.example/back?a=1' })
        const response = await authorize({
          client_id: robot.clientId,
          redirect_uri: robot.redirectUri,
          scope: 'x',
          state: 's',
        })
        expect(response.headers['location']).toBe(
          `https://robot.example/back?a=1&state=s&error=invalid_scope&iss=${encodeURIComponent(issuer)}`,
        )
      })

      it('requires a challenge when the app forces PKCE or is public', async () => {
        for (const options of [{ isPkceForced: true }, { isConfidential: false }]) {
          const robot = await registerTestApp(server.world, options)
          const query = { client_id: robot.clientId }
          expect(redirectParams(await authorize(query))['error']).toBe('invalid_request')
          const proof = { code_challenge: createPkcePair().challenge, code_challenge_method: 'S256' }
          expect((await authorize({ ...query, ...proof })).statusCode).toBe(200)
        }
      })
    })

    describe('the consent page', () => {
      it('shows the app, its owner, the user, the target host, and the limits of each scope', async () => {
        const robot = await registerTestApp(server.world, { name: '<b>Bold & "quoted"</b>' })
        const { body } = await authorize({
          client_id: robot.clientId,
          scope: 'read:tracker email',
          state: '"><script>',
        })
        expect(body).toContain('&lt;b&gt;Bold &amp; &quot;quoted&quot;&lt;/b&gt;')
        expect(body).not.toMatch(/<b>|<script/)
        for (const text of [
          'Alice Liddell',
          'robot.example',
          'Tracker (read only)',
          'Email address',
          'It does not allow',
        ])
          expect(body).toContain(text)
        expect(body.indexOf('>Deny<')).toBeLessThan(body.indexOf('>Authorize<'))
      })

      it('is in the language that the user chose', async () => {
        const { body, headers } = await authorize({ scope: 'read:tracker email' }, `${cookie}; language=fr`)
        expect(headers['content-language']).toBe('fr')
        for (const text of ['<html lang="fr">', 'Tracker (lecture seule)', 'Cela ne permet pas', '>Refuser<'])
          expect(body).toContain(text)
        expect(body).not.toMatch(/Deny|Authorize|It does not allow/)
      })

      it('contains the form fields of Tuleap', async () => {
        const { challenge } = createPkcePair()
        const page = await authorize({
          state: 'é"<',
          nonce: 'n',
          code_challenge: challenge,
          code_challenge_method: 'S256',
          scope: 'openid email',
          prompt: 'consent',
        })
        expect(readConsent(page).fields).toMatchObject({
          app_identifier: [app.clientId],
          redirect_uri: [app.redirectUri],
          state: ['é"<'],
          pkce_code_challenge: [Buffer.from(challenge, 'base64url').toString('hex')],
          oidc_nonce: ['n'],
          'scope[]': ['openid', 'email'],
        })
      })

      it('has a link for denial that redirects with access_denied', async () => {
        const { deny } = readConsent(await authorize({ state: 's', prompt: 'consent' }))
        expect(deny).toBe(`${app.redirectUri}?state=s&error=access_denied&iss=${encodeURIComponent(issuer)}`)
      })
    })

    describe('a token request (docs/api/oauth2.md §4, §5, §7)', () => {
      const withCode = async (fields: Record<string, string | undefined>, headers = app.basic) => {
        const code = await authorizeCode(server, { app, cookie, scope: 'openid' })
        const all = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri, ...fields }
        return createOAuth2Client(server).token(headers, all)
      }

      it('returns exactly the tokens that the scopes allow', async () => {
        const tokens = await authorizeTokens(server, { app, cookie, scope: 'email' })
        expect(Object.keys(tokens)).toEqual(['token_type', 'access_token', 'expires_in'])
        const all = await authorizeTokens(server, { app, cookie, scope: 'openid offline_access' })
        expect(all).toEqual({
          token_type: 'Bearer',
          access_token: expect.stringMatching(/^tlp-oauth2-at1-\d+\.[0-9a-f]{64}$/),
          expires_in: 3600,
          refresh_token: expect.stringMatching(/^tlp-oauth2-rt1-\d+\.[0-9a-f]{64}$/),
          id_token: expect.stringMatching(/^eyJ/),
        })
      })

      it('returns JSON that must not be cached', async () => {
        const { headers, statusCode } = await withCode({})
        expect(statusCode).toBe(200)
        expect(headers).toMatchObject({
          'content-type': 'application/json;charset=utf-8',
          'cache-control': 'no-store',
          pragma: 'no-cache',
        })
      })

      const invalid = [
        ['no grant type', { grant_type: undefined }, 'invalid_request'],
        ['no code', { code: undefined }, 'invalid_request'],
        ['no redirect URI', { redirect_uri: undefined }, 'invalid_request'],
        ['a malformed code', { code: 'x' }, 'invalid_grant'],
        ['an unknown code', { code: `tlp-oauth2-ac1-99999.${'0'.repeat(64)}` }, 'invalid_grant'],
        ['another redirect URI', { redirect_uri: 'https://robot.example/other' }, 'invalid_grant'],
        ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
        ['client credentials', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
        ['the name of an object property as grant type', { grant_type: 'constructor' }, 'unsupported_grant_type'],
        ['no refresh token', { grant_type: 'refresh_token' }, 'invalid_request'],
        ['a malformed refresh token', { grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_grant'],
        [
          'an unknown refresh token',
          { grant_type: 'refresh_token', refresh_token: `tlp-oauth2-rt1-9999.${'0'.repeat(64)}` },
          'invalid_grant',
        ],
      ] as const
      it.each(invalid)('with %s is rejected', async (_what, fields, error) => {
        const response = await withCode(fields)
        expect(response.statusCode).toBe(400)
        expect(response.json()).toEqual({ error })
        expect(response.headers['content-type']).toBe('application/json;charset=utf-8')
      })

      it('without valid app credentials returns 401 with the expected scheme', async () => {
        const other = await registerTestApp(server.world)
        const strangers: Record<string, string>[] = [
          {},
          { authorization: 'Basic x' },
          { authorization: `Bearer ${app.secret}` },
          { authorization: `Basic ${Buffer.from(`tlp-client-id-9999:${app.secret}`).toString('base64')}` },
          { authorization: `Basic ${Buffer.from(`${app.clientId}:wrong`).toString('base64')}` },
          { authorization: `Basic ${Buffer.from(`${app.clientId}:${other.secret}`).toString('base64')}` },
        ]
        const before = await countRows(server.world)
        for (const headers of strangers) {
          for (const path of ['token', 'token/revoke']) {
            const response = await server.app.inject({
              method: 'POST',
              url: `/oauth2/${path}`,
              headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
              payload: 'grant_type=authorization_code&code=x&redirect_uri=x&token=x',
            })
            expect(response.statusCode).toBe(401)
            expect(response.json()).toEqual({ error: 'invalid_client' })
            expect(response.headers['www-authenticate']).toBe(
              `Basic realm="Tulipwood OAuth2 Token ${path === 'token' ? '' : 'Revocation '}Endpoint"`,
            )
          }
        }
        expect(await countRows(server.world)).toEqual(before)
      })

      it('ignores a secret in the body', async () => {
        const response = await withCode({ client_id: app.clientId, client_secret: app.secret }, {})
        expect(response.statusCode).toBe(401)
      })

      it('accepts form-encoded credentials (RFC 6749 §2.3.1)', async () => {
        const encoded = [app.clientId, app.secret].map((text) => text.replaceAll('-', '%2D').replaceAll('.', '%2E'))
        const authorization = `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`
        expect((await withCode({}, { authorization })).statusCode).toBe(200)
      })

      it('with another content type or a body that is too long is rejected', async () => {
        const response = await server.app.inject({
          method: 'POST',
          url: '/oauth2/token',
          headers: { ...app.basic, 'content-type': 'application/json' },
          payload: '{"grant_type":"authorization_code"}',
        })
        expect([response.statusCode, response.json()]).toEqual([400, { error: 'invalid_request' }])
        const endless = await createOAuth2Client(server).token(app.basic, { grant_type: 'x'.repeat(100_000) })
        expect([endless.statusCode, endless.json()]).toEqual([400, { error: 'invalid_request' }])
      })

      it('with another method returns 405', async () => {
        const response = await server.app.inject({ method: 'GET', url: '/oauth2/token' })
        expect([response.statusCode, response.headers['allow']]).toEqual([405, 'OPTIONS, POST'])
      })

      it('is rejected a minute after the consent', async () => {
        const fields = async () => ({
          grant_type: 'authorization_code',
          redirect_uri: app.redirectUri,
          code: await authorizeCode(server, { app, cookie, scope: 'openid' }),
        })
        const [late, inTime] = [await fields(), await fields()]
        clock.pass(59)
        expect((await createOAuth2Client(server).token(app.basic, inTime)).statusCode).toBe(200)
        clock.pass(1)
        const response = await createOAuth2Client(server).token(app.basic, late)
        expect([response.statusCode, response.json()]).toEqual([400, { error: 'invalid_grant' }])
      })

      it('for a suspended user is rejected', async () => {
        await server.createUser('mallory')
        const mallorySession = await signIn(server.world, server.idOf('mallory'))
        const code = await authorizeCode(server, { app, cookie: mallorySession, scope: 'openid' })
        const { refresh_token } = await authorizeTokens(server, {
          app,
          cookie: mallorySession,
          scope: 'openid offline_access',
        })
        await server.world.db.write((tx) =>
          tx.updateTable('user').set({ status: 'S' }).where('id', '=', server.idOf('mallory')).execute(),
        )
        const responses = [
          await createOAuth2Client(server).token(app.basic, {
            grant_type: 'authorization_code',
            code,
            redirect_uri: app.redirectUri,
          }),
          await createOAuth2Client(server).token(app.basic, { grant_type: 'refresh_token', refresh_token }),
        ]
        expect(responses.map((response) => response.json())).toEqual([
          { error: 'invalid_grant' },
          { error: 'invalid_grant' },
        ])
      })
    })

    describe('refreshing (docs/api/oauth2.md §5)', () => {
      const refresh = (token: string | undefined, fields: Record<string, string> = {}, by = app) =>
        createOAuth2Client(server).token(by.basic, { grant_type: 'refresh_token', refresh_token: token, ...fields })

      it('returns new tokens without id_token and keeps the first access token valid', async () => {
        const first = await authorizeTokens(server, { app, cookie, scope: 'openid offline_access email' })
        const response = await refresh(first['refresh_token'])
        const second = response.json()
        expect(Object.keys(second)).toEqual(['token_type', 'access_token', 'expires_in', 'refresh_token'])
        expect(second.refresh_token).not.toBe(first['refresh_token'])
        for (const { access_token } of [first, second])
          expect((await createOAuth2Client(server).userinfo(access_token)).statusCode).toBe(200)
      })

      it('can narrow the scopes of the access token, but not widen them', async () => {
        const { refresh_token } = await authorizeTokens(server, { app, cookie, scope: 'openid offline_access email' })
        for (const scope of ['openid profile', 'demo', 'openid  BAD']) {
          const response = await refresh(refresh_token, { scope })
          expect([response.statusCode, response.json()]).toEqual([400, { error: 'invalid_scope' }])
        }
        const narrow = (await refresh(refresh_token, { scope: 'openid offline_access' })).json()
        expect((await createOAuth2Client(server).userinfo(narrow.access_token)).json()).toEqual({
          sub: String(server.idOf('alice')),
        })
        // RFC 6749 §6: the new refresh token has the scopes of the old one.
        const wide = (await refresh(narrow.refresh_token)).json()
        expect((await createOAuth2Client(server).userinfo(wide.access_token)).json()).toHaveProperty('email')
        const last = (await refresh(wide.refresh_token, { scope: 'openid' })).json()
        expect(last).not.toHaveProperty('refresh_token')
      })

      it('is possible for six hours after the last refresh', async () => {
        let token = (await authorizeTokens(server, { app, cookie, scope: 'offline_access' }))['refresh_token']
        for (let i = 0; i < 2; i += 1) {
          clock.pass(21_599)
          token = (await refresh(token)).json().refresh_token
          expect(token).toBeDefined()
        }
        clock.pass(21_600)
        expect((await refresh(token)).json()).toEqual({ error: 'invalid_grant' })
        cookie = await signIn(server.world, server.idOf('alice'))
      })

      it('with a token of another app is rejected and does not consume the token', async () => {
        const other = await registerTestApp(server.world)
        const { refresh_token } = await authorizeTokens(server, { app, cookie, scope: 'offline_access' })
        expect((await refresh(refresh_token, {}, other)).json()).toEqual({ error: 'invalid_grant' })
        expect((await refresh(refresh_token)).statusCode).toBe(200)
      })
    })

    describe('revocation (docs/api/oauth2.md §8)', () => {
      it.each(['access_token', 'refresh_token'] as const)('of an %s revokes the whole grant', async (kind) => {
        const tokens = await authorizeTokens(server, { app, cookie, scope: 'openid offline_access' })
        const other = await authorizeTokens(server, { app, cookie, scope: 'openid' })
        const response = await createOAuth2Client(server).revoke(app.basic, {
          token: tokens[kind],
          token_type_hint: 'nonsense',
        })
        expect([response.statusCode, response.body]).toEqual([200, ''])
        expect(response.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
        expect((await createOAuth2Client(server).userinfo(tokens['access_token'])).statusCode).toBe(401)
        const refreshed = await createOAuth2Client(server).token(app.basic, {
          grant_type: 'refresh_token',
          refresh_token: tokens['refresh_token'],
        })
        expect(refreshed.json()).toEqual({ error: 'invalid_grant' })
        expect((await createOAuth2Client(server).userinfo(other['access_token'])).statusCode).toBe(200)
      })

      it('of an unknown token or a token of another app returns 200 and changes nothing', async () => {
        const other = await registerTestApp(server.world)
        const { access_token } = await authorizeTokens(server, { app, cookie, scope: 'openid' })
        const before = await countRows(server.world)
        for (const token of ['x', `tlp-oauth2-at1-99999.${'0'.repeat(64)}`, access_token])
          expect((await createOAuth2Client(server).revoke(other.basic, { token })).statusCode).toBe(200)
        expect(await countRows(server.world)).toEqual(before)
        expect((await createOAuth2Client(server).userinfo(access_token)).statusCode).toBe(200)
      })

      it('requires a token', async () => {
        const response = await createOAuth2Client(server).revoke(app.basic, {})
        expect([response.statusCode, response.json()]).toEqual([400, { error: 'invalid_request' }])
      })
    })

    describe('userinfo (docs/api/oauth2.md §8)', () => {
      const realm = 'Bearer realm="Tulipwood OAuth2 Protected Resource"'

      it('returns the claims that the scopes allow', async () => {
        const sub = String(server.idOf('alice'))
        const of = async (scope: string) =>
          createOAuth2Client(server).userinfo((await authorizeTokens(server, { app, cookie, scope }))['access_token'])
        const bare = await of('openid')
        expect(bare.json()).toEqual({ sub })
        expect(bare.headers).toMatchObject({
          'content-type': 'application/json;charset=utf-8',
          'cache-control': 'no-store',
          pragma: 'no-cache',
        })
        expect((await of('openid email profile')).json()).toEqual({
          sub,
          email: 'alice@example.com',
          email_verified: true,
          name: 'Alice Liddell',
          preferred_username: 'alice',
          profile: `${issuer}/users/alice`,
          picture: `${issuer}/users/alice/avatar.png`,
          zoneinfo: 'Europe/Paris',
          locale: 'en-US',
        })
      })

      it('accepts POST', async () => {
        const { access_token } = await authorizeTokens(server, { app, cookie, scope: 'openid' })
        const response = await server.app.inject({
          method: 'POST',
          url: '/oauth2/userinfo',
          headers: { authorization: `Bearer ${access_token}` },
        })
        expect(response.json()).toEqual({ sub: String(server.idOf('alice')) })
      })

      it('describes the problem of a token', async () => {
        const { access_token } = await authorizeTokens(server, { app, cookie, scope: 'openid' })
        const bare = await authorizeTokens(server, { app, cookie, scope: 'email' })
        const challengeFor = async (token?: string) => {
          const { statusCode, headers, body } = await createOAuth2Client(server).userinfo(token)
          expect(body).toBe('')
          return [statusCode, headers['www-authenticate']]
        }
        expect(await challengeFor()).toEqual([401, realm])
        expect(await challengeFor('x')).toEqual([
          401,
          `${realm}, error="invalid_token", error_description="Access token is malformed"`,
        ])
        expect(await challengeFor(`${access_token?.slice(0, -64)}${'0'.repeat(64)}`)).toEqual([
          401,
          `${realm}, error="invalid_token"`,
        ])
        expect(await challengeFor(bare['access_token'])).toEqual([
          403,
          `${realm}, error="insufficient_scope", scope="openid"`,
        ])
        clock.pass(3600)
        expect(await challengeFor(access_token)).toEqual([
          401,
          `${realm}, error="invalid_token", error_description="Access token has expired"`,
        ])
      })
    })

    describe('a bearer token on the API (docs/api/authentication.md §1.4)', () => {
      const get = (url: string, token: string | undefined, scheme = 'Bearer') =>
        server.app.inject({ url: `/api/${url}`, headers: { authorization: `${scheme} ${token}` } })

      it('allows what its scope covers, until it expires', async () => {
        const { access_token } = await authorizeTokens(server, { app, cookie, scope: 'read:project' })
        expect((await get('projects', access_token)).statusCode).toBe(200)
        expect((await get('projects', access_token, 'bearer')).statusCode).toBe(200)
        for (const url of ['users/self', 'artifacts/1', 'access_keys/self']) {
          const response = await get(url, access_token)
          expect([response.statusCode, response.json().error.message]).toEqual([
            403,
            'Forbidden: The access token does not carry the scope this route needs',
          ])
        }
        clock.pass(3600)
        expect((await get('projects', access_token)).statusCode).toBe(401)
      })

      it('updates the last use of its grant at most once an hour', async () => {
        const robot = await registerTestApp(server.world)
        const { access_token } = await authorizeTokens(server, { app: robot, cookie, scope: 'read:project' })
        const lastUse = async () =>
          (
            await server.world.db.read
              .selectFrom('oauth2_grant')
              .select('last_used_on')
              .where('app_id', '=', robot.id)
              .executeTakeFirst()
          )?.last_used_on
        expect(await lastUse()).toBeNull()
        const at = clock.now()
        await get('projects', access_token)
        await expect.poll(lastUse).toBe(at)
        clock.pass(1000)
        await get('projects', access_token)
        expect(await lastUse()).toBe(at)
      })

      it('of a suspended user returns 403', async () => {
        await server.createUser('trudy')
        const userCookie = await signIn(server.world, server.idOf('trudy'))
        const { access_token } = await authorizeTokens(server, { app, cookie: userCookie, scope: 'read:project' })
        await server.app.inject({
          method: 'PATCH',
          url: `/api/users/${server.idOf('trudy')}`,
          headers: { 'x-auth-accesskey': server.keys.get('admin') },
          payload: { values: { status: 'S' } },
        })
        const response = await get('projects', access_token)
        expect([response.statusCode, response.json().error.message]).toEqual([403, 'Forbidden: Account Suspended'])
      })

      it('is revoked by a change of the password', async () => {
        await server.createUser('paul')
        const mallorySession = await signIn(server.world, server.idOf('paul'))
        const { access_token, refresh_token } = await authorizeTokens(server, {
          app,
          cookie: mallorySession,
          scope: 'openid offline_access',
        })
        const changed = await server.app.inject({
          method: 'PUT',
          url: `/api/users/${server.idOf('paul')}/password`,
          headers: { 'x-auth-accesskey': server.keys.get('admin') },
          payload: { password: 'another horse battery' },
        })
        expect(changed.statusCode).toBe(200)
        expect((await createOAuth2Client(server).userinfo(access_token)).statusCode).toBe(401)
        const refreshed = await createOAuth2Client(server).token(app.basic, {
          grant_type: 'refresh_token',
          refresh_token,
        })
        expect(refreshed.json()).toEqual({ error: 'invalid_grant' })
      })
    })

    describe('discovery', () => {
      it.each(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'])(
        'at %s returns the metadata of the server',
        async (url) => {
          const response = await server.app.inject({ url })
          expect(response.headers['content-type']).toBe('application/json;charset=utf-8')
          expect(response.json()).toMatchObject({
            issuer,
            authorization_endpoint: `${issuer}/oauth2/authorize`,
            token_endpoint: `${issuer}/oauth2/token`,
            userinfo_endpoint: `${issuer}/oauth2/userinfo`,
            jwks_uri: `${issuer}/oauth2/jwks`,
            revocation_endpoint: `${issuer}/oauth2/token/revoke`,
            response_types_supported: ['code'],
            grant_types_supported: ['authorization_code', 'refresh_token'],
            code_challenge_methods_supported: ['S256'],
            authorization_response_iss_parameter_supported: true,
            token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
          })
          expect(response.json().scopes_supported).toEqual(
            expect.arrayContaining(['openid', 'profile', 'email', 'offline_access', 'read:project', 'read:tracker']),
          )
        },
      )

      it.each([
        ['GET', '/oauth2/authorize'],
        ['POST', '/oauth2/authorize-process-consent'],
        ['POST', '/oauth2/token'],
        ['POST', '/oauth2/token/revoke'],
        ['GET', '/oauth2/userinfo'],
        ['GET', '/oauth2/jwks'],
        ['GET', '/.well-known/openid-configuration'],
        ['GET', '/.well-known/oauth-authorization-server'],
      ] as const)('%s %s over plain HTTP from another host is rejected', async (method, url) => {
        const response = await server.app.inject({ method, url, headers: { host: 'tracker.example' } })
        expect([response.statusCode, response.body]).toEqual([400, 'HTTPS is mandatory'])
        expect(response.headers['content-type']).toMatch(/^text\/plain/)
      })

      it('allows cross-origin requests only for routes without cookies', async () => {
        const open = [
          '/oauth2/token',
          '/oauth2/token/revoke',
          '/oauth2/userinfo',
          '/oauth2/jwks',
          '/.well-known/openid-configuration',
        ]
        for (const url of open) {
          const response = await server.app.inject({ method: 'OPTIONS', url })
          expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([204, '*'])
          expect(response.headers['access-control-allow-credentials']).toBeUndefined()
        }
        const page = await authorize({ prompt: 'consent' })
        expect(page.headers['access-control-allow-origin']).toBeUndefined()
      })
    })

    it('deletes only expired codes and tokens', async () => {
      await authorizeCode(server, { app, cookie, scope: 'openid' })
      const { refresh_token } = await authorizeTokens(server, { app, cookie, scope: 'openid offline_access' })
      clock.pass(4300)
      await sweepOAuth2(server.world)
      const rows = await countRows(server.world)
      expect(rows['oauth2_access_token']).toBe(0)
      const response = await createOAuth2Client(server).token(app.basic, { grant_type: 'refresh_token', refresh_token })
      expect(response.statusCode).toBe(200)
      clock.pass(30_000)
      await sweepOAuth2(server.world)
      const left = await countRows(server.world)
      expect([left['oauth2_code'], left['oauth2_refresh_token'], left['oauth2_access_token']]).toEqual([0, 0, 0])
      expect(left['oauth2_grant']).toBeGreaterThan(0)
      expect(await sweepOAuth2(server.world)).toBe(0)
    })

    it('stores no secret in plain text', async () => {
      const code = await authorizeCode(server, { app, cookie, scope: 'openid offline_access' })
      const tokens = await authorizeTokens(server, { app, cookie, scope: 'openid offline_access' })
      const secrets = [code, tokens['access_token'], tokens['refresh_token'], app.secret].map(
        (text) => text?.split('.')[1] ?? '',
      )
      const { read } = server.world.db
      const rows = await Promise.all([
        read.selectFrom('oauth2_app').selectAll().execute(),
        read.selectFrom('oauth2_code').selectAll().execute(),
        read.selectFrom('oauth2_access_token').selectAll().execute(),
        read.selectFrom('oauth2_refresh_token').selectAll().execute(),
        read.selectFrom('audit').selectAll().execute(),
        read.selectFrom('signing_key').selectAll().execute(),
      ])
      const text = JSON.stringify(rows)
      for (const secret of secrets) expect(text).not.toContain(secret)
      expect(text).not.toContain('"d\\":')
    })
  }),
)
