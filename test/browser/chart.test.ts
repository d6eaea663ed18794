import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, expectAccessibleScreens, startBrowserSite } from '../kit/browser-site.ts'

describeInBrowser('the chart of a tracker', () => {
  const site = startBrowserSite()
  let lander: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    lander = await createBrowserProject(site.server, { alice, bob })
  })

  const open = (query = '', login = 'alice'): Promise<Page> =>
    site.page(login, `/trackers/${lander.bugs}?view=charts${query}`)
  const readBugs = async () => {
    const { body } = await site.server.as('alice').get(`trackers/${lander.bugs}/artifacts?limit=1000&values=all`)
    return body as readonly { id: number; status: string; title: string }[]
  }
  const countStatuses = async (condition: (bug: { title: string }) => boolean = () => true) => {
    const counts = new Map<string, number>()
    for (const bug of (await readBugs()).filter(condition)) counts.set(bug.status, (counts.get(bug.status) ?? 0) + 1)
    return counts
  }
  /** The number of each bar by its value. */
  const readBars = async (page: Page): Promise<ReadonlyMap<string, number>> =>
    new Map(
      await page
        .getByRole('table')
        .locator('tbody tr')
        .evaluateAll((rows) =>
          rows.map(
            (row) =>
              [row.querySelector('th')?.textContent ?? '', Number(row.querySelector('td')?.textContent)] as const,
          ),
        ),
    )
  const widthOf = (page: Page, value: string): Promise<number> =>
    page
      .getByRole('row', { name: new RegExp(`^${value} `) })
      .locator('[aria-hidden]:not(svg)')
      .evaluate((bar) => bar.getBoundingClientRect().width)

  it('has a bar for each value, as long as its number, which leads to the artifacts behind it', async () => {
    const page = await open()
    const table = page.getByRole('table', { name: 'Artifacts by Status' })
    await table.waitFor()
    const counts = await countStatuses()
    const bars = await readBars(page)
    expect(Object.fromEntries([...bars].filter(([, size]) => size > 0))).toStrictEqual(Object.fromEntries(counts))
    const [[first, most], [, least]] = [...bars]
      .filter(([, size]) => size > 0)
      .sort(([, a], [, b]) => b - a)
      .filter((_, index, all) => index === 0 || index === all.length - 1) as [[string, number], [string, number]]
    await page.getByText(`Largest group: ${first}, ${most} (`).waitFor()
    const last = [...bars].find(([, size]) => size === least)?.[0] ?? ''
    expect((await widthOf(page, last)) / (await widthOf(page, first))).toBeCloseTo(least / most, 1)
    await table.getByRole('link', { name: `${first}, ${most} artifacts` }).click()
    await page.getByRole('grid').waitFor()
    await page.getByText(new RegExp(`^${most} of `)).waitFor()
  })

  it('counts what the query finds, by another field on request, and keeps both in the URL', async () => {
    const page = await open('&q=crash')
    await page.getByRole('table', { name: 'Artifacts by Status' }).waitFor()
    const counts = await countStatuses(({ title }) => /crash/i.test(title))
    const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
    expect(total).toBeGreaterThan(0)
    expect([...(await readBars(page)).values()].reduce((sum, n) => sum + n, 0)).toBe(total)
    await page.getByRole('button', { name: 'By: Status' }).click()
    await page.getByRole('menuitemradio', { name: 'Severity' }).click()
    await page.getByRole('table', { name: 'Artifacts by Severity' }).waitFor()
    expect(new URL(page.url()).search).toBe('?q=crash&view=charts&by=severity')
    expect([...(await readBars(page)).values()].reduce((sum, n) => sum + n, 0)).toBe(total)
  })

  it('is opened by the key 3, left by 1, and shows nothing but the reason when nothing is found', async () => {
    const page = await site.page('alice', `/trackers/${lander.bugs}`)
    await page.keyboard.press('3')
    await page.getByRole('table', { name: 'Artifacts by Status' }).waitFor()
    await page.keyboard.press('1')
    await page.getByRole('grid').waitFor()
    const empty = await open('&q=unheard+of')
    await empty.getByText('Nothing matches the query').waitFor()
    expect(await empty.getByRole('table').count()).toBe(0)
  })

  it('follows the changes of other users', async () => {
    const page = await open()
    await page.getByRole('table', { name: 'Artifacts by Status' }).waitFor()
    const before = (await readBars(page)).get('Done') ?? 0
    const bug = (await readBugs()).find(({ status }) => status !== 'Done')
    const [field, done] = [lander.fixture.fields.get('bug:status'), lander.fixture.values.get('Done')]
    const values = [{ field_id: field, bind_value_ids: [done] }]
    const put = await site.server.as('alice').put(`artifacts/${bug?.id}`, { values })
    expect(put.status, put.text).toBe(200)
    await expect.poll(async () => (await readBars(page)).get('Done')).toBe(before + 1)
  })

  it('is accessible on wide screens and phones', async () => {
    await expectAccessibleScreens(site, 'alice', `/trackers/${lander.bugs}?view=charts`, 'the chart')
  })
})
