import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, expectAccessible, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'

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
    await page.getByText('61 artifacts').first().waitFor()
    const table = page.locator('[role$="grid"]')
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('62')
    const heights = await page
      .locator('tbody tr[aria-rowindex]')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect([...new Set(heights)]).toStrictEqual([40])
    expect(heights.length).toBeLessThan(61)
    await page.getByRole('region', { name: 'bugs' }).evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await page.locator('tr[aria-rowindex="62"]').getByRole('link').waitFor()
  })
  it('shows the rows after the first page of a list that was read before', async () => {
    const page = await open()
    const later = page.locator('tr[aria-rowindex="54"]').getByRole('link')
    await page.getByRole('region', { name: 'bugs' }).evaluate((list) => list.scrollTo(0, list.scrollHeight))
    const title = await later.innerText()
    await page.getByRole('columnheader').getByRole('button', { name: 'Title', exact: true }).click()
    await expect.poll(() => parameter(page, 'sort')).not.toBe(null)
    await expect.poll(() => later.innerText()).not.toBe(title)
    await page.goBack()
    await expect.poll(() => parameter(page, 'sort')).toBe(null)
    await expect.poll(() => later.innerText({ timeout: 20_000 })).toBe(title)
  })
  it('renders only rows that come into view while it is scrolled, in the elements of those that leave it', async () => {
    const page = await open()
    await page.getByText('61 artifacts').first().waitFor()
    const rendered = await page.evaluate(scrollByRows, 3)
    expect(rendered.again).toStrictEqual([])
    expect(rendered.created).toBe(0)
    expect(rendered.filled).toBe(3)
    expect(rendered.kept).toBeGreaterThan(20)
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
    await page
      .getByText(/^Found “=”, expected a text in quotes, .*, at column 9\.$/)
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    expect(parameter(page, 'q')).toBe("status = 'Done'")
    await expectAccessible(page)
    await bar(page).fill("title = 'No such thing'")
    await page.keyboard.press('Enter')
    await page.getByText('Nothing matches the query').waitFor()
    await expectAccessible(page)
    // A link to an invalid query: the bar shows the error, and the place of the rows leads back to all artifacts.
    await page.goto(page.url().replace(/\?.*/, '?q=deu+%3D+1+AND+title+%3D+"x"'))
    await page.getByText('There is no field “deu” in this tracker').first().waitFor()
    await waitUntilSettled(page)
    expect(await page.getByText('The query is invalid').count()).toBe(1)
    expect(await page.getByText('Result of the last valid query').count()).toBe(0)
    await page.getByRole('link', { name: 'Clear' }).click()
    await page.getByText('61 artifacts').first().waitFor()
  })
  it('shows which condition of a query without results excludes all, and removes it', async () => {
    const page = await open()
    await bar(page).fill("title = 'Search' AND title = 'No such thing' AND status = 'In progress'")
    await page.keyboard.press('Enter')
    await page.getByText('This condition excludes all artifacts:').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Remove title = .No such thing/ }).click()
    await page.getByText(/^\d+ of 61 artifacts/).waitFor()
    expect(parameter(page, 'q')).not.toContain('No such thing')
    expect(parameter(page, 'q')).toContain('In progress')
  })
  it('filters by status and assignee and sorts with four clicks', async () => {
    const page = await open()
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Assigned to me' }).click()
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').first().click()
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
  it('opens twenty artifacts next to the list with twenty keys', async () => {
    const page = await open()
    const panel = page.getByRole('complementary')
    const shown = await titles(page)
    await page.keyboard.press('Space')
    for (const [n, title] of shown.slice(0, 20).entries()) {
      if (n > 0) await page.keyboard.press('j')
      await panel.getByRole('heading', { name: title, level: 2 }).waitFor()
    }
    expect(parameter(page, 'peek')).toMatch(/^\d+$/)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(parameter(page, 'peek')).toBe(null)
    await expect.poll(() => page.locator(':focus').innerText()).toBe(shown[19])
  })
})

/**
 * Scrolls past some rows; returns how many elements of the table are kept and created, and which of the kept ones React
 * rendered again: it gives them new props, which it stores in a property of the element. Runs in the page.
 */
async function scrollByRows(rows: number) {
  const table = document.querySelector('[role=grid]')
  const list = table?.parentElement
  if (table == null || list == null) throw new Error('There is no list')
  const read = () =>
    new Map(
      [...table.querySelectorAll('tr[role=row], tr[role=row] *')].map((element) => {
        const key = Object.keys(element).find((name) => name.startsWith('__reactProps'))
        if (key === undefined) throw new Error('React stores the props of an element elsewhere')
        return [element, (element as unknown as Record<string, unknown>)[key]] as const
      }),
    )
  const rowOf = (element: Element) => element.closest<HTMLElement>('tr')?.dataset['row']
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  // In the middle, where rows come at one end and leave at the other.
  list.scrollTo(0, 15 * 40)
  // The table notes after a moment that the scrolling ended.
  await new Promise((resolve) => setTimeout(resolve, 400))
  const before = read()
  const rowBefore = new Map([...before.keys()].map((element) => [element, rowOf(element)]))
  for (let row = 1; row <= rows; row += 1) {
    list.scrollTo(0, (15 + row) * 40)
    await frame()
    await frame()
  }
  const after = [...read()]
  const isRow = ([{ localName }]: readonly [Element, unknown]) => localName === 'tr'
  const known = after.filter(([element]) => before.has(element))
  const kept = known.filter(([element]) => rowBefore.get(element) === rowOf(element))
  return {
    kept: kept.filter(isRow).length,
    filled: known.filter(isRow).length - kept.filter(isRow).length,
    created: after.filter(([element]) => element.localName === 'tr' && !before.has(element)).length,
    again: kept.filter(([element, props]) => before.get(element) !== props).map(([{ outerHTML }]) => outerHTML),
  }
}
