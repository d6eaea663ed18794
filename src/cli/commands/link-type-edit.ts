import type { Command } from 'commander'
import { changeLinkType } from '../../trackers/commands/change-link-type.ts'
import { representLinkType } from '../../trackers/representations/link-type.ts'
import { inWorld } from '../action.ts'

interface Options {
  readonly forward?: string
  readonly reverse?: string
}

/** `link-type edit SHORTNAME` */
export const linkTypeEdit = (command: Command): Command =>
  command
    .description('change the labels of a type of links')
    .argument('<shortname>', 'its short name')
    .option('--forward <label>', 'new label of a link seen from its source')
    .option('--reverse <label>', 'new label of a link seen from its target')
    .action(
      inWorld(async ({ world, caller }, shortName: string, { forward, reverse }: Options) => {
        const type = await changeLinkType(world, caller, shortName, { forwardLabel: forward, reverseLabel: reverse })
        const line = `${type.shortName}: "${type.forwardLabel}", reverse "${type.reverseLabel}"`
        return { lines: [line], json: representLinkType(type) }
      }),
    )
