import type { Command } from 'commander'
import { addLinkType } from '../../trackers/commands/add-link-type.ts'
import { representLinkType } from '../../trackers/representations/link-type.ts'
import { withDatabase } from '../context/command-context.ts'

interface Options {
  readonly forward: string
  readonly reverse: string
}

/** `link-type add SHORTNAME` */
export const configureLinkTypeAdd = (command: Command): Command =>
  command
    .description('add a link type')
    .argument('<shortname>', 'letters, digits and underscores, starting with a letter; cannot be changed later')
    .requiredOption('--forward <label>', 'label of a link seen from its source, such as "is Fixed in"')
    .requiredOption('--reverse <label>', 'label of a link seen from its target, such as "Fixes"')
    .action(
      withDatabase(async ({ world, caller }, shortName: string, { forward, reverse }: Options) => {
        const type = await addLinkType(world, caller, { shortName, forwardLabel: forward, reverseLabel: reverse })
        return { lines: [`Added link type ${type.shortName}`], json: representLinkType(type) }
      }),
    )
