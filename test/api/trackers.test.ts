import { beforeAll, describe, expect, it } from 'vitest'
import { grantSitePermission } from '../../src/accounts/commands/grant-site-permission.ts'
import type { TrackerId, UserId } from '../../src/kit/values/ids.ts'
import { deleteTracker } from '../../src/trackers/commands/delete-tracker.ts'
import { restoreTracker } from '../../src/trackers/commands/restore-tracker.ts'
import { setWorkflowMode } from '../../src/trackers/commands/set-workflow-mode.ts'
import type { TrackerDefinition, WorkflowDefinition } from '../../src/trackers/model/definition.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const

const workflow: WorkflowDefinition = {
  field: 'status',
  isUsed: true,
  isAdvanced: false,
  isLegacy: false,
  transitions: [
    {
      from: null,
      to: 'Open',
      groups: [3 as never],
      notEmptyFields: ['title'],
      isCommentRequired: false,
      actions: [
        { kind: 'frozen_fields', fields: ['title'] },
        { kind: 'run_job', jobUrl: 'https://ci.example/job' },
        { kind: 'set_float', field: 'effort', value: 1.5 },
        { kind: 'set_date', field: 'due', value: 'current' },
      ],
    },
    { from: 'Open', to: 'Closed', groups: [4 as never], notEmptyFields: [], isCommentRequired: true, actions: [] },
  ],
}

/** A tracker that uses every feature, readable for every group of users. */
function leaks(keepers: number): TrackerDefinition {
  const readByAll = { read: [1], submit: [2], update: [3] }
  const fields = [
    createFieldDefinition('fieldset', 'details', {
      rights: {},
      isRequired: true,
      rank: 10,
      children: [
        createFieldDefinition('column', 'left', {
          rights: {},
          rank: 0,
          children: [
            createFieldDefinition('string', 'title', {
              label: 'Summary',
              isRequired: true,
              rank: 1,
              properties: { maxchars: 150 },
            }),
            createFieldDefinition('sb', 'status', {
              rank: 2,
              rights: { read: [1], update: [3] },
              bind: createStaticBind(['Open', 'neon-green'], ['Closed', '']),
            }),
          ],
        }),
        createFieldDefinition('string', 'secret', { rank: 3, rights: { update: [4] } }),
      ],
    }),
    createFieldDefinition('float', 'effort', { rank: 20 }),
    createFieldDefinition('date', 'due', { rank: 21 }),
    createFieldDefinition('msb', 'assigned', {
      rank: 22,
      bind: projectMembers,
      hasNotifications: true,
      rights: readByAll,
    }),
    createFieldDefinition('subby', 'author', {
      rank: 23,
      bind: { kind: 'users', sources: [{ kind: 'submitters' }], defaultUsers: [] },
    }),
    createFieldDefinition('luby', 'editor', {
      rank: 24,
      bind: { kind: 'users', sources: [{ kind: 'modifiers' }], defaultUsers: [] },
    }),
    createFieldDefinition('file', 'files', { rank: 25 }),
    createFieldDefinition('string', 'retired', { rank: 26, isUsed: false }),
  ]
  const semantics = {
    title: { field: 'title' },
    status: { field: 'status', openValues: ['Open'] },
    contributor: { field: 'assigned' },
    initial_effort: { field: 'secret' },
    tooltip: { fields: ['title'] },
  }
  return {
    ...createTrackerDefinition('leak', fields, semantics, {
      parent: 'house',
      permissions: { full: [1], submitter: [keepers], admin: [keepers] },
    }),
    name: 'Leaks',
    description: 'Water where it should not be',
    rules: { dates: [], lists: [{ source: 'status', sourceValue: 'Open', target: 'assigned', targetValue: null }] },
    workflow,
  }
}

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  let closed: ProjectFixture
  let alice: UserId
  let carol: UserId
  const id = (key: string) => project.fields.get(key) as number
  const value = (key: string) => project.values.get(key) as number
  const leak = () => project.trackers.get('leak') as TrackerId
  const house = () => project.trackers.get('house') as TrackerId

  beforeAll(async () => {
    alice = await server.createUser('alice', { realName: 'Alice Ash' })
    carol = await server.createUser('carol')
    await server.createUser('keeper')
    await server.createUser('bob')
    await server.createUser('rita', { status: 'R' })
    const warden = { user: await server.createUser('warden') }
    await grantSitePermission(server.world, system, { permission: 'tracker_administration', to: warden })
    project = await createProjectFixture(server, 'orchard', {
      members: [alice],
      administrators: [carol],
      groups: { keepers: [server.idOf('keeper')] },
      trackers: (groups) => [
        leaks(groups.get('keepers') as number),
        {
          ...createTrackerDefinition(
            'house',
            [createFieldDefinition('string', 'house:title')],
            { title: { field: 'house:title' } },
            { permissions: { full: [3] } },
          ),
          name: 'alleys',
        },
        {
          ...createTrackerDefinition(
            'tool',
            [
              createFieldDefinition('string', 'tool:name', { isRequired: true, rights: { read: [1], submit: [3] } }),
              createFieldDefinition('int', 'tool:age', { isRequired: true }),
            ],
            { title: { field: 'tool:name' } },
          ),
          name: 'Étaux',
        },
        { ...createTrackerDefinition('room', [createFieldDefinition('string', 'room:name')]), name: 'zinc' },
      ],
    })
    closed = await createProjectFixture(server, 'closed', {
      access: 'private',
      members: [alice],
      trackers: () => [createTrackerDefinition('den', [createFieldDefinition('string', 'den:title')])],
    })
    await project.createArtifacts({ tracker: 'leak', changes: [{ by: alice, values: { title: 'Drip' } }] })
  })

  const problem = ({ body }: TestResponse) => body.error
  const notFound = { code: 404, message: 'Not Found' }
  const unauthorized = { code: 401, message: 'Unauthorized' }
  const hidden = { ...notFound, i18n_error_message: 'You cannot access this tracker or it does not exist' }
  const withState = async (orchardOf: ProjectFixture, status: string, test: () => Promise<void>) => {
    const change = (to: string) =>
      server.world.db.write(async (tx) => {
        await tx.updateTable('project').set({ status: to }).where('id', '=', orchardOf.projectId).execute()
        await bumpRevision(tx, 'projects')
      })
    await change(status)
    try {
      await test()
    } finally {
      await change('active')
    }
  }

  describe('GET /trackers/{id}', () => {
    it('returns the whole tracker to a visitor, without the parts that visitors may not see', async () => {
      const { status, body } = await server.as('visitor').get(`trackers/${leak()}`)
      expect(status).toBe(200)
      const { fields, ...rest } = body
      expect(rest).toEqual({
        id: leak(),
        uri: `trackers/${leak()}`,
        html_url: `/plugins/tracker/?tracker=${leak()}`,
        project: { id: project.projectId, uri: `projects/${project.projectId}`, label: 'orchard', icon: '' },
        label: 'Leaks',
        description: 'Water where it should not be',
        item_name: 'leak',
        structure: [
          {
            id: id('details'),
            content: [
              {
                id: id('left'),
                content: [
                  { id: id('title'), content: null },
                  { id: id('status'), content: null },
                ],
              },
              { id: id('secret'), content: null },
            ],
          },
          ...['effort', 'due', 'assigned', 'author', 'editor', 'files'].map((key) => ({ id: id(key), content: null })),
        ],
        semantics: {
          title: { field_id: id('title') },
          status: { field_id: id('status'), value_ids: [value('Open')] },
          contributor: { field_id: id('assigned') },
        },
        workflow: {
          field_id: id('status'),
          is_used: '1',
          is_legacy: false,
          is_advanced: false,
          rules: {
            dates: [],
            lists: [
              {
                source_field_id: id('status'),
                source_value_id: value('Open'),
                target_field_id: id('assigned'),
                target_value_id: 100,
              },
            ],
          },
          transitions: [],
        },
        permissions_for_groups: null,
        parent: null,
        resources: [{ type: 'reports', uri: `trackers/${leak()}/tracker_reports` }],
        color_name: 'fiesta-red',
        notifications: { enabled: true },
      })
      expect(Object.keys(body).slice(0, 9)).toEqual([
        'id',
        'uri',
        'html_url',
        'project',
        'label',
        'description',
        'item_name',
        'fields',
        'structure',
      ])
      // Sorted only by rank, regardless of the container.
      expect(fields.map(({ name }: { name: string }) => name)).toEqual([
        'left',
        'title',
        'status',
        'details',
        'effort',
        'due',
        'assigned',
        'author',
        'editor',
        'files',
      ])
    })

    it('returns each field to a member with values, permissions and badges', async () => {
      const { body } = await server.as('alice').get(`trackers/${leak()}`)
      const readField = (key: string) => body.fields.find((field: { field_id: number }) => field.field_id === id(key))
      const semantic = (kind: string) => `/plugins/tracker/?tracker=${leak()}&func=admin-semantic&semantic=${kind}`
      const transitions = `/plugins/tracker/?tracker=${leak()}&func=admin-workflow-transitions`
      expect(readField('title')).toEqual({
        field_id: id('title'),
        label: 'Summary',
        name: 'title',
        type: 'string',
        values: null,
        required: true,
        collapsed: false,
        bindings: { type: null, list: [] },
        permissions: ['read', 'update', 'create'],
        permissions_for_groups: null,
        default_value: '',
        has_notifications: false,
        is_used: true,
        description: '',
        specific_properties: { maxchars: 150, size: 30, default_value: '' },
        label_decorators: [
          {
            label: 'Title',
            description: 'This field carries the "Title" semantic.',
            icon: null,
            url: semantic('title'),
            action: null,
          },
          {
            label: 'Tooltip',
            description: 'This field is part of fields of "Tooltip" semantic.',
            icon: null,
            url: semantic('tooltip'),
            action: null,
          },
          {
            label: 'Workflow condition',
            description: 'This field is used by workflow conditions',
            icon: null,
            url: transitions,
            action: null,
          },
          {
            label: 'Workflow action',
            description: 'This field is used by workflow actions',
            icon: null,
            url: transitions,
            action: null,
          },
        ],
      })
      expect(readField('status')).toMatchObject({
        permissions: ['read', 'update'],
        values: [
          { id: value('Open'), label: 'Open', is_hidden: false, value_color: 'neon-green' },
          { id: value('Closed'), label: 'Closed', is_hidden: false, value_color: '' },
        ],
        bindings: { type: 'static', list: [] },
        default_value: [],
        specific_properties: [],
      })
      const userValue = (userId: UserId, username: string, realName: string) => ({
        id: userId,
        label: username,
        user_reference: {
          id: userId,
          uri: `users/${userId}`,
          real_name: `${realName} (${username})`,
          username,
          avatar_url: expect.stringMatching(/^https?:/),
        },
      })
      expect(readField('assigned')).toMatchObject({
        values: [userValue(alice, 'alice', 'Alice Ash'), userValue(carol, 'carol', 'carol')],
        bindings: { type: 'users', list: [{ id: 3, label: 'project_members' }] },
        has_notifications: true,
        label_decorators: [
          { label: 'Contributor/assignee' },
          { label: 'Notifications', icon: 'fa-solid fa-bell', url: null, action: 'field-edition' },
        ],
      })
      expect(readField('status').label_decorators.map(({ label }: { label: string }) => label)).toEqual([
        'Status',
        'Done',
        'Workflow transition',
      ])
      expect(readField('details').required).toBe(false)
      expect(readField('author').values).toEqual([userValue(alice, 'alice', 'Alice Ash')])
      expect(readField('editor').values).toEqual([userValue(alice, 'alice', 'Alice Ash')])
      expect(readField('author').permissions).toEqual(['read'])
      expect(readField('due')).toMatchObject({ is_time_displayed: false })
      expect(readField('files')).toMatchObject({
        file_creation_uri: `tracker_fields/${id('files')}/files`,
        max_size_upload: 67_108_864,
      })
      expect(readField('details')).toMatchObject({
        permissions: ['read'],
        permissions_for_groups: null,
        specific_properties: [],
      })
      expect(readField('secret')).toBeUndefined()
      expect(body.parent).toEqual({
        id: house(),
        uri: `trackers/${house()}`,
        label: 'alleys',
        color: 'fiesta-red',
        project: { id: project.projectId, uri: `projects/${project.projectId}`, label: 'orchard', icon: '' },
      })
      expect(body.workflow.transitions).toEqual([{ id: expect.any(Number), from_id: null, to_id: value('Open') }])
    })

    it('returns the permissions to tracker administrators', async () => {
      const { body } = await server.as('keeper').get(`trackers/${leak()}`)
      const keepers = project.groups.get('keepers')
      const customGroup = {
        id: `${keepers}`,
        uri: `user_groups/${keepers}`,
        label: 'keepers',
        users_uri: `user_groups/${keepers}/users`,
        short_name: 'keepers',
        key: 'keepers',
      }
      const dynamic = (groupId: string, label: string, short_name: string, key: string) => ({
        id: groupId,
        uri: `user_groups/${groupId}`,
        label,
        users_uri: `user_groups/${groupId}/users`,
        short_name,
        key,
      })
      const anonymousGroup = dynamic('1', 'Anonymous', 'all_users', 'ugroup_anonymous_users_name_key')
      const members = dynamic(
        `${project.projectId}_3`,
        'Project members',
        'project_members',
        'ugroup_project_members_name_key',
      )
      expect(body.permissions_for_groups).toEqual({
        can_access: [anonymousGroup],
        can_access_submitted_by_user: [],
        can_access_assigned_to_group: [],
        can_access_submitted_by_group: [customGroup],
        can_admin: [customGroup],
      })
      const status = body.fields.find(({ name }: { name: string }) => name === 'status')
      expect(status.permissions_for_groups).toEqual({
        can_submit: [],
        can_read: [anonymousGroup],
        can_update: [members],
      })
      // A tracker administrator has no implicit permission to read its fields or its parent.
      expect(body.fields.map(({ name }: { name: string }) => name)).not.toContain('secret')
      expect(body.parent).toBeNull()
      expect(body.workflow.transitions).toHaveLength(2)
    })

    it('returns a hidden semantic to users who may read its field', async () => {
      const { body } = await server.as('carol').get(`trackers/${leak()}`)
      expect(body.semantics.initial_effort).toEqual({ field_id: id('secret') })
    })

    it.each([
      { login: 'visitor', from: 'closed', code: 401, message: 'Unauthorized' },
      { login: 'bob', from: 'closed', code: 403, message: 'Forbidden' },
      { login: 'rita', from: 'open', code: 403, message: 'Forbidden' },
    ])('returns $code to $login for a tracker of a $from project', async ({ login, from, code, message }) => {
      const tracker = from === 'closed' ? closed.trackers.get('den') : leak()
      const response = await server.as(login).get(`trackers/${tracker}`)
      expect(response.status).toBe(code)
      expect(problem(response)).toEqual({ code, message })
    })

    it('returns 403 for a suspended project except to site administrators', async () => {
      await withState(project, 'suspended', async () => {
        for (const login of ['carol', 'alice', 'bob']) {
          const response = await server.as(login).get(`trackers/${leak()}`)
          expect(problem(response)).toEqual({ code: 403, message: 'Forbidden: This project is suspended' })
        }
        expect((await server.as('admin').get(`trackers/${leak()}`)).status).toBe(200)
      })
    })

    it('returns 404 for a tracker that the caller may not see, and 401 to visitors', async () => {
      expect(problem(await server.as('bob').get(`trackers/${house()}`))).toEqual(hidden)
      expect(problem(await server.as('visitor').get(`trackers/${house()}`))).toEqual(unauthorized)
      expect((await server.as('alice').get(`trackers/${house()}`)).status).toBe(200)
    })

    it.each([
      ['9999', 404, 'Not Found'],
      ['0', 404, 'Not Found'],
      ['-1', 404, 'Not Found'],
      ['abc', 400, 'Bad Request: invalid value specified for `id`'],
    ])('responds to the id %s with %i', async (path, code, message) => {
      const response = await server.as('alice').get(`trackers/${path}`)
      expect(problem(response)).toEqual({ code, message })
    })

    it('returns 404 for a deleted tracker to every user, and 200 after its restore', async () => {
      const before = await server.rowCounts()
      const room = project.trackers.get('room') as TrackerId
      await deleteTracker(server.world, system, room)
      for (const login of ['alice', 'carol', 'admin', 'visitor']) {
        const response = await server.as(login).get(`trackers/${room}`)
        expect(problem(response)).toEqual(hidden)
      }
      const list = await server.as('admin').get(`projects/${project.projectId}/trackers?representation=minimal`)
      expect(list.body.map(({ id: each }: { id: number }) => each)).not.toContain(room)
      await restoreTracker(server.world, system, room)
      expect((await server.as('alice').get(`trackers/${room}`)).status).toBe(200)
      expect(await server.rowCounts()).toEqual(before)
    })
  })

  // docs/api/trackers.md §6.2.
  describe('GET /trackers/{id}?include=columns', () => {
    const preference = () => `tracker_columns_${leak()}`
    const read = (login: string, include = 'columns') => server.as(login).get(`trackers/${leak()}?include=${include}`)

    it('adds the columns that the caller has stored, and no others', async () => {
      const change = { key: preference(), value: 'title-320,status' }
      expect((await server.as('alice').patch('users/self/preferences', change)).status).toBe(200)
      const { columns, ...rest } = (await read('alice')).body
      expect(columns).toBe('title-320,status')
      expect(rest).toEqual((await server.as('alice').get(`trackers/${leak()}`)).body)
      for (const login of ['bob', 'admin', 'visitor']) expect((await read(login)).body.columns).toBeNull()
      const last = { key: preference(), value: 'status' }
      await server.as('alice').patch('users/self/preferences', last)
      expect((await read('alice')).body.columns).toBe('status')
      await server.as('alice').delete(`users/self/preferences?key=${preference()}`)
      expect((await read('alice')).body.columns).toBeNull()
    })
    it('refuses other members, and values that are too long', async () => {
      expect(problem(await read('alice', 'columns,rows'))).toEqual({
        code: 400,
        message:
          'Bad Request: Invalid value specified for `include`: "rows". Expected one of (columns,default_report).',
      })
      const change = { key: preference(), value: 'x'.repeat(65_536) }
      expect((await server.as('alice').patch('users/self/preferences', change)).status).toBe(400)
      expect((await read('alice')).body.columns).toBeNull()
    })
    it('is refused like the tracker', async () => {
      const path = `trackers/${closed.trackers.get('den')}?include=columns`
      expect(problem(await server.as('visitor').get(path)).code).toBe(401)
      expect((await server.as('bob').get(path)).status).toBe(403)
    })
  })

  describe('administrators of all trackers', () => {
    const den = () => closed.trackers.get('den') as TrackerId
    const trackersOf = (id: number) => server.as('warden').get(`projects/${id}/trackers?representation=minimal`)

    it('administer the trackers of projects that they cannot enter', async () => {
      const { status, body } = await server.as('warden').get(`trackers/${den()}`)
      expect([status, body.permissions_for_groups]).toEqual([200, expect.objectContaining({ can_admin: [] })])
      expect((await trackersOf(closed.projectId)).body).toEqual([expect.objectContaining({ id: den() })])
      const url = `tracker_fields/${closed.fields.get('den:title')}`
      expect((await server.as('warden').patch(url, { description: 'Words' })).status).toBe(200)
      expect((await server.as('warden').get(`projects/${closed.projectId}`)).status).toBe(403)
    })
    it('see no artifacts of such projects', async () => {
      const [id] = await closed.createArtifacts({
        tracker: 'den',
        changes: [{ by: alice, values: { 'den:title': 'a' } }],
      })
      expect((await server.as('warden').get(`trackers/${den()}/artifacts`)).body).toEqual([])
      expect((await server.as('warden').get(`artifacts/${id}`)).status).toBe(403)
      expect((await server.as('alice').get(`trackers/${den()}/artifacts`)).body).toHaveLength(1)
    })
    it('administer the trackers of public projects', async () => {
      expect((await server.as('warden').get(`trackers/${house()}`)).body.permissions_for_groups).not.toBeNull()
      const query = encodeURIComponent('{"is_tracker_admin":true}')
      const { body } = await server.as('warden').get(`projects?query=${query}`)
      expect(body.map(({ id }: { id: number }) => id)).toContain(project.projectId)
    })
    it('list the trackers of a suspended project, and cannot open them', async () => {
      await withState(closed, 'suspended', async () => {
        expect((await trackersOf(closed.projectId)).status).toBe(200)
        expect((await server.as('warden').get(`trackers/${den()}`)).status).toBe(403)
      })
    })
  })

  describe('GET /projects/{id}/trackers', () => {
    const list = (login: string, query = '') => server.as(login).get(`projects/${project.projectId}/trackers${query}`)
    const labels = ({ body }: TestResponse) => body.map(({ label }: { label: string }) => label)

    it('lists the visible trackers by name, regardless of case and accents', async () => {
      expect(labels(await list('alice'))).toEqual(['alleys', 'Étaux', 'Leaks', 'zinc'])
      expect(labels(await list('visitor'))).toEqual(['Étaux', 'Leaks', 'zinc'])
      expect(labels(await list('admin'))).toEqual(['alleys', 'Étaux', 'Leaks', 'zinc'])
    })
    it('counts and pages only the visible trackers', async () => {
      const response = await list('bob', '?limit=2&offset=1&representation=minimal')
      expect(labels(response)).toEqual(['Leaks', 'zinc'])
      expect(response.headers).toMatchObject({
        'x-pagination-limit': '2',
        'x-pagination-offset': '1',
        'x-pagination-size': '3',
        'x-pagination-limit-max': '50',
      })
      expect((await list('bob', '?limit=0')).body).toEqual([])
    })
    it('returns the same full representation as GET /trackers/{id}', async () => {
      const [response, one] = [await list('alice'), await server.as('alice').get(`trackers/${leak()}`)]
      expect(response.body[2]).toEqual(one.body)
    })
    it('returns the short form on request', async () => {
      const { body } = await list('visitor', '?representation=minimal')
      expect(body[1]).toEqual({
        id: leak(),
        uri: `trackers/${leak()}`,
        label: 'Leaks',
        color_name: 'fiesta-red',
        project: { id: project.projectId, uri: `projects/${project.projectId}`, label: 'orchard', icon: '' },
        cannot_create_reasons: [],
      })
    })
    it('filters by administered trackers', async () => {
      const query = `?query=${encodeURIComponent('{"is_tracker_admin":true}')}`
      expect(labels(await list('keeper', query))).toEqual(['Leaks'])
      expect(labels(await list('warden', query))).toEqual(['alleys', 'Étaux', 'Leaks', 'zinc'])
      expect(labels(await list('carol', query))).toEqual(['alleys', 'Étaux', 'Leaks', 'zinc'])
      expect(labels(await list('alice', query))).toEqual([])
    })
    it.each(['', '[]'])(
      'reports why an artifact cannot be created with only a title (with_creation_semantic_check%s)',
      async (form) => {
        const { body } = await list('bob', `?representation=minimal&with_creation_semantic_check${form}=title`)
        expect(body.map((each: { cannot_create_reasons: string[] }) => each.cannot_create_reasons)).toEqual([
          [
            "You do not have the right to submit 'name' field",
            "Other field than 'name' is required",
            "You can't submit an artifact because you do not have the right to submit all required fields",
          ],
          [],
          ['Title semantic is not defined'],
        ])
      },
    )
    it.each([
      ['limit=51', 'Bad Request: Invalid value specified for `limit`. Maximum allowed value is 50.'],
      ['limit=-1', 'Bad Request: Invalid value specified for `limit`. Minimum required value is 0.'],
      [
        'representation=nope',
        'Bad Request: Invalid value specified for `representation`. Expected one of (full,minimal).',
      ],
      [
        'with_creation_semantic_check=title',
        "Bad Request: 'with_creation_semantic_check' is not available when 'full' tracker representation is chosen",
      ],
      [
        'representation=minimal&with_creation_semantic_check=title,status',
        'Bad Request: Semantic "status" not supported',
      ],
      [
        'query={"is_tracker_admin":false}',
        "Bad Request: Filtering for trackers you are not administrator is not supported. Use 'is_tracker_admin': true",
      ],
      [
        'query={"foo":1}',
        "Bad Request: You can only search on 'is_tracker_admin': true. If the query is valid, your plugin is maybe not installed.",
      ],
      ['query={"foo', 'Bad Request: parameter "query" syntax error, invalid JSON'],
    ])('rejects %s', async (query, message) => {
      const response = await list('alice', `?${encodeURI(query)}`)
      expect(problem(response)).toEqual({ code: 400, message })
    })
    it('is rejected when the project is not accessible', async () => {
      const send = (login: string, project: number) => server.as(login).get(`projects/${project}/trackers`)
      expect(problem(await send('bob', closed.projectId))).toEqual({ code: 403, message: 'Forbidden' })
      expect(problem(await send('visitor', closed.projectId))).toEqual({ code: 401, message: 'Unauthorized' })
      expect(problem(await send('alice', 9999))).toEqual({ code: 404, message: 'Not Found: Project does not exist' })
      await withState(project, 'suspended', async () => {
        expect(problem(await list('alice'))).toEqual({ code: 403, message: 'Forbidden: This project is suspended' })
        expect(labels(await list('carol'))).toHaveLength(4)
      })
    })
  })

  describe('GET /tracker_workflow_transitions/{id}', () => {
    let first: number
    let second: number
    beforeAll(async () => {
      const { body } = await server.as('carol').get(`trackers/${leak()}`)
      ;[first, second] = body.workflow.transitions.map(({ id: each }: { id: number }) => each)
    })

    it('returns the conditions to an administrator', async () => {
      expect((await server.as('keeper').get(`tracker_workflow_transitions/${first}`)).body).toEqual({
        id: first,
        from_id: null,
        to_id: value('Open'),
        authorized_user_group_ids: [`${project.projectId}_3`],
        not_empty_field_ids: [id('title')],
        is_comment_required: false,
      })
      expect((await server.as('keeper').get(`tracker_workflow_transitions/${second}`)).body).toMatchObject({
        from_id: value('Open'),
        is_comment_required: true,
      })
    })
    it('returns the actions: dates, numbers, jobs, then the others', async () => {
      const { body } = await server.as('keeper').get(`tracker_workflow_transitions/${first}/actions`)
      const number = expect.any(Number)
      expect(body).toEqual([
        { id: number, type: 'set_field_value', field_id: id('due'), field_type: 'date', value: 'current' },
        { id: number, type: 'set_field_value', field_id: id('effort'), field_type: 'float', value: 1.5 },
        { id: number, type: 'run_job', job_url: 'https://ci.example/job' },
        { id: number, type: 'frozen_fields', field_ids: [id('title')] },
      ])
      expect((await server.as('keeper').get(`tracker_workflow_transitions/${second}/actions`)).body).toEqual([])
    })
    it.each(['', '/actions'])('is rejected for other users (%s)', async (path) => {
      const send = (login: string, transition = first) =>
        server.as(login).get(`tracker_workflow_transitions/${transition}${path}`)
      expect(problem(await send('alice'))).toEqual({
        code: 403,
        message: 'Forbidden',
        i18n_error_message: 'You must be tracker administrator to access this resource.',
      })
      expect(problem(await send('visitor'))).toEqual({ code: 401, message: 'Unauthorized' })
      expect(problem(await send('carol', 99_999))).toEqual({ ...notFound, i18n_error_message: 'Transition not found.' })
    })
    it('drops the actions of the simple mode in advanced mode, and keeps the others', async () => {
      await setWorkflowMode(server.world, system, leak(), 'advanced')
      const { body } = await server.as('keeper').get(`tracker_workflow_transitions/${first}/actions`)
      expect(body.map(({ type }: { type: string }) => type)).toEqual(['set_field_value', 'set_field_value', 'run_job'])
      expect((await server.as('keeper').get(`trackers/${leak()}`)).body.workflow.is_advanced).toBe(true)
      expect((await server.as('keeper').get(`tracker_workflow_transitions/${first}`)).body).toMatchObject({
        authorized_user_group_ids: [`${project.projectId}_3`],
        not_empty_field_ids: [id('title')],
      })
    })
  })
})
