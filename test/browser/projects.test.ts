import { beforeAll, expect, it } from 'vitest'
import { expectImported } from '../kit/archive.ts'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import { createRichArchive } from '../kit/rich-archive.ts'

describeInBrowser('projects', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  let rich = 0
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    await site.server.createUser('eve', { realName: 'Eve Moreau' })
    project = await createBrowserProject(site.server, { alice, bob })
    const archive = await createRichArchive()
    rich = expectImported(await archive.import(site.server.world)).project?.id ?? 0
    await archive.remove()
  })

  it('are listed for users who can see them, with a filter for their own projects', async () => {
    const page = await site.page('alice', '/projects')
    await expect.poll(() => page.getByRole('listitem').getByRole('link', { name: 'lander' }).count()).toBe(1)
    await expect.poll(() => page.getByRole('link', { name: 'rich' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Mine' }).click()
    await waitUntilSettled(page)
    await expect.poll(() => page.getByRole('link', { name: 'lander' }).count()).toBe(1)
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(5)
  })
  it('are searched during input by parts of their names, with the query in the URL', async () => {
    const page = await site.page('alice', '/projects')
    const field = page.getByRole('searchbox', { name: 'Search projects' })
    const names = () => page.getByRole('main').getByRole('listitem').locator('p > a').allInnerTexts()
    await field.pressSequentially('LAND')
    await expect.poll(() => page.url()).toMatch(/\?q=LAND$/)
    await expect.poll(names).toStrictEqual(['lander'])
    await field.fill('nothing like it')
    await page.getByText('No project matches “nothing like it”').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Mine' }).click()
    await expect.poll(() => page.url()).toMatch(/show=mine&q=nothing\+like\+it$/)
    await page.getByRole('link', { name: 'Clear the search' }).click()
    await expect.poll(names).toStrictEqual(['lander'])
    expect([await field.inputValue(), new URL(page.url()).search]).toStrictEqual(['', '?show=mine'])
    await page.goBack()
    await expect.poll(() => field.inputValue()).toBe('nothing like it')
    await page.getByRole('link', { name: 'Administered by me' }).click()
    await expect
      .poll(() => page.getByRole('link', { name: 'Administered by me' }).getAttribute('aria-current'))
      .toBe('page')
  })
  it('are accessible in every size and color scheme: search results', () =>
    expectAccessibleScreens(site, 'alice', '/projects?q=nowhere', 'projects-none'))
  it('are accessible in every size and color scheme: the list', () =>
    expectAccessibleScreens(site, 'alice', '/projects', 'projects'))

  it('show their trackers, and their members to members', async () => {
    const page = await site.page('alice', '/projects/lander')
    await page.getByRole('main').getByRole('link', { name: 'bugs' }).waitFor()
    await page.getByText('Administrator', { exact: true }).waitFor()
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(5)
    const visitor = await site.page('visitor', '/projects/lander')
    await visitor.getByRole('main').getByRole('link', { name: 'bugs' }).waitFor()
    await expect.poll(() => visitor.getByText('Members').count()).toBe(0)
  })
  it('show recent changes whose links differ from the words around them by more than color', async () => {
    const tracker = { id: project.bugs }
    const values = [{ field_id: project.fixture.fields.get('bug:title'), value: 'Ladder is too short' }]
    const { status, text } = await site.server.as('alice').post('/api/artifacts', { tracker, values })
    expect(status, text).toBe(201)
    const page = await site.page('alice', '/projects/lander')
    const link = page.getByRole('link', { name: /Ladder is too short/ })
    expect(await link.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('underline')
    await expectAccessible(page)
  })
  it('are accessible in every size and color scheme: a project', () =>
    expectAccessibleScreens(site, 'alice', '/projects/lander', 'project'))
  it('are found by id', async () => {
    const page = await site.page('visitor', `/projects/${project.project}`)
    await page.getByRole('heading', { name: 'lander', level: 1 }).waitFor()
  })

  it('return the same 404 page for hidden and for missing projects', async () => {
    const hidden = await site.page('eve', '/projects/rich')
    const absent = await site.page('eve', '/projects/nothing')
    const contentOf = async (page: typeof hidden) => page.getByRole('main').innerText()
    expect(await contentOf(hidden)).toBe(await contentOf(absent))
    expect(await contentOf(hidden)).toMatch('Page not found')
    await expectAccessible(hidden)
    expect(await expectKeyboardAccess(hidden)).toBeGreaterThan(2)
  })
  it('are accessible in every size and color scheme: a 404 page', () =>
    expectAccessibleScreens(site, 'visitor', '/nowhere/at/all', 'not-found'))

  it('have trackers that are usable by keyboard', async () => {
    const page = await site.page('alice', `/trackers/${project.bugs}`)
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(15)
  })
  it('have trackers that are accessible in every size and color scheme', () =>
    expectAccessibleScreens(site, 'alice', `/trackers/${project.bugs}`, 'tracker'))

  it('have artifacts with all values and changes', async () => {
    const page = await site.page('alice', `/artifacts/${project.crash}`)
    const main = page.getByRole('main')
    for (const words of [
      'In progress',
      'Critical',
      'The descent view goes dark',
      'Alice Liddell',
      '2.5',
      '22 Mar 2026',
    ])
      await main.getByText(words).first().waitFor()
    await main.getByText('made 3 changes').waitFor()
    const comment = main.locator('[id^=comment-]').filter({ hasText: 'TypeError' })
    await main.getByText('TypeError: tile is undefined').waitFor()
    await expect.poll(() => main.getByRole('link', { name: 'the log' }).getAttribute('rel')).toBe('noopener nofollow')
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(8)
    await comment.getByRole('link', { name: 'bug #3' }).click()
    await page.waitForURL(`**/artifacts/${project.crash + 1}`)
  })
  it('have artifacts whose files have previews and downloads', async () => {
    const page = await site.page('alice', `/artifacts/${project.crash}`)
    const files = page.getByRole('complementary', { name: 'Properties' })
    const picture = files.getByRole('listitem').filter({ hasText: 'descent.png' }).locator('img')
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const downloading = page.waitForEvent('download')
    await files.getByRole('link', { name: 'lander.log' }).click()
    const download = await downloading
    expect([download.suggestedFilename(), await download.failure()]).toStrictEqual(['lander.log', null])
  })
  it('have artifacts that are accessible in every size and color scheme', () =>
    expectAccessibleScreens(site, 'alice', `/artifacts/${project.crash}`, 'artifact'))

  it('have artifacts with fields of every type', async () => {
    const trackers = await site.server.as('admin').get(`projects/${rich}/trackers`)
    for (const { id } of trackers.body) {
      const { body } = await site.server.as('admin').get(`trackers/${id}/artifacts`)
      for (const artifact of body) {
        const page = await site.page('admin', `/artifacts/${artifact.id}`)
        await expectAccessible(page)
        await expect.poll(() => page.getByText('We could not load this page').count()).toBe(0)
      }
    }
    const first = (await site.server.as('admin').get(`trackers/${trackers.body[0].id}/artifacts`)).body[0]
    await expectAccessibleScreens(site, 'admin', `/artifacts/${first.id}`, 'artifact-of-everything')
  })
})

describeInBrowser('the frame of the pages', () => {
  const site = startBrowserSite()
  beforeAll(async () => {
    await site.server.createUser('alice', { realName: 'Alice Liddell' })
  })

  it('has a skip link for keyboard users', async () => {
    const page = await site.page('alice', '/projects')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  })

  it('announces the title of another page', async () => {
    const page = await site.page('alice', '/projects')
    await page.getByRole('button', { name: 'Alice Liddell' }).click()
    await expectAccessible(page)
    await page.screenshot({ path: '.vitest/screenshots/account-menu.png' })
    await page.getByRole('menuitem', { name: 'Sessions' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor()
    await expect.poll(() => page.locator('[aria-live=polite]').first().innerText()).toMatch('Sessions · Tulipwood')
    expect(await page.title()).toBe('Sessions · Tulipwood')
  })

  it('has a drawer on phones, which Escape closes', async () => {
    const page = await site.page('alice', '/projects', { viewport: { width: 390, height: 844 }, hasTouch: true })
    const rail = page.getByRole('navigation', { name: 'Main' })
    await expect.poll(() => rail.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await rail.waitFor()
    await expectAccessible(page)
    await page.screenshot({ path: '.vitest/screenshots/drawer.png' })
    await page.keyboard.press('Escape')
    await rail.waitFor({ state: 'hidden' })
  })

  it('keeps the selected appearance on the device', async () => {
    const page = await site.page('visitor', '/projects', { colorScheme: 'light' })
    const colorScheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    expect(await colorScheme()).toBe('dark')
    await page.reload()
    expect(await colorScheme()).toBe('dark')
  })

  it('shows an error if the server does not respond, and retries', async () => {
    const page = await site.page('alice', '/projects')
    await page.route('**/api/projects*', (route) => route.abort())
    await page.getByRole('link', { name: 'Mine' }).click()
    await page.getByText('The server does not respond').waitFor({ timeout: 20_000 })
    await page.unroute('**/api/projects*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('You are not a member of any project yet').waitFor()
  })
})
