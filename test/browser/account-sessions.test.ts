import { beforeAll, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'

describeInBrowser('sessions', () => {
  const site = startBrowserSite()
  const password = 'correct horse battery'
  beforeAll(async () => {
    for (const login of ['alice', 'bob', 'carol'])
      await site.server.createUser(login, { password, realName: 'Alice Liddell' })
  })

  const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0'
  /** Signs in with a password in another browser. */
  const signInElsewhere = async (login: string) => {
    const page = await site.page('visitor', '/login?return=/account/profile', { userAgent })
    await page.getByLabel('Login', { exact: true }).fill(login)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    const isSignedIn = async (): Promise<boolean> => {
      await page.goto('/account/profile')
      await waitUntilSettled(page)
      return page.getByRole('heading', { name: 'Profile', level: 1 }).isVisible()
    }
    return { isIn: isSignedIn }
  }

  it('signs out another browser', async () => {
    const other = await signInElsewhere('alice')
    const page = await site.page('alice', '/account/sessions')
    await expectAccessible(page)
    await expect.poll(() => page.getByText('This browser', { exact: true }).count()).toBe(1)
    expect(await other.isIn()).toBe(true)
    await page.getByRole('button', { name: 'Sign out Firefox on macOS' }).click()
    await page.getByText('Firefox on macOS').waitFor({ state: 'detached' })
    expect(await other.isIn()).toBe(false)
    await page.reload()
    await page.getByText('This browser', { exact: true }).waitFor()
  })

  it('signs out all other browsers by keyboard and keeps the current session', async () => {
    const others = [await signInElsewhere('bob'), await signInElsewhere('bob')]
    const page = await site.page('bob', '/account/sessions')
    await page.getByRole('button', { name: 'Sign out everywhere else' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('2 other sessions are ended').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Firefox on macOS').first().waitFor({ state: 'detached' })
    expect([await others[0]?.isIn(), await others[1]?.isIn()]).toEqual([false, false])
    await page.reload()
    await page.getByText('This browser', { exact: true }).waitFor()
  })

  it('ends all other sessions when the password changes', async () => {
    const other = await signInElsewhere('carol')
    const page = await site.page('carol', '/account/security')
    await page.getByLabel('Current password').fill('not that one')
    await page.getByLabel('New password').fill('a wholly new sentence')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The current password is incorrect').last().waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('current_password')
    await expect.poll(() => page.getByLabel('New password').inputValue()).toBe('a wholly new sentence')
    expect(await other.isIn()).toBe(true)
    await page.getByLabel('Current password').fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed').last().waitFor()
    expect(await other.isIn()).toBe(false)
    await page.reload()
    await page.getByLabel('Current password').waitFor()
  })

  it('are usable by keyboard and accessible in every size and color scheme', async () => {
    await signInElsewhere('alice')
    expect(await expectKeyboardAccess(await site.page('alice', '/account/sessions'))).toBeGreaterThan(8)
    await expectAccessibleScreens(site, 'alice', '/account/sessions', 'account-sessions')
  })
})
