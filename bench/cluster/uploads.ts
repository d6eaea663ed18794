// Uploads of the drill: files that are sent in pieces through the balancer, to whatever node it chooses, continue at the
// offset that the server reports, and are compared at the end.
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export interface UploadOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly tracker: number
  readonly titleField: number
  readonly fileField: number
  readonly timeoutSeconds: number
}

export interface UploadReport {
  /** Files that were uploaded and attached. */
  readonly complete: number
  /** Pieces that were not answered with success, after which the client requested the offset. */
  readonly resumed: number
  /** Attached files whose content is another one, with what was received instead. */
  readonly different: readonly string[]
  /** Files that could not be completed or attached. */
  readonly failed: number
}

const clients = 2
const fileBytes = 1_500_000
const pieceBytes = 100_000
const pauseMs = 100
const retryMs = 300
/** From the last success on; a lost primary and the lock of a lost node take less. */
const maxStallMs = 60_000

/** Uploads one file after the other with several clients, until `end`. */
export function startUploads(options: UploadOptions): { end(): Promise<UploadReport> } {
  const { url, headers, tracker, titleField, fileField, timeoutSeconds } = options
  let isRunning = true
  let resumed = 0
  let failed = 0
  const files: { readonly href: string; readonly content: Buffer }[] = []

  const request = (path: string, init: RequestInit): Promise<Response> =>
    fetch(new URL(path, url), { ...init, signal: AbortSignal.timeout(timeoutSeconds * 1000) })

  async function untilDone<T>(work: () => Promise<T | undefined>): Promise<T> {
    for (const until = performance.now() + maxStallMs; ; await sleep(retryMs)) {
      const result = await work().catch(() => undefined)
      if (result !== undefined) return result
      if (performance.now() > until) throw new Error('No success for too long')
    }
  }

  /** Repeats a request with the same key, until it has an answer. */
  async function post<T>(path: string, body: object): Promise<T> {
    const key = randomUUID()
    return untilDone(async () => {
      const init = { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body: JSON.stringify(body) }
      const response = await request(path, init)
      if (response.ok) return (await response.json()) as T
      await response.arrayBuffer()
      return undefined
    })
  }

  const tus = { ...headers, 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
  const readOffset = (href: string): Promise<number> =>
    untilDone(async () => {
      const response = await request(href, { method: 'HEAD', headers: tus })
      const offset = Number(response.headers.get('upload-offset') ?? Number.NaN)
      return response.ok && !Number.isNaN(offset) ? offset : undefined
    })

  async function sendPiece(href: string, content: Buffer, offset: number): Promise<number | undefined> {
    const init = {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': `${offset}` },
      body: new Uint8Array(content.subarray(offset, offset + pieceBytes)),
    }
    const response = await request(href, init)
    await response.arrayBuffer()
    return response.status === 204 ? Number(response.headers.get('upload-offset')) : undefined
  }

  async function upload(n: number): Promise<void> {
    const content = randomBytes(fileBytes)
    const created = await post<{ id: number; upload_href: string; download_href: string }>(
      `/api/tracker_fields/${fileField}/files`,
      { name: `drill-${n}.bin`, file_size: fileBytes, file_type: 'application/octet-stream' },
    )
    for (let offset = 0; offset < fileBytes; await sleep(pauseMs))
      offset = await untilDone(async () => {
        const next = await sendPiece(created.upload_href, content, offset).catch(() => undefined)
        if (next !== undefined) return next
        resumed++
        const reached = await readOffset(created.upload_href)
        return reached > offset ? reached : undefined
      })
    await post('/api/artifacts', {
      tracker: { id: tracker },
      values: [
        { field_id: titleField, value: `uploaded ${created.id}` },
        { field_id: fileField, value: [created.id] },
      ],
    })
    files.push({ href: created.download_href, content })
  }

  const uploading = Array.from({ length: clients }, async (_, client) => {
    for (let n = 0; isRunning; n++)
      await upload(client + clients * n).catch(() => {
        failed++
      })
  })

  /** Returns how the download of a file differs from its content; undefined: not at all. */
  async function findDifference({ href, content }: (typeof files)[number]): Promise<string | undefined> {
    const response = await request(href, { headers })
    const received = Buffer.from(await response.arrayBuffer())
    if (response.ok && received.equals(content)) return undefined
    const at = received.findIndex((byte, index) => byte !== content[index])
    return `${href}: status ${response.status}, ${received.length} of ${content.length} bytes, different from byte ${at} on`
  }

  return {
    async end() {
      isRunning = false
      await Promise.all(uploading)
      const different: string[] = []
      for (const file of files) {
        const difference = await findDifference(file)
        if (difference !== undefined) different.push(difference)
      }
      return { complete: files.length, resumed, different, failed }
    },
  }
}
