import type { Command } from 'commander'
import { copyFiles } from '../../uploads/commands/copy-files.ts'
import { openFolder, openObjects } from '../../uploads/open-files.ts'
import { inWorld } from '../action.ts'
import { progress } from '../progress.ts'
import { readChoice } from '../read-choice.ts'
import { UsageProblem } from '../usage-problem.ts'

/** `files copy --to STORE` */
export const filesCopy = (command: Command): Command =>
  command
    .description('copy the bytes of files to the other store, before or after it is put into use')
    .requiredOption('--to <store>', 's3: from the data folder to the bucket, folder: back')
    .action(
      inWorld(async ({ world, shell, isJson }, options: { readonly to: string }) => {
        const target = readChoice('store', ['s3', 'folder'], options.to)
        const objects = await openObjects(world.config, world.log)
        if (objects === undefined) throw new UsageProblem('Set TULIPWOOD_S3_BUCKET and what belongs to it first')
        const folder = openFolder(world.config)
        const ways = target === 's3' ? { from: folder, to: objects } : { from: objects, to: folder }
        const told = progress({ isJson, shell })
        try {
          const { copied, bytes, known } = await copyFiles(world, ways, (done, total) =>
            told.step(done, total, 'files'),
          )
          return {
            lines: [`Copied ${copied} files with ${bytes} bytes; ${known} were there already`],
            json: { copied, bytes, known },
          }
        } finally {
          told.end()
        }
      }),
    )
