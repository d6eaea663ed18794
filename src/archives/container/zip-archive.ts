import type { Readable } from 'node:stream'
import { createZipStream } from '../../kit/system/zip-stream.ts'
import { normalizeEntryName } from './entry-name.ts'
import type { ArchiveSink } from './sink.ts'

/** An archive as the stream of a zip file; it must be read while entries are added. */
export function createZipArchive(): { readonly output: Readable; readonly sink: ArchiveSink } {
  const { output, sink } = createZipStream()
  return { output, sink: { ...sink, add: async (entry, content) => sink.add(normalizeEntryName(entry), content) } }
}
