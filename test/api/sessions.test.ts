import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser } from '../../src/accounts/commands/create-user.ts'
import type { UserId } from '../../src/kit/values/ids.ts'
import { changeUser } from '../../src/sign-in/commands/change-user.ts'
import { signIn } from '../../src/sign-in/commands/sign-in.ts'
import { sweepSessions } from '../../src/sign-in/commands/sweep-sessions.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { createPendingSessionCookie, createSessionCookie } from '../kit/create-session.ts'
import { openPage, type Page, type PageOptions } from '../kit/page.ts'
import { adminPassword, countRows, onEachDatabase } from '../kit/server.ts'
import { createSharedDatabase, type Node, type SharedDatabase } from '../kit/shared-database.ts'

const system = { kind: 'system', reason: 'test' } as const
const password = 'a long enough pass phrase'
const day = 86_400

onEachDatabase((dialect) => {
  describe('a session', () => {
    let shared: SharedDatabase
    let node: Node
    let now = 1_800_000_000
    let userCount = 0

    beforeAll(async () => {
      shared = await createSharedDatabase(dialect, { now: () => now })
      node = await shared.start({ TULIPWOOD_ADMIN_PASSWORD: adminPassword })
    })
    afterAll(() => shared.remove())
    // Failed attempts of another test do not count.
    beforeEach(() => {
      now += 3600
    })

    const page = (seat?: PageOptions): Page => openPage(() => node.app, seat)

    async function createTestUser(): Promise<{ readonly login: string; readonly id: UserId }> {
      userCount += 1
      const login = `user-${userCount}`
      const names = { login, realName: `User ${userCount}`, email: `${login}@example.com` }
      const id = await createUser(node.world, system, { ...names, ldapId: null, status: 'A', password })
      return { login, id }
    }

    async function signInAs(login: string, more: object = {}, seat?: PageOptions): Promise<Page> {
      const at = page(seat)
      const { status, text } = await at.send('POST', 'session', { username: login, password, ...more })
      expect([status, text]).toEqual([201, expect.any(String)])
      return at
    }

    const nameAt = async (at: Page): Promise<string | null> =>
      (await at.send('GET', 'session')).body.user?.username ?? null

    async function auditRowsOf(subject: string): Promise<readonly unknown[]> {
      const rows = node.world.db.read.selectFrom('audit').select(['action', 'ip_address', 'user_id'])
      return rows.where('subject', '=', subject).orderBy('id').execute()
    }

    /** Waits until the time of the last use is stored. */
    const waitForLastUse = async (at: Page, seenOn: number): Promise<void> => {
      const readLastUse = async () => {
        const { last_seen_on } = await node.world.db.read
          .selectFrom('session')
          .select('last_seen_on')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
        return [at.cookie !== undefined, last_seen_on]
      }
      // Ninety days are ninety waits.
      await expect.poll(readLastUse, { interval: 2 }).toEqual([true, seenOn])
    }

    describe('is created', () => {
      it('with the right password, and returns the user, required actions and the site', async () => {
        const { login, id } = await createTestUser()
        const at = page()
        const { status, body } = await at.send('POST', 'session', { username: login.toUpperCase(), password })
        expect(status).toBe(201)
        expect(body).toMatchObject({
          user: { id, username: login, email: `${login}@example.com` },
          is_site_administrator: false,
          name_style: null,
          signed_in_on: new Date(now * 1000).toISOString().replace('.000Z', '+00:00'),
          method: 'password',
          pending: null,
          must: [],
          site: {
            name: 'Tulipwood',
            access_mode: 'anonymous',
            needs_setup: false,
            providers: [],
            has_passkeys: false,
            sends_password_resets: false,
            password_min_length: 8,
          },
        })
        expect((await at.send('GET', 'session')).body).toEqual(body)
        expect((await at.send('GET', 'users/self')).body.username).toBe(login)
        expect(await auditRowsOf(login)).toContainEqual({ action: 'signed in', ip_address: '127.0.0.1', user_id: id })
        const { last_signed_in_on } = await node.world.db.read
          .selectFrom('user')
          .select('last_signed_in_on')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(last_signed_in_on).toBe(now)
      })

      it('for an administrator with is_site_administrator', async () => {
        const at = page()
        const input = { username: 'admin', password: adminPassword }
        expect((await at.send('POST', 'session', input)).body).toMatchObject({
          is_site_administrator: true,
          can_create_projects: true,
          can_import_projects: true,
        })
      })

      it('with what the settings of the site allow to users', async () => {
        const { login } = await createTestUser()
        const at = page()
        await at.send('POST', 'session', { username: login, password })
        const allowed = async (changes: Parameters<typeof changeSettings>[2]) => {
          await changeSettings(node.world, system, changes)
          await node.world.cache.refresh()
          const { can_create_projects, can_import_projects } = (await at.send('GET', 'session')).body
          return [can_create_projects, can_import_projects]
        }
        expect(await allowed({ project_creation: true, project_archives: 'everybody' })).toEqual([true, true])
        expect(await allowed({ project_archives: 'administrators' })).toEqual([true, false])
        expect(await allowed({ project_creation: false, project_archives: 'everybody' })).toEqual([false, false])
      })

      it('with a secret of 256 bits that is stored only as hash', async () => {
        const { login } = await createTestUser()
        const { cookie } = await signInAs(login)
        expect(Buffer.from(cookie ?? '', 'base64url').length).toBe(32)
        const { rows } = await sql<object>`select * from session`.execute(node.world.db.read)
        expect(JSON.stringify(rows)).not.toContain(cookie)
        const { rows: auditRows } = await sql<object>`select * from audit`.execute(node.world.db.read)
        expect(JSON.stringify(auditRows)).not.toContain(cookie)
      })

      it('with a new secret each time, and the previous session of the browser ends', async () => {
        const { login } = await createTestUser()
        const at = page()
        at.replaceCookie('chosen-by-an-attacker')
        await at.send('POST', 'session', { username: login, password })
        const first = at.cookie
        expect(first).not.toBe('chosen-by-an-attacker')
        await at.send('POST', 'session', { username: login, password })
        expect(at.cookie).not.toBe(first)
        const before = page()
        before.replaceCookie(first ?? '')
        expect(await nameAt(before)).toBe(null)
        before.replaceCookie('chosen-by-an-attacker')
        expect(await nameAt(before)).toBe(null)
        expect(await nameAt(at)).toBe(login)
      })

      it('by each request, even with the same Idempotency-Key', async () => {
        const { login } = await createTestUser()
        const input = { username: login, password }
        const key = { 'idempotency-key': 'the same' }
        const [one, other] = [page(), page()]
        expect((await one.send('POST', 'session', input, key)).status).toBe(201)
        const repeated = await other.send('POST', 'session', input, key)
        expect([repeated.status, repeated.headers['idempotency-replayed']]).toEqual([201, undefined])
        expect(other.cookie).not.toBe(one.cookie)
      })

      it.each([
        [
          'https',
          true,
          'https://tracker.example',
          /^tulipwood_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=7776000$/,
        ],
        [
          'https',
          false,
          'https://tracker.example',
          /^tulipwood_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
        ],
        [
          'plain http',
          true,
          'http://tracker.example',
          /^tulipwood_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000$/,
        ],
        [
          'plain http',
          false,
          'http://tracker.example',
          /^tulipwood_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
        ],
      ] as const)('with a cookie for %s, persistent: %s', async (_, isRemembered, origin, expected) => {
        const { login } = await createTestUser()
        const other = await shared.start({ TULIPWOOD_PUBLIC_URL: origin })
        const at = openPage(() => other.app)
        const input = { username: login, password, is_remembered: isRemembered }
        expect((await at.send('POST', 'session', input)).status).toBe(201)
        expect(at.setCookie).toMatch(expected)
        await at.send('DELETE', 'session')
        const secure = origin.startsWith('https') ? '; Secure' : ''
        expect(at.setCookie).toBe(`tulipwood_session=; Path=/; HttpOnly; SameSite=Lax${secure}; Max-Age=0`)
        await other.close()
      })
    })

    describe('is rejected', () => {
      const sessions = async (): Promise<number> => (await countRows(node.world))['session'] ?? Number.NaN

      it.each(['suspended', 'that does not exist', 'with a wrong password', 'that has no password', 'pending'])(
        'for an account %s with the same response',
        async (kind) => {
          const { login, id } = await createTestUser()
          if (kind === 'suspended') await changeUser(node.world, system, id, { status: 'S' })
          if (kind === 'pending') await changeUser(node.world, system, id, { status: 'P' })
          if (kind === 'that has no password')
            await node.world.db.write((tx) =>
              tx.updateTable('user').set({ password_hash: null }).where('id', '=', id).execute(),
            )
          const username = kind === 'that does not exist' ? `${login}-not` : login
          const before = await countRows(node.world)
          const at = page()
          const enteredPassword = kind === 'with a wrong password' ? 'another pass phrase' : password
          const { status, body, headers } = await at.send('POST', 'session', { username, password: enteredPassword })
          expect([status, body, at.cookie]).toEqual([
            401,
            { error: { code: 401, message: 'Unauthorized: The login or the password is wrong' } },
            undefined,
          ])
          // A browser that receives a Basic challenge opens its own dialog.
          expect(headers['www-authenticate']).not.toContain('Basic')
          expect(await countRows(node.world)).toEqual(before)
          const user_id = kind === 'that does not exist' ? null : id
          // An unknown login can be a password that was typed into the wrong field.
          const subject = kind === 'that does not exist' ? 'unknown login' : login
          expect(await auditRowsOf(subject)).toContainEqual({
            action: 'sign-in failed',
            ip_address: '127.0.0.1',
            user_id,
          })
        },
      )

      it.each([
        ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
        ['a form', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
        ['a sister site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
      ])('for a request from %s, without checking the password', async (_, headers) => {
        const { login } = await createTestUser()
        const at = page()
        const before = [await sessions(), await auditRowsOf(login)]
        const wrongPassword = await at.send('POST', 'session', { username: login, password: 'wrong' }, headers)
        const right = await at.send('POST', 'session', { username: login, password }, headers)
        expect([wrongPassword.status, right.status, right.body, at.cookie]).toEqual([
          403,
          403,
          wrongPassword.body,
          undefined,
        ])
        expect(right.body.error.message).toContain("Referer doesn't match host.")
        expect([await sessions(), await auditRowsOf(login)]).toEqual(before)
      })

      it('without information about the origin of the request, for which a Referer is sufficient', async () => {
        const { login } = await createTestUser()
        const input = { username: login, password }
        const send = async (headers: Record<string, string>) => {
          const typed = { 'content-type': 'application/json', host: 'tracker.example', ...headers }
          const options = {
            method: 'POST',
            url: '/api/session',
            headers: typed,
            payload: JSON.stringify(input),
          } as const
          return (await node.app.inject(options)).statusCode
        }
        expect(await send({})).toBe(403)
        expect(await send({ referer: 'https://tracker.example.evil/login' })).toBe(403)
        expect(await send({ referer: 'https://tracker.example/login' })).toBe(201)
      })

      it('without a name or a password', async () => {
        const before = await countRows(node.world)
        expect((await page().send('POST', 'session', { username: 'admin' })).status).toBe(400)
        expect((await page().send('POST', 'session', { password })).status).toBe(400)
        expect(await countRows(node.world)).toEqual(before)
      })

      it('after too many failures, but the right password from another IP address is accepted', async () => {
        const { login } = await createTestUser()
        const guesser = page({ remoteAddress: '192.0.2.1' })
        const guess = () => guesser.send('POST', 'session', { username: login, password: 'a wrong one' })
        for (let i = 0; i < 10; i += 1) expect((await guess()).status).toBe(401)
        const { status, headers, body } = await guess()
        expect([status, body.error.message]).toEqual([
          429,
          'Too Many Requests: Too many failed sign-ins, try again later.',
        ])
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
        const right = { username: login, password }
        expect((await guesser.send('POST', 'session', right)).status).toBe(429)
        await signInAs(login, {}, { remoteAddress: '192.0.2.2' })
        now += 61
        expect((await guesser.send('POST', 'session', right)).status).toBe(201)
      })

      it('when the account was suspended or its password changed after it was loaded', async () => {
        const { login, id } = await createTestUser()
        const signInRequest = {
          userId: id,
          method: 'password',
          isRemembered: false,
          address: '',
          userAgent: null,
        } as const
        const before = await sessions()
        const changed = signIn(node.world, signInRequest, () => {
          throw new Error('changed')
        })
        await expect(changed).rejects.toThrow('changed')
        await node.world.db.write((tx) => tx.updateTable('user').set({ status: 'S' }).where('id', '=', id).execute())
        await expect(signIn(node.world, signInRequest)).rejects.toThrow('Account Suspended')
        expect([await sessions(), await auditRowsOf(login)]).toEqual([
          before,
          [expect.objectContaining({ action: 'user created' })],
        ])
      })
    })

    describe('ends', () => {
      it('a day after its last use when it is not persistent', async () => {
        const at = await signInAs((await createTestUser()).login)
        now += day - 1
        expect(await nameAt(at)).not.toBe(null)
        expect((await at.send('GET', 'users/self')).body.is_anonymous).toBe(false)
        await waitForLastUse(at, now)
        now += day - 1
        expect((await at.send('GET', 'users/self')).body.is_anonymous).toBe(false)
        await waitForLastUse(at, now)
        now += day
        expect(await nameAt(at)).toBe(null)
        expect((await at.send('GET', 'users/self')).body.is_anonymous).toBe(true)
        expect((await at.send('GET', 'users/self/membership')).status).toBe(401)
      })

      it('thirty days after its last use when it is persistent', async () => {
        const at = await signInAs((await createTestUser()).login, { is_remembered: true })
        now += 30 * day - 1
        expect((await at.send('GET', 'users/self')).body.is_anonymous).toBe(false)
        await waitForLastUse(at, now)
        now += 30 * day
        expect((await at.send('GET', 'users/self')).body.is_anonymous).toBe(true)
      })

      it.each([false, true])('after ninety days regardless of its use; persistent: %s', async (is_remembered) => {
        const at = await signInAs((await createTestUser()).login, { is_remembered })
        const startedOn = now
        while (now < startedOn + 89 * day) {
          now = Math.min(now + day - 600, startedOn + 90 * day - 1)
          expect((await at.send('GET', 'users/self')).body.is_anonymous).toBe(false)
          await waitForLastUse(at, now)
        }
        now = startedOn + 90 * day
        expect((await at.send('GET', 'users/self')).body.is_anonymous).toBe(true)
      })

      it('when the user signs out, for this browser only', async () => {
        const { login, id } = await createTestUser()
        const [here, there] = [await signInAs(login), await signInAs(login)]
        const secret = here.cookie ?? ''
        const { status, text } = await here.send('DELETE', 'session')
        expect([status, text, here.cookie]).toEqual([200, '', undefined])
        here.replaceCookie(secret)
        expect([await nameAt(here), await nameAt(there)]).toEqual([null, login])
        expect(await auditRowsOf(login)).toContainEqual({ action: 'signed out', ip_address: '127.0.0.1', user_id: id })
        expect((await here.send('DELETE', 'session')).status).toBe(200)
      })

      it('but not by a request from another site', async () => {
        const { login } = await createTestUser()
        const at = await signInAs(login)
        const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
        expect((await at.send('DELETE', 'session', undefined, foreign)).status).toBe(403)
        expect((await at.send('GET', 'session', undefined, foreign)).status).toBe(403)
        expect(await nameAt(at)).toBe(login)
      })

      it.each(['S', 'D', 'P'] as const)('when the status of the account becomes %s', async (status) => {
        const { login, id } = await createTestUser()
        const at = await signInAs(login)
        await changeUser(node.world, system, id, { status })
        expect(await nameAt(at)).toBe(null)
        await changeUser(node.world, system, id, { status: 'A' })
        expect(await nameAt(at)).toBe(null)
      })

      it('when an administrator sets another password', async () => {
        const { login, id } = await createTestUser()
        const at = await signInAs(login)
        const admin = page()
        await admin.send('POST', 'session', { username: 'admin', password: adminPassword })
        expect((await admin.send('PUT', `users/${id}/password`, { password: 'quite another one' })).status).toBe(200)
        expect(await nameAt(at)).toBe(null)
        expect((await at.send('POST', 'session', { username: login, password })).status).toBe(401)
      })

      it('but not when the server stops', async () => {
        const { login } = await createTestUser()
        const at = await signInAs(login)
        await node.close()
        node = await shared.start()
        expect(await nameAt(at)).toBe(login)
      })

      it('and its row is deleted', async () => {
        const { login, id } = await createTestUser()
        const other = await createTestUser()
        await signInAs(login)
        await signInAs(other.login, { is_remembered: true })
        const left = async (): Promise<readonly number[]> => {
          const rows = node.world.db.read.selectFrom('session').select('user_id').where('user_id', 'in', [id, other.id])
          return (await rows.orderBy('user_id').execute()).map(({ user_id }) => user_id)
        }
        await sweepSessions(node.world)
        expect(await left()).toEqual([id, other.id])
        now += day
        await sweepSessions(node.world)
        expect(await left()).toEqual([other.id])
      })

      it('when a hundred later sessions of the same user exist', async () => {
        const { login, id } = await createTestUser()
        const at = await signInAs(login)
        for (let i = 0; i < 99; i += 1) await createSessionCookie(node.world, id)
        expect(await nameAt(at)).toBe(login)
        await createSessionCookie(node.world, id)
        expect(await nameAt(at)).toBe(null)
      })
    })

    describe('waiting for a second factor', () => {
      it('allows nothing else and returns what it waits for', async () => {
        const { id } = await createTestUser()
        const at = page()
        at.replaceCookie(await createPendingSessionCookie(node.world, id))
        expect((await at.send('GET', 'session')).body).toMatchObject({ user: null, pending: { factors: [] }, must: [] })
        expect((await at.send('GET', 'users/self')).body.is_anonymous).toBe(true)
        expect((await at.send('GET', `users/${id}/sessions`)).status).toBe(401)
        now += 299
        expect((await at.send('GET', 'session')).body.pending).not.toBe(null)
        now += 1
        expect((await at.send('GET', 'session')).body.pending).toBe(null)
      })

      it('is ended by signing out', async () => {
        const { login, id } = await createTestUser()
        const at = page()
        const secret = await createPendingSessionCookie(node.world, id)
        at.replaceCookie(secret)
        expect((await at.send('DELETE', 'session')).status).toBe(200)
        at.replaceCookie(secret)
        expect((await at.send('GET', 'session')).body.pending).toBe(null)
        expect(await auditRowsOf(login)).not.toContainEqual(expect.objectContaining({ action: 'signed out' }))
      })
    })

    describe('with a required action', () => {
      it('allows nothing else before the action is done', async () => {
        const { login, id } = await createTestUser()
        const { cookie } = await createSessionCookie(node.world, id, { requiredActions: ['change_password'] })
        const at = page()
        at.replaceCookie(cookie.replace('tulipwood_session=', ''))
        expect((await at.send('GET', 'session')).body).toMatchObject({
          user: { username: login },
          must: ['change_password'],
        })
        const { status, body } = await at.send('GET', 'users/self')
        expect([status, body.error.message]).toEqual([403, 'Forbidden: Change your password first.'])
        expect((await at.send('DELETE', 'session')).status).toBe(200)
      })
    })

    describe('is listed', () => {
      it('with all sessions of the user, the last used one first', async () => {
        const { login, id } = await createTestUser()
        const agent = { headers: { 'user-agent': 'Boat/1.0' }, remoteAddress: '192.0.2.7' }
        const there = await signInAs(login, { is_remembered: true }, agent)
        now += 60
        const here = await signInAs(login)
        await createPendingSessionCookie(node.world, id)
        const { body } = await here.send('GET', `users/${id}/sessions`)
        const iso = (moment: number) => new Date(moment * 1000).toISOString().replace('.000Z', '+00:00')
        expect(body).toEqual([
          {
            id: expect.any(Number),
            is_this_one: true,
            created_on: iso(now),
            last_seen_on: iso(now),
            expires_on: iso(now + day),
            address: '127.0.0.1',
            user_agent: 'lightMyRequest',
            method: 'password',
          },
          {
            id: expect.any(Number),
            is_this_one: false,
            created_on: iso(now - 60),
            last_seen_on: iso(now - 60),
            expires_on: iso(now - 60 + 30 * day),
            address: '192.0.2.7',
            user_agent: 'Boat/1.0',
            method: 'password',
          },
        ])
        const listedThere = (await there.send('GET', `users/${id}/sessions`)).body
        expect(listedThere.map((each: { is_this_one: boolean }) => each.is_this_one)).toEqual([false, true])
      })

      it('with its last use, exact to five minutes', async () => {
        const { login, id } = await createTestUser()
        const at = await signInAs(login)
        const startedOn = now
        now += 299
        await at.send('GET', 'users/self')
        const readLastUse = async () =>
          Date.parse((await at.send('GET', `users/${id}/sessions`)).body[0].last_seen_on) / 1000
        expect(await readLastUse()).toBe(startedOn)
        now += 1
        await at.send('GET', 'users/self')
        await waitForLastUse(at, now)
        expect(await readLastUse()).toBe(now)
      })

      it('only for the user and for administrators, who can end it', async () => {
        const { login, id } = await createTestUser()
        const at = await signInAs(login)
        const [session] = (await at.send('GET', `users/${id}/sessions`)).body
        const neighbour = await signInAs((await createTestUser()).login)
        const before = await countRows(node.world)
        expect((await neighbour.send('GET', `users/${id}/sessions`)).status).toBe(403)
        expect((await neighbour.send('DELETE', `users/${id}/sessions`)).status).toBe(403)
        expect((await neighbour.send('DELETE', `users/${id}/sessions/${session.id}`)).status).toBe(403)
        expect((await page().send('DELETE', `users/${id}/sessions/${session.id}`)).status).toBe(401)
        expect(await countRows(node.world)).toEqual(before)

        const admin = page()
        await admin.send('POST', 'session', { username: 'admin', password: adminPassword })
        expect((await admin.send('GET', `users/${id}/sessions`)).body).toEqual([{ ...session, is_this_one: false }])
        expect((await admin.send('DELETE', `users/101/sessions/${session.id}`)).status).toBe(404)
        expect((await admin.send('GET', 'users/9999/sessions')).status).toBe(404)
        expect(await nameAt(at)).toBe(login)
        expect((await admin.send('DELETE', `users/${id}/sessions/${session.id}`)).status).toBe(200)
        expect(await nameAt(at)).toBe(null)
        expect((await admin.send('DELETE', `users/${id}/sessions/${session.id}`)).status).toBe(404)
        expect(await auditRowsOf(login)).toContainEqual({
          action: 'session ended',
          ip_address: '127.0.0.1',
          user_id: 101,
        })
      })

      it('and all other sessions can be ended by the user', async () => {
        const { login, id } = await createTestUser()
        const [here, there, elsewhere] = [await signInAs(login), await signInAs(login), await signInAs(login)]
        const neighbour = await signInAs((await createTestUser()).login)
        expect((await here.send('DELETE', `users/${id}/sessions`)).status).toBe(200)
        const names = await Promise.all([here, there, elsewhere].map(nameAt))
        expect(names).toEqual([login, null, null])
        expect(await nameAt(neighbour)).not.toBe(null)
        expect(await auditRowsOf(login)).toContainEqual({
          action: 'sessions ended',
          ip_address: '127.0.0.1',
          user_id: id,
        })
      })

      it('and all sessions can be ended by an administrator', async () => {
        const { login, id } = await createTestUser()
        const [here, there] = [await signInAs(login), await signInAs(login)]
        const admin = page()
        await admin.send('POST', 'session', { username: 'admin', password: adminPassword })
        expect((await admin.send('DELETE', `users/${id}/sessions`)).status).toBe(200)
        expect([await nameAt(here), await nameAt(there)]).toEqual([null, null])
        expect(await nameAt(admin)).toBe('admin')
      })
    })
  })
})
