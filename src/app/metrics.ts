import type { Database } from '../kit/db/db.ts'
import { countJobs } from '../kit/db/job-rows.ts'
import { RequestTimes } from './request-times.ts'

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
  observe(method: string, pattern: string, status: number, seconds: number): void
}

/** Prometheus metrics of this process; requests are counted by route pattern, never by address. */
export function metricsOf(db: Database): Metrics {
  const times = new RequestTimes()
  let process: Promise<() => Promise<string>> | undefined
  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    async text() {
      process ??= watchProcess(db)
      return `${await (await process)()}${times.text()}`
    },
    observe: (method, pattern, status, seconds) => times.note(method, pattern, status, seconds),
  }
}

/** From the first look on: neither a start nor who never looks pays for it. */
async function watchProcess(db: Database): Promise<() => Promise<string>> {
  const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'tulipwood_jobs_waiting',
    help: 'Jobs that are not done yet',
    registers: [registry],
    async collect() {
      this.set(await countJobs(db.read))
    },
  })
  return () => registry.metrics()
}
