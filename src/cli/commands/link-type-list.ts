import type { Command } from 'commander'
import { representLinkType } from '../../trackers/representations/link-type.ts'
import { loadLinkTypes } from '../../trackers/store/link-types.ts'
import { inWorld } from '../action.ts'
import { inColumns } from '../columns.ts'

/** `link-type list` */
export const linkTypeList = (command: Command): Command =>
  command.description('list the types of links between artifacts').action(
    inWorld(async ({ world }) => {
      const types = await loadLinkTypes(world.db.read)
      const rows = types.map(({ shortName, forwardLabel, reverseLabel, isSystem, isUsed }) => [
        shortName,
        forwardLabel,
        reverseLabel,
        isSystem ? 'system' : 'custom',
        isUsed ? 'used' : 'unused',
      ])
      const lines = inColumns([['SHORT NAME', 'FORWARD LABEL', 'REVERSE LABEL', 'KIND', 'USE'], ...rows])
      return { lines, json: types.map(representLinkType) }
    }),
  )
