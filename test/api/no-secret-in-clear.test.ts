import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { slices } from '../../src/app/slices/slices.ts'
import { createLogger } from '../../src/app/start/logger.ts'
import { startWorker } from '../../src/app/worker/worker.ts'
import { loadSecretCipher } from '../../src/kit/system/encrypt.ts'
import type { UserId } from '../../src/kit/values/ids.ts'
import { loadSigningKeysAfter } from '../../src/oauth2/store/signing-keys.ts'
import { createAuthenticator } from '../kit/authenticator.ts'
import { createBugProject } from '../kit/bug-tracker-fixture.ts'
import {
  type IdentityProvider,
  identityProviderClient,
  signInAtProvider,
  startIdentityProvider,
} from '../kit/identity-provider.ts'
import { startMailbox } from '../kit/mailbox.ts'
import { authorizeCode, createOAuth2Client, createPkcePair, readConsent, redirectParams } from '../kit/oauth2.ts'
import { openPage, type Page } from '../kit/page.ts'
import { enableSubversion, useMemoryStorage } from '../kit/repositories.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createSecrets, loadColumns, loadFiles } from '../kit/secrets.ts'
import { onEachDatabase, type TestResponse } from '../kit/server.ts'
import { createSharedDatabase, type Node, type SharedDatabase } from '../kit/shared-database.ts'
import { startWebhookReceiver } from '../kit/webhook-receiver.ts'

const origin = 'http://localhost'

/** Decision 0029: the nonce grants nothing, and the ID token contains it. */
const knownExceptions = ['nonce of the app: oauth2_code.nonce']

onEachDatabase((dialect) => {
  const mailbox = startMailbox()
  const receiver = startWebhookReceiver()

  describe('after operations with every kind of secret', () => {
    const secrets = createSecrets()
    const { add } = secrets
    const log: string[] = []
    let shared: SharedDatabase
    let node: Node
    let provider: IdentityProvider
    /** The contents of each column after any of the steps: the next step removes some of them. */
    const columns = new Map<string, string>()

    const page = (): Page => openPage(() => node.app)
    const createPassword = (whose: string) =>
      add(`password ${whose}`, `pass phrase ${randomBytes(9).toString('base64url')}`)
    const signIn = async (login: string, password: string): Promise<Page> => {
      const at = page()
      const { status, text } = await at.send('POST', 'session', { username: login, password })
      expect([status, text]).toEqual([201, expect.any(String)])
      add(`session of ${login}`, at.cookie ?? '')
      return at
    }
    const ok = ({ status, body, text }: TestResponse): any => {
      expect([status < 300, text]).toEqual([true, expect.anything()])
      return body
    }
    const api = (method: string, url: string, headers: Readonly<Record<string, string>>, body?: object) =>
      node.app.inject({
        method: method as 'GET',
        url: `/api/${url}`,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
    const irisPassword = createPassword('iris')
    const codeOf = (secret: string) => new TOTP({ secret }).generate()

    beforeAll(async () => {
      const logStream = new Writable({
        write(chunk, _encoding, done) {
          log.push(String(chunk))
          done()
        },
      })
      shared = await createSharedDatabase(dialect, undefined, createLogger('trace', logStream))
      const mailPassword = add('password of the mail server', randomUUID())
      node = await shared.start({
        TULIPWOOD_SMTP_URL: `smtp://robot:${mailPassword}@127.0.0.1:${mailbox.port}`,
        TULIPWOOD_MAIL_FROM: 'Tracker <tracker@example.org>',
      })
      provider = await startIdentityProvider(
        Array.from({ length: 3 }, (_, n) => `${origin}/login/oidc/${n + 1}/callback`),
      )
    }, 60_000)
    afterAll(async () => {
      await shared.remove()
      await provider.stop()
    })

    afterEach(async () => {
      for (const [place, text] of await loadColumns(node.world)) columns.set(place, (columns.get(place) ?? '') + text)
    })
    const secretsInColumns = () =>
      [...columns].flatMap(([place, text]) => secrets.findIn(text).map((name) => `${name}: ${place}`)).sort()

    it('sets up the server and signs users in, with right and with wrong passwords', async () => {
      const code = add('set-up code', node.setupCode ?? '')
      const admin = page()
      const iris = { username: 'iris', real_name: 'Iris Bloom', email: 'iris@example.com', password: irisPassword }
      const wrongCode = add('wrong set-up code', randomBytes(18).toString('base64url'))
      expect((await admin.send('POST', 'setup', { ...iris, code: wrongCode })).status).toBe(403)
      ok(await admin.send('POST', 'setup', { ...iris, code }))
      add('session of set-up', admin.cookie ?? '')
      const settings = { outgoing_private_addresses: true, failed_sign_ins_per_minute: 1000 }
      ok(await admin.send('PATCH', 'site_settings', settings))

      const issued = createPassword('alice got')
      ok(
        await admin.send('POST', 'users', {
          username: 'alice',
          email: 'alice@example.com',
          password: issued,
          must_change_password: true,
        }),
      )
      const missed = { username: 'alice', password: createPassword('of no account') }
      expect((await page().send('POST', 'session', missed)).status).toBe(401)
      // Users sometimes enter the password in the field of the name.
      const hasty = { username: createPassword('alice typed as her name'), password: 'alice' }
      expect((await page().send('POST', 'session', hasty)).status).toBe(401)
      const alice = await signIn('alice', issued)
      const chosen = createPassword('alice chose')
      const self = (await alice.send('GET', 'session')).body.user.id
      ok(await alice.send('PUT', `users/${self}/password`, { password: chosen, current_password: issued }))
      await signIn('alice', chosen)
    })

    it('uses the API with passwords, access keys and tokens', async () => {
      const [alice, known] = await signInWithNewPassword('alice', 'for the API')
      const basic = { authorization: `Basic ${Buffer.from(`alice:${known}`).toString('base64')}` }
      expect((await api('GET', 'users/self', basic)).statusCode).toBe(200)
      const { token, user_id } = (await api('POST', 'tokens', {}, { username: 'alice', password: known })).json()
      add('token', token)
      const byToken = { 'x-auth-token': token, 'x-auth-userid': String(user_id) }
      expect((await api('GET', 'users/self', byToken)).statusCode).toBe(200)
      const { identifier } = ok(await alice.send('POST', 'access_keys', { description: 'Night build' }))
      add('access key', identifier)
      expect((await api('GET', 'users/self', { 'x-auth-accesskey': identifier })).statusCode).toBe(200)
      const unknown = add('unknown access key', `tlp-k1-9999.${randomBytes(32).toString('hex')}`)
      expect((await api('GET', 'users/self', { 'x-auth-accesskey': unknown })).statusCode).toBe(401)

      const once = add('idempotency key', randomUUID())
      const repeated = await alice.send('POST', 'access_keys', { description: 'Once' }, { 'idempotency-key': once })
      add('access key of an answer that is kept', ok(repeated).identifier)
      const repeatedResponse = await alice.send(
        'POST',
        'access_keys',
        { description: 'Once' },
        { 'idempotency-key': once },
      )
      expect([repeatedResponse.headers['idempotency-replayed'], repeatedResponse.text]).toEqual(['true', repeated.text])

      // Secrets in places where clients must not send them.
      expect((await api('GET', `projects?access_token=${identifier}`, {})).statusCode).toBe(401)
      expect((await api('GET', `nowhere/${token}`, {})).statusCode).toBe(404)
      expect((await api('DELETE', `tokens/${token}`, byToken)).statusCode).toBe(200)
      const tokenResponse = (await api('POST', 'tokens', {}, { username: 'alice', password: known })).json()
      add('token that stays', tokenResponse.token)
    })

    it('resets passwords by links', async () => {
      const admin = await asAdmin()
      const user = await idOf('alice')
      const { link } = ok(await admin.send('POST', `users/${user}/password_reset`, {}))
      const password = createPassword('alice set by a link')
      const token = add('reset link', link.split('#')[1])
      ok(await page().send('POST', 'password_resets', { token, password }))
      // A worker with the key can decrypt the secret of an email that is not sent yet.
      mailbox.isOpen = false
      ok(await admin.send('POST', `users/${user}/password_reset`, { by_mail: true }))
      const jobs = node.world.db.read.selectFrom('job').select('payload').where('kind', '=', 'mail-password-reset')
      const { payload } = await jobs.executeTakeFirstOrThrow()
      const cipher = await loadSecretCipher(node.world)
      add('reset link by mail', cipher.decrypt(`password reset of ${user}`, JSON.parse(payload).sealed).toString())
      const worker = startWorker(
        node.world,
        slices.flatMap((slice) => slice.jobs),
      )
      const failed = () => node.world.db.read.selectFrom('job').select('last_error').where('last_error', 'is not', null)
      await expect.poll(async () => (await failed().execute()).length, { timeout: 20_000 }).toBeGreaterThan(0)
      await worker.stop()
      mailbox.isOpen = true
    }, 30_000)

    it('confirms email addresses by links', async () => {
      const [alice] = await signInWithNewPassword('alice', 'before another address')
      const user = await idOf('alice')
      const cipher = await loadSecretCipher(node.world)
      const requestChange = async (email: string) => {
        ok(await alice.send('PATCH', `users/${user}`, { email }))
        const jobs = node.world.db.read.selectFrom('job').select('payload')
        const { payload } = await jobs.where('kind', '=', 'mail-address-confirmation').executeTakeFirstOrThrow()
        return cipher.decrypt(`address confirmation of ${user}`, JSON.parse(payload).sealed).toString()
      }
      const token = add('link of an address', await requestChange('alice@acme.example'))
      ok(await alice.send('POST', 'email_confirmations', { token }))
      await runJobs(node.world)
      add('link of an address that waits', await requestChange('alice@other.example'))
    })

    it('sets up and uses second factors', async () => {
      const [alice, known] = await signInWithNewPassword('alice', 'before a second factor')
      const url = `users/${await idOf('alice')}/second_factors`
      const { secret } = ok(await alice.send('POST', `${url}/totp`))
      add('secret of the app', secret)
      const { recovery_codes: codes } = ok(await alice.send('PUT', `${url}/totp`, { code: codeOf(secret) }))
      for (const [n, code] of codes.entries()) add(`recovery code ${n}`, code)
      for (const [n, code] of codes.entries()) add(`recovery code ${n} without signs`, code.replace(/[^a-z0-9]/gi, ''))
      const phone = createAuthenticator()
      const options = ok(await alice.send('POST', `${url}/passkeys/options`))
      add('challenge of a new passkey', options.challenge)
      ok(await alice.send('POST', `${url}/passkeys`, { label: 'Phone', response: phone.create(options) }))

      const half = page()
      await half.send('POST', 'session', { username: 'alice', password: known })
      add('session that waits', half.cookie ?? '')
      expect((await half.send('POST', 'session/recovery_code', { code: 'aaaaa-bbbbb-ccccc' })).status).toBe(401)
      ok(await half.send('POST', 'session/recovery_code', { code: codes[0] }))
      add('session after a recovery code', half.cookie ?? '')
      const other = page()
      const passkeyOptions = ok(await other.send('POST', 'session/passkey_options'))
      add('challenge of a sign-in', passkeyOptions.challenge)
      ok(await other.send('POST', 'session/passkey', { response: phone.get(passkeyOptions) }))
      add('session by a passkey', other.cookie ?? '')
      const renewed = ok(await other.send('POST', `${url}/recovery_codes`)).recovery_codes
      for (const [n, code] of renewed.entries()) add(`renewed recovery code ${n}`, code)
    })

    it('signs in with an identity provider', async () => {
      const admin = await asAdmin()
      const { id } = ok(
        await admin.send('POST', 'identity_providers', {
          label: 'Acme',
          issuer: provider.issuer,
          client_id: identityProviderClient.id,
          client_secret: add('secret at the provider', identityProviderClient.secret),
          makes_accounts: true,
        }),
      )
      provider.users.set('dora', { preferred_username: 'dora', name: 'Dora', email: 'd@acme.example' })
      provider.currentUser = 'dora'
      const signInStart = await node.app.inject(`/login/oidc/${id}`)
      const cookie = String([signInStart.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
      add('cookie of the sign-in at the provider', cookie.split('=').slice(1).join('='))
      const authorizationParams = new URL(String(signInStart.headers.location)).searchParams
      add('state at the provider', authorizationParams.get('state') ?? '')
      add('nonce at the provider', authorizationParams.get('nonce') ?? '')
      const back = await signInAtProvider(String(signInStart.headers.location), origin)
      add('code of the provider', new URL(back).searchParams.get('code') ?? '')
      const done = await node.app.inject({ url: back.replace(origin, ''), headers: { cookie } })
      const issued = [done.headers['set-cookie'] ?? []].flat().find((each) => each.startsWith('tulipwood_session='))
      add('session from the provider', /=([^;]+)/.exec(issued ?? '')?.[1] ?? '')
    }, 30_000)

    it('authorizes OAuth2 apps and uses their tokens', async () => {
      const admin = await asAdmin()
      const appInput = { name: 'Build robot', redirect_uri: 'https://robot.example/back' }
      const registered = ok(await admin.send('POST', 'oauth2_apps', appInput))
      add('first secret of the app', registered.client_secret)
      const { client_secret } = ok(await admin.send('POST', `oauth2_apps/${registered.id}/secret`))
      add('secret of the app at the server', client_secret)
      const clientId: string = registered.client_id
      const basic = { authorization: `Basic ${Buffer.from(`${clientId}:${client_secret}`).toString('base64')}` }
      const app = { id: registered.id, clientId, secret: client_secret, redirectUri: appInput.redirect_uri, basic }
      const cookie = `tulipwood_session=${admin.cookie}`
      const oauth2 = createOAuth2Client(node)
      const { verifier, challenge } = createPkcePair()
      add('code verifier', verifier)
      const nonce = add('nonce of the app', randomUUID())
      const state = add('state of the app', randomUUID())
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
      const query = {
        ...pkce,
        response_type: 'code',
        client_id: clientId,
        redirect_uri: app.redirectUri,
        scope: 'openid',
        state,
      }
      const { fields } = readConsent(await oauth2.authorize(cookie, query))
      add('proof of consent', fields['consent_proof']?.[0] ?? '')
      add('code that is not redeemed', redirectParams(await oauth2.consent(cookie, fields))['code'] ?? '')
      const scope = 'openid offline_access read:project'
      const code = add('code', await authorizeCode(node, { app, cookie, scope, challenge, nonce }))
      const redeem = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri, code_verifier: verifier }
      const first = (await oauth2.token(basic, redeem)).json()
      const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
      const second = (await oauth2.token(basic, refresh)).json()
      for (const [name, tokens] of Object.entries({ first, second })) {
        add(`${name} access token`, tokens.access_token)
        add(`${name} refresh token`, tokens.refresh_token)
        if (tokens.id_token !== undefined) add(`${name} id token`, tokens.id_token)
      }
      expect((await oauth2.userinfo(second.access_token)).statusCode).toBe(200)
      expect((await api('GET', 'projects', { authorization: `Bearer ${second.access_token}` })).statusCode).toBe(200)
      const cipher = await loadSecretCipher(node.world)
      const keys = await loadSigningKeysAfter(node.world.db.read, 0)
      expect(keys.length).toBeGreaterThan(0)
      for (const { kid, encryptedPrivateJwk } of keys) {
        const jwk = JSON.parse(cipher.decrypt(`signing key ${kid}`, encryptedPrivateJwk).toString())
        add(`private part of ${kid}`, jwk.d)
      }
    }, 30_000)

    it('signs webhooks', async () => {
      const admin = await asAdmin()
      const iris = (await idOf('iris')) as UserId
      const project = await createBugProject(node.world, {
        shortName: 'garden',
        access: 'public',
        members: [iris],
        administrators: [iris],
      })
      await node.world.cache.refresh()
      const url = `trackers/${project.tracker}/webhooks`
      const { id, secret } = ok(await admin.send('POST', url, { url: receiver.url }))
      add('secret of a webhook', secret)
      const chosen = add('chosen secret of a webhook', `chosen ${randomUUID()}`)
      ok(await admin.send('PATCH', `tracker_webhooks/${id}`, { secret: chosen }))
      ok(
        await admin.send('POST', 'artifacts', {
          tracker: { id: project.tracker },
          values: [
            { field_id: project.title, value: 'It crashes' },
            { field_id: project.status, bind_value_ids: [project.open] },
          ],
        }),
      )
      await runJobs(node.world, { later: 3600 })
      expect(receiver.take().length).toBeGreaterThan(0)

      useMemoryStorage(node.world)
      await enableSubversion(node, project.project)
      const repository = ok(await admin.send('POST', 'svn', { project_id: project.project, name: 'main' }))
      const webhook = ok(await admin.send('POST', `svn/${repository.id}/webhooks`, { url: receiver.url }))
      add('secret of a webhook of a repository', webhook.secret)
      const own = add('chosen secret of a webhook of a repository', `chosen ${randomUUID()}`)
      ok(await admin.send('PATCH', webhook.uri, { secret: own }))
    })

    it('logs requests that fail with an internal error', async () => {
      const { db } = node.world
      const password = createPassword('of a request that fails')
      const admin = await asAdmin()
      const before = log.length
      await db.write((tx) => sql`alter table token rename to token_away`.execute(tx))
      const token = add('token of a request that fails', randomBytes(16).toString('hex'))
      const byToken = { 'x-auth-token': token, 'x-auth-userid': '101' }
      const failures = [
        await api('GET', `users/self?token=${token}`, byToken),
        await api('DELETE', `tokens/${token}`, byToken),
      ]
      const user = await idOf('alice')
      failures.push(
        await node.app.inject({
          method: 'PUT',
          url: `/api/users/${user}/password`,
          headers: {
            cookie: `tulipwood_session=${admin.cookie}`,
            'sec-fetch-site': 'same-origin',
            'sec-fetch-mode': 'cors',
            'content-type': 'application/json',
          },
          payload: JSON.stringify({ password }),
        }),
      )
      await db.write((tx) => sql`alter table token_away rename to token`.execute(tx))
      expect(failures.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500])
      const lines = log.slice(before).filter((line) => line.includes('request failed'))
      expect(lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId)).toEqual(
        failures.map(({ headers }) => headers['x-request-id']),
      )
      expect(new Set(failures.map(({ headers }) => headers['x-request-id'])).size).toBe(3)
    })

    it('no column of the database contains a secret', async () => {
      expect(secrets.names.length).toBeGreaterThan(70)
      // The columns in which secrets are stored were searched.
      for (const tokenResponse of [
        'access_key.verifier_hash',
        'email_change.hash',
        'idempotent_response.encrypted_response',
        'identity_provider.client_secret',
        'oauth2_access_token.hash',
        'oauth2_code.hash',
        'oauth2_refresh_token.hash',
        'password_reset.hash',
        'recovery_code.hash',
        'session.hash',
        'signing_key.encrypted_private_jwk',
        'token.hash',
        'totp.secret',
        'user.password_hash',
        'webhook.secret',
      ])
        expect([tokenResponse, columns.get(tokenResponse)?.trim()]).toEqual([tokenResponse, expect.stringMatching(/./)])
      // A text that is not secret is found, so the search works.
      expect(columns.get('access_key.description')).toContain('Night build')
      expect(secretsInColumns()).toEqual(knownExceptions)
    })

    it('no file of the data directory contains a secret, except the key file', async () => {
      const files = await loadFiles(shared.directory)
      const keyFile = await readFile(path.join(shared.directory, 'secret.key'), 'utf8')
      add('encryption key', keyFile.trim())
      files.delete('secret.key')
      if (dialect === 'sqlite') {
        expect([...files.keys()].some((file) => file.endsWith('-wal'))).toBe(true)
        expect([...files.values()].some((bytes) => bytes.includes('Night build'))).toBe(true)
      }
      const inFiles = [...files].flatMap(([file, bytes]) => secrets.findIn(bytes).map((name) => `${name}: ${file}`))
      expect(inFiles.filter((found) => !found.startsWith('nonce of the app: '))).toEqual([])
      expect(secretsInColumns()).toEqual(knownExceptions)
    })

    it('no line of the trace log contains a secret', () => {
      const url = node.world.config.databaseUrl
      const known = url === undefined ? '' : decodeURIComponent(new URL(url).password)
      if (known.length > 9) add('password of the database', known)
      expect(log.length).toBeGreaterThan(3)
      expect(secrets.findIn(log.join(''))).toEqual([])
    })

    async function idOf(login: string): Promise<number> {
      const rows = node.world.db.read.selectFrom('user').select('id').where('login', '=', login)
      return (await rows.executeTakeFirstOrThrow()).id
    }
    const asAdmin = () => signIn('iris', irisPassword)
    /** Signs in a user whose password an administrator has just set. */
    async function signInWithNewPassword(login: string, what: string): Promise<[Page, string]> {
      const password = createPassword(`${login}, ${what}`)
      ok(await (await asAdmin()).send('PUT', `users/${await idOf(login)}/password`, { password }))
      return [await signIn(login, password), password]
    }
  })
})
