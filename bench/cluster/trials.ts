// What ends in the cluster, and what clients may see of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadReport, startLoad } from './load.ts'
import { type Cluster, type NodeName, ttlSeconds } from './parts.ts'

interface Rounds {
  readonly restarts: number
  readonly kills: number
}

/** Parts of the cluster that end while clients send requests. */
export interface Trial {
  readonly title: string
  readonly writesPerSecond: number
  readonly readsPerSecond: number
  readonly retrySeconds: number
  readonly timeoutSeconds?: number
  run(cluster: Cluster, rounds: Rounds): Promise<void>
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
const judgeRestart = ({ statuses, uploads }: LoadReport): string[] => [
  ...Object.entries(statuses).flatMap(([status, count]) => (status.startsWith('2') ? [] : [`${count} × ${status}`])),
  ...(uploads.resumed === 0 ? [] : [`${uploads.resumed} pieces of uploads failed`]),
]

const judgeFailover = ({ statuses, failedWrites, failedReads, writeGap }: LoadReport): string[] => [
  ...(statuses['500'] === undefined ? [] : [`${statuses['500']} × 500`]),
  ...(failedWrites + failedReads === 0 ? [] : [`${failedWrites} writes and ${failedReads} reads failed`]),
  ...(writeGap <= ttlSeconds + 3 ? [] : [`${writeGap.toFixed(1)} s without a write, more than ${ttlSeconds + 3}`]),
]

/** By the name that the drill accepts. */
export const trials = {
  restart: {
    title: 'SIGTERM of the nodes in turn',
    writesPerSecond: 20,
    readsPerSecond: 20,
    retrySeconds: 0,
    async run(cluster, rounds) {
      for (let n = 0; n < rounds.restarts; n++) {
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
    title: 'kill -9 of the nodes in turn',
    writesPerSecond: 10,
    readsPerSecond: 20,
    retrySeconds: 5,
    async run(cluster, rounds) {
      for (let n = 0; n < rounds.kills; n++) {
        await cluster.killNode(nodeOf(n))
        await sleep(settleMs)
        await cluster.startNode(nodeOf(n))
      }
    },
    judge: ({ failedWrites, failedReads }) =>
      failedWrites + failedReads === 0 ? [] : [`${failedWrites} writes and ${failedReads} reads failed`],
  },
  pause: {
    title: 'a node stopped for 20 s, and woken',
    writesPerSecond: 10,
    readsPerSecond: 20,
    // Clients give up, and do not repeat.
    retrySeconds: 0,
    timeoutSeconds: 3,
    async run(cluster) {
      const wake = cluster.pauseNode('n1')
      await sleep(20_000)
      wake()
      await sleep(settleMs)
    },
    judge: ({ late, writeGap }) => [
      // The stop may come between a commit and its answer.
      ...(late <= 1 ? [] : [`${late} writes were carried out after their clients had left`]),
      ...(writeGap <= 5 ? [] : [`${writeGap.toFixed(1)} s without a write`]),
    ],
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
} satisfies Readonly<Record<string, Trial>>

export interface TrialResult {
  readonly report: LoadReport
  /** What clients should not have seen. */
  readonly problems: readonly string[]
}

/** Runs one trial under load. */
export async function runTrial(cluster: Cluster, trial: Trial, rounds: Rounds): Promise<TrialResult> {
  const load = await startLoad({ ...trial, url: cluster.url, key: cluster.key })
  await sleep(settleMs)
  await trial.run(cluster, rounds)
  await sleep(settleMs)
  const report = await load.end()
  return { report, problems: [...trial.judge(report), ...judgeSafety(report)] }
}

/** What must hold in every trial. */
function judgeSafety({ lost, duplicates, isStreamEqual, uploads }: LoadReport): string[] {
  return [
    ...uploads.different.map((difference) => `an upload differs: ${difference}`),
    ...(uploads.failed === 0 ? [] : [`${uploads.failed} uploads failed`]),
    ...(uploads.complete > 0 ? [] : ['no upload was completed']),
    ...(lost === 0 ? [] : [`${lost} acknowledged writes lost`]),
    ...(duplicates === 0 ? [] : [`${duplicates} writes happened twice`]),
    ...(isStreamEqual ? [] : ['the stream differs from the list of changes']),
  ]
}
