// Builds the pages into web/dist when their sources are newer than what is there.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { isOutOfDate, replaceFolder, root } from './built.mjs'

/** What the pages are made of; types of representations leave nothing behind in them. */
const sources = ['web/src', 'web/index.html', 'web/vite.config.ts', 'src/queries/language', 'package-lock.json']

if (process.argv.includes('--always') || isOutOfDate('web/dist/pages.json', sources)) {
  console.error('Building the pages …')
  await replaceFolder('web/dist', build)
}

function build(folder) {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const run = spawnSync(process.execPath, [vite, 'build', '--configLoader', 'native', '--logLevel', 'warn'], {
    cwd: path.join(root, 'web'),
    stdio: ['ignore', 2, 2],
    // It takes seconds; whoever waits is told rather than kept.
    timeout: 300_000,
    // Whoever builds, tests too: libraries know that they are used, not worked on.
    env: { ...process.env, NODE_ENV: 'production', TULIPWOOD_PAGES_OUT: folder },
  })
  if (run.error) console.error(String(run.error))
  if (run.status !== 0) process.exitCode = run.status ?? 1
  if (run.status !== 0) throw new Error('The pages could not be built')
}
