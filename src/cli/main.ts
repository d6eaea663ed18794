import { processIo } from './context/cli-io.ts'
import { runCommandLine } from './run.ts'

// A reader like `head` closes the pipe when it has enough.
process.stdout.on('error', (problem: NodeJS.ErrnoException) => {
  if (problem.code !== 'EPIPE') throw problem
  process.exit()
})
process.exitCode = await runCommandLine(process.argv.slice(2), processIo)
