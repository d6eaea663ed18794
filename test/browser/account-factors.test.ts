import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'

const password = 'correct horse battery'
const path = '/account/security'

describeInBrowser('second factors', () => {
  const site = startBrowserSite()
  beforeAll(async () => {
    for (const login of ['alice', 'bob', 'carol', 'dora', 'erin']) {
      await site.server.createUser(login, { password, realName: 'Alice Liddell' })
    }
  })

  /** Each code is accepted only once, so `stepsOn` selects the code of a later time step. */
  const codeOf = (secret: string, stepsOn = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsOn * 30_000 })

  const setUpApp = async (page: Page): Promise<{ secret: string; codes: string[] }> => {
    await page.getByRole('button', { name: 'Set up an app' }).click()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    const secret = (await page.locator('code[data-secret]').innerText()).replaceAll(/\s/g, '')
    await page.getByLabel('Code from the app').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Enable' }).click()
    const codes = (await page.getByRole('textbox', { name: 'Recovery codes' }).inputValue()).split('\n')
    return { secret, codes }
  }
  const saveCodes = async (page: Page): Promise<void> => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
  }
  const signInWithPassword = async (login: string): Promise<Page> => {
    const page = await site.page('visitor', `/login?return=${path}`)
    await page.getByLabel('Login', { exact: true }).fill(login)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    return page
  }
  const expectSignedIn = async (page: Page): Promise<void> =>
    page.getByRole('heading', { name: 'Sign-in and security', level: 1 }).waitFor()

  describe('an authenticator app', () => {
    it('is set up, and its codes complete a sign-in, as does each recovery code once', async () => {
      const page = await site.page('alice', path)
      const { secret, codes } = await setUpApp(page)
      expect(new Set(codes).size).toBe(10)
      await expectAccessible(page)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ])
      expect(file.suggestedFilename()).toBe('recovery-codes.txt')
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByText('10 codes are left').waitFor()
      expect(await page.content()).not.toContain(codes[0])

      const byApp = await signInWithPassword('alice')
      await byApp.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1))
      await byApp.getByRole('button', { name: 'Verify' }).click()
      await expectSignedIn(byApp)

      const byCode = await signInWithPassword('alice')
      await byCode.getByRole('button', { name: 'Use a recovery code' }).click()
      await byCode.getByLabel('Recovery code').fill(codes[3]?.toLowerCase() ?? '')
      await byCode.getByRole('button', { name: 'Verify' }).click()
      await expectSignedIn(byCode)
      await byCode.getByText('9 codes are left').waitFor()

      const again = await signInWithPassword('alice')
      await again.getByRole('button', { name: 'Use a recovery code' }).click()
      await again.getByLabel('Recovery code').fill(codes[3] ?? '')
      await again.getByRole('button', { name: 'Verify' }).click()
      await again.locator('[data-notice="negative"], [aria-invalid="true"]').first().waitFor()
      await again.goto(path)
      await waitUntilSettled(again)
      await expect.poll(() => again.getByRole('heading', { name: 'Sign-in and security' }).isVisible()).toBe(false)
    })

    it('shows an error at the field for a wrong code and stays disabled', async () => {
      const page = await site.page('bob', path)
      await page.getByRole('button', { name: 'Set up an app' }).click()
      await page.getByLabel('Code from the app').fill('000000')
      await page.getByRole('button', { name: 'Enable' }).click()
      await page.getByText('The code is wrong').last().waitFor()
      await page.keyboard.press('Escape')
      await page.reload()
      await page.getByText('Disabled', { exact: true }).waitFor()
    })

    it('replaces the recovery codes, and is disabled after a confirmation', async () => {
      const page = await site.page('bob', path)
      const { codes } = await setUpApp(page)
      await saveCodes(page)
      await page.getByRole('button', { name: 'Generate new codes' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Generate new codes' }).click()
      const fresh = await page.getByRole('textbox', { name: 'Recovery codes' }).inputValue()
      expect(fresh.split('\n').filter((code) => codes.includes(code))).toEqual([])
      await saveCodes(page)
      await page.getByRole('button', { name: 'Disable' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
      await page.getByText('Disabled', { exact: true }).waitFor()
    })
  })

  describe('a passkey', () => {
    it('is added, signs in without a login name, is renamed and removed', async () => {
      const page = await site.page('carol', path)
      await withAuthenticator(page)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByLabel('Name of the passkey').fill('Laptop')
      await page.getByRole('button', { name: 'Continue' }).click()
      expect((await page.getByRole('textbox', { name: 'Recovery codes' }).inputValue()).split('\n')).toHaveLength(10)
      await saveCodes(page)
      await page.getByText('Laptop', { exact: true }).waitFor()

      // The virtual authenticator belongs to the page, so the test signs in on the same page.
      await page.context().clearCookies()
      await page.goto(`/login?return=${path}`)
      await waitUntilSettled(page)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await expectSignedIn(page)
      await page.getByText(/Last used/).waitFor()

      await page.getByRole('button', { name: 'Rename Laptop' }).click()
      await page.getByLabel('Name of the passkey').fill('Work laptop')
      await page.getByRole('button', { name: 'Save name' }).click()
      await page.getByText('Work laptop', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Remove Work laptop' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByText('No passkey yet').waitFor()
    })
  })

  it('requires the password again before changes if the sign-in was an hour ago', async () => {
    const page = await site.page('dora', path)
    const { world } = site.server
    await world.db.write((tx) =>
      tx
        .updateTable('session')
        .set({ signed_in_on: world.clock.now() - 3600 })
        .where('user_id', '=', site.server.idOf('dora'))
        .execute(),
    )
    await page.getByRole('button', { name: 'Set up an app' }).click()
    await page.getByRole('heading', { name: "Confirm it's you" }).waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByLabel('Password').fill('not that one')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The password is wrong').last().waitFor()
    await page.getByRole('dialog').getByLabel('Password').fill(password)
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
  })

  it('requires users without a second factor to set one up at sign-in, then continues to the requested page', async () => {
    await site.server.as('admin').patch('site_settings', { second_factor: 'everybody' })
    try {
      const page = await signInWithPassword('erin')
      await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
      await expectAccessible(page)
      await page.goto('/projects')
      await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
      await page.goto(`/login?return=${path}`)
      await setUpApp(page)
      await saveCodes(page)
      await expectSignedIn(page)
    } finally {
      await site.server.as('admin').patch('site_settings', { second_factor: 'optional' })
    }
  })

  it('are usable by keyboard and accessible in every size and color scheme', async () => {
    expect(await expectKeyboardAccess(await site.page('dora', path))).toBeGreaterThan(12)
    await expectAccessibleScreens(site, 'alice', path, 'account-security')
    await expectAccessibleScreens(site, 'dora', path, 'account-app-set-up', async (page) => {
      await page.getByRole('button', { name: 'Set up an app' }).click()
      await page.getByRole('img', { name: 'QR code' }).waitFor()
    })
  })
})

/** Adds a virtual authenticator that approves every request. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
