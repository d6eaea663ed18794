import * as oauth from 'oauth4webapi'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '../kit/free-port.ts'
import { readConsent, registerTestApp, signIn, type TestApp } from '../kit/oauth2.ts'
import { onEachDatabase, openServer } from '../kit/server.ts'

/** Two independent client libraries run the complete flow against a listening server. */
onEachDatabase((dialect) =>
  describe('client libraries', () => {
    let testServer: Awaited<ReturnType<typeof openServer>>
    let issuer: URL
    let cookie: string
    const redirectUri = 'http://127.0.0.1:9999/back'
    beforeAll(async () => {
      testServer = await openServer(dialect, {})
      await testServer.createUser('alice', { realName: 'Alice Liddell' })
      cookie = await signIn(testServer.world, testServer.idOf('alice'))
      const port = await findFreePort()
      await testServer.app.listen({ host: '127.0.0.1', port })
      issuer = new URL(`http://127.0.0.1:${port}`)
    })
    afterAll(() => testServer.close())

    /** Does what a browser does with the authorization URL: consents, and returns the redirect to the app. */
    async function browse(url: URL): Promise<URL> {
      const page = await fetch(url, { headers: { cookie }, redirect: 'manual' })
      expect(page.status).toBe(200)
      const body = new URLSearchParams()
      const { fields } = readConsent({ body: await page.text() })
      for (const [name, values] of Object.entries(fields)) for (const value of values) body.append(name, value)
      const response = await fetch(new URL('/oauth2/authorize-process-consent', issuer), {
        method: 'POST',
        headers: { cookie, origin: issuer.origin },
        body,
        redirect: 'manual',
      })
      expect(response.status).toBe(303)
      return new URL(response.headers.get('location') ?? '')
    }

    const scope = 'openid profile email offline_access read:project'
    const kinds = [
      ['a confidential app', true],
      ['a public app', false],
    ] as const

    describe.each(kinds)('%s', (_kind, isConfidential) => {
      let app: TestApp
      beforeAll(async () => {
        app = await registerTestApp(testServer.world, { redirectUri, isConfidential, isPkceForced: true })
      })

      it('works with openid-client', async () => {
        const authentication = isConfidential ? oidc.ClientSecretBasic(app.secret) : oidc.None()
        const config = await oidc.discovery(issuer, app.clientId, undefined, authentication, {
          execute: [oidc.allowInsecureRequests],
        })
        expect(config.serverMetadata().supportsPKCE()).toBe(true)
        const verifier = oidc.randomPKCECodeVerifier()
        const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          max_age: '1000',
        })
        const tokens = await oidc.authorizationCodeGrant(config, await browse(url), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          maxAge: 1000,
          idTokenExpected: true,
        })
        expect(tokens.claims()).toMatchObject({ sub: String(testServer.idOf('alice')), aud: app.clientId })
        const sub = tokens.claims()?.sub ?? ''
        expect(await oidc.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({
          name: 'Alice Liddell',
          email: 'alice@example.com',
        })
        const projects = new URL('/api/projects', issuer)
        expect((await oidc.fetchProtectedResource(config, tokens.access_token, projects, 'GET')).status).toBe(200)

        const second = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
        expect(second.refresh_token).toBeDefined()
        await oidc.fetchUserInfo(config, second.access_token, sub)
        await oidc.tokenRevocation(config, second.refresh_token ?? '')
        await expect(oidc.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toMatchObject({
          error: 'invalid_grant',
        })
        await expect(oidc.fetchUserInfo(config, second.access_token, sub)).rejects.toThrow()
      })

      it('works with oauth4webapi', async () => {
        const insecure = { [oauth.allowInsecureRequests]: true }
        const discovered = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' })
        const server = await oauth.processDiscoveryResponse(issuer, discovered)
        const client: oauth.Client = { client_id: app.clientId }
        const authentication = isConfidential ? oauth.ClientSecretBasic(app.secret) : oauth.None()
        const verifier = oauth.generateRandomCodeVerifier()
        const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
        const url = new URL(server.authorization_endpoint ?? '')
        for (const [name, value] of Object.entries({
          client_id: app.clientId,
          redirect_uri: redirectUri,
          response_type: 'code',
          scope,
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }))
          url.searchParams.set(name, value)
        const parameters = oauth.validateAuthResponse(server, client, await browse(url), state)
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication,
          parameters,
          redirectUri,
          verifier,
          insecure,
        )
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        })
        await oauth.validateApplicationLevelSignature(server, response, insecure)
        const sub = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? ''
        expect(sub).toBe(String(testServer.idOf('alice')))
        const info = await oauth.userInfoRequest(server, client, tokens.access_token, insecure)
        expect(await oauth.processUserInfoResponse(server, client, sub, info)).toMatchObject({
          preferred_username: 'alice',
        })
        const refreshed = await oauth.processRefreshTokenResponse(
          server,
          client,
          await oauth.refreshTokenGrantRequest(server, client, authentication, tokens.refresh_token ?? '', insecure),
        )
        const revocation = await oauth.revocationRequest(
          server,
          client,
          authentication,
          refreshed.access_token,
          insecure,
        )
        expect(await oauth.processRevocationResponse(revocation)).toBeUndefined()
        const late = await oauth.userInfoRequest(server, client, refreshed.access_token, insecure)
        await expect(oauth.processUserInfoResponse(server, client, sub, late)).rejects.toThrow()
      })

      it('reports a denied consent through both libraries', async () => {
        const config = await oidc.discovery(issuer, app.clientId, undefined, oidc.None(), {
          execute: [oidc.allowInsecureRequests],
        })
        const verifier = oidc.randomPKCECodeVerifier()
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid offline_access',
          state: 's',
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        const page = await fetch(url, { headers: { cookie } })
        const denied = new URL(readConsent({ body: await page.text() }).deny)
        const grant = oidc.authorizationCodeGrant(config, denied, { pkceCodeVerifier: verifier, expectedState: 's' })
        await expect(grant).rejects.toMatchObject({ error: 'access_denied' })
        const server = config.serverMetadata() as oauth.AuthorizationServer
        expect(() => oauth.validateAuthResponse(server, { client_id: app.clientId }, denied, 's')).toThrow()
      })
    })

    it("a public app on the user's machine can listen on any free port (RFC 8252 §7.3)", async () => {
      const app = await registerTestApp(testServer.world, {
        redirectUri: 'http://127.0.0.1/back',
        isConfidential: false,
      })
      const config = await oidc.discovery(issuer, app.clientId, undefined, oidc.None(), {
        execute: [oidc.allowInsecureRequests],
      })
      const verifier = oidc.randomPKCECodeVerifier()
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: 'http://127.0.0.1:51234/back',
        scope: 'openid',
        state: 's',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      const back = await browse(url)
      expect(back.port).toBe('51234')
      const tokens = await oidc.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: 's' })
      expect(tokens.claims()?.sub).toBe(String(testServer.idOf('alice')))
    })
  }),
)
