import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { describeInBrowser, startBrowserSite } from '../kit/browser-site.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'

type Entry = Readonly<Record<string, unknown>>

describeInBrowser('the last change of the user', () => {
  const site = startBrowserSite()
  let project: EditingProject
  let job: ArtifactId
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createEditingProject(site.server, { alice, bob })
  })
  beforeEach(async () => {
    job = await project.createJob('New mast step')
  })

  const readStored = async (name: string): Promise<Entry> => {
    const { body } = await site.server.as('alice').get(`/api/artifacts/${job}`)
    return body.values.find((entry: { field_id: number }) => entry.field_id === project.field(name)) ?? {}
  }
  const expectStored = (name: string, expected: object) => expect.poll(() => readStored(name)).toMatchObject(expected)
  const countChangesets = async (): Promise<number> =>
    (await site.server.as('alice').get(`/api/artifacts/${job}/changesets`)).body.length
  const value = (page: Page, label: string): Locator => page.getByRole('button', { name: new RegExp(`^${label}\\b`) })
  const open = async (address = `/artifacts/${job}`): Promise<Page> => {
    const page = await site.page('bob', address)
    await page.setViewportSize({ width: 1280, height: 800 })
    return page
  }
  const type = async (page: Page, label: string, text: string): Promise<void> => {
    await value(page, label).click()
    await page.getByRole('textbox', { name: label }).fill(text)
    await page.keyboard.press('Enter')
  }
  const message = (page: Page, text: string) => page.getByText(text).first().waitFor()

  it('is undone with Ctrl Z as a change of its own, and the one before it next', async () => {
    const page = await open()
    const before = await countChangesets()
    await type(page, 'Points', '25')
    await expectStored('points', { value: 25 })
    await type(page, 'Berth', 'C 1')
    await expectStored('berth', { value: 'C 1' })
    await page.keyboard.press('Control+z')
    await message(page, 'Berth changed back')
    expect((await readStored('berth'))['value']).not.toBe('C 1')
    await expectStored('points', { value: 25 })
    await page.keyboard.press('Control+z')
    await message(page, 'Points changed back')
    await expectStored('points', { value: 1937 })
    await expect.poll(() => value(page, 'Points').innerText()).toMatch('1937')
    expect(await countChangesets()).toBe(before + 4)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('h')
    expect(await countChangesets()).toBe(before + 4)
  })

  it('stays when Ctrl Z is pressed in an input, where it undoes what was typed', async () => {
    const page = await open()
    const before = await countChangesets()
    await type(page, 'Points', '25')
    await expectStored('points', { value: 25 })
    await value(page, 'Berth').click()
    const input = page.getByRole('textbox', { name: 'Berth' })
    await input.pressSequentially('X')
    await page.keyboard.press('Control+z')
    await expect.poll(() => input.inputValue()).not.toMatch('X')
    await page.keyboard.press('Escape')
    await expectStored('points', { value: 25 })
    expect(await countChangesets()).toBe(before + 1)
  })

  it('is a conflict when another user has changed the value since', async () => {
    const page = await open()
    await type(page, 'Points', '25')
    await expectStored('points', { value: 25 })
    const values = [{ field_id: project.field('points'), value: 30 }]
    expect((await site.server.as('alice').put(`/api/artifacts/${job}`, { values })).status).toBe(200)
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Keep mine' }).waitFor()
    await expectStored('points', { value: 30 })
    site.clearProblems()
  })

  it('is undone in the table of artifacts', async () => {
    const page = await open(`/trackers/${project.tracker}?cols=title,berth`)
    const title = page.locator('tbody [data-row="0"] [data-cell="1"]')
    await title.focus()
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Title' }).fill('Newer mast step')
    await page.keyboard.press('Enter')
    await expectStored('title', { value: 'Newer mast step' })
    await page.keyboard.press('Control+z')
    await expectStored('title', { value: 'New mast step' })
    await page.getByRole('rowheader', { name: 'New mast step' }).first().waitFor()
  })

  it('stays on another page', async () => {
    const other = await project.createJob('New sails')
    const page = await open()
    await type(page, 'Points', '25')
    await expectStored('points', { value: 25 })
    // Without a reload.
    await page.evaluate((address) => {
      history.pushState(null, '', address)
    }, `/artifacts/${other}`)
    await page.getByRole('heading', { level: 1, name: 'New sails' }).waitFor()
    await page.keyboard.press('Control+z')
    const isLeftToBrowser = await page.evaluate(() =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }),
      ),
    )
    expect(isLeftToBrowser).toBe(true)
    await type(page, 'Points', '26')
    await message(page, '26')
    await expectStored('points', { value: 25 })
  })
})
