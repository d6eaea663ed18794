import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

const at = (iso: string): number => Date.parse(iso) / 1000
const child = (id: number | undefined) => ({ id, type: '_is_child' })

onEachDatabase((dialect) =>
  describe('the burndown of a sprint', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let sprint: ArtifactId
    let futureSprint: ArtifactId
    let endlessSprint: ArtifactId

    // 12 March 2026 is a Thursday. The first story has a task with 5, then 3, then no remaining effort. On Monday a
    // second story is added with a manual value of 8, which becomes 2 on Tuesday. The task links to the sprint as a
    // child: a cycle.
    beforeAll(async () => {
      const alice = await server.createUser('alice')
      project = await createProjectFixture(server, 'orchard', {
        members: [alice],
        trackers: () => [
          createTrackerDefinition(
            'sprint',
            [
              createFieldDefinition('date', 'start'),
              createFieldDefinition('int', 'duration'),
              createFieldDefinition('int', 'capacity'),
              createFieldDefinition('computed', 'sprint:remaining_effort'),
              createFieldDefinition('art_link', 'stories'),
              createFieldDefinition('burndown', 'burndown'),
            ],
            { timeframe: { start: 'start', duration: 'duration' } },
          ),
          createTrackerDefinition(
            'numbers',
            [
              createFieldDefinition('int', 'planned'),
              createFieldDefinition('float', 'days'),
              createFieldDefinition('burndown', 'numbers:burndown'),
            ],
            { timeframe: { start: 'planned', duration: 'days' } },
          ),
          createTrackerDefinition('story', [
            createFieldDefinition('computed', 'story:remaining_effort'),
            createFieldDefinition('art_link', 'tasks'),
          ]),
          createTrackerDefinition('task', [
            createFieldDefinition('float', 'task:remaining_effort', { rights: { read: [4] } }),
            createFieldDefinition('art_link', 'next'),
          ]),
        ],
      })
      const frame = (start: string, duration: number) => ({ start: at(start), duration, capacity: 20 })
      const [first] = await project.createArtifacts({
        tracker: 'task',
        changes: [
          { by: alice, on: at('2026-03-12T10:00+01:00'), values: { 'task:remaining_effort': 5 } },
          { by: alice, on: at('2026-03-13T23:59:59+01:00'), values: { 'task:remaining_effort': 3 } },
          { by: alice, on: at('2026-03-17T00:00+01:00'), values: { 'task:remaining_effort': 0 } },
        ],
      })
      const [story, lateStory] = await project.createArtifacts(
        { tracker: 'story', changes: [{ by: alice, on: at('2026-03-11T10:00Z'), values: { tasks: [child(first)] } }] },
        {
          tracker: 'story',
          changes: [
            { by: alice, on: at('2026-03-11T10:00Z'), values: { 'story:remaining_effort': 8 } },
            { by: alice, on: at('2026-03-17T10:00Z'), values: { 'story:remaining_effort': 2 } },
          ],
        },
      )
      const created = await project.createArtifacts(
        {
          tracker: 'sprint',
          changes: [
            {
              by: alice,
              on: at('2026-03-11T11:00Z'),
              values: { ...frame('2026-03-12T00:00+01:00', 3), stories: [child(story), { id: lateStory, type: '' }] },
            },
            { by: alice, on: at('2026-03-16T09:00Z'), values: { stories: [child(story), child(lateStory)] } },
          ],
        },
        { tracker: 'sprint', changes: [{ by: alice, values: frame('9000-01-01T00:00+01:00', 1) }] },
        { tracker: 'sprint', changes: [{ by: alice, values: frame('2026-03-12T00:00+01:00', 2_000_000_000) }] },
      )
      ;[sprint, futureSprint, endlessSprint] = created as [ArtifactId, ArtifactId, ArtifactId]
      await project.addChangeset(first as ArtifactId, {
        on: at('2026-03-18T10:00Z'),
        values: { next: [child(sprint)] },
      })
    })

    const chartIn = ({ body }: TestResponse) =>
      body.values.find(({ type }: { type: string }) => type === 'burndown').value

    it('returns the remaining effort at the end of each working day, even if the caller cannot read the tasks', async () => {
      expect(chartIn(await server.as('alice').get(`/api/artifacts/${sprint}`))).toStrictEqual({
        start_date: '2026-03-11T23:00:00+00:00',
        duration: 3,
        capacity: 20,
        points: [13, 11, 11, 2],
        is_under_calculation: false,
        opening_days: [1, 2, 3, 4, 5],
        points_with_date: [
          { date: '2026-03-12T22:59:00+00:00', remaining_effort: 13 },
          { date: '2026-03-13T22:59:00+00:00', remaining_effort: 11 },
          { date: '2026-03-16T22:59:00+00:00', remaining_effort: 11 },
          { date: '2026-03-17T22:59:00+00:00', remaining_effort: 2 },
        ],
      })
    })

    it('has no points for future days', async () => {
      expect(chartIn(await server.as('alice').get(`/api/artifacts/${futureSprint}`))).toMatchObject({
        points: [],
        points_with_date: [],
      })
    })

    it('has no points when it lasts more than five years', async () => {
      expect(chartIn(await server.as('alice').get(`/api/artifacts/${endlessSprint}`))).toMatchObject({
        duration: 2_000_000_000,
        points_with_date: [],
      })
    })

    it.each([
      ['8.7e12', 8.7e12, 1e300, null],
      ['-1e300', -1e300, 5, 5],
    ])(
      'treats numbers of an archive that are not dates or durations as not set: %s',
      async (_, start, days, duration) => {
        const [id] = await project.createArtifacts({
          tracker: 'numbers',
          changes: [{ on: at('2026-03-12T10:00Z'), values: { planned: start, days } }],
        })
        const { status, body } = await server.as('alice').get(`/api/artifacts/${id}`)
        expect(status).toBe(200)
        expect(chartIn({ body } as TestResponse)).toMatchObject({ start_date: null, duration, points: [] })
      },
    )

    it('is never stale: changes of indirect children are visible immediately', async () => {
      const [task] = await project.createArtifacts({
        tracker: 'task',
        changes: [{ on: at('2026-03-12T10:00Z'), values: { 'task:remaining_effort': 1 } }],
      })
      const [story] = await project.createArtifacts({ tracker: 'story', changes: [{ on: at('2026-03-12T10:00Z') }] })
      const [other] = await project.createArtifacts({
        tracker: 'sprint',
        changes: [
          {
            on: at('2026-03-12T10:00Z'),
            values: { start: at('2026-03-12T00:00+01:00'), duration: 0, stories: [child(story)] },
          },
        ],
      })
      expect(chartIn(await server.as('alice').get(`/api/artifacts/${other}`)).points).toStrictEqual([])
      await project.addChangeset(story as ArtifactId, { on: at('2026-03-12T11:00Z'), values: { tasks: [child(task)] } })
      const after = await server.as('alice').get(`/api/artifacts/${other}`)
      expect(chartIn(after).points).toStrictEqual([1])
    })

    it('is returned in lists, and changesets of the sprint can be read', async () => {
      const list = await server.as('alice').get(`/api/trackers/${project.trackers.get('sprint')}/artifacts?values=all`)
      expect(list.status).toBe(200)
      const chart = (id: number) => chartIn({ ...list, body: list.body.find((each: { id: number }) => each.id === id) })
      expect([sprint, futureSprint].map((id) => chart(id).points)).toStrictEqual([[13, 11, 11, 2], []])
      expect((await server.as('alice').get(`/api/artifacts/${sprint}/changesets`)).status).toBe(200)
    })
  }),
)
