import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser, startBrowserSite } from '../kit/browser-site.ts'
import { findProblemsOfPages } from './overlay-scenes/check-pages.ts'
import { countOverlays, findUnlistedComponents } from './overlay-scenes/count-overlays.ts'
import { createOverlayPages, type OverlayPages } from './overlay-scenes/list-overlay-pages.ts'

/**
 * Every dialog, sheet, menu, list of suggestions and editor, at three widths and in both color schemes; those of trackers
 * and artifacts are in `overlays-of-artifacts.test.ts`.
 */
describeInBrowser('every overlay', () => {
  const site = startBrowserSite()
  let pages: OverlayPages
  beforeAll(async () => {
    pages = await createOverlayPages(site)
  })

  it('has a scene in these tests', () => {
    const files = Object.values(pages)
      .flat()
      .flatMap(({ scenes }) => scenes.map(({ file }) => file))
    const missing = [...countOverlays()].flatMap(([file, count]) => {
      const scenes = files.filter((each) => each === file).length
      return scenes < count ? [`${file}: ${scenes} scenes for ${count} overlays`] : []
    })
    expect(findUnlistedComponents()).toStrictEqual([])
    expect(missing).toStrictEqual([])
  })

  it.each(['frame', 'account', 'administration'] as const)(
    'of the area %s is accessible, fits on the narrowest phone, and takes and returns the focus',
    { timeout: 900_000 },
    async (area) => {
      expect(await findProblemsOfPages(site, pages[area])).toStrictEqual([])
    },
  )
})
