import type { ByteRange, Files } from '../../kit/ports.ts'
import { readStoredBytes } from './read-stored-bytes.ts'

/** A part of what is stored under a name, which fits into memory; undefined: there is nothing. */
export async function storedPart(files: Files, name: string, range: ByteRange | null): Promise<Buffer | undefined> {
  if (range === null) return Buffer.alloc(0)
  const pieces = await readStoredBytes(files, name, range)
  return pieces && Buffer.concat(await Array.fromAsync(pieces))
}
