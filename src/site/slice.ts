import type { Slice } from '../http/declarations/slice.ts'
import { deleteBanner } from './routes/delete-banner.ts'
import { getBanner } from './routes/get-banner.ts'
import { getSiteSettings } from './routes/get-site-settings.ts'
import { getVersion } from './routes/get-version.ts'
import { patchSiteSettings } from './routes/patch-site-settings.ts'
import { putBanner } from './routes/put-banner.ts'

/** The site: settings, audit log, banner. */
export const site: Slice = {
  routes: [deleteBanner, getBanner, getSiteSettings, getVersion, patchSiteSettings, putBanner],
  jobs: [],
}
