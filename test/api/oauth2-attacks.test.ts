import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authorizeCode,
  authorizeTokens,
  createPkcePair,
  encodeForm,
  oauth2Client,
  readConsent,
  redirectParams,
  registerTestApp,
  signIn,
  type TestApp,
} from '../kit/oauth2.ts'
import { countRows, onEachDatabase, openServer } from '../kit/server.ts'

/** RFC 9700, RFC 6819 and the list of the OpenID Foundation: what is tried, and what comes of it. */
onEachDatabase((dialect) =>
  describe('attacks on the OAuth2 server', () => {
    let served: Awaited<ReturnType<typeof openServer>>
    let app: TestApp
    let evil: TestApp
    let cookie: string
    beforeAll(async () => {
      served = await openServer(dialect, {})
      for (const login of ['alice', 'mallory']) await served.createUser(login)
      app = await registerTestApp(served.world, { name: 'Honest' })
      evil = await registerTestApp(served.world, { name: 'Evil', redirectUri: 'https://evil.example/back' })
      cookie = await signIn(served.world, served.idOf('alice'))
    })
    afterAll(() => served.close())

    const redeem = (code: string, by: TestApp = app, fields: Record<string, string | undefined> = {}) =>
      oauth2Client(served).token(by.basic, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: by.redirectUri,
        ...(Object.keys(by.basic).length === 0 ? { client_id: by.clientId } : {}),
        ...fields,
      })
    const refresh = (token: string | undefined, by: TestApp = app) =>
      oauth2Client(served).token(by.basic, { grant_type: 'refresh_token', refresh_token: token })
    const isAlive = async (token: string | undefined) => (await oauth2Client(served).userinfo(token)).statusCode === 200
    const ask = (fields: Record<string, string | undefined>, as = cookie) =>
      oauth2Client(served).authorize(as, {
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: app.redirectUri,
        scope: 'openid',
        prompt: 'consent',
        ...fields,
      })

    describe('authorization codes', () => {
      it('a code that is used twice takes back all that the first use gave (RFC 6749 §4.1.2)', async () => {
        const code = await authorizeCode(served, { app, cookie, scope: 'openid offline_access' })
        const first = (await redeem(code)).json()
        const second = (await refresh(first.refresh_token)).json()
        expect(await isAlive(second.access_token)).toBe(true)
        expect((await redeem(code)).json()).toEqual({ error: 'invalid_grant' })
        for (const { access_token } of [first, second]) expect(await isAlive(access_token)).toBe(false)
        expect((await refresh(second.refresh_token)).json()).toEqual({ error: 'invalid_grant' })
      })

      it('a code that is used many times at once gives tokens once at most, and in the end none', async () => {
        const code = await authorizeCode(served, { app, cookie, scope: 'openid offline_access' })
        const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(code)))
        const given = answers.filter(({ statusCode }) => statusCode === 200)
        expect(given).toHaveLength(1)
        expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5)
        expect(await isAlive(given[0]?.json().access_token)).toBe(false)
      })

      it('a code is worth nothing to another app, which does not spend it either (RFC 9700 §4.5)', async () => {
        const code = await authorizeCode(served, { app, cookie, scope: 'openid' })
        const before = await countRows(served.world)
        for (const redirect_uri of [app.redirectUri, evil.redirectUri]) {
          const answer = await redeem(code, evil, { redirect_uri })
          expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid_grant' }])
        }
        expect(await countRows(served.world)).toEqual(before)
        expect((await redeem(code)).statusCode).toBe(200)
      })

      it('a code is bound to the redirect address it was sent to, and is spent by a wrong one', async () => {
        for (const redirect_uri of [`${app.redirectUri}/`, evil.redirectUri, app.redirectUri.toUpperCase()]) {
          const code = await authorizeCode(served, { app, cookie, scope: 'openid' })
          expect((await redeem(code, app, { redirect_uri })).json()).toEqual({ error: 'invalid_grant' })
          expect((await redeem(code)).json()).toEqual({ error: 'invalid_grant' })
        }
      })

      it('a code is bound to the port of a public app on the person’s machine', async () => {
        const { verifier, challenge } = createPkcePair()
        const robot = await registerTestApp(served.world, {
          redirectUri: 'http://localhost/back',
          isConfidential: false,
        })
        const at = (port: number) => `http://localhost:${port}/back`
        const code = await authorizeCode(served, {
          app: robot,
          cookie,
          scope: 'openid',
          challenge,
          redirectUri: at(5000),
        })
        const answer = await redeem(code, robot, { redirect_uri: at(5001), code_verifier: verifier })
        expect(answer.json()).toEqual({ error: 'invalid_grant' })
      })

      it('a code with another number, or another secret, is none', async () => {
        const code = await authorizeCode(served, { app, cookie, scope: 'openid' })
        const [prefix, digits] = code.split('.') as [string, string]
        const flipped = `${digits.slice(0, -1)}${digits.endsWith('0') ? '1' : '0'}`
        const number = Number(prefix.split('-').at(-1))
        for (const forged of [`${prefix}.${flipped}`, `tlp-oauth2-ac1-${number - 1}.${digits}`, prefix, digits])
          expect((await redeem(forged)).json()).toEqual({ error: 'invalid_grant' })
        expect((await redeem(code)).statusCode).toBe(200)
      })

      it('no token stands for another: codes, access and refresh tokens are three things', async () => {
        const { access_token = '', refresh_token = '' } = await authorizeTokens(served, {
          app,
          cookie,
          scope: 'openid offline_access',
        })
        const code = await authorizeCode(served, { app, cookie, scope: 'openid' })
        expect((await redeem(access_token)).statusCode).toBe(400)
        expect((await redeem(refresh_token)).statusCode).toBe(400)
        expect((await refresh(access_token)).statusCode).toBe(400)
        expect((await refresh(code)).statusCode).toBe(400)
        for (const token of [code, refresh_token, app.secret]) expect(await isAlive(token)).toBe(false)
        expect(await isAlive(access_token)).toBe(true)
      })
    })

    describe('PKCE', () => {
      it('a stolen code without its verifier is worth nothing, and nor is it to its owner afterwards', async () => {
        const { verifier, challenge } = createPkcePair()
        for (const wrong of [undefined, createPkcePair().verifier, challenge, 'short', `${verifier}=`]) {
          const code = await authorizeCode(served, { app, cookie, scope: 'openid', challenge })
          expect((await redeem(code, app, { code_verifier: wrong })).json()).toEqual({ error: 'invalid_grant' })
          expect((await redeem(code, app, { code_verifier: verifier })).json()).toEqual({ error: 'invalid_grant' })
        }
      })

      it('who takes the challenge out of the request is found by the verifier that comes (RFC 9700 §4.8.2)', async () => {
        const code = await authorizeCode(served, { app, cookie, scope: 'openid' })
        expect((await redeem(code, app, { code_verifier: createPkcePair().verifier })).json()).toEqual({
          error: 'invalid_grant',
        })
      })

      it('no request is taken down to plain, or to no challenge where one is forced', async () => {
        const forced = await registerTestApp(served.world, { isPkceForced: true })
        const { verifier, challenge } = createPkcePair()
        for (const fields of [
          {},
          { code_challenge: verifier },
          { code_challenge: verifier, code_challenge_method: 'plain' },
          { code_challenge: challenge, code_challenge_method: 's256' },
          { code_challenge: challenge, code_challenge_method: '' },
        ]) {
          const answer = await ask({ client_id: forced.clientId, ...fields })
          expect(redirectParams(answer)).toMatchObject({ error: 'invalid_request' })
        }
      })

      it('a form without the challenge is refused where one is forced', async () => {
        const forced = await registerTestApp(served.world, { isPkceForced: true })
        const proof = { code_challenge: createPkcePair().challenge, code_challenge_method: 'S256' }
        const { fields } = readConsent(await ask({ client_id: forced.clientId, ...proof }))
        const { pkce_code_challenge: _, ...rest } = fields
        expect((await oauth2Client(served).consent(cookie, rest)).statusCode).toBe(403)
      })
    })

    describe('mix-up of servers (RFC 9207)', () => {
      it('every answer to an app says who answers', async () => {
        const page = await ask({ state: 's' })
        const granted = await oauth2Client(served).consent(cookie, readConsent(page).fields)
        const refused = await ask({ scope: 'nonsense' })
        const denied = { headers: { location: readConsent(page).deny } }
        for (const answer of [granted, refused, denied])
          expect(redirectParams(answer)['iss']).toBe('http://localhost:80')
      })

      it('state and nonce come back as they were sent', async () => {
        const state = ' ä%20+&=#?/\\"\'<>😀\u2028'
        const page = await ask({ state, nonce: state })
        const granted = redirectParams(await oauth2Client(served).consent(cookie, readConsent(page).fields))
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
        ['somebody before the host', 'https://robot.example@evil.example/back'],
        ['a name before the host', 'https://user@robot.example/back'],
        ['a fragment', 'https://robot.example/back#x'],
        ['an empty fragment', 'https://robot.example/back#'],
        ['a query', 'https://robot.example/back?x'],
        ['an encoded letter', 'https://robot.example/%62ack'],
        ['an encoded slash', 'https://robot.example%2Fback'],
        ['a way up', 'https://robot.example/x/../back'],
        ['a longer host', 'https://robot.example.evil.example/back'],
        ['a host before it', 'https://evil.robot.example/back'],
        ['a backslash', 'https://robot.example\\@evil.example/back'],
        ['a blank before it', ' https://robot.example/back'],
        ['a line break after it', 'https://robot.example/back\n'],
        ['no scheme', '//robot.example/back'],
        ['a script', 'javascript:alert(1)'],
        ['data', 'data:text/html,x'],
        ['a path of ours', '/login'],
      ] as const
      it.each(variants)('%s is not the registered address', async (_what, redirect_uri) => {
        for (const who of [cookie, ''])
          for (const fields of [{}, { response_type: 'x' }, { prompt: 'none' }]) {
            const answer = await ask({ redirect_uri, ...fields }, who)
            expect(answer.statusCode).toBe(403)
            expect(answer.headers['location']).toBeUndefined()
            expect(answer.body).not.toContain('evil.example')
          }
      })

      it('two addresses, of which one is right, are not right', async () => {
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
          const answer = await served.app.inject({ url: `/oauth2/authorize?${url}`, headers: { cookie } })
          expect([answer.statusCode, answer.headers['location']]).toEqual([403, undefined])
        }
      })

      const local = [
        ['another port', 'http://localhost:5000/back', true],
        ['no port', 'http://localhost/back', true],
        ['port 0', 'http://localhost:0/back', true],
        ['a port that is none', 'http://localhost:99999/back', false],
        ['another name of the machine', 'http://127.0.0.1:3000/back', false],
        ['another path', 'http://localhost:3000/other', false],
        ['a host that only begins like it', 'http://localhost.evil.example:3000/back', false],
        ['a name before the host', 'http://x@localhost:3000/back', false],
        ['a port that is a password', 'http://localhost:3000@evil.example/back', false],
        ['https', 'https://localhost:3000/back', false],
      ] as const
      it.each(local)(
        '%s on the person’s machine: only for public apps, and only the port',
        async (_what, address, isIt) => {
          const registered = { redirectUri: 'http://localhost:3000/back' }
          const open = await registerTestApp(served.world, { ...registered, isConfidential: false })
          const closed = await registerTestApp(served.world, registered)
          const proof = { code_challenge: createPkcePair().challenge, code_challenge_method: 'S256' }
          const answers = []
          for (const { clientId } of [open, closed])
            answers.push((await ask({ client_id: clientId, redirect_uri: address, ...proof })).statusCode)
          expect(answers).toEqual([isIt ? 200 : 403, 403])
        },
      )

      it('the sign-in page is left for the authorization endpoint alone', async () => {
        const answer = await ask({ state: '//evil.example' }, '')
        const back = new URL(String(answer.headers['location']), 'http://localhost').searchParams.get('return') ?? ''
        expect(back.startsWith('/oauth2/authorize?')).toBe(true)
      })
    })

    describe('refresh tokens', () => {
      it('one that is used again ends the whole grant (RFC 9700 §4.14.2)', async () => {
        const first = await authorizeTokens(served, { app, cookie, scope: 'openid offline_access' })
        const second = (await refresh(first['refresh_token'])).json()
        const third = (await refresh(second.refresh_token)).json()
        expect((await refresh(first['refresh_token'])).json()).toEqual({ error: 'invalid_grant' })
        for (const { access_token } of [first, second, third]) expect(await isAlive(access_token)).toBe(false)
        expect((await refresh(third.refresh_token)).json()).toEqual({ error: 'invalid_grant' })
      })

      it('one that is used many times at once gives tokens once at most, and in the end none', async () => {
        const { refresh_token } = await authorizeTokens(served, { app, cookie, scope: 'openid offline_access' })
        const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(refresh_token)))
        const given = answers.filter(({ statusCode }) => statusCode === 200)
        expect(given).toHaveLength(1)
        for (const answer of answers)
          if (answer.statusCode !== 200) expect(answer.json()).toEqual({ error: 'invalid_grant' })
        expect(await isAlive(given[0]?.json().access_token)).toBe(false)
        expect((await refresh(given[0]?.json().refresh_token)).statusCode).toBe(400)
      })

      it('a reuse is written down, with no secret', async () => {
        const rows = await served.world.db.read
          .selectFrom('audit')
          .selectAll()
          .where('action', 'like', 'used %')
          .execute()
        expect(rows.map(({ action }) => action)).toEqual(
          expect.arrayContaining(['used code used again', 'used refresh token used again']),
        )
        expect(JSON.stringify(rows)).not.toMatch(/[0-9a-f]{64}/)
      })

      it('one of another app is not taken, whoever signs in', async () => {
        const { refresh_token } = await authorizeTokens(served, { app, cookie, scope: 'openid offline_access' })
        expect((await refresh(refresh_token, evil)).json()).toEqual({ error: 'invalid_grant' })
        await oauth2Client(served).revoke(evil.basic, { token: refresh_token })
        expect((await refresh(refresh_token)).statusCode).toBe(200)
      })
    })

    describe('the consent page', () => {
      const forms = async () => readConsent(await ask({ state: 's', nonce: 'n' })).fields

      it('cannot be sent by another site', async () => {
        const fields = await forms()
        const before = await countRows(served.world)
        const foreign: Record<string, string>[] = [
          { origin: 'https://evil.example' },
          { origin: 'null' },
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
          { 'sec-fetch-site': 'none' },
        ]
        for (const headers of foreign) {
          const answer = await oauth2Client(served).consent(cookie, fields, headers)
          expect([answer.statusCode, answer.headers['location']]).toEqual([403, undefined])
        }
        expect(await countRows(served.world)).toEqual(before)
      })

      it('cannot be sent without its proof, with that of another session, or by nobody', async () => {
        const fields = await forms()
        const his = await signIn(served.world, served.idOf('mallory'))
        const hers = await signIn(served.world, served.idOf('alice'))
        const before = await countRows(served.world)
        const { consent_proof: _, ...bare } = fields
        const foreign = readConsent(
          await oauth2Client(served).authorize(his, {
            response_type: 'code',
            client_id: app.clientId,
            redirect_uri: app.redirectUri,
            scope: 'openid',
            state: 's',
            nonce: 'n',
            prompt: 'consent',
          }),
        ).fields
        const answers = [
          await oauth2Client(served).consent(cookie, bare),
          await oauth2Client(served).consent(cookie, { ...fields, consent_proof: '' }),
          await oauth2Client(served).consent(cookie, { ...fields, consent_proof: foreign['consent_proof'] }),
          await oauth2Client(served).consent(hers, fields),
          await oauth2Client(served).consent(undefined, fields),
          await oauth2Client(served).consent('tulipwood_session=guess', fields),
        ]
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403])
        expect(await countRows(served.world)).toEqual(before)
        expect((await oauth2Client(served).consent(cookie, fields)).statusCode).toBe(303)
      })

      it('cannot be sent with another word in it than was shown', async () => {
        const fields = await forms()
        const before = await countRows(served.world)
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
          const answer = await oauth2Client(served).consent(cookie, { ...fields, ...change })
          expect([answer.statusCode, answer.headers['location']]).toEqual([403, undefined])
        }
        expect(await countRows(served.world)).toEqual(before)
      })

      it('is looked at again: an app that was changed or removed meanwhile gets nothing', async () => {
        const robot = await registerTestApp(served.world)
        const first = readConsent(await ask({ client_id: robot.clientId })).fields
        await served.world.db.write((tx) =>
          tx
            .updateTable('oauth2_app')
            .set({ redirect_uri: 'https://robot.example/new' })
            .where('id', '=', robot.id)
            .execute(),
        )
        expect((await oauth2Client(served).consent(cookie, first)).statusCode).toBe(403)
        await served.world.db.write((tx) => tx.deleteFrom('oauth2_app').where('id', '=', robot.id).execute())
        expect((await oauth2Client(served).consent(cookie, first)).statusCode).toBe(403)
      })

      it('is shown in no frame, runs no script and takes nothing from elsewhere', async () => {
        const { headers, body } = await ask({})
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

      it('no redirect address adds a rule to its policy', async () => {
        const redirectUri = "https://robot.example/a;script-src'unsafe-inline'*,b?c=d;e"
        const robot = await registerTestApp(served.world, { redirectUri })
        const policy = (await ask({ client_id: robot.clientId, redirect_uri: redirectUri })).headers[
          'content-security-policy'
        ]
        expect(policy).toMatch(/form-action 'self' https:\/\/robot\.example; base-uri/)
        expect(policy).not.toContain('unsafe-inline')
      })

      it('is never passed over for an app that any program can pretend to be (RFC 8252 §8.6)', async () => {
        const robot = await registerTestApp(served.world, {
          redirectUri: 'http://127.0.0.1/back',
          isConfidential: false,
        })
        const { challenge } = createPkcePair()
        await authorizeCode(served, { app: robot, cookie, scope: 'openid', challenge })
        const fields = { client_id: robot.clientId, redirect_uri: robot.redirectUri, code_challenge: challenge }
        const asking = { ...fields, code_challenge_method: 'S256', prompt: undefined }
        expect((await ask(asking)).statusCode).toBe(200)
        expect(redirectParams(await ask({ ...asking, prompt: 'none' }))['error']).toBe('interaction_required')
      })
    })

    describe('access tokens', () => {
      it('are not taken from the address or the body (RFC 6750 §2.2, §2.3)', async () => {
        const { access_token = '' } = await authorizeTokens(served, { app, cookie, scope: 'openid' })
        const form = { 'content-type': 'application/x-www-form-urlencoded' }
        const sent = encodeForm({ access_token })
        const authorization = `Bearer ${access_token}`
        const userinfo = (headers: Record<string, string>, query: string, payload?: string) =>
          served.app.inject({
            method: payload === undefined ? 'GET' : 'POST',
            url: `/oauth2/userinfo${query}`,
            headers,
            ...(payload === undefined ? {} : { payload }),
          })
        const alone = [await userinfo({}, `?${sent}`), await userinfo(form, '', sent)]
        expect(alone.map(({ statusCode }) => statusCode)).toEqual([401, 401])
        const twice = [
          await userinfo({ authorization }, `?${sent}`),
          await userinfo({ ...form, authorization }, '', sent),
        ]
        for (const answer of twice) {
          expect(answer.statusCode).toBe(400)
          expect(answer.headers['www-authenticate']).toContain('error="invalid_request"')
        }
      })

      it('of one app do not let another revoke or refresh', async () => {
        const { access_token } = await authorizeTokens(served, { app, cookie, scope: 'openid' })
        await oauth2Client(served).revoke(evil.basic, { token: access_token })
        expect(await isAlive(access_token)).toBe(true)
      })

      it('of a confidential app cannot be had by its name alone', async () => {
        const code = await authorizeCode(served, { app, cookie, scope: 'openid' })
        const fields = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri }
        for (const headers of [{}, { authorization: `Basic ${Buffer.from(`${app.clientId}:`).toString('base64')}` }]) {
          const answer = await oauth2Client(served).token(headers as Record<string, string>, {
            ...fields,
            client_id: app.clientId,
          })
          expect([answer.statusCode, answer.json()]).toEqual([401, { error: 'invalid_client' }])
        }
        const two = await oauth2Client(served).token(app.basic, { ...fields, client_id: evil.clientId })
        expect(two.statusCode).toBe(401)
      })
    })

    describe('request objects', () => {
      it.each([
        ['request', 'request_not_supported'],
        ['request_uri', 'request_uri_not_supported'],
        ['registration', 'registration_not_supported'],
      ])('%s is refused, and nothing is fetched', async (name, error) => {
        expect(redirectParams(await ask({ [name]: 'https://evil.example/x' }))['error']).toBe(error)
      })

      it('parameters that are there twice are refused (RFC 6749 §3.1)', async () => {
        for (const name of ['scope', 'state', 'nonce', 'code_challenge', 'prompt', 'max_age', 'response_type']) {
          const query = encodeForm({
            response_type: 'code',
            client_id: app.clientId,
            redirect_uri: app.redirectUri,
            scope: 'openid',
          })
          const twice = `${query}&${encodeForm({ [name]: name === 'response_type' ? 'code' : ['1', '2'] })}`
          const answer = await served.app.inject({ url: `/oauth2/authorize?${twice}`, headers: { cookie } })
          expect(redirectParams(answer)).toEqual({ error: 'invalid_request', iss: 'http://localhost:80' })
        }
      })
    })

    it('no secret of an app or a session is in a redirect', async () => {
      const page = await ask({ state: 's' })
      const session = cookie.split('=')[1] ?? ''
      const granted = await oauth2Client(served).consent(cookie, readConsent(page).fields)
      for (const text of [page.body, JSON.stringify(granted.headers)]) {
        expect(text).not.toContain(session)
        expect(text).not.toContain(app.secret)
      }
    })

    it('what is written for people comes from no request', async () => {
      const answer = await ask({ client_id: '<script>alert(1)</script>' })
      expect(answer.body).not.toContain('alert(1)')
      expect(String(answer.headers['content-security-policy'])).toContain("default-src 'none'")
    })

    it('no secret is in the log, whatever is done with it', async () => {
      const lines: string[] = []
      const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
      const talkative = await openServer(dialect, {}, { log })
      try {
        await talkative.createUser('alice')
        const robot = await registerTestApp(talkative.world)
        const hers = await signIn(talkative.world, talkative.idOf('alice'))
        const code = await authorizeCode(talkative, { app: robot, cookie: hers, scope: 'openid offline_access' })
        const fields = { grant_type: 'authorization_code', code, redirect_uri: robot.redirectUri }
        const tokens = (await oauth2Client(talkative).token(robot.basic, fields)).json()
        await oauth2Client(talkative).userinfo(tokens.access_token)
        await talkative.app.inject({
          url: '/api/projects?limit=1',
          headers: { authorization: `Bearer ${tokens.access_token}` },
        })
        // What fails is logged the most.
        await talkative.world.db.write((tx) =>
          tx.updateTable('signing_key').set({ sealed_private_jwk: 'broken', kid: 'broken' }).execute(),
        )
        const second = await authorizeCode(talkative, { app: robot, cookie: hers, scope: 'openid' })
        expect((await oauth2Client(talkative).token(robot.basic, { ...fields, code: second })).statusCode).toBe(500)
        await oauth2Client(talkative).token(robot.basic, fields)
        expect(lines.length).toBeGreaterThan(0)
        const session = hers.split('=')[1] ?? ''
        for (const text of [code, second, tokens.access_token, tokens.refresh_token, robot.secret, session])
          expect(lines.join('')).not.toContain(text.split('.').at(-1))
      } finally {
        await talkative.close()
      }
    })
  }),
)
