import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '../../src/kit/ids.ts'
import type { World } from '../../src/kit/world.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { createUser } from '../../src/site/commands/create-user.ts'
import { sameOriginHeaders } from '../kit/create-session.ts'
import { basicHeader, encodeForm, readConsent, registerTestApp, type TestApp } from '../kit/oauth2.ts'
import { type Headers, type RaceServers, startRaceServers } from '../kit/race-servers.ts'
import { roundsOf } from '../kit/rounds.ts'
import { alwaysOnEachDatabase } from '../kit/server.ts'
import { createInstallation, type ServerInstallation } from '../kit/server-process.ts'

/** A few rounds each time; `npm run drill:races -- --rounds 1000` runs many. */
const rounds = roundsOf('TULIPWOOD_RACE_ROUNDS', { quick: 2, full: 5 })
const patience = 120_000 + rounds * 6000

/** What a client got with the credentials from before the change. */
interface Obtained {
  readonly tokens: Headers[]
  readonly sessions: Headers[]
  readonly codes: string[]
  readonly accessTokens: string[]
  readonly refreshTokens: string[]
}

const nothing = (): Obtained => ({ tokens: [], sessions: [], codes: [], accessTokens: [], refreshTokens: [] })

alwaysOnEachDatabase((dialect) => {
  describe('credentials that are requested while the old ones are revoked', () => {
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
      // Old passwords are sent on purpose, more often than the limit allows.
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
    /** A code for what was allowed before; a user is asked for `offline_access` each time. */
    const requestCode = async ({ cookie }: Headers): Promise<string | undefined> =>
      codeIn(await send('GET', `/oauth2/authorize?${encodeForm(authorization('openid'))}`, { cookie: `${cookie}` }))
    async function allowApp({ cookie }: Headers): Promise<string> {
      const query = encodeForm({ ...authorization('openid offline_access'), prompt: 'consent' })
      const page = await send('GET', `/oauth2/authorize?${query}`, { cookie: `${cookie}` })
      const { fields } = readConsent({ body: await page.text() })
      const path = '/oauth2/authorize-process-consent'
      const code = codeIn(await send('POST', path, { ...form, cookie: `${cookie}` }, encodeForm(fields)))
      if (code === undefined) throw new Error('No code was given')
      return code
    }
    async function requestTokens(fields: Record<string, string>): Promise<Record<string, string>> {
      const headers = { ...form, authorization: basicHeader(app.clientId, app.secret) }
      const response = await send('POST', '/oauth2/token', headers, encodeForm(fields))
      return response.status === 200 ? ((await response.json()) as Record<string, string>) : {}
    }
    const redeem = (code: string) =>
      requestTokens({ grant_type: 'authorization_code', code, redirect_uri: app.redirectUri })
    const refresh = (token: string) => requestTokens({ grant_type: 'refresh_token', refresh_token: token })

    const keep = <Item>(list: Item[], item: Item | undefined): void => {
      if (item !== undefined) list.push(item)
    }
    function keepTokens(obtained: Obtained, answer: Record<string, string>): void {
      keep(obtained.accessTokens, answer['access_token'])
      keep(obtained.refreshTokens, answer['refresh_token'])
    }

    /** Requests every kind of credential again and again, with old ones, until the change was answered. */
    async function race(change: () => Promise<Response>): Promise<Obtained> {
      const obtained = nothing()
      const session = (await requestSession()) as Headers
      const token = (await requestToken()) as Headers
      const first = await redeem(await allowApp(session))
      const ready = await allowApp(session)
      expect(first['refresh_token'], 'the race begins with a refresh token').toBeDefined()
      const basic = { authorization: basicHeader('alice', password) }
      let latest = first['refresh_token']
      let isOver = false
      const again = async (work: () => Promise<unknown>): Promise<void> => {
        while (!isOver) {
          await work()
          await sleep(Math.random() * 5)
        }
      }
      const clients = [
        again(async () => keep(obtained.tokens, await requestToken())),
        again(async () => keep(obtained.tokens, await requestToken())),
        again(async () => keep(obtained.sessions, await requestSession())),
        again(() => requestKey(basic)),
        again(() => requestKey(token)),
        again(() => requestKey(session)),
        again(async () => keep(obtained.codes, await requestCode(session))),
        again(async () => {
          if (latest === undefined) return
          const answer = await refresh(latest)
          latest = answer['refresh_token']
          keepTokens(obtained, answer)
        }),
        sleep(Math.random() * 100).then(async () => keepTokens(obtained, await redeem(ready))),
      ]
      // Who has the old password and a session could set a password, which ends everything: not in each round.
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

    /** Of the credentials that were obtained those that still open something. */
    async function survivors(obtained: Obtained): Promise<string[]> {
      const accepted: string[] = []
      const opens = async (what: string, headers: Headers): Promise<void> => {
        const { status } = await send('GET', `users/${alice}/preferences?key=race`, headers)
        if (status === 200) accepted.push(what)
      }
      for (const headers of obtained.tokens) await opens('token', headers)
      for (const headers of obtained.sessions) await opens('session', headers)
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

    /** Returns what the audit says that alice did after the last of these actions of the administrator. */
    async function doneAfter(action: string): Promise<string[]> {
      const query = world.db.read.selectFrom('audit').select(['id', 'action', 'user_id']).where('id', '>', lastEntry)
      const rows = await query.orderBy('id').execute()
      lastEntry = rows.at(-1)?.id ?? lastEntry
      const last = rows.findLastIndex((row) => row.action === action && row.user_id !== alice)
      expect(last).toBeGreaterThan(-1)
      const issues = ['access key created', 'signed in', 'password changed', 'app authorised']
      return rows
        .slice(last + 1)
        .filter((row) => row.user_id === alice && issues.includes(row.action))
        .map((row) => row.action)
    }

    it(
      'none of them outlives a new password, and no old credential makes one after it',
      async () => {
        let survived = 0
        for (let round = 0; round < rounds; round++) {
          const next = `plenty of apples ${round + 1}`
          const obtained = await race(() =>
            sendJson('PUT', `users/${alice}/password`, home.headers, { password: next }),
          )
          const left = [...(await doneAfter('password changed')), ...(await survivors(obtained))]
          survived += left.length
          expect(left).toEqual([])
          password = next
          expect(await requestToken(), 'the new password').toBeDefined()
        }
        servers.report('new password', rounds, survived)
      },
      patience,
    )

    it(
      'none of them opens anything once the account is suspended, and no session outlives that',
      async () => {
        const set = (status: string) => sendJson('PATCH', `users/${alice}`, home.headers, { status })
        let survived = 0
        for (let round = 0; round < rounds; round++) {
          const obtained = await race(() => set('S'))
          const left = [...(await doneAfter('user changed')), ...(await survivors(obtained))]
          expect((await set('A')).status).toBe(200)
          // A suspended account keeps its tokens, which are refused until it is active again
          // (docs/api/authentication.md §1.2).
          left.push(...(await survivors({ ...nothing(), sessions: obtained.sessions })))
          survived += left.length
          expect(left).toEqual([])
          password = `plenty of pears ${round + 1}`
          expect((await sendJson('PUT', `users/${alice}/password`, home.headers, { password })).status).toBe(200)
        }
        servers.report('suspension', rounds, survived)
      },
      patience,
    )
  })
})
