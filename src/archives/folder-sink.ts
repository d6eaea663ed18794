import { randomUUID } from 'node:crypto'
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { entryName } from './entry-name.ts'
import { ArchiveProblem } from './problem.ts'
import type { ArchiveSink } from './sink.ts'

/** An archive as a folder: written aside and renamed, so that half an archive never looks whole. */
export async function folderSink(path: string): Promise<ArchiveSink> {
  await refuseExisting(path)
  const aside = asideOf(path)
  await mkdir(aside, { mode: 0o750 })
  return {
    async add(entry, content) {
      const target = join(aside, entryName(entry))
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
      await refuseExisting(path)
      await rename(aside, path)
    },
    abandon: () => rm(aside, { recursive: true, force: true }),
  }
}

/** Whose it is: nobody else writes under this name. */
export const asideOf = (path: string): string => `${path}.${randomUUID().slice(0, 8)}.partial`

/** What is there already stays as it is. */
export async function refuseExisting(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ArchiveProblem(`${path} cannot be written (${error.code ?? error.message})`)
  })
  if (found !== undefined) throw new ArchiveProblem(`${path} exists already: nothing is overwritten`)
}
