import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { en } from '../../web/src/texts/en.ts'
import { partsEn } from '../../web/src/texts/en-parts.ts'
import { trackerAdminEn } from '../../web/src/texts/en-tracker-admin.ts'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, expectAccessible, startBrowserSite } from '../kit/browser-site.ts'

const words = en.projectAdmin.trackers
const { itemName } = en.trackerAdmin.general

describeInBrowser('the trackers of a project', () => {
  const site = startBrowserSite()
  let lander: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    lander = await createBrowserProject(site.server, { alice, bob })
  })
  const open = () => site.page('alice', '/projects/lander/admin/trackers')
  const readTracker = async (id: number) => (await site.server.as('alice').get(`trackers/${id}`)).body
  const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).toSorted()

  it('are created from a template, with a proposed short name, and their fields are opened', async () => {
    const page = await open()
    await page.getByLabel(words.source).selectOption('story')
    await page.getByText(words.templates.story.text).waitFor()
    await page.getByLabel(words.name, { exact: true }).fill('Flight plans')
    expect(await page.getByLabel(itemName).inputValue()).toBe('flight_plans')
    await page.getByRole('radio', { name: 'acid green' }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: words.add }).click()
    await page.waitForURL(/\/trackers\/\d+\/admin\//)
    const id = Number(/\d+/.exec(page.url().split('/trackers/')[1] ?? '')?.[0])
    expect(await readTracker(id)).toMatchObject({
      label: 'Flight plans',
      item_name: 'flight_plans',
      color_name: 'acid-green',
      project: { id: lander.project },
    })
    await page.getByRole('navigation').getByRole('link', { name: 'Flight plans' }).first().waitFor()
  })

  it('are copied with their fields, or begin with a title only', async () => {
    for (const [source, name, item] of [
      [`copy ${lander.bugs}`, 'More bugs', 'more_bug'],
      ['empty', 'Notes', 'note'],
    ] as const) {
      const page = await open()
      await page.getByLabel(words.source).selectOption(source)
      await page.getByLabel(itemName).fill(item)
      await page.getByLabel(words.name, { exact: true }).fill(name)
      expect(await page.getByLabel(itemName).inputValue()).toBe(item)
      await page.getByRole('button', { name: words.add }).click()
      await page.waitForURL(/\/trackers\/\d+\/admin\//)
      const created = await readTracker(Number(/\d+/.exec(page.url().split('/trackers/')[1] ?? '')?.[0]))
      const original = await readTracker(lander.bugs)
      expect(names(created.fields)).toEqual(source === 'empty' ? ['details', 'title'] : names(original.fields))
      expect(created.semantics.title).toEqual({ field_id: expect.any(Number) })
      await page.close()
    }
  })

  it('of an existing short name are refused at its field, and what was typed stays', async () => {
    const page = await open()
    await page.getByLabel(words.name, { exact: true }).fill('Bugs again')
    await page.getByLabel(itemName).fill('bug')
    await page.getByRole('button', { name: words.add }).click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    const field = page.getByLabel(itemName)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const error = page.locator(`[id="${(await field.getAttribute('aria-describedby'))?.split(' ').at(-1)}"]`)
    expect(await error.innerText()).toContain('“Short name”')
    expect(await page.getByLabel(words.name, { exact: true }).inputValue()).toBe('Bugs again')
    const { body } = await site.server.as('alice').get(`projects/${lander.project}/trackers?limit=50`)
    expect(body.map((each: { readonly label: string }) => each.label)).not.toContain('Bugs again')
  })

  it('lead to the settings of each', async () => {
    const page = await open()
    await page.getByRole('list', { name: words.title }).getByRole('link', { name: /^bugs/ }).click()
    await page.waitForURL(`**/trackers/${lander.bugs}/admin/general`)
  })

  it('are exported as XML in their settings, from which others are created after a check of the file', async () => {
    const settings = await site.page('alice', `/trackers/${lander.bugs}/admin/general`)
    const downloading = settings.waitForEvent('download')
    await settings.getByRole('button', { name: trackerAdminEn.trackerGeneral.xmlDownload }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('bug.xml')
    const xml = await readFile(await download.path(), 'utf8')
    expect(xml).toMatch(/<tracker /)
    await settings.close()

    const texts = partsEn.trackerXml
    const page = await open()
    await page.getByLabel(words.source).selectOption('xml')
    await page.getByText(words.xmlHint).waitFor()
    const input = page.getByLabel(texts.file)
    const choose = (content: string) =>
      input.setInputFiles({ name: 'bug.xml', mimeType: 'application/xml', buffer: Buffer.from(content) })
    const submit = page.getByRole('button', { name: words.add })
    await input.waitFor()
    await submit.click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    expect(await input.getAttribute('aria-invalid')).toBe('true')
    await choose('<tracker>\n<name>')
    await page.getByText(texts.refused).first().waitFor()
    await page.getByText(texts.place(2)).waitFor()
    await expectAccessible(page)
    await choose(xml)
    await page.getByText(texts.ready).first().waitFor()
    const name = page.getByLabel(words.name, { exact: true })
    await expect.poll(() => name.inputValue()).toBe((await readTracker(lander.bugs)).label)
    expect(await page.getByLabel(itemName).inputValue()).toBe('bug')
    await name.fill('Bugs from a file')
    expect(await page.getByLabel(itemName).inputValue()).toBe('bugs_from_a_file')
    await page.getByLabel(itemName).fill('bug')
    await submit.click()
    await expect.poll(() => page.getByLabel(itemName).getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel(itemName).fill('file_bug')
    await submit.click()
    await page.waitForURL(/\/trackers\/\d+\/admin\//)
    const created = await readTracker(Number(/\d+/.exec(page.url().split('/trackers/')[1] ?? '')?.[0]))
    const original = await readTracker(lander.bugs)
    expect(created).toMatchObject({ label: 'Bugs from a file', item_name: 'file_bug', color_name: original.color_name })
    expect(names(created.fields)).toEqual(names(original.fields))
  })

  it('are arranged by buttons and keys, for the page of the project and its menu', async () => {
    const { status } = await site.server
      .as('alice')
      .post(`projects/${lander.project}/trackers`, { template: 'task', name: 'Probes', item_name: 'probe' })
    expect(status).toBe(201)
    const page = await open()
    const list = page.getByRole('main').getByRole('list', { name: words.title })
    const names = async () => {
      const texts = await list.getByRole('link').allInnerTexts()
      return texts.map((text) => text.split('\n')[0]?.trim() ?? '')
    }
    const before = await names()
    const saved = () =>
      page.waitForResponse((response) => response.url().endsWith('/tracker_order') && response.status() === 200)
    const down = list.getByRole('listitem').first().getByRole('button').last()
    const isSaved = saved()
    await down.click()
    await isSaved
    await expect.poll(names).toStrictEqual([before[1], before[0], ...before.slice(2)])
    // The button moved with its tracker, and has the focus.
    expect(await list.getByRole('listitem').nth(1).locator(':focus').count()).toBe(1)
    const moved = list.getByRole('link').nth(1)
    await moved.focus()
    const isSavedAgain = saved()
    await page.keyboard.press('Alt+ArrowUp')
    await isSavedAgain
    await expect.poll(names).toStrictEqual(before)
    expect(await list.getByRole('listitem').first().locator('a:focus').count()).toBe(1)
    // At the end there is nothing to move past.
    await page.keyboard.press('Alt+ArrowUp')
    expect(await names()).toStrictEqual(before)
    await expectAccessible(page)
    const isSavedLast = saved()
    await page.keyboard.press('Alt+ArrowDown')
    await isSavedLast
    const rotated = await names()
    const overview = await site.page('bob', '/projects/lander')
    const shown = await overview.getByRole('main').getByRole('link').allInnerTexts()
    const positions = rotated.map((name) => shown.findIndex((text) => text.startsWith(name.split(' ')[0] ?? '')))
    expect(positions[0]).toBeLessThan(positions[1] ?? -1)
    await overview.keyboard.press('c')
    const dialog = overview.getByRole('dialog', { name: en.creation.chooseTracker })
    await dialog.getByRole('link').first().waitFor()
    const offered = await dialog.getByRole('link').allInnerTexts()
    const offeredFirst = rotated.filter((name) => offered.some((text) => text.startsWith(name.split(' ')[0] ?? '')))
    expect(offered.map((text) => text.split(' ')[0])).toStrictEqual(offeredFirst.map((name) => name.split(' ')[0]))
  })

  it('stay as they are when the server refuses another order', async () => {
    const page = await open()
    const list = page.getByRole('main').getByRole('list', { name: words.title })
    const before = await list.getByRole('link').allInnerTexts()
    // Another administrator creates one meanwhile.
    const { status } = await site.server
      .as('alice')
      .post(`projects/${lander.project}/trackers`, { template: 'task', name: 'Zoo', item_name: 'zoo' })
    expect(status).toBe(201)
    await list.getByRole('listitem').first().getByRole('button').last().click()
    const notifications = page.getByRole('region', { name: 'Notifications' })
    await notifications.getByText('All trackers of the project are required').waitFor()
    await expect.poll(async () => (await list.getByRole('link').allInnerTexts()).length).toBe(before.length + 1)
    expect((await list.getByRole('link').allInnerTexts()).slice(0, before.length)).toStrictEqual(before)
    site.clearProblems()
  })
})
