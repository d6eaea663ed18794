import { createOfflineFailure } from './failure.ts'

const connection = { cameOnlineAt: Number.NEGATIVE_INFINITY, lost: new AbortController() }

// Tests of single modules run without a window.
if (typeof window !== 'undefined') {
  addEventListener('online', () => {
    connection.cameOnlineAt = Date.now()
  })
  addEventListener('offline', () => {
    connection.lost.abort(createOfflineFailure())
    connection.lost = new AbortController()
  })
}

/**
 * A signal that aborts a request as well when the browser goes offline: otherwise the request fails only after minutes,
 * and nothing sends it again until then.
 */
export const withConnection = (signal: AbortSignal | undefined): AbortSignal =>
  signal === undefined ? connection.lost.signal : AbortSignal.any([signal, connection.lost.signal])

/** Time since the browser came online; infinite: it was online from the start. */
export const msSinceOnline = (): number => Date.now() - connection.cameOnlineAt

/** Reloads the page; without a connection it stays: the browser would show its own error page instead. */
export async function reloadPage(beforehand = (): void => undefined): Promise<void> {
  const isReachable = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isReachable) return
  beforehand()
  location.reload()
}
