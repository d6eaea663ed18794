import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// What was compiled once is not compiled again: a start takes two thirds of the time. Next to the code, not in the
// temporary directory, which others may write to.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
const { serve } = await import('./app/start/serve.ts')
const { toExit } = await import('./cli/context/exit-codes.ts')
const { ConfigError, readConfig } = await import('./kit/system/config.ts')

try {
  if (process.argv.length > 2) {
    throw new ConfigError('The server takes no arguments: `tulipwood serve --help` lists its options.')
  }
  await serve(readConfig(process.env))
} catch (problem) {
  const { code, message } = toExit(problem)
  process.stderr.write(`${message}\n`)
  // Connections to a database may still be open, and nothing else closes them.
  process.exit(code)
}
