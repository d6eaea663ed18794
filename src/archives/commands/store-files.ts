import type { World } from '../../kit/world.ts'
import type { ArchiveSource } from '../source.ts'

/** Bytes of an archive in our store, by their path in the archive. */
export type StoredBytes = ReadonlyMap<string, { readonly name: string; readonly size: number }>

/**
 * Copies bytes into the store before the rows that speak of them. When `use` fails they are removed again; a crash
 * leaves bytes that nobody speaks of, which the sweep removes.
 */
export async function withStoredFiles<T>(
  { files, log }: Pick<World, 'files' | 'log'>,
  archive: ArchiveSource,
  paths: readonly string[],
  use: (stored: StoredBytes) => Promise<T>,
): Promise<T> {
  const stored = new Map<string, { readonly name: string; readonly size: number }>()
  try {
    for (const path of paths) stored.set(path, await files.store(await archive.read(path)))
    return await use(stored)
  } catch (error) {
    for (const { name } of stored.values()) {
      await files
        .remove(name)
        .catch((problem) => log.warn({ err: problem }, 'bytes of a failed import stay until the sweep'))
    }
    throw error
  }
}
