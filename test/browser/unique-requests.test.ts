import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'

/** Requests of a page are started by preload headers, the first script, prefetching and the page itself. */
describeInBrowser('requests of a page are not repeated', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice')
    project = await createBrowserProject(site.server, { alice, bob: await site.server.createUser('bob') })
  })

  /**
   * Opens a page with empty caches and records its requests as `GET /api/session`. Its clock stands still, so that data
   * does not become stale.
   */
  interface RecordedPage {
    readonly page: Page
    readonly requests: string[]
    readonly rejected: Set<string>
  }
  const openRecordedPage = async (login: string): Promise<RecordedPage> => {
    const context = await site.context(login)
    await context.clock.setFixedTime(Date.now())
    const page = await context.newPage()
    const requests: string[] = []
    const rejected = new Set<string>()
    const describeRequest = (request: Request): string =>
      `${request.method()} ${request.url().slice(site.origin.length)}`
    page.on('request', (request) => requests.push(describeRequest(request)))
    page.on('response', (response) => {
      if (response.status() >= 400) rejected.add(describeRequest(response.request()))
    })
    return { page, requests, rejected }
  }
  const repeated = (requests: readonly string[]): string[] =>
    requests.filter((each, index) => requests.indexOf(each) !== index)

  const loads: readonly (readonly [login: string, address: () => string])[] = [
    ['visitor', () => '/login'],
    ['visitor', () => '/projects'],
    ['alice', () => '/projects?show=mine'],
    ['visitor', () => '/projects/lander'],
    ['alice', () => '/projects/lander'],
    ['alice', () => `/projects/${project.project}`],
    ['alice', () => `/trackers/${project.bugs}`],
    ['alice', () => `/trackers/${project.bugs}?q=${encodeURIComponent('status = "Open"')}&offset=50`],
    // Rejected requests as well.
    ['alice', () => `/trackers/${project.bugs}?q=nothing`],
    ['alice', () => '/projects/nowhere'],
    ['alice', () => '/projects/999999'],
    ['alice', () => '/artifacts/999999'],
    ['alice', () => `/artifacts/${project.crash}`],
    ['visitor', () => `/artifacts/${project.crash}`],
    ['alice', () => '/account/keys'],
    ['alice', () => '/account/security'],
    ['alice', () => '/account/notifications'],
    ['alice', () => '/'],
    ['alice', () => '/projects/lander/svn'],
    ['alice', () => '/projects/lander/admin/members'],
    ['admin', () => '/site/users'],
  ]

  it.each(loads)('when %s opens a page (%#)', async (login, address) => {
    const { page, requests, rejected } = await openRecordedPage(login)
    await page.goto(address())
    await waitUntilSettled(page)
    // It is part of the document.
    expect(requests).not.toContain('GET /api/session')
    // Chromium discards a preload that is rejected before the page reads it, and the page sends it again, once.
    const again = repeated(requests).filter((each) => rejected.has(each))
    expect(again).toStrictEqual([...new Set(again)])
    expect(repeated(requests).filter((each) => !rejected.has(each))).toStrictEqual([])
  })

  it('and no lookup by short name is made for a path with a project id', async () => {
    const { page, requests } = await openRecordedPage('alice')
    await page.goto(`/projects/${project.project}`)
    await waitUntilSettled(page)
    expect(requests).toContain(`GET /api/navigation?project_id=${project.project}`)
    expect(requests.filter((each) => each.includes('shortname'))).toStrictEqual([])
  })

  it('and the page of an artifact contains its navigation, unless the artifact cannot be read', async () => {
    const { page, requests } = await openRecordedPage('alice')
    const [crash, missing] = [project.crash, 999_999]
    for (const artifact of [crash, missing]) {
      await page.goto(`/artifacts/${artifact}`)
      await waitUntilSettled(page)
    }
    const read = (artifact: number) => `GET /api/navigation?artifact_id=${artifact}`
    expect(requests).not.toContain(read(crash))
    expect(requests).toContain(read(missing))
  })

  it('when a page was prefetched while the pointer was on its link', async () => {
    const { page, requests } = await openRecordedPage('alice')
    await page.goto('/projects')
    await waitUntilSettled(page)
    const included = encodeURIComponent(
      'can_update,can_delete,can_move,has_private_comments,allowed_transitions,frozen_fields,hidden_fieldsets,linked_artifacts',
    )
    const links = [
      ['/projects/lander', 'GET /api/navigation?shortname=lander'],
      [`/trackers/${project.bugs}`, `GET /api/trackers/${project.bugs}?include=columns%2Cdefault_report`],
      [`/artifacts/${project.crash + 50}`, `GET /api/artifacts/${project.crash + 50}?include=${included}`],
    ] as const
    for (const [address, read] of links) {
      const link = page.locator(`main a[href="${address}"]`)
      await link.hover()
      await expect.poll(() => requests).toContain(read)
      await waitUntilSettled(page)
      await link.click()
      await page.waitForURL(`**${address}`)
      await waitUntilSettled(page)
    }
    expect(repeated(requests)).toStrictEqual([])
  })

  it('and none is made for a page in memory, which is shown by the click itself', async () => {
    const { page, requests } = await openRecordedPage('alice')
    const addresses = ['/projects/lander', `/trackers/${project.bugs}`, `/artifacts/${project.crash + 50}`]
    await page.goto('/projects')
    await waitUntilSettled(page)
    for (const address of addresses) {
      await page.locator(`main a[href="${address}"]`).click()
      await page.waitForURL(`**${address}`)
      await waitUntilSettled(page)
    }
    // These wait a second after the first view.
    const isLate = (each: string): boolean => /\/(watchers|user_groups)\b/.test(each)
    await expect.poll(() => requests.filter(isLate).length).toBe(2)
    // A page that is left cancels its requests, and makes them again.
    await waitUntilSettled(page)
    for (const _ of addresses) {
      await page.goBack()
      await waitUntilSettled(page)
    }
    const before = requests.length
    for (const address of addresses) {
      const shown = await page.locator(`main a[href="${address}"]`).evaluate(async (link: HTMLElement) => {
        const readHeading = () => document.querySelector('h1')?.textContent
        const before = readHeading()
        link.click()
        // React renders after the event, before any other task.
        await Promise.resolve()
        return { before, heading: readHeading(), path: location.pathname }
      })
      await waitUntilSettled(page)
      const heading = await page.locator('h1').first().textContent()
      expect(heading).not.toBe(shown.before)
      expect(shown).toMatchObject({ heading, path: address })
    }
    // What is loaded ahead when the browser is idle, such as the command menu, is not for these pages.
    const ofPages = /^GET \/api\/(session|navigation|projects|trackers|artifacts)\b/
    expect(requests.slice(before).filter((each) => ofPages.test(each))).toStrictEqual([])
  })
})
