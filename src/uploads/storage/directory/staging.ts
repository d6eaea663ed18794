import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadFreeDiskBytes } from '../../../kit/system/free-disk-bytes.ts'
import type { Files, Staging } from '../../../world/model/ports.ts'
import { receiveBytes } from '../receive-bytes.ts'
import { readStagedBytes, truncateStagedBytes } from '../staged-bytes.ts'
import { syncFile } from '../sync-file.ts'

/**
 * Returns the staging that keeps incoming bytes as files of a directory under generated names: `tracker-88`. All nodes
 * share the directory.
 */
export function createDirectoryStaging(directory: string, files: Pick<Files, 'adopt'>): Staging {
  const pathOf = (name: string): string => {
    if (!/^[a-z]+-\d+$/.test(name)) throw new Error(`Invalid name of a staged file: ${name}`)
    return join(directory, name)
  }
  const remove = async (name: string): Promise<void> => rm(pathOf(name), { force: true })
  return {
    sizeOf: async (name) => (await statIfExists(pathOf(name)))?.size ?? 0,
    append: async (name, input) => receiveBytes(pathOf(name), input),
    truncate: async (name, size) => truncateStagedBytes(pathOf(name), size),
    read: async (name, range) => readStagedBytes(pathOf(name), range),
    sync: async (name) => syncFile(pathOf(name)),
    storeAsFile: async (name) => files.adopt(pathOf(name)),
    openLocally: async (name) => ({ path: pathOf(name), close: async () => {} }),
    remove,
    async *list() {
      await mkdir(directory, { recursive: true, mode: 0o750 })
      for (const name of await readdir(directory)) {
        const stats = await statIfExists(join(directory, name))
        if (stats !== undefined) yield { name, changedOn: Math.floor(stats.mtimeMs / 1000), size: stats.size }
      }
    },
    // No bytes are staged without an upload: files that others put into the directory stay.
    removeStrays: async () => 0,
    freeBytes: () => loadFreeDiskBytes(directory),
    notes: {
      async write(name, text) {
        await mkdir(directory, { recursive: true, mode: 0o750 })
        await writeFile(pathOf(name), text)
      },
      read: async (name) => readFile(pathOf(name), 'utf8').catch(ignoreMissing),
      remove,
    },
  }
}

const statIfExists = (path: string) => stat(path).catch(ignoreMissing)

function ignoreMissing(problem: unknown): undefined {
  if (!(problem instanceof Error && 'code' in problem && problem.code === 'ENOENT')) throw problem
}
