import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grantSitePermission } from '../../src/accounts/commands/grant-site-permission.ts'
import type { TrackerId } from '../../src/kit/values/ids.ts'
import type { TrackerDefinition, TransitionDefinition } from '../../src/trackers/model/definition.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const
const members = 3 as never

const transition = (from: string | null, to: string, more: Partial<TransitionDefinition> = {}) => ({
  from,
  to,
  groups: [members],
  notEmptyFields: [],
  isCommentRequired: false,
  actions: [],
  ...more,
})

/**
 * Leaks with the states open, mended and gone: one initial transition, and two transitions to mended with the same
 * conditions and actions.
 */
function leaks(managers: number, workflow: Partial<TrackerDefinition['workflow']> | null): TrackerDefinition {
  const fields = [
    createFieldDefinition('fieldset', 'details', {
      rights: {},
      children: [createFieldDefinition('string', 'title', { label: 'Summary' })],
    }),
    createFieldDefinition('fieldset', 'more', { rights: {} }),
    createFieldDefinition('sb', 'status', { bind: createStaticBind(['Open', ''], ['Mended', ''], ['Gone', '']) }),
    createFieldDefinition('sb', 'room', { bind: createStaticBind(['Roof', ''], ['Cellar', '']) }),
    createFieldDefinition('rb', 'urgency', { bind: createStaticBind(['High', '']) }),
    createFieldDefinition('msb', 'tools', { bind: createStaticBind(['Tape', '']) }),
    createFieldDefinition('sb', 'plumber', {
      bind: { kind: 'users', sources: [{ kind: 'members' }], defaultUsers: [] },
    }),
    createFieldDefinition('date', 'due'),
    createFieldDefinition('int', 'points'),
    createFieldDefinition('float', 'effort'),
    createFieldDefinition('int', 'retired', { isUsed: false }),
  ]
  const mended = { isCommentRequired: true, notEmptyFields: ['title'] }
  const transitions = [
    transition(null, 'Open'),
    transition('Open', 'Mended', { ...mended, actions: [{ kind: 'set_int', field: 'points', value: 3 }] }),
    transition('Gone', 'Mended', { ...mended, actions: [{ kind: 'set_int', field: 'points', value: 3 }] }),
  ]
  return {
    ...createTrackerDefinition('leak', fields, {}, { permissions: { full: [1], admin: [managers] } }),
    rules: { dates: [], lists: [{ source: 'room', sourceValue: 'Roof', target: 'tools', targetValue: 'Tape' }] },
    workflow:
      workflow === null
        ? null
        : { field: 'status', isUsed: true, isAdvanced: true, isLegacy: false, transitions, ...workflow },
  }
}

const notAdministrator = {
  code: 403,
  message: 'Forbidden',
  i18n_error_message: 'You must be tracker administrator to access this resource.',
}
const translatedError = (code: 400 | 404, text: string) => ({
  code,
  message: code === 400 ? 'Bad Request' : 'Not Found',
  i18n_error_message: text,
})
const invalidQuery = translatedError(400, 'Please provide a valid query.')
const problem = ({ body }: TestResponse) => body.error

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let projectCount = 0
  let project: ProjectFixture
  const tracker = () => project.trackers.get('leak') as TrackerId
  const id = (key: string) => project.fields.get(key) as number
  const value = (key: string) => project.values.get(key) as number
  const manager = () => server.as('manager')

  beforeAll(async () => {
    for (const login of ['boss', 'manager', 'member', 'outsider', 'auditor']) await server.createUser(login)
    const auditor = { user: server.idOf('auditor') }
    await grantSitePermission(server.world, system, { permission: 'read_only_administration', to: auditor })
  })

  const createTestProject = async (
    workflow: Partial<TrackerDefinition['workflow']> | null = {},
    access?: 'private',
  ) => {
    projectCount += 1
    project = await createProjectFixture(server, `garden-${projectCount}`, {
      ...(access === undefined ? {} : { access }),
      members: [server.idOf('member')],
      administrators: [server.idOf('boss')],
      groups: { managers: [server.idOf('manager')] },
      trackers: (groups) => [leaks(groups.get('managers') as number, workflow)],
    })
  }

  const readTracker = async () => (await server.as('boss').get(`trackers/${tracker()}`)).body
  const workflow = async () => (await readTracker()).workflow
  const patch = (login: string, query: unknown, where = tracker()) =>
    server.as(login).patch(`trackers/${where}?query=${encodeURIComponent(JSON.stringify(query))}`)
  /** The ids of the transitions by the names of both ends. */
  const transitions = async () => {
    const names = new Map([...project.values].map(([name, number]) => [number, name]))
    const all: readonly { id: number; from_id: number | null; to_id: number }[] = (await workflow()).transitions
    return new Map(all.map((each) => [`${names.get(each.from_id ?? 0) ?? 'new'} ${names.get(each.to_id)}`, each.id]))
  }
  const idOf = async (ends: string) => (await transitions()).get(ends) as number
  const conditions = async (ends: string) =>
    (await manager().get(`tracker_workflow_transitions/${await idOf(ends)}`)).body
  const actions = async (ends: string): Promise<readonly object[]> =>
    (await manager().get(`tracker_workflow_transitions/${await idOf(ends)}/actions`)).body
  const withoutId = (all: readonly object[]) => all.map((each) => ({ ...each, id: undefined }))

  const state = async () => ({ rows: await server.rowCounts(), tracker: await readTracker(), fields: await rows() })
  const rows = async () => {
    const db = server.world.db.read
    return Promise.all([
      db.selectFrom('transition').selectAll().orderBy('id').execute(),
      db.selectFrom('post_action').selectAll().orderBy('id').execute(),
      db.selectFrom('transition_group').selectAll().orderBy('transition_id').orderBy('group_id').execute(),
      db.selectFrom('transition_field').selectAll().orderBy('transition_id').orderBy('field_id').execute(),
      db.selectFrom('workflow').selectAll().orderBy('tracker_id').execute(),
    ])
  }
  const expectUnchanged = async (operations: () => Promise<TestResponse>): Promise<TestResponse> => {
    const before = await state()
    const response = await operations()
    expect(await state()).toEqual(before)
    return response
  }
  const lastAuditEntry = async () => {
    const last = server.world.db.read.selectFrom('audit').selectAll().orderBy('id', 'desc')
    const row = await last.executeTakeFirstOrThrow()
    return { action: row.action, by: row.user_id, detail: JSON.parse(row.detail) }
  }
  const whileSuspended = async (test: () => Promise<void>) => {
    const change = (to: string) =>
      server.world.db.write(async (tx) => {
        await tx.updateTable('project').set({ status: to }).where('id', '=', project.projectId).execute()
        await bumpRevision(tx, 'projects')
      })
    await change('suspended')
    try {
      await test()
    } finally {
      await change('active')
    }
  }

  describe('PATCH /trackers/{id}', () => {
    beforeEach(() => createTestProject())

    it('deletes the workflow with all of its transitions', async () => {
      const { status, body } = await patch('manager', { workflow: { delete_transitions_rules: true } })
      expect(status).toBe(200)
      expect(body.workflow).toMatchObject({ field_id: 0, is_used: '', is_advanced: true, transitions: [] })
      expect(body).toEqual((await manager().get(`trackers/${tracker()}`)).body)
      const db = server.world.db.read
      const left = await db.selectFrom('transition').select('id').where('tracker_id', '=', tracker()).execute()
      expect(left).toEqual([])
      expect(await lastAuditEntry()).toMatchObject({ action: 'workflow deleted', by: server.idOf('manager') })
    })
    it('creates a workflow for a list, disabled and in simple mode', async () => {
      await patch('manager', { workflow: { delete_transitions_rules: true } })
      for (const field of ['urgency', 'status']) {
        const { status, body } = await patch('boss', { workflow: { set_transitions_rules: { field_id: id(field) } } })
        expect(status).toBe(200)
        expect(body.workflow).toMatchObject({ field_id: id(field), is_used: '0', is_advanced: false, transitions: [] })
        await patch('boss', { workflow: { delete_transitions_rules: true } })
      }
    })
    it('disables and enables it, which is visible immediately', async () => {
      for (const isUsed of [false, true, true]) {
        const { body } = await patch('admin', { workflow: { set_transitions_rules: { is_used: isUsed } } })
        expect(body.workflow.is_used).toBe(isUsed ? '1' : '0')
        expect((await workflow()).is_used).toBe(isUsed ? '1' : '0')
        expect((await workflow()).transitions).toHaveLength(3)
      }
    })
    it('leaves the legacy mode, which cannot be entered again', async () => {
      await createTestProject({ isLegacy: true })
      expect((await workflow()).is_legacy).toBe(true)
      expect(problem(await patch('boss', { workflow: { is_legacy: true } }))).toEqual(invalidQuery)
      expect((await patch('boss', { workflow: { is_legacy: false } })).body.workflow.is_legacy).toBe(false)
      expect((await patch('boss', { workflow: { is_legacy: false } })).status).toBe(200)
      expect(problem(await patch('boss', { workflow: { is_legacy: true } }))).toEqual(invalidQuery)
    })
    it('copies conditions and actions of the first transition to a state in simple mode, and drops frozen fields in advanced mode', async () => {
      await server.as('boss').put(`tracker_workflow_transitions/${await idOf('Gone Mended')}/actions`, {
        post_actions: [],
      })
      expect((await patch('boss', { workflow: { is_advanced: false } })).body.workflow.is_advanced).toBe(false)
      expect(withoutId(await actions('Gone Mended'))).toEqual(withoutId(await actions('Open Mended')))
      const frozen = { type: 'frozen_fields', field_ids: [id('title')] }
      await manager().put(`tracker_workflow_transitions/${await idOf('Gone Mended')}/actions`, {
        post_actions: [{ ...frozen, field_ids: [id('title'), id('title')] }],
      })
      expect(await actions('Open Mended')).toMatchObject([frozen])
      expect((await patch('boss', { workflow: { is_advanced: true } })).body.workflow.is_advanced).toBe(true)
      expect(await actions('Open Mended')).toEqual([])
      expect((await patch('boss', { workflow: { is_advanced: true } })).status).toBe(200)
    })
    // docs/api/trackers.md §4.6.
    it('copies the conditions of the first transition that does not start at a new artifact', async () => {
      await createTestProject({
        transitions: [
          transition(null, 'Mended', { isCommentRequired: false }),
          transition('Open', 'Mended', { isCommentRequired: true, notEmptyFields: ['title'] }),
          transition('Gone', 'Mended'),
          transition(null, 'Gone', { notEmptyFields: ['title'] }),
        ],
      })
      const required = { not_empty_field_ids: [id('title')], is_comment_required: true }
      for (const isAdvanced of [false, true, false]) {
        await patch('boss', { workflow: { is_advanced: isAdvanced } })
        expect(await conditions('Open Mended')).toMatchObject(required)
        expect(await conditions('Gone Mended')).toMatchObject(required)
        expect(await conditions('new Mended')).toMatchObject({ ...required, is_comment_required: false })
        // The only transition to a state is used, even if it starts at a new artifact.
        expect(await conditions('new Gone')).toMatchObject({ not_empty_field_ids: [id('title')] })
      }
    })
    it('accepts the query in the body as well, also in XML', async () => {
      const query = JSON.stringify({ workflow: { set_transitions_rules: { is_used: false } } })
      expect((await manager().patch(`trackers/${tracker()}`, { query })).body.workflow.is_used).toBe('0')
      const xml = `<request><query>${JSON.stringify({ workflow: { set_transitions_rules: { is_used: true } } })}</query></request>`
      const headers = { 'content-type': 'application/xml' }
      expect((await manager().patch(`trackers/${tracker()}`, xml, { headers })).body.workflow.is_used).toBe('1')
    })

    it.each([
      ['that is no object', [1]],
      ['without a workflow', { foo: 1 }],
      ['with a workflow that is no object', { workflow: true }],
      ['with an empty workflow', { workflow: {} }],
      [
        'that sets and deletes',
        { workflow: { set_transitions_rules: { is_used: true }, delete_transitions_rules: true } },
      ],
      ['with a number as delete_transitions_rules', { workflow: { delete_transitions_rules: 1 } }],
      ['with false as delete_transitions_rules', { workflow: { delete_transitions_rules: false } }],
      ['with a string as field_id', { workflow: { set_transitions_rules: { field_id: 'status' } } }],
      ['with a string as is_used', { workflow: { set_transitions_rules: { is_used: 'yes' } } }],
      ['with empty rules', { workflow: { set_transitions_rules: {} } }],
      ['with a string as is_advanced', { workflow: { is_advanced: 'yes' } }],
      ['with is_used outside of the rules', { workflow: { is_used: false } }],
    ])('rejects a query %s', async (_, query) => {
      expect(problem(await expectUnchanged(() => patch('boss', query)))).toEqual(invalidQuery)
    })
    it('rejects invalid JSON', async () => {
      for (const url of [`trackers/${tracker()}?query={`, `trackers/${tracker()}`]) {
        const response = await expectUnchanged(() => server.as('boss').patch(url))
        const message = 'Bad Request: parameter "query" syntax error, invalid JSON'
        expect(problem(response)).toEqual({ code: 400, message })
      }
    })
    it('rejects a second workflow', async () => {
      // Numbers may be sent as text.
      const query = { workflow: { set_transitions_rules: { field_id: `${id('urgency')}` } } }
      const response = await expectUnchanged(() => patch('boss', query))
      expect(problem(response)).toEqual(translatedError(400, 'A workflow already exists on the given tracker.'))
    })
    it('rejects changes of a missing workflow', async () => {
      await createTestProject(null)
      const send = async (instruction: object) =>
        problem(await expectUnchanged(() => patch('boss', { workflow: instruction })))
      const none = translatedError(400, 'This tracker has no workflow.')
      expect(await send({ delete_transitions_rules: true })).toEqual(none)
      expect(await send({ is_legacy: false })).toEqual(none)
      expect(await send({ is_advanced: true })).toEqual(none)
      const notDefined = translatedError(400, 'No workflow defined on the given tracker.')
      expect(await send({ set_transitions_rules: { is_used: true } })).toEqual(notDefined)
    })
    it('rejects fields that are no single-choice list in use in this tracker', async () => {
      await createTestProject()
      const foreignId = id('status')
      await createTestProject(null)
      for (const field of [foreignId, id('title'), id('tools'), id('plumber'), id('retired'), 0, 99_999, 2 ** 40]) {
        const query = { workflow: { set_transitions_rules: { field_id: field } } }
        const response = await expectUnchanged(() => patch('boss', query))
        expect(problem(response)).toEqual(translatedError(404, 'Field not found.'))
      }
    })
  })

  describe('POST /tracker_workflow_transitions', () => {
    beforeEach(() => createTestProject())
    const post = (login: string, from: string | number | null, to: string | number, where: number = tracker()) => {
      const number = (one: string | number | null) => (typeof one === 'string' ? value(one) : (one ?? 0))
      const body = { tracker_id: where, from_id: number(from), to_id: number(to) }
      return server.as(login).post('tracker_workflow_transitions', body)
    }

    it('adds a transition that members may take', async () => {
      const { status, body } = await post('manager', 'Mended', 'Gone')
      expect([status, body]).toEqual([201, { id: body.id, uri: `tracker_workflow_transitions/${body.id}` }])
      expect(await conditions('Mended Gone')).toEqual({
        id: body.id,
        from_id: value('Mended'),
        to_id: value('Gone'),
        authorized_user_group_ids: [`${project.projectId}_3`],
        not_empty_field_ids: [],
        is_comment_required: false,
      })
      expect(await actions('Mended Gone')).toEqual([])
      expect(await lastAuditEntry()).toMatchObject({ action: 'transition created', detail: { transition: body.id } })
    })
    it('adds a transition for new artifacts', async () => {
      const { body } = await post('boss', null, 'Gone')
      expect(await conditions('new Gone')).toMatchObject({ id: body.id, from_id: null })
    })
    it('in simple mode copies the conditions and actions of the state, except a required comment for new artifacts', async () => {
      await patch('boss', { workflow: { is_advanced: false } })
      await post('boss', null, 'Mended')
      const like = { not_empty_field_ids: [id('title')], is_comment_required: false }
      expect(await conditions('new Mended')).toMatchObject(like)
      expect(withoutId(await actions('new Mended'))).toEqual(withoutId(await actions('Open Mended')))
      await post('boss', 'Mended', 'Open')
      expect(await conditions('Mended Open')).toMatchObject({ not_empty_field_ids: [], is_comment_required: false })
    })
    it('in simple mode requires the comment of the state, regardless of the order of transitions', async () => {
      await createTestProject({
        isAdvanced: false,
        transitions: [transition(null, 'Gone'), transition('Open', 'Gone', { isCommentRequired: true })],
      })
      await post('boss', 'Mended', 'Gone')
      expect(await conditions('Mended Gone')).toMatchObject({ is_comment_required: true })
    })

    it.each([
      [
        'from a value to itself',
        'Open',
        'Open',
        400,
        'The same value cannot be source and destination at the same time.',
      ],
      ['that exists', 'Open', 'Mended', 400, 'This transition already exists.'],
      ['that exists for new artifacts', null, 'Open', 400, 'This transition already exists.'],
      ['from a value of another list', 'Roof', 'Open', 404, 'Source id does not exist.'],
      ['from "None"', 100, 'Open', 404, 'Source id does not exist.'],
      ['to a value of another list', 'Open', 'Roof', 404, 'Destination id does not exist.'],
      ['to "None"', 'Open', 100, 404, 'Destination id does not exist.'],
      ['to an invalid id', 'Open', -1, 404, 'Destination id does not exist.'],
    ] as const)('rejects a transition %s', async (_, from, to, code, text) => {
      expect(problem(await expectUnchanged(() => post('boss', from, to)))).toEqual(translatedError(code, text))
    })
    it('rejects a transition of an unknown tracker or a tracker without workflow', async () => {
      const unknown = await expectUnchanged(() => post('boss', 'Open', 'Gone', 99_999))
      expect(problem(unknown)).toEqual(translatedError(404, 'This tracker does not exist.'))
      await createTestProject(null)
      const without = await expectUnchanged(() => post('boss', 'Open', 'Gone'))
      expect(problem(without)).toEqual(translatedError(404, 'This tracker has no workflow.'))
    })
    it('rejects missing and invalid ids', async () => {
      const bodies: readonly [object, string][] = [
        [{ from_id: 1, to_id: 2 }, '`tracker_id` is required.'],
        [{ tracker_id: 1, to_id: 2 }, '`from_id` is required.'],
        [{ tracker_id: 1, from_id: 'x', to_id: 2 }, 'Invalid value specified for `from_id`. Expecting integer value'],
      ]
      for (const [body, text] of bodies) {
        const response = await expectUnchanged(() => server.as('boss').post('tracker_workflow_transitions', body))
        expect(problem(response)).toEqual({ code: 400, message: `Bad Request: ${text}` })
      }
    })
    it('creates one transition for concurrent requests', async () => {
      const responses = await Promise.all([post('boss', 'Mended', 'Gone'), post('manager', 'Mended', 'Gone')])
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 400])
    })
  })

  describe('PATCH /tracker_workflow_transitions/{id}', () => {
    beforeEach(() => createTestProject())
    const expected = (more: object = {}) => ({
      authorized_user_group_ids: [`${project.projectId}_4`, `${project.groups.get('managers')}`],
      not_empty_field_ids: [id('points'), id('effort')],
      is_comment_required: false,
      ...more,
    })
    const change = async (login: string, ends: string, body: object) =>
      server.as(login).patch(`tracker_workflow_transitions/${await idOf(ends)}`, body)

    it('replaces all conditions and keeps the actions', async () => {
      const before = withoutId(await actions('Open Mended'))
      const { status, text } = await change('manager', 'Open Mended', expected())
      expect([status, text]).toEqual([200, ''])
      expect(await conditions('Open Mended')).toMatchObject(expected())
      expect(withoutId(await actions('Open Mended'))).toEqual(before)
      expect(await conditions('Gone Mended')).toMatchObject({ not_empty_field_ids: [id('title')] })
      expect(await lastAuditEntry()).toMatchObject({ action: 'transition changed' })
    })
    it('accepts groups with and without project, numbers as strings and duplicate fields', async () => {
      const groups = [`${project.projectId}_${project.groups.get('managers')}`, '2', '2']
      const fields = [`${id('points')}`, id('points')]
      await change('boss', 'Open Mended', expected({ authorized_user_group_ids: groups, not_empty_field_ids: fields }))
      expect(await conditions('Open Mended')).toMatchObject({
        authorized_user_group_ids: ['2', `${project.groups.get('managers')}`],
        not_empty_field_ids: [id('points')],
      })
    })
    it('never requires a comment for new artifacts', async () => {
      await change('boss', 'new Open', expected({ is_comment_required: true, not_empty_field_ids: [] }))
      expect(await conditions('new Open')).toMatchObject({ is_comment_required: false, not_empty_field_ids: [] })
    })
    it('never requires a comment for new artifacts, even if the archive of the tracker did', async () => {
      const all = { isCommentRequired: true, notEmptyFields: ['title'] }
      await createTestProject({ transitions: [transition(null, 'Open', all), transition('Open', 'Mended', all)] })
      const required = { not_empty_field_ids: [id('title')], is_comment_required: true }
      expect(await conditions('new Open')).toMatchObject({ ...required, is_comment_required: false })
      expect(await conditions('Open Mended')).toMatchObject(required)
    })
    it('in simple mode changes all transitions to the same state', async () => {
      await patch('boss', { workflow: { is_advanced: false } })
      await change('boss', 'Gone Mended', expected({ is_comment_required: true }))
      for (const ends of ['Open Mended', 'Gone Mended'])
        expect(await conditions(ends)).toMatchObject(expected({ is_comment_required: true }))
      expect(await conditions('new Open')).toMatchObject({ not_empty_field_ids: [] })
    })
    it('accepts XML', async () => {
      const { projectId } = project
      const xml = `<r><authorized_user_group_ids><item>${projectId}_4</item><item>${projectId}_3</item></authorized_user_group_ids><not_empty_field_ids><item>${id('points')}</item><item>${id('effort')}</item></not_empty_field_ids><is_comment_required>false</is_comment_required></r>`
      const headers = { 'content-type': 'application/xml' }
      const response = await manager().patch(`tracker_workflow_transitions/${await idOf('Open Mended')}`, xml, {
        headers,
      })
      expect(response.status).toBe(200)
      expect(await conditions('Open Mended')).toMatchObject({
        authorized_user_group_ids: [`${projectId}_3`, `${projectId}_4`],
        not_empty_field_ids: [id('points'), id('effort')],
        is_comment_required: false,
      })
    })

    it.each([
      ['no group', { authorized_user_group_ids: [] }, 'There must be at least one authorized user group.'],
      ['an invalid group', { authorized_user_group_ids: ['x'] }, 'The transition has not been updated.'],
      ['an unknown group', { authorized_user_group_ids: ['99999'] }, 'The transition has not been updated.'],
      ['a group of another project', { authorized_user_group_ids: ['1_3'] }, 'The transition has not been updated.'],
      ['an unknown field', { not_empty_field_ids: [99_999] }, 'The transition has not been updated.'],
    ])('rejects %s', async (_, more, text) => {
      const response = await expectUnchanged(() => change('boss', 'Open Mended', expected(more)))
      expect(problem(response)).toEqual(translatedError(400, text))
    })
    it('rejects static groups of another project and fields without values', async () => {
      const foreignId = project.groups.get('managers')
      await createTestProject()
      for (const more of [
        { authorized_user_group_ids: [`${foreignId}`] },
        { not_empty_field_ids: [id('details')] },
        { not_empty_field_ids: [id('retired')] },
      ]) {
        const response = await expectUnchanged(() => change('boss', 'Open Mended', expected(more)))
        expect(problem(response)).toEqual(translatedError(400, 'The transition has not been updated.'))
      }
    })
    it.each(['authorized_user_group_ids', 'not_empty_field_ids', 'is_comment_required'])(
      'requires %s',
      async (name) => {
        const response = await expectUnchanged(() => change('boss', 'Open Mended', expected({ [name]: undefined })))
        expect(problem(response)).toEqual({ code: 400, message: `Bad Request: \`${name}\` is required.` })
      },
    )
  })

  describe('DELETE /tracker_workflow_transitions/{id}', () => {
    beforeEach(() => createTestProject())

    it('deletes the transition and no other', async () => {
      const deletedId = await idOf('Open Mended')
      const { status, text } = await manager().delete(`tracker_workflow_transitions/${deletedId}`)
      expect([status, text]).toEqual([200, ''])
      expect([...(await transitions()).keys()]).toEqual(['new Open', 'Gone Mended'])
      expect(await lastAuditEntry()).toMatchObject({ action: 'transition deleted', detail: { transition: deletedId } })
      const repeated = await expectUnchanged(() => manager().delete(`tracker_workflow_transitions/${deletedId}`))
      expect(problem(repeated)).toEqual(translatedError(404, 'Transition not found.'))
    })
    it('allows to add it again', async () => {
      await manager().delete(`tracker_workflow_transitions/${await idOf('new Open')}`)
      const body = { tracker_id: tracker(), from_id: 0, to_id: value('Open') }
      expect((await manager().post('tracker_workflow_transitions', body)).status).toBe(201)
    })
  })

  describe('PUT /tracker_workflow_transitions/{id}/actions', () => {
    beforeEach(() => createTestProject())
    const put = async (login: string, ends: string, ...post_actions: readonly unknown[]) =>
      server.as(login).put(`tracker_workflow_transitions/${await idOf(ends)}/actions`, { post_actions })
    const set = (field_type: string, field: string, of: unknown) => ({
      type: 'set_field_value',
      field_type,
      field_id: id(field),
      value: of,
    })

    it('replaces all actions and keeps the conditions', async () => {
      const expected = [
        set('date', 'due', 'current'),
        set('int', 'points', 0),
        set('float', 'effort', 1.5),
        { type: 'run_job', job_url: 'https://ci.example/job' },
      ]
      const { status, text } = await put('manager', 'Open Mended', ...expected)
      expect([status, text]).toEqual([200, ''])
      expect(await actions('Open Mended')).toMatchObject(expected)
      expect(await conditions('Open Mended')).toMatchObject({ is_comment_required: true })
      expect(withoutId(await actions('Gone Mended'))).toMatchObject([set('int', 'points', 3)])
      expect(await lastAuditEntry()).toMatchObject({ action: 'transition actions changed' })
      await put('manager', 'Open Mended')
      expect(await actions('Open Mended')).toEqual([])
    })
    it('accepts dates to clear, and dates without a choice', async () => {
      for (const of of ['', null]) {
        await put('boss', 'Open Mended', set('date', 'due', of))
        expect(await actions('Open Mended')).toMatchObject([set('date', 'due', of)])
      }
    })
    it('accepts the response of GET, including actions of other plugins', async () => {
      const names = ['postaction_add_to_top_backlog', 'postaction_add_to_program_top_backlog']
      const others = names.map((name) => ({ kind: 'other', name }) as const)
      const mended = transition('Open', 'Mended', {
        actions: [...others, { kind: 'set_int', field: 'points', value: 3 }],
      })
      await createTestProject({ transitions: [mended, transition('Open', 'Gone')] })
      const original = await actions('Open Mended')
      expect(withoutId(original)).toEqual([
        set('int', 'points', 3),
        { type: 'add_to_top_backlog' },
        { type: 'program_management_add_to_top_backlog' },
      ])
      expect((await put('boss', 'Open Mended', ...original)).status).toBe(200)
      expect(withoutId(await actions('Open Mended'))).toEqual(withoutId(original))
      const foreign = await put('boss', 'Open Gone', { type: 'add_to_top_backlog' })
      expect(problem(foreign)).toEqual(translatedError(400, 'Unknown post action \'{"type":"add_to_top_backlog"}\'.'))
    })
    it('in simple mode freezes fields and hides fieldsets in all transitions to a state', async () => {
      await patch('boss', { workflow: { is_advanced: false } })
      const expected = [
        { type: 'frozen_fields', field_ids: [id('title'), id('points')] },
        { type: 'hidden_fieldsets', fieldset_ids: [id('details')] },
      ]
      await put('boss', 'Gone Mended', ...expected)
      for (const ends of ['Open Mended', 'Gone Mended']) expect(await actions(ends)).toMatchObject(expected)
      expect(await actions('new Open')).toEqual([])
    })
    it('accepts XML', async () => {
      const xml = `<r><post_actions><item><type>set_field_value</type><field_type>int</field_type><field_id>${id('points')}</field_id><value>7</value></item><item><type>run_job</type><job_url>https://ci.example/x</job_url></item></post_actions></r>`
      const headers = { 'content-type': 'application/xml' }
      const url = `tracker_workflow_transitions/${await idOf('Open Mended')}/actions`
      expect((await manager().put(url, xml, { headers })).status).toBe(200)
      expect(await actions('Open Mended')).toMatchObject([
        set('int', 'points', 7),
        { type: 'run_job', job_url: 'https://ci.example/x' },
      ])
    })
    it('requires a list', async () => {
      for (const [body, text] of [
        [{}, '`post_actions` is required.'],
        [{ post_actions: 'x' }, 'Invalid value specified for `post_actions`'],
      ] as const) {
        const url = `tracker_workflow_transitions/${await idOf('Open Mended')}/actions`
        const response = await expectUnchanged(() => server.as('boss').put(url, body))
        expect(problem(response)).toEqual({ code: 400, message: `Bad Request: ${text}` })
      }
    })

    const expectRejected = async (text: string, ...expected: readonly unknown[]) => {
      const response = await expectUnchanged(() => put('boss', 'Open Mended', ...expected))
      expect(problem(response)).toEqual(translatedError(400, text))
    }
    it('rejects invalid actions', async () => {
      await expectRejected("Bad format: '3'. Array expected", 3)
      await expectRejected("Bad format: 'run_job'. Array expected", 'run_job')
      await expectRejected("Bad format: 'null'. Array expected", null)
      await expectRejected('Unknown post action \'{"type":"dance"}\'.', { type: 'dance' })
      await expectRejected("Unknown post action '{}'.", {})
    })
    it('rejects builds without a valid URL', async () => {
      const missing = 'Mandatory attribute job_url not found in CI build action.'
      await expectRejected(missing, { type: 'run_job' })
      await expectRejected(missing, { type: 'run_job', job_url: null })
      await expectRejected('Bad job_url attribute format: string expected.', { type: 'run_job', job_url: 5 })
      for (const job_url of ['ci', '', 'file:///etc/passwd', 'javascript:alert(1)'])
        await expectRejected("The 'job_url' attribute must be a valid URL.", { type: 'run_job', job_url })
    })
    it('rejects values that do not match their field', async () => {
      const field = (more: object) => ({ type: 'set_field_value', field_type: 'int', value: 1, ...more })
      await expectRejected('Mandatory attribute field_id not found in action with type "set_field_value".', field({}))
      await expectRejected('Bad field_id attribute format: int expected.', field({ field_id: 'x' }))
      await expectRejected('Bad field_id attribute format: int expected.', field({ field_id: 1.5 }))
      const without = 'Mandatory attribute value not found in with type "set_field_value".'
      await expectRejected(without, set('int', 'points', undefined))
      for (const of of ['x', 1.5, null, true]) {
        await expectRejected('Bad value attribute format: integer expected.', set('int', 'points', of))
      }
      await expectRejected('Bad value attribute format: float expected.', set('float', 'effort', 'x'))
      await expectRejected('Bad value attribute format: string expected.', set('date', 'due', 5))
      const contents = "Allowed contents are: '', '', 'current'"
      await expectRejected(`Unsupported value attribute content: 'soon'. ${contents}`, set('date', 'due', 'soon'))
      const string = set('string', 'title', 'x')
      await expectRejected(`Unknown post action '${JSON.stringify(string)}'.`, string)
    })
    it('rejects fields of another type, unused fields, fields of another tracker and duplicates', async () => {
      const foreignId = id('points')
      await createTestProject()
      const mismatch = (of: number, type: string) =>
        `The field_id value '${of}' does not match ${type} field in use in the tracker.`
      await expectRejected(mismatch(id('effort'), 'an int'), set('int', 'effort', 1))
      await expectRejected(mismatch(id('points'), 'a float'), set('float', 'points', 1))
      await expectRejected(mismatch(id('points'), 'a date'), set('date', 'points', 'current'))
      await expectRejected(mismatch(id('retired'), 'an int'), set('int', 'retired', 1))
      await expectRejected(mismatch(foreignId, 'an int'), { ...set('int', 'points', 1), field_id: foreignId })
      for (const [type, field, of] of [
        ['int', 'points', 1],
        ['float', 'effort', 1],
        ['date', 'due', ''],
      ] as const) {
        const text = `There should not be duplicate field_ids for 'set_field_value' actions with type '${type}'.`
        await expectRejected(text, set(type, field, of), set(type, field, of))
      }
    })
    it('rejects frozen fields and hidden fieldsets in advanced mode', async () => {
      const incompatible = 'Workflow mode is incompatible with PostAction of type'
      await expectRejected(`${incompatible} frozen_fields`, { type: 'frozen_fields', field_ids: [id('title')] })
      await expectRejected(`${incompatible} hidden_fieldsets`, { type: 'hidden_fieldsets', fieldset_ids: [id('more')] })
    })
    it('rejects in simple mode fields that cannot be frozen and fieldsets that cannot be hidden', async () => {
      await patch('boss', { workflow: { is_advanced: false } })
      for (const [type, name] of [
        ['frozen_fields', 'field_ids'],
        ['hidden_fieldsets', 'fieldset_ids'],
      ] as const) {
        await expectRejected(`Mandatory attribute ${name} not found in action with type "${type}".`, { type })
        await expectRejected(`Bad ${name} attribute format: array of integer expected.`, { type, [name]: 5 })
        await expectRejected(`Bad ${name} attribute format: array of integer expected.`, { type, [name]: ['x'] })
        await expectRejected(`${name} attribute must not be empty.`, { type, [name]: [] })
      }
      const freeze = (field: string) => ({ type: 'frozen_fields', field_ids: [id(field)] })
      const notInUse = (of: number) => `The field_id value '${of}' does not match a field in use in the tracker.`
      await expectRejected(notInUse(id('retired')), freeze('retired'))
      await expectRejected(notInUse(id('details')), freeze('details'))
      const depended = (of: number) => `The field_id value '${of}' is used in a field dependency in the tracker.`
      await expectRejected(depended(id('room')), freeze('room'))
      await expectRejected(depended(id('tools')), freeze('tools'))
      const ofWorkflow = `The field '${id('status')}' is used for the workflow and cannot be defined in frozen fields actions.`
      await expectRejected(ofWorkflow, freeze('status'))
      const hide = (...names: readonly string[]) => ({ type: 'hidden_fieldsets', fieldset_ids: names.map(id) })
      await expectRejected(
        "There should not be duplicate fieldset_ids for 'hidden_fieldsets' actions.",
        hide('more', 'more'),
      )
      await expectRejected(
        `The fieldset_id value '${id('title')}' does not match a fieldset in use in the tracker.`,
        hide('title'),
      )
    })
  })

  describe('changes of a workflow', () => {
    const sendToEveryRoute = async (login: string): Promise<readonly TestResponse[]> => {
      const url = `tracker_workflow_transitions/${transitionId}`
      const operations = [
        () => patch(login, { workflow: { set_transitions_rules: { is_used: false } } }),
        () =>
          server
            .as(login)
            .post('tracker_workflow_transitions', { tracker_id: tracker(), from_id: 0, to_id: value('Gone') }),
        () =>
          server
            .as(login)
            .patch(url, { authorized_user_group_ids: ['2'], not_empty_field_ids: [], is_comment_required: false }),
        () => server.as(login).put(`${url}/actions`, { post_actions: [] }),
        () => server.as(login).delete(url),
      ]
      const responses: TestResponse[] = []
      for (const send of operations) responses.push(await send())
      return responses
    }
    let transitionId: number
    const expectAllRejected = async (login: string, expected: object) => {
      const before = await server.rowCounts()
      const old = await rows()
      for (const response of await sendToEveryRoute(login)) expect(problem(response)).toEqual(expected)
      expect([await server.rowCounts(), await rows()]).toEqual([before, old])
    }
    beforeEach(async () => {
      await createTestProject()
      transitionId = await idOf('Open Mended')
    })

    it.each(['member', 'outsider', 'auditor'])('are rejected for %s', (login) =>
      expectAllRejected(login, notAdministrator),
    )
    it('are rejected for visitors', () => expectAllRejected('visitor', { code: 401, message: 'Unauthorized' }))
    it.each(['boss', 'manager', 'admin'])('are allowed for %s', async (login) => {
      expect((await sendToEveryRoute(login)).map(({ status }) => status)).toEqual([200, 201, 200, 200, 200])
    })
    it('are rejected for non-members in a private project', async () => {
      await createTestProject({}, 'private')
      transitionId = await idOf('Open Mended')
      await expectAllRejected('outsider', { code: 403, message: 'Forbidden' })
    })
    it('are rejected in a suspended project', () =>
      whileSuspended(async () => {
        for (const login of ['manager', 'boss', 'admin'])
          await expectAllRejected(login, { code: 403, message: 'Forbidden: This project is suspended' })
      }))
    it('return 404 for an unknown tracker or transition', async () => {
      const missing = translatedError(404, 'Transition not found.')
      const send = (path: string) => expectUnchanged(() => server.as('boss').send('DELETE', path))
      expect(problem(await send('tracker_workflow_transitions/99999'))).toEqual(missing)
      expect(problem(await send('tracker_workflow_transitions/0'))).toEqual(missing)
      const put = await server.as('boss').put('tracker_workflow_transitions/99999/actions', { post_actions: [] })
      expect(problem(put)).toEqual(missing)
      expect(problem(await patch('boss', {}, 99_999 as TrackerId))).toEqual({ code: 404, message: 'Not Found' })
    })
    it('are listed by OPTIONS', async () => {
      const allowed = async (path: string) => (await server.as('boss').options(path)).headers['allow']
      expect(await allowed(`trackers/${tracker()}`)).toContain('GET, PATCH')
      expect(await allowed('tracker_workflow_transitions')).toBe('OPTIONS, POST')
      expect(await allowed(`tracker_workflow_transitions/${transitionId}/actions`)).toBe('OPTIONS, GET, PUT')
    })
  })
})
