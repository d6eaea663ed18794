import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ArtifactId, TrackerId } from '../../src/kit/values/ids.ts'
import { deleteTracker } from '../../src/trackers/commands/delete-tracker.ts'
import { restoreTracker } from '../../src/trackers/commands/restore-tracker.ts'
import type { TrackerDefinition } from '../../src/trackers/model/definition.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const

/** Only the boss may change the status of a story or an epic. Every member can link. */
const followers: readonly TrackerDefinition[] = [
  {
    ...createTrackerDefinition('story', [
      createFieldDefinition('string', 'story:title'),
      createFieldDefinition('sb', 'story:status', {
        bind: createStaticBind(['Planned', ''], ['Ongoing', ''], ['Ready', '']),
        rights: { read: [1], update: [4] },
      }),
      createFieldDefinition('int', 'story:points'),
      createFieldDefinition('art_link', 'story:links'),
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
  createTrackerDefinition('epic', [
    createFieldDefinition('sb', 'epic:status', {
      bind: createStaticBind(['Dreamt', ''], ['True', '']),
      rights: { read: [1], update: [4] },
    }),
    createFieldDefinition('art_link', 'epic:links'),
  ]),
  createTrackerDefinition('task', [
    createFieldDefinition('string', 'task:title'),
    createFieldDefinition('sb', 'task:status', {
      bind: createStaticBind(['Todo', ''], ['Doing', ''], ['Finished', '']),
    }),
    createFieldDefinition('art_link', 'task:links'),
  ]),
]

alwaysOnEachDatabase((dialect) => {
  describe('parents with trigger rules', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    const id = (key: string) => project.fields.get(key) as number
    const value = (key: string) => project.values.get(key) as number

    const set = (login: string, artifact: number, field: string, label: string) =>
      server
        .as(login)
        .put(`artifacts/${artifact}`, { values: [{ field_id: id(field), bind_value_ids: [value(label)] }] })
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
    const createArtifact = async (tracker: string, values: object) => {
      const change = { by: server.idOf('alice'), values: values as Readonly<Record<string, unknown>> }
      const [created] = await project.createArtifacts({ tracker, changes: [change] })
      return created as number
    }
    const createTask = (label = 'Todo') => createArtifact('task', { 'task:status': [value(label)] })
    const createStory = (children: readonly number[], more: object = {}) =>
      createArtifact('story', {
        'story:status': [value('Planned')],
        'story:links': children.map((child) => ({ id: child, type: '_is_child' })),
        ...more,
      })

    beforeAll(async () => {
      await server.createUser('boss')
      await server.createUser('alice')
      project = await createProjectFixture(server, 'garden', {
        members: [server.idOf('alice')],
        administrators: [server.idOf('boss')],
        trackers: () => followers,
      })
      const rules = [
        { tracker: 'story', ...rule('at_least_one', [['task:status', 'Doing']], ['story:status', 'Ongoing']) },
        { tracker: 'story', ...rule('all_of', [['task:status', 'Finished']], ['story:status', 'Ready']) },
        { tracker: 'epic', ...rule('at_least_one', [['story:status', 'Ready']], ['epic:status', 'True']) },
        // A cycle: a task with the status "Doing" sets its parent tasks to "Doing" as well.
        { tracker: 'task', ...rule('at_least_one', [['task:status', 'Doing']], ['task:status', 'Doing']) },
      ]
      await server.world.db.write(async (tx) => {
        const rows = rules.map(({ tracker, ...definition }) => ({
          target_tracker_id: project.trackers.get(tracker) as TrackerId,
          definition: JSON.stringify(definition),
        }))
        await tx.insertInto('trigger_rule').values(rows).execute()
        await bumpRevision(tx, 'trackers')
      })
    })

    it('follow one child on behalf of the user who changed it, even without their permission', async () => {
      const child = await createTask()
      const parent = await createStory([child, await createTask()])
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
    it('follow only when all children have the value', async () => {
      const children = [await createTask(), await createTask()] as const
      const parent = await createStory(children)
      await set('alice', children[0], 'task:status', 'Finished')
      expect(await status(parent, 'story:status')).toBe('Planned')
      await set('alice', children[1], 'task:status', 'Finished')
      expect(await status(parent, 'story:status')).toBe('Ready')
    })
    it('trigger their own parents', async () => {
      const child = await createTask()
      const parent = await createStory([child])
      const links = [{ id: parent, type: '_is_child' }]
      const epic = await createArtifact('epic', { 'epic:status': [value('Dreamt')], 'epic:links': links })
      await set('alice', child, 'task:status', 'Finished')
      expect(await status(parent, 'story:status')).toBe('Ready')
      expect(await status(epic, 'epic:status')).toBe('True')
    })
    it('stop at a cycle of children', async () => {
      const [one, other] = [await createTask(), await createTask()] as const
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const)
        await project.addChangeset(from as ArtifactId, { values: { 'task:links': [{ id: to, type: '_is_child' }] } })
      await set('alice', one, 'task:status', 'Doing')
      expect(await status(other, 'task:status')).toBe('Doing')
      expect(await history(one)).toHaveLength(3)
      expect(await history(other)).toHaveLength(3)
    })
    it('run the actions of their workflow without checking its conditions', async () => {
      const child = await createTask('Doing')
      const parent = await createStory([child], { 'story:status': [value('Ongoing')] })
      const builds = () => server.world.db.read.selectFrom('job').selectAll().where('kind', '=', 'run-build').execute()
      const before = (await builds()).length
      await set('alice', child, 'task:status', 'Finished')
      expect(await status(parent, 'story:status')).toBe('Ready')
      expect((await entry(parent, 'story:points')).value).toBe(7)
      const [build] = (await builds()).slice(before)
      expect(JSON.parse(build?.payload ?? '')).toMatchObject({ url: 'https://ci.example/story', artifact: parent })
    })
    it('keep a status that a user has set, regardless of other changes of children', async () => {
      const child = await createTask()
      const parent = await createStory([child])
      await set('alice', child, 'task:status', 'Doing')
      await project.addChangeset(parent as ArtifactId, { values: { 'story:status': [value('Planned')] } })
      const title = { values: [{ field_id: id('task:title'), value: 'Dig' }] }
      expect((await server.as('alice').put(`artifacts/${child}`, title)).status).toBe(200)
      expect(await status(parent, 'story:status')).toBe('Planned')
    })
    it('get no new changeset when they have the value already', async () => {
      const child = await createTask()
      const parent = await createStory([child, await createTask('Doing')], { 'story:status': [value('Ongoing')] })
      await set('alice', child, 'task:status', 'Doing')
      expect(await history(parent)).toHaveLength(1)
    })
    it('are only artifacts with the child link, not those with other links', async () => {
      const child = await createTask()
      const other = await createStory([], { 'story:links': [{ id: child, type: '' }] })
      await set('alice', child, 'task:status', 'Doing')
      expect(await status(other, 'story:status')).toBe('Planned')
    })
    it('are not changed in a deleted tracker', async () => {
      const child = await createTask()
      const parent = await createStory([child])
      const story = project.trackers.get('story') as TrackerId
      await deleteTracker(server.world, system, story)
      expect((await set('alice', child, 'task:status', 'Doing')).status).toBe(200)
      await restoreTracker(server.world, system, story)
      expect(await status(parent, 'story:status')).toBe('Planned')
    })
    it('follow new artifacts that are created as children', async () => {
      const parent = await createStory([])
      const body = {
        tracker: { id: project.trackers.get('task') },
        values: [
          { field_id: id('task:status'), bind_value_ids: [value('Doing')] },
          { field_id: id('task:links'), all_links: [{ id: parent, direction: 'reverse', type: '_is_child' }] },
        ],
      }
      expect((await server.as('boss').post('artifacts', body)).status).toBe(201)
      expect(await status(parent, 'story:status')).toBe('Ongoing')
    })

    describe('of two children that are finished concurrently', () => {
      beforeEach(() => server.world.cache.refresh())
      it('follow in every case', async () => {
        for (let round = 0; round < 20; round += 1) {
          const children = [await createTask(), await createTask()]
          const parent = await createStory(children)
          const responses = await Promise.all(children.map((each) => set('boss', each, 'task:status', 'Finished')))
          expect(responses.map((each) => each.status)).toEqual([200, 200])
          expect(await status(parent, 'story:status')).toBe('Ready')
        }
      })
    })
  })
})
