import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/db/db.ts'
import { inList } from '../../src/database/sql/sql.ts'
import { lockRows } from '../../src/database/statements/lock-rows.ts'
import type { UserId } from '../../src/kit/values/ids.ts'
import { createPageClient, type PageClient } from '../kit/browser.ts'
import { createClock } from '../kit/clock.ts'
import { startMailbox } from '../kit/mailbox.ts'
import { authorizeTokens, registerTestApp } from '../kit/oauth2.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'

const password = 'correct staple'
const day = 86_400

/** The number of statements that wait for another transaction to end. */
async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read)
  return rows[0]?.n ?? 0
}

onEachDatabase((dialect) => {
  const mailbox = startMailbox()
  const clock = createClock()

  const signIn = async (server: TestServer, login: string): Promise<PageClient> => {
    const page = createPageClient(server)
    expect((await page.post('session', { username: login, password })).status).toBe(201)
    return page
  }
  const message = ({ status, body }: { status: number; body: any }) => [status, body?.error?.message]
  const claimsOf = async (server: TestServer, { cookie }: PageClient) => {
    const app = await registerTestApp(server.world)
    const { access_token = '' } = await authorizeTokens(server, { app, cookie, scope: 'openid email' })
    const headers = { authorization: `Bearer ${access_token}` }
    return (await server.app.inject({ url: '/oauth2/userinfo', headers })).json()
  }

  describe('a new email address that its user sets, with email enabled,', () => {
    const env = {
      get TULIPWOOD_SMTP_URL() {
        return `smtp://127.0.0.1:${mailbox.port}`
      },
      TULIPWOOD_MAIL_FROM: 'Tracker <tracker@example.org>',
      TULIPWOOD_PUBLIC_URL: 'https://tracker.example',
    }
    const server = createServer(dialect, { env, clock })
    let userCount = 0
    let login = ''
    let url = ''
    let oldEmail = ''
    let newEmail = ''
    let browser: PageClient

    beforeAll(async () => {
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 1000 })
    })
    // A new user each time, who has signed in.
    beforeEach(async () => {
      userCount += 1
      login = `user${userCount}`
      oldEmail = `${login}@example.com`
      newEmail = `${login}@acme.example`
      url = `users/${await server.createUser(login, { password, realName: `User ${userCount}`, email: oldEmail })}`
      browser = await signIn(server, login)
      await takeEmails()
    })

    const requestChange = (email = newEmail, by = browser) => by.patch(url, { values: { email } })
    const confirm = (token: string, by = browser) => by.post('email_confirmations', { token })
    const emailOf = async (user = login) => (await server.as(user).get('users/self')).body.email
    const pending = async () => (await browser.get('session')).body.pending_email
    const takeEmails = async () => {
      await runJobs(server.world)
      return mailbox.take().map((mail) => ({ to: mail.to[0], subject: mail.header('subject'), text: mail.text, mail }))
    }
    /** Returns the token of the link in the email to an address. */
    const linkTokenFor = async (to = newEmail): Promise<string> => {
      const email = (await takeEmails()).find((each) => each.to === to)
      const [, token = ''] =
        /https:\/\/tracker\.example\/confirm-address#([\w-]{43})\r?\n/.exec(email?.text ?? '') ?? []
      expect(token, `a link written to ${to}`).not.toBe('')
      return token
    }
    /** Runs concurrent requests that all have begun before any of them can lock the accounts. */
    const runConcurrently = async <Answer>(accounts: readonly UserId[], work: () => readonly Promise<Answer>[]) => {
      const { db } = server.world
      const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const lock = db.write(async (tx) => {
        await lockRows(tx, tx.selectFrom('user').select('id').where(inList('id', accounts))).execute()
        locked.resolve()
        await free.promise
      })
      await locked.promise
      const requests = work()
      if (dialect === 'postgres') await expect.poll(() => countWaiting(db)).toBe(requests.length)
      free.resolve()
      await lock
      return Promise.all(requests)
    }
    const auditEntries = async () => {
      const { body } = await server.as('admin').get(`audit_log?query=${login}&limit=3`)
      return body.map(({ action, detail }: any) => [action, detail])
    }
    /** Expects that a rejected request changes neither the email address nor the pending one nor any row. */
    const expectRejected = async (
      work: () => Promise<{ status: number; body: any }>,
      status: number,
      sentence: string,
    ) => {
      const state = async () => [await emailOf(), await pending(), await server.rowCounts()]
      const before = await state()
      const response = await work()
      expect(message(response)).toEqual([status, expect.stringContaining(sentence)])
      expect(await state()).toEqual(before)
      return response
    }

    it('is pending until the link is confirmed, and the old address receives a notice', async () => {
      expect(await requestChange()).toMatchObject({ status: 200, body: true })
      expect([await emailOf(), await pending()]).toEqual([oldEmail, newEmail])
      expect(await auditEntries()).toContainEqual(['email change requested', { email: newEmail }])
      const emails = await takeEmails()
      expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
        [newEmail, '[Tulipwood] Confirm your email address'],
        [oldEmail, '[Tulipwood] An email change was requested'],
      ])
      const [email, notice] = emails
      expect(email?.text).toContain(`the account ${login} on Tulipwood`)
      expect(email?.mail.header('auto-submitted')).toBe('auto-generated')
      expect(notice?.text).toContain(newEmail)
      expect(notice?.text).toContain('https://tracker.example/account/profile')
      const [, token = ''] = /confirm-address#([\w-]{43})/.exec(email?.text ?? '') ?? []
      expect(notice?.mail.raw).not.toContain(token)

      expect(await confirm(token)).toMatchObject({ status: 200, body: { email: newEmail } })
      expect([await emailOf(), await pending()]).toEqual([newEmail, null])
      expect((await auditEntries())[0]).toEqual(['user changed', { email: newEmail }])
      expect((await takeEmails()).map(({ to, subject }) => [to, subject])).toEqual([
        [oldEmail, '[Tulipwood] Your email address was changed'],
      ])
    })

    it('is confirmed with emails in the language that the user prefers', async () => {
      await server.as(login).patch(`${url}/preferences`, { key: 'language', value: 'fr-CA' })
      await requestChange()
      const [email, notice] = await takeEmails()
      expect(email?.text).toContain(`saisie pour le compte ${login} sur Tulipwood`)
      expect(notice?.text).toContain(`La nouvelle adresse e-mail est ${newEmail}.`)
      expect(`${email?.text}${notice?.text}`).not.toMatch(/\b(?:the|account|address)\b(?!#)(?! ?\/)(?=\s)/)
    })

    it('is confirmed by a token that appears in no column and only in one email', async () => {
      await requestChange()
      const jobs = await server.world.db.read.selectFrom('job').select('payload').execute()
      const token = await linkTokenFor()
      const rows = await server.world.db.read.selectFrom('email_change').selectAll().execute()
      const auditRows = await server.world.db.read.selectFrom('audit').selectAll().execute()
      expect(JSON.stringify([jobs, rows, auditRows])).not.toContain(token)
    })

    it('lets another name in the same request take effect immediately', async () => {
      expect((await browser.patch(url, { values: { email: newEmail, real_name: 'Élise' } })).status).toBe(200)
      expect((await server.as(login).get('users/self')).body).toMatchObject({ real_name: 'Élise', email: oldEmail })
      expect(await pending()).toBe(newEmail)
      // A request with the present email address does not cancel the pending one.
      expect((await browser.patch(url, { values: { email: oldEmail, real_name: 'Élise M.' } })).status).toBe(200)
      expect(await pending()).toBe(newEmail)
    })

    it('is confirmed only once', async () => {
      await requestChange()
      const token = await linkTokenFor()
      expect((await confirm(token)).status).toBe(200)
      await expectRejected(() => confirm(token), 404, 'This link has been used')
    })

    it('is changed once by concurrent confirmations', async () => {
      await requestChange()
      const token = await linkTokenFor()
      const responses = await runConcurrently([server.idOf(login)], () => [confirm(token), confirm(token)])
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404])
      expect(await emailOf()).toBe(newEmail)
      expect((await takeEmails()).filter(({ to }) => to === oldEmail)).toHaveLength(1)
      expect((await auditEntries()).filter(([action]: string[]) => action === 'user changed')).toHaveLength(1)
    })

    it('is replaced by another one, and only the last link is valid', async () => {
      await requestChange()
      const first = await linkTokenFor()
      await requestChange(`second-${newEmail}`)
      expect(await pending()).toBe(`second-${newEmail}`)
      const second = await linkTokenFor(`second-${newEmail}`)
      await expectRejected(() => confirm(first), 404, 'canceled or replaced')
      expect((await confirm(second)).status).toBe(200)
      expect(await emailOf()).toBe(`second-${newEmail}`)
    })

    it('is pending once after two concurrent requests', async () => {
      const both = () => [requestChange(`a-${newEmail}`), requestChange(`b-${newEmail}`)]
      const responses = await runConcurrently([server.idOf(login)], both)
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      const rows = server.world.db.read.selectFrom('email_change').select('email').where('is_open', '=', 1)
      const open = await rows.where('user_id', '=', server.idOf(login)).execute()
      expect(open).toHaveLength(1)
    })

    it('receives another link when the request is repeated, without another notice to the old address', async () => {
      await requestChange()
      const first = await linkTokenFor()
      await requestChange()
      const emails = await takeEmails()
      expect(emails.map(({ to }) => to)).toEqual([newEmail])
      await expectRejected(() => confirm(first), 404, 'canceled or replaced')
    })

    it('expires after a day', async () => {
      await requestChange()
      const token = await linkTokenFor()
      clock.pass(day - 1)
      browser = await signIn(server, login)
      expect(await pending()).toBe(newEmail)
      clock.pass(1)
      expect(await pending()).toBe(null)
      await expectRejected(() => confirm(token), 404, 'has expired')
      expect(await emailOf()).toBe(oldEmail)
    })

    it('receives no link when it expired before the email was sent', async () => {
      await requestChange()
      const laterWorld = { ...server.world, clock: { now: () => server.world.clock.now() + day } }
      await runJobs(laterWorld)
      expect(mailbox.take().map(({ to }) => to[0])).toEqual([oldEmail])
    })

    it('can be canceled', async () => {
      await requestChange()
      const token = await linkTokenFor()
      expect((await browser.delete(`${url}/pending_email`)).status).toBe(200)
      expect(await pending()).toBe(null)
      expect((await auditEntries())[0]).toEqual(['email change canceled', {}])
      await expectRejected(() => confirm(token), 404, 'canceled')
      await expectRejected(() => browser.delete(`${url}/pending_email`), 404, 'No email change is pending')
    })

    it('is canceled by a change of the password, since the password may have been known to an attacker', async () => {
      await requestChange()
      const token = await linkTokenFor()
      const passwords = { password: 'another staple', current_password: password }
      expect((await browser.put(`${url}/password`, passwords)).status).toBe(200)
      expect(await pending()).toBe(null)
      await expectRejected(() => confirm(token), 404, 'This link has been used')
    })

    it('is canceled when an administrator sets another one, which takes effect immediately', async () => {
      await requestChange()
      const token = await linkTokenFor()
      await server.as('admin').patch(url, { values: { real_name: 'Another name' } })
      expect(await pending()).toBe(newEmail)
      await server.as('admin').patch(url, { values: { email: `office-${newEmail}` } })
      expect([await emailOf(), await pending()]).toEqual([`office-${newEmail}`, null])
      await expectRejected(() => confirm(token), 404, 'This link has been used')
    })

    it('is canceled by an immediate change when email is no longer enabled', async () => {
      await requestChange()
      const token = await linkTokenFor()
      const { mail } = server.world
      Object.assign(server.world, { mail: null })
      expect((await requestChange(`${login}@other.example`)).status).toBe(200)
      Object.assign(server.world, { mail })
      expect([await emailOf(), await pending()]).toEqual([`${login}@other.example`, null])
      expect((await confirm(token)).status).toBe(404)
    })

    describe('ends a password-reset link that was sent to the old address', () => {
      const requestReset = async (): Promise<string> => {
        expect((await createPageClient(server).post('password_reset_requests', { login })).status).toBe(202)
        const email = (await takeEmails()).find(({ to }) => to === oldEmail)
        const [, token = ''] = /password-reset#([\w-]{43})/.exec(email?.text ?? '') ?? []
        expect(token).not.toBe('')
        return token
      }
      const reset = (token: string) =>
        createPageClient(server).post('password_resets', { token, password: 'set by the old mailbox' })
      const invalid = 'This link has been used or has expired.'

      it('when the user confirms the new one', async () => {
        const token = await requestReset()
        await requestChange()
        expect((await confirm(await linkTokenFor())).status).toBe(200)
        await expectRejected(() => reset(token), 404, invalid)
      })

      it('when an administrator sets the new one', async () => {
        const token = await requestReset()
        await server.as('admin').patch(url, { values: { real_name: 'Another name' } })
        await server.as('admin').patch(url, { values: { email: newEmail } })
        await expectRejected(() => reset(token), 404, invalid)
      })

      it('when it takes effect immediately, because email is no longer enabled', async () => {
        const token = await requestReset()
        const { mail } = server.world
        Object.assign(server.world, { mail: null })
        expect((await requestChange()).status).toBe(200)
        Object.assign(server.world, { mail })
        await expectRejected(() => reset(token), 404, invalid)
      })

      it('and a suspension ends it for good, but another name does not', async () => {
        const suspended = await requestReset()
        for (const status of ['S', 'A']) await server.as('admin').patch(url, { values: { status } })
        await expectRejected(() => reset(suspended), 404, invalid)
        const token = await requestReset()
        await server.as('admin').patch(url, { values: { real_name: 'Another name' } })
        expect((await reset(token)).status).toBe(200)
      })
    })

    it('is rejected when another account has it, on request and on confirmation', async () => {
      await expectRejected(() => requestChange('USER1@acme.example'), 400, '`email` belongs to another account.')
      await requestChange()
      const token = await linkTokenFor()
      const rival = await server.createUser(`rival-${login}`, { email: `rival-${login}@example.com` })
      await server.as('admin').patch(`users/${rival}`, { values: { email: newEmail.toUpperCase() } })
      await expectRejected(() => confirm(token), 400, 'Another account has this email address now.')
      await server.as('admin').patch(`users/${rival}`, { values: { email: '' } })
      expect((await confirm(token)).status).toBe(200)
    })

    it('that two accounts confirm concurrently goes to one of them', async () => {
      const rival = `rival-${login}`
      const id = await server.createUser(rival, { password, email: `${rival}@example.com` })
      const other = await signIn(server, rival)
      await requestChange()
      const ownToken = await linkTokenFor()
      const inCapitals = `${login.toUpperCase()}@acme.example`
      await other.patch(`users/${id}`, { values: { email: inCapitals } })
      const rivalToken = await linkTokenFor(inCapitals)
      const responses = await runConcurrently([server.idOf(login), id], () => [
        confirm(ownToken),
        confirm(rivalToken, other),
      ])
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
      const owners = [await emailOf(), await emailOf(rival)].filter((email) => email.toLowerCase() === newEmail)
      expect(owners).toHaveLength(1)
    })

    it('can be confirmed only in a browser session of its account', async () => {
      await requestChange()
      const token = await linkTokenFor()
      await server.createUser(`other-${login}`, { password })
      const other = await signIn(server, `other-${login}`)
      await expectRejected(() => confirm(token, other), 403, 'This link is for another account')
      await expectRejected(() => confirm(token, createPageClient(server)), 401, '')
      const byKey = () => server.as(login).post('email_confirmations', { token })
      await expectRejected(byKey, 403, 'Change your email address in a browser session')
      await expectRejected(() => server.as(login).send('DELETE', `${url}/pending_email`), 403, 'in a browser session')
      await expectRejected(() => other.delete(`${url}/pending_email`), 403, "Cannot update other's details")
      await expectRejected(
        () => server.as('admin').delete(`${url}/pending_email`),
        403,
        "Cannot update other's details",
      )
      // A GET request changes nothing.
      expect((await browser.get('email_confirmations')).status).toBe(405)
      expect(await emailOf()).toBe(oldEmail)
    })

    it.each([
      ['nothing', {}, 400],
      ['a list', { token: ['guessed'] }, 400],
      ['a long text', { token: 'x'.repeat(201) }, 400],
      ['an empty text', { token: '' }, 400],
      ['a guess', { token: 'guessed' }, 404],
    ])('is not confirmed by %s', async (_, body, status) => {
      await requestChange()
      await takeEmails()
      await expectRejected(() => browser.post('email_confirmations', body), status, '')
    })

    it('has the rate limit of sign-ins for its tokens', async () => {
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 2 })
      try {
        const statuses: number[] = []
        for (let n = 0; n < 4; n += 1) statuses.push((await confirm(`guess ${n}`)).status)
        expect(statuses.at(-1)).toBe(429)
      } finally {
        await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 1000 })
        clock.pass(60)
      }
    })

    it('allows ten links a day, including canceled ones', async () => {
      for (let n = 0; n < 10; n += 1) {
        expect((await requestChange(`${n}-${newEmail}`)).status).toBe(200)
        if (n % 2 === 0) await browser.delete(`${url}/pending_email`)
        clock.pass(1)
      }
      const response = await expectRejected(() => requestChange(), 429, 'Too many confirmation emails (10 in 24 hours)')
      expect((response as any).headers['retry-after']).toBe(`${day - 10}`)
      clock.pass(day - 10)
      browser = await signIn(server, login)
      expect((await requestChange()).status).toBe(200)
    })

    it('is reported to applications after its confirmation, as verified', async () => {
      expect(await claimsOf(server, browser)).toMatchObject({ email: oldEmail, email_verified: true })
      await requestChange()
      expect(await claimsOf(server, browser)).toMatchObject({ email: oldEmail, email_verified: true })
      await confirm(await linkTokenFor())
      expect(await claimsOf(server, browser)).toMatchObject({ email: newEmail, email_verified: true })
    })

    it('leaves other sessions and access keys unchanged', async () => {
      const otherBrowser = await signIn(server, login)
      await requestChange()
      expect((await confirm(await linkTokenFor(), otherBrowser)).status).toBe(200)
      expect((await browser.get('users/self')).body.email).toBe(newEmail)
      expect(await emailOf()).toBe(newEmail)
    })

    it('can be the first one, without a notice', async () => {
      await server.as('admin').patch(url, { values: { email: '' } })
      await takeEmails()
      await requestChange()
      expect((await takeEmails()).map(({ to }) => to)).toEqual([newEmail])
    })

    it('is pending for an administrator too in the browser, but changes immediately by the route of Tuleap', async () => {
      const admin = await server
        .as('admin')
        .post('users', { username: `boss-${login}`, password, email: `b-${oldEmail}` })
      const user_id = admin.body.id
      await server.as('admin').post('site_permissions', { permission: 'user_management', user_id })
      const boss = await signIn(server, `boss-${login}`)
      expect((await boss.patch(`users/${user_id}`, { values: { email: `c-${oldEmail}` } })).status).toBe(200)
      const email = async () => (await server.as('admin').get(`users/${user_id}`)).body.email
      expect([await email(), (await boss.get('session')).body.pending_email]).toEqual([
        `b-${oldEmail}`,
        `c-${oldEmail}`,
      ])
      // The email address of another user changes immediately.
      expect((await boss.patch(url, { values: { email: newEmail } })).status).toBe(200)
      expect(await emailOf()).toBe(newEmail)
      const { status } = await server.as('admin').patch(`users/${user_id}`, { values: { email: `d-${oldEmail}` } })
      expect([status, await email()]).toEqual([200, `d-${oldEmail}`])
    })
  })

  describe('a new email address that its user sets, with email disabled,', () => {
    const server = createServer(dialect)

    it('takes effect immediately, and is unverified until an administrator sets it', async () => {
      const url = `users/${await server.createUser('alice', { password, email: 'alice@example.com' })}`
      const browser = await signIn(server, 'alice')
      const counts = await server.rowCounts()
      expect((await browser.patch(url, { values: { email: 'alice@acme.example' } })).status).toBe(200)
      expect((await server.as('alice').get('users/self')).body.email).toBe('alice@acme.example')
      expect((await browser.get('session')).body.pending_email).toBe(null)
      expect(await server.rowCounts()).toEqual(counts)
      expect(await claimsOf(server, browser)).toMatchObject({ email: 'alice@acme.example', email_verified: false })
      await server.as('admin').patch(url, { values: { email: 'a.liddell@acme.example' } })
      expect(await claimsOf(server, browser)).toMatchObject({ email: 'a.liddell@acme.example', email_verified: true })
    })
  })
})
