import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, startBrowserSite } from '../kit/browser-site.ts'

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const folder = 'web/dist'
const kilobyte = 1000

/** As it goes over the wire to a browser of today. */
const sizeOf = (file: string): number => readFileSync(path.join(folder, `${file}.br`)).length

/** docs/decisions/0032-react-pages-served-as-files.md, of what was built. */
describe('what a browser loads', () => {
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'),
  )
  const closure = (names: readonly string[], known: ReadonlySet<string> = new Set()): Set<string> => {
    const found = new Set<string>()
    const visit = (name: string): void => {
      if (found.has(name) || known.has(name)) return
      found.add(name)
      for (const next of manifest[name]?.imports ?? []) visit(next)
    }
    for (const name of names) visit(name)
    return found
  }
  const shell = readFileSync(path.join(folder, 'index.html'), 'utf8')
  const named = new Set([...shell.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? ''))
  const first = closure(Object.keys(manifest).filter((name) => named.has(manifest[name]?.file ?? '')))
  const bytesOf = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + sizeOf(manifest[name]?.file ?? ''), 0)
  const styles = [...named].filter((file) => file.endsWith('.css'))
  const styleBytes = styles.reduce((sum, file) => sum + sizeOf(file), 0)
  const scripts = [...first].filter((name) => manifest[name]?.file.endsWith('.js'))

  it('first is a shell of at most 5 kB', () => expect(Buffer.byteLength(shell)).toBeLessThan(5 * kilobyte))
  it('first is at most 20 kB of style', () => {
    expect(styles).toHaveLength(1)
    expect(styleBytes).toBeLessThan(20 * kilobyte)
  })
  it('first is at most 200 kB in all', () => {
    expect(scripts.length).toBeGreaterThan(0)
    expect(bytesOf(scripts) + styleBytes).toBeLessThan(200 * kilobyte)
  })
  it('for any further page is at most 40 kB', () => {
    const pages = Object.entries(manifest).filter(
      ([name, { isDynamicEntry }]) => isDynamicEntry && /pages\//.test(name),
    )
    expect(pages.length).toBeGreaterThan(8)
    const sizes = pages.map(([name]) => [name, bytesOf(closure([name], first))] as const)
    expect(sizes.filter(([, size]) => size > 40 * kilobyte)).toStrictEqual([])
  })
  it('is of no other host, and no script stands within the shell', () => {
    expect(shell).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(shell).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
  })
  it('requests no icon: it is part of the shell', () =>
    expect(shell.match(/<link[^>]*rel="icon"[^>]*>/g)).toStrictEqual([
      expect.stringMatching(/href="data:image\/svg\+xml,[^"]+"/),
    ]))
  it('is there in each compressed form', () => {
    const files = [...new Set(Object.values(manifest).map(({ file }) => file))]
    expect(files.filter((file) => !existsSync(path.join(folder, `${file}.br`)))).toStrictEqual([])
    expect(files.filter((file) => !existsSync(path.join(folder, `${file}.gz`)))).toStrictEqual([])
  })
})

describeInBrowser('a first view', () => {
  const site = startBrowserSite()
  let shown: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice')
    shown = await createBrowserProject(site.server, { alice, bob: await site.server.createUser('bob') })
  })

  it.each([
    ['/login', 7],
    ['/projects', 8],
  ])('of %s takes at most %i requests, all of them to this server', async (address, maxRequests) => {
    const page = await (await site.context('visitor')).newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(address)
    await page.locator('h1').waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => !url.startsWith(`${site.origin}/`))).toStrictEqual([])
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(maxRequests)
  })

  it('holds to its policy: neither script nor style comes in another way', async () => {
    const page = await site.page('alice', `/artifacts/${shown.crash}`)
    const refused = await page.evaluate(async () => {
      const violations: string[] = []
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
        violations.push(violatedDirective),
      )
      const script = document.createElement('script')
      let thrown = ''
      try {
        script.text = 'globalThis.isBroken = true'
      } catch (problem) {
        thrown = (problem as Error).name
      }
      document.body.append(document.createElement('style'))
      document.body.lastElementChild?.append('body { display: none }')
      await new Promise((resolve) => setTimeout(resolve, 100))
      return { thrown, violations, isBroken: 'isBroken' in globalThis, isShown: document.body.checkVisibility() }
    })
    expect(refused).toMatchObject({ thrown: 'TypeError', isBroken: false, isShown: true })
    expect(refused.violations.some((each) => each.startsWith('style-src'))).toBe(true)
    expect(refused.violations.some((each) => each.startsWith('require-trusted-types'))).toBe(true)
    // These were wanted.
    site.clearProblems()
  })
})
