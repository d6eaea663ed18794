import type { Page } from 'playwright-core'
import { forEachConcurrently } from '../../../src/kit/concurrency/for-each-concurrently.ts'
import { type BrowserSite, waitUntilSettled } from '../../kit/browser-site.ts'
import { pagesAtOnce } from '../page-samples.ts'
import { findOverlayProblems, heights } from './check-overlay.ts'
import { type OverlayPage, type OverlayScene, type Width, widths } from './scene.ts'

/** What is wrong with the overlays of some pages. Each page is loaded once. */
export async function findProblemsOfPages(
  site: BrowserSite,
  pages: readonly OverlayPage[],
): Promise<readonly string[]> {
  const problems: string[] = []
  const options = { reducedMotion: 'reduce' } as const
  const contextOf = site.contextsByLogin(options)
  await forEachConcurrently(pages, pagesAtOnce, async (of) => {
    const context = await (of.endsSession ? site.context(of.login, options) : contextOf(of.login))
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    for (const width of widths) {
      const scenes = of.scenes.filter((scene) => isOfWidth(scene, width))
      if (scenes.length > 0) problems.push(...(await findProblemsAtWidth(page, of, width, scenes)))
    }
    await page.close()
  })
  return problems
}

const isOfWidth = (scene: OverlayScene, width: Width): boolean =>
  scene.isOnce ? width === widths[0] : (scene.widths ?? widths).includes(width)

async function findProblemsAtWidth(
  page: Page,
  { address, prepare }: OverlayPage,
  width: Width,
  scenes: readonly OverlayScene[],
): Promise<readonly string[]> {
  const problems: string[] = []
  const show = async (): Promise<void> => {
    await page.goto(address)
    await settle()
  }
  const settle = async (): Promise<void> => {
    await waitUntilSettled(page)
    await prepare?.(page, width)
  }
  await page.setViewportSize({ width, height: heights[width] })
  await (page.url() === 'about:blank' ? show() : settle())
  for (const scene of scenes) {
    const report = (problem: string): number => problems.push(`${address} ${scene.file}: ${problem}`)
    try {
      const found = await findOverlayProblems(page, scene, scene.isOnce ? widths : [width])
      for (const each of found) report(scene.isOnce ? each : `${width} px: ${each}`)
    } catch (thrown) {
      report(`${width} px: ${String(thrown)}`)
      await show()
    }
  }
  return problems
}
