import { createReadStream, type Stats } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ByteRange, BytesMissing, type Files } from '../../../world/model/ports.ts'
import { checkStoredName, createStoredName, isStoredName } from '../stored-name.ts'
import { syncDirectory, syncFile } from '../sync-file.ts'
import { writeDurably } from '../write-durably.ts'

/**
 * Returns a store that keeps bytes as files of a directory under generated names (never a client's): `ab/abcdef…`. A
 * file is complete when it has its name: it is written elsewhere, synced and then renamed.
 */
export function createDirectoryFiles(directory: string): Files {
  const pathOf = (name: string): string => {
    checkStoredName(name)
    return join(directory, name.slice(0, 2), name)
  }
  const take = async (name: string, content: AsyncIterable<Uint8Array>): Promise<number> => {
    const path = pathOf(name)
    const aside = join(directory, 'incoming', name)
    await mkdir(dirname(aside), { recursive: true, mode: 0o750 })
    await mkdir(dirname(path), { recursive: true, mode: 0o750 })
    const size = await writeDurably(aside, content)
    await rename(aside, path)
    await syncDirectory(dirname(path))
    return size
  }
  return {
    put: take,
    async store(content) {
      const name = createStoredName()
      return { name, size: await take(name, content) }
    },
    async adopt(source) {
      const name = createStoredName()
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o750 })
      // The file is new here, however old the bytes are: the sweep leaves new files time to get their row.
      await utimes(source, new Date(), new Date())
      await linkOrCopy(source, path, join(directory, 'incoming', name))
      await syncDirectory(dirname(path))
      return { name, size: (await stat(path)).size }
    },
    async sizeOf(name) {
      return (await statIfExists(pathOf(name)))?.size
    },
    read: (name, range) => readFrom(pathOf(name), name, range),
    async remove(name) {
      await rm(pathOf(name), { force: true })
      await rm(join(directory, 'incoming', name), { force: true })
    },
    async *list() {
      for (const inner of await listDirectories(directory)) {
        for (const name of await readdir(join(directory, inner))) {
          // Other entries, such as lost+found of a file system, are ignored.
          const stats = isStoredName(name) ? await statIfExists(join(directory, inner, name)) : undefined
          if (stats === undefined) continue
          const { mtimeMs, size } = stats
          yield { name, storedOn: Math.floor(mtimeMs / 1000), size, isComplete: inner !== 'incoming' }
        }
      }
    },
  }
}

async function* readFrom(path: string, name: string, range: ByteRange | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 262_144, ...range })
  } catch (problem) {
    throw isAbsence(problem) ? new BytesMissing(name) : problem
  }
}

/** A file that is removed while its directory is listed does not exist. */
async function statIfExists(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (problem) {
    if (isAbsence(problem)) return undefined
    throw problem
  }
}

const isAbsence = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && problem.code === 'ENOENT'

/** Links the same bytes under a second name where the file system allows it; copies them otherwise. */
async function linkOrCopy(source: string, path: string, aside: string): Promise<void> {
  try {
    await link(source, path)
  } catch (problem) {
    if (!(problem instanceof Error && 'code' in problem && cannotLink.has(String(problem.code)))) throw problem
    await mkdir(dirname(aside), { recursive: true, mode: 0o750 })
    await copyFile(source, aside)
    await syncFile(aside)
    await rename(aside, path)
  }
}

const cannotLink: ReadonlySet<string> = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

async function listDirectories(directory: string): Promise<readonly string[]> {
  await mkdir(directory, { recursive: true, mode: 0o750 })
  const entries = await readdir(directory, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}
