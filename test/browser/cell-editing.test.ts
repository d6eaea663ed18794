import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { describeInBrowser, expectAccessible, startBrowserSite } from '../kit/browser-site.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'

type Entry = Readonly<Record<string, unknown>>

/** Editing in the table of artifacts, by keys only. */
describeInBrowser('a cell of the table of artifacts', () => {
  const site = startBrowserSite()
  let project: EditingProject
  let job: ArtifactId
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createEditingProject(site.server, { alice, bob })
    await project.createJob('Old winch')
  })
  // The newest is in the first row.
  beforeEach(async () => {
    job = await project.createJob('New mast step')
  })

  const columns = [
    'number',
    'title',
    'status',
    'lead',
    'trades',
    'berth',
    'points',
    'invoice',
    'details',
    'assigned_to',
  ]
  const readStored = async (name: string): Promise<Entry> => {
    const { body } = await site.server.as('alice').get(`/api/artifacts/${job}`)
    return body.values.find((entry: { field_id: number }) => entry.field_id === project.field(name)) ?? {}
  }
  const expectStored = (name: string, expected: object) => expect.poll(() => readStored(name)).toMatchObject(expected)
  const changeElsewhere = async (name: string, input: object): Promise<void> => {
    const values = [{ field_id: project.field(name), ...input }]
    const { status, text } = await site.server.as('alice').put(`/api/artifacts/${job}`, { values })
    expect(status, text).toBe(200)
  }
  const open = async (login = 'bob', query = ''): Promise<Page> => {
    const page = await site.page(login, `/trackers/${project.tracker}?cols=${columns.join()}${query}`)
    await page.setViewportSize({ width: 1600, height: 800 })
    await page.getByRole('rowheader', { name: 'New mast step' }).first().waitFor()
    return page
  }
  const cell = (page: Page, name: string, row = 0): Locator =>
    page.locator(`tbody [data-row="${row}"] [data-cell="${columns.indexOf(name) + 1}"]`)
  const box = (page: Page, label: string): Locator => page.getByRole('group', { name: `Edit ${label}` })
  const input = (page: Page, label: string): Locator => box(page, label).getByRole('textbox', { name: label })
  const isFocused = (place: Locator): Promise<boolean> => place.evaluate((each) => each === document.activeElement)
  const expectFocused = (place: Locator) => expect.poll(() => isFocused(place)).toBe(true)
  const edit = async (page: Page, name: string): Promise<void> => {
    await cell(page, name).focus()
    await page.keyboard.press('e')
  }
  const announced = (page: Page) => page.locator('[aria-live]').allInnerTexts()
  const bindValue = (label: string) => Number(project.fixture.values.get(label))

  it('is edited with "e", saved with Enter and left with Escape, and has the focus again', async () => {
    const page = await open()
    await edit(page, 'title')
    await expectFocused(input(page, 'Title'))
    expect(await input(page, 'Title').inputValue()).toBe('New mast step')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expectFocused(cell(page, 'title'))
    expect(await box(page, 'Title').count()).toBe(0)
    await page.keyboard.press('e')
    await input(page, 'Title').fill('New mast')
    // The row shows it before the server has answered.
    const answer = Promise.withResolvers<void>()
    await page.route(`**/api/artifacts/${job}`, async (route) => {
      if (route.request().method() === 'PUT') await answer.promise
      await route.continue()
    })
    await page.keyboard.press('Enter')
    await expectFocused(cell(page, 'title'))
    await expect.poll(() => cell(page, 'title').innerText()).toBe('New mast')
    expect(await readStored('title')).toMatchObject({ value: 'New mast step' })
    answer.resolve()
    await expectStored('title', { value: 'New mast' })
    await expect.poll(() => announced(page)).toContain('Title saved')
    await expect.poll(() => page.locator('[data-field]').count()).toBe(0)
    expect(await cell(page, 'title').innerText()).toBe('New mast')
  })

  it('of a list, of several values and of users is edited in the list of its values', async () => {
    const page = await open()
    await edit(page, 'lead')
    await page.getByRole('option', { name: 'Bob Carter' }).waitFor()
    await page.keyboard.type('bob')
    await page.keyboard.press('Enter')
    await expect.poll(() => cell(page, 'lead').innerText()).toMatch('Bob Carter')
    await expectFocused(cell(page, 'lead'))
    await expectStored('lead', { values: [{ username: 'bob' }] })
    await edit(page, 'trades')
    await page.getByRole('option', { name: 'Paint' }).waitFor()
    await page.keyboard.type('paint')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => cell(page, 'trades').innerText()).toMatch('Paint')
    await expectStored('trades', { values: [{ label: 'Wood' }, { label: 'Paint' }] })
    await expectFocused(cell(page, 'trades'))
    // The assignee of the row, wherever the cursor is.
    await page.keyboard.press('a')
    await page.getByRole('option', { name: 'Bob Carter' }).waitFor()
    await page.keyboard.type('bob')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => cell(page, 'assigned_to').innerText()).toMatch('Bob Carter')
    await expectStored('assigned_to', { values: [{ username: 'alice' }, { username: 'bob' }] })
    await expectFocused(cell(page, 'trades'))
  })

  it('of the status offers the transitions of the workflow, and others with the reason', async () => {
    const page = await open()
    await cell(page, 'title').focus()
    await page.keyboard.press('s')
    const item = (name: RegExp) => page.getByRole('menuitem', { name })
    await item(/^At work/).waitFor()
    expect(await item(/^Done/).getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(page)
    await page.keyboard.press('1')
    await expect.poll(() => cell(page, 'status').innerText()).toBe('At work')
    await expectFocused(cell(page, 'title'))
    await expectStored('status', { values: [{ label: 'At work' }] })
    // The workflow does not allow other points now.
    await edit(page, 'points')
    await page.getByText('The workflow does not allow changes in At work.').first().waitFor()
    expect(await box(page, 'Points').count()).toBe(0)
  })

  it('of the status requests what the transition demands', async () => {
    const page = await open()
    await edit(page, 'status')
    await page.getByRole('menuitem', { name: /^Inspected/ }).waitFor()
    await page.keyboard.press('2')
    const form = page.getByRole('form', { name: 'Change to Inspected' })
    await form.getByRole('textbox', { name: 'Berth' }).fill('B 7')
    await form.getByRole('textbox', { name: 'Comment' }).fill('Well done')
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await expectStored('status', { values: [{ label: 'Inspected' }] })
    await expect.poll(() => cell(page, 'status').innerText()).toBe('Inspected')
    await expect.poll(() => cell(page, 'berth').innerText()).toBe('B 7')
    await expectFocused(cell(page, 'status'))
  })

  it('keeps a refused value, with the reason, and the row shows the former one', async () => {
    const page = await open()
    await edit(page, 'points')
    await input(page, 'Points').fill('many')
    await page.keyboard.press('Enter')
    await box(page, 'Points').getByText('Enter a whole number').waitFor()
    await input(page, 'Points').fill('8')
    await changeElsewhere('status', { bind_value_ids: [bindValue('At work')] })
    await page.keyboard.press('Enter')
    await expect.poll(() => input(page, 'Points').inputValue()).toBe('8')
    await expectFocused(input(page, 'Points'))
    await expect.poll(() => cell(page, 'points').innerText()).toMatch(/1.?937/)
    await expect.poll(() => box(page, 'Points').innerText()).not.toBe('')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expectFocused(cell(page, 'points'))
    expect(await readStored('points')).toMatchObject({ value: 1937 })
    site.clearProblems()
  })

  it('shows both versions after a change by another user', async () => {
    const page = await open()
    await edit(page, 'berth')
    await input(page, 'Berth').fill('B 7')
    await changeElsewhere('berth', { value: 'A 1' })
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: 'Alice Liddell changed Berth while you were editing' })
    await panel.waitFor()
    await expect.poll(() => cell(page, 'berth').innerText()).toBe('A 1')
    await expectAccessible(page)
    // The panel is reached with the same key.
    await expectFocused(cell(page, 'berth'))
    await page.keyboard.press('e')
    await expectFocused(panel.getByRole('button', { name: 'Take the version of Alice Liddell' }))
    await panel.getByRole('button', { name: 'Keep mine' }).press('Enter')
    await expectStored('berth', { value: 'B 7' })
    await expect.poll(() => panel.count()).toBe(0)
    await expectFocused(cell(page, 'berth'))
    site.clearProblems()
  })

  it('without permission, or that the site sets, is not edited', async () => {
    const page = await open()
    await edit(page, 'invoice')
    await page.getByText('You cannot change Invoice here.').first().waitFor()
    await edit(page, 'number')
    await page.getByText('You cannot change Number here.').first().waitFor()
    expect(await page.locator('[data-field]').count()).toBe(0)
    const ofAdministrator = await open('alice')
    await edit(ofAdministrator, 'invoice')
    await input(ofAdministrator, 'Invoice').fill('R 12')
    await ofAdministrator.keyboard.press('Enter')
    await expectStored('invoice', { value: 'R 12' })
  })

  it('is saved with Tab, and the next one that can be changed is edited', async () => {
    const page = await open()
    await edit(page, 'berth')
    await input(page, 'Berth').fill('C 3')
    await page.keyboard.press('Tab')
    await expectFocused(input(page, 'Points'))
    await input(page, 'Points').fill('5')
    await page.keyboard.press('Shift+Tab')
    await expectFocused(input(page, 'Berth'))
    expect(await input(page, 'Berth').inputValue()).toBe('C 3')
    await page.keyboard.press('Escape')
    await expectFocused(cell(page, 'berth'))
    await expectStored('berth', { value: 'C 3' })
    await expectStored('points', { value: 5 })
    await expect.poll(() => cell(page, 'points').innerText()).toBe('5')
  })

  it('of a long text is saved with Control and Enter, and Escape keeps a draft', async () => {
    const page = await open()
    await edit(page, 'details')
    await input(page, 'Details').fill('The new one')
    await page.keyboard.press('Escape')
    await expectFocused(cell(page, 'details'))
    await page.keyboard.press('e')
    await expect.poll(() => input(page, 'Details').inputValue()).toBe('The new one')
    await expectFocused(input(page, 'Details'))
    await page.keyboard.press('Control+Enter')
    await expectStored('details', { commonmark: 'The new one' })
    await expect.poll(() => cell(page, 'details').innerText()).toBe('The new one')
    await expectFocused(cell(page, 'details'))
  })

  it('has the focus also where its new value moves the row', async () => {
    const page = await open('bob', '&sort=title')
    await edit(page, 'title')
    await input(page, 'Title').fill('Zinc anodes')
    await page.keyboard.press('Enter')
    const moved = page.getByRole('rowheader', { name: 'Zinc anodes' })
    await expect.poll(() => moved.evaluate((each) => each.closest('tr')?.dataset['row'])).not.toBe('0')
    await expectFocused(moved)
  })

  it('is offered by the command menu', async () => {
    const page = await open()
    await cell(page, 'berth').focus()
    await page.keyboard.press('Control+k')
    // The menu is loaded when it is opened so soon after the page.
    await page.getByRole('dialog').getByRole('searchbox').waitFor()
    await page.keyboard.type('edit the value')
    await page.getByRole('option', { name: /^Edit the value/ }).waitFor()
    await page.keyboard.press('Enter')
    await expectFocused(input(page, 'Berth'))
  })
})
