import { beforeAll, describe, expect, it } from 'vitest'
import { insertProject } from '../kit/project.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'

/** Creates one user of each kind of the access table of projects. `rita` is restricted. */
async function createUsers(server: TestServer): Promise<void> {
  for (const login of ['alice', 'bob', 'carol', 'manager', 'auditor']) await server.createUser(login)
  await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
  await server.createUser('rita', { status: 'R' })
  await server.as('admin').patch('site_settings', { access_mode: 'anonymous' })
  const grant = (permission: string, login: string) =>
    server.as('admin').post('site_permissions', { permission, user_id: server.idOf(login) })
  await grant('project_management', 'manager')
  await grant('read_only_administration', 'auditor')
}

const shortNamesOf = (response: { readonly body: readonly { readonly shortname: string }[] }) =>
  response.body.map(({ shortname }) => shortname)

onEachDatabase((dialect) => {
  describe('GET /projects', () => {
    const server = createServer(dialect)
    let hall = 0
    const list = (login: string, query?: object, more = '') =>
      server.as(login).get(`projects?${query ? `query=${encodeURIComponent(JSON.stringify(query))}` : ''}${more}`)

    beforeAll(async () => {
      await createUsers(server)
      const roles = { administrators: ['alice'], members: ['bob'] }
      await insertProject(server, { shortName: 'Apollo', name: 'Apollo', ...roles })
      await insertProject(server, { shortName: 'secret', access: 'private', ...roles })
      await insertProject(server, { shortName: 'closed', access: 'private-wo-restr', members: ['rita', 'bob'] })
      hall = await insertProject(server, { shortName: 'hall', name: 'Élections', access: 'unrestricted' })
      await insertProject(server, { shortName: 'asleep', status: 'suspended', ...roles })
      await insertProject(server, { shortName: 'waiting', status: 'pending', ...roles })
      await insertProject(server, { shortName: 'gone', status: 'deleted', ...roles })
      await insertProject(server, { shortName: 'half', status: 'importing', ...roles })
      await insertProject(server, { shortName: 'ritas', access: 'private', members: ['rita'] })
    })

    it.each([
      { login: 'visitor', visible: ['apollo', 'hall'] },
      { login: 'carol', visible: ['apollo', 'hall'] },
      { login: 'manager', visible: ['apollo', 'hall'] },
      { login: 'bob', visible: ['apollo', 'secret', 'closed', 'hall'] },
      { login: 'alice', visible: ['apollo', 'secret', 'hall'] },
      { login: 'rita', visible: ['hall', 'ritas'] },
      { login: 'admin', visible: ['apollo', 'secret', 'closed', 'hall', 'ritas'] },
      { login: 'auditor', visible: ['apollo', 'secret', 'closed', 'hall', 'ritas'] },
    ])('lists $visible for $login, with the exact total', async ({ login, visible }) => {
      const response = await list(login)
      expect(response.status).toBe(200)
      expect(shortNamesOf(response)).toEqual(visible)
      expect(response.headers).toMatchObject({
        'x-pagination-limit': '10',
        'x-pagination-offset': '0',
        'x-pagination-size': `${visible.length}`,
        'x-pagination-limit-max': '50',
      })
    })

    it.each([
      { search: 'polLO', visible: ['apollo'] },
      { search: ' ap', visible: ['apollo'] },
      { search: 'cr', query: { is_member_of: true }, visible: ['secret'] },
      { search: 'c', query: { is_admin_of: true }, visible: ['secret'] },
      { search: 'ele', visible: ['hall'] },
      { search: '%', visible: [] },
      { search: 'asleep', visible: [] },
      { search: '', visible: ['apollo', 'secret', 'hall'] },
    ])(
      'finds $visible by "$search" in names and short names of the projects that alice sees',
      async ({ search, query, visible }) => {
        const response = await list('alice', query, `&search=${encodeURIComponent(search)}`)
        expect([shortNamesOf(response), response.headers['x-pagination-size']]).toEqual([visible, `${visible.length}`])
      },
    )

    it('finds a project by its new name', async () => {
      const expected = async (search: string) => shortNamesOf(await server.as('alice').get(`projects?search=${search}`))
      const renamed = await server.as('admin').patch(`projects/${hall}/settings`, { label: 'Great hall, électrique' })
      expect(renamed.status).toBe(200)
      expect([await expected('ELECTR'), await expected('elections'), await expected('hall')]).toEqual([
        ['hall'],
        [],
        ['hall'],
      ])
    })

    it('returns complete projects', async () => {
      const response = await list('bob', undefined, 'limit=1')
      expect(response.body).toEqual([
        {
          id: 101,
          uri: 'projects/101',
          label: 'Apollo',
          label_without_icon: 'Apollo',
          shortname: 'apollo',
          status: 'active',
          access: 'public',
          is_template: false,
          resources: expect.arrayContaining([
            { type: 'trackers', uri: 'projects/101/trackers' },
            { type: 'project_services', uri: 'projects/101/project_services' },
            { type: 'user_groups', uri: 'projects/101/user_groups' },
            { type: 'heartbeats', uri: 'projects/101/heartbeats' },
            { type: 'labels', uri: 'projects/101/labels' },
          ]),
          additional_informations: [],
          is_member_of: true,
          description: '',
          additional_fields: [],
          icon: '',
        },
      ])
      expect(response.body[0].resources[0].type).toBe('trackers')
    })

    it('returns the same list page by page', async () => {
      const pages = await Promise.all([0, 2, 4].map((offset) => list('admin', undefined, `limit=2&offset=${offset}`)))
      expect(pages.flatMap(shortNamesOf)).toEqual(['apollo', 'secret', 'closed', 'hall', 'ritas'])
      for (const page of pages) expect(page.headers['x-pagination-size']).toBe('5')
    })

    it.each([
      ['limit=0', 200, 0],
      ['limit=50', 200, 4],
      ['offset=1000', 200, 0],
      ['limit=', 200, 4],
    ])('responds to %s with %s', async (more, status, length) => {
      const response = await list('bob', undefined, more)
      expect([response.status, response.body.length, response.headers['x-pagination-size']]).toEqual([
        status,
        length,
        '4',
      ])
    })

    it.each([
      ['limit=51', 'Invalid value specified for `limit`. Maximum allowed value is 50.'],
      ['limit=-1', 'Invalid value specified for `limit`. Minimum required value is 0.'],
      ['offset=-1', 'Invalid value specified for `offset`. Minimum required value is 0.'],
      ['limit=1.5', 'Invalid value specified for `limit`. Expecting integer value'],
    ])('rejects %s', async (more, message) => {
      const response = await list('bob', undefined, more)
      expect([response.status, response.body.error.message]).toEqual([400, `Bad Request: ${message}`])
    })

    it.each<[string, object, readonly string[]]>([
      ['bob', { shortname: 'Apollo' }, ['apollo']],
      ['bob', { shortname: 'apollo' }, ['apollo']],
      ['bob', { shortname: 'no-such-project' }, []],
      ['carol', { shortname: 'secret' }, []],
      ['admin', { shortname: 'asleep' }, []],
      ['admin', { shortname: 'default-template' }, []],
      ['bob', { is_member_of: true }, ['apollo', 'secret', 'closed']],
      ['rita', { is_member_of: true }, ['ritas']],
      ['visitor', { is_member_of: true }, []],
      ['admin', { is_member_of: true }, []],
      ['alice', { is_admin_of: true }, ['apollo', 'secret']],
      ['bob', { is_admin_of: true }, []],
      ['admin', { with_status: 'suspended' }, ['asleep']],
      ['admin', { with_status: 'active' }, ['apollo', 'secret', 'closed', 'hall', 'ritas']],
      ['admin', { with_status: 'system' }, []],
      ['manager', { with_status: 'pending' }, ['waiting']],
      ['auditor', { with_status: 'deleted' }, ['gone']],
      ['bob', { shortname: 'secret', is_admin_of: true }, ['secret']],
    ])('responds to %s with query %o with %o', async (login, query, expected) => {
      const response = await list(login, query)
      expect(response.status).toBe(200)
      expect(shortNamesOf(response)).toEqual(expected)
      expect(response.headers['x-pagination-size']).toBe(`${expected.length}`)
    })

    it('is_tracker_admin returns no project without a tracker to any caller', async () => {
      const answers = async (login: string) => {
        const response = await list(login, { is_tracker_admin: true })
        return [shortNamesOf(response), response.headers['x-pagination-size']]
      }
      for (const login of ['admin', 'auditor', 'alice', 'carol']) expect(await answers(login)).toEqual([[], '0'])
      const bug = await server.as('admin').post(`projects/${hall}/trackers`, { template: 'bug' })
      expect(bug.status).toBe(201)
      for (const login of ['admin', 'auditor']) expect(await answers(login)).toEqual([['hall'], '1'])
      for (const login of ['alice', 'carol']) expect(await answers(login)).toEqual([[], '0'])
      expect((await server.as('admin').delete(`trackers/${bug.body.id}`)).status).toBe(204)
      expect(await answers('admin')).toEqual([[], '0'])
    })

    it.each<[string, string, number, string]>([
      ['bob', 'abc', 400, 'Bad Request: query parameter must be a json object or empty'],
      ['bob', '[]', 400, 'Bad Request: query parameter must be a json object or empty'],
      ['bob', '{"a"}', 400, 'Bad Request: parameter "query" syntax error, invalid JSON'],
      ['bob', '{"shortname":"a\\u0000"}', 400, 'Bad Request: parameter "query" syntax error, invalid JSON'],
      [
        'bob',
        '{"with_status":"active"}',
        403,
        "Forbidden: You don't have enough rights to perform a query using 'with_status'",
      ],
      ['visitor', '{"with_status":"active"}', 401, 'Unauthorized'],
      [
        'admin',
        '{"with_status":"nope"}',
        400,
        "Bad Request: Please provide a valid status: 'active', 'pending', 'suspended', 'deleted'",
      ],
    ])('responds to %s with query %s with %i', async (login, query, status, message) => {
      const response = await server.as(login).get(`projects?query=${encodeURIComponent(query)}`)
      expect([response.status, response.body.error.message]).toEqual([status, message])
    })

    it('returns 401 to a visitor when the site requires a session', async () => {
      await server.as('admin').patch('site_settings', { access_mode: 'regular' })
      expect((await list('visitor')).status).toBe(401)
      expect(shortNamesOf(await list('carol'))).toEqual(['apollo', 'hall'])
      await server.as('admin').patch('site_settings', { access_mode: 'anonymous' })
    })
  })

  describe('GET /projects/{id}', () => {
    const server = createServer(dialect)
    const ids: Record<string, number> = {}

    beforeAll(async () => {
      await createUsers(server)
      const roles = { administrators: ['alice'], members: ['bob'] }
      ids['public'] = await insertProject(server, { shortName: 'public', ...roles })
      ids['private'] = await insertProject(server, { shortName: 'private', access: 'private', ...roles })
      ids['unrestricted'] = await insertProject(server, { shortName: 'hall', access: 'unrestricted' })
      ids['suspended'] = await insertProject(server, { shortName: 'asleep', status: 'suspended', ...roles })
      ids['deleted'] = await insertProject(server, { shortName: 'gone', status: 'deleted', ...roles })
      ids['pending'] = await insertProject(server, { shortName: 'waiting', status: 'pending', ...roles })
      ids['importing'] = await insertProject(server, { shortName: 'half', status: 'importing', ...roles })
      ids['template'] = 100
      ids['missing'] = 9999
    })

    const matrix: Record<string, Record<string, number>> = {
      public: { visitor: 200, rita: 403, carol: 200, bob: 200, alice: 200, manager: 200, auditor: 200, admin: 200 },
      private: { visitor: 401, rita: 403, carol: 403, bob: 200, alice: 200, manager: 200, auditor: 200, admin: 200 },
      unrestricted: { visitor: 200, rita: 200, carol: 200, bob: 200, manager: 200, admin: 200 },
      suspended: { visitor: 403, rita: 403, carol: 403, bob: 403, alice: 403, manager: 200, auditor: 200, admin: 200 },
      deleted: { visitor: 403, rita: 403, carol: 403, bob: 403, alice: 403, manager: 200, auditor: 200, admin: 200 },
      pending: { visitor: 404, rita: 404, carol: 404, bob: 404, alice: 404, manager: 200, auditor: 200, admin: 200 },
      importing: { visitor: 404, rita: 404, carol: 404, bob: 404, alice: 404, manager: 404, auditor: 404, admin: 404 },
      template: { visitor: 404, rita: 404, carol: 404, bob: 404, alice: 404, manager: 200, auditor: 200, admin: 200 },
      missing: { visitor: 404, rita: 404, carol: 404, bob: 404, alice: 404, manager: 404, auditor: 404, admin: 404 },
    }

    it.each(Object.entries(matrix))('responds for a %s project with %o', async (project, expected) => {
      const statuses: Record<string, number> = {}
      for (const login of Object.keys(expected))
        statuses[login] = (await server.as(login).get(`projects/${ids[project]}`)).status
      expect(statuses).toEqual(expected)
    })

    it.each([
      ['suspended', 'bob', 'Forbidden: This project is suspended'],
      ['deleted', 'bob', 'Forbidden: This project is deleted'],
      ['private', 'carol', 'Forbidden'],
      ['missing', 'bob', 'Not Found: Project does not exist'],
    ])('for a %s project returns to %s: %s', async (project, login, message) => {
      expect((await server.as(login).get(`projects/${ids[project]}`)).body.error.message).toBe(message)
    })

    it.each([
      ['0', 404],
      ['-1', 404],
      ['abc', 400],
    ])('responds to the id %s with %i', async (id, status) => {
      expect((await server.as('bob').get(`projects/${id}`)).status).toBe(status)
    })

    it('returns the icon before the name', async () => {
      const id = await insertProject(server, { shortName: 'rocket', name: 'Rocket', icon: '🚀' })
      const { body } = await server.as('bob').get(`projects/${id}`)
      expect([body.label, body.label_without_icon, body.icon]).toEqual(['🚀 Rocket', 'Rocket', '🚀'])
    })

    it('returns the default template to site administrators', async () => {
      const { body } = await server.as('admin').get('projects/100')
      expect(body).toMatchObject({
        shortname: 'default-template',
        status: 'system',
        access: 'private',
        is_template: true,
        is_member_of: false,
      })
    })
  })

  describe('POST /projects', () => {
    const server = createServer(dialect)
    let template: number

    beforeAll(async () => {
      await createUsers(server)
      template = await insertProject(server, {
        shortName: 'alices',
        name: 'Alices',
        administrators: ['alice'],
        services: [{ shortName: 'plugin_svn', isEnabled: true }],
      })
      await server
        .as('alice')
        .post('user_groups', { project_id: template, short_name: 'testers', description: 'They test' })
    })

    const createInput = (more: object) => ({
      shortname: 'new-project',
      label: 'New project',
      is_public: true,
      template_id: template,
      ...more,
    })
    const reason = (text: string) => `Bad Request: Project shortname is invalid. The reason is: ${text}`

    it('creates a project with the caller as first administrator', async () => {
      const response = await server
        .as('alice')
        .post('projects', createInput({ shortname: 'Moon-Base', description: 'Far away' }))
      expect(response.status).toBe(201)
      expect(response.body).toMatchObject({
        shortname: 'moon-base',
        label: 'New project',
        description: 'Far away',
        status: 'active',
        access: 'public',
        is_member_of: true,
      })
      const { id } = response.body
      expect((await server.as('alice').get(`projects/${id}`)).body).toEqual(response.body)
      expect(
        (await server.as('alice').get(`user_groups/${id}_4/users`)).body.map((each: any) => each.username),
      ).toEqual(['alice'])
      const groups = (await server.as('alice').get(`projects/${id}/user_groups`)).body
      expect(groups.at(-1)).toMatchObject({ label: 'testers' })
      expect(groups.at(-1).id).not.toBe(
        (await server.as('alice').get(`projects/${template}/user_groups`)).body.at(-1).id,
      )
      const services = (await server.as('alice').get(`projects/${id}/project_services`)).body
      expect(services.find((each: any) => each.name === 'plugin_svn')).toMatchObject({
        is_enabled: true,
        service_url: `/plugins/svn/?group_id=${id}`,
      })
    })

    it.each([
      [{ is_public: true, allow_restricted: true }, 'unrestricted'],
      [{ is_public: true, allow_restricted: false }, 'public'],
      [{ is_public: true }, 'public'],
      [{ is_public: false, allow_restricted: false }, 'private-wo-restr'],
      [{ is_public: false, allow_restricted: null }, 'private'],
    ])('maps %o to %s on a site with restricted users', async (input, access) => {
      await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
      const shortname = `a-${access.slice(0, 12)}-${Object.values(input).join('-')}`
        .replaceAll('null', 'n')
        .slice(0, 30)
      const response = await server.as('alice').post('projects', createInput({ shortname, ...input }))
      await server.as('admin').patch('site_settings', { access_mode: 'anonymous' })
      expect([response.status, response.body.access]).toEqual([201, access])
    })

    it.each<[string, object, string]>([
      ['alice', { shortname: 'a b' }, reason('There cannot be any spaces in the short name.')],
      ['alice', { shortname: 'ALICES' }, reason('Short name already exists')],
      ['alice', { shortname: 'Carol' }, reason('Short name already exists')],
      ...['www', 'ns7', 'codendiadm', 'imadmin-bot', 'slayer', 'orbital', 'tokyojoe', 'webdev'].map(
        (shortname): [string, object, string] => ['alice', { shortname }, reason('Name is reserved.')],
      ),
      ['alice', { shortname: 'x', label: 'y' }, reason('Name is too short. It must be at least 3 characters.')],
      [
        'alice',
        { label: 'ab' },
        'Bad Request: Project fullname is invalid. The reason is: Name is too short. It must be at least 3 characters.',
      ],
      ['alice', { label: undefined }, 'Bad Request: `post_representation[label]` is required.'],
      ['alice', { shortname: '' }, 'Bad Request: `post_representation[shortname]` is required.'],
      [
        'alice',
        { is_public: 'yes' },
        'Bad Request: Invalid value specified for `post_representation[is_public]`. Expecting boolean value',
      ],
      [
        'alice',
        { template_id: 'abc' },
        'Bad Request: Invalid value specified for `post_representation[template_id]`. Expecting integer value',
      ],
      [
        'alice',
        { template_id: 0 },
        'Bad Request: Invalid value specified for `post_representation[template_id]`. Minimum required value is 1.',
      ],
      [
        'alice',
        { is_public: true, allow_restricted: true },
        'Bad Request: The project visibility "unrestricted" can only be used when the instance have enabled the restricted users',
      ],
      [
        'alice',
        { categories: [{ category_id: 15, value_id: 21 }] },
        'Bad Request: The category id 15 is not a valid root category',
      ],
      ['alice', { fields: [{ field_id: 100002, value: 'x' }] }, 'Bad Request: Some fields does not exists: 100002'],
      ['alice', { template_id: 9999 }, 'Bad Request: Template #9999 is not valid'],
      [
        'carol',
        { template_id: 100 },
        "Bad Request: Template 100 is not valid: you don't have the permission to the access the project.",
      ],
      ['carol', {}, 'is not administrator of project #'],
      [
        'alice',
        { template_id: undefined, xml_template_name: 'nope' },
        'Bad Request: The XML template "nope" provided is not valid',
      ],
      [
        'alice',
        { template_id: undefined, from_archive: { file_name: 'a.rar', file_size: 1 } },
        'Bad Request: The archive must be a zip file with a name that ends with .zip',
      ],
      [
        'alice',
        { template_id: undefined },
        'Bad Request: Impossible to build Project data creation with the provided JSON content.',
      ],
    ])('rejects a request of %s with %o and creates nothing', async (login, more, message) => {
      const before = await server.rowCounts()
      const response = await server.as(login).post('projects', createInput(more))
      expect(response.status).toBe(400)
      expect(response.body.error.message).toContain(message)
      expect(await server.rowCounts()).toEqual(before)
    })

    const trackersOf = async (id: number): Promise<string[]> =>
      (await server.as('admin').get(`projects/${id}/trackers`)).body.map((each: any) => each.item_name)

    it('creates the trackers of a built-in template', async () => {
      const input = createInput({ shortname: 'with-issues', template_id: undefined, xml_template_name: 'issues' })
      const response = await server.as('carol').post('projects', input)
      expect(response.status).toBe(201)
      expect(await trackersOf(response.body.id)).not.toEqual([])
    })

    it('copies the trackers of its template', async () => {
      const first = await server
        .as('admin')
        .post('projects', createInput({ shortname: 'from-default', template_id: 100 }))
      expect(first.status).toBe(201)
      expect(await trackersOf(first.body.id)).toEqual(await trackersOf(100))
      expect(await trackersOf(100)).not.toEqual([])
    })

    it('rejects a suspended project as template', async () => {
      const id = await insertProject(server, { shortName: 'tired', administrators: ['alice'], status: 'suspended' })
      const response = await server.as('alice').post('projects', createInput({ template_id: id }))
      expect(response.body.error.message).toBe(`Bad Request: Project #${id} is not active`)
    })

    it('accepts a published template from every user who sees it', async () => {
      expect((await server.as('admin').put(`projects/${template}/template`, { is_template: true })).status).toBe(200)
      expect((await server.as('carol').post('projects', createInput({ shortname: 'carols' }))).status).toBe(201)
      expect((await server.as('admin').put(`projects/${template}/template`, { is_template: false })).status).toBe(200)
    })

    it.each([
      ['rita', {}, 403, 'Forbidden: Restricted users cannot create projects.'],
      ['carol', { project_creation: false }, 403, 'Forbidden: Only site administrators can create projects.'],
      ['visitor', {}, 401, 'Unauthorized'],
    ])('responds to %s with settings %o with %i', async (login, settings, status, message) => {
      await server.as('admin').patch('site_settings', settings)
      const before = await server.rowCounts()
      const source = { template_id: undefined, xml_template_name: 'empty' }
      const response = await server.as(login).post('projects', createInput({ shortname: 'a b', ...source }))
      await server.as('admin').patch('site_settings', { project_creation: true })
      expect([response.status, response.body.error.message]).toEqual([status, message])
      expect({ ...(await server.rowCounts()), setting: 0 }).toEqual({ ...before, setting: 0 })
    })

    it('creates a pending project when the site requires approval', async () => {
      await server.as('admin').patch('site_settings', { project_approval: true })
      const response = await server.as('alice').post('projects', createInput({ shortname: 'patient' }))
      await server.as('admin').patch('site_settings', { project_approval: false })
      expect([response.status, response.body.status]).toEqual([201, 'pending'])
      expect((await server.as('alice').get(`projects/${response.body.id}`)).status).toBe(404)
      expect((await server.as('manager').patch(`projects/${response.body.id}`, { status: 'active' })).status).toBe(200)
      expect((await server.as('alice').get(`projects/${response.body.id}`)).body.status).toBe('active')
    })

    it('with dry_run creates nothing and returns 204', async () => {
      const before = await server.rowCounts()
      const response = await server.as('alice').post('projects?dry_run=true', createInput({ shortname: 'tryout' }))
      expect([response.status, response.text]).toEqual([204, ''])
      expect(await server.rowCounts()).toEqual(before)
    })

    const empty = { template_id: undefined, xml_template_name: 'empty' }
    const wrongNames = { shortname: 'a b', label: 'x' }
    const noTemplate = 'Template #9999 is not valid'
    const noXmlTemplate = 'The XML template "nope" provided is not valid'
    const noRight = 'Restricted users cannot create projects.'
    const names = [
      'Project shortname is invalid. The reason is: There cannot be any spaces in the short name.',
      'Project fullname is invalid. The reason is: Name is too short. It must be at least 3 characters.',
    ]
    // docs/api/projects.md §5: a stage with problems ends the check.
    it.each([
      ['only the template', 'rita', { ...wrongNames, template_id: 9999 }, [noTemplate]],
      ['only the built-in template', 'alice', { ...wrongNames, ...empty, xml_template_name: 'nope' }, [noXmlTemplate]],
      ['only the missing permission', 'rita', { ...wrongNames, ...empty }, [noRight]],
      [
        'all other problems together',
        'alice',
        { ...wrongNames, ...empty, allow_restricted: true, categories: [{ category_id: 99, value_id: 1 }] },
        [
          ...names,
          'The project visibility "unrestricted" can only be used when the instance have enabled the restricted users',
          'The category id 99 is not a valid root category',
        ],
      ],
    ])('with dry_run reports the problems in three stages: %s', async (_, login, more, messages) => {
      const before = await server.rowCounts()
      const response = await server.as(login).post('projects?dry_run=true', createInput({ is_public: true, ...more }))
      expect([response.status, response.body.error]).toEqual([
        400,
        { code: 400, message: 'Bad Request', i18n_error_messages: messages },
      ])
      const real = await server.as(login).post('projects', createInput({ is_public: true, ...more }))
      expect(real.body.error.message).toMatch(/^(Bad Request|Forbidden): /)
      expect(real.body.error.message.replace(/^(Bad Request|Forbidden): /, '')).toBe(messages[0])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('creates one of two concurrent projects with the same short name', async () => {
      const responses = await Promise.all(
        [1, 2].map(() => server.as('alice').post('projects', createInput({ shortname: 'contested' }))),
      )
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 400])
    })

    it.each([
      [{ categories: 'x' }, '[categories]`. Expecting a list of items but an item is given'],
      [{ categories: { category_id: 1 } }, '[categories]`. Expecting a list of items but an item is given'],
      [{ categories: [5] }, '[categories][0]`. Expecting an item of type `object`'],
      [{ fields: 'x' }, '[fields]`. Expecting a list of items but an item is given'],
      [{ fields: ['x'] }, '[fields][0]`. Expecting an item of type `object`'],
      [{ from_archive: 'x' }, '[from_archive]`. Expecting an item of type `object`'],
    ])('names the type that it expects instead of %j', async (more, text) => {
      const { status, body } = await server.as('alice').post('projects', createInput({ shortname: 'typed', ...more }))
      expect([status, body.error.message]).toEqual([
        400,
        `Bad Request: Invalid value specified for \`post_representation${text}`,
      ])
    })

    it('requires the mandatory project fields of the site', async () => {
      const field = await server.as('admin').post('project_fields', { name: 'Cost centre', is_required: true })
      expect(field.status).toBe(201)
      const { id } = field.body
      const without = await server.as('alice').post('projects', createInput({ shortname: 'costly' }))
      expect(without.body.error.message).toBe('Bad Request: Mandatory field where missing: Cost centre')
      const fields = [{ field_id: id, value: '4711' }]
      const response = await server.as('alice').post('projects', createInput({ shortname: 'costly', fields }))
      expect(response.body.additional_fields).toEqual([{ name: 'Cost centre', value: '4711' }])
      expect((await server.as('alice').get(`projects/${template}`)).body.additional_fields).toEqual([
        { name: 'Cost centre', value: '' },
      ])
      const listed = await server.as('alice').get('project_fields')
      expect(listed.body).toEqual({
        project_fields_representation: [
          { id, name: 'Cost centre', rank: 1, is_required: true, description: '', type: 'line' },
        ],
        total_size: 1,
      })
      expect((await server.as('rita').get('project_fields')).status).toBe(403)
      expect((await server.as('alice').post('project_fields', { name: 'Mine' })).status).toBe(403)
      expect((await server.as('admin').post('project_fields', { name: 'Cost centre' })).status).toBe(400)
    })
  })

  describe('PATCH /projects/{id}', () => {
    const server = createServer(dialect)
    let id: number

    beforeAll(async () => {
      await createUsers(server)
      id = await insertProject(server, { shortName: 'apollo', administrators: ['alice'] })
      await insertProject(server, { shortName: 'gone', status: 'deleted' })
    })

    it.each([
      [
        'alice',
        '101',
        { status: 'suspended' },
        403,
        'Forbidden: You are not allowed to change the status of a project',
      ],
      [
        'auditor',
        '101',
        { status: 'suspended' },
        403,
        'Forbidden: You are not allowed to change the status of a project',
      ],
      ['visitor', '101', { status: 'suspended' }, 401, 'Unauthorized'],
      [
        'admin',
        '100',
        { status: 'suspended' },
        403,
        'Forbidden: You are not allowed to change the status of a system project.',
      ],
      ['admin', '9999', { status: 'suspended' }, 404, 'Not Found: Project does not exist'],
      ['admin', '102', { status: 'active' }, 403, 'Forbidden: A deleted project cannot be reactivated.'],
      [
        'admin',
        '101',
        { status: 'nope' },
        400,
        'Bad Request: Invalid value specified for `patch_resource[status]`. Expected one of (active,suspended).',
      ],
      [
        'admin',
        '101',
        { status: 'deleted' },
        400,
        'Bad Request: Invalid value specified for `patch_resource[status]`. Expected one of (active,suspended).',
      ],
      ['admin', '101', {}, 400, 'Bad Request: `patch_resource[status]` is required.'],
    ])('responds to %s on project %s with %o with %i', async (login, of, body, status, message) => {
      const response = await server.as(login).patch(`projects/${of}`, body)
      expect([response.status, response.body.error.message]).toEqual([status, message])
      expect((await server.as('alice').get(`projects/${id}`)).body.status).toBe('active')
    })

    it.each(['admin', 'manager'])('lets %s suspend and reactivate a project', async (login) => {
      const suspended = await server.as(login).patch(`projects/${id}`, { status: 'suspended' })
      expect([suspended.status, suspended.text]).toEqual([200, ''])
      expect((await server.as('alice').get(`projects/${id}`)).status).toBe(403)
      expect((await server.as(login).get(`projects/${id}`)).body.status).toBe('suspended')
      expect((await server.as(login).patch(`projects/${id}`, { status: 'active' })).status).toBe(200)
      expect((await server.as('alice').get(`projects/${id}`)).status).toBe(200)
    })

    it('does not delete a project, which only PUT /projects/{id}/status can do', async () => {
      const deletedProject = await insertProject(server, { shortName: 'doomed' })
      expect((await server.as('alice').put(`projects/${deletedProject}/status`, { status: 'deleted' })).status).toBe(
        403,
      )
      expect((await server.as('admin').put(`projects/${deletedProject}/status`, { status: 'deleted' })).status).toBe(
        200,
      )
      expect((await server.as('alice').get(`projects/${deletedProject}`)).body.error.message).toBe(
        'Forbidden: This project is deleted',
      )
    })
  })

  describe('the banner of a project', () => {
    const server = createServer(dialect)
    let banner: string

    beforeAll(async () => {
      await createUsers(server)
      banner = `projects/${await insertProject(server, { shortName: 'apollo', administrators: ['alice'], members: ['bob'] })}/banner`
    })

    it('is set and removed by administrators, and readable for every user who sees the project', async () => {
      expect((await server.as('bob').get(banner)).body.error.message).toBe('Not Found: No banner set for this project')
      const set = await server.as('alice').put(banner, { message: 'Hello' })
      expect([set.status, set.text]).toEqual([200, ''])
      expect((await server.as('visitor').get(banner)).body).toEqual({ message: 'Hello' })
      expect((await server.as('rita').get(banner)).status).toBe(403)
      expect((await server.as('alice').delete(banner)).status).toBe(200)
      expect((await server.as('bob').get(banner)).status).toBe(404)
    })

    it.each([
      ['bob', { message: 'Hi' }, 403, 'Forbidden'],
      ['visitor', { message: 'Hi' }, 401, 'Unauthorized'],
      ['alice', {}, 400, 'Bad Request: `banner[message]` is required.'],
      ['alice', { message: '' }, 400, 'Bad Request: `banner[message]` is required.'],
      ['alice', { message: '  ' }, 400, 'Bad Request: Message cannot be empty'],
    ])('setting it as %s with %o returns %i', async (login, body, status, message) => {
      const response = await server.as(login).put(banner, body)
      expect([response.status, response.body.error.message]).toEqual([status, message])
      expect((await server.as('alice').get(banner)).status).toBe(404)
    })

    it('cannot be removed by members', async () => {
      await server.as('alice').put(banner, { message: 'Stays' })
      expect((await server.as('bob').delete(banner)).status).toBe(403)
      expect((await server.as('bob').get(banner)).body).toEqual({ message: 'Stays' })
    })
  })
})
