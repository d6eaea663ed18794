import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepOAuth2 } from '../../src/site/commands/sweep-oauth2.ts'
import { createClock, type ManualClock } from '../kit/clock.ts'
import {
  authorizeCode,
  authorizeTokens,
  createPkcePair,
  oauth2Client,
  readConsent,
  redirectParams,
  registerTestApp,
  signIn,
  type TestApp,
} from '../kit/oauth2.ts'
import { alwaysOnEachDatabase, countRows, openServer } from '../kit/server.ts'

const issuer = 'http://localhost:80'

alwaysOnEachDatabase((dialect) =>
  describe('the OAuth2 server', () => {
    let served: Awaited<ReturnType<typeof openServer>>
    let clock: ManualClock
    let app: TestApp
    let cookie: string
    beforeAll(async () => {
      clock = createClock()
      served = await openServer(dialect, { TULIPWOOD_TIMEZONE: 'Europe/Paris' }, { clock })
      await served.createUser('alice', { realName: 'Alice Liddell' })
      app = await registerTestApp(served.world)
      cookie = await signIn(served.world, served.idOf('alice'))
    })
    afterAll(() => served.close())
    const ask = (
      fields: Record<string, string | undefined>,
      as: string | undefined = cookie,
      method?: 'GET' | 'POST',
    ) =>
      oauth2Client(served).authorize(
        as,
        { response_type: 'code', client_id: app.clientId, redirect_uri: app.redirectUri, scope: 'openid', ...fields },
        method,
      )

    describe('an authorization request (docs/api/oauth2.md §3)', () => {
      const unknown = [
        ['no client id', { client_id: undefined }],
        ['a malformed client id', { client_id: 'tlp-client-id-x' }],
        ['an unknown client id', { client_id: 'tlp-client-id-999' }],
        ['no redirect address', { redirect_uri: undefined }],
        ['another redirect address', { redirect_uri: 'https://robot.example/elsewhere' }],
        [
          'another redirect address and a wrong response type',
          { redirect_uri: 'https://evil.example', response_type: 'x' },
        ],
      ] as const
      it.each(unknown)('with %s is answered by a page and goes nowhere', async (_what, fields) => {
        for (const method of ['GET', 'POST'] as const) {
          for (const who of [cookie, '']) {
            const answer = await ask(fields, who, method)
            expect(answer).toMatchObject({ statusCode: 403 })
            expect(answer.headers['location']).toBeUndefined()
            expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
          }
        }
      })

      const refused = [
        ['another response type', { response_type: 'token' }, 'invalid_request'],
        ['no response type', { response_type: undefined }, 'invalid_request'],
        ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
        ['a request address', { request_uri: 'https://robot.example/r' }, 'request_uri_not_supported'],
        ['a registration', { registration: '{}' }, 'registration_not_supported'],
        ['prompt none with others', { prompt: 'none login' }, 'invalid_request'],
        ['prompt none and consent', { prompt: 'consent none' }, 'invalid_request'],
        ['a max_age that is no number', { max_age: '-1' }, 'invalid_request'],
        ['no scope', { scope: undefined }, 'invalid_scope'],
        ['a malformed scope', { scope: 'openid Read' }, 'invalid_scope'],
        ['an unknown scope', { scope: 'openid demo' }, 'invalid_scope'],
        ['a scope of access keys alone', { scope: 'write:rest' }, 'invalid_scope'],
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
      it.each(refused)('with %s is refused at the app', async (_what, fields, error) => {
        for (const method of ['GET', 'POST'] as const) {
          const answer = await ask({ state: 'a b&c=ü', ...fields }, cookie, method)
          expect(answer.statusCode).toBe(method === 'GET' ? 302 : 303)
          expect(String(answer.headers['location']).split('?')[0]).toBe(app.redirectUri)
          expect(redirectParams(answer)).toEqual({ error, state: 'a b&c=ü', iss: issuer })
        }
      })

      it('is refused for its form before its scope, and for its scope before its challenge', async () => {
        const wrong = { response_type: 'x', request: 'x', prompt: 'none login', scope: 'x', code_challenge: 'x' }
        const seen = []
        for (const name of ['response_type', 'request', 'prompt', 'scope', 'code_challenge']) {
          seen.push(redirectParams(await ask(wrong))['error'])
          Object.assign(wrong, { [name]: { response_type: 'code', scope: 'openid' }[name] })
        }
        expect(seen).toEqual([
          'invalid_request',
          'request_not_supported',
          'invalid_request',
          'invalid_scope',
          'invalid_request',
        ])
      })

      it('of nobody goes to the sign-in page and comes back', async () => {
        const answer = await ask({ state: 's' }, '')
        expect(answer.statusCode).toBe(302)
        const login = new URL(String(answer.headers['location']), issuer)
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

      it('of nobody with prompt none is refused', async () => {
        expect(redirectParams(await ask({ prompt: 'none' }, ''))).toEqual({ error: 'login_required', iss: issuer })
      })

      it('of somebody whose account was suspended is one of nobody', async () => {
        await served.createUser('eve')
        const hers = await signIn(served.world, served.idOf('eve'))
        expect((await ask({}, hers)).statusCode).toBe(200)
        const update = served.world.db.write((tx) =>
          tx.updateTable('user').set({ status: 'S' }).where('id', '=', served.idOf('eve')).execute(),
        )
        await update
        await served.world.db.write((tx) =>
          tx.updateTable('revision').set({ n: 1_000_000 }).where('subject', '=', 'users').execute(),
        )
        expect(String((await ask({}, hers)).headers['location'])).toMatch(/^\/login/)
      })

      it('that was posted by another site, without our cookie, is asked for again with it', async () => {
        const answer = await ask({ prompt: 'none' }, '', 'POST')
        expect(answer.statusCode).toBe(303)
        expect(String(answer.headers['location'])).toMatch(/^\/oauth2\/authorize\?.*prompt=none/)
      })

      it.each([
        ['prompt login', { prompt: 'login' }],
        ['a sign-in as old as max_age', { max_age: '100' }],
        ['max_age 0', { max_age: '0' }],
      ])('with %s asks for the password again, and once', async (_what, fields) => {
        const old = await signIn(served.world, served.idOf('alice'))
        clock.pass(100)
        const answer = await ask(fields, old)
        const login = new URL(String(answer.headers['location']), issuer)
        expect(login.searchParams.get('again')).toBe('1')
        const back = login.searchParams.get('return') ?? ''
        expect(new URL(back, issuer).searchParams.get('prompt')).toBeNull()
        // Who comes back without having signed in is sent again.
        const stubborn = await served.app.inject({ url: back, headers: { cookie: old } })
        expect(String(stubborn.headers['location'])).toMatch(/^\/login/)
        const anew = await signIn(served.world, served.idOf('alice'))
        expect((await served.app.inject({ url: back, headers: { cookie: anew } })).statusCode).toBe(200)
      })

      it('with prompt none and an old sign-in is refused', async () => {
        const old = await signIn(served.world, served.idOf('alice'))
        clock.pass(50)
        expect(redirectParams(await ask({ prompt: 'none', max_age: '50' }, old))['error']).toBe('login_required')
        expect(redirectParams(await ask({ prompt: 'none', max_age: '51', scope: 'email' }, old))['error']).toBe(
          'interaction_required',
        )
      })

      it('passes over prompts it does not know', async () => {
        expect((await ask({ prompt: 'create' })).statusCode).toBe(200)
      })

      it('is asked about once for the scopes that were granted, and each time for offline access', async () => {
        const robot = await registerTestApp(served.world, { name: 'Asked once' })
        const asking = { client_id: robot.clientId }
        await authorizeCode(served, { app: robot, cookie, scope: 'openid read:project' })
        expect(redirectParams(await ask({ ...asking, scope: 'openid' }))['code']).toMatch(
          /^tlp-oauth2-ac1-\d+\.[0-9a-f]{64}$/,
        )
        expect(redirectParams(await ask({ ...asking, scope: 'read:project', prompt: 'none' }))).toMatchObject({
          iss: issuer,
        })
        expect((await ask({ ...asking, scope: 'openid email' })).statusCode).toBe(200)
        expect((await ask({ ...asking, prompt: 'consent' })).statusCode).toBe(200)
        await authorizeCode(served, { app: robot, cookie, scope: 'openid offline_access' })
        expect((await ask({ ...asking, scope: 'openid offline_access' })).statusCode).toBe(200)
        // What was granted last stands in place of what was granted before.
        expect((await ask({ ...asking, scope: 'read:project' })).statusCode).toBe(200)
      })

      it('keeps the parameters that the redirect address has', async () => {
        const robot = await registerTestApp(served.world, { redirectUri: 'https://robot.example/back?a=1' })
        const answer = await ask({ client_id: robot.clientId, redirect_uri: robot.redirectUri, scope: 'x', state: 's' })
        expect(answer.headers['location']).toBe(
          `https://robot.example/back?a=1&state=s&error=invalid_scope&iss=${encodeURIComponent(issuer)}`,
        )
      })

      it('of an app that forces PKCE needs a challenge; so does one of a public app', async () => {
        for (const wanted of [{ isPkceForced: true }, { isConfidential: false }]) {
          const robot = await registerTestApp(served.world, wanted)
          const asking = { client_id: robot.clientId }
          expect(redirectParams(await ask(asking))['error']).toBe('invalid_request')
          const proof = { code_challenge: createPkcePair().challenge, code_challenge_method: 'S256' }
          expect((await ask({ ...asking, ...proof })).statusCode).toBe(200)
        }
      })
    })

    describe('the consent page', () => {
      it('names the app, its owner, the person, where it leads, and what each scope allows and does not', async () => {
        const robot = await registerTestApp(served.world, { name: '<b>Bold & "quoted"</b>' })
        const { body } = await ask({ client_id: robot.clientId, scope: 'read:tracker email', state: '"><script>' })
        expect(body).toContain('&#60;b&#62;Bold &#38; &#34;quoted&#34;&#60;/b&#62;')
        expect(body).not.toMatch(/<b>|<script/)
        for (const text of [
          'Alice Liddell',
          'robot.example',
          'Tracker (read only)',
          'Email address',
          'It does not allow',
        ])
          expect(body).toContain(text)
        expect(body.indexOf('>Deny<')).toBeLessThan(body.indexOf('>Authorise<'))
      })

      it('posts what Tuleap posts', async () => {
        const { challenge } = createPkcePair()
        const page = await ask({
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

      it('leads back with access_denied who denies', async () => {
        const { deny } = readConsent(await ask({ state: 's', prompt: 'consent' }))
        expect(deny).toBe(`${app.redirectUri}?state=s&error=access_denied&iss=${encodeURIComponent(issuer)}`)
      })
    })

    describe('a token request (docs/api/oauth2.md §4, §5, §7)', () => {
      const withCode = async (fields: Record<string, string | undefined>, headers = app.basic) => {
        const code = await authorizeCode(served, { app, cookie, scope: 'openid' })
        const all = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri, ...fields }
        return oauth2Client(served).token(headers, all)
      }

      it('gives exactly what the scopes say', async () => {
        const tokens = await authorizeTokens(served, { app, cookie, scope: 'email' })
        expect(Object.keys(tokens)).toEqual(['token_type', 'access_token', 'expires_in'])
        const all = await authorizeTokens(served, { app, cookie, scope: 'openid offline_access' })
        expect(all).toEqual({
          token_type: 'Bearer',
          access_token: expect.stringMatching(/^tlp-oauth2-at1-\d+\.[0-9a-f]{64}$/),
          expires_in: 3600,
          refresh_token: expect.stringMatching(/^tlp-oauth2-rt1-\d+\.[0-9a-f]{64}$/),
          id_token: expect.stringMatching(/^eyJ/),
        })
      })

      it('is answered in JSON that nobody keeps', async () => {
        const { headers, statusCode } = await withCode({})
        expect(statusCode).toBe(200)
        expect(headers).toMatchObject({
          'content-type': 'application/json;charset=utf-8',
          'cache-control': 'no-store',
          pragma: 'no-cache',
        })
      })

      const wrong = [
        ['no grant type', { grant_type: undefined }, 'invalid_request'],
        ['no code', { code: undefined }, 'invalid_request'],
        ['no redirect address', { redirect_uri: undefined }, 'invalid_request'],
        ['a malformed code', { code: 'x' }, 'invalid_grant'],
        ['an unknown code', { code: `tlp-oauth2-ac1-99999.${'0'.repeat(64)}` }, 'invalid_grant'],
        ['another redirect address', { redirect_uri: 'https://robot.example/other' }, 'invalid_grant'],
        ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
        ['client credentials', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
        ['a grant type of every object', { grant_type: 'constructor' }, 'unsupported_grant_type'],
        ['no refresh token', { grant_type: 'refresh_token' }, 'invalid_request'],
        ['a malformed refresh token', { grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_grant'],
        [
          'an unknown refresh token',
          { grant_type: 'refresh_token', refresh_token: `tlp-oauth2-rt1-9999.${'0'.repeat(64)}` },
          'invalid_grant',
        ],
      ] as const
      it.each(wrong)('with %s is refused', async (_what, fields, error) => {
        const answer = await withCode(fields)
        expect(answer.statusCode).toBe(400)
        expect(answer.json()).toEqual({ error })
        expect(answer.headers['content-type']).toBe('application/json;charset=utf-8')
      })

      it('without its app, or with a wrong one, is told which scheme to use', async () => {
        const other = await registerTestApp(served.world)
        const strangers: Record<string, string>[] = [
          {},
          { authorization: 'Basic x' },
          { authorization: `Bearer ${app.secret}` },
          { authorization: `Basic ${Buffer.from(`tlp-client-id-9999:${app.secret}`).toString('base64')}` },
          { authorization: `Basic ${Buffer.from(`${app.clientId}:wrong`).toString('base64')}` },
          { authorization: `Basic ${Buffer.from(`${app.clientId}:${other.secret}`).toString('base64')}` },
        ]
        const before = await countRows(served.world)
        for (const headers of strangers) {
          for (const path of ['token', 'token/revoke']) {
            const answer = await served.app.inject({
              method: 'POST',
              url: `/oauth2/${path}`,
              headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
              payload: 'grant_type=authorization_code&code=x&redirect_uri=x&token=x',
            })
            expect(answer.statusCode).toBe(401)
            expect(answer.json()).toEqual({ error: 'invalid_client' })
            expect(answer.headers['www-authenticate']).toBe(
              `Basic realm="Tulipwood OAuth2 Token ${path === 'token' ? '' : 'Revocation '}Endpoint"`,
            )
          }
        }
        expect(await countRows(served.world)).toEqual(before)
      })

      it('does not read a secret from the body', async () => {
        const answer = await withCode({ client_id: app.clientId, client_secret: app.secret }, {})
        expect(answer.statusCode).toBe(401)
      })

      it('takes form-encoded credentials (RFC 6749 §2.3.1)', async () => {
        const encoded = [app.clientId, app.secret].map((text) => text.replaceAll('-', '%2D').replaceAll('.', '%2E'))
        const authorization = `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`
        expect((await withCode({}, { authorization })).statusCode).toBe(200)
      })

      it('in another form than a form is refused', async () => {
        const answer = await served.app.inject({
          method: 'POST',
          url: '/oauth2/token',
          headers: { ...app.basic, 'content-type': 'application/json' },
          payload: '{"grant_type":"authorization_code"}',
        })
        expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid_request' }])
        const endless = await oauth2Client(served).token(app.basic, { grant_type: 'x'.repeat(100_000) })
        expect([endless.statusCode, endless.json()]).toEqual([400, { error: 'invalid_request' }])
      })

      it('with a method it does not know is refused', async () => {
        const answer = await served.app.inject({ method: 'GET', url: '/oauth2/token' })
        expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'OPTIONS, POST'])
      })

      it('comes within a minute of the consent', async () => {
        const fields = async () => ({
          grant_type: 'authorization_code',
          redirect_uri: app.redirectUri,
          code: await authorizeCode(served, { app, cookie, scope: 'openid' }),
        })
        const [late, inTime] = [await fields(), await fields()]
        clock.pass(59)
        expect((await oauth2Client(served).token(app.basic, inTime)).statusCode).toBe(200)
        clock.pass(1)
        const answer = await oauth2Client(served).token(app.basic, late)
        expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid_grant' }])
      })

      it('of a suspended account is refused', async () => {
        await served.createUser('mallory')
        const his = await signIn(served.world, served.idOf('mallory'))
        const code = await authorizeCode(served, { app, cookie: his, scope: 'openid' })
        const { refresh_token } = await authorizeTokens(served, { app, cookie: his, scope: 'openid offline_access' })
        await served.world.db.write((tx) =>
          tx.updateTable('user').set({ status: 'S' }).where('id', '=', served.idOf('mallory')).execute(),
        )
        const answers = [
          await oauth2Client(served).token(app.basic, {
            grant_type: 'authorization_code',
            code,
            redirect_uri: app.redirectUri,
          }),
          await oauth2Client(served).token(app.basic, { grant_type: 'refresh_token', refresh_token }),
        ]
        expect(answers.map((answer) => answer.json())).toEqual([{ error: 'invalid_grant' }, { error: 'invalid_grant' }])
      })
    })

    describe('refreshing (docs/api/oauth2.md §5)', () => {
      const refresh = (token: string | undefined, fields: Record<string, string> = {}, by = app) =>
        oauth2Client(served).token(by.basic, { grant_type: 'refresh_token', refresh_token: token, ...fields })

      it('gives new tokens, no id_token, and the first access token stays', async () => {
        const first = await authorizeTokens(served, { app, cookie, scope: 'openid offline_access email' })
        const answer = await refresh(first['refresh_token'])
        const second = answer.json()
        expect(Object.keys(second)).toEqual(['token_type', 'access_token', 'expires_in', 'refresh_token'])
        expect(second.refresh_token).not.toBe(first['refresh_token'])
        for (const { access_token } of [first, second])
          expect((await oauth2Client(served).userinfo(access_token)).statusCode).toBe(200)
      })

      it('may narrow what the access token opens, and not widen it', async () => {
        const { refresh_token } = await authorizeTokens(served, { app, cookie, scope: 'openid offline_access email' })
        for (const scope of ['openid profile', 'demo', 'openid  BAD']) {
          const answer = await refresh(refresh_token, { scope })
          expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid_scope' }])
        }
        const narrow = (await refresh(refresh_token, { scope: 'openid offline_access' })).json()
        expect((await oauth2Client(served).userinfo(narrow.access_token)).json()).toEqual({
          sub: String(served.idOf('alice')),
        })
        // RFC 6749 §6: the new refresh token is for what the old one was for.
        const wide = (await refresh(narrow.refresh_token)).json()
        expect((await oauth2Client(served).userinfo(wide.access_token)).json()).toHaveProperty('email')
        const last = (await refresh(wide.refresh_token, { scope: 'openid' })).json()
        expect(last).not.toHaveProperty('refresh_token')
      })

      it('lasts six hours from the last time', async () => {
        let token = (await authorizeTokens(served, { app, cookie, scope: 'offline_access' }))['refresh_token']
        for (let i = 0; i < 2; i += 1) {
          clock.pass(21_599)
          token = (await refresh(token)).json().refresh_token
          expect(token).toBeDefined()
        }
        clock.pass(21_600)
        expect((await refresh(token)).json()).toEqual({ error: 'invalid_grant' })
        cookie = await signIn(served.world, served.idOf('alice'))
      })

      it('of a token of another app is refused, and costs the right one nothing', async () => {
        const other = await registerTestApp(served.world)
        const { refresh_token } = await authorizeTokens(served, { app, cookie, scope: 'offline_access' })
        expect((await refresh(refresh_token, {}, other)).json()).toEqual({ error: 'invalid_grant' })
        expect((await refresh(refresh_token)).statusCode).toBe(200)
      })
    })

    describe('revocation (docs/api/oauth2.md §8)', () => {
      it.each(['access_token', 'refresh_token'] as const)('of an %s ends the whole grant', async (kind) => {
        const tokens = await authorizeTokens(served, { app, cookie, scope: 'openid offline_access' })
        const other = await authorizeTokens(served, { app, cookie, scope: 'openid' })
        const answer = await oauth2Client(served).revoke(app.basic, {
          token: tokens[kind],
          token_type_hint: 'nonsense',
        })
        expect([answer.statusCode, answer.body]).toEqual([200, ''])
        expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
        expect((await oauth2Client(served).userinfo(tokens['access_token'])).statusCode).toBe(401)
        const refreshed = await oauth2Client(served).token(app.basic, {
          grant_type: 'refresh_token',
          refresh_token: tokens['refresh_token'],
        })
        expect(refreshed.json()).toEqual({ error: 'invalid_grant' })
        expect((await oauth2Client(served).userinfo(other['access_token'])).statusCode).toBe(200)
      })

      it('of what is no token, or one of another app, changes nothing and is no mistake', async () => {
        const other = await registerTestApp(served.world)
        const { access_token } = await authorizeTokens(served, { app, cookie, scope: 'openid' })
        const before = await countRows(served.world)
        for (const token of ['x', `tlp-oauth2-at1-99999.${'0'.repeat(64)}`, access_token])
          expect((await oauth2Client(served).revoke(other.basic, { token })).statusCode).toBe(200)
        expect(await countRows(served.world)).toEqual(before)
        expect((await oauth2Client(served).userinfo(access_token)).statusCode).toBe(200)
      })

      it('needs a token', async () => {
        const answer = await oauth2Client(served).revoke(app.basic, {})
        expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid_request' }])
      })
    })

    describe('userinfo (docs/api/oauth2.md §8)', () => {
      const realm = 'Bearer realm="Tulipwood OAuth2 Protected Resource"'

      it('says what the scopes allow', async () => {
        const sub = String(served.idOf('alice'))
        const of = async (scope: string) =>
          oauth2Client(served).userinfo((await authorizeTokens(served, { app, cookie, scope }))['access_token'])
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

      it('is posted as well', async () => {
        const { access_token } = await authorizeTokens(served, { app, cookie, scope: 'openid' })
        const answer = await served.app.inject({
          method: 'POST',
          url: '/oauth2/userinfo',
          headers: { authorization: `Bearer ${access_token}` },
        })
        expect(answer.json()).toEqual({ sub: String(served.idOf('alice')) })
      })

      it('says what is wrong with a token', async () => {
        const { access_token } = await authorizeTokens(served, { app, cookie, scope: 'openid' })
        const bare = await authorizeTokens(served, { app, cookie, scope: 'email' })
        const challengeFor = async (token?: string) => {
          const { statusCode, headers, body } = await oauth2Client(served).userinfo(token)
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
        served.app.inject({ url: `/api/${url}`, headers: { authorization: `${scheme} ${token}` } })

      it('opens what its scope covers, until it is over', async () => {
        const { access_token } = await authorizeTokens(served, { app, cookie, scope: 'read:project' })
        expect((await get('projects', access_token)).statusCode).toBe(200)
        expect((await get('projects', access_token, 'bearer')).statusCode).toBe(200)
        for (const url of ['users/self', 'artifacts/1', 'access_keys/self']) {
          const answer = await get(url, access_token)
          expect([answer.statusCode, answer.json().error.message]).toEqual([
            403,
            'Forbidden: The access token does not carry the scope this route needs',
          ])
        }
        clock.pass(3600)
        expect((await get('projects', access_token)).statusCode).toBe(401)
      })

      it('is noted as used by its app, to the hour', async () => {
        const robot = await registerTestApp(served.world)
        const { access_token } = await authorizeTokens(served, { app: robot, cookie, scope: 'read:project' })
        const lastUse = async () =>
          (
            await served.world.db.read
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

      it('of a suspended account says so', async () => {
        await served.createUser('trudy')
        const hers = await signIn(served.world, served.idOf('trudy'))
        const { access_token } = await authorizeTokens(served, { app, cookie: hers, scope: 'read:project' })
        await served.app.inject({
          method: 'PATCH',
          url: `/api/users/${served.idOf('trudy')}`,
          headers: { 'x-auth-accesskey': served.keys.get('admin') },
          payload: { values: { status: 'S' } },
        })
        const answer = await get('projects', access_token)
        expect([answer.statusCode, answer.json().error.message]).toEqual([403, 'Forbidden: Account Suspended'])
      })

      it('ends with the password', async () => {
        await served.createUser('paul')
        const his = await signIn(served.world, served.idOf('paul'))
        const { access_token, refresh_token } = await authorizeTokens(served, {
          app,
          cookie: his,
          scope: 'openid offline_access',
        })
        const changed = await served.app.inject({
          method: 'PUT',
          url: `/api/users/${served.idOf('paul')}/password`,
          headers: { 'x-auth-accesskey': served.keys.get('admin') },
          payload: { password: 'another horse battery' },
        })
        expect(changed.statusCode).toBe(200)
        expect((await oauth2Client(served).userinfo(access_token)).statusCode).toBe(401)
        const refreshed = await oauth2Client(served).token(app.basic, { grant_type: 'refresh_token', refresh_token })
        expect(refreshed.json()).toEqual({ error: 'invalid_grant' })
      })
    })

    describe('discovery', () => {
      it.each(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'])(
        'at %s says what there is',
        async (url) => {
          const answer = await served.app.inject({ url })
          expect(answer.headers['content-type']).toBe('application/json;charset=utf-8')
          expect(answer.json()).toMatchObject({
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
          expect(answer.json().scopes_supported).toEqual(
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
      ] as const)('%s %s over plain http from afar is refused', async (method, url) => {
        const answer = await served.app.inject({ method, url, headers: { host: 'tracker.example' } })
        expect([answer.statusCode, answer.body]).toEqual([400, 'HTTPS is mandatory'])
        expect(answer.headers['content-type']).toMatch(/^text\/plain/)
      })

      it('lets scripts of any site ask what no cookie opens, and nothing else', async () => {
        const open = [
          '/oauth2/token',
          '/oauth2/token/revoke',
          '/oauth2/userinfo',
          '/oauth2/jwks',
          '/.well-known/openid-configuration',
        ]
        for (const url of open) {
          const answer = await served.app.inject({ method: 'OPTIONS', url })
          expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([204, '*'])
          expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
        }
        const page = await ask({ prompt: 'consent' })
        expect(page.headers['access-control-allow-origin']).toBeUndefined()
      })
    })

    it('forgets what is over, and nothing else', async () => {
      await authorizeCode(served, { app, cookie, scope: 'openid' })
      const { refresh_token } = await authorizeTokens(served, { app, cookie, scope: 'openid offline_access' })
      clock.pass(4300)
      await sweepOAuth2(served.world)
      const rows = await countRows(served.world)
      expect(rows['oauth2_access_token']).toBe(0)
      const answer = await oauth2Client(served).token(app.basic, { grant_type: 'refresh_token', refresh_token })
      expect(answer.statusCode).toBe(200)
      clock.pass(30_000)
      await sweepOAuth2(served.world)
      const left = await countRows(served.world)
      expect([left['oauth2_code'], left['oauth2_refresh_token'], left['oauth2_access_token']]).toEqual([0, 0, 0])
      expect(left['oauth2_grant']).toBeGreaterThan(0)
      expect(await sweepOAuth2(served.world)).toBe(0)
    })

    it('keeps no secret in clear', async () => {
      const code = await authorizeCode(served, { app, cookie, scope: 'openid offline_access' })
      const tokens = await authorizeTokens(served, { app, cookie, scope: 'openid offline_access' })
      const secrets = [code, tokens['access_token'], tokens['refresh_token'], app.secret].map(
        (text) => text?.split('.')[1] ?? '',
      )
      const { read } = served.world.db
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
