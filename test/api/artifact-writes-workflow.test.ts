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
})
