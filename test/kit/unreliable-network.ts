import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be cut, closed or made silent. */
export interface UnreliableNetwork {
  readonly endpoint: string
  /** Bytes that came back so far. */
  readonly received: number
  readonly connections: number
  /** Every connection breaks now. */
  cut(): void
  /** The next connections break after so many bytes from the server. */
  cutAfter(bytes: number, times: number): void
  /** Whether whoever comes is sent away; those who are there are cut off. */
  away(isAway: boolean): void
  /** Nothing comes back until told otherwise; what is sent arrives. */
  silence(isSilent: boolean): void
  /** For good. */
  close(): Promise<void>
}

export async function createUnreliableNetwork(endpoint: string): Promise<UnreliableNetwork> {
  const target = new URL(endpoint)
  const pairs = new Set<readonly [Socket, Socket]>()
  const state = { received: 0, left: 0, times: 0, isSilent: false, isAway: false }
  const server = createServer((near) => {
    if (state.isAway) return void near.resetAndDestroy()
    const far = connect(Number(target.port), target.hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    near.pipe(far)
    let left = state.times-- > 0 ? state.left : Number.POSITIVE_INFINITY
    far.on('data', (chunk) => {
      if (state.isSilent) return
      state.received += chunk.length
      left -= chunk.length
      if (left < 0) near.resetAndDestroy()
      else if (!near.write(chunk)) {
        far.pause()
        near.once('drain', () => far.resume())
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const cut = (): void => {
    for (const [near] of pairs) near.resetAndDestroy()
  }
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    get received() {
      return state.received
    },
    get connections() {
      return pairs.size
    },
    cut,
    cutAfter(bytes, times) {
      cut()
      Object.assign(state, { left: bytes, times })
    },
    away(isAway) {
      state.isAway = isAway
      if (isAway) cut()
    },
    silence(isSilent) {
      state.isSilent = isSilent
    },
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
