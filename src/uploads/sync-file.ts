import { open } from 'node:fs/promises'

/** What was written is durable when it resolves. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name in a folder is durable only once the folder is synced. */
export const syncFolder = (path: string): Promise<void> => syncFile(path)
