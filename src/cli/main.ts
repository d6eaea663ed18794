import { runCommandLine } from './run.ts'
import { processShell } from './shell.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), processShell)
