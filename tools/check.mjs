// All that can be said of the sources without running them: `npm run check`. They run side by side.
import { spawn } from 'node:child_process'
import process from 'node:process'

const onTerminal = process.stderr.isTTY === true
/** Only what has changed since the last check is checked again: a second check takes a tenth of the time. */
const incremental = (name) => ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/${name}.tsbuildinfo`]
const checks = [
  {
    name: 'format and lint',
    file: 'node_modules/@biomejs/biome/bin/biome',
    args: ['ci', '--error-on-warnings', `--colors=${onTerminal ? 'force' : 'off'}`],
  },
  {
    name: 'types',
    file: 'node_modules/typescript-native/bin/tsc',
    args: ['--pretty', String(onTerminal), ...incremental('server')],
  },
  {
    name: 'types of the pages',
    file: 'node_modules/typescript-native/bin/tsc',
    args: ['--project', 'web', '--pretty', String(onTerminal), ...incremental('pages')],
  },
  { name: 'boundaries', file: 'tools/check-boundaries.mjs', args: [] },
  { name: 'unused code', file: 'node_modules/knip/bin/knip.js', args: ['--cache'] },
  { name: 'words', file: 'tools/check-words.mjs', args: [] },
]

const run = ({ file, args }) =>
  new Promise((resolve) => {
    const started = performance.now()
    const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    const said = []
    child.stdout.on('data', (chunk) => said.push(chunk))
    child.stderr.on('data', (chunk) => said.push(chunk))
    child.on('close', (code) =>
      resolve({ ok: code === 0, said: Buffer.concat(said).toString().trim(), ms: performance.now() - started }),
    )
  })

const results = await Promise.all(checks.map(run))
for (const [i, { ok, said, ms }] of results.entries()) {
  if (!ok) console.error(said)
  const note = ok && ['boundaries', 'words'].includes(checks[i].name) ? `: ${said}` : ''
  console.log(`${ok ? '✓' : '✗'} ${checks[i].name} (${(ms / 1000).toFixed(1)} s)${note}`)
}
process.exitCode = results.every((result) => result.ok) ? 0 : 1
