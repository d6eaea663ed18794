import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'

/** Folders below the data folder. */
export interface Places {
  /** One folder for each repository. */
  readonly repositories: string
  /** What is left of deleted ones. */
  readonly dumps: string
  /** One folder for each running Apache. */
  readonly runs: string
  /** What hooks find the server by. */
  readonly hooks: string
}

export const placesIn = (dataFolder: string): Places => ({
  repositories: join(dataFolder, 'svn', 'repositories'),
  dumps: join(dataFolder, 'svn', 'dumps'),
  runs: join(dataFolder, 'svn', 'run'),
  hooks: join(dataFolder, 'svn', 'hooks'),
})

/** Makes the folders; only the account of the repositories may enter them. */
export async function preparePlaces(dataFolder: string, account: Account | null): Promise<Places> {
  const places = placesIn(dataFolder)
  const top = join(dataFolder, 'svn')
  await mkdir(top, { recursive: true, mode: 0o700 })
  for (const folder of Object.values(places)) await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account === null) return places
  await closeDataFolder(dataFolder, account)
  for (const folder of [top, places.repositories, places.hooks]) await chown(folder, account.uid, account.gid)
  return places
}

/**
 * Only where root runs the server: what else is in the data folder is closed to the account. Where it cannot enter its
 * folder through a descriptor (`Entry`), it may pass the data folder, and not list it.
 */
async function closeDataFolder(dataFolder: string, { gid, entry }: Account): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    const path = join(dataFolder, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && name !== 'svn' && (found.mode & 0o077) !== 0) await chmod(path, found.mode & 0o700)
  }
  await chown(dataFolder, 0, entry === null ? gid : 0)
  await chmod(dataFolder, entry === null ? 0o710 : 0o700)
}
