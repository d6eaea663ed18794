import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/start/assemble.ts'
import { IdSetCache } from '../../src/database/changes/id-set-cache.ts'
import { readRevisions } from '../../src/database/changes/revisions.ts'
import { BodyCache } from '../../src/kit/caches/body-cache.ts'
import { RevisionCache } from '../../src/kit/caches/revision-cache.ts'
import { createClock } from '../kit/clock.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const [everyone, administrators] = [1, 4]

interface Ages {
  readonly size: number
  readonly median_days: number | null
  readonly groups: readonly {
    readonly min_days: number
    readonly max_days: number | null
    readonly from: string | null
    readonly until: string | null
    readonly size: number
  }[]
}

const at = (iso: string): number => Date.parse(iso) / 1000
const expertQuery = (text: string): string => `?expert_query=${encodeURIComponent(text)}`

alwaysOnEachDatabase((dialect) => {
  // The clocks were set forward the day before.
  const clock = createClock(at('2026-03-30T12:00:00+02:00'))
  const server = createServer(dialect, { clock })
  let project: ProjectFixture
  const tracker = (name: string): number => project.trackers.get(name) as number
  const value = (label: string): number => project.values.get(label) as number
  const path = (query = '', name = 'job'): string => `trackers/${tracker(name)}/open_artifact_ages${query}`

  async function read(login: string, query = '', name = 'job'): Promise<Ages> {
    const { status, body } = await server.as(login).get(path(query, name))
    expect([status, body.error]).toEqual([200, undefined])
    return body
  }

  const readSizes = async (login: string, query = '', name = 'job') => {
    const { size, median_days, groups } = await read(login, query, name)
    expect(groups.reduce((sum, each) => sum + each.size, 0)).toBe(size)
    return [median_days, groups.map((each) => each.size)] as const
  }

  describe('GET /trackers/{id}/open_artifact_ages', () => {
    beforeAll(async () => {
      const alice = await server.createUser('alice')
      const carol = await server.createUser('carol')
      const fieldsOf = (name: string) => [
        createFieldDefinition('string', `${name}:title`),
        createFieldDefinition('sb', `${name}:state`, {
          bind: createStaticBind([`${name} todo`, ''], [`${name} done`, '']),
          ...(name === 'secret' && { rights: { read: [administrators], submit: [administrators] } }),
        }),
        createFieldDefinition('perm', `${name}:access`),
      ]
      const definitionOf = (name: string) =>
        createTrackerDefinition(
          name,
          fieldsOf(name),
          {
            title: { field: `${name}:title` },
            ...(name !== 'plain' && { status: { field: `${name}:state`, openValues: [`${name} todo`] } }),
          },
          { permissions: { full: [everyone] } },
        )
      project = await createProjectFixture(server, 'orchard', {
        members: [alice],
        administrators: [carol],
        trackers: () => ['job', 'plain', 'secret', 'empty'].map(definitionOf),
      })
      const create = (name: string, title: string, on: string, state = 'todo', access?: readonly number[]) => ({
        tracker: name,
        changes: [
          {
            by: alice,
            on: at(on),
            values: {
              [`${name}:title`]: title,
              [`${name}:state`]: [value(`${name} ${state}`)],
              ...(access && { [`${name}:access`]: access }),
            },
          },
        ],
      })
      await project.createArtifacts(
        // A clock that is ahead, and the first second of today.
        create('job', 'apple', '2026-03-31T10:00:00+02:00'),
        create('job', 'berry', '2026-03-30T00:00:00+02:00'),
        create('job', 'cherry', '2026-03-29T23:59:59+02:00'),
        create('job', 'date', '2026-03-23T00:00:00+01:00'),
        create('job', 'elder', '2026-03-22T23:59:59+01:00'),
        create('job', 'fig', '2026-01-15T12:00:00+01:00'),
        create('job', 'grape of apple', '2025-12-29T12:00:00+01:00'),
        create('job', 'hazel', '2025-03-30T00:00:00+01:00'),
        create('job', 'iris', '2025-03-29T23:59:59+01:00', 'todo', [administrators]),
        create('job', 'juniper', '2008-05-01T12:00:00+02:00', 'todo', [administrators]),
        create('job', 'kiwi', '2026-03-30T10:00:00+02:00', 'done'),
        create('job', 'lime', '2020-03-30T10:00:00+02:00', 'done'),
        create('plain', 'mast', '2026-03-30T10:00:00+02:00'),
        create('plain', 'keel', '2026-03-20T10:00:00+01:00', 'done'),
        create('secret', 'sail', '2026-03-30T10:00:00+02:00'),
        create('secret', 'oar', '2026-03-20T10:00:00+01:00', 'done'),
      )
    })

    it('counts open artifacts by calendar days in the time zone of the site', async () => {
      expect(await read('alice')).toEqual({
        size: 8,
        median_days: 8,
        groups: [
          { min_days: 0, max_days: 0, from: '2026-03-30T00:00:00+02:00', until: null, size: 2 },
          { min_days: 1, max_days: 7, from: '2026-03-23T00:00:00+01:00', until: '2026-03-30T00:00:00+02:00', size: 2 },
          { min_days: 8, max_days: 30, from: '2026-02-28T00:00:00+01:00', until: '2026-03-23T00:00:00+01:00', size: 1 },
          {
            min_days: 31,
            max_days: 90,
            from: '2025-12-30T00:00:00+01:00',
            until: '2026-02-28T00:00:00+01:00',
            size: 1,
          },
          {
            min_days: 91,
            max_days: 365,
            from: '2025-03-30T00:00:00+01:00',
            until: '2025-12-30T00:00:00+01:00',
            size: 2,
          },
          { min_days: 366, max_days: null, from: null, until: '2025-03-30T00:00:00+01:00', size: 0 },
        ],
      })
    })

    it('leaves out what the caller does not see', async () => {
      expect(await readSizes('carol')).toEqual([74, [2, 2, 1, 1, 2, 2]])
      expect(await readSizes('visitor')).toEqual([8, [2, 2, 1, 1, 2, 0]])
    })

    it('counts the open artifacts of a query or a filter', async () => {
      expect(await readSizes('alice', expertQuery('title = "apple" ORDER BY title'))).toEqual([91, [1, 0, 0, 0, 1, 0]])
      expect(await readSizes('carol', expertQuery('title = "juniper"'))).toEqual([6542, [0, 0, 0, 0, 0, 1]])
      expect(await readSizes('alice', expertQuery('title = "kiwi"'))).toEqual([null, [0, 0, 0, 0, 0, 0]])
      const filter = JSON.stringify({ [String(project.fields.get('job:title'))]: 'elder' })
      expect(await readSizes('alice', `?query=${encodeURIComponent(filter)}`)).toEqual([8, [0, 0, 1, 0, 0, 0]])
    })

    it('counts all artifacts without a status, and for callers who cannot read it', async () => {
      expect(await readSizes('alice', '', 'plain')).toEqual([10, [1, 0, 1, 0, 0, 0]])
      expect(await readSizes('alice', '', 'secret')).toEqual([10, [1, 0, 1, 0, 0, 0]])
      expect(await readSizes('carol', '', 'secret')).toEqual([0, [1, 0, 0, 0, 0, 0]])
      expect(await readSizes('alice', '', 'empty')).toEqual([null, [0, 0, 0, 0, 0, 0]])
    })

    it('agrees with the list about the artifacts between two days', async () => {
      for (const login of ['alice', 'carol'])
        for (const { from, until, size } of (await read(login)).groups) {
          const bounds = [
            '@status = OPEN()',
            ...(from === null ? [] : [`@submitted_on >= "${from.slice(0, 10)}"`]),
            ...(until === null ? [] : [`@submitted_on < "${until.slice(0, 10)}"`]),
          ]
          const url = `trackers/${tracker('job')}/artifacts${expertQuery(bounds.join(' AND '))}`
          const { headers } = await server.as(login).get(url)
          expect([login, bounds, Number(headers['x-pagination-size'])]).toEqual([login, bounds, size])
        }
    })

    it('returns the same from cached id sets', async () => {
      const { db } = server.world
      const caches = { cache: new RevisionCache(() => readRevisions(db.read)), bodyCache: new BodyCache(0) }
      const node = await createApp({ ...server.world, ...caches, idSets: new IdSetCache(db, { fewest: 0 }) })
      for (const login of ['alice', 'carol', 'visitor'])
        for (const name of ['job', 'plain', 'secret', 'empty'])
          for (const query of ['', expertQuery('title = "apple"'), expertQuery('title = "juniper"')]) {
            if (query !== '' && name !== 'job') continue
            const url = path(query, name)
            const response = await node.inject({ url: `/api/${url}`, headers: server.credentials(login) })
            expect([login, url, response.json()]).toEqual([login, url, (await server.as(login).get(url)).body])
          }
      await node.close()
    })

    it('refuses invalid queries, unknown parameters and unknown trackers', async () => {
      for (const query of [expertQuery('title ='), '?query=nonsense', '?by=1', '?limit=10'])
        expect([query, (await server.as('alice').get(path(query))).status]).toEqual([query, 400])
      expect((await server.as('alice').get('trackers/999999/open_artifact_ages')).status).toBe(404)
    })
  })
})
