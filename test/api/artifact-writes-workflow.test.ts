import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserGroupId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const members = [3 as UserGroupId]

onEachDatabase((dialect) => {
  describe('artifact writes with a workflow', () => {
    const server = createServer(dialect)
    let shop: ProjectFixture
    let id: number

    beforeAll(async () => {
      for (const login of ['alice', 'olga']) await server.createUser(login)
      shop = await createProjectFixture(server, 'flow', {
        members: [server.idOf('alice')],
        trackers: () => [
          {
            ...createTrackerDefinition('task', [
              createFieldDefinition('string', 'title'),
              createFieldDefinition('string', 'owner', { rights: { read: [1], submit: [2], update: [2] } }),
              createFieldDefinition('date', 'start'),
              createFieldDefinition('date', 'end'),
              createFieldDefinition('date', 'closed'),
              createFieldDefinition('sb', 'status', {
                bind: createStaticBind(['New', ''], ['Open', ''], ['Done', '']),
                rights: { read: [1], submit: [2], update: [2] },
              }),
            ]),
            rules: { dates: [{ source: 'start', comparator: '<' as const, target: 'end' }], lists: [] },
            workflow: {
              field: 'status',
              isUsed: true,
              isAdvanced: false,
              isLegacy: false,
              transitions: [
                {
                  from: null,
                  to: 'New',
                  groups: [2 as UserGroupId],
                  notEmptyFields: [],
                  isCommentRequired: false,
                  actions: [],
                },
                {
                  from: 'New',
                  to: 'Open',
                  groups: members,
                  notEmptyFields: ['owner'],
                  isCommentRequired: false,
                  actions: [],
                },
                {
                  from: 'Open',
                  to: 'Done',
                  groups: members,
                  notEmptyFields: [],
                  isCommentRequired: true,
                  actions: [
                    { kind: 'set_date', field: 'closed', value: 'current' },
                    { kind: 'frozen_fields', fields: ['owner'] },
                  ],
                },
              ],
            },
          },
        ],
      })
    })
    beforeEach(async () => {
      id = (await post(entry('title', 'x'), status('New'))).body.id
    })

    const entry = (key: string, value: unknown) => ({ field_id: Number(shop.fields.get(key)), value })
    const status = (label: string) => ({
      field_id: Number(shop.fields.get('status')),
      bind_value_ids: [shop.values.get(label)],
    })
    const post = (...values: readonly object[]) =>
      server.as('alice').post('artifacts', { tracker: { id: shop.trackers.get('task') }, values })
    const put = (caller: string, values: readonly object[], comment?: string) =>
      server.as(caller).put(`artifacts/${id}`, {
        values,
        ...(comment === undefined ? {} : { comment: { body: comment, format: 'text' } }),
      })
    const valueAt = async (key: string) => {
      const { body } = await server.as('alice').get(`artifacts/${id}`)
      return body.values.find((each: { field_id: number }) => each.field_id === shop.fields.get(key))
    }

    it('reject an initial state without a transition', async () => {
      const rows = await server.rowCounts()
      const response = await post(entry('title', 'x'), status('Done'))
      expect(response.status).toBe(400)
      expect(response.body.error.message).toBe('Bad Request: error: The transition to the value "Done" is not valid.\n')
      expect(await server.rowCounts()).toEqual(rows)
    })

    it.each<{ caseName: string; caller?: string; values: () => readonly object[]; message: string }>([
      {
        caseName: 'a transition that does not exist',
        values: () => [status('Done')],
        message: 'The transition to the value "Done" is not valid.\n',
      },
      {
        caseName: 'a transition that the caller cannot use',
        caller: 'olga',
        values: () => [status('Open'), entry('owner', 'me')],
        message: 'error: Transition permissions are not respected\n',
      },
      {
        caseName: 'a transition without its required field',
        values: () => [status('Open')],
        message: "error: Invalid condition: the field 'owner (owner)'must not be empty\n",
      },
      {
        caseName: 'dates in the wrong order',
        values: () => [entry('start', '2026-04-02'), entry('end', '2026-04-01')],
        message: 'error: Error on the tracker #TRACKER date value : start must be < to end.\n',
      },
    ])('reject $caseName and change nothing', async ({ caller = 'alice', values, message }) => {
      const rows = await server.rowCounts()
      const response = await put(caller, values())
      expect(response.status).toBe(400)
      const text = message.replace('TRACKER', String(shop.trackers.get('task')))
      expect(response.body.error.message).toBe(`Bad Request: ${text}`)
      expect(await server.rowCounts()).toEqual(rows)
      expect(await valueAt('status')).toMatchObject({ values: [{ label: 'New' }] })
    })

    it('report a transition that does not exist together with other invalid values', async () => {
      const rows = await server.rowCounts()
      const response = await put('alice', [entry('start', 'soon'), status('Done'), entry('end', 'later')])
      expect(response.status).toBe(400)
      expect(response.body.error.message.trimEnd().split('\n')).toEqual([
        expect.stringMatching(/^Bad Request: start is not a date: "soon"\. /),
        expect.stringMatching(/^end is not a date: "later"\. /),
        'The transition to the value "Done" is not valid.',
      ])
      expect(await server.rowCounts()).toEqual(rows)
    })

    it('report an initial state without a transition together with other invalid values', async () => {
      const rows = await server.rowCounts()
      const response = await post(entry('title', 'x'), entry('start', 'soon'), status('Done'), entry('end', 'later'))
      expect(response.status).toBe(400)
      expect(response.body.error.message.trimEnd().split('\n')).toEqual([
        expect.stringMatching(/^Bad Request: error: start is not a date: "soon"\. /),
        expect.stringMatching(/^error: end is not a date: "later"\. /),
        'error: The transition to the value "Done" is not valid.',
      ])
      // A state that is no value of the list is the only problem of the list.
      const unknown = { ...status('Done'), bind_value_ids: [999_999] }
      const refused = await post(entry('title', 'x'), entry('start', 'soon'), unknown)
      expect(refused.status).toBe(400)
      expect(refused.body.error.message).not.toContain('transition')
      expect(await server.rowCounts()).toEqual(rows)
    })

    it('apply the required fields, the required comment, the dates and the frozen fields of transitions', async () => {
      expect((await put('alice', [status('Open'), entry('owner', 'me')])).status).toBe(200)
      expect((await put('alice', [status('Open')])).status).toBe(200)

      const withoutComment = await put('alice', [status('Done')])
      expect(withoutComment.status).toBe(400)
      expect(withoutComment.body.error.message).toBe('Bad Request: error: Comment must not be empty.\n')

      expect((await put('alice', [status('Done')], 'ready')).status).toBe(200)
      expect((await valueAt('closed')).value).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\+/)

      const rows = await server.rowCounts()
      const frozen = await put('alice', [entry('owner', 'you')])
      expect(frozen.status).toBe(400)
      expect(frozen.body.error.message).toBe('Bad Request: Fields are not valid')
      expect(await server.rowCounts()).toEqual(rows)
      expect((await put('alice', [entry('owner', 'me'), entry('title', 'y')])).status).toBe(200)
    })
  })

  describe('refusals of rules about fields that the caller cannot read', () => {
    const server = createServer(dialect)
    let vault: ProjectFixture
    const field = (key: string) => Number(vault.fields.get(key))
    const value = (key: string) => vault.values.get(key)
    const choose = (key: string, label: string) => ({ field_id: field(key), bind_value_ids: [value(label)] })
    const entry = (key: string, content: unknown) => ({ field_id: field(key), value: content })
    const bind = (...labels: readonly string[]) => createStaticBind(...labels.map((label) => [label, ''] as const))

    beforeAll(async () => {
      for (const login of ['alice', 'boss']) await server.createUser(login)
      const forAdministrators = { rights: { read: [4], submit: [3], update: [4] } }
      vault = await createProjectFixture(server, 'vault', {
        members: [server.idOf('alice')],
        administrators: [server.idOf('boss')],
        trackers: () => [
          {
            ...createTrackerDefinition('task', [
              createFieldDefinition('string', 'title'),
              createFieldDefinition('string', 'Budget', forAdministrators),
              createFieldDefinition('date', 'start'),
              createFieldDefinition('date', 'Deadline', forAdministrators),
              createFieldDefinition('sb', 'area', { bind: bind('Roof', 'Cellar') }),
              createFieldDefinition('sb', 'Tier', { ...forAdministrators, bind: bind('Gold', 'Silver') }),
              createFieldDefinition('sb', 'status', { bind: bind('New', 'Open') }),
            ]),
            rules: {
              dates: [{ source: 'start', comparator: '<' as const, target: 'Deadline' }],
              lists: [{ source: 'Tier', sourceValue: 'Gold', target: 'area', targetValue: 'Roof' }],
            },
            workflow: {
              ...{ field: 'status', isUsed: true, isAdvanced: true, isLegacy: false },
              transitions: [[null, 'New'] as const, ['New', 'Open'] as const].map(([from, to]) => ({
                ...{ from, to, groups: [2 as UserGroupId], isCommentRequired: false, actions: [] },
                notEmptyFields: from === null ? [] : ['Budget'],
              })),
            },
          },
          {
            ...createTrackerDefinition('chest', [
              createFieldDefinition('string', 'chest:title'),
              createFieldDefinition('sb', 'chest:Phase', { ...forAdministrators, bind: bind('Shut', 'Broken') }),
            ]),
            workflow: {
              ...{ field: 'chest:Phase', isUsed: true, isAdvanced: true, isLegacy: false },
              transitions: [],
            },
          },
        ],
      })
    })

    const create = (login: string, values: readonly object[], tracker = 'task') =>
      server.as(login).post('artifacts', { tracker: { id: vault.trackers.get(tracker) }, values })
    const expectRefused = async (response: Promise<{ status: number; body: any }>, expected: string) => {
      const rows = await server.rowCounts()
      const { status, body } = await response
      expect([status, body.error.message]).toEqual([400, `Bad Request: error: ${expected}\n`])
      expect(await server.rowCounts()).toEqual(rows)
    }
    const createTask = async () => {
      const values = [
        entry('title', 'x'),
        choose('status', 'New'),
        entry('Deadline', '2026-04-01'),
        choose('Tier', 'Silver'),
      ]
      const { status, body } = await create('admin', values)
      expect([status, body.error]).toEqual([201, undefined])
      return body.id as number
    }

    it.each([
      ['alice', (id: number): string => `'#${id} (#${id})'`],
      ['admin', (): string => "'Budget (Budget)'"],
    ] as const)('name to %s a field that a transition requires', async (login, name) => {
      const id = await createTask()
      await expectRefused(
        server.as(login).put(`artifacts/${id}`, { values: [choose('status', 'Open')] }),
        `Invalid condition: the field ${name(field('Budget'))}must not be empty`,
      )
    })

    it.each([
      ['alice', (key: string): string => `#${field(key)}`, (): string => `#${field('Tier')}(…)`],
      ['admin', (key: string): string => key, (): string => 'Tier(Silver)'],
    ] as const)('name to %s the other field of a rule', async (login, name, list) => {
      const id = await createTask()
      const dates = `Error on the tracker #${vault.trackers.get('task')} date value : start must be < to ${name('Deadline')}.`
      const late = entry('start', '2026-05-01')
      await expectRefused(server.as(login).put(`artifacts/${id}`, { values: [late] }), dates)
      const lists = `Global rules are not respected in tracker tasks (#${vault.trackers.get('task')}) - ${list()} -> area(Roof)`
      await expectRefused(server.as(login).put(`artifacts/${id}`, { values: [choose('area', 'Roof')] }), lists)
      const values = [entry('title', 'x'), late, entry('Deadline', '2026-04-01')]
      await expectRefused(create(login, values), dates)
      await expectRefused(create(login, [choose('Tier', 'Silver'), choose('area', 'Roof')]), lists)
    })

    it.each([
      ['alice', (): string => `#${value('Broken')}`],
      ['admin', (): string => 'Broken'],
    ] as const)('name to %s the state of a new artifact', async (login, state) => {
      await expectRefused(
        create(login, [choose('chest:Phase', 'Broken')], 'chest'),
        `The transition to the value "${state()}" is not valid.`,
      )
    })
  })
})
