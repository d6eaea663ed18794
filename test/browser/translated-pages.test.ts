import { beforeAll, expect, it } from 'vitest'
import { forEachConcurrently } from '../../src/kit/concurrency/for-each-concurrently.ts'
import { settingDefinitions } from '../../src/site/model/setting-definitions.ts'
import { monitoring } from '../../web/src/texts/en/monitoring.ts'
import { projectImport } from '../../web/src/texts/en/project-import.ts'
import { siteKeys } from '../../web/src/texts/en/site-keys.ts'
import { svnRepository } from '../../web/src/texts/en/svn-repository.ts'
import { en } from '../../web/src/texts/en.ts'
import { fr, partsFr } from '../../web/src/texts/fr.ts'
import { type BrowserSite, describeInBrowser, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'
import { createSampleSite, listPageSamples, type PageSample, pagesAtOnce, type SampleSite } from './page-samples.ts'

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

// Patterns of single values, and of two values with a short word between them, match sentences of any language.
const isText = (pattern: string): boolean =>
  pattern.includes('.+') ? (pattern.replaceAll('.+', '').match(/[a-z]/gi)?.length ?? 0) > 4 : /[a-z]{2}/i.test(pattern)
// The texts of the form of settings stand with the setting.
const settingsIn = (language: 'en' | 'fr') =>
  Object.values(settingDefinitions).map((definition) => definition[language])
const french = new Set(
  patternsOf([
    fr,
    partsFr.monitoring,
    partsFr.projectImport,
    partsFr.siteKeys,
    partsFr.svnRepository,
    settingsIn('fr'),
  ]),
)
const english = matches(
  patternsOf([en, monitoring, projectImport, siteKeys, svnRepository, settingsIn('en')]).filter(
    (pattern) => isText(pattern) && !french.has(pattern),
  ),
)

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

/** Pages of accounts and administrations show only the sign-in to visitors: one of each kind is enough. */
const isOneOfItsKind = ({ route }: PageSample, index: number, samples: readonly PageSample[]): boolean => {
  const kind = /^\/(account|site)\/|\/admin\//.exec(route)?.[0]
  return kind === undefined || samples.findIndex((sample) => sample.route.includes(kind)) === index
}

describeInBrowser('the pages in French', () => {
  const site = startBrowserSite()
  let of: SampleSite
  let samples: readonly PageSample[] = []
  beforeAll(async () => {
    of = await createSampleSite(site)
    samples = listPageSamples(of)
  })

  it.each(['their users', 'visitors'])(
    'show no English text of the catalogue to %s',
    { timeout: 900_000 },
    async (readers) => {
      const ofProjects = new Set<string>()
      for (const tracker of [of.tracker, of.jobTracker]) {
        const { fields } = (await site.server.as('alice').get(`trackers/${tracker}`)).body
        for (const text of textsOf(JSON.parse(JSON.stringify(fields, textsOnly)))) ofProjects.add(String(text))
      }
      const found: string[] = []
      const contextOf = site.contextsByLogin({ locale: 'fr-FR' })
      const areVisitors = readers === 'visitors'
      const shown = areVisitors ? samples.filter(isOneOfItsKind) : samples
      await forEachConcurrently(shown, pagesAtOnce, async ({ login, address }) => {
        const page = await (await contextOf(areVisitors ? 'visitor' : login)).newPage()
        await page.goto(address)
        await waitUntilSettled(page)
        expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr')
        const texts = await page.evaluate(readTexts)
        expect(texts.length).toBeGreaterThan(3)
        found.push(
          ...texts.filter((text) => english.test(text) && !ofProjects.has(text)).map((text) => `${address}: ${text}`),
        )
        await page.close()
      })
      site.clearProblems()
      expect([...new Set(found)]).toStrictEqual([])
    },
  )

  it('fit on phones and wide screens when all texts are 40 % longer', { timeout: 900_000 }, async () => {
    const wide: string[] = []
    // Without motion: what slides in is beyond the screen for a moment.
    const options = { locale: 'fr-FR', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const
    const contextOf = site.contextsByLogin(options, lengthenTexts)
    await forEachConcurrently(samples, pagesAtOnce, async ({ login, address }) => {
      const page = await (await contextOf(login)).newPage()
      await page.goto(address)
      for (const width of [1440, 1000, 390, 320]) {
        await page.setViewportSize({ width, height: 900 })
        await waitUntilSettled(page)
        const { texts, faults } = await page.evaluate(findOverflow)
        expect(texts, address).toContain('ÀÀ')
        wide.push(...faults.map((fault) => `${address} at ${width} px: ${fault}`))
      }
      await page.close()
    })
    site.clearProblems()
    expect(wide).toStrictEqual([])
  })
})

/** What is wider than the screen, and texts that are cut without an ellipsis. Runs in the page. */
function findOverflow(): { readonly texts: string; readonly faults: readonly string[] } {
  const describe = (element: Element): string => element.outerHTML.slice(0, 160)
  const faults: string[] = []
  const excess = document.documentElement.scrollWidth - innerWidth
  if (excess > 0) {
    const right = (element: Element): number => element.getBoundingClientRect().right
    const isScrolled = (element: Element): boolean => {
      const { parentElement } = element
      return (
        parentElement !== null && (getComputedStyle(parentElement).overflowX !== 'visible' || isScrolled(parentElement))
      )
    }
    const widest = [...document.body.querySelectorAll('*')]
      .filter((each) => !isScrolled(each))
      .reduce((most, each) => (right(each) > right(most) ? each : most), document.documentElement)
    faults.push(`${excess} px too wide: ${describe(widest)}`)
  }
  for (const element of document.body.querySelectorAll('button, a, label, h1, h2, h3, th, td, p, span, dt, dd')) {
    const { overflowX, textOverflow, position, clipPath } = getComputedStyle(element)
    const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
    const isHiddenOnPurpose = position === 'absolute' || clipPath !== 'none'
    if (isCut && /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && !isHiddenOnPurpose)
      faults.push(`cut text: ${describe(element)}`)
  }
  return { texts: document.body.textContent ?? '', faults }
}

/** Serves the French texts with two fifths more characters each. */
async function lengthenTexts(context: Awaited<ReturnType<BrowserSite['context']>>): Promise<void> {
  await context.route(/\/assets\/fr-[^/]*\.js$/, async (route) => {
    const response = await route.fetch()
    const code = await response.text()
    // The catalogue of all pages, and that of tracker administration.
    const body = code.replace(/export\{([\w$ ,]+)\};?/, (_, list: string) => {
      const names = list.split(',').map((each) => each.split(' as '))
      return `const lengthen = (each) =>
        typeof each === 'string' ? each + ' ' + 'ÀÀÀÀÀÀ '.repeat(Math.ceil(each.length * 0.4 / 7)).trim()
        : typeof each === 'function' ? (...values) => lengthen(each(...values))
        : Array.isArray(each) ? each
        : Object.fromEntries(Object.entries(each).map(([key, child]) => [key, lengthen(child)]));
        ${names.map(([inner, outer]) => `const long_${outer} = lengthen(${inner});`).join('')}
        export { ${names.map(([, outer]) => `long_${outer} as ${outer}`).join()} };`
    })
    expect(body).toContain('lengthen')
    await route.fulfill({ response, body })
  })
}
