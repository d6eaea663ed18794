import { randomUUID } from 'node:crypto'
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { message } from '../../kit/messages/message.ts'
import { ArchiveError } from './archive-error.ts'
import { normalizeEntryName } from './entry-name.ts'
import type { ArchiveSink } from './sink.ts'

/**
 * Writes an archive as a directory: under a temporary name, renamed at the end, so that a partial archive never looks
 * complete.
 */
export async function createDirectorySink(path: string): Promise<ArchiveSink> {
  await assertNotExisting(path)
  const aside = buildTemporaryPath(path)
  await mkdir(aside, { mode: 0o750 })
  return {
    async add(entry, content) {
      const target = join(aside, normalizeEntryName(entry))
      await mkdir(dirname(target), { recursive: true, mode: 0o750 })
      const file = await open(target, 'wx', 0o640)
      try {
        for await (const chunk of content) await file.writeFile(chunk)
        await file.sync()
      } finally {
        await file.close()
      }
    },
    async finish() {
      await assertNotExisting(path)
      await rename(aside, path)
    },
    abandon: () => rm(aside, { recursive: true, force: true }),
  }
}

/** Contains the process id, so that no other process writes under this name. */
export const buildTemporaryPath = (path: string): string => `${path}.${randomUUID().slice(0, 8)}.partial`

/** Existing files are never overwritten. */
export async function assertNotExisting(path: string): Promise<void> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ArchiveError(message`${path} cannot be written (${error.code ?? error.message})`)
  })
  if (stats !== undefined) throw new ArchiveError(message`${path} exists already: nothing is overwritten`)
}
