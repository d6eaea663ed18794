import { serve } from './app/serve.ts'
import { ConfigProblem, readConfig } from './kit/config.ts'

try {
  await serve(readConfig(process.env))
} catch (problem) {
  if (!(problem instanceof ConfigProblem)) throw problem
  process.stderr.write(`${problem.message}\n`)
  process.exitCode = 2
}
