import { expect } from 'vitest'
import type { Dialect } from './server.ts'
import type { ServerInstallation, ServerProcess } from './server-process.ts'

export type Headers = Readonly<Record<string, string>>

type Json = any

/** Servers on one database, with counts of their responses. */
export interface RaceServers {
  /** Sends requests to the servers in turn; no response may be 5xx. */
  send(method: string, path: string, headers: Headers, body?: string): Promise<Response>
  sendJson(method: string, path: string, headers: Headers, body: object): Promise<Response>
  /** The same as the administrator of the installation; the body is the parsed one, null if it is empty. */
  call(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly body: Json }>
  /** Prints the counts of a long drill and resets them. */
  report(what: string, rounds: number, survivors: number): void
  stop(): Promise<unknown>
}

/** Starts several servers if the database supports several. */
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
  const sendJson = (method: string, path: string, headers: Headers, body: object): Promise<Response> =>
    send(method, path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body))
  return {
    send,
    sendJson,
    async call(method, path, body) {
      const { headers } = home
      const response = await (body === undefined ? send(method, path, headers) : sendJson(method, path, headers, body))
      const text = await response.text()
      return { status: response.status, body: text === '' ? null : JSON.parse(text) }
    },
    report(what, rounds, survivors) {
      const answers = [...counts].sort().map(([key, n]) => `${key} × ${n}`)
      if (rounds > 20)
        process.stdout.write(`${dialect}: ${what}: ${rounds} rounds, ${survivors} survivors; ${answers.join(', ')}\n`)
      counts.clear()
    },
    stop: () => Promise.all(nodes.map((node) => node.kill())),
  }
}

/** Returns the cookie that a response sets, as a browser sends it; undefined if it sets none with this name. */
export function readSetCookie({ headers }: Response, name: string): string | undefined {
  const pair = headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  const value = pair?.split(';')[0]
  return value?.endsWith('=') ? undefined : value
}
