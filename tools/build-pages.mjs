// Builds the pages into web/dist if their sources are newer.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { isOutOfDate, replaceDirectory, root } from './build-output.mjs'

/** Sources of the pages; types of representations leave no code in them. */
const sources = [
  'web/src',
  'web/index.html',
  'web/vite.config.ts',
  'src/accounts/model/avatar.ts',
  'src/queries/language',
  'package-lock.json',
]

if (process.argv.includes('--always') || isOutOfDate('web/dist/pages.json', sources)) {
  console.error('Building the pages …')
  await replaceDirectory('web/dist', build)
}

function build(directory) {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const run = spawnSync(process.execPath, [vite, 'build', '--configLoader', 'native', '--logLevel', 'warn'], {
    cwd: path.join(root, 'web'),
    stdio: ['ignore', 2, 2],
    // Reports a hanging build instead of waiting forever; a build takes seconds.
    timeout: 300_000,
    // Tests use this build as well: libraries run in production mode.
    env: { ...process.env, NODE_ENV: 'production', TULIPWOOD_PAGES_OUT: directory },
  })
  if (run.error) console.error(String(run.error))
  if (run.status !== 0) process.exitCode = run.status ?? 1
  if (run.status !== 0) throw new Error('Building the pages failed')
}
