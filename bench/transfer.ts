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

/** Sends so many bytes as quickly as they are taken; MiB a second, until the answer. */
export async function send({ method, url, headers = {}, mebibytes }: TransferOptions): Promise<number> {
  const from = performance.now()
  const sent = request(url, { method, headers: { ...headers, 'content-length': String(mebibytes * mebibyte) } })
  const answered = once(sent, 'response')
  // Told below; until then nobody listens.
  answered.catch(() => undefined)
  for (let i = 0; i < mebibytes; i++) if (!sent.write(piece)) await once(sent, 'drain')
  sent.end()
  const [response] = await answered
  response.resume()
  if (response.statusCode !== 204) throw new Error(`${method} ${url} was answered ${response.statusCode}`)
  await once(response, 'end')
  return (mebibytes * 1000) / (performance.now() - from)
}

/** Fetches and throws away; MiB a second. */
export async function receive(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const from = performance.now()
  const asked = request(url, { headers }).end()
  const [response] = await once(asked, 'response')
  let bytes = 0
  for await (const chunk of response) bytes += chunk.length
  if (response.statusCode !== 200) throw new Error(`GET ${url} was answered ${response.statusCode}`)
  return (bytes / mebibyte) * (1000 / (performance.now() - from))
}
