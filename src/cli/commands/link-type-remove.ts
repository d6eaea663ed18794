import type { Command } from 'commander'
import { deleteLinkType } from '../../trackers/commands/delete-link-type.ts'
import { inWorld } from '../action.ts'

/** `link-type remove SHORTNAME` */
export const linkTypeRemove = (command: Command): Command =>
  command
    .description('delete a type of links that no link has or ever had')
    .argument('<shortname>', 'its short name')
    .action(
      inWorld(async ({ world, caller }, shortName: string) => {
        await deleteLinkType(world, caller, shortName)
        return { lines: [`The link type ${shortName} was deleted`], json: { shortname: shortName } }
      }),
    )
