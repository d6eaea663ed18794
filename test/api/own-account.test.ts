import { TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../kit/authenticator.ts'
import { createPageClient, type PageClient } from '../kit/browser.ts'
import { createClock } from '../kit/clock.ts'
import { startMailbox } from '../kit/mailbox.ts'
import { authorizeTokens, registerTestApp } from '../kit/oauth2.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const password = 'correct staple'

onEachDatabase((dialect) => {
  const mailbox = startMailbox()

  describe('an account in the browser', () => {
    const clock = createClock()
    const env = {
      get TULIPWOOD_SMTP_URL() {
        return `smtp://127.0.0.1:${mailbox.port}`
      },
      TULIPWOOD_MAIL_FROM: 'Tracker <tracker@example.org>',
    }
    const server = createServer(dialect, { env, clock })
    let userCount = 0
    let login = ''
    let url = ''
    let browser: PageClient

    beforeAll(async () => {
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 1000 })
    })
    // A new user each time, who has signed in.
    beforeEach(async () => {
      clock.pass(120)
      userCount += 1
      login = `user${userCount}`
      const realName = `User ${userCount}`
      url = `users/${await server.createUser(login, { password, realName, email: `${login}@example.com` })}`
      browser = await signIn()
      await takeEmails()
    })

    const signIn = async (): Promise<PageClient> => {
      const page = createPageClient(server)
      expect((await page.post('session', { username: login, password })).status).toBe(201)
      return page
    }
    const self = async () => (await server.as(login).get('users/self')).body
    /** The emails that were sent, in their order. */
    const takeEmails = async () => {
      await runJobs(server.world)
      return mailbox.take().map((mail) => ({ to: mail.to[0], subject: mail.header('subject'), text: mail.text, mail }))
    }
    const message = ({ status, body }: { status: number; body: any }) => [status, body?.error?.message]

    describe('its user can change', () => {
      it('the real name, which takes effect immediately', async () => {
        expect((await browser.patch(url, { values: { real_name: 'Élise Martin' } })).body).toBe(true)
        expect((await self()).real_name).toBe('Élise Martin')
        expect(await takeEmails()).toEqual([])
      })

      it('the email address, with a proof when the sign-in is too old', async () => {
        clock.pass(1000)
        const before = await self()
        const counts = await server.rowCounts()
        const rejected = await browser.patch(url, { values: { email: 'elise2@acme.example' } })
        expect([rejected.status, rejected.body.error.needs]).toEqual([403, 'proof'])
        const wrongPassword = await browser.patch(url, {
          values: { email: 'elise2@acme.example', password: 'not hers' },
        })
        expect([wrongPassword.status, wrongPassword.body.error.needs]).toEqual([403, 'proof'])
        expect([await self(), await server.rowCounts()]).toEqual([before, counts])
        // A name requires no proof, and neither does an unchanged email address.
        expect((await browser.patch(url, { values: { real_name: 'E.', email: before.email } })).status).toBe(200)
        expect((await browser.patch(url, { values: { email: 'elise2@acme.example', password } })).status).toBe(200)
        expect((await browser.get('session')).body.pending_email).toBe('elise2@acme.example')
      })

      it.each([
        [{ email: 'invalid' }, 400, 'Bad Request: `email` must be an email address.'],
        [{ email: 'a@b\r\nBcc: c@d' }, 400, 'Bad Request: `email` must be an email address.'],
        [{ email: '' }, 400, 'Bad Request: `email` must be an email address.'],
        [{ email: 'USER1@example.com' }, 400, 'Bad Request: `email` belongs to another account.'],
        [{ real_name: '' }, 400, 'Bad Request: `real_name` must be one line of 1 to 250 characters.'],
        [{ username: 'admin2' }, 403, "Forbidden: Cannot update other's details"],
        [{ status: 'S' }, 403, "Forbidden: Cannot update other's details"],
      ])('no value when the request contains %j', async (values, status, sentence) => {
        const before = await self()
        const counts = await server.rowCounts()
        const response = await browser.patch(url, { values: { real_name: 'Other', ...values } })
        expect(message(response)).toEqual([status, sentence])
        expect([await self(), await server.rowCounts()]).toEqual([before, counts])
      })

      it('no other account, and nothing with an access key', async () => {
        const rejected = [403, "Forbidden: Cannot update other's details"]
        expect(message(await browser.patch('users/101', { values: { real_name: 'Mallory' } }))).toEqual(rejected)
        expect(message(await server.as(login).patch(url, { values: { real_name: 'Mallory' } }))).toEqual(rejected)
      })
    })

    describe('a security notice is sent', () => {
      const to = () => `${login}@example.com`

      it('for a new access key, with its description, scopes and expiry, but without the key', async () => {
        const body = { description: 'Night <build>', scopes: ['read:tracker', 'write:tracker'] }
        const { identifier } = (await browser.post('access_keys', body)).body
        const [email, ...others] = await takeEmails()
        expect(others).toEqual([])
        expect([email?.to, email?.subject]).toEqual([to(), '[Tulipwood] New access key'])
        expect(email?.text).toContain('Description: Night <build>')
        expect(email?.text).toContain('Tracker (read only) (read:tracker), Tracker (write) (write:tracker)')
        expect(email?.text).toContain('/account/keys')
        expect(email?.mail.html).toContain('Night &lt;build&gt;')
        expect(email?.mail.raw).not.toContain(identifier)
        expect(email?.mail.header('auto-submitted')).toBe('auto-generated')
      })

      it('for an access key that an administrator revokes, but not to administrators about their own', async () => {
        const create = async (by: string) =>
          (await server.as(by).post('access_keys', { description: 'Night build' })).body.identifier.match(/-(\d+)\./)[1]
        const [id, own] = [await create(login), await create('admin')]
        await takeEmails()
        for (const each of [own, id]) await server.as('admin').delete(`site/access_keys/${each}`)
        const [email, ...others] = await takeEmails()
        expect(others).toEqual([])
        expect([email?.to, email?.subject]).toEqual([to(), '[Tulipwood] Your access key was revoked'])
        expect(email?.text).toContain('Description: Night build')
        expect(email?.text).toContain('/account/keys')
      })

      it('for no access key that was rejected', async () => {
        await browser.post('access_keys', { scopes: ['read:nothing'] })
        expect(await takeEmails()).toEqual([])
      })

      it('for a new password, regardless of how it was set', async () => {
        await browser.put(`${url}/password`, { password: 'another staple', current_password: password })
        const [notice] = await takeEmails()
        expect([notice?.to, notice?.subject]).toEqual([to(), '[Tulipwood] Your password was changed'])
        expect(notice?.text).toContain('The password was changed in the browser.')
        await server.as('admin').put(`${url}/password`, { password: 'a third staple' })
        expect((await takeEmails())[0]?.text).toContain('An administrator set a new password.')
        const { link } = (await server.as('admin').post(`${url}/password_reset`, {})).body
        await createPageClient(server).post('password_resets', {
          token: link.split('#')[1],
          password: 'a fourth staple',
        })
        const [reset] = await takeEmails()
        expect(reset?.text).toContain('with a link from an administrator')
        expect(reset?.mail.raw).not.toMatch(/staple/)
      })

      it('for second factors that are added or removed', async () => {
        const { secret } = (await browser.post(`${url}/second_factors/totp`)).body
        expect(await takeEmails()).toEqual([])
        const code = new TOTP({ secret }).generate({ timestamp: clock.now() * 1000 })
        await browser.put(`${url}/second_factors/totp`, { code })
        const { body: options } = await browser.post(`${url}/second_factors/passkeys/options`)
        const passkey = { label: 'Phone', response: createAuthenticator().create(options) }
        const { body } = await browser.post(`${url}/second_factors/passkeys`, passkey)
        await browser.post(`${url}/second_factors/recovery_codes`)
        await browser.delete(`${url}/second_factors/passkeys/${body.passkey.id}`)
        await browser.delete(`${url}/second_factors/totp`)
        const emails = await takeEmails()
        expect(emails.map((email) => [email.to, email.subject]).sort()).toEqual(
          [
            'A second factor was added',
            'A second factor was added',
            'A second factor was removed',
            'A second factor was removed',
            'New recovery codes',
          ].map((subject) => [to(), `[Tulipwood] ${subject}`]),
        )
        expect(emails.some(({ text }) => text.includes('a passkey (Phone)'))).toBe(true)
        await server.as('admin').delete(`${url}/second_factors`)
        expect((await takeEmails())[0]?.subject).toBe('[Tulipwood] Your second factors were removed')
      })

      it('for an authorized app once, and again for additional scopes', async () => {
        const app = await registerTestApp(server.world, { name: 'Build robot' })
        const allow = (scope: string) => authorizeTokens(server, { app, cookie: browser.cookie, scope })
        await allow('openid read:tracker')
        const [email, ...others] = await takeEmails()
        expect(others).toEqual([])
        expect([email?.to, email?.subject]).toEqual([to(), '[Tulipwood] Build robot may use your account'])
        expect(email?.text).toContain('Tracker (read only) (read:tracker)')
        expect(email?.text).toContain('/account/apps')
        await allow('openid read:tracker')
        expect(await takeEmails()).toEqual([])
        await allow('openid read:tracker read:project')
        expect(await takeEmails()).toHaveLength(1)
      })

      it('only to accounts with an email address', async () => {
        await server.as('admin').patch(url, { values: { email: '' } })
        await takeEmails()
        await browser.post('access_keys', { scopes: ['read:tracker'] })
        expect(await takeEmails()).toEqual([])
      })
    })

    describe('a change of password is required', () => {
      const first = 'from the administrator'
      const second = 'known only to the user'
      const session = async (known: string) => {
        const page = createPageClient(server)
        const { status, body } = await page.post('session', { username: login, password: known })
        return { page, status, body }
      }

      it.each(['created the account with a password', 'set a password'])('when an administrator %s', async (how) => {
        if (how === 'set a password') {
          const put = await server.as('admin').put(`${url}/password`, { password: first, must_change_password: true })
          expect(put.status).toBe(200)
        } else {
          login = `${login}-new`
          const account = { username: login, password: first, must_change_password: true }
          const { status, body } = await server.as('admin').post('users', account)
          expect(status).toBe(201)
          url = `users/${body.id}`
        }
        const { page, status, body } = await session(first)
        expect([status, body.must]).toEqual([201, ['change_password']])
        expect(message(await page.get('users/self'))).toEqual([403, 'Forbidden: Change your password first.'])
        const same = await page.put(`${url}/password`, { password: first, current_password: first })
        expect(message(same)).toEqual([400, 'Bad Request: The new password must differ from the current one.'])
        expect((await page.get('session')).body.must).toEqual(['change_password'])
        const put = await page.put(`${url}/password`, { password: second, current_password: first })
        expect(put.status).toBe(200)
        expect((await page.get('users/self')).body.username).toBe(login)
        expect((await session(second)).body.must).toEqual([])
      })

      it('before Basic or a token can be used with the password', async () => {
        const sendBasic = (known: string) => {
          const authorization = `Basic ${Buffer.from(`${login}:${known}`).toString('base64')}`
          return server.as('visitor').post('access_keys', {}, { headers: { authorization } })
        }
        const sendToken = (known: string) => server.as('visitor').post('tokens', { username: login, password: known })
        await server.as('admin').put(`${url}/password`, { password: first, must_change_password: true })
        const counts = await server.rowCounts()
        expect(message(await sendBasic(first))).toEqual([401, 'Unauthorized: Basic Authentication Required'])
        const token = await sendToken(first)
        expect([token.status, token.body.token]).toEqual([401, undefined])
        expect(await server.rowCounts()).toEqual(counts)

        const { page } = await session(first)
        await page.put(`${url}/password`, { password: second, current_password: first })
        expect((await sendBasic(second)).status).toBe(201)
        expect((await sendToken(second)).status).toBe(200)
      })

      it('after a second factor as well', async () => {
        const { secret } = (await browser.post(`${url}/second_factors/totp`)).body
        const currentCode = () => new TOTP({ secret }).generate({ timestamp: clock.now() * 1000 })
        await browser.put(`${url}/second_factors/totp`, { code: currentCode() })
        await server.as('admin').put(`${url}/password`, { password: first, must_change_password: true })
        clock.pass(60)
        const { page, status } = await session(first)
        expect(status).toBe(200)
        expect((await page.post('session/totp', { code: currentCode() })).body.must).toEqual(['change_password'])
        expect((await page.get('users/self')).status).toBe(403)
      })

      it('neither after a sign-in with a passkey nor after a reset by link', async () => {
        const phone = createAuthenticator()
        const { body: options } = await browser.post(`${url}/second_factors/passkeys/options`)
        await browser.post(`${url}/second_factors/passkeys`, { label: 'Phone', response: phone.create(options) })
        await server.as('admin').put(`${url}/password`, { password: first, must_change_password: true })
        const page = createPageClient(server)
        const passkeyOptions = (await page.post('session/passkey_options')).body
        expect((await page.post('session/passkey', { response: phone.get(passkeyOptions) })).body.must).toEqual([])

        await server.as('admin').delete(`${url}/second_factors`)
        const { link } = (await server.as('admin').post(`${url}/password_reset`, {})).body
        await createPageClient(server).post('password_resets', { token: link.split('#')[1], password: second })
        expect((await session(second)).body.must).toEqual([])
      })

      it('only by administrators who may set passwords, and only with a password', async () => {
        const counts = await server.rowCounts()
        const body = { password: first, must_change_password: true }
        expect((await server.as(login).put('users/101/password', body)).status).toBe(403)
        const none = await server.as('admin').post('users', { username: 'no-password', must_change_password: true })
        expect(message(none)).toEqual([400, 'Bad Request: `must_change_password` needs a password.'])
        expect(await server.rowCounts()).toEqual(counts)
      })
    })
  })
})
