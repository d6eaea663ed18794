import type { ByteRange, Files } from '../../world/model/ports.ts'
import { readStoredBytes } from './read-stored-bytes.ts'

/** Reads a part of stored bytes into memory; undefined: they do not exist. */
export async function openStoredPart(files: Files, name: string, range: ByteRange | null): Promise<Buffer | undefined> {
  if (range === null) return Buffer.alloc(0)
  const pieces = await readStoredBytes(files, name, range)
  return pieces && Buffer.concat(await Array.fromAsync(pieces))
}
