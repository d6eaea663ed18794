import type { Command } from 'commander'
import { Refusal } from '../../kit/messages/refusal.ts'
import { changeSettings } from '../../site/commands/change-settings.ts'
import { findExpectedValue } from '../../site/model/setting-values.ts'
import { isSettingName, settingNames } from '../../site/model/settings.ts'
import { getSettings } from '../../site/store/settings.ts'
import { withDatabase } from '../context/command-context.ts'
import { UsageError } from '../context/usage-error.ts'
import { formatSetting } from '../output/format-setting.ts'

/** `setting set NAME VALUE` */
export const configureSettingSet = (command: Command): Command =>
  command
    .description('change a setting (takes effect immediately on all nodes)')
    .argument('<name>', settingNames.join(', '))
    .argument('<value>', 'new value; an empty value ("") unsets optional settings')
    .action(
      withDatabase(async ({ world, caller }, name: string, value: string) => {
        if (!isSettingName(name))
          throw new UsageError(`Unknown setting "${name}". Run "setting list" to see all settings.`)
        const expected = findExpectedValue(name, value)
        if (expected !== undefined) throw new Refusal('invalid', `${name} must be ${expected} (got "${value}")`)
        await changeSettings(world, caller, { [name]: value })
        const now = (await getSettings(world))[name]
        return { lines: [`${name} is now ${formatSetting(now) || 'unset'}`], json: { [name]: now } }
      }),
    )
