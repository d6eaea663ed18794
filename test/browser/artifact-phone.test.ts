import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { describeInBrowser, expectAccessible, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'

describeInBrowser('an artifact on a phone', () => {
  const site = startBrowserSite()
  let project: EditingProject
  let job: ArtifactId
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createEditingProject(site.server, { alice, bob })
    job = await project.createJob('New mast step')
    const values = [
      { field_id: project.field('berth'), value: 'A 1' },
      { field_id: project.field('details'), value: { content: 'The *old* one is rotten.', format: 'commonmark' } },
    ]
    const comment = { body: 'It fits **now**.', format: 'commonmark' }
    expect((await site.server.as('alice').put(`/api/artifacts/${job}`, { values, comment })).status).toBe(200)
  })

  const open = async (colorScheme: 'light' | 'dark' = 'light'): Promise<Page> => {
    const viewport = { width: 390, height: 844 }
    const context = await site.context('bob', { viewport, hasTouch: true, isMobile: true, colorScheme })
    const page = await context.newPage()
    await page.goto(`/artifacts/${job}`)
    await waitUntilSettled(page)
    return page
  }

  it('has its properties behind a button, in a sheet that gives the focus back', async () => {
    const page = await open()
    const button = page.getByRole('button', { name: /^All properties/ })
    await button.tap()
    const sheet = page.getByRole('dialog', { name: 'Properties' })
    await sheet.getByRole('button', { name: /^Berth/ }).tap()
    await sheet.getByRole('textbox', { name: 'Berth' }).fill('B 7')
    await page.keyboard.press('Enter')
    await expect.poll(() => sheet.getByRole('button', { name: /^Berth/ }).innerText()).toMatch('B 7')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: /^Berth/ }).tap()
    await sheet.getByRole('textbox', { name: 'Berth' }).waitFor()
    await page.keyboard.press('Escape')
    await sheet.getByRole('button', { name: /^Berth/ }).waitFor()
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect.poll(() => sheet.count()).toBe(0)
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    const stored = await site.server.as('bob').get(`/api/artifacts/${job}`)
    expect(JSON.stringify(stored.body.values)).toContain('B 7')
  })

  it('has a title whose editor shows all lines of it, and saves one line', async () => {
    const page = await open()
    const title = 'New mast step, cut from the oak that has been drying behind the shed since spring'
    await page.getByRole('heading', { level: 1 }).getByRole('button').tap()
    const editor = page.getByRole('textbox', { name: 'Title' })
    await editor.fill(title.replace(', ', ',\n'))
    expect(await editor.inputValue()).toBe(title)
    const { height, hidden } = await editor.evaluate((area) => ({
      height: area.clientHeight,
      hidden: area.scrollHeight - area.clientHeight,
    }))
    expect(hidden).toBeLessThanOrEqual(1)
    expect(height).toBeGreaterThan(3 * 32)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(title)
    await expect.poll(async () => (await site.server.as('bob').get(`/api/artifacts/${job}`)).body.title).toBe(title)
  })

  it('has the tools of a text on one line', async () => {
    const page = await open()
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
    await page.getByRole('textbox', { name: 'Comment' }).tap()
    await expect.poll(() => toolbar.getByRole('button').count()).toBe(8)
    const places = await toolbar.getByRole('button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const { top, right, width } = button.getBoundingClientRect()
        return { top, isInside: right <= innerWidth - 16, isLarge: width >= 32 }
      }),
    )
    expect(places).toStrictEqual(places.map(() => ({ top: places[0]?.top, isInside: true, isLarge: true })))
  })

  it('changes its status in a sheet at the bottom, with large targets', async () => {
    const page = await open('dark')
    await page.getByRole('button', { name: /^Status/ }).tap()
    const menu = page.getByRole('menu')
    const { bottom, width } = await menu.evaluate((element) => {
      const box = (element.closest('[data-placement]') ?? element).getBoundingClientRect()
      return { bottom: Math.round(box.bottom), width: Math.round(box.width) }
    })
    expect({ bottom, width }).toStrictEqual({ bottom: 844, width: 390 })
    for (const item of await menu.getByRole('menuitem').all())
      expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectAccessible(page)
    await menu.getByRole('menuitem', { name: /At work/ }).tap()
    await expect.poll(() => page.getByRole('button', { name: /^Status/ }).innerText()).toMatch('At work')
    await page.getByRole('textbox', { name: 'New comment' }).scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})
