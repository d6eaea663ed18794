// Runs all static checks concurrently: `npm run check`.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import process from 'node:process'

const onTerminal = process.stderr.isTTY === true
/** Checks only files that changed since the last check, which takes a tenth of the time. */
const incremental = (name) => ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/${name}.tsbuildinfo`]
/** Each of the compiler's threads infers the types that it needs again, so more threads than cores only cost time. */
const compilerThreads = String(Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))))
const compile = (name, ...args) => ({
  file: 'node_modules/typescript-native/bin/tsc',
  args: [...args, '--pretty', String(onTerminal), '--checkers', compilerThreads, ...incremental(name)],
  // The compiler's garbage collector takes a quarter of its time at the default of 100.
  env: { GOGC: '400' },
})
const checks = [
  {
    name: 'format and lint',
    file: 'node_modules/@biomejs/biome/bin/biome',
    args: ['ci', '--error-on-warnings', `--colors=${onTerminal ? 'force' : 'off'}`],
  },
  { name: 'types', ...compile('server') },
  { name: 'types of the pages', ...compile('pages', '--project', 'web') },
  { name: 'boundaries', file: 'tools/check-boundaries.mjs', args: [] },
  { name: 'unused code', file: 'node_modules/knip/bin/knip.js', args: ['--cache'] },
  { name: 'field types', file: 'tools/check-field-types.mjs', args: [] },
  { name: 'units', file: 'tools/check-units.mjs', args: [] },
  { name: 'permits', file: 'tools/check-permits.mjs', args: [] },
  { name: 'words', file: 'tools/check-words.mjs', args: [] },
]

const run = ({ file, args, env }) =>
  new Promise((resolve) => {
    const started = performance.now()
    const child = spawn(process.execPath, [file, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('close', (code) =>
      resolve({ ok: code === 0, output: Buffer.concat(chunks).toString().trim(), ms: performance.now() - started }),
    )
  })

const results = await Promise.all(checks.map(run))
for (const [i, { ok, output, ms }] of results.entries()) {
  if (!ok) console.error(output)
  const note =
    ok && ['boundaries', 'field types', 'units', 'permits', 'words'].includes(checks[i].name) ? `: ${output}` : ''
  console.log(`${ok ? '✓' : '✗'} ${checks[i].name} (${(ms / 1000).toFixed(1)} s)${note}`)
}
process.exitCode = results.every((result) => result.ok) ? 0 : 1
