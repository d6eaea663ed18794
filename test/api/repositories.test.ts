import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { RepositoryId } from '../../src/kit/values/ids.ts'
import { dumpRemovalJobKind } from '../../src/subversion/commands/remove-dump.ts'
import { saveRepository } from '../../src/subversion/store/repositories.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import { insertProject } from '../kit/project.ts'
import {
  createDeletedRepository,
  enableSubversion,
  type MemoryStorage,
  storeAccessFile,
  useMemoryStorage,
} from '../kit/repositories.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase, type TestResponse, type TestServer } from '../kit/server.ts'

interface RepositoryFixture {
  readonly storage: MemoryStorage
  /** Public, with Subversion. The project `open` has not enabled it. */
  readonly orchard: number
  readonly open: number
  readonly secret: number
  readonly asleep: number
}

/**
 * `alice` administers every project, `bob` is a member, `carol` is neither, `auditor` has read-only site
 * administration.
 */
async function createFixture(server: TestServer): Promise<RepositoryFixture> {
  const storage = useMemoryStorage(server.world)
  for (const login of ['alice', 'bob', 'carol', 'auditor']) await server.createUser(login)
  await server.createUser('sam', { status: 'S' })
  await server.as('admin').post('site_permissions', {
    permission: 'read_only_administration',
    user_id: server.idOf('auditor'),
  })
  const roles = { administrators: ['alice'], members: ['bob'] }
  const created = {
    orchard: await insertProject(server, { shortName: 'Orchard', ...roles }),
    open: await insertProject(server, { shortName: 'open', ...roles }),
    secret: await insertProject(server, { shortName: 'secret', access: 'private', ...roles }),
    asleep: await insertProject(server, { shortName: 'asleep', ...roles }),
  }
  for (const project of [created.orchard, created.secret, created.asleep]) await enableSubversion(server, project)
  return { storage, ...created }
}

const message = ({ status, body }: TestResponse) => [status, body?.error?.message]

const settingsInput = (changed: object = {}) => ({
  settings: {
    commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
    immutable_tags: { paths: [], whitelist: [] },
    access_file: '',
    email_notifications: [],
    ...changed,
  },
})

const defaultSettings = {
  commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
  immutable_tags: { paths: [], whitelist: [] },
  access_file: '',
  email_notifications: [],
  has_default_permissions: true,
}

/** A file with the maximum number of lines. */
const nestedGroups = `[groups]\ng0 = alice\n${Array.from({ length: 19_990 }, (_, n) => `g${n + 1} = @g${n}`).join('\n')}`
/** Each group of one level contains two that contain the group of the level before. */
const doubledGroups = `[groups]\ng0 = alice\n${Array.from({ length: 30 }, (_, n) => `a${n} = @g${n}\nb${n} = @g${n}\ng${n + 1} = @a${n}, @b${n}`).join('\n')}`
const manyRules = `[/x]\n${Array.from({ length: 10_001 }, (_, n) => `user${n} = r`).join('\n')}`

const notification = (path: string, rest: object = {}) => ({ path, emails: [], users: [], user_groups: [], ...rest })

const wrongName =
  'Conflict: Repository name is invalid.  Must start by a letter, have a length of 3 characters minimum, only - _ . specials characters are allowed.'

onEachDatabase((dialect) => {
  describe('POST /svn', () => {
    const server = createServer(dialect)
    let fixture: RepositoryFixture
    const create = (login: string, body: object) =>
      server.as(login).post('svn', { project_id: fixture.orchard, ...body })
    const expectRejected = async (login: string, body: object) => {
      const before = [await server.rowCounts(), fixture.storage.directories.size]
      const response = await create(login, body)
      expect([await server.rowCounts(), fixture.storage.directories.size]).toEqual(before)
      return message(response)
    }

    beforeAll(async () => {
      fixture = await createFixture(server)
    })

    it('creates a repository with default settings and its files before it responds', async () => {
      const { status, body } = await create('alice', { name: 'sources' })
      expect(status).toBe(201)
      expect(body).toEqual({
        id: body.id,
        project: {
          id: fixture.orchard,
          uri: `projects/${fixture.orchard}`,
          label: 'Orchard',
          label_without_icon: 'Orchard',
          shortname: 'orchard',
          status: 'active',
          access: 'public',
          is_template: false,
        },
        uri: `svn/${body.id}`,
        name: 'sources',
        svn_url: 'http://localhost:80/svnplugin/Orchard/sources',
        settings: defaultSettings,
      })
      expect([...fixture.storage.directories.values()]).toEqual([{ author: 'alice', layout: [] }])
      expect((await server.as('alice').get(body.uri)).body).toEqual(body)
    })

    it('accepts all settings and returns users and groups instead of their ids', async () => {
      const { body: group } = await server
        .as('alice')
        .post('user_groups', { project_id: fixture.orchard, short_name: 'pruners' })
      const settings = {
        layout: ['trunk', '/tags'],
        commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: true },
        immutable_tags: { paths: [' /tags ', '/tags'], whitelist: ['/tags/moving'] },
        access_file: '  [/] * = rw\r\n@members = rw\r\n@pruners = r\n@absent = r  ',
        email_notifications: [
          notification('/trunk', {
            emails: ['b@example.com', 'a@example.com'],
            users: [server.idOf('bob'), server.idOf('alice')],
            user_groups: [`${group.id}`, `${fixture.orchard}_3`],
          }),
          notification('/', { emails: ['a@example.com'] }),
        ],
        has_default_permissions: false,
      }
      const { status, body } = await create('alice', { name: 'everything', settings })
      expect(status).toBe(201)
      const { email_notifications: notifications, ...rest } = body.settings
      expect(rest).toEqual({
        commit_rules: settings.commit_rules,
        immutable_tags: { paths: ['/tags', '/tags'], whitelist: ['/tags/moving'] },
        access_file: '[/] * = rw\r\n@members = rw\r\n@pruners = r\n# @absent = r',
        has_default_permissions: false,
      })
      expect(notifications.map((each: any) => [each.path, each.emails])).toEqual([
        ['/trunk', ['b@example.com', 'a@example.com']],
        ['/', ['a@example.com']],
      ])
      expect(notifications[0].users.map((each: any) => each.username)).toEqual(['bob', 'alice'])
      expect(Object.keys(notifications[0].users[0])).toEqual([
        'id',
        'uri',
        'user_url',
        'real_name',
        'display_name',
        'username',
        'ldap_id',
        'avatar_url',
        'is_anonymous',
        'has_avatar',
      ])
      expect(notifications[0].user_groups).toEqual([
        {
          id: `${group.id}`,
          uri: `user_groups/${group.id}`,
          label: 'pruners',
          users_uri: `user_groups/${group.id}/users`,
          short_name: 'pruners',
          key: 'pruners',
        },
        {
          id: `${fixture.orchard}_3`,
          uri: `user_groups/${fixture.orchard}_3`,
          label: 'Project members',
          users_uri: `user_groups/${fixture.orchard}_3/users`,
          short_name: 'project_members',
          key: 'ugroup_project_members_name_key',
        },
      ])
      expect([...fixture.storage.directories.values()].at(-1)).toEqual({ author: 'alice', layout: ['trunk', '/tags'] })
    })

    it('drops the allowed paths when there are no immutable paths', async () => {
      const settings = { immutable_tags: { paths: [], whitelist: ['/tags/moving'] } }
      const { body } = await create('alice', { name: 'listless', settings })
      expect(body.settings.immutable_tags).toEqual({ paths: [], whitelist: [] })
    })

    it.each(['ab', '1abc', 'a b/c', 'abc/def', 'çava', '-abc', `a${'b'.repeat(255)}`])(
      'rejects the name %j',
      async (name) => {
        expect(await expectRejected('alice', { name })).toEqual([409, wrongName])
      },
    )

    it.each(['abc', 'A-b_c.d', `a${'b'.repeat(254)}`])('accepts the name %j', async (name) => {
      expect((await create('alice', { name })).status).toBe(201)
    })

    it('rejects a used name regardless of case', async () => {
      const nameUsed = [409, 'Conflict: Repository name is already used in this project.']
      await create('alice', { name: 'taken' })
      expect(await expectRejected('alice', { name: 'taken' })).toEqual(nameUsed)
      expect(await expectRejected('alice', { name: 'TAKEN' })).toEqual(nameUsed)
      expect((await create('alice', { project_id: fixture.secret, name: 'taken' })).status).toBe(201)
    })

    it('creates one of several concurrent repositories with the same name, in one directory', async () => {
      const directoryCount = fixture.storage.directories.size
      const responses = await Promise.all([1, 2, 3].map(() => create('alice', { name: 'raced' })))
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
      expect(fixture.storage.directories.size).toBe(directoryCount + 1)
    })

    it.each([
      { login: 'visitor', expected: [401, 'Unauthorized'] },
      { login: 'carol', expected: [403, "Forbidden: User doesn't have permission to create a repository"] },
      { login: 'bob', expected: [403, "Forbidden: User doesn't have permission to create a repository"] },
      { login: 'auditor', expected: [403, "Forbidden: User doesn't have permission to create a repository"] },
    ])('is rejected for $login', async ({ login, expected }) => {
      expect(await expectRejected(login, { name: 'other' })).toEqual(expected)
    })

    it('is allowed for site administrators', async () => {
      expect((await create('admin', { name: 'theirs' })).status).toBe(201)
    })

    it('checks the project first, then the settings, the permission and the name', async () => {
      await server.as('admin').patch(`projects/${fixture.asleep}`, { status: 'suspended' })
      const invalid = { name: '1', settings: { email_notifications: [notification('/')] } }
      const at = (login: string, project: number) => expectRejected(login, { ...invalid, project_id: project })
      expect(await at('alice', fixture.asleep)).toEqual([403, 'Forbidden: This project is suspended'])
      expect(await at('admin', fixture.asleep)).toEqual([403, 'Forbidden: This project is suspended'])
      expect(await at('alice', 9999)).toEqual([400, 'Bad Request: Given project does not exist'])
      expect(await at('alice', fixture.open)).toEqual([400, 'Bad Request: Project does not use SVN service'])
      expect(await at('carol', fixture.secret)).toEqual([403, 'Forbidden'])
      // The settings are checked next, then the permission, then the name.
      expect(await at('carol', fixture.orchard)).toEqual([400, expect.stringContaining('Notification should concern')])
      expect(await expectRejected('carol', { name: '1' })).toEqual([
        403,
        expect.stringContaining('permission to create'),
      ])
    })

    it.each([
      { part: 'commit_rules', value: { is_reference_mandatory: true }, lacks: '[is_commit_message_change_allowed]' },
      { part: 'immutable_tags', value: { paths: [] }, lacks: '[whitelist]' },
      { part: 'email_notifications', value: [{ path: '/', emails: [], users: [] }], lacks: '[0][user_groups]' },
    ])('requires all members of $part', async ({ part, value, lacks }) => {
      expect(await expectRejected('alice', { name: 'partial', settings: { [part]: value } })).toEqual([
        400,
        `Bad Request: \`settings[${part}]${lacks}\` is required.`,
      ])
    })

    it('has a layout of at most 100 directories', async () => {
      const layout = Array.from({ length: 100 }, (_, n) => `d${n}`)
      expect((await create('alice', { name: 'widest', settings: { layout } })).status).toBe(201)
      const [status, text] = await expectRejected('alice', { name: 'wider', settings: { layout: [...layout, 'x'] } })
      expect([status, text]).toEqual([400, expect.stringContaining('settings[layout]')])
    })

    it('records the creation in the audit log', async () => {
      const { body } = await create('alice', { name: 'audited' })
      await create('alice', { name: 'audited-more', settings: {} })
      const { body: entries } = await server.as('admin').get('audit_log?query=svn_multi_repository_creation&limit=50')
      const entriesOfTest = entries.filter(({ detail }: any) => String(detail.name).startsWith('audited'))
      expect(entriesOfTest.map(({ action, subject }: any) => [action, subject]).sort()).toEqual([
        ['svn_multi_repository_creation', 'Orchard'],
        ['svn_multi_repository_creation_with_full_settings', 'Orchard'],
      ])
      expect(entriesOfTest.some(({ detail }: any) => detail.repository === body.id)).toBe(true)
    })

    it('creates neither row nor directory when the storage fails', async () => {
      const { create: make } = fixture.storage
      const before = await server.rowCounts()
      Object.assign(fixture.storage, { create: async () => Promise.reject(new Error('the disk is full')) })
      const response = await create('alice', { name: 'unlucky' })
      Object.assign(fixture.storage, { create: make })
      expect(response.status).toBe(500)
      expect(await server.rowCounts()).toEqual(before)
      expect((await create('alice', { name: 'unlucky' })).status).toBe(201)
    })
  })

  describe('settings of a repository, rejected by PUT and POST,', () => {
    const server = createServer(dialect)
    let fixture: RepositoryFixture
    let id: number
    const rejectionOf = async (settings: object) => {
      const before = await server.rowCounts()
      const current = (await server.as('alice').get(`svn/${id}`)).body
      const put = message(await server.as('alice').put(`svn/${id}`, settingsInput(settings)))
      expect((await server.as('alice').get(`svn/${id}`)).body).toEqual(current)
      const post = message(
        await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'unmade', settings }),
      )
      expect(await server.rowCounts()).toEqual(before)
      expect(post).toEqual(put)
      return put
    }

    beforeAll(async () => {
      fixture = await createFixture(server)
      id = (await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'sources' })).body.id
    })

    it('contain duplicate notification paths', async () => {
      const duplicates = ['/a', '/b', '/a', '/b', '/c'].map((path) => notification(path, { emails: ['a@example.com'] }))
      expect(await rejectionOf({ email_notifications: duplicates })).toEqual([
        400,
        'Bad Request: One notification path or more are not unique: /a, /b',
      ])
    })

    it('contain notifications without recipients', async () => {
      const withoutRecipients = [
        notification('/a'),
        notification('/b', { emails: ['a@example.com'] }),
        notification('/c'),
      ]
      expect(await rejectionOf({ email_notifications: withoutRecipients })).toEqual([
        400,
        'Bad Request: Notification should concern at least one email or one user or one user group for path: /a,/c',
      ])
    })

    it('contain duplicate email addresses', async () => {
      const emails = ['a@example.com', 'b@example.com', 'a@example.com']
      expect(await rejectionOf({ email_notifications: [notification('/a', { emails })] })).toEqual([
        400,
        'Bad Request: One email or more are not unique for path: /a : a@example.com',
      ])
    })

    it.each([
      'a\r\nBcc: x@y',
      'a@example.com\r\nBcc: x@y',
      'a b@example.com',
      'a@example.com,b@example.com',
      '<a@example.com>',
      `${'a'.repeat(244)}@example.com`,
      ' ',
    ])('contain the invalid email address %j', async (email) => {
      const emails = ['a@example.com', email]
      expect(await rejectionOf({ email_notifications: [notification('/a', { emails })] })).toEqual([
        400,
        `Bad Request: One email or more are no e-mail addresses for path: /a : ${JSON.stringify(email.trim())}`,
      ])
    })

    it('may contain addresses that only the mail server knows', async () => {
      const emails = ['root', 'postmaster@localhost', 'list+trunk@münchen.example', `${'a'.repeat(243)}@example.com`]
      const saved = await server
        .as('alice')
        .put(`svn/${id}`, settingsInput({ email_notifications: [notification('/', { emails })] }))
      expect([saved.status, saved.body.settings?.email_notifications[0].emails]).toEqual([200, emails])
      await server.as('alice').put(`svn/${id}`, settingsInput())
    })

    it('contain users that do not exist or are suspended', async () => {
      expect(await rejectionOf({ email_notifications: [notification('/', { users: [99999] })] })).toEqual([
        400,
        'Bad Request: User 99999 not found',
      ])
      const sam = server.idOf('sam')
      expect(await rejectionOf({ email_notifications: [notification('/', { users: [sam] })] })).toEqual([
        400,
        `Bad Request: User ${sam} is neither active nor restricted.`,
      ])
    })

    it('contain groups that do not exist or belong to another project', async () => {
      const { body: otherGroup } = await server
        .as('alice')
        .post('user_groups', { project_id: fixture.open, short_name: 'theirs' })
      const of = (group: string) => rejectionOf({ email_notifications: [notification('/', { user_groups: [group] })] })
      const notThese = 'Bad Request: Notifications cannot be sent to user groups Anonymous Authenticated and Registered'
      const notTheirs = "Bad Request: You can't add a user group from a different project"
      expect(await of('x')).toEqual([400, 'Bad Request: Invalid ID format(x)'])
      expect(await of('3')).toEqual([
        400,
        "Bad Request: Invalid ID for user group ('3'), format must be: projectId_ugroupId",
      ])
      expect(await of('99999')).toEqual([404, 'Not Found: User Group does not exist'])
      expect(await of(`${fixture.orchard}_${otherGroup.id}`)).toEqual([
        404,
        'Not Found: User Group does not exist in project',
      ])
      expect(await of('2')).toEqual([400, notThese])
      expect(await of(`${fixture.orchard}_11`)).toEqual([400, notThese])
      expect(await of(`${fixture.open}_3`)).toEqual([400, notTheirs])
      expect(await of(otherGroup.id)).toEqual([400, notTheirs])
    })

    it('contain lists of paths that are too long', async () => {
      const long = ['é'.repeat(32_767), 'ab']
      const tooBig = 'Bad Request: The list of paths or allowed paths is too big and cannot be saved'
      expect(await rejectionOf({ immutable_tags: { paths: long, whitelist: [] } })).toEqual([400, tooBig])
      expect(await rejectionOf({ immutable_tags: { paths: ['/a'], whitelist: long } })).toEqual([400, tooBig])
      const longest = ['é'.repeat(32_767)]
      const put = await server
        .as('alice')
        .put(`svn/${id}`, settingsInput({ immutable_tags: { paths: longest, whitelist: [] } }))
      expect(put.status).toBe(200)
    })
  })

  describe('PUT /svn/{id}', () => {
    const server = createServer(dialect)
    let fixture: RepositoryFixture
    let id: number
    const put = (login: string, body: object) => server.as(login).put(`svn/${id}`, body)
    const history = async () =>
      (await server.as('admin').get('audit_log?query=svn_multi&limit=50')).body.map(({ action }: any) =>
        action.replace('svn_multi_repository_', ''),
      )

    beforeAll(async () => {
      fixture = await createFixture(server)
      id = (await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'sources' })).body.id
    })

    it('replaces all settings and records one audit entry per changed part', async () => {
      const notifications = [notification('/', { emails: ['a@example.com'] })]
      const steps = [
        { change: {}, expected: [] },
        {
          change: { commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false } },
          expected: ['hook_update'],
        },
        {
          change: { immutable_tags: { paths: ['/tags'], whitelist: [] } },
          // The commit rules are the default again.
          expected: ['hook_update', 'immutable_tags_update'],
        },
        { change: { access_file: '[/]\n* = r' }, expected: ['immutable_tags_update', 'access_file_update'] },
        { change: { access_file: ' [/]\n* = r\n' }, expected: [] },
        { change: { access_file: '[/]\n* = r', has_default_permissions: false }, expected: ['access_file_update'] },
        { change: { access_file: '[/]\n* = r' }, expected: ['access_file_update'] },
        {
          change: { access_file: '[/]\n* = r', email_notifications: notifications },
          expected: ['notification_create'],
        },
        { change: { access_file: '[/]\n* = r', email_notifications: notifications }, expected: [] },
        {
          change: { email_notifications: [...notifications, notification('/trunk', { users: [server.idOf('bob')] })] },
          expected: ['access_file_update', 'notification_update'],
        },
        { change: {}, expected: ['notification_delete'] },
      ]
      for (const { change, expected } of steps) {
        const before = await history()
        const { status, body } = await put('alice', settingsInput(change))
        expect(status).toBe(200)
        expect((await server.as('alice').get(`svn/${id}`)).body).toEqual(body)
        const after = await history()
        expect(after.slice(0, after.length - before.length).reverse()).toEqual(expected)
      }
      expect((await server.as('alice').get(`svn/${id}`)).body.settings).toEqual(defaultSettings)
    })

    it.each(['commit_rules', 'immutable_tags', 'email_notifications'])('requires %s', async (name) => {
      const { [name]: _, ...settings }: Record<string, unknown> = settingsInput().settings
      expect(message(await put('alice', { settings }))).toEqual([
        400,
        `Bad Request: \`settings[${name}]\` is required.`,
      ])
    })

    it('requires an access file, which can be empty', async () => {
      const required = [400, 'Bad Request: `settings[access_file]` is required']
      expect(message(await put('alice', settingsInput({ access_file: null })))).toEqual(required)
      expect(message(await put('alice', settingsInput({ access_file: undefined })))).toEqual(required)
      expect(message(await put('bob', settingsInput({ access_file: null })))).toEqual([
        403,
        'Forbidden: User must be SVN admin to do this action',
      ])
    })

    it.each([
      { login: 'visitor', expected: [401, 'Unauthorized'] },
      { login: 'carol', expected: [403, 'Forbidden: User must be SVN admin to do this action'] },
      { login: 'bob', expected: [403, 'Forbidden: User must be SVN admin to do this action'] },
      { login: 'auditor', expected: [403, 'Forbidden: User must be SVN admin to do this action'] },
    ])('and DELETE are rejected for $login', async ({ login, expected }) => {
      const before = await server.rowCounts()
      expect(message(await put(login, settingsInput({ access_file: '[/]' })))).toEqual(expected)
      expect(message(await server.as(login).delete(`svn/${id}`))).toEqual(expected)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('and DELETE return 404 for a missing repository, and 403 in a hidden project, where GET returns 404', async () => {
      const { body } = await server.as('alice').post('svn', { project_id: fixture.secret, name: 'hidden' })
      for (const send of [
        (login: string, one: number) => server.as(login).put(`svn/${one}`, settingsInput()),
        (login: string, one: number) => server.as(login).delete(`svn/${one}`),
      ]) {
        expect(message(await send('alice', 9999))).toEqual([404, 'Not Found: Repository not found'])
        expect(message(await send('carol', body.id))).toEqual([403, 'Forbidden'])
        expect(message(await send('auditor', body.id))[0]).toBe(403)
      }
    })

    it('and DELETE are rejected in a suspended project, even for site administrators', async () => {
      const { body } = await server.as('alice').post('svn', { project_id: fixture.asleep, name: 'sleepy' })
      await server.as('admin').patch(`projects/${fixture.asleep}`, { status: 'suspended' })
      const before = await server.rowCounts()
      for (const login of ['alice', 'admin'])
        for (const response of [
          await server.as(login).put(`svn/${body.id}`, settingsInput({ access_file: '[/]' })),
          await server.as(login).delete(`svn/${body.id}`),
        ])
          expect(message(response)).toEqual([403, 'Forbidden: This project is suspended'])
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each(['application/json', 'application/xml'])('accepts the response of GET as %s unchanged', async (type) => {
      const group = await server
        .as('alice')
        .post('user_groups', { project_id: fixture.orchard, short_name: `tenders${type.length}` })
      const text = '[groups]\r\nothers = bob\r\n[/trunk]\t\r\n* = r\n\n@others = rw\n# é'
      // Lists with one item and with several items, which XML represents differently.
      const notifications = [
        notification('/', {
          emails: ['a@example.com'],
          users: [server.idOf('bob'), server.idOf('alice')],
          user_groups: [`${group.body.id}`, `${fixture.orchard}_4`],
        }),
        notification('/trunk', {
          emails: ['a@example.com', 'b@example.com'],
          users: [server.idOf('bob')],
          user_groups: [`${fixture.orchard}_3`],
        }),
      ]
      const tags = { paths: ['/tags', '/a b'], whitelist: ['/tags/new'] }
      const rules = { is_reference_mandatory: false, is_commit_message_change_allowed: true }
      const first = await put(
        'alice',
        settingsInput({
          access_file: text,
          email_notifications: notifications,
          immutable_tags: tags,
          commit_rules: rules,
        }),
      )
      expect([first.status, first.body.settings?.access_file]).toEqual([200, text])
      const options = { headers: { accept: type, 'content-type': type } }
      const read = await server.as('alice').get(`svn/${id}`, options)
      const before = await history()
      const requestBody = type === 'application/json' ? read.body : read.text
      const back = await server.as('alice').put(`svn/${id}`, requestBody, options)
      expect([back.status, back.text]).toEqual([200, read.text])
      expect(back.text).toBe(read.text)
      expect(await history()).toEqual(before)
      expect((await server.as('alice').get(`svn/${id}`, options)).text).toBe(read.text)
    })

    it.each(['application/json', 'application/xml'])(
      'accepts the response of GET as %s after its users were suspended and its groups deleted',
      async (type) => {
        const suffix = type.replace(/\W/g, '')
        for (const login of ['resting', 'leaving']) await server.createUser(`${login}${suffix}`)
        const [resting, leaving] = [server.idOf(`resting${suffix}`), server.idOf(`leaving${suffix}`)]
        const groupInput = { project_id: fixture.orchard, short_name: `passing${suffix}` }
        const group = `${(await server.as('alice').post('user_groups', groupInput)).body.id}`
        const list = notification('/trunk', { users: [resting, leaving], user_groups: [group, `${fixture.orchard}_3`] })
        const notifications = [
          notification('/only', { user_groups: [group] }),
          list,
          notification('/', { emails: ['a@example.com'] }),
        ]
        const text = `[/trunk]\n@passing${suffix} = rw`
        const saved = await put('alice', settingsInput({ email_notifications: notifications, access_file: text }))
        expect(saved.status, saved.text).toBe(200)
        for (const [id, status] of [
          [resting, 'S'],
          [leaving, 'D'],
        ])
          expect((await server.as('admin').patch(`users/${id}`, { values: { status } })).status).toBe(200)
        expect((await server.as('alice').delete(`user_groups/${group}`)).status).toBeLessThan(300)

        const options = { headers: { accept: type, 'content-type': type } }
        const read = await server.as('alice').get(`svn/${id}`, options)
        const { settings } = (await server.as('alice').get(`svn/${id}`)).body
        expect(settings.email_notifications).toMatchObject([
          { path: '/trunk', users: [{ id: resting }, { id: leaving }], user_groups: [{ id: `${fixture.orchard}_3` }] },
          { path: '/', emails: ['a@example.com'] },
        ])
        const before = await history()
        const requestBody = type === 'application/json' ? read.body : read.text
        const back = await server.as('alice').put(`svn/${id}`, requestBody, options)
        expect([back.status, back.text]).toEqual([200, read.text])
        expect(await history()).toEqual(before)
        expect((await server.as('alice').get(`svn/${id}`, options)).text).toBe(read.text)

        // What is stored may be moved to another path; what is new is checked.
        const moved = await put(
          'alice',
          settingsInput({ email_notifications: [{ ...list, path: '/moved', user_groups: [] }] }),
        )
        expect([moved.status, moved.body.settings?.email_notifications]).toEqual([
          200,
          [expect.objectContaining({ path: '/moved', user_groups: [] })],
        ])
        const added = notification('/', { users: [server.idOf('sam')] })
        expect(message(await put('alice', settingsInput({ email_notifications: [added] })))).toEqual([
          400,
          `Bad Request: User ${server.idOf('sam')} is neither active nor restricted.`,
        ])
        const gone = notification('/', { user_groups: [group] })
        expect(message(await put('alice', settingsInput({ email_notifications: [gone] })))).toEqual([
          404,
          'Not Found: User Group does not exist',
        ])
      },
    )

    it('accepts the response of GET with the most recipients that can be stored', async () => {
      const users = [server.idOf('bob'), server.idOf('alice')]
      // 30 values each, in the response.
      const of = (count: number) => Array.from({ length: count }, (_, n) => notification(`/${n}`, { users }))
      const paths = Array.from({ length: 20 }, (_, n) => `/tags/${n}`)
      const largest = { email_notifications: of(996), immutable_tags: { paths, whitelist: [] } }
      const saved = await put('alice', settingsInput({ ...largest, access_file: `# ${'x'.repeat(1_000_000)}` }))
      expect([saved.status, saved.body.error]).toEqual([200, undefined])
      const read = await server.as('alice').get(`svn/${id}`)
      const before = await history()
      const back = await put('alice', read.body)
      expect([back.status, back.text === read.text]).toEqual([200, true])
      const asXml = { headers: { accept: 'application/xml', 'content-type': 'application/xml' } }
      const xml = await server.as('alice').get(`svn/${id}`, asXml)
      expect((await server.as('alice').put(`svn/${id}`, xml.text, asXml)).status).toBe(200)
      expect(await history()).toEqual(before)
      const tags = { paths: [...paths, '/tags/x'], whitelist: [] }
      for (const more of [{ immutable_tags: tags }, { email_notifications: of(997) }])
        expect(message(await put('alice', settingsInput({ ...largest, ...more })))).toEqual([
          400,
          expect.stringMatching(/^Bad Request: The settings have too many .* GET would return (29901|29930) values/),
        ])
      expect((await server.as('alice').get(`svn/${id}`)).text).toBe(read.text)
      await put('alice', settingsInput())
    })

    it('accepts empty lists in XML, which remove the present values', async () => {
      const tags = { paths: ['/tags'], whitelist: ['/tags/new'] }
      const before = await put(
        'alice',
        settingsInput({
          immutable_tags: tags,
          email_notifications: [notification('/', { emails: ['a@example.com'] })],
        }),
      )
      expect([before.status, before.body.settings?.immutable_tags]).toEqual([200, tags])
      const requestBody = (lists: string) =>
        `<request><settings><commit_rules><is_reference_mandatory>0</is_reference_mandatory><is_commit_message_change_allowed>0</is_commit_message_change_allowed></commit_rules><immutable_tags>${lists}</immutable_tags><access_file>[/]</access_file><email_notifications/></settings></request>`
      const send = (lists: string) =>
        server.as('alice').put(`svn/${id}`, requestBody(lists), { headers: { 'content-type': 'application/xml' } })
      const expectRejected = await send('<paths/>')
      expect([expectRejected.status, (await server.as('alice').get(`svn/${id}`)).body.settings]).toEqual([
        400,
        before.body.settings,
      ])
      const accepted = await send('<paths/><whitelist></whitelist>')
      expect(accepted.status, accepted.text).toBe(200)
      expect((await server.as('alice').get(`svn/${id}`)).body.settings).toMatchObject({
        immutable_tags: { paths: [], whitelist: [] },
        access_file: '[/]',
        email_notifications: [],
      })
    })

    it('accepts an empty access file in XML, as in the XML response', async () => {
      const settings =
        '<commit_rules><is_reference_mandatory>0</is_reference_mandatory><is_commit_message_change_allowed>0</is_commit_message_change_allowed></commit_rules><immutable_tags><paths/><whitelist/></immutable_tags><access_file/><email_notifications/>'
      const body = `<request><settings>${settings}</settings></request>`
      const changed = await server
        .as('alice')
        .put(`svn/${id}`, body, { headers: { 'content-type': 'application/xml' } })
      expect(changed.status, changed.text).toBe(200)
      expect((await server.as('alice').get(`svn/${id}`)).body.settings.access_file).toBe('')
    })

    it('accepts users and groups as objects, numbers and strings in any combination', async () => {
      const [alice, bob] = [server.idOf('alice'), server.idOf('bob')]
      const group = await server.as('alice').post('user_groups', { project_id: fixture.orchard, short_name: 'mixture' })
      const one = {
        path: '/',
        emails: [],
        users: [alice, `${bob}`],
        user_groups: [Number(group.body.id), `${fixture.orchard}_3`],
      }
      const other = {
        path: '/',
        emails: [],
        users: [{ id: `${alice}`, username: 'not read' }, { id: bob }],
        user_groups: [{ id: group.body.id, label: 'x' }, { id: `${fixture.orchard}_3` }],
      }
      const first = await put('alice', settingsInput({ email_notifications: [one] }))
      const second = await put('alice', settingsInput({ email_notifications: [other] }))
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.body.settings).toEqual(first.body.settings)
      for (const users of [['amy'], [{ username: 'alice' }], [1.5], [null], [{ id: 'alice' }], ['']])
        expect(message(await put('alice', settingsInput({ email_notifications: [{ ...one, users }] })))[0]).toBe(400)
      for (const user_groups of [[{}], [null], [[]], [{ id: null }]])
        expect(message(await put('alice', settingsInput({ email_notifications: [{ ...one, user_groups }] })))[0]).toBe(
          400,
        )
      expect((await server.as('alice').get(`svn/${id}`)).body.settings).toEqual(first.body.settings)
    })

    it.each([
      { text: 'garbage', problem: 'line 1: expected a name and "="' },
      { text: '\n \n [/]\n* = rwx', problem: 'line 4: ' },
      { text: '[/]\n* = r\n[trunk]\n* = r', problem: 'line 3: a section is a path that begins with "/"' },
      { text: '[groups]\na = @b\n[/]\n@a = r', problem: 'line 2: unknown group "@b"' },
      { text: nestedGroups, problem: 'line 53: the group "g51" is nested more than 50 levels deep' },
      {
        text: doubledGroups,
        problem: 'line 50: up to "g16" the groups have more than 1000000 members, with those of nested groups',
      },
      { text: manyRules, problem: 'line 10002: the section "/x" has more than 10000 rules' },
    ])('and POST reject an invalid access file with the line of the problem: $problem', async ({ text, problem }) => {
      const refusal = [400, expect.stringContaining(`Bad Request: Subversion cannot read the access file: ${problem}`)]
      const before = [await server.rowCounts(), (await server.as('alice').get(`svn/${id}`)).body]
      const rules = { is_reference_mandatory: true, is_commit_message_change_allowed: true }
      expect(message(await put('alice', settingsInput({ access_file: text, commit_rules: rules })))).toEqual(refusal)
      const created = { project_id: fixture.orchard, name: 'unreadable', settings: { access_file: text } }
      expect(message(await server.as('alice').post('svn', created))).toEqual(refusal)
      expect([await server.rowCounts(), (await server.as('alice').get(`svn/${id}`)).body]).toEqual(before)
      // A caller without permission learns nothing about the text, and other problems are reported first.
      expect(message(await put('bob', settingsInput({ access_file: text })))[0]).toBe(403)
      const duplicates = [
        notification('/', { emails: ['a@example.com'] }),
        notification('/', { emails: ['a@example.com'] }),
      ]
      expect(
        message(await put('alice', settingsInput({ access_file: text, email_notifications: duplicates })))[1],
      ).toContain('not unique')
    })

    it('accepts an invalid access file of an earlier version only unchanged', async () => {
      await storeAccessFile(server, id, 'garbage')
      const read = await server.as('alice').get(`svn/${id}`)
      expect(read.body.settings.access_file).toBe('garbage')
      expect((await put('alice', read.body)).status).toBe(200)
      expect(
        message(await put('alice', settingsInput({ access_file: 'garbage', has_default_permissions: false })))[0],
      ).toBe(400)
      expect((await put('alice', settingsInput())).status).toBe(200)
    })

    it('applies concurrent changes one after another', async () => {
      const files = ['[/]\n* = r', '[/]\n* = rw', '[/]\n* =']
      const responses = await Promise.all(files.map((access_file) => put('alice', settingsInput({ access_file }))))
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(files).toContain((await server.as('alice').get(`svn/${id}`)).body.settings.access_file)
    })
  })

  describe('GET /svn/{id} and GET /projects/{id}/svn', () => {
    const server = createServer(dialect)
    let fixture: RepositoryFixture
    const ids: Record<string, number> = {}
    const list = (login: string, project: number, query = '') => server.as(login).get(`projects/${project}/svn${query}`)
    const names = ({ body }: TestResponse) => body.repositories.map(({ name }: any) => name)

    beforeAll(async () => {
      fixture = await createFixture(server)
      for (const [project, name] of [
        [fixture.orchard, 'pears'],
        [fixture.orchard, 'Apples'],
        [fixture.orchard, 'cherries'],
        [fixture.secret, 'hidden'],
        [fixture.asleep, 'sleepy'],
      ] as const)
        ids[name] = (await server.as('alice').post('svn', { project_id: project, name })).body.id
      await server.as('admin').patch(`projects/${fixture.asleep}`, { status: 'suspended' })
    })

    it.each([
      { login: 'alice', isVisible: true },
      { login: 'admin', isVisible: true },
      { login: 'auditor', isVisible: true },
      { login: 'bob', isVisible: false },
      { login: 'carol', isVisible: false },
      { login: 'visitor', isVisible: false },
    ])('includes the settings for $login: $isVisible', async ({ login, isVisible }) => {
      const { status, body } = await server.as(login).get(`svn/${ids['pears']}`)
      expect(status).toBe(200)
      expect(Object.keys(body)).toEqual(['id', 'project', 'uri', 'name', 'svn_url', ...(isVisible ? ['settings'] : [])])
    })

    it('hides a repository of a hidden project, and returns 403 for a suspended one', async () => {
      expect(message(await server.as('carol').get(`svn/${ids['hidden']}`))).toEqual([404, 'Not Found'])
      expect((await server.as('visitor').get(`svn/${ids['hidden']}`)).status).toBe(401)
      expect((await server.as('bob').get(`svn/${ids['hidden']}`)).status).toBe(200)
      expect(message(await server.as('alice').get('svn/9999'))).toEqual([404, 'Not Found: Repository not found'])
      const suspended = [403, 'Forbidden: This project is suspended']
      for (const login of ['alice', 'bob', 'carol'])
        expect(message(await server.as(login).get(`svn/${ids['sleepy']}`))).toEqual(suspended)
      expect((await server.as('admin').get(`svn/${ids['sleepy']}`)).status).toBe(200)
    })

    it('lists repositories by name in short form, with the exact total', async () => {
      for (const login of ['alice', 'visitor']) {
        const response = await list(login, fixture.orchard, '?limit=2')
        expect(names(response)).toEqual(['Apples', 'cherries'])
        expect(response.body.repositories[0]).not.toHaveProperty('settings')
        expect(response.headers).toMatchObject({
          'x-pagination-limit': '2',
          'x-pagination-offset': '0',
          'x-pagination-size': '3',
          'x-pagination-limit-max': '50',
        })
      }
      expect(names(await list('alice', fixture.orchard, '?limit=2&offset=2'))).toEqual(['pears'])
      expect(names(await list('alice', fixture.open))).toEqual([])
    })

    it('filters by the exact name', async () => {
      const findByName = (query: unknown) =>
        list(
          'bob',
          fixture.orchard,
          `?query=${encodeURIComponent(typeof query === 'string' ? query : JSON.stringify(query))}`,
        )
      const results = await findByName({ name: 'pears' })
      expect(names(results)).toEqual(['pears'])
      expect(results.headers['x-pagination-size']).toBe('1')
      for (const name of ['pear', 'Pears', '%', '']) expect(names(await findByName({ name }))).toEqual([])
      expect(message(await findByName('pears'))).toEqual([400, 'Bad Request: Query must be in Json'])
      expect(message(await findByName({ foo: 'pears' }))).toEqual([400, 'Bad Request: You can only search on "name"'])
      expect(message(await findByName({ name: 3 }))).toEqual([400, 'Bad Request: You can only search on "name"'])
    })

    it('returns 404 for an unknown project and 403 for a hidden one', async () => {
      expect(message(await list('alice', 9999))).toEqual([404, 'Not Found: Project does not exist'])
      expect(message(await list('carol', fixture.secret))).toEqual([403, 'Forbidden'])
    })

    it('is a resource of its project, after the trackers', async () => {
      const { body } = await server.as('bob').get(`projects/${fixture.orchard}`)
      expect(body.resources.slice(0, 2)).toEqual([
        { type: 'trackers', uri: `projects/${fixture.orchard}/trackers` },
        { type: 'svn', uri: `projects/${fixture.orchard}/svn` },
      ])
    })

    it('returns the allowed methods for OPTIONS to every caller', async () => {
      const allowed = async (url: string) => (await server.as('visitor').options(url)).headers['allow']
      expect(await allowed('svn')).toBe('OPTIONS, POST')
      expect(await allowed(`svn/${ids['pears']}`)).toBe('OPTIONS, GET, PUT, DELETE')
      expect(await allowed(`projects/${fixture.orchard}/svn`)).toBe('OPTIONS, GET')
    })
  })

  describe('DELETE /svn/{id}', () => {
    const server = createServer(dialect)
    let fixture: RepositoryFixture

    beforeAll(async () => {
      fixture = await createFixture(server)
    })

    it('queues the deletion once, and the repository exists until the job runs', async () => {
      const { body } = await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'sources' })
      const { status, text } = await server.as('alice').delete(body.uri)
      expect([status, text]).toEqual([202, ''])
      expect((await server.as('alice').get(body.uri)).status).toBe(200)
      const before = await server.rowCounts()
      expect(message(await server.as('alice').delete(body.uri))).toEqual([
        400,
        'Bad Request: Repository already in queue for deletion',
      ])
      expect(await server.rowCounts()).toEqual(before)
    })
  })

  describe('a deleted repository', () => {
    const server = createServer(dialect)
    let fixture: RepositoryFixture

    beforeAll(async () => {
      fixture = await createFixture(server)
    })

    it('returns 404 and reserves its name', async () => {
      const { body } = await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'sources' })
      const deletedOn = server.world.clock.now()
      await server.world.db.write((tx) =>
        saveRepository(tx, grantPermit('administer', { id: body.id as RepositoryId }), { deletedOn, directory: null }),
      )
      const notFound = [404, 'Not Found: Repository not found']
      for (const response of [
        await server.as('alice').get(body.uri),
        await server.as('alice').put(body.uri, settingsInput()),
        await server.as('alice').delete(body.uri),
      ])
        expect(message(response)).toEqual(notFound)
      const { body: list, headers } = await server.as('alice').get(`projects/${fixture.orchard}/svn`)
      expect([list, headers['x-pagination-size']]).toEqual([{ repositories: [] }, '0'])
      expect(message(await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'Sources' }))).toEqual([
        409,
        'Conflict: Repository name is already used in this project.',
      ])
    })
  })

  describe('a restored repository', () => {
    const server = createServer(dialect)

    it('keeps its dump until the restore is final, and is restored once per Idempotency-Key', async () => {
      const { orchard: project, storage } = await createFixture(server)
      const id = await createDeletedRepository(server, project, 'former')
      const removeDump = vi.spyOn(storage, 'removeDump')
      const waitingJobs = () =>
        server.world.db.read.selectFrom('job').select('payload').where('kind', '=', dumpRemovalJobKind).execute()
      const headers = { 'idempotency-key': 'restore-former-once' }
      const responses = [
        await server.as('alice').post(`svn/${id}/restore`, undefined, { headers }),
        await server.as('alice').post(`svn/${id}/restore`, undefined, { headers }),
      ]
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      expect(await waitingJobs()).toEqual([{ payload: JSON.stringify(`former-${id}.svn`) }])
      expect(removeDump).not.toHaveBeenCalled()
      await runJobs(server.world)
      expect(removeDump.mock.calls).toEqual([[`former-${id}.svn`]])
      expect((await server.as('alice').post(`svn/${id}/restore`)).status).toBe(400)
    })
  })

  describe('a repository with Subversion installed', () => {
    const server = createServer(dialect)

    it('exists with its layout when POST /svn has responded', async ({ skip }) => {
      const { repositories } = server.world
      skip(repositories.state() === 'absent', 'Subversion is not installed')
      await server.createUser('alice')
      const project = await insertProject(server, { shortName: 'orchard', administrators: ['alice'] })
      await enableSubversion(server, project)
      const settings = { layout: ['trunk', '/tags/', '../../etc', 'x'.repeat(200_000)] }
      const { status, body } = await server.as('alice').post('svn', { project_id: project, name: 'sources', settings })
      expect(status).toBe(201)
      const row = server.world.db.read.selectFrom('repository').select('directory').where('id', '=', body.id)
      const { directory } = await row.executeTakeFirstOrThrow()
      const look = async (command: string) => (await repositories.look(String(directory), [command])).toString().trim()
      expect([await look('youngest'), await look('author'), await look('tree')]).toEqual([
        '1',
        'alice',
        '/\n tags/\n trunk/',
      ])
    })
  })

  describe('without Subversion on the server', () => {
    const server = createServer(dialect)
    let fixture: RepositoryFixture
    let uri: string

    beforeAll(async () => {
      fixture = await createFixture(server)
      uri = (await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'sources' })).body.uri
      fixture.storage.setState('absent')
    })

    it('repositories are readable', async () => {
      expect((await server.as('alice').get(uri)).body.settings).toEqual(defaultSettings)
      expect((await server.as('visitor').get(`projects/${fixture.orchard}/svn`)).body.repositories).toHaveLength(1)
    })

    it('writes that would otherwise succeed return 501 and change nothing', async () => {
      const absent = [501, 'Not Implemented: Subversion is not available on this server']
      const before = await server.rowCounts()
      const create = (login: string, name: string) =>
        server.as(login).post('svn', { project_id: fixture.orchard, name })
      expect(message(await create('alice', 'other'))).toEqual(absent)
      expect(message(await server.as('alice').put(uri, settingsInput({ access_file: '[/]' })))).toEqual(absent)
      expect(message(await server.as('alice').delete(uri))).toEqual(absent)
      // A request that is rejected for another reason still is.
      expect(message(await create('bob', 'other'))[0]).toBe(403)
      expect(message(await create('alice', 'sources'))[0]).toBe(409)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('repositories can be created and changed while only Apache is not running', async () => {
      fixture.storage.setState('degraded')
      expect((await server.as('alice').put(uri, settingsInput())).status).toBe(200)
      fixture.storage.setState('absent')
    })
  })

  describe('the group of repository administrators', () => {
    const server = createServer(dialect)
    let fixture: RepositoryFixture
    let id: number
    let keepers: string

    beforeAll(async () => {
      fixture = await createFixture(server)
      id = (await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'sources' })).body.id
      const { body } = await server
        .as('alice')
        .post('user_groups', { project_id: fixture.orchard, short_name: 'keepers' })
      keepers = `${body.id}`
      await server.as('alice').put(`user_groups/${keepers}/users`, { user_references: [{ username: 'bob' }] })
    })

    const name = (login: string, groups: readonly string[]) =>
      server.as(login).put(`projects/${fixture.orchard}/svn_administrators`, { user_groups: groups })

    it('is set by project administrators and takes effect from the next request on', async () => {
      expect((await server.as('bob').put(`svn/${id}`, settingsInput())).status).toBe(403)
      expect((await name('alice', [keepers])).status).toBe(200)
      const { body } = await server.as('alice').get(`projects/${fixture.orchard}/svn_administrators`)
      expect(body.user_groups.map((each: any) => each.short_name)).toEqual(['keepers'])
      expect((await server.as('bob').put(`svn/${id}`, settingsInput())).status).toBe(200)
      expect((await server.as('bob').get(`svn/${id}`)).body).toHaveProperty('settings')
      expect((await server.as('bob').post('svn', { project_id: fixture.orchard, name: 'bobs' })).status).toBe(201)
      expect((await server.as('carol').put(`svn/${id}`, settingsInput())).status).toBe(403)
      await name('alice', [])
      expect((await server.as('bob').put(`svn/${id}`, settingsInput())).status).toBe(403)
    })

    it('cannot be deleted', async () => {
      await name('alice', [keepers])
      const { status, body } = await server.as('alice').delete(`user_groups/${keepers}`)
      expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('administration of repositories')])
    })

    it('is copied to a project created from this one, as the group of the new project', async () => {
      await name('alice', [keepers, `${fixture.orchard}_3`])
      const projectInput = { shortname: 'grove', label: 'Grove', is_public: true, template_id: fixture.orchard }
      const created = await server.as('alice').post('projects', projectInput)
      expect(created.status).toBe(201)
      const grove: number = created.body.id
      const groups = (await server.as('alice').get(`projects/${grove}/user_groups`)).body
      const copy = groups.find(({ short_name }: any) => short_name === 'keepers').id
      const { body } = await server.as('alice').get(`projects/${grove}/svn_administrators`)
      expect(body.user_groups.map((each: any) => each.id).sort()).toEqual([`${grove}_3`, copy].sort())
      expect(copy).not.toBe(keepers)
      await enableSubversion(server, grove)
      const create = () => server.as('bob').post('svn', { project_id: grove, name: 'bobs' })
      expect((await create()).status).toBe(403)
      await server.as('alice').put(`user_groups/${grove}_3/users`, {
        user_references: [{ username: 'alice' }, { username: 'bob' }],
      })
      expect((await create()).status).toBe(201)
      // The source project is unchanged.
      const before = await server.as('alice').get(`projects/${fixture.orchard}/svn_administrators`)
      expect(before.body.user_groups.map((each: any) => each.id).sort()).toEqual(
        [keepers, `${fixture.orchard}_3`].sort(),
      )
    })

    it('is empty in a project created from one that has none', async () => {
      const projectInput = { shortname: 'heath', label: 'Heath', is_public: true, template_id: fixture.open }
      const { body } = await server.as('alice').post('projects', projectInput)
      const { body: administrators } = await server.as('alice').get(`projects/${body.id}/svn_administrators`)
      expect(administrators.user_groups).toEqual([])
    })

    it('can be set only by project administrators, to groups of the project', async () => {
      await name('alice', [keepers])
      const before = await server.rowCounts()
      expect(message(await name('bob', []))).toEqual([403, 'Forbidden: Permission Denied'])
      expect(message(await name('alice', ['2']))[0]).toBe(400)
      expect(message(await name('alice', [`${fixture.open}_3`]))[0]).toBe(400)
      expect(message(await name('alice', ['99999']))[0]).toBe(404)
      expect(await server.rowCounts()).toEqual(before)
    })
  })
})
