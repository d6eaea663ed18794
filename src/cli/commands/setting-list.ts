import type { Command } from 'commander'
import { settingMeanings, settingNames } from '../../platform/model/settings.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { inWorld } from '../action.ts'
import { inColumns } from '../columns.ts'
import { settingText } from '../setting-text.ts'

/** `setting list` */
export const settingList = (command: Command): Command =>
  command.description('list every setting with its value').action(
    inWorld(async ({ world }) => {
      const settings = await settingsOf(world)
      const rows = settingNames.map((name) => [name, settingText(settings[name]), settingMeanings[name]])
      return { lines: inColumns([['NAME', 'VALUE', 'MEANING'], ...rows]), json: settings }
    }),
  )
