import { buffer } from 'node:stream/consumers'
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
import { readWorkbook } from '../kit/read-workbook.ts'

type Page = Awaited<ReturnType<ReturnType<typeof startBrowserSite>['page']>>

describeInBrowser('the list of a tracker', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createBrowserProject(site.server, { alice, bob })
  })
  const open = (query = ''): Promise<Page> => site.page('alice', `/trackers/${project.bugs}${query}`)
  const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
  const titles = (page: Page) => page.getByRole('rowheader').allInnerTexts()
  const panel = (page: Page) => page.getByRole('complementary')
  const focused = (page: Page) => page.locator(':focus').innerText()
  const headings = (page: Page) => page.getByRole('columnheader').allInnerTexts()
  const columns = async (page: Page) => (await headings(page)).map((text) => text.trim()).filter((text) => text !== '')
  const chooseMore = async (page: Page, item: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  it('opens an artifact next to its row, which keeps its place and gets the focus back', async () => {
    const page = await open()
    const list = page.getByRole('region', { name: 'bugs' })
    await list.evaluate((element) => element.scrollTo(0, 600))
    const row = page.locator('tr[aria-rowindex="22"]')
    const title = await row.getByRole('rowheader').innerText()
    const before = await row.boundingBox()
    await row.getByRole('gridcell').last().click()
    await panel(page).getByRole('heading', { name: title, level: 2 }).waitFor()
    expect((await row.boundingBox())?.y).toBe(before?.y)
    // The panel slides in.
    await expect.poll(async () => Math.round((await panel(page).boundingBox())?.width ?? 0)).toBe(496)
    expect(await row.getAttribute('aria-current')).toBe('true')
    await expectAccessible(page)
    const second = await page.locator('tr[aria-rowindex="23"]').getByRole('rowheader').innerText()
    await panel(page).getByRole('button', { name: 'Next' }).click()
    await panel(page).getByRole('heading', { name: second, level: 2 }).waitFor()
    await page.keyboard.press('k')
    await panel(page).getByRole('heading', { name: title, level: 2 }).waitFor()
    await panel(page).getByRole('button', { name: 'Close', exact: true }).click()
    await panel(page).waitFor({ state: 'detached' })
    expect(await page.locator('tr:has(:focus)').getAttribute('aria-rowindex')).toBe('22')
  })
  it('is where it was left after the Back button, with its row', async () => {
    const page = await open()
    const list = page.getByRole('region', { name: 'bugs' })
    await list.evaluate((element) => element.scrollTo(0, 600))
    const row = page.locator('tr[aria-rowindex="22"]')
    const before = (await row.boundingBox())?.y
    await row.getByRole('rowheader').getByRole('link').click()
    await page.waitForURL('**/artifacts/*')
    await page.getByRole('button', { name: /^(?:Watch|Unwatch)/ }).waitFor()
    await page.goBack()
    await expect.poll(async () => (await row.boundingBox())?.y).toBe(before)
    await expect.poll(() => page.locator('tr:has(:focus)').getAttribute('aria-rowindex')).toBe('22')
    await page.keyboard.press('j')
    await expect.poll(() => page.locator('tr:has(:focus)').getAttribute('aria-rowindex')).toBe('23')
  })
  it('opens the artifact of a link at its row, and edits it as its page does', async () => {
    const { body } = await site.server.as('alice').get(`trackers/${project.bugs}/artifacts?limit=50&order=desc`)
    const { id, title } = (body as { id: number; title: string }[])[7] ?? { id: 0, title: '' }
    const page = await open(`?peek=${id}`)
    await panel(page).getByRole('heading', { name: title, level: 2 }).waitFor()
    await panel(page)
      .getByRole('button', { name: /^Points/ })
      .click()
    await panel(page).locator('input:focus').waitFor()
    await page.keyboard.type('13')
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => {
        const { body: saved } = await site.server.as('alice').get(`artifacts/${id}`)
        return (saved as { values: { label: string; value?: unknown }[] }).values.find(
          ({ label }) => label === 'Points',
        )?.value
      })
      .toBe(13)
    await page.goBack()
    await page.goForward()
    await panel(page).getByRole('heading', { name: title, level: 2 }).waitFor()
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    await page.goto(page.url().replace(/\?.*/, ''))
    await page.locator('tr[aria-rowindex="9"]').getByRole('gridcell').last().click()
    await panel(page).waitFor()
    await page.goBack()
    await panel(page).waitFor({ state: 'detached' })
  })
  it('opens the page of an artifact where there is no room next to the list', async () => {
    const page = await site.page('alice', `/trackers/${project.bugs}`, { viewport: { width: 1000, height: 700 } })
    await page.locator('tr[aria-rowindex="3"]').getByRole('gridcell').last().click()
    await page.waitForURL(/\/artifacts\/\d+$/)
    const id = new URL(page.url()).pathname.split('/').at(-1)
    await page.goto(`${site.origin}/trackers/${project.bugs}?peek=${id}`)
    await page.waitForURL(new RegExp(`/artifacts/${id}$`))
  })
  it('is one stop of the Tab key, in which arrows move', async () => {
    const page = await open()
    const grid = page.locator('[role$="grid"]')
    expect(await grid.getAttribute('aria-rowcount')).toBe('62')
    expect(await grid.locator('[tabindex="0"]').count()).toBe(1)
    await grid.locator('[tabindex="0"]').focus()
    const shown = await titles(page)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toBe(shown[1])
    await page.keyboard.press('ArrowRight')
    expect(await page.locator(':focus').getAttribute('data-cell')).toBe('3')
    await page.keyboard.press('Control+End')
    await expect.poll(() => page.locator('tr:has(:focus)').getAttribute('aria-rowindex')).toBe('62')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowUp')
    expect(await page.locator('tr:has(:focus)').getAttribute('aria-rowindex')).toBe('1')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/artifacts\/\d+$/)
  })
  it('selects rows by key, with Shift several, also those that are not loaded', async () => {
    const page = await open()
    const selected = () => page.locator('tr[aria-selected="true"]').count()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+J')
    await expect.poll(selected).toBe(3)
    await page.getByText('3 selected').first().waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await expect.poll(selected).toBe(0)
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await page.getByText('61 selected').first().waitFor({ state: 'attached' })
  })
  it('moves and sizes columns by key, menu and pointer', async () => {
    const page = await open('?cols=id,title,status,effort')
    expect(await columns(page)).toStrictEqual(['Number', 'Title', 'Status', 'Effort'])
    await page.getByRole('button', { name: 'Status', exact: true }).last().focus()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect.poll(() => columns(page)).toStrictEqual(['Number', 'Title', 'Effort', 'Status'])
    expect(parameter(page, 'cols')).toBe('id,title,effort,status')
    const effort = page.getByRole('columnheader', { name: 'Effort' })
    await effort.hover()
    await page.getByRole('button', { name: 'Column Effort' }).click()
    await page.getByRole('menuitem', { name: 'Move right' }).click()
    await expect.poll(() => columns(page)).toStrictEqual(['Number', 'Title', 'Status', 'Effort'])
    const width = async () => Math.round((await effort.boundingBox())?.width ?? 0)
    const before = await width()
    await effort.getByRole('button', { name: 'Effort', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(width).toBe(before + 16)
    const box = await effort.boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) - 3, (box?.y ?? 0) + 10]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 30, y)
    await page.mouse.up()
    await expect.poll(() => parameter(page, 'cols')).toBe(`id,title,status,effort-${before - 14}`)
    await page.reload()
    await expect.poll(width).toBe(before - 14)
    await page.getByRole('button', { name: 'Column Effort' }).click({ force: true })
    await page.getByRole('menuitem', { name: 'Hide the column' }).click()
    await expect.poll(() => columns(page)).toStrictEqual(['Number', 'Title', 'Status'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-cell'))).toBe(true)
  })
  it('leaves the last columns out next to an open artifact', async () => {
    const page = await site.page('alice', `/trackers/${project.bugs}?cols=id,title,status,assigned_to,effort,points`, {
      viewport: { width: 1280, height: 800 },
    })
    await page.keyboard.press('Space')
    await panel(page).waitFor()
    await expect.poll(() => columns(page)).toStrictEqual(['Number', 'Title', 'Status', 'Assigned to'])
    const list = page.getByRole('region', { name: 'bugs' })
    expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })
  it('shows the cost of a query from two thirds of the limit', async () => {
    const page = await open()
    await page.getByLabel('Query').fill(Array.from({ length: 11 }, () => 'points > 1').join(' OR '))
    await page.getByText('Cost 33 of 30').waitFor()
    await page.getByLabel('Query').fill('points > 1')
    await expect.poll(() => page.getByText(/^Cost/).count()).toBe(0)
  })
  it('sorts by keyboard, and by a second column with Shift', async () => {
    const page = await open()
    await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => parameter(page, 'sort')).toBe('status')
    await page
      .getByRole('columnheader', { name: 'Title' })
      .getByRole('button')
      .first()
      .click({ modifiers: ['Shift'] })
    await expect.poll(() => parameter(page, 'sort')).toBe('status,title')
    await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').first().click()
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
  it('shows columns that were chosen in another browser, and follows the last choice', async () => {
    const openBrowser = async (): Promise<Page> => (await site.context('alice')).newPage()
    const [first, second] = [await openBrowser(), await openBrowser()]
    const path = `/trackers/${project.bugs}`
    const stored = async () => {
      const { body } = await site.server.as('alice').get(`trackers/${project.bugs}?include=columns`)
      return (body as { columns: string | null }).columns
    }
    const toggleEffort = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Effort' }).click()
      await page.keyboard.press('Escape')
    }
    for (const page of [first, second]) {
      await page.goto(path)
      await waitUntilSettled(page)
      expect(await columns(page)).not.toContain('Effort')
    }
    await toggleEffort(first)
    await expect.poll(stored).toMatch(/,effort$/)
    // The first heading that appears has the column.
    await second.goto(path)
    await second.getByRole('columnheader').first().waitFor()
    expect(await columns(second)).toContain('Effort')
    await waitUntilSettled(second)
    await toggleEffort(second)
    await expect.poll(stored).not.toMatch('effort')
    await first.goto(path)
    await first.getByRole('columnheader').first().waitFor()
    expect(await columns(first)).not.toContain('Effort')
  })
  it('ignores columns of deleted fields, and columns of other users', async () => {
    const name = `tracker_columns_${project.bugs}`
    const change = (login: string, value: string) =>
      site.server.as(login).patch('users/self/preferences', { key: name, value })
    await change('alice', 'title,gone-120,effort-200')
    await change('bob', 'title,status')
    const page = await open()
    expect(await columns(page)).toStrictEqual(['Title', 'Effort'])
    const width = (await page.getByRole('columnheader', { name: 'Effort' }).boundingBox())?.width ?? 0
    expect(Math.round(width)).toBe(200)
    expect(parameter(page, 'cols')).toBeNull()
  })
  it('keeps chosen columns that could not be sent, and sends them at the next visit', async () => {
    const page = await open()
    await page.route('**/preferences', (route) => route.abort())
    await page.getByRole('button', { name: 'Columns' }).click()
    const isTried = page.waitForEvent('requestfailed')
    await page.getByRole('menuitemcheckbox', { name: 'Effort' }).click()
    await isTried
    site.clearProblems()
    await page.unroute('**/preferences')
    const isSent = page.waitForResponse((response) => response.url().endsWith('/preferences'))
    await page.goto(`/trackers/${project.bugs}`)
    await page.getByRole('columnheader', { name: 'Effort' }).waitFor()
    expect((await isSent).status()).toBe(200)
  })
  it('adds up its number columns over all rows, also after a change by another user', async () => {
    const page = await (await site.context('bob')).newPage()
    const isFollowed = page.waitForResponse((response) => response.url().includes('/api/changes/stream'))
    await page.goto(`/trackers/${project.bugs}?cols=title,points,status`)
    await isFollowed
    const client = site.server.as('alice')
    const points = project.fixture.fields.get('bug:points')
    const readSum = async (query = ''): Promise<number> => {
      const { body } = await client.get(`trackers/${project.bugs}/field_sums${query}`)
      return (body as { field_id: number; sum: number }[]).find(({ field_id }) => field_id === points)?.sum ?? 0
    }
    const before = await readSum()
    expect(before).toBeGreaterThan(0)
    await page.getByText(`Points ${before}`, { exact: true }).waitFor()
    const { body } = await client.get(`trackers/${project.bugs}/artifacts?limit=3&order=desc`)
    for (const { id } of body as { id: number }[]) {
      const { status } = await client.put(`artifacts/${id}`, { values: [{ field_id: points, value: 40 }] })
      expect(status).toBe(200)
    }
    const after = await readSum()
    expect(after).toBeGreaterThanOrEqual(120)
    await page.getByText(`Points ${after}`, { exact: true }).waitFor()
    await page.goto(`${page.url()}&q=status+%3D+"Done"`)
    const done = await readSum(`?expert_query=${encodeURIComponent('status = "Done"')}`)
    expect(done).not.toBe(after)
    await page.getByText(`Points ${done}`, { exact: true }).waitFor()
  })
  it('saves the view as a report, which a link opens', async () => {
    const page = await open('?in.status=&mine=true&sort=-title')
    await page.getByRole('button', { name: 'Reports' }).click()
    await page.getByRole('menuitem', { name: 'Save as report' }).click()
    const name = page.getByLabel('Name of the report')
    const hasFocus = (element: Element): boolean => element === document.activeElement
    await expect.poll(() => name.evaluate(hasFocus)).toBe(true)
    await name.fill('Mine by title')
    await page.keyboard.press('Enter')
    await expect.poll(() => parameter(page, 'report')).toMatch(/^\d+$/)
    await expect.poll(() => page.getByRole('button', { name: 'Mine by title' }).evaluate(hasFocus)).toBe(true)
    await page.getByRole('navigation').getByRole('link', { name: 'Mine by title' }).waitFor()
    // The list has the room of the form now.
    await waitUntilSettled(page)
    const shown = await titles(page)
    await page.goto(`/reports/${parameter(page, 'report')}`.replace(/^/, new URL(page.url()).origin))
    await page.waitForURL(/\/trackers\/\d+\?report=\d+$/)
    await expect.poll(() => titles(page)).toStrictEqual(shown)
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort'))
      .toBe('descending')
  })
  it('shows what another user changes in its row, and new artifacts once the user wants them', async () => {
    const page = await (await site.context('bob')).newPage()
    const isFollowed = page.waitForResponse((response) => response.url().includes('/api/changes/stream'))
    await page.goto(`/trackers/${project.bugs}?sort=title`)
    await isFollowed
    const client = site.server.as('alice')
    const before = await titles(page)
    const { body } = await client.get(`trackers/${project.bugs}/artifacts?limit=3&sort=title`)
    const id = (body as { id: number }[])[1]?.id
    const field_id = project.fixture.fields.get('bug:title')
    expect((await client.put(`artifacts/${id}`, { values: [{ field_id, value: 'Zzz, renamed' }] })).status).toBe(200)
    await expect.poll(async () => (await titles(page))[1]).toBe('Zzz, renamed')
    expect((await titles(page))[0]).toBe(before[0])
    expect((await titles(page))[2]).toBe(before[2])
    expect(await page.getByRole('button', { name: 'Show new changes' }).count()).toBe(0)
    const created = await client.post('artifacts', {
      tracker: { id: project.bugs },
      values: [{ field_id, value: 'Aaa, new' }],
    })
    expect(created.status).toBe(201)
    const renew = page.getByRole('button', { name: 'Show new changes' })
    await renew.waitFor()
    expect((await titles(page))[0]).toBe(before[0])
    await renew.click()
    await expect.poll(async () => (await titles(page))[0]).toBe('Aaa, new')
    expect(await renew.count()).toBe(0)
    await page.context().close()
    // The other tests expect the artifacts of the fixture.
    await client.put(`artifacts/${id}`, { values: [{ field_id, value: before[1] }] })
    await client.delete(`artifacts/${created.body.id}`)
  })
  it('saves changes of a report, shares it with everyone, and deletes it', async () => {
    const page = await open('?in.status=&mine=true')
    await page.getByRole('button', { name: 'Reports' }).click()
    await page.getByRole('menuitem', { name: 'Save as report' }).click()
    await page.getByLabel('Name of the report').fill('To change')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/report=\d+$/)
    const id = Number(parameter(page, 'report'))
    const read = async (login: string) => (await site.server.as(login).get(`tracker_reports/${id}/definition`)).body
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').first().click()
    await page.getByText('Edited').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect.poll(() => page.getByText('Edited').count()).toBe(0)
    expect((await read('alice')).tables[0].sort).toStrictEqual([
      { field_id: project.fixture.fields.get('bug:title'), direction: 'asc' },
    ])

    const chooseItem = async (name: string) => {
      await page.getByRole('button', { name: 'To change' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await chooseItem('Share with everyone in the tracker')
    await expect.poll(async () => (await read('bob')).is_public).toBe(true)
    const member = await site.page('bob', `/trackers/${project.bugs}?report=${id}`)
    await member
      .getByRole('columnheader', { name: 'Title' })
      .getByRole('button')
      .first()
      .click({ modifiers: ['Shift'] })
    await member.getByText('Edited').waitFor()
    expect(await member.getByRole('button', { name: 'Save changes' }).count()).toBe(0)

    await chooseItem('Delete report')
    const question = page.getByRole('alertdialog', { name: 'Delete the report' })
    await question.getByText('It disappears for everyone.').waitFor()
    await question.getByRole('button', { name: 'Delete report' }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Reports' }).waitFor()
    expect((await site.server.as('alice').get(`tracker_reports/${id}`)).status).toBe(404)
  })
  it('finds one of many reports by typing', async () => {
    const client = site.server.as('alice')
    const ids: number[] = []
    for (let n = 1; n <= 18; n += 1) {
      const report = { tracker: { id: project.bugs }, label: `Week ${n}` }
      ids.push((await client.post('tracker_reports', report)).body.id)
    }
    const page = await open()
    const reports = page.getByRole('button', { name: 'Reports' })
    await reports.click()
    await page.getByRole('menuitem', { name: /^Find one of \d+ reports/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Reports' })
    await dialog.getByRole('searchbox').fill('week 17')
    await expect.poll(() => dialog.getByRole('option').allInnerTexts()).toStrictEqual(['Week 17'])
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`report=${ids[16]}$`))
    // The report that is open is in the menu, even if it is not among the first.
    await page.getByRole('button', { name: 'Week 17' }).click()
    await page.getByRole('menuitemradio', { name: 'Week 17' }).waitFor()
    await page.keyboard.press('Escape')
    for (const id of ids) expect((await client.delete(`tracker_reports/${id}`)).status).toBe(200)
  })
  it('downloads the shown rows and columns as CSV', async () => {
    const page = await open("?q=status+%3D+'Done'&cols=title,status")
    await page.getByText('20 of 61 artifacts').waitFor()
    const answering = page.waitForResponse(/artifact_export/)
    const downloading = page.waitForEvent('download')
    await chooseMore(page, 'Download CSV')
    const download = await downloading
    const text = await page.evaluate(async (url) => (await fetch(url)).text(), (await answering).url())
    expect(download.suggestedFilename()).toBe('bug.csv')
    const lines = text.trim().split(/\r?\n/)
    expect(lines).toHaveLength(21)
    expect(lines[0]).toMatch(/title.*status/)
    expect(lines[0]).not.toMatch('assigned_to')
  })
  it('downloads them as a workbook', async () => {
    const page = await open("?q=status+%3D+'Done'&cols=title,status")
    await page.getByText('20 of 61 artifacts').waitFor()
    const downloading = page.waitForEvent('download')
    await chooseMore(page, 'Download XLSX')
    const download = await downloading
    expect(download.suggestedFilename()).toBe('bug.xlsx')
    const [sheet] = await readWorkbook(await buffer(await download.createReadStream()))
    expect(sheet?.rows).toHaveLength(21)
    expect(Object.values(sheet?.rows[0] ?? {})).toEqual(['id', 'Title', 'Status'])
    expect(new Set(sheet?.rows.slice(1).map(({ C }) => C))).toEqual(new Set(['Done']))
  })
  it('is usable by keyboard', async () => {
    const page = await open()
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(15)
  })
  it('is accessible in every size and color scheme', () =>
    expectAccessibleScreens(site, 'alice', `/trackers/${project.bugs}?mine=true&sort=-title`, 'tracker-filtered'))
  it('shows what a change of several artifacts does, then changes those that can be changed', async () => {
    const page = await open()
    const { body } = await site.server.as('alice').get(`trackers/${project.bugs}/artifacts?limit=4&order=desc`)
    const ids = (body as { id: number }[]).map(({ id }) => id)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Shift+ArrowDown')
    await site.server.as('alice').delete(`artifacts/${ids[3]}`)
    const bar = page.getByRole('toolbar', { name: 'Selected artifacts' })
    await bar.getByText('4 selected').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog', { name: 'Change 4 artifacts' })
    await dialog.getByRole('button', { name: /^Status/ }).click()
    await page.getByRole('option', { name: 'Done' }).click()
    const preview = dialog.getByRole('region', { name: 'Preview' })
    await preview.getByText('1 cannot').waitFor()
    await preview.getByText(/will change/).waitFor()
    await expectAccessible(page)
    const statusOf = async (id: number | undefined) => {
      const { body: saved } = await site.server.as('alice').get(`artifacts/${id}`)
      return (saved as { status?: string }).status
    }
    const before = await statusOf(ids[1])
    expect(before).not.toBe('Done')
    await dialog.getByRole('radio', { name: 'All or none' }).click()
    const change = dialog.getByRole('button', { name: /^Change \d+ artifacts?$/ })
    expect(await change.isDisabled()).toBe(true)
    await dialog.getByRole('radio', { name: 'Skip those that cannot' }).click()
    expect(await statusOf(ids[1])).toBe(before)
    await change.click()
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByText(/artifacts? changed/)
      .first()
      .waitFor()
    expect(await statusOf(ids[0])).toBe('Done')
    expect(await statusOf(ids[1])).toBe('Done')
    await bar.waitFor({ state: 'detached' })
  })
  it('keeps an open change of several artifacts when the window becomes narrow, and wide again', async () => {
    const page = await open()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowDown')
    const bar = page.getByRole('toolbar', { name: 'Selected artifacts' })
    await bar.getByRole('button', { name: 'Set field…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change 2 artifacts' })
    await dialog.getByRole('combobox', { name: 'Field' }).selectOption('Customer')
    await dialog.getByRole('textbox', { name: 'Customer' }).fill('Harbour office')
    for (const width of [600, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await waitUntilSettled(page)
      expect(await dialog.getByRole('textbox', { name: 'Customer' }).inputValue()).toBe('Harbour office')
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await bar.getByText('2 selected').waitFor()
  })
  it('deletes several artifacts after a preview', async () => {
    const page = await open('?q=Upload')
    await page.getByText(/of \d+ artifacts/).waitFor()
    const total = async () => Number(await page.locator('[role$="grid"]').getAttribute('aria-rowcount')) - 1
    const before = await total()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete 2 artifacts?' })
    await dialog.getByText('2 will be deleted').waitFor()
    await dialog.getByText('They disappear with their comments').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete 2 artifacts' }).click()
    await expect.poll(total).toBe(before - 2)
  })
  it('imports CSV after a check that shows the errors of lines', async () => {
    const page = await open()
    await chooseMore(page, 'Import CSV…')
    const dialog = page.getByRole('dialog', { name: 'Import CSV' })
    const choose = (content: string): Promise<void> =>
      dialog
        .getByLabel('CSV file')
        .setInputFiles({ name: 'bugs.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await choose('title,points\r\nFrom a table,many\r\n')
    await dialog.getByRole('region', { name: 'Problems' }).getByText('Line 2, points:').waitFor()
    await expectAccessible(page)
    expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
    await choose('title,points,submitted_on\r\nFrom a table,8,\r\nAlso from a table,3,\r\n')
    await dialog.getByText('2 to create').first().waitFor()
    await dialog.getByText('Not imported: submitted_on').waitFor()
    const total = async () => Number(await page.locator('[role$="grid"]').getAttribute('aria-rowcount')) - 1
    const before = await total()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(total).toBe(before + 2)
    expect((await titles(page)).slice(0, 2).toSorted()).toStrictEqual(['Also from a table', 'From a table'])
  })
  it('imports CSV with other headings after the user maps its columns', async () => {
    const page = await open()
    await chooseMore(page, 'Import CSV…')
    const dialog = page.getByRole('dialog', { name: 'Import CSV' })
    const content = 'TITLE,Story points,Colour\r\nMapped by hand,5,red\r\n'
    const name = { name: 'bugs.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
    await dialog.getByLabel('CSV file').setInputFiles(name)
    const column = (heading: string) => dialog.getByRole('combobox', { name: heading, exact: true })
    const submit = dialog.getByRole('button', { name: 'Import', exact: true })
    await dialog.getByText('1 to create').first().waitFor()
    await dialog.getByText('Not imported: Story points, Colour').waitFor()
    const chosen = () => Promise.all(['TITLE', 'Story points', 'Colour'].map((heading) => column(heading).inputValue()))
    expect(await chosen()).toStrictEqual(['title', '', ''])
    await column('Story points').selectOption('title')
    await dialog.getByText('“TITLE” is imported into the same field. Choose another one.').waitFor()
    expect(await column('Story points').getAttribute('aria-invalid')).toBe('true')
    expect(await submit.isDisabled()).toBe(true)
    await expectAccessible(page)
    for (const heading of ['TITLE', 'Story points']) await column(heading).selectOption('')
    await dialog.getByText('Choose a field for at least one column.').waitFor()
    await column('TITLE').selectOption('title')
    await column('Story points').selectOption('points')
    await dialog.getByText('Not imported: Colour').waitFor()
    await submit.click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => titles(page).then(([first]) => first)).toBe('Mapped by hand')
    const query = encodeURIComponent('title = "Mapped by hand"')
    const { body } = await site.server
      .as('alice')
      .get(`trackers/${project.bugs}/artifacts?values=all&expert_query=${query}`)
    const points = body.flatMap(({ values }: any) => values.filter(({ label }: any) => label === 'Points'))
    expect(points.map(({ value }: any) => value)).toStrictEqual([5])
  })
})
