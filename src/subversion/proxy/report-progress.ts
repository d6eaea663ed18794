import type { RawExchange } from '../../http/declarations/raw-handler.ts'

/** Several times in the time after which the other node gives up (forward-to-owner.ts). */
const pauseMs = 2000

/**
 * Sends `102 Processing` to the node that forwarded a request until it is answered: the request may wait for the next
 * owner, or be served by it, and only this connection shows that this node is alive. Its listener may be closed.
 */
export function reportProgress({ response }: Pick<RawExchange, 'response'>): void {
  const timer = setInterval(() => {
    if (response.headersSent) clearInterval(timer)
    else response.writeProcessing()
  }, pauseMs).unref()
  response.once('close', () => clearInterval(timer))
}
