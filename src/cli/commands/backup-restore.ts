import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import pino from 'pino'
import { copySecretKey } from '../backup/copy-secret-key.ts'
import { describeBackup } from '../backup/describe-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { withoutDatabase } from '../context/command-context.ts'
import { showProgress } from '../output/progress.ts'

/** `backup restore DIRECTORY` */
export const configureBackupRestore = (command: Command): Command =>
  command
    .description('restore a backup into an empty data directory and database')
    .argument('<directory>', 'the backup')
    .option('--secret-key <file>', 'copy of secret.key that belongs to the backup')
    .action(
      withoutDatabase(async ({ config, io, isJson }, directory: string, options: { readonly secretKey?: string }) => {
        const progress = showProgress({ io, isJson })
        const log = pino({ level: 'warn' }, { write: io.error })
        const keyFile = join(config.dataDirectory, 'secret.key')
        try {
          if (options.secretKey !== undefined) {
            await mkdir(config.dataDirectory, { recursive: true, mode: 0o750 })
            await copySecretKey(options.secretKey, keyFile)
          }
          const manifest = await restoreBackup({ config, directory, log, progress })
          const isKeyMissing = config.secretKeys.length === 0 && !existsSync(keyFile)
          return {
            lines: [
              `Restored the backup ${directory}`,
              ...describeBackup(manifest),
              ...(isKeyMissing ? [`Copy secret.key to ${keyFile} before the server starts: it decrypts secrets`] : []),
            ],
            json: { path: directory, ...manifest, is_secret_key_missing: isKeyMissing },
          }
        } finally {
          progress.end()
        }
      }),
    )
