import type { Command } from 'commander'
import { addLinkType } from '../../trackers/commands/add-link-type.ts'
import { representLinkType } from '../../trackers/representations/link-type.ts'
import { inWorld } from '../action.ts'

interface Options {
  readonly forward: string
  readonly reverse: string
}

/** `link-type add SHORTNAME` */
export const linkTypeAdd = (command: Command): Command =>
  command
    .description('add a type of links between artifacts')
    .argument('<shortname>', 'letters, digits and underscores, a letter first; it never changes')
    .requiredOption('--forward <label>', 'label of a link seen from its source, such as "is Fixed in"')
    .requiredOption('--reverse <label>', 'label of a link seen from its target, such as "Fixes"')
    .action(
      inWorld(async ({ world, caller }, shortName: string, { forward, reverse }: Options) => {
        const type = await addLinkType(world, caller, { shortName, forwardLabel: forward, reverseLabel: reverse })
        return { lines: [`Links may have the type ${type.shortName}`], json: representLinkType(type) }
      }),
    )
