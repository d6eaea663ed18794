#!/usr/bin/env node
// The command `tulipwood`. Plain JavaScript for any old Node: it hands over to the Node that came with the lockfile.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const enough = (version) => Number.parseInt(version, 10) >= 24

const main = ['src/cli/main.ts', 'dist/cli.js'].map((file) => path.join(root, file)).find((file) => existsSync(file))

if (!main) fail('There is no src/cli/main.ts beside this command')

// A checkout brings itself up to date; a published package has no tools and needs nothing.
const ensure = path.join(root, 'tools', 'ensure.mjs')
if (existsSync(ensure)) {
  const { status } = spawnSync(process.execPath, [ensure], { stdio: ['ignore', 2, 2] })
  if (status !== 0) fail('The dependencies could not be installed')
}

if (enough(process.versions.node)) {
  process.argv[1] = main
  // What was compiled once is not compiled again. Not in the temporary directory, which others may write to.
  module.enableCompileCache(path.join(root, 'node_modules', '.cache', 'compiled'))
  await import(pathToFileURL(main).href)
} else {
  handOver()
}

function handOver() {
  const node = path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (!existsSync(node)) fail(`Node.js 24 or newer is needed, this is ${process.versions.node}`)
  const child = spawn(node, [main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends Ctrl-C to both of us: passed on, it would come twice.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  child.on('error', (error) => fail(String(error)))
  child.on('exit', (code, signal) => process.exit(code === null ? 128 + (os.constants.signals[signal] || 0) : code))
}

function fail(message) {
  console.error(`tulipwood: ${message}`)
  process.exit(1)
}
