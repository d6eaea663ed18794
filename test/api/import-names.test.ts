import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findUserByLogin } from '../../src/accounts/store/users.ts'
import { exportArchive } from '../../src/archives/commands/export-archive.ts'
import { type ImportReport, importArchive } from '../../src/archives/commands/import-archive.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { openArchiveSink } from '../../src/archives/container/open-sink.ts'
import type { UserPolicy } from '../../src/archives/reads/check-archive.ts'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import { changePassword } from '../../src/sign-in/commands/change-password.ts'
import {
  type ArchiveContent,
  buildArtifact,
  buildChange,
  buildChangeset,
  buildField,
  buildGroup,
  buildTracker,
  buildUsersBind,
  buildValue,
  createArchive,
  expectImported,
  openFields,
  type WithTexts,
} from '../kit/archive.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'
import { createZipArchive, uploadArchive } from '../kit/uploaded-archive.ts'

const system = { kind: 'system', reason: 'test' } as const
const on = '2026-02-02T09:14:03+01:00'
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Logins that are invalid for new users of the site. */
const unusualLogins = [
  'x',
  'l'.repeat(31),
  'long'.repeat(600),
  'jean dupont',
  'Jane.Doe+test@example.com',
  'élodie',
  '山田',
  'root',
  'a,b',
  '"quoted"',
  "o'neill\\",
  '<b>&amp;',
  '@members',
  '*',
  '100%25?#',
  '-r',
  '_',
  '42',
]

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  const otherServer = createServer(dialect)
  let projectCount = 0

  const importInto = async (
    target: TestServer,
    content: ArchiveContent,
    users: UserPolicy = { kind: 'create', as: 'active' },
  ): Promise<WithTexts<ImportReport>> => {
    const archive = await createArchive({ shortName: `names-${++projectCount}`, ...content })
    try {
      const report = expectImported(await archive.import(target.world, { users }))
      // Most of these archives have no administrators.
      return { ...report, remarks: report.remarks.filter(({ code }) => code !== 'administrator-missing') }
    } finally {
      await archive.remove()
    }
  }
  const membersOf = async (target: TestServer, id: number | undefined, groupId = 3): Promise<string[]> => {
    const { body } = await target.as('admin').get(`user_groups/${id}_${groupId}/users?limit=50`)
    return body.map((each: { username: string }) => each.username)
  }
  const basic = (login: string) => ({
    authorization: `Basic ${Buffer.from(`${login}:correct horse battery`).toString('base64')}`,
  })

  describe('logins of an archive (docs/api/archive-format.md §1.3)', () => {
    const archiveWithLogins = (logins: readonly string[]): ArchiveContent => {
      const users = logins.map((login, index) => ({
        id: 200 + index,
        login: escaped(login),
        realName: 'Same',
        email: '',
      }))
      const names = users.map(({ login }) => login)
      return {
        users,
        groups: [buildGroup('project_members', names)],
        trackers: [
          buildTracker({
            id: 'T1',
            fields: [
              buildField('string', 'F1', 'title'),
              buildField('msb', 'F2', 'who', [buildUsersBind('group_members')]),
              buildField('subby', 'F3', 'reporter'),
            ],
            permissions: openFields('F1', 'F2', 'F3'),
            artifacts: names.map((name, index) =>
              buildArtifact(
                index + 1,
                buildChangeset(name, on, [
                  buildChange('title', 'string', [buildValue(`of ${index}`)]),
                  buildChange(
                    'who',
                    'list',
                    names.map((each) => `<value format="username">${each}</value>`),
                    { bind: 'users' },
                  ),
                ]),
              ),
            ),
          }),
        ],
      }
    }

    it('are kept, can sign in, can be found and read, and survive a round trip', async () => {
      const report = await importInto(server, archiveWithLogins(unusualLogins))
      expect(report.counts.usersCreated).toBe(unusualLogins.length)
      expect(new Set(report.remarks.map(({ code }) => code))).toEqual(new Set(['unusual-login']))
      expect(report.remarks).toHaveLength(unusualLogins.length)
      expect(await membersOf(server, report.project?.id)).toEqual(expect.arrayContaining(unusualLogins))

      for (const login of unusualLogins) {
        const user = await findUserByLogin(server.world.db.read, login)
        if (user === undefined) throw new Error(`No user ${login}`)
        expect(user).toMatchObject({ login, realName: 'Same', email: '', ldapId: null, status: 'A' })
        await changePassword(server.world, system, user.id, { password: 'correct horse battery' })
        const self = await server.app.inject({ url: '/api/users/self', headers: basic(login) })
        expect([self.statusCode, self.json().username]).toEqual([200, login])
        const token = await server.as('visitor').post('tokens', { username: login, password: 'correct horse battery' })
        expect([token.status, token.body.user_id]).toEqual([200, `${user.id}`])
        const query = encodeURIComponent(JSON.stringify({ username: login }))
        expect((await server.as('admin').get(`users?query=${query}`)).body).toMatchObject([{ username: login }])
        expect((await server.as('admin').get(`users/${user.id}`)).body).toMatchObject({
          username: login,
          user_url: `/users/${encodeURIComponent(login)}`,
        })
        const avatar = await server.app.inject({ url: `/users/${encodeURIComponent(login)}/avatar.png` })
        expect([login, avatar.statusCode]).toEqual([login, 200])
        const renamed = await server.as('admin').patch(`users/${user.id}`, { username: login, status: 'A' })
        expect(renamed.status).toBe(200)
      }

      const { body: trackers } = await server.as('admin').get(`projects/${report.project?.id}/trackers`)
      const submitters = async (target: TestServer, id: number): Promise<string[]> => {
        const { body } = await target.as('admin').get(`trackers/${id}/artifacts?limit=50&values=all`)
        return body.map((each: { submitted_by_user: { username: string } }) => each.submitted_by_user.username)
      }
      expect(await submitters(server, trackers[0].id)).toEqual(unusualLogins)
      expect(await findContradictions(server.world.db)).toEqual([])

      const scratch = await mkdtemp(join(tmpdir(), 'tulipwood-names-'))
      try {
        const path = join(scratch, 'out.zip')
        const project = report.project?.id as ProjectId
        await exportArchive(server.world, { project, sink: await openArchiveSink(path), caller: system })
        const archive = await openArchive(path)
        const csv = `name,action\n${unusualLogins.map((login) => `"${login.replaceAll('"', '""')}",create:A`).join('\n')}`
        const users = { kind: 'map', csv } as const
        const secondReport = expectImported(await importArchive(otherServer.world, { archive, users, caller: system }))
        await archive.close()
        expect(secondReport.counts.usersCreated).toBe(unusualLogins.length)
        const { body: copies } = await otherServer.as('admin').get(`projects/${secondReport.project?.id}/trackers`)
        expect(await submitters(otherServer, copies[0].id)).toEqual(unusualLogins)
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
    })

    it('are trimmed, and several entries with the same login become one user', async () => {
      const report = await importInto(server, {
        users: [
          { id: 1, login: '  Tess  ', realName: 'First' },
          { id: 2, login: 'tess', realName: 'Second' },
        ],
        groups: [
          '<ugroup name="project_members" description=""><members><member format="id">2</member></members></ugroup>',
        ],
      })
      expect(report.counts.usersCreated).toBe(1)
      expect(report.remarks.map(({ code }) => code)).toEqual(['repeated-login'])
      expect(await findUserByLogin(server.world.db.read, 'tess')).toMatchObject({ login: 'Tess', realName: 'First' })
      expect(await membersOf(server, report.project?.id)).toEqual(['Tess'])
    })

    it('can equal the short name of a project', async () => {
      await importInto(server, { shortName: 'harbour' })
      const report = await importInto(server, { users: [{ id: 1, login: 'Harbour' }] })
      expect(report.remarks.map(({ code, text }) => [code, text])).toEqual([
        ['unusual-login', 'The login Harbour is kept, but is not one for new accounts here: A project has this name.'],
      ])
    })

    it('are also kept by POST /projects with from_archive', async () => {
      await server.as('admin').patch('site_settings', { free_disk_reserve_bytes: 0 })
      const bytes = await createZipArchive({ ...archiveWithLogins(['rest login', 'r'.repeat(100)]), shortName: 'any' })
      const request = {
        shortname: 'rest-logins',
        label: 'Over REST',
        description: 'x',
        is_public: true,
        from_archive: { file_name: 'x.zip', file_size: bytes.length },
      }
      const { body } = await server.as('admin').post('projects', request)
      expect(await uploadArchive(server, 'admin', body.upload_href, bytes)).toEqual([204])
      await runJobs(server.world)
      const importStatus = (await server.as('admin').get(`project_imports/${body.id}`)).body
      expect(importStatus).toMatchObject({ status: 'done', problems: [] })
      expect(importStatus.remarks.map(({ code }: { code: string }) => code)).toContain('unusual-login')
      expect(await findUserByLogin(server.world.db.read, 'rest login')).toMatchObject({ status: 'S' })
    })
  })

  describe('names of an imported project (docs/api/archive-format.md §1.5)', () => {
    it.each([
      ['a short name with an underscore', { shortName: 'a_b' }],
      ['a reserved short name', { shortName: 'www' }],
      ['a short name of one character', { shortName: '_' }],
      ['a short name of 255 characters', { shortName: 's'.repeat(255) }],
      ['a short name that equals the login of a user', { shortName: 'Admin' }],
      ['a short name that equals a login of the archive', { shortName: 'sole', users: [{ id: 1, login: 'sole' }] }],
      ['a name of one character', { attributes: { 'full-name': 'A' } }],
      ['a name of 3,000 characters', { attributes: { 'full-name': 'Long '.repeat(600) } }],
    ])('%s is kept, with a remark', async (_, content: ArchiveContent) => {
      const report = await importInto(server, content)
      expect(report.remarks.map(({ code }) => code)).toEqual(['unusual-name'])
      const { status, body } = await server.as('admin').get(`projects/${report.project?.id}`)
      expect(status).toBe(200)
      expect(body.shortname).toBe((content.shortName ?? `names-${projectCount}`).toLowerCase())
      if (content.attributes !== undefined) expect(body.label).toBe(content.attributes['full-name']?.toString().trim())
    })
  })

  describe('members of the groups of an archive (docs/api/archive-format.md §1.5)', () => {
    it.each([
      ['public', undefined, ['in-admins', 'in-members']],
      ['unrestricted', undefined, ['in-admins', 'in-members']],
      ['private', undefined, ['in-admins', 'in-left-out', 'in-members', 'in-static']],
      ['private-wo-restr', undefined, ['in-admins', 'in-left-out', 'in-members', 'in-static']],
      ['public', 'synchronized', ['in-admins', 'in-left-out', 'in-members', 'in-static']],
    ])(
      'for a %s project with mode %s, the members of the project are those of certain groups',
      async (access, groupsMode, members) => {
        await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
        const logins = ['in-members', 'in-admins', 'in-static', 'in-left-out']
        const report = await importInto(server, {
          attributes: { access },
          groupsMode,
          users: logins.map((login, index) => ({ id: index + 1, login })),
          groups: [
            buildGroup('project_members', ['in-members']),
            buildGroup('project_admins', ['in-admins']),
            buildGroup('testers', ['in-static']),
            buildGroup('not a name', ['in-left-out']),
          ],
        })
        const id = report.project?.id
        expect(await membersOf(server, id)).toEqual(members)
        expect(await membersOf(server, id, 4)).toEqual(['in-admins'])
        const { body: groups } = await server.as('admin').get(`projects/${id}/user_groups`)
        const testers = groups.find((each: { short_name: string }) => each.short_name === 'testers')
        const { body: testersMembers } = await server.as('admin').get(`user_groups/${testers.id}/users`)
        expect(testersMembers.map((each: { username: string }) => each.username)).toEqual(['in-static'])
        expect(report.remarks.map(({ code }) => code)).toEqual(['group-left-out'])
        expect(await findContradictions(server.world.db)).toEqual([])
      },
    )
  })
})
