import type { ArchiveSink } from './sink.ts'
import { createZipArchive } from './zip-archive.ts'

/** Writes an archive as a zip file to a store, which must not keep content whose stream fails. */
export function createStreamSink(store: (content: AsyncIterable<Uint8Array>) => Promise<unknown>): ArchiveSink {
  const { output, sink } = createZipArchive()
  const completion = store(output)
  // Rethrown by add and finish.
  completion.catch(() => {})
  return {
    async add(entry, content) {
      try {
        await sink.add(entry, content)
      } catch (problem) {
        // The store stopped reading because it failed.
        await completion
        throw problem
      }
    },
    async finish() {
      await sink.finish()
      await completion
    },
    async abandon() {
      await sink.abandon()
      await completion.catch(() => {})
    },
  }
}
