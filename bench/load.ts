import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const run = promisify(execFile)

export interface Load {
  readonly url: string
  readonly paths: readonly string[]
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  /** JSON; `[<id>]` in it is replaced by a unique text for each request. */
  readonly body?: string
  readonly connections: number
  readonly seconds: number
  /** Expected status of every response; 200 by default. */
  readonly status?: number
}

export interface LoadResult {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly failures: number
}

/** The client costs as much as a bare server: `wrk` if it is installed, otherwise the npm package autocannon. */
export const client: 'wrk' | 'autocannon' = await run('wrk', ['-v']).then(
  () => 'wrk',
  // wrk prints its version and exits with 1.
  (problem: { code?: unknown }) => (problem.code === 1 ? 'wrk' : 'autocannon'),
)

/** Sends requests for the paths in turn over the given number of connections; latencies are in milliseconds. */
export const measureLoad = (options: Load): Promise<LoadResult> =>
  client === 'wrk' ? withWrk(options) : withAutocannon(options)

async function withAutocannon({
  url,
  paths,
  method = 'GET',
  headers = {},
  body,
  connections,
  seconds,
  status = 200,
}: Load): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { ...headers },
    idReplacement: body !== undefined,
    requests: paths.map((each) => ({ path: each, method, ...(body === undefined ? {} : { body }) })),
  })
  // The program measures whole milliseconds: 0 means less than one, which is the mean time of a request then.
  const mean = (connections * result.duration * 1000) / Math.max(result.requests.total, 1)
  const expectedCount = result.statusCodeStats?.[`${status}`]?.count ?? 0
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50 || mean,
    p99: result.latency.p99 || mean,
    failures: result.requests.total - expectedCount + result.errors,
  }
}

async function withWrk(options: Load): Promise<LoadResult> {
  const { url, connections, seconds } = options
  const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-load-'))
  try {
    const script = path.join(directory, 'load.lua')
    await writeFile(script, luaScript(options))
    const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}`, '-s', script, url])
    const [, json] = stdout.split('RESULT ')
    return JSON.parse(json ?? '') as LoadResult
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

// A JSON string of these characters is also a Lua string.
const luaScript = ({ paths, method = 'GET', headers = {}, body, status = 200 }: Load): string => `
local paths = { ${paths.map((each) => JSON.stringify(each)).join(', ')} }
local headers = { ${Object.entries(headers)
  .map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
  .join(', ')} }
local body = ${body === undefined ? 'nil' : JSON.stringify(body)}
local n = 0
local run = os.time()
local thread
wrong = 0
function setup(t) thread = t end
request = function()
  n = n + 1
  local sent = body and body:gsub("%[<id>%]", run .. "-" .. n)
  return wrk.format("${method}", paths[(n - 1) % #paths + 1], headers, sent)
end
response = function(status)
  if status ~= ${status} then wrong = wrong + 1 end
end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"perSecond":%f,"p50":%f,"p99":%f,"failures":%d}',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    thread:get("wrong") + errors.connect + errors.read + errors.write + errors.timeout))
end
`

export const computeMedian = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
