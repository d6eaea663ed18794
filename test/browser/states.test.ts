import { beforeAll, expect, it } from 'vitest'
import { en } from '../../web/src/texts/en.ts'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, expectAccessible, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'

/** Time within which a page explains a state. */
const atOnce = { timeout: 20_000 }

describeInBrowser('pages explain', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createBrowserProject(site.server, { alice, bob })
  })

  it.each([
    ['/projects/lander/admin/general', 'Only administrators of this project can open its settings.', 'Go to lander'],
    ['/projects/lander/admin/log', 'Only administrators of this project can open its settings.', 'Go to lander'],
    ['/site/users', 'Only site administrators can open this page.', 'Go to projects'],
  ])('to a member why %s is closed, with a way back', async (address, reason, back) => {
    const page = await site.page('bob', address)
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor(atOnce)
    await page.getByText(reason).waitFor(atOnce)
    await expectAccessible(page)
    await page.getByRole('link', { name: back }).click()
    await waitUntilSettled(page)
    expect(new URL(page.url()).pathname).toMatch(/^\/projects/)
  })

  it.each([
    ['alice', '/account', '/account/profile'],
    ['alice', '/projects/lander/admin', '/projects/lander/admin/general'],
    ['admin', '/site', '/site/users'],
  ])('to %s at %s the first page of the section', async (login, address, first) => {
    const page = await site.page(login, address)
    await page.waitForURL(`**${first}`)
  })

  it('to a user without a connection that there is none, and load by themselves once it is back', async () => {
    const page = await site.page('alice', '/projects')
    await page.context().setOffline(true)
    await page.getByText('You are offline. Pages show what was loaded before.').waitFor(atOnce)
    await page.getByRole('searchbox').fill('nothing was loaded for this')
    await page.getByText('The server does not respond.').first().waitFor(atOnce)
    await expectAccessible(page)
    await page.context().setOffline(false)
    await page.getByText('No project matches').waitFor()
    await expect.poll(() => page.getByText('You are offline').count()).toBe(0)
    site.clearProblems()
  })

  it('to a user without a connection the page that is open, although parts of it were not loaded yet', async () => {
    const page = await site.page('alice', '/projects')
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor(atOnce)
    await page.keyboard.press('?')
    await page.getByText('The server does not respond.').first().waitFor(atOnce)
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
    await page.context().setOffline(false)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor(atOnce)
    site.clearProblems()
  })

  it('to a user without a connection that a page is not loaded, in the frame, and load it once it is back', async () => {
    const page = await site.page('alice', '/projects')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Alice Liddell' }).click()
    await page.getByRole('menuitem', { name: 'Access keys' }).click()
    await page.getByRole('main').getByText('The server does not respond.').waitFor(atOnce)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Alice Liddell' }).waitFor()
    expect(await page.getByText('Something went wrong').count()).toBe(0)
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Access keys' }).waitFor()
    site.clearProblems()
  })

  const mainPages = (): string[] => [
    '/',
    '/projects',
    '/projects/lander',
    `/trackers/${project.bugs}`,
    `/artifacts/${project.crash}`,
    `/trackers/${project.bugs}/new`,
    '/account/keys',
    '/projects/lander/admin/members',
  ]

  it.each([
    ['a refusal', 403, /You do not have access|Page not found|could not load|refused for a test/],
    ['an absent resource', 404, /Page not found|could not load|refused for a test/],
    ['a failure of the server', 500, /could not load|Something went wrong|refused for a test/],
    ['a lost connection', 0, /The server does not respond/],
  ] as const)('%s on each main page', async (_, status, explanation) => {
    const silent: string[] = []
    for (const address of mainPages()) {
      const page = await site.page('alice', '/account/profile')
      await page.route(/\/api\/(?!session|users\/self\/membership|changes)/, (route) =>
        status === 0
          ? route.abort('internetdisconnected')
          : route.fulfill({ status, json: { error: { code: status, message: 'refused for a test' } } }),
      )
      await page.goto(address)
      const main = page.getByRole('main')
      await main
        .getByText(explanation)
        .first()
        .waitFor(atOnce)
        .catch(() => silent.push(address))
      await expectAccessible(page)
      await page.close()
    }
    site.clearProblems()
    expect(silent).toStrictEqual([])
  })

  it('a failure of the server on each main page, and load once it is repeated', async () => {
    for (const address of mainPages()) {
      const page = await site.page('alice', '/account/profile')
      let isFailing = true
      await page.route(/\/api\/(?!session)/, (route) =>
        isFailing
          ? route.fulfill({ status: 500, json: { error: { code: 500, message: 'Internal Server Error: e7c1' } } })
          : route.fallback(),
      )
      await page.goto(address)
      await page
        .getByText(/could not load|Something went wrong|Internal Server Error/)
        .first()
        .waitFor(atOnce)
      await expectAccessible(page)
      isFailing = false
      const again = page.getByRole('button', { name: 'Try again' })
      // One that loads by itself has no button any more.
      for (let left = await again.count(); left > 0; left = await again.count())
        await again
          .first()
          .click({ timeout: 2000 })
          .catch(() => undefined)
      await waitUntilSettled(page)
      await expect
        .poll(() => page.getByText(/could not load|Internal Server Error/).count(), { message: address })
        .toBe(0)
      await page.close()
    }
    site.clearProblems()
  })

  it.each(['', '?view=board', '?view=charts'])(
    'that a list could not be loaded, not that its query is wrong: %s',
    async (search) => {
      const page = await site.emptyPage('alice')
      let isFailing = true
      await page.route(/\/api\/trackers\/\d+\/artifact/, (route) =>
        isFailing ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
      )
      await page.goto(`/trackers/${project.bugs}${search}`)
      const main = page.getByRole('main')
      await main.getByText('We could not load this page').waitFor(atOnce)
      expect(await main.getByText(en.tracker.queryProblem).count()).toBe(0)
      isFailing = false
      await main.getByRole('button', { name: 'Try again' }).click()
      await expect.poll(() => main.getByText('We could not load this page').count()).toBe(0)
      await waitUntilSettled(page)
      expect(await main.getByRole('button', { name: 'Try again' }).count()).toBe(0)
      site.clearProblems()
    },
  )

  it.each(['/artifacts/999999', '/trackers/999999', '/projects/no-such-project', '/no-such-page', '/reports/999999'])(
    'that %s does not exist or is hidden, with a way back',
    async (address) => {
      const page = await site.page('alice', address)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor(atOnce)
      await page.getByRole('link', { name: 'Go to projects' }).waitFor()
      await expectAccessible(page)
      site.clearProblems()
    },
  )

  it('names of users in the style that the reader has chosen', async () => {
    const page = await site.page('bob', `/artifacts/${project.crash}`)
    await page.getByRole('main').getByText('Alice Liddell', { exact: true }).first().waitFor()
    const client = site.server.as('bob')
    const path = `users/${site.server.idOf('bob')}/preferences`
    await client.patch(path, { key: 'username_display', value: 'login-real' })
    await page.reload()
    await page.getByRole('main').getByText('alice (Alice Liddell)', { exact: true }).first().waitFor()
    await client.delete(`${path}?key=username_display`)
  })
})
