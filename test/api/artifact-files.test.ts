import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../src/kit/messages/refusal.ts'
import type { ArtifactId, FieldId, UserGroupId } from '../../src/kit/values/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'
import { createStoredFile, type StoredFile } from '../kit/stored-files.ts'

const chunk = 1_048_576
const callers = ['stranger', 'alice', 'bob', 'boss', 'admin'] as const

onEachDatabase((dialect) => {
  describe('GET /artifact_files/{id}', () => {
    const server = createServer(dialect)
    let open: ProjectFixture
    let bug: ArtifactId
    let field: FieldId
    const files = new Map<string, StoredFile>()

    const createArtifact = async (project: ProjectFixture, trackerName: string, values = {}): Promise<ArtifactId> => {
      const [id] = await project.createArtifacts({
        tracker: trackerName,
        changes: [{ by: server.idOf('alice'), values }],
      })
      return id as ArtifactId
    }
    const createFile = (options: Parameters<typeof createStoredFile>[1] = {}) =>
      createStoredFile(server, { artifact: bug, field, ...options })
    const idOf = (name: string): number => {
      const file = files.get(name)
      if (file === undefined) throw new Error(`Unknown file ${name}`)
      return file.id
    }
    const readFile = (caller: string, id: number, query = '') => server.as(caller).get(`artifact_files/${id}${query}`)
    const responseHeaders = ({ headers }: TestResponse) => [headers['allow'], headers['x-upload-max-file-chunksize']]

    beforeAll(async () => {
      const [alice, bob, boss] = [
        await server.createUser('alice'),
        await server.createUser('bob'),
        await server.createUser('boss'),
      ]
      await server.createUser('stranger')
      await changeSettings(server.world, { kind: 'system', reason: 'test' }, { free_disk_reserve_bytes: 0 })
      await server.world.cache.refresh()
      const trackers = () => [
        createTrackerDefinition('bug', [
          createFieldDefinition('file', 'files'),
          createFieldDefinition('file', 'inner', { rights: { read: [3] } }),
          createFieldDefinition('file', 'unused', { isUsed: false }),
        ]),
        createTrackerDefinition('safe', [
          createFieldDefinition('file', 'safe:files'),
          createFieldDefinition('perm', 'access'),
        ]),
      ]
      const settings = { members: [alice, bob], administrators: [boss], trackers }
      open = await createProjectFixture(server, 'open', settings)
      const closed = await createProjectFixture(server, 'closed', { ...settings, access: 'private' })
      const suspended = await createProjectFixture(server, 'asleep', settings)
      field = open.fields.get('files') as FieldId
      bug = await createArtifact(open, 'bug')
      const createFileIn = async (project: ProjectFixture, trackerName: string, name: string, values = {}) =>
        createStoredFile(server, {
          artifact: await createArtifact(project, trackerName, values),
          field: project.fields.get(name) as FieldId,
        })
      const created: Record<string, StoredFile> = {
        'attached to an artifact': await createFile(),
        'in a field for members': await createFileIn(open, 'bug', 'inner'),
        'in a field that is not used': await createFileIn(open, 'bug', 'unused'),
        'in a private project': await createFileIn(closed, 'bug', 'files'),
        'in a suspended project': await createFileIn(suspended, 'bug', 'files'),
        'in an artifact that only administrators see': await createFileIn(open, 'safe', 'safe:files', {
          access: [4 as UserGroupId],
        }),
        detached: await createFile({ status: 'detached' }),
        'that is not attached yet': await createFile({ status: 'complete', artifact: undefined, by: alice }),
        'that is still being uploaded': await createFile({
          status: 'pending',
          artifact: undefined,
          by: alice,
          bytes: null,
        }),
        'that was imported without content': await createFile({ bytes: null }),
        'whose content is missing': await createFile({ blob: '0123456789abcdef0123456789abcdef' }),
      }
      for (const [name, stored] of Object.entries(created)) files.set(name, stored)
      await server.as('admin').patch(`projects/${suspended.projectId}`, { status: 'suspended' })
    })
    afterEach(() => {
      vi.restoreAllMocks()
    })

    describe.each([
      ['attached to an artifact', callers.join(' ')],
      ['in a field for members', 'alice bob boss admin'],
      ['in a field that is not used', ''],
      ['in a private project', 'alice bob boss admin'],
      ['in a suspended project', 'admin'],
      ['in an artifact that only administrators see', 'boss admin'],
      ['detached', ''],
      ['that is not attached yet', ''],
      ['that is still being uploaded', ''],
      ['that was imported without content', ''],
      ['whose content is missing', ''],
    ])('a file %s', (name, readers) => {
      it(`${readers === '' ? 'returns 404 to all users' : `is returned to ${readers}; other users get 404`}`, async () => {
        const allowed: string[] = []
        for (const caller of callers) {
          const response = await readFile(caller, idOf(name))
          if (response.status === 200) allowed.push(caller)
          else expect([response.status, response.body]).toEqual([404, { error: { code: 404, message: 'Not Found' } }])
          if (response.status === 200) expect(response.body).toEqual({ data: 'aGVsbG8gd29ybGQ=' })
          expect(responseHeaders(response)).toEqual(['OPTIONS, GET', `${chunk}`])
        }
        expect(allowed.join(' ')).toBe(readers)
        expect((await readFile('visitor', idOf(name))).status).toBe(401)
      })
    })

    it.each([0, -1, 999_999])('returns 404 for the id %d', async (id) => {
      const response = await readFile('admin', id)
      expect([response.status, response.body.error.message, ...responseHeaders(response)]).toEqual([
        404,
        'Not Found',
        'OPTIONS, GET',
        `${chunk}`,
      ])
    })

    it.each([
      ['', 'hello world', chunk, 0],
      ['?limit=3&offset=2', 'llo', 3, 2],
      ['?offset=8', 'rld', chunk, 8],
      ['?offset=11', '', chunk, 11],
      ['?offset=9007199254740991&limit=1048576', '', chunk, 9007199254740991],
      ['?limit=0', '', 0, 0],
      ['?limit=1048576', 'hello world', chunk, 0],
    ])('returns the bytes for the query %j', async (query, expected, limit, offset) => {
      const response = await readFile('stranger', idOf('attached to an artifact'), query)
      expect([response.status, response.body]).toEqual([200, { data: Buffer.from(expected).toString('base64') }])
      const { headers } = response
      const page = ['limit', 'offset', 'size', 'limit-max'].map((name) => Number(headers[`x-pagination-${name}`]))
      expect(page).toEqual([limit, offset, 11, chunk])
    })

    it.each([
      ['limit=-1', '`limit`. Minimum required value is 0.'],
      ['limit=1048577', '`limit`. Maximum allowed value is 1048576.'],
      ['limit=1e3', '`limit`. Expecting integer value'],
      ['offset=-1', '`offset`. Minimum required value is 0.'],
      ['offset=x', '`offset`. Expecting integer value'],
    ])('rejects %s with 400', async (query, message) => {
      const response = await readFile('alice', idOf('attached to an artifact'), `?${query}`)
      const expected = `Bad Request: Invalid value specified for ${message}`
      expect([response.status, response.body.error.message, ...responseHeaders(response)]).toEqual([
        400,
        expected,
        'OPTIONS, GET',
        `${chunk}`,
      ])
    })

    it('returns a large file in chunks and reads only the requested range', async () => {
      const bytes = Buffer.from(Array.from({ length: 2 * chunk + 100 }, (_, i) => (i * 31) % 251))
      const { id } = await createFile({ bytes })
      const readCalls = vi.spyOn(server.world.files, 'read')
      const parts: Buffer[] = []
      for (const offset of [0, chunk, 2 * chunk]) {
        const { status, body } = await readFile('alice', id, `?offset=${offset}`)
        expect(status).toBe(200)
        parts.push(Buffer.from(body.data, 'base64'))
      }
      expect(Buffer.concat(parts).equals(bytes)).toBe(true)
      expect(readCalls.mock.calls.map(([, range]) => range)).toEqual([
        { start: 0, end: chunk - 1 },
        { start: chunk, end: 2 * chunk - 1 },
        { start: 2 * chunk, end: 2 * chunk + 99 },
      ])
    })

    it('returns 503 when the file store is unavailable', async () => {
      vi.spyOn(server.world.files, 'read').mockImplementation(() => {
        throw new Refusal('unavailable', 'The store of files cannot be reached.')
      })
      const response = await readFile('alice', idOf('attached to an artifact'))
      expect([response.status, ...responseHeaders(response)]).toEqual([503, 'OPTIONS, GET', `${chunk}`])
    })

    it('OPTIONS returns the allowed methods and the chunk size to anonymous callers', async () => {
      const response = await server.as('visitor').options('artifact_files/1')
      expect([response.status, response.text, ...responseHeaders(response)]).toEqual([
        200,
        '',
        'OPTIONS, GET',
        `${chunk}`,
      ])
      const { status } = await server.as('alice').put(`artifact_files/${idOf('attached to an artifact')}`, {})
      expect(status).toBe(404)
    })

    it('returns XML for Accept: application/xml', async () => {
      const { text } = await server
        .as('alice')
        .get(`artifact_files/${idOf('attached to an artifact')}`, { headers: { accept: 'application/xml' } })
      expect(text).toContain('<data>aGVsbG8gd29ybGQ=</data>')
    })

    it('is available only while the file is attached to an artifact', async () => {
      const input = {
        name: 'a.bin',
        mimetype: 'application/octet-stream',
        content: Buffer.from([0, 255, 10]).toString('base64'),
      }
      const { body: file } = await server.as('alice').post('artifact_temporary_files', input)
      expect((await readFile('alice', file.id)).status).toBe(404)
      const { body: artifact } = await server.as('alice').post('artifacts', {
        tracker: { id: open.trackers.get('bug') },
        values: [{ field_id: field, value: [file.id] }],
      })
      expect((await readFile('stranger', file.id)).body).toEqual({ data: 'AP8K' })
      const removal = { values: [{ field_id: field, value: [] }] }
      expect((await server.as('alice').put(`artifacts/${artifact.id}`, removal)).status).toBe(200)
      expect((await readFile('stranger', file.id)).status).toBe(404)
    })
  })
})
