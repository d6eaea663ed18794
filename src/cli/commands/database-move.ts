import type { Command } from 'commander'
import { findPrimaryUrl } from '../../database/postgres/find-primary-url.ts'
import { parseMoveTarget } from '../arguments/parse-move-target.ts'
import { withoutDatabase } from '../context/command-context.ts'
import { describeMove } from '../output/describe-move.ts'
import { showProgress } from '../output/progress.ts'

/** `database move --to DATABASE` */
export const configureDatabaseMove = (command: Command): Command =>
  command
    .description('copy the database to PostgreSQL, or back to the embedded one, and compare every row')
    .requiredOption(
      '--to <database>',
      'an empty database: postgres://user@host/name, sqlite (in the data directory), or sqlite:DIRECTORY; the same command continues a move that was interrupted',
    )
    .action(
      withoutDatabase(async ({ config, io, isJson }, options: { readonly to: string }) => {
        const { databaseUrl, dataDirectory: directory } = config
        const from = databaseUrl === undefined ? { directory } : { url: await findPrimaryUrl(databaseUrl) }
        const to = parseMoveTarget(options.to, config)
        // Loaded on demand: it needs the drivers of both databases.
        const { moveDatabase } = await import('../../database/move/move-database.ts')
        const progress = showProgress({ io, isJson })
        try {
          const result = await moveDatabase({
            from,
            to,
            pooling: config.databasePooling,
            outageWaitMs: config.databaseWaitSeconds * 1000,
            onProgress: (done, total, what) => progress.step(done, total, what),
          })
          return describeMove(result, { from, to, config })
        } finally {
          progress.end()
        }
      }),
    )
