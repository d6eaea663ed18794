import type { Command } from 'commander'
import { changeLinkType } from '../../trackers/commands/change-link-type.ts'
import { representLinkType } from '../../trackers/representations/link-type.ts'
import { withDatabase } from '../context/command-context.ts'

interface Options {
  readonly forward?: string
  readonly reverse?: string
}

/** `link-type edit SHORTNAME` */
export const configureLinkTypeEdit = (command: Command): Command =>
  command
    .description('change the labels of a link type')
    .argument('<shortname>', 'short name of the link type')
    .option('--forward <label>', 'new label of a link seen from its source')
    .option('--reverse <label>', 'new label of a link seen from its target')
    .action(
      withDatabase(async ({ world, caller }, shortName: string, { forward, reverse }: Options) => {
        const type = await changeLinkType(world, caller, shortName, { forwardLabel: forward, reverseLabel: reverse })
        const line = `${type.shortName}: "${type.forwardLabel}", reverse "${type.reverseLabel}"`
        return { lines: [line], json: representLinkType(type) }
      }),
    )
