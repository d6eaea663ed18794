import { Readable } from 'node:stream'
import { Upload } from 'tus-js-client'

export interface Transfer {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly size: number
  /** Returns the content from an offset on. */
  read(from: number): AsyncIterable<Uint8Array>
  /** The client stops at this byte, after `run`. */
  readonly interrupt?: { readonly at: number; run?(): Promise<void> } | undefined
}

/**
 * Uploads a file with a tus client, which requests the current offset and sends the rest. Returns whether it was
 * completed.
 */
export function uploadFile(options: Transfer): Promise<'complete' | 'interrupted'> {
  return new Promise((resolve, reject) => {
    let isInterrupted = false
    const interrupt = async (): Promise<void> => {
      isInterrupted = true
      await options.interrupt?.run?.()
      await upload.abort()
      resolve('interrupted')
    }
    const slice = async (start: number, end: number) => {
      const value = Readable.from(
        pieces(options, start, () => interrupt().catch(reject)),
        { objectMode: false },
      )
      return { value: Object.assign(value, { size: Math.min(end, options.size) - start }), done: end >= options.size }
    }
    const upload = new Upload(Buffer.alloc(0) as never, {
      uploadUrl: options.url,
      headers: { ...options.headers },
      fileReader: { openFile: async () => ({ size: options.size, slice: slice as never, close: () => undefined }) },
      // The server may not have noticed yet that the previous client is gone.
      retryDelays: [0, 20, 50, 100, 200, 400, 800, 1600, 3200],
      onShouldRetry: () => !isInterrupted,
      onError: (problem) => (isInterrupted ? undefined : reject(problem)),
      onSuccess: () => resolve('complete'),
    })
    upload.start()
  })
}

/** Yields the content up to the interruption; then waits forever. */
async function* pieces(options: Transfer, start: number, stop: () => void): AsyncGenerator<Uint8Array> {
  const end = options.interrupt?.at ?? Number.POSITIVE_INFINITY
  let position = start
  for await (const piece of options.read(start)) {
    const left = end - position
    if (left > 0) yield piece.subarray(0, left)
    position += piece.byteLength
    if (position < end) continue
    // Gives the client time to send everything.
    setTimeout(stop, 5)
    await new Promise(() => undefined)
  }
}
