import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'

describeInBrowser('navigation to another page', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice')
    project = await createBrowserProject(site.server, { alice, bob: await site.server.createUser('bob') })
  })

  /** Opens a page that records the announcements of its live region; its clock can be advanced. */
  const openRecordedPage = async (address: string): Promise<Page> => {
    const context = await site.context('alice')
    await context.clock.install()
    const page = await context.newPage()
    await page.goto(address)
    await waitUntilSettled(page)
    await page.evaluate(() => {
      const announcements: string[] = []
      Object.assign(globalThis, { announcements })
      const region = document.querySelector('[aria-live=polite]')
      if (region === null) throw new Error('The page has no live region')
      new MutationObserver(() => announcements.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    })
    return page
  }
  const announcements = (page: Page): Promise<string[]> =>
    page.evaluate(() =>
      (globalThis as unknown as { announcements: string[] }).announcements.map((words) => words.trim()),
    )

  /** Starts the navigation to a page whose data is delayed; resolves to a function that releases the data. */
  async function goToTasks(page: Page): Promise<() => void> {
    const answer = Promise.withResolvers<void>()
    const tracker = project.fixture.trackers.get('task')
    await page.route(`**/api/trackers/${tracker}*`, async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'tasks' }).click()
    await page.waitForURL(`**/trackers/${tracker}`)
    await page.clock.fastForward(5000)
    return answer.resolve
  }

  it('announces the title when the page is loaded, regardless of the loading time', async () => {
    const page = await openRecordedPage(`/artifacts/${project.crash}`)
    const answer = await goToTasks(page)
    expect(await announcements(page)).toStrictEqual([])
    answer()
    await page.getByRole('heading', { name: 'tasks', level: 1 }).waitFor()
    await page.clock.fastForward(5000)
    expect(await announcements(page)).toStrictEqual(['tasks · Tulipwood'])
  })

  it('announces the title once if the data is cached', async () => {
    const page = await openRecordedPage(`/trackers/${project.bugs}`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects', exact: true }).click()
    await waitUntilSettled(page)
    await page.clock.fastForward(5000)
    await page.goBack()
    await waitUntilSettled(page)
    await page.clock.fastForward(5000)
    expect(await announcements(page)).toStrictEqual(['Projects · Tulipwood', 'bugs · Tulipwood'])
  })

  it('does not announce a page that was left before it was loaded', async () => {
    const page = await openRecordedPage(`/artifacts/${project.crash}`)
    const answer = await goToTasks(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects', exact: true }).click()
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
    answer()
    await waitUntilSettled(page)
    await page.clock.fastForward(5000)
    expect(await announcements(page)).toStrictEqual(['Projects · Tulipwood'])
  })
})
