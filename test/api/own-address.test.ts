import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/kit/db/db.ts'
import { inList, lockRow } from '../../src/kit/db/sql.ts'
import type { UserId } from '../../src/kit/ids.ts'
import { createPageClient, type PageClient } from '../kit/browser.ts'
import { createClock } from '../kit/clock.ts'
import { startMailbox } from '../kit/mailbox.ts'
import { authorizeTokens, registerTestApp } from '../kit/oauth2.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'

const password = 'correct staple'
const day = 86_400

/** How many statements wait for another transaction to end. */
async function waiting(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read)
  return rows[0]?.n ?? 0
}

onEachDatabase((dialect) => {
  const mailbox = startMailbox()
  const clock = createClock()

  const inside = async (server: TestServer, login: string): Promise<PageClient> => {
    const made = createPageClient(server)
    expect((await made.post('session', { username: login, password })).status).toBe(201)
    return made
  }
  const message = ({ status, body }: { status: number; body: any }) => [status, body?.error?.message]
  const claimsOf = async (server: TestServer, { cookie }: PageClient) => {
    const app = await registerTestApp(server.world)
    const { access_token = '' } = await authorizeTokens(server, { app, cookie, scope: 'openid email' })
    const headers = { authorization: `Bearer ${access_token}` }
    return (await server.app.inject({ url: '/oauth2/userinfo', headers })).json()
  }

  describe('a new address of oneself, where mail is sent,', () => {
    const env = {
      get TULIPWOOD_SMTP_URL() {
        return `smtp://127.0.0.1:${mailbox.port}`
      },
      TULIPWOOD_MAIL_FROM: 'Tracker <tracker@example.org>',
      TULIPWOOD_PUBLIC_URL: 'https://tracker.example',
    }
    const server = createServer(dialect, { env, clock })
    let people = 0
    let login = ''
    let url = ''
    let old = ''
    let wanted = ''
    let browser: PageClient

    beforeAll(async () => {
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 1000 })
    })
    // Somebody new each time, who has signed in.
    beforeEach(async () => {
      people += 1
      login = `person${people}`
      old = `${login}@example.com`
      wanted = `${login}@acme.example`
      url = `users/${await server.createUser(login, { password, realName: `Person ${people}`, email: old })}`
      browser = await inside(server, login)
      await letters()
    })

    const ask = (email = wanted, by = browser) => by.patch(url, { values: { email } })
    const confirm = (token: string, by = browser) => by.post('email_confirmations', { token })
    const emailOf = async (who = login) => (await server.as(who).get('users/self')).body.email
    const pending = async () => (await browser.get('session')).body.pending_email
    const letters = async () => {
      await runJobs(server.world)
      return mailbox.take().map((mail) => ({ to: mail.to[0], subject: mail.header('subject'), text: mail.text, mail }))
    }
    /** The secret of the link in the letter to an address. */
    const written = async (to = wanted): Promise<string> => {
      const letter = (await letters()).find((each) => each.to === to)
      const [, token = ''] =
        /https:\/\/tracker\.example\/confirm-address#([\w-]{43})\r?\n/.exec(letter?.text ?? '') ?? []
      expect(token, `a link written to ${to}`).not.toBe('')
      return token
    }
    /** Both have begun before either can write an account. */
    const atOnce = async <Answer>(accounts: readonly UserId[], work: () => readonly Promise<Answer>[]) => {
      const { db } = server.world
      const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holding = db.write(async (tx) => {
        await lockRow(tx.selectFrom('user').select('id').where(inList('id', accounts))).execute()
        held.resolve()
        await free.promise
      })
      await held.promise
      const begun = work()
      if (dialect === 'postgres') await expect.poll(() => waiting(db)).toBe(begun.length)
      free.resolve()
      await holding
      return Promise.all(begun)
    }
    const entries = async () => {
      const { body } = await server.as('admin').get(`audit_log?query=${login}&limit=3`)
      return body.map(({ action, detail }: any) => [action, detail])
    }
    /** What is refused changes no address, no row, and nothing that waits. */
    const refuses = async (work: () => Promise<{ status: number; body: any }>, status: number, sentence: string) => {
      const state = async () => [await emailOf(), await pending(), await server.rowCounts()]
      const before = await state()
      const answer = await work()
      expect(message(answer)).toEqual([status, expect.stringContaining(sentence)])
      expect(await state()).toEqual(before)
      return answer
    }

    it('waits until the letter that went there is answered, and the old one is told', async () => {
      expect(await ask()).toMatchObject({ status: 200, body: true })
      expect([await emailOf(), await pending()]).toEqual([old, wanted])
      expect(await entries()).toContainEqual(['address asked for', { email: wanted }])
      const sent = await letters()
      expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
        [wanted, '[Tulipwood] Confirm your e-mail address'],
        [old, '[Tulipwood] Another e-mail address was asked for'],
      ])
      const [letter, note] = sent
      expect(letter?.text).toContain(`the account ${login} on Tulipwood`)
      expect(letter?.mail.header('auto-submitted')).toBe('auto-generated')
      expect(note?.text).toContain(wanted)
      expect(note?.text).toContain('https://tracker.example/account/profile')
      const [, token = ''] = /confirm-address#([\w-]{43})/.exec(letter?.text ?? '') ?? []
      expect(note?.mail.raw).not.toContain(token)

      expect(await confirm(token)).toMatchObject({ status: 200, body: { email: wanted } })
      expect([await emailOf(), await pending()]).toEqual([wanted, null])
      expect((await entries())[0]).toEqual(['user changed', { email: wanted }])
      expect((await letters()).map(({ to, subject }) => [to, subject])).toEqual([
        [old, '[Tulipwood] Your e-mail address was changed'],
      ])
    })

    it('waits with its secret in no column, and no letter tells it but the one', async () => {
      await ask()
      const jobs = await server.world.db.read.selectFrom('job').select('payload').execute()
      const token = await written()
      const rows = await server.world.db.read.selectFrom('email_change').selectAll().execute()
      const book = await server.world.db.read.selectFrom('audit').selectAll().execute()
      expect(JSON.stringify([jobs, rows, book])).not.toContain(token)
    })

    it('leaves a name that was sent along to change at once', async () => {
      expect((await browser.patch(url, { values: { email: wanted, real_name: 'Élise' } })).status).toBe(200)
      expect((await server.as(login).get('users/self')).body).toMatchObject({ real_name: 'Élise', email: old })
      expect(await pending()).toBe(wanted)
      // What is sent as it stands takes nothing back.
      expect((await browser.patch(url, { values: { email: old, real_name: 'Élise M.' } })).status).toBe(200)
      expect(await pending()).toBe(wanted)
    })

    it('is confirmed once', async () => {
      await ask()
      const token = await written()
      expect((await confirm(token)).status).toBe(200)
      await refuses(() => confirm(token), 404, 'This link has been used')
    })

    it('of two answers at once is changed by one', async () => {
      await ask()
      const token = await written()
      const answers = await atOnce([server.idOf(login)], () => [confirm(token), confirm(token)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
      expect(await emailOf()).toBe(wanted)
      expect((await letters()).filter(({ to }) => to === old)).toHaveLength(1)
      expect((await entries()).filter(([action]: string[]) => action === 'user changed')).toHaveLength(1)
    })

    it('is replaced by another one, whose letter alone counts', async () => {
      await ask()
      const first = await written()
      await ask(`second-${wanted}`)
      expect(await pending()).toBe(`second-${wanted}`)
      const second = await written(`second-${wanted}`)
      await refuses(() => confirm(first), 404, 'replaced by another one')
      expect((await confirm(second)).status).toBe(200)
      expect(await emailOf()).toBe(`second-${wanted}`)
    })

    it('of two wishes at once leaves one', async () => {
      const both = () => [ask(`a-${wanted}`), ask(`b-${wanted}`)]
      const answers = await atOnce([server.idOf(login)], both)
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const rows = server.world.db.read.selectFrom('email_change').select('email').where('is_open', '=', 1)
      const open = await rows.where('user_id', '=', server.idOf(login)).execute()
      expect(open).toHaveLength(1)
    })

    it('is written to once more when it is asked for again; the old address knows already', async () => {
      await ask()
      const first = await written()
      await ask()
      const sent = await letters()
      expect(sent.map(({ to }) => to)).toEqual([wanted])
      await refuses(() => confirm(first), 404, 'replaced by another one')
    })

    it('is forgotten after a day', async () => {
      await ask()
      const token = await written()
      clock.pass(day - 1)
      browser = await inside(server, login)
      expect(await pending()).toBe(wanted)
      clock.pass(1)
      expect(await pending()).toBe(null)
      await refuses(() => confirm(token), 404, 'has expired')
      expect(await emailOf()).toBe(old)
    })

    it('is written to no more when its day was over before the mail went out', async () => {
      await ask()
      const asked = { ...server.world, clock: { now: () => server.world.clock.now() + day } }
      await runJobs(asked)
      expect(mailbox.take().map(({ to }) => to[0])).toEqual([old])
    })

    it('is taken back', async () => {
      await ask()
      const token = await written()
      expect((await browser.delete(`${url}/pending_email`)).status).toBe(200)
      expect(await pending()).toBe(null)
      expect((await entries())[0]).toEqual(['address taken back', {}])
      await refuses(() => confirm(token), 404, 'taken back')
      await refuses(() => browser.delete(`${url}/pending_email`), 404, 'No other address waits')
    })

    it('is given up with the password, which whoever asked for it may have known', async () => {
      await ask()
      const token = await written()
      const passwords = { password: 'another staple', current_password: password }
      expect((await browser.put(`${url}/password`, passwords)).status).toBe(200)
      expect(await pending()).toBe(null)
      await refuses(() => confirm(token), 404, 'This link has been used')
    })

    it('is given up for the one that an administrator sets, at once', async () => {
      await ask()
      const token = await written()
      await server.as('admin').patch(url, { values: { real_name: 'Somebody else' } })
      expect(await pending()).toBe(wanted)
      await server.as('admin').patch(url, { values: { email: `office-${wanted}` } })
      expect([await emailOf(), await pending()]).toEqual([`office-${wanted}`, null])
      await refuses(() => confirm(token), 404, 'This link has been used')
    })

    it('is given up for one that holds at once because mail is sent no longer', async () => {
      await ask()
      const token = await written()
      const { mail } = server.world
      Object.assign(server.world, { mail: null })
      expect((await ask(`${login}@other.example`)).status).toBe(200)
      Object.assign(server.world, { mail })
      expect([await emailOf(), await pending()]).toEqual([`${login}@other.example`, null])
      expect((await confirm(token)).status).toBe(404)
    })

    it('is refused while it is that of another account, and when it became so meanwhile', async () => {
      await refuses(() => ask('PERSON1@acme.example'), 400, '`email` is the address of another account.')
      await ask()
      const token = await written()
      const rival = await server.createUser(`rival-${login}`, { email: `rival-${login}@example.com` })
      await server.as('admin').patch(`users/${rival}`, { values: { email: wanted.toUpperCase() } })
      await refuses(() => confirm(token), 400, 'This is the address of another account by now.')
      await server.as('admin').patch(`users/${rival}`, { values: { email: '' } })
      expect((await confirm(token)).status).toBe(200)
    })

    it('that two accounts want and confirm at once is given to one', async () => {
      const rival = `rival-${login}`
      const id = await server.createUser(rival, { password, email: `${rival}@example.com` })
      const other = await inside(server, rival)
      await ask()
      const mine = await written()
      const inCapitals = `${login.toUpperCase()}@acme.example`
      await other.patch(`users/${id}`, { values: { email: inCapitals } })
      const theirs = await written(inCapitals)
      const answers = await atOnce([server.idOf(login), id], () => [confirm(mine), confirm(theirs, other)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
      const owners = [await emailOf(), await emailOf(rival)].filter((email) => email.toLowerCase() === wanted)
      expect(owners).toHaveLength(1)
    })

    it('is confirmed by who has the account, in the browser: a stranger cannot give it his', async () => {
      await ask()
      const token = await written()
      await server.createUser(`other-${login}`, { password })
      const other = await inside(server, `other-${login}`)
      await refuses(() => confirm(token, other), 403, 'This link was made for another account')
      await refuses(() => confirm(token, createPageClient(server)), 401, '')
      const byKey = () => server.as(login).post('email_confirmations', { token })
      await refuses(byKey, 403, 'The address is changed in the browser')
      await refuses(() => server.as(login).send('DELETE', `${url}/pending_email`), 403, 'is changed in the browser')
      await refuses(() => other.delete(`${url}/pending_email`), 403, "Cannot update other's details")
      await refuses(() => server.as('admin').delete(`${url}/pending_email`), 403, "Cannot update other's details")
      // An address that is looked at changes nothing.
      expect((await browser.get('email_confirmations')).status).toBe(405)
      expect(await emailOf()).toBe(old)
    })

    it.each([
      ['nothing', {}, 400],
      ['a list', { token: ['guessed'] }, 400],
      ['a long text', { token: 'x'.repeat(201) }, 400],
      ['an empty text', { token: '' }, 400],
      ['a guess', { token: 'guessed' }, 404],
    ])('is not confirmed by %s', async (_, body, status) => {
      await ask()
      await letters()
      await refuses(() => browser.post('email_confirmations', body), status, '')
    })

    it('is not guessed faster than passwords', async () => {
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

    it('has ten letters written in a day, taken back or not', async () => {
      for (let n = 0; n < 10; n += 1) {
        expect((await ask(`${n}-${wanted}`)).status).toBe(200)
        if (n % 2 === 0) await browser.delete(`${url}/pending_email`)
        clock.pass(1)
      }
      const answer = await refuses(() => ask(), 429, '10 letters about your address were sent')
      expect((answer as any).headers['retry-after']).toBe(`${day - 10}`)
      clock.pass(day - 10)
      browser = await inside(server, login)
      expect((await ask()).status).toBe(200)
    })

    it('is told to applications once it is confirmed, and proves who somebody is', async () => {
      expect(await claimsOf(server, browser)).toMatchObject({ email: old, email_verified: true })
      await ask()
      expect(await claimsOf(server, browser)).toMatchObject({ email: old, email_verified: true })
      await confirm(await written())
      expect(await claimsOf(server, browser)).toMatchObject({ email: wanted, email_verified: true })
    })

    it('leaves sessions and keys as they are', async () => {
      const elsewhere = await inside(server, login)
      await ask()
      expect((await confirm(await written(), elsewhere)).status).toBe(200)
      expect((await browser.get('users/self')).body.email).toBe(wanted)
      expect(await emailOf()).toBe(wanted)
    })

    it('may be the first one: nobody else is written to', async () => {
      await server.as('admin').patch(url, { values: { email: '' } })
      await letters()
      await ask()
      expect((await letters()).map(({ to }) => to)).toEqual([wanted])
    })

    it('of an administrator waits in his browser too, and changes at once by the route of Tuleap', async () => {
      const admin = await server.as('admin').post('users', { username: `boss-${login}`, password, email: `b-${old}` })
      const user_id = admin.body.id
      await server.as('admin').post('site_permissions', { permission: 'user_management', user_id })
      const boss = await inside(server, `boss-${login}`)
      expect((await boss.patch(`users/${user_id}`, { values: { email: `c-${old}` } })).status).toBe(200)
      const email = async () => (await server.as('admin').get(`users/${user_id}`)).body.email
      expect([await email(), (await boss.get('session')).body.pending_email]).toEqual([`b-${old}`, `c-${old}`])
      // An address of others he sets for them.
      expect((await boss.patch(url, { values: { email: wanted } })).status).toBe(200)
      expect(await emailOf()).toBe(wanted)
      const { status } = await server.as('admin').patch(`users/${user_id}`, { values: { email: `d-${old}` } })
      expect([status, await email()]).toEqual([200, `d-${old}`])
    })
  })

  describe('a new address of oneself, where no mail is sent,', () => {
    const server = createServer(dialect)

    it('holds at once, and proves nothing to other applications until an administrator sets it', async () => {
      const url = `users/${await server.createUser('alice', { password, email: 'alice@example.com' })}`
      const browser = await inside(server, 'alice')
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
