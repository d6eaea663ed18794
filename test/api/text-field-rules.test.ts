import { beforeAll, describe, expect, it } from 'vitest'
import { checkRules } from '../../src/cli/doctor/check-rules.ts'
import type { BindValueId, FieldId, TrackerId, TransitionId } from '../../src/kit/values/ids.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('a tracker with rules for text fields, as older versions imported them', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    const tracker = () => project.trackers.get('task') as TrackerId
    const field = (name: string) => project.fields.get(name) as FieldId
    const value = (label: string) => project.values.get(label) as BindValueId

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      project = await createProjectFixture(server, 'shop', {
        members: [alice],
        administrators: [alice],
        trackers: () => [
          createTrackerDefinition('task', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('text', 'details'),
            createFieldDefinition('int', 'points'),
            createFieldDefinition('tbl', 'tags', { bind: createStaticBind(['red', ''], ['blue', '']) }),
            createFieldDefinition('sb', 'status', { bind: createStaticBind(['open', ''], ['closed', '']) }),
          ]),
        ],
      })
    })

    it('passes doctor as long as its rules are for lists', async () => {
      expect(await checkRules(server.world.db)).toEqual([expect.objectContaining({ isOk: true })])
    })

    it.each(['title', 'details', 'points', 'tags'])('accepts writes, and doctor reports its field %s', async (name) => {
      const workflow = { tracker_id: tracker(), field_id: field(name), is_used: 1, is_advanced: 0, is_legacy: 0 }
      const rule = (source: string, target: string) => ({
        ...{ tracker_id: tracker(), source_field_id: field(source), source_value_id: value('open') },
        ...{ target_field_id: field(target), target_value_id: value('closed') },
      })
      await server.world.db.write(async (tx) => {
        await tx.deleteFrom('transition').where('tracker_id', '=', tracker()).execute()
        await tx.deleteFrom('workflow').where('tracker_id', '=', tracker()).execute()
        await tx.deleteFrom('list_rule').where('tracker_id', '=', tracker()).execute()
        await tx
          .insertInto('workflow')
          .values(workflow as never)
          .execute()
        const transition = { tracker_id: tracker(), to_value_id: value('open'), is_comment_required: 0 }
        await tx
          .insertInto('transition')
          .values({ ...transition, id: 900 as TransitionId, from_value_id: null } as never)
          .execute()
        await tx
          .insertInto('list_rule')
          .values([rule(name, 'status'), rule('status', name)])
          .execute()
        await bumpRevision(tx, 'trackers')
      })
      const alice = server.as('alice')
      const values = [
        { field_id: field('title'), value: 'A task' },
        { field_id: field('details'), value: { content: 'long', format: 'text' } },
        { field_id: field('points'), value: 3 },
        { field_id: field('status'), bind_value_ids: [value('open')] },
      ]
      const created = await alice.post('artifacts', { tracker: { id: tracker() }, values })
      expect(created.status, created.text).toBe(201)
      const url = `artifacts/${created.body.id}`
      expect((await alice.get(url)).status).toBe(200)
      for (const change of [
        { field_id: field('title'), value: 'Another task' },
        { field_id: field('details'), value: { content: 'longer', format: 'html' } },
        { field_id: field('points'), value: 4 },
        { field_id: field('status'), bind_value_ids: [value('closed')] },
      ]) {
        const put = await alice.put(url, { values: [change] })
        expect(put.status, put.text).toBe(200)
      }
      for (const query of ['action=update', 'action=transition']) {
        const explained = await alice.get(`${url}/explain?${query}`)
        expect(explained.status, explained.text).toBeLessThan(500)
      }
      expect(await checkRules(server.world.db)).toEqual([
        expect.objectContaining({
          isOk: false,
          detail: expect.stringContaining(`its workflow is on field ${name} `),
        }),
        expect.objectContaining({
          isOk: false,
          detail: expect.stringContaining(`a field dependency is on field ${name} `),
        }),
      ])
    })
  })
})
