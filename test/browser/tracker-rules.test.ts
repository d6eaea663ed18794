import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
} from '../kit/browser-site.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'

type Json = any

const list = (name: string, label: string, ...values: string[]) =>
  createFieldDefinition('sb', name, { label, bind: createStaticBind(...values.map((value) => [value, ''] as const)) })

const room = {
  ...createTrackerDefinition('room', [
    createFieldDefinition('string', 'title', { label: 'Title' }),
    createFieldDefinition('date', 'begin', { label: 'Start date' }),
    createFieldDefinition('date', 'end', { label: 'Due date' }),
    list('status', 'Status', 'Open', 'Done'),
    list('floor', 'Floor', 'Cellar', 'Attic'),
    list('light', 'Light', 'Dark', 'Bright'),
    list('seal', 'Seal', 'Wax'),
  ]),
  workflow: {
    field: 'status',
    isUsed: true,
    isAdvanced: false,
    isLegacy: false,
    transitions: [
      {
        from: 'Open',
        to: 'Done',
        groups: [2 as never],
        notEmptyFields: [],
        isCommentRequired: false,
        actions: [{ kind: 'frozen_fields' as const, fields: ['seal'] }],
      },
    ],
  },
}
const task = createTrackerDefinition('task', [list('task:state', 'State', 'Todo', 'Ready')], {}, { parent: 'room' })

describeInBrowser('the rules of a tracker', () => {
  const site = startBrowserSite()
  let project: ProjectFixture
  let tracker = 0
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createProjectFixture(site.server, 'house', {
      members: [alice, bob],
      administrators: [alice],
      trackers: () => [room, task],
    })
    tracker = project.trackers.get('room') as number
  })
  const field = (name: string): number => project.fields.get(name) as number
  const value = (name: string): number => project.values.get(name) as number
  const readRules = async (): Promise<Json> =>
    (await site.server.as('alice').get(`trackers/${tracker}`)).body.workflow.rules
  const readTriggers = async (): Promise<Json> =>
    (await site.server.as('alice').get(`trackers/${tracker}/triggers`)).body
  const put = async (part: string, body: Json): Promise<void> => {
    const { status, text } = await site.server.as('alice').put(`trackers/${tracker}/${part}`, body)
    if (status !== 200) throw new Error(text)
  }
  const open = (login = 'alice'): Promise<Page> => site.page(login, `/trackers/${tracker}/admin/rules`)
  const dates = (source: string, comparator: string, target: string) => ({
    source_field_id: field(source),
    target_field_id: field(target),
    comparator,
  })
  const lists = (sourceValue: number, targetValue: number) => ({
    source_field_id: field('floor'),
    source_value_id: sourceValue,
    target_field_id: field('light'),
    target_value_id: targetValue,
  })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  /** The toast that was shown last with these words. */
  const undo = async (page: Page, words: string): Promise<void> => {
    const toasts = page.getByRole('region', { name: 'Notifications' })
    await toasts.getByText(words).last().waitFor()
    await toasts.locator('div', { hasText: words }).getByRole('button', { name: 'Undo' }).last().click()
  }

  beforeEach(async () => {
    await put('rules', {})
    await put('triggers', [])
  })

  it('are refused to members who do not administer the tracker', async () => {
    const page = await open('bob')
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
  })

  it('adds, changes, removes and restores a date rule', async () => {
    const page = await open()
    await page.getByText('No dates are compared.').waitFor()
    await button(page, 'Add date rule').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save rule' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Start date ≤' }).waitFor()
    expect((await readRules()).dates).toEqual([dates('begin', '≤', 'end')])
    await button(page, 'Change Start date ≤ Due date').click()
    await page.getByLabel('Comparison').selectOption('<')
    await page.getByRole('dialog').getByRole('button', { name: 'Save rule' }).click()
    await button(page, 'Remove Start date < Due date').click()
    await page.getByText('No dates are compared.').waitFor()
    expect((await readRules()).dates).toEqual([])
    await undo(page, 'Rule removed: Start date < Due date')
    await button(page, 'Remove Start date < Due date').waitFor()
    expect((await readRules()).dates).toEqual([dates('begin', '<', 'end')])
  })

  it('reverts one change and keeps those that followed', async () => {
    const page = await open()
    await button(page, 'Add date rule').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save rule' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Start date ≤' }).waitFor()
    const others = { dates: [dates('end', '≠', 'begin')], lists: [lists(value('Attic'), value('Dark'))] }
    await put('rules', { ...others, dates: [...others.dates, dates('begin', '≤', 'end')] })
    await undo(page, 'Rule saved: Start date ≤ Due date')
    await button(page, 'Remove Due date ≠ Start date').waitFor()
    await button(page, 'Remove Start date ≤ Due date').waitFor({ state: 'detached' })
    expect(await readRules()).toEqual(others)
  })

  it('shows why the API refuses a date rule, and changes nothing', async () => {
    const page = await open()
    await button(page, 'Add date rule').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Other date').selectOption({ label: 'Start date' })
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await dialog.getByText('cannot be compared with itself').waitFor()
    await expectAccessible(page)
    expect((await readRules()).dates).toEqual([])
  })

  it('adds a dependency, changes its values and removes it', async () => {
    const page = await open()
    await page.getByLabel('Values of', { exact: true }).selectOption({ label: 'Floor' })
    await page.getByLabel('Decide the values of').selectOption({ label: 'Light' })
    await button(page, 'Add dependency').click()
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await expect.poll(() => box('None with None').evaluate((one) => one === document.activeElement)).toBe(true)
    await button(page, 'Save values').click()
    await page.getByText('Check at least one combination').first().waitFor()
    await button(page, 'All with Cellar').click()
    await box('None with Cellar').uncheck()
    await box('Bright with Attic').check()
    await page.getByText('3 combinations added').waitFor()
    await button(page, 'Save values').click()
    await page.getByText('3 allowed combinations').waitFor()
    const stored = [
      lists(value('Cellar'), value('Dark')),
      lists(value('Cellar'), value('Bright')),
      lists(value('Attic'), value('Bright')),
    ]
    expect((await readRules()).lists).toEqual(expect.arrayContaining(stored))
    await box('Bright with Cellar').uncheck()
    await page.getByText('1 combination removed').waitFor()
    await button(page, 'Save values').click()
    await page.getByText('2 allowed combinations').waitFor()
    expect((await readRules()).lists).toHaveLength(2)
    await expect
      .poll(() => page.getByRole('region', { name: 'Notifications' }).getByText('Values saved: Floor').count())
      .toBe(2)
    await undo(page, 'Values saved: Floor → Light')
    await page.getByText('3 allowed combinations').waitFor()
    expect(await box('Bright with Cellar').isChecked()).toBe(true)
    await button(page, 'Remove dependency Floor → Light').click()
    await page.getByText('No list depends on another one.').waitFor()
    expect((await readRules()).lists).toEqual([])
  })

  it('shows why the API refuses a dependency of a frozen field', async () => {
    const page = await open()
    await page.getByLabel('Values of', { exact: true }).selectOption({ label: 'Floor' })
    await page.getByLabel('Decide the values of').selectOption({ label: 'Seal' })
    await button(page, 'Add dependency').click()
    await button(page, 'All with Attic').click()
    await button(page, 'Save values').click()
    await page.getByText('The field Seal is frozen').or(page.getByText('the field Seal is frozen')).first().waitFor()
    expect((await readRules()).lists).toEqual([])
    await page.getByLabel('Decide the values of').selectOption({ label: 'Floor' })
    await button(page, 'Add dependency').click()
    await page.getByText('A list cannot depend on itself').waitFor()
  })

  it('changes values of a dependency with the keyboard alone', async () => {
    await put('rules', { lists: [lists(value('Cellar'), value('Dark'))] })
    const page = await open()
    const summary = page.locator('summary')
    await summary.focus()
    await page.keyboard.press('Enter')
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await box('None with None').waitFor()
    // The frame that scrolls, both buttons of the first row, its boxes.
    for (let n = 0; n < 4; n += 1) await page.keyboard.press('Tab')
    await expect.poll(() => box('None with None').evaluate((one) => one === document.activeElement)).toBe(true)
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    expect(await box('Bright with Attic').isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText('2 allowed combinations').waitFor()
    expect((await readRules()).lists).toHaveLength(2)
  })

  it('adds and removes a trigger', async () => {
    const page = await open()
    await button(page, 'Add trigger').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Value that the artifact gets').selectOption({ label: 'Status: Done' })
    await dialog.getByLabel('At least one child has a value').check()
    await dialog.getByLabel('Value of a child').selectOption({ label: 'tasks · State: Ready' })
    await dialog.getByRole('button', { name: 'Add another value' }).click()
    await dialog.getByLabel('or this value').selectOption({ label: 'tasks · State: Ready' })
    await dialog.getByRole('button', { name: 'Save trigger' }).click()
    await dialog.getByText('names a value of a child more than once').waitFor()
    expect(await readTriggers()).toEqual([])
    await dialog.getByRole('button', { name: 'Remove this value' }).click()
    await dialog.getByRole('button', { name: 'Save trigger' }).click()
    const sentence = page.getByText('Status becomes Done when at least one child has State Ready (tasks)')
    await sentence.waitFor()
    const stored = [
      {
        condition: 'at_least_one',
        target: { field_id: field('status'), value_id: value('Done') },
        triggers: [
          { tracker_id: project.trackers.get('task'), field_id: field('task:state'), value_id: value('Ready') },
        ],
      },
    ]
    expect(await readTriggers()).toEqual(stored)
    await button(page, 'Remove Status becomes Done').click()
    await page.getByText('Artifacts do not follow their children.').waitFor()
    expect(await readTriggers()).toEqual([])
    await undo(page, 'Trigger removed')
    await sentence.waitFor()
    expect(await readTriggers()).toEqual(stored)
  })

  it('are accessible at every width, open as a matrix', { timeout: 120_000 }, async () => {
    await put('rules', {
      dates: [dates('begin', '≤', 'end')],
      lists: [lists(value('Cellar'), value('Dark')), lists(100, 100)],
    })
    const openMatrix = async (page: Page): Promise<void> => {
      await page.locator('summary').click()
      await page.getByRole('checkbox').first().waitFor()
    }
    await expectAccessibleScreens(site, 'alice', `/trackers/${tracker}/admin/rules`, 'rules', openMatrix)
    const page = await open()
    await openMatrix(page)
    await expectKeyboardAccess(page)
  })
})
