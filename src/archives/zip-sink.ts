import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { asideOf, refuseExisting } from './folder-sink.ts'
import type { ArchiveSink } from './sink.ts'
import { zipStream } from './zip-stream.ts'

/** An archive as a zip file: written aside and renamed, so that half an archive never looks whole. */
export async function zipSink(path: string): Promise<ArchiveSink> {
  await refuseExisting(path)
  const aside = asideOf(path)
  const file = await open(aside, 'wx', 0o640)
  const { output, sink } = zipStream()
  const written = pipeline(output, file.createWriteStream({ autoClose: false, flush: true }))
  // Whoever adds or finishes hears of it.
  written.catch(() => {})
  return {
    add: sink.add,
    async finish() {
      await sink.finish()
      await written
      await file.sync()
      await file.close()
      await refuseExisting(path)
      await rename(aside, path)
    },
    async abandon() {
      await sink.abandon()
      await written.catch(() => {})
      await file.close().catch(() => {})
      await rm(aside, { force: true })
    },
  }
}
