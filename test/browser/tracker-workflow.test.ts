import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
} from '../kit/browser-site.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'

/** States: Here, Gone (hidden, used), Never (hidden, not used). An old workflow with an action of another product. */
const doors = () => ({
  ...createTrackerDefinition('door', [
    createFieldDefinition('string', 'door:title', { label: 'Title' }),
    createFieldDefinition('sb', 'door:status', {
      label: 'Status',
      bind: {
        kind: 'static',
        isAlphabetical: false,
        values: ['Here', 'Gone', 'Never', 'Back'].map((label) => ({
          key: label,
          label,
          description: '',
          isHidden: label === 'Gone' || label === 'Never',
          isDefault: false,
          color: '',
        })),
      },
    }),
  ]),
  workflow: {
    field: 'door:status',
    isUsed: false,
    isAdvanced: true,
    isLegacy: true,
    transitions: [
      { from: null, to: 'Here', isCommentRequired: false, actions: [] },
      {
        from: 'Here',
        to: 'Gone',
        isCommentRequired: false,
        actions: [{ kind: 'other' as const, name: 'postaction_add_to_top_backlog' }],
      },
      { from: 'Back', to: 'Here', isCommentRequired: true, actions: [] },
    ].map((each) => ({ ...each, groups: [3 as never], notEmptyFields: [] })),
  },
})

describeInBrowser('the workflow of a tracker', () => {
  const site = startBrowserSite()
  let bugs = 0
  let yard: EditingProject
  let house: ProjectFixture
  beforeAll(async () => {
    const alice = await site.server.createUser('alice')
    const bob = await site.server.createUser('bob')
    bugs = (await createBrowserProject(site.server, { alice, bob })).bugs
    yard = await createEditingProject(site.server, { alice, bob })
    house = await createProjectFixture(site.server, 'house', { administrators: [alice], trackers: () => [doors()] })
  })
  const read = async (path: string) => (await site.server.as('alice').get(path)).body
  const workflow = async (tracker: number) => (await read(`trackers/${tracker}`)).workflow
  const fields = async (tracker: number): Promise<Map<string, any>> =>
    new Map((await read(`trackers/${tracker}`)).fields.map((field: any) => [field.label, field]))
  /** Transitions by the names of both ends. */
  const transitions = async (tracker: number): Promise<Map<string, number>> => {
    const { field_id, transitions: all } = await workflow(tracker)
    const { values } = [...(await fields(tracker)).values()].find((field) => field.field_id === field_id)
    const name = (id: number | null) =>
      id === null ? 'New artifact' : values.find((value: any) => value.id === id).label
    return new Map(all.map(({ id, from_id, to_id }: any) => [`${name(from_id)} → ${name(to_id)}`, id]))
  }
  const names = async (tracker: number) => [...(await transitions(tracker)).keys()]
  const settings = async (tracker: number, name: string) => {
    const path = `tracker_workflow_transitions/${(await transitions(tracker)).get(name)}`
    const { id: _, from_id: _from, to_id: _to, ...conditions } = await read(path)
    const actions: { id: number }[] = await read(`${path}/actions`)
    return { ...conditions, actions: actions.map(({ id: _id, ...action }) => action) }
  }
  const open = (tracker: number, login = 'alice') => site.page(login, `/trackers/${tracker}/admin/workflow`)
  const cell = (page: Page, name: string): Locator => page.getByRole('checkbox', { name, exact: true })
  const button = (page: Page | Locator, name: string | RegExp): Locator =>
    page.getByRole('button', { name, exact: true })
  const dialog = (page: Page): Locator => page.getByRole('alertdialog')
  const toast = (page: Page, words: string): Locator =>
    page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })
  const members = async (tracker: number) => `${(await read(`trackers/${tracker}`)).project.id}_3`

  it('is refused to members, and linked in the settings of a tracker', async () => {
    const member = await open(yard.tracker, 'bob')
    await member.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
    const page = await site.page('alice', `/trackers/${bugs}/admin/general`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workflow' }).click()
    await page.getByRole('heading', { name: 'Workflow', level: 1 }).waitFor()
  })

  it('begins with the status, allows transitions, reverts them, and is enforced', async () => {
    const page = await open(bugs)
    await expectAccessible(page)
    const field = page.getByLabel('Field')
    expect(await field.locator('option').allTextContents()).toEqual(['Status', 'Severity'])
    expect(await field.locator('option:checked').textContent()).toBe('Status')
    await button(page, 'Create workflow').click()
    await cell(page, 'New artifact → Open').click()
    await toast(page, 'New artifact → Open allowed').waitFor()
    await cell(page, 'Open → Done').click()
    await toast(page, 'Open → Done allowed').waitFor()
    expect(await names(bugs)).toEqual(['New artifact → Open', 'Open → Done'])
    expect((await workflow(bugs)).is_used).toBe('0')
    await button(page, 'Undo').last().click()
    await expect.poll(() => names(bugs)).toEqual(['New artifact → Open'])
    await expect.poll(() => cell(page, 'Open → Done').isChecked()).toBe(false)
    await button(page, 'Enforce workflow').click()
    await page.getByText('Enforced', { exact: true }).waitFor()
    await toast(page, 'The workflow is enforced').waitFor()
    expect((await workflow(bugs)).is_used).toBe('1')
    await button(page, 'Undo').last().click()
    await page.getByText('Not enforced', { exact: true }).waitFor()
    expect((await workflow(bugs)).is_used).toBe('0')
  })

  it('is a grid that works by keyboard alone', async () => {
    // A new one is in simple mode.
    const query = JSON.stringify({ workflow: { is_advanced: true } })
    expect((await site.server.as('alice').patch(`trackers/${bugs}`, { query })).status).toBe(200)
    const page = await open(bugs)
    await cell(page, 'New artifact → Open').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(await focused()).toBe('Open → In progress')
    await page.keyboard.press('Space')
    await expect.poll(() => names(bugs)).toContain('Open → In progress')
    await page.keyboard.press('Control+End')
    expect(await focused()).toBe('Done: not a transition')
    await page.keyboard.press('Home')
    expect(await focused()).toBe('Done → Open')
    await page.keyboard.press('Enter')
    expect(await dialog(page).count()).toBe(0)
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    // It is one stop of the Tab key, which comes back to the same cell.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    expect(await focused()).toBe('Open → In progress')
    await page.keyboard.press('Enter')
    const panel = dialog(page)
    await panel.getByRole('checkbox', { name: 'A comment is required' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Set a date' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => panel.getByLabel('Value').count()).toBe(1)
    await button(panel, 'Save settings').focus()
    await page.keyboard.press('Enter')
    await panel.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Open → In progress')
    const due = (await fields(bugs)).get('Due on').field_id
    expect(await settings(bugs, 'Open → In progress')).toEqual({
      authorized_user_group_ids: [await members(bugs)],
      not_empty_field_ids: [],
      is_comment_required: true,
      actions: [{ type: 'set_field_value', field_id: due, field_type: 'date', value: 'current' }],
    })
    // Escape keeps everything as it was.
    await page.keyboard.press('Enter')
    await panel.getByRole('checkbox', { name: 'A comment is required' }).uncheck()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect((await settings(bugs, 'Open → In progress')).is_comment_required).toBe(true)
  })

  it('saves groups, fields and actions of a transition, and reverts them together', async () => {
    const page = await open(bugs)
    const before = await settings(bugs, 'Open → In progress')
    await button(page, 'Settings of Open → In progress').click()
    const panel = dialog(page)
    await panel.getByRole('checkbox', { name: 'Project administrators' }).check()
    await panel.getByRole('checkbox', { name: 'Project members' }).uncheck()
    await panel.getByRole('checkbox', { name: 'Assigned to' }).check()
    const add = async (action: string) => {
      await button(panel, 'Add action').click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
      return panel.getByRole('group', { name: action, exact: true })
    }
    await (await add('Set an integer')).getByLabel('Value').fill('8')
    await (await add('Set a decimal number')).getByLabel('Value').fill('2,5')
    await (await add('Run a job')).getByLabel('URL of the job').fill('https://builds.example.com/run')
    await button(panel, 'Add action').click()
    // One integer field, one decimal field; the simple mode has the others.
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Set a date', 'Run a job'])
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await button(panel, 'Save settings').click()
    await panel.waitFor({ state: 'detached' })
    const all = await fields(bugs)
    const id = (label: string): number => all.get(label).field_id
    const set = (label: string, type: string, value: unknown) => ({
      type: 'set_field_value',
      field_id: id(label),
      field_type: type,
      value,
    })
    expect(await settings(bugs, 'Open → In progress')).toEqual({
      authorized_user_group_ids: [(await members(bugs)).replace('_3', '_4')],
      not_empty_field_ids: [id('Assigned to')],
      is_comment_required: true,
      actions: [
        set('Due on', 'date', 'current'),
        set('Points', 'int', 8),
        set('Effort', 'float', 2.5),
        { type: 'run_job', job_url: 'https://builds.example.com/run' },
      ],
    })
    await button(page, 'Undo').last().click()
    await expect.poll(() => settings(bugs, 'Open → In progress')).toEqual(before)
  })

  it('shows a refusal, and leaves everything as it was', async () => {
    const page = await open(bugs)
    const before = await settings(bugs, 'Open → In progress')
    await button(page, 'Settings of Open → In progress').click()
    const panel = dialog(page)
    await button(panel, 'Remove “Set a date”').click()
    await panel.getByText('No action').waitFor()
    await panel.getByRole('checkbox', { name: 'Project members' }).uncheck()
    await button(panel, 'Save settings').click()
    await panel.getByText('There must be at least one authorized user group.').waitFor()
    expect(await settings(bugs, 'Open → In progress')).toEqual(before)
    await button(panel, 'Add action').click()
    await page.getByRole('menuitem', { name: 'Set an integer' }).click()
    await panel.getByLabel('Value').fill('many')
    await button(panel, 'Save settings').click()
    await panel.getByText('Bad value attribute format: integer expected.').waitFor()
    expect(await settings(bugs, 'Open → In progress')).toEqual(before)
    site.clearProblems()
  })

  it('removes a transition, and restores it with its settings', async () => {
    const page = await open(bugs)
    const before = await settings(bugs, 'Open → In progress')
    await cell(page, 'Open → In progress').uncheck()
    await toast(page, 'Open → In progress removed').waitFor()
    expect(await names(bugs)).not.toContain('Open → In progress')
    await button(page, 'Undo').last().click()
    await expect.poll(() => names(bugs)).toContain('Open → In progress')
    await expect.poll(() => settings(bugs, 'Open → In progress')).toEqual(before)
  })

  it('is drawn as a graph on demand, whose arrows open the settings by pointer and keyboard', async () => {
    const page = await open(bugs)
    await button(page, 'Show graph').click()
    const graph = page.getByRole('region', { name: 'States and the transitions that leave them' })
    await graph.getByRole('listitem').first().waitFor()
    expect(await graph.getByRole('listitem').allInnerTexts()).toEqual(['New artifact', 'Open', 'In progress', 'Done'])
    expect(new URL(page.url()).search).toBe('?view=graph')
    const arrows = (await names(bugs)).map((name) => `Settings of ${name}`)
    expect(arrows).toContain('Settings of Open → In progress')
    const ports = () =>
      graph.getByRole('button').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
    expect((await ports()).toSorted()).toEqual(arrows.toSorted())
    await expectAccessible(page)

    // The drawing is one stop of the Tab key.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await button(page, 'Hide graph').focus()
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Settings of New artifact → Open')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('Settings of Open → In progress')
    await page.keyboard.press('End')
    expect(await focused()).toBe((await ports()).at(-1))
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('Settings of Open → In progress')
    expect(await graph.locator('g[data-highlighted]').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Settings of Open → In progress' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Settings of Open → In progress')

    // The whole arrow can be clicked.
    const line = graph.locator('g[data-openable] path').first()
    const middle = await line.evaluate((path: SVGPathElement) => {
      const { x, y } = path
        .getPointAtLength(path.getTotalLength() / 2)
        .matrixTransform(path.getScreenCTM() ?? undefined)
      return { x, y }
    })
    await page.mouse.click(middle.x, middle.y)
    await dialog(page).waitFor()
    await button(dialog(page), 'Cancel').click()
    await dialog(page).waitFor({ state: 'detached' })
  })

  it('draws what is changed in the table at once, also before it is saved', async () => {
    const page = await site.page('alice', `/trackers/${bugs}/admin/workflow?view=graph`)
    const graph = page.getByRole('region', { name: 'States and the transitions that leave them' })
    await graph.getByRole('listitem').first().waitFor()
    const count = await graph.locator('g[data-edge]').count()
    const { promise: isSeen, resolve: send } = Promise.withResolvers<void>()
    await page.route('**/api/tracker_workflow_transitions', async (route) => {
      await isSeen
      await route.continue()
    })
    await cell(page, 'In progress → Done').click()
    await graph.locator('g[data-pending]').waitFor()
    expect(await graph.locator('g[data-edge]').count()).toBe(count + 1)
    expect(await button(graph, 'Settings of In progress → Done').count()).toBe(0)
    send()
    await button(graph, 'Settings of In progress → Done').waitFor()
    await expect.poll(() => graph.locator('g[data-pending]').count()).toBe(0)
    await cell(page, 'In progress → Done').uncheck()
    await expect.poll(() => graph.locator('g[data-edge]').count()).toBe(count)
    await expect.poll(() => names(bugs)).not.toContain('In progress → Done')
    await button(page, 'Hide graph').click()
    await graph.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
  })

  it('shows which transition the API refuses to allow', async () => {
    const page = await open(bugs)
    const { field_id: field } = await workflow(bugs)
    const [first, , last] = (await fields(bugs)).get('Status').values
    const client = site.server.as('alice')
    const from = { tracker_id: bugs, from_id: last.id, to_id: first.id }
    expect((await client.post('tracker_workflow_transitions', from)).status).toBe(201)
    await cell(page, 'Done → Open').click()
    await page.getByText('This transition already exists.').first().waitFor()
    expect((await workflow(bugs)).field_id).toBe(field)
    site.clearProblems()
  })

  it('shares settings by target state in simple mode, and lists what the advanced mode drops', async () => {
    const page = await open(yard.tracker)
    await expectAccessible(page)
    await cell(page, 'Done → At work').check()
    await toast(page, 'Done → At work allowed').waitFor()
    await button(page, 'Settings of At work').click()
    const panel = dialog(page)
    await panel.waitFor()
    await button(panel, 'Cancel').click()
    await panel.waitFor({ state: 'detached' })
    await button(page, 'Show graph').click()
    await button(page, 'Settings of Done → At work').click()
    await page.getByRole('heading', { name: 'Settings of At work' }).waitFor()
    const frozen = panel.getByRole('group', { name: 'Freeze fields' })
    await expect.poll(() => frozen.getByRole('checkbox', { name: 'Points' }).isChecked()).toBe(true)
    expect(await frozen.getByRole('checkbox', { name: 'Status' }).count()).toBe(0)
    await frozen.getByRole('checkbox', { name: 'Effort' }).check()
    const hidden = panel.getByRole('group', { name: 'Hide field sets' })
    expect(await hidden.getByRole('checkbox', { name: 'Costs' }).isChecked()).toBe(true)
    await panel.getByRole('checkbox', { name: 'A comment is required' }).check()
    await expectAccessible(page)
    await button(panel, 'Save settings').click()
    await panel.waitFor({ state: 'detached' })
    const expected = {
      is_comment_required: true,
      actions: [
        { type: 'frozen_fields', field_ids: [yard.field('points'), yard.field('effort')] },
        { type: 'hidden_fieldsets', fieldset_ids: [yard.field('fs_secret')] },
      ],
    }
    expect(await settings(yard.tracker, 'Waiting → At work')).toMatchObject(expected)
    expect(await settings(yard.tracker, 'Done → At work')).toMatchObject(expected)

    await button(page, 'Switch to advanced mode').click()
    const confirmation = dialog(page)
    await confirmation.getByText('At work: Freeze fields: Points, Effort').waitFor()
    expect(await confirmation.getByRole('listitem').allTextContents()).toEqual([
      'At work: Freeze fields: Points, Effort',
      'At work: Hide field sets: Costs',
    ])
    await button(confirmation, 'Switch to advanced mode').click()
    await button(page, 'Switch to simple mode').waitFor()
    expect((await workflow(yard.tracker)).is_advanced).toBe(true)
    expect((await settings(yard.tracker, 'Waiting → At work')).actions).toEqual([])
  })

  it('lists what the simple mode replaces', async () => {
    const page = await open(yard.tracker)
    await button(page, 'Settings of Done → At work').click()
    await dialog(page).getByRole('checkbox', { name: 'A comment is required' }).uncheck()
    await button(dialog(page), 'Save settings').click()
    await dialog(page).waitFor({ state: 'detached' })
    await button(page, 'Switch to simple mode').click()
    await dialog(page).getByRole('listitem').first().waitFor()
    expect(await dialog(page).getByRole('listitem').allTextContents()).toEqual([
      'Done → At work, by those of Waiting → At work',
    ])
    await button(dialog(page), 'Switch to simple mode').click()
    await button(page, 'Switch to advanced mode').waitFor()
    expect((await settings(yard.tracker, 'Done → At work')).is_comment_required).toBe(true)
  })

  it('works with hidden values and actions of other products, leaves legacy mode, and is deleted', async () => {
    const tracker = house.trackers.get('door') as number
    const page = await open(tracker)
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['FromTo ', 'Here', 'Gone (hidden)', 'Back'])
    await button(page, 'Settings of Here → Gone').click()
    const panel = dialog(page)
    await panel.getByText('Other action: add_to_top_backlog').waitFor()
    await panel.getByRole('checkbox', { name: 'Title' }).check()
    await button(panel, 'Add action').click()
    await page.getByRole('menuitem', { name: 'Run a job' }).click()
    await panel.getByLabel('URL of the job').fill('https://builds.example.com/')
    await button(panel, 'Save settings').click()
    await panel.waitFor({ state: 'detached' })
    const saved = await settings(tracker, 'Here → Gone')
    expect(saved.not_empty_field_ids).toEqual([house.fields.get('door:title')])
    expect(saved.actions).toEqual([
      { type: 'run_job', job_url: 'https://builds.example.com/' },
      { type: 'add_to_top_backlog' },
    ])
    // A new artifact can have no comment.
    await button(page, 'Settings of New artifact → Here').click()
    await panel.getByRole('checkbox', { name: 'Title' }).waitFor()
    expect(await panel.getByRole('checkbox', { name: 'A comment is required' }).count()).toBe(0)
    await button(panel, 'Cancel').click()

    await button(page, 'Leave legacy mode').click()
    await button(dialog(page), 'Leave legacy mode').click()
    await toast(page, 'The workflow left the legacy mode').waitFor()
    expect((await workflow(tracker)).is_legacy).toBe(false)
    await button(page, 'Delete workflow').click()
    await dialog(page).getByText('Its 3 transitions are deleted').waitFor()
    await button(dialog(page), 'Delete workflow').click()
    await button(page, 'Create workflow').waitFor()
    expect((await workflow(tracker)).field_id).toBe(0)
  })

  it('is accessible, and scrolls inside its box on the narrowest screen', async () => {
    const address = `/trackers/${yard.tracker}/admin/workflow`
    await expectAccessibleScreens(site, 'alice', address, 'the workflow')
    await expectAccessibleScreens(site, 'alice', `${address}?view=graph`, 'the graph of the workflow')
    const page = await site.page('alice', `${address}?view=graph`)
    await expectKeyboardAccess(page)
    const narrow = await site.page('alice', address, { viewport: { width: 320, height: 640 } })
    expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const head = narrow.getByRole('rowheader', { name: 'New artifact' })
    const before = await head.boundingBox()
    await cell(narrow, 'New artifact → Waiting').focus()
    await narrow.keyboard.press('End')
    const focused = narrow.locator(':focus')
    const box = await focused.boundingBox()
    expect((await head.boundingBox())?.x).toBe(before?.x)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
    await narrow.keyboard.press('Home')
    expect((await focused.boundingBox())?.x).toBeGreaterThanOrEqual((before?.x ?? 0) + (before?.width ?? 0) - 1)
  })
})
