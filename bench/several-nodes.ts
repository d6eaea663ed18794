// Measures on PostgreSQL how changes in one tracker compare with changes in eight, and two nodes with one (goals:
// docs/scaling.md). The cases of a round follow each other, so that other load affects them equally. `--node-cpus 0.2`
// limits each node to that share of a processor (as root): on few processors, the database and the client otherwise use
// what a second node would need, and no number of nodes answers more.
//   npm run bench:nodes [-- --rounds 5] [--seconds 3] [--artifacts 10000] [--readers 16] [--node-cpus SHARE]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/kit/postgres-server.ts'
import { createCases, describeNewArtifact, type Element } from './cases.ts'
import { generateArchive } from './generate-archive.ts'
import { limitCpu } from './limit-cpu.ts'
import { client, computeMedian, type Load, measureLoad } from './load.ts'
import { type RunningServer, runTulipwood, startServer } from './server-process.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    artifacts: { type: 'string', default: '10000' },
    'node-cpus': { type: 'string' },
    /** Connections of the reads: requests of one moment share statements, so few clients gain less by a second node. */
    readers: { type: 'string', default: '16' },
  },
})
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const artifacts = Number(options.artifacts)
const nodeCpus = options['node-cpus'] === undefined ? undefined : Number(options['node-cpus'])
const readers = Number(options.readers)
const clients = 8

interface Comparison {
  readonly name: string
  readonly first: readonly Load[]
  readonly second: readonly Load[]
  /** Least rate of `second`, as a share of that of `first`. */
  readonly goal: number
}

const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-nodes-'))
const database = await startPostgres()
process.env['DATABASE_URL'] = database.url
const nodes: RunningServer[] = []
const limits: (() => Promise<void>)[] = []
try {
  const data = path.join(directory, 'data')
  await generateArchive(path.join(directory, 'archive'), { artifacts })
  await runTulipwood(data, 'import', path.join(directory, 'archive'), '--create-users', 'active')
  const key = (await runTulipwood(data, 'key', 'create', '--user', 'ines')).trim()
  nodes.push(await startServer(data), await startServer(data))
  await compare(await createComparisons(nodes, key))
} finally {
  await Promise.all(nodes.map((node) => node.stop()))
  for (const remove of limits) await remove()
  await database.stop()
  await rm(directory, { recursive: true, force: true })
}

async function createComparisons([one, other]: readonly RunningServer[], key: string): Promise<readonly Comparison[]> {
  if (one === undefined || other === undefined) throw new Error('Two nodes are required')
  const measured = { bare: one.url, key, artifacts, seconds }
  const [cases, casesOfOther] = await Promise.all(
    [one, other].map(({ url }) => createCases({ ...measured, ours: url })),
  )
  if (cases === undefined || casesOfOther === undefined) throw new Error('Each node has its cases')
  const trackers = await createTrackers(one.url, key)
  const post = (tracker: TrackerAnswer, connections: number): Load => ({
    ...cases.post,
    connections,
    body: JSON.stringify(describeNewArtifact(tracker.id, tracker.fields)),
  })
  const half = (load: Load): Load => ({ ...load, connections: readers / 2 })
  const [tracker] = trackers
  if (tracker === undefined) throw new Error('No tracker was created')
  return [
    {
      name: `POST, ${clients} clients: into one tracker over into eight`,
      first: trackers.map((each) => post(each, clients / trackers.length)),
      second: trackers.map(() => post(tracker, clients / trackers.length)),
      goal: 0.8,
    },
    {
      name: `GET one, ${readers} clients: two nodes over one`,
      ...spread(cases.one, casesOfOther.one, half),
      goal: 1.4,
    },
    {
      name: `page of 100, ${readers} clients: two nodes over one`,
      ...spread(cases.page, casesOfOther.page, half),
      goal: 1.4,
    },
  ]
}

// Two client processes in both cases: one client could be slower than the nodes.
function spread(load: Load, ofOther: Load, half: (load: Load) => Load): Pick<Comparison, 'first' | 'second'> {
  return { first: [half(load), half(load)], second: [half(load), half(ofOther)] }
}

interface TrackerAnswer {
  readonly id: number
  readonly project: { readonly id: number }
  readonly fields: readonly Element[]
}

/** Returns eight trackers of one project: the imported one and copies of it. */
async function createTrackers(url: string, key: string): Promise<readonly TrackerAnswer[]> {
  const send = async (method: string, route: string, body?: object): Promise<unknown> => {
    const headers = { 'x-auth-accesskey': key, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/${route}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { tracker } = (await send('GET', 'artifacts/2')) as { readonly tracker: { readonly id: number } }
  const imported = (await send('GET', `trackers/${tracker.id}`)) as TrackerAnswer
  const trackers = [imported]
  while (trackers.length < clients) {
    const number = trackers.length + 1
    const created = await send('POST', `projects/${imported.project.id}/trackers`, {
      from_tracker: { id: imported.id },
      name: `Defects ${number}`,
      item_name: `defect_${number}`,
    })
    trackers.push(created as TrackerAnswer)
  }
  return trackers
}

async function compare(comparisons: readonly Comparison[]): Promise<void> {
  process.stdout.write(
    `PostgreSQL, ${artifacts} artifacts, ${rounds} rounds of ${seconds} s; client: ${client}${nodeCpus === undefined ? '' : `; each node has ${nodeCpus} of a processor`}\n`,
  )
  for (const { first, second } of comparisons) for (const loads of [first, second]) await measureRate(loads, 3)
  // Only now: a node that fills its caches with a share of a processor would be measured before they are full.
  if (nodeCpus !== undefined) for (const { pid } of nodes) limits.push(await limitCpu(pid, nodeCpus))
  for (const { name, first, second, goal } of comparisons) {
    const rates: { readonly first: number; readonly second: number }[] = []
    for (let round = 0; round < rounds; round++) {
      rates.push({ first: await measureRate(first, seconds), second: await measureRate(second, seconds) })
    }
    const share = computeMedian(rates.map((each) => each.second / each.first))
    const rate = (of: 'first' | 'second'): string => Math.round(computeMedian(rates.map((each) => each[of]))).toString()
    process.stdout.write(
      `${name.padEnd(52)}${rate('first').padStart(7)}/s${rate('second').padStart(7)}/s${share.toFixed(2).padStart(7)}  goal ${goal}\n`,
    )
  }
}

/** Returns the number of responses a second of all loads together. */
async function measureRate(loads: readonly Load[], duration: number): Promise<number> {
  const results = await Promise.all(loads.map((load) => measureLoad({ ...load, seconds: duration })))
  const failures = results.reduce((sum, each) => sum + each.failures, 0)
  if (failures > 0) throw new Error(`${failures} requests failed`)
  return results.reduce((sum, each) => sum + each.perSecond, 0)
}
