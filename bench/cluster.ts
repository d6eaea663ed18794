// Two nodes behind HAProxy on PostgreSQL under Patroni, while parts of it end. Everything is from Debian, on loopback.
//   npm run drill:cluster [-- --trial restart,kill,server,host] [--restarts 10] [--pooling] [--previous DIRECTORY]
// Installs the packages if it runs as root, else it names what is missing. Prints a table; fails when clients saw
// more than they may. `--pooling`: the nodes use PgBouncer in transaction mode. `--previous`: a built checkout of the
// previous version, for the trial `upgrade`.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type LoadReport, startLoad } from './cluster/load.ts'
import { type Cluster, findPrograms, type NodeName, startCluster, ttlSeconds } from './cluster/parts.ts'

const { values: options } = parseArgs({
  options: {
    trial: { type: 'string', default: 'restart,kill,server,host' },
    restarts: { type: 'string', default: '10' },
    pooling: { type: 'boolean', default: false },
    previous: { type: 'string' },
  },
})

interface Trial {
  readonly title: string
  readonly writesPerSecond: number
  readonly readsPerSecond: number
  readonly retrySeconds: number
  run(cluster: Cluster): Promise<void>
  /** Returns what clients should not have seen. */
  judge(report: LoadReport): string[]
}

const nodes: readonly NodeName[] = ['n1', 'n2']
const nodeOf = (n: number): NodeName => nodes[n % 2] ?? 'n1'
const settleMs = 2000
/** Clients of a lost primary repeat a 503 until the cluster is certain to have a new one. */
const failoverSeconds = 30

const sideBySideMs = 10_000

/** Nothing failed, with clients that repeat nothing. */
const judgeRestart = ({ statuses }: LoadReport): string[] =>
  Object.entries(statuses).flatMap(([status, count]) => (status.startsWith('2') ? [] : [`${count} × ${status}`]))

const judgeFailover = ({ statuses, failedWrites, failedReads, writeGap }: LoadReport): string[] => [
  ...(statuses['500'] === undefined ? [] : [`${statuses['500']} × 500`]),
  ...(failedWrites + failedReads === 0 ? [] : [`${failedWrites} writes and ${failedReads} reads failed`]),
  ...(writeGap <= ttlSeconds + 3 ? [] : [`${writeGap.toFixed(1)} s without a write, more than ${ttlSeconds + 3}`]),
]

const trials: Readonly<Record<string, Trial>> = {
  restart: {
    title: `SIGTERM of a node, ${options.restarts} times`,
    writesPerSecond: 20,
    readsPerSecond: 20,
    retrySeconds: 0,
    async run(cluster) {
      for (let n = 0; n < Number(options.restarts); n++) {
        await cluster.stopNode(nodeOf(n))
        await cluster.startNode(nodeOf(n))
      }
    },
    judge: judgeRestart,
  },
  upgrade: {
    title: 'upgrade of one node after the other',
    writesPerSecond: 20,
    readsPerSecond: 20,
    retrySeconds: 0,
    async run(cluster) {
      for (const node of nodes) {
        await cluster.stopNode(node)
        await cluster.startNode(node)
        // Both versions at work.
        await sleep(sideBySideMs)
      }
    },
    judge: judgeRestart,
  },
  kill: {
    title: 'kill -9 of a node, 4 times',
    writesPerSecond: 10,
    readsPerSecond: 20,
    retrySeconds: 5,
    async run(cluster) {
      for (let n = 0; n < 4; n++) {
        await cluster.killNode(nodeOf(n))
        await sleep(settleMs)
        await cluster.startNode(nodeOf(n))
      }
    },
    judge: ({ failedWrites, failedReads }) =>
      failedWrites + failedReads === 0 ? [] : [`${failedWrites} writes and ${failedReads} reads failed`],
  },
  server: {
    title: "kill -9 of the primary's server",
    writesPerSecond: 10,
    readsPerSecond: 20,
    retrySeconds: failoverSeconds,
    async run(cluster) {
      const name = await cluster.killPrimaryServer()
      await sleep(8000)
      await cluster.restoreHost(name)
    },
    judge: judgeFailover,
  },
  host: {
    title: "the primary's host gone",
    writesPerSecond: 10,
    readsPerSecond: 20,
    retrySeconds: failoverSeconds,
    async run(cluster) {
      const name = await cluster.killPrimaryHost()
      await sleep((ttlSeconds + 5) * 1000)
      await cluster.restoreHost(name)
    },
    judge: judgeFailover,
  },
}

const chosen = options.trial.split(',').map((name) => {
  const trial = trials[name]
  if (trial === undefined) throw new Error(`Unknown trial "${name}". Valid trials: ${Object.keys(trials).join(', ')}`)
  return trial
})

if (chosen.includes(trials['upgrade'] as Trial) && options.previous === undefined)
  throw new Error('The trial "upgrade" requires --previous DIRECTORY')
const cluster = await startCluster(findPrograms(), { pooling: options.pooling, previous: options.previous })
// An interrupted drill leaves nothing running.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cluster.remove().finally(() => process.exit(1)))
const lines: string[] = []
const problems: string[] = []
try {
  for (const trial of chosen) {
    process.stderr.write(`${trial.title} …\n`)
    const load = await startLoad({ ...trial, url: cluster.url, key: cluster.key })
    await sleep(settleMs)
    await trial.run(cluster)
    await sleep(settleMs)
    const report = await load.end()
    const found = [...trial.judge(report), ...judgeSafety(report)]
    problems.push(...found.map((problem) => `${trial.title}: ${problem}`))
    lines.push(describeReport(trial, report, found))
    process.stderr.write(`${lines.at(-1)}\n`)
  }
} finally {
  await cluster.remove()
}
process.stdout.write(
  `${[
    `Two nodes, HAProxy, ${options.pooling ? 'PgBouncer (transaction mode), ' : ''}Patroni with synchronous replication (TTL ${ttlSeconds} s)`,
    '',
    '| Trial | Writes, reads | Answers that were no success | Failed after retries | Gap in writes, reads | Lost | Twice | Stream | |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    ...problems,
  ].join('\n')}\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1

/** What must hold in every trial. */
function judgeSafety({ lost, duplicates, isStreamEqual }: LoadReport): string[] {
  return [
    ...(lost === 0 ? [] : [`${lost} acknowledged writes lost`]),
    ...(duplicates === 0 ? [] : [`${duplicates} writes happened twice`]),
    ...(isStreamEqual ? [] : ['the stream differs from the list of changes']),
  ]
}

function describeReport({ title }: Trial, report: LoadReport, found: readonly string[]): string {
  const others = Object.entries(report.statuses).filter(([status]) => !status.startsWith('2'))
  const cells = [
    title,
    `${report.writes}, ${report.reads}`,
    others.map(([status, count]) => `${count} × ${status}`).join(', ') || '–',
    report.failedWrites + report.failedReads,
    `${report.writeGap.toFixed(1)} s, ${report.readGap.toFixed(1)} s`,
    report.lost,
    report.duplicates,
    report.isStreamEqual ? 'equal' : 'different',
    found.length === 0 ? 'ok' : 'failed',
  ]
  return `| ${cells.join(' | ')} |`
}
