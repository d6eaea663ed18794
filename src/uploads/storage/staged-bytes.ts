import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { ByteRange } from '../../world/model/ports.ts'

/** Truncates a staged file to `size` bytes. Returns false when it has fewer. */
export async function truncateStagedBytes(path: string, size: number): Promise<boolean> {
  const file = await openIfExists(path, constants.O_RDWR)
  if (file === undefined) return false
  try {
    const { size: there } = await file.stat()
    if (there > size) {
      await file.truncate(size)
      await file.sync()
    }
    return there >= size
  } finally {
    await file.close()
  }
}

/** Reads a part of a staged file; undefined: the file or a byte of the range is missing. */
export async function readStagedBytes(path: string, { start, end }: ByteRange): Promise<Buffer | undefined> {
  const file = await openIfExists(path, constants.O_RDONLY)
  if (file === undefined) return undefined
  try {
    const bytes = Buffer.alloc(end - start + 1)
    for (let filled = 0; filled < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled)
      if (bytesRead === 0) return undefined
      filled += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}

async function openIfExists(path: string, flags: number): Promise<FileHandle | undefined> {
  try {
    return await open(path, flags)
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return undefined
    throw problem
  }
}
