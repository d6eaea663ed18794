import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'

describeInBrowser('an artifact by keyboard', () => {
  const site = startBrowserSite()
  let project: EditingProject
  let job: ArtifactId
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createEditingProject(site.server, { alice, bob })
    job = await project.createJob('New mast step')
    const comment = { body: 'It fits **now**.', format: 'commonmark' }
    expect((await site.server.as('bob').put(`artifacts/${job}`, { values: [], comment })).status).toBe(200)
  })
  const open = () => site.page('bob', `/artifacts/${job}`, { viewport: { width: 1440, height: 900 } })
  const focused = (page: Page) =>
    page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? ''
    })
  const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }

  it('needs fewer than twelve presses of Tab from the beginning of the page to the filter of its history', async () => {
    const page = await open()
    await press(page, 'Tab', 'Enter')
    const isAtFilter = () => page.evaluate(() => document.activeElement?.closest('[role="radiogroup"]') != null)
    let moves = 0
    const stops: string[] = []
    while (moves < 40 && !(await isAtFilter())) {
      await press(page, 'Tab')
      moves += 1
      stops.push(await focused(page))
    }
    console.log(`${moves} presses of Tab to the filter of the history`)
    expect(moves, stops.join('; ')).toBeLessThan(12)
  })

  it('reaches every control, and each group is one stop in which arrow keys move', async () => {
    const page = await open()
    await expectAccessible(page)
    await expectKeyboardAccess(page)
    expect(await page.getByRole('grid').locator('button[tabindex="0"]').count()).toBeLessThanOrEqual(1)
    const before = await focused(page)
    await press(page, 'd')
    await expect.poll(() => focused(page)).not.toBe(before)
    const first = await focused(page)
    await press(page, 'ArrowDown')
    await expect.poll(() => focused(page)).not.toBe(first)
    await press(page, 'ArrowUp')
    await expect.poll(() => focused(page)).toBe(first)
    await press(page, 'End', 'Home', 'ArrowUp')
    await expect.poll(() => focused(page)).toBe(first)
    // After an edit, the value has the focus, and the arrow keys start from there.
    await page.getByRole('button', { name: /^Berth/ }).focus()
    await press(page, 'e')
    await page.getByRole('textbox', { name: 'Berth' }).fill('B 7')
    await press(page, 'Enter')
    await expect.poll(() => focused(page)).toMatch(/^Berth.*B 7/)
    await press(page, 'Tab', 'Shift+Tab')
    await expect.poll(() => focused(page)).toMatch(/^Berth/)
    const toolbar = page.getByRole('toolbar', { name: 'Actions of the artifact' })
    await toolbar.getByRole('button').first().focus()
    await press(page, 'End')
    await expect.poll(() => focused(page)).toBe('More actions')
  })

  it('offers no draft while a value is saved: its controls would disappear with the focus', async () => {
    const page = await open()
    await page.evaluate(() => {
      const offers: string[] = []
      Object.assign(globalThis, { offers })
      const record = ({ textContent }: Node) => textContent?.includes('Unsaved draft') && offers.push(textContent)
      new MutationObserver((mutations) => {
        for (const { addedNodes } of mutations) for (const node of addedNodes) record(node)
      }).observe(document.body, { childList: true, subtree: true })
    })
    for (const berth of ['C 1', 'C 2']) {
      await page.getByRole('button', { name: /^Berth/ }).focus()
      await press(page, 'e')
      await page.getByRole('textbox', { name: 'Berth' }).fill(berth)
      const response = page.waitForResponse((each) => each.request().method() === 'PUT')
      await press(page, 'Enter')
      expect((await response).status()).toBe(200)
      await waitUntilSettled(page)
    }
    expect(await page.evaluate(() => Reflect.get(globalThis, 'offers'))).toEqual([])
    expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('draft:')))).toEqual([])
  })

  it('has shortcuts for its sections, its values and its files', async () => {
    const page = await open()
    await press(page, 'h')
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('all')
    await press(page, 'ArrowRight')
    await expect.poll(() => page.getByRole('radio', { name: 'Comments' }).isChecked()).toBe(true)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await press(page, 'n')
    expect(await page.evaluate(() => document.activeElement?.closest('h1') !== null)).toBe(true)
    const sections = new Set<string>()
    for (let n = 0; n < 12; n += 1) {
      sections.add(
        await page.evaluate(
          () => document.activeElement?.closest<HTMLElement>('[data-section]')?.dataset['section'] ?? '',
        ),
      )
      await press(page, 'n')
      if (await page.evaluate(() => document.activeElement?.matches('textarea, input') === true)) break
    }
    expect([...sections]).toStrictEqual(expect.arrayContaining(['title', 'properties', 'art_link', 'file', 'text']))
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await press(page, 'p', 'p')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await press(page, 'e')
    await page.locator('h1 textarea:focus').waitFor()
    await press(page, 'Escape')
    await page.locator('h1 textarea').waitFor({ state: 'detached' })
    const choosing = page.waitForEvent('filechooser')
    await press(page, 'u')
    await choosing
    await press(page, '?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const name of ['Add files', 'Next section', 'Go to comments and changes', 'Link the selected text'])
      await help.getByText(name, { exact: true }).waitFor()
    await expectAccessible(page)
  })
})
