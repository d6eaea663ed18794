import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ArtifactId, FieldId, UserGroupId } from '../../src/kit/ids.ts'
import { Refusal } from '../../src/kit/refusal.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'
import { createStoredFile, type StoredFile } from '../kit/stored-files.ts'

const chunk = 1_048_576
const everyone = ['stranger', 'alice', 'bob', 'boss', 'admin'] as const

onEachDatabase((dialect) => {
  describe('GET /artifact_files/{id}', () => {
    const server = createServer(dialect)
    let open: ProjectFixture
    let bug: ArtifactId
    let field: FieldId
    const places = new Map<string, StoredFile>()

    const planted = async (project: ProjectFixture, of: string, values = {}): Promise<ArtifactId> => {
      const [id] = await project.createArtifacts({ tracker: of, changes: [{ by: server.idOf('alice'), values }] })
      return id as ArtifactId
    }
    const a = (wanted: Parameters<typeof createStoredFile>[1] = {}) =>
      createStoredFile(server, { artifact: bug, field, ...wanted })
    const idOf = (place: string): number => {
      const found = places.get(place)
      if (found === undefined) throw new Error(`There is no file ${place}`)
      return found.id
    }
    const read = (who: string, id: number, query = '') => server.as(who).get(`artifact_files/${id}${query}`)
    const told = ({ headers }: TestResponse) => [headers['allow'], headers['x-upload-max-file-chunksize']]

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
        trackerDefinition('bug', [
          fieldDefinition('file', 'files'),
          fieldDefinition('file', 'inner', { rights: { read: [3] } }),
          fieldDefinition('file', 'unused', { isUsed: false }),
        ]),
        trackerDefinition('safe', [fieldDefinition('file', 'safe:files'), fieldDefinition('perm', 'access')]),
      ]
      const people = { members: [alice, bob], administrators: [boss], trackers }
      open = await createProjectFixture(server, 'open', people)
      const closed = await createProjectFixture(server, 'closed', { ...people, access: 'private' })
      const asleep = await createProjectFixture(server, 'asleep', people)
      field = open.fields.get('files') as FieldId
      bug = await planted(open, 'bug')
      const inside = async (project: ProjectFixture, of: string, name: string, values = {}) =>
        createStoredFile(server, {
          artifact: await planted(project, of, values),
          field: project.fields.get(name) as FieldId,
        })
      const made: Record<string, StoredFile> = {
        attached: await a(),
        'in a field for members': await inside(open, 'bug', 'inner'),
        'in a field that is not used': await inside(open, 'bug', 'unused'),
        'in a private project': await inside(closed, 'bug', 'files'),
        'in a suspended project': await inside(asleep, 'bug', 'files'),
        'of what only administrators see': await inside(open, 'safe', 'safe:files', { access: [4 as UserGroupId] }),
        detached: await a({ state: 'detached' }),
        'not attached yet': await a({ state: 'complete', artifact: undefined, by: alice }),
        'still arriving': await a({ state: 'pending', artifact: undefined, by: alice, bytes: null }),
        'that an archive brought without bytes': await a({ bytes: null }),
        'whose bytes are missing': await a({ blob: '0123456789abcdef0123456789abcdef' }),
      }
      for (const [place, stored] of Object.entries(made)) places.set(place, stored)
      await server.as('admin').patch(`projects/${asleep.projectId}`, { status: 'suspended' })
    })
    afterEach(() => {
      vi.restoreAllMocks()
    })

    describe.each([
      ['attached', everyone.join(' ')],
      ['in a field for members', 'alice bob boss admin'],
      ['in a field that is not used', ''],
      ['in a private project', 'alice bob boss admin'],
      ['in a suspended project', 'admin'],
      ['of what only administrators see', 'boss admin'],
      ['detached', ''],
      ['not attached yet', ''],
      ['still arriving', ''],
      ['that an archive brought without bytes', ''],
      ['whose bytes are missing', ''],
    ])('a file %s', (place, readers) => {
      it(`is given to ${readers || 'nobody'}, and to others absent`, async () => {
        const reached: string[] = []
        for (const who of everyone) {
          const answer = await read(who, idOf(place))
          if (answer.status === 200) reached.push(who)
          else expect([answer.status, answer.body]).toEqual([404, { error: { code: 404, message: 'Not Found' } }])
          if (answer.status === 200) expect(answer.body).toEqual({ data: 'aGVsbG8gd29ybGQ=' })
          expect(told(answer)).toEqual(['OPTIONS, GET', `${chunk}`])
        }
        expect(reached.join(' ')).toBe(readers)
        expect((await read('visitor', idOf(place))).status).toBe(401)
      })
    })

    it.each([0, -1, 999_999])('does not know the file %d', async (id) => {
      const answer = await read('admin', id)
      expect([answer.status, answer.body.error.message, ...told(answer)]).toEqual([
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
    ])('gives the bytes of %j', async (query, expected, limit, offset) => {
      const answer = await read('stranger', idOf('attached'), query)
      expect([answer.status, answer.body]).toEqual([200, { data: Buffer.from(expected).toString('base64') }])
      const { headers } = answer
      const page = ['limit', 'offset', 'size', 'limit-max'].map((name) => Number(headers[`x-pagination-${name}`]))
      expect(page).toEqual([limit, offset, 11, chunk])
    })

    it.each([
      ['limit=-1', '`limit`. Minimum required value is 0.'],
      ['limit=1048577', '`limit`. Maximum allowed value is 1048576.'],
      ['limit=1e3', '`limit`. Expecting integer value'],
      ['offset=-1', '`offset`. Minimum required value is 0.'],
      ['offset=x', '`offset`. Expecting integer value'],
    ])('refuses %s', async (query, message) => {
      const answer = await read('alice', idOf('attached'), `?${query}`)
      const expected = `Bad Request: Invalid value specified for ${message}`
      expect([answer.status, answer.body.error.message, ...told(answer)]).toEqual([
        400,
        expected,
        'OPTIONS, GET',
        `${chunk}`,
      ])
    })

    it('gives a large file in parts, of which each is read alone', async () => {
      const bytes = Buffer.from(Array.from({ length: 2 * chunk + 100 }, (_, i) => (i * 31) % 251))
      const { id } = await a({ bytes })
      const reading = vi.spyOn(server.world.files, 'read')
      const parts: Buffer[] = []
      for (const offset of [0, chunk, 2 * chunk]) {
        const { status, body } = await read('alice', id, `?offset=${offset}`)
        expect(status).toBe(200)
        parts.push(Buffer.from(body.data, 'base64'))
      }
      expect(Buffer.concat(parts).equals(bytes)).toBe(true)
      expect(reading.mock.calls.map(([, range]) => range)).toEqual([
        { start: 0, end: chunk - 1 },
        { start: chunk, end: 2 * chunk - 1 },
        { start: 2 * chunk, end: 2 * chunk + 99 },
      ])
    })

    it('says so when the store of bytes cannot be reached', async () => {
      vi.spyOn(server.world.files, 'read').mockImplementation(() => {
        throw new Refusal('unavailable', 'The store of files cannot be reached.')
      })
      const answer = await read('alice', idOf('attached'))
      expect([answer.status, ...told(answer)]).toEqual([503, 'OPTIONS, GET', `${chunk}`])
    })

    it('says what can be done, to everybody', async () => {
      const answer = await server.as('visitor').options('artifact_files/1')
      expect([answer.status, answer.text, ...told(answer)]).toEqual([200, '', 'OPTIONS, GET', `${chunk}`])
      const { status } = await server.as('alice').put(`artifact_files/${idOf('attached')}`, {})
      expect(status).toBe(404)
    })

    it('answers in XML who wants it', async () => {
      const { text } = await server
        .as('alice')
        .get(`artifact_files/${idOf('attached')}`, { headers: { accept: 'application/xml' } })
      expect(text).toContain('<data>aGVsbG8gd29ybGQ=</data>')
    })

    it('follows a file from its first chunk to its removal from the artifact', async () => {
      const sent = {
        name: 'a.bin',
        mimetype: 'application/octet-stream',
        content: Buffer.from([0, 255, 10]).toString('base64'),
      }
      const { body: file } = await server.as('alice').post('artifact_temporary_files', sent)
      expect((await read('alice', file.id)).status).toBe(404)
      const { body: made } = await server.as('alice').post('artifacts', {
        tracker: { id: open.trackers.get('bug') },
        values: [{ field_id: field, value: [file.id] }],
      })
      expect((await read('stranger', file.id)).body).toEqual({ data: 'AP8K' })
      const removal = { values: [{ field_id: field, value: [] }] }
      expect((await server.as('alice').put(`artifacts/${made.id}`, removal)).status).toBe(200)
      expect((await read('stranger', file.id)).status).toBe(404)
    })
  })
})
