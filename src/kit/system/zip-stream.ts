import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** Writes the entries of a zip file, one after the other. */
export interface ZipSink {
  /** Resolves when the content was read; rejects when the file is no longer read. */
  add(entry: string, content: AsyncIterable<string | Uint8Array>): Promise<void>
  /** Ends the file after its last entry. */
  finish(): Promise<void>
  /** Ends the stream of the file at once. */
  abandon(): Promise<void>
}

/** A zip file as a stream that grows while entries are added; it must be read concurrently. */
export function createZipStream(): { readonly output: Readable; readonly sink: ZipSink } {
  const zip = new ZipFile()
  // yazl returns its own PassThrough, although its types say ReadableStream.
  const output = zip.outputStream as Readable
  // Readers get the error from the stream; without a listener it must not end the process.
  output.on('error', () => {})
  zip.on('error', (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return {
    output,
    sink: {
      add: (entry, content) =>
        new Promise((resolve, reject) => {
          const source = Readable.from(toBytes(content), { objectMode: false })
          const stopped = () => reject(output.errored ?? new Error('The archive is no longer read'))
          if (output.destroyed) return stopped()
          output.once('close', stopped)
          source.once('end', () => {
            output.off('close', stopped)
            resolve()
          })
          source.once('error', (error) => {
            output.off('close', stopped)
            output.destroy(error)
            reject(error)
          })
          zip.addReadStream(source, entry)
        }),
      async finish() {
        zip.end()
      },
      async abandon() {
        output.destroy()
      },
    },
  }
}

async function* toBytes(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}
