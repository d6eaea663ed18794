import { readFile } from 'node:fs/promises'
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
    await page.locator('[role$="grid"]').waitFor()
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

  it('counts an artifact for each of its values in a list with several', async () => {
    const page = await open('&by=assigned_to')
    const table = page.getByRole('table', { name: 'Artifacts by Assigned to' })
    await table.waitFor()
    const bars = await readBars(page)
    const { body } = await site.server
      .as('alice')
      .get(`trackers/${lander.bugs}/artifact_groups?by=${lander.fixture.fields.get('bug:assigned_to')}&limit=1`)
    expect([...bars.values()]).toStrictEqual((body as { size: number }[]).map(({ size }) => size))
    const total = (await readBugs()).length
    expect([...bars.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(total)
    await page.getByText(`${total} artifacts, counted for each of their values. Largest group: Bob Carter,`).waitFor()
    const link = table.getByRole('link', { name: /^Alice Liddell, \d+ artifacts$/ })
    const ofAlice = Number(await link.innerText())
    await link.click()
    await page.locator('[role$="grid"]').waitFor()
    await page.getByText(new RegExp(`^${ofAlice} of `)).waitFor()
    // A board needs one column for each artifact.
    const board = await site.page('alice', `/trackers/${lander.bugs}?view=board&by=assigned_to`)
    await board.getByRole('button', { name: 'Columns: Status' }).waitFor()
  })

  it('counts the values that users added to an open list, and leads to the artifacts with one', async () => {
    const client = site.server.as('alice')
    const created = await client.post(`trackers/${lander.bugs}/fields`, {
      type: 'tbl',
      name: 'tags',
      label: 'Tags',
      bindings: { type: 'static', list: [] },
      values: [{ label: 'urgent' }],
    })
    expect(created.status, created.text).toBe(201)
    const [first, second, third] = await readBugs()
    for (const [bug, tags] of [
      [first, ['urgent', 'Mars "rock"']],
      [second, ['Mars "rock"', 'apollo']],
      [third, ['apollo']],
    ] as const) {
      const values = [{ field_id: created.body.field_id, bind_value_ids: tags }]
      const put = await client.put(`artifacts/${bug?.id}`, { values })
      expect(put.status, put.text).toBe(200)
    }
    const page = await open('&by=tags')
    const table = page.getByRole('table', { name: 'Artifacts by Tags' })
    await table.waitFor()
    const total = (await readBugs()).length
    expect([...(await readBars(page))]).toStrictEqual([
      ['urgent', 1],
      ['apollo', 2],
      ['Mars "rock"', 2],
      ['None', total - 3],
    ])
    await page.getByText(`${total} artifacts, counted for each of their values.`).waitFor()
    await table.getByRole('link', { name: 'Mars "rock", 2 artifacts' }).click()
    await page.locator('[role$="grid"]').waitFor()
    await page.getByText(/^2 of /).waitFor()
    // One that a user adds while the page is open.
    const chart = await open('&by=tags')
    await chart.getByRole('table', { name: 'Artifacts by Tags' }).waitFor()
    const values = [{ field_id: created.body.field_id, bind_value_ids: ['soyuz'] }]
    await client.put(`artifacts/${third?.id}`, { values })
    await chart.getByRole('link', { name: 'soyuz, 1 artifact' }).click()
    await chart.locator('[role$="grid"]').waitFor()
    await chart.getByText(/^1 of /).waitFor()
    // A board needs one column for each artifact.
    const board = await site.page('alice', `/trackers/${lander.bugs}?view=board&by=tags`)
    await board.getByRole('button', { name: 'Columns: Status' }).waitFor()
  })

  it('is opened by the key 3, left by 1, and shows nothing but the reason when nothing is found', async () => {
    const page = await site.page('alice', `/trackers/${lander.bugs}`)
    await page.keyboard.press('3')
    await page.getByRole('table', { name: 'Artifacts by Status' }).waitFor()
    await page.keyboard.press('1')
    await page.locator('[role$="grid"]').waitFor()
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

  it.each(['values', 'history', 'flow', 'progress', 'ages'])('is saved as a picture: %s', async (chart) => {
    const page = await open(`&chart=${chart}`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PNG' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^bug-[a-z-]+\.png$/)
    const bytes = await readFile(await download.path())
    const { width, height, ground, colors } = await page.evaluate(async (encoded) => {
      const blob = new Blob([Uint8Array.from(atob(encoded), (each) => each.charCodeAt(0))], { type: 'image/png' })
      const picture = await createImageBitmap(blob)
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      context?.drawImage(picture, 0, 0)
      const pixels = context?.getImageData(0, 0, picture.width, picture.height).data ?? []
      const counts = new Map<string, number>()
      for (let at = 0; at < pixels.length; at += 4) {
        const color = pixels.slice(at, at + 4).join()
        counts.set(color, (counts.get(color) ?? 0) + 1)
      }
      const large = [...counts].filter(([, count]) => count > 1000).map(([color]) => color)
      return { width: picture.width, height: picture.height, ground: pixels.slice(0, 4).join(), colors: large }
    }, bytes.toString('base64'))
    expect(width).toBe(2 * (960 + 2 * 16))
    expect(height).toBeGreaterThan(300)
    expect(ground).toMatch(/,255$/)
    // The ground, and bars or areas.
    expect(colors).toContain(ground)
    expect(colors.length).toBeGreaterThan(1)
  })

  it('is saved as CSV', async () => {
    const page = await open('&by=severity')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const lines = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n')
    const bars = await readBars(page)
    expect(lines).toStrictEqual(['Severity,Artifacts', ...[...bars].map((each) => each.join(',')), ''])
  })

  it('is accessible on wide screens and phones', async () => {
    await expectAccessibleScreens(site, 'alice', `/trackers/${lander.bugs}?view=charts`, 'the chart')
  })
})
