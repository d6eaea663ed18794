import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import { isFullMatrix } from '../kit/full-matrix.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { readWorkbook } from '../kit/read-workbook.ts'

const manyRows = 10_000
const trades = ['Engine', 'Paint', 'Rigging', 'Sails', 'Wood', 'Brass', 'Canvas', 'Electrics', 'Glass', 'Ropes'].concat(
  'Tanks',
  'Varnish',
  'Winches',
)

/** Filters by chips, live rows, phones, links, exports and a tracker with very many artifacts. */
describeInBrowser('the rows of a tracker', () => {
  const site = startBrowserSite()
  let project: ProjectFixture
  let jobs: number
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createProjectFixture(site.server, 'yard', {
      members: [alice, bob],
      administrators: [alice],
      groups: { Night: [alice], Day: [bob], Deck: [alice, bob] },
      trackers: (groups) => [jobDefinition(), manyDefinition(), shiftDefinition(groups)],
    })
    jobs = Number(project.trackers.get('job'))
    const value = (label: string) => Number(project.values.get(label))
    await project.createArtifacts(
      ...Array.from({ length: 24 }, (_, n) => ({
        tracker: 'job',
        changes: [
          {
            by: n % 4 === 0 ? alice : bob,
            on: baseTime - n * 86_400,
            values: {
              'job:title': `Job ${String.fromCharCode(65 + n)}`,
              'job:status': [value(['Ready', 'At work', 'Finished'][n % 3] ?? '')],
              'job:assigned_to': [n % 2 === 0 ? alice : bob],
              'job:trade': [value(trades[n % trades.length] ?? '')],
              'job:tags': n % 5 === 0 ? [`b${value('urgent')}`] : [],
              'job:checks': n % 6 === 0 ? [value('Wet'), value('Dry')] : [],
              'job:due': n % 2 === 0 ? Date.UTC(2001, 0, 2) / 1000 : Date.UTC(2099, 0, 2) / 1000,
              'job:hours': n,
            },
          },
        ],
      })),
    )
  })
  const open = (query = '', login = 'alice'): Promise<Page> => site.page(login, `/trackers/${jobs}${query}`)
  const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
  const titles = (page: Page) => page.getByRole('rowheader').allInnerTexts()
  const filters = (page: Page) => page.getByRole('group', { name: 'Filters' })
  const field = (name: string): number => Number(project.fields.get(`job:${name}`))
  const listed = async (query: string) => {
    const { body } = await site.server
      .as('alice')
      .get(`trackers/${jobs}/artifacts?limit=50&order=desc&expert_query=${encodeURIComponent(query)}`)
    return (body as { title: string }[]).map(({ title }) => title)
  }
  const idOf = async (title: string): Promise<number> => {
    const { body } = await site.server.as('alice').get(`trackers/${jobs}/artifacts?limit=50`)
    return (body as { id: number; title: string }[]).find((each) => each.title === title)?.id ?? 0
  }

  it('have a hint where the pointer or the focus is, and only there', async () => {
    const page = await open()
    const cells = page.locator('tbody tr').first().locator('[data-cell]')
    const updated = cells.filter({ has: page.locator('time') }).first()
    const title = page.getByRole('rowheader').first()
    expect(await page.locator('tbody :is(time, a)[title]').count()).toBe(0)
    await updated.hover()
    expect(await updated.getAttribute('title')).toMatch(/\d{4} at \d\d:\d\d$/)
    await title.hover()
    expect(await title.getAttribute('title')).toBe(await title.innerText())
    expect(await updated.getAttribute('title')).toBeNull()
    await page.mouse.move(0, 0)
    expect(await title.getAttribute('title')).toBeNull()
    await updated.focus()
    expect(await updated.getAttribute('title')).toMatch(/\d{4} at /)
  })

  it.each([
    ['compact', 32],
    ['comfortable', 40],
    ['spacious', 52],
  ] as const)('are as high as the density demands, one below the other: %s', async (density, height) => {
    const context = await site.context('alice')
    const page = await context.newPage()
    await page.addInitScript((chosen) => localStorage.setItem('density', chosen), density)
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.goto(`/trackers/${jobs}`)
    await waitUntilSettled(page)
    const measure = () =>
      page.locator('tbody tr').evaluateAll((rows) =>
        rows
          .map((row) => ({
            index: Number(row.getAttribute('aria-rowindex')),
            top: row.getBoundingClientRect().top,
            bottom: row.getBoundingClientRect().bottom,
          }))
          .sort((a, b) => a.index - b.index),
      )
    const expectRows = async (): Promise<void> => {
      const rows = await measure()
      const first = rows[0]
      for (const { index, top, bottom } of rows) {
        expect(bottom - top).toBe(height)
        expect(Math.round(top - (first?.top ?? 0))).toBe((index - (first?.index ?? 0)) * height)
      }
      // They fill the list.
      const [frame] = await page
        .locator('section:has(> table)')
        .evaluateAll((all) => all.map((each) => each.clientHeight))
      expect(rows.length * height).toBeGreaterThanOrEqual((frame ?? 0) - height)
    }
    await expectRows()
    await page.getByRole('rowheader').first().focus()
    await page.keyboard.press('Control+End')
    await expect.poll(() => measure().then((rows) => rows.at(-1)?.index)).toBe(25)
    await waitUntilSettled(page)
    const last = await page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect()
      return box === undefined ? 0 : box.bottom
    })
    expect(last).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
    await expectAccessible(page)
    await context.close()
  })

  describe('filtered by chips', () => {
    it('have the values of a field that "Filter" adds, as of an open list', async () => {
      const page = await open()
      await filters(page).getByRole('button', { name: 'Filter', exact: true }).click()
      await expectAccessible(page)
      await page.getByRole('menuitem', { name: 'Tags' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'urgent' }).click()
      const expected = await listed('tags = "urgent"')
      expect(expected).toHaveLength(5)
      await expect.poll(() => titles(page)).toStrictEqual(expected)
      await filters(page).getByRole('button', { name: 'Tags: urgent' }).waitFor()
      await page.reload()
      await expect.poll(() => titles(page)).toStrictEqual(expected)
      await page.getByRole('button', { name: 'Remove the filter by Tags' }).click()
      await expect.poll(() => titles(page).then(({ length }) => length)).toBeGreaterThan(5)
      expect(await filters(page).getByRole('button', { name: 'Tags' }).count()).toBe(0)
    })
    it('have the user who submitted or changed them, found by name', async () => {
      const page = await open()
      await filters(page).getByRole('button', { name: 'Filter', exact: true }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Submitted by' }).waitFor()
      await page.keyboard.type('Submitted')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Submitted by' })
      await dialog.getByRole('searchbox').waitFor()
      await page.keyboard.type('car')
      await dialog.getByRole('option', { name: /Bob Carter/ }).click()
      const expected = await listed('submitted_by = "bob"')
      expect(expected).toHaveLength(18)
      await expect.poll(() => titles(page)).toStrictEqual(expected)
      expect(parameter(page, 'in.submitted_by')).toBe(String(site.server.idOf('bob')))
      await page.goto(`${site.origin}/trackers/${jobs}?in.submitted_by=%40bob&in.assigned_to=myself`)
      await filters(page).getByRole('button', { name: 'Submitted by: Bob Carter' }).waitFor()
      await filters(page).getByRole('button', { name: 'Assigned to: Me' }).waitFor()
      await expect
        .poll(() => titles(page))
        .toStrictEqual(await listed('submitted_by = "bob" AND assigned_to = "alice"'))
      await expectAccessible(page)
    })
    it('have several values, of which many are found by typing', async () => {
      const page = await open()
      await filters(page).getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Trade' }).click()
      const dialog = page.getByRole('dialog', { name: 'Trade' })
      await dialog.getByRole('searchbox').fill('rig')
      await dialog.getByRole('option', { name: 'Rigging' }).click()
      await filters(page).getByRole('button', { name: 'Trade: Rigging' }).click()
      await dialog.getByRole('searchbox').fill('wood')
      await expectAccessible(page)
      await dialog.getByRole('option', { name: 'Wood' }).click()
      await filters(page).getByRole('button', { name: 'Trade: 2 values' }).waitFor()
      await expect.poll(() => titles(page)).toStrictEqual(await listed('trade IN("Rigging", "Wood")'))
      await filters(page).getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Checks' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Wet' }).click()
      await expect
        .poll(() => titles(page))
        .toStrictEqual(await listed('trade IN("Rigging", "Wood") AND checks = "Wet"'))
    })
    it('are those of the groups of the user, by one chip', async () => {
      const shifts = Number(project.trackers.get('shift'))
      const crews = [['Night'], ['Day'], ['Deck', 'Day'], []]
      await project.createArtifacts(
        ...crews.map((crew) => ({
          tracker: 'shift',
          changes: [
            {
              values: {
                'shift:title': `Shift ${crew.join(', ') || 'none'}`,
                'shift:crew': crew.map((name) => Number(project.values.get(`crew ${name}`))),
              },
            },
          ],
        })),
      )
      const page = await site.page('alice', `/trackers/${shifts}`)
      const chip = filters(page).getByRole('button', { name: 'My groups' })
      await chip.click()
      await expect.poll(() => titles(page)).toStrictEqual(['Shift Deck, Day', 'Shift Night'])
      expect(await chip.getAttribute('aria-pressed')).toBe('true')
      await filters(page).getByRole('button', { name: 'Crew: 2 values' }).waitFor()
      await expectAccessible(page)
      await page.reload()
      await expect.poll(() => titles(page)).toStrictEqual(['Shift Deck, Day', 'Shift Night'])
      await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true')
      await chip.click()
      await expect.poll(() => titles(page).then(({ length }) => length)).toBe(4)
      expect(await chip.getAttribute('aria-pressed')).toBe('false')
      expect(parameter(page, 'in.crew')).toBeNull()
      // Who is in no group of the field learns it; trackers without such a field have no chip.
      const other = await site.page('admin', `/trackers/${shifts}`)
      await filters(other).getByRole('button', { name: 'My groups' }).click()
      await other.getByText('You belong to none of the groups of Crew').first().waitFor()
      expect(parameter(other, 'in.crew')).toBeNull()
      expect(
        await filters(await open())
          .getByRole('button', { name: 'My groups' })
          .count(),
      ).toBe(0)
    })
    it('are as they were when no value is chosen', async () => {
      const page = await open()
      const before = await titles(page)
      const add = filters(page).getByRole('button', { name: 'Filter', exact: true })
      await add.click()
      await page.getByRole('menuitem', { name: 'Tags' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'urgent' }).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => filters(page).getByRole('button', { name: 'Tags' }).count()).toBe(0)
      await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true)
      expect(await titles(page)).toStrictEqual(before)
    })
  })

  it('request only the values that they show', async () => {
    const page = await (await site.context('alice')).newPage()
    const requests: URL[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === `/api/trackers/${jobs}/artifacts`) requests.push(url)
    })
    const answered = page.waitForResponse((response) => response.url().includes('/artifacts?limit=50'))
    await page.goto(`/trackers/${jobs}?cols=title,hours,due&sort=title`)
    const body = (await (await answered).json()) as { values: { field_id: number }[] }[]
    await waitUntilSettled(page)
    expect(requests.map(({ searchParams }) => searchParams.get('fields'))).toStrictEqual([
      [field('due'), field('hours')].toSorted((a, b) => a - b).join(','),
    ])
    expect(new Set(body.flatMap(({ values }) => values.map(({ field_id }) => field_id)))).toStrictEqual(
      new Set([field('due'), field('hours')]),
    )
    await page.getByRole('row', { name: 'Job A' }).getByRole('gridcell').nth(1).click()
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'Job A', level: 2 }).waitFor()
    await panel.getByText('Engine').first().waitFor()
  })

  it('stay, dimmed, when they leave the query by the change of another user, until it runs again', async () => {
    const bob = await (await site.context('bob')).newPage()
    const isFollowed = bob.waitForResponse((response) => response.url().includes('/api/changes/stream'))
    const query = `q=${encodeURIComponent('status = "Ready"')}&sort=title&cols=title,status,hours`
    await bob.goto(`/trackers/${jobs}?${query}`)
    await isFollowed
    const before = await titles(bob)
    expect(before.slice(0, 2)).toStrictEqual(['Job A', 'Job D'])
    const alice = await site.page('alice', `/artifacts/${await idOf('Job A')}`)
    const setStatus = async (to: string) => {
      await alice.getByRole('button', { name: /^Status/ }).click()
      await alice.getByRole('menuitem', { name: new RegExp(`^${to}`) }).click()
      await alice.getByRole('button', { name: `Status ${to}` }).waitFor()
    }
    await setStatus('Finished')
    const row = bob.locator('tbody tr[data-row="0"]')
    await row.getByText('No longer matches').waitFor()
    expect(await row.innerText()).toMatch(/Finished/)
    expect((await titles(bob)).slice(1)).toStrictEqual(before.slice(1))
    await expectAccessible(bob)
    await setStatus('Ready')
    await row.getByText('No longer matches').waitFor({ state: 'detached' })
    await setStatus('Finished')
    await row.getByText('No longer matches').waitFor()
    await bob.getByRole('button', { name: 'Show new changes' }).click()
    await expect.poll(() => titles(bob)).toStrictEqual(before.slice(1))
    expect(await bob.getByRole('button', { name: 'Show new changes' }).count()).toBe(0)
    await setStatus('Ready')
  })

  describe('that are selected', () => {
    const select = async (page: Page, ...names: string[]): Promise<void> => {
      for (const name of names) await page.getByRole('row', { name }).getByRole('checkbox').click()
    }
    it('are linked with one artifact, all or none, after a preview', async () => {
      const page = await open('?sort=title')
      await select(page, 'Job B', 'Job C', 'Job D')
      await page.getByRole('toolbar').getByRole('button', { name: 'Link' }).click()
      const dialog = page.getByRole('dialog', { name: 'Link 3 artifacts' })
      await dialog.getByRole('button', { name: /Choose an artifact/ }).click()
      const partner = await idOf('Job D')
      await page.keyboard.type(`#${partner}`)
      await page.getByRole('option', { name: /Job D/ }).click()
      const preview = dialog.getByRole('region', { name: 'Preview' })
      await preview.getByText('2 will be linked').waitFor()
      expect(await dialog.getByText('optional').count()).toBe(0)
      await preview.getByText('An artifact is not linked with itself.').waitFor()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Link 2 artifacts' }).click()
      await dialog.waitFor({ state: 'detached' })
      const links = async (id: number) => {
        const { body } = await site.server.as('alice').get(`artifacts/${id}`)
        const entry = (body as { values: { type: string; links?: { id: number; type: string }[] }[] }).values.find(
          ({ type }) => type === 'art_link',
        )
        return entry?.links?.map(({ id: to, type }) => [to, type ?? ''])
      }
      const [b, c, e] = [await idOf('Job B'), await idOf('Job C'), await idOf('Job E')]
      expect(await links(b)).toStrictEqual([[partner, '']])
      expect(await links(c)).toStrictEqual([[partner, '']])
      expect(await links(partner)).toStrictEqual([])

      // In the other direction the links are those of the one artifact; what is linked already stays.
      for (const [names, counted] of [
        [['Job C'], '1 will be linked'],
        [['Job C', 'Job E'], '1 already linked'],
      ] as const) {
        await select(page, ...names)
        await page.getByRole('toolbar').getByRole('button', { name: 'Link' }).click()
        const again = page.getByRole('dialog', { name: /^Link \d artifacts?$/ })
        await again.getByRole('button', { name: /Choose an artifact/ }).click()
        await page.keyboard.type(`#${partner}`)
        await page.getByRole('option', { name: /Job D/ }).click()
        await again.getByLabel('As').selectOption({ label: 'Child of' })
        await again.getByText(counted).waitFor()
        await again.getByRole('button', { name: 'Link 1 artifact' }).click()
        await again.waitFor({ state: 'detached' })
      }
      expect(await links(partner)).toStrictEqual([
        [c, '_is_child'],
        [e, '_is_child'],
      ])
      expect(await links(b)).toStrictEqual([[partner, '']])
    })
    it('are exported as CSV with the columns shown', async () => {
      const page = await open('?sort=title&cols=title,hours')
      await select(page, 'Job C', 'Job A')
      const downloading = page.waitForEvent('download')
      const answering = page.waitForResponse(/artifact_export/)
      await page.getByRole('toolbar').getByRole('button', { name: 'Export CSV' }).click()
      expect((await downloading).suggestedFilename()).toBe('job.csv')
      const url = new URL((await answering).url())
      const ids = [await idOf('Job A'), await idOf('Job C')].toSorted((a, b) => a - b)
      expect(url.searchParams.get('ids')).toBe(ids.join(','))
      const text = await page.evaluate(async (address) => (await fetch(address)).text(), url.href)
      expect(text.trim().split(/\r?\n/)).toStrictEqual(['id,title,hours', `${ids[0]},Job A,0`, `${ids[1]},Job C,2`])
    })
    it('are exported as a workbook, all that can be selected in one file', async () => {
      const page = await open('?sort=title&cols=title,hours')
      await select(page, 'Job C', 'Job A')
      const downloading = page.waitForEvent('download')
      const answering = page.waitForResponse(/artifact_export/)
      await page.getByRole('toolbar').getByRole('button', { name: 'Export XLSX' }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe('job.xlsx')
      const [sheet] = await readWorkbook(await readFile(await download.path()))
      expect(sheet?.rows.map((row) => Object.values(row).slice(1))).toStrictEqual([
        [expect.stringMatching(/^title$/i), expect.stringMatching(/^hours$/i)],
        ['Job A', 0],
        ['Job C', 2],
      ])
      const ids = [await idOf('Job A'), await idOf('Job C')].toSorted((a, b) => a - b)
      expect(new URL((await answering).url()).search).toContain(`&ids=${ids.join(',')}`)
    })
  })

  describe('on a phone', () => {
    const phone = async (query = '', login = 'alice'): Promise<Page> => {
      const viewport = { width: 390, height: 844 }
      const context = await site.context(login, { viewport, hasTouch: true, isMobile: true })
      const page = await context.newPage()
      await page.goto(`/trackers/${jobs}${query}`)
      await waitUntilSettled(page)
      return page
    }
    const heights = (page: Page, selector: string) =>
      page
        .locator(selector)
        .evaluateAll((found) => found.map((each) => Math.round(each.getBoundingClientRect().height)))

    it('have two lines, a status chip per tap, and sheets for filters and order', async () => {
      const page = await phone('?cols=id,title,status,assigned_to,due')
      expect(new Set(await heights(page, 'tbody tr[aria-rowindex]'))).toStrictEqual(new Set([64]))
      const tops = await page
        .locator('tbody tr[aria-rowindex]')
        .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().y)).toSorted((a, b) => a - b))
      expect(tops).toStrictEqual(tops.map((_, n) => (tops[0] ?? 0) + n * 64))
      expect(await page.getByRole('columnheader').count()).toBe(0)
      await filters(page).getByRole('button', { name: 'At work' }).tap()
      await filters(page).getByRole('button', { name: 'Assigned to me' }).tap()
      await page.getByRole('button', { name: 'Sort' }).tap()
      await page.getByRole('menuitemradio', { name: 'Title' }).tap()
      await expect
        .poll(async () => (await titles(page)).map((title) => /Job \w/.exec(title)?.[0]))
        .toStrictEqual((await listed('status = "At work" AND assigned_to = "alice"')).toSorted())
      expect((await titles(page))[0]).toMatch(/#\d+\s+At work/)
      await page.getByRole('button', { name: 'Filter, 2' }).tap()
      const sheet = page.getByRole('dialog', { name: 'Filters' })
      await sheet.getByRole('button', { name: 'Tags', exact: true }).tap()
      await page.getByRole('menuitemcheckbox', { name: 'urgent' }).tap()
      await sheet.getByRole('button', { name: 'Tags: urgent' }).waitFor()
      await expectAccessible(page)
      await sheet.getByRole('button', { name: 'Clear' }).tap()
      await sheet.getByRole('button', { name: 'Show 24 artifacts' }).tap()
      await sheet.waitFor({ state: 'detached' })
      expect(new URL(page.url()).searchParams.toString()).toBe(
        'sort=title&cols=id%2Ctitle%2Cstatus%2Cassigned_to%2Cdue',
      )
      await page.getByRole('link', { name: 'Create job' }).waitFor()
      const small = await page.locator('main :is(button, a[href], input)').evaluateAll((found) =>
        found
          .filter((each) => each.checkVisibility() && each.closest('td, th') === null)
          .filter((each) => Math.round(each.getBoundingClientRect().height) < 44)
          .map((each) => each.outerHTML.slice(0, 200)),
      )
      expect(small).toStrictEqual([])
    })
    it('are selected at the shape of their status', async () => {
      const page = await phone('?sort=title')
      await page.locator('tbody tr[data-row="1"] [data-cell="0"]').tap()
      await page.getByRole('toolbar', { name: 'Selected artifacts' }).getByText('1 selected').waitFor()
      expect(
        await page
          .getByRole('checkbox', { name: /^Select job/ })
          .nth(1)
          .isChecked(),
      ).toBe(true)
      await expectAccessible(page)
      const bar = page.getByRole('toolbar', { name: 'Selected artifacts' })
      await bar.getByRole('button', { name: 'Select all' }).tap()
      await bar.getByText('24 selected').waitFor()
      expect(await bar.getByRole('button', { name: 'Select all' }).count()).toBe(0)
      await bar.getByRole('button', { name: 'More actions' }).tap()
      const items = ['Set field…', 'Link', 'Export CSV', 'Export XLSX', 'Delete']
      expect(await page.getByRole('menuitem').allInnerTexts()).toStrictEqual(items)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 320, height: 700 })
      const widths = await bar.evaluate((element) =>
        [element, ...element.querySelectorAll('button')].map((each) => each.getBoundingClientRect().right),
      )
      expect(Math.max(...widths)).toBeLessThanOrEqual(320)
      // The bar covers no row.
      const last = page.getByRole('rowheader').last()
      const findHiddenHeight = async () => {
        await last.scrollIntoViewIfNeeded()
        const [row, top] = [await last.boundingBox(), (await bar.boundingBox())?.y ?? 0]
        return row === null ? null : Math.max(0, Math.floor(row.y + row.height - top))
      }
      await expect.poll(findHiddenHeight).toBe(0)
      await page.getByRole('button', { name: 'Clear the selection' }).tap()
      // Rows that were scrolled away are not in the document.
      await page.locator('[role$="grid"]').evaluate((grid) => grid.parentElement?.scrollTo(0, 0))
      await page.getByRole('rowheader', { name: /Job C/ }).tap()
      await page.waitForURL(/\/artifacts\/\d+$/)
    })
    it('are shown without an account', async () => {
      const page = await phone('', 'visitor')
      expect(await page.getByRole('checkbox').count()).toBe(0)
      expect((await titles(page))[0]).toMatch(/Job X/)
      await expectAccessible(page)
    })
  })

  it('are accessible in every size and color scheme', () =>
    expectAccessibleScreens(
      site,
      'alice',
      `/trackers/${jobs}?cols=id,title,status,assigned_to,due,trade,tags,hours&sort=status,-title&in.tags=100`,
      'tracker-rows',
    ))

  it('are few elements of one height in the document, however many a tracker has', async () => {
    const many = Number(project.trackers.get('many'))
    const alice = site.server.idOf('alice')
    await project.createArtifacts(
      ...Array.from({ length: manyRows }, (_, n) => ({
        tracker: 'many',
        changes: [
          {
            by: alice,
            on: baseTime + n,
            values: {
              'many:title': `Row ${n} ${'of a long name '.repeat(n % 9)}`,
              'many:status': [project.values.get(['Fresh', 'Stale'][n % 2] ?? '')],
              'many:assigned_to': [alice],
              'many:hours': n,
            },
          },
        ],
      })),
    )
    const page = await site.page('alice', `/trackers/${many}?cols=id,title,status,assigned_to,hours`)
    const total = `${manyRows + 1}`
    await expect.poll(() => page.locator('[role$="grid"]').getAttribute('aria-rowcount')).toBe(total)
    const measured = await page.evaluate(scrollThrough)
    if (isFullMatrix) process.stdout.write(`\n${manyRows} rows: ${JSON.stringify(measured)}\n`)
    expect(measured.maxNodes).toBeLessThan(3000)
    expect(measured.heights).toStrictEqual([40])
    expect(measured.jumps).toBe(0)
    // Rows that come into view take the elements of others.
    expect(measured.elements).toBeLessThan(100)
    const readOrder = () =>
      page
        .locator('tbody tr[aria-rowindex]')
        .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-rowindex'))))
    // The order of the document is that of the rows again as soon as the list rests.
    await expect
      .poll(async () => {
        const order = await readOrder()
        return order.length > 10 && order.every((row, n) => n === 0 || row > (order[n - 1] ?? 0))
      })
      .toBe(true)
    await page
      .locator(`tr[aria-rowindex="${total}"]`)
      .getByRole('link', { name: /^Row 0\b/ })
      .waitFor()
    // What was scrolled over at speed is loaded where the user stops.
    await page.getByRole('region', { name: 'many' }).evaluate((list) => list.scrollTo(0, list.scrollHeight / 2))
    await page
      .locator('tr[aria-rowindex="5001"]')
      .getByRole('link', { name: /^Row 5000\b/ })
      .waitFor()

    // One change has at most 1,000 of them.
    await page.locator('thead').getByRole('checkbox').click()
    const count = '1,000 of 10,000 selected (limit reached)'
    await page.getByRole('toolbar', { name: 'Selected artifacts' }).getByText(count).waitFor()
    expect(await page.locator('[aria-live=polite]').first().innerText()).toContain(count)
  }, 400_000)
})

/** Scrolls to the end of the list, a screen per frame. Runs in the page. */
async function scrollThrough() {
  const list = document.querySelector('[role=grid]')?.parentElement
  if (list == null) throw new Error('There is no list')
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const heights = new Set<number>()
  const elements = new Set<Element>()
  const intervals: number[] = []
  let [maxNodes, jumps] = [0, 0]
  const height = list.scrollHeight
  let last = await frame()
  for (let top = 0; top < height; top += list.clientHeight / 2) {
    list.scrollTo(0, top)
    const now = await frame()
    intervals.push(now - last)
    last = now
    if (list.scrollHeight !== height) jumps += 1
    maxNodes = Math.max(maxNodes, document.getElementsByTagName('*').length)
    for (const row of list.querySelectorAll('tbody tr[aria-rowindex]')) {
      heights.add(row.getBoundingClientRect().height)
      elements.add(row)
    }
  }
  list.scrollTo(0, height)
  const sorted = intervals.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return {
    maxNodes,
    heights: [...heights],
    elements: elements.size,
    jumps,
    frames: sorted.length,
    median: at(0.5),
    p95: at(0.95),
  }
}

const status = (name: string, ...labels: (readonly [string, string])[]) =>
  createFieldDefinition('sb', name, { label: 'Status', bind: createStaticBind(...labels) })

const jobDefinition = () =>
  createTrackerDefinition(
    'job',
    [
      createFieldDefinition('string', 'job:title', { label: 'Title' }),
      status(
        'job:status',
        ['Ready', 'graffiti-yellow'],
        ['At work', 'lake-placid-blue'],
        ['Finished', 'sherwood-green'],
      ),
      createFieldDefinition('msb', 'job:assigned_to', { label: 'Assigned to', bind: projectMembers }),
      createFieldDefinition('sb', 'job:trade', {
        label: 'Trade',
        bind: createStaticBind(...trades.map((name) => [name, ''] as const)),
      }),
      createFieldDefinition('tbl', 'job:tags', {
        label: 'Tags',
        bind: createStaticBind(['urgent', ''], ['later', '']),
      }),
      createFieldDefinition('cb', 'job:checks', { label: 'Checks', bind: createStaticBind(['Wet', ''], ['Dry', '']) }),
      createFieldDefinition('date', 'job:begin', { label: 'Begin' }),
      createFieldDefinition('date', 'job:due', { label: 'Due' }),
      createFieldDefinition('int', 'job:hours', { label: 'Hours' }),
      createFieldDefinition('art_link', 'job:links', { label: 'Links' }),
      createFieldDefinition('subby', 'job:submitted_by', { label: 'Submitted by' }),
      createFieldDefinition('luby', 'job:updated_by', { label: 'Updated by' }),
      createFieldDefinition('aid', 'job:id', { label: 'Number' }),
    ],
    {
      title: { field: 'job:title' },
      status: { field: 'job:status', openValues: ['Ready', 'At work'] },
      contributor: { field: 'job:assigned_to' },
      timeframe: { start: 'job:begin', end: 'job:due' },
    },
  )

const shiftDefinition = (groups: ProjectFixture['groups']) =>
  createTrackerDefinition(
    'shift',
    [
      createFieldDefinition('string', 'shift:title', { label: 'Title' }),
      createFieldDefinition('msb', 'shift:crew', {
        label: 'Crew',
        bind: {
          kind: 'ugroups',
          values: [...groups].map(([name, group]) => ({
            key: `crew ${name}`,
            group,
            isHidden: false,
            isDefault: false,
          })),
        },
      }),
    ],
    { title: { field: 'shift:title' } },
  )

const manyDefinition = () =>
  createTrackerDefinition(
    'many',
    [
      createFieldDefinition('string', 'many:title', { label: 'Title' }),
      status('many:status', ['Fresh', 'sherwood-green'], ['Stale', 'fiesta-red']),
      createFieldDefinition('msb', 'many:assigned_to', { label: 'Assigned to', bind: projectMembers }),
      createFieldDefinition('int', 'many:hours', { label: 'Hours' }),
      createFieldDefinition('aid', 'many:id', { label: 'Number' }),
    ],
    {
      title: { field: 'many:title' },
      status: { field: 'many:status', openValues: ['Fresh'] },
      contributor: { field: 'many:assigned_to' },
    },
  )
