import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldId, TrackerId } from '../../src/kit/ids.ts'
import { stagedFileName, uploadLifetime } from '../../src/uploads/model/upload.ts'
import { alwaysOnEachDatabase, createServer, type TestResponse } from '../kit/server.ts'
import {
  createFileTracker,
  createUpload,
  offsetHeaders,
  sendChunk,
  stagedSize,
  tusHeaders,
  type UploadRequest,
} from '../kit/tus-requests.ts'

const basic = (login: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})
const unknownKey = { 'x-auth-accesskey': `tlp-k1-99999.${'ab'.repeat(32)}` }

alwaysOnEachDatabase((dialect) => {
  describe('the address that bytes of an upload arrive at', () => {
    const server = createServer(dialect)
    let field: FieldId | undefined
    let papers: TrackerId | undefined

    beforeAll(async () => {
      const people = await Promise.all(
        ['alice', 'bob'].map((login) => server.createUser(login, { password: 'welcome0' })),
      )
      const project = await createFileTracker(server, people)
      field = project.fields.get('attachments')
      papers = project.trackers.get('paper')
    })

    const anUpload = (size = 10): Promise<UploadRequest> => createUpload(server, 'alice', field, size)
    const ask = (
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

    /** Ten bytes, four of which are there. */
    async function aHalf(): Promise<UploadRequest> {
      const upload = await anUpload()
      expect((await sendChunk(server, 'alice', upload.uploadHref, 0, 'abcd')).status).toBe(204)
      return upload
    }

    it.each([
      ['HEAD', tusHeaders(), undefined, 204],
      ['HEAD', {}, undefined, 412],
      ['HEAD', { 'tus-resumable': '0.2.2' }, undefined, 412],
      ['HEAD', tusHeaders({ 'x-http-method-override': 'PATCH' }), undefined, 405],
      ['PATCH', offsetHeaders(4), 'efg', 204],
      ['PATCH', offsetHeaders(4), '', 204],
      ['PATCH', offsetHeaders(4), 'efghij', 204],
      ['PATCH', offsetHeaders(4), 'efghij and more', 204],
      ['PATCH', offsetHeaders(4, { 'tus-resumable': '' }), 'efg', 412],
      ['PATCH', offsetHeaders(4, { 'content-type': 'application/offset+octet-stream; charset=x' }), 'efg', 204],
      ['PATCH', offsetHeaders(4, { 'content-type': 'Application/Offset+Octet-Stream' }), 'efg', 204],
      ['PATCH', offsetHeaders(4, { 'content-type': 'application/octet-stream' }), 'efg', 415],
      ['PATCH', offsetHeaders(4, { 'content-type': 'application/json' }), '{}', 415],
      ['PATCH', offsetHeaders(4, { 'content-type': ';;' }), 'efg', 415],
      ['PATCH', offsetHeaders(4, { 'content-type': 'x application/offset+octet-stream' }), 'efg', 415],
      ['PATCH', tusHeaders({ 'upload-offset': '4' }), undefined, 415],
      ['PATCH', tusHeaders({ 'content-type': 'application/offset+octet-stream' }), 'efg', 400],
      ['PATCH', offsetHeaders(''), 'efg', 400],
      ['PATCH', offsetHeaders('-4'), 'efg', 400],
      ['PATCH', offsetHeaders('4.0'), 'efg', 400],
      ['PATCH', offsetHeaders('0x4'), 'efg', 400],
      ['PATCH', offsetHeaders('four'), 'efg', 400],
      ['PATCH', offsetHeaders('9007199254740993'), 'efg', 400],
      ['PATCH', offsetHeaders('99999999999999999999'), 'efg', 400],
      ['PATCH', offsetHeaders(3), 'efg', 409],
      ['PATCH', offsetHeaders(5), 'efg', 409],
      ['PATCH', offsetHeaders(0), 'abcd', 409],
      ['PATCH', offsetHeaders(4, { 'x-http-method-override': 'DELETE' }), undefined, 204],
      ['PATCH', offsetHeaders(4, { 'x-http-method-override': 'GET' }), 'efg', 405],
      ['POST', tusHeaders(), 'efg', 405],
      ['POST', {}, 'efg', 412],
      ['POST', offsetHeaders(4, { 'x-http-method-override': 'PATCH' }), 'efg', 204],
      ['POST', offsetHeaders(4, { 'x-http-method-override': 'patch' }), 'efg', 204],
      ['POST', tusHeaders({ 'x-http-method-override': 'HEAD' }), undefined, 405],
      ['POST', tusHeaders({ 'x-http-method-override': 'PUT' }), undefined, 405],
      ['POST', tusHeaders({ 'x-http-method-override': '' }), undefined, 405],
      ['PUT', tusHeaders(), 'efg', 405],
      ['PUT', offsetHeaders(4, { 'x-http-method-override': 'PATCH' }), 'efg', 204],
      ['DELETE', tusHeaders(), undefined, 204],
      ['DELETE', {}, undefined, 412],
      ['DELETE', tusHeaders({ 'x-http-method-override': 'POST' }), undefined, 405],
      ['DELETE', offsetHeaders(4, { 'x-http-method-override': 'PATCH' }), 'efg', 204],
      ['GET', tusHeaders(), undefined, 405],
      ['GET', {}, undefined, 405],
      ['GET', tusHeaders({ 'x-http-method-override': 'DELETE' }), undefined, 405],
      ['OPTIONS', {}, undefined, 204],
      ['OPTIONS', { 'x-http-method-override': 'DELETE' }, undefined, 405],
    ] as const)('answers %s with %o and %o: %i', async (method, headers, body, status) => {
      const { id, uploadHref } = await aHalf()
      const before = await server.rowCounts()
      const answer = await ask(method, uploadHref, headers, body === undefined ? {} : { body })
      expect(answer.status).toBe(status)
      if (status < 400 || method === 'HEAD') expect(answer.text).toBe('')
      else expect(answer.body).toEqual({ error: { code: status, message: expect.stringMatching(/^[A-Z]/) } })
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(answer.headers['tus-resumable']).toBe(status === 405 || method === 'OPTIONS' ? undefined : '1.0.0')
      expect(answer.headers['tus-version']).toBe(
        status === 412 || (method === 'OPTIONS' && status === 204) ? '1.0.0' : undefined,
      )
      expect(answer.headers['allow']).toBe(status === 405 ? 'OPTIONS, HEAD, PATCH, DELETE' : undefined)
      if (status >= 400) {
        expect(await stagedSize(server, id)).toBe(4)
        expect(await server.rowCounts()).toEqual(before)
      }
    })

    it.each([
      { accept: undefined, isJson: true },
      { accept: '*/*', isJson: true },
      { accept: 'application/*', isJson: true },
      { accept: 'application/json', isJson: true },
      { accept: 'text/plain', isJson: false },
      { accept: 'application/xml', isJson: false },
      { accept: 'application/json;q=0', isJson: false },
    ])('explains a refusal in JSON to a client that accepts $accept: $isJson', async ({ accept, isJson }) => {
      const { uploadHref } = await aHalf()
      const accepted: Readonly<Record<string, string>> = accept === undefined ? {} : { accept }
      const answer = await ask('PATCH', uploadHref, offsetHeaders(1, accepted), { body: 'bcd' })
      expect(answer.status).toBe(409)
      expect(answer.headers['content-type']).toBe(isJson ? 'application/json; charset=utf-8' : undefined)
      const text =
        'Conflict: Upload-Offset is not the number of bytes received. Request the offset with HEAD and continue there.'
      if (isJson) expect(answer.body).toEqual({ error: { code: 409, message: text } })
      else expect(answer.text).toBe('')
      expect((await ask('HEAD', `${uploadHref}0`, tusHeaders(accepted))).text).toBe('')
    })

    it.each(['gzip', 'br', 'GZIP', 'gzip, identity'])(
      'refuses bytes that are encoded as %s, and keeps none of them',
      async (encoding) => {
        const { id, uploadHref } = await aHalf()
        const answer = await ask('PATCH', uploadHref, offsetHeaders(4, { 'content-encoding': encoding }), {
          body: 'efg',
        })
        expect([answer.status, answer.headers['accept-encoding']]).toEqual([415, 'identity'])
        expect(answer.body.error.message).toBe('Unsupported Media Type: Content-Encoding must be identity.')
        expect(await stagedSize(server, id)).toBe(4)
        const plain = await ask('PATCH', uploadHref, offsetHeaders(4, { 'content-encoding': 'identity' }), {
          body: 'efg',
        })
        expect(plain.status).toBe(204)
      },
    )

    const asSomebody = (login: string) => server.credentials(login)
    it.each([
      ['who began it', () => asSomebody('alice'), [204, 204, 204]],
      ['who began it, with a password', () => basic('alice', 'welcome0'), [204, 204, 204]],
      ['somebody else', () => asSomebody('bob'), [404, 404, 404]],
      ['an administrator', () => asSomebody('admin'), [404, 404, 404]],
      ['a visitor', () => ({}), [401, 401, 401]],
      ['an empty password', () => basic('alice', ''), [401, 401, 401]],
      ['an unknown key', () => unknownKey, [401, 401, 401]],
      ['a malformed key', () => ({ 'x-auth-accesskey': 'nope' }), [401, 401, 401]],
      ['a malformed bearer token', () => ({ authorization: 'Bearer nope' }), [401, 401, 401]],
      ['an unknown token', () => ({ 'x-auth-token': '0'.repeat(32), 'x-auth-userid': '101' }), [401, 401, 401]],
      ['a wrong password', () => basic('alice', 'nope'), [401, 401, 401]],
    ] as const)('answers %s', async (_, credentials, [head, patch, remove]) => {
      const { id, uploadHref } = await aHalf()
      const as = (method: string, headers: Readonly<Record<string, string>>, body?: string) =>
        ask(method, uploadHref, { ...credentials(), ...headers }, { login: 'visitor', ...(body && { body }) })
      const answers = [
        await as('HEAD', tusHeaders()),
        await as('PATCH', offsetHeaders(4), 'efg'),
        await as('DELETE', tusHeaders()),
      ]
      expect(answers.map(({ status }) => status)).toEqual([head, patch, remove])
      const isAsked = answers.map(({ headers }) => String(headers['www-authenticate']).includes('Basic realm='))
      expect(isAsked).toEqual(answers.map(({ status }) => status === 401))
      expect(answers.map((answer) => answer.headers['tus-resumable'])).toEqual(answers.map(() => '1.0.0'))
      expect(answers.map((answer) => answer.body?.error?.code)).toEqual(
        answers.map(({ status }, n) => (n === 0 || status === 204 ? undefined : status)),
      )
      expect(await stagedSize(server, id)).toBe(remove === 204 ? 0 : 4)
      expect((await as('OPTIONS', {})).status).toBe(204)
    })

    it('asks a visitor to sign in whether there is such an upload or not', async () => {
      const { uploadHref } = await aHalf()
      const visit = (url: string) => ask('HEAD', url, tusHeaders(), { login: 'visitor' })
      const [there, missing] = [await visit(uploadHref), await visit('/uploads/tracker/file/999999')]
      const said = ({ status, headers: { date: _date, ...headers } }: typeof there) => ({ status, headers })
      expect(said(missing)).toEqual(said(there))
      const page = await ask(
        'HEAD',
        uploadHref,
        { ...tusHeaders(), 'sec-fetch-site': 'same-origin' },
        { login: 'visitor' },
      )
      // A page asks for the password itself.
      expect(page.headers['www-authenticate']).toMatch(/^Token realm=/)
    })

    it('tells what it can do, to whomever, whatever the site is open to', async () => {
      const answer = await ask('OPTIONS', '/uploads/tracker/file/1', {}, { login: 'visitor' })
      expect(answer.status).toBe(204)
      expect(answer.headers).toMatchObject({
        'tus-version': '1.0.0',
        'tus-extension': 'termination',
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'OPTIONS, HEAD, PATCH, POST, DELETE',
        'access-control-allow-headers': expect.stringContaining('Tus-Resumable, Upload-Offset, Upload-Length'),
        'access-control-expose-headers': expect.stringMatching(/Upload-Offset.*X-PAGINATION-SIZE/),
      })
      expect(answer.headers).not.toHaveProperty('tus-max-size')
      const restrict = (access_mode: string) => server.as('admin').patch('site_settings', { access_mode })
      expect((await restrict('regular')).status).toBe(200)
      const whenClosed = await Promise.all([
        ask('OPTIONS', '/uploads/tracker/file/1', {}, { login: 'visitor' }),
        ask('HEAD', '/uploads/tracker/file/1', tusHeaders(), { login: 'visitor' }),
        ask('HEAD', '/uploads/tracker/file/1', {}, { login: 'visitor' }),
        ask('POST', '/uploads/tracker/file/1', tusHeaders(), { login: 'visitor' }),
      ])
      await restrict('anonymous')
      expect(whenClosed.map(({ status }) => status)).toEqual([204, 401, 412, 405])
    })

    it.each(['999999', '0', '-1', '1.5', 'x', '99999999999999999999', '9007199254740993', '%00', '1%2f2'])(
      'knows nothing of an upload %s',
      async (id) => {
        const url = `/uploads/tracker/file/${id}`
        const answers = [
          await ask('HEAD', url, tusHeaders()),
          await ask('PATCH', url, offsetHeaders(0), { body: 'abc' }),
          await ask('DELETE', url, tusHeaders()),
        ]
        const expected = id === '%00' ? 400 : 404
        expect(answers.map(({ status }) => status)).toEqual([expected, expected, expected])
        expect((await ask('HEAD', url, {})).status).toBe(id === '%00' ? 400 : 412)
      },
    )

    it('tells how much is there, from nothing to all of it', async () => {
      const { uploadHref } = await anUpload(6)
      const told = async () => {
        const { headers } = await ask('HEAD', uploadHref, tusHeaders())
        return [headers['upload-length'], headers['upload-offset'], headers['cache-control']]
      }
      expect(await told()).toEqual(['6', '0', 'no-store'])
      expect((await sendChunk(server, 'alice', uploadHref, 0, 'abc')).headers['upload-offset']).toBe('3')
      expect(await told()).toEqual(['6', '3', 'no-store'])
      expect((await sendChunk(server, 'alice', uploadHref, 3, 'defgh')).headers['upload-offset']).toBe('6')
      expect(await told()).toEqual(['6', '6', 'no-store'])
    })

    it('gives the store what arrived, once all of it is there, and says so as often as it is asked', async () => {
      const { id, uploadHref } = await anUpload(6)
      await sendChunk(server, 'alice', uploadHref, 0, 'abc')
      await sendChunk(server, 'alice', uploadHref, 3, 'def')
      const again = await sendChunk(server, 'alice', uploadHref, 6, '')
      expect([again.status, again.headers['upload-offset']]).toEqual([204, '6'])
      expect((await sendChunk(server, 'alice', uploadHref, 6, 'ghi')).status).toBe(204)
      expect((await sendChunk(server, 'alice', uploadHref, 3, 'ghi')).status).toBe(409)
      const files = await server.world.db.read
        .selectFrom('file')
        .selectAll()
        .where('id', '=', id as never)
        .execute()
      expect(files).toMatchObject([{ state: 'complete', size: 6 }])
      expect(await stagedSize(server, id)).toBe(0)
      expect(await text(server.world.files.read(String(files[0]?.blob)))).toBe('abcdef')
    })

    it('leaves nothing of what is taken back, neither half nor whole', async () => {
      const before = await server.rowCounts()
      for (const content of ['abc', 'abcdef']) {
        const { id, uploadHref } = await anUpload(6)
        await sendChunk(server, 'alice', uploadHref, 0, content)
        const blobs = await server.world.db.read
          .selectFrom('file')
          .select('blob')
          .where('id', '=', id as never)
          .execute()
        expect((await ask('DELETE', uploadHref, tusHeaders())).status).toBe(204)
        expect(await stagedSize(server, id)).toBe(0)
        for (const { blob } of blobs) if (blob !== null) expect(await server.world.files.sizeOf(blob)).toBeUndefined()
        expect((await ask('HEAD', uploadHref, tusHeaders())).status).toBe(404)
        expect((await ask('DELETE', uploadHref, tusHeaders())).status).toBe(404)
      }
      // The job that would have finished it finds nothing to do.
      expect({ ...(await server.rowCounts()), job: 0 }).toEqual({ ...before, job: 0 })
    })

    it.each([0, 3, 6])(
      'forgets four hours after its beginning, whatever arrived since: %i bytes of 6',
      async (bytes) => {
        const { id, uploadHref } = await anUpload(6)
        const { expires_on: expiresOn } = await server.world.db.read
          .selectFrom('upload')
          .select('expires_on')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(Math.abs(expiresOn - server.world.clock.now() - uploadLifetime)).toBeLessThan(30)
        if (bytes > 0) await sendChunk(server, 'alice', uploadHref, 0, 'abcdef'.slice(0, bytes))
        await expire(id)
        const answers = [
          await ask('HEAD', uploadHref, tusHeaders()),
          await sendChunk(server, 'alice', uploadHref, bytes, 'x'),
          await ask('DELETE', uploadHref, tusHeaders()),
        ]
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      },
    )

    it('knows nothing of what is attached', async () => {
      const { id, uploadHref } = await anUpload(6)
      await sendChunk(server, 'alice', uploadHref, 0, 'abcdef')
      const made = await server.as('alice').post('artifacts', {
        tracker: { id: papers },
        values: [{ field_id: field, value: [id] }],
      })
      expect(made.status).toBe(201)
      const answers = [
        await ask('HEAD', uploadHref, tusHeaders()),
        await sendChunk(server, 'alice', uploadHref, 6, ''),
        await ask('DELETE', uploadHref, tusHeaders()),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    })

    it('keeps out all but one, until what a dead node held has run out', async () => {
      const { id, uploadHref } = await aHalf()
      await lockFor(id, 1000)
      const before = await server.rowCounts()
      expect((await sendChunk(server, 'alice', uploadHref, 4, 'efg')).status).toBe(423)
      expect((await ask('DELETE', uploadHref, tusHeaders())).status).toBe(423)
      expect((await ask('HEAD', uploadHref, tusHeaders())).headers['upload-offset']).toBe('4')
      expect([await stagedSize(server, id), await server.rowCounts()]).toEqual([4, before])
      await lockFor(id, -1)
      expect((await sendChunk(server, 'alice', uploadHref, 4, 'efg')).status).toBe(204)
      expect((await sendChunk(server, 'alice', uploadHref, 7, 'hij')).status).toBe(204)
    })

    it('takes bytes as they are', async () => {
      const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256))
      const { id, uploadHref } = await anUpload(bytes.length)
      await server.app.inject({
        method: 'PATCH',
        url: uploadHref,
        headers: { ...server.credentials('alice'), ...offsetHeaders(0) },
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
      expect(await server.world.staging.sizeOf(stagedFileName({ kind: 'tracker', id }))).toBe(0)
    })
  })
})
