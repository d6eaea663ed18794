import type { CommandWorld } from '../../world/model/command-world.ts'
import type { ArchiveSource } from '../container/open-archive.ts'

/** Stored files by their path in the archive. */
export type StoredBytes = ReadonlyMap<string, { readonly name: string; readonly size: number }>

/**
 * Stores files before their rows exist. If `use` fails they are removed; files left by a crash are removed by the
 * sweep.
 */
export async function withStoredFiles<T>(
  { files, log }: Pick<CommandWorld, 'files' | 'log'>,
  archive: ArchiveSource,
  paths: readonly string[],
  use: (storedFiles: StoredBytes) => Promise<T>,
): Promise<T> {
  const storedFiles = new Map<string, { readonly name: string; readonly size: number }>()
  try {
    for (const path of paths) storedFiles.set(path, await files.store(await archive.read(path)))
    return await use(storedFiles)
  } catch (error) {
    for (const { name } of storedFiles.values()) {
      await files
        .remove(name)
        .catch((problem) => log.warn({ err: problem }, 'could not remove files of a failed import; the sweep will'))
    }
    throw error
  }
}
