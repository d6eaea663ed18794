import { readFile } from 'node:fs/promises'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { projectArchives } from '../../src/archives/commands/project-archives.ts'
import { runImport } from '../../src/archives/commands/run-import.ts'
import { sweepImports } from '../../src/archives/commands/sweep-imports.ts'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { sweepUploads } from '../../src/uploads/commands/sweep-uploads.ts'
import {
  type ArchiveContent,
  buildArtifact,
  buildChange,
  buildChangeset,
  buildComment,
  buildField,
  buildFile,
  buildGroup,
  buildTracker,
  buildUsersBind,
  buildValue,
  createArchive,
  openFields,
} from '../kit/archive.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'
import { tusChunkHeaders, uploadArchive, createZipArchive as zippedContent } from '../kit/uploaded-archive.ts'

const system = { kind: 'system', reason: 'test' } as const
const on = (minute: number) => `2026-02-02T09:${minute + 10}:00+01:00`

/**
 * Alice, Bob and Mira are the authors in the archive. Mira has no account on this site, and the login of Boris
 * belongs to another user here.
 */
const content: ArchiveContent = {
  shortName: 'elsewhere',
  attributes: { 'full-name': 'Elsewhere', access: 'public', description: 'of the archive' },
  users: [
    { id: 201, login: 'alice' },
    { id: 202, login: 'bob' },
    { id: 203, login: 'mira' },
    { id: 204, login: 'boris', email: 'boris@elsewhere.example' },
    { id: 101, login: 'admin', email: 'admin@example.com' },
  ],
  groups: [
    buildGroup('project_members', ['bob', 'mira', 'boris']),
    buildGroup('project_admins', ['bob']),
    buildGroup('pilots', ['bob', 'boris', 'mira']),
  ],
  trackers: [
    buildTracker({
      id: 'T1',
      name: 'Bugs',
      fields: [
        buildField('string', 'F1', 'title'),
        buildField('sb', 'F2', 'owner', [buildUsersBind('group_members')]),
        buildField('file', 'F3', 'files'),
        buildField('subby', 'F4', 'reporter'),
      ],
      permissions: openFields('F1', 'F2', 'F3', 'F4'),
      artifacts: [
        buildArtifact(
          1,
          buildChangeset('alice', on(0), [
            buildChange('title', 'string', [buildValue('Leak')]),
            buildChange('owner', 'list', [buildValue('bob', { format: 'username' })], { bind: 'users' }),
            buildChange('files', 'file', ['<value ref="fileinfo_1"/>']),
          ]),
          buildChangeset('admin', on(1), [], [buildComment('admin', on(1), 'The boss approves')]),
          buildChangeset('mira', on(2), [], [buildComment('mira', on(2), 'I heard it')]),
          buildChangeset('email:bob@example.com', on(3), [], [buildComment('email:bob@example.com', on(3), 'Me too')]),
          buildFile('fileinfo_1', 'a.txt', 'data/a'),
        ),
        buildArtifact(2, buildChangeset('admin', on(4), [buildChange('title', 'string', [buildValue('Forged')])])),
      ],
    }),
  ],
  files: { 'data/a': 'bytes' },
}

const zipOf = (archive: ArchiveContent = content): Promise<Buffer> => zippedContent(archive)

const cancelUpload = async (server: TestServer, login: string, href: string): Promise<number> =>
  (
    await server.app.inject({
      method: 'DELETE',
      url: href,
      headers: { ...server.credentials(login), ...tusChunkHeaders },
    })
  ).statusCode

onEachDatabase((dialect) => {
  describe('POST /projects with from_archive', () => {
    const server = createServer(dialect)
    let zip: Buffer
    let names = 0

    beforeAll(async () => {
      for (const login of ['alice', 'bob', 'boris', 'eve']) await server.createUser(login)
      await server.createUser('rita', { status: 'R' })
      zip = await zipOf()
      await settings({
        free_disk_reserve_bytes: 0,
        project_creation: true,
        project_archives: 'everybody',
      })
    })
    afterEach(() => vi.restoreAllMocks())

    const settings = async (changes: object): Promise<void> => {
      await changeSettings(server.world, system, { ...changes })
      await server.world.cache.refresh()
    }
    const nextName = (): string => {
      names += 1
      return `new-${names}`
    }
    const input = (more: object = {}, size = zip.length) => ({
      shortname: nextName(),
      label: 'From afar',
      description: 'of the request',
      is_public: false,
      from_archive: { file_name: 'afar.zip', file_size: size },
      ...more,
    })
    const reserveProject = async (login: string, body: object) => (await server.as(login).post('projects', body)).body
    const importState = async (login: string, id: number) => (await server.as(login).get(`project_imports/${id}`)).body
    /** Uploads and imports an archive and returns the state of the import. */
    const importArchive = async (login: string, bytes: Buffer, more: object = {}) => {
      const { id, upload_href } = await reserveProject(login, input(more, bytes.length))
      expect(await uploadArchive(server, login, upload_href, bytes)).toEqual([204])
      await runJobs(server.world)
      return importState(login, id)
    }
    const stagedFiles = async (): Promise<string[]> =>
      (await Array.fromAsync(server.world.staging.list())).map(({ name }) => name)

    it('reserves a project, accepts the upload of its archive and imports it', async () => {
      const body = input({ shortname: 'afar' })
      const response = await server.as('alice').post('projects', body)
      expect([response.status, response.body]).toEqual([
        201,
        {
          id: expect.any(Number),
          uri: `projects/${response.body.id}`,
          upload_href: expect.stringMatching(/^\/uploads\/project\/file\/\d+$/),
        },
      ])
      const { id, upload_href } = response.body
      expect(await importState('alice', id)).toEqual({
        id,
        uri: `project_imports/${id}`,
        status: 'waiting',
        shortname: 'afar',
        project_uri: null,
        upload_href,
        file_name: 'afar.zip',
        file_size: zip.length,
        received_size: 0,
        progress: null,
        problems: [],
        further_problems: 0,
        remarks: [],
        further_remarks: 0,
        ignored: [],
        counts: null,
        users: [],
        further_users: 0,
        created_on: expect.any(String),
        finished_on: null,
      })
      expect(await uploadArchive(server, 'alice', upload_href, zip, 2)).toEqual([204, 204])
      expect(await importState('alice', id)).toMatchObject({ status: 'queued', received_size: zip.length })
      expect(await runJobs(server.world)).toMatchObject({ 'import-project': 1 })
      expect(await importState('alice', id)).toMatchObject({
        status: 'done',
        project_uri: `projects/${id}`,
        problems: [],
        finished_on: expect.any(String),
      })

      const project = await server.as('alice').get(`projects/${id}`)
      expect(project.body).toMatchObject({
        shortname: 'afar',
        label: 'From afar',
        description: 'of the request',
        access: 'private',
        status: 'active',
        is_member_of: true,
      })
      const trackers = await server.as('alice').get(`projects/${id}/trackers`)
      expect(trackers.body.map(({ label }: any) => label)).toEqual(['Bugs'])
      expect(await findContradictions(server.world.db)).toEqual([])
      // No trace of the import is left.
      expect(await stagedFiles()).toEqual([])
      const { upload: uploads } = await server.rowCounts()
      expect([uploads, await uploadArchive(server, 'alice', upload_href, zip)]).toEqual([0, [404]])
    })

    it('makes the uploader the administrator and adds members by matching login and email address', async () => {
      const { id } = await importArchive('alice', zip)
      const logins = async (groupId: string) =>
        (await server.as('alice').get(`user_groups/${groupId}/users`)).body.map(({ username }: any) => username).sort()
      expect(await logins(`${id}_3`)).toEqual(['alice', 'bob'])
      expect(await logins(`${id}_4`)).toEqual(['alice', 'bob'])
      const groups = (await server.as('alice').get(`projects/${id}/user_groups`)).body
      const pilots = groups.find(({ short_name }: any) => short_name === 'pilots')
      expect(await logins(pilots.id)).toEqual(['bob'])
    })

    it('creates no accounts and attributes content only to the uploader', async () => {
      const { user: before } = await server.rowCounts()
      const { id, remarks } = await importArchive('alice', zip)
      expect((await server.rowCounts())['user']).toBe(before)
      const unmatched = remarks.filter(({ file }: any) => file === 'users.xml').map(({ text }: any) => text)
      const remarkFor = (login: string) =>
        `No account has both the login ${login} and this address: the name stays as text`
      expect(unmatched).toEqual(['mira', 'boris', 'admin'].map(remarkFor))

      const [{ id: bugs }] = (await server.as('alice').get(`projects/${id}/trackers`)).body
      const [leak, forged] = (await server.as('alice').get(`trackers/${bugs}/artifacts?values=all`)).body
      expect(leak.submitted_by).toBe(server.idOf('alice'))
      const owner = leak.values.find(({ label }: any) => label === 'The owner')
      expect(owner.values.map(({ username }: any) => username)).toEqual(['bob'])
      const { body: changesets } = await server.as('alice').get(`artifacts/${leak.id}/changesets`)
      expect(changesets.map(({ submitted_by, email }: any) => [submitted_by, email])).toEqual([
        [server.idOf('alice'), null],
        [0, 'admin@example.com'],
        [0, 'mira@example.com'],
        [0, 'bob@example.com'],
      ])
      expect([forged.submitted_by, forged.submitted_by_user.is_anonymous]).toEqual([0, true])
    })

    it('creates accounts and keeps authors for site administrators, like the import command', async () => {
      // The account with the login of Boris and another email address is used for Boris: strategy "no-email" of
      // docs/api/archive-format.md §1.3.
      const { id, status } = await importArchive('admin', zip)
      expect(status).toBe('done')
      const [{ id: bugs }] = (await server.as('admin').get(`projects/${id}/trackers`)).body
      const [leak] = (await server.as('admin').get(`trackers/${bugs}/artifacts`)).body
      const { body: changesets } = await server.as('admin').get(`artifacts/${leak.id}/changesets`)
      const [alice, admin, mira, bob] = changesets.map(({ submitted_by }: any) => submitted_by)
      expect([alice, admin, bob]).toEqual(['alice', 'admin', 'bob'].map(server.idOf))
      expect((await server.as('admin').get(`users/${mira}`)).body).toMatchObject({ username: 'mira', status: 'S' })
      const { body: members } = await server.as('admin').get(`user_groups/${id}_3/users`)
      expect(members.map(({ username }: any) => username)).toEqual(['admin', 'bob', 'boris'])
    })

    const invalid = (reason: string) => `Project shortname is invalid. The reason is: ${reason}`
    it.each<[object, string]>([
      [{ shortname: '_x' }, invalid('Short name must start with an alphanumeric character.')],
      [{ shortname: 'Alice' }, invalid('Short name already exists')],
      [
        { label: 'x' },
        'Project fullname is invalid. The reason is: Name is too short. It must be at least 3 characters.',
      ],
      [
        { is_public: true, allow_restricted: true },
        'The project visibility "unrestricted" can only be used when the instance have enabled the restricted users',
      ],
      [{ categories: [{ category_id: 7, value_id: 8 }] }, 'The category id 7 is not a valid root category'],
      [{ fields: [{ field_id: 7, value: 'x' }] }, 'Some fields does not exists: 7'],
      [
        { shortname: '_x', label: 'x', fields: [{ field_id: 7, value: 'x' }] },
        [
          invalid('Short name must start with an alphanumeric character.'),
          'Project fullname is invalid. The reason is: Name is too short. It must be at least 3 characters.',
          'Some fields does not exists: 7',
        ].join(', '),
      ],
      [
        { from_archive: { file_name: 'x.zip', file_size: 0 } },
        'The size of the archive must be its number of bytes, at least 1',
      ],
      [
        { from_archive: { file_name: 'x.zip', file_size: -1 } },
        'The size of the archive must be its number of bytes, at least 1',
      ],
      [
        { from_archive: { file_name: 'x.zip', file_size: 1_073_741_825 } },
        'The maximum allowed size for a file is 1073741824 bytes, you requested the creation of a file of 1073741825 bytes',
      ],
      ...['x.tar.gz', '.zip', '../x.zip', 'a\nb.zip'].map((file_name): [object, string] => [
        { from_archive: { file_name, file_size: 5 } },
        'The archive must be a zip file with a name that ends with .zip',
      ]),
    ])('rejects %j with 400: %s', async (more, text) => {
      const before = await server.rowCounts()
      const response = await server.as('alice').post('projects', input(more))
      expect([response.status, response.body.error.message]).toEqual([400, `Bad Request: ${text}`])
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      [{ file_name: 'x.zip' }],
      [{ file_size: 5 }],
      [{ file_name: 'x.zip', file_size: 'many' }],
      [{ file_name: 'x.zip', file_size: 1.5 }],
      [{ file_name: 'x.zip', file_size: 2 ** 63 }],
      [[]],
    ])('rejects %j as from_archive with 400', async (from_archive) => {
      const before = await server.rowCounts()
      expect((await server.as('alice').post('projects', input({ from_archive }))).status).toBe(400)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('rejects a dry run', async () => {
      const before = await server.rowCounts()
      const response = await server.as('alice').post('projects?dry_run=true', input())
      expect([response.status, response.body.error.i18n_error_message]).toEqual([
        400,
        'dry_run is not supported for a project from an archive.',
      ])
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      ['visitor', {}, 401],
      ['rita', {}, 403],
      ['alice', { project_creation: false }, 403],
      ['alice', { project_archives: 'administrators' }, 400],
      ['admin', { project_archives: 'administrators', project_creation: false }, 201],
      ['admin', { project_archives: 'nobody' }, 400],
      ['alice', { project_archives: 'everybody' }, 201],
    ])('responds to %s, with the settings %j, with %i', async (login, changes, status) => {
      await settings(changes)
      const before = await server.rowCounts()
      const response = await server.as(login).post('projects', input())
      await settings({ project_creation: true, project_archives: 'everybody' })
      expect(response.status).toBe(status)
      if (status === 400) {
        expect(response.body.error.message).toBe('Bad Request: Create from archive is not available on your platform')
      }
      if (status !== 201) expect(await server.rowCounts()).toEqual(before)
      else expect(await cancelUpload(server, login, response.body.upload_href)).toBe(204)
    })

    it('returns 507 when the disk has no space for the archive', async () => {
      const before = await server.rowCounts()
      vi.spyOn(server.world.staging, 'freeBytes').mockResolvedValue(zip.length - 1)
      expect((await server.as('alice').post('projects', input())).status).toBe(507)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('returns 429 to a user with five open imports, until one of them ends', async () => {
      const five: any[] = []
      for (let n = 0; n < 5; n++) five.push(await reserveProject('eve', input()))
      const before = await server.rowCounts()
      const sixth = await server.as('eve').post('projects', input())
      expect([sixth.status, await server.rowCounts()]).toEqual([429, before])
      for (const { upload_href } of five) expect(await cancelUpload(server, 'eve', upload_href)).toBe(204)
      const next = await server.as('eve').post('projects', input())
      expect(next.status).toBe(201)
      await cancelUpload(server, 'eve', next.body.upload_href)
    })

    it('hides the reserved project from every user and reserves its short name', async () => {
      const { id, upload_href } = await reserveProject('alice', input({ shortname: 'Reserved', is_public: true }))
      const statuses = async (login: string) => {
        const client = server.as(login)
        const input = ['', '/user_groups', '/project_services', '/trackers', '/labels', '/banner', '/heartbeats']
        return await Promise.all(input.map(async (path) => (await client.get(`projects/${id}${path}`)).status))
      }
      for (const login of ['alice', 'bob', 'admin']) expect(await statuses(login)).toEqual(Array(7).fill(404))
      const admin = server.as('admin')
      expect((await admin.get(`user_groups/${id}_3`)).status).toBe(404)
      expect((await admin.get(`user_groups/${id}_3/users`)).status).toBe(404)
      expect((await admin.put(`projects/${id}/template`, { is_template: true })).status).toBe(404)
      expect((await admin.post(`projects/${id}/members`, { user_id: server.idOf('bob') })).status).toBe(404)
      expect((await admin.patch(`projects/${id}`, { status: 'active' })).status).toBe(404)
      expect((await admin.post(`projects/${id}/exports`)).status).toBe(404)
      const listedIds = async (query: string) =>
        (await server.as('alice').get(encodeURI(`projects?limit=50${query}`))).body.map((each: any) => each.id)
      for (const query of ['', '&query={"is_member_of":true}', '&query={"is_admin_of":1}'])
        expect(await listedIds(query)).not.toContain(id)
      expect(await listedIds('&query={"shortname":"reserved"}')).toEqual([])
      for (const status of ['active', 'pending', 'suspended', 'deleted', 'system']) {
        const { body } = await admin.get(encodeURI(`projects?limit=50&query={"with_status":"${status}"}`))
        expect(body.map((each: any) => each.id)).not.toContain(id)
      }
      expect((await server.as('alice').get('users/self/membership?scope=project&format=id')).text).not.toContain(
        `${id}`,
      )

      const nameUsed = 'Bad Request: Project shortname is invalid. The reason is: Short name already exists'
      const template = { shortname: 'reserved', label: 'Another', is_public: true }
      const empty = { ...template, xml_template_name: 'empty' }
      expect((await server.as('bob').post('projects', empty)).body.error.message).toBe(nameUsed)
      expect((await server.as('bob').post('projects', input({ shortname: 'RESERVED' }))).body.error.message).toBe(
        nameUsed,
      )
      const userInput = { username: 'reserved', password: 'a long enough pass phrase' }
      expect((await admin.post('users', userInput)).status).toBe(400)
      const copy = await server.as('bob').post('projects', { ...template, shortname: nextName(), template_id: id })
      expect(copy.body.error.message).toBe(`Bad Request: Template #${id} is not valid`)
      expect(await cancelUpload(server, 'alice', upload_href)).toBe(204)
    })

    it('shows an import to its owner and to site administrators only', async () => {
      const { id, upload_href } = await reserveProject('alice', input())
      const statusFor = async (login: string) => (await server.as(login).get(`project_imports/${id}`)).status
      expect([
        await statusFor('alice'),
        await statusFor('admin'),
        await statusFor('bob'),
        await statusFor('visitor'),
      ]).toEqual([200, 200, 404, 401])
      expect(await uploadArchive(server, 'bob', upload_href, zip)).toEqual([404])
      expect(await uploadArchive(server, 'admin', upload_href, zip)).toEqual([404])
      expect(await cancelUpload(server, 'alice', upload_href)).toBe(204)
    })

    it('imports nothing from an archive with problems, reports them and frees the short name', async () => {
      const broken = await createArchive({
        ...content,
        trackers: [
          buildTracker({
            id: 'T1',
            fields: [buildField('string', 'F1', 'title')],
            artifacts: [
              buildArtifact(1, buildChangeset('stranger', on(0), [buildChange('title', 'string', [buildValue('x')])])),
            ],
          }),
        ],
      })
      const bytes = await readFile((await broken.toZip()).path)
      await broken.remove()
      const before = await server.rowCounts()
      const failed = await importArchive('alice', bytes, { shortname: 'broken' })
      expect(failed).toMatchObject({ status: 'failed', project_uri: null, finished_on: expect.any(String) })
      expect(failed.problems).toContainEqual({
        code: 'unresolved-user',
        count: 1,
        file: 'project.xml',
        line: expect.any(Number),
        text: expect.stringContaining('stranger'),
      })
      const after = await server.rowCounts()
      // The only new rows belong to the import and its future expiry.
      expect({ ...after, project_import: 0, job: 0, revision: 0 }).toEqual({
        ...before,
        project_import: 0,
        job: 0,
        revision: 0,
      })
      expect(await stagedFiles()).toEqual([])
      expect((await importArchive('alice', zip, { shortname: 'broken' })).status).toBe('done')
      // The import is deleted a week later.
      const later = { ...server.world, clock: { now: () => server.world.clock.now() + 8 * 86_400 } }
      expect(await sweepImports(later)).toBeGreaterThan(0)
      expect((await server.as('alice').get(`project_imports/${failed.id}`)).status).toBe(404)
    })

    it.each([
      ['is not a zip file', async () => Buffer.from('not a zip at all'), 'The archive is not a zip file'],
      ['is truncated', async () => zip.subarray(0, zip.length - 40), 'The archive is not a zip file'],
      [
        'is damaged',
        async () => withBytes(zip, Math.floor(zip.length / 2), 4),
        'damaged|cannot be read|not valid|text',
      ],
      [
        'contains a path outside of itself',
        () => zipOf({ ...content, files: { 'data/a': 'x' } }).then(withOutsidePath),
        'leads out of the archive',
      ],
      ['has no project', async () => zipOf({ projectXml: '<?xml version="1.0"?><users/>' }), 'instead of <project>'],
      ['declares entities', async () => zipOf({ projectXml: '<!DOCTYPE x [<!ENTITY a "b">]><project/>' }), 'DOCTYPE'],
    ])('rejects an archive that %s and deletes it', async (_how, make, text) => {
      const before = await server.rowCounts()
      const failed = await importArchive('alice', await make())
      expect(failed.status).toBe('failed')
      expect(failed.problems.map((each: any) => each.text).join('\n')).toMatch(new RegExp(text))
      expect(JSON.stringify(failed)).not.toContain(server.world.config.dataDirectory)
      expect((await server.rowCounts())['project']).toBe(before['project'])
      expect(await stagedFiles()).toEqual([])
    })

    it('rejects an archive that unpacks to more than ten times the maximum size', async () => {
      const bomb = await zipOf({ ...content, files: { 'data/a': 'x'.repeat(200_000) } })
      await settings({ max_archive_bytes: 10_000 })
      const failed = await importArchive('alice', bomb)
      await settings({ max_archive_bytes: 1_073_741_824 })
      expect([failed.status, failed.problems.map(({ text }: any) => text)]).toEqual([
        'failed',
        ['The archive exceeds the uncompressed size limit of 100000 bytes'],
      ])
    })

    it('rejects an archive whose files exceed the storage limit of projects', async () => {
      await settings({ project_storage_bytes: 4 })
      const failed = await importArchive('alice', zip)
      await settings({ project_storage_bytes: null })
      expect(failed.problems.map(({ text }: any) => text)).toEqual([
        'Its files have 5 bytes; a project of this site may have at most 4',
      ])
    })

    it('cancels an import by DELETE before and after its upload', async () => {
      const before = await server.rowCounts()
      const waiting = await reserveProject('alice', input({ shortname: 'cancelled' }))
      await server.app.inject({
        method: 'PATCH',
        url: waiting.upload_href,
        headers: { ...server.credentials('alice'), ...tusChunkHeaders, 'upload-offset': '0' },
        payload: zip.subarray(0, 100),
      })
      expect(await importState('alice', waiting.id)).toMatchObject({ status: 'waiting', received_size: 100 })
      expect(await cancelUpload(server, 'alice', waiting.upload_href)).toBe(204)
      expect((await importState('alice', waiting.id)).status).toBe('cancelled')
      const queued = await reserveProject('alice', input({ shortname: 'cancelled' }))
      await uploadArchive(server, 'alice', queued.upload_href, zip)
      expect(await cancelUpload(server, 'alice', queued.upload_href)).toBe(204)
      await runJobs(server.world)
      expect((await importState('alice', queued.id)).status).toBe('cancelled')
      const { project, upload: uploads } = await server.rowCounts()
      expect([project, uploads, await stagedFiles()]).toEqual([before['project'], before['upload'], []])
    })

    it('leaves no data when it is canceled while it runs', async () => {
      const { id, upload_href } = await reserveProject('alice', input())
      await uploadArchive(server, 'alice', upload_href, zip)
      const before = await server.rowCounts()
      const { store } = server.world.files
      vi.spyOn(server.world.files, 'store').mockImplementationOnce(async (bytes) => {
        expect(await cancelUpload(server, 'alice', upload_href)).toBe(204)
        return store(bytes)
      })
      await runJobs(server.world)
      expect((await importState('alice', id)).status).toBe('cancelled')
      const after = await server.rowCounts()
      expect([after['project'], after['tracker'], after['artifact'], after['file']]).toEqual([
        (before['project'] ?? 0) - 1,
        before['tracker'],
        before['artifact'],
        before['file'],
      ])
      expect(await stagedFiles()).toEqual([])
    })

    it('expires after four hours, by its own job or by the sweep of uploads', async () => {
      const before = await server.rowCounts()
      const [one, other] = [await reserveProject('alice', input()), await reserveProject('bob', input())]
      const later = { ...server.world, clock: { now: () => server.world.clock.now() + 14_401 } }
      await sweepUploads(later, [projectArchives])
      expect((await importState('alice', one.id)).status).toBe('expired')
      const third = await reserveProject('alice', input())
      await runJobs(server.world, { later: 14_401 })
      const statuses = [(await importState('bob', other.id)).status, (await importState('alice', third.id)).status]
      expect(statuses).toEqual(['expired', 'expired'])
      const { project, upload: uploads } = await server.rowCounts()
      expect([project, uploads]).toEqual([before['project'], before['upload']])
    })

    it('does not expire after a complete upload, however long its job has to wait', async () => {
      const { id, upload_href } = await reserveProject('alice', input())
      await uploadArchive(server, 'alice', upload_href, zip)
      const later = { ...server.world, clock: { now: () => server.world.clock.now() + 20_000 } }
      await sweepUploads(later, [projectArchives])
      await runJobs(server.world, { later: 20_000 })
      expect((await importState('alice', id)).status).toBe('done')
    })

    it('imports an archive later that could not be queued when its upload ended', async () => {
      const { id, upload_href } = await reserveProject('alice', input())
      vi.spyOn(projectArchives, 'finish').mockRejectedValueOnce(new Error('no luck'))
      expect(await uploadArchive(server, 'alice', upload_href, zip)).toEqual([204])
      await runJobs(server.world)
      expect((await importState('alice', id)).status).toBe('waiting')
      await runJobs(server.world, { later: 60 })
      expect((await importState('alice', id)).status).toBe('done')
    })

    it('imports two archives concurrently', async () => {
      const [one, other] = await Promise.all([reserveProject('alice', input()), reserveProject('bob', input())])
      await Promise.all([
        uploadArchive(server, 'alice', one.upload_href, zip, 5),
        uploadArchive(server, 'bob', other.upload_href, zip, 5),
      ])
      await runJobs(server.world)
      expect([(await importState('alice', one.id)).status, (await importState('bob', other.id)).status]).toEqual([
        'done',
        'done',
      ])
      expect(await findContradictions(server.world.db)).toEqual([])
    })

    it('creates one project when several workers run its import concurrently', async () => {
      const { id, upload_href } = await reserveProject('alice', input())
      await uploadArchive(server, 'alice', upload_href, zip)
      const before = await server.rowCounts()
      await Promise.allSettled([1, 2].map(() => runImport(server.world, id as ProjectId)))
      await runJobs(server.world)
      expect((await importState('alice', id)).status).toBe('done')
      const after = await server.rowCounts()
      expect((after['artifact'] ?? 0) - (before['artifact'] ?? 0)).toBe(2)
      expect((after['file'] ?? 0) - (before['file'] ?? 0)).toBe(1)
    })

    it('retries an import that fails by an internal error, and fails it after the last attempt', async () => {
      const { id, upload_href } = await reserveProject('alice', input())
      await uploadArchive(server, 'alice', upload_href, zip)
      const broken = vi.spyOn(server.world.files, 'store').mockRejectedValue(new Error('no luck'))
      for (let n = 0; n < 3; n++) await expect(runImport(server.world, id)).rejects.toThrow('no luck')
      expect((await importState('alice', id)).status).toBe('running')
      await runJobs(server.world)
      broken.mockRestore()
      expect(await importState('alice', id)).toMatchObject({
        status: 'failed',
        problems: [{ file: 'afar.zip', line: null }],
      })
    })

    it('creates a pending project where approval is required', async () => {
      await settings({ project_approval: true })
      const { id, status } = await importArchive('alice', zip)
      await settings({ project_approval: false })
      const { body } = await server.as('admin').get(`projects/${id}`)
      expect([status, body.status]).toEqual(['done', 'pending'])
    })

    it('fails an import whose uploader was suspended in the meantime', async () => {
      await server.createUser('gone')
      const { id, upload_href } = await reserveProject('gone', input())
      await uploadArchive(server, 'gone', upload_href, zip)
      await server.as('admin').patch(`users/${server.idOf('gone')}`, { values: { status: 'S' } })
      await runJobs(server.world)
      expect(await importState('admin', id)).toMatchObject({
        status: 'failed',
        problems: [{ file: 'afar.zip', line: null, text: 'The account that uploaded it is no longer active' }],
      })
    })

    it('imports neither script URLs nor invalid dates', async () => {
      const service = (link: string) =>
        `<project-defined-service shortname="own" enabled="1" label="x" description="" is_in_new_tab="0" link="${link}"/>`
      const links = [
        'java&#9;script:alert(1)',
        ' JavaScript:alert(1)',
        'data:text/html,x',
        '/wiki',
        'https://a.example',
      ]
      const tulipwoodXml = [
        '<tulipwood version="1">',
        '<artifact id="1" number="1" rank="1" updated_on="999999999999999"/>',
        '<artifact id="2" number="999999999999999" rank="2" updated_on="1"/>',
        '<tracker id="T1" next_number="3"/></tulipwood>',
      ]
      const files = { ...content.files, 'tulipwood.xml': tulipwoodXml.join('') }
      const { id, status } = await importArchive(
        'alice',
        await zipOf({ ...content, services: links.map(service), files }),
      )
      expect(status).toBe('done')
      const { body } = await server.as('alice').get(`projects/${id}/project_services`)
      const custom = body.filter(({ is_custom }: any) => is_custom).map(({ service_url }: any) => service_url)
      expect(custom).toEqual(['', '', '', '/wiki', 'https://a.example'])
      const [{ id: bugs }] = (await server.as('alice').get(`projects/${id}/trackers`)).body
      const { body: artifacts } = await server.as('alice').get(`trackers/${bugs}/artifacts?values=all`)
      expect(artifacts).toHaveLength(2)
      for (const each of artifacts) expect((await server.as('alice').get(`artifacts/${each.id}`)).status).toBe(200)
    })

    it('does not add restricted users to a project that excludes them', async () => {
      await settings({ access_mode: 'restricted' })
      const users = [...(content.users ?? []), { id: 300, login: 'rita' }]
      const groups = [buildGroup('project_members', ['bob', 'rita'])]
      const { id, remarks } = await importArchive('alice', await zipOf({ ...content, users, groups }), {
        allow_restricted: false,
      })
      const { body } = await server.as('alice').get(`user_groups/${id}_3/users`)
      await settings({ access_mode: 'anonymous' })
      expect(body.map(({ username }: any) => username)).toEqual(['alice', 'bob'])
      expect(remarks.map(({ text }: any) => text)).toContain('rita is restricted and becomes no member of the project')
    })
  })
})

/** The same zip file with inverted bytes. */
function withBytes(zip: Buffer, from: number, count: number): Buffer {
  const damaged = Buffer.from(zip)
  for (let at = from; at < from + count; at++) damaged[at] = (damaged[at] ?? 0) ^ 0xff
  return damaged
}

/** The same zip file with an entry whose name is a path outside of it. */
function withOutsidePath(zip: Buffer): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll('data/a', '../b/a'), 'latin1')
}
