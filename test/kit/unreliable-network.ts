import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be cut, closed or made silent. */
export interface UnreliableNetwork {
  readonly endpoint: string
  /** Bytes that came back so far. */
  readonly received: number
  readonly connections: number
  /** Every connection breaks now. */
  disconnect(): void
  /** The next connections break after so many bytes from the server. */
  disconnectAfter(bytes: number, times: number): void
  /** Whether whoever comes is sent away; those who are there are cut off. */
  setUnavailable(isUnavailable: boolean): void
  /** Nothing comes back until told otherwise; what is sent arrives. */
  setSilent(isSilent: boolean): void
  /** For good. */
  close(): Promise<void>
}

export async function createUnreliableNetwork(endpoint: string): Promise<UnreliableNetwork> {
  const target = new URL(endpoint)
  const pairs = new Set<readonly [Socket, Socket]>()
  const state = { received: 0, left: 0, times: 0, isSilent: false, isUnavailable: false }
  const server = createServer((clientSocket) => {
    if (state.isUnavailable) return void clientSocket.resetAndDestroy()
    const serverSocket = connect(Number(target.port), target.hostname)
    const pair = [clientSocket, serverSocket] as const
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      clientSocket.destroy()
      serverSocket.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    clientSocket.pipe(serverSocket)
    let left = state.times-- > 0 ? state.left : Number.POSITIVE_INFINITY
    serverSocket.on('data', (chunk) => {
      if (state.isSilent) return
      state.received += chunk.length
      left -= chunk.length
      if (left < 0) clientSocket.resetAndDestroy()
      else if (!clientSocket.write(chunk)) {
        serverSocket.pause()
        clientSocket.once('drain', () => serverSocket.resume())
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const disconnect = (): void => {
    for (const [clientSocket] of pairs) clientSocket.resetAndDestroy()
  }
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    get received() {
      return state.received
    },
    get connections() {
      return pairs.size
    },
    disconnect,
    disconnectAfter(bytes, times) {
      disconnect()
      Object.assign(state, { left: bytes, times })
    },
    setUnavailable(isUnavailable) {
      state.isUnavailable = isUnavailable
      if (isUnavailable) disconnect()
    },
    setSilent(isSilent) {
      state.isSilent = isSilent
    },
    async close() {
      server.close()
      disconnect()
      await once(server, 'close')
    },
  }
}
