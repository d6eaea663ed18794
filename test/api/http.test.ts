import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { description } from '../../src/app/description.ts'
import { defaultTimeouts } from '../../src/kit/http/timeouts.ts'
import { adminPassword, createServer, onEachDatabase, type TestServer } from '../kit/server.ts'

const paths = Object.entries(description['paths'] as Record<string, Record<string, unknown>>)
const filled = (path: string): string => path.replace(/\{\w+\}/g, '101')

/** What a client on a socket reads, byte for byte. */
function onTheWire(server: TestServer, request: string): Promise<string> {
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
  describe('the API on the wire', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('alice', { password: 'welcome to the orchard' })
      await server.app.listen({ port: 0, host: '127.0.0.1' })
    })
    const admin = () => server.as('admin')
    const visitor = () => server.as('visitor')

    describe('addresses', () => {
      it.each([
        '/api/version',
        '/api/v1/version',
        '/api/version/',
        '/api/v1/version/',
        '/api/version.json',
        '/api/Version',
        '/API/version',
      ])('%s is GET /version', async (address) => {
        const { status, body } = await visitor().get(address)
        expect([status, Object.keys(body)]).toEqual([200, Object.keys((await visitor().get('version')).body)])
      })

      it.each(['/api/zzz', '/api/projects/101/zzz', '/api//version', '/api/v2/version', '/api/v3/version', '/zzz'])(
        '%s is nowhere',
        async (address) => {
          const { status, body } = await visitor().get(address, { skipsOpenApiCheck: true })
          expect(status).toBe(404)
          expect(body.error.code).toBe(404)
        },
      )

      it.each(['/api', '/api/', '/api/v1', '/api/v1/', '/API', '/api?'])(
        '%s tells what there is below it',
        async (address) => {
          const { status, body } = await visitor().get(address)
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

      it('the root is told in XML as well, and to nobody who asks for more', async () => {
        const xml = await visitor().get('/api/', { headers: { accept: 'application/xml' } })
        expect([xml.status, xml.text]).toEqual([200, expect.stringContaining('<response><name>Tulipwood</name>')])
        expect((await visitor().post('/api/', {})).status).toBe(405)
      })

      it('a suffix decides the format before the Accept header', async () => {
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
      ])('%s /%s is answered %i: another verb on an address with an id is unknown', async (method, url, status) => {
        const answer = await admin().send(method, url, { body: {} })
        expect(answer.status).toBe(status)
        if (status === 405) expect(answer.headers['allow']).toMatch(/^OPTIONS, /)
      })
    })

    describe('OPTIONS', () => {
      it.each(paths)('%s tells its methods to anybody and to any origin', async (path, operations) => {
        const order = ['get', 'post', 'put', 'patch', 'delete'].filter((verb) => verb in operations)
        const isOurs = (verb: string) => (operations as any)[verb]['x-tulipwood-extension'] === true
        // Those of Tuleap first (docs/api/rest-conventions.md §1.5).
        const verbs = [...order.filter((verb) => !isOurs(verb)), ...order.filter(isOurs)]
        const expected = ['OPTIONS', ...verbs.map((verb) => verb.toUpperCase())]
        const { status, headers, text } = await visitor().options(`/api${filled(path)}`, {
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
        const text = await onTheWire(server, 'GET /api/projects HTTP/1.1\nHost: x\nConnection: close\n\n')
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
        'of HEAD /%s are those of GET, without a body',
        async (url) => {
          const withoutDate = ({ headers }: { headers: object }) => ({ ...headers, date: '' })
          const get = await admin().get(url)
          const head = await admin().send('HEAD', url)
          expect([head.status, head.text]).toEqual([get.status, ''])
          expect(withoutDate(head)).toEqual(withoutDate(get))
        },
      )

      it('forbid what a browser could do with an answer', async () => {
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
      ])('of GET /projects%s page it', async (query, status, page) => {
        const { status: answered, headers } = await admin().get(`projects${query}`)
        expect(answered).toBe(status)
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
      ])('of a 401 to %j name every way to sign in', async (headers) => {
        const answer = await visitor().get('users/self/membership', { headers: headers as Record<string, string> })
        expect(answer.status).toBe(401)
        const schemes = ['Basic', 'Token', 'AccessKey', 'Bearer'].map((scheme) => `${scheme} realm="Tulipwood API"`)
        expect(answer.headers['www-authenticate']).toBe(schemes.join(', '))
      })
    })

    describe('a body', () => {
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
        ['nothing it says', undefined, JSON.stringify(pair)],
      ])('in %s signs in', async (_, type, payload) => {
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
      ])('%j of type %s is answered %i', async (payload, type, status, message) => {
        const before = await server.rowCounts()
        const answer = await post(payload, type)
        expect([answer.statusCode, answer.json().error]).toEqual([status, { code: status, message }])
        expect(await server.rowCounts()).toEqual(before)
      })

      it('of bytes that are no UTF-8 is refused', async () => {
        expect((await post(Buffer.from([0x7b, 0xff, 0x7d]), 'application/json')).statusCode).toBe(400)
      })

      it('beyond the limit is refused before it is read', async () => {
        const answer = await post(`{"username":"${'x'.repeat(1_100_000)}"}`, 'application/json')
        expect([answer.statusCode, answer.json().error.code]).toEqual([413, 413])
      })

      it('that is not there, of a type that is, hurts neither GET nor DELETE', async () => {
        const headers = { 'content-type': 'application/json', 'content-length': '0' }
        expect((await visitor().get('version', { headers })).status).toBe(200)
        expect((await admin().delete('banner', { headers })).status).toBe(200)
      })

      it('on a GET that asks for none is not looked at', async () => {
        const answer = await admin().get('projects?limit=1', { body: '{"limit":2' })
        expect([answer.status, answer.headers['x-pagination-limit']]).toEqual([200, '1'])
      })
    })

    it('another method may be asked for by a header, of a POST alone', async () => {
      const asPatch = { 'x-http-method-override': 'PATCH' }
      const change = { email: 'a@example.org' }
      const url = `users/${server.idOf('alice')}`
      expect((await admin().post(url, change, { headers: asPatch, skipsOpenApiCheck: true })).status).toBe(200)
      expect((await admin().get(url, { headers: { 'x-http-method-override': 'DELETE' } })).body.email).toBe(
        change.email,
      )
    })

    describe('compression', () => {
      const large = '/api/explorer/openapi.json'
      it.each([
        ['gzip', gunzipSync],
        ['br', brotliDecompressSync],
        ['zstd', zstdDecompressSync],
      ])('is %s where that is asked for', async (encoding, unpack) => {
        const answer = await server.app.inject({ url: large, headers: { 'accept-encoding': encoding } })
        expect(answer.headers['content-encoding']).toBe(encoding)
        expect(String(answer.headers['vary']).toLowerCase()).toContain('accept-encoding')
        expect(JSON.parse(unpack(answer.rawPayload).toString())).toEqual(description)
      })

      it.each(['identity', 'gzip;q=0', ''])('is not done for Accept-Encoding: %s', async (encoding) => {
        const answer = await server.app.inject({ url: large, headers: { 'accept-encoding': encoding } })
        expect(answer.headers['content-encoding']).toBeUndefined()
        expect(answer.json()).toEqual(description)
      })

      it('leaves small answers as they are', async () => {
        const answer = await server.app.inject({
          url: '/api/version',
          headers: { 'accept-encoding': 'gzip, br, zstd' },
        })
        expect(answer.headers['content-encoding']).toBeUndefined()
      })
    })

    describe('a client with bad manners', () => {
      /** What is said to somebody whose request cannot be read, and all that goes with it. */
      const refusalIn = (text: string) => {
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
          'chunks of no size',
          'POST /api/tokens HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\nzz\n',
          /chunks of the body/,
        ],
        [
          'chunks that are not last',
          'POST /api/tokens HTTP/1.1\nHost: x\nTransfer-Encoding: chunked, gzip\n\n0\n\n',
          /Transfer-Encoding/,
        ],
        ['a negative length', 'POST /api/tokens HTTP/1.1\nHost: x\nContent-Length: -1\n\n', /Content-Length/],
        ['a length in letters', 'POST /api/tokens HTTP/1.1\nHost: x\nContent-Length: two\n\n{}', /Content-Length/],
        ['no host', 'GET /api/version HTTP/1.1\n\n', /Host/],
        ['two hosts', 'GET /api/version HTTP/1.1\nHost: x\nHost: y\n\n', /Host header is there more than once/],
        ['one host twice', 'GET /api/version HTTP/1.0\nHost: x\nhost: x\n\n', /Host header is there more than once/],
        ['a line inside a header', 'GET /api/version HTTP/1.1\nHost: x\nX-A: a\rb\n\n', /well-formed HTTP/],
        ['a header with a blank in its name', 'GET /api/version HTTP/1.1\nHost: x\nX A: a\n\n', /header/],
        ['a method of its own', 'SMUGGLE /api/version HTTP/1.1\nHost: x\n\n', /method/],
        ['a method for proxies', 'CONNECT x:80 HTTP/1.1\nHost: x\n\n', /method/],
        [
          'an address that is not encoded',
          'GET /api/projects?query=\u00e9t\u00e9 HTTP/1.1\nHost: x\n\n',
          /percent-encoded/,
        ],
        ['a blank in the address', 'GET /api/projects?query=a b HTTP/1.1\nHost: x\n\n', /percent-encoded/],
        ['a version to come', 'GET /api/version HTTP/4.2\nHost: x\n\n', /HTTP\/1\.1/],
        ['HTTP/2 without TLS', 'PRI * HTTP/2.0\n\nSM\n\n', /HTTP\/1\.1/],
        ['no HTTP at all', '\u0016\u0003\u0001\u0000\u00ee', /./],
      ])('sending %s is told so once, with 400, and the connection ends', async (_, request, message) => {
        const { code, message: said } = refusalIn(await onTheWire(server, request))
        expect([code, said]).toEqual([400, expect.stringMatching(/^Bad Request: [A-Z]/)])
        expect(said).toMatch(message)
      })

      it.each([
        ['address', `GET /api/projects?query=${'x'.repeat(20_000)} HTTP/1.1\nHost: x\n\n`],
        ['header', `GET /api/version HTTP/1.1\nHost: x\nX-A: ${'x'.repeat(200_000)}\n\n`],
      ])('sending an endless %s is told what to do instead, with 431', async (_, request) => {
        expect(refusalIn(await onTheWire(server, request))).toEqual({
          code: 431,
          message: expect.stringMatching(/^Request Header Fields Too Large: .* in the body of the GET/),
        })
      })

      it('sending chunks with endless extensions is answered 413', async () => {
        const chunks = `POST /api/tokens HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n1;${'x'.repeat(20_000)}\n`
        expect(refusalIn(await onTheWire(server, chunks)).code).toBe(413)
      })

      it('sending more than it announced is answered what it asked first', async () => {
        const body = JSON.stringify({ username: 'alice', password: 'welcome to the orchard' })
        const head = `POST /api/tokens HTTP/1.1\nHost: x\nContent-Length: ${Buffer.byteLength(body)}\n\n`
        const text = await onTheWire(server, `${head}${body}, and more`)
        expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
        expect(text).toContain('"token":')
      })

      /** What is answered to a request, and then to what is sent behind it. */
      const oneByOne = async (...requests: readonly [string, string]): Promise<[string, string]> => {
        const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
        socket.write(requests[0].replaceAll('\n', '\r\n'))
        const [first] = await once(socket, 'data')
        socket.write(requests[1].replaceAll('\n', '\r\n'))
        return [String(first), await text(socket)]
      }

      it('sending rubbish once it was answered is told so', async () => {
        const [first, second] = await oneByOne('GET /api/version HTTP/1.1\nHost: x\n\n', 'rubbish\n\n')
        expect(first).toMatch(/^HTTP\/1\.1 200 /)
        expect(refusalIn(second).code).toBe(400)
      })

      it('sending rubbish as the body of what was refused already is told nothing more', async () => {
        const head = 'PATCH /uploads/tracker/file/1 HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n'
        const [first, second] = await oneByOne(head, 'rubbish\n')
        expect(first).toMatch(/^HTTP\/1\.1 412 /)
        expect(second).not.toContain('HTTP/1.1')
      })

      it('sending many requests in one packet is answered each of them, in their order', async () => {
        const credentials = JSON.stringify({ username: 'alice', password: 'welcome to the orchard' })
        const get = (n: number) => `GET /api/version?n=${n} HTTP/1.1\nHost: x\n\n`
        const missing = (n: number) => `GET /api/missing${n} HTTP/1.1\nHost: x\n\n`
        const post = `POST /api/tokens HTTP/1.1\nHost: x\nContent-Length: ${credentials.length}\n\n${credentials}`
        const requests = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? missing(n) : n === 31 ? post : get(n)))
        const last = 'GET /api/version HTTP/1.1\nHost: x\nConnection: close\n\n'
        const text = await onTheWire(server, requests.join('') + last + missing(99))
        const expected = requests.map((_, n) => (n % 3 === 0 ? 'HTTP/1.1 404' : 'HTTP/1.1 200'))
        // What comes after `Connection: close` is not asked any more.
        expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([...expected, 'HTTP/1.1 200'])
        expect(text.match(/"token":/g)).toHaveLength(1)
      })

      it('expecting what nobody can do is answered as if it did not', async () => {
        const text = await onTheWire(server, 'GET /api/version HTTP/1.1\nHost: x\nExpect: tea\nConnection: close\n\n')
        expect(text).toMatch(/^HTTP\/1\.1 200 /)
      })

      it('leaving in the middle harms nobody', async () => {
        const { port } = server.app.server.address() as AddressInfo
        for (const piece of ['GET /api/ver', 'SMUGGLE / HTTP/1.1\r\n\r\n', `GET /${'x'.repeat(20_000)}`]) {
          const socket = connect(port, '127.0.0.1')
          await once(socket, 'connect')
          socket.write(piece)
          socket.resetAndDestroy()
        }
        expect((await visitor().get('version')).status).toBe(200)
      })

      it('sending byte by byte is cut off after a while', () => {
        const { headersTimeout, keepAliveTimeout } = server.app.server
        // How bodies are cut off: tus-connections.test.ts.
        expect(defaultTimeouts.body).toBeLessThanOrEqual(300_000)
        expect(headersTimeout).toBeGreaterThan(0)
        expect(headersTimeout).toBeLessThanOrEqual(60_000)
        expect(keepAliveTimeout).toBeGreaterThan(0)
      })

      it('naming a strange host does not find it in the answer', async () => {
        const { text } = await admin().get('users/101', { headers: { host: 'x"><script>' } })
        expect(text).not.toContain('script')
      })
    })

    it('credentials in a query sign nobody in', async () => {
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
      it('addresses are those of the proxy', async () => {
        expect(await avatar(server)).toMatch(/^https:\/\/tracker\.example\//)
      })
      it('the address that was set goes before the headers', async () => {
        await server.as('admin').patch('site_settings', { public_url: 'https://public.example/tracker' })
        expect(await avatar(server)).toMatch(/^https:\/\/public\.example\/tracker\//)
      })
    })

    describe('that is not', () => {
      const server = createServer(dialect, { env: { TULIPWOOD_TRUSTED_PROXIES: '10.0.0.0/8' } })
      it('its headers are not believed', async () => {
        expect(await avatar(server)).toMatch(/^http:\/\/inner:8080\//)
      })
      it('nor is the address it names written down', async () => {
        await server.as('admin').get('users/self', { headers: { 'x-forwarded-for': '192.0.2.7' } })
        const used = () => server.world.db.read.selectFrom('access_key').select('last_used_from').executeTakeFirst()
        await expect.poll(async () => (await used())?.last_used_from).toBe('127.0.0.1')
      })
    })
  })
})
