import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { storagePermit } from '../../src/kit/messages/system-permits.ts'
import type { FieldId, FileId, TrackerId } from '../../src/kit/values/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import type { Settings } from '../../src/site/model/settings.ts'
import { finishFile } from '../../src/uploads/commands/finish-file.ts'
import { sweepUploads } from '../../src/uploads/commands/sweep-uploads.ts'
import { closeTemporary } from '../../src/uploads/store/uploads.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'
import { stageMoreBytes } from '../kit/stage-bytes.ts'

const quota = 67_108_864
const chunk = 1_048_576
const system = { kind: 'system', reason: 'test' } as const
const base64 = (bytes: string | Uint8Array): string => Buffer.from(bytes as string).toString('base64')
const files = 'artifact_temporary_files'

onEachDatabase((dialect) => {
  describe('temporary files', () => {
    const server = createServer(dialect)
    let project: ProjectFixture

    beforeAll(async () => {
      const [alice, bob] = [await server.createUser('alice'), await server.createUser('bob')]
      await server.createUser('carol')
      await setSettings({ free_disk_reserve_bytes: 0 })
      project = await createProjectFixture(server, 'grove', {
        members: [alice, bob],
        trackers: () => [
          createTrackerDefinition('bug', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('file', 'files'),
          ]),
        ],
      })
    })
    afterEach(async () => {
      vi.restoreAllMocks()
      // Uploads that a test has left expire immediately.
      await server.world.db.write((tx) => tx.updateTable('upload').set({ expires_on: 0 }).execute())
      await sweepUploads(server.world, [])
      await setSettings({ max_upload_bytes: quota, free_disk_reserve_bytes: 0, temporary_file_days: 3 })
    })

    const setSettings = async (changes: Partial<Settings>): Promise<void> => {
      await changeSettings(server.world, system, changes)
      await server.world.cache.refresh()
    }
    const hello = (more: object = {}) => ({ name: 't.txt', mimetype: 'text/plain', content: base64('hello'), ...more })
    const create = (login: string, more: object = {}) => server.as(login).post(files, hello(more))
    const createFile = async (login: string, content: string | Uint8Array = 'hello'): Promise<FileId> => {
      const { status, body, text } = await create(login, { content: base64(content) })
      if (status !== 201) throw new Error(text)
      return body.id
    }
    const add = (login: string, id: number, offset: number, content: string | Uint8Array) =>
      server.as(login).put(`${files}/${id}`, { content: base64(content), offset })
    const bytesOf = async (login: string, id: number, query = ''): Promise<Buffer> => {
      const { status, body, text } = await server.as(login).get(`${files}/${id}${query}`)
      if (status !== 200) throw new Error(text)
      return Buffer.from(body.data, 'base64')
    }
    const stageMore = (id: number, content: string) => stageMoreBytes(server.world, { kind: 'temporary', id }, content)
    const uploadOf = (id: number) =>
      server.world.db.read.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()
    const change = (id: number, columns: { lock_token?: string; lock_until?: number; expires_on?: number }) =>
      server.world.db.write((tx) => tx.updateTable('upload').set(columns).where('id', '=', id).execute())

    /** Everything that a rejected request must not change. */
    const state = async () => {
      const { read } = server.world.db
      const staged = (await Array.fromAsync(server.world.staging.list())).map(({ name }) => name).sort()
      return {
        counts: await server.rowCounts(),
        uploads: await read.selectFrom('upload').selectAll().orderBy('id').execute(),
        files: await read.selectFrom('file').selectAll().orderBy('id').execute(),
        staged: await Promise.all(staged.map(async (name) => [name, await server.world.staging.sizeOf(name)])),
        stored: (await Array.fromAsync(server.world.files.list())).length,
      }
    }
    const expectRejected = async (
      send: () => Promise<TestResponse>,
      status: number,
      message: string,
    ): Promise<TestResponse> => {
      const before = await state()
      const response = await send()
      expect([response.status, response.body.error.message]).toEqual([status, message])
      expect(await state()).toEqual(before)
      return response
    }
    const usage = ({ headers }: TestResponse) => [
      headers['x-quota'],
      headers['x-disk-usage'],
      headers['x-upload-max-file-chunksize'],
    ]
    const quotaHeaders = (bytes: number) => [`${quota}`, `${bytes}`, `${chunk}`]

    describe('POST /artifact_temporary_files', () => {
      it('creates a file from its first chunk', async () => {
        const response = await create('alice', { description: 'mine' })
        const { id } = response.body
        expect([response.status, response.body]).toEqual([
          201,
          {
            id,
            submitted_by: server.idOf('alice'),
            description: 'mine',
            name: 't.txt',
            size: 5,
            type: 'text/plain',
            html_url: null,
            html_preview_url: null,
            uri: `artifact_files/${id}`,
          },
        ])
        expect(response.headers['allow']).toBe('OPTIONS, GET, POST')
        expect(usage(response)).toEqual(quotaHeaders(5))
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('hello'))
        const upload = await uploadOf(id)
        expect(upload).toMatchObject({ kind: 'temporary', size: null, chunks: 1, completed_on: null })
        expect(Math.abs((upload?.expires_on ?? 0) - server.world.clock.now() - 3 * 86_400)).toBeLessThan(60)
      })

      it.each([[{}], [{ description: null }], [{ description: '' }]])('stores no description for %j', async (input) => {
        expect((await create('alice', input)).body.description).toBe('')
      })

      it('keeps the file for the time of the settings', async () => {
        await setSettings({ temporary_file_days: 10 })
        const upload = await uploadOf(await createFile('alice'))
        expect(Math.abs((upload?.expires_on ?? 0) - server.world.clock.now() - 10 * 86_400)).toBeLessThan(60)
      })

      it.each([
        [{ name: undefined }, '`name` is required.'],
        [{ name: '' }, '`name` is required.'],
        [{ mimetype: undefined }, '`mimetype` is required.'],
        [{ content: undefined }, '`content` is required.'],
        [{ content: null }, '`content` is required.'],
        [{ content: '' }, '`content` is required.'],
        [{ name: ' \t' }, 'Invalid value specified for `name`. Minimum 1 characters required.'],
        [{ content: ' \r\n' }, 'Invalid value specified for `content`. Minimum 1 characters required.'],
        [{ content: '***' }, 'Uploaded content does not seem to be properly base64 encoded'],
        [{ content: 'aGVsbG8' }, 'Uploaded content does not seem to be properly base64 encoded'],
        [{ name: 'x'.repeat(256) }, 'Invalid value specified for `name`. Maximum 255 characters allowed.'],
        [{ mimetype: 'x'.repeat(256) }, 'Invalid value specified for `mimetype`. Maximum 255 characters allowed.'],
      ])('rejects invalid input (%#)', async (input, message) => {
        const response = await expectRejected(() => create('alice', input), 400, `Bad Request: ${message}`)
        expect([response.headers['allow'], ...usage(response)]).toEqual(['OPTIONS, GET, POST', ...quotaHeaders(0)])
      })

      it('accepts a chunk of one mebibyte in any JSON notation, and no byte more', async () => {
        const largest = Buffer.alloc(chunk, 255)
        const escaped = JSON.stringify(hello({ content: base64(largest) })).replaceAll('/', '\\/')
        const { status, body } = await server.as('alice').post(files, escaped)
        expect([status, body.size]).toEqual([201, chunk])
        expect((await bytesOf('alice', body.id)).equals(largest)).toBe(true)
        const message = 'Bad Request: Uploaded content exceeds maximum size of 1048576'
        await expectRejected(() => create('alice', { content: base64(Buffer.alloc(chunk + 1)) }), 400, message)
        const large = 'Request Entity Too Large: The body of the request is larger than this route accepts.'
        await expectRejected(() => create('alice', { content: base64(Buffer.alloc(3 * chunk)) }), 413, large)
      })

      it('checks base64 before the size, and the size before the quota', async () => {
        await setSettings({ max_upload_bytes: 10 })
        const tooLong = Buffer.alloc(chunk + 3)
        const one = 'Bad Request: Uploaded content does not seem to be properly base64 encoded'
        await expectRejected(() => create('alice', { content: `*${base64(tooLong).slice(1)}` }), 400, one)
        const two = 'Bad Request: Uploaded content exceeds maximum size of 1048576'
        await expectRejected(() => create('alice', { content: base64(tooLong) }), 400, two)
        const three = 'Bad Request: You exceeded your quota. Please remove existing temporary files before continuing.'
        await expectRejected(() => create('alice', { content: base64(Buffer.alloc(11)) }), 400, three)
      })

      it('requires authentication', async () => {
        const response = await expectRejected(() => create('visitor'), 401, 'Unauthorized')
        expect(usage(response)).toEqual(quotaHeaders(0))
      })

      it('creates one file for repeated requests with one Idempotency-Key', async () => {
        const headers = { 'idempotency-key': 'a chunk' }
        const first = await server.as('alice').post(files, hello(), { headers })
        const before = await state()
        const repeated = await server.as('alice').post(files, hello(), { headers })
        expect([repeated.status, repeated.body, repeated.headers['idempotency-replayed']]).toEqual([
          201,
          first.body,
          'true',
        ])
        expect(await state()).toEqual(before)
        expect(usage(repeated)).toEqual(quotaHeaders(5))
        expect(await bytesOf('alice', first.body.id)).toEqual(Buffer.from('hello'))
      })

      it('returns 507 when the disk has no space', async () => {
        vi.spyOn(server.world.staging, 'freeBytes').mockResolvedValue(4)
        const message = 'Insufficient Storage: There is not enough free space on the server for this file.'
        await expectRejected(() => create('alice'), 507, message)
      })

      it('accepts and returns XML', async () => {
        const headers = { 'content-type': 'application/xml', accept: 'application/xml' }
        const body = '<request><name>007</name><mimetype>text/plain</mimetype>\n<content>aGVs\nbG8=</content></request>'
        const response = await server.as('alice').post(files, body, { headers })
        expect([response.status, response.text.includes('<name>007</name>')]).toEqual([201, true])
        const [{ id }] = (await server.as('alice').get(files)).body
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('hello'))
      })
    })

    describe('the quota', () => {
      const message = 'Bad Request: You exceeded your quota. Please remove existing temporary files before continuing.'

      it('applies to all temporary files of a user together, with the maximum size of an attachment', async () => {
        await setSettings({ max_upload_bytes: 10 })
        const [one, two] = [await createFile('alice'), await createFile('alice')]
        await expectRejected(() => create('alice', { content: base64('x') }), 400, message)
        await expectRejected(() => add('alice', one, 2, 'x'), 400, message)
        // The quota of other users is separate.
        await createFile('bob')
        await server.as('alice').delete(`${files}/${two}`)
        expect((await add('alice', one, 2, 'world')).status).toBe(200)
        await expectRejected(() => add('alice', one, 3, 'x'), 400, message)
        const { headers } = await server.as('alice').get(files)
        expect([headers['x-quota'], headers['x-disk-usage']]).toEqual(['10', '10'])
      })

      it('does not count expired files', async () => {
        await setSettings({ max_upload_bytes: 5 })
        await change(await createFile('alice'), { expires_on: server.world.clock.now() - 1 })
        await createFile('alice')
      })

      it('is enforced for concurrent chunks', async () => {
        await setSettings({ max_upload_bytes: 12 })
        const responses = await Promise.all(Array.from({ length: 8 }, () => create('alice')))
        expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400, 400, 400, 400])
        expect((await state()).staged).toHaveLength(2)
      })
    })

    describe('PUT /artifact_temporary_files/{id}', () => {
      it('appends chunks with numbers from 2', async () => {
        const id = await createFile('alice')
        const response = await add('alice', id, 2, ' wor')
        expect([response.status, response.body.size, response.headers['allow']]).toEqual([
          200,
          9,
          'OPTIONS, GET, PUT, DELETE',
        ])
        expect(usage(response)).toEqual(quotaHeaders(9))
        expect((await add('alice', id, 3, 'ld')).body.size).toBe(11)
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('hello world'))
      })

      it.each([-1, 0, 1, 2, 4, 2 ** 52])(
        'rejects the number %d where 3 is expected, regardless of the content',
        async (n) => {
          const id = await createFile('alice')
          await add('alice', id, 2, 'x')
          const message = 'Bad Request: Invalid offset received. Expected: 3'
          await expectRejected(() => add('alice', id, n, 'y'), 400, message)
          await expectRejected(
            () => server.as('alice').put(`${files}/${id}`, { content: '***', offset: n }),
            400,
            message,
          )
        },
      )

      it.each([
        [{ offset: 2 }, '`content` is required.'],
        [{ content: 'eA==' }, '`offset` is required.'],
        [{ content: 'eA==', offset: 'x' }, 'Invalid value specified for `offset`. Expecting integer value'],
        [{ content: 'eA==', offset: 2.5 }, 'Invalid value specified for `offset`. Expecting integer value'],
        [{ content: '\n', offset: 2 }, 'Invalid value specified for `content`. Minimum 1 characters required.'],
        [{ content: '$', offset: 2 }, 'Uploaded content does not seem to be properly base64 encoded'],
        [{ content: base64(Buffer.alloc(chunk + 1)), offset: 2 }, 'Uploaded content exceeds maximum size of 1048576'],
      ])('rejects an invalid chunk (%#)', async (input, message) => {
        const id = await createFile('alice')
        const send = () => server.as('alice').put(`${files}/${id}`, input)
        expect(usage(await expectRejected(send, 400, `Bad Request: ${message}`))).toEqual(quotaHeaders(5))
      })

      it('extends the lifetime of the file with each chunk', async () => {
        const id = await createFile('alice')
        const now = server.world.clock.now()
        await change(id, { expires_on: now + 60 })
        await add('alice', id, 2, 'x')
        expect((await uploadOf(id))?.expires_on).toBeGreaterThan(now + 86_400)
      })

      it('appends a chunk once when it is sent concurrently', async () => {
        const id = await createFile('alice', 'a')
        for (const number of [2, 3, 4]) {
          const responses = await Promise.all(Array.from({ length: 6 }, () => add('alice', id, number, `${number}`)))
          const statuses = responses.map(({ status }) => status)
          expect(statuses.filter((status) => status === 200)).toHaveLength(1)
          // The other requests arrive during the write or after it.
          expect(new Set([...statuses, 200, 400, 423])).toEqual(new Set([200, 400, 423]))
        }
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('a234'))
      })

      it('discards bytes that a crashed server wrote but did not count', async () => {
        const id = await createFile('alice')
        await stageMore(id, ' world and more')
        // The crashed server held the lock as well, which expires.
        await change(id, { lock_token: 'dead', lock_until: server.world.clock.now() + 30 })
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('hello'))
        await expectRejected(() => add('alice', id, 2, ' world'), 423, 'Locked')
        await expectRejected(() => server.as('alice').delete(`${files}/${id}`), 423, 'Locked')
        await change(id, { lock_until: server.world.clock.now() - 1 })
        expect((await add('alice', id, 2, ' world')).body.size).toBe(11)
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('hello world'))
      })

      it('counts nothing when the database write fails', async () => {
        const id = await createFile('alice')
        const real = server.world.db.write
        let writes = 0
        // The first write acquires the lock, the second one counts the bytes.
        vi.spyOn(server.world.db, 'write').mockImplementation((work) =>
          ++writes === 2 ? Promise.reject(new Error('The connection is lost')) : real(work),
        )
        expect((await add('alice', id, 2, ' moon')).status).toBe(500)
        vi.restoreAllMocks()
        expect(await server.world.staging.sizeOf(`temporary-${id}`)).toBe(10)
        expect((await add('alice', id, 2, ' world')).status).toBe(200)
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('hello world'))
      })

      it('returns 404 when the bytes of the file are lost', async () => {
        const id = await createFile('alice')
        await server.world.staging.remove(`temporary-${id}`)
        await expectRejected(() => add('alice', id, 2, 'x'), 404, 'Not Found')
        await expectRejected(() => server.as('alice').get(`${files}/${id}`), 404, 'Not Found')
      })
    })

    describe('GET /artifact_temporary_files/{id}', () => {
      const letters = 'abcdefghij'

      it.each([
        ['', letters, chunk, 0],
        ['?limit=3', 'abc', 3, 0],
        ['?limit=3&offset=2', 'cde', 3, 2],
        ['?offset=8', 'ij', chunk, 8],
        ['?offset=10', '', chunk, 10],
        ['?offset=9007199254740991', '', chunk, 9007199254740991],
        ['?limit=0', '', 0, 0],
        ['?limit=1048576', letters, chunk, 0],
      ])('returns the bytes of %s', async (query, expected, limit, offset) => {
        const id = await createFile('alice', letters)
        const response = await server.as('alice').get(`${files}/${id}${query}`)
        expect([response.status, response.body]).toEqual([200, { data: base64(expected) }])
        const { headers } = response
        const page = ['limit', 'offset', 'size', 'limit-max'].map((name) => Number(headers[`x-pagination-${name}`]))
        expect(page).toEqual([limit, offset, 10, chunk])
        expect([headers['allow'], ...usage(response)]).toEqual(['OPTIONS, GET, PUT, DELETE', ...quotaHeaders(10)])
      })

      it.each([
        ['limit=-1', '`limit`. Minimum required value is 0.'],
        ['limit=1048577', '`limit`. Maximum allowed value is 1048576.'],
        ['limit=x', '`limit`. Expecting integer value'],
        ['offset=-1', '`offset`. Minimum required value is 0.'],
        ['offset=9007199254740992', '`offset`. Expecting integer value'],
      ])('rejects %s', async (query, message) => {
        const id = await createFile('alice')
        const send = () => server.as('alice').get(`${files}/${id}?${query}`)
        expect(usage(await expectRejected(send, 400, `Bad Request: Invalid value specified for ${message}`))).toEqual(
          quotaHeaders(5),
        )
      })

      it('returns a file of several chunks in parts of one mebibyte', async () => {
        const bytes = Buffer.from(Array.from({ length: 2 * chunk + 7 }, (_, i) => (i * 31) % 251))
        const id = await createFile('alice', bytes.subarray(0, chunk))
        await add('alice', id, 2, bytes.subarray(chunk, 2 * chunk))
        await add('alice', id, 3, bytes.subarray(2 * chunk))
        expect((await bytesOf('alice', id)).equals(bytes.subarray(0, chunk))).toBe(true)
        expect((await bytesOf('alice', id, `?offset=${2 * chunk - 5}`)).equals(bytes.subarray(2 * chunk - 5))).toBe(
          true,
        )
      })
    })

    describe('ownership', () => {
      const requests: [string, (login: string, id: number) => Promise<TestResponse>][] = [
        ['GET', (login, id) => server.as(login).get(`${files}/${id}`)],
        ['PUT', (login, id) => add(login, id, 2, 'x')],
        ['DELETE', (login, id) => server.as(login).delete(`${files}/${id}`)],
      ]

      it.each(requests)('%s is rejected for every other user, including administrators', async (_verb, send) => {
        const id = await createFile('alice')
        for (const login of ['bob', 'carol', 'admin']) {
          const response = await expectRejected(
            () => send(login, id),
            401,
            'Unauthorized: This file does not belong to you',
          )
          expect(usage(response)).toEqual(quotaHeaders(0))
        }
        await expectRejected(() => send('visitor', id), 401, 'Unauthorized')
      })

      it.each(requests)('%s returns 404 for unknown ids, expired files and other uploads', async (_verb, send) => {
        const { body } = await server.as('alice').post(`tracker_fields/${project.fields.get('files')}/files`, {
          name: 'b',
          file_size: 3,
          file_type: 'text/plain',
        })
        const expired = await createFile('alice')
        await change(expired, { expires_on: server.world.clock.now() - 1 })
        for (const id of [999_999, 0, -1, 2 ** 60, body.id, expired])
          await expectRejected(() => send('alice', id), 404, 'Not Found')
      })
    })

    describe('GET /artifact_temporary_files', () => {
      it('lists the files of the caller that have not expired', async () => {
        const ids: number[] = []
        for (let n = 0; n < 12; n++) ids.push(await createFile('alice', 'x'.repeat(n + 1)))
        await createFile('bob')
        await change(ids[3] ?? 0, { expires_on: server.world.clock.now() - 1 })
        const live = ids.filter((_, n) => n !== 3)
        const all = await server.as('alice').get(`${files}?limit=50`)
        expect(all.body.map(({ id }: { id: number }) => id)).toEqual(live)
        const response = await server.as('alice').get(files)
        expect(response.body.map(({ id }: { id: number }) => id)).toEqual(live.slice(0, 10))
        const { headers } = response
        const page = ['limit', 'offset', 'size', 'limit-max'].map((name) => Number(headers[`x-pagination-${name}`]))
        expect(page).toEqual([10, 0, 11, 50])
        expect([headers['allow'], ...usage(response)]).toEqual(['OPTIONS, GET, POST', ...quotaHeaders(78 - 4)])
        const rest = await server.as('alice').get(`${files}?limit=5&offset=9`)
        expect(rest.body.map(({ id }: { id: number }) => id)).toEqual(live.slice(9))
      })

      it('does not list files of other users', async () => {
        await createFile('alice')
        expect((await server.as('admin').get(files)).body).toEqual([])
        expect(usage(await expectRejected(() => server.as('visitor').get(files), 401, 'Unauthorized'))).toEqual(
          quotaHeaders(0),
        )
      })

      it.each([
        ['limit=51', 'Bad Request'],
        ['limit=9007199254740991', 'Bad Request'],
        ['limit=0', 'Bad Request: Invalid value specified for `limit`. Minimum required value is 1.'],
        ['offset=-1', 'Bad Request: Invalid value specified for `offset`. Minimum required value is 0.'],
      ])('rejects %s', async (query, message) => {
        await createFile('alice')
        const response = await expectRejected(() => server.as('alice').get(`${files}?${query}`), 400, message)
        expect(usage(response)).toEqual(quotaHeaders(5))
      })
    })

    describe('OPTIONS', () => {
      it.each([
        [files, 'OPTIONS, GET, POST'],
        [`${files}/1`, 'OPTIONS, GET, PUT, DELETE'],
      ])('%s returns the allowed methods to every caller', async (url, allow) => {
        const response = await server.as('visitor').options(url)
        expect([response.status, response.text, response.headers['allow']]).toEqual([200, '', allow])
        expect(usage(response)).toEqual(quotaHeaders(0))
      })
    })

    it('quota headers are sent even when the request cannot be parsed', async () => {
      const response = await expectRejected(
        () => server.as('alice').post(files, '{'),
        400,
        'Bad Request: Error encoding/decoding JSON: Syntax error',
      )
      expect(usage(response)).toEqual(quotaHeaders(0))
    })

    describe('DELETE /artifact_temporary_files/{id}', () => {
      it('deletes the file with its bytes', async () => {
        const before = await state()
        const id = await createFile('alice')
        const response = await server.as('alice').delete(`${files}/${id}`)
        expect([response.status, response.text, ...usage(response)]).toEqual([200, '', ...quotaHeaders(0)])
        expect(await state()).toEqual(before)
        await expectRejected(() => server.as('alice').delete(`${files}/${id}`), 404, 'Not Found')
      })

      it('deletes a file whose attachment was not finished', async () => {
        const before = await state()
        const id = await completeFile()
        await finishFile(server.world, { kind: 'temporary', id, size: 5 })
        expect((await state()).stored).toBe(before.stored + 1)
        expect((await server.as('alice').delete(`${files}/${id}`)).status).toBe(200)
        expect(await state()).toEqual(before)
      })
    })

    /** A file between the first and the second step of its attachment. */
    async function completeFile(): Promise<FileId> {
      const id = await createFile('alice')
      await server.world.db.write((tx) => closeTemporary(tx, storagePermit, { id }, server.world.clock.now()))
      return id
    }

    describe('attaching a temporary file', () => {
      const field = () => project.fields.get('files') as FieldId
      const bug = () => ({ tracker: { id: project.trackers.get('bug') as TrackerId } })
      const attach = (login: string, ...ids: number[]) =>
        server.as(login).post('artifacts', { ...bug(), values: [{ field_id: field(), value: ids }] })
      const attachedBytes = async (id: number) => {
        const row = await server.world.db.read
          .selectFrom('file')
          .selectAll()
          .where('id', '=', id as FileId)
          .executeTakeFirst()
        const bytes = await buffer(Readable.from(server.world.files.read(row?.blob ?? '')))
        return { status: row?.status, size: row?.size, text: bytes.toString() }
      }

      it('creates an attachment with the same id and deletes the temporary file', async () => {
        const id = await createFile('alice')
        await add('alice', id, 2, ' world')
        // Bytes that were written but not counted are no part of the file.
        await stageMore(id, ', or so')
        const { status, body } = await attach('alice', id)
        expect(status).toBe(201)
        expect(await attachedBytes(id)).toEqual({ status: 'attached', size: 11, text: 'hello world' })
        const { values } = (await server.as('alice').get(`artifacts/${body.id}`)).body
        const [described] = values.find(({ field_id }: { field_id: number }) => field_id === field()).file_descriptions
        expect(described).toMatchObject({
          id,
          name: 't.txt',
          size: 11,
          type: 'text/plain',
          uri: `artifact_files/${id}`,
        })
        expect(await uploadOf(id)).toBeUndefined()
        expect(await server.world.staging.sizeOf(`temporary-${id}`)).toBe(0)
        const list = await server.as('alice').get(files)
        expect([list.body, ...usage(list)]).toEqual([[], ...quotaHeaders(0)])
        await expectRejected(() => server.as('alice').get(`${files}/${id}`), 404, 'Not Found')
        await expectRejected(() => add('alice', id, 3, 'x'), 404, 'Not Found')
        await expectRejected(() => server.as('alice').delete(`${files}/${id}`), 404, 'Not Found')
      })

      it('is rejected for the file of another user, which is unchanged', async () => {
        const id = await createFile('alice')
        await expectRejected(() => attach('bob', id), 404, `Not Found: File #${id} not found`)
        expect((await add('alice', id, 2, '!')).status).toBe(200)
      })

      it('is rejected while a chunk is being stored', async () => {
        const id = await createFile('alice')
        await change(id, { lock_token: 'another-request', lock_until: server.world.clock.now() + 30 })
        await expectRejected(() => attach('alice', id), 404, `Not Found: File #${id} not found`)
      })

      it('leaves the file complete but not attached when another value is rejected', async () => {
        const id = await createFile('alice')
        const stranger = 999_999
        expect((await attach('alice', id, stranger)).status).toBe(404)
        const complete = 'Conflict: The file is complete: it is being attached to an artifact.'
        await expectRejected(() => add('alice', id, 2, 'x'), 409, complete)
        expect(await bytesOf('alice', id, '?offset=1&limit=3')).toEqual(Buffer.from('ell'))
        expect((await server.as('alice').get(files)).body).toMatchObject([{ id, size: 5 }])
        expect((await attach('alice', id)).status).toBe(201)
      })

      it('resumes after a server crashed when it had completed the file', async () => {
        const id = await completeFile()
        await stageMore(id, ' never counted')
        expect((await attach('alice', id)).status).toBe(201)
        expect(await attachedBytes(id)).toEqual({ status: 'attached', size: 5, text: 'hello' })
      })

      it('is rejected for an expired file', async () => {
        const id = await createFile('alice')
        await change(id, { expires_on: server.world.clock.now() - 1 })
        await expectRejected(() => attach('alice', id), 404, `Not Found: File #${id} not found`)
      })
    })

    it('are deleted with their bytes after they expired', async () => {
      const before = await state()
      const [staged, sealed] = [await createFile('alice'), await completeFile()]
      await finishFile(server.world, { kind: 'temporary', id: sealed, size: 5 })
      const unexpired = await createFile('alice')
      for (const id of [staged, sealed]) await change(id, { expires_on: server.world.clock.now() - 1 })
      await sweepUploads(server.world, [])
      expect((await state()).staged).toEqual([...before.staged, [`temporary-${unexpired}`, 5]].sort())
      await server.as('alice').delete(`${files}/${unexpired}`)
      expect(await state()).toEqual(before)
    })
  })
})
