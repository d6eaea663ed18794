import { beforeAll, describe, expect, it } from 'vitest'
import { dumpRemovalJobKind } from '../../src/subversion/commands/remove-dump.ts'
import { saveRepository } from '../../src/subversion/store/repositories.ts'
import { insertProject } from '../kit/project.ts'
import {
  createDeletedRepository,
  enableSubversion,
  type MemoryStorage,
  storeAccessFile,
  useMemoryStorage,
} from '../kit/repositories.ts'
import { alwaysOnEachDatabase, createServer, type TestResponse, type TestServer } from '../kit/server.ts'

interface Ground {
  readonly storage: MemoryStorage
  /** Public, with Subversion; `open` has not switched it on. */
  readonly orchard: number
  readonly open: number
  readonly secret: number
  readonly asleep: number
}

/** `alice` administers every project, `bob` is a member, `carol` neither, `auditor` reads all as an administrator. */
async function groundOf(server: TestServer): Promise<Ground> {
  const storage = useMemoryStorage(server.world)
  for (const login of ['alice', 'bob', 'carol', 'auditor']) await server.createUser(login)
  await server.createUser('sam', { status: 'S' })
  await server.as('admin').post('site_permissions', {
    permission: 'read_only_administration',
    user_id: server.idOf('auditor'),
  })
  const people = { administrators: ['alice'], members: ['bob'] }
  const made = {
    orchard: await insertProject(server, { shortName: 'Orchard', ...people }),
    open: await insertProject(server, { shortName: 'open', ...people }),
    secret: await insertProject(server, { shortName: 'secret', access: 'private', ...people }),
    asleep: await insertProject(server, { shortName: 'asleep', ...people }),
  }
  for (const project of [made.orchard, made.secret, made.asleep]) await enableSubversion(server, project)
  return { storage, ...made }
}

const message = ({ status, body }: TestResponse) => [status, body?.error?.message]

const whole = (changed: object = {}) => ({
  settings: {
    commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
    immutable_tags: { paths: [], whitelist: [] },
    access_file: '',
    email_notifications: [],
    ...changed,
  },
})

const bare = {
  commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
  immutable_tags: { paths: [], whitelist: [] },
  access_file: '',
  email_notifications: [],
  has_default_permissions: true,
}

/** As many lines as an access file may have. */
const nestedGroups = `[groups]\ng0 = alice\n${Array.from({ length: 19_990 }, (_, n) => `g${n + 1} = @g${n}`).join('\n')}`
/** Each group of one level contains two that contain the group of the level before. */
const doubledGroups = `[groups]\ng0 = alice\n${Array.from({ length: 30 }, (_, n) => `a${n} = @g${n}\nb${n} = @g${n}\ng${n + 1} = @a${n}, @b${n}`).join('\n')}`

const hears = (path: string, rest: object = {}) => ({ path, emails: [], users: [], user_groups: [], ...rest })

const wrongName =
  'Conflict: Repository name is invalid.  Must start by a letter, have a length of 3 characters minimum, only - _ . specials characters are allowed.'

alwaysOnEachDatabase((dialect) => {
  describe('POST /svn', () => {
    const server = createServer(dialect)
    let fixture: Ground
    const create = (who: string, body: object) => server.as(who).post('svn', { project_id: fixture.orchard, ...body })
    const refused = async (who: string, body: object) => {
      const before = [await server.rowCounts(), fixture.storage.directories.size]
      const answer = await create(who, body)
      expect([await server.rowCounts(), fixture.storage.directories.size]).toEqual(before)
      return message(answer)
    }

    beforeAll(async () => {
      fixture = await groundOf(server)
    })

    it('makes a repository with nothing set, which is there once it is answered', async () => {
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
        settings: bare,
      })
      expect([...fixture.storage.directories.values()]).toEqual([{ author: 'alice', layout: [] }])
      expect((await server.as('alice').get(body.uri)).body).toEqual(body)
    })

    it('takes every setting, and shows people and groups where ids were sent', async () => {
      const { body: group } = await server
        .as('alice')
        .post('user_groups', { project_id: fixture.orchard, short_name: 'pruners' })
      const settings = {
        layout: ['trunk', '/tags'],
        commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: true },
        immutable_tags: { paths: [' /tags ', '/tags'], whitelist: ['/tags/moving'] },
        access_file: '  [/] * = rw\r\n@members = rw\r\n@pruners = r\n@nobody = r  ',
        email_notifications: [
          hears('/trunk', {
            emails: ['b@example.com', 'a@example.com'],
            users: [server.idOf('bob'), server.idOf('alice')],
            user_groups: [`${group.id}`, `${fixture.orchard}_3`],
          }),
          hears('/', { emails: ['a@example.com'] }),
        ],
        has_default_permissions: false,
      }
      const { status, body } = await create('alice', { name: 'everything', settings })
      expect(status).toBe(201)
      const { email_notifications: heard, ...rest } = body.settings
      expect(rest).toEqual({
        commit_rules: settings.commit_rules,
        immutable_tags: { paths: ['/tags', '/tags'], whitelist: ['/tags/moving'] },
        access_file: '[/] * = rw\r\n@members = rw\r\n@pruners = r\n# @nobody = r',
        has_default_permissions: false,
      })
      expect(heard.map((each: any) => [each.path, each.emails])).toEqual([
        ['/trunk', ['b@example.com', 'a@example.com']],
        ['/', ['a@example.com']],
      ])
      expect(heard[0].users.map((each: any) => each.username)).toEqual(['bob', 'alice'])
      expect(Object.keys(heard[0].users[0])).toEqual([
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
      expect(heard[0].user_groups).toEqual([
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

    it('keeps no whitelist of no paths', async () => {
      const settings = { immutable_tags: { paths: [], whitelist: ['/tags/moving'] } }
      const { body } = await create('alice', { name: 'listless', settings })
      expect(body.settings.immutable_tags).toEqual({ paths: [], whitelist: [] })
    })

    it.each(['ab', '1abc', 'a b/c', 'abc/def', 'çava', '-abc', `a${'b'.repeat(255)}`])(
      'refuses the name %j',
      async (name) => {
        expect(await refused('alice', { name })).toEqual([409, wrongName])
      },
    )

    it.each(['abc', 'A-b_c.d', `a${'b'.repeat(254)}`])('takes the name %j', async (name) => {
      expect((await create('alice', { name })).status).toBe(201)
    })

    it('refuses a name that is taken, in whatever case', async () => {
      const taken = [409, 'Conflict: Repository name is already used in this project.']
      await create('alice', { name: 'taken' })
      expect(await refused('alice', { name: 'taken' })).toEqual(taken)
      expect(await refused('alice', { name: 'TAKEN' })).toEqual(taken)
      expect((await create('alice', { project_id: fixture.secret, name: 'taken' })).status).toBe(201)
    })

    it('gives one of two that come at once the name, and keeps one folder', async () => {
      const folders = fixture.storage.directories.size
      const answers = await Promise.all([1, 2, 3].map(() => create('alice', { name: 'raced' })))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
      expect(fixture.storage.directories.size).toBe(folders + 1)
    })

    it.each([
      { who: 'visitor', says: [401, 'Unauthorized'] },
      { who: 'carol', says: [403, "Forbidden: User doesn't have permission to create a repository"] },
      { who: 'bob', says: [403, "Forbidden: User doesn't have permission to create a repository"] },
      { who: 'auditor', says: [403, "Forbidden: User doesn't have permission to create a repository"] },
    ])('is not for $who', async ({ who, says }) => {
      expect(await refused(who, { name: 'other' })).toEqual(says)
    })

    it('is for site administrators, whose repository it is then', async () => {
      expect((await create('admin', { name: 'theirs' })).status).toBe(201)
    })

    it('says what is wrong with the project first', async () => {
      await server.as('admin').patch(`projects/${fixture.asleep}`, { status: 'suspended' })
      const wrong = { name: '1', settings: { email_notifications: [hears('/')] } }
      const at = (who: string, project: number) => refused(who, { ...wrong, project_id: project })
      expect(await at('alice', fixture.asleep)).toEqual([403, 'Forbidden: This project is suspended'])
      expect(await at('admin', fixture.asleep)).toEqual([403, 'Forbidden: This project is suspended'])
      expect(await at('alice', 9999)).toEqual([400, 'Bad Request: Given project does not exist'])
      expect(await at('alice', fixture.open)).toEqual([400, 'Bad Request: Project does not use SVN service'])
      expect(await at('carol', fixture.secret)).toEqual([403, 'Forbidden'])
      // Then with the settings, then with who asks, then with the name.
      expect(await at('carol', fixture.orchard)).toEqual([400, expect.stringContaining('Notification should concern')])
      expect(await refused('carol', { name: '1' })).toEqual([403, expect.stringContaining('permission to create')])
    })

    it.each([
      { part: 'commit_rules', value: { is_reference_mandatory: true }, lacks: '[is_commit_message_change_allowed]' },
      { part: 'immutable_tags', value: { paths: [] }, lacks: '[whitelist]' },
      { part: 'email_notifications', value: [{ path: '/', emails: [], users: [] }], lacks: '[0][user_groups]' },
    ])('wants all of $part when there is some', async ({ part, value, lacks }) => {
      expect(await refused('alice', { name: 'partial', settings: { [part]: value } })).toEqual([
        400,
        `Bad Request: \`settings[${part}]${lacks}\` is required.`,
      ])
    })

    it('writes down what was made, in the history of the project', async () => {
      const { body } = await create('alice', { name: 'told' })
      await create('alice', { name: 'told-more', settings: {} })
      const { body: entries } = await server.as('admin').get('audit_log?query=svn_multi_repository_creation&limit=50')
      const about = entries.filter(({ detail }: any) => String(detail.name).startsWith('told'))
      expect(about.map(({ action, subject }: any) => [action, subject]).sort()).toEqual([
        ['svn_multi_repository_creation', 'Orchard'],
        ['svn_multi_repository_creation_with_full_settings', 'Orchard'],
      ])
      expect(about.some(({ detail }: any) => detail.repository === body.id)).toBe(true)
    })

    it('leaves neither row nor folder when the storage fails', async () => {
      const { create: make } = fixture.storage
      const before = await server.rowCounts()
      Object.assign(fixture.storage, { create: async () => Promise.reject(new Error('the disk is full')) })
      const answer = await create('alice', { name: 'unlucky' })
      Object.assign(fixture.storage, { create: make })
      expect(answer.status).toBe(500)
      expect(await server.rowCounts()).toEqual(before)
      expect((await create('alice', { name: 'unlucky' })).status).toBe(201)
    })
  })

  describe('settings of a repository', () => {
    const server = createServer(dialect)
    let fixture: Ground
    let id: number
    const refusedWith = async (settings: object) => {
      const before = await server.rowCounts()
      const shown = (await server.as('alice').get(`svn/${id}`)).body
      const put = message(await server.as('alice').put(`svn/${id}`, whole(settings)))
      expect((await server.as('alice').get(`svn/${id}`)).body).toEqual(shown)
      const post = message(
        await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'unmade', settings }),
      )
      expect(await server.rowCounts()).toEqual(before)
      expect(post).toEqual(put)
      return put
    }

    beforeAll(async () => {
      fixture = await groundOf(server)
      id = (await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'sources' })).body.id
    })

    it('tell of notification paths that are there twice', async () => {
      const twice = ['/a', '/b', '/a', '/b', '/c'].map((path) => hears(path, { emails: ['a@example.com'] }))
      expect(await refusedWith({ email_notifications: twice })).toEqual([
        400,
        'Bad Request: One notification path or more are not unique: /a, /b',
      ])
    })

    it('tell of notifications for nobody', async () => {
      const idle = [hears('/a'), hears('/b', { emails: ['a@example.com'] }), hears('/c')]
      expect(await refusedWith({ email_notifications: idle })).toEqual([
        400,
        'Bad Request: Notification should concern at least one email or one user or one user group for path: /a,/c',
      ])
    })

    it('tell of addresses that are there twice', async () => {
      const emails = ['a@example.com', 'b@example.com', 'a@example.com']
      expect(await refusedWith({ email_notifications: [hears('/a', { emails })] })).toEqual([
        400,
        'Bad Request: One email or more are not unique for path: /a : a@example.com',
      ])
    })

    it.each([
      'a\r\nBcc: x@y',
      'a@example.com\r\nBcc: x@y',
      'a@b@c',
      'nobody',
      'a b@example.com',
      '<a@example.com>',
      ' ',
    ])('tell of %j, which is no address', async (email) => {
      const emails = ['a@example.com', email]
      expect(await refusedWith({ email_notifications: [hears('/a', { emails })] })).toEqual([
        400,
        `Bad Request: One email or more are no e-mail addresses for path: /a : ${JSON.stringify(email.trim())}`,
      ])
    })

    it('tell of people who are not there, or not any more', async () => {
      expect(await refusedWith({ email_notifications: [hears('/', { users: [99999] })] })).toEqual([
        400,
        'Bad Request: User 99999 not found',
      ])
      const sam = server.idOf('sam')
      expect(await refusedWith({ email_notifications: [hears('/', { users: [sam] })] })).toEqual([
        400,
        `Bad Request: User ${sam} is neither active nor restricted.`,
      ])
    })

    it('tell of groups that are not there, or not of this project', async () => {
      const { body: theirs } = await server
        .as('alice')
        .post('user_groups', { project_id: fixture.open, short_name: 'theirs' })
      const of = (group: string) => refusedWith({ email_notifications: [hears('/', { user_groups: [group] })] })
      const notThese = 'Bad Request: Notifications cannot be sent to user groups Anonymous Authenticated and Registered'
      const notTheirs = "Bad Request: You can't add a user group from a different project"
      expect(await of('x')).toEqual([400, 'Bad Request: Invalid ID format(x)'])
      expect(await of('3')).toEqual([
        400,
        "Bad Request: Invalid ID for user group ('3'), format must be: projectId_ugroupId",
      ])
      expect(await of('99999')).toEqual([404, 'Not Found: User Group does not exist'])
      expect(await of(`${fixture.orchard}_${theirs.id}`)).toEqual([
        404,
        'Not Found: User Group does not exist in project',
      ])
      expect(await of('2')).toEqual([400, notThese])
      expect(await of(`${fixture.orchard}_11`)).toEqual([400, notThese])
      expect(await of(`${fixture.open}_3`)).toEqual([400, notTheirs])
      expect(await of(theirs.id)).toEqual([400, notTheirs])
    })

    it('tell of lists of paths that are too long', async () => {
      const long = ['é'.repeat(32_767), 'ab']
      const tooBig = 'Bad Request: The list of paths or allowed paths is too big and cannot be saved'
      expect(await refusedWith({ immutable_tags: { paths: long, whitelist: [] } })).toEqual([400, tooBig])
      expect(await refusedWith({ immutable_tags: { paths: ['/a'], whitelist: long } })).toEqual([400, tooBig])
      const longest = ['é'.repeat(32_767)]
      const put = await server
        .as('alice')
        .put(`svn/${id}`, whole({ immutable_tags: { paths: longest, whitelist: [] } }))
      expect(put.status).toBe(200)
    })
  })

  describe('PUT /svn/{id}', () => {
    const server = createServer(dialect)
    let fixture: Ground
    let id: number
    const put = (who: string, body: object) => server.as(who).put(`svn/${id}`, body)
    const history = async () =>
      (await server.as('admin').get('audit_log?query=svn_multi&limit=50')).body.map(({ action }: any) =>
        action.replace('svn_multi_repository_', ''),
      )

    beforeAll(async () => {
      fixture = await groundOf(server)
      id = (await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'sources' })).body.id
    })

    it('replaces all settings, and says so once for each that is another', async () => {
      const heard = [hears('/', { emails: ['a@example.com'] })]
      const steps = [
        { change: {}, says: [] },
        {
          change: { commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false } },
          says: ['hook_update'],
        },
        {
          change: { immutable_tags: { paths: ['/tags'], whitelist: [] } },
          // The rules are those of nothing again.
          says: ['hook_update', 'immutable_tags_update'],
        },
        { change: { access_file: '[/]\n* = r' }, says: ['immutable_tags_update', 'access_file_update'] },
        { change: { access_file: ' [/]\n* = r\n' }, says: [] },
        { change: { access_file: '[/]\n* = r', has_default_permissions: false }, says: ['access_file_update'] },
        { change: { access_file: '[/]\n* = r' }, says: ['access_file_update'] },
        { change: { access_file: '[/]\n* = r', email_notifications: heard }, says: ['notification_create'] },
        { change: { access_file: '[/]\n* = r', email_notifications: heard }, says: [] },
        {
          change: { email_notifications: [...heard, hears('/trunk', { users: [server.idOf('bob')] })] },
          says: ['access_file_update', 'notification_update'],
        },
        { change: {}, says: ['notification_delete'] },
      ]
      for (const { change, says } of steps) {
        const before = await history()
        const { status, body } = await put('alice', whole(change))
        expect(status).toBe(200)
        expect((await server.as('alice').get(`svn/${id}`)).body).toEqual(body)
        const after = await history()
        expect(after.slice(0, after.length - before.length).reverse()).toEqual(says)
      }
      expect((await server.as('alice').get(`svn/${id}`)).body.settings).toEqual(bare)
    })

    it.each(['commit_rules', 'immutable_tags', 'email_notifications'])('wants %s', async (name) => {
      const { [name]: _, ...settings }: Record<string, unknown> = whole().settings
      expect(message(await put('alice', { settings }))).toEqual([
        400,
        `Bad Request: \`settings[${name}]\` is required.`,
      ])
    })

    it('wants an access file, empty or not', async () => {
      const required = [400, 'Bad Request: `settings[access_file]` is required']
      expect(message(await put('alice', whole({ access_file: null })))).toEqual(required)
      expect(message(await put('alice', whole({ access_file: undefined })))).toEqual(required)
      expect(message(await put('bob', whole({ access_file: null })))).toEqual([
        403,
        'Forbidden: User must be SVN admin to do this action',
      ])
    })

    it.each([
      { who: 'visitor', says: [401, 'Unauthorized'] },
      { who: 'carol', says: [403, 'Forbidden: User must be SVN admin to do this action'] },
      { who: 'bob', says: [403, 'Forbidden: User must be SVN admin to do this action'] },
      { who: 'auditor', says: [403, 'Forbidden: User must be SVN admin to do this action'] },
    ])('and DELETE are not for $who', async ({ who, says }) => {
      const before = await server.rowCounts()
      expect(message(await put(who, whole({ access_file: '[/]' })))).toEqual(says)
      expect(message(await server.as(who).delete(`svn/${id}`))).toEqual(says)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('and DELETE answer 404 for what is missing, and 403 in a project that the caller cannot see, where GET is 404', async () => {
      const { body } = await server.as('alice').post('svn', { project_id: fixture.secret, name: 'hidden' })
      for (const send of [
        (who: string, one: number) => server.as(who).put(`svn/${one}`, whole()),
        (who: string, one: number) => server.as(who).delete(`svn/${one}`),
      ]) {
        expect(message(await send('alice', 9999))).toEqual([404, 'Not Found: Repository not found'])
        expect(message(await send('carol', body.id))).toEqual([403, 'Forbidden'])
        expect(message(await send('auditor', body.id))[0]).toBe(403)
      }
    })

    it('and DELETE change nothing in a suspended project, not even for site administrators', async () => {
      const { body } = await server.as('alice').post('svn', { project_id: fixture.asleep, name: 'sleepy' })
      await server.as('admin').patch(`projects/${fixture.asleep}`, { status: 'suspended' })
      const before = await server.rowCounts()
      for (const who of ['alice', 'admin'])
        for (const answer of [
          await server.as(who).put(`svn/${body.id}`, whole({ access_file: '[/]' })),
          await server.as(who).delete(`svn/${body.id}`),
        ])
          expect(message(answer)).toEqual([403, 'Forbidden: This project is suspended'])
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each(['application/json', 'application/xml'])(
      'takes back what GET answers as %s, changed in one place',
      async (type) => {
        const group = await server
          .as('alice')
          .post('user_groups', { project_id: fixture.orchard, short_name: `tenders${type.length}` })
        const text = '[groups]\r\nothers = bob\r\n[/trunk]\t\r\n* = r\n\n@others = rw\n# é'
        // Both lists of one and of several, which XML writes in different ways.
        const heard = [
          hears('/', {
            emails: ['a@example.com'],
            users: [server.idOf('bob'), server.idOf('alice')],
            user_groups: [`${group.body.id}`, `${fixture.orchard}_4`],
          }),
          hears('/trunk', {
            emails: ['a@example.com', 'b@example.com'],
            users: [server.idOf('bob')],
            user_groups: [`${fixture.orchard}_3`],
          }),
        ]
        const tags = { paths: ['/tags', '/a b'], whitelist: ['/tags/new'] }
        const rules = { is_reference_mandatory: false, is_commit_message_change_allowed: true }
        const first = await put(
          'alice',
          whole({ access_file: text, email_notifications: heard, immutable_tags: tags, commit_rules: rules }),
        )
        expect([first.status, first.body.settings?.access_file]).toEqual([200, text])
        const options = { headers: { accept: type, 'content-type': type } }
        const read = await server.as('alice').get(`svn/${id}`, options)
        const before = await history()
        const sent = type === 'application/json' ? read.body : read.text
        const back = await server.as('alice').put(`svn/${id}`, sent, options)
        expect([back.status, back.text]).toEqual([200, read.text])
        expect(back.text).toBe(read.text)
        expect(await history()).toEqual(before)
        expect((await server.as('alice').get(`svn/${id}`, options)).text).toBe(read.text)
      },
    )

    it('takes empty lists in XML, which empty what was there', async () => {
      const tags = { paths: ['/tags'], whitelist: ['/tags/new'] }
      const before = await put(
        'alice',
        whole({ immutable_tags: tags, email_notifications: [hears('/', { emails: ['a@example.com'] })] }),
      )
      expect([before.status, before.body.settings?.immutable_tags]).toEqual([200, tags])
      const sent = (lists: string) =>
        `<request><settings><commit_rules><is_reference_mandatory>0</is_reference_mandatory><is_commit_message_change_allowed>0</is_commit_message_change_allowed></commit_rules><immutable_tags>${lists}</immutable_tags><access_file>[/]</access_file><email_notifications/></settings></request>`
      const send = (lists: string) =>
        server.as('alice').put(`svn/${id}`, sent(lists), { headers: { 'content-type': 'application/xml' } })
      const refused = await send('<paths/>')
      expect([refused.status, (await server.as('alice').get(`svn/${id}`)).body.settings]).toEqual([
        400,
        before.body.settings,
      ])
      const taken = await send('<paths/><whitelist></whitelist>')
      expect(taken.status, taken.text).toBe(200)
      expect((await server.as('alice').get(`svn/${id}`)).body.settings).toMatchObject({
        immutable_tags: { paths: [], whitelist: [] },
        access_file: '[/]',
        email_notifications: [],
      })
    })

    it('takes an empty access file in XML, as an answer in XML holds it', async () => {
      const settings =
        '<commit_rules><is_reference_mandatory>0</is_reference_mandatory><is_commit_message_change_allowed>0</is_commit_message_change_allowed></commit_rules><immutable_tags><paths/><whitelist/></immutable_tags><access_file/><email_notifications/>'
      const body = `<request><settings>${settings}</settings></request>`
      const changed = await server
        .as('alice')
        .put(`svn/${id}`, body, { headers: { 'content-type': 'application/xml' } })
      expect(changed.status, changed.text).toBe(200)
      expect((await server.as('alice').get(`svn/${id}`)).body.settings.access_file).toBe('')
    })

    it('takes users and groups as objects, numbers and texts in any mixture', async () => {
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
      const first = await put('alice', whole({ email_notifications: [one] }))
      const second = await put('alice', whole({ email_notifications: [other] }))
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.body.settings).toEqual(first.body.settings)
      for (const users of [['amy'], [{ username: 'alice' }], [1.5], [null], [{ id: 'alice' }], ['']])
        expect(message(await put('alice', whole({ email_notifications: [{ ...one, users }] })))[0]).toBe(400)
      for (const user_groups of [[{}], [null], [[]], [{ id: null }]])
        expect(message(await put('alice', whole({ email_notifications: [{ ...one, user_groups }] })))[0]).toBe(400)
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
    ])(
      'and POST refuse an access file that Subversion cannot read, with its line: $problem',
      async ({ text, problem }) => {
        const refusal = [
          400,
          expect.stringContaining(`Bad Request: Subversion cannot read the access file: ${problem}`),
        ]
        const before = [await server.rowCounts(), (await server.as('alice').get(`svn/${id}`)).body]
        const rules = { is_reference_mandatory: true, is_commit_message_change_allowed: true }
        expect(message(await put('alice', whole({ access_file: text, commit_rules: rules })))).toEqual(refusal)
        const made = { project_id: fixture.orchard, name: 'unreadable', settings: { access_file: text } }
        expect(message(await server.as('alice').post('svn', made))).toEqual(refusal)
        expect([await server.rowCounts(), (await server.as('alice').get(`svn/${id}`)).body]).toEqual(before)
        // Who may not change it learns nothing of the text, and other problems come first.
        expect(message(await put('bob', whole({ access_file: text })))[0]).toBe(403)
        const twice = [hears('/', { emails: ['a@example.com'] }), hears('/', { emails: ['a@example.com'] })]
        expect(message(await put('alice', whole({ access_file: text, email_notifications: twice })))[1]).toContain(
          'not unique',
        )
      },
    )

    it('takes back an access file of an earlier version that Subversion cannot read, unchanged only', async () => {
      await storeAccessFile(server, id, 'garbage')
      const read = await server.as('alice').get(`svn/${id}`)
      expect(read.body.settings.access_file).toBe('garbage')
      expect((await put('alice', read.body)).status).toBe(200)
      expect(message(await put('alice', whole({ access_file: 'garbage', has_default_permissions: false })))[0]).toBe(
        400,
      )
      expect((await put('alice', whole())).status).toBe(200)
    })

    it('keeps what two write at once apart', async () => {
      const files = ['[/]\n* = r', '[/]\n* = rw', '[/]\n* =']
      const answers = await Promise.all(files.map((access_file) => put('alice', whole({ access_file }))))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(files).toContain((await server.as('alice').get(`svn/${id}`)).body.settings.access_file)
    })
  })

  describe('GET /svn/{id} and GET /projects/{id}/svn', () => {
    const server = createServer(dialect)
    let fixture: Ground
    const ids: Record<string, number> = {}
    const list = (who: string, project: number, query = '') => server.as(who).get(`projects/${project}/svn${query}`)
    const names = ({ body }: TestResponse) => body.repositories.map(({ name }: any) => name)

    beforeAll(async () => {
      fixture = await groundOf(server)
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
      { who: 'alice', sees: true },
      { who: 'admin', sees: true },
      { who: 'auditor', sees: true },
      { who: 'bob', sees: false },
      { who: 'carol', sees: false },
      { who: 'visitor', sees: false },
    ])('$who sees the settings: $sees', async ({ who, sees }) => {
      const { status, body } = await server.as(who).get(`svn/${ids['pears']}`)
      expect(status).toBe(200)
      expect(Object.keys(body)).toEqual(['id', 'project', 'uri', 'name', 'svn_url', ...(sees ? ['settings'] : [])])
    })

    it('hides a repository with its project, and tells of suspended ones', async () => {
      expect(message(await server.as('carol').get(`svn/${ids['hidden']}`))).toEqual([404, 'Not Found'])
      expect((await server.as('visitor').get(`svn/${ids['hidden']}`)).status).toBe(401)
      expect((await server.as('bob').get(`svn/${ids['hidden']}`)).status).toBe(200)
      expect(message(await server.as('alice').get('svn/9999'))).toEqual([404, 'Not Found: Repository not found'])
      const suspended = [403, 'Forbidden: This project is suspended']
      for (const who of ['alice', 'bob', 'carol'])
        expect(message(await server.as(who).get(`svn/${ids['sleepy']}`))).toEqual(suspended)
      expect((await server.as('admin').get(`svn/${ids['sleepy']}`)).status).toBe(200)
    })

    it('lists by name, in short form for everybody, counted truly', async () => {
      for (const who of ['alice', 'visitor']) {
        const answer = await list(who, fixture.orchard, '?limit=2')
        expect(names(answer)).toEqual(['Apples', 'cherries'])
        expect(answer.body.repositories[0]).not.toHaveProperty('settings')
        expect(answer.headers).toMatchObject({
          'x-pagination-limit': '2',
          'x-pagination-offset': '0',
          'x-pagination-size': '3',
          'x-pagination-limit-max': '50',
        })
      }
      expect(names(await list('alice', fixture.orchard, '?limit=2&offset=2'))).toEqual(['pears'])
      expect(names(await list('alice', fixture.open))).toEqual([])
    })

    it('finds the exact name', async () => {
      const find = (query: unknown) =>
        list(
          'bob',
          fixture.orchard,
          `?query=${encodeURIComponent(typeof query === 'string' ? query : JSON.stringify(query))}`,
        )
      const found = await find({ name: 'pears' })
      expect(names(found)).toEqual(['pears'])
      expect(found.headers['x-pagination-size']).toBe('1')
      for (const name of ['pear', 'Pears', '%', '']) expect(names(await find({ name }))).toEqual([])
      expect(message(await find('pears'))).toEqual([400, 'Bad Request: Query must be in Json'])
      expect(message(await find({ foo: 'pears' }))).toEqual([400, 'Bad Request: You can only search on "name"'])
      expect(message(await find({ name: 3 }))).toEqual([400, 'Bad Request: You can only search on "name"'])
    })

    it('says which projects have no list for the caller', async () => {
      expect(message(await list('alice', 9999))).toEqual([404, 'Not Found: Project does not exist'])
      expect(message(await list('carol', fixture.secret))).toEqual([403, 'Forbidden'])
    })

    it('is among the resources of a project, behind its trackers', async () => {
      const { body } = await server.as('bob').get(`projects/${fixture.orchard}`)
      expect(body.resources.slice(0, 2)).toEqual([
        { type: 'trackers', uri: `projects/${fixture.orchard}/trackers` },
        { type: 'svn', uri: `projects/${fixture.orchard}/svn` },
      ])
    })

    it('lets anybody ask what may be asked', async () => {
      const allowed = async (url: string) => (await server.as('visitor').options(url)).headers['allow']
      expect(await allowed('svn')).toBe('OPTIONS, POST')
      expect(await allowed(`svn/${ids['pears']}`)).toBe('OPTIONS, GET, PUT, DELETE')
      expect(await allowed(`projects/${fixture.orchard}/svn`)).toBe('OPTIONS, GET')
    })
  })

  describe('DELETE /svn/{id}', () => {
    const server = createServer(dialect)
    let fixture: Ground

    beforeAll(async () => {
      fixture = await groundOf(server)
    })

    it('puts a repository in the queue, once, and leaves it there until then', async () => {
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

  describe('a repository that is deleted', () => {
    const server = createServer(dialect)
    let fixture: Ground

    beforeAll(async () => {
      fixture = await groundOf(server)
    })

    it('is not there, and keeps its name from others', async () => {
      const { body } = await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'sources' })
      const deletedOn = server.world.clock.now()
      await server.world.db.write((tx) => saveRepository(tx, body.id, { deletedOn, folder: null }))
      const gone = [404, 'Not Found: Repository not found']
      for (const answer of [
        await server.as('alice').get(body.uri),
        await server.as('alice').put(body.uri, whole()),
        await server.as('alice').delete(body.uri),
      ])
        expect(message(answer)).toEqual(gone)
      const { body: list, headers } = await server.as('alice').get(`projects/${fixture.orchard}/svn`)
      expect([list, headers['x-pagination-size']]).toEqual([{ repositories: [] }, '0'])
      expect(message(await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'Sources' }))).toEqual([
        409,
        'Conflict: Repository name is already used in this project.',
      ])
    })
  })

  describe('a repository that is restored', () => {
    const server = createServer(dialect)

    it('keeps its dump until that is certain, once for two requests with one key', async () => {
      const { orchard: project } = await groundOf(server)
      const id = await createDeletedRepository(server, project, 'former')
      const waiting = () =>
        server.world.db.read.selectFrom('job').select('payload').where('kind', '=', dumpRemovalJobKind).execute()
      const headers = { 'idempotency-key': 'restore-former-once' }
      const answers = [
        await server.as('alice').post(`svn/${id}/restore`, undefined, { headers }),
        await server.as('alice').post(`svn/${id}/restore`, undefined, { headers }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await waiting()).toEqual([{ payload: JSON.stringify(`former-${id}.svn`) }])
      expect((await server.as('alice').post(`svn/${id}/restore`)).status).toBe(400)
    })
  })

  describe('a repository on the disk', () => {
    const server = createServer(dialect)

    it('is there with its layout once POST /svn is answered', async ({ skip }) => {
      const { repositories } = server.world
      skip(repositories.state() === 'absent', 'Subversion is not installed')
      await server.createUser('alice')
      const project = await insertProject(server, { shortName: 'orchard', administrators: ['alice'] })
      await enableSubversion(server, project)
      const settings = { layout: ['trunk', '/tags/', '../../etc'] }
      const { status, body } = await server.as('alice').post('svn', { project_id: project, name: 'sources', settings })
      expect(status).toBe(201)
      const row = server.world.db.read.selectFrom('repository').select('folder').where('id', '=', body.id)
      const { folder } = await row.executeTakeFirstOrThrow()
      const look = async (command: string) => (await repositories.look(String(folder), [command])).toString().trim()
      expect([await look('youngest'), await look('author'), await look('tree')]).toEqual([
        '1',
        'alice',
        '/\n tags/\n trunk/',
      ])
    })
  })

  describe('without Subversion on the server', () => {
    const server = createServer(dialect)
    let fixture: Ground
    let uri: string

    beforeAll(async () => {
      fixture = await groundOf(server)
      uri = (await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'sources' })).body.uri
      fixture.storage.setState('absent')
    })

    it('repositories are read', async () => {
      expect((await server.as('alice').get(uri)).body.settings).toEqual(bare)
      expect((await server.as('visitor').get(`projects/${fixture.orchard}/svn`)).body.repositories).toHaveLength(1)
    })

    it('writes that would do say that there is none, and change nothing', async () => {
      const absent = [501, 'Not Implemented: Subversion is not available on this server']
      const before = await server.rowCounts()
      const create = (who: string, name: string) => server.as(who).post('svn', { project_id: fixture.orchard, name })
      expect(message(await create('alice', 'other'))).toEqual(absent)
      expect(message(await server.as('alice').put(uri, whole({ access_file: '[/]' })))).toEqual(absent)
      expect(message(await server.as('alice').delete(uri))).toEqual(absent)
      // Whoever would be refused anyway is.
      expect(message(await create('bob', 'other'))[0]).toBe(403)
      expect(message(await create('alice', 'sources'))[0]).toBe(409)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('while its server is down repositories are made and changed all the same', async () => {
      fixture.storage.setState('degraded')
      expect((await server.as('alice').put(uri, whole())).status).toBe(200)
      fixture.storage.setState('absent')
    })
  })

  describe('who administers repositories', () => {
    const server = createServer(dialect)
    let fixture: Ground
    let id: number
    let keepers: string

    beforeAll(async () => {
      fixture = await groundOf(server)
      id = (await server.as('alice').post('svn', { project_id: fixture.orchard, name: 'sources' })).body.id
      const { body } = await server
        .as('alice')
        .post('user_groups', { project_id: fixture.orchard, short_name: 'keepers' })
      keepers = `${body.id}`
      await server.as('alice').put(`user_groups/${keepers}/users`, { user_references: [{ username: 'bob' }] })
    })

    const name = (who: string, groups: readonly string[]) =>
      server.as(who).put(`projects/${fixture.orchard}/svn_administrators`, { user_groups: groups })

    it('is a group that administrators of the project name, from the next request on', async () => {
      expect((await server.as('bob').put(`svn/${id}`, whole())).status).toBe(403)
      expect((await name('alice', [keepers])).status).toBe(200)
      const { body } = await server.as('alice').get(`projects/${fixture.orchard}/svn_administrators`)
      expect(body.user_groups.map((each: any) => each.short_name)).toEqual(['keepers'])
      expect((await server.as('bob').put(`svn/${id}`, whole())).status).toBe(200)
      expect((await server.as('bob').get(`svn/${id}`)).body).toHaveProperty('settings')
      expect((await server.as('bob').post('svn', { project_id: fixture.orchard, name: 'bobs' })).status).toBe(201)
      expect((await server.as('carol').put(`svn/${id}`, whole())).status).toBe(403)
      await name('alice', [])
      expect((await server.as('bob').put(`svn/${id}`, whole())).status).toBe(403)
    })

    it('is not deleted while it does', async () => {
      await name('alice', [keepers])
      const { status, body } = await server.as('alice').delete(`user_groups/${keepers}`)
      expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('administration of repositories')])
    })

    it('comes along when a project is made from this one, as the groups of the new project', async () => {
      await name('alice', [keepers, `${fixture.orchard}_3`])
      const wanted = { shortname: 'grove', label: 'Grove', is_public: true, template_id: fixture.orchard }
      const made = await server.as('alice').post('projects', wanted)
      expect(made.status).toBe(201)
      const grove: number = made.body.id
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
      // Where it was taken from, nothing is another than before.
      const before = await server.as('alice').get(`projects/${fixture.orchard}/svn_administrators`)
      expect(before.body.user_groups.map((each: any) => each.id).sort()).toEqual(
        [keepers, `${fixture.orchard}_3`].sort(),
      )
    })

    it('is nobody but administrators in a project made from one that names none', async () => {
      const wanted = { shortname: 'heath', label: 'Heath', is_public: true, template_id: fixture.open }
      const { body } = await server.as('alice').post('projects', wanted)
      const { body: told } = await server.as('alice').get(`projects/${body.id}/svn_administrators`)
      expect(told.user_groups).toEqual([])
    })

    it('is said by administrators of the project alone, of its own groups', async () => {
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
