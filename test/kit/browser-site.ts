import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest'
import { startSession } from '../../src/sign-in/authentication/session.ts'
import type {} from './chromium.ts'
import { createServer, type TestServer } from './server.ts'
import { type TrackedRequests, trackRequests } from './track-requests.ts'

/** Opens pages in a real browser against the real server on SQLite. */
export interface BrowserSite {
  readonly server: TestServer
  /** `http://localhost:<port>`: browsers support passkeys on this origin. */
  readonly origin: string
  readonly browser: Browser
  /**
   * Opens a page as a signed-in user; `visitor` is not signed in. It is closed after the test. All pages of a user share
   * a browser context, with a new session and nothing stored for each test, unless `options` are given; each visitor gets
   * a new context.
   */
  page(login: string, path: string, options?: BrowserContextOptions): Promise<Page>
  /** Opens a separate browser context, signed in or not, for several pages of one user. */
  context(login: string, options?: BrowserContextOptions): Promise<BrowserContext>
  /** Opens a browser context for each user who is named, once: for tests that visit many pages with the same options. */
  contextsByLogin(
    options: BrowserContextOptions,
    prepare?: (context: BrowserContext) => Promise<void>,
  ): (login: string) => Promise<BrowserContext>
  /** Opens an empty page in the context that `page` uses. */
  emptyPage(login: string): Promise<Page>
  /** Ignores the console errors so far: the test caused them on purpose. */
  clearProblems(): void
}

/** Like `describe`; skipped where Chromium is not installed. */
export const describeInBrowser = describe.skipIf(inject('chromium') === null)

const browserArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The pages of a context share a process, and with it the compiled scripts: a page opens in half the time.
  '--renderer-process-limit=1',
]

/** Starts a server and a browser for the tests of the surrounding `describe`. */
export function startBrowserSite(options: Parameters<typeof createServer>[1] = {}): BrowserSite {
  const server = createServer('sqlite', options)
  const state: { browser?: Browser; origin?: string } = {}
  const contexts: BrowserContext[] = []
  const defaultContexts = new Map<string, DefaultContext>()
  const problems: string[] = []

  beforeAll(async () => {
    await server.app.listen({ host: 'localhost', port: 0 })
    state.origin = `http://localhost:${(server.app.server.address() as AddressInfo).port}`
    // Chromium's sandbox does not work as root.
    const args = process.getuid?.() === 0 ? [...browserArguments, '--no-sandbox'] : browserArguments
    state.browser = await chromium.launch({ executablePath: inject('chromium') ?? undefined, args })
  })
  afterEach(async () => {
    for (const opened of contexts.splice(0)) await opened.close()
    for (const each of defaultContexts.values()) await each.closePages()
    // As the storage of the browser: a test begins with the usual columns and the default report.
    await server.world.db.write(async (tx) => {
      await tx
        .deleteFrom('user_preference')
        .where((name) => name.or([name('name', 'like', 'tracker_columns_%'), name('name', 'like', 'tracker_report_%')]))
        .execute()
    })
    expect(problems.splice(0), 'errors in the console').toStrictEqual([])
  })
  afterAll(async () => state.browser?.close())

  const opened = () => {
    if (state.browser === undefined || state.origin === undefined)
      throw new Error('The site runs inside tests and hooks only')
    return { browser: state.browser, origin: state.origin }
  }
  const createContext = async (more: BrowserContextOptions): Promise<BrowserContext> => {
    const { browser, origin } = opened()
    const created = await browser.newContext({ baseURL: origin, locale: 'en-GB', timezoneId: 'Europe/Paris', ...more })
    created.setDefaultTimeout(60_000)
    created.on('page', (page) => {
      collectConsoleErrors(page, problems)
      requestsOfPages.set(page, trackRequests(page))
      // The browser intercepts choosers of files from now on, not only while a test waits for one.
      page.on('filechooser', () => undefined)
    })
    return created
  }
  const signIn = async (created: BrowserContext, login: string): Promise<void> => {
    if (login !== 'visitor') await created.addCookies([await cookieOf(server, login, opened().origin)])
  }
  const context = async (login: string, more: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const created = await createContext(more)
    contexts.push(created)
    await signIn(created, login)
    return created
  }
  const defaultContext = async (login: string): Promise<BrowserContext> => {
    if (login === 'visitor') return context(login)
    const known = defaultContexts.get(login)
    if (known !== undefined && !known.isClosed()) {
      if (await known.reset()) await signIn(known.context, login)
      return known.context
    }
    const created = await createDefaultContext(await createContext({}), opened().origin)
    defaultContexts.set(login, created)
    await signIn(created.context, login)
    return created.context
  }
  return {
    server,
    get origin() {
      return opened().origin
    },
    get browser() {
      return opened().browser
    },
    context,
    contextsByLogin(more, prepare) {
      const byLogin = new Map<string, Promise<BrowserContext>>()
      const create = async (login: string): Promise<BrowserContext> => {
        const created = await context(login, more)
        await prepare?.(created)
        await keepProcess(created)
        return created
      }
      return (login) => {
        const shared = byLogin.get(login) ?? create(login)
        byLogin.set(login, shared)
        return shared
      }
    },
    emptyPage: async (login) => (await defaultContext(login)).newPage(),
    clearProblems: () => void problems.splice(0),
    async page(login, address, more) {
      const page = await (await (more === undefined ? defaultContext(login) : context(login, more))).newPage()
      await page.goto(address)
      await waitUntilSettled(page)
      return page
    },
  }
}

/** The process of the pages of a context ends with its last page: this one stays open. */
const keepProcess = (context: BrowserContext): Promise<Page> => context.newPage()

/** The context of a user in all tests of a file. */
interface DefaultContext {
  readonly context: BrowserContext
  isClosed(): boolean
  closePages(): Promise<void>
  /** Removes what an earlier test left in the context; false if this test has used it before. */
  reset(): Promise<boolean>
}

async function createDefaultContext(context: BrowserContext, origin: string): Promise<DefaultContext> {
  const kept = await keepProcess(context)
  const storage = await context.newCDPSession(kept)
  let isClosed = false
  let isUsed = true
  context.on('close', () => {
    isClosed = true
  })
  return {
    context,
    isClosed: () => isClosed,
    async closePages() {
      isUsed = false
      if (!isClosed) for (const page of context.pages()) if (page !== kept) await page.close()
    },
    async reset() {
      if (isUsed) return false
      isUsed = true
      await context.setOffline(false)
      await context.clearPermissions()
      await context.clearCookies()
      await storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      return true
    },
  }
}

const requestsOfPages = new WeakMap<Page, TrackedRequests>()

/** Waits until no request is pending, the page has a heading, and no loading placeholder is left. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState()
  // The browser reports an idle network only after half a second without requests, so the requests are counted as well.
  let isQuiet = false
  page.waitForLoadState('networkidle').then(
    () => {
      isQuiet = true
    },
    () => undefined,
  )
  const requests = (): readonly string[] => (isQuiet ? [] : (requestsOfPages.get(page)?.listPending() ?? []))
  const pendingWork = async (): Promise<readonly string[]> => {
    if (requests().length > 0) return requests()
    // A response may start the next request only after a frame and pending background tasks. What is rendered after the
    // first paint begins with the second frame (web/src/design/after-paint.tsx).
    await page.evaluate(async () => {
      const { scheduler } = globalThis as unknown as {
        scheduler: { postTask(task: () => void, options: { priority: 'background' }): Promise<void> }
      }
      await scheduler.postTask(() => undefined, { priority: 'background' })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      await scheduler.postTask(() => undefined, { priority: 'background' })
    })
    return [...requests(), ...(await page.getByText('Loading', { exact: true }).allInnerTexts())]
  }
  await expect.poll(pendingWork, { timeout: 60_000, interval: 10 }).toStrictEqual([])
}

async function cookieOf(server: TestServer, login: string, origin: string) {
  const { world } = server
  const started = await world.db.write((tx) =>
    startSession(tx, {
      userId: server.idOf(login),
      method: 'password',
      isRemembered: false,
      address: '127.0.0.1',
      userAgent: 'browser of a test',
      now: world.clock.now(),
    }),
  )
  const [name = '', value = ''] = started.cookie(origin).split(';')[0]?.split('=') ?? []
  return { name, value, url: origin, httpOnly: true, sameSite: 'Lax' as const }
}

/** Browsers log every failed request to the console; that is not an error of the page. */
function collectConsoleErrors(page: Page, problems: string[]): void {
  page.on('pageerror', (problem) => problems.push(String(problem)))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) problems.push(text)
  })
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[]
}

/** Expects that axe finds no violation of WCAG 2.2 AA or of its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findAccessibilityProblems(page)).toStrictEqual([])
}

/** Violations of WCAG 2.2 AA or of best practices that axe finds, in the elements of `selector` if it is given. */
export function findAccessibilityProblems(page: Page, selector?: string): Promise<readonly string[]> {
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  return runAxe(page, { type: 'tag', values }, selector)
}

/**
 * Too low contrasts that axe finds: what can differ between two color schemes of a page that was checked in one of them.
 */
export const findColorProblems = (page: Page, selector?: string): Promise<readonly string[]> =>
  runAxe(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }, selector)

interface RunOnly {
  readonly type: 'tag' | 'rule'
  readonly values: readonly string[]
}

async function runAxe(page: Page, runOnly: RunOnly, selector: string | undefined): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(axe, 'utf8'))
  const violations = await page.evaluate(
    async ({ within, only }) => {
      // Colors in the middle of a transition are not the final ones.
      const animations = document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(animations.map(({ finished }) => finished))
      const { axe } = globalThis as unknown as {
        axe: { run(context: unknown, options: object): Promise<{ violations: Violation[] }> }
      }
      const context = within === undefined ? document : { include: [within] }
      // What stays at an edge of the window covers parts of controls that scrolling shows whole.
      const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter(
        (element) => getComputedStyle(element).position === 'sticky',
      )
      for (const bar of bars) bar.style.position = 'relative'
      try {
        return (await axe.run(context, { runOnly: only, resultTypes: ['violations'] })).violations
      } finally {
        for (const bar of bars) bar.style.position = ''
      }
    },
    { within: selector, only: runOnly },
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${JSON.stringify(target)}: ${failureSummary}`),
  )
}

/**
 * Expects that the Tab key reaches every control, in view and with a visible focus ring; returns the number of
 * controls.
 */
export async function expectKeyboardAccess(page: Page): Promise<number> {
  await page.evaluate(markControls)
  const controlCount = await page.locator('[data-control]').count()
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    scrollTo(0, 0)
  })
  const reached = new Set<string>()
  const faults = new Set<string>()
  for (let step = 0; step < controlCount * 2 + 20; step += 1) {
    await page.keyboard.press('Tab')
    const here = await page.evaluate(describeFocus)
    if (here === null) continue
    if (reached.has(here.control) && reached.size === controlCount) break
    reached.add(here.control)
    if (here.fault !== null) faults.add(`${here.name}: ${here.fault}`)
  }
  const missed = await page.evaluate(
    (reachedControls) =>
      [...document.querySelectorAll<HTMLElement>('[data-control]')]
        .filter((each) => !reachedControls.includes(each.dataset['control'] ?? ''))
        .map((each) => each.outerHTML.slice(0, 120)),
    [...reached],
  )
  expect({ missed, faults: [...faults] }).toStrictEqual({ missed: [], faults: [] })
  return controlCount
}

function markControls(): void {
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
  const groups = new Set<string>()
  let number = 0
  for (const each of document.querySelectorAll<HTMLElement>(controls)) {
    const isShown =
      each.checkVisibility({ visibilityProperty: true }) && each.closest('[inert], [aria-hidden="true"]') === null
    if (!isShown || each.matches(':disabled, [tabindex="-1"], [type="hidden"]')) continue
    // A group of radio buttons is one tab stop.
    if (each instanceof HTMLInputElement && each.type === 'radio') {
      if (groups.has(each.name)) continue
      groups.add(each.name)
      for (const other of document.getElementsByName(each.name)) other.dataset['radio'] = String(number)
    }
    each.dataset['control'] = String(number)
    number += 1
  }
}

function describeFocus(): { readonly control: string; readonly name: string; readonly fault: string | null } | null {
  const focused = document.activeElement as HTMLElement | null
  const control = focused?.dataset['control'] ?? focused?.dataset['radio']
  if (focused === null || control === undefined) return null
  const name = focused.getAttribute('aria-label') ?? (focused.textContent || focused.id || focused.tagName)
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  const box = focused.getBoundingClientRect()
  const isRinged = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  const isInView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  return { control, name, fault: !isRinged ? 'no ring' : !isInView ? 'out of view' : null }
}

const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const

/** Checks a page on wide screens and phones, in light and dark colors, with axe and for sideways scrolling. */
export async function expectAccessibleScreens(
  site: BrowserSite,
  login: string,
  address: string,
  name: string,
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    const page = await site.emptyPage(login)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    await page.goto(address)
    await waitUntilSettled(page)
    await prepare(page)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findColorProblems(page), `colors of ${name} in the dark scheme`).toStrictEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `pixels by which ${name} is wider than ${size}`).toBeLessThanOrEqual(0)
    await page.close()
  }
}
