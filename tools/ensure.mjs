// Brings node_modules in line with the lockfile. Plain JavaScript for any old Node: it runs before ours is installed.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')

function changedAt(file) {
  try {
    return statSync(path.join(root, file)).mtimeMs
  } catch {
    return 0
  }
}

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  console.error('Installing dependencies (npm ci) …')
  // Started by npm, we use that same npm; by hand, the one in PATH.
  const npm = /npm-cli\.js$/.test(process.env.npm_execpath || '') && process.env.npm_execpath
  const options = { cwd: root, stdio: ['ignore', 2, 2] }
  const run = npm
    ? spawnSync(process.execPath, [npm, 'ci', '--loglevel=error'], options)
    : spawnSync('npm', ['ci', '--loglevel=error'], { ...options, shell: process.platform === 'win32' })
  if (run.error) console.error(String(run.error))
  process.exit(run.status === null ? 1 : run.status)
}
