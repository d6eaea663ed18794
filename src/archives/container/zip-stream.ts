import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { normalizeEntryName } from './entry-name.ts'
import type { ArchiveSink } from './sink.ts'

/** A zip file as a stream that grows while entries are added; it must be read concurrently. */
export function createZipStream(): { readonly output: Readable; readonly sink: ArchiveSink } {
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
          zip.addReadStream(source, normalizeEntryName(entry))
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
