// Clients of the drill: each write has a title of its own and an idempotency key, so that it can be found afterwards.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventStream, followEvents } from '../../test/kit/event-stream.ts'
import { startUploads, type UploadReport } from './uploads.ts'

export interface LoadOptions {
  readonly url: string
  readonly key: string
  readonly writesPerSecond: number
  readonly readsPerSecond: number
  /** How long a client repeats a request that failed without an answer or with 502, 503 or 504. */
  readonly retrySeconds: number
  /** How long a client waits for an answer. */
  readonly timeoutSeconds?: number
}

export interface LoadReport {
  readonly writes: number
  readonly reads: number
  /** Answers by status, of each attempt; `lost`: without an answer. */
  readonly statuses: Readonly<Record<string, number>>
  /** Requests that failed at the end, with their attempts. */
  readonly failedWrites: number
  readonly failedReads: number
  /** Longest time without a successful write, and without a successful read, in seconds. */
  readonly writeGap: number
  readonly readGap: number
  /** Writes with a success that do not exist, or exist twice. */
  readonly lost: number
  readonly duplicates: number
  /** Writes without a success that exist. */
  readonly late: number
  /** Whether the stream had the same changes in the same order as the list of changes. */
  readonly isStreamEqual: boolean
  readonly uploads: UploadReport
}

const tracker = 2
const repeated: ReadonlySet<string> = new Set(['lost', '502', '503', '504'])

/** Sends requests at fixed rates, whatever the answers, until `end`. */
export async function startLoad(options: LoadOptions): Promise<{ end(): Promise<LoadReport> }> {
  const { url, key } = options
  const headers = { 'x-auth-accesskey': key, 'content-type': 'application/json' }
  const run = randomUUID().slice(0, 8)
  const statuses: Record<string, number> = {}
  const acknowledged = new Set<string>()
  const pending = new Set<Promise<unknown>>()
  const last = { write: performance.now(), read: performance.now() }
  const gap = { write: 0, read: 0 }
  const sentCounts = { write: 0, read: 0 }
  const failed = { write: 0, read: 0 }

  async function get<T>(path: string): Promise<T> {
    const response = await fetch(`${url}/api/${path}`, { headers })
    if (!response.ok) throw new Error(`GET ${path}: ${response.status}`)
    // The drill relies on the schema of the answer.
    return (await response.json()) as T
  }
  const { fields } = await get<{ fields: { name: string; type: string; field_id: number }[] }>(`trackers/${tracker}`)
  const title = fields.find(({ name }) => name === 'title')?.field_id
  const file = fields.find(({ type }) => type === 'file')?.field_id
  if (title === undefined || file === undefined) throw new Error('The sample tracker has no title or no files')
  const [first] = await get<{ id: number }[]>(`trackers/${tracker}/artifacts?limit=1`)
  const start = await readChanges(get)

  async function attempt(path: string, init: RequestInit): Promise<string> {
    const signal = AbortSignal.timeout((options.timeoutSeconds ?? 60) * 1000)
    const answering = async (): Promise<string> => {
      const response = await fetch(`${url}/api/${path}`, { ...init, signal })
      await response.arrayBuffer()
      return `${response.status}`
    }
    const status = await answering().catch(() => 'lost')
    statuses[status] = (statuses[status] ?? 0) + 1
    return status
  }

  async function send(kind: 'write' | 'read', path: string, init: RequestInit): Promise<boolean> {
    sentCounts[kind]++
    const until = performance.now() + options.retrySeconds * 1000
    for (;;) {
      const status = await attempt(path, init)
      if (status.startsWith('2')) {
        const now = performance.now()
        gap[kind] = Math.max(gap[kind], now - last[kind])
        last[kind] = now
        return true
      }
      if (!repeated.has(status) || performance.now() >= until) {
        failed[kind]++
        return false
      }
      await sleep(200)
    }
  }

  const write = async (n: number): Promise<void> => {
    const text = `drill ${run} ${n}`
    const body = JSON.stringify({ tracker: { id: tracker }, values: [{ field_id: title, value: text }] })
    const init = { method: 'POST', headers: { ...headers, 'idempotency-key': randomUUID() }, body }
    if (await send('write', 'artifacts', init)) acknowledged.add(text)
  }
  const read = (): Promise<boolean> => send('read', `artifacts/${first?.id}`, { headers })

  function repeatEvery(perSecond: number, work: (n: number) => Promise<unknown>): NodeJS.Timeout {
    let n = 0
    return setInterval(() => {
      const working: Promise<unknown> = work(n++).finally(() => pending.delete(working))
      pending.add(working)
    }, 1000 / perSecond)
  }

  // A browser reconnects with the id of the last event.
  let streamed: readonly string[] = []
  let isFollowing = true
  let stream: EventStream | undefined
  const following = (async () => {
    let from = start.next
    let isLost = false
    while (isFollowing) {
      stream = await followEvents(`${url}/api/changes/stream?since=${encodeURIComponent(from)}`, headers).catch(
        () => undefined,
      )
      await stream?.ended
      const events = stream?.events ?? []
      streamed = [...streamed, ...events.flatMap(({ name, data }) => (name === 'change' ? nameChange(data) : []))]
      from = stream?.lastId || from
      // The new primary may have lost changes: a mirror reads everything again.
      isLost ||= stream?.status === 410 || events.some(({ name }) => name === 'reset')
      const again = isLost ? await readChanges(get).catch(() => undefined) : undefined
      if (again !== undefined) {
        streamed = again.changes.slice(start.changes.length)
        from = again.next
        isLost = false
      }
      await sleep(200)
    }
  })()
  const countEvents = (): number =>
    streamed.length + (stream?.events.filter(({ name }) => name === 'change').length ?? 0)

  const uploads = startUploads({
    url,
    headers,
    tracker,
    titleField: title,
    fileField: file,
    timeoutSeconds: options.timeoutSeconds ?? 60,
  })
  const timers = [repeatEvery(options.writesPerSecond, write), repeatEvery(options.readsPerSecond, read)]
  return {
    async end() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(pending)
      const uploaded = await uploads.end()
      const titles = await readTitles(get, run)
      const changes = (await readChanges(get)).changes.slice(start.changes.length)
      for (const until = performance.now() + 15_000; countEvents() < changes.length && performance.now() < until; )
        await sleep(100)
      isFollowing = false
      stream?.close()
      await following
      const uniqueTitles = new Set(titles)
      return {
        writes: sentCounts.write,
        reads: sentCounts.read,
        statuses,
        failedWrites: failed.write,
        failedReads: failed.read,
        writeGap: gap.write / 1000,
        readGap: gap.read / 1000,
        lost: [...acknowledged].filter((text) => !uniqueTitles.has(text)).length,
        duplicates: titles.length - uniqueTitles.size,
        late: [...uniqueTitles].filter((text) => !acknowledged.has(text)).length,
        isStreamEqual: streamed.join() === changes.join(),
        uploads: uploaded,
      }
    },
  }
}

type Get = <T>(path: string) => Promise<T>

interface Change {
  readonly kind: string
  readonly artifact: { readonly id: number }
  readonly changeset: { readonly id: number } | null
}

interface ChangePage {
  readonly changes: readonly Change[]
  readonly next: string
  readonly has_more: boolean
}

const nameChange = ({ kind, artifact, changeset }: Change): string => `${kind} ${artifact.id} ${changeset?.id}`

async function readTitles(get: Get, run: string): Promise<string[]> {
  const titles: string[] = []
  for (let offset = 0; ; offset += 1000) {
    const page = await get<{ title: string | null }[]>(`trackers/${tracker}/artifacts?limit=1000&offset=${offset}`)
    for (const { title } of page) if (title?.startsWith(`drill ${run} `)) titles.push(title)
    if (page.length < 1000) return titles
  }
}

/** Returns all changes since the beginning of the log, and the token of its end. */
async function readChanges(get: Get): Promise<{ readonly changes: readonly string[]; readonly next: string }> {
  const changes: string[] = []
  for (let from = '0'; ; ) {
    const page = await get<ChangePage>(`changes?limit=1000&since=${encodeURIComponent(from)}`)
    changes.push(...page.changes.map(nameChange))
    from = page.next
    if (!page.has_more) return { changes, next: from }
  }
}
