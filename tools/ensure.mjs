// Brings node_modules in line with the lockfile. Plain JavaScript for any old Node: it runs before ours is installed.
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
    // npm ci empties the folder first, through the link: it would take the packages of another checkout away.
    const isThere = existsSync(path.join(root, 'node_modules'))
    console.error(
      isThere
        ? 'node_modules is a link and older than package-lock.json: it is used as it is. To have packages of its own installed here, remove the link.'
        : 'node_modules is a link that leads nowhere: remove it, and packages are installed here.',
    )
    process.exit(isThere ? 0 : 1)
  }
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
