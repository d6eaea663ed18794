import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'

/** Entries of the directory of a backup. `SHA256SUMS` can be checked with `sha256sum -c` as well. */
export const backupEntries = {
  manifest: 'backup.json',
  checksums: 'SHA256SUMS',
  sqlite: 'tulipwood.sqlite',
  postgresql: 'database.dump',
  files: 'files',
  repositories: 'repositories',
  repositoryDumps: 'repository-dumps',
} as const

/** Content of `backup.json`; the last entry that is written. */
export interface BackupManifest {
  readonly format: number
  /** Version of Tulipwood that created the backup. */
  readonly version: string
  /** RFC 3339. */
  readonly created_on: string
  readonly database: 'sqlite' | 'postgresql'
  readonly files: number
  readonly repositories: number
  /** Total size without this file and the checksums. */
  readonly bytes: number
}

export const backupFormat = 1

export async function readManifest(directory: string): Promise<BackupManifest> {
  const path = join(directory, backupEntries.manifest)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'ENOENT'
        ? `${directory} is not a backup: it has no ${backupEntries.manifest}`
        : `${path} cannot be read (${error.code ?? error.message})`,
    )
  })
  const manifest = parseManifest(text)
  if (manifest === undefined) throw new BackupError(`${path} is damaged: its content is not that of a backup`)
  if (manifest.format !== backupFormat)
    throw new BackupError(
      `${directory} has the format ${manifest.format} of Tulipwood ${manifest.version}; this version reads format ${backupFormat}`,
    )
  return manifest
}

function parseManifest(text: string): BackupManifest | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isManifest(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isManifest(value: unknown): value is BackupManifest {
  if (typeof value !== 'object' || value === null) return false
  const { format, version, database } = value as Readonly<Record<string, unknown>>
  return Number.isInteger(format) && typeof version === 'string' && (database === 'sqlite' || database === 'postgresql')
}
