import { beforeAll, expect, it } from 'vitest'
import { saveGrant } from '../../src/oauth2/store/oauth2-grants.ts'
import {
  describeInBrowser,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import { registerTestApp } from '../kit/oauth2.ts'

const password = 'a white rabbit'

describeInBrowser('account pages', () => {
  const site = startBrowserSite()
  beforeAll(async () => {
    await site.server.createUser('alice', { realName: 'Alice Liddell', email: 'alice@example.com', password })
    await site.server.createUser('bob', { email: 'bob@example.com' })
    const { world } = site.server
    const userId = site.server.idOf('alice')
    for (const [name, scopes] of [
      ['Build robot', ['openid', 'profile', 'read:tracker']],
      ['Time sheets', ['openid', 'email', 'offline_access', 'read:project', 'write:tracker']],
    ] as const) {
      const app = await registerTestApp(world, { name })
      await world.db.write((tx) =>
        saveGrant(
          tx,
          grantPermit('authorize apps', userId),
          { userId, appId: app.id, scopes: [...scopes] },
          world.clock.now(),
        ),
      )
    }
  })

  it('changes name and email address; an hour after the sign-in the address requires the password', async () => {
    const { world } = site.server
    const self = async () => (await site.server.as('alice').get('users/self')).body
    const page = await site.page('alice', '/account/profile')
    await page.getByText('alice', { exact: true }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Alice Hargreaves')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByRole('button', { name: 'Alice Hargreaves' }).waitFor()
    expect((await self()).real_name).toBe('Alice Hargreaves')

    const ago = world.clock.now() - 3600
    await world.db.write((tx) => tx.updateTable('session').set({ signed_in_on: ago }).execute())
    await page.getByLabel('Email').fill('hargreaves@example.com')
    await page.getByRole('button', { name: 'Save profile' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill('wrong password')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('The password is wrong.').waitFor()
    expect((await self()).email).toBe('alice@example.com')
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Profile saved').last().waitFor()
    expect((await self()).email).toBe('hargreaves@example.com')
  })

  it('shows an error at the field for the email address of another user and saves nothing', async () => {
    const page = await site.page('alice', '/account/profile')
    await page.getByLabel('Email').fill('bob@example.com')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('belongs to another account').waitFor()
    await expect.poll(() => page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
    expect((await site.server.as('alice').get('users/self')).body.email).not.toBe('bob@example.com')
  })

  it('applies theme and density immediately and after a reload, and saves preferences to the account', async () => {
    const page = await site.page('alice', '/account/appearance')
    const attribute = (name: string) => page.evaluate((each) => document.documentElement.dataset[each] ?? null, name)
    expect([await attribute('theme'), await attribute('density')]).toEqual([null, null])
    await page.getByLabel('Dark').check()
    await page.getByLabel('Spacious').check()
    expect(await attribute('density')).toBe('spacious')
    await page.getByLabel('Comfortable').check()
    expect(await attribute('density')).toBeNull()
    await page.getByLabel('Compact').check()
    expect([await attribute('theme'), await attribute('density')]).toEqual(['dark', 'compact'])
    await page.getByLabel('Display names as').selectOption('Login')
    await page.getByText('Saved').last().waitFor()
    await page.reload()
    await waitUntilSettled(page)
    expect([await attribute('theme'), await attribute('density')]).toEqual(['dark', 'compact'])
    await expect.poll(() => page.getByLabel('Display names as').inputValue()).toBe('login')
    expect((await site.server.as('alice').get('users/self')).body.display_name).toBe('alice')
  })

  it('removes an application from the list after its revocation', async () => {
    const page = await site.page('alice', '/account/apps')
    await page.getByText('Read the trackers, reports, artifacts, comments and files you can read.').waitFor()
    await page.getByRole('button', { name: 'Revoke Build robot' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('heading', { name: 'Build robot', exact: true }).waitFor({ state: 'detached' })
    const { body } = await site.server.as('alice').get(`users/${site.server.idOf('alice')}/authorized_apps`)
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Time sheets'])
  })

  it.each(['profile', 'appearance', 'security', 'keys', 'apps', 'sessions'])(
    'links visitors of %s to the sign-in page, which leads back',
    async (name) => {
      const page = await site.page('visitor', `/account/${name}`)
      const link = page.getByRole('main').getByRole('link', { name: 'Sign in' })
      await expect.poll(() => link.getAttribute('href')).toBe(`/login?return=${encodeURIComponent(`/account/${name}`)}`)
    },
  )

  it.each(['profile', 'appearance', 'apps'])(
    '%s is usable by keyboard and accessible in every size and color scheme',
    async (name) => {
      expect(await expectKeyboardAccess(await site.page('alice', `/account/${name}`))).toBeGreaterThan(8)
      await expectAccessibleScreens(site, 'alice', `/account/${name}`, `account-${name}`)
    },
  )
})
