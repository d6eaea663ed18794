import { prefetch } from './data/prefetch.ts'
import { decodePath, listRouteQueries, matchRoute } from './match-route.ts'

// Prefetches code and data of the page while the main bundle is loaded.
const here = matchRoute(decodePath(location))
if (here !== undefined) {
  prefetch(listRouteQueries(here, location.search))
  // The page requests it again and reports errors.
  here.route.load().catch(() => undefined)
}
void import('./main.tsx').then(({ showApp }) => showApp())
