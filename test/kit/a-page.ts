import type { FastifyInstance } from 'fastify'
import { assertDescribed } from './described.ts'
import type { TestAnswer } from './server.ts'
import { fromOurPages } from './signed-in.ts'

/** A page of ours in a browser of its own: it keeps the cookie it is given, and sends it along. */
export interface Page {
  send(method: string, url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>
  /** What the browser keeps; undefined: nothing. */
  readonly cookie: string | undefined
  /** What it was last told to keep, attributes and all. */
  readonly told: string | undefined
  /** Makes it keep something else. */
  keep(cookie: string): void
}

export interface Seat {
  /** Where the person sits. */
  readonly remoteAddress?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function aPage(
  app: () => FastifyInstance,
  { remoteAddress = '127.0.0.1', headers: always = {} }: Seat = {},
): Page {
  let cookie: string | undefined
  let told: string | undefined
  return {
    get cookie() {
      return cookie
    },
    get told() {
      return told
    },
    keep(kept) {
      cookie = kept
    },
    async send(method, url, body, headers = {}) {
      const kept = cookie === undefined ? {} : { cookie: `tulipwood_session=${cookie}` }
      const typed = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await app().inject({
        method: method as 'GET',
        url: `/api/${url}`,
        remoteAddress,
        headers: { ...fromOurPages, ...kept, ...typed, ...always, ...headers },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      const set = response.headers['set-cookie']
      if (set !== undefined) {
        told = String(set)
        cookie = /^tulipwood_session=([^;]*)/.exec(told)?.[1] || undefined
      }
      const isJson = response.body !== '' && /\bjson\b/.test(String(response.headers['content-type']))
      const answer: TestAnswer = {
        status: response.statusCode,
        headers: response.headers as TestAnswer['headers'],
        text: response.body,
        body: isJson ? JSON.parse(response.body) : undefined,
      }
      assertDescribed(method, `/api/${url}`, answer)
      return answer
    },
  }
}
