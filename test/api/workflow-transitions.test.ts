import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bumpRevision } from '../../src/kit/db/revisions.ts'
import type { TrackerId } from '../../src/kit/ids.ts'
import { grantSitePermission } from '../../src/site/commands/grant-site-permission.ts'
import type { TrackerDefinition, TransitionDefinition } from '../../src/trackers/model/definition.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  staticBind,
  trackerDefinition,
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

/** Leaks: open, mended, gone; one way in, two ways to mended that share what they ask and do. */
function leaks(managers: number, workflow: Partial<TrackerDefinition['workflow']> | null): TrackerDefinition {
  const fields = [
    fieldDefinition('fieldset', 'details', {
      rights: {},
      children: [fieldDefinition('string', 'title', { label: 'Summary' })],
    }),
    fieldDefinition('fieldset', 'more', { rights: {} }),
    fieldDefinition('sb', 'status', { bind: staticBind(['Open', ''], ['Mended', ''], ['Gone', '']) }),
    fieldDefinition('sb', 'room', { bind: staticBind(['Roof', ''], ['Cellar', '']) }),
    fieldDefinition('rb', 'urgency', { bind: staticBind(['High', '']) }),
    fieldDefinition('msb', 'tools', { bind: staticBind(['Tape', '']) }),
    fieldDefinition('sb', 'plumber', { bind: { kind: 'users', sources: [{ kind: 'members' }], defaultUsers: [] } }),
    fieldDefinition('date', 'due'),
    fieldDefinition('int', 'points'),
    fieldDefinition('float', 'effort'),
    fieldDefinition('int', 'retired', { isUsed: false }),
  ]
  const mended = { isCommentRequired: true, notEmptyFields: ['title'] }
  const transitions = [
    transition(null, 'Open'),
    transition('Open', 'Mended', { ...mended, actions: [{ kind: 'set_int', field: 'points', value: 3 }] }),
    transition('Gone', 'Mended', { ...mended, actions: [{ kind: 'set_int', field: 'points', value: 3 }] }),
  ]
  return {
    ...trackerDefinition('leak', fields, {}, { permissions: { full: [1], admin: [managers] } }),
    listRules: [{ source: 'room', sourceValue: 'Roof', target: 'tools', targetValue: 'Tape' }],
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
const sentence = (code: 400 | 404, text: string) => ({
  code,
  message: code === 400 ? 'Bad Request' : 'Not Found',
  i18n_error_message: text,
})
const invalidQuery = sentence(400, 'Please provide a valid query.')
const problem = ({ body }: TestResponse) => body.error

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let made = 0
  let garden: ProjectFixture
  const tracker = () => garden.trackers.get('leak') as TrackerId
  const id = (key: string) => garden.fields.get(key) as number
  const value = (key: string) => garden.values.get(key) as number
  const manager = () => server.as('manager')

  beforeAll(async () => {
    for (const login of ['boss', 'manager', 'member', 'outsider', 'auditor']) await server.createUser(login)
    const auditor = { user: server.idOf('auditor') }
    await grantSitePermission(server.world, system, { permission: 'read_only_administration', to: auditor })
  })

  const aGarden = async (workflow: Partial<TrackerDefinition['workflow']> | null = {}, access?: 'private') => {
    made += 1
    garden = await createProjectFixture(server, `garden-${made}`, {
      ...(access === undefined ? {} : { access }),
      members: [server.idOf('member')],
      administrators: [server.idOf('boss')],
      groups: { managers: [server.idOf('manager')] },
      trackers: (groups) => [leaks(groups.get('managers') as number, workflow)],
    })
  }

  const whole = async () => (await server.as('boss').get(`trackers/${tracker()}`)).body
  const workflow = async () => (await whole()).workflow
  const patch = (who: string, query: unknown, where = tracker()) =>
    server.as(who).patch(`trackers/${where}?query=${encodeURIComponent(JSON.stringify(query))}`)
  /** Ids by the names of both ends. */
  const transitions = async () => {
    const names = new Map([...garden.values].map(([name, number]) => [number, name]))
    const all: readonly { id: number; from_id: number | null; to_id: number }[] = (await workflow()).transitions
    return new Map(all.map((each) => [`${names.get(each.from_id ?? 0) ?? 'new'} ${names.get(each.to_id)}`, each.id]))
  }
  const idOf = async (ends: string) => (await transitions()).get(ends) as number
  const conditions = async (ends: string) =>
    (await manager().get(`tracker_workflow_transitions/${await idOf(ends)}`)).body
  const actions = async (ends: string): Promise<readonly object[]> =>
    (await manager().get(`tracker_workflow_transitions/${await idOf(ends)}/actions`)).body
  const withoutId = (all: readonly object[]) => all.map((each) => ({ ...each, id: undefined }))

  const state = async () => ({ rows: await server.rowCounts(), tracker: await whole(), fields: await rows() })
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
  const leavesAllAsItWas = async (asking: () => Promise<TestResponse>): Promise<TestResponse> => {
    const before = await state()
    const answer = await asking()
    expect(await state()).toEqual(before)
    return answer
  }
  const audited = async () => {
    const last = server.world.db.read.selectFrom('audit').selectAll().orderBy('id', 'desc')
    const row = await last.executeTakeFirstOrThrow()
    return { action: row.action, by: row.user_id, detail: JSON.parse(row.detail) }
  }
  const suspended = async (test: () => Promise<void>) => {
    const change = (to: string) =>
      server.world.db.write(async (tx) => {
        await tx.updateTable('project').set({ status: to }).where('id', '=', garden.projectId).execute()
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
    beforeEach(() => aGarden())

    it('removes the workflow with all of its transitions', async () => {
      const { status, body } = await patch('manager', { workflow: { delete_transitions_rules: true } })
      expect(status).toBe(200)
      expect(body.workflow).toMatchObject({ field_id: 0, is_used: '', is_advanced: true, transitions: [] })
      expect(body).toEqual((await manager().get(`trackers/${tracker()}`)).body)
      const db = server.world.db.read
      const left = await db.selectFrom('transition').select('id').where('tracker_id', '=', tracker()).execute()
      expect(left).toEqual([])
      expect(await audited()).toMatchObject({ action: 'workflow removed', by: server.idOf('manager') })
    })
    it('makes another on a list, not in use and in simple mode', async () => {
      await patch('manager', { workflow: { delete_transitions_rules: true } })
      for (const field of ['urgency', 'status']) {
        const { status, body } = await patch('boss', { workflow: { set_transitions_rules: { field_id: id(field) } } })
        expect(status).toBe(200)
        expect(body.workflow).toMatchObject({ field_id: id(field), is_used: '0', is_advanced: false, transitions: [] })
        await patch('boss', { workflow: { delete_transitions_rules: true } })
      }
    })
    it('switches it off and on, and says so to the next reader at once', async () => {
      for (const isUsed of [false, true, true]) {
        const { body } = await patch('admin', { workflow: { set_transitions_rules: { is_used: isUsed } } })
        expect(body.workflow.is_used).toBe(isUsed ? '1' : '0')
        expect((await workflow()).is_used).toBe(isUsed ? '1' : '0')
        expect((await workflow()).transitions).toHaveLength(3)
      }
    })
    it('leaves the legacy mode, never to come back', async () => {
      await aGarden({ isLegacy: true })
      expect((await workflow()).is_legacy).toBe(true)
      expect(problem(await patch('boss', { workflow: { is_legacy: true } }))).toEqual(invalidQuery)
      expect((await patch('boss', { workflow: { is_legacy: false } })).body.workflow.is_legacy).toBe(false)
      expect((await patch('boss', { workflow: { is_legacy: false } })).status).toBe(200)
      expect(problem(await patch('boss', { workflow: { is_legacy: true } }))).toEqual(invalidQuery)
    })
    it('shares what the first transition to a state asks and does, and forgets frozen fields in advanced mode', async () => {
      await server.as('boss').put(`tracker_workflow_transitions/${await idOf('Gone Mended')}/actions`, {
        post_actions: [],
      })
      expect((await patch('boss', { workflow: { is_advanced: false } })).body.workflow.is_advanced).toBe(false)
      expect(withoutId(await actions('Gone Mended'))).toEqual(withoutId(await actions('Open Mended')))
      const frozen = { type: 'frozen_fields', field_ids: [id('title')] }
      await manager().put(`tracker_workflow_transitions/${await idOf('Gone Mended')}/actions`, {
        post_actions: [frozen],
      })
      expect(await actions('Open Mended')).toMatchObject([frozen])
      expect((await patch('boss', { workflow: { is_advanced: true } })).body.workflow.is_advanced).toBe(true)
      expect(await actions('Open Mended')).toEqual([])
      expect((await patch('boss', { workflow: { is_advanced: true } })).status).toBe(200)
    })
    // docs/api/trackers.md §4.6.
    it('shares what the first transition has that does not begin at a new artifact, and keeps it', async () => {
      await aGarden({
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
        // The only transition to a state decides, though it begins at a new artifact.
        expect(await conditions('new Gone')).toMatchObject({ not_empty_field_ids: [id('title')] })
      }
    })
    it('takes the instruction from the body as well, in XML too', async () => {
      const query = JSON.stringify({ workflow: { set_transitions_rules: { is_used: false } } })
      expect((await manager().patch(`trackers/${tracker()}`, { query })).body.workflow.is_used).toBe('0')
      const xml = `<request><query>${JSON.stringify({ workflow: { set_transitions_rules: { is_used: true } } })}</query></request>`
      const headers = { 'content-type': 'application/xml' }
      expect((await manager().patch(`trackers/${tracker()}`, xml, { headers })).body.workflow.is_used).toBe('1')
    })

    it.each([
      ['not an object', [1]],
      ['without a workflow', { foo: 1 }],
      ['with a workflow that is no object', { workflow: true }],
      ['with nothing in it', { workflow: {} }],
      [
        'that does and undoes',
        { workflow: { set_transitions_rules: { is_used: true }, delete_transitions_rules: true } },
      ],
      ['to delete a little', { workflow: { delete_transitions_rules: 1 } }],
      ['to keep', { workflow: { delete_transitions_rules: false } }],
      ['of a field that is no number', { workflow: { set_transitions_rules: { field_id: 'status' } } }],
      ['of a use that is no truth', { workflow: { set_transitions_rules: { is_used: 'yes' } } }],
      ['to set nothing', { workflow: { set_transitions_rules: {} } }],
      ['for a mode that is no truth', { workflow: { is_advanced: 'yes' } }],
      ['in the old place', { workflow: { is_used: false } }],
    ])('refuses a query %s', async (_, query) => {
      expect(problem(await leavesAllAsItWas(() => patch('boss', query)))).toEqual(invalidQuery)
    })
    it('refuses what is no JSON', async () => {
      for (const url of [`trackers/${tracker()}?query={`, `trackers/${tracker()}`]) {
        const answer = await leavesAllAsItWas(() => server.as('boss').patch(url))
        const message = 'Bad Request: parameter "query" syntax error, invalid JSON'
        expect(problem(answer)).toEqual({ code: 400, message })
      }
    })
    it('refuses a second workflow', async () => {
      const query = { workflow: { set_transitions_rules: { field_id: id('urgency') } } }
      const answer = await leavesAllAsItWas(() => patch('boss', query))
      expect(problem(answer)).toEqual(sentence(400, 'A workflow already exists on the given tracker.'))
    })
    it('refuses to change or remove what is not there', async () => {
      await aGarden(null)
      const ask = async (instruction: object) =>
        problem(await leavesAllAsItWas(() => patch('boss', { workflow: instruction })))
      const none = sentence(400, 'This tracker has no workflow.')
      expect(await ask({ delete_transitions_rules: true })).toEqual(none)
      expect(await ask({ is_legacy: false })).toEqual(none)
      expect(await ask({ is_advanced: true })).toEqual(none)
      const undefinedYet = sentence(400, 'No workflow defined on the given tracker.')
      expect(await ask({ set_transitions_rules: { is_used: true } })).toEqual(undefinedYet)
    })
    it('refuses fields that are no list of one choice in use in this tracker', async () => {
      await aGarden()
      const elsewhere = id('status')
      await aGarden(null)
      for (const field of [elsewhere, id('title'), id('tools'), id('plumber'), id('retired'), 0, 99_999, 2 ** 40]) {
        const query = { workflow: { set_transitions_rules: { field_id: field } } }
        const answer = await leavesAllAsItWas(() => patch('boss', query))
        expect(problem(answer)).toEqual(sentence(404, 'Field not found.'))
      }
    })
  })

  describe('POST /tracker_workflow_transitions', () => {
    beforeEach(() => aGarden())
    const post = (who: string, from: string | number | null, to: string | number, where: number = tracker()) => {
      const number = (one: string | number | null) => (typeof one === 'string' ? value(one) : (one ?? 0))
      const body = { tracker_id: where, from_id: number(from), to_id: number(to) }
      return server.as(who).post('tracker_workflow_transitions', body)
    }

    it('adds a transition that members may take', async () => {
      const { status, body } = await post('manager', 'Mended', 'Gone')
      expect([status, body]).toEqual([201, { id: body.id, uri: `tracker_workflow_transitions/${body.id}` }])
      expect(await conditions('Mended Gone')).toEqual({
        id: body.id,
        from_id: value('Mended'),
        to_id: value('Gone'),
        authorized_user_group_ids: [`${garden.projectId}_3`],
        not_empty_field_ids: [],
        is_comment_required: false,
      })
      expect(await actions('Mended Gone')).toEqual([])
      expect(await audited()).toMatchObject({ action: 'transition created', detail: { transition: body.id } })
    })
    it('adds one for new artifacts', async () => {
      const { body } = await post('boss', null, 'Gone')
      expect(await conditions('new Gone')).toMatchObject({ id: body.id, from_id: null })
    })
    it('in simple mode adds one like the others to the same state; new artifacts need no comment', async () => {
      await patch('boss', { workflow: { is_advanced: false } })
      await post('boss', null, 'Mended')
      const like = { not_empty_field_ids: [id('title')], is_comment_required: false }
      expect(await conditions('new Mended')).toMatchObject(like)
      expect(withoutId(await actions('new Mended'))).toEqual(withoutId(await actions('Open Mended')))
      await post('boss', 'Mended', 'Open')
      expect(await conditions('Mended Open')).toMatchObject({ not_empty_field_ids: [], is_comment_required: false })
    })
    it('in simple mode asks for the comment that the state asks for, whichever transition was first', async () => {
      await aGarden({
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
      ['that is there', 'Open', 'Mended', 400, 'This transition already exists.'],
      ['that is there for new artifacts', null, 'Open', 400, 'This transition already exists.'],
      ['from a value of another list', 'Roof', 'Open', 404, 'Source id does not exist.'],
      ['from nothing', 100, 'Open', 404, 'Source id does not exist.'],
      ['to a value of another list', 'Open', 'Roof', 404, 'Destination id does not exist.'],
      ['to nothing', 'Open', 100, 404, 'Destination id does not exist.'],
      ['to what cannot be', 'Open', -1, 404, 'Destination id does not exist.'],
    ] as const)('refuses one %s', async (_, from, to, code, text) => {
      expect(problem(await leavesAllAsItWas(() => post('boss', from, to)))).toEqual(sentence(code, text))
    })
    it('refuses one of a tracker that is not there, or has no workflow', async () => {
      const unknown = await leavesAllAsItWas(() => post('boss', 'Open', 'Gone', 99_999))
      expect(problem(unknown)).toEqual(sentence(404, 'This tracker does not exist.'))
      await aGarden(null)
      const without = await leavesAllAsItWas(() => post('boss', 'Open', 'Gone'))
      expect(problem(without)).toEqual(sentence(404, 'This tracker has no workflow.'))
    })
    it('refuses what is no number', async () => {
      const bodies: readonly [object, string][] = [
        [{ from_id: 1, to_id: 2 }, '`tracker_id` is required.'],
        [{ tracker_id: 1, to_id: 2 }, '`from_id` is required.'],
        [{ tracker_id: 1, from_id: 'x', to_id: 2 }, 'Invalid value specified for `from_id`. Expecting integer value'],
      ]
      for (const [body, text] of bodies) {
        const answer = await leavesAllAsItWas(() => server.as('boss').post('tracker_workflow_transitions', body))
        expect(problem(answer)).toEqual({ code: 400, message: `Bad Request: ${text}` })
      }
    })
    it('makes one of two that are asked for at once', async () => {
      const answers = await Promise.all([post('boss', 'Mended', 'Gone'), post('manager', 'Mended', 'Gone')])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    })
  })

  describe('PATCH /tracker_workflow_transitions/{id}', () => {
    beforeEach(() => aGarden())
    const wanted = (more: object = {}) => ({
      authorized_user_group_ids: [`${garden.projectId}_4`, `${garden.groups.get('managers')}`],
      not_empty_field_ids: [id('points'), id('effort')],
      is_comment_required: false,
      ...more,
    })
    const change = async (who: string, ends: string, body: object) =>
      server.as(who).patch(`tracker_workflow_transitions/${await idOf(ends)}`, body)

    it('says all conditions anew, and leaves the actions', async () => {
      const before = withoutId(await actions('Open Mended'))
      const { status, text } = await change('manager', 'Open Mended', wanted())
      expect([status, text]).toEqual([200, ''])
      expect(await conditions('Open Mended')).toMatchObject(wanted())
      expect(withoutId(await actions('Open Mended'))).toEqual(before)
      expect(await conditions('Gone Mended')).toMatchObject({ not_empty_field_ids: [id('title')] })
      expect(await audited()).toMatchObject({ action: 'transition changed' })
    })
    it('understands groups with and without their project, numbers as text, fields twice', async () => {
      const groups = [`${garden.projectId}_${garden.groups.get('managers')}`, '2', '2']
      const fields = [`${id('points')}`, id('points')]
      await change('boss', 'Open Mended', wanted({ authorized_user_group_ids: groups, not_empty_field_ids: fields }))
      expect(await conditions('Open Mended')).toMatchObject({
        authorized_user_group_ids: ['2', `${garden.groups.get('managers')}`],
        not_empty_field_ids: [id('points')],
      })
    })
    it('asks no comment of new artifacts', async () => {
      await change('boss', 'new Open', wanted({ is_comment_required: true, not_empty_field_ids: [] }))
      expect(await conditions('new Open')).toMatchObject({ is_comment_required: false, not_empty_field_ids: [] })
    })
    it('in simple mode changes all transitions to the same state', async () => {
      await patch('boss', { workflow: { is_advanced: false } })
      await change('boss', 'Gone Mended', wanted({ is_comment_required: true }))
      for (const ends of ['Open Mended', 'Gone Mended'])
        expect(await conditions(ends)).toMatchObject(wanted({ is_comment_required: true }))
      expect(await conditions('new Open')).toMatchObject({ not_empty_field_ids: [] })
    })
    it('takes XML', async () => {
      const { projectId } = garden
      const xml = `<r><authorized_user_group_ids><item>${projectId}_4</item><item>${projectId}_3</item></authorized_user_group_ids><not_empty_field_ids><item>${id('points')}</item><item>${id('effort')}</item></not_empty_field_ids><is_comment_required>false</is_comment_required></r>`
      const headers = { 'content-type': 'application/xml' }
      const answer = await manager().patch(`tracker_workflow_transitions/${await idOf('Open Mended')}`, xml, {
        headers,
      })
      expect(answer.status).toBe(200)
      expect(await conditions('Open Mended')).toMatchObject({
        authorized_user_group_ids: [`${projectId}_3`, `${projectId}_4`],
        not_empty_field_ids: [id('points'), id('effort')],
        is_comment_required: false,
      })
    })

    it.each([
      ['no group', { authorized_user_group_ids: [] }, 'There must be at least one authorized user group.'],
      ['a group that is none', { authorized_user_group_ids: ['x'] }, 'The transition has not been updated.'],
      ['a group that is not there', { authorized_user_group_ids: ['99999'] }, 'The transition has not been updated.'],
      ['a group of another project', { authorized_user_group_ids: ['1_3'] }, 'The transition has not been updated.'],
      ['a field that is not there', { not_empty_field_ids: [99_999] }, 'The transition has not been updated.'],
    ])('refuses %s', async (_, more, text) => {
      const answer = await leavesAllAsItWas(() => change('boss', 'Open Mended', wanted(more)))
      expect(problem(answer)).toEqual(sentence(400, text))
    })
    it('refuses static groups of another project, and fields that hold nothing', async () => {
      const elsewhere = garden.groups.get('managers')
      await aGarden()
      for (const more of [
        { authorized_user_group_ids: [`${elsewhere}`] },
        { not_empty_field_ids: [id('details')] },
        { not_empty_field_ids: [id('retired')] },
      ]) {
        const answer = await leavesAllAsItWas(() => change('boss', 'Open Mended', wanted(more)))
        expect(problem(answer)).toEqual(sentence(400, 'The transition has not been updated.'))
      }
    })
    it.each(['authorized_user_group_ids', 'not_empty_field_ids', 'is_comment_required'])('needs %s', async (name) => {
      const answer = await leavesAllAsItWas(() => change('boss', 'Open Mended', wanted({ [name]: undefined })))
      expect(problem(answer)).toEqual({ code: 400, message: `Bad Request: \`${name}\` is required.` })
    })
  })

  describe('DELETE /tracker_workflow_transitions/{id}', () => {
    beforeEach(() => aGarden())

    it('takes the transition away, and no other', async () => {
      const gone = await idOf('Open Mended')
      const { status, text } = await manager().delete(`tracker_workflow_transitions/${gone}`)
      expect([status, text]).toEqual([200, ''])
      expect([...(await transitions()).keys()]).toEqual(['new Open', 'Gone Mended'])
      expect(await audited()).toMatchObject({ action: 'transition deleted', detail: { transition: gone } })
      const again = await leavesAllAsItWas(() => manager().delete(`tracker_workflow_transitions/${gone}`))
      expect(problem(again)).toEqual(sentence(404, 'Transition not found.'))
    })
    it('makes room for it to be added again', async () => {
      await manager().delete(`tracker_workflow_transitions/${await idOf('new Open')}`)
      const body = { tracker_id: tracker(), from_id: 0, to_id: value('Open') }
      expect((await manager().post('tracker_workflow_transitions', body)).status).toBe(201)
    })
  })

  describe('PUT /tracker_workflow_transitions/{id}/actions', () => {
    beforeEach(() => aGarden())
    const put = async (who: string, ends: string, ...post_actions: readonly unknown[]) =>
      server.as(who).put(`tracker_workflow_transitions/${await idOf(ends)}/actions`, { post_actions })
    const set = (field_type: string, field: string, of: unknown) => ({
      type: 'set_field_value',
      field_type,
      field_id: id(field),
      value: of,
    })

    it('says all actions anew, and leaves the conditions', async () => {
      const wanted = [
        set('date', 'due', 'current'),
        set('int', 'points', 0),
        set('float', 'effort', 1.5),
        { type: 'run_job', job_url: 'https://ci.example/job' },
      ]
      const { status, text } = await put('manager', 'Open Mended', ...wanted)
      expect([status, text]).toEqual([200, ''])
      expect(await actions('Open Mended')).toMatchObject(wanted)
      expect(await conditions('Open Mended')).toMatchObject({ is_comment_required: true })
      expect(withoutId(await actions('Gone Mended'))).toMatchObject([set('int', 'points', 3)])
      expect(await audited()).toMatchObject({ action: 'transition actions changed' })
      await put('manager', 'Open Mended')
      expect(await actions('Open Mended')).toEqual([])
    })
    it('clears dates, and keeps those that nobody has decided on', async () => {
      for (const of of ['', null]) {
        await put('boss', 'Open Mended', set('date', 'due', of))
        expect(await actions('Open Mended')).toMatchObject([set('date', 'due', of)])
      }
    })
    it('gives back what GET told, actions of other products too', async () => {
      await server.world.db.write(async (tx) => {
        const row = { id: 900_000 + made, transition_id: (await idOf('Open Mended')) as never, rank: 9 }
        await tx
          .insertInto('post_action')
          .values({ ...row, kind: 'other', definition: '{"name":"add_to_top_backlog"}' })
          .execute()
        await bumpRevision(tx, 'trackers')
      })
      const told = await actions('Open Mended')
      expect(told).toHaveLength(2)
      expect((await put('boss', 'Open Mended', ...told)).status).toBe(200)
      expect(withoutId(await actions('Open Mended'))).toEqual(withoutId(told))
      const foreign = await put('boss', 'Gone Mended', { type: 'add_to_top_backlog' })
      expect(problem(foreign)).toEqual(sentence(400, 'Unknown post action \'{"type":"add_to_top_backlog"}\'.'))
    })
    it('in simple mode freezes and hides, on the way into a state whichever it is', async () => {
      await patch('boss', { workflow: { is_advanced: false } })
      const wanted = [
        { type: 'frozen_fields', field_ids: [id('title'), id('points')] },
        { type: 'hidden_fieldsets', fieldset_ids: [id('details')] },
      ]
      await put('boss', 'Gone Mended', ...wanted)
      for (const ends of ['Open Mended', 'Gone Mended']) expect(await actions(ends)).toMatchObject(wanted)
      expect(await actions('new Open')).toEqual([])
    })
    it('takes XML', async () => {
      const xml = `<r><post_actions><item><type>set_field_value</type><field_type>int</field_type><field_id>${id('points')}</field_id><value>7</value></item><item><type>run_job</type><job_url>https://ci.example/x</job_url></item></post_actions></r>`
      const headers = { 'content-type': 'application/xml' }
      const url = `tracker_workflow_transitions/${await idOf('Open Mended')}/actions`
      expect((await manager().put(url, xml, { headers })).status).toBe(200)
      expect(await actions('Open Mended')).toMatchObject([
        set('int', 'points', 7),
        { type: 'run_job', job_url: 'https://ci.example/x' },
      ])
    })
    it('needs a list', async () => {
      for (const [body, text] of [
        [{}, '`post_actions` is required.'],
        [{ post_actions: 'x' }, 'Invalid value specified for `post_actions`'],
      ] as const) {
        const url = `tracker_workflow_transitions/${await idOf('Open Mended')}/actions`
        const answer = await leavesAllAsItWas(() => server.as('boss').put(url, body))
        expect(problem(answer)).toEqual({ code: 400, message: `Bad Request: ${text}` })
      }
    })

    const refuses = async (text: string, ...wanted: readonly unknown[]) => {
      const answer = await leavesAllAsItWas(() => put('boss', 'Open Mended', ...wanted))
      expect(problem(answer)).toEqual(sentence(400, text))
    }
    it('refuses what is no action', async () => {
      await refuses("Bad format: '3'. Array expected", 3)
      await refuses("Bad format: 'run_job'. Array expected", 'run_job')
      await refuses("Bad format: 'null'. Array expected", null)
      await refuses('Unknown post action \'{"type":"dance"}\'.', { type: 'dance' })
      await refuses("Unknown post action '{}'.", {})
    })
    it('refuses builds without an address of the web', async () => {
      const missing = 'Mandatory attribute job_url not found in CI build action.'
      await refuses(missing, { type: 'run_job' })
      await refuses(missing, { type: 'run_job', job_url: null })
      await refuses('Bad job_url attribute format: string expected.', { type: 'run_job', job_url: 5 })
      for (const job_url of ['ci', '', 'file:///etc/passwd', 'javascript:alert(1)'])
        await refuses("The 'job_url' attribute must be a valid URL.", { type: 'run_job', job_url })
    })
    it('refuses values that do not fit their field', async () => {
      const field = (more: object) => ({ type: 'set_field_value', field_type: 'int', value: 1, ...more })
      await refuses('Mandatory attribute field_id not found in action with type "set_field_value".', field({}))
      await refuses('Bad field_id attribute format: int expected.', field({ field_id: 'x' }))
      await refuses('Bad field_id attribute format: int expected.', field({ field_id: 1.5 }))
      const without = 'Mandatory attribute value not found in with type "set_field_value".'
      await refuses(without, set('int', 'points', undefined))
      for (const of of ['x', 1.5, null, true]) {
        await refuses('Bad value attribute format: integer expected.', set('int', 'points', of))
      }
      await refuses('Bad value attribute format: float expected.', set('float', 'effort', 'x'))
      await refuses('Bad value attribute format: string expected.', set('date', 'due', 5))
      const contents = "Allowed contents are: '', '', 'current'"
      await refuses(`Unsupported value attribute content: 'soon'. ${contents}`, set('date', 'due', 'soon'))
      const string = set('string', 'title', 'x')
      await refuses(`Unknown post action '${JSON.stringify(string)}'.`, string)
    })
    it('refuses fields that are of another type, not in use, of elsewhere, or set twice', async () => {
      const elsewhere = id('points')
      await aGarden()
      const wrong = (of: number, type: string) =>
        `The field_id value '${of}' does not match ${type} field in use in the tracker.`
      await refuses(wrong(id('effort'), 'an int'), set('int', 'effort', 1))
      await refuses(wrong(id('points'), 'a float'), set('float', 'points', 1))
      await refuses(wrong(id('points'), 'a date'), set('date', 'points', 'current'))
      await refuses(wrong(id('retired'), 'an int'), set('int', 'retired', 1))
      await refuses(wrong(elsewhere, 'an int'), { ...set('int', 'points', 1), field_id: elsewhere })
      for (const [type, field, of] of [
        ['int', 'points', 1],
        ['float', 'effort', 1],
        ['date', 'due', ''],
      ] as const) {
        const text = `There should not be duplicate field_ids for 'set_field_value' actions with type '${type}'.`
        await refuses(text, set(type, field, of), set(type, field, of))
      }
    })
    it('refuses frozen fields and hidden fieldsets in advanced mode', async () => {
      const incompatible = 'Workflow mode is incompatible with PostAction of type'
      await refuses(`${incompatible} frozen_fields`, { type: 'frozen_fields', field_ids: [id('title')] })
      await refuses(`${incompatible} hidden_fieldsets`, { type: 'hidden_fieldsets', fieldset_ids: [id('more')] })
    })
    it('refuses in simple mode what cannot be frozen or hidden', async () => {
      await patch('boss', { workflow: { is_advanced: false } })
      for (const [type, name] of [
        ['frozen_fields', 'field_ids'],
        ['hidden_fieldsets', 'fieldset_ids'],
      ] as const) {
        await refuses(`Mandatory attribute ${name} not found in action with type "${type}".`, { type })
        await refuses(`Bad ${name} attribute format: array of integer expected.`, { type, [name]: 5 })
        await refuses(`Bad ${name} attribute format: array of integer expected.`, { type, [name]: ['x'] })
        await refuses(`${name} attribute must not be empty.`, { type, [name]: [] })
      }
      const freeze = (field: string) => ({ type: 'frozen_fields', field_ids: [id(field)] })
      const nowhere = (of: number) => `The field_id value '${of}' does not match a field in use in the tracker.`
      await refuses(nowhere(id('retired')), freeze('retired'))
      await refuses(nowhere(id('details')), freeze('details'))
      const depended = (of: number) => `The field_id value '${of}' is used in a field dependency in the tracker.`
      await refuses(depended(id('room')), freeze('room'))
      await refuses(depended(id('tools')), freeze('tools'))
      const ofWorkflow = `The field '${id('status')}' is used for the workflow and cannot be defined in frozen fields actions.`
      await refuses(ofWorkflow, freeze('status'))
      const hide = (...names: readonly string[]) => ({ type: 'hidden_fieldsets', fieldset_ids: names.map(id) })
      await refuses("There should not be duplicate fieldset_ids for 'hidden_fieldsets' actions.", hide('more', 'more'))
      await refuses(
        `The fieldset_id value '${id('title')}' does not match a fieldset in use in the tracker.`,
        hide('title'),
      )
    })
  })

  describe('changing a workflow', () => {
    const everyRoute = async (who: string): Promise<readonly TestResponse[]> => {
      const url = `tracker_workflow_transitions/${known}`
      const asking = [
        () => patch(who, { workflow: { set_transitions_rules: { is_used: false } } }),
        () =>
          server
            .as(who)
            .post('tracker_workflow_transitions', { tracker_id: tracker(), from_id: 0, to_id: value('Gone') }),
        () =>
          server
            .as(who)
            .patch(url, { authorized_user_group_ids: ['2'], not_empty_field_ids: [], is_comment_required: false }),
        () => server.as(who).put(`${url}/actions`, { post_actions: [] }),
        () => server.as(who).delete(url),
      ]
      const answers: TestResponse[] = []
      for (const ask of asking) answers.push(await ask())
      return answers
    }
    let known: number
    const refusedAll = async (who: string, expected: object) => {
      const before = await server.rowCounts()
      const old = await rows()
      for (const answer of await everyRoute(who)) expect(problem(answer)).toEqual(expected)
      expect([await server.rowCounts(), await rows()]).toEqual([before, old])
    }
    beforeEach(async () => {
      await aGarden()
      known = await idOf('Open Mended')
    })

    it.each(['member', 'outsider', 'auditor'])('is not for %s', (who) => refusedAll(who, notAdministrator))
    it('is not for visitors', () => refusedAll('visitor', { code: 401, message: 'Unauthorized' }))
    it.each(['boss', 'manager', 'admin'])('is for %s', async (who) => {
      expect((await everyRoute(who)).map(({ status }) => status)).toEqual([200, 201, 200, 200, 200])
    })
    it('of a private project is not for strangers', async () => {
      await aGarden({}, 'private')
      known = await idOf('Open Mended')
      await refusedAll('outsider', { code: 403, message: 'Forbidden' })
    })
    it('of a suspended project is for nobody', () =>
      suspended(async () => {
        for (const who of ['manager', 'boss', 'admin'])
          await refusedAll(who, { code: 403, message: 'Forbidden: This project is suspended' })
      }))
    it('of a tracker or transition that is not there is answered 404', async () => {
      const missing = sentence(404, 'Transition not found.')
      const ask = (path: string) => leavesAllAsItWas(() => server.as('boss').send('DELETE', path))
      expect(problem(await ask('tracker_workflow_transitions/99999'))).toEqual(missing)
      expect(problem(await ask('tracker_workflow_transitions/0'))).toEqual(missing)
      const put = await server.as('boss').put('tracker_workflow_transitions/99999/actions', { post_actions: [] })
      expect(problem(put)).toEqual(missing)
      expect(problem(await patch('boss', {}, 99_999 as TrackerId))).toEqual({ code: 404, message: 'Not Found' })
    })
    it('is announced', async () => {
      const allowed = async (path: string) => (await server.as('boss').options(path)).headers['allow']
      expect(await allowed(`trackers/${tracker()}`)).toContain('GET, PATCH')
      expect(await allowed(`tracker_workflow_transitions/${known}/actions`)).toBe('OPTIONS, GET, PUT')
    })
  })
})
