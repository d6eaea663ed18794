import type { Command } from 'commander'
import { changeSettings } from '../../platform/commands/change-settings.ts'
import { isSettingName, settingNames } from '../../platform/model/settings.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { inWorld } from '../action.ts'
import { settingText } from '../setting-text.ts'
import { UsageProblem } from '../usage-problem.ts'

/** `setting set NAME VALUE` */
export const settingSet = (command: Command): Command =>
  command
    .description('change a setting; in force from the next request of every node')
    .argument('<name>', settingNames.join(', '))
    .argument('<value>', 'its new value; an empty one ("") unsets it where that is possible')
    .action(
      inWorld(async ({ world, caller }, name: string, value: string) => {
        if (!isSettingName(name)) throw new UsageProblem(`There is no setting ${name}: see setting list`)
        await changeSettings(world, caller, { [name]: value })
        await world.cache.refresh()
        const now = (await settingsOf(world))[name]
        return { lines: [`${name} is now ${settingText(now) || 'unset'}`], json: { [name]: now } }
      }),
    )
