import { languageHeaders } from '../texts/language.ts'
import { buildApiUrl } from './api-url.ts'
import type { PrefetchQuery } from './prefetch-query.ts'

const prefetched = new Map<string, Promise<Response>>()

/**
 * Starts requests before the code that uses the responses is loaded. `embedded`: responses by URL that came with the
 * page.
 */
export function prefetch(reads: readonly PrefetchQuery[], embedded: ReadonlyMap<string, Response> = new Map()): void {
  for (const { path, query, next } of reads) {
    const address = buildApiUrl(path, query)
    if (prefetched.has(address)) continue
    const embeddedResponse = embedded.get(address)
    // Sent like a preload of the browser, without other headers; otherwise it would be requested twice.
    const answer =
      embeddedResponse === undefined ? fetch(address, { headers: languageHeaders }) : Promise.resolve(embeddedResponse)
    prefetched.set(address, answer)
    // The consumer of the response handles the failure.
    const isOurs = (): boolean => prefetched.get(address) === answer
    answer
      .then(async (response) => {
        if (next === undefined || !response.ok || !isOurs()) return
        const body: unknown = await response.clone().json()
        if (isOurs()) prefetch(next(body), embedded)
      })
      .catch(() => undefined)
  }
}

/** Returns a prefetched response, once. */
export function takePrefetched(address: string): Promise<Response> | undefined {
  const answer = prefetched.get(address)
  prefetched.delete(address)
  return answer
}
