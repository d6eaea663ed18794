import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../programs/account.ts'

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
  /** Link of the node that serves the repositories (owner/fenced-directory.ts). */
  readonly owners: string
}

const storageDirectoriesIn = (dataDirectory: string): StorageDirectories => ({
  repositories: join(dataDirectory, 'svn', 'repositories'),
  dumps: join(dataDirectory, 'svn', 'dumps'),
  runs: join(dataDirectory, 'svn', 'run'),
  hooks: join(dataDirectory, 'svn', 'hooks'),
  owners: join(dataDirectory, 'svn', 'owners'),
})

/** Creates the directories; only the account of the repositories may access them. */
export async function prepareStorageDirectories(
  dataDirectory: string,
  account: Account | null,
): Promise<StorageDirectories> {
  const places = storageDirectoriesIn(dataDirectory)
  const top = join(dataDirectory, 'svn')
  await mkdir(top, { recursive: true, mode: 0o700 })
  for (const directory of Object.values(places)) await mkdir(directory, { recursive: true, mode: 0o700 })
  if (account === null) return places
  await restrictDataDirectory(dataDirectory, account)
  for (const directory of [top, places.repositories, places.hooks, places.owners])
    await chown(directory, account.uid, account.gid)
  return places
}

/**
 * Only if the server runs as root: closes the rest of the data directory to the account. If the account cannot enter
 * its directory through a descriptor (`InheritedDirectory`), it may traverse the data directory, but not list it.
 */
async function restrictDataDirectory(dataDirectory: string, { gid, directory: entry }: Account): Promise<void> {
  for (const name of await readdir(dataDirectory)) {
    const path = join(dataDirectory, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats !== undefined && name !== 'svn' && (stats.mode & 0o077) !== 0) await chmod(path, stats.mode & 0o700)
  }
  await chown(dataDirectory, 0, entry === null ? gid : 0)
  await chmod(dataDirectory, entry === null ? 0o710 : 0o700)
}
