import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertNotExisting, buildTemporaryPath } from '../../archives/container/directory-sink.ts'
import { syncDirectory, syncFile } from '../../uploads/storage/sync-file.ts'
import { type BackupManifest, backupEntries } from './backup-manifest.ts'
import { formatChecksums, hashFile, hashing } from './checksums.ts'

/** Writes a backup under a temporary name; it gets its own when it is complete and durable. */
export interface BackupWriter {
  /** Path of an entry that a program writes itself; `addWritten` adds it afterwards. */
  pathOf(entry: string): string
  addWritten(entry: string): Promise<void>
  add(entry: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Total size of the entries in bytes. */
  readonly bytes: number
  finish(manifest: BackupManifest): Promise<void>
  /** Removes what was written. */
  abandon(): Promise<void>
}

/** Throws when something exists at the path: nothing is overwritten. */
export async function createBackupWriter(path: string): Promise<BackupWriter> {
  await assertNotExisting(path)
  const aside = buildTemporaryPath(path)
  await mkdir(aside, { recursive: true, mode: 0o700 })
  const checksums = new Map<string, string>()
  const directories = new Set<string>([aside])
  const pathOf = (entry: string): string => join(aside, entry)
  let bytes = 0

  async function prepareDirectory(entry: string): Promise<void> {
    const directory = dirname(pathOf(entry))
    if (directories.has(directory)) return
    await mkdir(directory, { recursive: true, mode: 0o700 })
    for (let each = directory; each !== aside; each = dirname(each)) directories.add(each)
  }

  return {
    pathOf,
    get bytes() {
      return bytes
    },
    async addWritten(entry) {
      checksums.set(entry, await hashFile(pathOf(entry)))
      bytes += (await stat(pathOf(entry))).size
      await syncFile(pathOf(entry))
    },
    async add(entry, content) {
      await prepareDirectory(entry)
      const hash = createHash('sha256')
      const file = await open(pathOf(entry), 'wx', 0o600)
      try {
        for await (const chunk of hashing(content, hash)) {
          await file.writeFile(chunk)
          bytes += chunk.byteLength
        }
        await file.sync()
      } finally {
        await file.close()
      }
      checksums.set(entry, hash.digest('hex'))
    },
    async finish(manifest) {
      await writeFile(pathOf(backupEntries.checksums), formatChecksums(checksums), { mode: 0o600, flush: true })
      const text = `${JSON.stringify(manifest, null, 2)}\n`
      await writeFile(pathOf(backupEntries.manifest), text, { mode: 0o600, flush: true })
      for (const directory of directories) await syncDirectory(directory)
      await assertNotExisting(path)
      await rename(aside, path)
      await syncDirectory(dirname(path))
    },
    abandon: () => rm(aside, { recursive: true, force: true }),
  }
}
