import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, expectAccessible, expectAccessibleScreens, startBrowserSite } from '../kit/browser-site.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'

type Users = Parameters<typeof createEditingProject>[1]

describeInBrowser('the board of a tracker', () => {
  const site = startBrowserSite()
  let yard: EditingProject
  let lander: BrowserProject
  let users: Users
  let job: ArtifactId
  let title = ''
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    users = { alice, bob }
    yard = await createEditingProject(site.server, users)
    lander = await createBrowserProject(site.server, users)
  })
  beforeEach(async () => {
    title = `Mast step ${performance.now()}`
    job = await yard.createJob(title)
  })
  const open = (query = '', login = 'alice', address = `/trackers/${yard.tracker}`): Promise<Page> =>
    site.page(login, `${address}?view=board${query}`)
  const openBugs = (query = '', login = 'alice') => open(query, login, `/trackers/${lander.bugs}`)
  const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) })
  const card = (page: Page, within?: string) =>
    (within === undefined ? page : column(page, within)).getByRole('link', { name: title })
  const cardsIn = (page: Page, name: string) => column(page, name).locator('[data-card]')
  const status = async (): Promise<string | undefined> => {
    const { body } = await site.server.as('alice').get(`artifacts/${job}`)
    return (body as { status: string }).status
  }
  const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
  const focusedColumn = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest('[data-column]')?.getAttribute('aria-label'))

  it('has a column with the exact number of its artifacts for each value, and more of them on demand', async () => {
    const page = await openBugs()
    await column(page, 'Open').waitFor()
    const { body } = await site.server.as('alice').get(`trackers/${lander.bugs}/artifacts?limit=1000`)
    const statuses = (body as { status: string }[]).map((each) => each.status)
    for (const name of ['Open', 'In progress', 'Done']) {
      const count = statuses.filter((each) => each === name).length
      expect(await column(page, name).getAttribute('aria-label')).toBe(`${name}, ${count} artifacts`)
    }
    await page.getByText(`${statuses.length} artifacts`, { exact: true }).waitFor()
    const names = Array.from({ length: 34 }, (_, n) => `Filler ${n}`)
    await lander.fixture.createArtifacts(
      ...names.map((name) => ({
        tracker: 'bug',
        changes: [
          {
            by: users.alice,
            on: 1_770_000_000,
            values: { 'bug:title': name, 'bug:status': [lander.fixture.values.get('Done')] },
          },
        ],
      })),
    )
    await page.goto(page.url().replace('view=board', 'view=board&q=Filler'))
    await expect.poll(() => cardsIn(page, 'Done').count()).toBe(30)
    await column(page, 'Done').getByRole('button', { name: 'Show 4 more' }).click()
    await expect.poll(() => cardsIn(page, 'Done').count()).toBe(34)
    await column(page, 'Done').getByRole('button', { name: 'more' }).waitFor({ state: 'detached' })
  })

  it('moves a card to another column by dragging, and dims those that the workflow forbids with the reason', async () => {
    const page = await open('', 'bob')
    await card(page, 'Waiting').hover()
    await page.mouse.down()
    const target = await column(page, 'At work').boundingBox()
    await page.mouse.move(600, 300, { steps: 4 })
    await column(page, 'Done')
      .getByText(/in no group/)
      .waitFor()
    await page.mouse.move((target?.x ?? 0) + 60, (target?.y ?? 0) + 120, { steps: 6 })
    await page.mouse.up()
    await card(page, 'At work').waitFor()
    await expect.poll(status).toBe('At work')
    await card(page, 'Waiting').waitFor({ state: 'detached' })
  })

  it('moves a card by keys, which keeps the focus', async () => {
    const page = await open()
    await card(page).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await card(page, 'At work').waitFor()
    await expect.poll(() => focusedText(page)).toContain(title)
    expect(await focusedColumn(page)).toMatch(/^At work, /)
    await expect.poll(status).toBe('At work')
    const announced = page.locator('[aria-live=polite]').first()
    await expect.poll(() => announced.innerText()).toMatch(/ moved to At work, position \d+ of \d+$/)
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(status).toBe('Waiting')
    await expect.poll(() => focusedColumn(page)).toMatch(/^Waiting, /)
  })

  it('carries out quick moves of one card one after the other', async () => {
    const page = await open()
    const countChanges = async (): Promise<number> =>
      ((await site.server.as('alice').get(`artifacts/${job}/changesets`)).body as unknown[]).length
    const before = await countChanges()
    await card(page).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await card(page, 'At work').waitFor()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(countChanges).toBe(before + 2)
    expect(await status()).toBe('Waiting')
    await card(page, 'Waiting').waitFor()
    expect(await page.getByRole('region', { name: 'Notifications' }).count()).toBe(0)
  })

  it('offers in a menu where a card can be moved, the columns that are not allowed with the reason', async () => {
    const page = await open('', 'bob')
    await card(page).focus()
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: 'At work' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /^Done/ }).getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'At work' }).click()
    await card(page, 'At work').waitFor()
    await expect.poll(status).toBe('At work')
    await expect.poll(() => focusedText(page)).toContain(title)
  })

  it('returns a card that the workflow does not let go, and shows why', async () => {
    await site.server.as('alice').put(`artifacts/${job}`, {
      values: [{ field_id: yard.field('status'), bind_value_ids: [yard.fixture.values.get('At work')] }],
    })
    const page = await open()
    await card(page, 'At work').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await page.getByRole('paragraph').filter({ hasText: 'No transition from At work to Inspected' }).waitFor()
    await card(page, 'At work').waitFor()
    expect(await status()).toBe('At work')
  })

  it('requests what a transition demands, and returns the card if that is cancelled', async () => {
    const page = await open()
    const move = async (): Promise<void> => {
      await card(page).focus()
      await page.keyboard.press('m')
      await page.getByRole('menuitem', { name: 'Inspected' }).click()
    }
    await move()
    const form = page.getByRole('form', { name: 'Change to Inspected' })
    await form.waitFor()
    await card(page, 'Inspected').waitFor({ state: 'attached' })
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await card(page, 'Waiting').waitFor()
    await move()
    await form.getByRole('textbox', { name: 'Berth' }).fill('B 7')
    await form.getByRole('textbox', { name: 'Comment' }).fill('Looked at it')
    await page.keyboard.press('Control+Enter')
    await expect.poll(status).toBe('Inspected')
    await form.waitFor({ state: 'detached' })
    await card(page, 'Inspected').waitFor()
  })

  it('shows at once what other users move, unless a card is about to be moved', async () => {
    const page = await open()
    const isFollowed = page.waitForResponse((response) => response.url().includes('/api/changes/stream'))
    await card(page, 'Waiting').waitFor()
    await isFollowed
    const moveByBob = (to: string) =>
      site.server.as('bob').put(`artifacts/${job}`, {
        values: [{ field_id: yard.field('status'), bind_value_ids: [yard.fixture.values.get(to)] }],
      })
    await moveByBob('At work')
    await card(page, 'At work').waitFor()
    await card(page, 'At work').focus()
    await page.keyboard.press('m')
    await page.getByRole('menuitem').first().waitFor()
    await moveByBob('Waiting')
    // Longer than changes are collected.
    await page.waitForTimeout(1200)
    expect(await card(page, 'At work').count()).toBe(1)
    await page.keyboard.press('Escape')
    await card(page, 'Waiting').waitFor()
  })

  it('keeps a card where it was moved while the server does not answer, and saves it then', async () => {
    const page = await open()
    await card(page).waitFor()
    await page.context().setOffline(true)
    // What the card can change to is not read yet.
    await card(page).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await card(page, 'At work').waitFor()
    await page.context().setOffline(false)
    await expect.poll(status, { timeout: 15_000 }).toBe('At work')
    await card(page, 'At work').waitFor()
  })

  it('has its columns from another field, and its layout and condition in the URL', async () => {
    const page = await openBugs('&open=true')
    await column(page, 'Open').waitFor()
    await page.getByRole('button', { name: 'Columns: Status' }).click()
    await page.getByRole('menuitemradio', { name: 'Severity' }).click()
    await cardsIn(page, 'Critical').first().waitFor()
    expect(new URL(page.url()).searchParams.get('by')).toBe('severity')
    expect(new URL(page.url()).searchParams.get('open')).toBe('true')
    await page.reload()
    await column(page, 'Minor').waitFor()
    await page.getByRole('radio', { name: 'Table' }).check()
    await page.getByRole('rowheader').first().waitFor()
    expect(new URL(page.url()).searchParams.get('open')).toBe('true')
    await page.keyboard.press('Escape')
    await page.locator('main').focus()
    await page.keyboard.press('2')
    await column(page, 'Minor').waitFor()
  })

  const laneOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  it('has lanes from another field, with the exact number of artifacts in each column, in one request', async () => {
    const page = await openBugs('&open=true')
    await column(page, 'Open').waitFor()
    await page.getByRole('button', { name: 'Lanes', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Severity' }).click()
    await laneOf(page, 'Critical').waitFor()
    expect(new URL(page.url()).searchParams.get('lanes')).toBe('severity')
    const fieldId = lander.fixture.fields.get('bug:severity')
    const { body } = await site.server.as('alice').get(`trackers/${lander.bugs}/artifacts?values=all&limit=1000`)
    const open = (body as { status: string; values: { field_id: number; values?: { label: string }[] }[] }[])
      .map(({ status, values }) => ({
        status,
        severity: values.find(({ field_id }) => field_id === fieldId)?.values?.[0]?.label ?? 'None',
      }))
      .filter(({ status }) => status === 'Open' || status === 'In progress')
    const names = [...new Set(open.map(({ severity }) => severity))]
    expect(names.length).toBeGreaterThan(1)
    await expect.poll(() => page.locator('[data-lane]').count()).toBe(names.length)
    for (const name of names)
      for (const status of ['Open', 'In progress']) {
        const count = open.filter((each) => each.severity === name && each.status === status).length
        await laneOf(page, name)
          .getByRole('region', { name: new RegExp(`^${status}, ${count} artifacts?$`) })
          .waitFor()
      }
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('artifact_groups')) requests.push(request.url())
    })
    await page.reload()
    await laneOf(page, 'Critical').waitFor()
    expect(requests).toHaveLength(1)
  })

  it('closes and opens a lane, and has none again', async () => {
    const page = await openBugs('&open=true&lanes=severity')
    const lane = laneOf(page, 'Critical')
    await lane.getByRole('button', { expanded: true }).first().click()
    await expect.poll(() => lane.locator('[data-column]').count()).toBe(0)
    await lane.getByRole('button', { expanded: false }).click()
    await lane.locator('[data-card]').first().waitFor()
    await page.getByRole('button', { name: 'Lanes: Severity' }).click()
    await page.getByRole('menuitemradio', { name: 'No lanes' }).click()
    await expect.poll(() => page.locator('[data-lane]').count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('lanes')).toBeNull()
  })

  it('moves a card within its lane by keys', async () => {
    const page = await openBugs('&open=true&lanes=severity')
    const inLane = (name: string) =>
      laneOf(page, 'Critical')
        .getByRole('region', { name: new RegExp(`^${name}, `) })
        .locator(`[data-card="${lander.crash}"]`)
    const statusOf = async () =>
      ((await site.server.as('alice').get(`artifacts/${lander.crash}`)).body as { status: string }).status
    await inLane('In progress').focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await inLane('Open').waitFor()
    await expect.poll(statusOf).toBe('Open')
    await page.keyboard.press('Alt+ArrowRight')
    await inLane('In progress').waitFor()
    await expect.poll(statusOf).toBe('In progress')
  })

  /** Three artifacts of their own, first to last, and the query that shows only them. */
  const createThree = async () => {
    const mark = `Keel${Math.round(performance.now())}`
    const names = ['one', 'two', 'three'].map((each) => `${mark} ${each}`)
    const ids: number[] = []
    for (const name of names) ids.push(await yard.createJob(name))
    const order = async (): Promise<string[]> => {
      const query = encodeURIComponent(`title = '${mark}'`)
      const { body } = await site.server
        .as('alice')
        .get(`trackers/${yard.tracker}/artifacts?sort=rank&expert_query=${query}`)
      return (body as { title: string }[]).map((each) => each.title.slice(mark.length + 1))
    }
    const shown = async (page: Page, name: string): Promise<string[]> =>
      (await cardsIn(page, name).allInnerTexts()).map((text) => /Keel\d+ (\w+)/.exec(text)?.[1] ?? '')
    const link = (page: Page, name: string) => page.getByRole('link', { name: `${mark} ${name}` })
    return { query: `&q=${mark}`, order, shown, link, ids }
  }

  it('undoes moves of cards within their columns, the last one first', async () => {
    const { query, order, shown, link } = await createThree()
    const page = await open(query)
    await expect.poll(() => shown(page, 'Waiting')).toEqual(['one', 'two', 'three'])
    await link(page, 'three').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(order).toEqual(['one', 'three', 'two'])
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(order).toEqual(['three', 'one', 'two'])
    await expect.poll(() => shown(page, 'Waiting')).toEqual(['three', 'one', 'two'])
    await page.keyboard.press('Control+z')
    await expect.poll(order).toEqual(['one', 'three', 'two'])
    await page.keyboard.press('Control+z')
    await expect.poll(order).toEqual(['one', 'two', 'three'])
    await expect.poll(() => shown(page, 'Waiting')).toEqual(['one', 'two', 'three'])
    // Nothing is left to undo.
    await page.keyboard.press('Control+z')
    await link(page, 'one').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(order).toEqual(['two', 'one', 'three'])
    await page.keyboard.press('Control+z')
    await expect.poll(order).toEqual(['one', 'two', 'three'])
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Move a card up or down in its column').waitFor()
    await expectAccessible(page)
  })

  it('shows cards in the order by hand, which keys and the menu of a card change', async () => {
    const { query, order, shown, link } = await createThree()
    const page = await open(query)
    await expect.poll(() => shown(page, 'Waiting')).toEqual(['one', 'two', 'three'])
    await link(page, 'three').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => shown(page, 'Waiting')).toEqual(['one', 'three', 'two'])
    await expect.poll(order).toEqual(['one', 'three', 'two'])
    await expect.poll(() => focusedText(page)).toContain('three')
    const announced = page.locator('[aria-live=polite]').first()
    await expect.poll(() => announced.innerText()).toMatch(/three, position 2 of 3$/)
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(order).toEqual(['one', 'two', 'three'])
    await expect.poll(() => shown(page, 'Waiting')).toEqual(['one', 'two', 'three'])
    await page.keyboard.press('m')
    const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
    await item('Move to top').waitFor()
    expect(await item('Move down').getAttribute('aria-disabled')).toBe('true')
    expect(await item('Move to bottom').getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(page)
    await item('Move to top').click()
    await expect.poll(() => shown(page, 'Waiting')).toEqual(['three', 'one', 'two'])
    await expect.poll(order).toEqual(['three', 'one', 'two'])
    await expect.poll(() => focusedText(page)).toContain('three')
    await page.keyboard.press('m')
    await item('Move to bottom').click()
    await expect.poll(order).toEqual(['one', 'two', 'three'])
  })

  it('puts a card where it is dropped, in its column and in another one', async () => {
    const { query, order, shown, link, ids } = await createThree()
    await site.server.as('alice').put(`artifacts/${ids[0]}`, {
      values: [{ field_id: yard.field('status'), bind_value_ids: [yard.fixture.values.get('At work')] }],
    })
    const [, second] = ids
    await site.server.as('alice').put(`artifacts/${second}`, {
      values: [{ field_id: yard.field('status'), bind_value_ids: [yard.fixture.values.get('At work')] }],
    })
    const page = await open(query)
    await expect.poll(() => shown(page, 'At work')).toEqual(['one', 'two'])
    const drag = async (name: string, over: string, part: number): Promise<void> => {
      await link(page, name).hover()
      await page.mouse.down()
      await page.mouse.move(600, 400, { steps: 3 })
      const box = await link(page, over).boundingBox()
      const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) * part]
      await page.mouse.move(x, y, { steps: 6 })
      await page.mouse.move(x + 1, y, { steps: 2 })
      await page.mouse.up()
    }
    await drag('three', 'two', 0.2)
    await expect.poll(() => shown(page, 'At work')).toEqual(['one', 'three', 'two'])
    await expect.poll(order).toEqual(['one', 'three', 'two'])
    await expect.poll(() => shown(page, 'At work')).toEqual(['one', 'three', 'two'])
    await drag('two', 'one', 0.2)
    await expect.poll(() => shown(page, 'At work')).toEqual(['two', 'one', 'three'])
    await expect.poll(order).toEqual(['two', 'one', 'three'])
  })

  it('returns a card whose place is refused, and shows why', async () => {
    const { query, order, shown, link } = await createThree()
    const page = await open(query)
    await page.route('**/artifact_order', (route) =>
      route.fulfill({ status: 403, json: { error: { code: 403, message: 'Forbidden: No order today' } } }),
    )
    await link(page, 'three').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByRole('paragraph').filter({ hasText: 'No order today' }).waitFor()
    await expect.poll(() => shown(page, 'Waiting')).toEqual(['one', 'two', 'three'])
    expect(await order()).toEqual(['one', 'two', 'three'])
  })

  it('shows the order of other users at once', async () => {
    const { query, shown, ids } = await createThree()
    const page = await open(query)
    await expect.poll(() => shown(page, 'Waiting')).toEqual(['one', 'two', 'three'])
    await page.waitForTimeout(2500)
    await site.server.as('bob').patch(`trackers/${yard.tracker}/artifact_order`, {
      order: { ids: [ids[2]], direction: 'before', compared_to: ids[0] },
    })
    await expect.poll(() => shown(page, 'Waiting'), { timeout: 8000 }).toEqual(['three', 'one', 'two'])
  })

  it('keeps the order of a query, in which no card has a place by hand', async () => {
    const { query, shown, link, order } = await createThree()
    const page = await open(`${query.replace('&q=', '&q=title%20%3D%20%22')}%22%20ORDER%20BY%20title%20DESC`)
    await expect.poll(() => shown(page, 'Waiting')).toEqual(['two', 'three', 'one'])
    await link(page, 'one').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: 'At work' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Move up' }).count()).toBe(0)
    expect(await order()).toEqual(['one', 'two', 'three'])
  })

  it('opens an artifact next to the board, and gives the focus back to its card', async () => {
    const page = await open()
    await card(page).click()
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: title, level: 2 }).waitFor()
    expect(await card(page).getAttribute('aria-current')).toBe('true')
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Close', exact: true }).click()
    await panel.waitFor({ state: 'detached' })
    expect(await focusedText(page)).toContain(title)
    await page.keyboard.press('Space')
    await panel.getByRole('link', { name: 'Open the page' }).focus()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await focusedText(page)).toContain(title)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/artifacts/${job}`)
  })

  it('moves the focus between its cards by arrow keys, and has one stop of the Tab key', async () => {
    const page = await openBugs()
    const cards = cardsIn(page, 'Open')
    await cards.first().focus()
    await page.keyboard.press('ArrowDown')
    expect(await cards.nth(1).evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowRight')
    expect(await focusedColumn(page)).toMatch(/^In progress, /)
    await page.keyboard.press('ArrowLeft')
    expect(await focusedColumn(page)).toMatch(/^Open, /)
    expect(await page.locator('[data-card][tabindex="0"]').count()).toBe(1)
  })

  it('creates an artifact in a column, where the workflow allows to begin', async () => {
    const page = await open()
    await column(page, 'Waiting').getByRole('link', { name: 'Create job in Waiting' }).click()
    await page.waitForURL('**/new?status=Waiting')
    await page
      .getByRole('button', { name: /^Status/ })
      .getByText('Waiting')
      .waitFor()
    await page.goBack()
    await column(page, 'Waiting').waitFor()
    expect(await page.getByRole('link', { name: 'Create job in Done' }).count()).toBe(0)
  })

  it('offers no move to users who cannot change an artifact', async () => {
    const page = await openBugs('', 'visitor')
    await cardsIn(page, 'Open').first().waitFor()
    expect(await page.getByRole('button', { name: /^Move / }).count()).toBe(0)
    expect(await page.locator('[data-card][draggable="true"]').count()).toBe(0)
  })

  it('shows the limit of work in progress of a column, and when it is exceeded', async () => {
    const field = yard.field('status')
    const tracker = (await site.server.as('alice').get(`trackers/${yard.tracker}`)).body
    const { values }: { values: readonly { id: number; label: string }[] } = tracker.fields.find(
      (each: { field_id: number }) => each.field_id === field,
    )
    const set = async (limit: number | null): Promise<void> => {
      const input = values.map(({ id, label }) => ({ id, work_limit: label === 'Waiting' ? limit : null }))
      const { status: code, text } = await site.server.as('alice').patch(`tracker_fields/${field}`, { values: input })
      expect(code, text).toBe(200)
    }
    try {
      await set(999)
      const page = await open(`&q=${encodeURIComponent(title)}`)
      await column(page, 'Waiting').getByRole('heading').getByText('1 of 999').waitFor()
      await yard.createJob(title)
      await set(1)
      await page.reload()
      const heading = column(page, 'Waiting').getByRole('heading')
      await heading.getByText('2 of 1').waitFor()
      expect(await heading.innerText()).toContain('1 over the limit')
      await expectAccessible(page)
      const phone = await site.page('alice', page.url(), { viewport: { width: 390, height: 844 } })
      await phone.getByRole('button', { name: /^Waiting 2 of 1/ }).waitFor()
    } finally {
      await set(null)
    }
  })

  it('shows one column at a time on a phone, and moves by the menu of a card', async () => {
    const context = await site.context('alice', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const page = await context.newPage()
    await page.goto(`/trackers/${yard.tracker}?view=board&q=${encodeURIComponent(title)}`)
    await page.getByRole('button', { name: /^Waiting 1/ }).waitFor()
    await page.getByRole('button', { name: 'Filter' }).last().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Show 1 artifact' }).click()
    await page.getByRole('button', { name: /^Move / }).click()
    await page.getByRole('menuitem', { name: 'At work' }).click()
    await expect.poll(status).toBe('At work')
    await page.getByRole('button', { name: /^At work 1/ }).click()
    await card(page).waitFor()
    await context.close()
  })

  it('has no accessibility problem, in light and dark, wide and on a phone', async () => {
    await expectAccessibleScreens(site, 'alice', `/trackers/${lander.bugs}?view=board`, 'the board')
  })
})
