import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grantSitePermission } from '../../src/accounts/commands/grant-site-permission.ts'
import type { TrackerDefinition } from '../../src/trackers/model/definition.ts'
import type { TriggerRule } from '../../src/trackers/model/tracker.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

type Json = any

const noRights = { rights: {} }

function parcels(keepers: number): TrackerDefinition {
  const fields = [
    createFieldDefinition('fieldset', 'top', {
      ...noRights,
      rank: 0,
      children: [
        createFieldDefinition('column', 'left', {
          ...noRights,
          rank: 0,
          children: [
            createFieldDefinition('string', 'title', { rank: 0 }),
            createFieldDefinition('sb', 'status', {
              rank: 1,
              bind: createStaticBind(['Open', ''], ['Closed', ''], ['Odd', ''], ['Lost', '']),
            }),
            createFieldDefinition('text', 'story', { rank: 2 }),
          ],
        }),
        createFieldDefinition('column', 'right', {
          ...noRights,
          rank: 1,
          children: [createFieldDefinition('int', 'weight', { rank: 0 })],
        }),
      ],
    }),
    createFieldDefinition('fieldset', 'hidden_by_flow', { ...noRights, rank: 1 }),
    createFieldDefinition('fieldset', 'empty', {
      ...noRights,
      rank: 2,
      children: [createFieldDefinition('float', 'old', { rank: 0, isUsed: false })],
    }),
    createFieldDefinition('msb', 'assigned', { rank: 3, bind: projectMembers }),
    createFieldDefinition('cb', 'teams', {
      rank: 4,
      bind: { kind: 'ugroups', values: [{ key: 'all', group: 3 as never, isHidden: false, isDefault: false }] },
    }),
    createFieldDefinition('rb', 'cause', { rank: 5, bind: createStaticBind(['Rust', ''], ['Frost', '']) }),
    createFieldDefinition('date', 'due', { rank: 6 }),
    createFieldDefinition('art_link', 'links', { rank: 7 }),
    createFieldDefinition('art_link', 'more_links', { rank: 8, isUsed: false }),
    createFieldDefinition('aid', 'number', { rank: 9, rights: { read: [1] } }),
    createFieldDefinition('int', 'frozen', { rank: 10 }),
    createFieldDefinition('sb', 'trigger', { rank: 11, bind: createStaticBind(['yes', '']) }),
    createFieldDefinition('string', 'free', { rank: 12, rights: { update: [keepers] } }),
  ]
  return {
    ...createTrackerDefinition('parcel', fields, {
      title: { field: 'title' },
      status: { field: 'status', openValues: ['Open'] },
      tooltip: { fields: ['title', 'weight'] },
    }),
    rules: {
      dates: [{ source: 'due', comparator: '<', target: 'due' }],
      lists: [{ source: 'status', sourceValue: 'Odd', target: 'cause', targetValue: 'Rust' }],
    },
    reports: [
      {
        key: 'all',
        name: 'All',
        description: '',
        isDefault: true,
        isQueryDisplayed: true,
        isInExpertMode: false,
        expertQuery: '',
        criteria: [
          { field: 'free', rank: 0, isAdvanced: false, text: 'x' },
          { field: 'title', rank: 1, isAdvanced: false },
        ],
        renderers: [
          {
            key: 'table',
            kind: 'table',
            name: 'Table',
            description: '',
            rank: 0,
            table: {
              chunkSize: 10,
              isMultisort: false,
              columns: [{ field: 'free' }, { field: 'title' }],
              sort: [{ field: 'free', isDescending: true }],
            },
          },
        ],
      },
    ],
    workflow: {
      field: 'status',
      isUsed: true,
      isAdvanced: false,
      isLegacy: false,
      transitions: [
        {
          from: null,
          to: 'Open',
          groups: [3 as never],
          notEmptyFields: [],
          isCommentRequired: false,
          actions: [
            { kind: 'frozen_fields', fields: ['frozen'] },
            { kind: 'hidden_fieldsets', fieldsets: ['hidden_by_flow'] },
          ],
        },
      ],
    },
  }
}

onEachDatabase((dialect) => {
  describe('fields of a tracker', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let tracker: number
    let count = 0
    const boss = () => server.as('boss')
    const field = (name: string): number => project.fields.get(name) as number
    const value = (name: string): number => project.values.get(name) as number
    const patch = (name: string | number, body: Json, login = 'boss'): Promise<TestResponse> =>
      server.as(login).patch(`tracker_fields/${typeof name === 'number' ? name : field(name)}`, body)
    const remove = (name: string | number, login = 'boss'): Promise<TestResponse> =>
      server.as(login).delete(`tracker_fields/${typeof name === 'number' ? name : field(name)}`)
    const add = (body: Json, login = 'boss'): Promise<TestResponse> =>
      server.as(login).post(`trackers/${tracker}/fields`, body)
    const readTracker = async (): Promise<Json> => (await server.as('admin').get(`trackers/${tracker}`)).body
    const readField = async (name: string): Promise<Json> =>
      (await readTracker()).fields.find((each: Json) => each.name === name)

    const expectUnchanged = async (work: () => Promise<TestResponse>): Promise<TestResponse> => {
      const before = [await server.rowCounts(), await readTracker()]
      const response = await work()
      expect([await server.rowCounts(), await readTracker()]).toEqual(before)
      return response
    }
    const expectRejected = async (work: () => Promise<TestResponse>, text: string): Promise<void> => {
      const { status, body } = await expectUnchanged(work)
      expect(status).toBe(400)
      expect(body.error.i18n_error_message ?? body.error.message).toContain(text)
    }

    beforeAll(async () => {
      for (const login of ['member', 'boss', 'outsider', 'auditor']) await server.createUser(login)
      await grantSitePermission(
        server.world,
        { kind: 'system', reason: 'test' },
        { permission: 'read_only_administration', to: { user: server.idOf('auditor') } },
      )
    })

    beforeEach(async () => {
      count += 1
      const [member, chief] = [server.idOf('member'), server.idOf('boss')]
      project = await createProjectFixture(server, `garden${count}`, {
        members: [member],
        administrators: [chief],
        groups: { keepers: [member] },
        trackers: (groups) => [parcels(Number(groups.get('keepers')))],
      })
      tracker = project.trackers.get('parcel') as number
    })

    describe('PATCH /tracker_fields/{id}', () => {
      it('changes name, label and description, and returns the common properties without permissions', async () => {
        const { status, body } = await patch('due', { name: ' Dué Date ', label: ' Due ', description: ' When ' })
        expect(status).toBe(200)
        expect(body).toEqual({
          field_id: field('due'),
          label: 'Due',
          name: 'due_date',
          type: 'date',
          values: null,
          required: false,
          collapsed: false,
          bindings: { type: null, list: [] },
          permissions: [],
          permissions_for_groups: null,
          default_value: '',
          has_notifications: false,
          is_used: true,
          description: 'When',
          specific_properties: {
            default_value_type: 1,
            default_value_today: 'today',
            default_value: 0,
            display_time: 0,
          },
          label_decorators: [],
        })
        expect(await readField('due_date')).toMatchObject({ label: 'Due', is_time_displayed: false })
        expect((await patch('due', { name: null, label: null, description: '' })).body).toMatchObject({
          name: 'due_date',
          label: 'Due',
          description: '',
        })
      })

      it.each([
        [{ name: '  ' }, 'Name cannot be empty'],
        [{ name: 'Status' }, 'Unable to change the name of the element, it is already in use by another one'],
        [{ label: ' ' }, 'Label cannot be empty'],
        [{ name: 'n'.repeat(256) }, 'has 256 characters; use at most 255.'],
        [{ label: 'a\u0001b' }, 'The label "a\\u0001b" has a control character; remove it.'],
        [{ label: 'New', new_values: ['a'] }, 'Field is not a simple list.'],
        [{ is_required: true, specific_properties: { maxchars: 'x' } }, 'the setting maxchars'],
        [{ values: [] }, 'Only lists have values.'],
        [{ has_notifications: true }, 'Only fields with users'],
        [{ permissions_for_groups: { can_read: ['999'] } }, 'no user group "999"'],
      ])('rejects %j for a string field and changes nothing', (body, text) =>
        expectRejected(() => patch('free', body), text),
      )

      it('records no audit entry when nothing changes', async () => {
        const rows = async () =>
          (await server.world.db.read.selectFrom('audit').select('id').where('action', '=', 'field changed').execute())
            .length
        const before = [await rows(), await server.world.db.read.selectFrom('revision').selectAll().execute()]
        expect((await patch('free', { label: 'free', use_it: true, is_required: false })).status).toBe(200)
        expect([await rows(), await server.world.db.read.selectFrom('revision').selectAll().execute()]).toEqual(before)
      })

      it('changes all properties or none', async () => {
        await expectRejected(
          () => patch('free', { name: 'fresh', label: 'Fresh', move: { parent_id: 99_999, next_sibling_id: null } }),
          'Field #99999 is not found or is unused in its tracker.',
        )
        expect(await readField('free')).toMatchObject({ label: 'free' })
      })

      it('appends values, one per line', async () => {
        const { body } = await patch('status', { new_values: ['Late', 'Two\nThree', ''] })
        expect(body.values.map(({ label }: Json) => label)).toEqual([
          'Open',
          'Closed',
          'Odd',
          'Lost',
          'Late',
          'Two',
          'Three',
        ])
        await expectRejected(() => patch('assigned', { new_values: ['x'] }), 'Field is not a simple list.')
        await expectRejected(() => patch('status', { new_values: ['x\u0002'] }), 'has a control character')
        const { body: users } = await add({
          type: 'sb',
          label: 'Owner',
          bindings: { type: 'users', list: [{ id: 3, label: 'project_members' }] },
        })
        await expectRejected(
          () => patch(users.field_id, { new_values: ['x'] }),
          'Field values can be only add with static values.',
        )
      })

      it('disables an element and enables it again, at the root when its container is not in use', async () => {
        expect((await patch('weight', { use_it: true })).status).toBe(200)
        expect((await patch('free', { use_it: false })).body).toMatchObject({ is_used: false })
        expect(await readField('free')).toBeUndefined()
        await expectRejected(
          () => patch('free', { move: { parent_id: field('left') } }),
          `Field #${field('free')} is not found or is unused`,
        )
        expect((await patch('free', { use_it: true })).body).toMatchObject({ is_used: true })
        await patch('empty', { use_it: false })
        await patch('old', { use_it: true })
        expect((await readTracker()).structure.at(-1)).toEqual({ id: field('old'), content: null })
        await expectRejected(() => patch('more_links', { use_it: true }), 'at most one element of type art_link')
      })

      it('makes the element appear in the unused fields, which only administrators can list', async () => {
        await patch('free', { use_it: false })
        const { status, body } = await boss().get(`trackers/${tracker}/unused_fields`)
        expect(status).toBe(200)
        expect(body.map(({ name, is_used }: Json) => [name, is_used])).toEqual([
          ['old', false],
          ['more_links', false],
          ['free', false],
        ])
        expect((await server.as('member').get(`trackers/${tracker}/unused_fields`)).status).toBe(403)
      })

      it.each([
        ['trigger', 'Impossible to delete this field (used in triggers) '],
        [
          'status',
          'Impossible to delete this field (used in workflow) Impossible to delete this field (field dependencies) ',
        ],
        ['frozen', 'Impossible to delete this field (used in workflow) '],
        ['cause', 'Impossible to delete this field (field dependencies) '],
        ['due', 'Impossible to delete this field (field dependencies) '],
        ['title', 'Impossible to delete this field (used by: title, tooltip)'],
        ['weight', 'Impossible to delete this field (used by: tooltip)'],
        ['top', 'Not allowed to delete non-empty field set.'],
        ['left', 'Not allowed to delete non-empty field set.'],
        ['hidden_by_flow', 'Not allowed to delete a fieldset used in workflow.'],
      ])('and DELETE are rejected for the field %s', async (name, text) => {
        const end = { field: field('trigger'), value: value('yes') }
        const definition = { condition: 'all_of', triggers: [end], target: end } as unknown as TriggerRule
        await server.world.db.write(async (tx) => {
          const row = { target_tracker_id: tracker as never, definition: JSON.stringify(definition) }
          await tx.insertInto('trigger_rule').values(row).execute()
        })
        const message = `Bad Request: ${text}`
        for (const work of [() => patch(name, { use_it: false }), () => remove(name)]) {
          expect((await expectUnchanged(work)).body).toEqual({ error: { code: 400, message } })
        }
      })

      it('moves an element before another or to the end', async () => {
        const columns = async () => {
          const [{ content }] = (await readTracker()).structure
          return content.map((column: Json) => column.content.map(({ id }: Json) => id))
        }
        await patch('free', { move: { parent_id: field('left'), next_sibling_id: field('status') } })
        const left = [field('title'), field('free'), field('status'), field('story')]
        expect(await columns()).toEqual([left, [field('weight')]])
        await patch('title', { move: { parent_id: field('right'), next_sibling_id: null } })
        expect(await columns()).toEqual([left.slice(1), [field('weight'), field('title')]])
        await patch('empty', { move: { parent_id: null, next_sibling_id: field('top') } })
        expect((await readTracker()).structure[0].id).toBe(field('empty'))
      })

      it.each<[string, (of: (name: string) => number) => Json, (of: (name: string) => number) => string]>([
        ['left', () => ({ parent_id: null }), () => 'Column fields cannot be moved.'],
        [
          'empty',
          (of) => ({ parent_id: of('top') }),
          () => 'Fieldsets cannot be moved in a parent element other than the tracker root.',
        ],
        ['free', () => ({ parent_id: null }), () => 'Fields can only be moved into columns.'],
        ['free', (of) => ({ parent_id: of('top') }), () => 'Fields can only be moved into columns.'],
        [
          'free',
          (of) => ({ parent_id: of('left'), next_sibling_id: of('weight') }),
          (of) => `Field #${of('weight')} is not a child of the target parent.`,
        ],
        [
          'title',
          (of) => ({ parent_id: of('left'), next_sibling_id: of('title') }),
          (of) => `Field #${of('title')} is not a child of the target parent.`,
        ],
        [
          'free',
          (of) => ({ parent_id: of('left'), next_sibling_id: of('old') }),
          (of) => `Field #${of('old')} is not found or is unused in its tracker.`,
        ],
      ])('rejects a move of %s to an invalid position', (name, move, text) =>
        expectRejected(() => patch(name, { move: move(field) }), text(field)),
      )

      it('changes required, notifications, settings and permissions', async () => {
        await patch('free', {
          is_required: true,
          specific_properties: { maxchars: '12', nonsense: 1 },
          permissions_for_groups: { can_read: ['2', `${project.projectId}_4`], can_update: [] },
        })
        const free = await readField('free')
        expect(free).toMatchObject({
          required: true,
          specific_properties: { maxchars: 12, size: 30, default_value: '' },
        })
        const ids = (groups: Json) => groups.map(({ id }: Json) => id)
        expect(ids(free.permissions_for_groups.can_read)).toEqual(['2', `${project.projectId}_4`])
        expect(free.permissions_for_groups).toMatchObject({ can_update: [], can_submit: [] })
        await patch('assigned', { has_notifications: true, default_value: [server.idOf('member')] })
        expect(await readField('assigned')).toMatchObject({
          has_notifications: true,
          default_value: [{ username: 'member' }],
        })
        await expectRejected(
          () => patch('number', { permissions_for_groups: { can_update: ['2'] } }),
          'has no permission can_update',
        )
        await expectRejected(() => patch('number', { is_required: true }), 'cannot be required')
        await expectRejected(
          () => patch('top', { permissions_for_groups: { can_read: ['1'] } }),
          'has no permission can_read',
        )
      })

      it('replaces the values of a list: values in use are hidden, others are deleted', async () => {
        const [chosen] = await project.createArtifacts({
          tracker: 'parcel',
          changes: [
            { values: { title: 'One', status: [value('Lost')] }, on: baseTime },
            { values: { status: [value('Closed')] }, on: baseTime + 60 },
          ],
        })
        const values = [
          { label: 'Brand new', value_color: 'fiesta-red', is_default: true },
          { id: value('Open'), label: 'Opened', description: 'At work', is_hidden: true },
        ]
        const { body } = await patch('status', { values })
        const [fresh] = body.values
        expect(body.values).toEqual([
          { id: expect.any(Number), label: 'Brand new', is_hidden: false, value_color: 'fiesta-red' },
          { id: value('Open'), label: 'Opened', is_hidden: true, value_color: '' },
          // In use by an artifact, by a rule and by a former value of an artifact.
          { id: value('Closed'), label: 'Closed', is_hidden: true, value_color: '' },
          { id: value('Odd'), label: 'Odd', is_hidden: true, value_color: '' },
          { id: value('Lost'), label: 'Lost', is_hidden: true, value_color: '' },
        ])
        expect(body.default_value).toEqual([{ id: fresh.id, label: 'Brand new' }])
        const second = await patch('status', { values: body.values.slice(1) })
        expect(second.body.values.map(({ label }: Json) => label)).not.toContain('Brand new')
        const { body: artifact } = await boss().get(`artifacts/${chosen}`)
        expect(artifact.values.find((each: Json) => each.field_id === field('status')).values).toMatchObject([
          { label: 'Closed', is_hidden: true },
        ])
      })

      it('keeps the limit of a value until it is changed or removed, also in a copy of the tracker', async () => {
        const listed = (await readField('cause')).values.map(({ id }: Json) => ({ id }))
        const [first, ...others] = listed
        const limitsOf = ({ values }: Json) => values.map(({ work_limit }: Json) => work_limit)
        const none = others.map(() => undefined)
        const set = await patch('cause', { values: [{ ...first, work_limit: 3 }, ...others] })
        expect(limitsOf(set.body)).toEqual([3, ...none])
        expect(limitsOf((await patch('cause', { values: listed })).body)).toEqual([3, ...none])
        const template = (await boss().get(`trackers/${tracker}/template`)).text
        expect(template.match(/work_limit="\d+"/g)).toEqual(['work_limit="3"'])
        const draft = { name: 'Copies', item_name: 'copy', from_tracker: { id: tracker } }
        const copy = await boss().post(`projects/${project.projectId}/trackers`, draft)
        expect(copy.status, copy.text).toBe(201)
        const { fields } = (await boss().get(`trackers/${copy.body.id}`)).body
        expect(limitsOf(fields.find(({ name }: Json) => name === 'cause'))).toEqual([3, ...none])
        const changed = await patch('cause', { values: [{ ...first, work_limit: 999 }, ...others] })
        expect(limitsOf(changed.body)).toEqual([999, ...none])
        const removed = await patch('cause', { values: [{ ...first, work_limit: null }, ...others] })
        expect(limitsOf(removed.body)).toEqual([undefined, ...none])
      })

      it.each([0, -1, 1000, 1.5, 'three'])('rejects the limit %j of a value', async (limit) => {
        const { status } = await expectUnchanged(() => patch('cause', { values: [{ label: 'x', work_limit: limit }] }))
        expect(status).toBe(400)
      })

      it.each([
        [[{ id: 99_999, label: 'x' }], '99999 is not a value of the list.'],
        [[{ label: '' }], 'requires a label'],
        [[{ label: 'x', value_color: 'rainbow' }], 'Invalid color "rainbow"'],
      ])('rejects the values %j', (values, text) => expectRejected(() => patch('cause', { values }), text))

      it('binds lists to other users and groups', async () => {
        const users = await patch('assigned', {
          bindings: {
            type: 'users',
            list: [
              { id: 4, label: 'project_admins' },
              { id: '2', label: 'registered_users' },
            ],
          },
        })
        expect(users.body.bindings.list).toEqual([
          { id: 4, label: 'project_admins' },
          { id: '2', label: 'registered_users' },
        ])
        const keepers = String(project.groups.get('keepers'))
        const groups = await patch('teams', { bindings: { list: [{ id: keepers, is_default: true }] } })
        expect(groups.body.values).toMatchObject([{ label: 'keepers' }])
        expect(groups.body.default_value).toMatchObject([{ short_name: 'keepers' }])
        await expectRejected(() => patch('teams', { bindings: { list: [{ id: '999' }] } }), 'no user group "999"')
        await expectRejected(() => patch('teams', { bindings: { type: 'static', list: [] } }), 'cannot be changed')
      })

      it('is visible in the next response about an artifact', async () => {
        const [id] = await project.createArtifacts({
          tracker: 'parcel',
          changes: [{ values: { free: 'secret', title: 'A' } }],
        })
        const readValue = async () =>
          (await server.as('member').get(`artifacts/${id}`)).body.values.find(
            (each: Json) => each.field_id === field('free'),
          )
        expect(await readValue()).toMatchObject({ label: 'free', value: 'secret' })
        const { headers } = await server.as('member').get(`artifacts/${id}`)
        await patch('free', { label: 'Fresh' })
        expect(await readValue()).toMatchObject({ label: 'Fresh' })
        const conditional = { headers: { 'if-none-match': String(headers['etag']) } }
        expect((await server.as('member').get(`artifacts/${id}`, conditional)).status).toBe(200)
        await patch('free', { permissions_for_groups: { can_read: [], can_update: [] } })
        expect(await readValue()).toBeUndefined()
      })

      it('keeps one of several concurrent renames to the same name', async () => {
        const responses = await Promise.all(
          ['free', 'story', 'weight', 'old'].map((name) => patch(name, { name: 'only_one' })),
        )
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
      })
    })

    describe('DELETE /tracker_fields/{id}', () => {
      it('deletes a field with its values, also from reports', async () => {
        const [id] = await project.createArtifacts({
          tracker: 'parcel',
          changes: [{ values: { free: 'x', teams: [value('all')], title: 'A' } }],
        })
        expect((await remove('free')).status).toBe(204)
        expect((await remove('teams')).status).toBe(204)
        const names = (await readTracker()).fields.map(({ name }: Json) => name)
        expect(names).not.toContain('free')
        const rows = server.world.db.read
        const index = await rows
          .selectFrom('value_list')
          .selectAll()
          .where('field_id', '=', field('teams') as never)
          .execute()
        expect(index).toEqual([])
        const report = await rows
          .selectFrom('report')
          .innerJoin('renderer', 'renderer.report_id', 'report.id')
          .select(['report.definition as criteria', 'renderer.definition as table'])
          .where('report.tracker_id', '=', tracker as never)
          .executeTakeFirstOrThrow()
        expect(JSON.parse(report.criteria).criteria).toEqual([{ field: field('title'), rank: 1, isAdvanced: false }])
        expect(JSON.parse(report.table).table).toMatchObject({ columns: [{ field: field('title') }], sort: [] })
        const { body } = await boss().get(`artifacts/${id}`)
        expect(body.values.map(({ label }: Json) => label)).not.toContain('free')
        expect((await remove('free')).body).toEqual({ error: { code: 404, message: 'Not Found: Field not found.' } })
      })

      it('deletes links of artifacts, and keeps unused fields of a deleted container', async () => {
        const [a] = await project.createArtifacts({ tracker: 'parcel', changes: [{ values: { title: 'A' } }] })
        await project.createArtifacts({
          tracker: 'parcel',
          changes: [{ values: { title: 'B', links: [{ id: a, type: '' }] } }],
        })
        expect((await remove('links')).status).toBe(204)
        expect(
          await server.world.db.read
            .selectFrom('value_link')
            .selectAll()
            .where('field_id', '=', field('links') as never)
            .execute(),
        ).toEqual([])
        expect((await remove('empty')).status).toBe(204)
        await patch('old', { use_it: true })
        expect((await readTracker()).structure.map(({ id }: Json) => id)).toContain(field('old'))
      })

      it('deletes the texts of a field, used or not, from the index of its own artifacts only', async () => {
        await project.createArtifacts({ tracker: 'parcel', changes: [{ values: { free: 'birch', title: 'A' } }] })
        const [b] = await project.createArtifacts({
          tracker: 'parcel',
          changes: [{ values: { story: { format: 'text', content: 'willow' }, title: 'B' } }],
        })
        expect((await patch('story', { use_it: false })).status).toBe(200)
        expect((await remove('story')).status).toBe(204)
        expect((await remove('free')).status).toBe(204)
        const rows = await server.world.db.read.selectFrom('value_text').select(['artifact_id', 'text']).execute()
        const texts = rows.map(({ text }) => text)
        expect(texts).not.toContain('birch')
        expect(texts).not.toContain('willow')
        expect(rows).toContainEqual({ artifact_id: b, text: 'b' })
        expect(await findContradictions(server.world.db)).toEqual([])
      })
    })

    describe('POST /trackers/{id}/fields', () => {
      it('adds an element at the end with the default permissions', async () => {
        const { status, body } = await add({ type: 'float', label: 'Free', description: 'More', required: true })
        expect(status).toBe(201)
        expect(body).toMatchObject({
          name: 'free_2',
          label: 'Free',
          type: 'float',
          required: true,
          permissions: ['read', 'update', 'create'],
        })
        const ids = (groups: Json) => groups.map(({ id }: Json) => id)
        expect(ids(body.permissions_for_groups.can_read)).toEqual(['1'])
        expect(ids(body.permissions_for_groups.can_submit)).toEqual(['2'])
        expect(ids(body.permissions_for_groups.can_update)).toEqual([`${project.projectId}_3`])
        expect((await readTracker()).structure.at(-1)).toEqual({ id: body.field_id, content: null })
        expect(await readField('free_2')).toEqual(body)
      })

      it('adds lists, containers and elements inside of them', async () => {
        const { body: column } = await add({
          type: 'column',
          label: 'Third',
          parent_id: field('top'),
          next_sibling_id: field('right'),
        })
        const { body: list } = await add({
          type: 'tbl',
          name: 'Tags',
          parent_id: column.field_id,
          values: [{ label: 'red', value_color: 'fiesta-red' }, { label: 'blue' }],
          specific_properties: { hint: 'Colour' },
        })
        expect(list).toMatchObject({
          name: 'tags',
          label: 'tags',
          hint: 'Colour',
          values: [{ label: 'red' }, { label: 'blue' }],
        })
        const [{ content }] = (await readTracker()).structure
        expect(content.map(({ id }: Json) => id)).toEqual([field('left'), column.field_id, field('right')])
        expect(content[1].content).toEqual([{ id: list.field_id, content: null }])
        expect((await add({ type: 'fieldset', label: 'Last' })).status).toBe(201)
        const [id] = await project.createArtifacts({ tracker: 'parcel', changes: [{ values: { title: 'A' } }] })
        expect((await boss().get(`artifacts/${id}`)).status).toBe(200)
      })

      it.each<[Json, string]>([
        [{ label: 'x' }, '`type` is required.'],
        [{ type: 'wheel', label: 'x' }, 'Unknown element type "wheel".'],
        [{ type: 'shared', label: 'x' }, 'Unknown element type "shared".'],
        [{ type: 'string' }, 'may only contain letters'],
        [{ type: 'string', name: 'Title' }, 'The name "title" is in use'],
        [{ type: 'art_link', label: 'x' }, 'at most one element of type art_link'],
        [{ type: 'string', label: 'x', parent_id: 99_999 }, 'Field #99999 is not found'],
        [{ type: 'string', label: 'x', next_sibling_id: 99_999 }, 'Field #99999 is not found'],
        [{ type: 'sb', label: 'x', values: [{ label: '' }] }, 'requires a label'],
        [{ type: 'sb', label: 'x', bindings: { type: 'users' }, default_value: [99_999] }, 'User 99999 not found.'],
        [{ type: 'string', label: 'x', specific_properties: { size: 'wide' } }, 'the setting size'],
      ])('rejects %j', (body, text) => expectRejected(() => add(body), text))

      it('rejects a parent that cannot contain the element', async () => {
        await expectRejected(() => add({ type: 'string', label: 'x', parent_id: field('free') }), 'is not a container')
        await expectRejected(
          () => add({ type: 'fieldset', label: 'x', parent_id: field('left') }),
          'other than the tracker root',
        )
      })
    })

    it.each([
      { login: 'visitor', status: 401 },
      { login: 'outsider', status: 403 },
      { login: 'member', status: 403 },
      { login: 'auditor', status: 403 },
      { login: 'boss', status: 200 },
      { login: 'admin', status: 200 },
    ])('as $login, changes return $status', async ({ login, status }) => {
      const operations = [
        () => patch('free', { label: 'Changed' }, login),
        () => add({ type: 'string', label: 'Added' }, login),
        () => remove('free', login),
      ]
      const texts = new Set<unknown>()
      for (const [index, work] of operations.entries()) {
        const response = status === 200 ? await work() : await expectUnchanged(work)
        expect(response.status).toBe(status === 200 ? [200, 201, 204][index] : status)
        texts.add(response.body?.error?.message)
      }
      if (status === 403) expect(texts).toContain('Forbidden: User is not tracker administrator.')
    })

    it('can be changed by the groups that administer the tracker, and not in a suspended project', async () => {
      await boss().put(`trackers/${tracker}/permissions`, {
        can_access: ['1'],
        can_admin: [String(project.groups.get('keepers'))],
      })
      expect((await patch('free', { label: 'By a keeper' }, 'member')).status).toBe(200)
      await boss().put(`trackers/${tracker}/permissions`, { can_admin: [] })
      expect((await server.as('member').patch(`tracker_fields/${field('free')}`, {})).body).toEqual({
        error: { code: 404, message: 'Not Found' },
      })
      await server.as('admin').put(`projects/${project.projectId}/status`, { status: 'suspended' })
      for (const login of ['boss', 'admin']) {
        for (const response of [
          await patch('free', { label: 'No' }, login),
          await remove('free', login),
          await add({ type: 'int', label: 'No' }, login),
        ])
          expect(response.body).toEqual({ error: { code: 403, message: 'Forbidden: This project is suspended' } })
      }
    })

    it('return 404 when they do not exist', async () => {
      for (const response of [await patch(99_999, {}), await remove(99_999)])
        expect(response.body).toEqual({ error: { code: 404, message: 'Not Found: Field not found.' } })
      expect((await boss().post('trackers/99999/fields', { type: 'int', label: 'x' })).status).toBe(404)
    })

    it('are collapsed for the users who have collapsed them', async () => {
      await server.as('member').patch('users/self/preferences', { key: `fieldset_${field('top')}`, value: '1' })
      const collapsed = async (login: string) =>
        (await server.as(login).get(`trackers/${tracker}`)).body.fields
          .filter((each: Json) => each.collapsed)
          .map(({ name }: Json) => name)
      expect([await collapsed('member'), await collapsed('boss'), await collapsed('visitor')]).toEqual([
        ['top'],
        [],
        [],
      ])
    })
  })
})
