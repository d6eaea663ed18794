import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { BackupError } from '../../app/backup/backup-error.ts'
import { type BackupManifest, backupEntries, readManifest } from '../../app/backup/backup-manifest.ts'
import { readChecksums, readEntry } from '../../app/backup/checksums.ts'
import { findStorageProblem } from '../../app/backup/find-storage-problem.ts'
import { replaceDatabaseId } from '../../database/changes/database-epoch.ts'
import { openDatabase, sqliteFileName } from '../../database/db/db.ts'
import { isDatabaseEmpty } from '../../database/maintenance/is-database-empty.ts'
import { runPostgresProgram } from '../../database/postgres/run-postgres-program.ts'
import { forEachConcurrently } from '../../kit/concurrency/for-each-concurrently.ts'
import { type Config, toDatabaseOptions } from '../../kit/system/config.ts'
import { openStorage } from '../../subversion/storage/open-storage.ts'
import { openFiles } from '../../uploads/storage/open-files.ts'
import { syncDirectory } from '../../uploads/storage/sync-file.ts'
import { writeDurably } from '../../uploads/storage/write-durably.ts'
import type { Progress } from '../output/progress.ts'

export interface RestoreRequest {
  readonly config: Config
  /** The backup. */
  readonly directory: string
  readonly log: Pick<Logger, 'warn'>
  readonly progress: Progress
}

/** An entry of a backup with its checksum. */
interface Entry {
  readonly entry: string
  readonly name: string
  readonly digest: string
}

/**
 * Restores a backup into an empty installation; checks every byte against its checksum. The database comes last and at
 * once, so that an interrupted restore can be repeated.
 */
export async function restoreBackup(request: RestoreRequest): Promise<BackupManifest> {
  const { config, directory } = request
  const manifest = await readManifest(directory)
  assertSameDatabase(config, manifest)
  await assertEmpty(config)
  const checksums = await readChecksums(directory)
  const entriesBelow = (below: string): Entry[] =>
    [...checksums]
      .filter(([entry]) => entry.startsWith(`${below}/`))
      .map(([entry, digest]) => ({ entry, name: entry.slice(entry.lastIndexOf('/') + 1), digest }))
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o750 })
  await restoreFiles(request, entriesBelow(backupEntries.files))
  await restoreRepositories(request, entriesBelow(backupEntries.repositories))
  await restoreDumps(request, entriesBelow(backupEntries.repositoryDumps))
  const entry = backupEntries[manifest.database]
  const digest = checksums.get(entry)
  if (digest === undefined) throw new BackupError(`${directory} is damaged: the checksum of ${entry} is missing`)
  await restoreDatabase(request, entry, digest)
  await beginEpoch(config)
  return manifest
}

function assertSameDatabase({ databaseUrl }: Config, { database }: BackupManifest): void {
  if (database === 'postgresql' && databaseUrl === undefined)
    throw new BackupError('The backup is that of a PostgreSQL database: set DATABASE_URL to an empty one')
  if (database === 'sqlite' && databaseUrl !== undefined)
    throw new BackupError('The backup is that of an embedded database: restore it without DATABASE_URL')
}

async function assertEmpty(config: Config): Promise<void> {
  const { databaseUrl, dataDirectory } = config
  if (databaseUrl === undefined) {
    if (existsSync(join(dataDirectory, sqliteFileName)))
      throw new BackupError(`${dataDirectory} has a database already: restore into an empty directory`)
    return
  }
  const db = await openDatabase(toDatabaseOptions(config))
  try {
    if (!(await isDatabaseEmpty(db)))
      throw new BackupError('The database of DATABASE_URL is not empty: restore into an empty one')
  } finally {
    await db.close()
  }
}

const filesAtOnce = 4

async function restoreFiles(
  { config, directory, log, progress }: RestoreRequest,
  entries: readonly Entry[],
): Promise<void> {
  const store = await openFiles(config, log)
  let done = 0
  await forEachConcurrently(entries, filesAtOnce, async ({ entry, name, digest }) => {
    try {
      await store.put(name, readEntry(directory, entry, digest))
    } catch (problem) {
      await store.remove(name)
      throw problem
    }
    progress.step(++done, entries.length, 'files')
  })
}

async function restoreRepositories(
  { config, directory, progress }: RestoreRequest,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return
  const storage = await openStorage(config)
  const problem = findStorageProblem(storage)
  if (problem !== undefined)
    throw new BackupError(
      `The backup has ${entries.length} Subversion repositories, which cannot be created: ${problem}`,
    )
  for (const [done, { entry, name, digest }] of entries.entries()) {
    const repository = name.replace(/\.svndump$/, '')
    // Left by an interrupted restore.
    await storage.remove(repository)
    await storage.loadFrom(readEntry(directory, entry, digest), repository)
    progress.step(done + 1, entries.length, 'repositories')
  }
}

async function restoreDumps({ config, directory }: RestoreRequest, entries: readonly Entry[]): Promise<void> {
  for (const { entry, name, digest } of entries) {
    const target = join(config.dataDirectory, 'svn', 'dumps')
    await mkdir(target, { recursive: true, mode: 0o700 })
    await writeEntry(join(target, name), readEntry(directory, entry, digest))
  }
}

async function restoreDatabase({ config, directory }: RestoreRequest, entry: string, digest: string): Promise<void> {
  const { databaseUrl, dataDirectory } = config
  if (databaseUrl === undefined) {
    await writeEntry(join(dataDirectory, sqliteFileName), readEntry(directory, entry, digest))
    return
  }
  // Read once for the checksum: the program reads it again.
  for await (const _ of readEntry(directory, entry, digest));
  const options = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges']
  await runPostgresProgram('pg_restore', databaseUrl, [...options, join(directory, entry)])
}

/** Entity tags and change tokens of what was written after the backup must not be those of what is written now. */
async function beginEpoch(config: Config): Promise<void> {
  const db = await openDatabase(toDatabaseOptions(config))
  try {
    await db.write(replaceDatabaseId)
  } finally {
    await db.close()
  }
}

/** Writes a file under a temporary name; it gets its own when it is complete and durable. */
async function writeEntry(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const aside = `${path}.partial`
  // Left by an interrupted restore.
  await rm(aside, { force: true })
  await writeDurably(aside, content)
  await rename(aside, path)
  await syncDirectory(join(path, '..'))
}
