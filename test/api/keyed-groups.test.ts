import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/start/assemble.ts'
import { IdSetCache } from '../../src/database/changes/id-set-cache.ts'
import { readRevisions } from '../../src/database/changes/revisions.ts'
import { BodyCache } from '../../src/kit/caches/body-cache.ts'
import { RevisionCache } from '../../src/kit/caches/revision-cache.ts'
import type { ArtifactId, UserId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const [everyone, administrators] = [1, 4]
const at = (iso: string): number => Date.parse(iso) / 1000
const expertQuery = (text: string): string => `&expert_query=${encodeURIComponent(text)}`

interface Group {
  readonly value_id: number | null
  readonly from?: string | null
  readonly until?: string | null
  readonly parent?: { readonly id: number; readonly title: string | null; readonly xref: string } | null
  readonly size: number
  readonly sums?: readonly { readonly field_id: number; readonly sum: number | null }[]
  readonly artifacts: readonly { readonly id: ArtifactId }[]
}

const dueDates: Readonly<Record<string, string | null>> = {
  // The clocks of Paris are set forward on 29 March 2026, and back on 25 October.
  a: '2026-03-28T23:00:00Z',
  b: '2026-03-29T21:59:59Z',
  c: '2026-03-29T22:00:00Z',
  d: null,
  e: '2026-10-24T22:00:00Z',
  f: '2026-10-25T22:59:59Z',
  g: '2026-10-25T23:00:00Z',
  h: '2024-02-28T23:00:00Z',
  i: '2026-01-01T11:00:00Z',
  j: '2025-12-31T22:59:59Z',
  k: '1969-12-31T22:59:59Z',
}

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  let alice: UserId
  const names = new Map<ArtifactId, string>()
  const idOf = (name: string): number => [...names].find(([, each]) => each === name)?.[0] as number
  const tracker = (name: string): number => project.trackers.get(name) as number
  const field = (name: string): number => project.fields.get(name) as number
  const path = (query: string, of = 'task'): string => `trackers/${tracker(of)}/artifact_groups${query}`

  async function read(login: string, query: string, of = 'task'): Promise<readonly Group[]> {
    const { status, body } = await server.as(login).get(path(query, of))
    expect([status, body.error]).toEqual([200, undefined])
    return body
  }

  /** Starts of groups, or titles of parents, with sizes and the names of artifacts. */
  const summarize = (groups: readonly Group[]) =>
    groups.map(({ from, parent, size, artifacts }) => [
      parent === undefined ? from : (parent?.title ?? null),
      size,
      artifacts.map(({ id }) => names.get(id)).join(''),
    ])

  async function refuse(query: string, login = 'alice', of = 'task'): Promise<string> {
    const { status, body } = await server.as(login).get(path(query, of))
    expect([query, status]).toEqual([query, 400])
    return body.error.message.replace('Bad Request: ', '')
  }

  beforeAll(async () => {
    alice = await server.createUser('alice')
    const carol = await server.createUser('carol')
    const ofAdministrators = { read: [administrators], submit: [administrators], update: [administrators] }
    project = await createProjectFixture(server, 'orchard', {
      members: [alice],
      administrators: [carol],
      trackers: () => [
        createTrackerDefinition(
          'epic',
          [
            createFieldDefinition('string', 'epic:title'),
            createFieldDefinition('art_link', 'epic:links'),
            createFieldDefinition('perm', 'epic:access'),
          ],
          { title: { field: 'epic:title' } },
          { permissions: { full: [everyone] } },
        ),
        createTrackerDefinition(
          'task',
          [
            createFieldDefinition('string', 'task:title'),
            createFieldDefinition('int', 'task:hours'),
            createFieldDefinition('date', 'task:due'),
            createFieldDefinition('date', 'task:secret', { rights: ofAdministrators }),
            createFieldDefinition('date', 'task:unused', { isUsed: false }),
            createFieldDefinition('subon', 'task:submitted'),
            createFieldDefinition('lud', 'task:updated'),
            createFieldDefinition('sb', 'task:state', { bind: createStaticBind(['todo', ''], ['done', '']) }),
            createFieldDefinition('msb', 'task:several', { bind: createStaticBind(['x', ''], ['y', '']) }),
            createFieldDefinition('art_link', 'task:links'),
            createFieldDefinition('perm', 'task:access'),
          ],
          { title: { field: 'task:title' } },
          { permissions: { full: [everyone] } },
        ),
        createTrackerDefinition('sealed', [
          createFieldDefinition('date', 'sealed:due'),
          createFieldDefinition('art_link', 'sealed:links', {
            rights: ofAdministrators,
          }),
        ]),
        createTrackerDefinition('many', [createFieldDefinition('date', 'many:due')]),
        createTrackerDefinition('odd', [createFieldDefinition('date', 'odd:due')]),
      ],
    })
    const value = (label: string): number => project.values.get(label) as number
    const submissions = Object.keys(dueDates).map((_, index) => at('2026-03-02T12:00:00+01:00') + index * 86_400)
    const ids = await project.createArtifacts(
      ...Object.entries(dueDates).map(([name, due], index) => ({
        tracker: 'task',
        changes: [
          {
            by: alice,
            on: submissions[index] as number,
            values: {
              'task:title': `task ${name}`,
              'task:hours': index === 3 ? null : index,
              'task:due': due === null ? null : at(due),
              'task:secret': at('2026-05-05T12:00:00Z'),
              'task:state': name < 'f' ? [value('todo')] : [],
              'task:several': [value('x'), value('y')],
              ...(name === 'e' ? { 'task:access': [administrators] } : {}),
            },
          },
        ],
      })),
    )
    for (const [index, name] of Object.keys(dueDates).entries()) names.set(ids[index] as ArtifactId, name)
    const children = (...of: readonly string[]) => of.map((name) => ({ id: idOf(name), type: '_is_child' }))
    const epic = (title: string, links: readonly object[], more: object = {}) => ({
      tracker: 'epic',
      changes: [{ by: alice, values: { 'epic:title': title, 'epic:links': links, ...more } }],
    })
    await project.createArtifacts(
      epic('first', children('a', 'b', 'e')),
      epic('second', [...children('b', 'c'), { id: idOf('d'), type: '' }]),
      epic('hidden', children('a', 'f', 'g'), { 'epic:access': [administrators] }),
    )
    const sealed = await project.createArtifacts({ tracker: 'sealed', changes: [{ by: alice }] })
    await project.createArtifacts(epic('of sealed', [{ id: sealed[0], type: '_is_child' }]))
    await project.createArtifacts(
      ...Array.from({ length: 401 }, (_, day) => ({
        tracker: 'many',
        changes: [{ by: alice, values: { 'many:due': at('2025-01-01T12:00:00Z') + day * 86_400 } }],
      })),
    )
    const odd = ['0001-01-05T00:00:00Z', '1850-07-01T12:00:00Z', '2400-02-29T12:00:00Z', '9999-12-30T12:00:00Z']
    await project.createArtifacts(
      ...odd.map((due) => ({ tracker: 'odd', changes: [{ by: alice, values: { 'odd:due': at(due) } }] })),
    )
  })

  describe('GET /trackers/{id}/artifact_groups by date', () => {
    it('returns the days of the time zone of the site in their order, and the artifacts without a date last', async () => {
      expect(summarize(await read('alice', `?by=${field('task:due')}`))).toEqual([
        ['1969-12-31T00:00:00+01:00', 1, 'k'],
        ['2024-02-29T00:00:00+01:00', 1, 'h'],
        ['2025-12-31T00:00:00+01:00', 1, 'j'],
        ['2026-01-01T00:00:00+01:00', 1, 'i'],
        ['2026-03-29T00:00:00+01:00', 2, 'ab'],
        ['2026-03-30T00:00:00+02:00', 1, 'c'],
        ['2026-10-25T00:00:00+02:00', 1, 'f'],
        ['2026-10-26T00:00:00+01:00', 1, 'g'],
        [null, 1, 'd'],
      ])
    })

    it('returns weeks from Monday and months, each until the next one begins', async () => {
      const weeks = await read('alice', `?by=${field('task:due')}&interval=week`)
      expect(weeks.map(({ from, until, size }) => [from, until, size])).toEqual([
        ['1969-12-29T00:00:00+01:00', '1970-01-05T00:00:00+01:00', 1],
        ['2024-02-26T00:00:00+01:00', '2024-03-04T00:00:00+01:00', 1],
        ['2025-12-29T00:00:00+01:00', '2026-01-05T00:00:00+01:00', 2],
        ['2026-03-23T00:00:00+01:00', '2026-03-30T00:00:00+02:00', 2],
        ['2026-03-30T00:00:00+02:00', '2026-04-06T00:00:00+02:00', 1],
        ['2026-10-19T00:00:00+02:00', '2026-10-26T00:00:00+01:00', 1],
        ['2026-10-26T00:00:00+01:00', '2026-11-02T00:00:00+01:00', 1],
        [null, null, 1],
      ])
      const months = await read('alice', `?by=${field('task:due')}&interval=month`)
      expect(months.map(({ from, until, size }) => [from, until, size])).toEqual([
        ['1969-12-01T00:00:00+01:00', '1970-01-01T00:00:00+01:00', 1],
        ['2024-02-01T00:00:00+01:00', '2024-03-01T00:00:00+01:00', 1],
        ['2025-12-01T00:00:00+01:00', '2026-01-01T00:00:00+01:00', 1],
        ['2026-01-01T00:00:00+01:00', '2026-02-01T00:00:00+01:00', 1],
        ['2026-03-01T00:00:00+01:00', '2026-04-01T00:00:00+02:00', 3],
        ['2026-10-01T00:00:00+02:00', '2026-11-01T00:00:00+01:00', 2],
        [null, null, 1],
      ])
    })

    it('returns the newest first with a minus, and the artifacts without a date last nevertheless', async () => {
      expect(summarize(await read('carol', `?by=-${field('task:due')}&interval=month&order=desc`))).toEqual([
        ['2026-10-01T00:00:00+02:00', 3, 'gfe'],
        ['2026-03-01T00:00:00+01:00', 3, 'cba'],
        ['2026-01-01T00:00:00+01:00', 1, 'i'],
        ['2025-12-01T00:00:00+01:00', 1, 'j'],
        ['2024-02-01T00:00:00+01:00', 1, 'h'],
        ['1969-12-01T00:00:00+01:00', 1, 'k'],
        [null, 1, 'd'],
      ])
    })

    it('groups by submission and last update, also without fields of them', async () => {
      const expected = [
        ['2026-03-02T00:00:00+01:00', 6, 'abcdfg'],
        ['2026-03-09T00:00:00+01:00', 4, 'hijk'],
      ]
      for (const by of [field('task:submitted'), field('task:updated'), 'submitted_on', 'last_update_date'])
        expect([by, summarize(await read('alice', `?by=${by}&interval=week`))]).toEqual([by, expected])
    })

    it('returns dates of the first and last years', async () => {
      for (const [interval, starts] of [
        ['day', ['0001-01-05', '1850-07-01', '2400-02-29', '9999-12-30']],
        ['week', ['0001-01-01', '1850-07-01', '2400-02-28', '9999-12-27']],
        ['month', ['0001-01-01', '1850-07-01', '2400-02-01', '9999-12-01']],
      ] as const) {
        const groups = await read('alice', `?by=${field('odd:due')}&interval=${interval}`, 'odd')
        expect([interval, groups.map(({ from }) => from?.slice(0, 10))]).toEqual([interval, starts])
      }
    })

    it('counts, sums and limits what the caller sees and what matches', async () => {
      const sum = (of: number | null) => [{ field_id: field('task:hours'), sum: of }]
      const query = `?by=${field('task:due')}&interval=month&sums=true${expertQuery('hours > 1 OR hours = ""')}`
      const hours = async (login: string) =>
        (await read(login, `${query}&limit=1`)).map(({ from, size, sums, artifacts }) => [
          from?.slice(0, 7),
          size,
          artifacts.length,
          sums,
        ])
      const [past, last] = [
        [
          ['1969-12', 1, 1, sum(10)],
          ['2024-02', 1, 1, sum(7)],
          ['2025-12', 1, 1, sum(9)],
          ['2026-01', 1, 1, sum(8)],
          ['2026-03', 1, 1, sum(2)],
        ],
        [undefined, 1, 1, sum(null)],
      ]
      expect(await hours('alice')).toEqual([...past, ['2026-10', 2, 1, sum(11)], last])
      expect(await hours('carol')).toEqual([...past, ['2026-10', 3, 1, sum(15)], last])
      expect(summarize(await read('alice', `?by=-${field('task:due')}&interval=month&total_limit=3`))).toEqual([
        ['2026-10-01T00:00:00+02:00', 2, 'fg'],
        ['2026-03-01T00:00:00+01:00', 3, 'a'],
        ['2026-01-01T00:00:00+01:00', 1, ''],
        ['2025-12-01T00:00:00+01:00', 1, ''],
        ['2024-02-01T00:00:00+01:00', 1, ''],
        ['1969-12-01T00:00:00+01:00', 1, ''],
        [null, 1, ''],
      ])
      expect(await read('alice', `?by=${field('task:due')}${expertQuery('hours > 99')}`)).toEqual([])
    })

    it('sorts within groups, not across them', async () => {
      const [march] = (await read('alice', `?by=${field('task:due')}&interval=month&sort=-hours`)).slice(4)
      expect(summarize(march === undefined ? [] : [march])).toEqual([['2026-03-01T00:00:00+01:00', 3, 'cba']])
    })

    it('refuses more than 400 groups, and accepts longer intervals of them', async () => {
      const many = `?by=${field('many:due')}`
      expect(await refuse(many, 'alice', 'many')).toBe(
        'The matching artifacts are in more than 400 groups. Choose longer intervals or a narrower query.',
      )
      expect(await read('alice', `${many}&interval=month`, 'many')).toHaveLength(14)
      expect(await read('alice', `${many}${expertQuery('due > "2025-01-01"')}&limit=2`, 'many')).toHaveLength(400)
    })

    it('refuses fields that the caller cannot read, other fields, and invalid parameters', async () => {
      const unknown = 'The field N in `by` is not a field of this tracker that you can read.'
      for (const id of [field('task:secret'), field('task:unused'), 999_999])
        for (const by of [`${id}`, `-${id}`]) expect((await refuse(`?by=${by}`)).replace(String(id), 'N')).toBe(unknown)
      expect(await read('carol', `?by=${field('task:secret')}`)).toHaveLength(1)
      for (const by of ['due', '-parent', '--1', '1e3', 'constructor', 'submitted_by'])
        expect(await refuse(`?by=${by}`)).toBe(
          `Invalid value specified for \`by\`: "${by}". Expected the id of a field, submitted_on, last_update_date or parent.`,
        )
      expect(await refuse('')).toBe('`by` is required.')
      expect(await refuse(`?by=-${field('task:state')}`)).toBe(
        'Only groups by date can be descending. Remove the `-` from `by`.',
      )
      expect(await refuse(`?by=${field('task:hours')}`)).toBe(
        "Artifacts cannot be grouped by 'hours'. Expected a date, or a list, such as a select box, checkboxes or an open list.",
      )
      await refuse(`?by=${field('task:due')}&interval=year`)
    })
  })

  describe('GET /trackers/{id}/artifact_groups by parent', () => {
    it('returns the newest parent first and the artifacts without one last; of several parents the first counts', async () => {
      expect(summarize(await read('carol', '?by=parent'))).toEqual([
        ['hidden', 2, 'fg'],
        ['second', 1, 'c'],
        ['first', 3, 'abe'],
        [null, 5, 'dhijk'],
      ])
      const [group] = await read('carol', '?by=parent')
      expect(group?.parent).toMatchObject({ title: 'hidden', xref: `epic #${group?.parent?.id}` })
      expect(group?.value_id).toBe(null)
    })

    it('treats parents that the caller cannot see as missing, and shows nothing of them', async () => {
      for (const login of ['alice', 'visitor']) {
        const { body } = await server.as(login).get(path('?by=parent&sums=true'))
        expect(summarize(body)).toEqual([
          ['second', 1, 'c'],
          ['first', 2, 'ab'],
          [null, 7, 'dfghijk'],
        ])
        expect(JSON.stringify(body)).not.toContain('hidden')
        const { headers } = await server
          .as(login)
          .get(`trackers/${tracker('task')}/artifacts?limit=1${expertQuery('WITHOUT PARENT')}`)
        expect(Number(headers['x-pagination-size'])).toBe(7)
      }
    })

    it('shows no parents to callers who cannot read the links', async () => {
      expect(summarize(await read('carol', '?by=parent', 'sealed'))).toEqual([['of sealed', 1, '']])
      expect(summarize(await read('alice', '?by=parent', 'sealed'))).toEqual([[null, 1, '']])
    })

    it('sums the numbers of each group', async () => {
      const groups = await read('alice', '?by=parent&sums=true')
      expect(groups.map(({ sums }) => sums?.map(({ sum }) => sum))).toEqual([[2], [1], [45]])
    })
  })

  describe('GET /trackers/{id}/artifacts with groups', () => {
    const list = (query: string): string => `trackers/${tracker('task')}/artifacts${query}`

    it('returns the artifacts in the order of their groups, page by page', async () => {
      for (const login of ['alice', 'carol'])
        for (const by of [
          `by=${field('task:due')}&interval=month`,
          `by=-${field('task:due')}&interval=week`,
          'by=-submitted_on&interval=week',
          'by=parent',
          `by=${field('task:state')}`,
        ])
          for (const order of ['', '&order=desc', '&sort=-hours', expertQuery('hours > 0 ORDER BY title DESC')]) {
            const query = `?${by}${order}`
            const groups = await read(login, query)
            const expected = groups.flatMap(({ artifacts }) => artifacts.map(({ id }) => id))
            const pages = await Promise.all(
              [0, 4, 8].map((offset) => server.as(login).get(list(`${query}&limit=4&offset=${offset}`))),
            )
            const ids = pages.flatMap(({ body }) => (body as Group['artifacts']).map(({ id }) => id))
            expect([query, ids]).toEqual([query, expected])
          }
    })

    it('returns the same from cached id sets', async () => {
      const { db } = server.world
      const caches = { cache: new RevisionCache(() => readRevisions(db.read)), bodyCache: new BodyCache(0) }
      const node = await createApp({ ...server.world, ...caches, idSets: new IdSetCache(db, { fewest: 0 }) })
      for (const login of ['alice', 'carol'])
        for (const by of [`by=-${field('task:due')}&interval=month`, 'by=parent', 'by=submitted_on'])
          for (const query of ['', '&limit=2&order=desc', expertQuery('hours > 3')])
            for (const url of [path(`?${by}${query}`), list(`?${by}${query}`)]) {
              const response = await node.inject({ url: `/api/${url}`, headers: server.credentials(login) })
              expect([login, url, response.json()]).toEqual([login, url, (await server.as(login).get(url)).body])
            }
      await node.close()
    })

    it('returns no cursor, and refuses one and lists with several values', async () => {
      const due = `?by=${field('task:due')}`
      expect((await server.as('alice').get(list(`${due}&limit=2`))).headers['link']).toBeUndefined()
      const { headers } = await server.as('alice').get(list('?limit=2'))
      const cursor = /cursor=([^&>]+)/.exec(String(headers['link']))?.[1]
      for (const [query, message] of [
        [`${due}&cursor=${cursor}`, '`cursor` cannot be combined with `by`.'],
        [
          `?by=${field('task:several')}`,
          "A list cannot be ordered by the groups of 'several', because an artifact can be in several of them.",
        ],
        [
          `?by=${field('task:secret')}`,
          `The field ${field('task:secret')} in \`by\` is not a field of this tracker that you can read.`,
        ],
      ] as const) {
        const { status, body } = await server.as('alice').get(list(query))
        expect([query, status, body.error.message]).toEqual([query, 400, `Bad Request: ${message}`])
      }
    })
  })
})
