// Installs each artefact of `npm run release` like a new user, in an empty directory, and uses it: sign in, create a
// project, run the command line, stop. As root it runs everything as another user. `npm run drill:release`, or
// `-- --only tarball,binary --from DIRECTORY` for artefacts that exist.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { root } from './build-output.mjs'
import { installContainer } from './release/try-container.mjs'
import { installDebianPackage } from './release/try-debian-package.mjs'
import { installNpmPackage } from './release/try-npm-package.mjs'

const { values } = parseArgs({ options: { only: { type: 'string' }, from: { type: 'string' } } })
const trials = {
  tarball: installTarball,
  npm: installNpmPackage,
  binary: installBinary,
  deb: installDebianPackage,
  container: installContainer,
}
const chosenTrials = values.only?.split(',') ?? Object.keys(trials)

/** What programs for containers do: processes are visible, the root directory is that of the image. */
const enterContainer = 'mount --bind /proc "$0/proc" && user=$1 && shift && exec chroot --userspec="$user" "$0" "$@"'

/** An account that owns nothing. */
const stranger = { uid: 65534, gid: 65534 }
const isRoot = process.getuid?.() === 0
const home = mkdtempSync(path.join(tmpdir(), 'tulipwood-release-'))
chmodSync(home, 0o755)
const artefacts = path.resolve(values.from ?? path.join(home, 'release'))
let failures = 0
try {
  if (values.from === undefined) {
    const parts = new Set(chosenTrials.flatMap((each) => (each === 'container' ? ['tarball', 'deploy'] : [each])))
    runSync(process.execPath, ['tools/release.mjs', '--to', artefacts, '--only', [...parts, 'sbom'].join(',')], {
      cwd: root,
    })
  }
  runSync('sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], { cwd: artefacts })
  for (const each of chosenTrials) await tryArtefact(each, trials[each])
} finally {
  rmSync(home, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1

async function tryArtefact(name, install) {
  const started = performance.now()
  const folder = path.join(home, name)
  mkdirSync(folder)
  try {
    const installed = await install({ folder, findArtefact, runSync, createPath })
    if (installed === undefined) {
      console.log(`- ${name}: not tried, this machine lacks what it needs`)
      return
    }
    const steps = await useInstallation(folder, installed)
    console.log(`✓ ${name} (${((performance.now() - started) / 1000).toFixed(1)} s): ${steps.join(', ')}`)
  } catch (problem) {
    failures += 1
    console.log(`✗ ${name}: ${problem.stack}`)
  }
}

function installTarball({ folder }) {
  runSync('tar', ['-xzf', findArtefact(/-linux-x64\.tar\.gz$|-(linux|darwin)-\w+\.tar\.gz$/), '-C', folder])
  const [directory] = readdirSync(folder)
  runSync('chmod', ['-R', 'a-w', folder])
  return { command: [path.join(folder, directory, 'bin/tulipwood')] }
}

function installBinary({ folder }) {
  const file = path.join(folder, 'tulipwood')
  runSync('cp', [findArtefact(/-(linux|darwin)-\w+$/), file])
  return { command: [file] }
}

function findArtefact(pattern) {
  const name = readdirSync(artefacts).find((each) => pattern.test(each))
  if (name === undefined) throw new Error(`There is no artefact like ${pattern} in ${artefacts}`)
  return path.join(artefacts, name)
}

/** A directory of programs for PATH, so that no other Node.js can be found. */
function createPath(folder, programs = ['sh', 'env', 'dirname', 'readlink', 'id', 'uname', 'sed']) {
  const directory = path.join(folder, 'path')
  mkdirSync(directory)
  for (const program of programs) {
    const file = process.env.PATH.split(':')
      .map((each) => path.join(each, program))
      .find((each) => existsSync(each))
    if (file !== undefined) runSync('ln', ['-s', file, path.join(directory, program)])
  }
  return directory
}

/** Uses an installation; returns what was done. Paths are as the command sees them. */
async function useInstallation(folder, { command, root: newRoot, env: more = {} }) {
  const [program, ...first] = command
  const data = newRoot === undefined ? path.join(folder, 'home', 'data') : '/data'
  const owned = newRoot === undefined ? path.join(folder, 'home') : path.join(newRoot, 'data')
  runSync('chmod', ['u+w', folder])
  mkdirSync(owned, { recursive: true })
  if (isRoot) chownSync(owned, stranger.uid, stranger.gid)
  const env = {
    ...(newRoot === undefined ? { PATH: createPath(folder), HOME: owned } : { PATH: process.env.PATH }),
    TULIPWOOD_DATA: data,
    TULIPWOOD_PORT: '0',
    TULIPWOOD_LOG: 'error',
    ...more,
  }
  const ids = [`--reuid=${stranger.uid}`, `--regid=${stranger.gid}`, '--clear-groups']
  const wrapper =
    newRoot !== undefined
      ? ['unshare', '--mount', 'sh', '-c', enterContainer, newRoot, `${stranger.uid}:${stranger.gid}`]
      : isRoot
        ? ['setpriv', ...ids, '--no-new-privs']
        : []
  const [executable, ...args] = [...wrapper, program, ...first]
  const options = { env: { ...env }, cwd: newRoot === undefined ? owned : '/' }
  // The wrapper itself is found in the PATH of this process.
  const file = path.isAbsolute(executable) ? executable : which(executable)
  const run = (words, input = '') => runSync(file, [...args, ...words], { ...options, input })

  const version = run(['--version'])
  if (!/^\d+\.\d+\.\d+ \(commit [0-9a-f]{40}(-dirty)?\)\n$/.test(version)) throw new Error(`Version: ${version}`)

  const server = spawn(file, [...args, 'serve'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(server, 'exit')
  try {
    const setup = new URL(await readSetupUrl(server))
    const call = createClient(setup.origin)
    const account = { username: 'admin', password: 'wind from the west' }
    await call('POST', '/api/setup', { code: setup.searchParams.get('code'), ...account })
    const token = await call('POST', '/api/tokens', account)
    const headers = { 'x-auth-token': token.token, 'x-auth-userid': token.user_id }
    const input = { shortname: 'first', label: 'First', is_public: true, xml_template_name: 'issues' }
    const template = { ...input, description: '', categories: [], fields: [] }
    const project = await call('POST', '/api/projects', template, headers)
    const trackers = await call('GET', `/api/projects/${project.id}/trackers`, undefined, headers)
    if (trackers.length === 0) throw new Error('The new project has no trackers')
    const { product_commit: commit } = await call('GET', '/api/version')
    if (!version.includes(commit)) throw new Error(`The server was built from ${commit}, the command line: ${version}`)
    for (const page of [
      '/',
      '/api/explorer/',
      '/api/explorer/static/swagger-ui-bundle.js',
      '/api/explorer/openapi.json',
    ])
      await call('GET', page)
    run(['demo'])
    const users = JSON.parse(run(['user', 'list', '--json'])).users.map(({ login }) => login)
    if (!users.includes('june')) throw new Error(`Users: ${users}`)
    run(['doctor'])
  } finally {
    server.kill('SIGTERM')
  }
  const [code] = await exited
  if (code !== 0) throw new Error(`The server ended with ${code}`)
  return ['version', 'setup', 'sign-in', 'project', 'pages', 'explorer', 'sample project', 'users', 'doctor', 'stop']
}

async function readSetupUrl(server) {
  for await (const line of createInterface({ input: server.stdout })) {
    const setupUrl = /Set it up +(\S+)/.exec(line)?.[1]
    if (setupUrl !== undefined) {
      server.stdout.resume()
      return setupUrl
    }
  }
  throw new Error('The server printed no URL of the setup page')
}

function createClient(origin) {
  return (method, url, body, headers) => callApi(origin, method, url, body, headers)
}

async function callApi(origin, method, url, body, headers = {}) {
  const content = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(origin + url, {
    method,
    headers: { ...content, ...headers, origin },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 500)}`)
  return /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text
}

function which(program) {
  return (
    process.env.PATH.split(':')
      .map((each) => path.join(each, program))
      .find((each) => existsSync(each)) ?? program
  )
}

function runSync(program, args, options = {}) {
  const result = spawnSync(program, args, { encoding: 'utf8', ...options })
  if (result.status !== 0) {
    const why = result.error ?? `${result.stdout}${result.stderr}`
    throw new Error(`${[program, ...args].join(' ')} failed: ${why}`)
  }
  return result.stdout
}
