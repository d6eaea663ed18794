import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BackupError } from '../../app/backup/backup-error.ts'
import { type BackupManifest, readManifest } from '../../app/backup/backup-manifest.ts'
import { findPrimaryUrl } from '../../database/postgres/find-primary-url.ts'
import { runPostgresProgram } from '../../database/postgres/run-postgres-program.ts'
import type { Check } from '../doctor/check.ts'
import { checkContent } from '../doctor/check-content.ts'
import { type RestoreRequest, restoreBackup } from './restore-backup.ts'

export interface VerifiedBackup {
  readonly manifest: BackupManifest
  readonly checks: readonly Check[]
}

export interface VerifyRequest extends RestoreRequest {
  /** Directory below which the backup is restored; it needs the size of the backup. */
  readonly scratch?: string | undefined
}

/** Restores a backup into an empty place, runs the checks of `doctor` on it, and removes it. */
export async function verifyBackup({ scratch = tmpdir(), ...request }: VerifyRequest): Promise<VerifiedBackup> {
  const { database } = await readManifest(request.directory)
  const dataDirectory = await mkdtemp(join(scratch, 'tulipwood-verify-'))
  try {
    return await withScratchDatabase(database === 'postgresql', request.config.databaseUrl, async (databaseUrl) => {
      const config = { ...request.config, dataDirectory, databaseUrl, objectStorage: null, backups: null }
      const manifest = await restoreBackup({ ...request, config })
      return { manifest, checks: await checkContent(config, { isRestored: true, progress: request.progress }) }
    })
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** A backup of PostgreSQL is restored into a database of its own on the server of DATABASE_URL. */
async function withScratchDatabase<Result>(
  isPostgres: boolean,
  databaseUrl: string | undefined,
  work: (databaseUrl: string | undefined) => Promise<Result>,
): Promise<Result> {
  if (!isPostgres) return work(undefined)
  if (databaseUrl === undefined)
    throw new BackupError(
      'The backup is that of a PostgreSQL database: set DATABASE_URL to a server on which its user may create databases',
    )
  const name = `tulipwood_verify_${randomBytes(6).toString('hex')}`
  const scratch = new URL(await findPrimaryUrl(databaseUrl))
  scratch.pathname = `/${name}`
  await runPostgresProgram('createdb', databaseUrl, [name])
  try {
    return await work(scratch.href)
  } finally {
    await runPostgresProgram('dropdb', databaseUrl, ['--if-exists', '--force', name])
  }
}
