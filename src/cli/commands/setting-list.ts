import type { Command } from 'commander'
import { settingMeanings, settingNames } from '../../site/model/settings.ts'
import { getSettings } from '../../site/store/settings.ts'
import { withDatabase } from '../context/command-context.ts'
import { formatColumns } from '../output/format-columns.ts'
import { formatSetting } from '../output/format-setting.ts'

/** `setting list` */
export const configureSettingList = (command: Command): Command =>
  command.description('list all settings with their values').action(
    withDatabase(async ({ world, io }) => {
      const settings = await getSettings(world)
      const rows = settingNames.map((name) => [name, formatSetting(settings[name]), settingMeanings[name]])
      return { isResult: true, lines: formatColumns(io, [['NAME', 'VALUE', 'MEANING'], ...rows]), json: settings }
    }),
  )
