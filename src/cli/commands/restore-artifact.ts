import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { restoreArtifact as restoreFrom } from '../../archives/commands/restore-artifact.ts'
import { openArchive } from '../../archives/container/open-archive.ts'
import { formatFinding } from '../../archives/plan/findings.ts'
import type { NewAccounts } from '../../archives/reads/match-artifact-users.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { openDeletedItemsBucket } from '../../uploads/storage/open-deleted-items-bucket.ts'
import type { World } from '../../world/model/world.ts'
import { describeRejectedArchive } from '../archives/describe-rejected-archive.ts'
import { parseId } from '../arguments/parse-id.ts'
import { withDatabase } from '../context/command-context.ts'

interface Options {
  readonly tracker?: string
  readonly createUsers?: NewAccounts
  readonly check?: boolean
}

/** `restore-artifact FILE.zip` */
export const configureRestoreArtifact = (command: Command): Command =>
  command
    .description('restore a deleted artifact from its archive, with history and files')
    .argument('<archive>', 'path of deleted__artifact_<id>_<time>.zip, or its name in the bucket')
    .option('--tracker <id>', 'restore into this tracker; values without a matching field are dropped')
    .addOption(
      new Option('--create-users <status>', 'create missing accounts with this status').choices([
        'active',
        'suspended',
        'restricted',
      ]),
    )
    .option('--check', 'check only; write nothing')
    .action(
      withDatabase(async ({ world, caller }, path: string, { tracker: trackerText, createUsers, check }: Options) => {
        const tracker = trackerText === undefined ? undefined : parseId<TrackerId>(trackerText)
        const copy = await findInBucket(world, path)
        const archive = await openArchive(copy?.path ?? path)
        try {
          const result = await restoreFrom(world, { archive, tracker, newAccounts: createUsers, check, caller })
          if ('problems' in result) return describeRejectedArchive(result)
          const { artifact, oldId, tracker: home, counts, remarks } = result.ok
          const summary =
            artifact === null
              ? `Artifact ${oldId} can be restored into "${home.name}" (id ${home.id}); nothing was written`
              : `Restored artifact ${oldId} as ${artifact} in "${home.name}" (id ${home.id})`
          return {
            lines: [...remarks.map((remark) => `remark: ${formatFinding(remark)}`), summary],
            json: {
              artifact: artifact === null ? null : { id: artifact },
              old_id: oldId,
              tracker: home,
              counts,
              remarks,
            },
          }
        } finally {
          await archive.close()
          await copy?.close()
        }
      }),
    )

/** Returns a copy of an archive in the bucket; undefined: the path is that of a file. */
async function findInBucket({ config, log }: Pick<World, 'config' | 'log'>, path: string) {
  if (!/^deleted__artifact_\d+_\d+_[0-9a-f]{8}\.zip$/.test(path) || existsSync(path)) return undefined
  const bucket = await openDeletedItemsBucket(config, log)
  return bucket?.openLocally(path)
}
