import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../src/accounts/commands/create-user.ts'
import type { UserId } from '../../src/kit/values/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import type { World } from '../../src/world/model/world.ts'
import { sameOriginHeaders } from '../kit/create-session.ts'
import { encodeForm, formatBasicHeader, readConsent, registerTestApp, type TestApp } from '../kit/oauth2.ts'
import { type Headers, type RaceServers, startRaceServers } from '../kit/race-servers.ts'
import { getRounds } from '../kit/rounds.ts'
import { alwaysOnEachDatabase } from '../kit/server.ts'
import { createInstallation, type ServerInstallation } from '../kit/server-process.ts'

/** Rounds per run; `npm run drill:races -- --rounds 1000` runs many. */
const rounds = getRounds('TULIPWOOD_RACE_ROUNDS', { quick: 2, full: 5 })
const timeoutMs = 120_000 + rounds * 6000

/** Credentials that a client obtained with the credentials from before the change. */
interface Obtained {
  readonly tokens: Headers[]
  readonly sessions: Headers[]
  readonly codes: string[]
  readonly accessTokens: string[]
  readonly refreshTokens: string[]
}

const noCredentials = (): Obtained => ({ tokens: [], sessions: [], codes: [], accessTokens: [], refreshTokens: [] })

alwaysOnEachDatabase((dialect) => {
  describe('credentials that are requested concurrently with a revocation', () => {
    let home: ServerInstallation
    let world: World
    let servers: RaceServers
    let app: TestApp
    let alice: UserId
    let password = 'plenty of apples 0'

    beforeAll(async () => {
      home = await createInstallation(dialect)
      world = await home.openWorld()
      const draft = { login: 'alice', realName: 'Alice', email: 'alice@example.com', ldapId: null } as const
      alice = await createUser(world, { kind: 'system', reason: 'test' }, { ...draft, status: 'A', password })
      // The test sends old passwords more often than the default limit allows.
      await changeSettings(world, { kind: 'system', reason: 'test' }, { failed_sign_ins_per_minute: 10_000 })
      app = await registerTestApp(world)
      servers = await startRaceServers(home, dialect)
    })
    afterAll(async () => {
      await servers.stop()
      await world.db.close()
      await home.remove()
    })

    const send: RaceServers['send'] = (...request) => servers.send(...request)
    const sendJson: RaceServers['sendJson'] = (...request) => servers.sendJson(...request)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }

    async function requestToken(): Promise<Headers | undefined> {
      const response = await sendJson('POST', 'tokens', {}, { username: 'alice', password })
      if (response.status !== 200) return undefined
      const { token, user_id: id } = (await response.json()) as { token: string; user_id: string }
      return { 'x-auth-token': token, 'x-auth-userid': id }
    }
    async function requestSession(): Promise<Headers | undefined> {
      const response = await sendJson('POST', 'session', sameOriginHeaders, { username: 'alice', password })
      const [cookie] = response.headers.getSetCookie()
      return response.status === 201 && cookie
        ? { cookie: cookie.split(';')[0] as string, ...sameOriginHeaders }
        : undefined
    }
    const requestKey = (headers: Headers) => sendJson('POST', 'access_keys', headers, { description: 'race' })
    const authorization = (scope: string) => ({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      scope,
    })
    function codeIn({ headers }: Response): string | undefined {
      const location = headers.get('location')
      return location?.startsWith(app.redirectUri)
        ? (new URL(location).searchParams.get('code') ?? undefined)
        : undefined
    }
    /** Returns an authorization code without a consent page; `offline_access` would need consent each time. */
    const requestCode = async ({ cookie }: Headers): Promise<string | undefined> =>
      codeIn(await send('GET', `/oauth2/authorize?${encodeForm(authorization('openid'))}`, { cookie: `${cookie}` }))
    async function allowApp({ cookie }: Headers): Promise<string> {
      const query = encodeForm({ ...authorization('openid offline_access'), prompt: 'consent' })
      const page = await send('GET', `/oauth2/authorize?${query}`, { cookie: `${cookie}` })
      const { fields } = readConsent({ body: await page.text() })
      const path = '/oauth2/authorize-process-consent'
      const code = codeIn(await send('POST', path, { ...form, cookie: `${cookie}` }, encodeForm(fields)))
      if (code === undefined) throw new Error('No authorization code')
      return code
    }
    async function requestTokens(fields: Record<string, string>): Promise<Record<string, string>> {
      const headers = { ...form, authorization: formatBasicHeader(app.clientId, app.secret) }
      const response = await send('POST', '/oauth2/token', headers, encodeForm(fields))
      return response.status === 200 ? ((await response.json()) as Record<string, string>) : {}
    }
    const redeem = (code: string) =>
      requestTokens({ grant_type: 'authorization_code', code, redirect_uri: app.redirectUri })
    const refresh = (token: string) => requestTokens({ grant_type: 'refresh_token', refresh_token: token })

    const addIfDefined = <Item>(list: Item[], item: Item | undefined): void => {
      if (item !== undefined) list.push(item)
    }
    function addTokens(obtained: Obtained, response: Record<string, string>): void {
      addIfDefined(obtained.accessTokens, response['access_token'])
      addIfDefined(obtained.refreshTokens, response['refresh_token'])
    }

    /** Requests every kind of credential repeatedly with the old ones until the change is answered. */
    async function race(change: () => Promise<Response>): Promise<Obtained> {
      const obtained = noCredentials()
      const session = (await requestSession()) as Headers
      const token = (await requestToken()) as Headers
      const first = await redeem(await allowApp(session))
      const ready = await allowApp(session)
      expect(first['refresh_token'], 'the race begins with a refresh token').toBeDefined()
      const basic = { authorization: formatBasicHeader('alice', password) }
      let latest = first['refresh_token']
      let isOver = false
      const repeat = async (work: () => Promise<unknown>): Promise<void> => {
        while (!isOver) {
          await work()
          await sleep(Math.random() * 5)
        }
      }
      const clients = [
        repeat(async () => addIfDefined(obtained.tokens, await requestToken())),
        repeat(async () => addIfDefined(obtained.tokens, await requestToken())),
        repeat(async () => addIfDefined(obtained.sessions, await requestSession())),
        repeat(() => requestKey(basic)),
        repeat(() => requestKey(token)),
        repeat(() => requestKey(session)),
        repeat(async () => addIfDefined(obtained.codes, await requestCode(session))),
        repeat(async () => {
          if (latest === undefined) return
          const response = await refresh(latest)
          latest = response['refresh_token']
          addTokens(obtained, response)
        }),
        sleep(Math.random() * 100).then(async () => addTokens(obtained, await redeem(ready))),
      ]
      // A client with the old password and a session could set another password, which revokes everything, so only some
      // rounds do it.
      if (Math.random() < 0.25) {
        const body = { current_password: password, password: `${password} of a stranger` }
        clients.push(sendJson('PUT', `users/${alice}/password`, session, body).then(() => undefined))
      }
      await sleep(Math.random() * 50)
      expect((await change()).status).toBe(200)
      isOver = true
      await Promise.all(clients)
      return obtained
    }

    /** Returns the kinds of obtained credentials that are still accepted. */
    async function survivors(obtained: Obtained): Promise<string[]> {
      const accepted: string[] = []
      const addIfAccepted = async (kind: string, headers: Headers): Promise<void> => {
        const { status } = await send('GET', `users/${alice}/preferences?key=race`, headers)
        if (status === 200) accepted.push(kind)
      }
      for (const headers of obtained.tokens) await addIfAccepted('token', headers)
      for (const headers of obtained.sessions) await addIfAccepted('session', headers)
      for (const code of obtained.codes) if ((await redeem(code))['access_token'] !== undefined) accepted.push('code')
      for (const token of obtained.accessTokens) {
        const { status } = await send('GET', '/oauth2/userinfo', { authorization: `Bearer ${token}` })
        if (status === 200) accepted.push('access token')
      }
      for (const token of obtained.refreshTokens)
        if ((await refresh(token))['access_token'] !== undefined) accepted.push('refresh token')
      return accepted
    }

    let lastEntry = 0

    /** Returns the audit actions of alice after the last such action of the administrator. */
    async function actionsAfter(action: string): Promise<string[]> {
      const query = world.db.read.selectFrom('audit').select(['id', 'action', 'user_id']).where('id', '>', lastEntry)
      const rows = await query.orderBy('id').execute()
      lastEntry = rows.at(-1)?.id ?? lastEntry
      const last = rows.findLastIndex((row) => row.action === action && row.user_id !== alice)
      expect(last).toBeGreaterThan(-1)
      const issues = ['access key created', 'signed in', 'password changed', 'app authorized']
      return rows
        .slice(last + 1)
        .filter((row) => row.user_id === alice && issues.includes(row.action))
        .map((row) => row.action)
    }

    it(
      'no credential is valid after a new password, and none is issued with an old one',
      async () => {
        let survived = 0
        for (let round = 0; round < rounds; round++) {
          const next = `plenty of apples ${round + 1}`
          const obtained = await race(() =>
            sendJson('PUT', `users/${alice}/password`, home.headers, { password: next }),
          )
          const remaining = [...(await actionsAfter('password changed')), ...(await survivors(obtained))]
          survived += remaining.length
          expect(remaining).toEqual([])
          password = next
          expect(await requestToken(), 'the new password').toBeDefined()
        }
        servers.report('new password', rounds, survived)
      },
      timeoutMs,
    )

    it(
      'no credential is accepted after the user is suspended, and sessions end',
      async () => {
        const setStatus = (status: string) => sendJson('PATCH', `users/${alice}`, home.headers, { status })
        let survived = 0
        for (let round = 0; round < rounds; round++) {
          const obtained = await race(() => setStatus('S'))
          const remaining = [...(await actionsAfter('user changed')), ...(await survivors(obtained))]
          expect((await setStatus('A')).status).toBe(200)
          // A suspended user keeps tokens, which are rejected until the user is active again
          // (docs/api/authentication.md §1.2).
          remaining.push(...(await survivors({ ...noCredentials(), sessions: obtained.sessions })))
          survived += remaining.length
          expect(remaining).toEqual([])
          password = `plenty of pears ${round + 1}`
          expect((await sendJson('PUT', `users/${alice}/password`, home.headers, { password })).status).toBe(200)
        }
        servers.report('suspension', rounds, survived)
      },
      timeoutMs,
    )
  })
})
