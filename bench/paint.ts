// Measures the rendering of pages (docs/decisions/0032-react-pages-served-as-files.md): `node bench/paint.ts [--rounds=N]
// [--rate=N] [PART…]`. Debian's Chromium, a CPU slowed down four times, 50 ms and 10 Mbit/s to the server; medians. Parts:
// views, navigation, input and memory with demo data; rows and values with 10,000 artifacts and a list of 5,000 values.
// First views are opened without Playwright, which makes them longer (bare-chromium.ts). The time from a key to its
// frame includes up to 16 ms of waiting for the frame, and whatever else the machine does. So a key also has its times
// of work, from a trace: the processor time of the main thread until the frame is painted, and all of it, with what
// follows the frame. The same of a text area on an empty page, the floor, is what the browser itself needs. A table
// compares all figures with their limits at the end, and those of keys with the floor of the same run. The limits are
// for a machine whose floor to paint is 9 to 10 ms; `--rate` slows a slower machine down until it has the same floor.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { traceBrowser } from '../test/kit/trace-browser.ts'
import { type BarePage, launchBareChromium } from './bare-chromium.ts'
import { fillScale } from './scale-data.ts'
import { createEnvironment, runTulipwood, startServer } from './server-process.ts'
import { type KeyWork, measureKeyWork } from './trace-keys.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, rate: { type: 'string', default: '4' } },
})
const rounds = Number(options.rounds)
/** How many times slower the CPU is for the browser. */
const rate = Number(options.rate)
type Part = 'views' | 'navigation' | 'input' | 'memory' | 'rows' | 'values'
const isChosen = (part: Part): boolean => positionals.length === 0 || positionals.includes(part)
/** All requests of a page are complete by then; `networkidle` only considers the document. */
const answeredMs = 1500
/** Until then, a key has done what it does. */
const afterKeyMs = 300
const viewport = { width: 1280, height: 800 }
/** 10 Mbit/s; the latency in ms. */
const network = { offline: false, latency: 50, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 }
const pages = ['/login', '/projects', '/projects/demo', '/trackers/TRACKER', '/artifacts/ARTIFACT', '/account/keys']

interface FirstView {
  /** In ms. */
  readonly largestPaint: number
  readonly layoutShift: number
  readonly requests: number
  /** Transferred scripts and styles, in bytes. */
  readonly bytes: number
}

interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** null: it is reported only. */
  readonly limit: number | null
  /** The value must not be lower than the limit; otherwise it must not be higher. */
  readonly isMinimum?: boolean
  /** The same figure of an empty page in this run. */
  readonly floor?: number | undefined
}

const table: (Figure & { readonly what: string })[] = []

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const browserOptions = [
  '--disable-gpu',
  '--disable-background-networking',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
// First: without Chromium, a server would be left behind.
const browser = await chromium.launch({ executablePath, args: browserOptions })
const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-paint-'))
const artifactCount = 10_000
const valueCount = 5000
const scale =
  isChosen('rows') || isChosen('values')
    ? await fillScale(directory, { artifacts: artifactCount, trackers: 1, batches: valueCount })
    : null
await runTulipwood(directory, 'demo')
const server = await startServer(directory)
try {
  const password = createEnvironment(directory, 0)['TULIPWOOD_ADMIN_PASSWORD'] ?? ''
  const { cookies, addresses } = await signIn(browser, password)
  if (isChosen('views')) await measureViews(addresses, cookies)
  if (isChosen('navigation')) await measureNavigations(addresses, cookies)
  if (isChosen('input')) await measureInput(addresses, cookies)
  if (isChosen('memory')) await measureMemory(addresses, cookies)
  if (scale !== null) {
    const address = `/trackers/${scale.tracker}`
    if (isChosen('rows')) await measureRows(address, cookies)
    if (isChosen('values')) await measureValues(address, cookies)
  }
  printTable()
} finally {
  await browser.close()
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}

async function signIn(browser: Browser, password: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Login', { exact: true }).fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  const read = async <Read>(address: string): Promise<Read> =>
    page.evaluate(async (url) => (await fetch(url)).json() as Promise<Read>, `/api/${address}`)
  const projects = await read<readonly { id: number; shortname: string }[]>('projects')
  const project = projects.find(({ shortname }) => shortname !== 'scale')
  const [tracker] = await read<readonly { id: number }[]>(`projects/${project?.id}/trackers`)
  const [artifact] = await read<readonly { id: number }[]>(`trackers/${tracker?.id}/artifacts?limit=1`)
  const addresses = pages.map((address) =>
    address
      .replace('demo', String(project?.shortname))
      .replace('TRACKER', String(tracker?.id))
      .replace('ARTIFACT', String(artifact?.id)),
  )
  const cookies = await context.cookies()
  await context.close()
  return { cookies, addresses }
}

async function slowPage(
  browser: Browser,
  cookies: Cookies,
): Promise<{ readonly page: Page; readonly session: CDPSession }> {
  const context = await browser.newContext({ viewport })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  return { page, session }
}

type Cookies = Awaited<ReturnType<typeof signIn>>['cookies']

/** A line per measured thing at once, and all of them in a table at the end. */
function report(what: string, figures: readonly Figure[]): void {
  table.push(...figures.map((figure) => ({ what, ...figure })))
  const line = figures.map(
    ({ name, value, unit, limit, floor }) =>
      `${name} ${formatFigure(value)}${unit} (${[
        ...(floor === undefined ? [] : [`floor ${formatFigure(floor)}`]),
        limit === null ? 'no limit' : formatLimit(limit),
      ].join(', ')})`,
  )
  console.log(`${what.padEnd(28)} ${line.join('   ')}`)
}

function formatFigure(value: number): string {
  return value < 1 ? value.toFixed(3) : value.toFixed(0)
}

function formatLimit(limit: number): string {
  return String(Math.round(limit * 100) / 100)
}

function printTable(): void {
  const rows = table.map(({ what, name, value, unit, limit, isMinimum = false, floor }) => [
    what,
    name,
    `${formatFigure(value)}${unit}`,
    floor === undefined ? '' : `floor ${formatFigure(floor)}${unit}`,
    limit === null ? '' : `${isMinimum ? 'at least' : 'at most'} ${formatLimit(limit)}${unit}`,
    limit === null ? '' : (isMinimum ? value >= limit : value <= limit) ? 'kept' : 'EXCEEDED',
  ])
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  console.log('')
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   '))
}

async function measureViews(addresses: readonly string[], cookies: Cookies): Promise<void> {
  const bare = await launchBareChromium(executablePath, browserOptions)
  try {
    for (const address of addresses) {
      const views: FirstView[] = []
      for (let round = 0; round < rounds; round++) {
        const page = await bare.openPage(address === '/login' ? [] : cookies)
        views.push(await firstView(page, address))
        await page.close()
      }
      report(address, [
        { name: 'largest paint', value: median(views.map((view) => view.largestPaint)), unit: ' ms', limit: 1200 },
        { name: 'shift', value: Math.max(...views.map((view) => view.layoutShift)), unit: '', limit: 0.02 },
        { name: 'requests', value: median(views.map((view) => view.requests)), unit: '', limit: 8 },
        { name: 'scripts and styles', value: median(views.map((view) => view.bytes)) / 1000, unit: ' kB', limit: 240 },
      ])
    }
  } finally {
    await bare.close()
  }
}

async function firstView(page: BarePage, address: string): Promise<FirstView> {
  await page.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false })
  await page.send('Emulation.setCPUThrottlingRate', { rate })
  await page.send('Network.emulateNetworkConditions', network)
  const requests = await page.open(server.url + address)
  return { ...(await page.evaluate<Omit<FirstView, 'requests'>>(`(${readFirstView})()`)), requests }
}

/** In the page. */
async function readFirstView(): Promise<Omit<FirstView, 'requests'>> {
  while (document.querySelector('h1') === null) await new Promise(requestAnimationFrame)
  const files = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/assets/')) as PerformanceResourceTiming[]
  const metrics = { largestPaint: 0, layoutShift: 0 }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) metrics.largestPaint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) metrics.layoutShift += (entry as { value?: number }).value ?? 0
  }).observe({ type: 'layout-shift', buffered: true })
  await new Promise((resolve) => setTimeout(resolve, 200))
  return { ...metrics, bytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) }
}

async function measureNavigations(addresses: readonly string[], cookies: Cookies): Promise<void> {
  const [, projects = '', project = '', tracker = ''] = addresses
  for (const [from, to] of [
    [projects, project],
    [project, tracker],
    [tracker, '/artifacts/'],
  ] as const) {
    const [uncached, cached, prefetched]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      const { page } = await slowPage(browser, cookies)
      await page.goto(server.url + from)
      uncached.push(await measureNavigation(page, to))
      for (let again = 0; again < 3; again++) cached.push(await measureNavigation(page, to))
      await page.context().close()
      const { page: other } = await slowPage(browser, cookies)
      await other.goto(server.url + from)
      prefetched.push(await measureNavigation(other, to, 'after hovering'))
      await other.context().close()
    }
    report(`${from} → ${to}`, [
      { name: 'not in memory', value: median(uncached), unit: ' ms', limit: 300 },
      { name: 'pointer on its link before', value: median(prefetched), unit: ' ms', limit: 300 },
      { name: 'in memory', value: median(cached), unit: ' ms', limit: 50 },
    ])
  }
}

/** From a key or a click to the frame that shows what it did. */
async function measureInput([, , , tracker = '', artifact = '']: readonly string[], cookies: Cookies): Promise<void> {
  const [bar, text]: [Keys, Keys] = [[], []]
  const menus = { command: [] as number[], account: [] as number[] }
  const floor: Keys = []
  for (let round = 0; round < rounds; round++) {
    const { page } = await slowPage(browser, cookies)
    await recordInput(page)
    floor.push(...(await typeInEmptyPage(page)))
    await page.goto(server.url + tracker)
    await page.locator('[role=row]').nth(1).waitFor()
    await page.waitForTimeout(answeredMs)
    await page.locator('main search').locator('input, textarea').first().focus()
    bar.push(...(await typeKeys(page, 'planks')))
    await page.goto(server.url + artifact)
    const comment = page.locator('textarea').last()
    await comment.waitFor()
    await page.waitForTimeout(answeredMs)
    await comment.focus()
    text.push(...(await typeKeys(page, 'planks')))
    menus.command.push(...(await takeInput(page, () => page.keyboard.press('Control+k'))))
    await page.keyboard.press('Escape')
    await page.waitForTimeout(300)
    menus.account.push(...(await takeInput(page, () => page.locator('header button').last().click())))
    await page.context().close()
  }
  reportKeys('keystroke in the query bar', bar, floor)
  reportKeys('keystroke in a text', text, floor)
  report('command menu', [{ name: 'to paint', value: median(menus.command), unit: ' ms', limit: 50 }])
  report('account menu', [{ name: 'to paint', value: median(menus.account), unit: ' ms', limit: 100 }])
}

type Keys = (KeyWork & { readonly toPaint: number })[]

/** What the browser itself needs. */
async function typeInEmptyPage(page: Page): Promise<Keys> {
  await page.goto('data:text/html,<!doctype html><textarea rows=3></textarea>')
  await page.locator('textarea').focus()
  return typeKeys(page, 'planks')
}

function reportKeys(what: string, keys: Keys, floor: Keys): void {
  const figure = (name: string, read: (key: Keys[number]) => number): Figure => ({
    name,
    value: median(keys.map(read)),
    unit: ' ms',
    limit: 16,
    floor: median(floor.map(read)),
  })
  report(what, [
    figure('to paint', ({ toPaint }) => toPaint),
    figure('work to paint', ({ workToPaint }) => workToPaint),
    figure('all work', ({ work }) => work),
  ])
}

/**
 * Scrolls a list; counts frames, their work and nodes. The limit of work is that of a wheel turned fast, where each frame
 * replaces two or three of the rows in view. Dragging the scrollbar to the end replaces all of them in each frame: that
 * work is reported without a limit.
 */
async function measureRows(address: string, cookies: Cookies): Promise<void> {
  const frames: number[] = []
  const works: { readonly wheel: number[]; readonly drag: number[] } = { wheel: [], drag: [] }
  const nodes: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { page, session } = await slowPage(browser, cookies)
    // Processor time, which other programs do not change.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(server.url + address)
    await page.locator('[role=row]').nth(2).waitFor()
    await page.waitForTimeout(answeredMs)
    const scroll = async (duration: number, distance: number) => {
      const before = await readTaskDuration(session)
      const scrolled = await page.evaluate(scrollList, { duration, distance })
      const work = ((await readTaskDuration(session)) - before) / scrolled.frames
      return { perSecond: (scrolled.frames * 1000) / scrolled.duration, work, nodes: scrolled.nodes }
    }
    const wheel = await scroll(5000, 20_000)
    const drag = await scroll(2000, Number.POSITIVE_INFINITY)
    frames.push(wheel.perSecond)
    works.wheel.push(wheel.work)
    works.drag.push(drag.work)
    nodes.push(wheel.nodes, drag.nodes)
    await page.context().close()
  }
  report(`${artifactCount} rows scrolled`, [
    // The first and the last frame begin and end within the interval, so that 60 Hz are up to one frame less.
    { name: 'frames per second', value: Math.round(median(frames)), unit: '', limit: 60, isMinimum: true },
    { name: 'work per frame', value: median(works.wheel), unit: ' ms', limit: 1000 / 60 },
    { name: 'work per frame of a drag', value: median(works.drag), unit: ' ms', limit: null },
    { name: 'nodes', value: Math.max(...nodes), unit: '', limit: 3000 },
  ])
}

/** In the page: scrolls the list evenly, at most to its end. */
async function scrollList({ duration, distance }: { readonly duration: number; readonly distance: number }) {
  let scroller: Element | null = document.querySelector('[role=grid] [role=row], [role=row]')
  while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 1000) scroller = scroller.parentElement
  if (scroller === null) throw new Error('Nothing scrolls')
  const scrolled = scroller
  const [from, start] = [performance.now(), scrolled.scrollTop]
  const length = Math.min(distance, scrolled.scrollHeight - start)
  let frames = 0
  await new Promise<void>((resolve) => {
    const step = (): void => {
      const part = Math.min(1, (performance.now() - from) / duration)
      frames += 1
      scrolled.scrollTop = start + length * part
      if (part === 1) resolve()
      else requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
  return { frames, duration: performance.now() - from, nodes: document.querySelectorAll('*').length }
}

/** Keys in the search of a list, and in the query bar where it completes its values. */
async function measureValues(address: string, cookies: Cookies): Promise<void> {
  const [list, bar, floor]: [Keys, Keys, Keys] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    const { page } = await slowPage(browser, cookies)
    await recordInput(page)
    floor.push(...(await typeInEmptyPage(page)))
    await page.goto(server.url + address)
    await page.locator('[role=row]').nth(2).waitFor()
    await page.waitForTimeout(answeredMs)
    await page.locator('main search').locator('input, textarea').first().focus()
    await page.keyboard.type('batch = ', { delay: 50 })
    await page.waitForTimeout(answeredMs)
    bar.push(...(await typeKeys(page, 'batch 49')))
    await page.goto(`${server.url}${address}/new`)
    await page.getByRole('button', { name: /^batch/ }).click()
    await page.waitForTimeout(answeredMs)
    list.push(...(await typeKeys(page, 'batch 49')))
    await page.context().close()
  }
  reportKeys(`key among ${valueCount} values`, list, floor)
  reportKeys(`key in the bar, ${valueCount} values`, bar, floor)
}

/** For each key: the time to the frame that shows it, and the work of the main thread. */
async function typeKeys(page: Page, text: string): Promise<Keys> {
  const paints: number[] = []
  const events = await traceBrowser(browser, async () => {
    for (const key of text) paints.push(...(await takeInput(page, () => page.keyboard.press(key))))
  })
  return measureKeyWork(events, afterKeyMs).map((work, key) => ({ ...work, toPaint: paints[key] ?? Number.NaN }))
}

/** Of the main thread, in ms. */
async function readTaskDuration(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Records in each page how long the frame after a key or a click takes. */
async function recordInput(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const durations: number[] = []
    Object.assign(globalThis, { inputDurations: durations })
    const record = (event: Event): void => {
      const from = performance.now()
      requestAnimationFrame(() => {
        const { scheduler } = globalThis as unknown as Scheduling
        void scheduler.postTask(
          () => {
            if (event.isTrusted) durations.push(performance.now() - from)
          },
          { priority: 'user-blocking' },
        )
      })
    }
    addEventListener('keydown', record, { capture: true })
    addEventListener('click', record, { capture: true })
  })
}

async function takeInput(page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(() => {
    ;(globalThis as unknown as { inputDurations: number[] }).inputDurations.length = 0
  })
  await act()
  await page.waitForTimeout(afterKeyMs)
  return page.evaluate(() => [...(globalThis as unknown as { inputDurations: number[] }).inputDurations])
}

/** Heap after many changes of the page, as in an hour of use. */
async function measureMemory(addresses: readonly string[], cookies: Cookies): Promise<void> {
  const { page, session } = await slowPage(browser, cookies)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goto(`${server.url}/projects`)
  await page.locator('h1').first().waitFor()
  let heap = 0
  const pageChanges = 200
  for (let change = 0; change <= pageChanges; change++) {
    if (change % 100 === 0) heap = await readHeap(session)
    const address = addresses[1 + (change % (addresses.length - 1))] ?? '/projects'
    await page.evaluate((url) => {
      history.pushState(null, '', url)
    }, address)
    await page.waitForTimeout(80)
  }
  report(`memory after ${pageChanges} pages`, [{ name: 'heap', value: heap, unit: ' MB', limit: 150 }])
  await page.context().close()
}

async function readHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1e6
}

interface Scheduling {
  readonly scheduler: { postTask(task: () => void, options: { readonly priority: 'user-blocking' }): Promise<void> }
}

/** Measures from the click on a link to the frame that shows its page, in ms; then returns to the previous page. */
async function measureNavigation(page: Page, address: string, how?: 'after hovering'): Promise<number> {
  const link = page.locator(`main a[href^="${address}"]`).first()
  await link.waitFor()
  await page.waitForTimeout(answeredMs)
  if (how !== undefined) {
    await link.hover()
    await page.waitForTimeout(500)
  }
  const before = await page.locator('h1').first().innerText()
  const duration = await link.evaluate(
    (link: HTMLElement, before) =>
      new Promise<number>((resolve) => {
        const { scheduler } = globalThis as unknown as Scheduling
        const from = performance.now()
        link.click()
        const look = (): void => {
          const heading = document.querySelector('h1')?.textContent
          if (heading === undefined || heading === before) return void requestAnimationFrame(look)
          // A task posted in a frame runs after the frame is painted, before other tasks.
          void scheduler.postTask(() => resolve(performance.now() - from), { priority: 'user-blocking' })
        }
        requestAnimationFrame(look)
      }),
    before,
  )
  await page.waitForTimeout(answeredMs)
  await page.goBack()
  await page.getByRole('heading', { name: before, level: 1 }).waitFor()
  return duration
}
