import { open, rm } from 'node:fs/promises'

/** Writes a new file and syncs it; returns its size in bytes. It is removed if that fails. */
export async function writeDurably(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
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
