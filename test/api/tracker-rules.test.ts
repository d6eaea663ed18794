import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TrackerId } from '../../src/kit/values/ids.ts'
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

type Json = any

const list = (name: string, ...values: string[]) =>
  createFieldDefinition('sb', name, { bind: createStaticBind(...values.map((value) => [value, ''] as const)) })

const room = {
  ...createTrackerDefinition('room', [
    createFieldDefinition('string', 'title'),
    createFieldDefinition('date', 'begin'),
    createFieldDefinition('date', 'end'),
    createFieldDefinition('date', 'retired', { isUsed: false }),
    createFieldDefinition('subon', 'created'),
    list('status', 'Open', 'Closed'),
    list('floor', 'Cellar', 'Attic'),
    list('light', 'Dark', 'Bright'),
    list('frozen', 'Ice'),
    createFieldDefinition('msb', 'assigned', { bind: projectMembers }),
    createFieldDefinition('art_link', 'links'),
  ]),
  workflow: {
    field: 'status',
    isUsed: true,
    isAdvanced: false,
    isLegacy: false,
    transitions: [
      {
        from: null,
        to: 'Open',
        groups: [2 as never],
        notEmptyFields: [],
        isCommentRequired: false,
        actions: [],
      },
      {
        from: 'Open',
        to: 'Closed',
        groups: [2 as never],
        notEmptyFields: [],
        isCommentRequired: false,
        actions: [{ kind: 'frozen_fields' as const, fields: ['frozen'] }],
      },
    ],
  },
}

const window = createTrackerDefinition(
  'window',
  [
    list('window:state', 'Broken', 'Whole'),
    createFieldDefinition('sb', 'window:secret', { bind: createStaticBind(['A', '']), rights: { read: [4] } }),
    createFieldDefinition('string', 'window:title'),
  ],
  {},
  { parent: 'room' },
)

onEachDatabase((dialect) => {
  describe('rules and triggers of a tracker', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let tracker: number
    let count = 0
    const field = (name: string): number => project.fields.get(name) as number
    const value = (name: string): number => project.values.get(name) as number
    const put = (part: string, body: Json, login = 'boss', id = tracker): Promise<TestResponse> =>
      server.as(login).put(`trackers/${id}/${part}`, body)
    const readRules = async (): Promise<Json> =>
      (await server.as('admin').get(`trackers/${tracker}`)).body.workflow.rules
    const readTriggers = async (): Promise<Json> => (await server.as('admin').get(`trackers/${tracker}/triggers`)).body

    const dates = (source: string, comparator: string, target: string) => ({
      source_field_id: field(source),
      comparator,
      target_field_id: field(target),
    })
    const lists = (source: string, sourceValue: number, target: string, targetValue: number) => ({
      source_field_id: field(source),
      source_value_id: sourceValue,
      target_field_id: field(target),
      target_value_id: targetValue,
    })
    const end = (name: string, valueId: number) => ({ field_id: field(name), value_id: valueId })
    const closes = () => ({
      condition: 'all_of',
      target: end('status', value('Closed')),
      triggers: [end('window:state', value('Whole'))],
    })

    const expectRefused = async (part: string, body: Json, messages: readonly string[], login = 'boss') => {
      const state = async () => [await server.rowCounts(), await readRules(), await readTriggers()]
      const before = await state()
      const response = await put(part, body, login)
      expect(response.status).toBe(400)
      expect(response.body.error.i18n_error_messages).toEqual(messages)
      expect(await state()).toEqual(before)
    }

    beforeAll(async () => {
      for (const login of ['member', 'boss', 'keeper']) await server.createUser(login)
    })

    beforeEach(async () => {
      count += 1
      project = await createProjectFixture(server, `yard${count}`, {
        members: [server.idOf('member'), server.idOf('keeper')],
        administrators: [server.idOf('boss')],
        groups: { keepers: [server.idOf('keeper')] },
        trackers: () => [room, window, createTrackerDefinition('shed', [list('shed:state', 'Empty')])],
      })
      tracker = project.trackers.get('room') as number
    })

    describe('PUT /trackers/{id}/rules', () => {
      it('replaces all rules, which apply at once', async () => {
        const rules = {
          dates: [dates('begin', '≤', 'end')],
          lists: [
            lists('floor', value('Cellar'), 'light', value('Dark')),
            lists('floor', value('Attic'), 'light', value('Bright')),
          ],
        }
        const [id] = await project.createArtifacts({ tracker: 'room', changes: [{ values: { title: 'A' } }] })
        const { status, body } = await put('rules', rules)
        expect(status).toBe(200)
        expect(body.workflow.rules).toEqual(rules)
        expect(await readRules()).toEqual(rules)
        const change = (values: Json) => server.as('admin').put(`artifacts/${id}`, { values })
        const days = (begin: string, to: string) => [
          { field_id: field('begin'), value: begin },
          { field_id: field('end'), value: to },
        ]
        const choices = (floor: string, light: string) => [
          { field_id: field('floor'), bind_value_ids: [value(floor)] },
          { field_id: field('light'), bind_value_ids: [value(light)] },
        ]
        expect((await change(days('2026-05-02', '2026-05-01'))).status).toBe(400)
        expect((await change(days('2026-05-01', '2026-05-02'))).status).toBe(200)
        expect((await change(choices('Cellar', 'Bright'))).status).toBe(400)
        expect((await change(choices('Cellar', 'Dark'))).status).toBe(200)
        // Omitted kinds are removed.
        expect((await put('rules', { lists: rules.lists })).body.workflow.rules).toEqual({
          dates: [],
          lists: rules.lists,
        })
        expect((await put('rules', {})).body.workflow.rules).toEqual({ dates: [], lists: [] })
        expect((await change(choices('Cellar', 'Bright'))).status).toBe(200)
      })

      it('accepts None of both lists and several dependencies', async () => {
        const rules = [
          lists('floor', 100, 'light', 100),
          lists('floor', value('Attic'), 'status', value('Open')),
          lists('light', value('Dark'), 'status', value('Open')),
        ]
        const { body } = await put('rules', { lists: rules })
        expect(body.workflow.rules.lists).toHaveLength(3)
        expect(body.workflow.rules.lists).toEqual(expect.arrayContaining(rules))
      })

      it('reports every problem', async () => {
        await expectRefused(
          'rules',
          {
            dates: [
              dates('begin', '~', 'end'),
              dates('begin', '<', 'retired'),
              dates('begin', '<', 'title'),
              { source_field_id: 99_999, comparator: '<', target_field_id: field('end') },
              dates('end', '=', 'end'),
              dates('created', '<', 'end'),
            ],
            lists: [
              lists('floor', value('Dark'), 'light', value('Dark')),
              lists('floor', value('Attic'), 'floor', value('Attic')),
              lists('floor', value('Attic'), 'frozen', value('Ice')),
              lists('begin', 100, 'light', 100),
            ],
          },
          [
            'rules: invalid comparator "~" for dates.',
            'rules: the element retired is not in use.',
            expect.stringMatching(/^rules: the element title is of type string, not /),
            'rules: element 99999 not found in the tracker.',
            'rules: the field end cannot be compared with itself.',
            'rules: the field created is set by the system and cannot be compared.',
            `rules: ${value('Dark')} or ${value('Dark')} is not a value of its list.`,
            expect.stringMatching(/^rules: the element begin is of type date, not /),
            'rules: the field floor cannot depend on itself.',
            'rules: the field frozen is frozen in a state of the workflow and cannot be part of a field dependency.',
          ],
        )
      })

      it('refuses equal rules and dependencies in a circle', async () => {
        const rule = dates('begin', '≤', 'end')
        await expectRefused('rules', { dates: [rule, rule] }, ['rules: a rule is listed more than once.'])
        const chain = [
          lists('floor', value('Attic'), 'light', value('Dark')),
          lists('light', value('Dark'), 'status', value('Open')),
        ]
        expect((await put('rules', { lists: chain })).status).toBe(200)
        await expectRefused('rules', { lists: [...chain, lists('status', value('Open'), 'floor', value('Attic'))] }, [
          'rules: the field floor cannot depend on status, which depends on floor.',
        ])
      })

      it('keeps rules of archives that could not be added, and removes each of them', async () => {
        await server.world.db.write(async (tx) => {
          const rows = ['<', '>'].map((comparator) => ({
            tracker_id: tracker as TrackerId,
            source_field_id: field('retired') as never,
            comparator,
            target_field_id: field('retired') as never,
          }))
          await tx.insertInto('date_rule').values(rows).execute()
          await bumpRevision(tx, 'trackers')
        })
        const kept = dates('retired', '<', 'retired')
        expect((await put('rules', { dates: [kept] })).body.workflow.rules.dates).toEqual([kept])
        await expectRefused('rules', { dates: [kept, dates('retired', '>', 'retired')] }, [
          'rules: the element retired is not in use.',
          'rules: the element retired is not in use.',
          'rules: the field retired cannot be compared with itself.',
        ])
      })

      it('accepts at most 10,000 rules of a kind', async () => {
        const rule = dates('begin', '≤', 'end')
        const { status } = await put('rules', { dates: Array.from({ length: 10_001 }, () => rule) })
        expect(status).toBe(400)
      })

      it('reports problems in French', async () => {
        const { body } = await server
          .as('boss')
          .put(
            `trackers/${tracker}/rules`,
            { dates: [dates('end', '=', 'end')] },
            { headers: { 'accept-language': 'fr' } },
          )
        expect(body.error.i18n_error_messages).toEqual([
          'rules\u00a0: le champ end ne peut pas être comparé à lui-même.',
        ])
      })
    })

    describe('PUT /trackers/{id}/triggers', () => {
      it('replaces all triggers, which GET returns and which run at once', async () => {
        const child = project.trackers.get('window') as number
        const opens = {
          condition: 'at_least_one',
          target: end('status', value('Open')),
          triggers: [end('window:state', value('Broken'))],
        }
        const shown = (trigger: Json) => ({
          ...trigger,
          triggers: trigger.triggers.map((each: Json) => ({ tracker_id: child, ...each })),
        })
        const { status, body } = await put('triggers', [closes(), opens])
        expect(status).toBe(200)
        expect(body).toHaveLength(2)
        expect(body).toEqual(expect.arrayContaining([shown(closes()), shown(opens)]))
        expect(await readTriggers()).toEqual(body)
        // What was returned can be sent.
        expect((await put('triggers', body)).body).toEqual(body)
        const [part] = await project.createArtifacts({ tracker: 'window', changes: [{ values: {} }] })
        const [parent] = await project.createArtifacts({
          tracker: 'room',
          changes: [{ values: { title: 'A', status: [value('Open')], links: [{ id: part, type: '_is_child' }] } }],
        })
        await server.as('admin').put(`artifacts/${part}`, {
          values: [{ field_id: field('window:state'), bind_value_ids: [value('Whole')] }],
        })
        const { body: after } = await server.as('admin').get(`artifacts/${parent}`)
        expect(after.values.find(({ field_id: id }: Json) => id === field('status')).values[0].label).toBe('Closed')
        expect((await put('triggers', [])).body).toEqual([])
        expect(await readTriggers()).toEqual([])
      })

      it('reports every problem', async () => {
        const trigger = (target: Json, ...triggers: Json[]) => ({ condition: 'all_of', target, triggers })
        const whole = end('window:state', value('Whole'))
        await expectRefused(
          'triggers',
          [
            trigger(end('title', 1), whole),
            trigger(end('assigned', server.idOf('member')), whole),
            trigger(end('status', 100), whole),
            trigger(end('status', value('Whole')), whole),
            trigger(end('status', value('Open')), end('shed:state', value('Empty'))),
            trigger(end('status', value('Open')), end('status', value('Open'))),
            trigger(end('status', value('Open')), end('window:state', 100)),
            trigger(end('status', value('Closed')), whole, whole),
            closes(),
            closes(),
          ],
          [
            expect.stringMatching(/^triggers: the element title is of type string, not /),
            'triggers: 1 is not a value of the list title.',
            'triggers: the list assigned is not bound to static.',
            'triggers: 100 is not a value of the list status.',
            `triggers: ${value('Whole')} is not a value of the list status.`,
            `triggers: ${field('shed:state')} is not a field of a child tracker that you can read.`,
            `triggers: ${field('status')} is not a field of a child tracker that you can read.`,
            'triggers: 100 is not a value of the list state.',
            'triggers: a trigger names a value of a child more than once.',
            'triggers: a trigger is listed more than once.',
          ],
        )
        const { status } = await put('triggers', [{ ...closes(), triggers: [] }])
        expect(status).toBe(400)
        expect((await put('triggers', [{ ...closes(), condition: 'none' }])).status).toBe(400)
      })

      it('accepts only fields that the caller can read, in trackers that the caller sees', async () => {
        const child = project.trackers.get('window') as number
        await put('permissions', { can_access: ['2'], can_admin: [String(project.groups.get('keepers'))] })
        const secret = { ...closes(), triggers: [end('window:secret', value('A'))] }
        await expectRefused(
          'triggers',
          [secret],
          [`triggers: ${field('window:secret')} is not a field of a child tracker that you can read.`],
          'keeper',
        )
        expect((await put('triggers', [secret])).status).toBe(200)
        expect((await put('triggers', [secret, closes()], 'keeper')).status).toBe(200)
        await put('permissions', { can_access: [] }, 'boss', child)
        await put('triggers', [])
        await expectRefused(
          'triggers',
          [closes()],
          [`triggers: ${field('window:state')} is not a field of a child tracker that you can read.`],
          'keeper',
        )
      })

      it('keeps what they refer to: it cannot be deleted', async () => {
        await put('triggers', [closes()])
        for (const name of ['status', 'window:state']) {
          const { status, body } = await server.as('boss').delete(`tracker_fields/${field(name)}`)
          expect(status).toBe(400)
          expect(body.error.message).toContain('(used in triggers)')
        }
      })
    })

    it('belong to administrators of the tracker', async () => {
      for (const [part, body] of [
        ['rules', {}],
        ['triggers', []],
      ] as const) {
        expect((await put(part, body, 'member')).status).toBe(403)
        expect((await put(part, body, 'visitor')).status).toBe(401)
        expect((await put(part, body, 'boss', 99_999)).status).toBe(404)
      }
      expect((await server.as('member').get(`trackers/${tracker}/triggers`)).status).toBe(403)
      expect((await server.as('boss').get('trackers/99999/triggers')).status).toBe(404)
    })

    it('are recorded in the audit log', async () => {
      await put('rules', { dates: [dates('begin', '≤', 'end')] })
      await put('triggers', [closes()])
      const rows = await server.world.db.read
        .selectFrom('audit')
        .select(['action', 'detail'])
        .where('subject', '=', `yard${count}`)
        .orderBy('id')
        .execute()
      expect(rows.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
        ['rules changed', { tracker, name: 'rooms', rules: { dates: 1, lists: 0 } }],
        ['triggers changed', { tracker, name: 'rooms', triggers: 1 }],
      ])
    })
  })
})
