import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'

describeInBrowser('comments and changes of an artifact', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createBrowserProject(site.server, { alice, bob })
  })
  const open = (login: string) => site.page(login, `/artifacts/${project.crash}`)
  const box = (page: Page) => page.getByRole('textbox', { name: 'New comment' })
  const stream = (page: Page) => page.getByRole('region', { name: 'Comments and changes' })

  const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === document.body)

  it('are accessible in every size and color scheme', () =>
    expectAccessibleScreens(site, 'alice', `/artifacts/${project.crash}`, 'artifact-stream'))

  it('gain a comment with the keys r, the text and Ctrl Enter', async () => {
    const page = await open('bob')
    await page.keyboard.press('r')
    await page.keyboard.type('Seen **again** today')
    await page.keyboard.press('Control+Enter')
    await stream(page).getByText('Seen again today').waitFor()
    await expect.poll(() => box(page).inputValue()).toBe('')
    expect(await stream(page).locator('strong', { hasText: 'again' }).count()).toBe(1)
  })

  it('gain a comment with the key r as soon as the title is there, before the box is painted', async () => {
    const page = await open('bob')
    // No frame is painted: the box follows after a second.
    await page.addInitScript(() => {
      window.requestAnimationFrame = () => 0
    })
    await page.reload({ waitUntil: 'commit' })
    // The title alone may be there while the values are loaded.
    await page.getByRole('button', { name: /^(?:Watch|Unwatch)/ }).waitFor()
    await page.keyboard.type('rAt once')
    await expect.poll(() => box(page).inputValue()).toBe('At once')
  })

  it('are counted next to the heading, apart from the changes', async () => {
    const page = await open('bob')
    const readCounts = async (): Promise<number[]> =>
      ((await stream(page).getByRole('heading', { level: 2 }).innerText()).match(/\d+/g) ?? []).map(Number)
    const [comments = Number.NaN, changes] = await readCounts()
    await box(page).fill('One more')
    await page.keyboard.press('Control+Enter')
    await expect.poll(readCounts).toStrictEqual([comments + 1, changes])
  })

  it('are sent with all of their text, although what a key causes waits for its frame', async () => {
    const page = await open('bob')
    await box(page).click()
    await page.keyboard.type('Every let')
    await waitUntilSettled(page)
    // No frame is between the last letters and the key that sends them.
    await page.evaluate(() => {
      document.execCommand('insertText', false, 'ter')
      const key = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key))
    })
    await stream(page).getByText('Every letter', { exact: true }).waitFor()
    await expect.poll(() => box(page).inputValue()).toBe('')
  })

  it('keep a text that was not sent over a reload', async () => {
    const page = await open('bob')
    await box(page).fill('Half a thought')
    await page.reload()
    await waitUntilSettled(page)
    expect(await box(page).inputValue()).toBe('Half a thought')
    await box(page).fill('')
  })

  it('keep the unsent texts of several tabs apart', async () => {
    const reload = async (page: Page): Promise<string> => {
      await page.reload()
      await waitUntilSettled(page)
      return box(page).inputValue()
    }
    const first = await open('bob')
    await box(first).fill('In the first tab')
    await box(first).blur()
    const second = await open('bob')
    expect(await box(second).inputValue()).toBe('In the first tab')
    await box(second).fill('In the second tab')
    await box(second).blur()
    expect(await reload(first)).toBe('In the first tab')
    expect(await reload(second)).toBe('In the second tab')
    const send = async (): Promise<void> => {
      await box(second).press('Control+Enter')
      await expect.poll(() => box(second).inputValue()).toBe('')
    }
    await send()
    // Sent as it was copied, it is still in the tab in which it was typed.
    expect(await reload(second)).toBe('In the first tab')
    await send()
    expect(await reload(first)).toBe('In the first tab')
    await first.close()
    expect(await reload(second)).toBe('In the first tab')
    await box(second).fill('')
    expect(await reload(second)).toBe('')
  })

  it('write an unsent text at most once a second, and at once when the user leaves it', async () => {
    const page = await open('bob')
    await page.evaluate(() => {
      const { setItem } = Storage.prototype
      const drafts: string[] = []
      Object.assign(globalThis, { drafts })
      Storage.prototype.setItem = function record(name, value) {
        if (name.startsWith('draft:')) drafts.push((JSON.parse(value) as { body: string }).body)
        setItem.call(this, name, value)
      }
    })
    const drafts = () => page.evaluate(() => (globalThis as unknown as { drafts: string[] }).drafts)
    const from = performance.now()
    await box(page).pressSequentially('Typed in one go', { delay: 20 })
    const written = await drafts()
    expect(written.length).toBeLessThanOrEqual(Math.floor((performance.now() - from) / 1000))
    await expect.poll(drafts).toContain('Typed in one go')
    await box(page).pressSequentially(', then left')
    await box(page).blur()
    expect((await drafts()).at(-1)).toBe('Typed in one go, then left')
    await box(page).fill('')
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('draft:')))
    await expect.poll(kept).toStrictEqual([])
  })

  it('gain one comment although the response was lost', async () => {
    const page = await open('bob')
    let isLost = false
    await page.route(`**/api/artifacts/${project.crash}`, async (route) => {
      if (route.request().method() !== 'PUT' || isLost) return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort('connectionreset')
    })
    await box(page).fill('Only one of these')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await stream(page).getByText('Only one of these').waitFor()
    await expect.poll(() => box(page).inputValue()).toBe('')
    const { body } = await site.server.as('bob').get(`artifacts/${project.crash}/changesets?fields=comments&limit=50`)
    const bodies = body.map(({ last_comment }: { last_comment: { commonmark?: string } }) => last_comment.commonmark)
    expect(bodies.filter((text: string | undefined) => text === 'Only one of these')).toHaveLength(1)
    site.clearProblems()
  })

  it('can be edited and deleted by their author only', async () => {
    const page = await open('bob')
    await box(page).fill('A typo hree')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const comment = stream(page).getByRole('listitem').filter({ hasText: 'A typo' })
    await comment.getByRole('button', { name: 'Actions of the comment' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await comment.getByRole('textbox', { name: 'Edit the comment' }).fill('A typo here')
    await expectAccessible(page)
    await comment.getByRole('button', { name: 'Save' }).click()
    await stream(page).getByText('A typo here').waitFor()

    const reader = await site.server.createUser('carol', { realName: 'Carol Danvers' })
    expect(reader).toBeGreaterThan(0)
    const other = await open('carol')
    const same = stream(other).getByRole('listitem').filter({ hasText: 'A typo here' })
    await same.waitFor()
    expect(await same.getByRole('button', { name: 'Actions of the comment' }).count()).toBe(0)

    await comment.getByRole('button', { name: 'Actions of the comment' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alert').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => stream(page).getByText('A typo here').count()).toBe(0)
    expect(await isFocusLost(page)).toBe(false)
  })

  it('show what changed, from and to, and the words that differ', async () => {
    const client = site.server.as('alice')
    const { body } = await client.get(`artifacts/${project.crash}`)
    const field = (name: string) =>
      body.values.find(({ label }: { label: string }) => label.toLowerCase() === name)?.field_id as number
    const put = (values: unknown) => client.put(`artifacts/${project.crash}`, { values })
    expect((await put([{ field_id: field('title'), value: 'Map tiles vanish' }])).status).toBe(200)
    const page = await open('alice')
    const change = stream(page).getByRole('listitem').filter({ hasText: 'Map tiles vanish' })
    await change.waitFor()
    expect(await change.innerText()).toMatch(/Alice Liddell\s+changed Title[\s\S]*→[\s\S]*Map tiles vanish/)
    const text = body.values.find(({ type }: { type: string }) => type === 'text').field_id
    const write = (value: string) => put([{ field_id: text, value: { content: value, format: 'text' } }])
    expect((await write('Take the old road home')).status).toBe(200)
    expect((await write('Take the new road home')).status).toBe(200)
    await page.reload()
    await waitUntilSettled(page)
    const differences = page.getByRole('button', { name: 'Show differences' }).last()
    await differences.click()
    await expect.poll(() => page.locator('del').allInnerTexts()).toStrictEqual(['old'])
    expect(await page.locator('ins').allInnerTexts()).toStrictEqual(['new'])
    const comments = page.getByRole('radio', { name: 'Comments' })
    await comments.click()
    await expect.poll(() => change.count()).toBe(0)
    await page.getByRole('radio', { name: 'Changes' }).click()
    await change.waitFor()
  })

  it('are printed with the properties, and without controls', async () => {
    const page = await open('alice')
    await page.setViewportSize({ width: 1280, height: 800 })
    const properties = page.getByRole('complementary', { name: 'Properties' })
    const labels = () => properties.locator('dt, h2').allInnerTexts()
    const before = await labels()
    expect(before.length).toBeGreaterThan(5)
    // As wide as a sheet of paper.
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 720, height: 1000 })
    await expect.poll(labels).toStrictEqual(before)
    await stream(page).getByText('Seen again today').waitFor()
    const shown = page.locator('button:visible, textarea:visible, nav:visible, select:visible')
    expect(
      await shown.evaluateAll((all) =>
        all.map((each) => each.outerHTML).filter((it) => !/data-value|>Status </.test(it)),
      ),
    ).toStrictEqual([])
  })

  it('are scrolled to when a URL names one, also if it is none of the latest', async () => {
    const artifact = project.crash + 1
    const client = site.server.as('alice')
    for (let n = 0; n < 55; n += 1)
      await client.put(`artifacts/${artifact}`, { values: [], comment: { body: `Note ${n}`, format: 'text' } })
    const { body } = await client.get(`artifacts/${artifact}/changesets?limit=50&order=desc`)
    const ids: readonly number[] = body.map(({ id }: { id: number }) => id)
    for (const [link, text] of [
      [`#comment-${ids[20]}`, 'Note 34'],
      [`?changeset=${ids[30]}`, 'Note 24'],
      [`#comment-${(ids[49] ?? 0) - 2}`, 'Note 3'],
    ] as const) {
      const page = await site.page('bob', `/artifacts/${artifact}${link}`)
      const comment = page.locator('li:target')
      await expect.poll(() => comment.getByText(text, { exact: true }).count()).toBe(1)
      const isInView = () => comment.evaluate((it) => Math.abs(it.getBoundingClientRect().top) < innerHeight)
      await expect.poll(isInView).toBe(true)
    }
  })

  it('offer no box to a visitor', async () => {
    const page = await open('visitor')
    await stream(page).waitFor()
    expect(await box(page).count()).toBe(0)
  })
})
