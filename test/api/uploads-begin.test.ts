import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FieldId, FileId, ProjectId } from '../../src/kit/values/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const max = 67_108_864
const system = { kind: 'system', reason: 'test' } as const

onEachDatabase((dialect) => {
  describe('POST /tracker_fields/{id}/files', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let closed: ProjectFixture
    let asleep: ProjectFixture
    let closedAsleep: ProjectFixture

    beforeAll(async () => {
      const [alice, bob, reader] = [
        await server.createUser('alice'),
        await server.createUser('bob'),
        await server.createUser('reader'),
      ]
      await server.createUser('outsider')
      const trackers = () => [
        createTrackerDefinition('bug', [
          createFieldDefinition('string', 'title'),
          createFieldDefinition('file', 'files', { rights: { read: [1], submit: [3], update: [3] } }),
          createFieldDefinition('file', 'submitted only', { rights: { read: [1], submit: [3] } }),
          createFieldDefinition('file', 'updated only', { rights: { read: [1], update: [3] } }),
          createFieldDefinition('file', 'read only', { rights: { read: [1] } }),
          createFieldDefinition('file', 'unused', { isUsed: false }),
        ]),
        createTrackerDefinition(
          'secret',
          [createFieldDefinition('file', 'secret files')],
          {},
          { permissions: { full: [4] } },
        ),
      ]
      const roles = { members: [alice, bob], administrators: [reader] }
      project = await createProjectFixture(server, 'grove', { ...roles, trackers })
      closed = await createProjectFixture(server, 'closed', { ...roles, access: 'private', trackers })
      asleep = await createProjectFixture(server, 'asleep', { ...roles, trackers })
      closedAsleep = await createProjectFixture(server, 'closedasleep', { ...roles, access: 'private', trackers })
      for (const { projectId } of [asleep, closedAsleep])
        await server.as('admin').patch(`projects/${projectId}`, { status: 'suspended' })
    })
    afterEach(async () => {
      vi.restoreAllMocks()
      await setSettings({
        max_upload_bytes: max,
        pending_upload_bytes_per_user: 2_147_483_648,
        project_storage_bytes: null,
        free_disk_reserve_bytes: 0,
      })
    })

    const setSettings = async (changes: object): Promise<void> => {
      await changeSettings(server.world, system, { ...changes })
      await server.world.cache.refresh()
    }
    const field = (name: string, of = project): FieldId => of.fields.get(name) as FieldId
    const uploadInput = (more: object = {}) => ({ name: 'a.txt', file_size: 11, file_type: 'text/plain', ...more })
    const createUpload = (login: string, body: object, to: number = field('files')) =>
      server.as(login).post(`tracker_fields/${to}/files`, body)
    let last = 0
    /** An upload with an unused name. */
    const newUploadInput = (more: object = {}) => uploadInput({ name: `file ${++last}`, ...more })
    const rowOf = (id: number) =>
      server.world.db.read
        .selectFrom('file')
        .selectAll()
        .where('id', '=', id as FileId)
        .executeTakeFirst()
    const uploadOf = (id: number) =>
      server.world.db.read.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()

    it('creates an upload', async () => {
      const { status, body } = await createUpload('alice', uploadInput({ name: 'crane 1.png', file_type: 'image/png' }))
      expect([status, body]).toEqual([
        200,
        {
          id: body.id,
          download_href: `/plugins/tracker/attachments/${body.id}-crane%201.png`,
          upload_href: `/uploads/tracker/file/${body.id}`,
        },
      ])
      const now = server.world.clock.now()
      expect(await rowOf(body.id)).toMatchObject({
        name: 'crane 1.png',
        size: 11,
        media_type: 'image/png',
        description: '',
        submitted_by: server.idOf('alice'),
        field_id: field('files'),
        artifact_id: null,
        status: 'pending',
        blob: null,
      })
      const upload = await uploadOf(body.id)
      expect(upload).toMatchObject({ kind: 'tracker', user_id: server.idOf('alice'), size: 11, completed_on: null })
      expect(Math.abs((upload?.expires_on ?? 0) - now - 4 * 3600)).toBeLessThan(60)
    })

    it.each([
      [{}, ''],
      [{ description: null }, ''],
      [{ description: '' }, ''],
      [{ description: 'night shot' }, 'night shot'],
    ])('stores for %j the description %j', async (input, stored) => {
      const { body } = await createUpload('alice', newUploadInput(input))
      expect((await rowOf(body.id))?.description).toBe(stored)
    })

    it('completes an empty file immediately', async () => {
      const { status, body } = await createUpload('alice', uploadInput({ name: 'empty', file_size: 0 }))
      expect([status, body.upload_href]).toEqual([200, null])
      const row = await rowOf(body.id)
      expect(row).toMatchObject({ status: 'complete', size: 0 })
      expect(await text(Readable.from(server.world.files.read(row?.blob ?? '')))).toBe('')
      expect((await uploadOf(body.id))?.completed_on).not.toBeNull()
      const before = await server.rowCounts()
      const second = await createUpload('alice', uploadInput({ name: 'empty', file_size: 0 }))
      expect([second.body, await server.rowCounts()]).toEqual([body, before])
    })

    it('responds to OPTIONS', async () => {
      const { status, headers } = await server.as('visitor').options(`tracker_fields/${field('files')}/files`)
      expect([status, headers['allow']]).toEqual([200, 'OPTIONS, POST'])
    })

    const unknown = `Not Found: Field not found.`
    it.each<[string, string, () => number, object, number, string]>([
      ['a visitor', 'visitor', () => field('files'), {}, 401, 'Unauthorized'],
      ['an unknown field', 'alice', () => 99_999, {}, 404, unknown],
      ['a hidden tracker', 'alice', () => field('secret files'), {}, 404, 'Not Found'],
      ['a hidden project', 'outsider', () => field('files', closed), {}, 404, 'Not Found'],
      ['a suspended project', 'alice', () => field('files', asleep), {}, 403, 'Forbidden: This project is suspended'],
      [
        'a suspended project, as site administrator',
        'admin',
        () => field('files', asleep),
        {},
        403,
        'Forbidden: This project is suspended',
      ],
      [
        'a suspended private project',
        'alice',
        () => field('files', closedAsleep),
        {},
        403,
        'Forbidden: This project is suspended',
      ],
      // Who could never see the tracker does not learn that the project is suspended.
      [
        'a suspended private project, for an outsider',
        'outsider',
        () => field('files', closedAsleep),
        {},
        404,
        'Not Found',
      ],
      ['a hidden tracker of a suspended project', 'alice', () => field('secret files', asleep), {}, 404, 'Not Found'],
      ['an unused field', 'alice', () => field('unused'), {}, 400, 'Bad Request: Field is not used in tracker.'],
      ['a field of another type', 'alice', () => field('title'), {}, 400, 'Bad Request: Field must be of type File.'],
      [
        'a field with permission to read only',
        'alice',
        () => field('read only'),
        {},
        403,
        'Forbidden: You cannot attach files to this field.',
      ],
      [
        'a user who is no member',
        'outsider',
        () => field('files'),
        {},
        403,
        'Forbidden: You cannot attach files to this field.',
      ],
      [
        'a file that is too large',
        'alice',
        () => field('files'),
        { file_size: max + 1 },
        400,
        `Bad Request: The maximum allowed size for a file is ${max} bytes, you requested the creation of a file of ${max + 1} bytes`,
      ],
      [
        'the largest integer',
        'alice',
        () => field('files'),
        { file_size: Number.MAX_SAFE_INTEGER },
        400,
        `Bad Request: The maximum allowed size for a file is ${max} bytes, you requested the creation of a file of 9007199254740991 bytes`,
      ],
      [
        'a file of 2^53 bytes',
        'alice',
        () => field('files'),
        { file_size: 2 ** 53 },
        400,
        'Bad Request: Invalid value specified for `file_post_representation[file_size]`. Expecting integer value',
      ],
      [
        'a negative size',
        'alice',
        () => field('files'),
        { file_size: -1 },
        400,
        'Bad Request: Invalid value specified for `file_post_representation[file_size]`. Minimum required value is 0.',
      ],
      [
        'a fractional size',
        'alice',
        () => field('files'),
        { file_size: 1.5 },
        400,
        'Bad Request: Invalid value specified for `file_post_representation[file_size]`. Expecting integer value',
      ],
      [
        'no name',
        'alice',
        () => field('files'),
        { name: '' },
        400,
        'Bad Request: `file_post_representation[name]` is required.',
      ],
      [
        'no size',
        'alice',
        () => field('files'),
        { file_size: undefined },
        400,
        'Bad Request: `file_post_representation[file_size]` is required.',
      ],
      [
        'no type',
        'alice',
        () => field('files'),
        { file_type: undefined },
        400,
        'Bad Request: `file_post_representation[file_type]` is required.',
      ],
    ])('is rejected for %s', async (_what, login, to, more, status, message) => {
      const before = await server.rowCounts()
      const response = await createUpload(login, newUploadInput(more), to())
      expect([response.status, response.body.error.message]).toEqual([status, message])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('rejects a NUL in a name and a name that is too long', async () => {
      const before = await server.rowCounts()
      expect((await createUpload('alice', uploadInput({ name: 'a\0.txt' }))).status).toBe(400)
      expect((await createUpload('alice', uploadInput({ name: 'x'.repeat(256) }))).status).toBe(400)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      ['the limit', { file_size: max }],
      ['one byte', { file_size: 1 }],
    ])('accepts %s', async (_what, more) => {
      expect((await createUpload('alice', newUploadInput(more))).status).toBe(200)
    })

    it.each(['submitted only', 'updated only'])('requires a permission to submit or update: %s', async (name) => {
      expect((await createUpload('alice', newUploadInput(), field(name))).status).toBe(200)
    })

    it.each([
      ['../../etc/passwd', '..%2F..%2Fetc%2Fpasswd'],
      ['a\r\nSet-Cookie: b', 'a%0D%0ASet-Cookie%3A%20b'],
      ['gpj.\u202eexe', 'gpj.%E2%80%AEexe'],
      ['"; filename="x', '%22%3B%20filename%3D%22x'],
      ["it's (1)!*", 'it%27s%20%281%29%21%2A'],
      ['x'.repeat(255), 'x'.repeat(255)],
      ['é'.repeat(255), '%C3%A9'.repeat(255)],
    ])('stores the name %j unchanged', async (name, encoded) => {
      const { status, body } = await createUpload('alice', uploadInput({ name, file_size: 7 }))
      expect([status, body.download_href]).toEqual([200, `/plugins/tracker/attachments/${body.id}-${encoded}`])
      expect((await rowOf(body.id))?.name).toBe(name)
      // A repeated request returns the same file.
      expect((await createUpload('alice', uploadInput({ name, file_size: 7 }))).body.id).toBe(body.id)
    })

    it('stores the type unchanged', async () => {
      const { body } = await createUpload('alice', newUploadInput({ file_type: 'text/html\r\n; charset="x"' }))
      expect((await rowOf(body.id))?.media_type).toBe('text/html\r\n; charset="x"')
    })

    describe('a repeated request for the same file', () => {
      it('returns the same upload to the same user', async () => {
        const first = await createUpload('alice', uploadInput({ name: 'twice' }))
        const before = await server.rowCounts()
        const second = await createUpload(
          'alice',
          uploadInput({ name: 'twice', file_type: 'image/png', description: 'x' }),
        )
        expect([second.status, second.body]).toEqual([200, first.body])
        expect(await server.rowCounts()).toEqual(before)
      })

      it('returns 409 to another user', async () => {
        await createUpload('alice', uploadInput({ name: 'contested' }))
        const before = await server.rowCounts()
        const { status, body } = await createUpload('bob', uploadInput({ name: 'contested' }))
        expect([status, body.error.message]).toEqual([409, 'Conflict: This file is already being uploaded.'])
        expect(await server.rowCounts()).toEqual(before)
      })

      it.each([
        ['another size', { file_size: 12 }, 'files'],
        ['another name', { name: 'Original' }, 'files'],
        ['another field', {}, 'submitted only'],
      ])('creates another upload with %s', async (_what, more, to) => {
        const first = await createUpload('alice', uploadInput({ name: 'original', file_size: 10 }))
        const { status, body } = await createUpload(
          'alice',
          uploadInput({ name: 'original', file_size: 10, ...more }),
          field(to),
        )
        expect(status).toBe(200)
        expect(body.id).not.toBe(first.body.id)
      })

      it('creates a new upload when the first has expired, for other users too', async () => {
        const first = await createUpload('alice', uploadInput({ name: 'old' }))
        const { clock } = server.world
        const { now } = clock
        vi.spyOn(clock, 'now').mockImplementation(() => now() + 4 * 3600 + 1)
        const { status, body } = await createUpload('bob', uploadInput({ name: 'old' }))
        expect(status).toBe(200)
        expect(body.id).not.toBe(first.body.id)
        expect((await createUpload('alice', uploadInput({ name: 'old' }))).status).toBe(409)
        expect(await uploadOf(first.body.id)).toMatchObject({ identity: null })
      })

      it('creates one upload for concurrent requests', async () => {
        const responses = await Promise.all(
          Array.from({ length: 6 }, () => createUpload('alice', uploadInput({ name: 'at once' }))),
        )
        expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
        expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
      })

      it('creates the upload of one of two users who request it concurrently', async () => {
        const responses = await Promise.all(
          ['alice', 'bob'].map((login) => createUpload(login, uploadInput({ name: 'race' }))),
        )
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
      })
    })

    describe('storage limits', () => {
      it('keep the reserved space of the disk free', async () => {
        const free = await server.world.staging.freeBytes()
        await setSettings({ free_disk_reserve_bytes: 1000 })
        vi.spyOn(server.world.staging, 'freeBytes').mockResolvedValue(1010)
        const before = await server.rowCounts()
        const { status, body } = await createUpload('alice', newUploadInput({ file_size: 11 }))
        expect([status, body.error.message]).toEqual([
          507,
          'Insufficient Storage: There is not enough free space on the server for this file.',
        ])
        expect(await server.rowCounts()).toEqual(before)
        expect((await createUpload('alice', newUploadInput({ file_size: 10 }))).status).toBe(200)
        expect(free).toBeGreaterThan(0)
      })

      it('restrict the pending bytes of a user, but one file always fits', async () => {
        const carol = `carol-${dialect}`
        await server.createUser(carol)
        await server.as('admin').post(`projects/${project.projectId}/members`, { user_id: server.idOf(carol) })
        await setSettings({ pending_upload_bytes_per_user: 100 })
        const first = await createUpload(carol, uploadInput({ name: 'carol 1', file_size: 500 }))
        expect(first.status).toBe(200)
        const before = await server.rowCounts()
        const { status, body } = await createUpload(carol, uploadInput({ name: 'carol 2', file_size: 1 }))
        expect([status, body.error.message]).toEqual([
          400,
          'Bad Request: You may have 100 bytes of files that are not attached yet. 500 bytes are pending, and this file has 1. Attach or remove some of them first.',
        ])
        expect(await server.rowCounts()).toEqual(before)
        // An existing upload can be continued.
        expect((await createUpload(carol, uploadInput({ name: 'carol 1', file_size: 500 }))).body).toEqual(first.body)
      })

      it('are enforced for concurrent requests', async () => {
        const dora = `dora-${dialect}`
        await server.createUser(dora)
        await server.as('admin').post(`projects/${project.projectId}/members`, { user_id: server.idOf(dora) })
        await setSettings({ pending_upload_bytes_per_user: 100 })
        const responses = await Promise.all(
          Array.from({ length: 5 }, (_, n) => createUpload(dora, uploadInput({ name: `dora ${n}`, file_size: 40 }))),
        )
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400])
      })

      it('restrict the stored bytes of a project', async () => {
        const stored = async (of: ProjectId): Promise<number> => {
          const rows = await server.world.db.read
            .selectFrom('file')
            .innerJoin('field', 'field.id', 'file.field_id')
            .innerJoin('tracker', 'tracker.id', 'field.tracker_id')
            .select('file.size')
            .where('tracker.project_id', '=', of)
            .execute()
          return rows.reduce((sum, { size }) => sum + size, 0)
        }
        const now = await stored(project.projectId)
        await setSettings({ project_storage_bytes: now + 20 })
        const before = await server.rowCounts()
        const { status, body } = await createUpload('bob', uploadInput({ name: 'much', file_size: 21 }))
        expect([status, body.error.message]).toEqual([
          400,
          `Bad Request: The files of a project may have ${now + 20} bytes. Those of this one have ${now}, and this file has 21.`,
        ])
        expect(await server.rowCounts()).toEqual(before)
        expect((await createUpload('bob', uploadInput({ name: 'much', file_size: 20 }))).status).toBe(200)
        expect(
          (await createUpload('bob', uploadInput({ name: 'elsewhere', file_size: 1 }), field('files', closed))).status,
        ).toBe(200)
      })
    })
  })
})
