import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { Tx } from '../../src/database/db/db.ts'
import type { AffectedArtifacts } from '../../src/database/tables/affected-artifacts.ts'
import type { ArtifactId, ProjectId } from '../../src/kit/values/ids.ts'
import { countDeadlocks } from '../kit/count-deadlocks.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { getRounds } from '../kit/rounds.ts'
import { createServer } from '../kit/server.ts'
import { getField, getTracker } from './writes/write-fixture.ts'

const rounds = getRounds('TULIPWOOD_RACE_ROUNDS', { quick: 5, full: 20 })

describe.skipIf(inject('postgresUrl') === null)('the lock for changes of several artifacts', () => {
  const server = createServer('postgres')
  let [north, south, west] = [] as unknown as [ProjectFixture, ProjectFixture, ProjectFixture]
  const admin = () => server.as('admin')

  beforeAll(async () => {
    const create = (name: string) =>
      createProjectFixture(server, name, {
        trackers: () => [
          createTrackerDefinition('task', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('art_link', 'links'),
          ]),
        ],
      })
    north = await create('north')
    south = await create('south')
    west = await create('west')
    await admin().patch('site_settings', { artifacts_deletion_limit: 1000 })
  })

  const forward = (id: number) => ({ id, direction: 'forward', type: '' })
  const reverse = (id: number) => ({ id, direction: 'reverse', type: '' })
  const linksOf = (project: ProjectFixture, ...links: readonly object[]) => [
    { field_id: getField(project, 'links'), all_links: links },
  ]
  async function post(project: ProjectFixture, ...links: readonly object[]) {
    const title = { field_id: getField(project, 'title'), value: 'First' }
    const body = { tracker: getTracker(project, 'task'), values: [title, ...linksOf(project, ...links)] }
    return admin().post('artifacts', body)
  }
  const put = (project: ProjectFixture, id: number, ...links: readonly object[]) =>
    admin().put(`artifacts/${id}`, { values: linksOf(project, ...links) })
  const create = async (project: ProjectFixture): Promise<ArtifactId> => (await post(project)).body.id

  /** Holds the lock of a project until `release`. */
  async function hold(project: ProjectFixture, alsoDo: (tx: Tx) => Promise<unknown> = async () => {}) {
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const affected = { changed: [], projects: [project.projectId] }
    const over = server.world.db.writeArtifacts(affected, async (tx) => {
      // A response shows that the lock before it is acquired.
      await listLocked(tx)
      await alsoDo(tx)
      held.resolve()
      await released.promise
    })
    over.catch(held.reject)
    await held.promise
    return async () => {
      released.resolve()
      await over
    }
  }

  const untilWaiting = () =>
    vi.waitFor(
      async () => {
        const query = sql`select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
          where datname = current_database() and locktype = 'advisory' and not granted`
        expect((await query.execute(server.world.db.read)).rows).toHaveLength(1)
      },
      { timeout: 20_000, interval: 20 },
    )

  /** Returns the projects whose locks a transaction has. */
  async function listLocked(tx: Tx): Promise<ProjectId[]> {
    const query = sql<{ id: ProjectId }>`select objid::int as id from pg_locks
      where locktype = 'advisory' and granted and pid = pg_backend_pid() order by objid`
    return (await query.execute(tx)).rows.map(({ id }) => id)
  }
  const listLockedFor = (affected: AffectedArtifacts) => server.world.db.writeArtifacts(affected, listLocked)

  it('of one project does not stop changes in another', async () => {
    const [there, other] = [await create(south), await create(south)]
    const release = await hold(north)
    try {
      expect((await put(south, there, forward(other))).status).toBe(200)
      expect((await post(south, forward(there), reverse(other))).status).toBe(201)
      expect((await admin().delete(`artifacts/${other}`)).status).toBe(200)
    } finally {
      await release()
    }
  })

  it.each<[string, (here: ArtifactId, there: ArtifactId) => Promise<{ readonly status: number }>]>([
    ['of the project', (here) => put(north, here, forward(here - 1))],
    ['that links to the project', (here, there) => put(south, there, forward(here))],
    ['that links from the project', (here, there) => put(south, there, reverse(here))],
    ['that creates a link to the project', (here) => post(south, forward(here))],
    [
      'that moves an artifact into the project',
      (_, there) => admin().patch(`artifacts/${there}`, { move: { tracker_id: getTracker(north, 'task').id } }),
    ],
  ])('stops a change %s', async (_, change) => {
    await create(north)
    const [here, there] = [await create(north), await create(south)]
    const release = await hold(north)
    let isOver = false
    const changing = change(here, there).finally(() => {
      isOver = true
    })
    await untilWaiting()
    expect(isOver).toBe(false)
    await release()
    expect([200, 201]).toContain((await changing).status)
  })

  it('stops the deletion of an artifact that is linked from the project', async () => {
    const there = await create(south)
    await post(north, forward(there))
    const release = await hold(north)
    const deleting = admin().delete(`artifacts/${there}`)
    await untilWaiting()
    await release()
    expect((await deleting).status).toBe(200)
  })

  it('is acquired for each project whose artifacts may change', async () => {
    const [parent, middle] = [await create(west), await create(south)]
    const child = await create(north)
    const isChild = { type: '_is_child', direction: 'forward' }
    expect((await put(south, middle, { ...isChild, id: child })).status).toBe(200)
    expect((await put(west, parent, { ...isChild, id: middle })).status).toBe(200)
    const ids = (...projects: readonly ProjectFixture[]) => projects.map(({ projectId }) => projectId)
    // Triggers change parents and their parents.
    expect(await listLockedFor({ changed: [child] })).toEqual(ids(north, south, west))
    expect(await listLockedFor({ changed: [middle] })).toEqual(ids(north, south, west))
    expect(await listLockedFor({ changed: [], linked: [child] })).toEqual(ids(north))
    expect(await listLockedFor({ changed: [], linked: [child], projects: ids(west) })).toEqual(ids(north, west))
    // An artifact that loses its link changes, which concerns its other links.
    expect(await listLockedFor({ changed: [parent] })).toEqual(ids(south, west))
    const hub = await create(south)
    const source = (await post(north, forward(hub), forward(parent))).body.id
    expect(await listLockedFor({ changed: [hub] })).toEqual(ids(north, south))
    expect(await listLockedFor({ changed: [hub], replacesReverseLinks: true })).toEqual(ids(north, south, west))
    expect(await listLockedFor({ changed: [source] })).toEqual(ids(north, south, west))
  })

  it('is acquired again with the project of an artifact that was linked meanwhile', async () => {
    const [here, there] = [await create(north), await create(south)]
    const release = await hold(north, async (tx) => {
      const link = { artifact_id: there, field_id: getField(south, 'links') as never, position: 0, type: '' }
      await tx
        .insertInto('value_link')
        .values({ ...link, target_id: here })
        .execute()
    })
    let completed = 0
    const locking = server.world.db.writeArtifacts({ changed: [here] }, async (tx) => {
      await listLocked(tx)
      // Without the lock of the other project, a change may not reach its writes.
      await listLocked(tx)
      const locked = await listLocked(tx)
      completed += 1
      return locked
    })
    await untilWaiting()
    await release()
    expect(await locking).toEqual([north.projectId, south.projectId])
    expect(completed).toBe(1)
  })

  it('prevents deadlocks between changes that link two projects in both directions', async () => {
    const [a, b, c, d] = [await create(north), await create(south), await create(north), await create(south)]
    const deadlocks = await countDeadlocks(async () => {
      for (let round = 0; round < rounds; round++) {
        const responses = await Promise.all([
          put(north, a, forward(b), reverse(d)),
          put(south, b, forward(a), reverse(c)),
          put(north, c, reverse(b), forward(d)),
          put(south, d, reverse(a), forward(c)),
          put(south, b, reverse(a), forward(c)),
          put(north, a, reverse(b), forward(d)),
          post(north, forward(b), reverse(a)),
          post(south, reverse(b), forward(a)),
        ])
        expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 201, 201])
        const [one, other] = responses.slice(-2).map(({ body }) => body.id)
        const removals = await Promise.all([
          admin().delete(`artifacts/${one}`),
          admin().delete(`artifacts/${other}`),
          put(north, a),
          put(south, b),
        ])
        expect(removals.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      }
    })
    expect(deadlocks).toBe(0)
  }, 120_000)
})
