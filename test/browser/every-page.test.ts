import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { forEachConcurrently } from '../../src/kit/concurrency/for-each-concurrently.ts'
import { en } from '../../web/src/texts/en.ts'
import {
  describeInBrowser,
  findAccessibilityProblems,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import { createSampleSite, listPageSamples, type PageSample, pagesAtOnce } from './page-samples.ts'

const sections: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['of the site administration', /^\/site/],
  ['of the project administration', /\/admin/],
  ['of repositories', /\/svn/],
  ['of an account', /^\/account/],
  ['of trackers and artifacts', /^\/(?:trackers|artifacts|reports)/],
  ['for the rest', /^/],
]

const sectionOf = ({ route }: PageSample): string => sections.find(([, pattern]) => pattern.test(route))?.[0] ?? ''

/** Each route of the application with content, as a user who may see it. */
describeInBrowser('every page', () => {
  const site = startBrowserSite()
  let samples: readonly PageSample[] = []
  let consentPath = ''
  beforeAll(async () => {
    const of = await createSampleSite(site)
    consentPath = of.consentPath
    samples = listPageSamples(of)
  })

  const overflow = (page: Page): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

  /** What is wrong with a page in light colors on a wide screen, and in dark ones on a narrow phone. */
  async function findProblems(page: Page, address: string): Promise<readonly string[]> {
    await page.goto(address)
    await waitUntilSettled(page)
    const problems: string[] = []
    const report = (kind: string, found: readonly string[]): void => {
      problems.push(...found.map((each) => `${address} ${kind}: ${each}`))
    }
    const heading = await page.locator('h1').first().innerText()
    if ([en.states.notFoundTitle, en.states.refused, en.states.failed].includes(heading)) report('heading', [heading])
    report('light', await findAccessibilityProblems(page))
    await page.setViewportSize({ width: 320, height: 640 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await waitUntilSettled(page)
    const excess = await overflow(page)
    if (excess > 0) report('320 px', [`${excess} px too wide`])
    report('dark', await findAccessibilityProblems(page))
    return problems
  }

  it.each(sections)('%s is accessible in both color schemes and fits on a narrow phone', async (section) => {
    const chosen = samples.filter((sample) => sectionOf(sample) === section)
    expect(chosen.length).toBeGreaterThan(0)
    const problems: string[] = []
    const contextOf = site.contextsByLogin({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })
    await forEachConcurrently(chosen, pagesAtOnce, async ({ login, address }) => {
      const page = await (await contextOf(login)).newPage()
      problems.push(...(await findProblems(page, address)))
      await page.close()
    })
    expect(problems).toStrictEqual([])
  })

  it('of consent is accessible in both color schemes and fits on a narrow phone', async () => {
    const context = await site.context('alice', { reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })
    expect(await findProblems(await context.newPage(), consentPath)).toStrictEqual([])
  })
})
