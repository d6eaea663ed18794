import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'

describeInBrowser('the command menu, shortcuts and search', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createBrowserProject(site.server, { alice, bob })
  })
  const artifact = () => `/artifacts/${project.crash}`
  const menu = (page: Page) => page.getByRole('dialog', { name: 'Command menu' })
  const chosen = (page: Page) => menu(page).locator('[role="option"][data-focused]')
  const openMenu = async (page: Page) => {
    await page.keyboard.press('Control+k')
    await menu(page).getByRole('searchbox').waitFor()
  }
  const isFocused = (page: Page, name: string) =>
    page.getByRole('textbox', { name }).evaluate((field) => field === document.activeElement)

  it('are accessible in every size and color scheme', async () => {
    await expectAccessibleScreens(site, 'alice', artifact(), 'command-menu', async (page) => {
      await openMenu(page)
      await page.keyboard.type('st')
      await menu(page).getByRole('option', { name: 'Search “st” in all projects' }).waitFor()
    })
    await expectAccessibleScreens(site, 'alice', artifact(), 'keyboard-help', async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    })
    await expectAccessibleScreens(site, 'alice', '/search?q=search%20filter', 'search')
    await expectAccessibleScreens(site, 'alice', '/account/appearance', 'shortcut-settings')
  })

  it('opens an artifact by its number and by words of its title, without the pointer', async () => {
    const page = await site.page('bob', '/projects')
    await openMenu(page)
    await page.keyboard.type(`#${project.crash}`)
    await expect.poll(() => chosen(page).textContent()).toContain(`#${project.crash}`)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${artifact()}`)
    await waitUntilSettled(page)
    await openMenu(page)
    await page.keyboard.type('upload stops')
    await expect.poll(() => chosen(page).textContent()).toContain('Upload stops at 99 %')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /^Upload stops at 99 %/ }).waitFor()
    await openMenu(page)
    // What was opened before is offered before anything is typed.
    await menu(page)
      .getByRole('option', { name: new RegExp(`#${project.crash} `) })
      .waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => menu(page).count()).toBe(0)
  })

  it('opens at once, and keeps the chosen line while artifacts arrive below', async () => {
    const page = await site.page('alice', artifact())
    // It is loaded once the page is idle.
    await expect
      .poll(() =>
        page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /command-menu/.test(name))),
      )
      .toBe(true)
    let release = (): void => undefined
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/artifact_suggestions?*', async (route) => {
      await isReleased
      await route.continue()
    })
    await openMenu(page)
    await page.keyboard.type('s')
    await page.keyboard.type('t')
    await expect.poll(() => chosen(page).textContent()).toContain('status')
    // The search in all projects follows the artifacts, so it waits for them.
    await page.keyboard.press('ArrowDown')
    const line = await chosen(page).textContent()
    const at = await chosen(page).boundingBox()
    release()
    await menu(page).getByText('Upload stops at 99 %', { exact: false }).first().waitFor()
    expect(await chosen(page).textContent()).toBe(line)
    expect((await chosen(page).boundingBox())?.y).toBe(at?.y)
  })

  it('keeps keys from the shortcuts of the page while it is loaded', async () => {
    const page = await site.page('bob', '/')
    const loaded = Promise.withResolvers<void>()
    await page.route(/\/command-menu-[^/]+\.js$/, async (route) => {
      await loaded.promise
      await route.continue()
    })
    await page.goto(new URL(artifact(), page.url()).href)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const requested = page.waitForRequest(/\/command-menu-[^/]+\.js$/)
    await page.keyboard.press('Control+k')
    await requested
    await page.keyboard.type('gp?')
    loaded.resolve()
    await menu(page).getByRole('searchbox').waitFor()
    expect(new URL(page.url()).pathname).toBe(artifact())
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  it('keeps the focus and hides the page while it is open, and opens a line in another tab', async () => {
    const page = await site.page('alice', artifact())
    const app = page.locator('#app')
    const hasFocus = () =>
      menu(page)
        .getByRole('searchbox')
        .evaluate((field) => field === document.activeElement)
    await openMenu(page)
    await expect.poll(() => app.getAttribute('inert')).toBe('')
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.keyboard.press(key)
      expect(await hasFocus()).toBe(true)
    }
    await menu(page).getByText('Go to').click()
    expect(await hasFocus()).toBe(true)
    expect(await chosen(page).count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    const first = await chosen(page).textContent()
    await page.keyboard.press('ArrowUp')
    expect(await chosen(page).textContent()).not.toBe(first)
    await page.keyboard.press('Home')
    expect(await chosen(page).textContent()).toBe(first)
    await page.keyboard.type('Projects')
    await expect.poll(() => chosen(page).textContent()).toMatch(/^Projects/)
    const opened = page.context().waitForEvent('page')
    await page.keyboard.press('Control+Enter')
    await (await opened).waitForURL('**/projects')
    await expect.poll(() => menu(page).count()).toBe(0)
    expect(await app.getAttribute('inert')).toBe(null)
    expect(new URL(page.url()).pathname).toBe(artifact())
    await page.bringToFront()
    await openMenu(page)
    await page.mouse.click(5, 5)
    await expect.poll(() => menu(page).count()).toBe(0)
    expect(await app.getAttribute('inert')).toBe(null)
  })

  it('runs actions of the open artifact, and gives the focus where it belongs', async () => {
    const page = await site.page('alice', artifact())
    const run = async (text: string) => {
      await openMenu(page)
      await page.keyboard.type(`>${text}`)
      await expect.poll(() => chosen(page).count()).toBe(1)
      await page.keyboard.press('Enter')
      await expect.poll(() => menu(page).count()).toBe(0)
    }
    await run('comment')
    await expect.poll(() => isFocused(page, 'New comment')).toBe(true)
    // The menu opens from a text, too, and gives the focus back.
    await openMenu(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => isFocused(page, 'New comment')).toBe(true)
    await run('change st')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await run('watch')
    await page.getByRole('button', { name: 'Watching' }).waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'Watch', exact: true }).waitFor()
    await page.keyboard.press('s')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: 'Assigned to' }).waitFor()
  })

  it('runs what the buttons and menus of a list, of a project and of the site do', async () => {
    const run = async (page: Page, text: string, label: RegExp | string) => {
      await openMenu(page)
      await page.keyboard.type(`>${text}`)
      await expect.poll(() => chosen(page).textContent()).toMatch(label)
      await page.keyboard.press('Enter')
      await expect.poll(() => menu(page).count()).toBe(0)
    }
    const page = await site.page('alice', `/trackers/${project.bugs}`)
    await run(page, 'board', /^Shown as: Board$/)
    await page.waitForURL(/view=board/)
    await run(page, 'import', /CSV/)
    await page.getByRole('dialog', { name: /CSV/ }).waitFor()
    await page.keyboard.press('Escape')
    await run(page, 'create', /^Create bug/)
    await page.waitForURL(/\/new$/)
    await page.goto('/projects/lander')
    await waitUntilSettled(page)
    await run(page, 'members', /members/)
    await page.waitForURL('**/projects/lander/admin/members')
    const admin = await site.page('admin', '/site/users')
    await run(admin, 'account', /^New account$/)
    await admin.waitForURL('**/site/users/new')
  })

  it('offers places by permission only', async () => {
    const linesFor = async (login: string, text: string) => {
      const page = await site.page(login, artifact())
      await openMenu(page)
      await page.keyboard.type(text)
      await menu(page)
        .getByRole('option', { name: /in all projects/ })
        .waitFor()
      return menu(page).getByRole('option').allTextContents()
    }
    const hasSettings = (lines: readonly string[]) => lines.some((line) => line.includes('Settings of'))
    expect(hasSettings(await linesFor('alice', 'members'))).toBe(true)
    expect(hasSettings(await linesFor('bob', 'members'))).toBe(false)
    expect(hasSettings(await linesFor('visitor', 'members'))).toBe(false)
  })

  it('leads from a user to the artifacts that are assigned to them', async () => {
    const page = await site.page('alice', artifact())
    await openMenu(page)
    await page.keyboard.type('@bob')
    await expect.poll(() => chosen(page).textContent()).toContain('Bob Carter')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=%40bob')
    const results = page.getByRole('region', { name: 'Results' })
    await results.getByText('Bob Carter').first().waitFor()
  })

  it('search shows where words were found, in pages that the URL holds', async () => {
    const page = await site.page('alice', '/projects')
    await openMenu(page)
    await page.keyboard.type('search')
    await menu(page).getByRole('option', { name: 'Search “search” in all projects' }).waitFor()
    await page.keyboard.press('Shift+Enter')
    await page.waitForURL('**/search?q=search')
    const results = page.getByRole('region', { name: 'Results' })
    await results.getByRole('link').first().waitFor()
    expect(await results.locator('mark').first().textContent()).toBe('Search')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    const second = await results.locator('a[data-result]').nth(1).getAttribute('href')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${second}`)
    await page.goBack()
    await page.waitForURL('**/search?q=search')

    await page.goto('/search?q=%40bob')
    await waitUntilSettled(page)
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL('**/search?q=%40bob&offset=20')
    await waitUntilSettled(page)
    await page.reload()
    await page.getByText(/^21–/).waitFor()

    await page.goto(`/search?q=%23${project.crash}`)
    await page.getByRole('region', { name: 'Artifact with this number' }).getByRole('link').waitFor()
    await page.goto('/search?q=%23999999')
    await page.getByText('There is no artifact #999999').waitFor()
    await page.goto('/search?q=nowhere')
    await page.getByRole('main').getByText('Nothing found').waitFor()
    await expectAccessible(page)
    await page.goto('/search?q=!!')
    await page.getByRole('alert').getByText('This search is not possible').waitFor()
    await page.goto('/search')
    await waitUntilSettled(page)
    await expectKeyboardAccess(page)
    await page.route('**/api/search', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('searchbox').fill('crash')
    await page.keyboard.press('Enter')
    await page
      .getByText('We could not load this page')
      .or(page.getByText('The server does not respond'))
      .first()
      .waitFor()
    site.clearProblems()
  })

  it('shortcuts lead to places, fold the navigation and focus the search', async () => {
    const page = await site.page('alice', artifact())
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.waitForURL('**/projects')
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto(`/trackers/${project.bugs}`)
    await waitUntilSettled(page)
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.closest('search') !== null)).toBe(true)
    // Within an input, keys are text.
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('[')
    await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
    await page.reload()
    await waitUntilSettled(page)
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Unfold navigation' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.waitForURL('**/projects/*')
  })

  it('shortcuts can be changed and switched off, in every browser of the user', async () => {
    const page = await site.page('alice', '/account/appearance')
    const field = page.getByRole('textbox', { name: 'Comment', exact: true })
    await field.focus()
    await field.press('a')
    await page.getByText('Already used by: Assign').waitFor()
    await expectAccessible(page)
    await field.press('Control+a')
    await field.press('i')
    await field.press('Tab')
    await page.getByText('Saved').first().waitFor()

    const other = await (await site.context('alice')).newPage()
    await other.goto('/account/appearance')
    await expect.poll(() => other.getByRole('textbox', { name: 'Comment', exact: true }).inputValue()).toBe('i')
    await other.goto(artifact())
    await waitUntilSettled(other)
    await other.keyboard.press('r')
    expect(await isFocused(other, 'New comment')).toBe(false)
    await other.keyboard.press('i')
    await expect.poll(() => isFocused(other, 'New comment')).toBe(true)
    await other.evaluate(() => (document.activeElement as HTMLElement).blur())
    await other.keyboard.press('?')
    const help = other.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByRole('checkbox', { name: 'Single-letter shortcuts are on' }).click()
    await other.keyboard.press('Escape')
    await other.keyboard.press('i')
    await other.keyboard.press('?')
    expect([await isFocused(other, 'New comment'), await help.count()]).toEqual([false, 0])
    await other.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await help.waitFor()
    const { body } = await site.server
      .as('alice')
      .get(`users/${site.server.idOf('alice')}/preferences?key=web_shortcuts`)
    expect(JSON.parse(body.value)).toEqual({ isOff: true, keys: { comment: 'i' } })
  })

  it('measures how long the menu takes to open', async () => {
    const page = await site.page('bob', artifact())
    await openMenu(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => menu(page).count()).toBe(0)
    const times = await page.evaluate(async () => {
      const measured: number[] = []
      for (let n = 0; n < 5; n += 1) {
        const started = performance.now()
        dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }))
        while (document.querySelector('[role="option"]') === null)
          await new Promise((next) => requestAnimationFrame(next))
        measured.push(performance.now() - started)
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        )
        while (document.querySelector('[role="dialog"]') !== null)
          await new Promise((next) => requestAnimationFrame(next))
      }
      return measured
    })
    console.log(`The command menu opened in ${times.map((each) => Math.round(each)).join(', ')} ms`)
    expect(times).toHaveLength(5)
  })
})
