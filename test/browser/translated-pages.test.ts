import { beforeAll, expect, it } from 'vitest'
import { routes } from '../../web/src/routes.ts'
import { en } from '../../web/src/texts/en.ts'
import { fr } from '../../web/src/texts/fr.ts'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { type BrowserSite, describeInBrowser, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'

type Text = string | ((...values: unknown[]) => unknown)

const textsOf = (node: unknown): Text[] =>
  typeof node === 'string' || typeof node === 'function'
    ? [node as Text]
    : Object.values(node as object).flatMap(textsOf)

const mark = '\u0001'

/** Texts of a catalogue as regular expressions; values of functions match anything. */
function patternsOf(catalogue: unknown): string[] {
  const written = textsOf(catalogue).flatMap((text) =>
    typeof text === 'string' ? [text] : [String(text(mark, mark, mark)), String(text(7, 7, 7)), String(text(1, 1, 1))],
  )
  const escaped = written.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return [...new Set(escaped.map((text) => text.replaceAll(mark, '.+').replace(/NaN|\b[17]\b/g, '.+')))]
}

const matches = (patterns: readonly string[]): RegExp => new RegExp(`^(?:${patterns.join('|')})$`, 's')

// Patterns of single values match everything.
const isText = (pattern: string): boolean => /[a-z]{2}/i.test(pattern.replaceAll('.+', ''))
const french = new Set(patternsOf(fr))
const english = matches(patternsOf(en).filter((pattern) => isText(pattern) && !french.has(pattern)))

/** Paths with values for the parameters of each route. */
function addresses(project: BrowserProject, alice: number): string[] {
  const values: Record<string, string> = {
    shortname: 'lander',
    project: 'lander',
    user: String(alice),
    tracker: String(project.bugs),
    artifact: String(project.crash),
    group: '3',
    repository: '1',
  }
  const ids: Record<string, string> = {
    '/artifacts/': String(project.crash),
    '/trackers/': String(project.bugs),
    '/site/users/': String(alice),
  }
  const idOf = (path: string): string => Object.entries(ids).find(([start]) => path.startsWith(start))?.[1] ?? '1'
  return routes.map(({ path }) =>
    path.replaceAll(/:(\w+)[*?]?/g, (_, name: string) => (name === 'id' ? idOf(path) : (values[name] ?? '1'))),
  )
}

/** Names of fields and values are of the project, in its language. */
const textsOnly = (_: string, value: unknown): unknown =>
  value === null || typeof value === 'number' || typeof value === 'boolean' ? '' : value

/** Texts that a page shows or reads aloud. */
const readTexts = (): string[] => {
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest('script, style, noscript, [lang="en"]') === null) texts.push(node.nodeValue ?? '')
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
    for (const each of document.querySelectorAll(`[${name}]`)) texts.push(each.getAttribute(name) ?? '')
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}

describeInBrowser('the pages in French', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { email: 'alice@example.com' })
    project = await createBrowserProject(site.server, { alice, bob: await site.server.createUser('bob') })
  })

  it.each(['alice', 'admin', 'visitor'])('show no English text of the catalogue to %s, on any route', async (login) => {
    const context = await site.context(login, { locale: 'fr-FR' })
    const { fields } = (await site.server.as('alice').get(`trackers/${project.bugs}`)).body
    const ofProject = new Set<string>(textsOf(JSON.parse(JSON.stringify(fields, textsOnly))).map(String))
    const found: string[] = []
    for (const address of addresses(project, site.server.idOf('alice'))) {
      if (/logout/.test(address)) continue
      const page = await context.newPage()
      await page.goto(address)
      await waitUntilSettled(page)
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr')
      const texts = await page.evaluate(readTexts)
      expect(texts.length).toBeGreaterThan(3)
      found.push(
        ...texts.filter((text) => english.test(text) && !ofProject.has(text)).map((text) => `${address}: ${text}`),
      )
      await page.close()
    }
    site.clearProblems()
    expect(found).toStrictEqual([])
  })

  it.each([
    ['a phone', 390],
    ['a wide screen', 1440],
  ])('fit on %s without sideways scrolling when all texts are 40 % longer', async (_, width) => {
    const context = await site.context('alice', { locale: 'fr-FR', viewport: { width, height: 900 } })
    await lengthenTexts(context)
    const wide: string[] = []
    const main = ['/', '/projects', '/projects/lander', `/trackers/${project.bugs}`, `/artifacts/${project.crash}`]
    const account = ['profile', 'appearance', 'notifications', 'security', 'keys', 'sessions'].map(
      (name) => `/account/${name}`,
    )
    const administration = ['', '/members', '/groups'].map((name) => `/projects/lander/admin${name}`)
    for (const address of [...main, ...account, ...administration]) {
      const page = await context.newPage()
      await page.goto(address)
      await waitUntilSettled(page)
      const { overflow, texts, widest } = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        texts: document.body.textContent ?? '',
        widest: [...document.querySelectorAll('main *')].reduce(
          (most, each) => (each.getBoundingClientRect().right > most.getBoundingClientRect().right ? each : most),
          document.body,
        ).outerHTML,
      }))
      expect(texts, address).toContain('ÀÀ')
      if (overflow > 0) wide.push(`${address}: ${overflow} px, ${widest.slice(0, 300)}`)
      await page.close()
    }
    expect(wide).toStrictEqual([])
  })
})

/** Serves the French texts with two fifths more characters each. */
async function lengthenTexts(context: Awaited<ReturnType<BrowserSite['context']>>): Promise<void> {
  await context.route(/\/assets\/fr-[^/]*\.js$/, async (route) => {
    const response = await route.fetch()
    const code = await response.text()
    const body = code.replace(
      /export\{(\w+) as (\w+)\};?/,
      (_, inner: string, outer: string) => `const lengthen = (each) =>
        typeof each === 'string' ? each + ' ' + 'ÀÀÀÀÀÀ '.repeat(Math.ceil(each.length * 0.4 / 7)).trim()
        : typeof each === 'function' ? (...values) => lengthen(each(...values))
        : Array.isArray(each) ? each
        : Object.fromEntries(Object.entries(each).map(([key, child]) => [key, lengthen(child)]));
        const long = lengthen(${inner}); export { long as ${outer} };`,
    )
    expect(body).toContain('lengthen')
    await route.fulfill({ response, body })
  })
}
