// Updates node_modules to the lockfile. Plain JavaScript for any Node version: it runs before the pinned Node is
// installed.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, statSync } from 'node:fs'
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

function isLink(file) {
  try {
    return lstatSync(path.join(root, file)).isSymbolicLink()
  } catch {
    return false
  }
}

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  if (isLink('node_modules')) {
    // npm ci empties the directory first, through the link: this would remove the packages of another checkout.
    const exists = existsSync(path.join(root, 'node_modules'))
    console.error(
      exists
        ? 'node_modules is a link and older than package-lock.json: it is used unchanged. Remove the link to install packages here.'
        : 'node_modules is a broken link. Remove it to install packages here.',
    )
    if (!exists) process.exit(1)
  } else install()
}

function install() {
  console.error('Installing dependencies (npm ci) …')
  // Uses the npm that runs this script; without one, the npm in PATH.
  const npm = /npm-cli\.js$/.test(process.env.npm_execpath || '') && process.env.npm_execpath
  const options = { cwd: root, stdio: ['ignore', 2, 2] }
  const run = npm
    ? spawnSync(process.execPath, [npm, 'ci', '--loglevel=error'], options)
    : spawnSync('npm', ['ci', '--loglevel=error'], { ...options, shell: process.platform === 'win32' })
  if (run.error) console.error(String(run.error))
  if (run.status !== 0) process.exit(run.status === null ? 1 : run.status)
}
