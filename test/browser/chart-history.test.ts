import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, expectAccessibleScreens, startBrowserSite } from '../kit/browser-site.ts'
import { createClock } from '../kit/clock.ts'

const day = 86_400
/** Noon of 10 November 2026 in UTC. */
const start = Date.UTC(2026, 10, 10, 12) / 1000

describeInBrowser('the charts of a tracker over time', () => {
  const clock = createClock(start)
  const site = startBrowserSite({ clock })
  let lander: BrowserProject
  /** Artifacts by their status before the first change: all were created months earlier. */
  const atFirst = new Map<string, number>()
  beforeAll(async () => {
    const { server } = site
    const alice = await server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await server.createUser('bob', { realName: 'Bob Carter' })
    lander = await createBrowserProject(server, { alice, bob })
    const bugs = await readBugs()
    for (const { status } of bugs) atFirst.set(status, (atFirst.get(status) ?? 0) + 1)
    clock.pass(4 * day)
    for (const bug of bugs.filter(({ status }) => status === 'Open').slice(0, 3)) await changeStatus(bug.id, 'Done')
    clock.pass(2 * day)
    await createBug('Leg does not fold')
    await createBug('Leg folds in flight')
    clock.pass(day)
  })

  const client = () => site.server.as('alice')
  const readBugs = async () =>
    (await client().get(`trackers/${lander.bugs}/artifacts?limit=1000&values=all`)).body as readonly {
      id: number
      status: string
    }[]
  const statusOf = (label: string) => ({
    field_id: lander.fixture.fields.get('bug:status'),
    bind_value_ids: [lander.fixture.values.get(label)],
  })
  const changeStatus = async (id: number, label: string): Promise<void> => {
    const put = await client().put(`artifacts/${id}`, { values: [statusOf(label)] })
    expect(put.status, put.text).toBe(200)
  }
  const createBug = async (title: string): Promise<void> => {
    const values = [{ field_id: lander.fixture.fields.get('bug:title'), value: title }, statusOf('Open')]
    const post = await client().post('artifacts', { tracker: { id: lander.bugs }, values })
    expect(post.status, post.text).toBe(201)
  }
  const open = (query: string): Promise<Page> => site.page('alice', `/trackers/${lander.bugs}?view=charts${query}`)
  /** The numbers at the time that the slider shows, by the value. */
  const readCounts = async (page: Page): Promise<ReadonlyMap<string, number>> =>
    new Map(
      await page
        .getByRole('table', { name: 'Artifacts by Status over time' })
        .locator('tbody tr')
        .evaluateAll((rows) =>
          rows.map(
            (row) =>
              [row.querySelector('th')?.textContent ?? '', Number(row.querySelector('td')?.textContent)] as const,
          ),
        ),
    )
  const countOf = (label: string): number => atFirst.get(label) ?? 0
  const sumOfFirst = (): number => [...atFirst.values()].reduce((sum, count) => sum + count, 0)
  const slider = (page: Page) => page.getByRole('slider', { name: 'Time' })

  it('show the numbers of each value at any day, with the keyboard and the pointer', async () => {
    const page = await open('&chart=history')
    const summary = `Last 30 days: from ${sumOfFirst()} to ${sumOfFirst() + 2} artifacts.`
    await page.getByRole('img', { name: `Artifacts by Status over time. ${summary}`, exact: true }).waitFor()
    expect((await readCounts(page)).get('Open')).toBe(countOf('Open') - 1)
    expect((await readCounts(page)).get('Done')).toBe(countOf('Done') + 3)
    await slider(page).focus()
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowLeft')
    await page.getByRole('columnheader', { name: '15 Nov 2026' }).waitFor()
    expect((await readCounts(page)).get('Open')).toBe(countOf('Open') - 3)
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowLeft')
    await page.getByRole('columnheader', { name: '13 Nov 2026' }).waitFor()
    expect((await readCounts(page)).get('Open')).toBe(countOf('Open'))
    expect((await readCounts(page)).get('Done')).toBe(countOf('Done'))
    const plot = await page.getByRole('img', { name: /^Artifacts by Status/ }).boundingBox()
    if (plot === null) throw new Error('The plot is not visible')
    await page.mouse.move(plot.x + 8, plot.y + 100)
    await page.getByRole('columnheader', { name: '19 Oct 2026' }).waitFor()
    expect([...(await readCounts(page)).values()].reduce((sum, count) => sum + count, 0)).toBe(sumOfFirst())
  })

  it('lead from the present numbers to the artifacts behind them', async () => {
    const page = await open('&chart=history')
    const done = countOf('Done') + 3
    await page.getByRole('link', { name: `Done, ${done} artifacts` }).click()
    await page.locator('[role$="grid"]').waitFor()
    await page.getByText(new RegExp(`^${done} of `)).waitFor()
  })

  it('count what was created and closed, and lead to what was created', async () => {
    const page = await open('')
    await page.getByRole('button', { name: 'Values', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Created and closed' }).click()
    await page.getByText('Last 30 days: 2 created, 3 closed.').waitFor()
    expect(new URL(page.url()).search).toBe('?view=charts&chart=flow')
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
    expect(await row('14 Nov 2026').getByRole('cell').allInnerTexts()).toStrictEqual(['0', '3'])
    expect(await row('16 Nov 2026').getByRole('cell').allInnerTexts()).toStrictEqual(['2', '0'])
    await row('16 Nov 2026').getByRole('link').click()
    await page.locator('[role$="grid"]').waitFor()
    await page.getByText(/^2 of /).waitFor()
    await page.getByText('Leg folds in flight').waitFor()
  })

  it('are drawn by weeks and months on request, of another field, and keep the choice in the URL', async () => {
    const page = await open('&chart=history')
    await page.getByRole('button', { name: 'Over time: Last 30 days' }).click()
    await page.getByRole('menuitemradio', { name: 'Last 26 weeks' }).click()
    await page.getByRole('columnheader', { name: 'Week of 16 Nov 2026' }).waitFor()
    await page.getByRole('button', { name: 'Over time: Last 26 weeks' }).click()
    await page.getByRole('menuitemradio', { name: 'Last 24 months' }).click()
    await page.getByRole('columnheader', { name: 'November 2026' }).waitFor()
    await page.getByRole('button', { name: 'By: Status' }).click()
    await page.getByRole('menuitemradio', { name: 'Severity' }).click()
    await page.getByRole('table', { name: 'Artifacts by Severity over time' }).waitFor()
    expect(new URL(page.url()).search).toBe('?view=charts&by=severity&chart=history&interval=month')
    await page.reload()
    await page.getByRole('table', { name: 'Artifacts by Severity over time' }).waitFor()
  })

  it('count all artifacts and closed ones, and lead to those of each day', async () => {
    const page = await open('&chart=progress')
    const [before, done] = [sumOfFirst(), countOf('Done')]
    const summary = `Last 30 days: scope from ${before} to ${before + 2}, done from ${done} to ${done + 3}.`
    await page.getByRole('img', { name: `Burnup. ${summary}`, exact: true }).waitFor()
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
    const cellsOf = (name: string) => row(name).getByRole('cell').allInnerTexts()
    expect(await cellsOf('13 Nov 2026')).toStrictEqual([`${before}`, `${done}`])
    expect(await cellsOf('15 Nov 2026')).toStrictEqual([`${before}`, `${done + 3}`])
    expect(await cellsOf('17 Nov 2026')).toStrictEqual([`${before + 2}`, `${done + 3}`])
    for (const [day, place, count] of [
      ['15 Nov 2026', 0, before],
      ['17 Nov 2026', 0, before + 2],
      ['17 Nov 2026', 1, done + 3],
    ] as const) {
      await row(day).getByRole('link').nth(place).click()
      await page.locator('[role$="grid"]').waitFor()
      await page
        .getByText(count === before + 2 ? `${count} artifacts` : new RegExp(`^${count} of `))
        .first()
        .waitFor()
      await page.goBack()
      await row(day).waitFor()
    }
  })

  it('count open artifacts by their age, and lead to them', async () => {
    const page = await open('')
    await page.getByRole('button', { name: 'Values', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Age' }).click()
    const table = page.getByRole('table', { name: 'Open artifacts by age' })
    await table.waitFor()
    expect(new URL(page.url()).search).toBe('?view=charts&chart=ages')
    const { body } = await client().get(`trackers/${lander.bugs}/open_artifact_ages`)
    await page.getByText(`${body.size} open. Median age: ${body.median_days} days.`).waitFor()
    expect(await table.getByRole('rowheader').allInnerTexts()).toStrictEqual([
      'Today',
      '1–7 days',
      '8–30 days',
      '31–90 days',
      '91–365 days',
      'Over a year',
    ])
    const sizes = (body.groups as { size: number }[]).map(({ size }) => size)
    expect(await table.locator('tbody td:nth-of-type(1)').allInnerTexts()).toStrictEqual(sizes.map(String))
    // What the test has created.
    expect(sizes.slice(0, 2)).toStrictEqual([0, 2])
    for (const [index, size] of sizes.entries()) {
      if (size === 0) continue
      await table
        .getByRole('row')
        .nth(index + 1)
        .getByRole('link')
        .click()
      await page.locator('[role$="grid"]').waitFor()
      await page.getByText(new RegExp(`^${size} of `)).waitFor()
      expect(new URL(page.url()).searchParams.get('open')).toBe('true')
      await page.goBack()
      await table.waitFor()
    }
    const none = await open(`&chart=ages&q=${encodeURIComponent("status = 'Done'")}`)
    await none.getByText('Nothing is open').waitFor()
  })

  it('are saved as CSV, the oldest numbers first', async () => {
    const page = await open('&chart=flow')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const lines = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n')
    expect(lines[0]).toBe('Time,Created,Closed')
    expect(lines).toHaveLength(32)
    expect(lines.slice(-3)).toStrictEqual(['16 Nov 2026,2,0', '17 Nov 2026,0,0', ''])
  })

  it('follow the query', async () => {
    const page = await open('&chart=history&q=folds')
    await page.getByText('Last 30 days: from 0 to 1 artifact.').waitFor()
    const empty = await open('&chart=flow&q=unheard+of')
    await empty.getByText('Nothing matches the query').waitFor()
  })

  it.each(['history', 'flow', 'progress', 'ages'])('are accessible on wide screens and phones: %s', async (chart) => {
    await expectAccessibleScreens(site, 'alice', `/trackers/${lander.bugs}?view=charts&chart=${chart}`, chart)
  })
})
