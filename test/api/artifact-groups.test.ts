import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/start/assemble.ts'
import { IdSetCache } from '../../src/database/changes/id-set-cache.ts'
import { readRevisions } from '../../src/database/changes/revisions.ts'
import { BodyCache } from '../../src/kit/caches/body-cache.ts'
import { RevisionCache } from '../../src/kit/caches/revision-cache.ts'
import type { ArtifactId, UserGroupId, UserId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const [members, administrators] = [3, 4]
const none = 100

interface Group {
  readonly value_id: number
  readonly size: number
  readonly artifacts: readonly { readonly id: number; readonly title: string | null; readonly values: unknown }[]
}

/** A list with two hidden values and more labels than `artifact_groups` accepts, if all of them were offered. */
function createPhases(): ReturnType<typeof createStaticBind> {
  const labels = ['first', 'old', 'last', ...Array.from({ length: 100 }, (_, i) => `gone ${i}`)]
  const bind = createStaticBind(...labels.map((label) => [label, ''] as const))
  if (bind?.kind !== 'static') throw new Error('The bind is not static')
  const values = bind.values.map((value) => ({ ...value, isHidden: /^(old|gone)/.test(value.label) }))
  return { ...bind, values }
}

/** A list with a hidden value. */
function createSeasons(): ReturnType<typeof createStaticBind> {
  const bind = createStaticBind(['spring', ''], ['summer', ''], ['autumn', ''])
  if (bind?.kind !== 'static') throw new Error('The bind is not static')
  return { ...bind, values: bind.values.map((value) => ({ ...value, isHidden: value.label === 'summer' })) }
}

const manyValues = (count: number) =>
  createStaticBind(...Array.from({ length: count }, (_, i) => [`${i} of ${count}`, ''] as const))

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  let ids: readonly ArtifactId[]
  let users: Readonly<Record<'alice' | 'bob' | 'carol' | 'gone', UserId>>
  const field = (name: string): number => project.fields.get(`job:${name}`) as number
  const value = (label: string): number => project.values.get(label) as number
  const path = (query = ''): string => `trackers/${project.trackers.get('job')}/artifact_groups${query}`

  /** Value ids with sizes and the positions of the artifacts in `ids`. */
  async function read(
    login: string,
    by: string,
    query = '',
  ): Promise<(readonly [number, number, readonly number[]])[]> {
    const { status, body } = await server.as(login).get(path(`?by=${field(by)}${query}`))
    expect([status, body.error]).toEqual([200, undefined])
    return (body as Group[]).map(({ value_id, size, artifacts }) => [
      value_id,
      size,
      artifacts.map(({ id }) => ids.indexOf(id as ArtifactId)),
    ])
  }

  const expertQuery = (text: string): string => `&expert_query=${encodeURIComponent(text)}`
  const filter = (criteria: object): string => `&query=${encodeURIComponent(JSON.stringify(criteria))}`

  describe('GET /trackers/{id}/artifact_groups', () => {
    beforeAll(async () => {
      const [alice, bob] = [await server.createUser('alice'), await server.createUser('bob')]
      const [carol, gone] = [await server.createUser('carol'), await server.createUser('gone', { status: 'S' })]
      await server.createUser('outsider')
      users = { alice, bob, carol, gone }
      const ofAdministrators = { read: [administrators], submit: [administrators], update: [administrators] }
      project = await createProjectFixture(server, 'orchard', {
        members: [alice, bob],
        administrators: [carol],
        groups: { pickers: [alice] },
        trackers: (groups) => [
          createTrackerDefinition(
            'job',
            [
              createFieldDefinition('string', 'job:title'),
              createFieldDefinition('int', 'job:hours'),
              createFieldDefinition('sb', 'job:state', {
                bind: createStaticBind(['todo', ''], ['doing', ''], ['done', '']),
              }),
              createFieldDefinition('rb', 'job:phase', { bind: createPhases(), isRequired: true }),
              createFieldDefinition('sb', 'job:picker', { bind: projectMembers }),
              createFieldDefinition('sb', 'job:team', {
                bind: {
                  kind: 'ugroups',
                  values: [members, groups.get('pickers') as number].map((group) => ({
                    key: `team ${group === members ? 'members' : 'pickers'}`,
                    group: group as UserGroupId,
                    isHidden: false,
                    isDefault: false,
                  })),
                },
              }),
              createFieldDefinition('sb', 'job:secret', {
                bind: createStaticBind(['yes', ''], ['no', '']),
                rights: ofAdministrators,
              }),
              createFieldDefinition('sb', 'job:full', { bind: manyValues(100) }),
              createFieldDefinition('sb', 'job:fuller', { bind: manyValues(101) }),
              createFieldDefinition('sb', 'job:unused', { bind: createStaticBind(['u', '']), isUsed: false }),
              createFieldDefinition('msb', 'job:several', { bind: createSeasons() }),
              createFieldDefinition('cb', 'job:helpers', { bind: projectMembers }),
              createFieldDefinition('tbl', 'job:labels', { bind: createStaticBind(['l', '']) }),
              createFieldDefinition('subby', 'job:submitter'),
              createFieldDefinition('perm', 'job:access'),
            ],
            { title: { field: 'job:title' } },
            { permissions: { full: [1] } },
          ),
        ],
      })
      const job = (values: Readonly<Record<string, unknown>>) => ({
        tracker: 'job',
        changes: [{ by: alice, values: Object.fromEntries(Object.entries(values).map(([k, v]) => [`job:${k}`, v])) }],
      })
      ids = await project.createArtifacts(
        job({
          title: 'a',
          hours: 5,
          state: [value('todo')],
          picker: [alice],
          secret: [value('yes')],
          several: [value('spring'), value('autumn')],
          helpers: [bob, gone],
        }),
        job({
          title: 'b',
          hours: 3,
          state: [value('done')],
          picker: [gone],
          team: [value('team pickers')],
          several: [value('autumn')],
        }),
        job({
          title: 'c',
          hours: 4,
          state: [value('todo')],
          phase: [value('last')],
          several: [],
          helpers: [bob, alice],
        }),
        job({ title: 'd', state: [], phase: [value('old')] }),
        job({ title: 'e', hours: 1, state: [value('todo')], picker: [bob], phase: [value('first')] }),
        job({ title: 'f', hours: 2, state: [value('todo')], picker: [carol], access: [administrators] }),
        job({ title: 'g', hours: 9 }),
      )
    })

    it('returns the artifacts of each value in the order of the list, and those without a value last', async () => {
      expect(await read('alice', 'state')).toEqual([
        [value('todo'), 3, [0, 2, 4]],
        [value('doing'), 0, []],
        [value('done'), 1, [1]],
        [none, 2, [3, 6]],
      ])
    })

    it('returns artifacts as the list does, with values, some of them, or none, and included members', async () => {
      for (const query of ['', '&values=all', '&values=all&fields=hours,state', '&include=etag,can_update']) {
        const { body } = await server.as('alice').get(path(`?by=${field('state')}${query}`))
        const list = await server.as('alice').get(`trackers/${project.trackers.get('job')}/artifacts?limit=50${query}`)
        const artifacts = (body as Group[]).flatMap((group) => group.artifacts)
        expect(artifacts.toSorted((a, b) => a.id - b.id)).toEqual(list.body)
      }
    })

    it('returns exact sizes with the first artifacts of each group', async () => {
      expect(await read('alice', 'state', '&limit=1')).toEqual([
        [value('todo'), 3, [0]],
        [value('doing'), 0, []],
        [value('done'), 1, [1]],
        [none, 2, [3]],
      ])
    })

    it('leaves out hidden artifacts in groups and sizes', async () => {
      expect((await read('carol', 'state'))[0]).toEqual([value('todo'), 4, [0, 2, 4, 5]])
      for (const login of ['alice', 'outsider', 'visitor'])
        expect((await read(login, 'state'))[0]).toEqual([value('todo'), 3, [0, 2, 4]])
    })

    it('sorts each group by id, by fields, or as the query does', async () => {
      const todo = async (query: string) => (await read('carol', 'state', query))[0]?.[2]
      expect(await todo('&order=desc')).toEqual([5, 4, 2, 0])
      expect(await todo('&sort=hours')).toEqual([4, 5, 2, 0])
      expect(await todo('&sort=-hours&limit=2')).toEqual([0, 2])
      expect(await todo('&sort=-id')).toEqual([5, 4, 2, 0])
      expect(await todo('&sort=picker,state')).toEqual([0, 4, 5, 2])
      expect(await todo(expertQuery('hours > 0 ORDER BY hours DESC'))).toEqual([0, 2, 5, 4])
    })

    it('returns a number of artifacts of all groups together, the first ones, and at least one of each', async () => {
      expect(await read('alice', 'state', '&total_limit=2')).toEqual([
        [value('todo'), 3, [0, 2]],
        [value('doing'), 0, []],
        [value('done'), 1, [1]],
        [none, 2, [3]],
      ])
      expect(await read('alice', 'state', '&total_limit=5')).toEqual([
        [value('todo'), 3, [0, 2, 4]],
        [value('doing'), 0, []],
        [value('done'), 1, [1]],
        [none, 2, [3]],
      ])
      expect(await read('alice', 'state', '&total_limit=6')).toEqual(await read('alice', 'state'))
      expect(await read('alice', 'state', '&total_limit=6&limit=1')).toEqual(await read('alice', 'state', '&limit=1'))
      const refused = await server.as('alice').get(path(`?by=${field('state')}&total_limit=0`))
      expect(refused.status).toBe(400)
    })

    it('returns the sums of each group, of its visible and matching artifacts', async () => {
      const readSums = async (login: string, query = '') => {
        const { status, body } = await server.as(login).get(path(`?by=${field('state')}&limit=1&sums=true${query}`))
        expect([status, body.error]).toEqual([200, undefined])
        return (body as (Group & { readonly sums: unknown })[]).map(({ value_id, sums }) => [value_id, sums])
      }
      const hours = (sum: number | null) => [{ field_id: field('hours'), sum }]
      const expected = (todo: number) => [
        [value('todo'), hours(todo)],
        [value('doing'), hours(null)],
        [value('done'), hours(3)],
        [none, hours(9)],
      ]
      expect(await readSums('alice')).toEqual(expected(10))
      expect(await readSums('carol')).toEqual(expected(12))
      expect(await readSums('alice', expertQuery('hours > 1'))).toEqual(expected(9))
      const { body } = await server.as('alice').get(path(`?by=${field('state')}&limit=1`))
      for (const group of body) expect(group).not.toHaveProperty('sums')
    })

    it('returns only artifacts of a filter or a query', async () => {
      const expected = [
        [value('todo'), 2, [0, 2]],
        [value('doing'), 0, []],
        [value('done'), 0, []],
        [none, 1, [6]],
      ]
      expect(await read('alice', 'state', expertQuery('hours > 3'))).toEqual(expected)
      expect(await read('alice', 'state', filter({ hours: '/^[4-9]$/' }))).toEqual(expected)
      expect(await read('alice', 'state', filter({ state: value('done') }))).toEqual([
        [value('todo'), 0, []],
        [value('doing'), 0, []],
        [value('done'), 1, [1]],
        [none, 0, []],
      ])
    })

    it('returns hidden values only with artifacts, in their place, and no empty group without a value if required', async () => {
      expect(await read('alice', 'phase')).toEqual([
        [value('first'), 1, [4]],
        [value('old'), 1, [3]],
        [value('last'), 1, [2]],
        [none, 3, [0, 1, 6]],
      ])
      expect(await read('alice', 'phase', filter({ title: 'c' }))).toEqual([
        [value('first'), 0, []],
        [value('last'), 1, [2]],
      ])
    })

    it('groups by users, by login: those that the list offers and those that artifacts hold', async () => {
      expect(await read('alice', 'picker')).toEqual([
        [users.alice, 1, [0]],
        [users.bob, 1, [4]],
        [users.carol, 0, []],
        [users.gone, 1, [1]],
        [none, 3, [2, 3, 6]],
      ])
      expect(await read('alice', 'picker', filter({ title: 'a' }))).toEqual([
        [users.alice, 1, [0]],
        [users.bob, 0, []],
        [users.carol, 0, []],
        [none, 0, []],
      ])
    })

    it('groups by user groups', async () => {
      expect(await read('alice', 'team')).toEqual([
        [value('team members'), 0, []],
        [value('team pickers'), 1, [1]],
        [none, 5, [0, 2, 3, 4, 6]],
      ])
    })

    it('returns an artifact with several values in the group of each', async () => {
      expect(await read('alice', 'several')).toEqual([
        [value('spring'), 1, [0]],
        [value('autumn'), 2, [0, 1]],
        [none, 4, [2, 3, 4, 6]],
      ])
      expect(await read('alice', 'several', '&total_limit=2')).toEqual([
        [value('spring'), 1, [0]],
        [value('autumn'), 2, [0]],
        [none, 4, [2]],
      ])
      expect(await read('alice', 'several', `&limit=1${expertQuery('several = "spring"')}`)).toEqual([
        [value('spring'), 1, [0]],
        [value('autumn'), 1, [0]],
        [none, 0, []],
      ])
      expect(await read('alice', 'helpers')).toEqual([
        [users.alice, 1, [2]],
        [users.bob, 2, [0, 2]],
        [users.carol, 0, []],
        [users.gone, 1, [0]],
        [none, 4, [1, 3, 4, 6]],
      ])
    })

    it('groups by a field only for callers who can read it', async () => {
      expect(await read('carol', 'secret')).toEqual([
        [value('yes'), 1, [0]],
        [value('no'), 0, []],
        [none, 6, [1, 2, 3, 4, 5, 6]],
      ])
      const refused = async (login: string, by: number): Promise<[number, string]> => {
        const { status, body } = await server.as(login).get(path(`?by=${by}`))
        return [status, body.error.message.replace(String(by), 'N')]
      }
      const unknown = await refused('alice', 999_999)
      expect(unknown).toEqual([
        400,
        'Bad Request: The field N in `by` is not a field of this tracker that you can read.',
      ])
      for (const login of ['alice', 'visitor']) expect(await refused(login, field('secret'))).toEqual(unknown)
      expect(await refused('carol', field('unused'))).toEqual(unknown)
    })

    it('agrees with the list about the artifacts of each group', async () => {
      for (const by of ['state', 'phase', 'picker', 'team', 'several', 'helpers'])
        for (const [id, size, places] of await read('carol', by)) {
          const url = `trackers/${project.trackers.get('job')}/artifacts?${filter({ [field(by)]: id }).slice(1)}`
          const { body, headers } = await server.as('carol').get(url)
          expect([by, id, Number(headers['x-pagination-size'])]).toEqual([by, id, size])
          expect((body as { id: ArtifactId }[]).map((each) => ids.indexOf(each.id))).toEqual(places)
        }
    })

    it('returns the same groups from cached id sets', async () => {
      const { db } = server.world
      const caches = { cache: new RevisionCache(() => readRevisions(db.read)), bodyCache: new BodyCache(0) }
      const node = await createApp({ ...server.world, ...caches, idSets: new IdSetCache(db, { fewest: 0 }) })
      for (const login of ['alice', 'carol'])
        for (const by of ['state', 'phase', 'picker', 'team', 'several', 'helpers'])
          for (const query of [
            '',
            '&limit=1&order=desc',
            '&sort=-hours',
            expertQuery('hours > 3'),
            filter({ title: 'd' }),
          ]) {
            const url = path(`?by=${field(by)}${query}`)
            const response = await node.inject({ url: `/api/${url}`, headers: server.credentials(login) })
            expect([login, url, response.json()]).toEqual([login, url, (await server.as(login).get(url)).body])
          }
      await node.close()
    })

    it('returns the groups of each lane that has artifacts, in the orders of both lists', async () => {
      const readLanes = async (login: string, query = '') => {
        const { status, body } = await server
          .as(login)
          .get(path(`?by=${field('state')}&lanes=${field('picker')}${query}`))
        expect([status, body.error]).toEqual([200, undefined])
        return (body as (Group & { readonly lane_value_id: number })[]).map(
          ({ lane_value_id, value_id, size, artifacts }) => [
            lane_value_id,
            value_id,
            size,
            artifacts.map(({ id }) => ids.indexOf(id as ArtifactId)),
          ],
        )
      }
      const lane = (user: number, todo: readonly number[], done: readonly number[], without: readonly number[]) => [
        [user, value('todo'), todo.length, todo],
        [user, value('doing'), 0, []],
        [user, value('done'), done.length, done],
        [user, none, without.length, without],
      ]
      const [first, second] = [lane(users.alice, [0], [], []), lane(users.bob, [4], [], [])]
      const last = [...lane(users.gone, [], [1], []), ...lane(none, [2], [], [3, 6])]
      expect(await readLanes('alice')).toEqual([...first, ...second, ...last])
      expect(await readLanes('carol')).toEqual([...first, ...second, ...lane(users.carol, [5], [], []), ...last])
      expect((await readLanes('alice', '&limit=1&order=desc')).at(-1)).toEqual([none, none, 2, [6]])
      expect(await readLanes('alice', expertQuery('hours = 5'))).toEqual(first)
      expect(await readLanes('alice', expertQuery('hours > 99'))).toEqual([])
    })

    it('refuses lanes of other lists, of the same one, and with sums, dates or parents', async () => {
      const by = `?by=${field('state')}`
      const combined = '`lanes` needs a list in `by`, and cannot be combined with `sums` or `total_limit`.'
      const twoLists = (name: string) =>
        `Lanes cannot contain '${name}'. Expected two lists that hold one value at most, such as select boxes.`
      for (const [query, message] of [
        [`${by}&lanes=${field('state')}`, 'The fields of `by` and `lanes` must be different.'],
        [`${by}&lanes=${field('several')}`, twoLists('several')],
        [`?by=${field('several')}&lanes=${field('state')}`, twoLists('several')],
        [`${by}&lanes=${field('hours')}`, twoLists('hours')],
        [`${by}&lanes=${field('picker')}&sums=true`, combined],
        [`${by}&lanes=${field('picker')}&total_limit=9`, combined],
        [`?by=parent&lanes=${field('picker')}`, combined],
        [
          `${by}&lanes=${field('secret')}`,
          `The field ${field('secret')} in \`by\` is not a field of this tracker that you can read.`,
        ],
        [
          `?by=${field('full')}&lanes=${field('state')}${expertQuery('state = "todo" OR state = "done" OR state = ""')}`,
          null,
        ],
      ] as const) {
        const { status, body } = await server.as('alice').get(path(query))
        expect([query, status]).toEqual([query, message === null ? 200 : 400])
        if (message !== null) expect(body.error.message).toBe(`Bad Request: ${message}`)
      }
    })

    it('groups by at most 100 values', async () => {
      expect((await read('alice', 'full')).length).toBe(101)
      const { status, body } = await server.as('alice').get(path(`?by=${field('fuller')}`))
      expect([status, body.error.message]).toEqual([
        400,
        "Bad Request: The field 'fuller' has more than 100 values, too many to group artifacts by it.",
      ])
    })

    it('refuses fields of other types, invalid parameters and unknown trackers', async () => {
      for (const name of ['title', 'hours', 'submitter']) {
        const { status, body } = await server.as('alice').get(path(`?by=${field(name)}`))
        expect([status, body.error.message]).toEqual([
          400,
          `Bad Request: Artifacts cannot be grouped by '${name}'. Expected a date, or a list, such as a select box, checkboxes or an open list.`,
        ])
      }
      const by = `?by=${field('state')}`
      const queries = [
        '',
        '?by=state',
        `${by}&limit=0`,
        `${by}&limit=51`,
        `${by}&offset=10`,
        `${by}&values=some`,
        `${by}&fields=hours`,
        `${by}&values=all&fields=secret`,
        `${by}&include=everything`,
        `${by}&sort=secret`,
        `${by}&sort=hours&order=desc`,
        `${by}&sort=hours${expertQuery('hours > 1 ORDER BY hours')}`,
        `${by}${expertQuery('hours >')}`,
        `${by}&query=nonsense`,
      ]
      for (const query of queries)
        expect([query, (await server.as('alice').get(path(query))).status]).toEqual([query, 400])
      expect((await server.as('alice').get(`trackers/999999/artifact_groups${by}`)).status).toBe(404)
    })
  })
})
