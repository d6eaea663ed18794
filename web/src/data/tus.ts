import { languageHeaders } from '../texts/language.ts'
import { texts } from '../texts/texts.ts'
import { createOfflineFailure, Failure, parseFailure, requireCode } from './failure.ts'
import { hasNoAnswer, pause } from './retry.ts'

const pieceBytes = 4 * 1024 * 1024

/**
 * Sends the bytes of a file that the server does not have yet, with tus; `path` is the URL of the upload. Fails with
 * status 0 without an answer, without a connection, and when it is stopped: the caller repeats.
 */
export async function transferFile(
  file: File,
  path: string,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<void> {
  const { Upload, DetailedError } = await requireCode(import('tus-js-client'))
  const ended = new AbortController()
  await new Promise<void>((resolve, reject) => {
    const tus = new Upload(file, {
      uploadUrl: new URL(path, location.origin).href,
      headers: languageHeaders,
      chunkSize: pieceBytes,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onProgress(sentBytes) {
        if (!signal.aborted) onProgress(sentBytes)
      },
      onSuccess: () => resolve(),
      onError(error) {
        const response = 'originalResponse' in error ? error.originalResponse : null
        if (response !== null) {
          const status = response.getStatus()
          void parseFailure(new Response(response.getBody(), { status })).then(reject)
        }
        // Other errors come from reading the file.
        else if (error instanceof DetailedError) reject(createOfflineFailure())
        else reject(new Failure(texts.uploads.unreadable, 400))
      },
    })
    const abort = (): void => {
      void tus.abort()
      reject(createOfflineFailure())
    }
    // A connection that is lost fails only after minutes.
    addEventListener('offline', abort, { signal: ended.signal })
    signal.addEventListener('abort', abort, { signal: ended.signal })
    if (signal.aborted) abort()
    else tus.start()
  }).finally(() => ended.abort())
}

/** Deletes an upload with what the server has of it; `path` is its URL. */
export async function deleteUpload(path: string): Promise<void> {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const { status } = await fetch(path, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } })
    // The server has not noticed yet that its last request was stopped.
    if (status !== 423) return
    await pause(1000, () => undefined)
  }
}

/** Whether a transfer may succeed later. 409 and 423: an earlier request of the same upload is not over yet. */
export const isTemporary = (failure: Failure): boolean => hasNoAnswer(failure) || [409, 423].includes(failure.status)
