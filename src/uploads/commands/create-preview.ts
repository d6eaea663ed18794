import { limitConcurrency } from '../../kit/concurrency/limit-concurrency.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { storagePermit } from '../../kit/messages/system-permits.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { detectPictureFormat, formatOf, maxPictureBytes } from '../model/picture.ts'
import { shrinkPicture } from '../pictures/shrink-picture.ts'
import { readStoredBytes } from '../reads/read-stored-bytes.ts'
import { findPreviewedFile, type PreviewedFile, savePreview } from '../store/previews.ts'

type PreviewDeps = Pick<CommandWorld, 'db' | 'files'>

/** Previews that are being created, per store of bytes. */
const running = new WeakMap<CommandWorld['files'], Map<number, Promise<string>>>()

/**
 * Returns the name of a file's preview in the store of bytes, which it creates and records; '': the file can have none.
 * Concurrent calls share one creation; when two nodes create it, one of the two is kept.
 */
export function createPreview(world: PreviewDeps, file: PreviewedFile): Promise<string> {
  const previews = running.get(world.files) ?? new Map<number, Promise<string>>()
  running.set(world.files, previews)
  const runningPreview = previews.get(file.id)
  if (runningPreview !== undefined) return runningPreview
  const making = createAndSavePreview(world, file).finally(() => previews.delete(file.id))
  previews.set(file.id, making)
  return making
}

async function createAndSavePreview(world: PreviewDeps, file: PreviewedFile): Promise<string> {
  const small = await shrinkStoredPicture(world, file)
  const name = small === '' ? '' : (await world.files.store(joinBytes(small))).name
  if (await world.db.write((tx) => savePreview(tx, storagePermit, file, name))) return name
  if (name !== '') await world.files.remove(name)
  return (await findPreviewedFile(withReads(world).db.read, file.id))?.preview ?? ''
}

async function* joinBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Each process holds one picture in memory. */
const oneByOne = limitConcurrency(1)

/** '': the file can have no preview. */
async function shrinkStoredPicture(
  { files }: PreviewDeps,
  { blob, size, mediaType }: PreviewedFile,
): Promise<Buffer | ''> {
  const format = detectPictureFormat(mediaType)
  if (blob === null || format === undefined || size > maxPictureBytes || size === 0) return ''
  const small = await oneByOne(async () => {
    const beginning = await readStoredBytes(files, blob, { start: 0, end: Math.min(size, 16) - 1 })
    // Missing bytes may come back with a restored store.
    if (beginning === undefined) return 'not now'
    if (formatOf(Buffer.concat(await Array.fromAsync(beginning))) === undefined) return 'impossible'
    return shrinkPicture({ size, format, bytes: files.read(blob, { start: 0, end: size - 1 }) })
  })
  if (small === 'impossible') return ''
  if (typeof small === 'string') throw new Refusal('absent', message`No preview can be created: ${small}`)
  return small
}
