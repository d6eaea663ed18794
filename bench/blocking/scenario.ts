import type { Response } from './send.ts'

/** Work that takes more than one request, measured until it is complete. */
export interface Scenario {
  readonly name: string
  readonly input: string
  run(): Promise<Response>
}

/** Waits until a condition holds, at most a minute. */
export async function waitUntil(holds: () => boolean | Promise<boolean>, maxMs = 60_000): Promise<void> {
  const until = performance.now() + maxMs
  while (!(await holds()) && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
}

export interface Client {
  readonly url: string
  readonly key: string
}

/** Calls the API and parses the JSON of the response; throws on any error. */
export async function callApi<T>({ url, key }: Client, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${url}/api/${path}`, {
    method,
    headers: { 'x-auth-accesskey': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
