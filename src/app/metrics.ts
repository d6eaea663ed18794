import type { Database } from '../kit/db/db.ts'
import { countJobs } from '../kit/db/job-rows.ts'
import { RequestTimes } from './request-times.ts'

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
  observe(method: string, pattern: string, status: number, seconds: number): void
}

/** Creates the Prometheus metrics of this process; requests are counted by route pattern, not by URL. */
export function createMetrics(db: Database): Metrics {
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

/** Starts with the first scrape, so that it costs nothing before. */
async function watchProcess(db: Database): Promise<() => Promise<string>> {
  const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'tulipwood_jobs_waiting',
    help: 'Jobs that are not finished yet',
    registers: [registry],
    async collect() {
      this.set(await countJobs(db.read))
    },
  })
  return () => registry.metrics()
}
