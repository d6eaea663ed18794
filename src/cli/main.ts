import { CommanderError } from 'commander'
import { endingOf, exitCode } from './exit-codes.ts'
import { program } from './program.ts'

const isJson = process.argv.includes('--json')

try {
  await program().parseAsync(process.argv)
} catch (problem) {
  // Help and usage were printed where they arose.
  if (problem instanceof CommanderError) process.exitCode = problem.exitCode === 0 ? exitCode.done : exitCode.usage
  else {
    const { code, message } = endingOf(problem)
    process.stderr.write(`${message}\n`)
    if (isJson) process.stdout.write(`${JSON.stringify({ error: { code, message } }, null, 2)}\n`)
    process.exitCode = code
  }
}
