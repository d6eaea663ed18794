import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Cluster, findPrograms, startCluster } from '../../bench/cluster/parts.ts'
import { runTrial, type Trial, trials } from '../../bench/cluster/trials.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A small round of `npm run drill:cluster`, which needs a quiet machine. */
describe.skipIf(!inject('hasClusterPrograms'))('two nodes behind HAProxy on PostgreSQL under Patroni', () => {
  let cluster: Cluster
  beforeAll(async () => {
    execFileSync(process.execPath, ['tools/build-server.mjs'], { cwd: root })
    cluster = await startCluster(findPrograms(), { pooling: false })
  })
  afterAll(() => cluster?.remove())

  const findProblems = async (trial: Trial) => (await runTrial(cluster, trial, { restarts: 2, kills: 1 })).problems

  it('fail no request when each of them restarts', async () => {
    expect(await findProblems(trials.restart)).toEqual([])
  })

  it('lose nothing and fail no repeated request when one of them is killed', async () => {
    expect(await findProblems(trials.kill)).toEqual([])
  })

  it('carry out nothing that was abandoned when one of them is stopped and woken', async () => {
    expect(await findProblems(trials.pause)).toEqual([])
  })

  it('lose nothing and fail no repeated request when the server of the primary is killed', async () => {
    expect(await findProblems(trials.server)).toEqual([])
  })
})
