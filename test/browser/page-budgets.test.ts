import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, startBrowserSite } from '../kit/browser-site.ts'
import { countFirstRequests, maxFirstRequests } from './first-requests.ts'

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const directory = 'web/dist'
const kilobyte = 1000

/** Transfer size with Brotli, which all current browsers support. */
const sizeOf = (file: string): number => readFileSync(path.join(directory, `${file}.br`)).length

/** docs/decisions/0032-react-pages-served-as-files.md, checked against the build output. */
describe('the first download', () => {
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(path.join(directory, '.vite/manifest.json'), 'utf8'),
  )
  const closure = (names: readonly string[], excluded: ReadonlySet<string> = new Set()): Set<string> => {
    const visited = new Set<string>()
    const visit = (name: string): void => {
      if (visited.has(name) || excluded.has(name)) return
      visited.add(name)
      for (const next of manifest[name]?.imports ?? []) visit(next)
    }
    for (const name of names) visit(name)
    return visited
  }
  const shell = readFileSync(path.join(directory, 'index.en.html'), 'utf8')
  const assets = new Set([...shell.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? ''))
  const first = closure(Object.keys(manifest).filter((name) => assets.has(manifest[name]?.file ?? '')))
  const bytesOf = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + sizeOf(manifest[name]?.file ?? ''), 0)
  const styles = [...assets].filter((file) => file.endsWith('.css'))
  const styleBytes = styles.reduce((sum, file) => sum + sizeOf(file), 0)
  const scripts = [...first].filter((name) => manifest[name]?.file.endsWith('.js'))

  it('has a shell of at most 5 kB', () => expect(Buffer.byteLength(shell)).toBeLessThan(5 * kilobyte))
  it('has at most 20 kB of styles', () => {
    expect(styles).toHaveLength(1)
    expect(styleBytes).toBeLessThan(20 * kilobyte)
  })
  it('has at most 200 kB in total', () => {
    expect(scripts.length).toBeGreaterThan(0)
    expect(bytesOf(scripts) + styleBytes).toBeLessThan(200 * kilobyte)
  })
  it('needs at most 40 kB for any other page', () => {
    // The list of a tracker is a file with all its imports.
    const pages = Object.entries(manifest).filter(
      ([name, { isDynamicEntry }]) =>
        /^_list-/.test(name) || (isDynamicEntry && /pages\/[a-z-]+\/[a-z-]+-page\.tsx$/.test(name)),
    )
    expect(pages.map(([name]) => name)).toContainEqual(expect.stringMatching(/^_list-/))
    expect(pages.length).toBeGreaterThan(8)
    const sizes = pages.map(([name]) => [name, bytesOf(closure([name], first))] as const)
    expect(sizes.filter(([, size]) => size > 40 * kilobyte)).toStrictEqual([])
  })
  it('needs at most 60 kB for anything that is loaded on demand, such as the text editor', () => {
    const parts = Object.entries(manifest).filter(
      ([name, { isDynamicEntry }]) => isDynamicEntry && !/pages\/[a-z-]+\/[a-z-]+-page\.tsx$|texts\//.test(name),
    )
    expect(parts.length).toBeGreaterThan(20)
    const sizes = parts.map(([name]) => [name, bytesOf(closure([name], first))] as const)
    expect(sizes.filter(([, size]) => size > 60 * kilobyte)).toStrictEqual([])
  })
  it('has no fonts, and icons of at most 12 kB', () => {
    const files = readdirSync(path.join(directory, 'assets'))
    expect(files.filter((file) => /\.(?:woff2?|ttf|otf|eot)$/.test(file))).toStrictEqual([])
    for (const file of styles) expect(readFileSync(path.join(directory, file), 'utf8')).not.toContain('@font-face')
    expect(readFileSync('web/src/design/icon.tsx').length).toBeLessThan(12 * kilobyte)
  })
  it('loads nothing from other hosts and has no inline scripts', () => {
    expect(shell).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(shell).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
  })
  it('has an inline icon, which needs no request', () =>
    expect(shell.match(/<link[^>]*rel="icon"[^>]*>/g)).toStrictEqual([
      expect.stringMatching(/href="data:image\/svg\+xml,[^"]+"/),
    ]))
  it('has files in each compressed form', () => {
    const files = [...new Set(Object.values(manifest).map(({ file }) => file))]
    expect(files.filter((file) => !existsSync(path.join(directory, `${file}.br`)))).toStrictEqual([])
    expect(files.filter((file) => !existsSync(path.join(directory, `${file}.gz`)))).toStrictEqual([])
  })
})

describeInBrowser('the first view', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice')
    project = await createBrowserProject(site.server, { alice, bob: await site.server.createUser('bob') })
  })

  // The other pages: first-views.test.ts.
  it.each([
    ['visitor', maxFirstRequests, () => '/login'],
    ['visitor', maxFirstRequests, () => '/projects'],
    ['alice', maxFirstRequests, () => '/'],
    ['alice', maxFirstRequests, () => '/projects/lander'],
    ['alice', maxFirstRequests, () => `/trackers/${project.bugs}`],
    // With a link from another artifact.
    ['alice', maxFirstRequests, () => `/artifacts/${project.crash + 1}`],
    // With links and a picture.
    ['alice', maxFirstRequests, () => `/artifacts/${project.crash}`],
  ])('for %s takes at most %i requests, all to this server (%#)', async (login, max, address) => {
    const requests = await countFirstRequests(site, login, address())
    expect(requests.filter((path) => !path.startsWith('/'))).toStrictEqual([])
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(max)
  })

  it('applies the content security policy: injected scripts and styles are blocked', async () => {
    const page = await site.page('alice', `/artifacts/${project.crash}`)
    const result = await page.evaluate(async () => {
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
    expect(result).toMatchObject({ thrown: 'TypeError', isBroken: false, isShown: true })
    expect(result.violations.some((each) => each.startsWith('style-src'))).toBe(true)
    expect(result.violations.some((each) => each.startsWith('require-trusted-types'))).toBe(true)
    // The test caused these errors on purpose.
    site.clearProblems()
  })
})
