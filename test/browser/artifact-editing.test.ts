import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
} from '../kit/browser-site.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'

type Entry = Readonly<Record<string, unknown>>

describeInBrowser('values of an artifact', () => {
  const site = startBrowserSite()
  let project: EditingProject
  let job: ArtifactId
  let other: ArtifactId
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createEditingProject(site.server, { alice, bob })
    other = await project.createJob('New sails')
  })
  beforeEach(async () => {
    job = await project.createJob('New mast step')
  })

  const readStored = async (name: string): Promise<Entry> => {
    const { body } = await site.server.as('alice').get(`/api/artifacts/${job}`)
    return body.values.find((entry: { field_id: number }) => entry.field_id === project.field(name)) ?? {}
  }
  const open = async (login = 'bob'): Promise<Page> => {
    const page = await site.page(login, `/artifacts/${job}`)
    await page.setViewportSize({ width: 1280, height: 800 })
    return page
  }
  /** The text of the button of a value, which begins with the label for screen readers. */
  const textOf = async (page: Page, label: string): Promise<string> =>
    (await value(page, label).innerText()).replace(label, '').trim()
  const value = (page: Page, label: string): Locator => page.getByRole('button', { name: new RegExp(`^${label}\\b`) })
  const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
  const expectStored = (name: string, expected: object) => expect.poll(() => readStored(name)).toMatchObject(expected)

  it('are saved by Enter and by leaving, and stay as they were after Escape', async () => {
    const page = await open()
    await value(page, 'Berth').click()
    const input = page.getByRole('textbox', { name: 'Berth' })
    await input.fill('12')
    await input.press('Escape')
    await expect.poll(() => value(page, 'Berth').innerText()).toMatch('–')
    await page.keyboard.press('Enter')
    await input.fill('B 7')
    await input.press('Enter')
    await expect.poll(() => textOf(page, 'Berth')).toBe('B 7')
    await expectStored('berth', { value: 'B 7' })
    expect(await value(page, 'Berth').evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('e')
    await input.fill('C 1')
    await page.keyboard.press('Tab')
    await expectStored('berth', { value: 'C 1' })
  })

  it('show their title at once wherever it stands', async () => {
    const page = await open()
    await page.getByRole('heading', { level: 1 }).getByRole('button').click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Newer mast step')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Newer mast step', exact: true }).waitFor()
    await expectStored('title', { value: 'Newer mast step' })
    await expect.poll(() => page.title()).toMatch('Newer mast step')
  })

  it('keep a wrong number in the editor and explain it', async () => {
    const page = await open()
    expect(await textOf(page, 'Points')).toBe('1937')
    await value(page, 'Points').click()
    const input = page.getByRole('textbox', { name: 'Points' })
    await input.fill('2.5')
    await input.press('Enter')
    await page.getByRole('main').getByText('Enter a whole number').waitFor()
    expect(await input.inputValue()).toBe('2.5')
    expect(await input.getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page)
    await input.fill('25')
    await input.press('Enter')
    await expectStored('points', { value: 25 })
    await value(page, 'Effort').click()
    await page.getByRole('textbox', { name: 'Effort' }).fill('3,75')
    await page.keyboard.press('Enter')
    await expectStored('effort', { value: 3.75 })
  })

  it('are durations in hours and minutes, also in tables, their sums and queries', async () => {
    const page = await open()
    expect(await textOf(page, 'Time spent')).toBe('2h 30m')
    await value(page, 'Time spent').click()
    const input = page.getByRole('textbox', { name: 'Time spent' })
    expect(await input.inputValue()).toBe('2h 30m')
    await input.fill('1d')
    await input.press('Enter')
    await page.getByRole('main').getByText('Enter a duration such as').waitFor()
    await input.fill('95')
    await input.press('Enter')
    await expectStored('spent', { value: 95 })
    await expect.poll(() => textOf(page, 'Time spent')).toBe('1h 35m')
    await page.goto(`/trackers/${project.tracker}?cols=title,spent&q=spent+>+1`)
    await page.getByRole('gridcell', { name: '1h 35m' }).first().waitFor()
    await page.getByText(/^Time spent \d+h( \d+m)?$/).waitFor()
    await page.getByLabel('Query').fill('spent > ')
    await page.getByRole('option', { name: '8h' }).click()
    expect(await page.getByLabel('Query').inputValue()).toMatch(/^spent > "8h" *$/)
  })

  it('are computed, or set manually and back', async () => {
    const page = await open()
    await value(page, 'Total').click()
    await page.getByRole('textbox', { name: 'Total' }).fill('12')
    await page.keyboard.press('Enter')
    await expectStored('total', { is_autocomputed: false, manual_value: 12 })
    await value(page, 'Total').click()
    await page.getByRole('checkbox', { name: 'Calculate it' }).check()
    await page.getByRole('textbox', { name: 'Total' }).press('Enter')
    await expectStored('total', { is_autocomputed: true })
  })

  it('are dates that are typed or chosen, with and without a time', async () => {
    const page = await open()
    await value(page, 'Due').click()
    const due = page.getByRole('textbox', { name: 'Due' })
    await due.fill('someday')
    await due.press('Enter')
    await page.getByRole('main').getByText('Enter a date such as').waitFor()
    await due.fill('2026-11-20')
    await due.press('Enter')
    await expect.poll(async () => String((await readStored('due'))['value']).slice(0, 10)).toBe('2026-11-20')
    await expect.poll(() => textOf(page, 'Due')).toBe('20 Nov 2026')
    await value(page, 'Due').click()
    // The calendar of the browser fills this field.
    await page.locator('input[type=date]').fill('2026-12-24')
    await expect.poll(async () => String((await readStored('due'))['value']).slice(0, 10)).toBe('2026-12-24')
    await value(page, 'Lift').click()
    await page.getByRole('textbox', { name: 'Lift' }).fill('2026-11-20 14:30')
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => new Date(String((await readStored('lift'))['value'])).toISOString())
      .toBe('2026-11-20T13:30:00.000Z')
    await value(page, 'Lift').click()
    await page.getByRole('textbox', { name: 'Lift' }).fill('')
    await page.keyboard.press('Enter')
    await expectStored('lift', { value: null })
  })

  it('are users of a list, by pointer and by keyboard, and "None" is no user', async () => {
    const page = await open()
    await expect.poll(() => value(page, 'Lead').innerText()).toMatch('–')
    await expect.poll(() => page.getByText('Anonymous user').count()).toBe(0)
    await value(page, 'Lead').click()
    await page.getByRole('option', { name: 'Bob Carter' }).click()
    await expectStored('lead', { values: [{ username: 'bob' }] })
    await value(page, 'Lead').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox').fill('ali')
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectStored('lead', { values: [{ username: 'alice' }] })
    await value(page, 'Lead').click()
    await page.getByRole('option', { name: 'No one' }).click()
    await expectStored('lead', { bind_value_ids: [100] })
  })

  it('are several values with tokens that can be removed', async () => {
    const page = await open()
    await value(page, 'Trades').click()
    await page.getByRole('searchbox').fill('rig')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Chosen values' }).getByText('Rigging').waitFor()
    const hasMovedFocus = await page.getByRole('button', { name: 'Remove Wood' }).evaluate((button: HTMLElement) => {
      button.focus()
      button.click()
      return document.activeElement?.getAttribute('type') === 'search'
    })
    expect(hasMovedFocus).toBe(true)
    await page.keyboard.press('Control+Enter')
    await expectStored('trades', { values: [{ label: 'Rigging' }] })
    await value(page, 'Assigned to').click()
    await page.getByRole('option', { name: 'Bob Carter' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => value(page, 'Assigned to').innerText()).not.toMatch('Bob')
    await expectStored('assigned_to', { values: [{ username: 'alice' }] })
  })

  it('are several values that are saved by a button, which the Tab key reaches', async () => {
    const page = await open()
    await value(page, 'Trades').click()
    await page.getByRole('searchbox').fill('paint')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Paint' }).waitFor()
    const save = page.getByRole('dialog', { name: 'Trades' }).getByRole('button', { name: 'Save' })
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab')
        return save.evaluate((button) => button === document.activeElement)
      })
      .toBe(true)
    await page.keyboard.press('Enter')
    await expectStored('trades', { values: [{ label: 'Wood' }, { label: 'Paint' }] })
    await expect.poll(() => value(page, 'Trades').evaluate((button) => button === document.activeElement)).toBe(true)
    await value(page, 'Trades').click()
    await page.getByRole('option', { name: 'Rigging' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => textOf(page, 'Trades')).toMatch(/^Wood\s+Paint$/)
    await expectStored('trades', { values: [{ label: 'Wood' }, { label: 'Paint' }] })
  })

  it('are open lists that take new values', async () => {
    const page = await open()
    await value(page, 'Materials').click()
    await page.getByRole('searchbox').fill('Sikaflex 291')
    await page.getByRole('option', { name: 'Sikaflex 291' }).click()
    await page.getByRole('searchbox').fill('pi')
    await page.getByRole('option', { name: 'pine' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove epoxy' }).click()
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(async () => [...((await readStored('materials'))['bind_value_ids'] as string[])].sort())
      .toStrictEqual(['Sikaflex 291', 'oak', 'pine'])
  })

  it('are groups that may see the artifact', async () => {
    const page = await open('alice')
    await value(page, 'Seen by').click()
    await page.getByRole('listbox').getByRole('option', { name: 'office' }).click()
    await page.keyboard.press('Control+Enter')
    await expectStored('seen_by', { granted_groups: ['office'] })
  })

  it('are texts with a preview, saved by Control and Enter, and kept as a draft by Escape', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Edit Details' }).click()
    const source = page.getByRole('textbox', { name: 'Details' })
    expect(await source.inputValue()).toBe('The *old* one is soft.')
    await source.fill('Oak, **one piece**')
    await page.getByRole('region', { name: 'Details' }).getByRole('tab', { name: 'Preview' }).click()
    await page.locator('strong', { hasText: 'one piece' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('region', { name: 'Details' }).getByRole('tab', { name: 'Write' }).click()
    await source.press('Escape')
    await page.getByText('Unsaved draft of Details').waitFor()
    await expectStored('details', { commonmark: 'The *old* one is soft.' })
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await source.inputValue()).toBe('Oak, **one piece**')
    await source.press('Control+Enter')
    await expectStored('details', { commonmark: 'Oak, **one piece**' })
    await page.locator('strong', { hasText: 'one piece' }).waitFor()
    await page.getByRole('button', { name: 'Edit Remark' }).click()
    await page.getByRole('textbox', { name: 'Remark' }).fill('a < b')
    await page.getByRole('button', { name: 'Save Remark' }).click()
    await expectStored('remark', { value: 'a < b', format: 'text' })
  })

  it('are steps that are added, duplicated, moved by keys and removed', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Edit Steps' }).click()
    await page.getByRole('textbox', { name: 'Action of step 1' }).press('Alt+ArrowDown')
    await expect.poll(() => page.getByRole('textbox', { name: 'Action of step 2' }).inputValue()).toBe('Lift the step')
    await page.getByRole('button', { name: 'Add a step' }).click()
    await page.keyboard.type('Bed it in')
    await page.getByRole('button', { name: 'Duplicate step 3' }).click()
    await page.getByRole('textbox', { name: 'Action of step 4' }).fill('Clean up')
    await page.getByRole('button', { name: 'Remove step 1' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save Steps' }).click()
    await expect
      .poll(async () =>
        ((await readStored('steps'))['value'] as { description: string }[]).map((step) => step.description),
      )
      .toStrictEqual(['Lift the step', 'Bed it in', 'Clean up'])
  })

  /** As a program that copied a text puts it on the clipboard, in several formats. */
  const paste = (place: Locator, formats: Readonly<Record<string, string>>): Promise<void> =>
    place.evaluate((element, contents) => {
      const data = new DataTransfer()
      for (const [type, content] of Object.entries(contents)) data.setData(type, content)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, formats)
  const actionsOn = (page: Page): Promise<readonly string[]> =>
    page
      .getByRole('textbox', { name: /^Action of step/ })
      .evaluateAll((areas) => areas.map((area) => (area as HTMLTextAreaElement).value))

  it('are steps of rows that were copied in a spreadsheet, which can be undone', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Edit Steps' }).click()
    const first = page.getByRole('textbox', { name: 'Action of step 1' })
    await paste(first, { 'text/plain': 'Mark it\tThe line is seen\tAda\r\n"Saw\nit ""dry"""\tNo splinters\tBob\r\n' })
    const pasted = ['Lift the step', 'Mark it', 'Saw\nit "dry"', 'Cut the template']
    await expect.poll(() => actionsOn(page)).toStrictEqual(pasted)
    await page.getByText('2 steps added. Columns after the second are left out.').first().waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Action of step 2')
    await expectAccessible(page)
    await page.keyboard.press('Control+z')
    await expect.poll(() => actionsOn(page)).toStrictEqual(['Lift the step', 'Cut the template'])
    // One cell is text. A table of a text program has paragraphs in its cells.
    await paste(first, { 'text/plain': 'Lift', 'text/html': '<table><tr><td>Lift</td></tr></table>' })
    expect(await actionsOn(page)).toStrictEqual(['Lift the step', 'Cut the template'])
    await page.getByRole('button', { name: 'Add a step' }).click()
    await paste(page.getByRole('textbox', { name: 'Action of step 3' }), {
      'text/plain': 'Glue\nit\tIt holds\n',
      'text/html': `<html><body><style>td {}</style><!--StartFragment-->
        <table data-sheet="a > b"><tr><td style="color: red"><p>Glue</p><p>it</p></td><td>It\n  holds<br>well</td></tr></table><!--EndFragment--></body></html>`,
    })
    await expect.poll(() => actionsOn(page)).toStrictEqual(['Lift the step', 'Cut the template', 'Glue\nit'])
    await page.getByRole('textbox', { name: 'Action of step 1' }).fill('Lift it')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => actionsOn(page)).toStrictEqual(['Lift it', 'Cut the template', ''])
    await paste(page.getByRole('textbox', { name: 'Action of step 3' }), { 'text/plain': 'Glue it\tIt holds' })
    await expect.poll(() => actionsOn(page)).toStrictEqual(['Lift it', 'Cut the template', 'Glue it'])
    await page.getByRole('button', { name: 'Save Steps' }).click()
    await expect
      .poll(async () =>
        ((await readStored('steps'))['value'] as { description: string; expected_results: string }[]).map((step) => [
          step.description,
          step.expected_results,
        ]),
      )
      .toStrictEqual([
        ['Lift it', 'Lift the step is done'],
        ['Cut the template', 'Cut the template is done'],
        ['Glue it', 'It holds'],
      ])
  })

  it('are links that are added by number and by title, with their types, and removed', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Edit Links' }).click()
    await page.getByRole('button', { name: 'Add a link' }).click()
    await page.getByRole('searchbox').fill(`#${other}`)
    await page.getByRole('option', { name: 'New sails' }).click()
    await page.getByRole('combobox', { name: `Type of the link to #${other}` }).selectOption({ label: 'Children' })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save Links' }).click()
    await expectStored('links', { links: [{ id: other, type: '_is_child' }] })
    await page
      .getByRole('complementary', { name: 'Properties' })
      .getByRole('link', { name: /New sails/ })
      .waitFor()
    await page.getByRole('button', { name: 'Edit Links' }).click()
    await page.getByRole('button', { name: `Remove #${other}` }).click()
    expect(await focusedText(page)).toMatch(/^Add a link/)
    await page.getByRole('button', { name: 'Save Links' }).click()
    await expectStored('links', { links: [] })
  })

  it('are files that can be removed', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Edit Files' }).click()
    await page.getByRole('button', { name: 'Remove plan.txt' }).click()
    expect(await focusedText(page)).toBe('Cancel')
    await page.getByRole('button', { name: 'Save Files' }).click()
    await expectStored('files', { file_descriptions: [] })
  })

  it('offer only allowed transitions and ask for what a transition demands', async () => {
    const page = await open()
    await value(page, 'Status').click()
    expect(await page.getByRole('menuitem', { name: /^Done/ }).getAttribute('aria-disabled')).toBe('true')
    await page.getByText(/in no group/).waitFor()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: /^Inspected/ }).click()
    const form = page.getByRole('form', { name: 'Change to Inspected' })
    await form.getByRole('textbox', { name: 'Berth' }).fill('B 7')
    await expectAccessible(page)
    await form.getByRole('textbox', { name: 'Comment' }).fill('Looked at it')
    await page.keyboard.press('Control+Enter')
    await expectStored('status', { values: [{ label: 'Inspected' }] })
    await expectStored('berth', { value: 'B 7' })
    await page.getByText('Looked at it').waitFor()
  })

  it('are frozen with a reason and hidden as the workflow demands', async () => {
    const page = await open()
    await page.getByRole('heading', { name: 'Costs' }).waitFor()
    await value(page, 'Status').press('Enter')
    await page.getByRole('menuitem', { name: /^At work/ }).waitFor()
    await page.keyboard.press('1')
    await expectStored('status', { values: [{ label: 'At work' }] })
    await page.getByText('The workflow does not allow changes in At work').first().waitFor({ state: 'attached' })
    await expect.poll(() => value(page, 'Points').count()).toBe(0)
    await expect.poll(() => page.getByRole('heading', { name: 'Costs' }).count()).toBe(0)
  })

  it('without permission are plain text', async () => {
    const page = await open()
    await expect.poll(() => value(page, 'Invoice').count()).toBe(0)
    const visitor = await open('visitor')
    await expect
      .poll(() =>
        visitor
          .getByRole('main')
          .getByRole('button', { name: /^Edit|^Points/ })
          .count(),
      )
      .toBe(0)
    const administrator = await open('alice')
    await expect.poll(() => value(administrator, 'Invoice').count()).toBe(1)
  })

  it('that the server refuses return, with the message and the typed text', async () => {
    const page = await open()
    // The server refuses what the page does not know.
    await page.route(`**/api/artifacts/${job}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 400, json: { error: { code: 400, message: 'Bad Request: Berth is taken' } } })
        : route.continue(),
    )
    await value(page, 'Berth').click()
    const input = page.getByRole('textbox', { name: 'Berth' })
    await input.fill('B 9')
    await input.press('Enter')
    await page.getByRole('paragraph').filter({ hasText: 'Berth is taken' }).waitFor()
    await expect.poll(() => input.inputValue()).toBe('B 9')
    await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.unroute(`**/api/artifacts/${job}`)
    await input.press('Enter')
    await expectStored('berth', { value: 'B 9' })
  })

  it('can be reached by keyboard', async () => {
    const page = await open()
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(20)
  })

  it('are accessible in every size and color scheme', () =>
    expectAccessibleScreens(site, 'bob', `/artifacts/${job}`, 'artifact-editing'))
  it('are accessible in every size and color scheme: open editors', () =>
    expectAccessibleScreens(site, 'bob', `/artifacts/${job}`, 'artifact-editors', async (page) => {
      for (const label of ['Details', 'Steps']) await page.getByRole('button', { name: `Edit ${label}` }).click()
      const all = page.getByRole('button', { name: 'All properties' })
      if (await all.isVisible()) await all.click()
      for (const label of ['Links', 'Files']) await page.getByRole('button', { name: `Edit ${label}` }).click()
      await value(page, 'Berth').click()
    }))
})
