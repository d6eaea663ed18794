import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { message } from '../../kit/messages/message.ts'
import { ArchiveError } from './archive-error.ts'
import { normalizeEntryName } from './entry-name.ts'

/** Reads the files of a directory as entries; follows links that stay inside. */
export async function openDirectoryArchive(path: string) {
  const root = await realpath(path)

  async function lookForFile(entry: string): Promise<{ readonly path: string; readonly size: number } | undefined> {
    const target = await realpath(join(root, normalizeEntryName(entry))).catch(absentAsUndefined)
    if (target === undefined) return undefined
    if (!isInside(root, target))
      throw new ArchiveError(message`${JSON.stringify(entry)} links to outside of the archive`)
    const stats = await stat(target)
    return stats.isFile() ? { path: target, size: stats.size } : undefined
  }

  return {
    has: async (entry: string): Promise<boolean> => (await lookForFile(entry)) !== undefined,
    size: async (entry: string): Promise<number | undefined> => (await lookForFile(entry))?.size,
    async read(entry: string): Promise<Readable> {
      const file = await lookForFile(entry)
      if (file === undefined) throw new ArchiveError(message`The archive has no file ${JSON.stringify(entry)}`)
      return createReadStream(file.path)
    },
    async close(): Promise<void> {},
  }
}

function isInside(root: string, target: string): boolean {
  const way = relative(root, target)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function absentAsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
