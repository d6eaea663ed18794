import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { openFolder } from './folder.ts'
import { ArchiveProblem } from './problem.ts'
import { openZip, type ZipLimits } from './zip.ts'

/**
 * A project archive to read from (docs/api/archive-format.md §1): a folder or a zip, named by paths relative to its
 * top.
 */
export interface ArchiveSource {
  readonly name: string
  has(entry: string): Promise<boolean>
  /** Ends in an `ArchiveProblem` when the entry is not what the archive declares. */
  read(entry: string): Promise<Readable>
  size(entry: string): Promise<number | undefined>
  close(): Promise<void>
}

/** Opens the archive at that path. Nothing is unpacked: entries are read from where they lie. */
export async function openArchive(path: string, limits: Partial<ZipLimits> = {}): Promise<ArchiveSource> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveProblem(`The archive ${path} cannot be opened (${error.code ?? error.message})`)
  })
  const name = basename(path)
  if (found.isDirectory()) return { name, ...(await openFolder(path)) }
  if (found.isFile()) return { name, ...(await openZip(path, limits)) }
  throw new ArchiveProblem(`The archive ${path} is neither a folder nor a zip file`)
}
