import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from '../kit/ports.ts'

/**
 * Bytes as files of a folder, under names of our own (never a client's): `ab/abcdef…`. A file is complete when it has
 * its name: it is written aside, synced and then renamed.
 */
export function folderFiles(folder: string): Files {
  const pathOf = (name: string): string => {
    if (!/^[0-9a-f]{32}$/.test(name)) throw new Error('Not a name of this store')
    return join(folder, name.slice(0, 2), name)
  }
  return {
    async store(content) {
      const name = randomUUID().replaceAll('-', '')
      const path = pathOf(name)
      const aside = join(folder, 'incoming', name)
      await mkdir(dirname(aside), { recursive: true, mode: 0o750 })
      await mkdir(dirname(path), { recursive: true, mode: 0o750 })
      const size = await writeDurably(aside, content)
      await rename(aside, path)
      await syncFolder(dirname(path))
      return { name, size }
    },
    read: (name, range) => createReadStream(pathOf(name), { highWaterMark: 262_144, ...range }),
    async remove(name) {
      await rm(pathOf(name), { force: true })
      await rm(join(folder, 'incoming', name), { force: true })
    },
    async *list() {
      for (const inner of await foldersIn(folder)) {
        for (const name of await readdir(join(folder, inner))) {
          const { mtimeMs } = await stat(join(folder, inner, name))
          yield { name, storedOn: Math.floor(mtimeMs / 1000), isComplete: inner !== 'incoming' }
        }
      }
    },
  }
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true, mode: 0o750 })
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

async function writeDurably(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o640)
  let size = 0
  try {
    for await (const chunk of content) {
      await file.writeFile(chunk)
      size += chunk.byteLength
    }
    await file.sync()
  } catch (problem) {
    await rm(path, { force: true })
    throw problem
  } finally {
    await file.close()
  }
  return size
}

/** A new name in a folder is durable only once the folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
