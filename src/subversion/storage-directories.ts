import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'

/** Directories below the data directory. */
export interface StorageDirectories {
  /** One directory per repository. */
  readonly repositories: string
  /** Dumps of deleted repositories. */
  readonly dumps: string
  /** One directory per running Apache. */
  readonly runs: string
  /** Files through which hooks call the server. */
  readonly hooks: string
}

const storageDirectoriesIn = (dataFolder: string): StorageDirectories => ({
  repositories: join(dataFolder, 'svn', 'repositories'),
  dumps: join(dataFolder, 'svn', 'dumps'),
  runs: join(dataFolder, 'svn', 'run'),
  hooks: join(dataFolder, 'svn', 'hooks'),
})

/** Creates the directories; only the account of the repositories may access them. */
export async function prepareStorageDirectories(
  dataFolder: string,
  account: Account | null,
): Promise<StorageDirectories> {
  const places = storageDirectoriesIn(dataFolder)
  const top = join(dataFolder, 'svn')
  await mkdir(top, { recursive: true, mode: 0o700 })
  for (const folder of Object.values(places)) await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account === null) return places
  await restrictDataDirectory(dataFolder, account)
  for (const folder of [top, places.repositories, places.hooks]) await chown(folder, account.uid, account.gid)
  return places
}

/**
 * Only if the server runs as root: closes the rest of the data directory to the account. If the account cannot enter
 * its directory through a descriptor (`InheritedDirectory`), it may traverse the data directory, but not list it.
 */
async function restrictDataDirectory(dataFolder: string, { gid, directory: entry }: Account): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    const path = join(dataFolder, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && name !== 'svn' && (found.mode & 0o077) !== 0) await chmod(path, found.mode & 0o700)
  }
  await chown(dataFolder, 0, entry === null ? gid : 0)
  await chmod(dataFolder, entry === null ? 0o710 : 0o700)
}
