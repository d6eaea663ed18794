import { type BrowserSite, waitUntilSettled } from '../kit/browser-site.ts'

/** Requests of every kind that a page may send until it is complete, its document included. */
export const maxFirstRequests = 8

/**
 * Opens a page with empty caches; returns the paths of its requests, or whole URLs of other servers. What a page
 * postpones for a second or more is no part of its first view, however slow this machine is.
 */
export async function countFirstRequests(site: BrowserSite, login: string, address: string): Promise<string[]> {
  const context = await site.context(login)
  await context.addInitScript(() => {
    const start = setTimeout
    globalThis.setTimeout = ((work: () => void, ms = 0) => start(work, ms >= 1000 ? 600_000 : ms)) as typeof setTimeout
  })
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    // The icon is part of the document.
    if (!url.startsWith('data:')) requests.push(url.startsWith(`${site.origin}/`) ? url.slice(site.origin.length) : url)
  })
  await page.goto(address)
  await waitUntilSettled(page)
  await context.close()
  return requests
}
