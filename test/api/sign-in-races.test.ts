import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../src/accounts/commands/create-user.ts'
import { credentialPermit } from '../../src/kit/messages/system-permits.ts'
import { loadSecretCipher } from '../../src/kit/system/encrypt.ts'
import type { UserId } from '../../src/kit/values/ids.ts'
import { createIdentityProvider } from '../../src/sign-in/commands/create-identity-provider.ts'
import { generateRecoveryCodes } from '../../src/sign-in/commands/generate-recovery-codes.ts'
import { addIdentity } from '../../src/sign-in/store/user-identities.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import type { World } from '../../src/world/model/world.ts'
import { createAuthenticator } from '../kit/authenticator.ts'
import { sameOriginHeaders } from '../kit/create-session.ts'
import {
  type IdentityProvider,
  identityProviderClient,
  signInAtProvider,
  startIdentityProvider,
} from '../kit/identity-provider.ts'
import { type Headers, type RaceServers, readSetCookie, startRaceServers } from '../kit/race-servers.ts'
import { getRounds } from '../kit/rounds.ts'
import { onEachDatabase } from '../kit/server.ts'
import { createInstallation, type ServerInstallation } from '../kit/server-process.ts'

/** A few rounds each time; `npm run drill:races -- --rounds 1000` runs many. */
const rounds = getRounds('TULIPWOOD_RACE_ROUNDS', { quick: 2, full: 5 })
const timeout = 120_000 + rounds * 6000
const system = { kind: 'system', reason: 'test' } as const
const origin = 'http://localhost'

interface Obtained {
  readonly sessions: Headers[]
  /** Sign-ins with the old password whose second step is not finished. */
  readonly pending: Headers[]
  readonly links: string[]
}

onEachDatabase((dialect) => {
  describe('sign-ins that run while the account is closed', () => {
    const phone = createAuthenticator(origin)
    const key = createAuthenticator(origin)
    let home: ServerInstallation
    let world: World
    let servers: RaceServers
    let identityProvider: IdentityProvider
    let providerId = 0
    /** Has an authenticator app, passkeys and recovery codes. */
    let bob: UserId
    /** Signs in through the identity provider. */
    let carol: UserId
    let totpSecret = ''
    let password = 'plenty of apples 0'
    let lastEntry = 0

    beforeAll(async () => {
      home = await createInstallation(dialect)
      world = await home.openWorld()
      const draft = { email: '', ldapId: null, status: 'A', password } as const
      bob = await createUser(world, system, { ...draft, login: 'bob', realName: 'Bob' })
      carol = await createUser(world, system, { ...draft, login: 'carol', realName: 'Carol' })
      identityProvider = await startIdentityProvider(
        Array.from({ length: 9 }, (_, id) => `${origin}/login/oidc/${id}/callback`),
      )
      identityProvider.currentUser = 'carol at the provider'
      const { issuer } = identityProvider
      const { id: clientId, secret: text } = identityProviderClient
      const rules = { linksByEmail: false, createsAccounts: false, emailDomains: [], loginClaim: 'preferred_username' }
      const company = { label: 'Company', issuer, clientId, isEnabled: true, ...rules } as const
      providerId = await createIdentityProvider(world, system, company, { text, box: await loadSecretCipher(world) })
      await world.db.write((tx) =>
        addIdentity(tx, credentialPermit, { issuer, subject: 'carol at the provider' }, carol, world.clock.now()),
      )
      servers = await startRaceServers(home, dialect)
      // The URL that a started server prints is the one the test waits for: this comes after it.
      await changeSettings(world, system, { failed_sign_ins_per_minute: 10_000, public_url: origin })
      await addSecondFactors()
    })
    afterAll(async () => {
      await servers.stop()
      await identityProvider.stop()
      await world.db.close()
      await home.remove()
    })

    const addIfDefined = <Item>(list: Item[], item: Item | undefined): void => {
      if (item !== undefined) list.push(item)
    }
    const post = (path: string, body: object, headers: Headers = {}) =>
      servers.sendJson('POST', path, { ...sameOriginHeaders, ...headers }, body)
    function sessionIn(response: Response): Headers | undefined {
      const cookie = readSetCookie(response, 'tulipwood_session')
      return cookie === undefined ? undefined : { ...sameOriginHeaders, cookie }
    }

    async function addSecondFactors(): Promise<void> {
      const session = sessionIn(await post('session', { username: 'bob', password })) as Headers
      const url = `users/${bob}/second_factors`
      for (const authenticator of [phone, key]) {
        const options = await (await post(`${url}/passkeys/options`, {}, session)).json()
        const passkey = { label: 'Passkey', response: authenticator.create(options) }
        expect((await post(`${url}/passkeys`, passkey, session)).status).toBe(201)
      }
      const started = (await (await post(`${url}/totp`, {}, session)).json()) as { secret: string }
      totpSecret = started.secret
      const body = { code: totpCode() }
      expect((await servers.sendJson('PUT', `${url}/totp`, session, body)).status).toBe(200)
    }
    const totpCode = (): string => new TOTP({ secret: totpSecret }).generate()

    /** Makes the present TOTP code and ten recovery codes valid, as often as a round needs them. */
    async function renewCodes(): Promise<string[]> {
      const { codes, hashes } = generateRecoveryCodes()
      await world.db.write(async (tx) => {
        await tx.updateTable('totp').set({ last_step: 0, failures: 0, failed_on: null }).execute()
        await tx.deleteFrom('recovery_code').execute()
        await tx
          .insertInto('recovery_code')
          .values(hashes.map((hash) => ({ user_id: bob, hash })))
          .execute()
      })
      return [...codes]
    }

    async function requestPending(): Promise<Headers | undefined> {
      const response = await post('session', { username: 'bob', password })
      return response.status === 200 ? sessionIn(response) : undefined
    }
    async function signInWithPasskey(by: typeof phone, pending: Headers = {}): Promise<Headers | undefined> {
      const options = await post('session/passkey_options', {}, pending)
      return sessionIn(await post('session/passkey', { response: by.get(await options.json()) }, pending))
    }
    async function finish(step: 'totp' | 'recovery_code', code: string, pending: Headers) {
      return sessionIn(await post(`session/${step}`, { code }, pending))
    }
    async function signInThroughDirectory(): Promise<Headers | undefined> {
      const started = await servers.send('GET', `/login/oidc/${providerId}`, {})
      const back = await signInAtProvider(started.headers.get('location') ?? '', origin)
      const cookie = readSetCookie(started, 'tulipwood_oidc') ?? ''
      return sessionIn(await servers.send('GET', back.slice(origin.length), { cookie }))
    }
    async function offerLink(account: UserId): Promise<string | undefined> {
      const path = `users/${account}/password_reset`
      const response = await servers.sendJson('POST', path, home.headers, {})
      if (response.status !== 201) return undefined
      return ((await response.json()) as { link: string }).link.split('#')[1]
    }
    const useLink = (token: string, chosen: string) => post('password_resets', { token, password: chosen })

    /** Repeats all kinds of sign-in until the change of both accounts has a response. */
    async function race(change: (account: UserId) => Promise<Response>): Promise<Obtained> {
      const obtained: Obtained = { sessions: [], pending: [], links: [] }
      const { sessions } = obtained
      const codes = await renewCodes()
      const early = [await requestPending(), await requestPending(), await requestPending()] as const
      const linkOfBob = (await offerLink(bob)) as string
      addIfDefined(obtained.links, linkOfBob)
      let isOver = false
      const repeat = async (work: () => Promise<unknown>): Promise<void> => {
        while (!isOver) {
          await work()
          await sleep(Math.random() * 5)
        }
      }
      const randomDelay = () => sleep(Math.random() * 60)
      const clients = [
        repeat(async () => addIfDefined(sessions, await signInWithPasskey(phone))),
        repeat(async () => {
          const pending = await requestPending()
          if (pending === undefined) return
          if (Math.random() < 0.3) return void addIfDefined(obtained.pending, pending)
          const code = codes.length > 2 && Math.random() < 0.5 ? codes.pop() : undefined
          const step = code === undefined ? signInWithPasskey(key, pending) : finish('recovery_code', code, pending)
          addIfDefined(sessions, await step)
        }),
        randomDelay().then(async () => addIfDefined(sessions, await finish('totp', totpCode(), early[0] as Headers))),
        randomDelay().then(async () =>
          addIfDefined(sessions, await finish('recovery_code', codes[0] ?? '', early[1] as Headers)),
        ),
        repeat(async () => addIfDefined(sessions, await signInThroughDirectory())),
        repeat(async () => addIfDefined(obtained.links, await offerLink(carol))),
      ]
      addIfDefined(obtained.pending, early[2])
      // A reset link would end all sessions and change the password, so it is not used in each round.
      if (Math.random() < 0.5)
        clients.push(randomDelay().then(() => void useLink(linkOfBob, `${password} of a stranger`)))
      await sleep(Math.random() * 60)
      const changes = await Promise.all([change(bob), change(carol)])
      expect(changes.map(({ status }) => status)).toEqual([200, 200])
      isOver = true
      await Promise.all(clients)
      return obtained
    }

    const countOpen = async (sessions: readonly Headers[]): Promise<number> => {
      let count = 0
      for (const headers of sessions) {
        const self = await servers.send('GET', 'users/self', headers)
        const { username } = (await self.json()) as { username?: string }
        if (username === 'bob' || username === 'carol') count++
      }
      return count
    }
    /** Tries to finish old sign-ins with a fresh code and returns those that have become sessions. */
    async function finishOld(pending: readonly Headers[]): Promise<Headers[]> {
      const sessions: Headers[] = []
      const codes = await renewCodes()
      for (const [index, headers] of pending.slice(0, 10).entries())
        addIfDefined(sessions, await finish('recovery_code', codes[index] ?? '', headers))
      return sessions
    }

    /** Returns the audit entries of both accounts after the last of these actions of the administrator. */
    async function actionsAfter(action: string): Promise<string[]> {
      const query = world.db.read.selectFrom('audit').select(['id', 'action', 'subject', 'user_id', 'detail'])
      const rows = await query.where('id', '>', lastEntry).orderBy('id').execute()
      lastEntry = rows.at(-1)?.id ?? lastEntry
      return ['bob', 'carol'].flatMap((login) => {
        const own = rows.filter(({ subject }) => subject === login)
        const last = own.findLastIndex((row) => row.action === action && row.user_id !== bob && row.user_id !== carol)
        expect(last).toBeGreaterThan(-1)
        const methodOf = (detail: string): string => (JSON.parse(detail) as { method?: string }).method ?? ''
        return own.slice(last + 1).map((row) => `${row.action} ${methodOf(row.detail)}`.trim())
      })
    }

    async function skipAudit(): Promise<void> {
      const { last } = await world.db.read
        .selectFrom('audit')
        .select(({ fn }) => fn.max('id').as('last'))
        .executeTakeFirstOrThrow()
      lastEntry = Number(last)
    }

    it(
      'a new password ends sign-ins with the old one and invalidates earlier reset links',
      async () => {
        let survived = 0
        for (let round = 0; round < rounds; round++) {
          const next = `plenty of apples ${round + 1}`
          const { sessions, pending, links } = await race((account) =>
            servers.sendJson('PUT', `users/${account}/password`, home.headers, { password: next }),
          )
          const after = await actionsAfter('password changed')
          // Passkeys and the identity provider need no password: sessions that they create after the change are
          // allowed.
          const allowed = ['signed in passkey', 'signed in oidc', 'password reset link created']
          const rejectedActions = ['sign-in failed', 'second factor failed']
          const left = after.filter((entry) => !allowed.includes(entry) && !rejectedActions.includes(entry))
          expect(left).toEqual([])
          const isOpen = await countOpen(sessions)
          const startedAfter = after.filter((entry) => entry === allowed[0] || entry === allowed[1]).length
          expect(isOpen, 'sessions open that began before the change').toBe(startedAfter)
          const finished = await finishOld(pending)
          expect(finished, 'old sign-ins finished').toEqual([])
          password = next
          expect(await requestPending(), 'the new password').toBeDefined()
          let used = 0
          for (const link of links) if ((await useLink(link, `${next} by link`)).status === 200) used++
          expect(used, 'links made before the change').toBe(after.includes('password reset link created') ? 1 : 0)
          survived += left.length + finished.length + (isOpen - startedAfter)
          await skipAudit()
        }
        servers.report('new password, other ways to sign in', rounds, survived)
      },
      timeout,
    )

    it(
      'a suspended or deleted account is closed for concurrent sign-ins and for sessions, links and sign-ins from before',
      async () => {
        let survived = 0
        for (let round = 0; round < rounds; round++) {
          const set = (status: string) => (account: UserId) =>
            servers.sendJson('PATCH', `users/${account}`, home.headers, { status })
          const { sessions, pending, links } = await race(set(round % 2 === 0 ? 'S' : 'D'))
          const opened = (await actionsAfter('user changed')).filter((entry) => !entry.includes('failed'))
          expect(opened).toEqual([])
          const whileClosed = [...sessions, ...(await finishOld(pending))]
          let left = await countOpen(whileClosed)
          for (const link of links) if ((await useLink(link, 'the password of a link')).status === 200) left++
          for (const account of [bob, carol]) expect((await set('A')(account)).status).toBe(200)
          // The account is active again, but nothing that began before may open it.
          left += await countOpen([...whileClosed, ...(await finishOld(pending))])
          expect(left).toBe(0)
          survived += left
          password = `plenty of pears ${round + 1}`
          const path = `users/${bob}/password`
          expect((await servers.sendJson('PUT', path, home.headers, { password })).status).toBe(200)
          await skipAudit()
        }
        servers.report('suspension and deletion, other ways to sign in', rounds, survived)
      },
      timeout,
    )
  })
})
