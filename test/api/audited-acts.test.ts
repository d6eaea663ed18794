import { beforeAll, describe, expect, it } from 'vitest'
import { runExport } from '../../src/archives/commands/run-export.ts'
import type { ExportId, RepositoryId, TrackerId } from '../../src/kit/values/ids.ts'
import { deleteRepository } from '../../src/subversion/commands/delete-repository.ts'
import { purgeRepositories } from '../../src/subversion/commands/purge-repositories.ts'
import { syncAccessFile } from '../../src/subversion/commands/sync-access-file.ts'
import type { Repository } from '../../src/subversion/model/repository.ts'
import { findRepository } from '../../src/subversion/store/repositories.ts'
import type { Tracker } from '../../src/trackers/model/tracker.ts'
import { saveWorkflow } from '../../src/trackers/store/workflows.ts'
import { createApp, createBearerToken } from '../kit/bearer-tokens.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import { authorizeCode, registerTestApp, signIn } from '../kit/oauth2.ts'
import { type MemoryStorage, storeAccessFile } from '../kit/repositories.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { uploadArchive } from '../kit/uploaded-archive.ts'
import { createTwoProjects } from './access-matrix/two-projects.ts'

const noSettings = {
  commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
  immutable_tags: { paths: [], whitelist: [] },
  access_file: '',
  email_notifications: [],
}
const notification = (path: string, ...emails: string[]) => ({
  path,
  emails,
  users: [],
  user_groups: [],
})

onEachDatabase((dialect) => {
  describe('the audit log contains', () => {
    const server = createServer(dialect)
    let ids: Awaited<ReturnType<typeof createTwoProjects>>
    let storage: MemoryStorage
    const idOf = (name: string) => ids('public', name)
    const boss = () => server.as('boss')
    const admin = () => server.as('admin')

    beforeAll(async () => {
      ids = await createTwoProjects(server)
      storage = server.world.repositories as MemoryStorage
    })

    const entries = () =>
      server.world.db.read
        .selectFrom('audit')
        .select(['user_id', 'action', 'subject', 'detail'])
        .orderBy('id')
        .execute()

    /** Returns who did what to what, and its details, for all entries that a piece of work adds. */
    const entriesOf = async (work: () => Promise<unknown>) => {
      const before = (await entries()).length
      await work()
      const added = (await entries()).slice(before)
      const loginOf = (id: number | null) =>
        ['boss', 'admin', 'member', 'outsider'].find((login) => server.idOf(login) === id) ?? null
      return added.map(({ user_id, action, subject, detail }) => [
        loginOf(user_id),
        action,
        subject,
        JSON.parse(detail),
      ])
    }
    const expectSuccess = async (...answers: Promise<{ readonly status: number; readonly text: string }>[]) => {
      for (const { status, text } of await Promise.all(answers)) if (status > 299) throw new Error(`${status} ${text}`)
    }

    it('tokens that users create and delete', async () => {
      const added = await entriesOf(async () => {
        await server.createUser('tina', { password: 'plenty of apples 0' })
        const sign = () => server.as('visitor').post('tokens', { username: 'tina', password: 'plenty of apples 0' })
        const [first] = [await sign(), await sign()]
        await expectSuccess(server.as('tina').delete(`tokens/${first.body.token}`))
        expect((await server.as('tina').delete(`tokens/${first.body.token}`)).status).toBe(400)
        await expectSuccess(server.as('tina').delete('tokens'), server.as('tina').delete('tokens'))
      })
      expect(added.filter(([, action]) => /token/.test(action))).toEqual([
        [null, 'token created', 'tina', {}],
        [null, 'token created', 'tina', {}],
        [null, 'token deleted', 'tina', {}],
        [null, 'tokens deleted', 'tina', { count: 1 }],
      ])
    })

    it('the address of the client of each request', async () => {
      const last = server.world.db.read.selectFrom('audit').select(['action', 'ip_address']).orderBy('id', 'desc')
      await expectSuccess(admin().patch('site_settings', { failed_sign_ins_per_minute: 11 }))
      expect(await last.executeTakeFirst()).toEqual({ action: 'settings changed', ip_address: '127.0.0.1' })
      await expectSuccess(boss().patch(`projects/${idOf('project')}/settings`, { description: 'Open to everyone' }))
      expect(await last.executeTakeFirst()).toEqual({ action: 'project changed', ip_address: '127.0.0.1' })
    })

    it('changes of the members of a project and its groups', async () => {
      const [member, outsider] = [server.idOf('member'), server.idOf('outsider')]
      const project = idOf('project')
      const group = idOf('group')
      const added = await entriesOf(async () => {
        await expectSuccess(boss().patch(`projects/${project}/members/${member}`, { is_administrator: true }))
        await expectSuccess(boss().patch(`projects/${project}/members/${member}`, { is_administrator: false }))
        await expectSuccess(boss().post(`projects/${project}/members`, { user_id: outsider }))
        await expectSuccess(boss().post(`user_groups/${group}/users`, { user_id: outsider }))
        await expectSuccess(boss().delete(`user_groups/${group}/users/${outsider}`))
        await expectSuccess(boss().patch(`user_groups/${group}`, { description: 'They test' }))
        await expectSuccess(boss().patch(`projects/${project}/settings`, { label: 'Open house' }))
        await expectSuccess(boss().put(`projects/${project}/categories`, []))
        await expectSuccess(boss().delete(`user_groups/${group}`))
      })
      expect(added).toEqual([
        ['boss', 'project administrator added', 'open-house', { user: member }],
        ['boss', 'project administrator removed', 'open-house', { user: member }],
        ['boss', 'project member added', 'open-house', { user: outsider }],
        ['boss', 'group member added', 'open-house', { group, user: outsider }],
        ['boss', 'group member removed', 'open-house', { group, user: outsider }],
        ['boss', 'group changed', 'open-house', { group, name: 'testers', description: 'They test' }],
        [
          'boss',
          'project changed',
          'open-house',
          { from: { access: 'public', name: 'open-house' }, name: 'Open house' },
        ],
        ['boss', 'categories changed', 'open-house', { choices: [] }],
        ['boss', 'group deleted', 'open-house', { group, name: 'testers' }],
      ])
    })

    it('permissions on the site', async () => {
      const outsider = server.idOf('outsider')
      const added = await entriesOf(async () => {
        await expectSuccess(admin().post('site_permissions', { permission: 'user_management', user_id: outsider }))
        await expectSuccess(admin().delete(`site_permissions?permission=user_management&user_id=${outsider}`))
      })
      const detail = { permission: 'user_management', user: outsider }
      expect(added).toEqual([
        ['admin', 'permission granted', 'outsider', detail],
        ['admin', 'permission revoked', 'site', detail],
      ])
    })

    it('changes of identity providers', async () => {
      const provider = { label: 'Acme', issuer: 'https://id.acme.example', client_id: 'us' }
      const added = await entriesOf(async () => {
        const { body } = await admin().post('identity_providers', provider)
        await expectSuccess(admin().patch(`identity_providers/${body.id}`, { is_enabled: false }))
        await expectSuccess(admin().delete(`identity_providers/${body.id}`))
      })
      expect(added).toEqual([
        ['admin', 'identity provider added', 'Acme', { id: 1, issuer: provider.issuer, client_id: 'us' }],
        ['admin', 'identity provider changed', 'Acme', { id: 1, isEnabled: false }],
        ['admin', 'identity provider deleted', 'Acme', { id: 1, issuer: provider.issuer }],
      ])
    })

    it('access keys and authorizations of apps that their users revoke', async () => {
      const member = server.idOf('member')
      const key = ids('site', 'key')
      const app = await createApp(server.world)
      await createBearerToken(server.world, { user: member, app, scopes: ['read:rest'] })
      const added = await entriesOf(async () => {
        await expectSuccess(server.as('member').delete(`users/${member}/authorized_apps/${app}`))
        await expectSuccess(server.as('member').delete(`access_keys/${key}`))
      })
      expect(added).toEqual([
        ['member', 'app authorization revoked', 'Importer', { app }],
        ['member', 'access key revoked', `access key ${key}`, { owner: member }],
      ])
    })

    it('apps that users authorize', async () => {
      const app = await registerTestApp(server.world)
      const cookie = await signIn(server.world, server.idOf('member'))
      const added = await entriesOf(() => authorizeCode(server, { app, cookie, scope: 'read:project' }))
      expect(added).toEqual([['member', 'app authorized', 'Build robot', { app: app.id, scopes: ['read:project'] }]])
    })

    it('a password reset', async () => {
      const added = await entriesOf(async () => {
        const { body } = await admin().post(`users/${server.idOf('outsider')}/password_reset`, {})
        const token = new URL(body.link).hash.slice(1)
        await expectSuccess(server.as('visitor').post('password_resets', { token, password: 'another good secret' }))
      })
      expect(added).toEqual([
        ['admin', 'password reset link created', 'outsider', { by_mail: false }],
        ['outsider', 'password reset', 'outsider', {}],
      ])
    })

    it('exports and imports of projects', async () => {
      const project = idOf('project')
      const later = { shortname: 'later', label: 'Later', is_public: true }
      const from_archive = { file_name: 'later.zip', file_size: 7 }
      let exported = 0
      let reserved = 0
      const added = await entriesOf(async () => {
        exported = (await boss().post(`projects/${project}/exports`)).body.id
        await runExport(server.world, exported as ExportId)
        const { body } = await boss().post('projects', { ...later, from_archive })
        reserved = body.id
        await uploadArchive(server, 'boss', body.upload_href, Buffer.from('no zip!'))
        await runJobs(server.world)
      })
      expect(added).toEqual([
        ['boss', 'project export requested', 'open-house', { export: exported, project }],
        [
          null,
          'project exported',
          'open-house',
          {
            project,
            trackers: 1,
            artifacts: 2,
            files: 1,
            missing: 0,
            groups: expect.any(Number),
            users: 3,
            repositories: 1,
            reason: `export ${exported}`,
          },
        ],
        ['boss', 'project import requested', 'later', { project: reserved, file: 'later.zip', size: 7 }],
        ['boss', 'project import failed', 'later', { project: reserved, problems: 1 }],
      ])
    })

    it('changes of trackers', async () => {
      const tracker = idOf('tracker') as TrackerId
      const workflow = (query: object) =>
        expectSuccess(boss().patch(`trackers/${tracker}?query=${encodeURIComponent(JSON.stringify(query))}`))
      const added = await entriesOf(async () => {
        const { body: field } = await boss().post(`trackers/${tracker}/fields`, {
          type: 'string',
          name: 'colour',
          label: 'Colour',
        })
        await expectSuccess(boss().patch(`tracker_fields/${field.field_id}`, { label: 'Color of the hull' }))
        await expectSuccess(boss().delete(`tracker_fields/${field.field_id}`))
        await expectSuccess(
          boss().post(`projects/${idOf('project')}/trackers`, {
            template: 'bug',
            item_name: 'defect',
            name: 'Defects',
          }),
        )
        await workflow({ workflow: { set_transitions_rules: { is_used: false } } })
        await workflow({ workflow: { set_transitions_rules: { is_used: true } } })
        await workflow({ workflow: { delete_transitions_rules: true } })
        await workflow({ workflow: { set_transitions_rules: { field_id: idOf('status') } } })
        await server.world.db.write((tx) =>
          saveWorkflow(tx, grantPermit('administer', { id: tracker } as Tracker), { is_legacy: 1 }),
        )
        await workflow({ workflow: { is_legacy: false } })
      })
      const changed = { tracker, name: 'Bugs' }
      const colour = { ...changed, field: expect.any(Number), fieldName: 'colour', type: 'string' }
      const field = idOf('status')
      expect(added).toEqual([
        ['boss', 'field added', 'open-house', colour],
        [
          'boss',
          'field changed',
          'open-house',
          { ...changed, field: expect.any(Number), fieldName: 'colour', changed: ['label'] },
        ],
        ['boss', 'field deleted', 'open-house', colour],
        ['boss', 'tracker created', 'open-house', { tracker: expect.any(Number), name: 'Defects', from: 'built-in' }],
        ['boss', 'workflow disabled', 'open-house', changed],
        ['boss', 'workflow enabled', 'open-house', changed],
        ['boss', 'workflow deleted', 'open-house', { ...changed, field, transitions: 2 }],
        ['boss', 'workflow created', 'open-house', { ...changed, field }],
        ['boss', 'workflow left the legacy mode', 'open-house', changed],
      ])
    })

    it('new access keys and passwords', async () => {
      const added = await entriesOf(async () => {
        await expectSuccess(boss().post('access_keys', { description: 'Nightly import', scopes: ['read:project'] }))
        const password = 'a fine long password of others'
        await expectSuccess(admin().put(`users/${server.idOf('outsider')}/password`, { password }))
      })
      expect(added).toEqual([
        ['boss', 'access key created', 'boss', { id: expect.any(Number), scopes: ['read:project'] }],
        ['admin', 'password changed', 'outsider', {}],
      ])
    })

    it('changes of reports that all members see', async () => {
      const draft = { tracker: { id: idOf('tracker') }, label: 'Open ones', is_public: true }
      const added = await entriesOf(async () => {
        const { body } = await boss().post('tracker_reports', draft)
        await expectSuccess(boss().put(`tracker_reports/${body.id}`, { ...draft, label: 'Closed ones' }))
        await expectSuccess(boss().delete(`tracker_reports/${body.id}`))
        const own = await boss().post('tracker_reports', { ...draft, is_public: false })
        await expectSuccess(boss().delete(`tracker_reports/${own.body.id}`))
      })
      const detail = { tracker: idOf('tracker'), name: 'Bugs', report: expect.any(Number) }
      expect(added).toEqual([
        ['boss', 'report saved', 'open-house', { ...detail, label: 'Open ones' }],
        ['boss', 'report changed', 'open-house', { ...detail, label: 'Closed ones' }],
        ['boss', 'report deleted', 'open-house', { ...detail, label: 'Closed ones' }],
      ])
    })

    it('artifacts that are moved or deleted', async () => {
      const artifact = idOf('artifact')
      const to = ids('private', 'tracker')
      const added = await entriesOf(async () => {
        await expectSuccess(admin().patch(`artifacts/${artifact}`, { move: { tracker_id: to } }))
        await expectSuccess(admin().delete(`artifacts/${artifact}`))
      })
      expect(added).toEqual([
        ['admin', 'artifact moved', 'open-house', { artifact, name: 'Bugs', tracker: idOf('tracker'), to }],
        ['admin', 'artifact deleted', 'closed-shop', { artifact, name: 'Bugs', tracker: to }],
      ])
    })

    it('changes of repositories', async () => {
      const repository = idOf('repository')
      const put = (changed: object) =>
        expectSuccess(boss().put(`svn/${repository}`, { settings: { ...noSettings, ...changed } }))
      const added = await entriesOf(async () => {
        const commit_rules = { is_reference_mandatory: true, is_commit_message_change_allowed: false }
        await put({ commit_rules })
        await put({ commit_rules, immutable_tags: { paths: ['/tags'], whitelist: [] } })
        await put({ email_notifications: [notification('/trunk', 'a@example.com')] })
        await put({ email_notifications: [notification('/trunk', 'b@example.com')] })
        await put({ access_file: '[/]\n* = r' })
        await put({ access_file: '[/]\n* = rw' })
        await expectSuccess(boss().put(`svn/${repository}/access_files/current`, { version: 1 }))
        await expectSuccess(boss().put(`svn/${repository}/mail_settings`, { subject_header: '[svn]' }))
        await expectSuccess(
          boss().put(`projects/${idOf('project')}/svn_administrators`, { user_groups: [`${idOf('project')}_3`] }),
        )
      })
      const about = { repository, name: 'sources' }
      const rules = { isReferenceMandatory: true, isMessageChangeAllowed: false }
      const mails = (...emails: string[]) => [{ path: '/trunk', emails, users: [], groups: [] }]
      const acts: (readonly [string, object])[] = [
        ['svn_multi_repository_hook_update', rules],
        ['svn_multi_repository_immutable_tags_update', { paths: ['/tags'], whitelist: [] }],
        ['svn_multi_repository_hook_update', { ...rules, isReferenceMandatory: false }],
        ['svn_multi_repository_immutable_tags_update', { paths: [], whitelist: [] }],
        ['svn_multi_repository_notification_create', { before: [], after: mails('a@example.com') }],
        ['svn_multi_repository_notification_update', { before: mails('a@example.com'), after: mails('b@example.com') }],
        ['svn_multi_repository_access_file_update', { text: '[/]\n* = r', version: 1, hasDefaultPermissions: true }],
        ['svn_multi_repository_notification_delete', { before: mails('b@example.com'), after: [] }],
        ['svn_multi_repository_access_file_update', { text: '[/]\n* = rw', version: 2, hasDefaultPermissions: true }],
        ['svn_multi_repository_access_file_use_version', { version: 'version #1' }],
        ['svn_multi_repository_mail_settings_update', { before: '', after: '[svn]' }],
      ]
      expect(added).toEqual([
        ...acts.map(([action, detail]) => ['boss', action, 'open-house', { ...about, ...detail }]),
        ['boss', 'svn administrators changed', 'open-house', { groups: [3] }],
      ])
    })

    it('access files that Subversion rejects', async () => {
      const repository = idOf('repository')
      await storeAccessFile(server, repository, '[/]\n* = rw')
      const { putAccessFile } = storage
      const read = (id: number) => findRepository(server.world.db.read, id as RepositoryId)
      storage.putAccessFile = async (directory, text, turn) =>
        text.includes('rw') ? { kind: 'refused', problem: 'no such user' } : putAccessFile(directory, text, turn)
      const added = await entriesOf(async () => syncAccessFile(server.world, (await read(repository)) as Repository))
      storage.putAccessFile = putAccessFile
      expect(added).toEqual([
        [
          null,
          'svn_multi_repository_access_file_refused',
          'open-house',
          { repository, name: 'sources', version: 3, problem: 'no such user', reason: 'access file' },
        ],
      ])
    })

    it('repositories that are deleted, restored and purged', async () => {
      const repository = idOf('repository')
      const added = await entriesOf(async () => {
        await expectSuccess(boss().delete(`svn/${repository}`))
        await deleteRepository(server.world, repository as RepositoryId)
        await expectSuccess(boss().post(`svn/${repository}/restore`))
        const later = { now: () => server.world.clock.now() + 400 * 86_400 }
        await purgeRepositories({ ...server.world, clock: later })
      })
      const about = { repository, name: 'sources' }
      const purged = { name: 'former', reason: 'purge' }
      expect(added).toEqual([
        ['boss', 'svn_multi_repository_deletion', 'open-house', about],
        ['boss', 'svn_multi_repository_restoration', 'open-house', about],
        [null, 'svn_multi_repository_purge', 'open-house', { ...purged, repository: idOf('deleted') }],
        [null, 'svn_multi_repository_purge', 'closed-shop', { ...purged, repository: ids('private', 'deleted') }],
      ])
    })
  })
})
