import type { Command } from 'commander'
import { representLinkType } from '../../trackers/representations/link-type.ts'
import { loadLinkTypes } from '../../trackers/store/link-types.ts'
import { withDatabase } from '../context/command-context.ts'
import { formatColumns } from '../output/format-columns.ts'

/** `link-type list` */
export const configureLinkTypeList = (command: Command): Command =>
  command.description('list the link types').action(
    withDatabase(async ({ world, io }) => {
      const types = await loadLinkTypes(world.db.read)
      const rows = types.map(({ shortName, forwardLabel, reverseLabel, isSystem, isUsed }) => [
        shortName,
        forwardLabel,
        reverseLabel,
        isSystem ? 'system' : 'custom',
        isUsed ? 'used' : 'unused',
      ])
      const lines = formatColumns(io, [['SHORT NAME', 'FORWARD LABEL', 'REVERSE LABEL', 'KIND', 'USE'], ...rows])
      return { isResult: true, lines, json: types.map(representLinkType) }
    }),
  )
