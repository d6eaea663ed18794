import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import { type FileRow, loadFileRows, loadFileRowsAfter } from '../store/file-rows.ts'
import { loadBlobsInUse } from '../store/files.ts'
import { findAbandonedBytes } from './find-abandoned-bytes.ts'

const batch = 500
/** Bytes are stored before the row that refers to them: younger ones may still get their row. */
const graceSeconds = 86_400

export interface FileDifferences {
  readonly stored: { readonly count: number; readonly bytes: number }
  /** Rows without stored bytes. */
  readonly missing: readonly FileRow[]
  /** Rows whose stored bytes have another size. */
  readonly resized: readonly (FileRow & { readonly storedSize: number })[]
  /** Stored bytes without a row. */
  readonly unused: readonly UnusedBytes[]
  /** Transfers to the store that never ended. */
  readonly incomplete: readonly UnusedBytes[]
  /** Staged bytes without a row. */
  readonly staged: readonly UnusedBytes[]
}

export interface UnusedBytes {
  readonly name: string
  readonly size: number
  readonly since: EpochSeconds
  /** Old enough to be removed. */
  readonly isOld: boolean
}

type FileDifferenceDeps = Pick<World, 'db' | 'files' | 'staging' | 'clock'>

/** Compares the stored bytes with the rows that refer to them; reads no content and changes nothing. */
export async function findFileDifferences(world: FileDifferenceDeps): Promise<FileDifferences> {
  const before = world.clock.now() - graceSeconds
  const sizes = new Map<string, number>()
  const incomplete: UnusedBytes[] = []
  const unused: UnusedBytes[] = []
  let bytes = 0
  let some: UnusedBytes[] = []
  for await (const { name, size, storedOn, isComplete } of world.files.list()) {
    const entry = { name, size, since: storedOn, isOld: storedOn < before }
    if (!isComplete) {
      incomplete.push(entry)
      continue
    }
    sizes.set(name, size)
    bytes += size
    some.push(entry)
    if (some.length < batch) continue
    unused.push(...(await withoutUse(world, some)))
    some = []
  }
  unused.push(...(await withoutUse(world, some)))
  return {
    stored: { count: sizes.size, bytes },
    ...(await wrongRows(world, sizes)),
    unused,
    incomplete,
    staged: await findStrays(world, before),
  }
}

async function withoutUse({ db }: FileDifferenceDeps, entries: readonly UnusedBytes[]): Promise<UnusedBytes[]> {
  if (entries.length === 0) return []
  const used = await loadBlobsInUse(
    db.read,
    entries.map(({ name }) => name),
  )
  return entries.filter(({ name }) => !used.has(name))
}

async function wrongRows(world: FileDifferenceDeps, sizes: ReadonlyMap<string, number>) {
  const suspects: FileRow[] = []
  for (let after = 0; ; ) {
    const rows = await loadFileRowsAfter(world.db.read, after, batch)
    suspects.push(...rows.filter(({ blob, size }) => sizes.get(blob) !== size))
    const last = rows.at(-1)
    if (last === undefined) return confirmDifferences(world, suspects)
    after = last.id
  }
}

/** A server may run at the same time: files that were stored or removed since the listing are checked again. */
async function confirmDifferences(world: FileDifferenceDeps, suspects: readonly FileRow[]) {
  const missing: FileRow[] = []
  const resized: (FileRow & { readonly storedSize: number })[] = []
  for (const some of splitIntoBatches(suspects, batch)) {
    // One by one: when both lists are complete, no file is left to check here.
    const sizes = new Map<string, number | undefined>()
    for (const { blob } of some) sizes.set(blob, await world.files.sizeOf(blob))
    const rows = await loadFileRows(
      world.db.read,
      some.map(({ id }) => id),
    )
    for (const row of rows.sort((one, other) => one.id - other.id)) {
      const storedSize = sizes.get(row.blob)
      if (storedSize === undefined && sizes.has(row.blob)) missing.push(row)
      if (storedSize !== undefined && storedSize !== row.size) resized.push({ ...row, storedSize })
    }
  }
  return { missing, resized }
}

async function findStrays(world: FileDifferenceDeps, before: EpochSeconds): Promise<FileDifferences['staged']> {
  const staged: UnusedBytes[] = []
  for await (const { name, size, changedOn } of findAbandonedBytes(world, Number.POSITIVE_INFINITY))
    staged.push({ name, size, since: changedOn, isOld: changedOn < before })
  return staged
}
