import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { assertNotExisting, buildTemporaryPath } from './directory-sink.ts'
import type { ArchiveSink } from './sink.ts'
import { createZipArchive } from './zip-archive.ts'

/**
 * Writes an archive as a zip file: under a temporary name, renamed at the end, so that a partial archive never looks
 * complete. `isReserved`: the caller owns an empty file of that name.
 */
export async function createZipSink(path: string, isReserved = false): Promise<ArchiveSink> {
  if (!isReserved) await assertNotExisting(path)
  const aside = buildTemporaryPath(path)
  const { output, sink } = createZipArchive()
  const completion = pipeline(output, createWriteStream(aside, { flags: 'wx', mode: 0o640, flush: true }))
  // Rethrown by add and finish.
  completion.catch(() => {})
  return {
    add: sink.add,
    async finish() {
      await sink.finish()
      await completion
      if (!isReserved) await assertNotExisting(path)
      await rename(aside, path)
    },
    async abandon() {
      await sink.abandon()
      await completion.catch(() => {})
      await rm(aside, { force: true })
    },
  }
}
