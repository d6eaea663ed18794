// A data directory with the sample project, and a server on it: for `npm run dev` and for screenshots.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root } from './build-output.mjs'

const command = path.join(root, 'bin/tulipwood.mjs')

/** Login and password of a member of the sample project; the administrator `admin` has the same password. */
export const sampleUser = { login: 'june', password: 'wind from the west' }

export const createEnvironment = (data, more = {}) => ({
  ...process.env,
  TULIPWOOD_DATA: data,
  TULIPWOOD_ADMIN_PASSWORD: sampleUser.password,
  ...more,
})

/** Imports the sample project into a new data directory; an existing one stays as it is. */
export function prepareSampleData(data) {
  if (existsSync(path.join(data, 'tulipwood.sqlite'))) return
  console.error('Importing the sample project …')
  runCommand(data, ['demo'])
  runCommand(data, ['user', 'password', sampleUser.login], `${sampleUser.password}\n`)
}

function runCommand(data, args, input = '') {
  const options = { cwd: root, env: createEnvironment(data), input, stdio: ['pipe', 'ignore', 'inherit'] }
  const { status } = spawnSync(process.execPath, [command, ...args], options)
  if (status !== 0) throw new Error(`tulipwood ${args.join(' ')} failed with exit code ${status}`)
}

/** Starts a server on a free port; resolves with its URL, and that of its set-up if it has no users, once it listens. */
export function startSampleServer(data, more = {}) {
  const env = createEnvironment(data, {
    TULIPWOOD_PORT: '0',
    TULIPWOOD_LOG: 'warn',
    TULIPWOOD_TIMEZONE: 'Europe/Paris',
    ...more,
  })
  const child = spawn(process.execPath, [command, 'serve', '--json'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
      if (!output.includes('\n')) return
      const { address, setup_address } = JSON.parse(output.split('\n')[0])
      resolve({ url: address, setupUrl: setup_address, stop: () => stop(child) })
    })
    child.once('exit', (code) => reject(new Error(`The server stopped with exit code ${code}`)))
  })
}

const stop = (child) =>
  new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill()
  })
