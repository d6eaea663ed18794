import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answerLookups, type DnsAnswers } from '../../../test/kit/dns-answers.ts'
import { fetchExternal } from './outgoing-fetch.ts'
import { OutgoingError, sendPost } from './outgoing-http.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

describe('requests to external servers', () => {
  let server: Server
  let origin: string
  let requests: {
    readonly url: string | undefined
    readonly headers: IncomingMessage['headers']
    readonly body: string
  }[]
  let answer: Answer

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      requests.push({ url: request.url, headers: request.headers, body })
      answer(request, response, body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const sending = { headers: { 'content-type': 'text/plain' }, body: 'héllo', allowPrivate: true, timeoutMs: 2000 }
  const send = (how: Answer, url: string, changes: Partial<typeof sending> = {}) => {
    requests = []
    answer = how
    return sendPost(url, { ...sending, ...changes })
  }
  const ok: Answer = (_, response) => response.writeHead(201, { 'X-Sent': 'yes' }).end('thanks')

  it('send body and headers, and return the response', async () => {
    const answered = await send(ok, `${origin}/hook?a=b`)
    expect(answered).toMatchObject({ status: 201, headers: { 'x-sent': 'yes' }, body: 'thanks' })
    expect(requests).toMatchObject([{ url: '/hook?a=b', body: 'héllo', headers: { 'content-type': 'text/plain' } }])
  })

  it('do not wait for a server that switches protocols', async () => {
    const switching: Answer = (request) =>
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    await expect(send(switching, origin)).rejects.toThrow('127.0.0.1 returned no response')
  })

  it('resolve host names', async () => {
    const namedOrigin = origin.replace('127.0.0.1', 'localhost')
    expect((await send(ok, namedOrigin)).status).toBe(201)
    expect(requests[0]?.headers.host).toBe(new URL(namedOrigin).host)
  })

  it.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f.0.0.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://localhost',
    'https://10.0.0.1',
    'http://169.254.169.254/latest',
  ])('reject %s unless private addresses are allowed', async (address) => {
    const { port } = new URL(origin)
    const url = new URL(address)
    url.port = port
    await expect(send(ok, url.href, { allowPrivate: false })).rejects.toThrow(/resolves to a private address/)
    expect(requests).toEqual([])
  })

  it.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'gopher://x', 'no address', ''])('reject the URL %j', (url) =>
    expect(send(ok, url)).rejects.toThrow(OutgoingError),
  )

  it('do not follow redirects', async () => {
    const answered = await send((_, response) => response.writeHead(307, { location: `${origin}/other` }).end(), origin)
    expect([answered.status, requests.length]).toEqual([307, 1])
  })

  it('return the beginning of a long response without waiting for the rest', async () => {
    const endless: Answer = (_, response) => void response.writeHead(200).write('x'.repeat(100_000))
    expect((await send(endless, origin)).body).toBe('x'.repeat(4096))
  })

  it.each<[string, Answer]>([
    ['does not respond', () => undefined],
    ['never ends', (_, response) => void response.writeHead(200).write('slow')],
  ])('fail after the timeout if a server %s', async (_, how) => {
    await expect(send(how, origin, { timeoutMs: 100 })).rejects.toThrow('No response within 0.1 seconds')
  })

  it.each<[string, Answer]>([
    ['hangs up', (request) => void request.socket.destroy()],
    ['breaks off', (request, response) => void response.writeHead(200).write('x', () => request.socket.destroy())],
  ])('report that a server that %s could not be reached', async (_, how) => {
    await expect(send(how, origin)).rejects.toThrow(/could not be reached/)
  })

  describe('to a host name whose address changes between lookups', () => {
    const name = 'rebind.example'
    // A public address that is not assigned since RFC 3701.
    const unreachable = '3ffe:ffff::1'
    let names: DnsAnswers | undefined
    let other: Server
    let reachedOther = 0
    beforeAll(async () => {
      other = createServer((_, response) => {
        reachedOther++
        response.end('other')
      })
      const { port } = server.address() as AddressInfo
      await new Promise<void>((resolve) => other.listen(port, '127.0.0.2', resolve))
    })
    afterEach(() => {
      names?.restore()
      reachedOther = 0
    })
    afterAll(() => {
      other.closeAllConnections()
      other.close()
    })
    const urlOf = (path = '') => `${origin.replace('127.0.0.1', name)}${path}`

    it('connects to the address of the first lookup, without a second one', async () => {
      names = answerLookups(name, [['127.0.0.1'], ['127.0.0.2']])
      expect((await send(ok, urlOf())).status).toBe(201)
      expect([requests.length, reachedOther, names.lookups]).toEqual([1, 0, 1])
      expect(requests[0]?.headers.host).toBe(new URL(urlOf()).host)
    })

    it('never connects to a private address that follows a public one', async () => {
      names = answerLookups(name, [[unreachable], ['127.0.0.1']])
      await expect(send(ok, urlOf(), { allowPrivate: false, timeoutMs: 1000 })).rejects.toThrow(
        /^(rebind\.example could not be reached: |No response within)/,
      )
      expect([requests.length, names.lookups]).toEqual([0, 1])
    })

    it('checks the address for each request again', async () => {
      names = answerLookups(name, [[unreachable], ['127.0.0.1']])
      const rules = { allowPrivate: false, timeoutMs: 1000 }
      await expect(send(ok, urlOf(), rules)).rejects.toThrow(OutgoingError)
      await expect(send(ok, urlOf(), rules)).rejects.toThrow(/resolves to a private address/)
      const options = { method: 'GET', headers: {} }
      await expect(fetchExternal(urlOf(), options, { ...rules, maxBytes: 100 })).rejects.toThrow(
        /resolves to a private address/,
      )
      expect([requests.length, names.lookups]).toEqual([0, 3])
    })

    it.each([
      ['a private one among public ones', [unreachable, '127.0.0.1']],
      ['a private one in front of public ones', ['::ffff:127.0.0.1', unreachable]],
      ['the address of the metadata of a cloud', ['169.254.169.254']],
    ])('connects to no address if one lookup returns %s', async (_, addresses) => {
      names = answerLookups(name, [addresses])
      await expect(send(ok, urlOf(), { allowPrivate: false })).rejects.toThrow(/resolves to a private address/)
      expect(requests).toEqual([])
    })

    it.each([301, 302, 303, 307, 308])('does not follow a redirect with status %i', async (status) => {
      names = answerLookups(name, [['127.0.0.1'], ['127.0.0.2']])
      const locations = [urlOf('/inner'), origin.replace('127.0.0.1', '127.0.0.2')]
      for (const each of locations) {
        const redirecting: Answer = (_, response) => response.writeHead(status, { location: each }).end()
        const answered = await send(redirecting, origin)
        expect([answered.status, requests.length, reachedOther, names.lookups]).toEqual([status, 1, 0, 0])
      }
    })
  })
})
