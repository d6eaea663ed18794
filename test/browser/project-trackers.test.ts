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
})
