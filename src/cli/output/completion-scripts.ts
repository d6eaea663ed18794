import type { Command } from 'commander'

interface CompletedCommand {
  /** Words that lead to the command, such as `user create`; empty for the program. */
  readonly path: string
  readonly subcommands: readonly { readonly name: string; readonly description: string }[]
  /** Own options, and those of the program. */
  readonly options: readonly { readonly name: string; readonly description: string }[]
}

/** Scripts that complete the names of commands and options; values are completed as file names. */
export const completionScripts = { bash: writeBash, zsh: writeZsh, fish: writeFish } as const

function listCommands(root: Command): CompletedCommand[] {
  const visit = (command: Command, path: string): CompletedCommand[] => [
    {
      path,
      subcommands: command.commands.map((each) => ({ name: each.name(), description: each.description() })),
      options: [...new Set([...command.options, ...root.options])].flatMap(({ long, description }) =>
        long ? [{ name: long, description }] : [],
      ),
    },
    ...command.commands.flatMap((each) => visit(each, `${path} ${each.name()}`.trim())),
  ]
  return visit(root, '')
}

/** Branches of a `case` that extends the path by a word that is a command. */
const pathPattern = (commands: readonly CompletedCommand[]): string =>
  commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => `"${path}"`)
    .join('|')

const wordBranches = (commands: readonly CompletedCommand[]): string =>
  commands
    .map(({ path, subcommands, options }) => {
      const words = [...subcommands, ...options, { name: '--help' }].map(({ name }) => name)
      return `    "${path}") candidates="${words.join(' ')}" ;;`
    })
    .join('\n')

function writeBash(root: Command): string {
  const commands = listCommands(root)
  return `_tulipwood() {
  local current=\${COMP_WORDS[COMP_CWORD]} path="" word candidates=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${pathPattern(commands)}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${wordBranches(commands)}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o default -F _tulipwood tulipwood`
}

function writeZsh(root: Command): string {
  const commands = listCommands(root)
  return `#compdef tulipwood
_tulipwood() {
  local place="" word candidates=""
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${place:+$place }$word" in
      ${pathPattern(commands)}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${wordBranches(commands)}
  esac
  compadd -- \${=candidates} || _files
}
compdef _tulipwood tulipwood`
}

function writeFish(root: Command): string {
  const commands = listCommands(root)
  const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = commands.flatMap(({ path, subcommands, options }) => {
    const start = `complete -c tulipwood -n ${quote(`__tulipwood_at ${path}`.trim())}`
    return [
      ...subcommands.map(({ name, description }) => `${start} -f -a ${name} -d ${quote(description)}`),
      ...options.map(({ name, description }) => `${start} -l ${name.slice(2)} -d ${quote(description)}`),
    ]
  })
  return `function __tulipwood_at
  set -l place
  for word in (commandline -opc)[2..-1]
    if contains -- (string join ' ' $place $word) ${commands
      .filter(({ path }) => path !== '')
      .map(({ path }) => quote(path))
      .join(' ')}
      set place $place $word
    end
  end
  test "$place" = "$argv"
end
${lines.join('\n')}`
}
