import type { FastifyInstance } from 'fastify'
import { assertDescribed } from './assert-described.ts'
import { sameOriginHeaders } from './create-session.ts'
import type { TestResponse } from './server.ts'

/** A page of ours in a browser of its own: it keeps the cookie it is given, and sends it along. */
export interface Page {
  send(method: string, url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestResponse>
  /** What the browser keeps; undefined: nothing. */
  readonly cookie: string | undefined
  /** What it was last told to keep, attributes and all. */
  readonly told: string | undefined
  /** Makes it keep something else. */
  keep(cookie: string): void
}

export interface PageOptions {
  /** Where the person sits. */
  readonly remoteAddress?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function openPage(
  app: () => FastifyInstance,
  { remoteAddress = '127.0.0.1', headers: always = {} }: PageOptions = {},
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
        headers: { ...sameOriginHeaders, ...kept, ...typed, ...always, ...headers },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      const set = response.headers['set-cookie']
      if (set !== undefined) {
        told = String(set)
        cookie = /^tulipwood_session=([^;]*)/.exec(told)?.[1] || undefined
      }
      const isJson = response.body !== '' && /\bjson\b/.test(String(response.headers['content-type']))
      const answer: TestResponse = {
        status: response.statusCode,
        headers: response.headers as TestResponse['headers'],
        text: response.body,
        body: isJson ? JSON.parse(response.body) : undefined,
      }
      assertDescribed(method, `/api/${url}`, answer)
      return answer
    },
  }
}
