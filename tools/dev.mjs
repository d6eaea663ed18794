// `npm run dev`: the server with reload (node --watch) on the sample project, and the pages with hot reload (Vite).
// The data directory is data/dev; remove it to begin with fresh sample data.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root } from './build-output.mjs'
import { createEnvironment, prepareSampleData, sampleUser } from './sample-server.mjs'

const data = process.env.TULIPWOOD_DATA ?? path.join(root, 'data/dev')
const serverPort = process.env.TULIPWOOD_PORT ?? '8081'
const pagesPort = process.env.TULIPWOOD_DEV_PORT ?? '8080'
const publicUrl = `http://localhost:${pagesPort}`

mkdirSync(data, { recursive: true })
prepareSampleData(data)

const inspect = process.env.TULIPWOOD_INSPECT === undefined ? [] : [`--inspect=${process.env.TULIPWOOD_INSPECT}`]
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', ...inspect, 'src/server.ts'], {
    cwd: root,
    // The setting `public_url` stays free: the pages are at another port than the server.
    env: createEnvironment(data, { TULIPWOOD_PORT: serverPort, TULIPWOOD_PUBLIC_URL: publicUrl }),
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
  spawn(
    process.execPath,
    [
      path.join(root, 'node_modules/vite/bin/vite.js'),
      ...['--configLoader', 'native', '--port', pagesPort, '--strictPort', '--clearScreen', 'false'],
    ],
    {
      cwd: path.join(root, 'web'),
      env: { ...process.env, TULIPWOOD_DEV_SERVER: `http://127.0.0.1:${serverPort}` },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  ),
]
console.error(`Pages and API: ${publicUrl} (sign in as ${sampleUser.login} or admin: ${sampleUser.password})`)

let isStopping = false
function stop(code) {
  if (isStopping) return
  isStopping = true
  process.exitCode = code
  for (const child of children) child.kill()
}
for (const child of children) child.once('exit', (code) => stop(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop(0))
