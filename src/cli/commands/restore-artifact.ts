import { type Command, Option } from 'commander'
import { restoreArtifact as restoreFrom } from '../../archives/commands/restore-artifact.ts'
import { findingText } from '../../archives/findings.ts'
import type { NewAccounts } from '../../archives/reads/people-of-artifact.ts'
import { openArchive } from '../../archives/source.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { inWorld } from '../action.ts'
import { readId } from '../read-id.ts'
import { refusedArchive } from '../refused-archive.ts'

interface Options {
  readonly tracker?: string
  readonly createUsers?: NewAccounts
  readonly check?: boolean
}

/** `restore-artifact FILE.zip` */
export const restoreArtifact = (command: Command): Command =>
  command
    .description('bring a deleted artifact back from what was kept of it, with its history and its files')
    .argument('<archive>', 'deleted__artifact_<id>_<time>.zip')
    .option('--tracker <id>', 'put it into this tracker, without what the tracker has no field for')
    .addOption(
      new Option('--create-users <status>', 'make the accounts that are missing').choices([
        'active',
        'suspended',
        'restricted',
      ]),
    )
    .option('--check', 'only say what would happen')
    .action(
      inWorld(async ({ world, caller }, path: string, { tracker: asked, createUsers, check }: Options) => {
        const tracker = asked === undefined ? undefined : readId<TrackerId>(asked)
        const archive = await openArchive(path)
        try {
          const result = await restoreFrom(world, { archive, tracker, newAccounts: createUsers, check, caller })
          if ('problems' in result) return refusedArchive(result)
          const { artifact, oldId, tracker: home, counts, remarks } = result.ok
          const said =
            artifact === null
              ? `The artifact ${oldId} can be restored into "${home.name}" (${home.id}); nothing was written`
              : `The artifact ${oldId} is back as ${artifact} in "${home.name}" (${home.id})`
          return {
            lines: [...remarks.map((remark) => `remark: ${findingText(remark)}`), said],
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
        }
      }),
    )
