import { expect, it } from 'vitest'
import { addJobs } from '../../src/database/unit/add-jobs.ts'
import type { JobId } from '../../src/kit/values/ids.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)

  /** Returns the values of `/metrics` by name and labels. */
  const readMetrics = async (): Promise<Map<string, number>> => {
    const { statusCode, headers, body } = await server.app.inject('/metrics')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const samples = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
  }

  it('measure the database and its connections', async () => {
    const metrics = await readMetrics()
    expect(metrics.get('tulipwood_database_up')).toBe(1)
    expect(metrics.get('tulipwood_database_bytes')).toBeGreaterThan(100_000)
    expect(metrics.get('tulipwood_database_outages_total')).toBe(0)
    const connections = ['tulipwood_database_connections_max', 'tulipwood_database_connections{state="idle"}']
    expect(connections.map((name) => metrics.has(name))).toEqual(connections.map(() => dialect === 'postgres'))
  })

  it('count unfinished jobs by kind, and those that failed', async () => {
    const now = server.world.clock.now()
    await server.world.db.write(async (tx) => {
      await addJobs(tx, 'metrics-due', [{}], now - 90, undefined)
      await addJobs(tx, 'metrics-due', [{}], now + 60, undefined)
      const [failed] = await addJobs(tx, 'metrics-failed', [{}], now, undefined)
      await tx
        .updateTable('job')
        .set({ last_error: 'refused' })
        .where('id', '=', failed as JobId)
        .execute()
    })
    const metrics = await readMetrics()
    const read = (name: string) => ['due', 'failed'].map((kind) => metrics.get(`${name}{kind="metrics-${kind}"}`))
    expect(read('tulipwood_jobs')).toEqual([2, 1])
    expect(read('tulipwood_jobs_failing')).toEqual([0, 1])
    expect(read('tulipwood_jobs_delay_seconds')[0]).toBeGreaterThanOrEqual(90)
  })

  it('count requests by route and lookups in the cache of bodies', async () => {
    await server.app.inject('/api/version')
    const metrics = await readMetrics()
    const route = '{method="GET",route="/api/version",status="200"}'
    expect(metrics.get(`tulipwood_http_request_seconds_count${route}`)).toBeGreaterThanOrEqual(1)
    expect(metrics.get('tulipwood_body_cache_lookups_total{result="hit"}')).toBeGreaterThanOrEqual(0)
    expect(metrics.has('nodejs_eventloop_lag_seconds')).toBe(true)
  })
})
