import type { Command } from 'commander'
import { isSettingName, settingNames } from '../../platform/model/settings.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { inWorld } from '../action.ts'
import { settingText } from '../setting-text.ts'
import { UsageProblem } from '../usage-problem.ts'

/** `setting get NAME`: prints the value alone. */
export const settingGet = (command: Command): Command =>
  command
    .description('print the value of one setting')
    .argument('<name>', settingNames.join(', '))
    .action(
      inWorld(async ({ world }, name: string) => {
        if (!isSettingName(name)) throw new UsageProblem(`There is no setting ${name}: see setting list`)
        const value = (await settingsOf(world))[name]
        return { lines: [settingText(value)], json: { [name]: value } }
      }),
    )
