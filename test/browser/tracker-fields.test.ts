import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'

interface Element {
  readonly id: number
  readonly content: readonly Element[] | null
}

describeInBrowser('the form of a tracker, in its administration', () => {
  const site = startBrowserSite()
  let tracker = 0
  let address = ''
  const client = () => site.server.as('alice')
  const read = async () => (await client().get(`trackers/${tracker}`)).body
  const findField = async (label: string) => (await read()).fields.find((field: any) => field.label === label)
  /** Labels of the elements in a container. */
  const listIn = async (label: string): Promise<readonly string[]> => {
    const { fields, structure } = await read()
    const labelOf = (id: number): string => fields.find((field: any) => field.field_id === id).label
    const walk = (elements: readonly Element[]): readonly Element[] =>
      elements.flatMap((each) => [each, ...walk(each.content ?? [])])
    const container = walk(structure).find(({ id }) => labelOf(id) === label)
    return (container?.content ?? []).map(({ id }) => labelOf(id))
  }
  const create = async (element: object): Promise<number> => {
    const { status, body, text } = await client().post(`trackers/${tracker}/fields`, element)
    if (status !== 201) throw new Error(text)
    return body.field_id
  }
  const change = async (id: number, changes: object): Promise<void> => {
    const { status, text } = await client().patch(`tracker_fields/${id}`, changes)
    if (status !== 200) throw new Error(text)
  }
  const link = (page: Page, label: string): Locator => page.getByRole('link', { name: label, exact: true })
  const act = async (page: Page, label: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions of ${label}`, exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const toast = (page: Page, text: string): Locator =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text)
  const undo = (page: Page): Promise<void> => page.getByRole('button', { name: 'Undo' }).last().click()

  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    tracker = (await createBrowserProject(site.server, { alice, bob })).bugs
    address = `/trackers/${tracker}/admin/fields`
    const section = await create({ type: 'fieldset', label: 'Hull' })
    const [port, starboard] = [
      await create({ type: 'column', label: 'Port', parent_id: section }),
      await create({ type: 'column', label: 'Starboard', parent_id: section }),
    ]
    await create({ type: 'string', label: 'Anchor', parent_id: port })
    await create({ type: 'int', label: 'Buoys', parent_id: port })
    await create({ type: 'date', label: 'Cleaned on', parent_id: starboard })
    const values = ['Oak', 'Larch', 'Pine'].map((label) => ({ label }))
    await create({ type: 'sb', label: 'Wood', parent_id: starboard, bindings: { type: 'static' }, values })
  })
  let port: number
  beforeEach(async () => {
    port = (await findField('Port')).field_id
    await change((await findField('Anchor')).field_id, { move: { parent_id: port, next_sibling_id: null } })
    await change((await findField('Buoys')).field_id, { move: { parent_id: port, next_sibling_id: null } })
  })

  it('is refused to members who do not administer the tracker', async () => {
    const page = await site.page('bob', address)
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
  })

  it('shows the form with types, required fields and uses', async () => {
    const page = await site.page('alice', address)
    const status = page
      .getByRole('listitem')
      .filter({ has: link(page, 'Status') })
      .last()
    await expect.poll(() => status.innerText()).toContain('Selection list')
    await expectAccessible(page)
    await expectKeyboardAccess(page)
  })

  it('adds a list with pasted values at a chosen place, and deletes it by Undo', async () => {
    const page = await site.page('alice', address)
    await page.getByRole('button', { name: 'Add element' }).click()
    await page.getByRole('button', { name: /^Selection list/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label').fill('Paint')
    await dialog.getByLabel('Place').selectOption({ label: 'Hull › Port' })
    await dialog.getByLabel('Before').selectOption({ label: 'Buoys' })
    await dialog.getByLabel('Values, one per line').fill('Red\nGreen\n\n Blue ')
    await dialog.getByRole('button', { name: 'Add element' }).click()
    await toast(page, 'Paint added').waitFor()
    expect(await listIn('Port')).toStrictEqual(['Anchor', 'Paint', 'Buoys'])
    const added = await findField('Paint')
    expect(added).toMatchObject({ type: 'sb', name: 'paint' })
    expect(added.values.map(({ label }: any) => label)).toStrictEqual(['Red', 'Green', 'Blue'])
    await undo(page)
    await link(page, 'Paint').waitFor({ state: 'detached' })
    expect(await findField('Paint')).toBeUndefined()
  })

  it('adds fields of users and of groups, and shows a refusal in the dialog', async () => {
    const page = await site.page('alice', address)
    await page.getByRole('button', { name: 'Add to Starboard' }).click()
    await page.getByRole('button', { name: /^Checkboxes/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label').fill('Crew')
    await dialog.getByLabel('Short name').fill('anchor')
    await dialog.getByRole('radio', { name: 'Users' }).check()
    await dialog.getByRole('checkbox', { name: 'Users who submitted artifacts' }).check()
    await dialog.getByRole('button', { name: 'Add element' }).click()
    await dialog.getByText('The name "anchor" is in use by another element.').waitFor()
    expect(await findField('Crew')).toBeUndefined()
    await dialog.getByLabel('Short name').fill('')
    await dialog.getByRole('button', { name: 'Add element' }).click()
    await link(page, 'Crew').waitFor()
    expect((await findField('Crew')).bindings).toMatchObject({
      type: 'users',
      list: [{ label: 'project_members' }, { label: 'artifact_submitters' }],
    })
    expect(await listIn('Starboard')).toContain('Crew')

    await page.getByRole('button', { name: 'Add to Starboard' }).click()
    await page.getByRole('button', { name: /^Multiple selection list/ }).click()
    await dialog.getByLabel('Label').fill('Teams')
    await dialog.getByRole('radio', { name: 'User groups' }).check()
    await dialog.getByRole('checkbox', { name: 'Project members' }).check()
    await dialog.getByRole('button', { name: 'Add element' }).click()
    await link(page, 'Teams').waitFor()
    const teams = await findField('Teams')
    expect(teams.values.map((value: any) => value.ugroup_reference.short_name)).toStrictEqual(['project_members'])

    // Their settings change sources and default values.
    await link(page, 'Crew').click()
    const sheet = page.getByRole('dialog', { name: 'Crew' })
    await sheet.getByRole('checkbox', { name: 'Users who submitted artifacts' }).uncheck()
    await sheet.getByRole('checkbox', { name: /^Bob Carter/ }).check()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })
    const crew = await findField('Crew')
    expect(crew.bindings.list).toMatchObject([{ label: 'project_members' }])
    expect(crew.default_value).toMatchObject([{ username: 'bob' }])
  })

  it('moves elements by keys, by the menu, by the dialog and by dragging, and back by Undo', async () => {
    const page = await site.page('alice', address)
    await link(page, 'Buoys').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await toast(page, 'Buoys moved').waitFor()
    await expect.poll(() => listIn('Port')).toStrictEqual(['Buoys', 'Anchor'])
    await expect.poll(() => link(page, 'Buoys').evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => listIn('Port')).toStrictEqual(['Anchor'])
    expect(await listIn('Starboard')).toContain('Buoys')
    await page.getByRole('button', { name: 'Undo' }).nth(1).waitFor()
    await undo(page)
    await expect.poll(() => listIn('Port')).toStrictEqual(['Buoys', 'Anchor'])

    await act(page, 'Buoys', 'Move down')
    await expect.poll(() => listIn('Port')).toStrictEqual(['Anchor', 'Buoys'])
    await act(page, 'Anchor', 'Move to…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Place').selectOption({ label: 'Hull › Starboard' })
    await dialog.getByLabel('Before').selectOption({ label: 'Wood' })
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect.poll(() => listIn('Starboard')).toContain('Anchor')
    const starboard = await listIn('Starboard')
    expect(starboard.indexOf('Wood')).toBe(starboard.indexOf('Anchor') + 1)

    await waitUntilSettled(page)
    await link(page, 'Anchor').dragTo(link(page, 'Buoys'), { targetPosition: { x: 4, y: 1 } })
    await expect.poll(() => listIn('Port')).toStrictEqual(['Anchor', 'Buoys'])
    // Sections are dropped only between sections, and columns nowhere.
    await act(page, 'Hull', 'Move up')
    await expect.poll(async () => (await read()).structure.at(-1).id).not.toBe((await findField('Hull')).field_id)
    await page.getByRole('button', { name: 'Actions of Port' }).click()
    expect(await page.getByRole('menuitem').allInnerTexts()).toStrictEqual(['Edit', 'Remove from the form'])
  })

  it('changes settings at once, returns them by Undo, and warns before it discards changes', async () => {
    const page = await site.page('alice', address)
    await link(page, 'Anchor').focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Anchor' })
    await sheet.getByLabel('Label').fill('Main anchor')
    await sheet.getByLabel('Short name').fill('')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.getByText('This field is required').waitFor()
    await sheet.getByLabel('Short name').fill('status')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.getByText('it is already in use by another one').first().waitFor()
    expect(await findField('Main anchor')).toBeUndefined()
    await sheet.getByLabel('Short name').fill('main_anchor')
    await sheet.getByRole('checkbox', { name: 'Required' }).check()
    await sheet.getByLabel('Maximum number of characters').fill('40')
    await sheet.getByLabel('Default value').fill('Bruce')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Main anchor saved').waitFor()
    expect(await findField('Main anchor')).toMatchObject({
      name: 'main_anchor',
      required: true,
      default_value: 'Bruce',
      specific_properties: { maxchars: 40, size: 30 },
    })
    await undo(page)
    await link(page, 'Anchor').waitFor()
    expect(await findField('Anchor')).toMatchObject({
      name: 'anchor',
      required: false,
      specific_properties: { maxchars: 0, default_value: '' },
    })

    await link(page, 'Anchor').click()
    await sheet.getByLabel('Description').fill('Keep this')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alertdialog', { name: 'Discard your changes?' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => sheet.getByLabel('Description').inputValue()).toBe('Keep this')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await findField('Anchor')).toMatchObject({ description: '' })
  })

  it('changes the default of a date', async () => {
    const page = await site.page('alice', address)
    await link(page, 'Cleaned on').click()
    const sheet = page.getByRole('dialog', { name: 'Cleaned on' })
    await sheet.getByLabel('Default date').selectOption({ label: 'This date' })
    await sheet.getByLabel('This date').fill('2027-03-04')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await findField('Cleaned on')).toMatchObject({ default_value: '2027-03-04' })
    await link(page, 'Cleaned on').click()
    await sheet.getByLabel('Default date').selectOption({ label: 'The current date' })
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect((await findField('Cleaned on')).specific_properties).toMatchObject({ default_value_type: 0 })
  })

  it('changes the values of a list: labels, order, colors, default, hidden, deleted and pasted ones', async () => {
    const page = await site.page('alice', address)
    await link(page, 'Wood').click()
    const sheet = page.getByRole('dialog', { name: 'Wood' })
    const label = (n: number): Locator => sheet.getByLabel(`Label of value ${n}`)
    const actOn = async (value: string, item: string): Promise<void> => {
      await sheet.getByRole('button', { name: `Actions of the value ${value}` }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await label(1).fill('White oak')
    await label(3).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => label(2).inputValue()).toBe('Pine')
    await expect.poll(() => label(2).evaluate((element) => element === document.activeElement)).toBe(true)
    await sheet.getByRole('button', { name: 'Move Pine up' }).click()
    await sheet.getByRole('button', { name: 'Color of Pine' }).click()
    await sheet.getByRole('radio', { name: 'acid green' }).check({ force: true })
    await actOn('Pine', 'Use as default')
    await actOn('Larch', 'Hide')
    await actOn('Pine', 'Set limit of work in progress')
    await sheet.getByLabel('Limit of work in progress of Pine').fill('4')
    await sheet.getByText('Limit 4', { exact: true }).waitFor()
    await sheet.getByRole('button', { name: 'Add several values' }).click()
    await sheet.getByLabel('Values, one per line').fill('Elm\nTeak')
    await sheet.getByRole('button', { name: 'Add these values' }).click()
    await sheet.getByRole('button', { name: 'Add value' }).click()
    await page.keyboard.type('Ash')
    await actOn('Teak', 'Delete')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Wood saved').waitFor()
    const summary = (await findField('Wood')).values.map((value: any) => [
      value.label,
      value.value_color,
      value.is_hidden,
      ...(value.work_limit === undefined ? [] : [value.work_limit]),
    ])
    expect(summary).toStrictEqual([
      ['Pine', 'acid-green', false, 4],
      ['White oak', '', false],
      ['Larch', '', true],
      ['Elm', '', false],
      ['Ash', '', false],
    ])
    expect((await findField('Wood')).default_value).toMatchObject([{ label: 'Pine' }])
    await undo(page)
    await toast(page, 'Undone').waitFor()
    expect((await findField('Wood')).values.map((value: any) => value.label)).toStrictEqual(['Oak', 'Larch', 'Pine'])
    expect((await findField('Wood')).default_value).toStrictEqual([])
  })

  it('removes a field from use, uses it again and deletes it; refusals name what uses it', async () => {
    const page = await site.page('alice', address)
    await act(page, 'Buoys', 'Remove from the form')
    await toast(page, 'Buoys is no longer in the form').waitFor()
    await undo(page)
    await link(page, 'Buoys').waitFor()
    await expect.poll(() => listIn('Port')).toStrictEqual(['Anchor', 'Buoys'])
    await act(page, 'Buoys', 'Remove from the form')
    await page.getByRole('button', { name: 'Add to the form: Buoys' }).click()
    await link(page, 'Buoys').waitFor()
    await act(page, 'Buoys', 'Remove from the form')
    await page.getByRole('button', { name: 'Delete Buoys' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'Buoys deleted').waitFor()
    expect((await client().get(`trackers/${tracker}/unused_fields`)).body).toStrictEqual([])
    await create({ type: 'int', label: 'Buoys', parent_id: port })

    await act(page, 'Status', 'Remove from the form')
    await page.getByText('Impossible to delete this field').first().waitFor()
    expect(await findField('Status')).toMatchObject({ is_used: true })
    await act(page, 'Port', 'Remove from the form')
    await page.getByText('Not allowed to delete non-empty field set.').first().waitFor()
    expect(await findField('Port')).toBeDefined()
  })

  it('fits on phones, in both color schemes', { timeout: 120_000 }, async () => {
    await expectAccessibleScreens(site, 'alice', address, 'tracker-fields')
    const page = await site.page('alice', address)
    await page.setViewportSize({ width: 320, height: 640 })
    await link(page, 'Wood').click()
    await page.getByRole('dialog', { name: 'Wood' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})
