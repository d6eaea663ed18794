import { CommanderError } from 'commander'
import type { CliIo } from './context/cli-io.ts'
import { exitCode, toExit } from './context/exit-codes.ts'
import { createProgram } from './program.ts'

/** Runs a command line and returns its exit code. */
export async function runCommandLine(args: readonly string[], io: CliIo): Promise<number> {
  try {
    await createProgram(io).parseAsync(expandHelp(args), { from: 'user' })
    return exitCode.done
  } catch (problem) {
    // Commander has already printed help and usage.
    if (problem instanceof CommanderError) return problem.exitCode === 0 ? exitCode.done : exitCode.usage
    const { code, message, hasOutput } = toExit(problem)
    io.error(`${message}\n`)
    if (args.includes('--json') && !hasOutput) io.out(`${JSON.stringify({ error: { code, message } }, null, 2)}\n`)
    return code
  }
}

/** Commander accepts one word after `help`; commands such as `user create` have several. */
const expandHelp = ([first, ...path]: readonly string[]): string[] =>
  first === 'help' && path.length > 1 ? [...path, '--help'] : first === undefined ? [] : [first, ...path]
