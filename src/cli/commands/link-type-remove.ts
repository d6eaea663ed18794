import type { Command } from 'commander'
import { deleteLinkType } from '../../trackers/commands/delete-link-type.ts'
import { confirm } from '../arguments/confirm.ts'
import { withDatabase } from '../context/command-context.ts'

/** `link-type remove SHORTNAME` */
export const configureLinkTypeRemove = (command: Command): Command =>
  command
    .description('delete a link type that has never been used')
    .argument('<shortname>', 'short name of the link type')
    .action(
      withDatabase(async (context, shortName: string) => {
        const { world, caller } = context
        await confirm(context, `Delete link type ${shortName}?`)
        await deleteLinkType(world, caller, shortName)
        return { lines: [`Deleted link type ${shortName}`], json: { shortname: shortName } }
      }),
    )
