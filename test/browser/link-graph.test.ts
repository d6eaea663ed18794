import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'

/** `release` (a task) ← `crash` → `flicker` (its child) → `search` ← `export`. */
describeInBrowser('the graph of the links of an artifact', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  let crash = 0
  const link = async (from: number, links: readonly { readonly id: number; readonly type: string }[]) => {
    const values = [{ field_id: project.fixture.fields.get('bug:links'), links }]
    expect((await site.server.as('alice').put(`artifacts/${from}`, { values })).status).toBe(200)
  }
  beforeAll(async () => {
    const users = { alice: await site.server.createUser('alice'), bob: await site.server.createUser('bob') }
    project = await createBrowserProject(site.server, users)
    crash = project.crash
    await link(crash + 1, [{ id: crash + 2, type: '' }])
    await link(crash + 3, [{ id: crash + 2, type: '_is_child' }])
    await link(crash + 4, [{ id: crash + 1, type: '' }])
    const all = Array.from({ length: 54 }, (_, n) => ({ id: crash + 7 + n, type: '' }))
    await link(crash + 5, [...all, { id: crash + 6, type: '' }])
    await link(
      crash + 6,
      [-1, 1, 2, 3, 4, 8].map((n) => ({ id: crash + n, type: '' })),
    )
  })
  const show = async (page: Page): Promise<Locator> => {
    const all = page.getByRole('button', { name: /^All properties/ })
    if (await all.isVisible()) await all.click()
    await page.getByRole('button', { name: 'Show graph' }).click()
    const dialog = page.getByRole('dialog', { name: /^Links of/ })
    await dialog.getByRole('list', { name: 'Linked artifacts' }).waitFor()
    return dialog
  }
  const listNodes = (dialog: Locator): Promise<(string | null)[]> =>
    dialog
      .locator('[data-node] > *')
      .evaluateAll((all) => all.map((each) => /#\d+/.exec(each.getAttribute('title') ?? '')?.[0] ?? null))

  it('shows two levels in both directions, with one request for each level', async () => {
    const page = await site.page('alice', `/artifacts/${crash}`)
    await waitUntilSettled(page)
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/api\/artifacts(\/\d+)?$/.test(pathname)) requests.push(pathname)
    })
    const dialog = await show(page)
    const nodes = [crash - 1, crash, crash + 1, crash + 2, crash + 4, crash + 6].map((id) => `#${id}`)
    expect((await listNodes(dialog)).toSorted()).toEqual(nodes.toSorted())
    expect(requests).toEqual(['/api/artifacts', '/api/artifacts'])
    const links = dialog.getByRole('list', { name: 'Links between them' }).getByRole('listitem')
    expect(await links.allTextContents()).toContain(
      `From #${crash} Lander crashes when the map is zoomed out during descent to #${crash + 1} Map tiles flicker while zooming: Child`,
    )
    expect(await dialog.locator('svg text').allTextContents()).toEqual(['Child'])
    await dialog.getByText('Release 2.4').first().waitFor()
    await dialog.getByRole('link', { name: /In progress/ }).waitFor()
    await expectAccessible(page)
  })

  it('is one stop of the Tab key, and leads to the artifacts', async () => {
    const page = await site.page('alice', `/artifacts/${crash}`)
    const dialog = await show(page)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
    await dialog.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Tab')
    const first = await focused()
    expect(first).toMatch(/^\/artifacts\/\d+$/)
    const reached = new Set([first])
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press('ArrowDown')
      reached.add(await focused())
    }
    expect(reached.size).toBe(5)
    await page.keyboard.press('Home')
    expect(await focused()).toBe(first)
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await dialog.locator(`a[href="/artifacts/${crash + 1}"]`).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Map tiles flicker/, level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/artifacts/${crash + 1}`)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('has room for sixty artifacts, and counts the others where they are linked', async () => {
    const page = await site.page('alice', `/artifacts/${crash + 5}`)
    const dialog = await show(page)
    expect(await listNodes(dialog)).toHaveLength(60)
    await dialog.getByText(/^1 more artifact has no room here/).waitFor()
    await dialog.getByRole('link', { name: `#${crash + 6} (1 more)` }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/artifacts/${crash + 6}`)
  })

  it('is offered only where there are links', async () => {
    const values = [{ field_id: project.fixture.fields.get('bug:title'), value: 'Alone' }]
    const { body } = await site.server.as('alice').post('artifacts', { tracker: { id: project.bugs }, values })
    const page = await site.page('alice', `/artifacts/${body.id}`)
    await page.getByRole('heading', { name: 'Links' }).waitFor()
    await waitUntilSettled(page)
    expect(await page.getByRole('button', { name: 'Show graph' }).count()).toBe(0)
  })

  it('has a child that is created in place, with its link in one request', async () => {
    const linkField = project.fixture.fields.get('bug:links')
    const readChildren = async (): Promise<readonly number[]> => {
      const { body } = await site.server.as('alice').get(`artifacts/${crash + 3}`)
      const entry = body.values.find((each: { field_id: number }) => each.field_id === linkField)
      const children = entry.links.filter((each: { type: string | null }) => each.type === '_is_child')
      return children.map(({ id }: { id: number }) => id)
    }
    const page = await site.page('alice', `/artifacts/${crash + 3}`)
    await waitUntilSettled(page)
    const before = await readChildren()
    await page.getByRole('button', { name: 'Create child' }).click()
    const dialog = page.getByRole('dialog', { name: /^New child of/ })
    await dialog.getByLabel('Tracker').selectOption({ label: 'tasks' })
    await dialog.getByText('Artifacts of this tracker have no links that you can set.').waitFor()
    await dialog.getByLabel('Tracker').selectOption({ label: 'bugs' })
    await dialog.getByLabel('Title').fill('Tiles of the far side')
    await dialog.getByRole('button', { name: 'Create child' }).click()
    await page
      .getByRole('link', { name: /Tiles of the far side/ })
      .first()
      .waitFor()
    expect(await dialog.count()).toBe(0)
    expect((await readChildren()).length).toBe(before.length + 1)
  })

  it('has a child from the form of a new artifact, whose link is that of the parent', async () => {
    const page = await site.page('alice', `/artifacts/${crash + 4}`)
    await waitUntilSettled(page)
    await page.getByRole('button', { name: 'Create child' }).click()
    const dialog = page.getByRole('dialog', { name: /^New child of/ })
    await dialog.getByLabel('Title').fill('Tiles at dusk')
    await dialog.getByRole('link', { name: 'Open the full form' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Tiles at dusk')
    await page.getByRole('button', { name: /^Create bug/ }).click()
    await page.waitForURL(/\/artifacts\/\d+$/)
    const { body } = await site.server.as('alice').get(`artifacts/${new URL(page.url()).pathname.split('/').at(-1)}`)
    expect(JSON.stringify(body.values)).toContain(`"reverse_links":[{"id":${crash + 4},`)
  })

  it('fits on every screen', async () => {
    const open = async (page: Page) => {
      await show(page)
    }
    await expectAccessibleScreens(site, 'alice', `/artifacts/${crash}`, 'the graph of links', open)
    await expectAccessibleScreens(site, 'alice', `/artifacts/${crash + 5}`, 'a graph of many links', open)
  })
})
