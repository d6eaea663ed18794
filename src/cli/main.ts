import { run } from './run.ts'
import { processShell } from './shell.ts'

process.exitCode = await run(process.argv.slice(2), processShell)
