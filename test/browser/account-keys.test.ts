import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'

describeInBrowser('access keys', () => {
  const site = startBrowserSite()
  beforeAll(() => site.server.createUser('alice', { password: 'correct horse battery', realName: 'Alice Liddell' }))

  const requestWith = async (key: string): Promise<number> => {
    const answer = await fetch(`${site.origin}/api/users/self`, { headers: { 'X-Auth-AccessKey': key } })
    return answer.status
  }
  const createKey = async (page: Page, description: string): Promise<string> => {
    await page.getByRole('link', { name: 'New key' }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill(description)
    await page.getByRole('checkbox', { name: 'Users (read only)' }).check()
    await page.getByRole('button', { name: 'Create key' }).click()
    return page.getByLabel('Access key', { exact: true }).inputValue()
  }

  it('selects no scope at first and requires at least one', async () => {
    const page = await site.page('alice', '/account/keys/new')
    const boxes = page.getByRole('checkbox')
    await expect.poll(() => boxes.count()).toBeGreaterThan(5)
    await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0)
    const submit = page.getByRole('button', { name: 'Create key' })
    await expect.poll(() => submit.isDisabled()).toBe(true)
    await boxes.first().check()
    await expect.poll(() => submit.isDisabled()).toBe(false)
    await boxes.first().uncheck()
    await expect.poll(() => submit.isDisabled()).toBe(true)
  })

  it('rejects an expiration date in the past and keeps the input', async () => {
    const page = await site.page('alice', '/account/keys/new')
    await page.getByRole('textbox', { name: 'Description' }).fill('too late')
    await page.getByRole('checkbox').first().check()
    await page.getByLabel('Expires').fill('2020-02-29')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('already expired').first().waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('too late')
  })

  it('shows a new key once; the key works immediately and is rejected after its revocation', async () => {
    const page = await site.page('alice', '/account/keys')
    const key = await createKey(page, 'build machine')
    expect(key).toMatch(/^tlp-k1-/)
    expect(page.url()).not.toContain(key)
    await expectAccessible(page)
    expect(await requestWith(key)).toBe(200)

    // Leaving requires a confirmation, also with the back button.
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('You have not copied it yet').waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.goBack()
    await page.getByText('You have not copied it yet').waitFor()
    await expect.poll(() => page.getByLabel('Access key', { exact: true }).inputValue()).toBe(key)
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    await page.getByRole('button', { name: 'Done' }).click()

    const row = page.getByRole('row', { name: 'build machine' })
    await row.waitFor()
    await row.getByText('Users (read only)').waitFor()
    await row.getByText('by 127.0.0.1').or(row.getByText('by ::1')).waitFor()
    expect(await page.content()).not.toContain(key)
    await page.reload()
    await waitUntilSettled(page)
    expect(await page.content()).not.toContain(key)

    await expect.poll(() => page.getByRole('button', { name: 'Revoke selected' }).isDisabled()).toBe(true)
    await page.getByLabel('Select build machine').check()
    await page.getByRole('button', { name: 'Revoke 1 key' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke 1 key' }).click()
    await row.waitFor({ state: 'detached' })
    expect(await requestWith(key)).toBe(401)
  })

  it('revokes only the selected keys', async () => {
    const page = await site.page('alice', '/account/keys')
    const keys: Record<string, string> = {}
    for (const name of ['first', 'second', 'third']) {
      keys[name] = await createKey(page, name)
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Leave anyway' }).click()
    }
    await page.getByLabel('Select first').check()
    await page.getByLabel('Select third').check()
    await page.getByRole('button', { name: 'Revoke 2 keys' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke 2 keys' }).click()
    await page.getByRole('row', { name: 'first' }).waitFor({ state: 'detached' })
    expect(await Promise.all(Object.values(keys).map(requestWith))).toEqual([401, 200, 401])
  })

  it('creates a key by keyboard', async () => {
    const page = await site.page('alice', '/account/keys/new')
    await page.getByRole('textbox', { name: 'Description' }).focus()
    await page.keyboard.type('by hand')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByLabel('Access key', { exact: true }).waitFor()
    // The dialog keeps the focus on its field and its two buttons.
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('[role="alertdialog"]') !== null))
        .toBe(true)
    }
  })

  it('has only controls that are reachable by keyboard', async () => {
    expect(await expectKeyboardAccess(await site.page('alice', '/account/keys'))).toBeGreaterThan(10)
    expect(await expectKeyboardAccess(await site.page('alice', '/account/keys/new'))).toBeGreaterThan(15)
  })

  it('is accessible in every size and color scheme', async () => {
    await site.server.as('alice').post('access_keys', {
      description: 'Nightly export to the warehouse of the finance department',
      scopes: ['read:tracker', 'read:project', 'read:user_membership'],
      expiration_date: '2099-12-31T23:59:59Z',
    })
    await expectAccessibleScreens(site, 'alice', '/account/keys', 'account-keys', async (page) => {
      await page.locator('summary').click()
    })
    await expectAccessibleScreens(site, 'alice', '/account/keys/new', 'account-new-key')
    await expectAccessibleScreens(site, 'alice', '/account/keys/new', 'account-key-once', async (page) => {
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByLabel('Access key', { exact: true }).waitFor()
    })
  })
})
