import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser, expectAccessibleScreens, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'

const administrators = 4

/** As many as fill several pages of the list. */
const sizes = { Ready: 130, 'At work': 3, Finished: 120, None: 2 } as const
/** The text of the heading of a group, the number for the eye first. */
const head = (name: string, size: number): string => `${name} ${size}${size === 1 ? '1 artifact' : `${size} artifacts`}`
const count = Object.values(sizes).reduce((sum, size) => sum + size, 0)

/** design/web-ui.md §4.3: rows in groups that can be closed. */
describeInBrowser('the rows of a tracker in groups', () => {
  const site = startBrowserSite()
  let project: ProjectFixture
  let jobs: number
  let legs: number
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob')
    project = await createProjectFixture(site.server, 'yard', {
      members: [alice, bob],
      administrators: [alice],
      trackers: () => [jobDefinition(), voyageDefinition(), legDefinition()],
    })
    jobs = Number(project.trackers.get('job'))
    const names = Object.entries(sizes).flatMap(([status, size]) =>
      Array.from({ length: size }, (_, n) => [status, n] as const),
    )
    await project.createArtifacts(
      ...names.map(([status, n]) => ({
        tracker: 'job',
        changes: [
          {
            by: alice,
            on: baseTime + n,
            values: {
              'job:title': `${status} ${String(n).padStart(3, '0')}`,
              'job:status': status === 'None' ? [] : [project.values.get(status)],
              ...(status === 'Finished' ? {} : { 'job:points': n }),
              'job:owner': n % 2 === 0 ? [alice] : [],
            },
          },
        ],
      })),
    )
    legs = Number(project.trackers.get('leg'))
    // Three in March, of which the first 60 fill the first page of the list with those of later months.
    const days = ['2026-03-02', '2026-03-31', '2026-03-30', ...Array.from({ length: 60 }, () => '2026-04-01'), null]
    const created = await project.createArtifacts(
      ...days.map((day, n) => ({
        tracker: 'leg',
        changes: [
          {
            by: alice,
            on: baseTime + n,
            values: {
              'leg:title': `Leg ${String(n).padStart(2, '0')}`,
              'leg:miles': n,
              'leg:due': day === null ? null : Date.parse(`${day}T12:00:00Z`) / 1000,
            },
          },
        ],
      })),
    )
    const voyage = (title: string, links: readonly number[], more: object = {}) => ({
      tracker: 'voyage',
      changes: [
        {
          by: alice,
          values: { 'voyage:title': title, 'voyage:links': links.map((id) => ({ id, type: '_is_child' })), ...more },
        },
      ],
    })
    await project.createArtifacts(
      voyage('Round the cape', created.slice(0, 2)),
      voyage('To the islands', created.slice(2, 3)),
      voyage('Secret', created.slice(3, 5), { 'voyage:access': [administrators] }),
    )
  })
  const openLegs = (query: string, login = 'alice'): Promise<Page> => site.page(login, `/trackers/${legs}?${query}`)
  const open = (query = ''): Promise<Page> => site.page('alice', `/trackers/${jobs}?${query}`)
  const lines = (page: Page) =>
    page
      .locator('tbody tr[aria-rowindex]')
      .evaluateAll((rows) =>
        rows
          .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
          .map((row) => row.querySelector('button, th a')?.textContent),
      )
  const heading = (page: Page, name: string | RegExp) => page.getByRole('grid').getByRole('button', { name })
  const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

  it('follow the headings of their values, which have the numbers of artifacts', async () => {
    const page = await open('sort=title')
    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Status' }).click()
    await heading(page, 'Ready 130 artifacts').waitFor()
    expect(parameter(page, 'group')).toBe('status')
    expect((await lines(page)).slice(0, 3)).toStrictEqual([head('Ready', 130), 'Ready 000', 'Ready 001'])
    await page.getByText(`${count} artifacts`).first().waitFor()
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(count + 4 + 1))
    await page.reload()
    await heading(page, 'Ready 130 artifacts').waitFor()
    await page.getByRole('button', { name: 'Groups: Status' }).click()
    await page.getByRole('menuitemradio', { name: 'No groups' }).click()
    await expect.poll(() => lines(page).then((all) => all[0])).toBe('At work 000')
    expect(parameter(page, 'group')).toBeNull()
  })
  it('have the order of the list without groups, newest first, also on later pages', async () => {
    const page = await open('group=status')
    await heading(page, 'Ready 130 artifacts').waitFor()
    expect((await lines(page)).slice(0, 3)).toStrictEqual([head('Ready', 130), 'Ready 129', 'Ready 128'])
    await page.getByRole('region', { name: 'job' }).evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await expect
      .poll(() => lines(page).then((all) => all.slice(-5)))
      .toStrictEqual(['Finished 001', 'Finished 000', head('None', 2), 'None 001', 'None 000'])
  })
  it('have the sums of the number columns of the table', async () => {
    const page = await open('group=status&sort=title&cols=title,points')
    // The sums are those of 0 to 129 and of 0 to 2.
    await heading(page, 'Ready 130 artifacts Points 8385').waitFor()
    await heading(page, /^Ready/).click()
    await heading(page, 'At work 3 artifacts Points 3').waitFor()
    await heading(page, 'Finished 120 artifacts').waitFor()
    expect(await heading(page, /^Finished/).textContent()).toBe(head('Finished', 120))
  })
  it('are hidden while their group is closed, and those of the next one are loaded', async () => {
    const page = await open('group=status&sort=title')
    const offsets: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/artifacts')) offsets.push(url.searchParams.get('offset') ?? '')
    })
    const ready = heading(page, /^Ready/)
    await ready.click()
    expect(await ready.getAttribute('aria-expanded')).toBe('false')
    expect((await lines(page)).slice(0, 5)).toStrictEqual([
      head('Ready', 130),
      head('At work', 3),
      'At work 000',
      'At work 001',
      'At work 002',
    ])
    await expect
      .poll(() => lines(page).then((all) => all.slice(5, 8)))
      .toStrictEqual([head('Finished', 120), 'Finished 000', 'Finished 001'])
    await waitUntilSettled(page)
    expect(offsets).not.toContain('50')
    await ready.click()
    await expect.poll(() => lines(page).then((all) => all[1])).toBe('Ready 000')
  })
  it('open and close by keys, and the cursor passes their headings', async () => {
    const page = await open('group=status&sort=title')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await heading(page, /^Ready/).focus()
    await page.keyboard.press('ArrowLeft')
    expect(await heading(page, /^Ready/).getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe(head('At work', 3))
    await page.keyboard.press('Enter')
    await expect
      .poll(() => lines(page).then((all) => all.slice(0, 3)))
      .toStrictEqual([head('Ready', 130), head('At work', 3), head('Finished', 120)])
    await page.keyboard.press('Space')
    await expect.poll(() => lines(page).then((all) => all[2])).toBe('At work 000')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Space')
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'At work 000', level: 2 }).waitFor()
    for (const title of ['At work 001', 'At work 002', 'Finished 000']) {
      await page.keyboard.press('j')
      await panel.getByRole('heading', { name: title, level: 2 }).waitFor()
    }
    await page.keyboard.press('k')
    await panel.getByRole('heading', { name: 'At work 002', level: 2 }).waitFor()
  })
  it('are selected without the headings between them', async () => {
    const page = await open(`group=status&sort=title&q=${encodeURIComponent('status = "At work" OR status = ""')}`)
    await heading(page, 'None 2 artifacts').waitFor()
    await page.getByRole('row', { name: 'At work 001' }).getByRole('checkbox').click()
    await page
      .getByRole('row', { name: 'None 000' })
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    const bar = page.getByRole('toolbar', { name: 'Selected artifacts' })
    await bar.getByText('3 selected').waitFor()
    const all = page.getByRole('columnheader').getByRole('checkbox')
    await all.click()
    await bar.waitFor({ state: 'detached' })
    await all.click()
    await bar.getByText('5 selected').waitFor()
    expect(await all.isChecked()).toBe(true)
    expect(await bar.getByRole('button', { name: 'Select all' }).count()).toBe(0)
  })
  it('are in the order of the other columns within their group, those without a value last', async () => {
    const page = await open(`group=status&sort=-title&q=${encodeURIComponent('status = "At work" OR status = ""')}`)
    await expect
      .poll(() => lines(page))
      .toStrictEqual([
        head('At work', 3),
        'At work 002',
        'At work 001',
        'At work 000',
        head('None', 2),
        'None 001',
        'None 000',
      ])
  })
  it('may be of users, and other queries have other groups', async () => {
    const page = await open('group=owner&sort=title')
    const half = Object.values(sizes).reduce((sum, size) => sum + Math.ceil(size / 2), 0)
    await heading(page, `Alice Liddell ${half} artifacts`).waitFor()
    const bar = page.getByRole('textbox', { name: 'Query', exact: true })
    await bar.fill('status = "At work"')
    await bar.press('Enter')
    await heading(page, 'Alice Liddell 2 artifacts').waitFor()
    await expect
      .poll(() => lines(page))
      .toStrictEqual([`AL${head('Alice Liddell', 2)}`, 'At work 000', 'At work 002', head('No one', 1), 'At work 001'])
  })
  it('may be of days, weeks or months of a date, the newest first', async () => {
    const page = await openLegs('')
    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Due' }).click()
    await heading(page, 'April 2026 60 artifacts').waitFor()
    expect([parameter(page, 'group'), parameter(page, 'interval')]).toStrictEqual(['due', 'month'])
    const latest = (await lines(page)).slice(0, 2)
    expect(latest).toStrictEqual([head('April 2026', 60), 'Leg 62'])
    // Rows of the next page.
    await heading(page, /^April/).click()
    await expect
      .poll(() => lines(page))
      .toStrictEqual([
        head('April 2026', 60),
        head('March 2026', 3),
        'Leg 02',
        'Leg 01',
        'Leg 00',
        head('No date', 1),
        'Leg 63',
      ])
    await page.getByRole('button', { name: 'Groups: Due, months' }).click()
    await page.getByRole('menuitemradio', { name: 'Weeks' }).click()
    await heading(page, /^Week of .*30.* 62 artifacts$/).click()
    await heading(page, /^Week of .*2.* 1 artifact$/).waitFor()
    expect(parameter(page, 'interval')).toBe('week')
    await page.reload()
    await page.getByRole('button', { name: 'Groups: Due, weeks' }).click()
    await page.getByRole('menuitemradio', { name: 'Days' }).click()
    await heading(page, /1.*2026 60 artifacts$/).waitFor()
    expect(parameter(page, 'interval')).toBeNull()
  })
  it('have the oldest date first if the table is sorted so, and sums', async () => {
    const page = await openLegs('group=due&interval=month&sort=due&cols=title,miles')
    await heading(page, 'March 2026 3 artifacts Miles 3').waitFor()
    await expect
      .poll(() => lines(page).then((all) => all.slice(0, 5)))
      .toStrictEqual([
        `${head('March 2026', 3)} Miles 3`,
        'Leg 00',
        'Leg 02',
        'Leg 01',
        `${head('April 2026', 60)} Miles 1950`,
      ])
  })
  it('may be of parents, of which hidden ones show nothing', async () => {
    const page = await openLegs('sort=title')
    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Parent' }).click()
    await heading(page, /^voyage #\d+ Secret 2 artifacts$/).waitFor()
    expect(parameter(page, 'group')).toBe('@parent')
    await page.getByRole('button', { name: 'Groups: Parent' }).waitFor()
    const all = (await lines(page)).map((line) => line?.replace(/#\d+/, '#N'))
    expect(all.slice(0, 8)).toStrictEqual([
      head('voyage #N Secret', 2),
      'Leg 03',
      'Leg 04',
      head('voyage #N To the islands', 1),
      'Leg 02',
      head('voyage #N Round the cape', 2),
      'Leg 00',
      'Leg 01',
    ])
    const hidden = await openLegs('sort=title&group=@parent', 'bob')
    await heading(hidden, 'No parent 61 artifacts').waitFor()
    expect(await hidden.getByText('Secret').count()).toBe(0)
  })
  it('are accessible in every size and color scheme', () =>
    expectAccessibleScreens(site, 'alice', `/trackers/${jobs}?group=status&sort=title`, 'row-groups'))
})

const voyageDefinition = () =>
  createTrackerDefinition(
    'voyage',
    [
      createFieldDefinition('string', 'voyage:title', { label: 'Title' }),
      createFieldDefinition('art_link', 'voyage:links', { label: 'Links' }),
      createFieldDefinition('perm', 'voyage:access', { label: 'Access' }),
    ],
    { title: { field: 'voyage:title' } },
  )

const legDefinition = () =>
  createTrackerDefinition(
    'leg',
    [
      createFieldDefinition('string', 'leg:title', { label: 'Title' }),
      createFieldDefinition('int', 'leg:miles', { label: 'Miles' }),
      createFieldDefinition('date', 'leg:due', { label: 'Due' }),
    ],
    { title: { field: 'leg:title' } },
    { parent: 'voyage' },
  )

const jobDefinition = () =>
  createTrackerDefinition(
    'job',
    [
      createFieldDefinition('string', 'job:title', { label: 'Title' }),
      createFieldDefinition('sb', 'job:status', {
        label: 'Status',
        bind: createStaticBind(
          ['Ready', 'graffiti-yellow'],
          ['At work', 'lake-placid-blue'],
          ['Finished', 'sherwood-green'],
        ),
      }),
      createFieldDefinition('int', 'job:points', { label: 'Points' }),
      createFieldDefinition('sb', 'job:owner', { label: 'Owner', bind: projectMembers }),
    ],
    {
      title: { field: 'job:title' },
      status: { field: 'job:status', openValues: ['Ready', 'At work'] },
    },
  )
