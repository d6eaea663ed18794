import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { asideOf, refuseExisting } from './folder-sink.ts'
import type { ArchiveSink } from './sink.ts'
import { zipStream } from './zip-stream.ts'

/**
 * An archive as a zip file: written aside and renamed, so that half an archive never looks whole. `isReserved`: an
 * empty file of that name is the caller's own.
 */
export async function zipSink(path: string, isReserved = false): Promise<ArchiveSink> {
  if (!isReserved) await refuseExisting(path)
  const aside = asideOf(path)
  const { output, sink } = zipStream()
  const written = pipeline(output, createWriteStream(aside, { flags: 'wx', mode: 0o640, flush: true }))
  // Whoever adds or finishes hears of it.
  written.catch(() => {})
  return {
    add: sink.add,
    async finish() {
      await sink.finish()
      await written
      if (!isReserved) await refuseExisting(path)
      await rename(aside, path)
    },
    async abandon() {
      await sink.abandon()
      await written.catch(() => {})
      await rm(aside, { force: true })
    },
  }
}
