import { TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../kit/authenticator.ts'
import { createPageClient, type PageClient } from '../kit/browser.ts'
import { createClock } from '../kit/clock.ts'
import { startMailbox } from '../kit/mailbox.ts'
import { authorizeTokens, registerTestApp } from '../kit/oauth2.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const password = 'correct staple'

alwaysOnEachDatabase((dialect) => {
  const mailbox = startMailbox()

  describe('an account and its owner', () => {
    const clock = createClock()
    const env = {
      get TULIPWOOD_SMTP_URL() {
        return `smtp://127.0.0.1:${mailbox.port}`
      },
      TULIPWOOD_MAIL_FROM: 'Tracker <tracker@example.org>',
    }
    const server = createServer(dialect, { env, clock })
    let people = 0
    let login = ''
    let url = ''
    let browser: PageClient

    beforeAll(async () => {
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 1000 })
    })
    // Somebody new each time, who has signed in.
    beforeEach(async () => {
      clock.pass(120)
      people += 1
      login = `person${people}`
      const realName = `Person ${people}`
      url = `users/${await server.createUser(login, { password, realName, email: `${login}@example.com` })}`
      browser = await inside()
      await letters()
    })

    const inside = async (): Promise<PageClient> => {
      const made = createPageClient(server)
      expect((await made.post('session', { username: login, password })).status).toBe(201)
      return made
    }
    const self = async () => (await server.as(login).get('users/self')).body
    /** What was written to whom, in the order in which it was sent. */
    const letters = async () => {
      await runJobs(server.world)
      return mailbox.take().map((mail) => ({ to: mail.to[0], subject: mail.header('subject'), text: mail.text, mail }))
    }
    const message = ({ status, body }: { status: number; body: any }) => [status, body?.error?.message]

    describe('changes in the browser', () => {
      it('the real name, at once', async () => {
        expect((await browser.patch(url, { values: { real_name: 'Élise Martin' } })).body).toBe(true)
        expect((await self()).real_name).toBe('Élise Martin')
        expect(await letters()).toEqual([])
      })

      it('the address with a proof, when the sign-in was longer ago', async () => {
        clock.pass(1000)
        const before = await self()
        const counts = await server.rowCounts()
        const refused = await browser.patch(url, { values: { email: 'elise2@acme.example' } })
        expect([refused.status, refused.body.error.needs]).toEqual([403, 'proof'])
        const wrong = await browser.patch(url, { values: { email: 'elise2@acme.example', password: 'not hers' } })
        expect([wrong.status, wrong.body.error.needs]).toEqual([403, 'proof'])
        expect([await self(), await server.rowCounts()]).toEqual([before, counts])
        // The name alone needs none, and an address that stays is none.
        expect((await browser.patch(url, { values: { real_name: 'E.', email: before.email } })).status).toBe(200)
        expect((await browser.patch(url, { values: { email: 'elise2@acme.example', password } })).status).toBe(200)
        expect((await browser.get('session')).body.pending_email).toBe('elise2@acme.example')
      })

      it.each([
        [{ email: 'nobody' }, 400, 'Bad Request: `email` is not an e-mail address.'],
        [{ email: 'a@b\r\nBcc: c@d' }, 400, 'Bad Request: `email` is not an e-mail address.'],
        [{ email: '' }, 400, 'Bad Request: `email` is not an e-mail address.'],
        [{ email: 'PERSON1@example.com' }, 400, 'Bad Request: `email` is the address of another account.'],
        [{ real_name: '' }, 400, 'Bad Request: `real_name` is a line of 1 to 250 characters.'],
        [{ username: 'admin2' }, 403, "Forbidden: Cannot update other's details"],
        [{ status: 'S' }, 403, "Forbidden: Cannot update other's details"],
      ])('nothing when %j is sent along', async (values, status, sentence) => {
        const before = await self()
        const counts = await server.rowCounts()
        const answer = await browser.patch(url, { values: { real_name: 'Other', ...values } })
        expect(message(answer)).toEqual([status, sentence])
        expect([await self(), await server.rowCounts()]).toEqual([before, counts])
      })

      it('nothing of others, and nothing with a key', async () => {
        const refused = [403, "Forbidden: Cannot update other's details"]
        expect(message(await browser.patch('users/101', { values: { real_name: 'Mallory' } }))).toEqual(refused)
        expect(message(await server.as(login).patch(url, { values: { real_name: 'Mallory' } }))).toEqual(refused)
      })
    })

    describe('is written', () => {
      const to = () => `${login}@example.com`

      it('of a new access key: what it is, what it may, where it ends; not the key', async () => {
        const body = { description: 'Night <build>', scopes: ['read:tracker', 'write:tracker'] }
        const { identifier } = (await browser.post('access_keys', body)).body
        const [letter, ...others] = await letters()
        expect(others).toEqual([])
        expect([letter?.to, letter?.subject]).toEqual([to(), '[Tulipwood] New access key'])
        expect(letter?.text).toContain('Description: Night <build>')
        expect(letter?.text).toContain('Tracker (read only) (read:tracker), Tracker (write) (write:tracker)')
        expect(letter?.text).toContain('/account/keys')
        expect(letter?.mail.html).toContain('Night &#60;build&#62;')
        expect(letter?.mail.raw).not.toContain(identifier)
        expect(letter?.mail.header('auto-submitted')).toBe('auto-generated')
      })

      it('of no key that was refused', async () => {
        await browser.post('access_keys', { scopes: ['read:nothing'] })
        expect(await letters()).toEqual([])
      })

      it('of a new password, whoever set it', async () => {
        await browser.put(`${url}/password`, { password: 'another staple', current_password: password })
        const [own] = await letters()
        expect([own?.to, own?.subject]).toEqual([to(), '[Tulipwood] Your password was changed'])
        expect(own?.text).toContain('The password was changed in the browser.')
        await server.as('admin').put(`${url}/password`, { password: 'a third staple' })
        expect((await letters())[0]?.text).toContain('An administrator set another password.')
        const { link } = (await server.as('admin').post(`${url}/password_reset`, {})).body
        await createPageClient(server).post('password_resets', {
          token: link.split('#')[1],
          password: 'a fourth staple',
        })
        const [reset] = await letters()
        expect(reset?.text).toContain('by the link')
        expect(reset?.mail.raw).not.toMatch(/staple/)
      })

      it('of second factors that come and go', async () => {
        const { secret } = (await browser.post(`${url}/second_factors/totp`)).body
        expect(await letters()).toEqual([])
        const code = new TOTP({ secret }).generate({ timestamp: clock.now() * 1000 })
        await browser.put(`${url}/second_factors/totp`, { code })
        const { body: options } = await browser.post(`${url}/second_factors/passkeys/options`)
        const passkey = { label: 'Phone', response: createAuthenticator().create(options) }
        const { body } = await browser.post(`${url}/second_factors/passkeys`, passkey)
        await browser.post(`${url}/second_factors/recovery_codes`)
        await browser.delete(`${url}/second_factors/passkeys/${body.passkey.id}`)
        await browser.delete(`${url}/second_factors/totp`)
        const sent = await letters()
        expect(sent.map((letter) => [letter.to, letter.subject]).sort()).toEqual(
          [
            'A second factor was added',
            'A second factor was added',
            'A second factor was removed',
            'A second factor was removed',
            'New recovery codes',
          ].map((subject) => [to(), `[Tulipwood] ${subject}`]),
        )
        expect(sent.some(({ text }) => text.includes('a passkey (Phone)'))).toBe(true)
        await server.as('admin').delete(`${url}/second_factors`)
        expect((await letters())[0]?.subject).toBe('[Tulipwood] Your second factors were removed')
      })

      it('of an app that may act for him, once, and when it may do more', async () => {
        const app = await registerTestApp(server.world, { name: 'Build robot' })
        const allow = (scope: string) => authorizeTokens(server, { app, cookie: browser.cookie, scope })
        await allow('openid read:tracker')
        const [letter, ...others] = await letters()
        expect(others).toEqual([])
        expect([letter?.to, letter?.subject]).toEqual([to(), '[Tulipwood] Build robot may use your account'])
        expect(letter?.text).toContain('Tracker (read only) (read:tracker)')
        expect(letter?.text).toContain('/account/apps')
        await allow('openid read:tracker')
        expect(await letters()).toEqual([])
        await allow('openid read:tracker read:project')
        expect(await letters()).toHaveLength(1)
      })

      it('nothing where he has no address', async () => {
        await server.as('admin').patch(url, { values: { email: '' } })
        await letters()
        await browser.post('access_keys', { scopes: ['read:tracker'] })
        expect(await letters()).toEqual([])
      })
    })

    describe('is asked for another password', () => {
      const first = 'from the administrator'
      const second = 'known to nobody else'
      const session = async (known: string) => {
        const made = createPageClient(server)
        const { status, body } = await made.post('session', { username: login, password: known })
        return { made, status, body }
      }

      it.each(['made with one', 'given one'])('by an administrator when the account was %s', async (how) => {
        if (how === 'given one') {
          const put = await server.as('admin').put(`${url}/password`, { password: first, must_change_password: true })
          expect(put.status).toBe(200)
        } else {
          login = `${login}-new`
          const account = { username: login, password: first, must_change_password: true }
          const { status, body } = await server.as('admin').post('users', account)
          expect(status).toBe(201)
          url = `users/${body.id}`
        }
        const { made, status, body } = await session(first)
        expect([status, body.must]).toEqual([201, ['change_password']])
        expect(message(await made.get('users/self'))).toEqual([403, 'Forbidden: Change your password first.'])
        const same = await made.put(`${url}/password`, { password: first, current_password: first })
        expect(message(same)).toEqual([400, 'Bad Request: The new password must differ from the present one.'])
        expect((await made.get('session')).body.must).toEqual(['change_password'])
        const put = await made.put(`${url}/password`, { password: second, current_password: first })
        expect(put.status).toBe(200)
        expect((await made.get('users/self')).body.username).toBe(login)
        expect((await session(second)).body.must).toEqual([])
      })

      it('also after a second factor', async () => {
        const { secret } = (await browser.post(`${url}/second_factors/totp`)).body
        const shown = () => new TOTP({ secret }).generate({ timestamp: clock.now() * 1000 })
        await browser.put(`${url}/second_factors/totp`, { code: shown() })
        await server.as('admin').put(`${url}/password`, { password: first, must_change_password: true })
        clock.pass(60)
        const { made, status } = await session(first)
        expect(status).toBe(200)
        expect((await made.post('session/totp', { code: shown() })).body.must).toEqual(['change_password'])
        expect((await made.get('users/self')).status).toBe(403)
      })

      it('not when he comes by a passkey, nor after a link set one', async () => {
        const phone = createAuthenticator()
        const { body: options } = await browser.post(`${url}/second_factors/passkeys/options`)
        await browser.post(`${url}/second_factors/passkeys`, { label: 'Phone', response: phone.create(options) })
        await server.as('admin').put(`${url}/password`, { password: first, must_change_password: true })
        const made = createPageClient(server)
        const asked = (await made.post('session/passkey_options')).body
        expect((await made.post('session/passkey', { response: phone.get(asked) })).body.must).toEqual([])

        await server.as('admin').delete(`${url}/second_factors`)
        const { link } = (await server.as('admin').post(`${url}/password_reset`, {})).body
        await createPageClient(server).post('password_resets', { token: link.split('#')[1], password: second })
        expect((await session(second)).body.must).toEqual([])
      })

      it('never by somebody who may not set passwords, nor without one', async () => {
        const counts = await server.rowCounts()
        const body = { password: first, must_change_password: true }
        expect((await server.as(login).put('users/101/password', body)).status).toBe(403)
        const none = await server.as('admin').post('users', { username: 'nobody-yet', must_change_password: true })
        expect(message(none)).toEqual([400, 'Bad Request: There is no password to be changed: send one.'])
        expect(await server.rowCounts()).toEqual(counts)
      })
    })
  })
})
