import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import pino from 'pino'
import { createBackup } from '../../app/backup/create-backup.ts'
import { copySecretKey } from '../backup/copy-secret-key.ts'
import { describeBackup } from '../backup/describe-backup.ts'
import { assertInstalled } from '../context/assert-installed.ts'
import { withoutDatabase } from '../context/command-context.ts'
import { showProgress } from '../output/progress.ts'

interface Options {
  readonly repositories: boolean
  readonly secretKey?: string
}

/** `backup create DIRECTORY` */
export const configureBackupCreate = (command: Command): Command =>
  command
    .description('back up the database, files and Subversion repositories, while the server runs or not')
    .argument('<directory>', 'directory to create; nothing is overwritten')
    .option('--secret-key <file>', 'copy secret.key to this file, which belongs in another place than the backup')
    .option('--no-repositories', 'skip Subversion repositories')
    .action(
      withoutDatabase(async ({ config, io, isJson }, directory: string, { repositories, secretKey }: Options) => {
        await assertInstalled(config)
        const progress = showProgress({ io, isJson })
        const log = pino({ level: 'warn' }, { write: io.error })
        try {
          // First: the secrets in the copy of the database were encrypted with it or with an earlier key.
          const keyFile = join(config.dataDirectory, 'secret.key')
          // It is created with the first secret.
          const hasKey = existsSync(keyFile)
          if (secretKey !== undefined && hasKey) await copySecretKey(keyFile, secretKey)
          const manifest = await createBackup({ config, directory, hasRepositories: repositories, log, progress })
          return {
            lines: [
              `Created the backup ${directory}`,
              ...describeBackup(manifest),
              ...(hasKey ? [describeKey(secretKey)] : []),
            ],
            json: { path: directory, ...manifest },
          }
        } finally {
          progress.end()
        }
      }),
    )

const describeKey = (copy: string | undefined): string =>
  copy === undefined
    ? 'It does not contain secret.key: keep a copy of it elsewhere (--secret-key FILE)'
    : `secret.key is in ${copy}: keep it apart from the backup`
