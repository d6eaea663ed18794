import type { Command } from 'commander'
import pino from 'pino'
import { describeBackup } from '../backup/describe-backup.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { withoutDatabase } from '../command-context.ts'
import { describeChecks } from '../doctor/describe-checks.ts'
import { showProgress } from '../progress.ts'

/** `backup verify DIRECTORY` */
export const configureBackupVerify = (command: Command): Command =>
  command
    .description('restore a backup into a temporary place, check it like doctor, and remove it again')
    .argument('<directory>', 'the backup')
    .option('--scratch <directory>', 'where it is restored, as large as the backup (default: temporary directory)')
    .action(
      withoutDatabase(async ({ config, io, isJson }, directory: string, options: { readonly scratch?: string }) => {
        const progress = showProgress({ io, isJson })
        const log = pino({ level: 'warn' }, { write: io.error })
        try {
          const { manifest, checks } = await verifyBackup({
            config,
            directory,
            scratch: options.scratch,
            log,
            progress,
          })
          const { lines, json, problems } = describeChecks(io, checks)
          return {
            lines: [`Verified the backup ${directory}: all checksums match`, ...describeBackup(manifest), ...lines],
            json: { path: directory, ...manifest, ...json },
            problems,
          }
        } finally {
          progress.end()
        }
      }),
    )
