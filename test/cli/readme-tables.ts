import type { Command } from 'commander'
import { processIo } from '../../src/cli/context/cli-io.ts'
import { createProgram } from '../../src/cli/program.ts'
import { environment } from '../../src/kit/system/config.ts'
import { defaultSettings, settingMeanings, settingNames } from '../../src/site/model/settings.ts'

/** The tables of docs/configuration.md and docs/command-line.md, generated from the code. */
export const tables: Readonly<Record<string, readonly string[]>> = {
  environment: Object.entries(environment).map(([name, [initial, meaning]]) => row(code(name), code(initial), meaning)),
  settings: settingNames.map((name) => row(code(name), code(`${defaultSettings[name] ?? ''}`), settingMeanings[name])),
  commands: leaves(createProgram(processIo)).map((command) => row(usage(command), command.description())),
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll('|  |', '| |')
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
}

/** `key create --user <login> [--scope <scope...>]`, as in the help text. */
function usage(command: Command): string {
  const names = [command.name()]
  for (let above = command.parent; above?.parent; above = above.parent) names.unshift(above.name())
  const args = command.registeredArguments.map((argument) => `<${argument.name()}>`)
  const options = command.options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`))
  return code([...names, ...args, ...options].join(' '))
}
