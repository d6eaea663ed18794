import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authorizeCode,
  authorizeTokens,
  createOAuth2Client,
  createPkcePair,
  encodeForm,
  readConsent,
  redirectParams,
  registerTestApp,
  signIn,
  type TestApp,
} from '../kit/oauth2.ts'
import { countRows, onEachDatabase, openServer } from '../kit/server.ts'

/** Attacks from RFC 9700, RFC 6819 and the list of the OpenID Foundation. */
onEachDatabase((dialect) =>
  describe('attacks on the OAuth2 server', () => {
    let server: Awaited<ReturnType<typeof openServer>>
    let app: TestApp
    let evil: TestApp
    let cookie: string
    beforeAll(async () => {
      server = await openServer(dialect, {})
      for (const login of ['alice', 'mallory']) await server.createUser(login)
      app = await registerTestApp(server.world, { name: 'Honest' })
      evil = await registerTestApp(server.world, { name: 'Evil', redirectUri: 'https://evil.example/back' })
      cookie = await signIn(server.world, server.idOf('alice'))
    })
    afterAll(() => server.close())

    const redeem = (code: string, by: TestApp = app, fields: Record<string, string | undefined> = {}) =>
      createOAuth2Client(server).token(by.basic, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: by.redirectUri,
        ...(Object.keys(by.basic).length === 0 ? { client_id: by.clientId } : {}),
        ...fields,
      })
    const refresh = (token: string | undefined, by: TestApp = app) =>
      createOAuth2Client(server).token(by.basic, { grant_type: 'refresh_token', refresh_token: token })
    const isAlive = async (token: string | undefined) =>
      (await createOAuth2Client(server).userinfo(token)).statusCode === 200
    const authorize = (fields: Record<string, string | undefined>, as = cookie) =>
      createOAuth2Client(server).authorize(as, {
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: app.redirectUri,
        scope: 'openid',
        prompt: 'consent',
        ...fields,
      })

    describe('authorization codes', () => {
      it('reusing a code revokes all tokens from its first use (RFC 6749 §4.1.2)', async () => {
        const code = await authorizeCode(server, { app, cookie, scope: 'openid offline_access' })
        const first = (await redeem(code)).json()
        const second = (await refresh(first.refresh_token)).json()
        expect(await isAlive(second.access_token)).toBe(true)
        expect((await redeem(code)).json()).toEqual({ error: 'invalid_grant' })
        for (const { access_token } of [first, second]) expect(await isAlive(access_token)).toBe(false)
        expect((await refresh(second.refresh_token)).json()).toEqual({ error: 'invalid_grant' })
      })

      it('of several concurrent uses of a code at most one returns tokens, which are then revoked', async () => {
        const code = await authorizeCode(server, { app, cookie, scope: 'openid offline_access' })
        const responses = await Promise.all(Array.from({ length: 6 }, () => redeem(code)))
        const successful = responses.filter(({ statusCode }) => statusCode === 200)
        expect(successful).toHaveLength(1)
        expect(responses.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5)
        expect(await isAlive(successful[0]?.json().access_token)).toBe(false)
      })

      it('a code is invalid for another app, whose attempt does not consume it (RFC 9700 §4.5)', async () => {
        const code = await authorizeCode(server, { app, cookie, scope: 'openid' })
        const before = await countRows(server.world)
        for (const redirect_uri of [app.redirectUri, evil.redirectUri]) {
          const response = await redeem(code, evil, { redirect_uri })
          expect([response.statusCode, response.json()]).toEqual([400, { error: 'invalid_grant' }])
        }
        expect(await countRows(server.world)).toEqual(before)
        expect((await redeem(code)).statusCode).toBe(200)
      })

      it('a code is bound to its redirect URI, and a wrong one consumes the code', async () => {
        for (const redirect_uri of [`${app.redirectUri}/`, evil.redirectUri, app.redirectUri.toUpperCase()]) {
          const code = await authorizeCode(server, { app, cookie, scope: 'openid' })
          expect((await redeem(code, app, { redirect_uri })).json()).toEqual({ error: 'invalid_grant' })
          expect((await redeem(code)).json()).toEqual({ error: 'invalid_grant' })
        }
      })

      it("a code is bound to the port of a public app on the user's machine", async () => {
        const { verifier, challenge } = createPkcePair()
        const robot = await registerTestApp(server.world, {
          redirectUri: 'http://localhost/back',
          isConfidential: false,
        })
        const at = (port: number) => `http://localhost:${port}/back`
        const code = await authorizeCode(server, {
          app: robot,
          cookie,
          scope: 'openid',
          challenge,
          redirectUri: at(5000),
        })
        const response = await redeem(code, robot, { redirect_uri: at(5001), code_verifier: verifier })
        expect(response.json()).toEqual({ error: 'invalid_grant' })
      })

      it('a code with a changed number or secret is invalid', async () => {
        const code = await authorizeCode(server, { app, cookie, scope: 'openid' })
        const [prefix, digits] = code.split('.') as [string, string]
        const flipped = `${digits.slice(0, -1)}${digits.endsWith('0') ? '1' : '0'}`
        const number = Number(prefix.split('-').at(-1))
        for (const forged of [`${prefix}.${flipped}`, `tlp-oauth2-ac1-${number - 1}.${digits}`, prefix, digits])
          expect((await redeem(forged)).json()).toEqual({ error: 'invalid_grant' })
        expect((await redeem(code)).statusCode).toBe(200)
      })

      it('codes, access tokens and refresh tokens are not interchangeable', async () => {
        const { access_token = '', refresh_token = '' } = await authorizeTokens(server, {
          app,
          cookie,
          scope: 'openid offline_access',
        })
        const code = await authorizeCode(server, { app, cookie, scope: 'openid' })
        expect((await redeem(access_token)).statusCode).toBe(400)
        expect((await redeem(refresh_token)).statusCode).toBe(400)
        expect((await refresh(access_token)).statusCode).toBe(400)
        expect((await refresh(code)).statusCode).toBe(400)
        for (const token of [code, refresh_token, app.secret]) expect(await isAlive(token)).toBe(false)
        expect(await isAlive(access_token)).toBe(true)
      })
    })

    describe('PKCE', () => {
      it('a stolen code without its verifier is invalid, and the attempt consumes the code', async () => {
        const { verifier, challenge } = createPkcePair()
        for (const wrong of [undefined, createPkcePair().verifier, challenge, 'short', `${verifier}=`]) {
          const code = await authorizeCode(server, { app, cookie, scope: 'openid', challenge })
          expect((await redeem(code, app, { code_verifier: wrong })).json()).toEqual({ error: 'invalid_grant' })
          expect((await redeem(code, app, { code_verifier: verifier })).json()).toEqual({ error: 'invalid_grant' })
        }
      })

      it('a verifier is rejected when the challenge was removed from the request (RFC 9700 §4.8.2)', async () => {
        const code = await authorizeCode(server, { app, cookie, scope: 'openid' })
        expect((await redeem(code, app, { code_verifier: createPkcePair().verifier })).json()).toEqual({
          error: 'invalid_grant',
        })
      })

      it('a forced challenge cannot be omitted or downgraded to plain', async () => {
        const forced = await registerTestApp(server.world, { isPkceForced: true })
        const { verifier, challenge } = createPkcePair()
        for (const fields of [
          {},
          { code_challenge: verifier },
          { code_challenge: verifier, code_challenge_method: 'plain' },
          { code_challenge: challenge, code_challenge_method: 's256' },
          { code_challenge: challenge, code_challenge_method: '' },
        ]) {
          const response = await authorize({ client_id: forced.clientId, ...fields })
          expect(redirectParams(response)).toMatchObject({ error: 'invalid_request' })
        }
      })

      it('a consent form without the challenge is rejected where one is forced', async () => {
        const forced = await registerTestApp(server.world, { isPkceForced: true })
        const proof = { code_challenge: createPkcePair().challenge, code_challenge_method: 'S256' }
        const { fields } = readConsent(await authorize({ client_id: forced.clientId, ...proof }))
        const { pkce_code_challenge: _, ...rest } = fields
        expect((await createOAuth2Client(server).consent(cookie, rest)).statusCode).toBe(403)
      })
    })

    describe('mix-up of servers (RFC 9207)', () => {
      it('every response to an app contains the issuer', async () => {
        const page = await authorize({ state: 's' })
        const granted = await createOAuth2Client(server).consent(cookie, readConsent(page).fields)
        const rejected = await authorize({ scope: 'nonsense' })
        const denied = { headers: { location: readConsent(page).deny } }
        for (const response of [granted, rejected, denied])
          expect(redirectParams(response)['iss']).toBe('http://localhost:80')
      })

      it('state and nonce are returned unchanged', async () => {
        const state = ' ä%20+&=#?/\\"\'<>😀\u2028'
        const page = await authorize({ state, nonce: state })
        const granted = redirectParams(await createOAuth2Client(server).consent(cookie, readConsent(page).fields))
        expect(granted['state']).toBe(state)
        const { id_token } = (await redeem(granted['code'] ?? '')).json()
        const claims = JSON.parse(Buffer.from(id_token.split('.')[1], 'base64url').toString())
        expect(claims.nonce).toBe(state)
      })
    })

    describe('open redirects', () => {
      const variants = [
        ['a final slash', 'https://robot.example/back/'],
        ['upper case in the path', 'https://robot.example/Back'],
        ['upper case in the host', 'https://ROBOT.example/back'],
        ['upper case in the scheme', 'HTTPS://robot.example/back'],
        ['another scheme', 'http://robot.example/back'],
        ['a default port', 'https://robot.example:443/back'],
        ['another port', 'https://robot.example:8443/back'],
        ['credentials before the host', 'https://robot.example@evil.example/back'],
        ['a name before the host', 'https://user@robot.example/back'],
        ['a fragment', 'https://robot.example/back#x'],
        ['an empty fragment', 'https://robot.example/back#'],
        ['a query', 'https://robot.example/back?x'],
        ['an encoded character', 'https://robot.example/%62ack'],
        ['an encoded slash', 'https://robot.example%2Fback'],
        ['a parent path segment', 'https://robot.example/x/../back'],
        ['a longer host', 'https://robot.example.evil.example/back'],
        ['a subdomain', 'https://evil.robot.example/back'],
        ['a backslash', 'https://robot.example\\@evil.example/back'],
        ['a leading space', ' https://robot.example/back'],
        ['a trailing line break', 'https://robot.example/back\n'],
        ['no scheme', '//robot.example/back'],
        ['a script', 'javascript:alert(1)'],
        ['data', 'data:text/html,x'],
        ['a path of this site', '/login'],
      ] as const
      it.each(variants)('a redirect URI with %s is rejected without a redirect', async (_name, redirect_uri) => {
        for (const session of [cookie, ''])
          for (const fields of [{}, { response_type: 'x' }, { prompt: 'none' }]) {
            const response = await authorize({ redirect_uri, ...fields }, session)
            expect(response.statusCode).toBe(403)
            expect(response.headers['location']).toBeUndefined()
            expect(response.body).not.toContain('evil.example')
          }
      })

      it('two redirect URIs are rejected, even when one is registered', async () => {
        const query = encodeForm({
          response_type: 'code',
          client_id: app.clientId,
          redirect_uri: [app.redirectUri, evil.redirectUri],
          scope: 'openid',
        })
        for (const url of [
          query,
          query.replace(/&scope/, `&redirect_uri=${encodeURIComponent(app.redirectUri)}&scope`),
        ]) {
          const response = await server.app.inject({ url: `/oauth2/authorize?${url}`, headers: { cookie } })
          expect([response.statusCode, response.headers['location']]).toEqual([403, undefined])
        }
      })

      const localVariants = [
        ['another port', 'http://localhost:5000/back', true],
        ['no port', 'http://localhost/back', true],
        ['port 0', 'http://localhost:0/back', true],
        ['an invalid port', 'http://localhost:99999/back', false],
        ['another name of the local host', 'http://127.0.0.1:3000/back', false],
        ['another path', 'http://localhost:3000/other', false],
        ['a host that starts with localhost', 'http://localhost.evil.example:3000/back', false],
        ['a name before the host', 'http://x@localhost:3000/back', false],
        ['a password that looks like a port', 'http://localhost:3000@evil.example/back', false],
        ['https', 'https://localhost:3000/back', false],
      ] as const
      it.each(localVariants)(
        '%s in a local redirect URI: only the port may differ, and only for public apps',
        async (_name, redirectUri, isAccepted) => {
          const registered = { redirectUri: 'http://localhost:3000/back' }
          const open = await registerTestApp(server.world, { ...registered, isConfidential: false })
          const closed = await registerTestApp(server.world, registered)
          const proof = { code_challenge: createPkcePair().challenge, code_challenge_method: 'S256' }
          const responses = []
          for (const { clientId } of [open, closed])
            responses.push((await authorize({ client_id: clientId, redirect_uri: redirectUri, ...proof })).statusCode)
          expect(responses).toEqual([isAccepted ? 200 : 403, 403])
        },
      )

      it('the sign-in page returns only to the authorization endpoint', async () => {
        const response = await authorize({ state: '//evil.example' }, '')
        const back = new URL(String(response.headers['location']), 'http://localhost').searchParams.get('return') ?? ''
        expect(back.startsWith('/oauth2/authorize?')).toBe(true)
      })
    })

    describe('refresh tokens', () => {
      it('reusing one revokes the whole grant (RFC 9700 §4.14.2)', async () => {
        const first = await authorizeTokens(server, { app, cookie, scope: 'openid offline_access' })
        const second = (await refresh(first['refresh_token'])).json()
        const third = (await refresh(second.refresh_token)).json()
        expect((await refresh(first['refresh_token'])).json()).toEqual({ error: 'invalid_grant' })
        for (const { access_token } of [first, second, third]) expect(await isAlive(access_token)).toBe(false)
        expect((await refresh(third.refresh_token)).json()).toEqual({ error: 'invalid_grant' })
      })

      it('of several concurrent uses at most one returns tokens, which are then revoked', async () => {
        const { refresh_token } = await authorizeTokens(server, { app, cookie, scope: 'openid offline_access' })
        const responses = await Promise.all(Array.from({ length: 6 }, () => refresh(refresh_token)))
        const successful = responses.filter(({ statusCode }) => statusCode === 200)
        expect(successful).toHaveLength(1)
        for (const response of responses)
          if (response.statusCode !== 200) expect(response.json()).toEqual({ error: 'invalid_grant' })
        expect(await isAlive(successful[0]?.json().access_token)).toBe(false)
        expect((await refresh(successful[0]?.json().refresh_token)).statusCode).toBe(400)
      })

      it('a reuse is recorded in the audit log without the secret', async () => {
        const rows = await server.world.db.read
          .selectFrom('audit')
          .selectAll()
          .where('action', 'like', '% reused')
          .execute()
        expect(rows.map(({ action }) => action)).toEqual(
          expect.arrayContaining(['code reused', 'refresh token reused']),
        )
        expect(JSON.stringify(rows)).not.toMatch(/[0-9a-f]{64}/)
      })

      it('one of another app can be neither used nor revoked', async () => {
        const { refresh_token } = await authorizeTokens(server, { app, cookie, scope: 'openid offline_access' })
        expect((await refresh(refresh_token, evil)).json()).toEqual({ error: 'invalid_grant' })
        await createOAuth2Client(server).revoke(evil.basic, { token: refresh_token })
        expect((await refresh(refresh_token)).statusCode).toBe(200)
      })
    })

    describe('the consent page', () => {
      const forms = async () => readConsent(await authorize({ state: 's', nonce: 'n' })).fields

      it('rejects a form from another site', async () => {
        const fields = await forms()
        const before = await countRows(server.world)
        const foreign: Record<string, string>[] = [
          { origin: 'https://evil.example' },
          { origin: 'null' },
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
          { 'sec-fetch-site': 'none' },
        ]
        for (const headers of foreign) {
          const response = await createOAuth2Client(server).consent(cookie, fields, headers)
          expect([response.statusCode, response.headers['location']]).toEqual([403, undefined])
        }
        expect(await countRows(server.world)).toEqual(before)
      })

      it('rejects a form without proof, with the proof of another session or without a session', async () => {
        const fields = await forms()
        const mallorySession = await signIn(server.world, server.idOf('mallory'))
        const aliceSession = await signIn(server.world, server.idOf('alice'))
        const before = await countRows(server.world)
        const { consent_proof: _, ...withoutProof } = fields
        const foreign = readConsent(
          await createOAuth2Client(server).authorize(mallorySession, {
            response_type: 'code',
            client_id: app.clientId,
            redirect_uri: app.redirectUri,
            scope: 'openid',
            state: 's',
            nonce: 'n',
            prompt: 'consent',
          }),
        ).fields
        const responses = [
          await createOAuth2Client(server).consent(cookie, withoutProof),
          await createOAuth2Client(server).consent(cookie, { ...fields, consent_proof: '' }),
          await createOAuth2Client(server).consent(cookie, { ...fields, consent_proof: foreign['consent_proof'] }),
          await createOAuth2Client(server).consent(aliceSession, fields),
          await createOAuth2Client(server).consent(undefined, fields),
          await createOAuth2Client(server).consent('tulipwood_session=guess', fields),
        ]
        expect(responses.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403])
        expect(await countRows(server.world)).toEqual(before)
        expect((await createOAuth2Client(server).consent(cookie, fields)).statusCode).toBe(303)
      })

      it('rejects a form with changed values', async () => {
        const fields = await forms()
        const before = await countRows(server.world)
        const changed: Record<string, string | string[]>[] = [
          { app_identifier: evil.clientId },
          { redirect_uri: evil.redirectUri },
          { app_identifier: evil.clientId, redirect_uri: evil.redirectUri },
          { state: 'other' },
          { oidc_nonce: 'other' },
          { 'scope[]': ['openid', 'write:project'] },
          { 'scope[]': ['openid', 'openid'] },
          { 'scope[]': [] },
          { pkce_code_challenge: '0'.repeat(64) },
          { redirect_uri: [app.redirectUri, evil.redirectUri] },
        ]
        for (const change of changed) {
          const response = await createOAuth2Client(server).consent(cookie, { ...fields, ...change })
          expect([response.statusCode, response.headers['location']]).toEqual([403, undefined])
        }
        expect(await countRows(server.world)).toEqual(before)
      })

      it('rejects a form whose app was changed or deleted in the meantime', async () => {
        const robot = await registerTestApp(server.world)
        const first = readConsent(await authorize({ client_id: robot.clientId })).fields
        await server.world.db.write((tx) =>
          tx
            .updateTable('oauth2_app')
            .set({ redirect_uri: 'https://robot.example/new' })
            .where('id', '=', robot.id)
            .execute(),
        )
        expect((await createOAuth2Client(server).consent(cookie, first)).statusCode).toBe(403)
        await server.world.db.write((tx) => tx.deleteFrom('oauth2_app').where('id', '=', robot.id).execute())
        expect((await createOAuth2Client(server).consent(cookie, first)).statusCode).toBe(403)
      })

      it('cannot be framed, runs no script and loads nothing from other sites', async () => {
        const { headers, body } = await authorize({})
        const policy = String(headers['content-security-policy'])
        for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
          expect(policy).toContain(rule)
        expect(policy).toContain("form-action 'self' https://robot.example")
        expect(policy).not.toMatch(/unsafe|script-src|\*/)
        expect(headers).toMatchObject({
          'x-frame-options': 'DENY',
          'cache-control': 'no-store',
          pragma: 'no-cache',
          'referrer-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
          'cross-origin-opener-policy': 'same-origin',
        })
        expect(body).not.toMatch(/<script|<img|<link|\son\w+=|javascript:/)
      })

      it('does not let a redirect URI add a rule to its content security policy', async () => {
        const redirectUri = "https://robot.example/a;script-src'unsafe-inline'*,b?c=d;e"
        const robot = await registerTestApp(server.world, { redirectUri })
        const policy = (await authorize({ client_id: robot.clientId, redirect_uri: redirectUri })).headers[
          'content-security-policy'
        ]
        expect(policy).toMatch(/form-action 'self' https:\/\/robot\.example; base-uri/)
        expect(policy).not.toContain('unsafe-inline')
      })

      it('is always shown for an app that any program can impersonate (RFC 8252 §8.6)', async () => {
        const robot = await registerTestApp(server.world, {
          redirectUri: 'http://127.0.0.1/back',
          isConfidential: false,
        })
        const { challenge } = createPkcePair()
        await authorizeCode(server, { app: robot, cookie, scope: 'openid', challenge })
        const fields = { client_id: robot.clientId, redirect_uri: robot.redirectUri, code_challenge: challenge }
        const query = { ...fields, code_challenge_method: 'S256', prompt: undefined }
        expect((await authorize(query)).statusCode).toBe(200)
        expect(redirectParams(await authorize({ ...query, prompt: 'none' }))['error']).toBe('interaction_required')
      })
    })

    describe('access tokens', () => {
      it('are rejected in the query and in the body (RFC 6750 §2.2, §2.3)', async () => {
        const { access_token = '' } = await authorizeTokens(server, { app, cookie, scope: 'openid' })
        const form = { 'content-type': 'application/x-www-form-urlencoded' }
        const encodedToken = encodeForm({ access_token })
        const authorization = `Bearer ${access_token}`
        const userinfo = (headers: Record<string, string>, query: string, payload?: string) =>
          server.app.inject({
            method: payload === undefined ? 'GET' : 'POST',
            url: `/oauth2/userinfo${query}`,
            headers,
            ...(payload === undefined ? {} : { payload }),
          })
        const responses = [await userinfo({}, `?${encodedToken}`), await userinfo(form, '', encodedToken)]
        expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401])
        const twice = [
          await userinfo({ authorization }, `?${encodedToken}`),
          await userinfo({ ...form, authorization }, '', encodedToken),
        ]
        for (const response of twice) {
          expect(response.statusCode).toBe(400)
          expect(response.headers['www-authenticate']).toContain('error="invalid_request"')
        }
      })

      it('cannot be revoked by another app', async () => {
        const { access_token } = await authorizeTokens(server, { app, cookie, scope: 'openid' })
        await createOAuth2Client(server).revoke(evil.basic, { token: access_token })
        expect(await isAlive(access_token)).toBe(true)
      })

      it('a wrong secret is recorded in the audit log with the address of its sender, once an hour', async () => {
        const failures = () =>
          server.world.db.read
            .selectFrom('audit')
            .selectAll()
            .where('action', '=', 'app authentication failed')
            .where('ip_address', '=', '192.0.2.7')
            .execute()
        const authorization = `Basic ${Buffer.from(`${app.clientId}:tlp-oauth2-c1-wrong`).toString('base64')}`
        for (let request = 0; request < 3; request += 1) {
          const { statusCode } = await server.app.inject({
            method: 'POST',
            url: '/oauth2/token',
            remoteAddress: '192.0.2.7',
            headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
            payload: 'grant_type=authorization_code&code=x',
          })
          expect(statusCode).toBe(401)
        }
        const rows = await failures()
        expect(rows).toHaveLength(1)
        expect(JSON.stringify(rows)).not.toContain('wrong')
      })

      it('cannot be requested for a confidential app without its secret', async () => {
        const code = await authorizeCode(server, { app, cookie, scope: 'openid' })
        const fields = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri }
        for (const headers of [{}, { authorization: `Basic ${Buffer.from(`${app.clientId}:`).toString('base64')}` }]) {
          const response = await createOAuth2Client(server).token(headers as Record<string, string>, {
            ...fields,
            client_id: app.clientId,
          })
          expect([response.statusCode, response.json()]).toEqual([401, { error: 'invalid_client' }])
        }
        const two = await createOAuth2Client(server).token(app.basic, { ...fields, client_id: evil.clientId })
        expect(two.statusCode).toBe(401)
      })
    })

    describe('request objects', () => {
      it.each([
        ['request', 'request_not_supported'],
        ['request_uri', 'request_uri_not_supported'],
        ['registration', 'registration_not_supported'],
      ])('with %s are rejected, and nothing is fetched', async (name, error) => {
        expect(redirectParams(await authorize({ [name]: 'https://evil.example/x' }))['error']).toBe(error)
      })

      it('with repeated parameters are rejected (RFC 6749 §3.1)', async () => {
        for (const name of ['scope', 'state', 'nonce', 'code_challenge', 'prompt', 'max_age', 'response_type']) {
          const query = encodeForm({
            response_type: 'code',
            client_id: app.clientId,
            redirect_uri: app.redirectUri,
            scope: 'openid',
          })
          const twice = `${query}&${encodeForm({ [name]: name === 'response_type' ? 'code' : ['1', '2'] })}`
          const response = await server.app.inject({ url: `/oauth2/authorize?${twice}`, headers: { cookie } })
          expect(redirectParams(response)).toEqual({ error: 'invalid_request', iss: 'http://localhost:80' })
        }
      })
    })

    it('no redirect contains a secret of an app or a session', async () => {
      const page = await authorize({ state: 's' })
      const session = cookie.split('=')[1] ?? ''
      const granted = await createOAuth2Client(server).consent(cookie, readConsent(page).fields)
      for (const text of [page.body, JSON.stringify(granted.headers)]) {
        expect(text).not.toContain(session)
        expect(text).not.toContain(app.secret)
      }
    })

    it('error pages contain no text of the request', async () => {
      const response = await authorize({ client_id: '<script>alert(1)</script>' })
      expect(response.body).not.toContain('alert(1)')
      expect(String(response.headers['content-security-policy'])).toContain("default-src 'none'")
    })

    it('the log contains no secret', async () => {
      const lines: string[] = []
      const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
      const tracedServer = await openServer(dialect, {}, { log })
      try {
        await tracedServer.createUser('alice')
        const robot = await registerTestApp(tracedServer.world)
        const aliceSession = await signIn(tracedServer.world, tracedServer.idOf('alice'))
        const code = await authorizeCode(tracedServer, {
          app: robot,
          cookie: aliceSession,
          scope: 'openid offline_access',
        })
        const fields = { grant_type: 'authorization_code', code, redirect_uri: robot.redirectUri }
        const tokens = (await createOAuth2Client(tracedServer).token(robot.basic, fields)).json()
        await createOAuth2Client(tracedServer).userinfo(tokens.access_token)
        await tracedServer.app.inject({
          url: '/api/projects?limit=1',
          headers: { authorization: `Bearer ${tokens.access_token}` },
        })
        // A failed request is logged in most detail.
        await tracedServer.world.db.write((tx) =>
          tx.updateTable('signing_key').set({ encrypted_private_jwk: 'broken', kid: 'broken' }).execute(),
        )
        const second = await authorizeCode(tracedServer, { app: robot, cookie: aliceSession, scope: 'openid' })
        expect(
          (await createOAuth2Client(tracedServer).token(robot.basic, { ...fields, code: second })).statusCode,
        ).toBe(500)
        await createOAuth2Client(tracedServer).token(robot.basic, fields)
        expect(lines.length).toBeGreaterThan(0)
        const session = aliceSession.split('=')[1] ?? ''
        for (const text of [code, second, tokens.access_token, tokens.refresh_token, robot.secret, session])
          expect(lines.join('')).not.toContain(text.split('.').at(-1))
      } finally {
        await tracedServer.close()
      }
    })
  }),
)
