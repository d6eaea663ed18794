// The parts of a small cluster on loopback: etcd, two PostgreSQL servers under Patroni with synchronous replication,
// HAProxy in front of them and of two nodes, and PgBouncer. Nothing runs as root except the nodes, if the drill does.
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import manifest from '../../package.json' with { type: 'json' }

const root = path.resolve(import.meta.dirname, '../..')
const startFlags = manifest.scripts.start.match(/--\S+/g) ?? []
const packages =
  'patroni python3-etcd python3-psycopg2 etcd-server etcd-client haproxy pgbouncer postgresql postgresql-common'
const searchPath = '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin'

/** Time after which the cluster elects a new primary when the old one is silent. */
export const ttlSeconds = 10
/** Time between the signal to stop and the close of the listener of a node. */
const shutdownDelaySeconds = 2

type PrimaryName = 'pg1' | 'pg2'
export type NodeName = 'n1' | 'n2'

export interface Cluster {
  /** Of the load balancer. */
  readonly url: string
  readonly key: string
  /** Sends SIGTERM and waits for the end. */
  stopNode(name: NodeName): Promise<void>
  killNode(name: NodeName): Promise<void>
  /** Stops the process of a node without ending it; the result lets it run again. */
  pauseNode(name: NodeName): () => void
  /** Starts a node of this build and waits until the balancer uses it. */
  startNode(name: NodeName): Promise<void>
  /** Ends the primary like a power failure, with the program that supervises it. */
  killPrimaryHost(): Promise<PrimaryName>
  /** Ends only the database server of the primary. */
  killPrimaryServer(): Promise<PrimaryName>
  /** Starts a host, if it does not run, and waits for synchronous replication. */
  restoreHost(name: PrimaryName): Promise<void>
  remove(): Promise<void>
}

export interface ClusterOptions {
  /** Whether the nodes use PgBouncer in transaction mode. */
  readonly pooling: boolean
  /** Directory of a built checkout of the previous version, with which the cluster starts; undefined: this build. */
  readonly previous?: string | undefined
}

/** Finds the directory of the PostgreSQL programs; installs the packages if it may. */
export function findPrograms(): string {
  const missing = findMissingPrograms()
  if (missing.length > 0) {
    if (process.getuid?.() !== 0)
      throw new Error(`Not installed: ${missing.join(', ')}. Install them: apt-get install ${packages}`)
    // Run level 1: no package may start a service. Where a policy does not prevent it, the drill uses other ports.
    execFileSync('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', ...packages.split(' ')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' },
    })
    const stillMissing = findMissingPrograms()
    if (stillMissing.length > 0) throw new Error(`Not installed: ${stillMissing.join(', ')}`)
  }
  return findPostgres() ?? ''
}

/** Returns the names of programs that are not installed. */
export function findMissingPrograms(): string[] {
  const isInstalled = (program: string): boolean =>
    searchPath.split(':').some((directory) => existsSync(path.join(directory, program)))
  const missing = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'setpriv'].filter((program) => !isInstalled(program))
  return findPostgres() === undefined ? [...missing, 'postgresql'] : missing
}

function findPostgres(): string | undefined {
  const parent = '/usr/lib/postgresql'
  const versions = existsSync(parent) ? readdirSync(parent).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => path.join(parent, version, 'bin')).find((bin) => existsSync(`${bin}/postgres`))
}

/** Starts everything and creates the sample project. */
export async function startCluster(postgresBin: string, { pooling, previous }: ClusterOptions): Promise<Cluster> {
  const home = await mkdtemp(path.join(findOpenDirectory(), 'tulipwood-cluster-'))
  chmodSync(home, 0o755)
  for (const name of ['run', 'logs', 'etcd', 'pg1', 'pg2']) mkdirSync(path.join(home, name))
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['-R', 'postgres:postgres', home])
  const asUser = isRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--inh-caps=-all']
    : ['env']
  const partEnvironment = { HOME: home, PATH: `${postgresBin}:${searchPath}`, LANG: 'C.UTF-8' }
  const running = new Map<string, ChildProcess>()

  function start(name: string, command: readonly string[], options: SpawnOptions): void {
    const log = openSync(path.join(home, 'logs', `${name}.log`), 'a')
    const [program = '', ...parameters] = command
    running.set(name, spawn(program, parameters, { ...options, stdio: ['ignore', log, log] }))
    closeSync(log)
  }
  const startPart = (name: string, ...command: string[]): void =>
    start(name, [...asUser, ...command], { env: partEnvironment, cwd: home })

  async function end(name: string, signal: NodeJS.Signals): Promise<void> {
    const child = running.get(name)
    running.delete(name)
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  async function waitFor(what: string, isReady: () => Promise<boolean>, seconds = 90): Promise<void> {
    const until = performance.now() + seconds * 1000
    while (!(await isReady().catch(() => false))) {
      if (performance.now() > until) throw new Error(`${what}: not ready after ${seconds} s; see ${home}/logs`)
      await sleep(100)
    }
  }
  const isOk = async (url: string): Promise<boolean> => (await fetch(url)).status === 200

  const names = ['etcd', 'peer', 'pg1', 'pg2', 'rest1', 'rest2', 'primary', 'pgbouncer', 'web', 'n1', 'n2'] as const
  const ports = {} as Record<(typeof names)[number], number>
  for (const name of names) ports[name] = await findLowPort()
  const rest = (name: PrimaryName): string => `http://127.0.0.1:${ports[name === 'pg1' ? 'rest1' : 'rest2']}`

  async function startHost(name: PrimaryName): Promise<void> {
    startPart(name, 'patroni', path.join(home, `${name}.yml`))
  }
  const hasSynchronousStandby = async (): Promise<boolean> =>
    (
      await Promise.all((['pg1', 'pg2'] as const).map((name) => isOk(`${rest(name)}/synchronous`).catch(() => false)))
    ).some(Boolean)

  async function findPrimary(): Promise<PrimaryName> {
    for (const name of ['pg1', 'pg2'] as const) if (await isOk(`${rest(name)}/primary`).catch(() => false)) return name
    throw new Error('There is no primary')
  }

  async function killServer(name: PrimaryName): Promise<void> {
    const pid = Number((await readFile(path.join(home, name, 'data/postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGKILL')
  }

  const nodeEnvironment = {
    ...process.env,
    MALLOC_ARENA_MAX: '2',
    TULIPWOOD_DATA: path.join(home, 'data'),
    TULIPWOOD_SUBVERSION: 'no',
    TULIPWOOD_ADMIN_PASSWORD: 'correct horse battery',
    TULIPWOOD_TRUSTED_PROXIES: '127.0.0.1',
    TULIPWOOD_SECRET_KEY: '00112233445566778899aabbccddeeff'.repeat(2),
    TULIPWOOD_PUBLIC_URL: `http://127.0.0.1:${ports.web}`,
    TULIPWOOD_SHUTDOWN_DELAY: `${shutdownDelaySeconds}`,
    TULIPWOOD_LOG: 'warn',
    DATABASE_URL: `postgres://tulipwood:twpw@127.0.0.1:${pooling ? ports.pgbouncer : ports.primary}/tulipwood`,
    ...(pooling ? { TULIPWOOD_DATABASE_POOLING: 'transaction' } : {}),
  }
  const firstBuild = previous === undefined ? root : path.resolve(previous)
  const runCli = (...parameters: string[]): string =>
    execFileSync(process.execPath, ['src/cli/main.ts', ...parameters], {
      cwd: firstBuild,
      env: { ...nodeEnvironment, TULIPWOOD_DATABASE_WAIT: '60' },
      encoding: 'utf8',
    }).trim()

  async function startNode(name: NodeName, build = root): Promise<void> {
    start(name, [process.execPath, ...startFlags, 'dist/server.mjs'], {
      cwd: build,
      env: { ...nodeEnvironment, TULIPWOOD_PORT: `${ports[name]}` },
    })
    const child = running.get(name)
    const isDone = async (): Promise<boolean> =>
      child?.exitCode !== null || (await isOk(`http://127.0.0.1:${ports[name]}/health`))
    await waitFor(name, isDone, 240)
    if (child?.exitCode !== null) {
      const log = await readFile(path.join(home, 'logs', `${name}.log`), 'utf8')
      throw new Error(`${name} ended with ${child?.exitCode}: ${log.slice(-2000)}`)
    }
    await waitFor(`${name} in the balancer`, async () => (await readBalancer(ports.web)).has(name))
  }

  async function remove(): Promise<void> {
    for (const name of ['n1', 'n2', 'haproxy', 'pgbouncer', 'pg1', 'pg2', 'etcd']) {
      await end(name, 'SIGKILL')
      if (name === 'pg1' || name === 'pg2') await killServer(name).catch(() => undefined)
    }
    // The last processes of PostgreSQL may still write.
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }

  try {
    for (const name of ['pg1', 'pg2'] as const)
      await writeFile(path.join(home, `${name}.yml`), patroniFile(name, home, ports, postgresBin))
    const script = path.join(home, 'post-init.sh')
    await writeFile(script, postInit, { mode: 0o755 })
    await writeFile(path.join(home, 'haproxy.cfg'), haproxyFile(ports))
    await writeFile(path.join(home, 'userlist.txt'), '"tulipwood" "twpw"\n', { mode: 0o644 })
    await writeFile(path.join(home, 'pgbouncer.ini'), pgbouncerFile(home, ports))
    const client = `http://127.0.0.1:${ports.etcd}`
    const peer = `http://127.0.0.1:${ports.peer}`
    startPart(
      'etcd',
      ...['etcd', '--name', 'e1', '--data-dir', path.join(home, 'etcd/data')],
      ...['--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peer],
      ...['--initial-advertise-peer-urls', peer, '--initial-cluster', `e1=${peer}`],
    )
    await waitFor('etcd', () => isOk(`${client}/health`))
    await startHost('pg1')
    await waitFor('the primary', () => isOk(`${rest('pg1')}/primary`))
    await startHost('pg2')
    await waitFor('the standby', () => isOk(`${rest('pg2')}/replica`))
    await waitFor('synchronous replication', hasSynchronousStandby)
    startPart('haproxy', 'haproxy', '-db', '-f', path.join(home, 'haproxy.cfg'))
    startPart('pgbouncer', 'pgbouncer', path.join(home, 'pgbouncer.ini'))
    await waitFor('the balancer', async () => (await readBalancer(ports.web)).has('pg1'))
    await sleep(500)
    runCli('demo')
    const key = runCli('key', 'create', '--user', 'admin', '--description', 'drill')
    await Promise.all([startNode('n1', firstBuild), startNode('n2', firstBuild)])
    return {
      url: `http://127.0.0.1:${ports.web}`,
      key,
      startNode: (name) => startNode(name),
      stopNode: (name) => end(name, 'SIGTERM'),
      killNode: (name) => end(name, 'SIGKILL'),
      pauseNode(name) {
        const node = running.get(name)
        node?.kill('SIGSTOP')
        return () => void node?.kill('SIGCONT')
      },
      async killPrimaryHost() {
        const name = await findPrimary()
        const server = killServer(name)
        await end(name, 'SIGKILL')
        await server
        return name
      },
      async killPrimaryServer() {
        const name = await findPrimary()
        await killServer(name)
        return name
      },
      async restoreHost(name) {
        if (!running.has(name)) await startHost(name)
        await waitFor(`${name} as standby`, () => isOk(`${rest(name)}/replica`), 120)
        await waitFor('synchronous replication', hasSynchronousStandby, 60)
      },
      remove,
    }
  } catch (problem) {
    for (const name of ['pg1', 'n1', 'haproxy', 'pgbouncer']) {
      const log = await readFile(path.join(home, 'logs', `${name}.log`), 'utf8').catch(() => '')
      process.stderr.write(`--- ${name}\n${log.slice(-1500)}\n`)
    }
    await remove()
    throw problem
  }
}

/** A free port that no outgoing connection gets while its server restarts. */
async function findLowPort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** A directory that another user can reach. */
function findOpenDirectory(): string {
  for (const directory of [tmpdir(), '/tmp', '/var/tmp']) {
    try {
      accessSync(directory, constants.W_OK)
      return directory
    } catch {
      // The next one.
    }
  }
  throw new Error('No temporary directory')
}

/** The names of the servers that the balancer uses. */
async function readBalancer(port: number): Promise<Set<string>> {
  const table = await (await fetch(`http://127.0.0.1:${port}/balancer;csv`)).text()
  const rows = table.split('\n').map((line) => line.split(','))
  const column = rows[0]?.indexOf('status') ?? -1
  return new Set(rows.filter((row) => row[column]?.startsWith('UP')).map((row) => row[1] ?? ''))
}

type Ports = Readonly<
  Record<'etcd' | 'pg1' | 'pg2' | 'rest1' | 'rest2' | 'primary' | 'pgbouncer' | 'web' | NodeName, number>
>

const patroniFile = (name: PrimaryName, home: string, ports: Ports, bin: string): string => `
scope: tw
name: ${name}
restapi: {listen: '127.0.0.1:${name === 'pg1' ? ports.rest1 : ports.rest2}', connect_address: '127.0.0.1:${name === 'pg1' ? ports.rest1 : ports.rest2}'}
etcd3: {hosts: '127.0.0.1:${ports.etcd}'}
bootstrap:
  dcs:
    ttl: ${ttlSeconds}
    loop_wait: 2
    retry_timeout: 3
    maximum_lag_on_failover: 1048576
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 100
        shared_buffers: 64MB
        wal_keep_size: 128MB
  initdb: [{encoding: UTF8}, data-checksums, {locale: C.UTF-8}]
  pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256']
  post_init: ${home}/post-init.sh
postgresql:
  listen: 127.0.0.1:${ports[name]}
  connect_address: 127.0.0.1:${ports[name]}
  data_dir: ${home}/${name}/data
  bin_dir: ${bin}
  pgpass: ${home}/${name}/pgpass
  basebackup: [{checkpoint: fast}]
  authentication:
    superuser: {username: postgres, password: superpw}
    replication: {username: replicator, password: replpw}
    rewind: {username: rewinder, password: rewindpw}
  parameters: {unix_socket_directories: '${home}/run'}
watchdog: {mode: 'off'}
`

const postInit = `#!/bin/sh
# $1: connection of the superuser
psql "$1" -v ON_ERROR_STOP=1 -c "create role tulipwood login password 'twpw'" -c "create database tulipwood owner tulipwood encoding 'UTF8' template template0"
`

const haproxyFile = (ports: Ports): string => `
global
  maxconn 500
defaults
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  retries 2
  option redispatch
  # The end of a client's connection is passed on, so that a node does not carry out a write that was abandoned.
  option abortonclose
listen pg_primary
  mode tcp
  bind 127.0.0.1:${ports.primary}
  option httpchk GET /primary
  http-check expect status 200
  # Patroni answers slowly on a busy machine.
  timeout check 5s
  default-server inter 1s fastinter 200ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
  server pg1 127.0.0.1:${ports.pg1} check port ${ports.rest1}
  server pg2 127.0.0.1:${ports.pg2} check port ${ports.rest2}
frontend web
  mode http
  bind 127.0.0.1:${ports.web}
  stats uri /balancer
  option forwardfor
  http-request set-header X-Forwarded-Proto http
  default_backend nodes
backend nodes
  mode http
  balance roundrobin
  option httpchk GET /health/ready
  http-check expect status 200
  # A request that no node received may go to the other one; one that a node received is repeated only if it is a read.
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET
  retries 3
  timeout connect 1s
  timeout check 5s
  default-server inter 500ms fastinter 200ms downinter 500ms fall 2 rise 1
  server n1 127.0.0.1:${ports.n1} check
  server n2 127.0.0.1:${ports.n2} check
`

const pgbouncerFile = (home: string, ports: Ports): string => `
[databases]
* = host=127.0.0.1 port=${ports.primary}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pgbouncer}
unix_socket_dir =
auth_type = plain
auth_file = ${home}/userlist.txt
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
server_login_retry = 1
`
