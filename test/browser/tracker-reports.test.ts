import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { UserId } from '../../src/kit/values/ids.ts'
import {
  describeInBrowser,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
} from '../kit/browser-site.ts'
import { type BugProject, createBugProject } from '../kit/bug-tracker-fixture.ts'
import { countFirstRequests, maxFirstRequests } from './first-requests.ts'

interface Report {
  readonly id: number
  readonly label: string
  readonly is_public: boolean
  readonly is_default: boolean
}

describeInBrowser('the reports of a tracker', () => {
  const site = startBrowserSite()
  let bugs: BugProject
  beforeAll(async () => {
    const [alice, bob] = [
      await site.server.createUser('alice', { realName: 'Alice Liddell' }),
      await site.server.createUser('bob', { realName: 'Bob Carter' }),
    ] as [UserId, UserId]
    bugs = await createBugProject(site.server.world, {
      shortName: 'bugs',
      access: 'private',
      members: [alice, bob],
      administrators: [alice],
    })
    await bugs.createBug('The valve is quiet', alice, {})
  })
  const api = (login = 'alice') => site.server.as(login)
  const listReports = async (): Promise<readonly Report[]> =>
    (await api().get(`trackers/${bugs.tracker}/tracker_reports?limit=100`)).body
  const find = async (label: string): Promise<Report | undefined> =>
    (await listReports()).find((each) => each.label === label)
  const open = (login = 'alice'): Promise<Page> => site.page(login, `/trackers/${bugs.tracker}/admin/reports`)
  const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) })
  const choose = async (page: Page, report: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${report}` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  beforeEach(async () => {
    for (const { id } of await listReports()) await api().delete(`tracker_reports/${id}`)
    const reports = [
      { label: 'Loud ones', is_public: true, query: { title: 'loud' } },
      { label: 'Open ones', is_public: true, is_default: true, expert_query: "title = 'quiet'" },
      { label: 'Mine', query: {} },
    ]
    for (const report of reports) {
      const { status, text } = await api().post('tracker_reports', { tracker: { id: bugs.tracker }, ...report })
      expect(status, text).toBe(201)
    }
    const ofBob = { tracker: { id: bugs.tracker }, label: 'Of Bob' }
    expect((await api('bob').post('tracker_reports', ofBob)).status).toBe(201)
  })

  it('are accessible in every size and color scheme, and by keyboard', async () => {
    await expectAccessibleScreens(site, 'alice', `/trackers/${bugs.tracker}/admin/reports`, 'tracker-reports')
    await expectKeyboardAccess(await open())
  })

  it('are refused to members who do not administer the tracker', async () => {
    const page = await open('bob')
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
  })

  it('are listed with their users and queries, without those of other users', async () => {
    const page = await open()
    expect(await row(page, 'Loud ones').innerText()).toMatch(/All users of the tracker\s+1 filter/)
    expect(await row(page, 'Open ones').innerText()).toMatch(/Default\s+All users of the tracker\s+title = 'quiet'/)
    expect(await row(page, 'Mine').innerText()).toMatch(/Only you\s+All artifacts/)
    expect(await row(page, 'Of Bob').count()).toBe(0)
    await page.getByRole('link', { name: 'Loud ones' }).click()
    await page.waitForURL(`**/trackers/${bugs.tracker}?report=*`)
  })

  it('are renamed, with the refusal at the name', async () => {
    const page = await open()
    await choose(page, 'Mine', 'Rename')
    const dialog = page.getByRole('dialog', { name: 'Rename report' })
    await dialog.getByLabel('Name').fill(' ')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
    await dialog.getByLabel('Name').fill('My own')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await row(page, 'My own').waitFor()
    expect(await find('My own')).toMatchObject({ is_public: false })
    expect(await find('Mine')).toBeUndefined()
  })

  it('have one default report, which the menu of reports shows first', async () => {
    const page = await open()
    await choose(page, 'Open ones', 'Remove as default')
    await expect.poll(async () => (await find('Open ones'))?.is_default).toBe(false)
    await expect.poll(() => row(page, 'Open ones').getByText('Default').count()).toBe(0)
    await choose(page, 'Open ones', 'Make default')
    await expect.poll(async () => (await find('Open ones'))?.is_default).toBe(true)
    await page.goto(`/trackers/${bugs.tracker}`)
    await page.getByRole('button', { name: 'Open ones' }).click()
    const names = page.getByRole('menuitemradio')
    await expect.poll(() => names.count()).toBe(4)
    expect(await names.allInnerTexts()).toStrictEqual(['All artifacts', 'Open ones', 'Loud ones', 'Mine'])
  })

  it('open by themselves if they are the default, until all artifacts are chosen', async () => {
    const list = `/trackers/${bugs.tracker}`
    const requests = await countFirstRequests(site, 'alice', list)
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(maxFirstRequests)
    const page = await site.page('bob', list)
    const definitions: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/definition')) definitions.push(request.url())
    })
    const query = page.getByLabel('Query', { exact: true })
    const menu = page.locator('button', { has: page.locator('[data-reports]') })
    const expectReport = async (name: string, text: string): Promise<void> => {
      await expect.poll(() => menu.innerText()).toContain(name)
      await expect.poll(() => query.inputValue()).toBe(text)
    }
    await expectReport('Open ones', "title = 'quiet'")
    expect(new URL(page.url()).search).toBe('')
    // What is changed belongs to the report; without conditions the list has all artifacts.
    await page.locator('body').press('2')
    await page.waitForURL(/report=\d+&view=board/)
    await expectReport('Open ones', "title = 'quiet'")
    await page.goto(list)
    await query.fill('')
    await query.press('Enter')
    await page.waitForURL('**?report=all')
    await expectReport('Reports', '')
    await page.reload()
    await expectReport('Reports', '')
    await page.goto(list)
    await expectReport('Open ones', "title = 'quiet'")
    const choose = async (name: string): Promise<void> => {
      await menu.click()
      await page.getByRole('menuitemradio', { name }).click()
    }
    const kept = page.waitForResponse((response) => response.url().includes('/preferences'))
    await choose('All artifacts')
    await expectReport('Reports', '')
    expect((await kept).status()).toBe(200)
    // In another browser, too.
    await (await site.page('bob', list)).getByRole('button', { name: 'Reports' }).waitFor()
    await page.goto(list)
    await expectReport('Reports', '')
    await choose('Open ones')
    await expectReport('Open ones', "title = 'quiet'")
    await page.goto('/projects')
    await page.goto(list)
    await expectReport('Open ones', "title = 'quiet'")
    expect(definitions.length).toBeLessThanOrEqual(1)
  })

  it('that open by themselves have the columns that the user chose, and changes of the report', async () => {
    const page = await site.page('alice', `/trackers/${bugs.tracker}`)
    const heading = page.getByRole('columnheader', { name: /status/ })
    await heading.waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'status' }).click()
    await page.keyboard.press('Escape')
    await heading.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(/\?report=\d+$/)
    await page.goto(`/trackers/${bugs.tracker}`)
    await page.getByRole('button', { name: 'Open ones' }).waitFor()
    await heading.waitFor({ state: 'detached' })
  })

  it('are shared, kept private and deleted', async () => {
    const page = await open()
    await choose(page, 'Mine', 'Share with everyone in the tracker')
    await expect.poll(async () => (await find('Mine'))?.is_public).toBe(true)
    await choose(page, 'Loud ones', 'Keep for myself only')
    await expect.poll(async () => (await find('Loud ones'))?.is_public).toBe(false)
    await choose(page, 'Loud ones', 'Delete report')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete report' }).click()
    await row(page, 'Loud ones').waitFor({ state: 'detached' })
    expect(await find('Loud ones')).toBeUndefined()
  })
})
