import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import { setUpAuthenticatorApp } from './set-up-authenticator-app.ts'

const pages = [
  'users',
  'users/new',
  'projects',
  'settings',
  'permissions',
  'directories',
  'apps',
  'keys',
  'jobs',
  'health',
  'log',
]

describeInBrowser('the administration of the site', () => {
  const site = startBrowserSite()
  let lander = 0
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell', email: 'alice@example.com' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter', email: 'bob@example.com' })
    lander = (await createBrowserProject(site.server, { alice, bob })).project
  })
  const password = 'a sentence is easy to keep'
  /** 200 for signed-in users, 401 otherwise. */
  const sessionStatus = (page: Page): Promise<number> =>
    page.evaluate(() => fetch('/api/users/self/membership').then(({ status }) => status))
  const takeLink = async (page: Page): Promise<string> => {
    const field = page.getByLabel('Link', { exact: true })
    await field.waitFor()
    const link = await field.inputValue()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Leave anyway' }).click()
    return link
  }

  it('is refused to other users with the reason', async () => {
    for (const name of [...pages, `users/${site.server.idOf('bob')}`]) {
      const page = await site.page('alice', `/site/${name}`)
      await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
      await page.close()
    }
    const page = await site.page('alice', '/projects')
    await expect.poll(() => page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
  })

  it('creates a user, who sets a password by a single-use link and is signed out on suspension', async () => {
    const admin = await site.page('admin', '/site/users')
    await admin.getByRole('link', { name: 'New account' }).click()
    await admin.getByLabel('Login').fill('gr')
    await admin.getByLabel('Name').fill('Grace Hopper')
    await admin.getByLabel('Email').fill('grace@example.com')
    await admin.getByRole('button', { name: 'Create account' }).click()
    await expect.poll(() => admin.getByLabel('Login').getAttribute('aria-invalid')).toBe('true')
    await admin.getByLabel('Login').fill('grace')
    await admin.getByRole('button', { name: 'Create account' }).click()
    await admin.getByLabel('Link', { exact: true }).waitFor()
    await expectAccessible(admin)
    const link = await takeLink(admin)
    await admin.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor()
    expect(await admin.content()).not.toContain(link)

    const { pathname, hash } = new URL(link)
    const grace = await site.page('visitor', `${pathname}${hash}`)
    expect(grace.url()).not.toContain(hash)
    await expectAccessible(grace)
    await grace.getByLabel('New password', { exact: true }).fill(password)
    await grace.getByRole('button', { name: 'Set password' }).click()
    await grace.getByText('Sign in as grace').waitFor()
    await grace.getByRole('link', { name: 'Sign in' }).click()
    await grace.getByLabel('Login', { exact: true }).fill('grace')
    await grace.getByLabel('Password', { exact: true }).fill(password)
    await grace.keyboard.press('Enter')
    await grace.getByRole('heading', { name: 'My work', level: 1 }).waitFor()
    expect(await sessionStatus(grace)).toBe(200)

    const second = await site.page('visitor', `${pathname}${hash}`)
    await second.getByLabel('New password', { exact: true }).fill('another sentence of mine')
    await second.getByRole('button', { name: 'Set password' }).click()
    await second.locator('[data-notice="negative"]').waitFor()

    await admin.reload()
    await waitUntilSettled(admin)
    await admin.getByText('In one browser').waitFor()
    await admin.getByRole('button', { name: 'Suspend' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()
    await admin.getByText('This account is suspended').waitFor()
    expect(await sessionStatus(grace)).toBe(401)
    await grace.goto('/account/profile')
    await grace.getByText('Sign in to see your account').waitFor()
    await admin.getByRole('button', { name: 'Activate' }).click()
    await admin.getByText('This account is active').waitFor()
  })

  it('signs a user out everywhere and changes their details', async () => {
    const bob = await site.page('bob', '/projects')
    const admin = await site.page('admin', `/site/users/${site.server.idOf('bob')}`)
    await admin.getByRole('button', { name: 'Sign out everywhere' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await admin.getByText('In one browser').waitFor({ state: 'detached' })
    expect(await sessionStatus(bob)).toBe(401)
    await admin.getByRole('textbox', { name: 'Name' }).fill('Robert Carter')
    await admin.getByRole('button', { name: 'Save details' }).click()
    await admin.getByRole('heading', { name: 'Robert Carter', level: 1 }).waitFor()
    await admin.getByLabel('Login').fill('alice')
    await admin.getByRole('button', { name: 'Save details' }).click()
    await admin.getByText('Login name already exists').first().waitFor()
  })

  it('removes the second factors of a user', async () => {
    const id = site.server.idOf('bob')
    await setUpAuthenticatorApp(site, 'bob')
    const admin = await site.page('admin', `/site/users/${id}`)
    await admin.getByRole('button', { name: 'Remove second factors' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove second factors' }).click()
    await admin.getByRole('alertdialog').waitFor({ state: 'detached' })
    await expect.poll(() => admin.getByRole('button', { name: 'Remove second factors' }).count()).toBe(0)
    const { body } = await site.server.as('admin').get(`site/users/${id}`)
    expect(body.second_factors).toEqual({ totp: false, passkeys_count: 0 })
  })

  it('filters users by name and status, with the filter in the URL', async () => {
    const page = await site.page('admin', '/site/users')
    await page.getByRole('searchbox').fill('liddell')
    await page.keyboard.press('Enter')
    await page.getByText('One account').waitFor()
    await page.getByRole('link', { name: 'Alice Liddell' }).waitFor()
    expect(page.url()).toContain('query=liddell')
    await page.getByRole('link', { name: 'Clear' }).click()
    await page.getByLabel('Status').selectOption('Suspended')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('No account matches').waitFor()
    await expectAccessible(page)
  })

  it('lists the keys of all users by age, filters them, and revokes one', async () => {
    const create = (description: string) => site.server.as('bob').post('access_keys', { description })
    expect([(await create('nightly import')).status, (await create('chat bot')).status]).toEqual([201, 201])
    const page = await site.page('admin', '/site/keys')
    const keys = page.getByRole('table', { name: 'Access keys' })
    const row = keys.getByRole('row', { name: /nightly import/ })
    await row.getByRole('link', { name: /bob/i }).waitFor()
    await page.getByLabel('Last used').selectOption('Not for 90 days')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('No key matches').waitFor()
    expect(page.url()).toContain('/site/keys?unused=90')
    await page.getByRole('link', { name: 'Clear' }).click()
    await page.getByLabel('Owner').selectOption('Owners who can sign in')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await row.getByRole('button', { name: /^Revoke “nightly import”/ }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Revoke “nightly import”?' })
    await dialog.getByText(/is notified by email/).waitFor()
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('Key revoked').first().waitFor()
    await expect.poll(() => row.count()).toBe(0)
    expect(await keys.getByRole('row', { name: /chat bot/ }).count()).toBe(1)
  })

  it('changes the access mode: visitors then see the sign-in page', async () => {
    const before = await site.page('visitor', '/projects')
    await before.getByRole('link', { name: 'lander' }).first().waitFor()
    const admin = await site.page('admin', '/site/settings')
    await admin.getByRole('radio', { name: 'Signed-in users', exact: true }).check()
    await admin.getByLabel('Maximum attachment size').fill('32')
    await admin.getByRole('button', { name: 'Save settings' }).click()
    await admin.getByText('Settings saved').first().waitFor()
    const { body } = await site.server.as('admin').get('site_settings')
    expect(body).toMatchObject({
      access_mode: 'regular',
      max_upload_bytes: 33_554_432,
      max_archive_bytes: 1_073_741_824,
    })
    const visitor = await site.page('visitor', '/projects')
    await visitor.getByRole('heading', { name: 'Sign in to Tulipwood' }).waitFor()
    await visitor.getByLabel('Login', { exact: true }).fill('grace')
    await visitor.getByLabel('Password', { exact: true }).fill(password)
    await visitor.keyboard.press('Enter')
    await visitor.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
    await admin.getByRole('radio', { name: 'Everyone', exact: true }).first().check()
    await admin.getByRole('button', { name: 'Save settings' }).click()
    await expect
      .poll(() =>
        site.server
          .as('visitor')
          .get('projects')
          .then(({ status }) => status),
      )
      .toBe(200)
  })

  it('shows the errors of all invalid settings at their fields at once and changes nothing', async () => {
    const admin = await site.page('admin', '/site/settings')
    await admin.getByLabel('Maximum attachment size').fill('')
    await admin.getByLabel('Minimum password length').fill('0')
    await admin.getByLabel('Name').fill('Another name')
    await admin.getByRole('button', { name: 'Save settings' }).click()
    await admin.getByText('Minimum required value is 1').first().waitFor()
    for (const label of ['Minimum password length', 'Maximum attachment size'])
      expect(await admin.getByLabel(label).getAttribute('aria-invalid')).toBe('true')
    await admin.getByText('Invalid value specified for “Minimum password length”').first().waitFor()
    const { body } = await site.server.as('admin').get('site_settings')
    expect(body).toMatchObject({ site_name: 'Tulipwood', password_min_length: 8 })
  })

  it('grants and revokes site permissions', async () => {
    const page = await site.page('admin', '/site/permissions')
    const [administrators, delegated] = [
      page.getByLabel('Login or email address').first(),
      page.getByLabel('Login or email address').last(),
    ]
    await administrators.fill('bob@example.com')
    await page.getByRole('button', { name: 'Make site administrator' }).click()
    const bob = page.getByRole('row', { name: 'Robert Carter' })
    await bob.waitFor()
    expect((await site.server.as('bob').get('site_settings')).status).toBe(200)
    await bob.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await bob.waitFor({ state: 'detached' })
    expect((await site.server.as('bob').get('site_settings')).status).toBe(403)
    await page.getByRole('radio', { name: 'Read everything' }).check()
    await delegated.fill('alice')
    await page.getByRole('button', { name: 'Grant permission' }).click()
    const grant = page.getByRole('row', { name: 'Read everything' })
    await grant.getByText('alice').waitFor()
    await grant.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No delegated permissions').waitFor()
  })

  it('adds an identity provider, which is shown on the sign-in page until it is removed', async () => {
    const page = await site.page('admin', '/site/directories')
    await page.getByRole('button', { name: 'Add identity provider' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Acme login')
    await page.getByLabel('Issuer').fill('https://login.acme.example')
    await page.getByLabel('Client ID').fill('tulipwood')
    await page.getByLabel('Client secret').fill('their client secret')
    await page.getByLabel('Email domains').fill('acme.example')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add identity provider' }).click()
    const card = page.getByRole('listitem').filter({ hasText: 'Acme login' })
    await card.getByText('/login/oidc/').waitFor()
    expect(await page.content()).not.toContain('their client secret')
    const visitor = await site.page('visitor', '/login')
    await visitor.getByText('Sign in with Acme login').waitFor()
    await card.getByRole('button', { name: 'Edit Acme login' }).click()
    await page.getByRole('checkbox', { name: 'Users may sign in with it' }).uncheck()
    await page.getByRole('button', { name: 'Save identity provider' }).click()
    await card.getByText('Disabled').waitFor()
    await card.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No identity provider yet').waitFor()
  })

  it('registers a site-wide application', async () => {
    const page = await site.page('admin', '/site/apps')
    await page.getByRole('button', { name: 'Register an application' }).click()
    await page.getByLabel('Name').fill('Phone client')
    await page.getByLabel('Redirect URL').fill('http://localhost/back')
    await page.getByRole('radio', { name: 'In a browser' }).check()
    await page.getByRole('button', { name: 'Register application' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Phone client' }).getByText('Without secret').waitFor()
  })

  it('activates a project that waits for approval', async () => {
    await site.server.as('admin').patch('site_settings', { project_approval: true })
    await site.server
      .as('alice')
      .post('projects', { shortname: 'orbit', label: 'Orbit', is_public: true, template_id: lander })
    const page = await site.page('admin', '/site/projects')
    await page.getByRole('link', { name: 'Waiting' }).click()
    await page.getByRole('row', { name: 'Orbit' }).getByRole('button', { name: 'Activate' }).click()
    await page.getByText('No project has this status').waitFor()
    await page.getByRole('link', { name: 'Active', exact: true }).click()
    await page.getByRole('row', { name: 'Orbit' }).waitFor()
  })

  it('shows all of these actions in the audit log', async () => {
    const page = await site.page('admin', '/site/log')
    for (const action of [
      'user created',
      'password reset link created',
      'password reset',
      'signed in',
      'user changed',
      'sessions ended',
      'second factors removed',
      'settings changed',
      'permission granted',
      'permission revoked',
      'identity provider added',
      'identity provider deleted',
      'app registered',
      'project status changed',
    ]) {
      await page.goto(`/site/log?action=${encodeURIComponent(action)}`)
      await page.getByRole('row').filter({ hasText: action }).first().waitFor()
    }
    await page.goto('/site/log')
    await page.getByRole('searchbox').fill('grace')
    await page.getByLabel('Action').selectOption('user changed')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'user changed' }).first()
    await row.locator('summary').click()
    await row.getByText('status').waitFor()
    expect(page.url()).toContain('query=grace')
    await expectAccessible(page)
    await page.getByLabel('Until').fill('2001-01-01')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('Nothing in the log matches').waitFor()
    await page.getByRole('link', { name: 'Clear' }).click()
    await page.getByRole('row').nth(5).waitFor()
  })

  it('shows the audit log in pages with the total count', async () => {
    for (let n = 0; n < 60; n += 1) await site.server.as('admin').patch('site_settings', { temporary_file_days: n + 1 })
    const page = await site.page('admin', '/site/log?action=settings+changed')
    await page.getByText(/^1–50 of/).waitFor()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText(/^51–/).waitFor()
    expect(page.url()).toContain('offset=50')
    expect(page.url()).toContain('action=settings')
  })

  it('has only controls that are reachable by keyboard', async () => {
    for (const name of [...pages, `users/${site.server.idOf('bob')}`]) {
      const page = await site.page('admin', `/site/${name}`)
      expect(await expectKeyboardAccess(page)).toBeGreaterThan(8)
      await page.close()
    }
  }, 120_000)

  it('is accessible in every size and color scheme', async () => {
    await site.server.as('admin').post('identity_providers', {
      label: 'Acme login',
      issuer: 'https://login.acme.example',
      client_id: 'tulipwood',
      email_domains: ['acme.example'],
    })
    await site.server
      .as('admin')
      .post('site_permissions', { permission: 'user_management', user_id: site.server.idOf('alice') })
    await site.server.as('admin').patch(`users/${site.server.idOf('bob')}`, { status: 'S' })
    for (const name of pages)
      await expectAccessibleScreens(site, 'admin', `/site/${name}`, `site-${name.replace('/', '-')}`)
    await expectAccessibleScreens(site, 'admin', `/site/users/${site.server.idOf('alice')}`, 'site-user')
    await expectAccessibleScreens(site, 'visitor', '/password-reset#one-time', 'password-reset')
  }, 240_000)
})
