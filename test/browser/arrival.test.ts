import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'

describeInBrowser('who goes to another page', () => {
  const site = startBrowserSite()
  let shown: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice')
    shown = await createBrowserProject(site.server, { alice, bob: await site.server.createUser('bob') })
  })

  /** A page of which everything that is told is kept; its clock can be put forward. */
  const listenedTo = async (address: string): Promise<Page> => {
    const context = await site.context('alice')
    await context.clock.install()
    const page = await context.newPage()
    await page.goto(address)
    await waitUntilSettled(page)
    await page.evaluate(() => {
      const told: string[] = []
      Object.assign(globalThis, { told })
      const region = document.querySelector('[aria-live=polite]')
      if (region === null) throw new Error('Nothing is told on this page')
      new MutationObserver(() => told.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    })
    return page
  }
  const told = (page: Page): Promise<string[]> =>
    page.evaluate(() => (globalThis as unknown as { told: string[] }).told.map((words) => words.trim()))

  /** On the way to another page: it is there once what is answered is called, and somebody waited long already. */
  async function goToTasks(page: Page): Promise<() => void> {
    const answer = Promise.withResolvers<void>()
    const tracker = shown.fixture.trackers.get('task')
    await page.route(`**/api/trackers/${tracker}*`, async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'tasks' }).click()
    await page.waitForURL(`**/trackers/${tracker}`)
    await page.clock.fastForward(5000)
    return answer.resolve
  }

  it('is told its title once it is there, however long its data take', async () => {
    const page = await listenedTo(`/artifacts/${shown.crash}`)
    const answer = await goToTasks(page)
    expect(await told(page)).toStrictEqual([])
    answer()
    await page.getByRole('heading', { name: 'tasks', level: 1 }).waitFor()
    await page.clock.fastForward(5000)
    expect(await told(page)).toStrictEqual(['tasks · Tulipwood'])
  })

  it('is told it once as well where everything is there at once', async () => {
    const page = await listenedTo(`/trackers/${shown.bugs}`)
    await page.getByRole('main').getByRole('link', { name: 'Projects' }).click()
    await waitUntilSettled(page)
    await page.clock.fastForward(5000)
    await page.goBack()
    await waitUntilSettled(page)
    await page.clock.fastForward(5000)
    expect(await told(page)).toStrictEqual(['Projects · Tulipwood', 'bugs · Tulipwood'])
  })

  it('is told nothing of a page that was left before it came', async () => {
    const page = await listenedTo(`/artifacts/${shown.crash}`)
    const answer = await goToTasks(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects', exact: true }).click()
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
    answer()
    await waitUntilSettled(page)
    await page.clock.fastForward(5000)
    expect(await told(page)).toStrictEqual(['Projects · Tulipwood'])
  })
})
