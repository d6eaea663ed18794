import type { Page, Request } from 'playwright-core'

/** The requests of the document that a page shows. */
export interface TrackedRequests {
  readonly count: number
  /** The URLs of those without a response yet. */
  listPending(): readonly string[]
  /** Waits until no request has been pending for a while. */
  waitUntilQuiet(quietMs?: number): Promise<void>
}

/**
 * Follows the requests of a page from now on. The browser never reports an idle network, because the stream of changes has
 * no end: it is left out here.
 */
export function trackRequests(page: Page): TrackedRequests {
  const log = createRequestLog<Request>()
  page.on('request', (request) => {
    // A navigation cancels the requests of the previous document.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) log.clear()
    log.begin(request, request.url())
  })
  page.on('requestfinished', log.end)
  page.on('requestfailed', log.end)
  return log
}

/** Variant for requests that the caller reports; each has a key. */
interface RequestLog<Key> extends TrackedRequests {
  begin(request: Key, url: string): void
  end(request: Key): void
  clear(): void
}

export function createRequestLog<Key>(): RequestLog<Key> {
  const pending = new Map<Key, string>()
  let count = 0
  let last = performance.now()
  return {
    get count() {
      return count
    },
    begin(request, url) {
      if (/^data:|\/api\/changes\/stream/.test(url)) return
      pending.set(request, url)
      count += 1
      last = performance.now()
    },
    end(request) {
      if (pending.delete(request)) last = performance.now()
    },
    clear() {
      pending.clear()
      count = 0
    },
    listPending: () => [...pending.values()],
    async waitUntilQuiet(quietMs = 500) {
      while (pending.size > 0 || performance.now() - last < quietMs)
        await new Promise((resolve) => setTimeout(resolve, 20))
    },
  }
}
