import { sameOriginHeaders } from './create-session.ts'
import type { TestResponse, TestServer } from './server.ts'

/** A client that behaves like a page in a browser: it stores the cookie that it receives. */
export interface PageClient {
  get(url: string): Promise<TestResponse>
  post(url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestResponse>
  put(url: string, body?: unknown): Promise<TestResponse>
  patch(url: string, body?: unknown): Promise<TestResponse>
  delete(url: string, body?: unknown): Promise<TestResponse>
  /** `name=value`, or empty. */
  cookie: string
}

export function createPageClient(server: TestServer, cookie = ''): PageClient {
  const send = async (method: string, url: string, body?: unknown, more: Readonly<Record<string, string>> = {}) => {
    const cookieHeader: Readonly<Record<string, string>> = browser.cookie === '' ? {} : { cookie: browser.cookie }
    const headers = { ...sameOriginHeaders, ...cookieHeader, ...more }
    const answer = await server.as('visitor').send(method, url, { body, headers })
    const setCookie = [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0]
    if (setCookie !== undefined) browser.cookie = setCookie.endsWith('=') ? '' : setCookie
    return answer
  }
  const browser: PageClient = {
    cookie,
    get: (url) => send('GET', url),
    post: (url, body, headers) => send('POST', url, body, headers),
    put: (url, body) => send('PUT', url, body),
    patch: (url, body) => send('PATCH', url, body),
    delete: (url, body) => send('DELETE', url, body),
  }
  return browser
}
