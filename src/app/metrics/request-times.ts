import { formatLabels } from './format-metric.ts'

const bounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]

interface Series {
  readonly labels: string
  /** Number of requests per bucket; the last bucket has no upper bound. */
  readonly counts: number[]
  sum: number
}

/** Histogram of request times. Recording is a single lookup because every request does it. */
export class RequestTimes {
  readonly #series = new Map<string, Map<number, Series>>()

  note(method: string, pattern: string, status: number, seconds: number): void {
    const series = this.#seriesOf(`${method} ${pattern}`, status) ?? this.#begin(method, pattern, status)
    let at = 0
    while (at < bounds.length && seconds > (bounds[at] as number)) at++
    series.counts[at] = (series.counts[at] as number) + 1
    series.sum += seconds
  }

  #seriesOf(route: string, status: number): Series | undefined {
    return this.#series.get(route)?.get(status)
  }

  #begin(method: string, pattern: string, status: number): Series {
    // Without braces: each bucket adds its own label.
    const labels = formatLabels({ method, route: pattern, status: String(status) }).slice(1, -1)
    const begun = { labels, counts: [...bounds, 0].map(() => 0), sum: 0 }
    const ofRoute = this.#series.get(`${method} ${pattern}`) ?? new Map<number, Series>()
    this.#series.set(`${method} ${pattern}`, ofRoute.set(status, begun))
    return begun
  }

  /** Returns the Prometheus text format. */
  text(): string {
    const name = 'tulipwood_http_request_seconds'
    const lines = [`# HELP ${name} Time of HTTP requests by method, route and status`, `# TYPE ${name} histogram`]
    for (const { labels, counts, sum } of [...this.#series.values()].flatMap((ofRoute) => [...ofRoute.values()])) {
      let count = 0
      for (const [at, n] of counts.entries()) {
        count += n
        lines.push(`${name}_bucket{le="${bounds[at] ?? '+Inf'}",${labels}} ${count}`)
      }
      lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}
