#!/usr/bin/env node
// The command `tulipwood`. Plain JavaScript for any Node version: it starts the pinned Node if this one is too old.
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import module from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const load = (file) => import(pathToFileURL(path.join(root, file)).href)
const isRecent = (version) => Number.parseInt(version, 10) >= 24

// A checkout installs its packages if they are out of date; a published package has no tools and needs nothing.
const isCheckout = existsSync(path.join(root, 'tools', 'ensure.mjs'))
if (isCheckout) await load('tools/ensure.mjs')

// Compiled once, code is not compiled again. Not in the temporary directory, which other users may write to.
const cache = process.env.NODE_COMPILE_CACHE || getCacheDirectory()
const main = path.join(root, await chooseProgram())

if (isRecent(process.versions.node)) {
  process.argv[1] = main
  if (module.enableCompileCache) module.enableCompileCache(cache)
  await import(pathToFileURL(main).href)
} else {
  runPinnedNode()
}

/** The bundle starts in a quarter of the time of the sources; in a checkout these may be newer. */
async function chooseProgram() {
  const bundle = 'dist/cli.mjs'
  if (!isCheckout) return bundle
  const { isOutOfDate, serverSources } = await load('tools/build-output.mjs')
  return isOutOfDate(bundle, serverSources) ? 'src/cli/main.ts' : bundle
}

function getCacheDirectory() {
  const modules = path.join(root, 'node_modules')
  try {
    accessSync(modules, constants.W_OK)
    return path.join(modules, '.cache', 'compiled')
  } catch {
    return path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'tulipwood')
  }
}

/** Returns the path of the Node that comes with the package, if its platform has one. */
function findPinnedNode() {
  const name = process.platform === 'win32' ? 'win' : process.platform
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const prefix of ['node', 'node-bin']) {
    try {
      const manifest = `${prefix}-${name}-${process.arch}/package.json`
      return path.join(path.dirname(module.createRequire(import.meta.url).resolve(manifest)), 'bin', file)
    } catch {
      // Not installed under this name.
    }
  }
  return undefined
}

function runPinnedNode() {
  const node = findPinnedNode()
  if (node === undefined) fail(`Node.js 24 or newer is needed, this is ${process.versions.node}`)
  const child = spawn(node, [main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends Ctrl-C to both processes: passed on, the child would receive it twice.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  child.on('error', (error) => fail(String(error)))
  child.on('exit', (code, signal) => process.exit(code === null ? 128 + (os.constants.signals[signal] || 0) : code))
}

function fail(message) {
  console.error(`tulipwood: ${message}`)
  process.exit(1)
}
