import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

export interface ReceivedRequest {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An external server that receives webhooks. */
export interface WebhookReceiver {
  readonly url: string
  /** Returns the requests since the last call. */
  take(): ReceivedRequest[]
  /** The response from now on; 200 at first. */
  answer: { status: number; body: string; headers?: Record<string, string> }
}

export function startWebhookReceiver(): WebhookReceiver {
  let received: ReceivedRequest[] = []
  let origin = ''
  const receiver: WebhookReceiver = {
    get url() {
      return `${origin}/hook`
    },
    take() {
      const requests = received
      received = []
      return requests
    },
    answer: { status: 200, body: 'thanks' },
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ url: request.url ?? '', headers: request.headers, body })
    response.writeHead(receiver.answer.status, receiver.answer.headers).end(receiver.answer.body)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

/** Computes the signature like a receiver that verifies it. */
export const computeSignature = (
  { headers, body }: Pick<ReceivedRequest, 'headers' | 'body'>,
  secret: string,
): string =>
  `sha256=${createHmac('sha256', secret).update(`${headers['x-tulipwood-timestamp']}.${body}`, 'utf8').digest('hex')}`
