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

/** Makes the folders; nobody but whom the repositories belong to gets at them. */
export async function preparePlaces(dataFolder: string, account: Account | null): Promise<Places> {
  const places = placesIn(dataFolder)
  const top = join(dataFolder, 'svn')
  await mkdir(top, { recursive: true, mode: 0o700 })
  for (const folder of Object.values(places)) await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account === null) return places
  await letThrough(dataFolder, account)
  for (const folder of [top, places.repositories, places.hooks]) await chown(folder, account.uid, account.gid)
  return places
}

/**
 * Only where root runs the server: the account has to pass the data folder to get at its repositories. It may not look
 * around there, and what else lies there is closed to everybody but root.
 */
async function letThrough(dataFolder: string, { gid }: Account): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    const path = join(dataFolder, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && name !== 'svn' && (found.mode & 0o077) !== 0) await chmod(path, found.mode & 0o700)
  }
  await chown(dataFolder, 0, gid)
  await chmod(dataFolder, 0o710)
}
