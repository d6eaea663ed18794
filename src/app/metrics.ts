import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../kit/db/db.ts'
import { countJobs } from '../kit/db/job-rows.ts'

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
  observe(method: string, pattern: string, status: number, seconds: number): void
}

/** Prometheus metrics of this process; requests are counted by route pattern, never by address. */
export function metricsOf(db: Database): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'tulipwood_http_request_seconds',
    help: 'Time of HTTP requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'tulipwood_jobs_waiting',
    help: 'Jobs that are not done yet',
    registers: [registry],
    async collect() {
      this.set(await countJobs(db.read))
    },
  })
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observe: (method, pattern, status, seconds) => requests.labels(method, pattern, String(status)).observe(seconds),
  }
}
