import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldId, TrackerId } from '../../src/kit/values/ids.ts'
import { buildStagedFileName, uploadLifetime } from '../../src/uploads/model/upload.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'
import {
  buildOffsetHeaders,
  buildTusHeaders,
  createFileTracker,
  createUpload,
  readStagedSize,
  sendChunk,
  type UploadRequest,
} from '../kit/tus-requests.ts'

const basic = (login: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})
const unknownKey = { 'x-auth-accesskey': `tlp-k1-99999.${'ab'.repeat(32)}` }

onEachDatabase((dialect) => {
  describe('the URL of an upload', () => {
    const server = createServer(dialect)
    let field: FieldId | undefined
    let papers: TrackerId | undefined

    beforeAll(async () => {
      const users = await Promise.all(
        ['alice', 'bob'].map((login) => server.createUser(login, { password: 'welcome0' })),
      )
      const project = await createFileTracker(server, users)
      field = project.fields.get('attachments')
      papers = project.trackers.get('paper')
    })

    const startUpload = (size = 10): Promise<UploadRequest> => createUpload(server, 'alice', field, size)
    const send = (
      method: string,
      url: string,
      headers: Readonly<Record<string, string>>,
      { login = 'alice', body }: { readonly login?: string; readonly body?: string } = {},
    ): Promise<TestResponse> =>
      server.as(login).send(method, url, { skipsOpenApiCheck: true, headers, ...(body === undefined ? {} : { body }) })
    const expire = (id: number) =>
      server.world.db.write((tx) =>
        tx.updateTable('upload').set({ expires_on: server.world.clock.now() }).where('id', '=', id).execute(),
      )
    const lockFor = (id: number, seconds: number) =>
      server.world.db.write((tx) =>
        tx
          .updateTable('upload')
          .set({ lock_token: 'a node that died', lock_until: server.world.clock.now() + seconds })
          .where('id', '=', id)
          .execute(),
      )

    /** An upload of ten bytes, of which four were received. */
    async function startHalfUpload(): Promise<UploadRequest> {
      const upload = await startUpload()
      expect((await sendChunk(server, 'alice', upload.uploadHref, 0, 'abcd')).status).toBe(204)
      return upload
    }

    it.each([
      ['HEAD', buildTusHeaders(), undefined, 204],
      ['HEAD', {}, undefined, 412],
      ['HEAD', { 'tus-resumable': '0.2.2' }, undefined, 412],
      ['HEAD', buildTusHeaders({ 'x-http-method-override': 'PATCH' }), undefined, 405],
      ['PATCH', buildOffsetHeaders(4), 'efg', 204],
      ['PATCH', buildOffsetHeaders(4), '', 204],
      ['PATCH', buildOffsetHeaders(4), 'efghij', 204],
      ['PATCH', buildOffsetHeaders(4), 'efghij and more', 204],
      ['PATCH', buildOffsetHeaders(4, { 'tus-resumable': '' }), 'efg', 412],
      ['PATCH', buildOffsetHeaders(4, { 'content-type': 'application/offset+octet-stream; charset=x' }), 'efg', 204],
      ['PATCH', buildOffsetHeaders(4, { 'content-type': 'Application/Offset+Octet-Stream' }), 'efg', 204],
      ['PATCH', buildOffsetHeaders(4, { 'content-type': 'application/octet-stream' }), 'efg', 415],
      ['PATCH', buildOffsetHeaders(4, { 'content-type': 'application/json' }), '{}', 415],
      ['PATCH', buildOffsetHeaders(4, { 'content-type': ';;' }), 'efg', 415],
      ['PATCH', buildOffsetHeaders(4, { 'content-type': 'x application/offset+octet-stream' }), 'efg', 415],
      ['PATCH', buildTusHeaders({ 'upload-offset': '4' }), undefined, 415],
      ['PATCH', buildTusHeaders({ 'content-type': 'application/offset+octet-stream' }), 'efg', 400],
      ['PATCH', buildOffsetHeaders(''), 'efg', 400],
      ['PATCH', buildOffsetHeaders('-4'), 'efg', 400],
      ['PATCH', buildOffsetHeaders('4.0'), 'efg', 400],
      ['PATCH', buildOffsetHeaders('0x4'), 'efg', 400],
      ['PATCH', buildOffsetHeaders('four'), 'efg', 400],
      ['PATCH', buildOffsetHeaders('9007199254740993'), 'efg', 400],
      ['PATCH', buildOffsetHeaders('99999999999999999999'), 'efg', 400],
      ['PATCH', buildOffsetHeaders(3), 'efg', 409],
      ['PATCH', buildOffsetHeaders(5), 'efg', 409],
      ['PATCH', buildOffsetHeaders(0), 'abcd', 409],
      ['PATCH', buildOffsetHeaders(4, { 'x-http-method-override': 'DELETE' }), undefined, 204],
      ['PATCH', buildOffsetHeaders(4, { 'x-http-method-override': 'GET' }), 'efg', 405],
      ['POST', buildTusHeaders(), 'efg', 405],
      ['POST', {}, 'efg', 412],
      ['POST', buildOffsetHeaders(4, { 'x-http-method-override': 'PATCH' }), 'efg', 204],
      ['POST', buildOffsetHeaders(4, { 'x-http-method-override': 'patch' }), 'efg', 204],
      ['POST', buildTusHeaders({ 'x-http-method-override': 'HEAD' }), undefined, 405],
      ['POST', buildTusHeaders({ 'x-http-method-override': 'PUT' }), undefined, 405],
      ['POST', buildTusHeaders({ 'x-http-method-override': '' }), undefined, 405],
      ['PUT', buildTusHeaders(), 'efg', 405],
      ['PUT', buildOffsetHeaders(4, { 'x-http-method-override': 'PATCH' }), 'efg', 204],
      ['DELETE', buildTusHeaders(), undefined, 204],
      ['DELETE', {}, undefined, 412],
      ['DELETE', buildTusHeaders({ 'x-http-method-override': 'POST' }), undefined, 405],
      ['DELETE', buildOffsetHeaders(4, { 'x-http-method-override': 'PATCH' }), 'efg', 204],
      ['GET', buildTusHeaders(), undefined, 405],
      ['GET', {}, undefined, 405],
      ['GET', buildTusHeaders({ 'x-http-method-override': 'DELETE' }), undefined, 405],
      ['OPTIONS', {}, undefined, 204],
      ['OPTIONS', { 'x-http-method-override': 'DELETE' }, undefined, 405],
    ] as const)('returns for %s with %o and %o the status %i', async (method, headers, body, status) => {
      const { id, uploadHref } = await startHalfUpload()
      const before = await server.rowCounts()
      const response = await send(method, uploadHref, headers, body === undefined ? {} : { body })
      expect(response.status).toBe(status)
      if (status < 400 || method === 'HEAD') expect(response.text).toBe('')
      else expect(response.body).toEqual({ error: { code: status, message: expect.stringMatching(/^[A-Z]/) } })
      expect(response.headers['access-control-allow-origin']).toBe('*')
      expect(response.headers['tus-resumable']).toBe(status === 405 || method === 'OPTIONS' ? undefined : '1.0.0')
      expect(response.headers['tus-version']).toBe(
        status === 412 || (method === 'OPTIONS' && status === 204) ? '1.0.0' : undefined,
      )
      expect(response.headers['allow']).toBe(status === 405 ? 'OPTIONS, HEAD, PATCH, DELETE' : undefined)
      if (status >= 400) {
        expect(await readStagedSize(server, id)).toBe(4)
        expect(await server.rowCounts()).toEqual(before)
      }
    })

    it.each([
      { accept: undefined, isJson: true },
      { accept: '*/*', isJson: true },
      { accept: 'application/*', isJson: true },
      { accept: 'application/json', isJson: true },
      { accept: 'text/html, */*;q=0.1', isJson: true },
      { accept: 'text/plain', isJson: false },
      { accept: 'text/html', isJson: false },
      { accept: 'application/xml', isJson: false },
      { accept: 'application/json;q=0', isJson: false },
    ])('explains an error in JSON to a client that accepts $accept: $isJson', async ({ accept, isJson }) => {
      const { uploadHref } = await startHalfUpload()
      const accepted: Readonly<Record<string, string>> = accept === undefined ? {} : { accept }
      const response = await send('PATCH', uploadHref, buildOffsetHeaders(1, accepted), { body: 'bcd' })
      expect(response.status).toBe(409)
      expect(response.headers['content-type']).toBe(isJson ? 'application/json; charset=utf-8' : undefined)
      const text =
        'Conflict: Upload-Offset is not the number of bytes received. Request the offset with HEAD and continue there.'
      if (isJson) expect(response.body).toEqual({ error: { code: 409, message: text } })
      else expect(response.text).toBe('')
      expect((await send('HEAD', `${uploadHref}0`, buildTusHeaders(accepted))).text).toBe('')
    })

    it.each(['gzip', 'br', 'GZIP', 'gzip, identity'])(
      'rejects bytes with the Content-Encoding %s and keeps none of them',
      async (encoding) => {
        const { id, uploadHref } = await startHalfUpload()
        const response = await send('PATCH', uploadHref, buildOffsetHeaders(4, { 'content-encoding': encoding }), {
          body: 'efg',
        })
        expect([response.status, response.headers['accept-encoding']]).toEqual([415, 'identity'])
        expect(response.body.error.message).toBe('Unsupported Media Type: Content-Encoding must be identity.')
        expect(await readStagedSize(server, id)).toBe(4)
        const plain = await send('PATCH', uploadHref, buildOffsetHeaders(4, { 'content-encoding': 'identity' }), {
          body: 'efg',
        })
        expect(plain.status).toBe(204)
      },
    )

    const asUser = (login: string) => server.credentials(login)
    it.each([
      ['the user who created it', () => asUser('alice'), [204, 204, 204]],
      ['the user who created it, with a password', () => basic('alice', 'welcome0'), [204, 204, 204]],
      ['another user', () => asUser('bob'), [404, 404, 404]],
      ['an administrator', () => asUser('admin'), [404, 404, 404]],
      ['a visitor', () => ({}), [401, 401, 401]],
      ['an empty password', () => basic('alice', ''), [401, 401, 401]],
      ['an unknown key', () => unknownKey, [401, 401, 401]],
      ['a malformed key', () => ({ 'x-auth-accesskey': 'nope' }), [401, 401, 401]],
      ['a malformed bearer token', () => ({ authorization: 'Bearer nope' }), [401, 401, 401]],
      ['an unknown token', () => ({ 'x-auth-token': '0'.repeat(32), 'x-auth-userid': '101' }), [401, 401, 401]],
      ['a wrong password', () => basic('alice', 'nope'), [401, 401, 401]],
    ] as const)('responds to %s', async (_, credentials, [head, patch, remove]) => {
      const { id, uploadHref } = await startHalfUpload()
      const as = (method: string, headers: Readonly<Record<string, string>>, body?: string) =>
        send(method, uploadHref, { ...credentials(), ...headers }, { login: 'visitor', ...(body && { body }) })
      const responses = [
        await as('HEAD', buildTusHeaders()),
        await as('PATCH', buildOffsetHeaders(4), 'efg'),
        await as('DELETE', buildTusHeaders()),
      ]
      expect(responses.map(({ status }) => status)).toEqual([head, patch, remove])
      const hasChallenge = responses.map(({ headers }) => String(headers['www-authenticate']).includes('Basic realm='))
      expect(hasChallenge).toEqual(responses.map(({ status }) => status === 401))
      expect(responses.map((response) => response.headers['tus-resumable'])).toEqual(responses.map(() => '1.0.0'))
      expect(responses.map((response) => response.body?.error?.code)).toEqual(
        responses.map(({ status }, n) => (n === 0 || status === 204 ? undefined : status)),
      )
      expect(await readStagedSize(server, id)).toBe(remove === 204 ? 0 : 4)
      expect((await as('OPTIONS', {})).status).toBe(204)
    })

    it('returns the same 401 to a visitor for an existing and a missing upload', async () => {
      const { uploadHref } = await startHalfUpload()
      const getAsVisitor = (url: string) => send('HEAD', url, buildTusHeaders(), { login: 'visitor' })
      const [existing, missing] = [await getAsVisitor(uploadHref), await getAsVisitor('/uploads/tracker/file/999999')]
      const comparable = ({ status, headers: { date: _date, ...headers } }: typeof existing) => ({ status, headers })
      expect(comparable(missing)).toEqual(comparable(existing))
      const page = await send(
        'HEAD',
        uploadHref,
        { ...buildTusHeaders(), 'sec-fetch-site': 'same-origin' },
        { login: 'visitor' },
      )
      // A web page has its own sign-in form.
      expect(page.headers['www-authenticate']).toMatch(/^Token realm=/)
    })

    it('returns its capabilities to every caller, even on a site that requires a session', async () => {
      const response = await send('OPTIONS', '/uploads/tracker/file/1', {}, { login: 'visitor' })
      expect(response.status).toBe(204)
      expect(response.headers).toMatchObject({
        'tus-version': '1.0.0',
        'tus-extension': 'termination',
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'OPTIONS, HEAD, PATCH, POST, DELETE',
        'access-control-allow-headers': expect.stringContaining('Tus-Resumable, Upload-Offset, Upload-Length'),
        'access-control-expose-headers': expect.stringMatching(/Upload-Offset.*X-PAGINATION-SIZE/),
      })
      expect(response.headers).not.toHaveProperty('tus-max-size')
      const restrict = (access_mode: string) => server.as('admin').patch('site_settings', { access_mode })
      expect((await restrict('regular')).status).toBe(200)
      const whenClosed = await Promise.all([
        send('OPTIONS', '/uploads/tracker/file/1', {}, { login: 'visitor' }),
        send('HEAD', '/uploads/tracker/file/1', buildTusHeaders(), { login: 'visitor' }),
        send('HEAD', '/uploads/tracker/file/1', {}, { login: 'visitor' }),
        send('POST', '/uploads/tracker/file/1', buildTusHeaders(), { login: 'visitor' }),
      ])
      await restrict('anonymous')
      expect(whenClosed.map(({ status }) => status)).toEqual([204, 401, 412, 405])
    })

    it.each(['999999', '0', '-1', '1.5', 'x', '99999999999999999999', '9007199254740993', '%00', '1%2f2'])(
      'returns 404 for the id %s',
      async (id) => {
        const url = `/uploads/tracker/file/${id}`
        const responses = [
          await send('HEAD', url, buildTusHeaders()),
          await send('PATCH', url, buildOffsetHeaders(0), { body: 'abc' }),
          await send('DELETE', url, buildTusHeaders()),
        ]
        const expected = id === '%00' ? 400 : 404
        expect(responses.map(({ status }) => status)).toEqual([expected, expected, expected])
        expect((await send('HEAD', url, {})).status).toBe(id === '%00' ? 400 : 412)
      },
    )

    it('returns the number of received bytes', async () => {
      const { uploadHref } = await startUpload(6)
      const uploadState = async () => {
        const { headers } = await send('HEAD', uploadHref, buildTusHeaders())
        return [headers['upload-length'], headers['upload-offset'], headers['cache-control']]
      }
      expect(await uploadState()).toEqual(['6', '0', 'no-store'])
      expect((await sendChunk(server, 'alice', uploadHref, 0, 'abc')).headers['upload-offset']).toBe('3')
      expect(await uploadState()).toEqual(['6', '3', 'no-store'])
      expect((await sendChunk(server, 'alice', uploadHref, 3, 'defgh')).headers['upload-offset']).toBe('6')
      expect(await uploadState()).toEqual(['6', '6', 'no-store'])
    })

    it('moves the bytes to the store when they are complete, and repeats the response', async () => {
      const { id, uploadHref } = await startUpload(6)
      await sendChunk(server, 'alice', uploadHref, 0, 'abc')
      await sendChunk(server, 'alice', uploadHref, 3, 'def')
      const repeated = await sendChunk(server, 'alice', uploadHref, 6, '')
      expect([repeated.status, repeated.headers['upload-offset']]).toEqual([204, '6'])
      expect((await sendChunk(server, 'alice', uploadHref, 6, 'ghi')).status).toBe(204)
      expect((await sendChunk(server, 'alice', uploadHref, 3, 'ghi')).status).toBe(409)
      const files = await server.world.db.read
        .selectFrom('file')
        .selectAll()
        .where('id', '=', id as never)
        .execute()
      expect(files).toMatchObject([{ status: 'complete', size: 6 }])
      expect(await readStagedSize(server, id)).toBe(0)
      expect(await text(server.world.files.read(String(files[0]?.blob)))).toBe('abcdef')
    })

    it('leaves no data after a DELETE, neither partial nor complete', async () => {
      const before = await server.rowCounts()
      for (const content of ['abc', 'abcdef']) {
        const { id, uploadHref } = await startUpload(6)
        await sendChunk(server, 'alice', uploadHref, 0, content)
        const blobs = await server.world.db.read
          .selectFrom('file')
          .select('blob')
          .where('id', '=', id as never)
          .execute()
        expect((await send('DELETE', uploadHref, buildTusHeaders())).status).toBe(204)
        expect(await readStagedSize(server, id)).toBe(0)
        for (const { blob } of blobs) if (blob !== null) expect(await server.world.files.sizeOf(blob)).toBeUndefined()
        expect((await send('HEAD', uploadHref, buildTusHeaders())).status).toBe(404)
        expect((await send('DELETE', uploadHref, buildTusHeaders())).status).toBe(404)
      }
      // The job that would have finished it has nothing to do.
      expect({ ...(await server.rowCounts()), job: 0 }).toEqual({ ...before, job: 0 })
    })

    it.each([0, 3, 6])(
      'expires four hours after its creation, regardless of later requests: %i bytes of 6',
      async (bytes) => {
        const { id, uploadHref } = await startUpload(6)
        const { expires_on: expiresOn } = await server.world.db.read
          .selectFrom('upload')
          .select('expires_on')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(Math.abs(expiresOn - server.world.clock.now() - uploadLifetime)).toBeLessThan(30)
        if (bytes > 0) await sendChunk(server, 'alice', uploadHref, 0, 'abcdef'.slice(0, bytes))
        await expire(id)
        const responses = [
          await send('HEAD', uploadHref, buildTusHeaders()),
          await sendChunk(server, 'alice', uploadHref, bytes, 'x'),
          await send('DELETE', uploadHref, buildTusHeaders()),
        ]
        expect(responses.map(({ status }) => status)).toEqual([404, 404, 404])
      },
    )

    it('returns 404 for an attached file', async () => {
      const { id, uploadHref } = await startUpload(6)
      await sendChunk(server, 'alice', uploadHref, 0, 'abcdef')
      const created = await server.as('alice').post('artifacts', {
        tracker: { id: papers },
        values: [{ field_id: field, value: [id] }],
      })
      expect(created.status).toBe(201)
      const responses = [
        await send('HEAD', uploadHref, buildTusHeaders()),
        await sendChunk(server, 'alice', uploadHref, 6, ''),
        await send('DELETE', uploadHref, buildTusHeaders()),
      ]
      expect(responses.map(({ status }) => status)).toEqual([404, 404, 404])
    })

    it('rejects other requests while it is locked, until the lock of a crashed node expires', async () => {
      const { id, uploadHref } = await startHalfUpload()
      await lockFor(id, 1000)
      const before = await server.rowCounts()
      expect((await sendChunk(server, 'alice', uploadHref, 4, 'efg')).status).toBe(423)
      expect((await send('DELETE', uploadHref, buildTusHeaders())).status).toBe(423)
      expect((await send('HEAD', uploadHref, buildTusHeaders())).headers['upload-offset']).toBe('4')
      expect([await readStagedSize(server, id), await server.rowCounts()]).toEqual([4, before])
      await lockFor(id, -1)
      expect((await sendChunk(server, 'alice', uploadHref, 4, 'efg')).status).toBe(204)
      expect((await sendChunk(server, 'alice', uploadHref, 7, 'hij')).status).toBe(204)
    })

    it('stores binary bytes unchanged', async () => {
      const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256))
      const { id, uploadHref } = await startUpload(bytes.length)
      await server.app.inject({
        method: 'PATCH',
        url: uploadHref,
        headers: { ...server.credentials('alice'), ...buildOffsetHeaders(0) },
        payload: bytes,
      })
      const row = await server.world.db.read
        .selectFrom('file')
        .select('blob')
        .where('id', '=', id as never)
        .executeTakeFirstOrThrow()
      const hash = createHash('sha256')
      for await (const piece of server.world.files.read(String(row.blob))) hash.update(piece)
      expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(await server.world.staging.sizeOf(buildStagedFileName({ kind: 'tracker', id }))).toBe(0)
    })
  })
})
