import { open } from 'node:fs/promises'

/** Makes what was written to a file durable. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes the entries of a directory durable: a new name is durable only once its directory is synced. */
export const syncDirectory = (path: string): Promise<void> => syncFile(path)
