import { Readable } from 'node:stream'
import { Upload } from 'tus-js-client'

export interface Transfer {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly size: number
  /** The content from one byte on. */
  read(from: number): AsyncIterable<Uint8Array>
  /** The client stops at this byte, and this is done. */
  readonly interrupt?: { readonly at: number; run?(): Promise<void> } | undefined
}

/** What a client of tus does: asks how much is there, and sends the rest. Whether it came to the end. */
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
      // Who was here before us may not be gone yet, as far as the server knows.
      retryDelays: [0, 20, 50, 100, 200, 400, 800, 1600, 3200],
      onShouldRetry: () => !isInterrupted,
      onError: (problem) => (isInterrupted ? undefined : reject(problem)),
      onSuccess: () => resolve('complete'),
    })
    upload.start()
  })
}

/** As far as the client comes; then nothing more. */
async function* pieces(options: Transfer, start: number, stop: () => void): AsyncGenerator<Uint8Array> {
  const end = options.interrupt?.at ?? Number.POSITIVE_INFINITY
  let position = start
  for await (const piece of options.read(start)) {
    const left = end - position
    if (left > 0) yield piece.subarray(0, left)
    position += piece.byteLength
    if (position < end) continue
    // Until all of it is on its way.
    setTimeout(stop, 5)
    await new Promise(() => undefined)
  }
}
