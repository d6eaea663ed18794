import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a server that can disconnect, refuse connections or stop forwarding responses. */
export interface UnreliableNetwork {
  readonly endpoint: string
  /** Bytes received from the server so far. */
  readonly received: number
  readonly connections: number
  /** Breaks every connection. */
  disconnect(): void
  /** Breaks the next connections after this number of bytes from the server. */
  disconnectAfter(bytes: number, times: number): void
  /** Breaks the next connection that sends this text, once the server has answered it; the response is lost. */
  loseResponseTo(text: string): void
  /** If true, breaks all connections and refuses new ones. */
  setUnavailable(isUnavailable: boolean): void
  /** If true, drops all bytes from the server; bytes to the server still arrive. */
  setSilent(isSilent: boolean): void
  /** Closes the proxy permanently. */
  close(): Promise<void>
}

export async function createUnreliableNetwork(endpoint: string): Promise<UnreliableNetwork> {
  const target = new URL(endpoint)
  const pairs = new Set<readonly [Socket, Socket]>()
  const lostResponses: string[] = []
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
    let isResponseLost = false
    clientSocket.on('data', (chunk) => {
      const index = lostResponses.findIndex((text) => chunk.includes(text))
      if (index >= 0) lostResponses.splice(index, 1)
      isResponseLost ||= index >= 0
    })
    let left = state.times-- > 0 ? state.left : Number.POSITIVE_INFINITY
    serverSocket.on('data', (chunk) => {
      if (state.isSilent) return
      state.received += chunk.length
      left -= chunk.length
      if (left < 0 || isResponseLost) clientSocket.resetAndDestroy()
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
    loseResponseTo(text) {
      lostResponses.push(text)
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
