import type { BackupManifest } from '../../app/backup/backup-manifest.ts'

/** Describes a backup in lines of text. */
export const describeBackup = ({
  version,
  created_on,
  database,
  files,
  repositories,
  bytes,
}: BackupManifest): string[] =>
  (
    [
      ['created', `${created_on} by Tulipwood ${version}`],
      ['database', database === 'sqlite' ? 'embedded' : 'PostgreSQL'],
      ['files', `${files}`],
      ['repositories', `${repositories}`],
      ['bytes', `${bytes}`],
    ] as const
  ).map(([name, value]) => `  ${name.padEnd(14)}${value}`)
