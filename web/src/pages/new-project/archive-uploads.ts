import { useSyncExternalStore } from 'react'
import { Failure } from '../../data/failure.ts'
import { buildQueryKey, queryCache } from '../../data/queries.ts'
import { repeatTransfer } from '../../data/repeat-transfer.ts'
import { deleteUpload, transferFile } from '../../data/tus.ts'

/** The upload of an archive by this tab. */
export interface ArchiveUpload {
  readonly sentBytes: number
  readonly size: number
  /** `offline`: it continues by itself. */
  readonly state: 'sending' | 'paused' | 'offline' | 'refused' | 'complete'
  readonly message: string
}

interface Run {
  readonly file: File
  readonly href: string
  stopping: AbortController
}

const uploads = new Map<number, ArchiveUpload>()
const runs = new Map<number, Run>()
const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** undefined: another tab began it, or this one before a reload. */
export const useArchiveUpload = (id: number): ArchiveUpload | undefined =>
  useSyncExternalStore(listen, () => uploads.get(id))

/** Sends an archive, or the rest of it. */
export function startArchiveUpload(id: number, href: string, file: File): void {
  const run = { file, href, stopping: new AbortController() }
  runs.set(id, run)
  set(id, { sentBytes: 0, size: file.size, state: 'sending', message: '' })
  void send(id, run)
}

export function pauseArchiveUpload(id: number): void {
  runs.get(id)?.stopping.abort()
  change(id, { state: 'paused' })
}

export function resumeArchiveUpload(id: number): void {
  const run = runs.get(id)
  if (run === undefined) return
  run.stopping = new AbortController()
  change(id, { state: 'sending', message: '' })
  void send(id, run)
}

/** Ends the import, and frees its short name. */
export async function cancelImport(id: number, href: string): Promise<void> {
  runs.get(id)?.stopping.abort()
  runs.delete(id)
  await deleteUpload(href)
  uploads.delete(id)
  notify()
  await queryCache.invalidateQueries({ queryKey: buildQueryKey(`/project_imports/${id}`) })
}

async function send(id: number, { file, href, stopping: { signal } }: Run): Promise<void> {
  try {
    const isSent = await repeatTransfer({
      signal,
      send(onProgress) {
        change(id, { state: 'sending' })
        return transferFile(file, href, signal, (sentBytes) => {
          onProgress()
          change(id, { sentBytes })
        })
      },
      onPause: () => change(id, { state: 'offline' }),
    })
    if (!isSent) return
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure
    change(id, { state: 'refused', message: failure.message })
    return
  }
  change(id, { sentBytes: file.size, state: 'complete' })
  runs.delete(id)
  await queryCache.invalidateQueries({ queryKey: buildQueryKey(`/project_imports/${id}`) })
}

const change = (id: number, changes: Partial<ArchiveUpload>): void => {
  const upload = uploads.get(id)
  if (upload !== undefined) set(id, { ...upload, ...changes })
}

function set(id: number, upload: ArchiveUpload): void {
  uploads.set(id, upload)
  notify()
}

function notify(): void {
  const isSending = [...uploads.values()].some(({ state }) => ['sending', 'offline', 'paused'].includes(state))
  const setListener = isSending ? addEventListener : removeEventListener
  setListener('beforeunload', warn)
  for (const listener of [...listeners]) listener()
}

const warn = (event: Event): void => event.preventDefault()
