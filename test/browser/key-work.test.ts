import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'
import { traceBrowser } from '../kit/trace-browser.ts'

/** What the browser did between a key and the frame that shows it. */
interface KeyWork {
  /** The size of the largest part of the page that was laid out. */
  readonly laidOut: number
  /** How many elements had their style computed. */
  readonly styled: number
}

/** Its time is measured by `node bench/paint.ts input values`; these are its causes that do not depend on the machine. */
describeInBrowser('a key', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice')
    project = await createBrowserProject(site.server, { alice, bob: await site.server.createUser('bob') })
  })

  /** The median of several keys: other frames of the page may come between some of them. */
  async function measureKeys(page: Page, keys: string): Promise<KeyWork> {
    const events = await traceBrowser(site.browser, async () => {
      for (const key of keys) {
        await page.keyboard.press(key)
        await waitUntilSettled(page)
      }
    })
    const pressed = events.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown')
    expect(pressed).toHaveLength(keys.length)
    const works = pressed.map((key): KeyWork => {
      const ofThread = events.filter(({ pid, tid, ts }) => pid === key.pid && tid === key.tid && ts > key.ts)
      // The last step of a frame.
      const end = Math.min(...ofThread.filter(({ name }) => name === 'Layerize').map(({ ts }) => ts))
      const inFrame = ofThread.filter(({ ts }) => ts < end)
      return {
        laidOut: Math.max(...inFrame.map(({ args }) => args.beginData?.totalObjects ?? 0)),
        styled: inFrame.reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0),
      }
    })
    const median = (numbers: readonly number[]) =>
      numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
    return { laidOut: median(works.map((each) => each.laidOut)), styled: median(works.map((each) => each.styled)) }
  }

  /** Keys in the focused text lay out fewer objects than this, and compute hardly any style. */
  async function expectLittleWork(page: Page, objects: number): Promise<void> {
    const { laidOut, styled } = await measureKeys(page, 'words')
    expect(laidOut).toBeGreaterThan(0)
    expect(laidOut).toBeLessThan(objects)
    expect(styled).toBeLessThan(3)
  }

  it('lays out only the text of a comment', async () => {
    const page = await site.page('alice', `/artifacts/${project.crash}`)
    await page.getByRole('textbox', { name: 'New comment' }).click()
    await page.keyboard.type('The first ')
    await expectLittleWork(page, 20)
  })

  it('lays out only the text of the query bar, also where it is coloured and completed', async () => {
    const page = await site.page('alice', `/trackers/${project.bugs}`)
    await page.locator('main search textarea').click()
    await page.keyboard.type('title = "')
    await expectLittleWork(page, 40)
  })

  it('and a wheel compute the style of few elements: a row has the elements of another one', async () => {
    const page = await site.page('alice', `/trackers/${project.bugs}`)
    const rows = 20
    const events = await traceBrowser(site.browser, () =>
      page.evaluate(async (count) => {
        let list: Element | null = document.querySelector('tbody')
        while (list !== null && list.scrollHeight <= list.clientHeight) list = list.parentElement
        for (let row = 0; row < count; row++) {
          list?.scrollBy(0, 40)
          await new Promise((resolve) => requestAnimationFrame(resolve))
        }
      }, rows),
    )
    const styled = events.reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0)
    expect(styled).toBeGreaterThan(rows)
    expect(styled / rows).toBeLessThan(10)
  })
})
