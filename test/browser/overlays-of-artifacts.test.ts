import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser, startBrowserSite } from '../kit/browser-site.ts'
import { findProblemsOfPages } from './overlay-scenes/check-pages.ts'
import { createOverlayPages, type OverlayPages } from './overlay-scenes/list-overlay-pages.ts'

/** `every-overlay.test.ts` checks that none is missing. */
describeInBrowser('every overlay of trackers and artifacts', () => {
  const site = startBrowserSite()
  let pages: OverlayPages
  beforeAll(async () => {
    pages = await createOverlayPages(site)
  })

  it.each(['tracker', 'artifact'] as const)(
    'of the area %s is accessible, fits on the narrowest phone, and takes and returns the focus',
    { timeout: 900_000 },
    async (area) => {
      expect(await findProblemsOfPages(site, pages[area])).toStrictEqual([])
    },
  )
})
