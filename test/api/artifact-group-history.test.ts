import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/start/assemble.ts'
import { IdSetCache } from '../../src/database/changes/id-set-cache.ts'
import { readRevisions } from '../../src/database/changes/revisions.ts'
import { getConnection } from '../../src/database/engine/builders.ts'
import { BodyCache } from '../../src/kit/caches/body-cache.ts'
import { RevisionCache } from '../../src/kit/caches/revision-cache.ts'
import type { ArtifactId, UserGroupId } from '../../src/kit/values/ids.ts'
import {
  buildArtifact,
  buildChange,
  buildChangeset,
  buildField,
  buildStaticBind,
  buildTracker,
  buildValue,
  createArchive,
  expectImported,
  openFields,
} from '../kit/archive.ts'
import { createClock } from '../kit/clock.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const [everyone, members, administrators] = [1, 3, 4]
const none = 100
const maxChanges = 100_000

interface Interval {
  readonly from: string
  readonly until: string
  readonly created: number
  readonly closed: number | null
  readonly groups: readonly { readonly value_id: number; readonly size: number }[]
}

const at = (iso: string): number => Date.parse(iso) / 1000
const expertQuery = (text: string): string => `&expert_query=${encodeURIComponent(text)}`
const filter = (criteria: object): string => `&query=${encodeURIComponent(JSON.stringify(criteria))}`
const manyValues = (count: number) =>
  createStaticBind(...Array.from({ length: count }, (_, i) => [`${i} of ${count}`, ''] as const))

alwaysOnEachDatabase((dialect) => {
  // A Wednesday at noon, four days before the clocks are set forward.
  const clock = createClock(at('2026-03-25T12:00:00+01:00'))
  const server = createServer(dialect, { clock })
  let project: ProjectFixture
  let secluded: ProjectFixture
  const ids: Record<string, number> = {}
  const tracker = (name = 'job'): number => project.trackers.get(name) as number
  const field = (name: string): number => project.fields.get(name.includes(':') ? name : `job:${name}`) as number
  const value = (label: string): number => project.values.get(label) as number
  const path = (query: string, of = 'job'): string => `trackers/${tracker(of)}/artifact_group_history${query}`
  const setClock = (iso: string): void => clock.pass(at(iso) - clock.now())

  async function read(login: string, by: string, query = ''): Promise<Interval[]> {
    const of = by.includes(':') ? by.replace(/:.*/, '') : 'job'
    const { status, body } = await server.as(login).get(path(`?by=${field(by)}${query}`, of))
    expect([status, body.error]).toEqual([200, undefined])
    return body
  }

  /** Labels instead of ids, and only what is counted. */
  const readCounts = async (login: string, by: string, query = '') => {
    const labels = new Map([...project.values].map(([label, id]) => [id, label]))
    return (await read(login, by, query)).map(({ created, closed, groups }) => {
      const sizes = groups.map(({ value_id, size }) => [labels.get(value_id) ?? value_id, size] as const)
      return [created, closed, Object.fromEntries(sizes)] as const
    })
  }

  const toEntry = (name: string, chosen: string | null) => ({
    field_id: field(name),
    bind_value_ids: chosen === null ? [] : [value(chosen)],
  })

  async function create(login: string, title: string, state: string | null, more: readonly object[] = []) {
    const { status, body } = await server.as(login).post('artifacts', {
      tracker: { id: tracker() },
      values: [
        { field_id: field('title'), value: title },
        ...(state === null ? [] : [toEntry('state', state)]),
        ...more,
      ],
    })
    expect([status, body.error]).toEqual([201, undefined])
    ids[title] = body.id
  }

  async function setState(title: string, state: string | null): Promise<void> {
    const { status } = await server.as('alice').put(`artifacts/${ids[title]}`, { values: [toEntry('state', state)] })
    expect(status).toBe(200)
  }

  describe('GET /trackers/{id}/artifact_group_history', () => {
    beforeAll(async () => {
      const [alice, bob] = [await server.createUser('alice'), await server.createUser('bob')]
      const carol = await server.createUser('carol')
      await server.createUser('outsider')
      const ofAdministrators = { read: [administrators], submit: [administrators], update: [administrators] }
      const jobFields = [
        createFieldDefinition('string', 'job:title'),
        createFieldDefinition('int', 'job:hours'),
        createFieldDefinition('sb', 'job:state', { bind: createStaticBind(['todo', ''], ['doing', ''], ['done', '']) }),
        createFieldDefinition('rb', 'job:phase', { bind: createStaticBind(['first', ''], ['last', '']) }),
        createFieldDefinition('sb', 'job:picker', { bind: projectMembers }),
        createFieldDefinition('sb', 'job:team', {
          bind: {
            kind: 'ugroups',
            values: [{ key: 'team', group: members as UserGroupId, isHidden: false, isDefault: false }],
          },
        }),
        createFieldDefinition('sb', 'job:secret', { bind: createStaticBind(['yes', '']), rights: ofAdministrators }),
        createFieldDefinition('sb', 'job:full', { bind: manyValues(100) }),
        createFieldDefinition('sb', 'job:fuller', { bind: manyValues(101) }),
        createFieldDefinition('sb', 'job:unused', { bind: createStaticBind(['u', '']), isUsed: false }),
        createFieldDefinition('msb', 'job:several', { bind: createStaticBind(['s', '']) }),
        createFieldDefinition('subby', 'job:submitter'),
        createFieldDefinition('perm', 'job:access'),
      ]
      const stateOf = (name: string) =>
        createFieldDefinition('sb', `${name}:state`, {
          bind: createStaticBind([`${name} todo`, ''], [`${name} done`, '']),
        })
      project = await createProjectFixture(server, 'orchard', {
        members: [alice, bob],
        administrators: [carol],
        trackers: () => [
          createTrackerDefinition(
            'job',
            jobFields,
            { title: { field: 'job:title' }, status: { field: 'job:state', openValues: ['todo', 'doing'] } },
            { permissions: { full: [everyone] } },
          ),
          // Artifacts without a value are open.
          createTrackerDefinition(
            'old',
            [createFieldDefinition('string', 'old:title'), stateOf('old')],
            { title: { field: 'old:title' }, status: { field: 'old:state', openValues: ['old todo'] } },
            { permissions: { full: [everyone] } },
          ),
          createTrackerDefinition('busy', [stateOf('busy')]),
          createTrackerDefinition('own', [stateOf('own')], {}, { permissions: { submitter_only: [members] } }),
        ],
      })
      secluded = await createProjectFixture(server, 'cellar', {
        access: 'private',
        members: [alice],
        trackers: () => [createTrackerDefinition('cask', [stateOf('cask')])],
      })

      // Wednesday
      await create('alice', 'apple', 'todo', [{ field_id: field('hours'), value: 5 }, toEntry('phase', 'first')])
      await create('alice', 'berry', null)
      setClock('2026-03-26T10:00:00+01:00')
      await setState('apple', 'doing')
      await create('alice', 'cherry', 'done', [{ field_id: field('hours'), value: 3 }])
      // Saturday; the last second of a day belongs to it.
      setClock('2026-03-28T23:59:59+01:00')
      await setState('apple', 'done')
      await create('carol', 'date', 'todo', [
        toEntry('secret', 'yes'),
        { field_id: field('access'), value: { is_used_by_default: true, granted_groups: [`${project.projectId}_4`] } },
      ])
      // Sunday: this day has 23 hours.
      setClock('2026-03-29T00:00:00+01:00')
      await setState('berry', 'todo')
      setClock('2026-03-29T23:59:59+02:00')
      await setState('berry', 'done')
      setClock('2026-03-30T00:00:00+02:00')
      await setState('berry', null)
      await create('alice', 'elder', 'todo')
      await setState('elder', 'done')
      await setState('elder', 'doing')
      setClock('2026-03-31T09:00:00+02:00')
    })

    it('returns the sizes at the end of each day, with the numbers of created and closed artifacts', async () => {
      expect(await read('alice', 'state', '&intervals=2')).toEqual([
        {
          from: '2026-03-30T00:00:00+02:00',
          until: '2026-03-31T00:00:00+02:00',
          created: 1,
          closed: 0,
          groups: [
            { value_id: value('doing'), size: 1 },
            { value_id: value('done'), size: 2 },
            { value_id: none, size: 1 },
          ].sort((a, b) => a.value_id - b.value_id),
        },
        {
          from: '2026-03-31T00:00:00+02:00',
          until: '2026-03-31T09:00:00+02:00',
          created: 0,
          closed: 0,
          groups: [
            { value_id: value('doing'), size: 1 },
            { value_id: value('done'), size: 2 },
            { value_id: none, size: 1 },
          ].sort((a, b) => a.value_id - b.value_id),
        },
      ])
      expect(await readCounts('alice', 'state', '&intervals=8')).toEqual([
        [0, 0, {}],
        // Without a value, an artifact of this tracker is closed.
        [2, 1, { todo: 1, [none]: 1 }],
        [1, 1, { doing: 1, done: 1, [none]: 1 }],
        [0, 0, { doing: 1, done: 1, [none]: 1 }],
        [0, 1, { done: 2, [none]: 1 }],
        // Open between two midnights only.
        [0, 0, { done: 3 }],
        [1, 0, { doing: 1, done: 2, [none]: 1 }],
        [0, 0, { doing: 1, done: 2, [none]: 1 }],
      ])
    })

    it('returns thirty days by default', async () => {
      const intervals = await read('alice', 'state')
      expect(intervals).toHaveLength(30)
      expect(intervals).toEqual(await read('alice', 'state', '&interval=day&intervals=30'))
      expect(intervals[0]?.from).toBe('2026-03-02T00:00:00+01:00')
      expect(await read('alice', 'state', '&intervals=366')).toHaveLength(366)
    })

    it('returns weeks from Monday and calendar months', async () => {
      const times = async (query: string) =>
        (await read('alice', 'state', query)).map(({ from, until }) => [from, until])
      expect(await times('&interval=week&intervals=2')).toEqual([
        ['2026-03-23T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
        ['2026-03-30T00:00:00+02:00', '2026-03-31T09:00:00+02:00'],
      ])
      expect(await readCounts('alice', 'state', '&interval=week&intervals=2')).toEqual([
        [3, 3, { done: 3 }],
        [1, 0, { doing: 1, done: 2, [none]: 1 }],
      ])
      expect(await times('&interval=month&intervals=2')).toEqual([
        ['2026-02-01T00:00:00+01:00', '2026-03-01T00:00:00+01:00'],
        ['2026-03-01T00:00:00+01:00', '2026-03-31T09:00:00+02:00'],
      ])
      expect(await readCounts('alice', 'state', '&interval=month&intervals=2')).toEqual([
        [0, 0, {}],
        [4, 3, { doing: 1, done: 2, [none]: 1 }],
      ])
    })

    it('counts artifacts that have not changed in the period by their current value', async () => {
      expect(await readCounts('alice', 'state', '&intervals=1')).toEqual([[0, 0, { doing: 1, done: 2, [none]: 1 }]])
      expect(await readCounts('alice', 'phase', '&intervals=1')).toEqual([[0, null, { first: 1, [none]: 3 }]])
    })

    it('returns no number of closed artifacts for a field that is not the status', async () => {
      const counts = await readCounts('alice', 'phase', '&interval=week&intervals=2')
      expect(counts).toEqual([
        [3, null, { first: 1, [none]: 2 }],
        [1, null, { first: 1, [none]: 3 }],
      ])
    })

    it('leaves out artifacts that are hidden from the caller', async () => {
      expect((await readCounts('carol', 'state', '&interval=week&intervals=2'))[0]).toEqual([
        4,
        3,
        { todo: 1, done: 3 },
      ])
      for (const login of ['bob', 'outsider', 'visitor'])
        expect((await readCounts(login, 'state', '&interval=week&intervals=2'))[0]).toEqual([3, 3, { done: 3 }])
      const [id] = await project.createArtifacts({
        tracker: 'own',
        changes: [{ by: server.idOf('bob'), values: { 'own:state': [value('own todo')] } }],
      })
      expect(id).toBeDefined()
      expect(await readCounts('bob', 'own:state', '&interval=month&intervals=1')).toEqual([
        [1, null, { 'own todo': 1 }],
      ])
      expect(await readCounts('alice', 'own:state', '&interval=month&intervals=1')).toEqual([[0, null, {}]])
    })

    it('counts the artifacts that match a filter or a query now', async () => {
      const week = '&interval=week&intervals=2'
      expect(await readCounts('alice', 'state', `${week}${expertQuery('hours > 3 ORDER BY hours')}`)).toEqual([
        [1, 1, { done: 1 }],
        [0, 0, { done: 1 }],
      ])
      expect(await readCounts('alice', 'state', `&intervals=8${filter({ [field('state')]: value('done') })}`)).toEqual([
        [0, 0, {}],
        [1, 0, { todo: 1 }],
        [1, 1, { doing: 1, done: 1 }],
        [0, 0, { doing: 1, done: 1 }],
        [0, 1, { done: 2 }],
        [0, 0, { done: 2 }],
        [0, 0, { done: 2 }],
        [0, 0, { done: 2 }],
      ])
      // A search in texts runs on the connection for long queries.
      expect(await readCounts('alice', 'state', `${week}${expertQuery('title = "berry"')}`)).toEqual([
        [1, 1, { done: 1 }],
        [0, 0, { [none]: 1 }],
      ])
      expect(await readCounts('alice', 'state', `${week}${filter({ title: 'nothing' })}`)).toEqual([
        [0, 0, {}],
        [0, 0, {}],
      ])
    })

    it('counts by users and by user groups', async () => {
      const by = server.idOf('alice')
      const [id] = await project.createArtifacts({
        tracker: 'job',
        changes: [
          {
            by,
            on: at('2026-01-10'),
            values: { 'job:title': 'fig', 'job:state': [value('done')], 'job:picker': [by] },
          },
          { by, on: at('2026-02-10'), values: { 'job:picker': [server.idOf('bob')], 'job:team': [value('team')] } },
          { by, on: at('2026-03-10'), values: { 'job:team': [] } },
        ],
      })
      const months = `&interval=month&intervals=4${filter({ title: 'fig' })}`
      const sizes = async (name: string) =>
        (await read('alice', name, months)).map(({ groups }) => groups.map(({ value_id, size }) => [value_id, size]))
      expect(await sizes('picker')).toEqual([[], [[by, 1]], [[server.idOf('bob'), 1]], [[server.idOf('bob'), 1]]])
      expect(await sizes('team')).toEqual([[], [[none, 1]], [[value('team'), 1]], [[none, 1]]])
      expect(await readCounts('alice', 'state', months)).toEqual([
        [0, 0, {}],
        [1, 1, { done: 1 }],
        [0, 0, { done: 1 }],
        [0, 0, { done: 1 }],
      ])
      expect((await server.as('admin').delete(`artifacts/${id}`)).status).toBe(200)
      expect(await sizes('team')).toEqual([[], [], [], []])
    })

    it('agrees with the groups of now, and its sizes grow by what was created', async () => {
      for (const login of ['alice', 'carol', 'visitor'])
        for (const by of ['state', 'phase', 'picker', 'team', 'full'])
          for (const query of ['', expertQuery('hours > 0'), filter({ state: value('done') })])
            for (const interval of ['day', 'week', 'month']) {
              const intervals = await read(login, by, `&interval=${interval}&intervals=6${query}`)
              const groups = await server.as(login).get(`trackers/${tracker()}/artifact_groups?by=${field(by)}${query}`)
              const sizes = (groups.body as Interval['groups']).filter(({ size }) => size > 0)
              expect(intervals.at(-1)?.groups).toEqual(
                sizes.map(({ value_id, size }) => ({ value_id, size })).sort((a, b) => a.value_id - b.value_id),
              )
              const totals = intervals.map((each) => each.groups.reduce((sum, { size }) => sum + size, 0))
              for (const [index, { created, from }] of intervals.entries()) {
                if (index === 0) continue
                expect(totals[index]).toBe((totals[index - 1] ?? 0) + created)
                expect(from).toBe(intervals[index - 1]?.until)
              }
            }
    })

    it('returns the same history from cached id sets', async () => {
      const { db } = server.world
      const caches = { cache: new RevisionCache(() => readRevisions(db.read)), bodyCache: new BodyCache(0) }
      const node = await createApp({ ...server.world, ...caches, idSets: new IdSetCache(db, { fewest: 0 }) })
      for (const login of ['alice', 'carol', 'visitor'])
        for (const by of ['state', 'phase', 'picker', 'team', 'full'])
          for (const query of ['', '&intervals=1', '&interval=month', expertQuery('hours > 0')]) {
            const url = path(`?by=${field(by)}${query}`)
            const response = await node.inject({ url: `/api/${url}`, headers: server.credentials(login) })
            expect([login, url, response.json()]).toEqual([login, url, (await server.as(login).get(url)).body])
          }
      await node.close()
    })

    it('counts an artifact that was moved here as its history here shows', async () => {
      const by = server.idOf('carol')
      const [id] = (await project.createArtifacts({
        tracker: 'old',
        changes: [
          { by, on: at('2026-01-10'), values: { 'old:title': 'grape', 'old:state': [value('old todo')] } },
          { by, on: at('2026-02-10'), values: { 'old:state': [value('old done')] } },
        ],
      })) as [ArtifactId]
      expect(await readCounts('carol', 'old:state', '&interval=month&intervals=3')).toEqual([
        [1, 0, { 'old todo': 1 }],
        [0, 1, { 'old done': 1 }],
        [0, 0, { 'old done': 1 }],
      ])
      const move = { move: { tracker_id: tracker() } }
      expect((await server.as('carol').patch(`artifacts/${id}`, move)).status).toBe(200)
      const months = `&interval=month&intervals=3${filter({ title: 'grape' })}`
      // No value of the other list has the same label here.
      const [moved, ...others] = [[1, 1, { [none]: 1 }], ...Array.from({ length: 2 }, () => [0, 0, { [none]: 1 }])]
      expect(await readCounts('carol', 'state', months)).toEqual([moved, ...others])
      expect(await readCounts('carol', 'old:state', '&interval=month&intervals=3')).toEqual(
        Array.from({ length: 3 }, () => [0, 0, {}]),
      )
      expect((await server.as('admin').delete(`artifacts/${id}`)).status).toBe(200)
    })

    it('counts imported artifacts by their history', async () => {
      const state = (key: string) =>
        buildChange('state', 'list', [buildValue(key, { format: 'id' })], { bind: 'static' })
      const archive = await createArchive({
        shortName: 'imported-history',
        users: [{ id: 201, login: 'mira' }],
        trackers: [
          buildTracker({
            id: 'T1',
            name: 'Bugs',
            itemName: 'bug',
            fields: [buildField('sb', 'F1', 'state', [buildStaticBind({ V1: 'Open', V2: 'Fixed' })])],
            permissions: openFields('F1'),
            artifacts: [
              buildArtifact(
                7,
                buildChangeset('mira', '2026-02-20T10:00:00+01:00', [state('V2')]),
                buildChangeset('mira', '2025-12-20T10:00:00+01:00', [state('V1')]),
              ),
              buildArtifact(8, buildChangeset('mira', '2026-01-20T10:00:00+01:00', [])),
              buildArtifact(9, buildChangeset('mira', '2031-01-20T10:00:00+01:00', [state('V1')])),
            ],
          }),
        ],
      })
      try {
        const { project: imported } = expectImported(await archive.import(server.world))
        const [bugs] = (await server.as('admin').get(`projects/${imported?.id}/trackers`)).body
        const { field_id, values } = bugs.fields.find(({ type }: { readonly type: string }) => type === 'sb')
        const [open, fixed] = ['Open', 'Fixed'].map(
          (label) => values.find((each: { readonly label: string }) => each.label === label).id,
        )
        const url = `trackers/${bugs.id}/artifact_group_history?by=${field_id}&interval=month&intervals=4`
        const { body } = await server.as('admin').get(url)
        const counts = (body as Interval[]).map(({ created, groups }) => [
          created,
          Object.fromEntries(groups.map(({ value_id, size }) => [value_id, size])),
        ])
        expect(counts).toEqual([
          [1, { [open]: 1 }],
          [1, { [open]: 1, [none]: 1 }],
          [0, { [fixed]: 1, [none]: 1 }],
          // The clock of the other server was ahead of this one.
          [1, { [fixed]: 1, [open]: 1, [none]: 1 }],
        ])
      } finally {
        await archive.remove()
      }
    })

    it('accepts a field only from callers who can read it', async () => {
      expect(await readCounts('carol', 'secret', '&interval=month&intervals=1')).toEqual([
        [5, null, { yes: 1, [none]: 4 }],
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
      expect(await refused('carol', field('old:state'))).toEqual(unknown)
    })

    it('refuses fields with which `artifact_groups` refuses to group, and lists with several values', async () => {
      for (const name of ['title', 'hours', 'several', 'submitter']) {
        const { status, body } = await server.as('alice').get(path(`?by=${field(name)}`))
        expect([status, body.error.message]).toEqual([
          400,
          `Bad Request: Artifacts cannot be grouped over time by '${name}'. Expected a list that holds one value at most, such as a select box or radio buttons.`,
        ])
      }
      const { status, body } = await server.as('alice').get(path(`?by=${field('fuller')}`))
      const groups = await server.as('alice').get(`trackers/${tracker()}/artifact_groups?by=${field('fuller')}`)
      expect([status, body.error.message]).toEqual([400, groups.body.error.message])
      expect(await read('alice', 'full', '&intervals=1')).toHaveLength(1)
    })

    it('refuses invalid parameters and unknown trackers', async () => {
      const by = `?by=${field('state')}`
      const queries = [
        '',
        '?by=state',
        `${by}&interval=year`,
        `${by}&intervals=0`,
        `${by}&intervals=367`,
        `${by}&intervals=-1`,
        `${by}&intervals=1.5`,
        `${by}&intervals=many`,
        `${by}&limit=10`,
        `${by}${expertQuery('hours >')}`,
        `${by}&query=nonsense`,
      ]
      for (const query of queries)
        expect([query, (await server.as('alice').get(path(query))).status]).toEqual([query, 400])
      expect((await server.as('alice').get(`trackers/999999/artifact_group_history${by}`)).status).toBe(404)
    })

    it('answers visitors and users as the project does', async () => {
      const cask = `trackers/${secluded.trackers.get('cask')}/artifact_group_history?by=${secluded.fields.get('cask:state')}`
      const status = async (login: string) => (await server.as(login).get(cask)).status
      expect(await Promise.all(['visitor', 'outsider', 'alice', 'admin'].map(status))).toEqual([401, 403, 200, 200])
    })

    it('refuses to count more than a hundred thousand changes', async () => {
      const on = at('2026-03-30T12:00:00+02:00')
      const [id] = (await project.createArtifacts({
        tracker: 'busy',
        changes: [{ by: server.idOf('alice'), on, values: { 'busy:state': [value('busy todo')] } }],
      })) as [ArtifactId]
      // Commands would need a minute for so many.
      const addChangesets = (first: number, last: number) =>
        server.world.db.write(async (tx) => {
          const insert = sql`
            with recursive added(id) as (select cast(${first} as bigint) union all select id + 1 from added where id < ${last})
            insert into changeset (id, artifact_id, submitted_on, "values")
            select id, ${id}, ${on}, ${JSON.stringify({ [field('busy:state')]: [value('busy done')] })} from added`
          const { sql: text, parameters } = insert.compile(tx)
          await getConnection(tx).execute(text, parameters)
        })
      const days = '&intervals=3'
      await addChangesets(1_000_001, 1_000_000 + maxChanges - 1)
      expect(await readCounts('alice', 'busy:state', days)).toEqual([
        [0, null, {}],
        [1, null, { 'busy done': 1 }],
        [0, null, { 'busy done': 1 }],
      ])
      await addChangesets(2_000_000, 2_000_000)
      const url = path(`?by=${field('busy:state')}`, 'busy')
      const { status, body } = await server.as('alice').get(`${url}${days}`)
      expect([status, body.error.message]).toEqual([
        400,
        'Bad Request: The matching artifacts have more than 100000 changes to count. Choose a shorter period or a narrower query.',
      ])
      expect(await readCounts('alice', 'busy:state', '&intervals=1')).toEqual([[0, null, { 'busy todo': 1 }]])
      const nothing = filter({ [field('busy:state')]: value('busy done') })
      expect((await server.as('alice').get(`${url}${days}${nothing}`)).status).toBe(200)
    })
  })
})
