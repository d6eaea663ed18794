import type { Command } from 'commander'
import { isSettingName, settingNames } from '../../site/model/settings.ts'
import { getSettings } from '../../site/store/settings.ts'
import { withDatabase } from '../context/command-context.ts'
import { UsageError } from '../context/usage-error.ts'
import { formatSetting } from '../output/format-setting.ts'

/** `setting get NAME`: prints only the value. */
export const configureSettingGet = (command: Command): Command =>
  command
    .description('print the value of one setting')
    .argument('<name>', settingNames.join(', '))
    .action(
      withDatabase(async ({ world }, name: string) => {
        if (!isSettingName(name))
          throw new UsageError(`Unknown setting "${name}". Run "setting list" to see all settings.`)
        const value = (await getSettings(world))[name]
        return { isResult: true, lines: [formatSetting(value)], json: { [name]: value } }
      }),
    )
