import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import { forEachConcurrently } from '../../kit/concurrency/for-each-concurrently.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Files, StoredBytes } from '../../world/model/ports.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { loadBlobsInUse } from '../store/files.ts'

const batch = 500
const copiesAtOnce = 4

export interface CopyResult {
  readonly copied: number
  readonly bytes: number
  /** Number of files that the target had already. */
  readonly skipped: number
}

/**
 * Copies the bytes that any row refers to from one store to another under the same names. Existing files stay as they
 * are, so that an interrupted copy continues where it stopped, and a copy made while the server runs can be completed.
 */
export async function copyFiles(
  world: Pick<CommandWorld, 'db'>,
  { from, to }: { readonly from: Files; readonly to: Files },
  onProgress: (done: number, total: number) => void,
): Promise<CopyResult> {
  const there = new Map<string, number>()
  for await (const { name, size, isComplete } of to.list()) if (isComplete) there.set(name, size)
  const usedFiles = await inUse(world, from)
  const missing = usedFiles.filter(({ name, size }) => there.get(name) !== size)
  let copied = 0
  let bytes = 0
  await forEachConcurrently(missing, copiesAtOnce, async ({ name, size }) => {
    const writtenBytes = await to.put(name, from.read(name))
    if (writtenBytes !== size) throw new Error(`${name} has ${size} bytes, of which ${writtenBytes} arrived`)
    bytes += writtenBytes
    onProgress(++copied, missing.length)
  })
  return { copied, bytes, skipped: usedFiles.length - missing.length }
}

async function inUse(world: Pick<CommandWorld, 'db'>, files: Files): Promise<StoredBytes[]> {
  const all = (await Array.fromAsync(files.list())).filter(({ isComplete }) => isComplete)
  const usedFiles: StoredBytes[] = []
  for (const some of splitIntoBatches(all, batch)) {
    const used = await loadBlobsInUse(
      withReads(world).db.read,
      some.map(({ name }) => name),
    )
    usedFiles.push(...some.filter(({ name }) => used.has(name)))
  }
  return usedFiles
}
