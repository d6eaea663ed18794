import { texts } from '../texts/texts.ts'
import { Failure } from './failure.ts'

const pieceBytes = 4 * 1024 * 1024

/**
 * Sends the bytes of a file that the server does not have yet, with tus; `path` is the URL of the upload. Fails with
 * status 0 without an answer and when it is stopped: the caller repeats.
 */
export async function transferFile(
  file: File,
  path: string,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<void> {
  const { Upload, DetailedError } = await import('tus-js-client').catch(() => {
    throw new Failure(texts.states.offline, 0)
  })
  await new Promise<void>((resolve, reject) => {
    const tus = new Upload(file, {
      uploadUrl: new URL(path, location.origin).href,
      chunkSize: pieceBytes,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onProgress(sent) {
        if (!signal.aborted) onProgress(sent)
      },
      onSuccess: () => resolve(),
      onError(error) {
        const response = 'originalResponse' in error ? error.originalResponse : null
        if (response !== null) reject(new Failure(readMessage(response.getBody()), response.getStatus()))
        // Other errors come from reading the file.
        else if (error instanceof DetailedError) reject(new Failure(texts.states.offline, 0))
        else reject(new Failure(texts.newProject.archive.unreadable, 400))
      },
    })
    const abort = (): void => {
      void tus.abort()
      reject(new Failure(texts.states.offline, 0))
    }
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    else tus.start()
  })
}

function readMessage(body: string): string {
  try {
    const { error } = JSON.parse(body) as { readonly error?: { readonly message?: string } }
    return error?.message ?? texts.states.problem
  } catch {
    return texts.states.problem
  }
}
