import { useSyncExternalStore } from 'react'
import { texts } from '../texts/texts.ts'
import { sendChange } from './client.ts'
import { openDraft } from './drafts.ts'
import { Failure } from './failure.ts'
import { formatBytes } from './format-bytes.ts'
import { repeatTransfer } from './repeat-transfer.ts'
import { deleteUpload, isTemporary, transferFile } from './tus.ts'

/** Where files are uploaded to. */
export interface UploadPlace {
  /** Identifies it, also after a reload. */
  readonly name: string
  readonly user: number
  readonly field: number
  readonly maxBytes: number
}

type UploadState =
  /** For its turn. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'paused' }
  /** No connection; it continues by itself. */
  | { readonly kind: 'offline' }
  /** The page was reloaded: the user has to choose the file again. */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'refused'; readonly message: string; readonly canRetry: boolean }
  | { readonly kind: 'complete' }

export interface FileUpload {
  readonly key: string
  readonly place: string
  readonly name: string
  readonly size: number
  readonly type: string
  /** Bytes that were sent. */
  readonly sent: number
  readonly bytesPerSecond: number | null
  /** Id and URL of the file, once the server knows about it. */
  readonly id: number | null
  readonly href: string | null
  readonly state: UploadState
}

/** What survives a reload. */
type StoredUpload = Pick<FileUpload, 'name' | 'size' | 'type' | 'sent' | 'id' | 'href'> & {
  readonly isComplete: boolean
}

interface CreatedFile {
  readonly id: number
  readonly download_href: string
  /** null: the file is empty and complete. */
  readonly upload_href: string | null
}

const maxRunning = 3
/** Progress is shown this often. */
const progressMs = 200
/** A missing upload may have expired, or belong to an expired session: it is created again this often. */
const maxRecreations = 3

const places = new Map<string, UploadPlace>()
const uploads = new Map<string, FileUpload>()
const files = new Map<string, File>()
const runs = new Map<string, AbortController>()
const listeners = new Set<() => void>()
const lists = new Map<string, readonly FileUpload[]>()
const noUploads: readonly FileUpload[] = []

/** Calls back after each change of an upload; returns a function that ends it. */
export function onUploadsChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const readUploads = (place: string): readonly FileUpload[] => lists.get(place) ?? noUploads

export const readAllUploads = (): readonly FileUpload[] => [...uploads.values()]

export const useUploads = (place: string): readonly FileUpload[] =>
  useSyncExternalStore(onUploadsChanged, () => readUploads(place))

/** Whether the upload is going to continue without the user. */
export const isActive = ({ state: { kind } }: FileUpload): boolean => ['waiting', 'sending', 'offline'].includes(kind)

const draftOf = ({ user, name }: UploadPlace) => openDraft<readonly StoredUpload[]>(user, `uploads/${name}`)

/** Makes a place known; uploads of it that a reload interrupted appear again. */
export function openUploads(place: UploadPlace): void {
  const isKnown = places.has(place.name)
  places.set(place.name, place)
  if (isKnown) return
  for (const { isComplete, ...upload } of draftOf(place).read() ?? []) {
    const state: UploadState = isComplete ? { kind: 'complete' } : { kind: 'interrupted' }
    const key = crypto.randomUUID()
    uploads.set(key, { ...upload, key, place: place.name, bytesPerSecond: null, state })
  }
  changed()
}

/**
 * Starts to upload files; what is too large is refused without a request. Calls back once the server knows a file; null:
 * it was refused or cancelled.
 */
export function addFiles(
  target: UploadPlace,
  added: readonly File[],
  onCreated?: (file: File, href: string | null) => void,
): void {
  openUploads(target)
  const { name: place, maxBytes } = target
  for (const file of added) {
    const same = readUploads(place).find(
      ({ name, size, state }) => name === file.name && size === file.size && state.kind !== 'refused',
    )
    if (same !== undefined) {
      // The server keeps one upload per name and size.
      if (same.href !== null) onCreated?.(file, same.href)
      if (!['interrupted', 'paused'].includes(same.state.kind)) continue
      files.set(same.key, file)
      patch(same.key, { state: { kind: 'waiting' } })
      continue
    }
    const key = crypto.randomUUID()
    const isTooLarge = file.size > maxBytes
    files.set(key, file)
    if (onCreated !== undefined) notifyOnce(key, (href) => onCreated(file, href))
    uploads.set(key, {
      key,
      place,
      name: file.name,
      size: file.size,
      type: file.type || 'application/octet-stream',
      sent: 0,
      bytesPerSecond: null,
      id: null,
      href: null,
      state: isTooLarge
        ? { kind: 'refused', message: texts.uploads.tooLarge(formatBytes(maxBytes)), canRetry: false }
        : { kind: 'waiting' },
    })
  }
  changed()
  startNext()
}

function notifyOnce(key: string, listener: (href: string | null) => void): void {
  const end = onUploadsChanged(() => {
    const upload = uploads.get(key)
    if (upload?.href === null && upload.state.kind !== 'refused') return
    end()
    listener(upload?.href ?? null)
  })
}

export function pauseUpload(key: string): void {
  patch(key, { state: { kind: 'paused' }, bytesPerSecond: null })
  stop(key)
}

/** Continues a paused, refused or interrupted upload; returns whether it can, with the file that is given or known. */
export function resumeUpload(key: string, file: File | undefined = files.get(key)): boolean {
  const upload = uploads.get(key)
  if (upload === undefined) return false
  if (upload.id !== null && upload.sent === upload.size && upload.state.kind === 'refused') {
    // Only attaching it was refused.
    patch(key, { state: { kind: 'complete' } })
    return true
  }
  if (file === undefined || file.size !== upload.size || file.name !== upload.name) return false
  files.set(key, file)
  patch(key, { state: { kind: 'waiting' } })
  startNext()
  return true
}

/** Removes an upload, and what the server has of it. */
export function cancelUpload(key: string): void {
  const upload = uploads.get(key)
  remove([key])
  if (upload?.id == null) return
  // What stays there expires.
  void deleteUpload(`/uploads/tracker/file/${upload.id}`).catch(() => undefined)
}

/** Forgets uploads whose files were attached. */
export const removeUploads = (keys: readonly string[]): void => remove(keys)

/** Keeps complete uploads that could not be attached, with the reason. */
export function refuseUploads(keys: readonly string[], message: string): void {
  for (const key of keys) patch(key, { state: { kind: 'refused', message, canRetry: true } })
}

/** The server does not have the files any more: they are sent again, or the user has to choose them. */
export function restartUploads(keys: readonly string[]): void {
  for (const key of keys)
    patch(key, { id: null, href: null, sent: 0, state: { kind: files.has(key) ? 'waiting' : 'interrupted' } })
  startNext()
}

function remove(keys: readonly string[]): void {
  for (const key of keys) {
    uploads.delete(key)
    files.delete(key)
    stop(key)
  }
  changed()
  startNext()
}

function stop(key: string): void {
  runs.get(key)?.abort()
  runs.delete(key)
  startNext()
}

function patch(key: string, change: Partial<FileUpload>): void {
  const upload = uploads.get(key)
  if (upload === undefined) return
  uploads.set(key, { ...upload, ...change })
  changed(change.state === undefined && change.id === undefined)
}

function changed(isProgress = false): void {
  for (const name of places.keys()) {
    const now = readAllUploads().filter(({ place }) => place === name)
    const before = readUploads(name)
    if (now.length !== before.length || now.some((upload, position) => upload !== before[position])) {
      lists.set(name, now)
      if (!isProgress) store(name)
    }
  }
  watchLeaving()
  for (const listener of [...listeners]) listener()
}

function store(name: string): void {
  const place = places.get(name)
  if (place === undefined) return
  const storedUploads = readUploads(name)
    .filter(({ state }) => state.kind !== 'refused' || state.canRetry)
    .map(
      ({ state, name: fileName, size, type, sent, id, href }): StoredUpload => ({
        name: fileName,
        size,
        type,
        sent,
        id,
        href,
        isComplete: state.kind === 'complete',
      }),
    )
  draftOf(place).keep(storedUploads.length === 0 ? undefined : storedUploads)
}

const leaving = { isWatched: false }

function watchLeaving(): void {
  const isUnsaved = readAllUploads().some((upload) => isActive(upload) || upload.state.kind === 'paused')
  if (isUnsaved === leaving.isWatched) return
  leaving.isWatched = isUnsaved
  const change = isUnsaved ? addEventListener : removeEventListener
  change('beforeunload', warn)
  change('pagehide', storeAll)
}

const warn = (event: Event): void => event.preventDefault()

function storeAll(): void {
  for (const name of places.keys()) store(name)
}

function startNext(): void {
  for (const { key, state } of uploads.values()) {
    if (runs.size >= maxRunning) return
    if (state.kind !== 'waiting' || runs.has(key)) continue
    const run = new AbortController()
    runs.set(key, run)
    void send(key, run.signal).finally(() => {
      if (runs.get(key) === run) runs.delete(key)
      startNext()
    })
  }
}

/** Sends a file until it is complete, refused or stopped. */
async function send(key: string, signal: AbortSignal): Promise<void> {
  const upload = uploads.get(key)
  const file = files.get(key)
  const place = upload && places.get(upload.place)
  if (upload === undefined || file === undefined || place === undefined) return
  let recreations = 0
  try {
    const isSent = await repeatTransfer({
      signal,
      async send(onProgress) {
        patch(key, { state: { kind: 'sending' } })
        const created = await createFile(place.field, upload, signal)
        patch(key, { id: created.id, href: created.download_href })
        if (created.upload_href === null) return
        const measure = createSpeedMeter()
        await transferFile(file, created.upload_href, signal, (sentBytes) => {
          const bytesPerSecond = measure(sentBytes)
          if (bytesPerSecond === undefined) return
          onProgress()
          recreations = 0
          patch(key, { sent: sentBytes, bytesPerSecond })
        })
      },
      canRepeat(failure) {
        const isMissing = failure.status === 404 && uploads.get(key)?.id != null && recreations < maxRecreations
        if (isMissing) recreations += 1
        return isMissing || isTemporary(failure)
      },
      onPause: () => patch(key, { bytesPerSecond: null, state: { kind: 'offline' } }),
    })
    if (isSent) patch(key, { sent: upload.size, bytesPerSecond: null, state: { kind: 'complete' } })
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure
    patch(key, { bytesPerSecond: null, state: { kind: 'refused', message: failure.message, canRetry: true } })
  }
}

const createFile = (field: number, { name, size, type }: FileUpload, signal: AbortSignal): Promise<CreatedFile> =>
  sendChange('POST', `/tracker_fields/${field}/files`, { name, file_size: size, file_type: type }, { signal })

/** Returns the speed in bytes per second, smoothed; undefined between the times at which progress is shown. */
function createSpeedMeter(): (sentBytes: number) => number | null | undefined {
  const state: { at: number; sentBytes: number; speed: number | null } = { at: 0, sentBytes: 0, speed: null }
  return (sentBytes) => {
    const now = performance.now()
    const ms = now - state.at
    if (state.at > 0 && ms < progressMs) return undefined
    if (state.at > 0 && sentBytes > state.sentBytes) {
      const speed = ((sentBytes - state.sentBytes) / ms) * 1000
      state.speed = state.speed === null ? speed : state.speed * 0.7 + speed * 0.3
    }
    state.at = now
    state.sentBytes = sentBytes
    return state.speed
  }
}
