// A real S3-compatible server for the whole test run: Ceph's gateway on a cluster of one node, in memory. A vitest
// global setup like the one of PostgreSQL; its programs come from the system (on Debian: radosgw, ceph-mon, ceph-osd).
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { findFreePort } from './free-port.ts'
import { reportSkipped } from './report-skipped.ts'

export interface ObjectStore {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** null if this machine has none; tests that need one are skipped. */
    objectStore: ObjectStore | null
  }
}

const programs = ['radosgw', 'radosgw-admin', 'ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd']

export default async function setup(project: TestProject): Promise<() => void | Promise<void>> {
  // 'required' in CI, where it is installed; 'no' for quick runs.
  const mode = process.env['TULIPWOOD_TEST_OBJECT_STORE']
  const missing = programs.filter((program) => !isInstalled(program))
  if (mode === 'no' || (missing.length > 0 && mode !== 'required')) {
    project.provide('objectStore', null)
    const reason =
      mode === 'no'
        ? 'TULIPWOOD_TEST_OBJECT_STORE=no'
        : `${missing.join(', ')}: not installed (apt-get install radosgw ceph-mon ceph-osd)`
    return reportSkipped(`tests of object storage: ${reason}`)
  }
  if (missing.length > 0) throw new Error(`Object storage tests require ${missing.join(', ')}`)
  const { store, stop } = await startObjectStore()
  project.provide('objectStore', store)
  return stop
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The S3 gateway process. */
export interface Gateway {
  /** Kills it; its port stays closed until `start`. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops the process, which keeps its port and connections: it accepts requests and never responds. */
  freeze(): Promise<void>
  thaw(): Promise<void>
}

export interface StartedObjectStore {
  readonly store: ObjectStore
  readonly gateway: Gateway
  stop(): Promise<void>
}

export async function startObjectStore(): Promise<StartedObjectStore> {
  const home = await mkdtemp(path.join(tmpdir(), 'tulipwood-s3-'))
  const [monitor, gateway] = [await findFreePort(), await findFreePort()]
  const cluster = randomUUID()
  await writeFile(path.join(home, 'ceph.conf'), configuration(home, cluster, monitor, gateway))
  const child = spawn('sh', ['-c', guard, 'sh', home, cluster, clusterOfOne], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.stdin.end()
    await exit
  }
  try {
    const store = {
      endpoint: `http://127.0.0.1:${gateway}`,
      bucket: 'attachments',
      accessKey: randomBytes(10).toString('hex'),
      secretKey: randomBytes(20).toString('hex'),
    }
    await waitUntilReady(store.endpoint)
    addAccount(home, store)
    await addBucket(store)
    return { store, gateway: gatewayOf(home, store.endpoint), stop }
  } catch (problem) {
    const output = await readFile(path.join(home, 'output'), 'utf8').catch(() => '')
    await stop()
    throw new Error(`The object store did not start: ${output.slice(-2000)}`, { cause: problem })
  }
}

function gatewayOf(home: string, endpoint: string): Gateway {
  const closed = path.join(home, 'closed')
  const signal = async (name: NodeJS.Signals) =>
    void process.kill(Number(await readFile(path.join(home, 'gateway.pid'), 'utf8')), name)
  return {
    async kill() {
      await writeFile(closed, '')
      await signal('SIGKILL')
      while (await fetch(endpoint).catch(() => undefined)) await wait(50)
    },
    async start() {
      await rm(closed)
      await waitUntilReady(endpoint)
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
}

const configuration = (home: string, cluster: string, monitor: number, gateway: number): string => `[global]
fsid = ${cluster}
mon host = 127.0.0.1:${monitor}
keyring = ${home}/keyring
mon data = ${home}/mon
osd data = ${home}/osd
rgw data = ${home}/rgw
run dir = ${home}
admin socket =
log file = ${home}/$name.log
mon cluster log file = ${home}/cluster.log
# One of everything, in memory, with short waits.
osd objectstore = memstore
memstore device bytes = 2147483648
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
paxos propose interval = 0.05
paxos min wait = 0.01
mon client hunt interval = 0.5
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw gc obj min wait = 5
rgw gc processor period = 5
# Who does not find it soon will not find it later.
client mount timeout = 15
rgw init timeout = 15
[osd]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
`

/**
 * Ends all processes and removes the directory when the test process closes its end of the pipe, even after `kill -9`.
 */
const guard = `home=$1; exec 3<&0 < /dev/null > "$home/output" 2>&1
setsid sh -c "$3" sh "$home" "$2" & group=$!
cat <&3
kill -9 -$group
wait; rm -rf "$home"`

const clusterOfOne = `home=$1; cluster=$2; export CEPH_CONF="$home/ceph.conf"
mkdir "$home/mon" "$home/osd" "$home/rgw"
ceph-authtool -C "$home/keyring" --gen-key -n mon. --cap mon 'allow *'
ceph-authtool "$home/keyring" --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *'
ceph-authtool "$home/keyring" --gen-key -n osd.0 --cap mon 'allow *' --cap osd 'allow *'
ceph-mon -c "$CEPH_CONF" -i a --mkfs --keyring "$home/keyring"
ceph-mon -c "$CEPH_CONF" -i a -f &
ceph osd new "$cluster"
ceph-osd -c "$CEPH_CONF" -i 0 --mkfs --osd-uuid "$cluster"
ceph-osd -c "$CEPH_CONF" -i 0 -f &
while :; do
  radosgw -c "$CEPH_CONF" -n client.admin -f & echo $! > "$home/gateway.pid"
  wait $!
  while [ -e "$home/closed" ]; do sleep 0.1; done
done`

async function waitUntilReady(endpoint: string): Promise<void> {
  for (const end = Date.now() + 30_000; ; await wait(50)) {
    const answer = await fetch(endpoint).catch(() => undefined)
    if (answer?.status === 200) return
    if (Date.now() > end) throw new Error('The object store does not respond')
  }
}

function addAccount(home: string, { accessKey, secretKey }: ObjectStore): void {
  const account = ['--uid=tests', '--display-name=tests', `--access-key=${accessKey}`, `--secret-key=${secretKey}`]
  execFileSync('radosgw-admin', ['-c', path.join(home, 'ceph.conf'), 'user', 'create', ...account], { stdio: 'pipe' })
}

async function addBucket({ endpoint, bucket, accessKey, secretKey }: ObjectStore): Promise<void> {
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3')
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey }
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
}
