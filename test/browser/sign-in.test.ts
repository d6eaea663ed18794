import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { ADMINISTRATION_PROJECT } from '../../src/kit/values/ids.ts'
import { offerSetup } from '../../src/sign-in/commands/offer-setup.ts'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
} from '../kit/browser-site.ts'
import { bumpRevision } from '../kit/bump-revision.ts'

const password = 'correct horse battery staple'

describeInBrowser('signing in', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { password, realName: 'Alice Liddell' })
    await site.server.createUser('bob', { password, realName: 'Bob Carter' })
    // Not `bob`, whose sign-ins are throttled below.
    const carol = await site.server.createUser('carol', { password, realName: 'Carol Danvers' })
    project = await createBrowserProject(site.server, { alice, bob: carol })
  })
  const login = async (address = '/login') => {
    const page = await site.page('visitor', address)
    const submit = async (name: string, value: string) => {
      await page.getByLabel('Login', { exact: true }).fill(name)
      await page.getByLabel('Password', { exact: true }).fill(value)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    return { page, give: submit }
  }

  it('is usable by keyboard and accessible', async () => {
    const { page } = await login()
    await expectAccessible(page)
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(4)
  })

  it('with a password leads to the requested page', async () => {
    const { page, give: submit } = await login('/login?return=/projects%3Fshow=mine')
    await submit('alice', password)
    await page.waitForURL('**/projects?show=mine')
    await page.getByRole('button', { name: 'Alice Liddell' }).waitFor()
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ name: 'tulipwood_session', httpOnly: true, sameSite: 'Lax', expires: -1 })
  })

  it('is remembered if selected', async () => {
    const { page, give: submit } = await login()
    await page.getByLabel('Stay signed in on this device').check()
    await submit('alice', password)
    await page.waitForURL(`${site.origin}/`)
    expect((await page.context().cookies())[0]?.expires).toBeGreaterThan(Date.now() / 1000 + 20 * 86_400)
  })

  it.each(['//evil.example/', 'https://evil.example/', '/\\evil.example/', 'javascript:alert(1)', '/%09/evil.example'])(
    'never redirects to another origin: %s',
    async (returnPath) => {
      const { page, give: submit } = await login(`/login?return=${encodeURIComponent(returnPath)}`)
      await submit('alice', password)
      await page.getByRole('button', { name: 'Alice Liddell' }).waitFor()
      expect(new URL(page.url()).origin).toBe(site.origin)
    },
  )

  it('without input shows an error at each field and focuses the first', async () => {
    const { page } = await login()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const field = page.getByLabel('Login', { exact: true })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.getByText('This field is required').count()).toBe(2)
    await expectAccessible(page)
  })

  it('with a wrong password shows an error, keeps the login, and is finally throttled', async () => {
    const { page, give: submit } = await login()
    await submit('bob', 'wrong')
    await page.getByText('The login or the password is wrong').first().waitFor()
    await expect.poll(() => page.getByLabel('Login', { exact: true }).inputValue()).toBe('bob')
    await expectAccessible(page)
    let status = 401
    for (let attempt = 0; attempt < 30 && status === 401; attempt += 1) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/session'))
      await submit('bob', `wrong ${attempt}`)
      status = (await answered).status()
    }
    expect(status).toBe(429)
    await page.getByText(/Try again in \d+ (second|minute)/).waitFor()
    await expectAccessible(page)
  })

  it('is shown as a dialog when the session has ended, and the navigation continues', async () => {
    const page = await site.page('alice', '/projects')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Alice Liddell' }).click()
    await page.getByRole('menuitem', { name: 'Access keys' }).click()
    const dialog = page.getByRole('dialog', { name: 'You were signed out' })
    await dialog.waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Login', { exact: true }).fill('alice')
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Access keys' }).waitFor()
    await expect.poll(() => page.getByText('We could not load this page').count()).toBe(0)
  })

  it('over a page keeps what the user typed, and sends nothing of it as another user', async () => {
    const page = await site.page('alice', `/artifacts/${project.crash}`)
    const title = page.getByRole('main').getByRole('textbox', { name: 'Title' })
    const dialog = page.getByRole('dialog', { name: 'You were signed out' })
    const openTitle = () => page.getByRole('heading', { level: 1 }).getByRole('button').click()
    const readTitle = async () => (await site.server.as('carol').get(`artifacts/${project.crash}`)).body.title
    const signIn = async (login: string) => {
      await dialog.getByLabel('Login', { exact: true }).fill(login)
      await dialog.getByLabel('Password', { exact: true }).fill(password)
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    const before = await readTitle()
    await page.context().clearCookies()
    await openTitle()
    await title.fill('Typed by Alice')
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog.getByLabel('Login', { exact: true }).inputValue()).toBe('alice')
    await expect
      .poll(() => dialog.getByLabel('Password', { exact: true }).evaluate((it) => it === document.activeElement))
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => title.inputValue()).toBe('Typed by Alice')
    await page.getByRole('main').getByText('You were signed out. Sign in again').waitFor()

    await title.press('Enter')
    const loaded = page.waitForEvent('load')
    await signIn('carol')
    await loaded
    await page.getByRole('textbox', { name: 'New comment' }).waitFor()
    expect(await readTitle()).toBe(before)
    expect(await page.getByText(/Unsaved draft|Typed by Alice/).count()).toBe(0)

    await page.context().clearCookies()
    await openTitle()
    await title.fill('Typed by Carol')
    await page.keyboard.press('Enter')
    await signIn('alice')
    await page.getByText('Unsaved draft of Title').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => title.inputValue()).toBe('Typed by Alice')
    await page.context().clearCookies()
    await page.keyboard.press('Enter')
    await signIn('alice')
    await expect.poll(readTitle).toBe('Typed by Alice')
  })

  it('ends when the user signs out', async () => {
    const page = await site.page('alice', '/projects')
    await page.getByRole('button', { name: 'Alice Liddell' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign out' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    expect(await page.context().cookies()).toStrictEqual([])
  })

  it('is accessible in every size and color scheme', () =>
    expectAccessibleScreens(site, 'visitor', '/login', 'sign-in'))
  it('out is accessible in every size and color scheme', () =>
    expectAccessibleScreens(site, 'alice', '/logout', 'sign-out'))
})

describeInBrowser('the setup of a new server', () => {
  const site = startBrowserSite()
  let code = ''
  beforeAll(async () => {
    const { world } = site.server
    // As before the setup: no user is a site administrator.
    await world.db.write(async (tx) => {
      await tx.deleteFrom('project_member').where('project_id', '=', ADMINISTRATION_PROJECT).execute()
      await bumpRevision(tx, 'users')
    })
    await world.cache.refresh()
    code = (await offerSetup(world)) ?? ''
  })

  it('is the first page that a browser shows', async () => {
    const page = await site.page('visitor', '/')
    expect(new URL(page.url()).pathname).toBe('/setup')
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(8)
  })
  it('is accessible in every size and color scheme', () =>
    expectAccessibleScreens(site, 'visitor', `/setup?code=${code}`, 'set-up'))
  it('requires the code that the server printed, and shows errors at the fields', async () => {
    const page = await site.page('visitor', '/setup?code=guessed')
    await page.getByRole('button', { name: 'Set up and sign in' }).click()
    await expect.poll(() => page.getByText('This field is required').count()).toBe(4)
    await fill(page)
    await page.getByRole('button', { name: 'Set up and sign in' }).click()
    await page.getByRole('main').getByText('This is not the code that the server printed when it started.').waitFor()
    await expectAccessible(page)
  })
  it('creates an administrator and signs them in, once', async () => {
    const page = await site.page('visitor', `/setup?code=${code}`)
    await fill(page)
    await page.getByRole('button', { name: 'Set up and sign in' }).click()
    await page.waitForURL(`${site.origin}/projects`)
    await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor()
    await page.getByRole('link', { name: 'Analytical Works' }).waitFor()
    // The first project is the second click.
    await page.getByRole('button', { name: 'Add the sample project' }).click()
    await page.getByRole('heading', { level: 1, name: 'Kittiwake Boatyard' }).waitFor()
    const other = await site.page('visitor', `/setup?code=${code}`)
    await other.getByRole('heading', { name: 'This server is already set up' }).waitFor()
    await expectAccessible(other)
  })
})

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Login', { exact: true }).fill('ada')
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Name of the site').fill('Analytical Works')
}
