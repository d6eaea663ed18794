import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bumpRevision } from '../../src/kit/db/revisions.ts'
import type { ArtifactId, TrackerId } from '../../src/kit/ids.ts'
import { deleteTracker } from '../../src/trackers/commands/delete-tracker.ts'
import { restoreTracker } from '../../src/trackers/commands/restore-tracker.ts'
import type { TrackerDefinition } from '../../src/trackers/model/definition.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  staticBind,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const

/** Only the boss may change what a story or an epic says; everybody links. */
const followers: readonly TrackerDefinition[] = [
  {
    ...trackerDefinition('story', [
      fieldDefinition('string', 'story:title'),
      fieldDefinition('sb', 'story:status', {
        bind: staticBind(['Planned', ''], ['Ongoing', ''], ['Ready', '']),
        rights: { read: [1], update: [4] },
      }),
      fieldDefinition('int', 'story:points'),
      fieldDefinition('art_link', 'story:links'),
    ]),
    workflow: {
      field: 'story:status',
      isUsed: true,
      isAdvanced: true,
      isLegacy: false,
      transitions: [
        {
          from: 'Ongoing',
          to: 'Ready',
          groups: [4 as never],
          notEmptyFields: ['story:title'],
          isCommentRequired: true,
          actions: [
            { kind: 'set_int', field: 'story:points', value: 7 },
            { kind: 'run_job', jobUrl: 'https://ci.example/story' },
          ],
        },
      ],
    },
  },
  trackerDefinition('epic', [
    fieldDefinition('sb', 'epic:status', {
      bind: staticBind(['Dreamt', ''], ['True', '']),
      rights: { read: [1], update: [4] },
    }),
    fieldDefinition('art_link', 'epic:links'),
  ]),
  trackerDefinition('task', [
    fieldDefinition('string', 'task:title'),
    fieldDefinition('sb', 'task:status', { bind: staticBind(['Todo', ''], ['Doing', ''], ['Finished', '']) }),
    fieldDefinition('art_link', 'task:links'),
  ]),
]

alwaysOnEachDatabase((dialect) => {
  describe('parents', () => {
    const server = createServer(dialect)
    let garden: ProjectFixture
    const id = (key: string) => garden.fields.get(key) as number
    const value = (key: string) => garden.values.get(key) as number

    const set = (who: string, artifact: number, field: string, label: string) =>
      server.as(who).put(`artifacts/${artifact}`, { values: [{ field_id: id(field), bind_value_ids: [value(label)] }] })
    const read = async (artifact: number) => (await server.as('boss').get(`artifacts/${artifact}`)).body
    const entry = async (artifact: number, field: string) =>
      (await read(artifact)).values.find((each: { field_id: number }) => each.field_id === id(field))
    const status = async (artifact: number, field: string) => (await entry(artifact, field))?.values[0]?.label ?? null
    const history = async (artifact: number) => (await server.as('boss').get(`artifacts/${artifact}/changesets`)).body
    const changesOf = (artifact: number) =>
      server.world.db.read
        .selectFrom('change')
        .selectAll()
        .where('artifact_id', '=', artifact as ArtifactId)
        .execute()

    const rule = (condition: string, from: readonly (readonly [string, string])[], to: readonly [string, string]) => ({
      condition,
      triggers: from.map(([field, label]) => ({ field: id(field), value: value(label) })),
      target: { field: id(to[0]), value: value(to[1]) },
    })
    const plant = async (tracker: string, values: object) => {
      const change = { by: server.idOf('alice'), values: values as Readonly<Record<string, unknown>> }
      const [planted] = await garden.createArtifacts({ tracker, changes: [change] })
      return planted as number
    }
    const aTask = (label = 'Todo') => plant('task', { 'task:status': [value(label)] })
    const aStory = (children: readonly number[], more: object = {}) =>
      plant('story', {
        'story:status': [value('Planned')],
        'story:links': children.map((child) => ({ id: child, type: '_is_child' })),
        ...more,
      })

    beforeAll(async () => {
      await server.createUser('boss')
      await server.createUser('alice')
      garden = await createProjectFixture(server, 'garden', {
        members: [server.idOf('alice')],
        administrators: [server.idOf('boss')],
        trackers: () => followers,
      })
      const rules = [
        { tracker: 'story', ...rule('at_least_one', [['task:status', 'Doing']], ['story:status', 'Ongoing']) },
        { tracker: 'story', ...rule('all_of', [['task:status', 'Finished']], ['story:status', 'Ready']) },
        { tracker: 'epic', ...rule('at_least_one', [['story:status', 'Ready']], ['epic:status', 'True']) },
        // In a circle: a task that is being done has its parents among the tasks done as well.
        { tracker: 'task', ...rule('at_least_one', [['task:status', 'Doing']], ['task:status', 'Doing']) },
      ]
      await server.world.db.write(async (tx) => {
        const rows = rules.map(({ tracker, ...definition }) => ({
          target_tracker_id: garden.trackers.get(tracker) as TrackerId,
          definition: JSON.stringify(definition),
        }))
        await tx.insertInto('trigger_rule').values(rows).execute()
        await bumpRevision(tx, 'trackers')
      })
    })

    it('follow one child, in the name of who changed it, though he could not', async () => {
      const child = await aTask()
      const parent = await aStory([child, await aTask()])
      const before = await server.as('alice').get(`artifacts/${parent}`)
      expect((await set('alice', parent, 'story:status', 'Ongoing')).status).toBe(400)
      expect((await set('alice', child, 'task:status', 'Doing')).status).toBe(200)
      expect(await status(parent, 'story:status')).toBe('Ongoing')
      const [, step, ...more] = await history(parent)
      expect(more).toEqual([])
      expect(step).toMatchObject({ submitted_by: server.idOf('alice'), last_comment: { body: '' } })
      expect((await server.as('alice').get(`artifacts/${parent}`)).headers['etag']).not.toBe(before.headers['etag'])
      const userId = server.idOf('alice')
      expect(await changesOf(parent)).toMatchObject([{ kind: 'updated', user_id: userId, changeset_id: step.id }])
      expect(await changesOf(child)).toHaveLength(1)
    })
    it('follow when all children are there, and not before', async () => {
      const children = [await aTask(), await aTask()] as const
      const parent = await aStory(children)
      await set('alice', children[0], 'task:status', 'Finished')
      expect(await status(parent, 'story:status')).toBe('Planned')
      await set('alice', children[1], 'task:status', 'Finished')
      expect(await status(parent, 'story:status')).toBe('Ready')
    })
    it('lead their own parents on', async () => {
      const child = await aTask()
      const parent = await aStory([child])
      const links = [{ id: parent, type: '_is_child' }]
      const epic = await plant('epic', { 'epic:status': [value('Dreamt')], 'epic:links': links })
      await set('alice', child, 'task:status', 'Finished')
      expect(await status(parent, 'story:status')).toBe('Ready')
      expect(await status(epic, 'epic:status')).toBe('True')
    })
    it('come to an end when they are children of their children', async () => {
      const [one, other] = [await aTask(), await aTask()] as const
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const)
        await garden.addChangeset(from as ArtifactId, { values: { 'task:links': [{ id: to, type: '_is_child' }] } })
      await set('alice', one, 'task:status', 'Doing')
      expect(await status(other, 'task:status')).toBe('Doing')
      expect(await history(one)).toHaveLength(3)
      expect(await history(other)).toHaveLength(3)
    })
    it('do with the change what their workflow does with it, and need not ask it', async () => {
      const child = await aTask('Doing')
      const parent = await aStory([child], { 'story:status': [value('Ongoing')] })
      const builds = () => server.world.db.read.selectFrom('job').selectAll().where('kind', '=', 'run-build').execute()
      const before = (await builds()).length
      await set('alice', child, 'task:status', 'Finished')
      expect(await status(parent, 'story:status')).toBe('Ready')
      expect((await entry(parent, 'story:points')).value).toBe(7)
      const [build] = (await builds()).slice(before)
      expect(JSON.parse(build?.payload ?? '')).toMatchObject({ url: 'https://ci.example/story', artifact: parent })
    })
    it('stay where somebody moved them, whatever else their children do', async () => {
      const child = await aTask()
      const parent = await aStory([child])
      await set('alice', child, 'task:status', 'Doing')
      await garden.addChangeset(parent as ArtifactId, { values: { 'story:status': [value('Planned')] } })
      const title = { values: [{ field_id: id('task:title'), value: 'Dig' }] }
      expect((await server.as('alice').put(`artifacts/${child}`, title)).status).toBe(200)
      expect(await status(parent, 'story:status')).toBe('Planned')
    })
    it('have no new version when they are there already', async () => {
      const child = await aTask()
      const parent = await aStory([child, await aTask('Doing')], { 'story:status': [value('Ongoing')] })
      await set('alice', child, 'task:status', 'Doing')
      expect(await history(parent)).toHaveLength(1)
    })
    it('are those that have it as a child, not those that merely mention it', async () => {
      const child = await aTask()
      const other = await aStory([], { 'story:links': [{ id: child, type: '' }] })
      await set('alice', child, 'task:status', 'Doing')
      expect(await status(other, 'story:status')).toBe('Planned')
    })
    it('in a deleted tracker stay as they are', async () => {
      const child = await aTask()
      const parent = await aStory([child])
      const story = garden.trackers.get('story') as TrackerId
      await deleteTracker(server.world, system, story)
      expect((await set('alice', child, 'task:status', 'Doing')).status).toBe(200)
      await restoreTracker(server.world, system, story)
      expect(await status(parent, 'story:status')).toBe('Planned')
    })
    it('follow the first children of new artifacts too', async () => {
      const parent = await aStory([])
      const body = {
        tracker: { id: garden.trackers.get('task') },
        values: [
          { field_id: id('task:status'), bind_value_ids: [value('Doing')] },
          { field_id: id('task:links'), all_links: [{ id: parent, direction: 'reverse', type: '_is_child' }] },
        ],
      }
      expect((await server.as('boss').post('artifacts', body)).status).toBe(201)
      expect(await status(parent, 'story:status')).toBe('Ongoing')
    })

    describe('of two children that finish at once', () => {
      beforeEach(() => server.world.cache.refresh())
      it('follow in every case', async () => {
        for (let round = 0; round < 20; round += 1) {
          const children = [await aTask(), await aTask()]
          const parent = await aStory(children)
          const answers = await Promise.all(children.map((each) => set('boss', each, 'task:status', 'Finished')))
          expect(answers.map((each) => each.status)).toEqual([200, 200])
          expect(await status(parent, 'story:status')).toBe('Ready')
        }
      })
    })
  })
})
