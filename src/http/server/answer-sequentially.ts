import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

interface Connection {
  current: ServerResponse
  readonly waiting: Exchange[]
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Maximum number of parsed requests of one connection that wait; further ones stay in the socket. */
const maxWaiting = 16

/**
 * Makes the server process the requests of one connection sequentially: Node.js emits all requests of a packet at once,
 * and would hold their responses in memory for a client that reads none. The next request begins when the previous
 * response has left the process.
 */
export function answerSequentially({ server }: FastifyInstance): void {
  const connections = new WeakMap<Socket, Connection>()
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  const answer: RequestListener = (request, response) => {
    for (const listener of listeners) listener.call(server, request, response)
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (connection === undefined) connections.set(socket, { current: response, waiting: [] })
    else if (connection.current.closed) connection.current = response
    else return enqueue(connection, { request, response }, answer)
    answer(request, response)
  })
}

function enqueue(connection: Connection, exchange: Exchange, answer: RequestListener): void {
  const { waiting, current } = connection
  waiting.push(exchange)
  if (waiting.length === 1) current.once('close', () => answerNext(connection, answer))
  if (waiting.length >= maxWaiting) exchange.request.socket.pause()
}

function answerNext(connection: Connection, answer: RequestListener): void {
  const next = connection.waiting.shift()
  if (next === undefined) return
  const { request, response } = next
  // The client has left, or the last response ended the connection.
  if (request.socket.destroyed || request.socket.writableEnded) {
    connection.waiting.length = 0
    return
  }
  connection.current = response
  if (connection.waiting.length > 0) response.once('close', () => answerNext(connection, answer))
  if (connection.waiting.length === maxWaiting - 1) request.socket.resume()
  answer(request, response)
}
