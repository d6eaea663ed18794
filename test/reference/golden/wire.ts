import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { RecordedResponse } from './records.ts'

/** One request over a real socket: header names keep their case and the address goes out as it is written. */
export function exchange(
  port: number,
  sent: {
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
        method: sent.method,
        path: sent.path,
        headers: {
          host: 'tuleap.example.com',
          'X-Forwarded-For': '192.0.2.1',
          ...sent.headers,
          ...(sent.body === null ? {} : { 'Content-Length': String(sent.body.length) }),
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
            body: plain(Buffer.concat(chunks), answer.headers['content-encoding']).toString('utf8'),
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(sent.body ?? undefined)
  })
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function plain(bytes: Buffer, encoding: string | undefined): Buffer {
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
