import { beforeAll, describe, expect, it } from 'vitest'
import { projectArchives } from '../../src/archives/commands/project-archives.ts'
import { sweepUploads } from '../../src/uploads/commands/sweep-uploads.ts'
import {
  type ArchiveContent,
  buildArtifact,
  buildChange,
  buildChangeset,
  buildField,
  buildTracker,
  buildValue,
  openFields,
} from '../kit/archive.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createZipArchive, tusChunkHeaders, uploadArchive } from '../kit/uploaded-archive.ts'

const at = '2026-02-02T09:10:00+01:00'

/** Mira has no account on this site. */
const content: ArchiveContent = {
  shortName: 'elsewhere',
  attributes: { 'full-name': 'Elsewhere', access: 'public' },
  users: [
    { id: 201, login: 'alice' },
    { id: 203, login: 'mira' },
  ],
  trackers: [
    buildTracker({
      id: 'T1',
      name: 'Bugs',
      fields: [buildField('string', 'F1', 'title')],
      permissions: openFields('F1'),
      artifacts: [buildArtifact(1, buildChangeset('mira', at, [buildChange('title', 'string', [buildValue('Leak')])]))],
    }),
  ],
}

onEachDatabase((dialect) => {
  describe('an import with a review', () => {
    const server = createServer(dialect)
    let zip: Buffer
    let names = 0

    beforeAll(async () => {
      for (const login of ['alice', 'bob', 'eve']) await server.createUser(login)
      await server.createUser('sue', { status: 'S' })
      zip = await createZipArchive(content)
      const changes = { project_creation: true, project_archives: 'everybody', free_disk_reserve_bytes: 0 }
      expect((await server.as('admin').patch('site_settings', changes)).status).toBe(200)
    })

    const begin = async (login: string, bytes = zip) => {
      names += 1
      const reserved = await server.as(login).post('projects', {
        shortname: `reviewed-${names}`,
        label: 'From afar',
        is_public: false,
        from_archive: { file_name: 'afar.zip', file_size: bytes.length, review: true },
      })
      expect(reserved.status).toBe(201)
      expect(await uploadArchive(server, login, reserved.body.upload_href, bytes)).toEqual([204])
      await runJobs(server.world)
      return { id: reserved.body.id as number, href: reserved.body.upload_href as string }
    }
    const getState = async (login: string, id: number) => (await server.as(login).get(`project_imports/${id}`)).body
    const confirm = (login: string, id: number, body: object = { confirmed: true }) =>
      server.as(login).patch(`project_imports/${id}`, body)

    it('checks the archive, writes nothing, and reports what would be imported', async () => {
      const before = await server.rowCounts()
      const { id } = await begin('alice')
      const state = await getState('alice', id)
      expect(state).toMatchObject({
        status: 'checked',
        project_uri: null,
        problems: [],
        remarks: [{ code: 'account-unknown', file: 'users.xml' }],
        finished_on: null,
        counts: { trackers: 1, artifacts: 1, users_created: 0, users_matched: 1, changesets: null, files: null },
        users: [
          { login: 'alice', becomes: 'existing', account: 'alice' },
          { login: 'mira', email: 'mira@example.com', becomes: 'stranger', account: null },
        ],
        further_users: 0,
      })
      const { artifact, tracker, user } = await server.rowCounts()
      expect([artifact, tracker, user]).toEqual([before['artifact'], before['tracker'], before['user']])
      expect((await server.as('alice').get(`projects/${id}`)).status).toBe(404)
      // Nothing happens without a confirmation.
      await runJobs(server.world)
      expect((await getState('alice', id)).status).toBe('checked')
    })

    it('reports remarks and problems in French to those who prefer it, also after it was stored', async () => {
      const { id } = await begin('alice')
      const read = async (language: string, importId: number) =>
        (await server.as('alice').get(`project_imports/${importId}`, { headers: { 'accept-language': language } })).body
      const [english] = (await read('en', id)).remarks
      const [french] = (await read('fr-CA, fr;q=0.9', id)).remarks
      expect(french).toEqual({ ...english, text: expect.stringContaining('mira') })
      expect([english.text, french.text]).toEqual([expect.stringMatching(/account/), expect.stringMatching(/compte/)])
      const damaged = await begin('alice', await createZipArchive({ ...content, projectXml: '<project/>' }))
      const problems = (await read('fr', damaged.id)).problems.map(({ text }: any) => text)
      expect(problems.length).toBeGreaterThan(0)
      expect((await read('en', damaged.id)).problems.map(({ text }: any) => text)).not.toEqual(problems)
    })

    it('is imported after the confirmation, and reports what came in', async () => {
      const { id } = await begin('alice')
      const confirmed = await confirm('alice', id)
      expect([confirmed.status, confirmed.body.status]).toEqual([200, 'queued'])
      await runJobs(server.world)
      expect(await getState('alice', id)).toMatchObject({
        status: 'done',
        project_uri: `projects/${id}`,
        counts: { trackers: 1, artifacts: 1, changesets: 1, comments: 0, links: 0, files: 0 },
      })
      expect((await server.as('alice').get(`projects/${id}/trackers`)).body).toHaveLength(1)
      const { upload } = await server.rowCounts()
      expect((await confirm('alice', id)).status).toBe(409)
      expect((await server.rowCounts())['upload']).toBe(upload)
      expect(await findContradictions(server.world.db)).toEqual([])
    })

    it('uses the accounts that a site administrator chose', async () => {
      const { id } = await begin('admin')
      expect((await getState('admin', id)).users).toMatchObject([
        { login: 'alice', becomes: 'existing' },
        { login: 'mira', becomes: 'new', account: null },
      ])
      const users = [{ login: 'Mira', account: 'BOB' }]
      expect((await confirm('admin', id, { confirmed: true, users })).status).toBe(200)
      await runJobs(server.world)
      const state = await getState('admin', id)
      expect(state).toMatchObject({ status: 'done', counts: { users_created: 0, users_matched: 2 } })
      expect(state.users).toMatchObject([{ login: 'alice' }, { login: 'mira', becomes: 'existing', account: 'bob' }])
      const [{ id: tracker }] = (await server.as('admin').get(`projects/${id}/trackers`)).body
      const [artifact] = (await server.as('admin').get(`trackers/${tracker}/artifacts`)).body
      expect(artifact.submitted_by).toBe(server.idOf('bob'))
    })

    it('is rejected unless its owner confirms it, and only with accounts that can sign in', async () => {
      const { id } = await begin('alice')
      const users = [{ login: 'mira', account: 'bob' }]
      const refusals: [string, object, number][] = [
        ['visitor', { confirmed: true }, 401],
        ['eve', { confirmed: true }, 404],
        ['admin', { confirmed: true }, 403],
        ['alice', { confirmed: true, users }, 403],
        ['alice', { confirmed: false }, 400],
        ['alice', {}, 400],
      ]
      for (const [login, body, status] of refusals) {
        expect([login, body, (await confirm(login, id, body)).status]).toEqual([login, body, status])
      }
      expect((await getState('alice', id)).status).toBe('checked')

      const { id: other } = await begin('admin')
      for (const [chosen, text] of [
        [{ login: 'olav', account: 'bob' }, 'The archive has no user "olav"'],
        [{ login: 'mira', account: 'ghost' }, 'There is no account "ghost" that can sign in'],
        [{ login: 'mira', account: 'sue' }, 'There is no account "sue" that can sign in'],
      ] as const) {
        const { status, body } = await confirm('admin', other, { confirmed: true, users: [chosen] })
        expect([status, body.error.message]).toEqual([400, `Bad Request: ${text}`])
      }
      expect((await getState('admin', other)).status).toBe('checked')
      expect((await confirm('admin', 999_999)).status).toBe(404)
    })

    it('is written once when it is confirmed twice at the same time', async () => {
      const { id } = await begin('bob')
      const answers = await Promise.all([confirm('bob', id), confirm('bob', id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await runJobs(server.world)).toMatchObject({ 'import-project': 1 })
      expect((await getState('bob', id)).status).toBe('done')
    })

    it('frees the short name when it is cancelled or not confirmed within a week', async () => {
      const { id, href } = await begin('eve')
      const headers = { ...server.credentials('eve'), ...tusChunkHeaders }
      expect((await server.app.inject({ method: 'DELETE', url: href, headers })).statusCode).toBe(204)
      expect((await getState('eve', id)).status).toBe('cancelled')
      expect((await confirm('eve', id)).status).toBe(409)

      const { id: late } = await begin('eve')
      const { project } = await server.rowCounts()
      const later = {
        ...server.world,
        clock: { ...server.world.clock, now: () => server.world.clock.now() + 8 * 86_400 },
      }
      await sweepUploads(later, [projectArchives])
      expect((await getState('eve', late)).status).toBe('expired')
      expect((await server.rowCounts())['project']).toBeLessThan(project ?? 0)
    })

    it('ends with the problems of the archive', async () => {
      const broken = await createZipArchive({ ...content, users: [{ id: 201, login: 'alice' }] })
      const { id } = await begin('bob', broken)
      expect(await getState('bob', id)).toMatchObject({
        status: 'failed',
        counts: null,
        users: [],
        problems: [{ code: 'unresolved-user' }],
      })
    })
  })

  describe('POST /sample_project', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('alice')
    })

    it('is for site administrators', async () => {
      const before = await server.rowCounts()
      expect((await server.as('visitor').post('sample_project', {})).status).toBe(401)
      expect((await server.as('alice').post('sample_project', {})).status).toBe(403)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('adds a project with trackers and artifacts, which its creator administers, and only once', async () => {
      const answers = await Promise.all([1, 2].map(() => server.as('admin').post('sample_project', {})))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
      const { body } = answers.find(({ status }) => status === 201) ?? { body: {} }
      expect(body).toMatchObject({ shortname: 'boatyard', is_member_of: true, status: 'active' })
      const { body: administrators } = await server.as('admin').get(`user_groups/${body.id}_4/users`)
      expect(administrators.map(({ username }: { username: string }) => username)).toContain('admin')
      const { body: counts } = await server.as('admin').get(`projects/${body.id}/tracker_counts`)
      expect(counts.length).toBeGreaterThan(2)
      const before = await server.rowCounts()
      const again = await server.as('admin').post('sample_project', {})
      expect([again.status, again.body.error.message]).toEqual([
        409,
        'Conflict: A project with the short name "boatyard" exists already',
      ])
      expect(await server.rowCounts()).toEqual(before)
      expect(await findContradictions(server.world.db)).toEqual([])
    })
  })
})
