import type { Command } from 'commander'
import { copyFiles } from '../../uploads/commands/copy-files.ts'
import { openDirectoryFiles, openObjectStorageFiles } from '../../uploads/storage/open-files.ts'
import { parseChoice } from '../arguments/parse-choice.ts'
import { withDatabase } from '../context/command-context.ts'
import { UsageError } from '../context/usage-error.ts'
import { formatCount } from '../output/format-count.ts'
import { formatSize } from '../output/format-size.ts'
import { showProgress } from '../output/progress.ts'

/** `files copy --to STORE` */
export const configureFilesCopy = (command: Command): Command =>
  command
    .description('copy stored files to the other store, before or after switching to it')
    .requiredOption(
      '--to <store>',
      's3: from the data directory to the bucket; directory: from the bucket to the data directory',
    )
    .action(
      withDatabase(async ({ world, io, isJson }, options: { readonly to: string }) => {
        const target = parseChoice('store', ['s3', 'directory'], options.to)
        const objects = await openObjectStorageFiles(world.config, world.log)
        if (objects === undefined)
          throw new UsageError('Set TULIPWOOD_S3_BUCKET and the other TULIPWOOD_S3_* variables first.')
        const directory = openDirectoryFiles(world.config)
        const ways = target === 's3' ? { from: directory, to: objects } : { from: objects, to: directory }
        const output = showProgress({ isJson, io })
        try {
          const { copied, bytes, skipped } = await copyFiles(world, ways, (done, total) =>
            output.step(done, total, 'files'),
          )
          return {
            lines: [
              `Copied ${formatCount(copied, 'file')} (${formatSize(bytes)}); skipped ${formatCount(skipped, 'existing file')}`,
            ],
            json: { copied, bytes, known: skipped },
          }
        } finally {
          output.end()
        }
      }),
    )
