import { beforeAll, describe, expect, it } from 'vitest'
import { insertProject } from '../kit/project.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'

async function createUsers(server: TestServer): Promise<void> {
  for (const login of ['alice', 'bob', 'carol', 'dave']) await server.createUser(login)
  await server.createUser('sam', { status: 'S' })
  await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
  await server.createUser('rita', { status: 'R' })
  await server.as('admin').patch('site_settings', { access_mode: 'anonymous' })
}

const logins = (response: { readonly body: readonly { readonly username: string }[] }) =>
  response.body.map(({ username }) => username)

onEachDatabase((dialect) => {
  describe('GET /projects/{id}/user_groups', () => {
    const server = createServer(dialect)
    let open: number
    let closed: number
    const ids = async (login: string, project: number, query?: string) =>
      (
        await server
          .as(login)
          .get(`projects/${project}/user_groups${query === undefined ? '' : `?query=${encodeURIComponent(query)}`}`)
      ).body.map((each: any) => each.id)

    beforeAll(async () => {
      await createUsers(server)
      open = await insertProject(server, { shortName: 'open', administrators: ['alice'] })
      closed = await insertProject(server, { shortName: 'closed', access: 'private', administrators: ['alice'] })
      await server.as('alice').post('user_groups', { project_id: open, short_name: 'testers' })
    })

    it('lists the groups of the project', async () => {
      const { body } = await server.as('visitor').get(`projects/${open}/user_groups`)
      const entry = (id: string, label: string, short_name: string, key: string) => ({
        id,
        uri: `user_groups/${id}`,
        label,
        users_uri: `user_groups/${id}/users`,
        short_name,
        key,
        project: {
          id: open,
          uri: `projects/${open}`,
          label: 'open',
          label_without_icon: 'open',
          shortname: 'open',
          status: 'active',
          access: 'public',
          is_template: false,
        },
        additional_information: [],
      })
      expect(body).toEqual([
        entry('101_3', 'Project members', 'project_members', 'ugroup_project_members_name_key'),
        entry('101_4', 'Project administrators', 'project_admins', 'ugroup_project_admins_name_key'),
        entry('101_11', 'file_manager_admins', 'file_manager_admins', 'ugroup_file_manager_admin_name_key'),
        entry('101_14', 'Wiki administrators', 'wiki_admins', 'ugroup_wiki_admin_name_key'),
        entry('101', 'testers', 'testers', 'testers'),
      ])
    })

    it('adds the system groups that apply to the project', async () => {
      const query = '{"with_system_user_groups":true}'
      expect((await ids('alice', open, query)).slice(0, 3)).toEqual(['1', '2', '101_3'])
      expect(await ids('alice', closed, query)).toEqual(['102_3', '102_4', '102_11', '102_14'])
      expect(await ids('alice', closed, '{"with_system_user_groups":false}')).toHaveLength(4)
      const hall = await insertProject(server, { shortName: 'hall', access: 'unrestricted' })
      await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
      expect((await ids('alice', hall, query)).filter((id: string) => !id.includes('_'))).toEqual(['2', '5'])
      await server.as('admin').patch('site_settings', { access_mode: 'anonymous' })
    })

    it('returns the groups with their project, like GET /user_groups/{id} (docs/api/client-needs.md §27)', async () => {
      const query = encodeURIComponent('{"with_system_user_groups":true}')
      const { body } = await server.as('alice').get(`projects/${open}/user_groups?query=${query}`)
      expect(body.map((each: any) => each.project.id)).toEqual(Array(7).fill(open))
      for (const each of body.slice(2)) expect((await server.as('alice').get(each.uri)).body).toEqual(each)
    })

    it.each([
      [
        '{"foo":1}',
        {
          code: 400,
          message: 'Bad Request',
          i18n_error_message: 'parameter "query" syntax error: "with_system_user_groups" property not found',
        },
      ],
      [
        '{"with_system_user_groups":"yes"}',
        {
          code: 400,
          message: 'Bad Request',
          i18n_error_message: 'parameter "query", property "with_system_user_groups" invalid type: boolean expected',
        },
      ],
      ['{', { code: 400, message: 'Bad Request: parameter "query" syntax error, invalid JSON' }],
    ])('rejects the query %s', async (query, error) => {
      expect(
        (await server.as('alice').get(`projects/${open}/user_groups?query=${encodeURIComponent(query)}`)).body.error,
      ).toEqual(error)
    })

    it('requires access to the project', async () => {
      expect((await server.as('bob').get(`projects/${closed}/user_groups`)).status).toBe(403)
      expect((await server.as('visitor').get(`projects/${closed}/user_groups`)).status).toBe(401)
    })
  })

  describe('GET /user_groups/{id}', () => {
    const server = createServer(dialect)

    beforeAll(async () => {
      await createUsers(server)
      await insertProject(server, { shortName: 'open', name: 'Open', administrators: ['alice'] })
      await insertProject(server, { shortName: 'closed', access: 'private', administrators: ['alice'] })
      await insertProject(server, { shortName: 'asleep', status: 'suspended' })
      await server.as('alice').post('user_groups', { project_id: 101, short_name: 'testers' })
      await server.as('alice').post('user_groups', { project_id: 102, short_name: 'spies' })
    })

    it('returns the group with its project', async () => {
      expect((await server.as('bob').get('user_groups/101_3')).body).toEqual({
        id: '101_3',
        uri: 'user_groups/101_3',
        label: 'Project members',
        users_uri: 'user_groups/101_3/users',
        short_name: 'project_members',
        key: 'ugroup_project_members_name_key',
        project: {
          id: 101,
          uri: 'projects/101',
          label: 'Open',
          label_without_icon: 'Open',
          shortname: 'open',
          status: 'active',
          access: 'public',
          is_template: false,
        },
        additional_information: [],
      })
      expect((await server.as('bob').get('user_groups/2')).body).toMatchObject({
        id: '2',
        short_name: 'registered_users',
        project: null,
      })
      expect((await server.as('bob').get('user_groups/101')).body).toMatchObject({ id: '101', label: 'testers' })
      expect((await server.as('bob').get('user_groups/101_101')).body).toMatchObject({ id: '101', label: 'testers' })
    })

    it.each([
      ['bob', 'abc', 400, 'Bad Request: Invalid ID format(abc)'],
      ['bob', '101_2', 400, 'Bad Request: Invalid ID format(101_2)'],
      ['bob', '-3', 400, 'Bad Request: Invalid ID format(-3)'],
      ['bob', '1_2_3', 400, 'Bad Request: Invalid ID format(1_2_3)'],
      ['bob', '3', 400, "Bad Request: Invalid ID for user group ('3'), format must be: projectId_ugroupId"],
      ['bob', '9999', 404, 'Not Found: User Group does not exist'],
      ['bob', '101_9999', 404, 'Not Found: User Group does not exist'],
      ['bob', '101_7', 404, 'Not Found: User Group does not exist'],
      ['bob', '102_101', 404, 'Not Found: User Group does not exist in project'],
      ['bob', '9999_3', 404, 'Not Found'],
      ['bob', '102_3', 404, 'Not Found'],
      ['bob', '102', 404, 'Not Found'],
      ['bob', '103_3', 403, 'Forbidden: This project is suspended'],
      ['visitor', '102', 401, 'Unauthorized'],
    ])('responds to %s for %s with %i', async (login, id, status, message) => {
      const response = await server.as(login).get(`user_groups/${id}`)
      expect([response.status, response.body.error.message]).toEqual([status, message])
    })
  })

  describe('POST /user_groups', () => {
    const server = createServer(dialect)

    beforeAll(async () => {
      await createUsers(server)
      await insertProject(server, { shortName: 'open', administrators: ['alice'], members: ['bob'] })
      await insertProject(server, { shortName: 'asleep', status: 'suspended' })
      await server.as('alice').post('user_groups', { project_id: 101, short_name: 'testers' })
    })

    it('creates an empty group', async () => {
      const response = await server
        .as('alice')
        .post('user_groups', { project_id: 101, short_name: 'Rest-group_1', description: 'd' })
      expect(response.status).toBe(201)
      expect(response.body).toMatchObject({
        id: '102',
        short_name: 'Rest-group_1',
        label: 'Rest-group_1',
        project: { id: 101 },
      })
      expect((await server.as('alice').get('user_groups/102')).body).toEqual(response.body)
      expect((await server.as('alice').get('user_groups/102/users')).body).toEqual([])
    })

    it.each([
      ['alice', { project_id: 101, short_name: '' }, 400, 'Bad Request: The group name is missing'],
      [
        'alice',
        { project_id: 101, short_name: 'a b' },
        400,
        'Bad Request: Invalid group name: a b. Please use only alphanumerical characters.',
      ],
      [
        'alice',
        { project_id: 101, short_name: 'Testers' },
        400,
        'Bad Request: User group already exists in this project. Please choose another name.',
      ],
      [
        'alice',
        { project_id: 101, short_name: 'project_members' },
        400,
        'Bad Request: User group already exists in this project. Please choose another name.',
      ],
      ['bob', { project_id: 101, short_name: 'mine' }, 403, 'Forbidden: Permission Denied'],
      ['alice', { project_id: 9999, short_name: 'mine' }, 404, 'Not Found: Project does not exist'],
      ['admin', { project_id: 102, short_name: 'mine' }, 403, 'Forbidden: This project is suspended'],
      ['visitor', { project_id: 101, short_name: 'mine' }, 401, 'Unauthorized'],
    ])('responds to %s with %o with %i', async (login, body, status, message) => {
      const before = await server.rowCounts()
      const response = await server.as(login).post('user_groups', body)
      expect([response.status, response.body.error.message]).toEqual([status, message])
      expect(await server.rowCounts()).toEqual(before)
    })
  })

  describe('additional_information of user groups (docs/api/user-groups.md §1)', () => {
    const server = createServer(dialect)
    const withLdap = ['101', '101_3']

    beforeAll(async () => {
      for (const login of ['alice', 'bob', 'carol', 'auditor']) await server.createUser(login)
      const grant = { permission: 'read_only_administration', user_id: server.idOf('auditor') }
      await server.as('admin').post('site_permissions', grant)
      await insertProject(server, { shortName: 'open', administrators: ['alice'], members: ['bob'] })
      await insertProject(server, { shortName: 'other', administrators: ['carol'], members: ['alice'] })
      const testers = await server.as('alice').post('user_groups', { project_id: 101, short_name: 'testers' })
      expect(testers.body.additional_information).toEqual({ ldap: null })
      await server.as('alice').put('user_groups/101/users', [{ username: 'alice' }, { username: 'bob' }])
    })
    const expected = (id: string, isAdministrator: boolean) =>
      isAdministrator && withLdap.includes(id) ? { ldap: null } : []

    it.each([
      ['alice', true],
      ['admin', true],
      ['auditor', true],
      ['bob', false],
      ['carol', false],
      ['visitor', false],
    ])('contains "ldap" for project members and static groups: included for %s: %s', async (login, isAdministrator) => {
      const query = encodeURIComponent('{"with_system_user_groups":true}')
      const { body } = await server.as(login).get(`projects/101/user_groups?query=${query}`)
      expect(body.map(({ id }: any) => id)).toEqual(['1', '2', '101_3', '101_4', '101_11', '101_14', '101'])
      for (const { id, uri, additional_information } of body) {
        expect([id, additional_information]).toEqual([id, expected(id, isAdministrator)])
        const single = await server.as(login).get(uri)
        expect([id, single.body.additional_information]).toEqual([id, expected(id, isAdministrator)])
      }
    })

    it('depends on the permission in the project of each group of a membership', async () => {
      const { body } = await server.as('alice').get('users/self/membership?scope=project&format=full')
      expect(body.map(({ id, additional_information }: any) => [id, additional_information])).toEqual([
        ['101_3', { ldap: null }],
        ['101_4', []],
        ['102_3', []],
        ['101', { ldap: null }],
      ])
      const ofBob = await server.as('bob').get('users/self/membership?scope=project&format=full')
      expect(ofBob.body.map(({ id, additional_information }: any) => [id, additional_information])).toEqual([
        ['101_3', []],
        ['101', []],
      ])
    })

    it('is an element with an empty child in XML, and empty for other callers', async () => {
      const xml = async (login: string) =>
        (await server.as(login).get('user_groups/101', { headers: { accept: 'application/xml' } })).text
      expect(await xml('alice')).toMatch(/<additional_information>\s*<ldap(\/>|><\/ldap>)\s*<\/additional_information>/)
      expect(await xml('bob')).toMatch(/<additional_information(\/>|><\/additional_information>)/)
    })
  })

  describe('the members of a user group', () => {
    const server = createServer(dialect)
    let project: number
    let closed: number
    let testers: string
    const members = async (group: string) => logins(await server.as('admin').get(`user_groups/${group}/users`))
    const put = (login: string, group: string, body: unknown) =>
      server.as(login).put(`user_groups/${group}/users`, body)
    const names = (...usernames: string[]) => ({ user_references: usernames.map((username) => ({ username })) })

    beforeAll(async () => {
      await createUsers(server)
      project = await insertProject(server, { shortName: 'open', administrators: ['alice'], members: ['bob', 'sam'] })
      closed = await insertProject(server, {
        shortName: 'closed',
        access: 'private-wo-restr',
        administrators: ['alice'],
      })
      await insertProject(server, { shortName: 'asleep', status: 'suspended', administrators: ['alice'] })
      testers = (await server.as('alice').post('user_groups', { project_id: project, short_name: 'testers' })).body.id
    })

    it('are listed by login, including suspended members of a project', async () => {
      const response = await server.as('alice').get(`user_groups/${project}_3/users`)
      expect(logins(response)).toEqual(['alice', 'bob', 'sam'])
      expect(response.body[1]).toMatchObject({
        id: server.idOf('bob'),
        username: 'bob',
        email: 'bob@example.com',
        status: 'A',
      })
      expect(response.headers).toMatchObject({
        'x-pagination-size': '3',
        'x-pagination-limit': '10',
        'x-pagination-limit-max': '50',
      })
      const page = await server.as('admin').get(`user_groups/${project}_3/users?limit=1&offset=1`)
      expect([logins(page), page.headers['x-pagination-size']]).toEqual([['bob'], '3'])
      expect((await server.as('alice').get(`user_groups/${project}_11/users`)).body).toEqual([])
    })

    it('are filtered by login', async () => {
      const findByLogin = (query: string) =>
        server.as('alice').get(`user_groups/${project}_3/users?query=${encodeURIComponent(query)}`)
      expect(logins(await findByLogin('{"identifier":"Bob"}'))).toEqual(['bob'])
      expect(logins(await findByLogin('{"identifier":"carol"}'))).toEqual([])
      expect((await findByLogin('{"identifier":"no-such-user"}')).body.error.message).toBe(
        'Bad Request: Unable to find user',
      )
      expect((await findByLogin('{"identifier":7}')).body.error.message).toBe(
        'Bad Request: identifier must be a string',
      )
      expect((await findByLogin('{')).status).toBe(400)
    })

    it.each([
      ['bob', '101_3', 403, 'Forbidden: Permission Denied'],
      ['visitor', '101_3', 401, 'Unauthorized'],
      ['bob', '102_3', 404, 'Not Found'],
      ['alice', '103_3', 403, 'Forbidden: This project is suspended'],
      ['alice', '1', 404, 'Not Found'],
      ['alice', '9999', 404, 'Not Found: User Group does not exist'],
    ])('are not listed for %s, group %s: %i', async (login, group, status, message) => {
      const response = await server.as(login).get(`user_groups/${group}/users`)
      expect([response.status, response.body.error.message]).toEqual([status, message])
    })

    it('of a static group are replaced by the references, which are wrapped or bare and have one kind of key', async () => {
      expect((await put('alice', testers, names('bob', 'BOB', 'carol', 'sam'))).status).toBe(200)
      expect(await members(testers)).toEqual(['bob', 'carol'])
      expect(await members(`${project}_3`)).toEqual(['alice', 'bob', 'sam'])
      await put('alice', testers, [{ email: 'Dave@example.com' }])
      expect(await members(testers)).toEqual(['dave'])
      await put('alice', testers, [{ id: `${server.idOf('bob')}` }])
      expect(await members(testers)).toEqual(['bob'])
      const untyped = [{}, { user_references: 'x' }, { user_references: { id: 1 } }, undefined]
      const answers = await Promise.all(untyped.map((body) => put('alice', testers, body as object)))
      for (const { status, body } of answers)
        expect([status, body.error.message]).toEqual([
          400,
          'Bad Request: Invalid format provided for "user_references"',
        ])
      const cleared = await put('alice', testers, { user_references: [] })
      expect([cleared.status, cleared.text]).toEqual([200, ''])
      expect(await members(testers)).toEqual([])
    })

    it('of a group become members of its private project', async () => {
      const { body } = await server.as('alice').post('user_groups', { project_id: closed, short_name: 'spies' })
      await put('alice', body.id, names('carol'))
      expect(await members(`${closed}_3`)).toEqual(['alice', 'carol'])
      const rejected = await put('alice', body.id, names('rita'))
      expect(rejected.body.error.message).toBe(
        `Bad Request: Cannot add the restricted user #${server.idOf('rita')} to project #${closed} because it does not allow restricted user`,
      )
      expect(await members(body.id)).toEqual(['carol'])
    })

    it('of a project are replaced, except administrators; suspended users are not added', async () => {
      const id = await insertProject(server, { shortName: 'third', administrators: ['alice'], members: ['bob'] })
      const { body: group } = await server.as('alice').post('user_groups', { project_id: id, short_name: 'gone' })
      await put('alice', group.id, names('bob'))
      await put('alice', `${id}_3`, names('carol', 'sam'))
      expect(await members(`${id}_3`)).toEqual(['alice', 'carol'])
      expect(await members(group.id)).toEqual([])
      expect((await server.as('carol').get(`projects/${id}`)).body.is_member_of).toBe(true)
    })

    it('of the administrators become project members, and at least one administrator remains', async () => {
      const id = await insertProject(server, { shortName: 'fourth', administrators: ['alice'], members: ['bob'] })
      expect((await put('alice', `${id}_4`, names('alice', 'carol'))).status).toBe(200)
      expect(await members(`${id}_4`)).toEqual(['alice', 'carol'])
      expect(await members(`${id}_3`)).toEqual(['alice', 'bob', 'carol'])
      const rejected = await put('alice', `${id}_4`, { user_references: [] })
      expect([rejected.status, rejected.body.error.message]).toEqual([
        400,
        `Bad Request: Cannot remove user #${server.idOf('carol')} as it is the last project administrator of project #${id}`,
      ])
      expect(await members(`${id}_4`)).toEqual(['alice', 'carol'])
    })

    it.each<[string, string, unknown, number, string]>([
      ['alice', '101_3', [{ username: 'bob' }, { id: 102 }], 400, 'Bad Request: References have to use the same type'],
      ['alice', '101_3', [{ username: 'bob', id: 103 }], 400, 'Bad Request: References have to use the same type'],
      ['alice', '101_3', [{}], 400, 'Bad Request: At least one key must be passed in the representation'],
      ['alice', '101_3', [{ email: '' }], 400, 'Bad Request: At least one key must be passed in the representation'],
      ['alice', '101_3', [{ username: 'zzz' }], 400, 'Bad Request: User with reference zzz not known'],
      ['alice', '101_3', [{ ldap_id: 'zzz' }], 400, 'Bad Request: User with reference zzz not known'],
      ['alice', '101_3', [{ id: 9_007_199_254_740_991 }], 400, 'Bad Request: User with reference … not known'],
      [
        'alice',
        '101_11',
        [],
        400,
        'Bad Request: Only project members or administrators can be taken into account for the dynamic user groups',
      ],
      ['bob', '101_3', [], 403, 'Forbidden: Permission Denied'],
      ['bob', '102_3', [], 403, 'Forbidden'],
      ['admin', '103_3', [], 403, 'Forbidden: This project is suspended'],
      ['admin', '1', [], 404, 'Not Found'],
      ['visitor', '101_3', [], 401, 'Unauthorized'],
    ])('do not change when %s sends to %s %o: %i', async (login, group, body, status, message) => {
      const before = await server.rowCounts()
      const response = await put(login, group, body)
      expect([response.status, response.body.error.message]).toEqual([status, message])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('are rejected when several accounts share the email address', async () => {
      await server.createUser('dora', { email: 'dave@example.com' })
      const response = await put('alice', `${project}_3`, [{ email: 'dave@example.com' }])
      expect(response.body.error.message).toBe('Bad Request: More than one user use the email address dave@example.com')
    })

    it('are added and removed one by one by the Tulipwood extension', async () => {
      const id = await insertProject(server, { shortName: 'fifth', administrators: ['alice'] })
      const bob = server.idOf('bob')
      expect((await server.as('bob').post(`projects/${id}/members`, { user_id: bob })).status).toBe(403)
      expect((await server.as('alice').post(`projects/${id}/members`, { user_id: bob })).status).toBe(200)
      expect((await server.as('alice').post(`projects/${id}/members`, { user_id: server.idOf('sam') })).status).toBe(
        400,
      )
      expect(await members(`${id}_3`)).toEqual(['alice', 'bob'])
      expect((await server.as('alice').delete(`projects/${id}/members/${bob}`)).status).toBe(200)
      expect((await server.as('alice').delete(`projects/${id}/members/${server.idOf('alice')}`)).status).toBe(400)
      expect(await members(`${id}_3`)).toEqual(['alice'])
    })
  })

  describe('a group of a project that the caller cannot access (docs/api/access.md §5, docs/api/user-groups.md §4, §5)', () => {
    const server = createServer(dialect)
    // The groups 101 to 104 are static groups of the projects with the same id.
    const projects = [
      { shortName: 'open', administrators: ['alice'], members: ['bob'] },
      { shortName: 'closed', access: 'private', administrators: ['alice'] },
      { shortName: 'sealed', access: 'private-wo-restr', administrators: ['alice'], members: ['rita'] },
      { shortName: 'gone', status: 'deleted', administrators: ['alice'] },
      { shortName: 'asleep', status: 'suspended', administrators: ['alice'] },
      { shortName: 'waiting', status: 'pending', administrators: ['alice'] },
      { shortName: 'coming', status: 'importing', administrators: ['alice'] },
    ] as const

    beforeAll(async () => {
      await createUsers(server)
      await server.createUser('auditor')
      const grant = { permission: 'read_only_administration', user_id: server.idOf('auditor') }
      await server.as('admin').post('site_permissions', grant)
      for (const each of projects) await insertProject(server, each)
      for (const project_id of [101, 102, 103, 104]) {
        const login = project_id === 104 ? 'admin' : 'alice'
        await server.as(login).post('user_groups', { project_id, short_name: 'crew' })
      }
      await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
    })

    const notFound = [404, 'Not Found']
    const noProject = [404, 'Not Found: Project does not exist']
    const forbidden = [403, 'Forbidden']
    const denied = [403, 'Forbidden: Permission Denied']
    const suspended = [403, 'Forbidden: This project is suspended']
    const listed = [200, undefined]
    const unsupportedGroup = [
      400,
      'Bad Request: Only project members or administrators can be taken into account for the dynamic user groups',
    ]
    const statusAndMessage = ({ status, body }: { status: number; body: any }) => [status, body?.error?.message]

    it.each([
      ['carol', 'a stranger', '102_3', notFound, forbidden],
      ['carol', 'a stranger', '102', notFound, forbidden],
      ['carol', 'a stranger', '102_102', notFound, forbidden],
      ['carol', 'a stranger', '101_3', denied, denied],
      ['rita', 'a restricted user who is no member', '101_3', notFound, forbidden],
      ['rita', 'a restricted member of a project without restricted users', '103_3', notFound, noProject],
      ['carol', 'a stranger', '104_3', notFound, [403, 'Forbidden: This project is deleted']],
      ['carol', 'a stranger', '104', notFound, [403, 'Forbidden: This project is deleted']],
      ['alice', 'an administrator', '105_3', suspended, suspended],
      ['alice', 'an administrator', '105_11', suspended, suspended],
      ['alice', 'an administrator', '106_3', notFound, noProject],
      ['admin', 'a site administrator', '107_3', notFound, noProject],
      ['admin', 'a site administrator', '107_11', notFound, noProject],
      ['carol', 'a stranger', '9999_3', notFound, noProject],
      ['carol', 'a stranger', '9999_11', notFound, noProject],
      ['carol', 'a stranger', '102_11', notFound, unsupportedGroup],
      ['auditor', 'a read-only site administrator', '101_3', listed, denied],
      ['auditor', 'a read-only site administrator', '102_3', listed, forbidden],
      ['auditor', 'a read-only site administrator', '102', listed, forbidden],
      ['auditor', 'a read-only site administrator', '103_4', listed, forbidden],
      ['visitor', 'a visitor', '102_3', [401, 'Unauthorized'], [401, 'Unauthorized']],
    ])('responds to %s (%s) for %s on a read and on a write', async (login, _kind, group, onRead, onWrite) => {
      const before = await server.rowCounts()
      const url = `user_groups/${group}/users`
      expect(statusAndMessage(await server.as(login).get(url))).toEqual(onRead)
      expect(statusAndMessage(await server.as(login).put(url, [{ username: 'dave' }]))).toEqual(onWrite)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      ['carol', '102', forbidden],
      ['auditor', '102', forbidden],
      ['rita', '101', forbidden],
      ['rita', '103', noProject],
      ['auditor', '101', denied],
      ['visitor', '102', [401, 'Unauthorized']],
    ])('responds to the other writes of %s to %s in the same way', async (login, group, expected) => {
      const before = await server.rowCounts()
      const at = `user_groups/${group}`
      const caller = server.as(login)
      const user = server.idOf('dave')
      for (const response of [
        await caller.post(`${at}/users`, { user_id: user }),
        await caller.delete(`${at}/users/${user}`),
        await caller.patch(at, { short_name: 'other' }),
        await caller.delete(at),
      ])
        expect(statusAndMessage(response)).toEqual(expected)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('checks the permission before the references', async () => {
      const put = (login: string, group: string) =>
        server.as(login).put(`user_groups/${group}/users`, [{ username: 'zzz' }])
      expect(statusAndMessage(await put('carol', '102_3'))).toEqual(forbidden)
      expect(statusAndMessage(await put('bob', '101_3'))).toEqual(denied)
      expect(statusAndMessage(await put('alice', '101_3'))).toEqual([
        400,
        'Bad Request: User with reference zzz not known',
      ])
    })

    it('returns the code 403 in the XML response of a write as well', async () => {
      const headers = { accept: 'application/xml' }
      const response = await server.as('carol').put('user_groups/102_3/users', [], { headers })
      expect(response.status).toBe(403)
      expect(response.text).toMatch(/<code>403<\/code>/)
    })
  })

  describe('GET /users/{id}/membership', () => {
    const server = createServer(dialect)
    const of = (login: string, id: string | number, query = '') =>
      server.as(login).get(`users/${id}/membership${query}`)

    beforeAll(async () => {
      await createUsers(server)
      await insertProject(server, { shortName: 'Open', administrators: ['alice'], members: ['bob'] })
      await insertProject(server, { shortName: 'closed', access: 'private', members: ['alice'] })
      await insertProject(server, { shortName: 'asleep', status: 'suspended', members: ['alice'] })
      await server.as('alice').post('user_groups', { project_id: 101, short_name: 'testers' })
      await server.as('alice').put('user_groups/101/users', [{ username: 'alice' }])
    })

    it('returns names, ids or complete groups', async () => {
      expect((await of('alice', 'self')).body).toEqual([
        'site_active',
        'open_project_members',
        'open_project_admin',
        'closed_project_members',
        'ug_101',
      ])
      expect((await of('alice', server.idOf('alice'), '?scope=project')).body).not.toContain('site_active')
      expect((await of('rita', 'self')).body).toEqual(['site_restricted'])
      expect((await of('admin', server.idOf('alice'), '?scope=project&format=id')).body).toEqual([
        '101_3',
        '101_4',
        '102_3',
        '101',
      ])
      const { body } = await of('alice', 'self', '?scope=project&format=full')
      expect(body.map((each: any) => [each.id, each.label, each.project.shortname])).toEqual([
        ['101_3', 'Project members', 'open'],
        ['101_4', 'Project administrators', 'open'],
        ['102_3', 'Project members', 'closed'],
        ['101', 'testers', 'open'],
      ])
    })

    it.each([
      ['bob', '102', '', 403, "Forbidden: Cannot see other's membership"],
      ['visitor', '102', '', 401, 'Unauthorized'],
      ['admin', '9999', '', 404, 'Not Found: User Id not found'],
      ['admin', 'abc', '', 400, 'Bad Request: Provided User Id is not well formed.'],
      ['bob', 'self', '?scope=x', 400, 'Bad Request: Invalid value specified for `scope`. Expected one of (project).'],
      ['bob', 'self', '?format=id', 400, 'Bad Request: format=id or format=full are only supported for project scope'],
      [
        'bob',
        'self',
        '?scope=project&format=x',
        400,
        'Bad Request: Invalid value specified for `format`. Expected one of (id,full).',
      ],
    ])('responds to %s for %s%s with %i', async (login, id, query, status, message) => {
      const response = await of(login, id, query)
      expect([response.status, response.body.error.message]).toEqual([status, message])
    })

    it('is empty for suspended accounts', async () => {
      expect((await of('admin', server.idOf('sam'))).body).toEqual([])
    })

    describe('lists the static groups of projects that the user is in or can access', () => {
      const accesses = ['public', 'unrestricted', 'private', 'private-wo-restr'] as const
      const users = ['carol', 'rita', 'rosa'] as const
      let home: number

      beforeAll(async () => {
        await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
        // The user rosa is a member of each project, carol and rita only of groups in them.
        await server.createUser('rosa', { status: 'R' })
        const { world } = server
        for (const access of accesses) {
          const id = await insertProject(server, { shortName: `of-${access}`, access, members: ['rosa'] })
          home ??= id
          const { body } = await server.as('admin').post('user_groups', { project_id: id, short_name: access })
          const rows = users.map((login) => ({
            group_id: Number(body.id) as never,
            user_id: server.idOf(login) as never,
          }))
          await world.db.write((tx) => tx.insertInto('user_group_member').values(rows).execute())
        }
      })
      const namesOf = async (login: string) => {
        const { body } = await of(login, 'self', '?scope=project&format=full')
        return body.filter((each: any) => !each.id.includes('_')).map((each: any) => each.label)
      }

      it.each([
        ['restricted', 'carol', ['public', 'unrestricted']],
        ['restricted', 'rita', ['unrestricted']],
        ['restricted', 'rosa', [...accesses]],
        ['regular', 'carol', ['public', 'unrestricted']],
        ['regular', 'rita', ['public', 'unrestricted']],
        ['anonymous', 'carol', ['public', 'unrestricted']],
        ['anonymous', 'rita', ['public', 'unrestricted']],
        ['anonymous', 'rosa', [...accesses]],
      ])('in the access mode %s for %s', async (access_mode, login, names) => {
        await server.as('admin').patch('site_settings', { access_mode })
        expect(await namesOf(login)).toEqual(names)
        const ids = (await of(login, 'self', '?scope=project&format=id')).body.filter((id: string) => !id.includes('_'))
        expect(ids).toHaveLength(names.length)
        const strings = (await of(login, 'self')).body.filter((name: string) => name.startsWith('ug_'))
        expect(strings).toEqual(ids.map((id: string) => `ug_${id}`))
      })

      it('and no dynamic group of a project without restricted users for a restricted user', async () => {
        expect(
          (await of('rosa', 'self', '?scope=project&format=id')).body.filter((id: string) => id.includes('_')),
        ).toEqual([home, home + 1, home + 2].map((id) => `${id}_3`))
      })

      it('while the members of a group are listed even if they cannot access the project', async () => {
        const { body } = await server.as('admin').get(`projects/${home}/user_groups`)
        const listed = await server.as('admin').get(body.at(-1).users_uri)
        expect(logins(listed)).toEqual([...users])
      })

      it('in XML as well', async () => {
        await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
        const { text } = await server
          .as('rita')
          .get('users/self/membership?scope=project&format=full', { headers: { accept: 'application/xml' } })
        expect(text.match(/<label>[^<]*<\/label>/g)).toContain('<label>unrestricted</label>')
        expect(text).not.toContain('<label>public</label>')
      })
    })
  })
})
