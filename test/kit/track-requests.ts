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
  const pending = new Set<Request>()
  let count = 0
  let last = performance.now()
  const end = (request: Request): void => {
    if (pending.delete(request)) last = performance.now()
  }
  page.on('request', (request) => {
    // A navigation cancels the requests of the previous document.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      pending.clear()
      count = 0
    }
    if (/^data:|\/api\/changes\/stream/.test(request.url())) return
    pending.add(request)
    count += 1
    last = performance.now()
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return {
    get count() {
      return count
    },
    listPending: () => [...pending].map((request) => request.url()),
    async waitUntilQuiet(quietMs = 500) {
      while (pending.size > 0 || performance.now() - last < quietMs)
        await new Promise((resolve) => setTimeout(resolve, 20))
    },
  }
}
