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

type Page = Awaited<ReturnType<ReturnType<typeof startBrowserSite>['page']>>

describeInBrowser('the table of a tracker', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createBrowserProject(site.server, { alice, bob })
  })
  const open = (query = ''): Promise<Page> => site.page('alice', `/trackers/${project.bugs}${query}`)
  const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
  const bar = (page: Page) => page.getByLabel('Query')
  const titles = (page: Page) => page.getByRole('rowheader').allInnerTexts()

  it('shows the total, and rows of one height that are loaded while scrolling', async () => {
    const page = await open()
    await page.getByText('61 artifacts').waitFor()
    const table = page.getByRole('table')
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('62')
    const heights = await page
      .locator('tbody tr[aria-rowindex]')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect([...new Set(heights)]).toStrictEqual([40])
    expect(heights.length).toBeLessThan(61)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.locator('tr[aria-rowindex="62"]').getByRole('link').waitFor()
  })
  it('searches titles and descriptions for plain words', async () => {
    const page = await open()
    await bar(page).fill('forgets filter')
    await page.keyboard.press('Enter')
    await page.getByText('10 of 61 artifacts').waitFor()
    expect(parameter(page, 'q')).toBe('forgets filter')
    for (const title of await titles(page)) expect(title).toMatch('Search forgets the last filter')
    await page.reload()
    await page.getByText('10 of 61 artifacts').waitFor()
  })
  it('runs TQL, and shows where an invalid query is wrong without running it', async () => {
    const page = await open()
    await bar(page).fill("status = 'Done'")
    await page.keyboard.press('Enter')
    await page.getByText('20 of 61 artifacts').waitFor()
    await bar(page).fill('status ===')
    await page.getByText('The query is invalid').waitFor()
    await page.getByText(/Line 1, column 9: found/).waitFor()
    await page.keyboard.press('Enter')
    expect(parameter(page, 'q')).toBe("status = 'Done'")
    await expectAccessible(page)
    await bar(page).fill("title = 'No such thing'")
    await page.keyboard.press('Enter')
    await page.getByText('Nothing matches the query').waitFor()
    await expectAccessible(page)
  })
  it('shows the cost of a query from two thirds of the limit', async () => {
    const page = await open()
    await bar(page).fill(Array.from({ length: 11 }, () => 'points > 1').join(' OR '))
    await page.getByText('Cost of the query: 33 of at most 30').waitFor()
    await bar(page).fill('points > 1')
    await expect.poll(() => page.getByText('Cost of the query').count()).toBe(0)
  })
  it('filters by status and assignee and sorts with four clicks', async () => {
    const page = await open()
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Assigned to me' }).click()
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort'))
      .toBe('ascending')
    await waitUntilSettled(page)
    const { body } = await site.server
      .as('alice')
      .get(
        `trackers/${project.bugs}/artifacts?limit=50&expert_query=${encodeURIComponent("status = 'Done' AND assigned_to = MYSELF() ORDER BY title ASC")}`,
      )
    const expected = (body as { title: string }[]).map(({ title }) => title)
    expect(expected.length).toBeGreaterThan(0)
    await expect.poll(() => titles(page)).toStrictEqual(expected)
    await page.reload()
    await expect.poll(() => titles(page)).toStrictEqual(expected)
    await page.getByRole('button', { name: 'Remove the filter by Status' }).click()
    await expect.poll(() => parameter(page, 'in.status')).toBe(null)
  })
  it('sorts by keyboard, and by a second column with Shift', async () => {
    const page = await open()
    await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => parameter(page, 'sort')).toBe('status')
    await page
      .getByRole('columnheader', { name: 'Title' })
      .getByRole('button')
      .click({ modifiers: ['Shift'] })
    await expect.poll(() => parameter(page, 'sort')).toBe('status,title')
    await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click()
    await expect.poll(() => parameter(page, 'sort')).toBe('-status')
  })
  it('shows chosen columns, and remembers them', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Effort' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Effort' }).waitFor()
    expect(parameter(page, 'cols')).toMatch('effort')
    await page.goto(page.url().replace(/\?.*/, ''))
    await page.getByRole('columnheader', { name: 'Effort' }).waitFor()
  })
  it('saves the view as a report, which a link opens', async () => {
    const page = await open('?in.status=&mine=true&sort=-title')
    await page.getByRole('button', { name: 'Reports' }).click()
    await page.getByRole('menuitem', { name: 'Save as report' }).click()
    await page.getByLabel('Name of the report').fill('Mine by title')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => parameter(page, 'report')).toMatch(/^\d+$/)
    await page.getByRole('button', { name: 'Mine by title' }).waitFor()
    const shown = await titles(page)
    await page.goto(`/reports/${parameter(page, 'report')}`.replace(/^/, new URL(page.url()).origin))
    await page.waitForURL(/\/trackers\/\d+\?report=\d+$/)
    await expect.poll(() => titles(page)).toStrictEqual(shown)
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort'))
      .toBe('descending')
  })
  it('downloads the shown rows and columns as CSV', async () => {
    const page = await open("?q=status+%3D+'Done'&cols=title,status")
    await page.getByText('20 of 61 artifacts').waitFor()
    const answering = page.waitForResponse(/artifact_export/)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const download = await downloading
    const text = await page.evaluate(async (url) => (await fetch(url)).text(), (await answering).url())
    expect(download.suggestedFilename()).toBe('bug.csv')
    const lines = text.trim().split(/\r?\n/)
    expect(lines).toHaveLength(21)
    expect(lines[0]).toMatch(/title.*status/)
    expect(lines[0]).not.toMatch('assigned_to')
  })
  it('is usable by keyboard', async () => {
    const page = await open()
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(15)
  })
  it('is accessible in every size and color scheme', () =>
    expectAccessibleScreens(site, 'alice', `/trackers/${project.bugs}?mine=true&sort=-title`, 'tracker-filtered'))
})
