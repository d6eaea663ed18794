import type { ChangeRepresentation } from '../../../src/artifacts/representations/change.ts'
import { buildApiUrl } from '../data/api-url.ts'
import { readEmbedded } from '../data/embedded.ts'
import { buildQueryKey, queryCache } from '../data/queries.ts'
import { pause } from '../data/retry.ts'
import { parseEvents, type ServerEvent } from './parse-events.ts'

/** `unknown`: changes may have been missed, so what is shown has to be read again. */
export type ChangeListener = (change: ChangeRepresentation | 'unknown') => void

/** After this time in the background the stream is closed: a browser has few connections per server. */
const hiddenMs = 10_000
/** Streams of all tabs: of the six connections that a browser opens with HTTP/1.1, requests need the others. */
const maxStreams = 3
/** Data that a page read longer ago than this may have changed before the stream was opened. */
const freshMs = 5000
/** The server sends a position every 15 seconds; without one the connection is dead. */
const silenceMs = 45_000
const maxPauseMs = 300_000
const lingerMs = 2000
const maxRecent = 100
/** A position of longer ago may be followed by more changes than reading the data again is worth. */
const maxPositionMs = 60_000

interface Stream {
  readonly project: number
  readonly listeners: Set<ChangeListener>
  /** The latest changes: a listener that is added later has data of before. */
  readonly recent: { readonly at: number; readonly change: Parameters<ChangeListener>[0] }[]
  stop(): void
}

interface Position {
  readonly at: number
  /** '': the end of the log when the stream is opened. */
  readonly token: string
}

interface Tab {
  stream?: Stream
  leaving?: ReturnType<typeof setTimeout>
  /** The latest known one, of any project: the stream of another project continues there. */
  position: Position
}

/** The data of a page is younger than its HTML. */
const tab: Tab = { position: { at: performance.timeOrigin, token: JSON.parse(readEmbedded('changes') ?? '""') } }

/** Calls back with each change of a project that the user sees; returns a function that ends it. A tab has one stream. */
export function followChanges(project: number, listener: ChangeListener): () => void {
  clearTimeout(tab.leaving)
  if (tab.stream?.project !== project) {
    tab.stream?.stop()
    tab.stream = startStream(project)
  }
  const { stream } = tab
  for (const { at, change } of stream.recent) if (Date.now() - at < freshMs) listener(change)
  stream.listeners.add(listener)
  return () => {
    stream.listeners.delete(listener)
    if (stream.listeners.size > 0 || tab.stream !== stream) return
    // The next page may be of the same project.
    tab.leaving = setTimeout(() => {
      stream.stop()
      delete tab.stream
    }, lingerMs)
  }
}

function startStream(project: number): Stream {
  const listeners = new Set<ChangeListener>()
  const recent: Stream['recent'] = []
  const stopping = new AbortController()
  const call: ChangeListener = (change) => {
    // What no component shows now is read again when one does.
    const queryKey = change === 'unknown' ? ['artifacts'] : buildQueryKey(`/artifacts/${change.artifact.id}`)
    void queryCache.invalidateQueries({ queryKey, refetchType: 'none' })
    recent.push({ at: Date.now(), change })
    if (recent.length > maxRecent) recent.shift()
    for (const listener of [...listeners]) listener(change)
  }
  void keepReading(project, call, stopping.signal)
  return { project, listeners, recent, stop: () => stopping.abort() }
}

/** Reads the stream, and opens it again after its last id whenever it ends, until it is stopped. */
async function keepReading(project: number, call: ChangeListener, stopped: AbortSignal): Promise<void> {
  let since = ''
  let hasGap = false
  let failures = 0
  const startedAt = Date.now()
  while (!stopped.aborted) {
    await untilUsable(stopped)
    if (stopped.aborted) return
    const release = await takeTurn(stopped)
    if (since === '' && Date.now() - tab.position.at < maxPositionMs) since = tab.position.token
    const result = await readOnce(project, since, stopped, {
      onOpen: () => {
        failures = 0
        if (hasGap || (since === '' && Date.now() - startedAt > freshMs)) call('unknown')
        hasGap = false
      },
      onEvent: ({ id, name, data }) => {
        if (id !== '') {
          since = id
          tab.position = { at: Date.now(), token: id }
        }
        // The database lost changes; the id is of what it has now.
        if (name === 'reset') call('unknown')
        // The server sends each change in this shape.
        if (name === 'change') call(JSON.parse(data) as ChangeRepresentation)
      },
    })
    release()
    if (stopped.aborted) return
    if (result === 'refused') {
      // Its position may be too old, or of another database.
      since = ''
      tab.position = { at: 0, token: '' }
      hasGap = true
    }
    if (result !== 'closed') failures += 1
    // Users of a restarted server do not return all at once.
    const ms = result === 'closed' ? 0 : Math.min(maxPauseMs, 1000 * 2 ** failures) * (0.5 + Math.random() / 2)
    if (ms > 0) await pause(ms, (wake) => stopped.addEventListener('abort', wake, { once: true }))
  }
}

/**
 * Waits until fewer than `maxStreams` tabs have a stream; returns the function that ends the turn. Browsers have locks on
 * secure pages only; elsewhere there is no limit.
 */
async function takeTurn(stopped: AbortSignal): Promise<() => void> {
  if (navigator.locks === undefined) return () => undefined
  const names = Array.from({ length: maxStreams }, (_, n) => `change stream ${n}`)
  for (const name of names) {
    const release = await holdLock(name, { ifAvailable: true })
    if (release !== null) return release
  }
  const name = names[Math.floor(Math.random() * maxStreams)] ?? ''
  const release = await holdLock(name, { signal: stopped }).catch(() => null)
  return release ?? (() => undefined)
}

/** Returns the function that releases the lock; null: another tab has it. */
const holdLock = (name: string, options: LockOptions): Promise<(() => void) | null> =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(name, options, (lock) =>
        lock === null ? resolve(null) : new Promise<void>((release) => resolve(() => release())),
      )
      .catch(reject)
  })

interface StreamHandlers {
  onOpen(): void
  onEvent(event: ServerEvent): void
}

/** `closed`: by this page, to be opened again when it is visible; `refused`: by the server, with a status. */
async function readOnce(
  project: number,
  since: string,
  stopped: AbortSignal,
  { onOpen, onEvent }: StreamHandlers,
): Promise<'closed' | 'ended' | 'refused'> {
  const closing = new AbortController()
  const close = (): void => closing.abort('closed')
  let silence: ReturnType<typeof setTimeout> | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined
  const hear = (): void => {
    clearTimeout(silence)
    silence = setTimeout(() => closing.abort('silent'), silenceMs)
  }
  const watchVisibility = (): void => {
    clearTimeout(hidden)
    if (document.visibilityState === 'hidden') hidden = setTimeout(close, hiddenMs)
  }
  hear()
  watchVisibility()
  document.addEventListener('visibilitychange', watchVisibility)
  // A page with an open connection is not kept for the way back to it.
  addEventListener('pagehide', close)
  addEventListener('offline', close)
  try {
    const response = await fetch(buildApiUrl('/changes/stream', { project, ranks: true, since: since || undefined }), {
      signal: AbortSignal.any([closing.signal, stopped]),
      headers: { Accept: 'text/event-stream' },
    })
    if (!response.ok || response.body === null) return 'refused'
    onOpen()
    const read = parseEvents(onEvent)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      hear()
      read(piece.value)
    }
    return 'ended'
  } catch {
    return closing.signal.reason === 'closed' ? 'closed' : 'ended'
  } finally {
    clearTimeout(silence)
    clearTimeout(hidden)
    document.removeEventListener('visibilitychange', watchVisibility)
    removeEventListener('pagehide', close)
    removeEventListener('offline', close)
  }
}

/** Waits until the page is visible and the browser has a connection. */
async function untilUsable(stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted && (document.visibilityState === 'hidden' || !navigator.onLine))
    await new Promise<void>((resolve) => {
      const waiting = new AbortController()
      const end = (): void => {
        waiting.abort()
        resolve()
      }
      const { signal } = waiting
      document.addEventListener('visibilitychange', end, { signal })
      addEventListener('online', end, { signal })
      addEventListener('pageshow', end, { signal })
      stopped.addEventListener('abort', end, { signal })
    })
}
