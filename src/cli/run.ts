import { CommanderError } from 'commander'
import { endingOf, exitCode } from './exit-codes.ts'
import { program } from './program.ts'
import type { Shell } from './shell.ts'

/** Runs the command these arguments name; its exit code. */
export async function run(args: readonly string[], shell: Shell): Promise<number> {
  try {
    await program(shell).parseAsync(args, { from: 'user' })
    return exitCode.done
  } catch (problem) {
    // Help and usage were printed where they arose.
    if (problem instanceof CommanderError) return problem.exitCode === 0 ? exitCode.done : exitCode.usage
    const { code, message, isTold } = endingOf(problem)
    shell.error(`${message}\n`)
    if (args.includes('--json') && !isTold) shell.out(`${JSON.stringify({ error: { code, message } }, null, 2)}\n`)
    return code
  }
}
