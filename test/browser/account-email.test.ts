import { beforeAll, beforeEach, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
} from '../kit/browser-site.ts'
import { startMailbox } from '../kit/mailbox.ts'
import { runJobs } from '../kit/run-jobs.ts'

const password = 'a white rabbit'

describeInBrowser('the change of the own email address', () => {
  const mailbox = startMailbox()
  const site = startBrowserSite({
    env: {
      get TULIPWOOD_SMTP_URL() {
        return `smtp://127.0.0.1:${mailbox.port}`
      },
      TULIPWOOD_MAIL_FROM: 'Tracker <tracker@example.org>',
    },
  })
  beforeAll(() => site.server.createUser('alice', { realName: 'Alice Liddell', email: 'alice@example.com', password }))
  beforeEach(async () => {
    await site.server.as('admin').patch(`users/${site.server.idOf('alice')}`, { email: 'alice@example.com' })
    await takeMails()
  })

  const emailOf = async (login: string) => (await site.server.as(login).get('users/self')).body.email
  const takeMails = async () => {
    await runJobs(site.server.world)
    return mailbox.take()
  }
  /** Returns the path of the link in the mail to an address. */
  const linkTo = async (address: string): Promise<string> => {
    const mail = (await takeMails()).find(({ to }) => to[0] === address)
    const [link = ''] = /\/confirm-address#[\w-]{43}/.exec(mail?.text ?? '') ?? []
    expect(link, `link mailed to ${address}`).not.toBe('')
    return link
  }
  const requestChange = async (address: string) => {
    const page = await site.page('alice', '/account/profile')
    await page.getByLabel('Email').fill(address)
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText(`Confirmation email sent to ${address}`).last().waitFor()
    return page
  }

  it('is pending on the profile, can be sent again, and is confirmed by the link of the last mail only', async () => {
    const page = await requestChange('liddell@example.com')
    await page.getByText('Confirm liddell@example.com to finish changing your email').waitFor()
    await page.getByText('Until then your email stays alice@example.com.').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('alice@example.com')
    const first = await linkTo('liddell@example.com')
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('New link sent to liddell@example.com').last().waitFor()
    const link = await linkTo('liddell@example.com')
    expect(link).not.toBe(first)

    const late = await site.page('alice', first)
    await late.getByRole('button', { name: 'Confirm' }).click()
    await late.getByRole('main').getByText('This link has been used, canceled or replaced').waitFor()
    expect(await emailOf('alice')).toBe('alice@example.com')

    const confirmation = await site.page('alice', link)
    await confirmation.getByText('email address, Alice Liddell (alice)').waitFor()
    // Opening the link does not confirm it, and the link is removed from the browser history.
    expect([await emailOf('alice'), new URL(confirmation.url()).hash]).toEqual(['alice@example.com', ''])
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
    await confirmation.getByText('Your email address is now liddell@example.com.').waitFor()
    expect(await emailOf('alice')).toBe('liddell@example.com')
    await confirmation.getByRole('link', { name: 'To your profile' }).click()
    await expect.poll(() => confirmation.getByLabel('Email').inputValue()).toBe('liddell@example.com')
    expect(await confirmation.getByText('to finish changing your email').count()).toBe(0)
  })

  it('can be confirmed in another browser after signing in', async () => {
    await requestChange('phone@example.com')
    const page = await site.page('visitor', await linkTo('phone@example.com'))
    await page.getByRole('heading', { name: 'Sign in to confirm your email' }).waitFor()
    await page.getByLabel('Login').fill('alice')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
    expect(await emailOf('alice')).toBe('phone@example.com')
  })

  it('requires the password again for another mail after an hour, but not for canceling', async () => {
    const { world } = site.server
    const page = await requestChange('wrong@example.com')
    const ago = world.clock.now() - 3600
    await world.db.write((tx) => tx.updateTable('session').set({ signed_in_on: ago }).execute())
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('dialog').getByLabel('Password').fill(password)
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByText('New link sent to wrong@example.com').last().waitFor()
    const link = await linkTo('wrong@example.com')
    await page.getByRole('button', { name: 'Cancel change' }).click()
    await page.getByText('Email change canceled').last().waitFor()
    await page.getByText('to finish changing your email').waitFor({ state: 'detached' })
    const late = await site.page('alice', link)
    await late.getByRole('button', { name: 'Confirm' }).click()
    await late.getByRole('main').getByText('This link has been used, canceled or replaced').waitFor()
    expect(await emailOf('alice')).toBe('alice@example.com')
  })

  it('is also pending if administrators change their own address in the site administration', async () => {
    const page = await site.page('admin', `/site/users/${site.server.idOf('admin')}`)
    const email = page.getByRole('textbox', { name: 'Email' })
    await email.fill('boss@example.com')
    await email.press('Enter')
    await page.getByText('Confirmation email sent to boss@example.com').first().waitFor()
    expect(await emailOf('admin')).not.toBe('boss@example.com')
  })

  it('cannot be confirmed with an incomplete link', async () => {
    const page = await site.page('alice', '/confirm-address')
    await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor()
    expect(await page.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
  })

  it('is usable by keyboard and accessible in every size and color scheme', async () => {
    const page = await requestChange('liddell@example.com')
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(10)
    expect(await expectKeyboardAccess(await site.page('alice', '/confirm-address#any'))).toBeGreaterThan(0)
    await expectAccessibleScreens(site, 'alice', '/account/profile', 'account-profile-pending')
    await expectAccessibleScreens(site, 'alice', '/confirm-address#any', 'confirm-address')
    await expectAccessibleScreens(site, 'visitor', '/confirm-address#any', 'confirm-address-visitor')
    await expectAccessibleScreens(site, 'alice', '/confirm-address', 'confirm-address-incomplete')
  }, 240_000)
})
