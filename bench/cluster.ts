// Two nodes behind HAProxy on PostgreSQL under Patroni, while parts of it end. Everything is from Debian, on loopback.
//   npm run drill:cluster [-- --trial restart,kill,pause,server,host] [--restarts 10] [--kills 4] [--pooling] [--previous DIRECTORY]
// Installs the packages if it runs as root, else it names what is missing. Prints a table; fails when clients saw
// more than they may. `--pooling`: the nodes use PgBouncer in transaction mode. `--previous`: a built checkout of the
// previous version, for the trial `upgrade`.
import { parseArgs } from 'node:util'
import { findPrograms, startCluster, ttlSeconds } from './cluster/parts.ts'
import { runTrial, type Trial, type TrialResult, trials } from './cluster/trials.ts'

const { values: options } = parseArgs({
  options: {
    trial: { type: 'string', default: 'restart,kill,pause,server,host' },
    restarts: { type: 'string', default: '10' },
    kills: { type: 'string', default: '4' },
    pooling: { type: 'boolean', default: false },
    previous: { type: 'string' },
  },
})

const chosenTrials = options.trial.split(',').map((name) => {
  const trial: Trial | undefined = Object.entries(trials).find(([each]) => each === name)?.[1]
  if (trial === undefined) throw new Error(`Unknown trial "${name}". Valid trials: ${Object.keys(trials).join(', ')}`)
  return trial
})

if (chosenTrials.includes(trials.upgrade) && options.previous === undefined)
  throw new Error('The trial "upgrade" requires --previous DIRECTORY')
const cluster = await startCluster(findPrograms(), { pooling: options.pooling, previous: options.previous })
// An interrupted drill leaves nothing running.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cluster.remove().finally(() => process.exit(1)))
const rounds = { restarts: Number(options.restarts), kills: Number(options.kills) }
const lines: string[] = []
const problems: string[] = []
try {
  for (const trial of chosenTrials) {
    process.stderr.write(`${trial.title} …\n`)
    const result = await runTrial(cluster, trial, rounds)
    problems.push(...result.problems.map((problem) => `${trial.title}: ${problem}`))
    lines.push(describeResult(trial, result))
    process.stderr.write(`${lines.at(-1)}\n`)
  }
} finally {
  await cluster.remove()
}
process.stdout.write(
  `${[
    `Two nodes, HAProxy, ${options.pooling ? 'PgBouncer (transaction mode), ' : ''}Patroni with synchronous replication (TTL ${ttlSeconds} s)`,
    '',
    '| Trial | Writes, reads | Answers that were no success | Failed after retries | Gap in writes, reads | Lost | Twice | Stream | Uploads, resumed, different | |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    ...problems,
  ].join('\n')}\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1

function describeResult({ title }: Trial, { report, problems: messages }: TrialResult): string {
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
    `${report.uploads.complete}, ${report.uploads.resumed}, ${report.uploads.different.length}`,
    messages.length === 0 ? 'ok' : 'failed',
  ]
  return `| ${cells.join(' | ')} |`
}
