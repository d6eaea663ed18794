import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultTimeouts } from '../../http/responses/timeouts.ts'
import { forwardToOwner } from './forward-to-owner.ts'
import { reportProgress } from './report-progress.ts'

describe('an exchange with a node that no longer owns the repositories', () => {
  const servers: Server[] = []
  const turn = () => new Promise((resolve) => setTimeout(resolve, 20))

  // The timers of checks and reports; connections are real.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => {
    vi.useRealTimers()
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })

  async function listen(handler: RequestListener): Promise<string> {
    const server = createServer(handler)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** Forwards requests to a node that another one has succeeded. */
  const forwardTo = (address: string) =>
    listen((request, response) => {
      const exchange = { request, response, url: request.url ?? '', address: '', origin: '', timeouts: defaultTimeouts }
      const owner = { address, token: 'a', fence: 1 }
      void forwardToOwner({ ...exchange, acceptBody: () => undefined }, owner, { isStillOwner: async () => false })
    })

  it('ends if the node does not respond', async () => {
    const origin = await forwardTo(await listen(() => undefined))
    let status: number | undefined
    void fetch(origin).then((response) => {
      status = response.status
    })
    for (; status === undefined; await turn()) vi.advanceTimersByTime(1000)
    expect(status).toBe(503)
  })

  it('continues for as long as the node reports that it is alive', async () => {
    let finish: (() => void) | undefined
    const alive = await listen((_request, response) => {
      reportProgress({ response })
      finish = () => response.end('served by the next owner')
    })
    const result = fetch(await forwardTo(alive)).then((response) => response.text())
    while (finish === undefined) await turn()
    for (let second = 0; second < 60; second++) {
      vi.advanceTimersByTime(1000)
      await turn()
    }
    finish()
    expect(await result).toBe('served by the next owner')
  })
})
