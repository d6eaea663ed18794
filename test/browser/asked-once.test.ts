import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'

/** What a page asks its server is asked by a header, by the first script, ahead of a click and by the page itself. */
describeInBrowser('nothing is asked twice', () => {
  const site = startBrowserSite()
  let shown: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice')
    shown = await createBrowserProject(site.server, { alice, bob: await site.server.createUser('bob') })
  })

  /** A page with nothing in memory, and what it asks: `GET /api/session`. In it no time passes that makes data old. */
  const askingPage = async (login: string): Promise<{ readonly page: Page; readonly asked: string[] }> => {
    const context = await site.context(login)
    await context.clock.setFixedTime(Date.now())
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${request.url().slice(site.origin.length)}`))
    return { page, asked }
  }
  const twice = (asked: readonly string[]): string[] => asked.filter((each, place) => asked.indexOf(each) !== place)

  const loads: readonly (readonly [login: string, address: () => string])[] = [
    ['visitor', () => '/login'],
    ['visitor', () => '/projects'],
    ['alice', () => '/projects?show=mine'],
    ['visitor', () => '/projects/lander'],
    ['alice', () => '/projects/lander'],
    ['alice', () => `/projects/${shown.project}`],
    ['alice', () => `/trackers/${shown.bugs}`],
    ['alice', () => `/trackers/${shown.bugs}?q=${encodeURIComponent('status = "Open"')}&offset=50`],
    // What is refused, too.
    ['alice', () => `/trackers/${shown.bugs}?q=nothing`],
    ['alice', () => '/projects/nowhere'],
    ['alice', () => '/projects/999999'],
    ['alice', () => '/artifacts/999999'],
    ['alice', () => `/artifacts/${shown.crash}`],
    ['visitor', () => `/artifacts/${shown.crash}`],
    ['alice', () => '/account/keys'],
    ['alice', () => '/account/security'],
    ['alice', () => '/projects/lander/svn'],
    ['alice', () => '/projects/lander/admin/members'],
    ['admin', () => '/site/users'],
  ]

  it.each(loads)('when %s opens a page (%#)', async (login, address) => {
    const { page, asked } = await askingPage(login)
    await page.goto(address())
    await waitUntilSettled(page)
    expect(asked).toContain('GET /api/session')
    expect(twice(asked)).toStrictEqual([])
  })

  it('and nothing is asked in vain where an address names a project by its number', async () => {
    const { page, asked } = await askingPage('alice')
    await page.goto(`/projects/${shown.project}`)
    await waitUntilSettled(page)
    expect(asked).toContain(`GET /api/projects/${shown.project}`)
    expect(asked.filter((each) => each.includes('shortname'))).toStrictEqual([])
  })

  it('where a page was prepared while the pointer rested on its link', async () => {
    const { page, asked } = await askingPage('alice')
    await page.goto('/projects')
    await waitUntilSettled(page)
    const ways = [
      ['/projects/lander', `GET /api/projects/${shown.project}/trackers?limit=50`],
      [`/trackers/${shown.bugs}`, `GET /api/trackers/${shown.bugs}`],
      [`/artifacts/${shown.crash + 50}`, `GET /api/artifacts/${shown.crash + 50}`],
    ] as const
    for (const [address, read] of ways) {
      const link = page.locator(`main a[href="${address}"]`)
      await link.hover()
      await expect.poll(() => asked).toContain(read)
      await waitUntilSettled(page)
      await link.click()
      await page.waitForURL(`**${address}`)
      await waitUntilSettled(page)
    }
    expect(twice(asked)).toStrictEqual([])
  })
})
