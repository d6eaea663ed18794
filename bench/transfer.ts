import { once } from 'node:events'
import { request } from 'node:http'

const mebibyte = 1_048_576
const piece = Buffer.alloc(mebibyte, 'Sixteen bytes...')

export interface TransferOptions {
  readonly method: 'PUT' | 'PATCH'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly mebibytes: number
}

/** Sends bytes as fast as they are accepted; returns MiB per second until the response. */
export async function uploadBytes({ method, url, headers = {}, mebibytes }: TransferOptions): Promise<number> {
  const from = performance.now()
  const outgoing = request(url, { method, headers: { ...headers, 'content-length': String(mebibytes * mebibyte) } })
  const responded = once(outgoing, 'response')
  // Rejections are handled below; this avoids an unhandled rejection until then.
  responded.catch(() => undefined)
  for (let i = 0; i < mebibytes; i++) if (!outgoing.write(piece)) await once(outgoing, 'drain')
  outgoing.end()
  const [response] = await responded
  response.resume()
  if (response.statusCode !== 204) throw new Error(`${method} ${url} returned ${response.statusCode}`)
  await once(response, 'end')
  return (mebibytes * 1000) / (performance.now() - from)
}

/** Downloads and discards the content; returns MiB per second. */
export async function downloadBytes(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const from = performance.now()
  const outgoing = request(url, { headers }).end()
  const [response] = await once(outgoing, 'response')
  let bytes = 0
  for await (const chunk of response) bytes += chunk.length
  if (response.statusCode !== 200) throw new Error(`GET ${url} returned ${response.statusCode}`)
  return (bytes / mebibyte) * (1000 / (performance.now() - from))
}
