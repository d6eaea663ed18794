import { appendFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FieldId, FileId, TrackerId } from '../../src/kit/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import type { Settings } from '../../src/site/model/settings.ts'
import { finishFile } from '../../src/uploads/commands/finish-file.ts'
import { sweepUploads } from '../../src/uploads/commands/sweep-uploads.ts'
import { closeTemporary } from '../../src/uploads/store/uploads.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

const quota = 67_108_864
const chunk = 1_048_576
const system = { kind: 'system', reason: 'test' } as const
const base64 = (bytes: string | Uint8Array): string => Buffer.from(bytes as string).toString('base64')
const files = 'artifact_temporary_files'

onEachDatabase((dialect) => {
  describe('temporary files', () => {
    const server = createServer(dialect)
    let grove: ProjectFixture

    beforeAll(async () => {
      const [alice, bob] = [await server.createUser('alice'), await server.createUser('bob')]
      await server.createUser('carol')
      await settings({ free_disk_reserve_bytes: 0 })
      grove = await createProjectFixture(server, 'grove', {
        members: [alice, bob],
        trackers: () => [
          trackerDefinition('bug', [fieldDefinition('string', 'title'), fieldDefinition('file', 'files')]),
        ],
      })
    })
    afterEach(async () => {
      vi.restoreAllMocks()
      // Whatever a test left behind expires at once.
      await server.world.db.write((tx) => tx.updateTable('upload').set({ expires_on: 0 }).execute())
      await sweepUploads(server.world, [])
      await settings({ max_upload_bytes: quota, free_disk_reserve_bytes: 0, temporary_file_days: 3 })
    })

    const settings = async (wanted: Partial<Settings>): Promise<void> => {
      await changeSettings(server.world, system, wanted)
      await server.world.cache.refresh()
    }
    const hello = (more: object = {}) => ({ name: 't.txt', mimetype: 'text/plain', content: base64('hello'), ...more })
    const begin = (who: string, more: object = {}) => server.as(who).post(files, hello(more))
    const begun = async (who: string, content: string | Uint8Array = 'hello'): Promise<FileId> => {
      const { status, body, text } = await begin(who, { content: base64(content) })
      if (status !== 201) throw new Error(text)
      return body.id
    }
    const add = (who: string, id: number, offset: number, content: string | Uint8Array) =>
      server.as(who).put(`${files}/${id}`, { content: base64(content), offset })
    const bytesOf = async (who: string, id: number, query = ''): Promise<Buffer> => {
      const { status, body, text } = await server.as(who).get(`${files}/${id}${query}`)
      if (status !== 200) throw new Error(text)
      return Buffer.from(body.data, 'base64')
    }
    const pathOf = (id: number) => server.world.staging.pathOf(`temporary-${id}`)
    const uploadOf = (id: number) =>
      server.world.db.read.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()
    const change = (id: number, columns: { lock_token?: string; lock_until?: number; expires_on?: number }) =>
      server.world.db.write((tx) => tx.updateTable('upload').set(columns).where('id', '=', id).execute())

    /** Everything a refusal has to leave as it is. */
    const standing = async () => {
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
    const refused = async (
      ask: () => Promise<TestResponse>,
      status: number,
      message: string,
    ): Promise<TestResponse> => {
      const before = await standing()
      const answer = await ask()
      expect([answer.status, answer.body.error.message]).toEqual([status, message])
      expect(await standing()).toEqual(before)
      return answer
    }
    const usage = ({ headers }: TestResponse) => [
      headers['x-quota'],
      headers['x-disk-usage'],
      headers['x-upload-max-file-chunksize'],
    ]
    const announced = (bytes: number) => [`${quota}`, `${bytes}`, `${chunk}`]

    describe('POST /artifact_temporary_files', () => {
      it('makes a file of its first chunk', async () => {
        const answer = await begin('alice', { description: 'mine' })
        const { id } = answer.body
        expect([answer.status, answer.body]).toEqual([
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
        expect(answer.headers['allow']).toBe('OPTIONS, GET, POST')
        expect(usage(answer)).toEqual(announced(5))
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('hello'))
        const upload = await uploadOf(id)
        expect(upload).toMatchObject({ kind: 'temporary', size: null, chunks: 1, completed_on: null })
        expect(Math.abs((upload?.expires_on ?? 0) - server.world.clock.now() - 3 * 86_400)).toBeLessThan(60)
      })

      it.each([[{}], [{ description: null }], [{ description: '' }]])('has no description of %j', async (sent) => {
        expect((await begin('alice', sent)).body.description).toBe('')
      })

      it('keeps it as long as the settings say', async () => {
        await settings({ temporary_file_days: 10 })
        const upload = await uploadOf(await begun('alice'))
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
      ])('refuses a file that is not right (%#)', async (sent, message) => {
        const answer = await refused(() => begin('alice', sent), 400, `Bad Request: ${message}`)
        expect([answer.headers['allow'], ...usage(answer)]).toEqual(['OPTIONS, GET, POST', ...announced(0)])
      })

      it('takes a chunk of a mebibyte, however its JSON is written, and not one byte more', async () => {
        const most = Buffer.alloc(chunk, 255)
        const escaped = JSON.stringify(hello({ content: base64(most) })).replaceAll('/', '\\/')
        const { status, body } = await server.as('alice').post(files, escaped)
        expect([status, body.size]).toEqual([201, chunk])
        expect((await bytesOf('alice', body.id)).equals(most)).toBe(true)
        const message = 'Bad Request: Uploaded content exceeds maximum size of 1048576'
        await refused(() => begin('alice', { content: base64(Buffer.alloc(chunk + 1)) }), 400, message)
        const large = 'Request Entity Too Large: The body of the request is larger than this route accepts.'
        await refused(() => begin('alice', { content: base64(Buffer.alloc(3 * chunk)) }), 413, large)
      })

      it('asks for base64 before size, and for size before the quota', async () => {
        await settings({ max_upload_bytes: 10 })
        const tooLong = Buffer.alloc(chunk + 3)
        const one = 'Bad Request: Uploaded content does not seem to be properly base64 encoded'
        await refused(() => begin('alice', { content: `*${base64(tooLong).slice(1)}` }), 400, one)
        const two = 'Bad Request: Uploaded content exceeds maximum size of 1048576'
        await refused(() => begin('alice', { content: base64(tooLong) }), 400, two)
        const three = 'Bad Request: You exceeded your quota. Please remove existing temporary files before continuing.'
        await refused(() => begin('alice', { content: base64(Buffer.alloc(11)) }), 400, three)
      })

      it('wants somebody to have signed in', async () => {
        const answer = await refused(() => begin('visitor'), 401, 'Unauthorized')
        expect(usage(answer)).toEqual(announced(0))
      })

      it('is answered once for each Idempotency-Key', async () => {
        const headers = { 'idempotency-key': 'a chunk' }
        const first = await server.as('alice').post(files, hello(), { headers })
        const before = await standing()
        const again = await server.as('alice').post(files, hello(), { headers })
        expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([201, first.body, 'true'])
        expect(await standing()).toEqual(before)
        expect(usage(again)).toEqual(announced(5))
        expect(await bytesOf('alice', first.body.id)).toEqual(Buffer.from('hello'))
      })

      it('is refused with 507 while the disk has no room', async () => {
        vi.spyOn(server.world.staging, 'freeBytes').mockResolvedValue(4)
        const message = 'Insufficient Storage: There is not enough free space on the server for this file.'
        await refused(() => begin('alice'), 507, message)
      })

      it('reads and answers XML', async () => {
        const headers = { 'content-type': 'application/xml', accept: 'application/xml' }
        const body = '<request><name>007</name><mimetype>text/plain</mimetype>\n<content>aGVs\nbG8=</content></request>'
        const answer = await server.as('alice').post(files, body, { headers })
        expect([answer.status, answer.text.includes('<name>007</name>')]).toEqual([201, true])
        const [{ id }] = (await server.as('alice').get(files)).body
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('hello'))
      })
    })

    describe('the quota', () => {
      const message = 'Bad Request: You exceeded your quota. Please remove existing temporary files before continuing.'

      it('is that of one attachment, for all temporary files of a person together', async () => {
        await settings({ max_upload_bytes: 10 })
        const [one, two] = [await begun('alice'), await begun('alice')]
        await refused(() => begin('alice', { content: base64('x') }), 400, message)
        await refused(() => add('alice', one, 2, 'x'), 400, message)
        // Others have their own.
        await begun('bob')
        await server.as('alice').delete(`${files}/${two}`)
        expect((await add('alice', one, 2, 'world')).status).toBe(200)
        await refused(() => add('alice', one, 3, 'x'), 400, message)
        const { headers } = await server.as('alice').get(files)
        expect([headers['x-quota'], headers['x-disk-usage']]).toEqual(['10', '10'])
      })

      it('does not count what expired', async () => {
        await settings({ max_upload_bytes: 5 })
        await change(await begun('alice'), { expires_on: server.world.clock.now() - 1 })
        await begun('alice')
      })

      it('is kept when many chunks arrive at the same moment', async () => {
        await settings({ max_upload_bytes: 12 })
        const answers = await Promise.all(Array.from({ length: 8 }, () => begin('alice')))
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400, 400, 400, 400])
        expect((await standing()).staged).toHaveLength(2)
      })
    })

    describe('PUT /artifact_temporary_files/{id}', () => {
      it('adds chunks, numbered from 2', async () => {
        const id = await begun('alice')
        const answer = await add('alice', id, 2, ' wor')
        expect([answer.status, answer.body.size, answer.headers['allow']]).toEqual([
          200,
          9,
          'OPTIONS, GET, PUT, DELETE',
        ])
        expect(usage(answer)).toEqual(announced(9))
        expect((await add('alice', id, 3, 'ld')).body.size).toBe(11)
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('hello world'))
      })

      it.each([-1, 0, 1, 2, 4, 2 ** 52])(
        'refuses the number %d where 3 is expected, whatever comes with it',
        async (n) => {
          const id = await begun('alice')
          await add('alice', id, 2, 'x')
          const message = 'Bad Request: Invalid offset received. Expected: 3'
          await refused(() => add('alice', id, n, 'y'), 400, message)
          await refused(() => server.as('alice').put(`${files}/${id}`, { content: '***', offset: n }), 400, message)
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
      ])('refuses a chunk that is not right (%#)', async (sent, message) => {
        const id = await begun('alice')
        const ask = () => server.as('alice').put(`${files}/${id}`, sent)
        expect(usage(await refused(ask, 400, `Bad Request: ${message}`))).toEqual(announced(5))
      })

      it('keeps the file longer with each chunk', async () => {
        const id = await begun('alice')
        const now = server.world.clock.now()
        await change(id, { expires_on: now + 60 })
        await add('alice', id, 2, 'x')
        expect((await uploadOf(id))?.expires_on).toBeGreaterThan(now + 86_400)
      })

      it('takes each chunk once when it is sent many times at once', async () => {
        const id = await begun('alice', 'a')
        for (const number of [2, 3, 4]) {
          const answers = await Promise.all(Array.from({ length: 6 }, () => add('alice', id, number, `${number}`)))
          const statuses = answers.map(({ status }) => status)
          expect(statuses.filter((status) => status === 200)).toHaveLength(1)
          // Others come while it is written, or afterwards.
          expect(new Set([...statuses, 200, 400, 423])).toEqual(new Set([200, 400, 423]))
        }
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('a234'))
      })

      it('does not double what a server wrote that died before it counted it', async () => {
        const id = await begun('alice')
        await appendFile(pathOf(id), ' world and more')
        // It held the lock as well, which runs out.
        await change(id, { lock_token: 'dead', lock_until: server.world.clock.now() + 30 })
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('hello'))
        await refused(() => add('alice', id, 2, ' world'), 423, 'Locked')
        await refused(() => server.as('alice').delete(`${files}/${id}`), 423, 'Locked')
        await change(id, { lock_until: server.world.clock.now() - 1 })
        expect((await add('alice', id, 2, ' world')).body.size).toBe(11)
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('hello world'))
      })

      it('counts nothing when its rows cannot be written', async () => {
        const id = await begun('alice')
        const real = server.world.db.write
        let writes = 0
        // The first one takes the lock, the second one counts.
        vi.spyOn(server.world.db, 'write').mockImplementation((work) =>
          ++writes === 2 ? Promise.reject(new Error('The connection is lost')) : real(work),
        )
        expect((await add('alice', id, 2, ' moon')).status).toBe(500)
        vi.restoreAllMocks()
        expect(await server.world.staging.sizeOf(`temporary-${id}`)).toBe(10)
        expect((await add('alice', id, 2, ' world')).status).toBe(200)
        expect(await bytesOf('alice', id)).toEqual(Buffer.from('hello world'))
      })

      it('does not go on with a file whose bytes are lost', async () => {
        const id = await begun('alice')
        await rm(pathOf(id))
        await refused(() => add('alice', id, 2, 'x'), 404, 'Not Found')
        await refused(() => server.as('alice').get(`${files}/${id}`), 404, 'Not Found')
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
      ])('gives the bytes of %s', async (query, expected, limit, offset) => {
        const id = await begun('alice', letters)
        const answer = await server.as('alice').get(`${files}/${id}${query}`)
        expect([answer.status, answer.body]).toEqual([200, { data: base64(expected) }])
        const { headers } = answer
        const page = ['limit', 'offset', 'size', 'limit-max'].map((name) => Number(headers[`x-pagination-${name}`]))
        expect(page).toEqual([limit, offset, 10, chunk])
        expect([headers['allow'], ...usage(answer)]).toEqual(['OPTIONS, GET, PUT, DELETE', ...announced(10)])
      })

      it.each([
        ['limit=-1', '`limit`. Minimum required value is 0.'],
        ['limit=1048577', '`limit`. Maximum allowed value is 1048576.'],
        ['limit=x', '`limit`. Expecting integer value'],
        ['offset=-1', '`offset`. Minimum required value is 0.'],
        ['offset=9007199254740992', '`offset`. Expecting integer value'],
      ])('refuses %s', async (query, message) => {
        const id = await begun('alice')
        const ask = () => server.as('alice').get(`${files}/${id}?${query}`)
        expect(usage(await refused(ask, 400, `Bad Request: Invalid value specified for ${message}`))).toEqual(
          announced(5),
        )
      })

      it('gives a file of several chunks a mebibyte at a time', async () => {
        const bytes = Buffer.from(Array.from({ length: 2 * chunk + 7 }, (_, i) => (i * 31) % 251))
        const id = await begun('alice', bytes.subarray(0, chunk))
        await add('alice', id, 2, bytes.subarray(chunk, 2 * chunk))
        await add('alice', id, 3, bytes.subarray(2 * chunk))
        expect((await bytesOf('alice', id)).equals(bytes.subarray(0, chunk))).toBe(true)
        expect((await bytesOf('alice', id, `?offset=${2 * chunk - 5}`)).equals(bytes.subarray(2 * chunk - 5))).toBe(
          true,
        )
      })
    })

    describe('whose file it is', () => {
      const asks: [string, (who: string, id: number) => Promise<TestResponse>][] = [
        ['GET', (who, id) => server.as(who).get(`${files}/${id}`)],
        ['PUT', (who, id) => add(who, id, 2, 'x')],
        ['DELETE', (who, id) => server.as(who).delete(`${files}/${id}`)],
      ]

      it.each(asks)('%s is for its owner alone, not even for administrators', async (_verb, ask) => {
        const id = await begun('alice')
        for (const who of ['bob', 'carol', 'admin']) {
          const answer = await refused(() => ask(who, id), 401, 'Unauthorized: This file does not belong to you')
          expect(usage(answer)).toEqual(announced(0))
        }
        await refused(() => ask('visitor', id), 401, 'Unauthorized')
      })

      it.each(asks)('%s does not know what is not there, or not any more, or no temporary file', async (_verb, ask) => {
        const { body } = await server.as('alice').post(`tracker_fields/${grove.fields.get('files')}/files`, {
          name: 'b',
          file_size: 3,
          file_type: 'text/plain',
        })
        const expired = await begun('alice')
        await change(expired, { expires_on: server.world.clock.now() - 1 })
        for (const id of [999_999, 0, -1, body.id, expired]) await refused(() => ask('alice', id), 404, 'Not Found')
        const answer = await refused(() => ask('alice', 2 ** 60), 400, expect.stringContaining('`id`'))
        expect(usage(answer)).toEqual(announced(0))
      })
    })

    describe('GET /artifact_temporary_files', () => {
      it('lists those of the caller that have not expired', async () => {
        const ids: number[] = []
        for (let n = 0; n < 12; n++) ids.push(await begun('alice', 'x'.repeat(n + 1)))
        await begun('bob')
        await change(ids[3] ?? 0, { expires_on: server.world.clock.now() - 1 })
        const live = ids.filter((_, n) => n !== 3)
        const all = await server.as('alice').get(`${files}?limit=50`)
        expect(all.body.map(({ id }: { id: number }) => id)).toEqual(live)
        const answer = await server.as('alice').get(files)
        expect(answer.body.map(({ id }: { id: number }) => id)).toEqual(live.slice(0, 10))
        const { headers } = answer
        const page = ['limit', 'offset', 'size', 'limit-max'].map((name) => Number(headers[`x-pagination-${name}`]))
        expect(page).toEqual([10, 0, 11, 50])
        expect([headers['allow'], ...usage(answer)]).toEqual(['OPTIONS, GET, POST', ...announced(78 - 4)])
        const rest = await server.as('alice').get(`${files}?limit=5&offset=9`)
        expect(rest.body.map(({ id }: { id: number }) => id)).toEqual(live.slice(9))
      })

      it('tells nobody of the files of others', async () => {
        await begun('alice')
        expect((await server.as('admin').get(files)).body).toEqual([])
        expect(usage(await refused(() => server.as('visitor').get(files), 401, 'Unauthorized'))).toEqual(announced(0))
      })

      it.each([
        ['limit=51', 'Bad Request'],
        ['limit=9007199254740991', 'Bad Request'],
        ['limit=0', 'Bad Request: Invalid value specified for `limit`. Minimum required value is 1.'],
        ['offset=-1', 'Bad Request: Invalid value specified for `offset`. Minimum required value is 0.'],
      ])('refuses %s', async (query, message) => {
        await begun('alice')
        const answer = await refused(() => server.as('alice').get(`${files}?${query}`), 400, message)
        expect(usage(answer)).toEqual(announced(5))
      })
    })

    describe('OPTIONS', () => {
      it.each([
        [files, 'OPTIONS, GET, POST'],
        [`${files}/1`, 'OPTIONS, GET, PUT, DELETE'],
      ])('%s says what can be done, to everybody', async (url, allow) => {
        const answer = await server.as('visitor').options(url)
        expect([answer.status, answer.text, answer.headers['allow']]).toEqual([200, '', allow])
        expect(usage(answer)).toEqual(announced(0))
      })
    })

    it('tells usage also where the request cannot be read', async () => {
      const answer = await refused(
        () => server.as('alice').post(files, '{'),
        400,
        'Bad Request: Error encoding/decoding JSON: Syntax error',
      )
      expect(usage(answer)).toEqual(announced(0))
    })

    describe('DELETE /artifact_temporary_files/{id}', () => {
      it('removes the file with its bytes', async () => {
        const before = await standing()
        const id = await begun('alice')
        const answer = await server.as('alice').delete(`${files}/${id}`)
        expect([answer.status, answer.text, ...usage(answer)]).toEqual([200, '', ...announced(0)])
        expect(await standing()).toEqual(before)
        await refused(() => server.as('alice').delete(`${files}/${id}`), 404, 'Not Found')
      })

      it('removes one that somebody began to attach', async () => {
        const before = await standing()
        const id = await closed()
        await finishFile(server.world, { kind: 'temporary', id, size: 5 })
        expect((await standing()).stored).toBe(before.stored + 1)
        expect((await server.as('alice').delete(`${files}/${id}`)).status).toBe(200)
        expect(await standing()).toEqual(before)
      })
    })

    /** As it is between the first and the second step of its attachment. */
    async function closed(): Promise<FileId> {
      const id = await begun('alice')
      await server.world.db.write((tx) => closeTemporary(tx, { id }, server.world.clock.now()))
      return id
    }

    describe('attaching', () => {
      const field = () => grove.fields.get('files') as FieldId
      const bug = () => ({ tracker: { id: grove.trackers.get('bug') as TrackerId } })
      const attach = (who: string, ...ids: number[]) =>
        server.as(who).post('artifacts', { ...bug(), values: [{ field_id: field(), value: ids }] })
      const attachedBytes = async (id: number) => {
        const row = await server.world.db.read
          .selectFrom('file')
          .selectAll()
          .where('id', '=', id as FileId)
          .executeTakeFirst()
        const bytes = await buffer(Readable.from(server.world.files.read(row?.blob ?? '')))
        return { state: row?.state, size: row?.size, text: bytes.toString() }
      }

      it('makes the file an attachment, under its id, and the temporary one is gone', async () => {
        const id = await begun('alice')
        await add('alice', id, 2, ' world')
        // Written and never counted: no part of the file.
        await appendFile(pathOf(id), ', or so')
        const { status, body } = await attach('alice', id)
        expect(status).toBe(201)
        expect(await attachedBytes(id)).toEqual({ state: 'attached', size: 11, text: 'hello world' })
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
        expect([list.body, ...usage(list)]).toEqual([[], ...announced(0)])
        await refused(() => server.as('alice').get(`${files}/${id}`), 404, 'Not Found')
        await refused(() => add('alice', id, 3, 'x'), 404, 'Not Found')
        await refused(() => server.as('alice').delete(`${files}/${id}`), 404, 'Not Found')
      })

      it('is refused for a file of somebody else, which stays as it is', async () => {
        const id = await begun('alice')
        await refused(() => attach('bob', id), 404, `Not Found: File #${id} not found`)
        expect((await add('alice', id, 2, '!')).status).toBe(200)
      })

      it('is refused while a chunk is being stored', async () => {
        const id = await begun('alice')
        await change(id, { lock_token: 'somebody', lock_until: server.world.clock.now() + 30 })
        await refused(() => attach('alice', id), 404, `Not Found: File #${id} not found`)
      })

      it('that fails for another reason leaves a file that takes no chunk more, and can be attached', async () => {
        const id = await begun('alice')
        const stranger = 999_999
        expect((await attach('alice', id, stranger)).status).toBe(404)
        const complete = 'Conflict: The file is complete: it is being attached to an artifact.'
        await refused(() => add('alice', id, 2, 'x'), 409, complete)
        expect(await bytesOf('alice', id, '?offset=1&limit=3')).toEqual(Buffer.from('ell'))
        expect((await server.as('alice').get(files)).body).toMatchObject([{ id, size: 5 }])
        expect((await attach('alice', id)).status).toBe(201)
      })

      it('goes on after a server died when it had closed the file', async () => {
        const id = await closed()
        await appendFile(pathOf(id), ' never counted')
        expect((await attach('alice', id)).status).toBe(201)
        expect(await attachedBytes(id)).toEqual({ state: 'attached', size: 5, text: 'hello' })
      })

      it('of one that expired is refused', async () => {
        const id = await begun('alice')
        await change(id, { expires_on: server.world.clock.now() - 1 })
        await refused(() => attach('alice', id), 404, `Not Found: File #${id} not found`)
      })
    })

    it('are swept with their bytes once they have expired', async () => {
      const before = await standing()
      const [staged, sealed] = [await begun('alice'), await closed()]
      await finishFile(server.world, { kind: 'temporary', id: sealed, size: 5 })
      const kept = await begun('alice')
      for (const id of [staged, sealed]) await change(id, { expires_on: server.world.clock.now() - 1 })
      await sweepUploads(server.world, [])
      expect((await standing()).staged).toEqual([...before.staged, [`temporary-${kept}`, 5]].sort())
      await server.as('alice').delete(`${files}/${kept}`)
      expect(await standing()).toEqual(before)
    })
  })
})
