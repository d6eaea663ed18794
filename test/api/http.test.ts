import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { description } from '../../src/app/api/description.ts'
import { defaultTimeouts } from '../../src/http/responses/timeouts.ts'
import { adminPassword, createServer, onEachDatabase, type TestServer } from '../kit/server.ts'

const paths = Object.entries(description['paths'] as Record<string, Record<string, unknown>>)
const withIds = (path: string): string => path.replace(/\{\w+\}/g, '101')

/** Sends a raw request over a socket and returns the raw response. */
function sendRaw(server: TestServer, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    socket.on('error', reject)
    socket.write(request.replaceAll('\n', '\r\n'))
  })
}

onEachDatabase((dialect) => {
  describe('the HTTP interface', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('alice', { password: 'welcome to the orchard' })
      await server.app.listen({ port: 0, host: '127.0.0.1' })
    })
    const admin = () => server.as('admin')
    const visitor = () => server.as('visitor')

    describe('URLs', () => {
      it.each([
        '/api/version',
        '/api/v1/version',
        '/api/version/',
        '/api/v1/version/',
        '/api/version.json',
        '/api/Version',
        '/API/version',
      ])('%s is GET /version', async (url) => {
        const { status, body } = await visitor().get(url)
        expect([status, Object.keys(body)]).toEqual([200, Object.keys((await visitor().get('version')).body)])
      })

      it.each(['/api/zzz', '/api/projects/101/zzz', '/api//version', '/api/v2/version', '/api/v3/version', '/zzz'])(
        '%s returns 404',
        async (url) => {
          const { status, body } = await visitor().get(url, { skipsOpenApiCheck: true })
          expect(status).toBe(404)
          expect(body.error.code).toBe(404)
        },
      )

      it.each<[method: 'post' | 'put', path: string, bodyWith: (id: number) => object]>([
        ['post', 'user_groups', (id) => ({ project_id: id, short_name: 'x' })],
        ['post', 'svn', (id) => ({ project_id: id, name: 'x' })],
        ['post', 'projects', (id) => ({ template_id: id, shortname: 'huge-id', label: 'x', is_public: true })],
        ['post', 'projects/1/members', (id) => ({ user_id: id })],
        ['post', 'site_permissions', (id) => ({ permission: 'user_management', user_id: id })],
        ['put', 'projects/1/categories', (id) => [{ category_id: id, value_id: id }]],
        ['post', 'tracker_workflow_transitions', (id) => ({ tracker_id: id, from_id: 0, to_id: 1 })],
      ])('a huge id in the body of %s %s is an unknown one', async (method, path, bodyWith) => {
        const [unknown, huge] = await Promise.all(
          [999_999_999, 2 ** 53].map((id) => admin()[method](path, bodyWith(id), { skipsOpenApiCheck: true })),
        )
        expect(unknown?.status).toBeGreaterThanOrEqual(400)
        expect(unknown?.text).not.toMatch(/Expecting integer value/)
        const name = (text: string | undefined) => text?.replaceAll(/999999999|…/g, 'id')
        expect([huge?.status, name(huge?.text)]).toStrictEqual([unknown?.status, name(unknown?.text)])
      })

      it.each(['9007199254740992', '99999999999999999999', '9'.repeat(400), '-99999999999999999999'])(
        'the id %s is an unknown one',
        async (huge) => {
          const isRead = ([path, operations]: (typeof paths)[number]) => /\{\w+\}/.test(path) && 'get' in operations
          for (const [path] of paths.filter(isRead)) {
            const [expected, actual] = await Promise.all(
              [huge.startsWith('-') ? '-999' : '999999999', huge].map(async (id) => {
                const { status, text } = await admin().get(`/api${path.replace(/\{\w+\}/g, id)}`, {
                  skipsOpenApiCheck: true,
                })
                return [path, status, text.replaceAll(id, 'id')]
              }),
            )
            expect(actual).toEqual(expected)
          }
        },
      )

      it.each(['/api', '/api/', '/api/v1', '/api/v1/', '/API', '/api?'])(
        '%s lists the resources of the API',
        async (url) => {
          const { status, body } = await visitor().get(url)
          expect([status, body.name, body.links]).toEqual([
            200,
            'Tulipwood',
            {
              explorer: '/api/explorer/',
              openapi: '/api/explorer/openapi.json',
              swagger: '/api/explorer/swagger.json',
            },
          ])
          for (const link of Object.values<string>(body.links))
            expect((await visitor().get(link, { skipsOpenApiCheck: true })).status).toBe(200)
          expect(body.resources).toContainEqual({
            uri: 'artifacts',
            methods: ['GET', 'POST'],
            summary: expect.any(String),
          })
          for (const { uri } of body.resources) expect((await visitor().options(uri)).status).toBe(200)
        },
      )

      it('the root is also available as XML, and returns 405 for POST', async () => {
        const xml = await visitor().get('/api/', { headers: { accept: 'application/xml' } })
        expect([xml.status, xml.text]).toEqual([200, expect.stringContaining('<response><name>Tulipwood</name>')])
        expect((await visitor().post('/api/', {})).status).toBe(405)
      })

      it('a suffix has precedence over the Accept header', async () => {
        const { headers, text } = await visitor().get('version.xml', { headers: { accept: 'application/json' } })
        expect(headers['content-type']).toBe('application/xml; charset=utf-8')
        expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<response>/)
      })

      it.each([
        ['DELETE', 'projects', 405],
        ['POST', 'version', 405],
        ['PATCH', 'tokens', 405],
        ['DELETE', 'projects/100', 404],
        ['PUT', 'artifacts/1/links', 404],
      ])(
        '%s /%s returns %i: 405 for a known path without this method, 404 if the path has an id',
        async (method, url, status) => {
          const response = await admin().send(method, url, { body: {} })
          expect(response.status).toBe(status)
          if (status === 405) expect(response.headers['allow']).toMatch(/^OPTIONS, /)
        },
      )
    })

    describe('OPTIONS', () => {
      it.each(paths)('%s returns its methods without authentication and for any origin', async (path, operations) => {
        const last = path === '/artifacts/{id}' ? ['delete', 'patch'] : ['patch', 'delete']
        const order = ['get', 'post', 'put', ...last].filter((verb) => verb in operations)
        const isExtension = (verb: string) => (operations as any)[verb]['x-tulipwood-extension'] === true
        // Methods of Tuleap come first (docs/api/rest-conventions.md §1.5).
        const verbs = [...order.filter((verb) => !isExtension(verb)), ...order.filter(isExtension)]
        const expected = ['OPTIONS', ...verbs.map((verb) => verb.toUpperCase())]
        const { status, headers, text } = await visitor().options(`/api${withIds(path)}`, {
          headers: {
            origin: 'https://other.example',
            'access-control-request-method': 'POST',
            'x-auth-accesskey': 'junk',
          },
        })
        expect([status, text]).toEqual([200, ''])
        expect(headers['allow']).toBe(expected.join(', '))
        expect(headers['access-control-allow-methods']).toBe(headers['allow'])
        expect(headers['access-control-allow-origin']).toBe('*')
      })
    })

    describe('headers', () => {
      it('keep the case of their names', async () => {
        const text = await sendRaw(server, 'GET /api/projects HTTP/1.1\nHost: x\nConnection: close\n\n')
        for (const name of [
          'X-PAGINATION-SIZE',
          'X-PAGINATION-LIMIT',
          'X-PAGINATION-OFFSET',
          'X-PAGINATION-LIMIT-MAX',
          'Allow',
          'Access-Control-Allow-Origin',
        ])
          expect(text).toContain(`\r\n${name}: `)
      })

      it.each(['version', 'projects', 'users/101', 'projects/4711'])(
        'of HEAD /%s equal those of GET, without a body',
        async (url) => {
          const withoutDate = ({ headers }: { headers: object }) => ({ ...headers, date: '' })
          const get = await admin().get(url)
          const head = await admin().send('HEAD', url)
          expect([head.status, head.text]).toEqual([get.status, ''])
          expect(withoutDate(head)).toEqual(withoutDate(get))
        },
      )

      it.each(['/nothing', '/health', '/oauth2/jwks', '/.well-known/openid-configuration', '/plugins/tracker/?aid=1'])(
        'of %s keep browsers from guessing the type',
        async (url) => {
          const { headers } = await server.app.inject({ url })
          expect(headers['x-content-type-options']).toBe('nosniff')
        },
      )

      it('restrict what a browser does with a response', async () => {
        const { headers } = await visitor().get('projects/4711')
        expect(headers).toMatchObject({
          'content-security-policy': expect.stringContaining("default-src 'none'"),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        })
        expect(headers).not.toHaveProperty('x-powered-by')
        expect(headers).not.toHaveProperty('server')
      })

      it.each([
        ['?limit=0', 200, { limit: '0', offset: '0' }],
        ['?limit=50&offset=7', 200, { limit: '50', offset: '7' }],
        ['?limit=51', 400, undefined],
        ['?offset=-1', 400, undefined],
        ['?limit[]=1', 400, undefined],
        ['?limit=1&limit=2', 200, { limit: '2', offset: '0' }],
        ['?limit=&=&query=', 200, { limit: '10', offset: '0' }],
      ])('of GET /projects%s contain the pagination', async (query, status, page) => {
        const { status: actualStatus, headers } = await admin().get(`projects${query}`)
        expect(actualStatus).toBe(status)
        expect(headers['x-pagination-limit']).toBe(page?.limit)
        expect(headers['x-pagination-offset']).toBe(page?.offset)
        expect(headers['x-pagination-size']).toBe(page === undefined ? undefined : '0')
        expect(headers['x-pagination-limit-max']).toBe(page === undefined ? undefined : '50')
      })

      it.each([
        {},
        { 'x-auth-accesskey': 'junk' },
        { authorization: 'Bearer x' },
        { 'x-auth-token': 'x', 'x-auth-userid': '101' },
        { authorization: `Basic ${Buffer.from('admin:no').toString('base64')}` },
      ])('of a 401 for %j list every authentication scheme', async (headers) => {
        const response = await visitor().get('users/self/membership', { headers: headers as Record<string, string> })
        expect(response.status).toBe(401)
        const schemes = ['Basic', 'Token', 'AccessKey', 'Bearer'].map((scheme) => `${scheme} realm="Tulipwood API"`)
        expect(response.headers['www-authenticate']).toBe(schemes.join(', '))
      })
    })

    describe('a request body', () => {
      const pair = { username: 'alice', password: 'welcome to the orchard' }
      const post = (payload: string | Buffer, type?: string, url = '/api/tokens') =>
        server.app.inject({
          method: 'POST',
          url,
          payload,
          headers: type === undefined ? {} : { 'content-type': type },
        })

      it.each([
        ['JSON', 'application/json', JSON.stringify(pair)],
        ['JSON with a charset', 'application/json; charset=utf-8', JSON.stringify(pair)],
        ['JSON in capitals', 'Application/JSON', JSON.stringify(pair)],
        ['a form', 'application/x-www-form-urlencoded', new URLSearchParams(pair).toString()],
        ['XML', 'application/xml', `<x><username>alice</username><password>${pair.password}</password></x>`],
        ['no content type', undefined, JSON.stringify(pair)],
      ])('with %s is accepted', async (_, type, payload) => {
        expect((await post(payload, type)).statusCode).toBe(200)
        expect((await post(payload, type, '/api/v1/tokens/')).statusCode).toBe(200)
      })

      it.each([
        ['{"username":', 'application/json', 400, 'Bad Request: Error encoding/decoding JSON: Syntax error'],
        ['null', 'application/json', 400, 'Bad Request: Error parsing JSON'],
        ['{}', 'application/json', 400, 'Bad Request: `username` is required.'],
        ['', 'application/json', 400, 'Bad Request: `username` is required.'],
        ['<a>', 'application/xml', 400, 'Bad Request: Malformed XML. Unclosed tag: a at line 1'],
        ['{}', 'text/plain', 403, 'Forbidden: Content type `text/plain` is not supported.'],
        ['<a/>', 'text/xml', 403, 'Forbidden: Content type `text/xml` is not supported.'],
        [
          '--x--',
          'multipart/form-data; boundary=x',
          403,
          'Forbidden: Content type `multipart/form-data` is not supported.',
        ],
      ])('%j of type %s is rejected with %i', async (payload, type, status, message) => {
        const before = await server.rowCounts()
        const response = await post(payload, type)
        expect([response.statusCode, response.json().error]).toEqual([status, { code: status, message }])
        expect(await server.rowCounts()).toEqual(before)
      })

      it('that is not valid UTF-8 is rejected', async () => {
        expect((await post(Buffer.from([0x7b, 0xff, 0x7d]), 'application/json')).statusCode).toBe(400)
      })

      it('that exceeds the limit is rejected with 413', async () => {
        const response = await post(`{"username":"${'x'.repeat(1_100_000)}"}`, 'application/json')
        expect([response.statusCode, response.json().error.code]).toEqual([413, 413])
      })

      it('with length 0 is accepted by GET and DELETE', async () => {
        const headers = { 'content-type': 'application/json', 'content-length': '0' }
        expect((await visitor().get('version', { headers })).status).toBe(200)
        expect((await admin().delete('banner', { headers })).status).toBe(200)
      })

      it('is ignored by a GET that accepts none', async () => {
        const response = await admin().get('projects?limit=1', { body: '{"limit":2' })
        expect([response.status, response.headers['x-pagination-limit']]).toEqual([200, '1'])
      })
    })

    it('X-HTTP-Method-Override changes the method of a POST only', async () => {
      const asPatch = { 'x-http-method-override': 'PATCH' }
      const change = { email: 'a@example.org' }
      const url = `users/${server.idOf('alice')}`
      expect((await admin().post(url, change, { headers: asPatch, skipsOpenApiCheck: true })).status).toBe(200)
      expect((await admin().get(url, { headers: { 'x-http-method-override': 'DELETE' } })).body.email).toBe(
        change.email,
      )
    })

    it.each(['HEAD', 'OPTIONS', 'TRACE', 'FOO', 'PATCH, PATCH'])(
      'a POST with X-HTTP-Method-Override: %s returns 400 and writes nothing',
      async (verb) => {
        const before = await server.rowCounts()
        const options = { headers: { 'x-http-method-override': verb }, skipsOpenApiCheck: true }
        const { status, body } = await admin().post('users', { username: 'override' }, options)
        expect([status, body.error.message]).toEqual([
          400,
          'Bad Request: Invalid value specified for `X-HTTP-Method-Override`. Expected one of (GET,PUT,DELETE,PATCH,POST).',
        ])
        expect(await server.rowCounts()).toEqual(before)
      },
    )

    it('a POST with an empty X-HTTP-Method-Override is a POST', async () => {
      const options = { headers: { 'x-http-method-override': '' }, skipsOpenApiCheck: true }
      expect((await admin().post('users', { username: 'not-overridden' }, options)).status).toBe(201)
    })

    describe('compression', () => {
      const large = '/api/explorer/openapi.json'
      it.each([
        ['gzip', gunzipSync],
        ['br', brotliDecompressSync],
        ['zstd', zstdDecompressSync],
      ])('uses %s for Accept-Encoding', async (encoding, unpack) => {
        const response = await server.app.inject({ url: large, headers: { 'accept-encoding': encoding } })
        expect(response.headers['content-encoding']).toBe(encoding)
        expect(String(response.headers['vary']).toLowerCase()).toContain('accept-encoding')
        expect(JSON.parse(unpack(response.rawPayload).toString())).toEqual(description)
      })

      it.each(['identity', 'gzip;q=0', ''])('is not used for Accept-Encoding: %s', async (encoding) => {
        const response = await server.app.inject({ url: large, headers: { 'accept-encoding': encoding } })
        expect(response.headers['content-encoding']).toBeUndefined()
        expect(response.json()).toEqual(description)
      })

      it('is not used for small responses', async () => {
        const response = await server.app.inject({
          url: '/api/version',
          headers: { 'accept-encoding': 'gzip, br, zstd' },
        })
        expect(response.headers['content-encoding']).toBeUndefined()
      })
    })

    describe('a malformed request', () => {
      /** Checks the only error response in this text, with all its headers, and returns its error. */
      const errorIn = (text: string) => {
        expect(text.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1)
        const [head = '', body = ''] = text.split('\r\n\r\n')
        const lines = head.toLowerCase().split('\r\n')
        expect(lines).toEqual(
          expect.arrayContaining([
            'content-type: application/json; charset=utf-8',
            `content-length: ${Buffer.byteLength(body)}`,
            'connection: close',
            'access-control-allow-origin: *',
            'cache-control: no-store',
            'x-content-type-options: nosniff',
          ]),
        )
        const { error, ...rest } = JSON.parse(body)
        expect([rest, Object.keys(error)]).toEqual([{}, ['code', 'message']])
        expect(head).toMatch(new RegExp(`^HTTP/1.1 ${error.code} `))
        return error
      }

      it.each([
        [
          'two lengths',
          'POST /api/tokens HTTP/1.1\nHost: x\nContent-Length: 2\nContent-Length: 3\n\n{}',
          /Content-Length/,
        ],
        [
          'a length and chunks',
          'POST /api/tokens HTTP/1.1\nHost: x\nContent-Length: 2\nTransfer-Encoding: chunked\n\n0\n\n',
          /Transfer-Encoding/,
        ],
        [
          'chunks of invalid size',
          'POST /api/tokens HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\nzz\n',
          /chunks of the body/,
        ],
        [
          'chunked as not the last encoding',
          'POST /api/tokens HTTP/1.1\nHost: x\nTransfer-Encoding: chunked, gzip\n\n0\n\n',
          /Transfer-Encoding/,
        ],
        ['a negative length', 'POST /api/tokens HTTP/1.1\nHost: x\nContent-Length: -1\n\n', /Content-Length/],
        ['a length in letters', 'POST /api/tokens HTTP/1.1\nHost: x\nContent-Length: two\n\n{}', /Content-Length/],
        ['no Host header', 'GET /api/version HTTP/1.1\n\n', /Host/],
        ['two Host headers', 'GET /api/version HTTP/1.1\nHost: x\nHost: y\n\n', /Host header is there more than once/],
        [
          'one Host header twice',
          'GET /api/version HTTP/1.0\nHost: x\nhost: x\n\n',
          /Host header is there more than once/,
        ],
        ['a line break in a header', 'GET /api/version HTTP/1.1\nHost: x\nX-A: a\rb\n\n', /well-formed HTTP/],
        ['a blank in a header name', 'GET /api/version HTTP/1.1\nHost: x\nX A: a\n\n', /header/],
        ['an unknown method', 'SMUGGLE /api/version HTTP/1.1\nHost: x\n\n', /method/],
        ['a method for proxies', 'CONNECT x:80 HTTP/1.1\nHost: x\n\n', /method/],
        ['a URL that is not encoded', 'GET /api/projects?query=\u00e9t\u00e9 HTTP/1.1\nHost: x\n\n', /percent-encoded/],
        ['a blank in the URL', 'GET /api/projects?query=a b HTTP/1.1\nHost: x\n\n', /percent-encoded/],
        ['an unknown HTTP version', 'GET /api/version HTTP/4.2\nHost: x\n\n', /HTTP\/1\.1/],
        ['HTTP/2 without TLS', 'PRI * HTTP/2.0\n\nSM\n\n', /HTTP\/1\.1/],
        ['no HTTP', '\u0016\u0003\u0001\u0000\u00ee', /./],
      ])('with %s gets one response with 400, and the connection is closed', async (_, request, message) => {
        const { code, message: text } = errorIn(await sendRaw(server, request))
        expect([code, text]).toEqual([400, expect.stringMatching(/^Bad Request: [A-Z]/)])
        expect(text).toMatch(message)
      })

      it.each([
        ['URL', `GET /api/projects?query=${'x'.repeat(20_000)} HTTP/1.1\nHost: x\n\n`],
        ['header', `GET /api/version HTTP/1.1\nHost: x\nX-A: ${'x'.repeat(200_000)}\n\n`],
      ])('with a too long %s gets 431 with advice', async (_, request) => {
        expect(errorIn(await sendRaw(server, request))).toEqual({
          code: 431,
          message: expect.stringMatching(/^Request Header Fields Too Large: .* in the body of the GET/),
        })
      })

      it('with too long chunk extensions gets 413', async () => {
        const chunks = `POST /api/tokens HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n1;${'x'.repeat(20_000)}\n`
        expect(errorIn(await sendRaw(server, chunks)).code).toBe(413)
      })

      it('with more bytes than its length gets its response first, then 400', async () => {
        const body = JSON.stringify({ username: 'alice', password: 'welcome to the orchard' })
        const head = `POST /api/tokens HTTP/1.1\nHost: x\nContent-Length: ${Buffer.byteLength(body)}\n\n`
        const text = await sendRaw(server, `${head}${body}, and more`)
        expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
        expect(text).toContain('"token":')
      })

      /** Sends the second request after the first response, and returns both responses. */
      const sendSequentially = async (...requests: readonly [string, string]): Promise<[string, string]> => {
        const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
        socket.write(requests[0].replaceAll('\n', '\r\n'))
        const [first] = await once(socket, 'data')
        socket.write(requests[1].replaceAll('\n', '\r\n'))
        return [String(first), await text(socket)]
      }

      it('after a valid one gets 400', async () => {
        const [first, second] = await sendSequentially('GET /api/version HTTP/1.1\nHost: x\n\n', 'rubbish\n\n')
        expect(first).toMatch(/^HTTP\/1\.1 200 /)
        expect(errorIn(second).code).toBe(400)
      })

      it('in the body of a rejected request gets no second response', async () => {
        const head = 'PATCH /uploads/tracker/file/1 HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n'
        const [first, second] = await sendSequentially(head, 'rubbish\n')
        expect(first).toMatch(/^HTTP\/1\.1 412 /)
        expect(second).not.toContain('HTTP/1.1')
      })

      it('is no pipelined request: each of them gets its response in order', async () => {
        const credentials = JSON.stringify({ username: 'alice', password: 'welcome to the orchard' })
        const get = (n: number) => `GET /api/version?n=${n} HTTP/1.1\nHost: x\n\n`
        const missing = (n: number) => `GET /api/missing${n} HTTP/1.1\nHost: x\n\n`
        const post = `POST /api/tokens HTTP/1.1\nHost: x\nContent-Length: ${credentials.length}\n\n${credentials}`
        const requests = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? missing(n) : n === 31 ? post : get(n)))
        const last = 'GET /api/version HTTP/1.1\nHost: x\nConnection: close\n\n'
        const text = await sendRaw(server, requests.join('') + last + missing(99))
        const expected = requests.map((_, n) => (n % 3 === 0 ? 'HTTP/1.1 404' : 'HTTP/1.1 200'))
        // The request after `Connection: close` gets no response.
        expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([...expected, 'HTTP/1.1 200'])
        expect(text.match(/"token":/g)).toHaveLength(1)
      })

      it('with an unknown Expect header is answered normally', async () => {
        const text = await sendRaw(server, 'GET /api/version HTTP/1.1\nHost: x\nExpect: tea\nConnection: close\n\n')
        expect(text).toMatch(/^HTTP\/1\.1 200 /)
      })

      it('that arrives byte by byte gets 400, and other requests are answered meanwhile', async () => {
        const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1').setNoDelay()
        const received = text(socket)
        for (const byte of 'GET /api/version HTTP/1.1\r\nHost: x\r\nX A') {
          socket.write(byte)
          expect((await visitor().get('version')).status).toBe(200)
        }
        socket.write(': a\r\n\r\n')
        expect(errorIn(await received).code).toBe(400)
      })

      it('that is aborted does not affect the server', async () => {
        const { port } = server.app.server.address() as AddressInfo
        for (const piece of ['GET /api/ver', 'SMUGGLE / HTTP/1.1\r\n\r\n', `GET /${'x'.repeat(20_000)}`]) {
          const socket = connect(port, '127.0.0.1')
          await once(socket, 'connect')
          socket.write(piece)
          socket.resetAndDestroy()
        }
        expect((await visitor().get('version')).status).toBe(200)
      })

      it('that is sent too slowly is limited by timeouts', () => {
        const { headersTimeout, keepAliveTimeout } = server.app.server
        // tus-connections.test.ts tests the timeout of bodies.
        expect(defaultTimeouts.body).toBeLessThanOrEqual(300_000)
        expect(headersTimeout).toBeGreaterThan(0)
        expect(headersTimeout).toBeLessThanOrEqual(60_000)
        expect(keepAliveTimeout).toBeGreaterThan(0)
      })

      it('with a hostile Host header does not affect the response', async () => {
        const { text } = await admin().get('users/101', { headers: { host: 'x"><script>' } })
        expect(text).not.toContain('script')
      })
    })

    it('credentials in a query are not accepted', async () => {
      const { status } = await visitor().get(`users/self/membership?token=${adminPassword}`)
      expect(status).toBe(401)
    })
  })

  describe('behind a proxy', () => {
    const forwarded = {
      'x-forwarded-host': 'tracker.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '192.0.2.7',
    }
    const avatar = async (server: TestServer) =>
      (await server.as('admin').get('users/101', { headers: { host: 'inner:8080', ...forwarded } })).body.avatar_url

    describe('that is trusted', () => {
      const server = createServer(dialect, { env: { TULIPWOOD_TRUSTED_PROXIES: '127.0.0.1' } })
      it('URLs use the host of the proxy', async () => {
        expect(await avatar(server)).toMatch(/^https:\/\/tracker\.example\//)
      })
      it('the configured public URL has precedence over the headers', async () => {
        await server.as('admin').patch('site_settings', { public_url: 'https://public.example/tracker' })
        expect(await avatar(server)).toMatch(/^https:\/\/public\.example\/tracker\//)
      })
    })

    describe('that is not trusted', () => {
      const server = createServer(dialect, { env: { TULIPWOOD_TRUSTED_PROXIES: '10.0.0.0/8' } })
      it('forwarded host and protocol are ignored', async () => {
        expect(await avatar(server)).toMatch(/^http:\/\/inner:8080\//)
      })
      it('the forwarded client address is not recorded', async () => {
        await server.as('admin').get('users/self', { headers: { 'x-forwarded-for': '192.0.2.7' } })
        const used = () => server.world.db.read.selectFrom('access_key').select('last_used_from').executeTakeFirst()
        await expect.poll(async () => (await used())?.last_used_from).toBe('127.0.0.1')
      })
    })
  })
})
