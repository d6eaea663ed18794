import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { forEachConcurrently } from '../../src/kit/concurrency/for-each-concurrently.ts'
import { en } from '../../web/src/texts/en.ts'
import { describeInBrowser, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'
import { createSampleSite, pagesAtOnce, type SampleSite } from './page-samples.ts'

/** A visitor, a user who only reads, a member, and an administrator of the project and its trackers. */
const readers = ['visitor', 'eve', 'bob', 'alice'] as const

/** Leave the page or the session, or open what is not a page of the application. */
const leaving = new RegExp(
  `^(?:${[
    en.frame.signOut,
    en.frame.explorer,
    ...Object.values(en.editing.downloadAs),
    ...['CSV', 'XLSX'].map(en.tracker.download),
  ].join('|')})$`,
)

describeInBrowser('controls that are offered', () => {
  const site = startBrowserSite()
  let of: SampleSite
  beforeAll(async () => {
    of = await createSampleSite(site)
  })

  const addresses = (login: (typeof readers)[number]): readonly string[] => [
    '/',
    '/projects',
    '/projects/lander',
    `/trackers/${of.tracker}`,
    `/trackers/${of.tracker}?view=board`,
    // The report of a user: visitors have to sign in for it.
    ...(login === 'visitor' ? [] : [`/trackers/${of.tracker}?report=${of.report}`]),
    `/trackers/${of.tracker}/new`,
    `/artifacts/${of.artifact}`,
    `/artifacts/${of.artifact}/history`,
    `/artifacts/${of.job}`,
    '/search?q=lander',
    '/projects/lander/svn',
    '/projects/lander/svn/main',
  ]

  /** Responses that refuse a request of the page. */
  function recordRefusals(page: Page, refusals: string[]): void {
    page.on('response', (response) => {
      const request = response.request()
      if ([401, 403].includes(response.status()) && request.url().includes('/api/'))
        refusals.push(`${request.method()} ${request.url().slice(site.origin.length)}: ${response.status()}`)
    })
  }

  async function closeOverlays(page: Page): Promise<void> {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const dialog = page.locator('[role=dialog], [role=alertdialog], [role=menu]').last()
      if ((await dialog.count()) === 0) return
      const cancel = dialog.getByRole('button', { name: en.states.cancel, exact: true })
      if (await cancel.isVisible().catch(() => false)) await cancel.click({ timeout: 2000 }).catch(() => undefined)
      else await page.keyboard.press('Escape')
      await page.waitForTimeout(100)
    }
  }

  /** The buttons of the page that can be pressed, marked with their places in the result; of a list those of its first row. */
  const markButtons = (page: Page): Promise<string[]> =>
    page
      .locator('main')
      .getByRole('button')
      .evaluateAll((all) => {
        for (const each of document.querySelectorAll('[data-press]')) each.removeAttribute('data-press')
        const names: string[] = []
        for (const each of all) {
          const isUsable = each.checkVisibility() && !each.matches(':disabled, [type=submit]')
          const isRepeated = (each.closest('tr, [role=row], li')?.previousElementSibling ?? null) !== null
          const name = each.getAttribute('aria-label') || (each.textContent ?? '').trim()
          if (!isUsable || isRepeated || name === '' || names.includes(name)) continue
          each.setAttribute('data-press', String(names.length))
          names.push(name)
        }
        return names
      })

  const succeeds = (action: Promise<void>): Promise<boolean> =>
    action.then(
      () => true,
      () => false,
    )

  /** Presses a button; then every item of the menu that it opens. False: it is not there or cannot be pressed. */
  async function pressAll(page: Page, name: string): Promise<boolean> {
    const pressOnce = async (): Promise<boolean> => {
      const mark = (await markButtons(page)).indexOf(name)
      return mark >= 0 && succeeds(page.locator(`[data-press="${mark}"]`).click({ timeout: 2000 }))
    }
    if (!(await pressOnce())) return false
    await waitUntilSettled(page)
    const items = page.locator('[role=menu]').locator('[role^=menuitem]')
    const names = await items.allInnerTexts()
    for (const [place, item] of names.entries()) {
      if (leaving.test(item.trim())) continue
      if ((await items.count()) === 0 && !(await pressOnce())) break
      const each = items.nth(place)
      // What the press before changed may have removed it.
      const isUsable = each.evaluate((it) => !it.matches('[href], [aria-disabled=true]'), null, { timeout: 2000 })
      if (!(await isUsable.catch(() => false))) continue
      const isChoice = await each.evaluate((it) => it.matches('[role=menuitemcheckbox]'))
      await succeeds(each.click({ timeout: 2000 }))
      await waitUntilSettled(page)
      // Pressed twice, a choice is as before: a hidden column would take its own buttons away.
      if (isChoice) await succeeds(items.nth(place).click({ timeout: 2000 }))
      await closeOverlays(page)
    }
    await closeOverlays(page)
    return true
  }

  it.each(readers)('to %s are never refused by the server', { timeout: 900_000 }, async (login) => {
    const refusals: string[] = []
    const unreachable: string[] = []
    let pressed = 0
    await forEachConcurrently(addresses(login), pagesAtOnce, async (address) => {
      // Pages of one context share the columns of a tracker.
      const contextOf = site.contextsByLogin({ permissions: ['clipboard-read', 'clipboard-write'] })
      const page = await (await contextOf(login)).newPage()
      page.on('dialog', (dialog) => void dialog.accept())
      const found: string[] = []
      recordRefusals(page, found)
      const open = async (): Promise<void> => {
        await page.goto(address)
        await waitUntilSettled(page)
      }
      await open()
      const start = page.url()
      for (const name of await markButtons(page)) {
        if (leaving.test(name)) continue
        if (page.url() !== start) await open()
        pressed += 1
        if (await pressAll(page, name)) continue
        // Another button may have changed the page.
        await open()
        if (!(await pressAll(page, name))) unreachable.push(`${address}: ${name}`)
      }
      refusals.push(...found.map((each) => `${address}: ${each}`))
      await page.close()
    })
    site.clearProblems()
    expect([...new Set(refusals)]).toStrictEqual([])
    expect(pressed).toBeGreaterThan(20)
    // Some are gone because of what was pressed before them: a value that was changed.
    expect(unreachable.length, unreachable.join('; ')).toBeLessThan(pressed / 10)
  })

  it.each(readers)('to %s as links lead to pages that they may see', async (login) => {
    const links = new Map<string, string>()
    await forEachConcurrently(addresses(login), pagesAtOnce, async (address) => {
      const page = await site.emptyPage(login)
      await page.goto(address)
      await waitUntilSettled(page)
      for (const link of await page.evaluate(listLinks)) {
        // One artifact, commit or user stands for all.
        const kind = link.replaceAll(/\d+/g, 'N')
        if (!links.has(kind)) links.set(kind, link)
      }
      await page.close()
    })
    const closed: string[] = []
    const refused = [en.states.refused, en.states.notFoundTitle, en.states.failed]
    expect(links.size).toBeGreaterThan(5)
    await forEachConcurrently([...links.values()], pagesAtOnce, async (link) => {
      const page = await site.emptyPage(login)
      recordRefusals(page, closed)
      await page.goto(link)
      await waitUntilSettled(page)
      const heading = await page.locator('h1').first().innerText()
      if (refused.includes(heading)) closed.push(`${link}: ${heading}`)
      await page.close()
    })
    site.clearProblems()
    expect(closed).toStrictEqual([])
  })

  it('lead from the report of another user to its tracker', async () => {
    for (const login of ['visitor', 'bob']) {
      const page = await site.page(login, `/trackers/${of.tracker}?report=${of.report}`)
      await page.getByText(en.tracker.closedReport).waitFor()
      await page.getByRole('link', { name: en.creation.toTracker('bugs') }).click()
      await page.getByRole('rowheader').first().waitFor()
    }
    site.clearProblems()
  })
})

/** Addresses of pages that a page links. Runs in the page. */
function listLinks(): readonly string[] {
  const served = /^\/(?:api|uploads|plugins|svnplugin|themes|oauth2|logout)/
  return [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
    .filter((each) => each.origin === location.origin && each.checkVisibility() && !each.hasAttribute('download'))
    .map(({ pathname, search }) => pathname + search)
    .filter((link) => !served.test(link))
}
