import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { RecordedResponse } from './records.ts'

/** Sends a request over a socket: header names keep their case and the path is not modified. */
export function sendRequest(
  port: number,
  options: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: Buffer | null
  },
): Promise<RecordedResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: options.method,
        path: options.path,
        headers: {
          host: 'tuleap.example.com',
          'X-Forwarded-For': '192.0.2.1',
          ...options.headers,
          ...(options.body === null ? {} : { 'Content-Length': String(options.body.length) }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const { rawHeaders } = answer
          resolve({
            status: answer.statusCode ?? 0,
            headers: rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? ''] as const] : [])),
            body: decompress(Buffer.concat(chunks), answer.headers['content-encoding']).toString('utf8'),
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(options.body ?? undefined)
  })
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function decompress(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes
  switch (encoding) {
    case 'gzip':
      return gunzipSync(bytes)
    case 'br':
      return brotliDecompressSync(bytes)
    case 'zstd':
      return zstdDecompressSync(bytes)
    case 'deflate':
      return inflateSync(bytes)
    default:
      return bytes
  }
}
