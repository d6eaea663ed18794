import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../../kit/messages/refusal.ts'
import { loadFreeDiskBytes } from '../../kit/system/free-disk-bytes.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { LocalFile } from '../../world/model/ports.ts'
import { toOutOfSpace } from './to-out-of-space.ts'
import { writeDurably } from './write-durably.ts'

/** Writes content to a temporary file of a directory, until it is closed. */
export async function openLocalCopy(
  directory: string,
  name: string,
  { size, content }: { readonly size: number; readonly content: AsyncIterable<Uint8Array> },
): Promise<LocalFile> {
  await mkdir(directory, { recursive: true, mode: 0o750 })
  if ((await loadFreeDiskBytes(directory)) < size) throw new Refusal('out-of-space')
  const path = join(directory, `${name}-${randomUUID()}`)
  await writeDurably(path, content).catch(toOutOfSpace)
  return { path, close: () => rm(path, { force: true }) }
}

/** Removes copies older than a time, which a crash left. Returns how many it removed. */
export async function removeOldCopies(directory: string, before: EpochSeconds): Promise<number> {
  await mkdir(directory, { recursive: true, mode: 0o750 })
  let removed = 0
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats === undefined || stats.mtimeMs / 1000 >= before) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}
