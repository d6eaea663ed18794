import type { IdleWorld } from '../../world/model/idle-world.ts'
import { measureBackups } from './backup-metrics.ts'
import { describeCaches } from './cache-metrics.ts'
import { describeConnections, measureDatabase } from './database-metrics.ts'
import { formatMetric, type Metric } from './format-metric.ts'
import { measureJobs } from './job-metrics.ts'
import { RequestTimes } from './request-times.ts'
import { measureSubversion } from './subversion-metrics.ts'

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
  observe(method: string, pattern: string, status: number, seconds: number): void
}

/** Creates the Prometheus metrics of this node; requests are counted by route pattern, not by URL. */
export function createMetrics(world: IdleWorld): Metrics {
  const times = new RequestTimes()
  let process: Promise<() => Promise<string>> | undefined
  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    async text() {
      process ??= watchProcess()
      const [ofProcess, metrics] = await Promise.all([process.then((read) => read()), readMetrics(world)])
      return `${ofProcess}${metrics.map(formatMetric).join('')}${times.text()}`
    },
    observe: (method, pattern, status, seconds) => times.note(method, pattern, status, seconds),
  }
}

/** While the database is lost, what it would answer is left out: the other metrics are needed most at that time. */
async function readMetrics(world: IdleWorld): Promise<Metric[]> {
  const isUp = await world.db.isReachable()
  const measured = isUp
    ? await Promise.all([
        measureDatabase(world.db),
        measureJobs(world.db, world.clock),
        measureBackups(world),
        measureSubversion(world),
      ]).catch((problem: unknown) => {
        world.log.warn({ err: problem }, 'the database could not be measured')
        return []
      })
    : []
  return [...describeConnections(world.db, isUp), ...measured.flat(), ...describeCaches(world)]
}

/** Starts with the first scrape, so that it costs nothing before. */
async function watchProcess(): Promise<() => Promise<string>> {
  const { collectDefaultMetrics, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return () => registry.metrics()
}
