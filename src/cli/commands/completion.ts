import type { Command } from 'commander'
import { parseChoice } from '../arguments/parse-choice.ts'
import { withoutDatabase } from '../context/command-context.ts'
import { completionScripts } from '../output/completion-scripts.ts'

/** `completion bash|zsh|fish` */
export const configureCompletion = (command: Command): Command =>
  command
    .description('print a script that completes commands and options, such as: source <(tulipwood completion bash)')
    .argument('<shell>', 'bash, zsh, fish')
    .action(
      withoutDatabase(async (_context, text: string, _options: object, self: Command) => {
        const shell = parseChoice('shell', ['bash', 'zsh', 'fish'], text)
        let root = self
        while (root.parent !== null) root = root.parent
        const script = completionScripts[shell](root)
        return { isResult: true, lines: [script], json: { shell, script } }
      }),
    )
