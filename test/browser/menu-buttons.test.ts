import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, expectAccessible, startBrowserSite } from '../kit/browser-site.ts'

/** Menus are rendered when they are used (web/src/design/menu-trigger.tsx). */
describeInBrowser('a button with a menu', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice')
    project = await createBrowserProject(site.server, { alice, bob: await site.server.createUser('bob') })
  })
  const open = (): Promise<Page> => site.page('alice', `/trackers/${project.bugs}`)

  it('that is the name of the project opens a list that finds another one', async () => {
    const page = await open()
    const button = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'lander' })
    await button.click()
    const list = page.getByRole('dialog', { name: 'Projects' })
    await list.getByRole('option').first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await list.getByRole('option').first().waitFor()
    await page.keyboard.type('LAND')
    await list.getByRole('option', { name: /lander/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/projects\/lander$/)
  })
  const focused = (page: Page): Promise<string> =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? '')
  const more = (page: Page) => page.locator('main').getByRole('button', { name: 'More actions' })

  it('is a button of the browser, as all others, until it is used', async () => {
    const page = await open()
    await more(page).waitFor()
    expect(await page.locator('main button').count()).toBeGreaterThan(8)
    expect(await page.locator('[data-react-aria-pressable]').count()).toBe(0)
  })

  it('opens it by keys at its first or last item, and gets the focus back', async () => {
    const page = await open()
    const items = page.getByRole('menuitem')
    for (const [key, place] of [
      ['Enter', 'first'],
      [' ', 'first'],
      ['ArrowDown', 'first'],
      ['ArrowUp', 'last'],
    ] as const) {
      await more(page).focus()
      await page.keyboard.press(key)
      const item = items[place]()
      await item.waitFor()
      await expect.poll(() => focused(page)).toBe(await item.innerText())
      expect(await page.getByRole('menu').getAttribute('aria-label')).toBe('More actions')
      await page.keyboard.press('Escape')
      await expect.poll(() => items.count()).toBe(0)
      await expect
        .poll(() => more(page).evaluate((button) => button === document.activeElement && button.ariaExpanded))
        .toBe('false')
    }
  })

  it('opens it by the mouse, and by touch', async () => {
    const page = await open()
    await more(page).click()
    await page.getByRole('menuitem').first().waitFor()
    await page.mouse.click(5, 5)
    await expect.poll(() => page.getByRole('menuitem').count()).toBe(0)
    await more(page).dispatchEvent('click', { detail: 1 })
    await page.getByRole('menuitem').first().waitFor()
  })

  it('runs the item over which the mouse is released', async () => {
    const page = await open()
    await more(page).evaluate((button) =>
      button.dispatchEvent(
        new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse', pressure: 0.5, cancelable: true }),
      ),
    )
    const item = page.getByRole('menuitem', { name: 'Import' })
    await item.waitFor()
    await item.evaluate((element) => {
      for (const type of ['pointerup', 'mouseup', 'click'])
        element.dispatchEvent(
          new PointerEvent(type, { bubbles: true, pointerType: 'mouse', cancelable: true, detail: 1 }),
        )
    })
    await page.getByRole('dialog').waitFor()
  })
})
