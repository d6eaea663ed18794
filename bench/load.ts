import autocannon from 'autocannon'

export interface Load {
  readonly url: string
  readonly paths: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
}

export interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly failures: number
}

/** Asks for the paths in turn over so many connections; milliseconds for latencies. */
export async function load({ url, paths, headers = {}, connections, seconds }: Load): Promise<Measured> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { ...headers },
    requests: paths.map((path) => ({ path, method: 'GET' as const })),
  })
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx - (headers['if-none-match'] === undefined ? 0 : result.non2xx) + result.errors,
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
