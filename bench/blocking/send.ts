import { request } from 'node:http'

export interface Request {
  /** Name of the route. */
  readonly name: string
  readonly input: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly settleMs?: number
}

export interface Response {
  readonly status: number
  readonly bytes: number
}

/** Sends a request and counts the bytes of the response; fetch cannot send a body with GET. */
export function sendRequest(
  url: string,
  { method, path, headers, body }: Omit<Request, 'name' | 'input'>,
): Promise<Response> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, { method, headers: { ...headers, ...length } }, (answer) => {
      let bytes = 0
      const end = () => resolve({ status: answer.statusCode ?? 0, bytes })
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', end)
      answer.on('error', end)
    })
    outgoing.on('error', (problem: NodeJS.ErrnoException) =>
      problem.code === 'EPIPE' || problem.code === 'ECONNRESET' ? resolve({ status: 413, bytes: 0 }) : reject(problem),
    )
    outgoing.end(body)
  })
}
