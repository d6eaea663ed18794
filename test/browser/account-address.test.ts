import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeInBrowser, expectKeyboardAccess, startBrowserSite, takeScreenshots } from '../kit/browser-site.ts'
import { startMailbox } from '../kit/mailbox.ts'
import { runJobs } from '../kit/run-jobs.ts'

const password = 'a white rabbit'

describeInBrowser('a new address of oneself', () => {
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
    await letters()
  })

  const emailOf = async (login: string) => (await site.server.as(login).get('users/self')).body.email
  const letters = async () => {
    await runJobs(site.server.world)
    return mailbox.take()
  }
  /** Where the link of the letter leads that went to an address. */
  const linkTo = async (address: string): Promise<string> => {
    const letter = (await letters()).find(({ to }) => to[0] === address)
    const [link = ''] = /\/confirm-address#[\w-]{43}/.exec(letter?.text ?? '') ?? []
    expect(link, `a link written to ${address}`).not.toBe('')
    return link
  }
  const asked = async (address: string) => {
    const page = await site.page('alice', '/account/profile')
    await page.getByLabel('Email').fill(address)
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText(`Confirmation email sent to ${address}`).last().waitFor()
    return page
  }

  it('waits on the profile, is written to again, and is confirmed behind the link of the last letter', async () => {
    const page = await asked('liddell@example.com')
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
    await late.getByRole('main').getByText('This link has been used, taken back or replaced').waitFor()
    expect(await emailOf('alice')).toBe('alice@example.com')

    const there = await site.page('alice', link)
    await there.getByText('email address, Alice Liddell (alice)').waitFor()
    // Opening it is not yet an answer; and whoever looks at the browser later finds no link.
    expect([await emailOf('alice'), new URL(there.url()).hash]).toEqual(['alice@example.com', ''])
    await there.getByRole('button', { name: 'Confirm' }).click()
    await there.getByText('Your email address is now liddell@example.com.').waitFor()
    expect(await emailOf('alice')).toBe('liddell@example.com')
    await there.getByRole('link', { name: 'To your profile' }).click()
    await expect.poll(() => there.getByLabel('Email').inputValue()).toBe('liddell@example.com')
    expect(await there.getByText('to finish changing your email').count()).toBe(0)
  })

  it('is confirmed in another browser by whoever signs in there', async () => {
    await asked('phone@example.com')
    const page = await site.page('visitor', await linkTo('phone@example.com'))
    await page.getByRole('heading', { name: 'Sign in to confirm your email' }).waitFor()
    await page.getByLabel('Login').fill('alice')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
    expect(await emailOf('alice')).toBe('phone@example.com')
  })

  it('asks for a proof after a while, and is taken back without one', async () => {
    const { world } = site.server
    const page = await asked('wrong@example.com')
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
    await late.getByRole('main').getByText('This link has been used, taken back or replaced').waitFor()
    expect(await emailOf('alice')).toBe('alice@example.com')
  })

  it('of an administrator waits as well when it is changed among the accounts', async () => {
    const page = await site.page('admin', `/site/users/${site.server.idOf('admin')}`)
    const email = page.getByRole('textbox', { name: 'Email' })
    await email.fill('boss@example.com')
    await email.press('Enter')
    await page.getByText('Confirmation email sent to boss@example.com').first().waitFor()
    expect(await emailOf('admin')).not.toBe('boss@example.com')
  })

  it('is confirmed by nobody behind a link that is not complete', async () => {
    const page = await site.page('alice', '/confirm-address')
    await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor()
    expect(await page.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
  })

  it('is reached by keyboard and looks calm', async () => {
    const page = await asked('liddell@example.com')
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(10)
    expect(await expectKeyboardAccess(await site.page('alice', '/confirm-address#any'))).toBeGreaterThan(0)
    await takeScreenshots(site, 'alice', '/account/profile', 'account-profile-pending')
    await takeScreenshots(site, 'alice', '/confirm-address#any', 'confirm-address')
    await takeScreenshots(site, 'visitor', '/confirm-address#any', 'confirm-address-visitor')
    await takeScreenshots(site, 'alice', '/confirm-address', 'confirm-address-incomplete')
  }, 240_000)
})
