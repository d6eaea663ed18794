import type { TestAnswer, TestServer } from './server.ts'
import { fromOurPages } from './signed-in.ts'

/** A browser with a page of ours in it: it keeps the cookie it is given. */
export interface Browser {
  get(url: string): Promise<TestAnswer>
  post(url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>
  put(url: string, body?: unknown): Promise<TestAnswer>
  patch(url: string, body?: unknown): Promise<TestAnswer>
  delete(url: string, body?: unknown): Promise<TestAnswer>
  /** `name=value`, or nothing. */
  cookie: string
}

export function aBrowser(server: TestServer, cookie = ''): Browser {
  const send = async (method: string, url: string, body?: unknown, more: Readonly<Record<string, string>> = {}) => {
    const kept: Readonly<Record<string, string>> = browser.cookie === '' ? {} : { cookie: browser.cookie }
    const headers = { ...fromOurPages, ...kept, ...more }
    const answer = await server.as('visitor').send(method, url, { body, headers })
    const given = [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0]
    if (given !== undefined) browser.cookie = given.endsWith('=') ? '' : given
    return answer
  }
  const browser: Browser = {
    cookie,
    get: (url) => send('GET', url),
    post: (url, body, headers) => send('POST', url, body, headers),
    put: (url, body) => send('PUT', url, body),
    patch: (url, body) => send('PATCH', url, body),
    delete: (url, body) => send('DELETE', url, body),
  }
  return browser
}
