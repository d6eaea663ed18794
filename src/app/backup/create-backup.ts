import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { copyDatabase } from '../../database/maintenance/copy-database.ts'
import { forEachConcurrently } from '../../kit/concurrency/for-each-concurrently.ts'
import type { Config } from '../../kit/system/config.ts'
import { productVersion } from '../../kit/system/product-version.ts'
import { openStorage } from '../../subversion/storage/open-storage.ts'
import { openFiles } from '../../uploads/storage/open-files.ts'
import { BytesMissing, type RepositoryStorage } from '../../world/model/ports.ts'
import { BackupError } from './backup-error.ts'
import { type BackupManifest, backupEntries, backupFormat } from './backup-manifest.ts'
import type { BackupProgress } from './backup-progress.ts'
import { type BackupWriter, createBackupWriter } from './backup-writer.ts'
import { findStorageProblem } from './find-storage-problem.ts'

export interface BackupRequest {
  readonly config: Config
  /** Directory to create. */
  readonly directory: string
  /** Whether Subversion repositories are part of it. */
  readonly hasRepositories: boolean
  readonly log: Pick<Logger, 'warn'>
  readonly progress: BackupProgress
}

/**
 * Creates a backup while the server runs or not. The database is copied first: bytes of files are stored before the row
 * that refers to them and removed a day after it, so that the files that are read afterwards contain everything that
 * the copy of the database refers to. The same holds for commits.
 */
export async function createBackup(request: BackupRequest): Promise<BackupManifest> {
  const { config, directory } = request
  const writer = await createBackupWriter(directory)
  try {
    const database = config.databaseUrl === undefined ? 'sqlite' : 'postgresql'
    const entry = backupEntries[database]
    await copyDatabase(config, writer.pathOf(entry))
    await writer.addWritten(entry)
    const files = await addFiles(writer, request)
    const repositories = request.hasRepositories ? await addRepositories(writer, request) : 0
    const manifest: BackupManifest = {
      format: backupFormat,
      version: productVersion,
      created_on: new Date().toISOString(),
      database,
      files,
      repositories,
      bytes: writer.bytes,
    }
    await writer.finish(manifest)
    return manifest
  } catch (problem) {
    await writer.abandon()
    throw problem
  }
}

async function addFiles(writer: BackupWriter, { config, log, progress }: BackupRequest): Promise<number> {
  const store = await openFiles(config, log)
  const complete = (await Array.fromAsync(store.list())).filter(({ isComplete }) => isComplete)
  let done = 0
  let added = 0
  await forEachConcurrently(complete, filesAtOnce, async ({ name }) => {
    try {
      await writer.add(`${backupEntries.files}/${name.slice(0, 2)}/${name}`, store.read(name))
      added += 1
    } catch (problem) {
      // The sweep removed bytes without a row since they were listed.
      if (!(problem instanceof BytesMissing)) throw problem
    }
    progress.step(++done, complete.length, 'files')
  })
  return added
}

const filesAtOnce = 4

const repositoryDirectory = /^[0-9a-f]{32}$/

async function addRepositories(writer: BackupWriter, { config, progress }: BackupRequest): Promise<number> {
  const storage = await openStorage(config)
  const top = join(config.dataDirectory, 'svn')
  const directories = (await listNames(join(top, 'repositories'))).filter((name) => repositoryDirectory.test(name))
  const problem = findStorageProblem(storage)
  if (directories.length > 0 && problem !== undefined)
    throw new BackupError(
      `The Subversion repositories cannot be read: ${problem}. Solve this, or leave them out with --no-repositories`,
    )
  for (const [done, directory] of directories.entries()) {
    await writer.add(
      `${backupEntries.repositories}/${directory}.svndump`,
      storage.dumpUntil(directory, await youngestOf(storage, directory)),
    )
    progress.step(done + 1, directories.length, 'repositories')
  }
  // Repositories that were deleted, until they are purged.
  const dumps = (await listNames(join(top, 'dumps'))).filter((name) => !name.endsWith('.part'))
  for (const name of dumps)
    await writer.add(`${backupEntries.repositoryDumps}/${name}`, createReadStream(join(top, 'dumps', name)))
  return directories.length
}

const youngestOf = async (storage: RepositoryStorage, directory: string): Promise<number> =>
  Number(await storage.look(directory, ['youngest']))

async function listNames(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
