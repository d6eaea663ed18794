import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { message } from '../../kit/messages/message.ts'
import { ArchiveError } from './archive-error.ts'
import { openDirectoryArchive } from './directory.ts'
import { openZipArchive, type ZipLimits } from './zip.ts'

/**
 * A project archive to read from (docs/api/archive-format.md §1): a directory or a zip file; names are relative to its
 * root.
 */
export interface ArchiveSource {
  readonly name: string
  has(entry: string): Promise<boolean>
  /** Fails with an `ArchiveError` when the entry does not match its declaration. */
  read(entry: string): Promise<Readable>
  size(entry: string): Promise<number | undefined>
  close(): Promise<void>
}

/** Opens the archive at a path. Entries are read on demand; nothing is unpacked. */
export async function openArchive(path: string, limits: Partial<ZipLimits> = {}): Promise<ArchiveSource> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveError(message`The archive ${path} cannot be opened (${error.code ?? error.message})`)
  })
  const name = basename(path)
  if (stats.isDirectory()) return { name, ...(await openDirectoryArchive(path)) }
  if (stats.isFile()) return { name, ...(await openZipArchive(path, limits)) }
  throw new ArchiveError(message`The archive ${path} is neither a directory nor a zip file`)
}
