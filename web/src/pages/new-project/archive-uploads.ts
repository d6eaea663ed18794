import { useSyncExternalStore } from 'react'
import { Failure } from '../../data/failure.ts'
import { buildQueryKey, queryCache } from '../../data/queries.ts'
import { computeRetryPause, pause } from '../../data/retry.ts'
import { isTemporary, transferFile } from '../../data/tus.ts'
import { texts } from '../../texts/texts.ts'

/** The upload of an archive by this tab. */
export interface ArchiveUpload {
  readonly sent: number
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
  set(id, { sent: 0, size: file.size, state: 'sending', message: '' })
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
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const { status } = await fetch(href, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } })
    // The server has not noticed yet that its last request was stopped.
    if (status !== 423) break
    await pause(1000, () => undefined)
  }
  uploads.delete(id)
  notify()
  await queryCache.invalidateQueries({ queryKey: buildQueryKey(`/project_imports/${id}`) })
}

async function send(id: number, { file, href, stopping: { signal } }: Run): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      change(id, { state: 'sending' })
      await transferFile(file, href, signal, (sent) => {
        attempt = 0
        change(id, { sent })
      })
      change(id, { sent: file.size, state: 'complete' })
      runs.delete(id)
      await queryCache.invalidateQueries({ queryKey: buildQueryKey(`/project_imports/${id}`) })
      return
    } catch (thrown) {
      if (signal.aborted) return
      const failure = thrown instanceof Failure ? thrown : new Failure(texts.states.problem, 500)
      if (!isTemporary(failure)) {
        change(id, { state: 'refused', message: failure.message })
        return
      }
      change(id, { state: 'offline' })
      await pause(computeRetryPause(failure, attempt), (wake) => signal.addEventListener('abort', wake))
    }
  }
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
