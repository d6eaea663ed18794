import type { FastifyInstance } from 'fastify'
import { assertMatchesOpenApi } from './assert-matches-openapi.ts'
import { sameOriginHeaders } from './create-session.ts'
import type { TestResponse } from './server.ts'

/** A page in its own browser: it stores the cookie that it receives and sends it with each request. */
export interface Page {
  send(method: string, url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestResponse>
  /** The stored session; undefined if there is none. */
  readonly cookie: string | undefined
  /** The last Set-Cookie header, with attributes. */
  readonly setCookie: string | undefined
  /** Replaces the stored session. */
  replaceCookie(cookie: string): void
}

export interface PageOptions {
  /** IP address of the browser. */
  readonly remoteAddress?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function openPage(
  app: () => FastifyInstance,
  { remoteAddress = '127.0.0.1', headers: defaultHeaders = {} }: PageOptions = {},
): Page {
  let cookie: string | undefined
  let setCookie: string | undefined
  return {
    get cookie() {
      return cookie
    },
    get setCookie() {
      return setCookie
    },
    replaceCookie(cookieHeader) {
      cookie = cookieHeader
    },
    async send(method, url, body, headers = {}) {
      const cookieHeader = cookie === undefined ? {} : { cookie: `tulipwood_session=${cookie}` }
      const contentType = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await app().inject({
        method: method as 'GET',
        url: `/api/${url}`,
        remoteAddress,
        headers: { ...sameOriginHeaders, ...cookieHeader, ...contentType, ...defaultHeaders, ...headers },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      const set = response.headers['set-cookie']
      if (set !== undefined) {
        setCookie = String(set)
        cookie = /^tulipwood_session=([^;]*)/.exec(setCookie)?.[1] || undefined
      }
      const isJson = response.body !== '' && /\bjson\b/.test(String(response.headers['content-type']))
      const answer: TestResponse = {
        status: response.statusCode,
        headers: response.headers as TestResponse['headers'],
        text: response.body,
        body: isJson ? JSON.parse(response.body) : undefined,
      }
      assertMatchesOpenApi(method, `/api/${url}`, answer)
      return answer
    },
  }
}
