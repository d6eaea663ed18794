import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGroupMembers, replaceGroupMembers } from '../../src/accounts/store/members.ts'
import { createApp } from '../../src/app/start/assemble.ts'
import { IdSetCache } from '../../src/database/changes/id-set-cache.ts'
import { readRevisions } from '../../src/database/changes/revisions.ts'
import { BodyCache } from '../../src/kit/caches/body-cache.ts'
import { RevisionCache } from '../../src/kit/caches/revision-cache.ts'
import type { World } from '../../src/world/model/world.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import { isFullMatrix } from '../kit/full-matrix.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const rounds = isFullMatrix ? { writes: 25, races: 40 } : { writes: 8, races: 12 }

/** Returns a generator of the same numbers for the same seed. */
function createRandom(seed: number): (sides: number) => number {
  let x = seed
  return (sides) => {
    x = (Math.imul(x, 1_103_515_245) + 12_345) & 0x7fffffff
    return (x >>> 8) % sides
  }
}

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  /** Two nodes that cache every id set; the server itself always reads the tables. */
  let nodes: FastifyInstance[]
  let restrictedArtifacts: number[]
  const readers = ['admin', 'alice', 'bob', 'carol']

  beforeAll(async () => {
    const [alice, carol] = [await server.createUser('alice'), await server.createUser('carol')]
    await server.createUser('bob')
    const fields = (prefix: string) => [
      createFieldDefinition('string', `${prefix}:title`),
      createFieldDefinition('sb', `${prefix}:status`, {
        bind: createStaticBind([`${prefix} open`, ''], [`${prefix} closed`, '']),
      }),
      createFieldDefinition('msb', `${prefix}:assigned`, { bind: projectMembers }),
      createFieldDefinition('int', `${prefix}:points`),
      createFieldDefinition('date', `${prefix}:due`),
      createFieldDefinition('perm', `${prefix}:access`),
    ]
    const semantics = (prefix: string) => ({
      title: { field: `${prefix}:title` },
      status: { field: `${prefix}:status`, openValues: [`${prefix} open`] },
      contributor: { field: `${prefix}:assigned` },
    })
    project = await createProjectFixture(server, 'orchard', {
      members: [alice, carol],
      administrators: [carol],
      groups: { testers: [] },
      trackers: (groups) => [
        createTrackerDefinition('bug', fields('bug'), semantics('bug'), { permissions: { full: [1] } }),
        createTrackerDefinition('task', fields('task'), semantics('task'), {
          permissions: { full: [4, groups.get('testers') as number], assignee: [3], submitter: [2] },
        }),
      ],
    })
    const testers = project.groups.get('testers')
    const restrictedSeed = (tracker: string, i: number) => ({
      tracker,
      changes: [
        { by: carol, values: { [`${tracker}:title`]: 'closed pear', [`${tracker}:access`]: [[4], [testers]][i % 2] } },
      ],
    })
    restrictedArtifacts = await project.createArtifacts(
      ...Array.from({ length: 12 }, (_, i) => restrictedSeed(['bug', 'task'][(i % 3) % 2] as string, i)),
    )
    nodes = await Promise.all([createNode(), createNode()])
  })
  afterAll(() => Promise.all(nodes.map((node) => node.close())))

  function createNode(): Promise<FastifyInstance> {
    const { db } = server.world
    const caches = { cache: new RevisionCache(() => readRevisions(db.read)), bodyCache: new BodyCache(0) }
    const world: World = { ...server.world, ...caches, idSets: new IdSetCache(db, { fewest: 0 }) }
    return createApp(world)
  }

  const trackerOf = (name: string) => project.trackers.get(name) as number
  async function readPage(app: FastifyInstance, caller: string, path: string) {
    const response = await app.inject({ url: `/api/${path}`, headers: server.credentials(caller) })
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${response.body}`)
    const ids = (response.json() as { id: number }[]).map(({ id }) => id)
    return { ids, size: Number(response.headers['x-pagination-size']) }
  }

  const filter = (criteria: object): string => `query=${encodeURIComponent(JSON.stringify(criteria))}`
  const query = (text: string): string => `expert_query=${encodeURIComponent(text)}`
  const queryStrings = (name: string): string[] => {
    const field = (key: string) => project.fields.get(`${name}:${key}`) as number
    const value = (label: string) => project.values.get(`${name} ${label}`) as number
    return [
      '',
      'order=desc',
      filter({ [field('status')]: value('open') }),
      filter({ [field('status')]: { operator: 'contains', value: [value('open'), value('closed')] } }),
      filter({ [field('status')]: 100 }),
      filter({ [field('title')]: 'pear' }),
      filter({ [field('title')]: '/p(ea|lu)[rm]$/' }),
      filter({ [field('title')]: '!/^clo/', [field('points')]: '/^[2-7]$/' }),
      query('points BETWEEN(2, 6)'),
      query('status = "open" AND points > 3'),
      query('title = "plum" OR points < 2'),
      query('status != "closed" AND due < "2026-06-01"'),
      query('@comments = "juicy"'),
      query('assigned = MYSELF()'),
      query('@submitted_by = MYSELF()'),
      query('@last_update_date > "2020-01-01"'),
      query('WITH CHILD'),
      `ids=${restrictedArtifacts.join(',')},999999`,
      `${query('points > 1')}&ids=${restrictedArtifacts.map((id) => id + 12).join(',')}`,
    ].map((each) => each.replaceAll('%22open', `%22${name}%20open`).replaceAll('%22closed', `%22${name}%20closed`))
  }

  describe('cached id sets of queries', () => {
    it('match the tables after any writes, for every caller on every node', async () => {
      const roll = createRandom(20260313)
      const existing = restrictedArtifacts.map((id, i) => ({ id, tracker: ['bug', 'task'][(i % 3) % 2] as string }))
      const values = (tracker: string) => {
        const entry = (name: string, value: unknown) => ({
          field_id: project.fields.get(`${tracker}:${name}`),
          ...(value as object),
        })
        const status = [`${tracker} open`, `${tracker} closed`][roll(3)]
        return [
          entry('title', { value: `${['pear', 'plum', 'quince'][roll(3)]} ${roll(100)}` }),
          entry('status', { bind_value_ids: status === undefined ? [] : [project.values.get(status)] }),
          entry('points', { value: roll(9) }),
          entry('due', { value: `2026-0${1 + roll(9)}-10` }),
          entry('assigned', { bind_value_ids: [[], [server.idOf('alice')], [server.idOf('carol')]][roll(3)] }),
        ]
      }
      const steps: (() => Promise<unknown>)[] = [
        async () => {
          const tracker = ['bug', 'task'][roll(2)] as string
          const { status, body } = await server
            .as((['alice', 'carol'] as const)[roll(2) as 0 | 1])
            .post('artifacts', { tracker: { id: trackerOf(tracker) }, values: values(tracker) })
          if (status !== 201) throw new Error(JSON.stringify(body))
          existing.push({ id: body.id, tracker })
        },
        async () => {
          const one = existing[roll(existing.length)]
          if (one === undefined) return
          const comment = { body: roll(2) === 0 ? 'so juicy' : 'hard', format: 'text' }
          await server.as('carol').put(`artifacts/${one.id}`, { values: values(one.tracker), comment })
        },
        async () => {
          if (roll(3) > 0 || existing.length < 5) return
          const [one] = existing.splice(roll(existing.length), 1)
          expect((await server.as('admin').delete(`artifacts/${one?.id}`)).status).toBe(200)
        },
        async () => {
          const one = existing[roll(existing.length)]
          if (one === undefined) return
          const to = one.tracker === 'bug' ? 'task' : 'bug'
          const { status } = await server
            .as('admin')
            .patch(`artifacts/${one.id}`, { move: { tracker_id: trackerOf(to) } })
          if (status === 200) one.tracker = to
        },
        async () => {
          const testers = project.groups.get('testers')
          if (testers === undefined) return
          const group = { id: testers, projectId: project.projectId }
          const permit = grantPermit('administer', { id: project.projectId })
          await server.world.db.write((tx) =>
            roll(2) === 0
              ? replaceGroupMembers(tx, permit, group, [])
              : addGroupMembers(tx, permit, [{ group, userId: server.idOf('bob') }]),
          )
        },
      ]
      for (let round = 0; round < rounds.writes; round++) {
        const writes = Array.from({ length: 1 + roll(6) }, () => steps[roll(8) > 4 ? roll(steps.length) : roll(2)])
        if (roll(2) === 0) await Promise.all(writes.map((step) => step?.()))
        else for (const step of writes) await step?.()
        const requests = Array.from({ length: 14 }, () => {
          const name = ['bug', 'task'][roll(2)] as string
          const all = queryStrings(name)
          const page = `limit=${[1, 3, 50][roll(3)]}&offset=${roll(4) === 0 ? roll(12) : 0}`
          return {
            caller: readers[roll(readers.length)] as string,
            path: `trackers/${trackerOf(name)}/artifacts?${page}&${all[roll(all.length)]}`,
          }
        })
        await Promise.all(
          requests.map(async ({ caller, path }, i) => {
            const [actual, expected] = await Promise.all([
              readPage(nodes[i % 2] as FastifyInstance, caller, path),
              readPage(server.app, caller, path),
            ])
            expect([caller, decodeURIComponent(path), actual]).toEqual([caller, decodeURIComponent(path), expected])
          }),
        )
      }
      expect(existing.length).toBeGreaterThan(rounds.writes / 2)
    })

    it('are consistent: an artifact that moves between two results is always in exactly one', async () => {
      const ids = await project.createArtifacts(
        ...Array.from({ length: 20 }, (_, i) => ({
          tracker: 'bug',
          changes: [{ by: server.idOf('carol'), on: baseTime + i, values: { 'bug:title': 'swing', 'bug:points': 1 } }],
        })),
      )
      await server.world.db.write((tx) => bumpRevision(tx, 'trackers'))
      const points = project.fields.get('bug:points')
      let isWriting = true
      const writer = async (seed: number) => {
        const roll = createRandom(seed)
        for (let i = 0; i < rounds.races; i++) {
          const values = [{ field_id: points, value: 1 + roll(2) }]
          await server.as('carol').put(`artifacts/${ids[roll(ids.length)]}`, { values })
        }
      }
      const reader = async (node: FastifyInstance) => {
        const path = `trackers/${trackerOf('bug')}/artifacts?limit=1&`
        const size = async (text: string) =>
          (await readPage(node, 'carol', `${path}${query(`title = "swing" AND (${text})`)}`)).size
        while (isWriting) {
          expect(await size('points = 1 AND points = 2')).toBe(0)
          expect(await size('points = 1 OR points = 2')).toBe(20)
        }
      }
      const reading = nodes.flatMap((node) => [reader(node), reader(node)])
      await Promise.all([writer(1), writer(2), writer(3)]).finally(() => {
        isWriting = false
      })
      await Promise.all(reading)
    })
  })
})
