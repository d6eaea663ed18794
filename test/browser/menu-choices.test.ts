import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, expectAccessible, startBrowserSite } from '../kit/browser-site.ts'

type Page = Awaited<ReturnType<ReturnType<typeof startBrowserSite>['page']>>

describeInBrowser('the item of a menu that holds now', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createBrowserProject(site.server, { alice, bob })
  })
  /** Names of the checked items of the open menu. */
  const listChecked = (page: Page): Promise<string[]> =>
    page
      .getByRole('menuitemradio', { checked: true })
      .allInnerTexts()
      .then((names) => names.map((name) => name.trim()))
  const choose = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('menuitemradio', { name }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }

  it('is announced in the menu of the account: theme and language', async () => {
    const page = await site.page('alice', '/projects')
    const account = page.getByRole('button', { name: 'Alice Liddell' })
    await account.click()
    expect(await listChecked(page)).toStrictEqual(['Match system', 'English'])
    // The focus ring is for its items.
    expect(await page.getByRole('menu').evaluate((menu) => getComputedStyle(menu).outlineStyle)).toBe('none')
    await expectAccessible(page)
    await choose(page, 'Dark')
    await account.click()
    expect(await listChecked(page)).toStrictEqual(['Dark', 'English'])
    await choose(page, 'Match system')
  })

  it('is announced in the menus of reports and of a column', async () => {
    const { body } = await site.server
      .as('alice')
      .post('tracker_reports', { tracker: { id: project.bugs }, label: 'This week' })
    const page = await site.page('alice', `/trackers/${project.bugs}`)
    await page.getByRole('button', { name: 'Reports' }).click()
    const [none] = await listChecked(page)
    expect(none).not.toBe('This week')
    await choose(page, 'This week')
    await page.waitForURL(new RegExp(`report=${body.id}$`))
    await page.getByRole('button', { name: 'This week' }).click()
    expect(await listChecked(page)).toStrictEqual(['This week'])
    await page.keyboard.press('Escape')
    const openMenu = async (): Promise<void> => {
      await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').first().focus()
      await page.keyboard.press('Alt+ArrowDown')
      await page.getByRole('menu').waitFor()
    }
    await openMenu()
    expect(await listChecked(page)).toStrictEqual([])
    await choose(page, 'Sort descending')
    await openMenu()
    expect(await listChecked(page)).toStrictEqual(['Sort descending'])
    await expectAccessible(page)
  })

  it('is announced in the menu for the order of a narrow list, with its direction', async () => {
    const page = await site.page('alice', `/trackers/${project.bugs}`, { viewport: { width: 390, height: 844 } })
    const sort = page.getByRole('button', { name: 'Sort' })
    await sort.click()
    expect(await listChecked(page)).toStrictEqual([])
    await choose(page, 'Title')
    await sort.click()
    await page.getByRole('menuitemradio', { name: 'Title Sort ascending', checked: true }).waitFor()
    // The same one again turns the order around.
    await choose(page, 'Title')
    await sort.click()
    await page.getByRole('menuitemradio', { name: 'Title Sort descending', checked: true }).waitFor()
    await expectAccessible(page)
  })
})
