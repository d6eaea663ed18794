import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'

/** What the pages did between a click and the end of its task, before the browser showed anything. */
interface PageChange {
  readonly heading: string
  /** How often React changed the document. */
  readonly commits: number
  /** What was read that makes the browser compute styles or the layout. */
  readonly measured: readonly string[]
}

/** Its time is measured by `node bench/paint.ts navigation`; these are its causes that do not depend on the machine. */
describeInBrowser('a change to a page whose data are in memory', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice')
    project = await createBrowserProject(site.server, { alice, bob: await site.server.createUser('bob') })
  })

  /** A page that counts what it does. */
  async function openRecordedPage(address: string): Promise<Page> {
    const context = await site.context('alice')
    const page = await context.newPage()
    await page.addInitScript(recordWork)
    await page.goto(address)
    await waitUntilSettled(page)
    return page
  }

  async function follow(page: Page, address: string): Promise<PageChange> {
    const link = page.locator(`main a[href^="${address}"]`).first()
    const before = await page.locator('h1').innerText()
    const change = await link.evaluate(async (element: HTMLElement) => {
      const { work } = globalThis as unknown as RecordedWork
      work.commits = 0
      work.measured = []
      work.shifts = []
      element.click()
      // React renders in a microtask.
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      return { heading: document.querySelector('h1')?.innerText ?? '', ...work }
    })
    expect(change.heading).not.toBe(before)
    await waitUntilSettled(page)
    return change
  }

  /** The same after a first visit. */
  async function followAgain(page: Page, address: string): Promise<PageChange> {
    await page.locator(`main a[href^="${address}"]`).first().click()
    await page.waitForURL(`**${address}*`)
    await waitUntilSettled(page)
    await page.goBack()
    await waitUntilSettled(page)
    return follow(page, address)
  }

  it('renders once and measures nothing before it is shown', async () => {
    const tracker = `/trackers/${project.bugs}`
    const page = await openRecordedPage('/projects/lander')
    expect(await followAgain(page, tracker)).toMatchObject({ heading: 'bugs', commits: 1, measured: [] })
    expect(await followAgain(page, '/artifacts/')).toMatchObject({ commits: 1, measured: [] })
  })

  it('moves nothing when the parts that follow the first frame are there', async () => {
    const page = await openRecordedPage('/projects/lander')
    await followAgain(page, `/trackers/${project.bugs}`)
    await page.getByRole('group', { name: 'Filters' }).waitFor()
    expect(await page.evaluate(() => (globalThis as unknown as RecordedWork).work.shifts)).toStrictEqual([])
  })

  it('shows the parts that follow the first frame although the browser paints none, as in the background', async () => {
    const page = await (await site.context('alice')).newPage()
    await page.addInitScript(() => {
      globalThis.requestAnimationFrame = () => 0
    })
    await page.goto(`/artifacts/${project.crash}`)
    await page.getByRole('textbox', { name: 'New comment' }).waitFor()
    await page.locator('[data-section="properties"] [data-field]').first().waitFor()
  })
})

interface RecordedWork {
  readonly work: { commits: number; measured: string[]; shifts: string[] }
}

/** As of the Layout Instability API. */
interface LayoutShift {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

/** In the page, before its code: React reports commits to its developer tools. */
function recordWork(): void {
  const work: RecordedWork['work'] = { commits: 0, measured: [], shifts: [] }
  Object.assign(globalThis, {
    work,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => {
        work.commits += 1
      },
      onCommitFiberUnmount: () => undefined,
    },
  })
  const names = ['clientWidth', 'clientHeight', 'scrollWidth', 'scrollHeight', 'scrollTop', 'scrollLeft']
  for (const [prototype, members] of [
    [Element.prototype, names],
    [HTMLElement.prototype, ['offsetWidth', 'offsetHeight', 'offsetTop', 'offsetLeft', 'offsetParent']],
  ] as const) {
    for (const name of members) {
      const found = Object.getOwnPropertyDescriptor(prototype, name)
      if (found?.get === undefined) continue
      const { get } = found
      Object.defineProperty(prototype, name, {
        ...found,
        get(this: Element) {
          work.measured.push(name)
          return get.call(this) as unknown
        },
      })
    }
  }
  const { getBoundingClientRect } = Element.prototype
  Element.prototype.getBoundingClientRect = function measure(this: Element) {
    work.measured.push('getBoundingClientRect')
    return getBoundingClientRect.call(this)
  }
  const compute = globalThis.getComputedStyle
  globalThis.getComputedStyle = (element, pseudo) => {
    work.measured.push('getComputedStyle')
    return compute(element, pseudo)
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as unknown as LayoutShift
      work.shifts.push(`${value}: ${sources.map(({ node }) => (node as Element | null)?.outerHTML).join()}`)
    }
  }).observe({ type: 'layout-shift' })
}
