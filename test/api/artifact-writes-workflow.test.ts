import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserGroupId } from '../../src/kit/ids.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  staticBind,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const members = [3 as UserGroupId]

onEachDatabase((dialect) => {
  describe('the workflow of a tracker', () => {
    const server = createServer(dialect)
    let shop: ProjectFixture
    let id: number

    beforeAll(async () => {
      for (const login of ['alice', 'olga']) await server.createUser(login)
      shop = await createProjectFixture(server, 'flow', {
        members: [server.idOf('alice')],
        trackers: () => [
          {
            ...trackerDefinition('task', [
              fieldDefinition('string', 'title'),
              fieldDefinition('string', 'owner', { rights: { read: [1], submit: [2], update: [2] } }),
              fieldDefinition('date', 'start'),
              fieldDefinition('date', 'end'),
              fieldDefinition('date', 'closed'),
              fieldDefinition('sb', 'status', {
                bind: staticBind(['New', ''], ['Open', ''], ['Done', '']),
                rights: { read: [1], submit: [2], update: [2] },
              }),
            ]),
            dateRules: [{ source: 'start', comparator: '<' as const, target: 'end' }],
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
    const put = (who: string, values: readonly object[], comment?: string) =>
      server.as(who).put(`artifacts/${id}`, {
        values,
        ...(comment === undefined ? {} : { comment: { body: comment, format: 'text' } }),
      })
    const valueAt = async (key: string) => {
      const { body } = await server.as('alice').get(`artifacts/${id}`)
      return body.values.find((each: { field_id: number }) => each.field_id === shop.fields.get(key))
    }

    it('lets an artifact begin where it may, and nowhere else', async () => {
      const rows = await server.rowCounts()
      const answer = await post(entry('title', 'x'), status('Done'))
      expect(answer.status).toBe(400)
      expect(answer.body.error.message).toBe('Bad Request: error: The transition to the value "Done" is not valid.\n')
      expect(await server.rowCounts()).toEqual(rows)
    })

    it.each<{ why: string; who?: string; values: () => readonly object[]; message: string }>([
      {
        why: 'a transition that there is not',
        values: () => [status('Done')],
        message: 'The transition to the value "Done" is not valid.\n',
      },
      {
        why: 'a transition that is for others',
        who: 'olga',
        values: () => [status('Open'), entry('owner', 'me')],
        message: 'error: Transition permissions are not respected\n',
      },
      {
        why: 'a transition without what it asks for',
        values: () => [status('Open')],
        message: "error: Invalid condition: the field 'owner (owner)'must not be empty\n",
      },
      {
        why: 'dates in the wrong order',
        values: () => [entry('start', '2026-04-02'), entry('end', '2026-04-01')],
        message: 'error: Error on the tracker #TRACKER date value : start must be < to end.\n',
      },
    ])('refuses $why, and nothing changes', async ({ who = 'alice', values, message }) => {
      const rows = await server.rowCounts()
      const answer = await put(who, values())
      expect(answer.status).toBe(400)
      const text = message.replace('TRACKER', String(shop.trackers.get('task')))
      expect(answer.body.error.message).toBe(`Bad Request: ${text}`)
      expect(await server.rowCounts()).toEqual(rows)
      expect(await valueAt('status')).toMatchObject({ values: [{ label: 'New' }] })
    })

    it('goes its way: what a step asks for, sets, and freezes', async () => {
      expect((await put('alice', [status('Open'), entry('owner', 'me')])).status).toBe(200)
      expect((await put('alice', [status('Open')])).status).toBe(200)

      const silent = await put('alice', [status('Done')])
      expect(silent.status).toBe(400)
      expect(silent.body.error.message).toBe('Bad Request: error: Comment must not be empty.\n')

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
