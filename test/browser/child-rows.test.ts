import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser, expectAccessible, expectAccessibleScreens, startBrowserSite } from '../kit/browser-site.ts'
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
const taskCount = 53

/** design/web-ui.md §4.3 and §4.4: children under their parents, and their progress on cards. */
describeInBrowser('the children of artifacts', () => {
  const site = startBrowserSite()
  let project: ProjectFixture
  let stories: number
  let ids: Readonly<Record<'part' | 'story' | 'big' | 'loop', number>>
  const value = (key: string) => Number(project.values.get(key))

  beforeAll(async () => {
    const user = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob')
    project = await createProjectFixture(site.server, 'yard', {
      members: [user, bob],
      administrators: [user],
      trackers: () => [storyDefinition(), taskDefinition(), epicDefinition()],
    })
    stories = Number(project.trackers.get('story'))
    const create = async (tracker: string, all: readonly Readonly<Record<string, unknown>>[]) =>
      (
        await project.createArtifacts(
          ...all.map((values, n) => ({ tracker, changes: [{ by: user, on: baseTime + n, values }] })),
        )
      ).map(Number)
    const children = (some: readonly number[]) => some.map((id) => ({ id, type: '_is_child' }))
    const story = (title: string, some: readonly number[], more: Readonly<Record<string, unknown>> = {}) => ({
      'story:title': title,
      'story:status': [value('Open')],
      'story:links': children(some),
      ...more,
    })
    const tasks = await create('task', [
      { 'task:title': 'Cut the planks', 'task:status': [value('Finished')], 'task:owner': [user], 'task:weight': 7 },
      { 'task:title': 'Plane the planks', 'task:status': [value('Waiting')] },
      { 'task:title': 'Secret task', 'task:access': [administrators] },
      ...Array.from({ length: taskCount }, (_, n) => ({ 'task:title': `Small task ${String(n).padStart(2, '0')}` })),
    ])
    const [part = 0, other = 0] = await create('story', [
      story('Build the deck', tasks.slice(0, 3), { 'story:points': 5 }),
      story('Paint the hull', [], { 'story:status': [value('Done')] }),
    ])
    const [top = 0, big = 0, loop = 0] = await create('story', [
      story('Build the boat', [part, other]),
      story('Many tasks', tasks.slice(3)),
      story('Endless', []),
    ])
    await project.addChangeset(loop as never, { by: user as never, values: { 'story:links': children([loop]) } })
    await create('epic', [
      { 'epic:title': 'Oldest', 'epic:links': children([part]) },
      ...Array.from({ length: 70 }, (_, n) => ({ 'epic:title': `Epic ${n}` })),
    ])
    ids = { part, story: top, big, loop }
  })

  const open = async (query = 'sort=title', login = 'alice'): Promise<Page> => {
    const page = await site.page(login, `/trackers/${stories}?${query}`)
    await page.getByRole('treegrid').waitFor()
    return page
  }
  const lines = (page: Page) =>
    page
      .locator('tbody tr[aria-rowindex]')
      .evaluateAll((rows) =>
        rows
          .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
          .map((row) => `${row.getAttribute('aria-level')} ${row.querySelector('th a, td > button')?.textContent}`),
      )
  const button = (page: Page, artifact: string) => page.getByRole('button', { name: `Children of ${artifact}:` })
  const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
  const isExpanded = (page: Page, title: string) => row(page, title).first().getAttribute('aria-expanded')
  const closedLines = ['1 Build the boat', '1 Build the deck', '1 Endless', '1 Many tasks', '1 Paint the hull']
  const focusedCell = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('th')?.textContent ?? '')

  it('are shown under their parents by a button, in their order, level by level', async () => {
    const page = await open()
    expect(await lines(page)).toStrictEqual(closedLines)
    expect(await isExpanded(page, 'Paint the hull')).toBeNull()
    await button(page, `story #${ids.story}`).click()
    await expect
      .poll(() => lines(page))
      .toStrictEqual(['1 Build the boat', '2 Build the deck', '2 Paint the hull', ...closedLines.slice(1)])
    expect(await page.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('8')
    expect(await isExpanded(page, 'Build the boat')).toBe('true')
    await row(page, 'Build the deck').first().locator('[data-disclosure]').click()
    await expect
      .poll(() => lines(page).then((all) => all.slice(0, 6)))
      .toStrictEqual([
        '1 Build the boat',
        '2 Build the deck',
        '3 Cut the planks',
        '3 Plane the planks',
        '3 Secret task',
        '2 Paint the hull',
      ])
    await button(page, `story #${ids.story}`).click()
    await expect.poll(() => lines(page)).toStrictEqual(closedLines)
  })

  it('fill the columns of the table, also where they are of another tracker', async () => {
    const page = await open('sort=title&cols=@id,title,status,owner,points,weight')
    await button(page, `story #${ids.story}`).click()
    const deck = row(page, 'Build the deck').first()
    await expect.poll(() => deck.innerText()).toMatch(/Open[\s\S]*5/)
    await deck.locator('[data-disclosure]').click()
    const task = row(page, 'Cut the planks')
    await task.waitFor()
    expect(await task.innerText()).toMatch(
      /task #\s*\d+[\s\S]*Cut the planks[\s\S]*Finished[\s\S]*Alice Liddell[\s\S]*7/,
    )
    expect(await task.locator('td [data-color]').count()).toBeGreaterThan(0)
    const withoutNumbers = await open('sort=title&cols=title,status')
    await button(withoutNumbers, `story #${ids.part}`).click()
    await expect
      .poll(() => row(withoutNumbers, 'Cut the planks').innerText())
      .toMatch(/^\s*task #\d+\s+Cut the planks\s+Finished/)
  })

  it('that the user cannot see are neither shown nor counted', async () => {
    const page = await open('sort=title', 'bob')
    const deck = page.getByRole('button', { name: `Children of story #${ids.part}: 1 of 2 children closed` })
    await deck.click()
    await row(page, 'Plane the planks').waitFor()
    expect(await page.getByText('Secret task').count()).toBe(0)
  })

  it('open and close by arrows, as in a tree, while Enter opens the artifact', async () => {
    const page = await open()
    await row(page, 'Build the boat').locator('th').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => lines(page).then((all) => all[1])).toBe('2 Build the deck')
    expect(await focusedCell(page)).toBe('Build the boat')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => lines(page).then((all) => all[2])).toBe('3 Cut the planks')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focusedCell(page)).toBe('Cut the planks')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => focusedCell(page)).toBe('Build the deck')
    await row(page, 'Build the deck').first().locator('th').focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => lines(page).then((all) => all[2])).toBe('2 Paint the hull')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/artifacts/${ids.part}`)
    await page.goBack()
    await expect.poll(() => lines(page).then((all) => all[1])).toBe('2 Build the deck')
  })

  it('are opened next to the list and by their titles as other rows, and are not selected', async () => {
    const page = await open()
    await button(page, `story #${ids.story}`).click()
    const child = page.locator('tr[aria-level="2"]').filter({ hasText: 'Paint the hull' })
    await child.waitFor()
    expect(await child.getByRole('checkbox').count()).toBe(0)
    await child.locator('td').last().click()
    await page
      .getByRole('complementary', { name: /Paint the hull|story/ })
      .first()
      .waitFor()
    await expect.poll(() => child.getAttribute('aria-current')).toBe('true')
    await page.keyboard.press('Escape')
    await row(page, 'Build the boat').locator('th').focus()
    await page.keyboard.press('Control+a')
    await page.getByText('5 selected').first().waitFor()
    await page.keyboard.press('Escape')
    await child.locator('th').focus()
    await page.keyboard.press('x')
    expect(await page.getByText('1 selected').count()).toBe(0)
  })

  it('are loaded in parts, and again after a failure', async () => {
    const page = await open()
    const requests: string[] = []
    page.on('request', (request) => request.url().includes('linked_artifacts') && requests.push(request.url()))
    await page.route('**/linked_artifacts?*', (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: 'Bad Request: no' } } }),
    )
    await button(page, `story #${ids.big}`).click()
    await page.getByRole('button', { name: /Bad Request: no|no Try again/ }).waitFor()
    await page.unroute('**/linked_artifacts?*')
    await page.getByRole('button', { name: /Try again/ }).click()
    const more = page.getByRole('button', { name: `Show ${taskCount - 50} more` })
    await page.getByRole('row').filter({ hasText: 'Small task 00' }).waitFor()
    await page.getByRole('region', { name: 'story' }).evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await more.click()
    await row(page, 'Small task 52').waitFor()
    expect(await page.getByRole('treegrid').getAttribute('aria-rowcount')).toBe(String(5 + taskCount + 1))
    expect(requests.length).toBe(3)
  })

  it('can contain their parent, and follow changes', async () => {
    const page = await open()
    await button(page, `story #${ids.loop}`).click()
    await expect.poll(() => lines(page).then((all) => all.slice(2, 4))).toStrictEqual(['1 Endless', '2 Endless'])
    await row(page, 'Endless').nth(1).locator('[data-disclosure]').click()
    await expect.poll(() => lines(page).then((all) => all[4])).toBe('3 Endless')
    await button(page, `story #${ids.part}`).click()
    const task = row(page, 'Plane the planks')
    await task.waitFor()
    const { body } = await site.server
      .as('alice')
      .get(`artifacts/${ids.part}/linked_artifacts?direction=forward&nature=_is_child`)
    const id = body.collection[1].id
    const values = [{ field_id: project.fields.get('task:title'), value: 'Plane all planks' }]
    await page.waitForTimeout(1500)
    expect((await site.server.as('bob').put(`artifacts/${id}`, { values })).status).toBe(200)
    await row(page, 'Plane all planks').waitFor()
    const back = [{ field_id: project.fields.get('task:title'), value: 'Plane the planks' }]
    expect((await site.server.as('bob').put(`artifacts/${id}`, { values: back })).status).toBe(200)
    await task.waitFor()
  })

  it('are also shown where only a later page of the list has some', async () => {
    const page = await site.page('alice', `/trackers/${project.trackers.get('epic')}`)
    await page.getByRole('grid').waitFor()
    await page.getByRole('region', { name: 'epic' }).evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await row(page, 'Oldest').locator('[data-disclosure]').click()
    await row(page, 'Build the deck').waitFor()
    expect(await page.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('73')
    const deck = row(page, 'Build the deck')
    await page.getByRole('region', { name: 'epic' }).evaluate((list) => list.scrollTo(0, 0))
    await row(page, 'Epic 69').waitFor()
    await page.getByRole('region', { name: 'epic' }).evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await deck.waitFor()
  })

  it('follow the rows of their parents in groups', async () => {
    const page = await open('sort=title&group=status')
    await button(page, `story #${ids.story}`).click()
    await expect
      .poll(() => lines(page).then((all) => all.slice(1, 4)))
      .toStrictEqual(['1 Build the boat', '2 Build the deck', '2 Paint the hull'])
    await page.getByRole('treegrid').getByRole('button', { name: /^Open/ }).click()
    await expect.poll(() => page.getByText('Build the deck').count()).toBe(0)
  })

  it('are counted on cards, with a bar', async () => {
    const page = await site.page('alice', `/trackers/${stories}?view=board`)
    const card = page.locator(`[data-card="${ids.story}"]`)
    await card.waitFor()
    expect(await card.innerText()).toContain('1/2')
    expect(await card.textContent()).toContain('1 of 2 children closed')
    expect(await card.locator('progress').evaluate((bar: HTMLProgressElement) => [bar.value, bar.max])).toEqual([1, 2])
    const leaf = page.locator('[data-card]').filter({ hasText: 'Paint the hull' })
    expect(await leaf.locator('progress').count()).toBe(0)
    await expectAccessible(page)
  })

  it('need no request in the first view', async () => {
    const requests: string[] = []
    const page = await site.page('alice', '/projects')
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(page.url().replace('/projects', `/trackers/${stories}?sort=title`))
    await page.getByRole('treegrid').waitFor()
    await page.waitForTimeout(500)
    expect(requests.filter((url) => /linked_artifacts|open-children|child-note/.test(url))).toEqual([])
  })

  it('are accessible in every size and color scheme', async () => {
    const page = await open()
    await button(page, `story #${ids.story}`).click()
    await row(page, 'Paint the hull').nth(1).waitFor()
    await expectAccessible(page)
    await expectAccessibleScreens(site, 'alice', `/trackers/${stories}?sort=title`, 'child-rows')
  })
})

const storyDefinition = () =>
  createTrackerDefinition(
    'story',
    [
      createFieldDefinition('string', 'story:title', { label: 'Title' }),
      createFieldDefinition('sb', 'story:status', {
        label: 'Status',
        bind: createStaticBind(['Open', 'acid-green'], ['Done', 'sherwood-green']),
      }),
      createFieldDefinition('sb', 'story:owner', { label: 'Owner', bind: projectMembers }),
      createFieldDefinition('int', 'story:points', { label: 'Points' }),
      createFieldDefinition('int', 'story:weight', { label: 'Weight' }),
      createFieldDefinition('art_link', 'story:links', { label: 'Links' }),
    ],
    {
      title: { field: 'story:title' },
      status: { field: 'story:status', openValues: ['Open'] },
      contributor: { field: 'story:owner' },
    },
  )

const taskDefinition = () =>
  createTrackerDefinition(
    'task',
    [
      createFieldDefinition('string', 'task:title', { label: 'Title' }),
      createFieldDefinition('sb', 'task:status', {
        label: 'Status',
        bind: createStaticBind(['Waiting', 'acid-green'], ['Finished', 'sherwood-green']),
      }),
      createFieldDefinition('sb', 'task:owner', { label: 'Owner', bind: projectMembers }),
      createFieldDefinition('int', 'task:weight', { label: 'Weight' }),
      createFieldDefinition('perm', 'task:access', { label: 'Access' }),
    ],
    {
      title: { field: 'task:title' },
      status: { field: 'task:status', openValues: ['Waiting'] },
      contributor: { field: 'task:owner' },
    },
  )

const epicDefinition = () =>
  createTrackerDefinition(
    'epic',
    [
      createFieldDefinition('string', 'epic:title', { label: 'Title' }),
      createFieldDefinition('art_link', 'epic:links', { label: 'Links' }),
    ],
    { title: { field: 'epic:title' } },
  )
