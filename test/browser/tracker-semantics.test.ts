import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
} from '../kit/browser-site.ts'
import { createUserInput } from './user-input.ts'

describeInBrowser('the semantics of a tracker', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  let address = ''
  let tasks = ''
  let initial: unknown
  const field = (name: string): number => project.fixture.fields.get(`bug:${name}`) ?? 0
  const value = (name: string): number => project.fixture.values.get(name) ?? 0
  const read = async () => (await site.server.as('admin').get(`trackers/${project.bugs}/semantics`)).body
  const replace = (semantics: unknown) => site.server.as('admin').put(`trackers/${project.bugs}/semantics`, semantics)
  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createBrowserProject(site.server, { alice, bob })
    address = `/trackers/${project.bugs}/admin/semantics`
    tasks = `/trackers/${project.fixture.trackers.get('task')}/admin/semantics`
    initial = await read()
  })
  beforeEach(async () => {
    await replace(initial)
  })

  it('are shown with the fields that have them, their open values, and an artifact as example', async () => {
    const page = await site.page('alice', address)
    const [artifact] = (
      await site.server.as('alice').get(`trackers/${project.bugs}/artifacts?limit=1&order=desc&values=all`)
    ).body
    const title = card(page, 'Title')
    await title.getByText(artifact.title).waitFor()
    await title.getByRole('link', { name: artifact.xref }).waitFor()
    const status = card(page, 'Status')
    for (const label of ['Open', 'In progress', 'Status']) await status.getByText(label).first().waitFor()
    expect(await status.getByRole('list').getByText('Done').count()).toBe(0)
    const timeframe = card(page, 'Timeframe')
    await timeframe.getByText('Not set').waitFor()
    await timeframe.getByText('no artifact is ever overdue').waitFor()
  })

  it.each(['pointer', 'keyboard'] as const)(
    'are changed by %s, with a preview, and the change is undone',
    async (device) => {
      const page = await site.page('alice', address)
      const user = createUserInput(page, device)
      const title = card(page, 'Title')
      await user.activate(title.getByRole('button', { name: 'Change Title' }))
      const choice = title.getByLabel('Field')
      await expect.poll(() => choice.evaluate((element) => element === document.activeElement)).toBe(true)
      // Only texts are offered.
      expect(await choice.locator('option').allTextContents()).toEqual(['Not set', 'Title', 'Details', 'Customer'])
      if (device === 'pointer') await choice.selectOption('Customer')
      else await page.keyboard.type('Customer')
      await title.getByText('Title → Customer').waitFor()
      await title.getByText('Example with your choice').waitFor()
      await title.getByText('No title').waitFor()
      expect(await read()).toEqual(initial)
      await user.activate(title.getByRole('button', { name: 'Save' }))
      await page.getByText('Title saved').last().waitFor()
      expect(await read()).toEqual({ ...(initial as object), title: { field_id: field('nothing') } })
      const change = title.getByRole('button', { name: 'Change Title' })
      await expect.poll(() => change.evaluate((element) => element === document.activeElement)).toBe(true)
      await user.activate(page.getByRole('button', { name: 'Undo' }))
      await page.getByText('Undone').last().waitFor()
      expect(await read()).toEqual(initial)
    },
  )

  it('have open values, which decide whether the example is open', async () => {
    const page = await site.page('alice', address)
    const status = card(page, 'Status')
    await status.getByRole('button', { name: 'Change Status' }).click()
    for (const label of ['Open', 'In progress']) await status.getByRole('checkbox', { name: label }).uncheck()
    await status.getByRole('checkbox', { name: 'Done' }).check()
    await status.getByText('Open: + Done; Closed: + Open, In progress').waitFor()
    await status.getByRole('checkbox', { name: 'None (no value)' }).check()
    await status.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Status saved').last().waitFor()
    const open = [100, value('Done')].toSorted((a, b) => a - b)
    expect((await read()).status).toEqual({ field_id: field('status'), value_ids: open })
  })

  it('have one of several forms; a refusal is shown at its control and changes nothing', async () => {
    const page = await site.page('alice', address)
    const timeframe = card(page, 'Timeframe')
    await timeframe.getByRole('button', { name: 'Set up Timeframe' }).click()
    await timeframe.getByLabel('Start and end date').check()
    await timeframe.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => timeframe.getByLabel('Start date', { exact: true }).getAttribute('aria-invalid'))
      .toBe('true')
    await timeframe.getByLabel('Start date', { exact: true }).selectOption('Due on')
    await timeframe.getByLabel('End date', { exact: true }).selectOption('Due on')
    await timeframe.getByRole('button', { name: 'Save' }).click()
    await timeframe.getByText('start and end are the same field').waitFor()
    site.clearProblems()
    const end = timeframe.getByLabel('End date', { exact: true })
    expect(await end.getAttribute('aria-invalid')).toBe('true')
    expect(await read()).toEqual(initial)
    await expectAccessible(page)
    await end.selectOption('Met on')
    await timeframe.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Timeframe saved').last().waitFor()
    expect((await read()).timeframe).toEqual({
      start_date_field_id: field('due'),
      end_date_field_id: field('met'),
    })
    await timeframe.getByText('Due on and Met on').waitFor()

    await timeframe.getByRole('button', { name: 'Change Timeframe' }).click()
    await timeframe.getByLabel('The dates of another tracker').check()
    await timeframe.getByLabel('Tracker', { exact: true }).selectOption('tasks')
    await timeframe.getByRole('button', { name: 'Save' }).click()
    await timeframe.getByRole('button', { name: 'Change Timeframe' }).waitFor()
    await timeframe.getByText('As in tasks').waitFor()
    expect((await read()).timeframe.implied_from_tracker.id).toBe(project.fixture.trackers.get('task'))

    await timeframe.getByRole('button', { name: 'Change Timeframe' }).click()
    await timeframe.getByLabel('Not set').check()
    await timeframe.getByRole('button', { name: 'Save' }).click()
    await timeframe.getByRole('button', { name: 'Set up Timeframe' }).waitFor()
    expect(await read()).toEqual(initial)
  })

  it('show the progress of the example, by efforts or by children', async () => {
    const page = await site.page('alice', address)
    const progress = card(page, 'Progress')
    await progress.getByRole('button', { name: 'Set up Progress' }).click()
    await progress.getByLabel('Total and remaining effort').check()
    await progress.getByLabel('Total effort', { exact: true }).selectOption('Effort')
    await progress.getByLabel('Remaining effort', { exact: true }).selectOption('Remaining')
    await progress.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Progress saved').last().waitFor()
    expect((await read()).progress).toEqual({
      total_effort_field_id: field('effort'),
      remaining_effort_field_id: field('remaining'),
    })
    await progress.getByRole('button', { name: 'Change Progress' }).click()
    await progress.getByLabel('Links to children').check()
    await progress.getByRole('button', { name: 'Save' }).click()
    await progress.getByRole('button', { name: 'Change Progress' }).waitFor()
    await progress.getByText('The closed ones of its children').waitFor()
    expect((await read()).progress).toEqual({ artifact_link_type: '_is_child' })
  })

  it('of fields that the administrator cannot read, and those that another one changes meanwhile, are kept', async () => {
    const permissions = { can_read: [`${project.project}_4`], can_submit: [], can_update: [] }
    const hidden = (body: object) => site.server.as('admin').patch(`tracker_fields/${field('details')}`, body)
    const before = (await site.server.as('admin').get(`trackers/${project.bugs}`)).body.fields.find(
      (each: { field_id: number }) => each.field_id === field('details'),
    ).permissions_for_groups
    // Administrators read what their user groups read; this one is empty.
    const group = await site.server.as('admin').post('user_groups', {
      project_id: project.project,
      short_name: 'readers',
    })
    await hidden({ permissions_for_groups: { ...permissions, can_read: [String(group.body.id)] } })
    try {
      const page = await site.page('alice', address)
      await card(page, 'Description').getByText('A field that you cannot read').waitFor()
      const effort = card(page, 'Initial effort')
      await effort.getByRole('button', { name: 'Set up Initial effort' }).click()
      await effort.getByLabel('Field').selectOption('Points')
      const meanwhile = { ...(initial as object), title: { field_id: field('nothing') } }
      await replace(meanwhile)
      await effort.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Initial effort saved').last().waitFor()
      expect(await read()).toEqual({ ...meanwhile, initial_effort: { field_id: field('points') } })
    } finally {
      await hidden({ permissions_for_groups: before })
    }
  })

  it('of a tracker without a status explain what is missing, and what field would fit', async () => {
    const page = await site.page('alice', tasks)
    const status = card(page, 'Status')
    await status.getByText('This tracker has no status').waitFor()
    await status.getByText('every artifact counts as open').waitFor()
    await status.getByRole('button', { name: 'Set up Status' }).click()
    await status.getByText('No field of this tracker fits').waitFor()
    await status.getByRole('button', { name: 'Cancel' }).click()
    await status.getByRole('button', { name: 'Set up Status' }).waitFor()
  })

  it('are refused to members and not found for visitors', async () => {
    const member = await site.page('bob', address)
    await member.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
    const visitor = await site.page('visitor', address)
    await visitor.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
  })

  it('are usable by keyboard and accessible in every size and color scheme', async () => {
    expect(await expectKeyboardAccess(await site.page('alice', address))).toBeGreaterThan(8)
    await expectAccessibleScreens(site, 'alice', address, 'tracker-semantics')
    const page = await site.page('alice', address)
    for (const name of ['Change Status', 'Set up Timeframe', 'Set up Progress'])
      await page.getByRole('button', { name }).click()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})
