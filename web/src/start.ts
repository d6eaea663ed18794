import { buildApiUrl } from './data/api-url.ts'
import { readEmbedded } from './data/embedded.ts'
import { prefetch } from './data/prefetch.ts'
import { decodePath, listRouteQueries, matchRoute } from './match-route.ts'
import { loadTexts } from './texts/catalogue.ts'

// Prefetches code and data of the page while the main bundle is loaded.
const here = matchRoute(decodePath(location))
if (here !== undefined) prefetch(listRouteQueries(here, location.search), readAnswers())
void start()

async function start(): Promise<void> {
  await loadTexts()
  // The page requests it again and reports errors.
  here?.route.load().catch(() => undefined)
  const { showApp } = await import('./main.tsx')
  await showApp()
}

/** Answers that came with the page, by the URLs of their requests. */
function readAnswers(): Map<string, Response> {
  const session = readEmbedded('session')
  const answers = Object.entries(JSON.parse(readEmbedded('answers') ?? '{}') as Record<string, object>)
  return new Map([
    ...(session === undefined ? [] : [[buildApiUrl('/session'), new Response(session)] as const]),
    ...answers.map(([address, body]) => [address, Response.json(body)] as const),
  ])
}
