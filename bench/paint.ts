// Measures the rendering of pages (docs/decisions/0032-react-pages-served-as-files.md): `node bench/paint.ts`. Debian's
// Chromium, a CPU slowed down four times, 50 ms and 10 Mbit/s to the server, demo data; medians of five.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createEnvironment, runTulipwood, startServer } from './server-process.ts'

const rounds = 5
/** All requests of a page are complete by then; `networkidle` only considers the document. */
const answeredMs = 1500
const pages = ['/login', '/projects', '/projects/demo', '/trackers/TRACKER', '/artifacts/ARTIFACT', '/account/keys']

interface FirstView {
  /** In ms. */
  readonly largestPaint: number
  readonly layoutShift: number
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-paint-'))
await runTulipwood(directory, 'demo')
const server = await startServer(directory)
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--disable-gpu', '--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const password = createEnvironment(directory, 0)['TULIPWOOD_ADMIN_PASSWORD'] ?? ''
  const { cookies, addresses } = await signIn(browser, password)
  for (const address of addresses) {
    const cold: FirstView[] = []
    for (let round = 0; round < rounds; round++) {
      const page = await slowPage(browser, address === '/login' ? [] : cookies)
      cold.push(await firstView(page, address))
      await page.context().close()
    }
    const paint = median(cold.map(({ largestPaint }) => largestPaint))
    const shift = Math.max(...cold.map(({ layoutShift }) => layoutShift))
    console.log(
      `${address.padEnd(24)} largest paint ${paint.toFixed(0).padStart(5)} ms (1200)   shift ${shift.toFixed(3)} (0.02)`,
    )
  }
  const project = addresses[2] ?? ''
  const [uncached, cached, prefetched]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    const page = await slowPage(browser, cookies)
    await page.goto(`${server.url}/projects`)
    uncached.push(await measureNavigation(page, project))
    cached.push(await measureNavigation(page, project))
    await page.context().close()
    const other = await slowPage(browser, cookies)
    await other.goto(`${server.url}/projects`)
    prefetched.push(await measureNavigation(other, project, 'after hovering'))
    await other.context().close()
  }
  console.log(
    `to another page: not in memory ${median(uncached).toFixed(0)} ms (300), pointer on its link before ${median(prefetched).toFixed(0)} ms, in memory ${median(cached).toFixed(0)} ms (50)`,
  )
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
  await page.waitForURL(`${server.url}/projects`)
  const read = async <Read>(address: string): Promise<Read> =>
    page.evaluate(async (url) => (await fetch(url)).json() as Promise<Read>, `/api/${address}`)
  const [project] = await read<readonly { id: number; shortname: string }[]>('projects')
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

async function slowPage(browser: Browser, cookies: Awaited<ReturnType<typeof signIn>>['cookies']): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.enable')
  const bytes = 10_000_000 / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 50,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
  return page
}

async function firstView(page: Page, address: string): Promise<FirstView> {
  await page.goto(server.url + address)
  // No locator is used while the page loads, because compiling it takes longer than the page.
  await page.waitForLoadState('networkidle')
  await page.locator('h1').first().waitFor()
  return page.evaluate(
    () =>
      new Promise<FirstView>((resolve) => {
        const view = { largestPaint: 0, layoutShift: 0 }
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntries()) view.largestPaint = startTime
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) view.layoutShift += (entry as { value?: number }).value ?? 0
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(view), 200)
      }),
  )
}

interface Scheduling {
  readonly scheduler: { postTask(task: () => void, options: { readonly priority: 'user-blocking' }): Promise<void> }
}

/** Measures from the click on a link to the frame that shows its page, in ms; then returns to the previous page. */
async function measureNavigation(page: Page, address: string, how?: 'after hovering'): Promise<number> {
  const link = page.locator(`main a[href="${address}"]`)
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
