import { mkdir, statfs } from 'node:fs/promises'

/** Returns the free space of the disk of a directory, which is created if it is missing. */
export async function loadFreeDiskBytes(directory: string): Promise<number> {
  await mkdir(directory, { recursive: true, mode: 0o750 })
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
