import { expect } from 'vitest'
import type { Dialect } from './server.ts'
import type { ServerInstallation, ServerProcess } from './server-process.ts'

export type Headers = Readonly<Record<string, string>>

/** Servers on one database, with a count of what they answered. */
export interface RaceServers {
  /** Sends a request to one server after the other; none may answer 5xx. */
  send(method: string, path: string, headers: Headers, body?: string): Promise<Response>
  sendJson(method: string, path: string, headers: Headers, body: object): Promise<Response>
  /** Prints the counts of a long drill and begins again. */
  report(what: string, rounds: number, survivors: number): void
  stop(): Promise<unknown>
}

/** Several servers where the database takes several. */
export async function startRaceServers(home: ServerInstallation, dialect: Dialect): Promise<RaceServers> {
  const nodes: readonly ServerProcess[] = await Promise.all(
    Array.from({ length: dialect === 'postgres' ? 2 : 1 }, () => home.startServer()),
  )
  const counts = new Map<string, number>()
  let turn = 0

  async function send(method: string, path: string, headers: Headers, body?: string): Promise<Response> {
    const { api } = nodes[turn++ % nodes.length] as ServerProcess
    const url = path.startsWith('/') ? new URL(path, api) : `${api}${path}`
    const response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual' })
    const key = `${method} ${path.split('?')[0]} ${response.status}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    expect(response.status, path).toBeLessThan(500)
    return response
  }
  return {
    send,
    sendJson: (method, path, headers, body) =>
      send(method, path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    report(what, rounds, survivors) {
      const answers = [...counts].sort().map(([key, n]) => `${key} × ${n}`)
      if (rounds > 20)
        process.stdout.write(`${dialect}: ${what}: ${rounds} rounds, ${survivors} survivors; ${answers.join(', ')}\n`)
      counts.clear()
    },
    stop: () => Promise.all(nodes.map((node) => node.kill())),
  }
}

/** The cookie that an answer sets, as a browser sends it; undefined: it sets none of this name. */
export function cookieOf({ headers }: Response, name: string): string | undefined {
  const pair = headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  const value = pair?.split(';')[0]
  return value?.endsWith('=') ? undefined : value
}
