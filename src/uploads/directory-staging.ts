import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Staging } from '../kit/ports.ts'

/** Returns the staging that keeps incoming bytes as files of a directory under generated names: `tracker-88`. */
export function createDirectoryStaging(directory: string): Staging {
  const pathOf = (name: string): string => {
    if (!/^[a-z]+-\d+$/.test(name)) throw new Error(`Invalid name of a staged file: ${name}`)
    return join(directory, name)
  }
  const made = (): Promise<unknown> => mkdir(directory, { recursive: true, mode: 0o750 })
  return {
    pathOf,
    sizeOf: async (name) => (await statIfExists(pathOf(name)))?.size ?? 0,
    remove: (name) => rm(pathOf(name), { force: true }),
    async *list() {
      await made()
      for (const name of await readdir(directory)) {
        const found = await statIfExists(join(directory, name))
        if (found !== undefined) yield { name, changedOn: Math.floor(found.mtimeMs / 1000) }
      }
    },
    async freeBytes() {
      await made()
      const { bavail, bsize } = await statfs(directory)
      return bavail * bsize
    },
  }
}

async function statIfExists(path: string) {
  try {
    return await stat(path)
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return undefined
    throw problem
  }
}
