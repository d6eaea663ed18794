import { beforeAll, describe, expect, it } from 'vitest'
import { grantSitePermission } from '../../src/accounts/commands/grant-site-permission.ts'
import type { TrackerDefinition } from '../../src/trackers/model/definition.ts'
import { createClock } from '../kit/clock.ts'
import { insertProject } from '../kit/project.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

type Json = any

/** A tracker that uses every feature of trackers. */
function leaks(keepers: number): TrackerDefinition {
  const fields = [
    createFieldDefinition('fieldset', 'details', {
      rights: {},
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
              rights: { read: [1], update: [keepers] },
              bind: createStaticBind(['Open', 'neon-green'], ['Closed', '#00FF10'], ['Lost', '']),
            }),
          ],
        }),
        createFieldDefinition('text', 'story', {
          rank: 3,
          rights: { read: [keepers] },
          properties: { rows: 4, default_value: 'Once' },
        }),
        createFieldDefinition('staticrichtext', 'note', {
          rights: {},
          rank: 4,
          properties: { static_value: '<b>Look</b>' },
        }),
      ],
    }),
    createFieldDefinition('float', 'effort', { rank: 20, properties: { default_value: 1.5 } }),
    createFieldDefinition('int', 'left_to_do', { rank: 21 }),
    createFieldDefinition('date', 'begin', { rank: 22, properties: { display_time: 1 } }),
    createFieldDefinition('date', 'due', { rank: 23, properties: { default_value_type: 0 } }),
    createFieldDefinition('msb', 'assigned', { rank: 24, bind: projectMembers, hasNotifications: true }),
    createFieldDefinition('cb', 'teams', {
      rank: 25,
      bind: {
        kind: 'ugroups',
        values: [
          { key: 'all', group: 3 as never, isHidden: false, isDefault: true },
          { key: 'own', group: keepers as never, isHidden: false, isDefault: false },
        ],
      },
    }),
    createFieldDefinition('tbl', 'tags', {
      rank: 26,
      properties: { hint: 'Type' },
      bind: createStaticBind(['red', 'fiesta-red'], ['blue', '']),
    }),
    createFieldDefinition('rb', 'cause', { rank: 27, bind: createStaticBind(['Rust', ''], ['Frost', '']) }),
    createFieldDefinition('file', 'files', { rank: 28 }),
    createFieldDefinition('art_link', 'links', { rank: 29 }),
    createFieldDefinition('computed', 'total', { rank: 30 }),
    createFieldDefinition('subby', 'author', { rank: 31, rights: { read: [1] } }),
    createFieldDefinition('perm', 'who', { rank: 32 }),
    createFieldDefinition('string', 'retired', { rank: 33, isUsed: false }),
  ]
  return {
    ...createTrackerDefinition(
      'leak',
      fields,
      {
        title: { field: 'title' },
        description: { field: 'story' },
        status: { field: 'status', openValues: ['Open', null] },
        contributor: { field: 'assigned' },
        timeframe: { start: 'begin', end: 'due' },
        progress: { totalEffort: 'effort', remainingEffort: 'left_to_do' },
        initial_effort: { field: 'effort' },
      },
      { permissions: { full: [1], submitter: [keepers], admin: [keepers] } },
    ),
    description: 'Water where none should be',
    rules: {
      dates: [{ source: 'begin', comparator: '≤', target: 'due' }],
      lists: [
        { source: 'status', sourceValue: 'Open', target: 'cause', targetValue: 'Rust' },
        { source: 'status', sourceValue: null, target: 'cause', targetValue: null },
      ],
    },
    workflow: {
      field: 'status',
      isUsed: true,
      isAdvanced: true,
      isLegacy: false,
      transitions: [
        {
          from: null,
          to: 'Open',
          groups: [keepers as never],
          notEmptyFields: ['title'],
          isCommentRequired: false,
          actions: [{ kind: 'set_date', field: 'due', value: 'current' }],
        },
        { from: 'Open', to: 'Closed', groups: [4 as never], notEmptyFields: [], isCommentRequired: true, actions: [] },
      ],
    },
  }
}

/**
 * Returns a tracker without its ids, so that two trackers can be compared: every id is replaced by a number in the
 * order of appearance. A serialized tracker does not contain the conditions and actions of transitions or its
 * tooltip, so the badges for them are removed too.
 */
function withoutIds({ id: _id, ...response }: Json): Json {
  const places = new Map<string, string>()
  const place = (kind: string, id: unknown) => {
    const key = `${kind} ${id}`
    const count = [...places.keys()].filter((each) => each.startsWith(`${kind} `)).length
    if (!places.has(key)) places.set(key, `${kind} ${count}`)
    return places.get(key)
  }
  const kindOf = (key: string, part: string): string | undefined => {
    if (/field_id$/.test(key) || (key === 'id' && part === 'structure')) return 'field'
    if (/value_ids?$|^(from|to)_id$/.test(key) || (key === 'id' && part === 'fields')) return 'value'
    return key === 'id' && part === 'workflow' ? 'transition' : undefined
  }
  const left = ['uri', 'html_url', 'users_uri', 'project', 'url', 'file_creation_uri', 'resources']
  const isSerialized = (each: Json) => !/^(Workflow (condition|action)|Tooltip)$/.test(each?.label ?? '')
  const walk = (value: Json, key: string, part: string): Json => {
    if (Array.isArray(value)) return value.filter(isSerialized).map((each) => walk(each, key, part))
    // Users are the same in all trackers.
    if (typeof value === 'object' && value !== null && 'user_reference' in value) return value
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => !left.includes(name))
          .map(([name, each]) => [name, walk(each, name, part === '' ? name : part)]),
      )
    }
    if (typeof value === 'string' && key === 'id') return value.replace(/^\d+_/, '_').replace(/^\d{3}$/, 'own group')
    const kind =
      typeof value === 'number' && value > 0 && (value > 100 || part === 'workflow') && value !== 100
        ? kindOf(key, part)
        : undefined
    return kind === undefined ? value : place(kind, value)
  }
  return walk(response, '', '')
}

onEachDatabase((dialect) => {
  describe('POST /projects/{id}/trackers', () => {
    // The templates contain today's date, to the minute.
    const server = createServer(dialect, { clock: createClock() })
    let fixture: ProjectFixture
    let leak: number
    let other: number
    const boss = () => server.as('boss')
    const create = (body: Json, login = 'boss', project = other): Promise<TestResponse> =>
      server.as(login).post(`projects/${project}/trackers`, body)

    beforeAll(async () => {
      const member = await server.createUser('member')
      const boss = await server.createUser('boss')
      await server.createUser('outsider')
      const auditor = await server.createUser('auditor')
      await grantSitePermission(
        server.world,
        { kind: 'system', reason: 'test' },
        {
          permission: 'read_only_administration',
          to: { user: auditor },
        },
      )
      const groups = { keepers: [boss, member] }
      fixture = await createProjectFixture(server, 'home', {
        members: [member],
        administrators: [boss],
        groups,
        trackers: (groups) => [
          leaks(Number(groups.get('keepers'))),
          createTrackerDefinition('pipe', [createFieldDefinition('string', 'pipe:title')]),
        ],
      })
      leak = fixture.trackers.get('leak') as number
      const away = await createProjectFixture(server, 'away', {
        members: [member],
        administrators: [boss],
        groups,
        trackers: () => [],
      })
      other = away.projectId
      await server.world.cache.refresh()
    })

    const expectUnchanged = async (work: () => Promise<TestResponse>): Promise<TestResponse> => {
      const before = await server.rowCounts()
      const response = await work()
      expect(await server.rowCounts()).toEqual(before)
      return response
    }

    it('recreates a rich tracker in another project from the response of GET, equal except for ids', async () => {
      const original = (await boss().get(`trackers/${leak}`)).body
      const { status, body, headers } = await create({ definition: original })
      expect(status).toBe(201)
      expect(headers['location']).toMatch(new RegExp(`/api/trackers/${body.id}$`))
      expect(withoutIds(body)).toEqual(withoutIds(original))
      expect(body.project.id).toBe(other)
      expect((await boss().get(`trackers/${body.id}`)).body).toEqual(body)
    })

    it('creates the conditions and actions of transitions when they are given', async () => {
      const original = (await boss().get(`trackers/${leak}`)).body
      const transitions: Json[] = []
      for (const { id } of original.workflow.transitions) {
        const transition = (await boss().get(`tracker_workflow_transitions/${id}`)).body
        const actions = (await boss().get(`tracker_workflow_transitions/${id}/actions`)).body
        transitions.push({ ...transition, authorized_user_group_ids: ['3', '4'], actions })
      }
      const definition = { ...original, workflow: { ...original.workflow, transitions } }
      const { body } = await create({ definition, name: 'With actions', item_name: 'acting' })
      const [first, second] = body.workflow.transitions
      const read = async (id: number) => (await boss().get(`tracker_workflow_transitions/${id}`)).body
      const title = body.fields.find((each: Json) => each.name === 'title').field_id
      expect(await read(first.id)).toMatchObject({
        from_id: null,
        authorized_user_group_ids: [`${other}_3`, `${other}_4`],
        not_empty_field_ids: [title],
      })
      expect(await read(second.id)).toMatchObject({ is_comment_required: true })
      const due = body.fields.find((each: Json) => each.name === 'due').field_id
      expect((await boss().get(`tracker_workflow_transitions/${first.id}/actions`)).body).toMatchObject([
        { type: 'set_field_value', field_id: due, field_type: 'date', value: 'current' },
      ])
    })

    it('copies another tracker with its reports and rules', async () => {
      const original = (await boss().get(`trackers/${leak}`)).body
      const { status, body } = await create({ from_tracker: { id: leak }, name: 'Copied', item_name: 'copied' })
      expect(status).toBe(201)
      const copied = { ...original, label: 'Copied', item_name: 'copied' }
      expect(withoutIds(body)).toEqual(withoutIds(copied))
    })

    it.each(['bug', 'card', 'epic', 'issue', 'release', 'sprint', 'story', 'task'])(
      'creates a tracker from the template %s',
      async (template) => {
        const response = await create({
          template,
          item_name: `my_${template}`,
          name: `My ${template}`,
          color_name: 'deep-blue',
        })
        expect(response.status).toBe(201)
        expect(response.body).toMatchObject({
          label: `My ${template}`,
          item_name: `my_${template}`,
          color_name: 'deep-blue',
        })
        expect(response.body.fields.length).toBeGreaterThan(3)
      },
    )

    it('recreates the tracker of every template from its serialization', async () => {
      for (const { id } of (await boss().get(`projects/${other}/trackers?limit=50`)).body) {
        const original = (await boss().get(`trackers/${id}`)).body
        const { status, body } = await create({ definition: original, name: `Again ${id}`, item_name: `again_${id}` })
        expect([status, body]).toEqual([201, expect.anything()])
        const renamed = { ...original, label: `Again ${id}`, item_name: `again_${id}` }
        expect(withoutIds(body)).toEqual(withoutIds(renamed))
      }
    })

    it('applies defaults to omitted properties', async () => {
      const definition = {
        label: 'Plain',
        item_name: 'plain',
        fields: [
          { type: 'string', label: 'What is it?', field_id: 1 },
          { type: 'aid', name: 'number', field_id: 2 },
          { type: 'sb', name: 'state', field_id: 3, values: [{ label: 'on' }, { label: 'off', is_default: true }] },
        ],
        semantics: { title: { field_id: 1 } },
      }
      const { status, body } = await create({ definition, parent_id: null })
      expect(status).toBe(201)
      expect(body).toMatchObject({ color_name: 'inca-silver', parent: null, workflow: { field_id: 0 } })
      const ids = (groups: Json) => groups.map(({ id }: Json) => id)
      expect(ids(body.permissions_for_groups.can_access)).toEqual(['1'])
      const [title, number, state] = body.fields
      expect(title).toMatchObject({ name: 'what_is_it_', label: 'What is it?' })
      expect(ids(title.permissions_for_groups.can_read)).toEqual(['1'])
      expect(ids(title.permissions_for_groups.can_submit)).toEqual(['2'])
      expect(ids(title.permissions_for_groups.can_update)).toEqual([`${other}_3`])
      expect(number.permissions_for_groups).toMatchObject({ can_submit: [], can_update: [] })
      expect(state.default_value).toMatchObject([{ label: 'off' }])
    })

    it('creates a tracker with a parent tracker in the same project', async () => {
      const { body } = await create({ template: 'task', item_name: 'sub', parent_id: leak }, 'boss', fixture.projectId)
      expect(body.parent).toMatchObject({ id: leak })
    })

    it.each([
      { login: 'visitor', status: 401 },
      { login: 'outsider', status: 403 },
      { login: 'member', status: 403 },
      { login: 'auditor', status: 403 },
      { login: 'boss', status: 201 },
      { login: 'admin', status: 201 },
    ])('responds to $login with $status', async ({ login, status }) => {
      const work = () => create({ template: 'bug', name: `Of ${login}`, item_name: `of_${login}` }, login)
      expect((status === 201 ? await work() : await expectUnchanged(work)).status).toBe(status)
    })

    it('reports every problem of a definition and creates nothing', async () => {
      const definition = {
        label: 'Pipes',
        item_name: 'has blanks',
        color_name: 'pink',
        fields: [
          { field_id: 1, type: 'string', name: 'a' },
          { field_id: 2, type: 'string', name: 'a' },
          { field_id: 3, type: 'wheel', name: 'b' },
          { field_id: 4, type: 'art_link', name: 'c' },
          { field_id: 5, type: 'art_link', name: 'd' },
          { field_id: 6, type: 'sb', name: 'e', values: [{ id: 1, label: '', value_color: 'rainbow' }] },
          { field_id: 7, type: 'int', name: 'f', specific_properties: { maxchars: 'many' } },
          { field_id: 8, type: 'string', name: 'g', permissions_for_groups: { can_read: ['999'] } },
          { field_id: 9, type: 'string', name: 'missing' },
        ],
        structure: [1, 2, 4, 5, 6, 7, 8, 8, 77].map((id) => ({ id, content: null })),
        semantics: {
          title: { field_id: 7 },
          status: { field_id: 6, value_ids: [5] },
          timeframe: { start_date_field_id: 1, end_date_field_id: 55 },
        },
        workflow: {
          field_id: 6,
          transitions: [
            { from_id: 0, to_id: 9 },
            { to_id: 1, actions: [{ type: 'run_job', job_url: 'javascript:alert(1)' }] },
          ],
        },
        parent: { id: leak },
      }
      const { status, body } = await expectUnchanged(() => create({ definition }))
      expect(status).toBe(400)
      expect(body.error.i18n_error_messages).toEqual([
        'Unknown element type "wheel".',
        'A list value requires a label.',
        'Invalid color "rainbow".',
        'Invalid value for the setting maxchars of a field of type int.',
        'The project has no user group "999".',
        'Two elements have the name "a".',
        'A tracker has at most one element of type art_link.',
        `parent: ${leak} is not a tracker of the project. Send "parent_id" next to the definition.`,
        'structure: the element g is listed more than once.',
        'structure: element 77 is not among the fields.',
        'structure: the element missing is missing.',
        'title: the element f is of type int, not string, text.',
        'status: 5 is not a value of the list e.',
        'timeframe: the element a is of type string, not date.',
        'timeframe: element 55 not found in the tracker.',
        'workflow: a transition from 0 to 9 refers to unknown values of the list.',
        'workflow: the job_url of an action must be a valid URL.',
        'Invalid color "pink".',
        'The item_name "has blanks" may only contain letters, digits and _.',
      ])
    })

    it.each([
      [{}, 'Send one of'],
      [{ template: 'bug', from_tracker: { id: 1 } }, 'Send one of'],
      [{ template: 'spaceship' }, 'Unknown template "spaceship"'],
      [{ template: 'bug', item_name: 'a b' }, 'may only contain letters'],
      [{ template: 'bug', name: 'LEAKS' }, 'already has a tracker named "LEAKS"'],
      [{ template: 'bug', item_name: 'Leak' }, 'already has a tracker with the item_name "Leak"'],
      [{ template: 'bug', name: '' }, 'requires a name'],
      [{ template: 'bug', color_name: 'pink' }, 'Invalid color "pink"'],
      [{ template: 'bug', parent_id: 99_999 }, 'not a tracker of the project'],
      [{ definition: 'text' }, 'Invalid value'],
    ])('rejects %j', async (body, text) => {
      const response = await expectUnchanged(() => create(body, 'boss', fixture.projectId))
      expect(response.status).toBe(400)
      expect(response.body.error.message).toContain(text)
    })

    it('rejects a copy of a tracker that the caller does not administer with 403, and of an unknown tracker with 404', async () => {
      const mine = await insertProject(server, { shortName: 'mine', administrators: ['outsider'] })
      await server.world.cache.refresh()
      const copy = (id: number) =>
        expectUnchanged(() => create({ from_tracker: { id }, name: 'X', item_name: 'x' }, 'outsider', mine))
      expect((await copy(leak)).status).toBe(403)
      expect((await copy(99_999)).status).toBe(404)
    })

    it('returns 404 for an unknown project and 403 for a suspended one', async () => {
      expect((await expectUnchanged(() => create({ template: 'bug' }, 'boss', 99_999))).status).toBe(404)
      const suspended = await insertProject(server, {
        shortName: 'still',
        administrators: ['boss'],
        status: 'suspended',
      })
      await server.world.cache.refresh()
      for (const login of ['boss', 'admin'])
        expect((await expectUnchanged(() => create({ template: 'bug' }, login, suspended))).body.error).toEqual({
          code: 403,
          message: 'Forbidden: This project is suspended',
        })
    })

    it('creates one of several concurrently created trackers with the same name', async () => {
      const responses = await Promise.all(
        ['boss', 'admin', 'boss', 'admin'].map((login) =>
          create({ template: 'task', name: 'Race', item_name: 'race' }, login),
        ),
      )
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
    })
  })
})
