import type { Server, ServerResponse } from 'node:http'

/**
 * Time between the signal to stop and the close of the listener. A load balancer notices meanwhile that the node is not
 * ready; requests that it still sends are answered, each with `Connection: close`, so that none meets a closed port.
 */
export interface Drain {
  readonly isStarted: boolean
  start(): void
}

export function createDrain(): Drain {
  let isStarted = false
  return {
    get isStarted() {
      return isStarted
    },
    start() {
      isStarted = true
    },
  }
}

/** Ends each connection with its next response once the drain has started (RFC 9112 §9.6). */
export function closeConnectionsDuring(drain: Drain, server: Server): void {
  for (const event of ['request', 'checkContinue'])
    server.prependListener(event, (_request: unknown, response: ServerResponse) => {
      if (drain.isStarted) response.shouldKeepAlive = false
    })
}
