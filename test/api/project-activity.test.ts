import { beforeAll, describe, expect, it } from 'vitest'
import { startOfDay } from '../../src/fields/parse/wall-time.ts'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { renderLocale } from '../../src/site/reads/render-locale.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { waitForChangeLog } from '../kit/wait-for-change-log.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  let other: ProjectFixture
  const ids = new Map<string, number>()

  beforeAll(async () => {
    const alice = await server.createUser('alice')
    const bob = await server.createUser('bob')
    const carol = await server.createUser('carol')
    await server.createUser('outsider')
    await server.createUser('restricted', { status: 'R' })
    const fields = (name: string) => [
      createFieldDefinition('string', `${name}:title`),
      createFieldDefinition('sb', `${name}:status`, {
        bind: createStaticBind([`${name} open`, ''], [`${name} done`, '']),
        rights: name === 'own' ? { read: [4], submit: [2] } : { read: [1], submit: [2], update: [3] },
      }),
    ]
    const semantics = (name: string) => ({
      title: { field: `${name}:title` },
      status: { field: `${name}:status`, openValues: [`${name} open`] },
    })
    const trackers = () => [
      createTrackerDefinition('bug', fields('bug'), semantics('bug')),
      createTrackerDefinition('own', fields('own'), semantics('own'), {
        permissions: { full: [4], submitter_only: [2] },
      }),
      createTrackerDefinition('closed', fields('closed'), semantics('closed'), { permissions: { full: [4] } }),
    ]
    project = await createProjectFixture(server, 'orchard', {
      members: [alice, bob],
      administrators: [carol],
      groups: { inner: [bob] },
      trackers,
    })
    other = await createProjectFixture(server, 'vault', { access: 'private', members: [bob], trackers })
    const create = async (name: string, login: string, tracker: string, status: string, place = project) => {
      const { status: code, body } = await server.as(login).post('artifacts', {
        tracker: { id: place.trackers.get(tracker) },
        values: [
          { field_id: place.fields.get(`${tracker}:title`), value: name },
          {
            field_id: place.fields.get(`${tracker}:status`),
            bind_value_ids: [place.values.get(`${tracker} ${status}`)],
          },
        ],
      })
      expect([code, body.error]).toEqual([201, undefined])
      ids.set(name, body.id)
    }
    await create('one', 'alice', 'bug', 'open')
    await create('two', 'alice', 'bug', 'done')
    await create('bobs', 'bob', 'own', 'done')
    await create('secret', 'carol', 'closed', 'open')
    await create('elsewhere', 'bob', 'bug', 'open', other)
    await create('gone', 'carol', 'bug', 'open')
    const change = async (login: string, name: string, title: string, comment?: object) => {
      const values = [{ field_id: project.fields.get('bug:title'), value: title }]
      const { status } = await server
        .as(login)
        .put(`artifacts/${ids.get(name)}`, { values, ...(comment && { comment }) })
      expect(status).toBe(200)
    }
    await change('bob', 'one', 'one!', { body: 'Looks dry', format: 'text' })
    await change('carol', 'two', 'two!', { body: 'Only we know', format: 'text', ugroups: [`${innerGroup()}`] })
    expect((await server.as('carol').delete(`artifacts/${ids.get('gone')}`)).status).toBe(200)
  }, 60_000)

  const innerGroup = () => project.groups.get('inner')
  const activity = async (login: string, query = '') => {
    const { status, body } = await server.as(login).get(`projects/${project.projectId}/activity${query}`)
    expect([status, body.error]).toEqual([200, undefined])
    return body
  }
  const today = async (login: string) => {
    const { date: _, ...counts } = (await activity(login)).days.at(-1)
    return counts
  }
  const latest = async (login: string, query = '') =>
    (await activity(login, query)).latest.map(({ kind, artifact, user, has_comment }: any) =>
      [kind, artifact.title, user?.username ?? null, ...(has_comment ? ['comment'] : [])].join(' '),
    )

  describe('GET /projects/{id}/activity', () => {
    it('counts the changes of the artifacts that the caller sees, and the comments that they read', async () => {
      expect(await today('alice')).toEqual({ created: 2, updated: 2, comments: 1 })
      expect(await today('outsider')).toEqual({ created: 2, updated: 2, comments: 1 })
      expect(await today('visitor')).toEqual({ created: 2, updated: 2, comments: 1 })
      expect(await today('bob')).toEqual({ created: 3, updated: 2, comments: 2 })
      expect(await today('carol')).toEqual({ created: 4, updated: 2, comments: 2 })
      expect(await today('admin')).toEqual({ created: 4, updated: 2, comments: 2 })
    })

    it('lists the latest changes that the caller sees, newest first', async () => {
      const common = ['updated two! carol', 'updated one! bob comment']
      expect(await latest('alice')).toEqual([...common, 'created two! alice', 'created one! alice'])
      expect(await latest('bob')).toEqual([
        'updated two! carol comment',
        'updated one! bob comment',
        'created bobs bob',
        'created two! alice',
        'created one! alice',
      ])
      expect(await latest('carol', '?limit=2')).toEqual(['updated two! carol comment', 'updated one! bob comment'])
      expect(await latest('carol')).toContain('created secret carol')
      expect(await latest('carol', '?limit=0')).toEqual([])
    })

    it('counts the same changes that GET /changes lists', async () => {
      await waitForChangeLog(server.world)
      for (const login of ['visitor', 'outsider', 'alice', 'bob', 'carol', 'admin']) {
        const { body } = await server.as(login).get(`changes?since=0&project=${project.projectId}&limit=100`)
        const changes = (body.changes ?? body).filter(({ artifact }: any) => artifact.id !== ids.get('gone'))
        const { created, updated } = await today(login)
        expect([login, created + updated]).toEqual([login, changes.length])
      }
    })

    it('has one entry per day of the site, today last', async () => {
      const { days } = await activity('alice')
      expect(days).toHaveLength(14)
      expect(days.slice(0, -1).every(({ created, updated, comments }: any) => created + updated + comments === 0)).toBe(
        true,
      )
      expect(new Set(days.map(({ date }: any) => date)).size).toBe(14)
      expect(days.map(({ date }: any) => date)).toEqual(days.map(({ date }: any) => date).sort())
      expect((await activity('alice', '?days=1')).days).toEqual([days.at(-1)])
    })

    it('counts a change on the day in which it happened, from midnight to midnight', async () => {
      const { world } = server
      const { timezone } = await renderLocale(world)
      const midnight = startOfDay(world.clock.now(), timezone, -2)
      const id = ids.get('one') as ArtifactId
      const rows = [midnight - 1, midnight, midnight + 3600].map((at) => ({
        at,
        kind: 'updated',
        artifact_id: id,
        tracker_id: project.trackers.get('bug') as never,
        project_id: project.projectId,
        changeset_id: null,
        user_id: null,
        from_tracker_id: null,
      }))
      await world.db.write((tx) => tx.insertInto('change').values(rows).execute())
      const { days, latest: changes } = await activity('alice')
      expect(days.slice(-4).map(({ updated }: any) => updated)).toEqual([1, 2, 0, 2])
      expect(changes.slice(-3).map(({ user }: any) => user)).toEqual([null, null, null])
      expect((await activity('alice', '?days=2')).latest).toHaveLength(4)
    })

    it.each(['days=0', 'days=32', 'days=x', 'limit=51', 'limit=-1'])('rejects %s', async (query) => {
      expect((await server.as('alice').get(`projects/${project.projectId}/activity?${query}`)).status).toBe(400)
    })
  })

  describe('GET /projects/{id}/tracker_counts', () => {
    const counts = async (login: string) => {
      const { status, body } = await server.as(login).get(`projects/${project.projectId}/tracker_counts`)
      expect([status, body.error]).toEqual([200, undefined])
      return body as { tracker_id: number; open: number; total: number }[]
    }

    it('counts the artifacts that the caller sees', async () => {
      const [bug, own, closed] = ['bug', 'own', 'closed'].map((name) => project.trackers.get(name))
      expect(await counts('carol')).toEqual([
        { tracker_id: bug, open: 1, total: 2 },
        { tracker_id: own, open: 0, total: 1 },
        { tracker_id: closed, open: 1, total: 1 },
      ])
      // Bob cannot read the status of the tracker own.
      expect(await counts('bob')).toEqual([
        { tracker_id: bug, open: 1, total: 2 },
        { tracker_id: own, open: 1, total: 1 },
      ])
      expect(await counts('outsider')).toEqual([
        { tracker_id: bug, open: 1, total: 2 },
        { tracker_id: own, open: 0, total: 0 },
      ])
      expect(await counts('visitor')).toEqual([{ tracker_id: bug, open: 1, total: 2 }])
    })

    it('equals the trackers and totals of the lists for each caller', async () => {
      for (const login of ['visitor', 'outsider', 'alice', 'bob', 'carol', 'admin']) {
        const own = await counts(login)
        const { body } = await server.as(login).get(`projects/${project.projectId}/trackers`)
        expect([login, own.map(({ tracker_id }) => tracker_id)]).toEqual([
          login,
          body.map(({ id }: any) => id).sort((a: number, b: number) => a - b),
        ])
        for (const { tracker_id, total, open } of own) {
          const list = await server.as(login).get(`trackers/${tracker_id}/artifacts?limit=50`)
          expect([login, tracker_id, Number(list.headers['x-pagination-size'])]).toEqual([login, tracker_id, total])
          const openOnes = list.body.filter(({ is_open, full_status }: any) => is_open || full_status === null)
          expect([login, tracker_id, openOnes.length]).toEqual([login, tracker_id, open])
        }
      }
    })
  })

  it.each(['activity', 'tracker_counts'])('GET /projects/{id}/%s refuses callers as the project does', async (name) => {
    const status = async (login: string, place: ProjectFixture) =>
      (await server.as(login).get(`projects/${place.projectId}/${name}`)).status
    expect(await status('restricted', project)).toBe(403)
    expect(await status('visitor', other)).toBe(401)
    expect(await status('alice', other)).toBe(403)
    expect(await status('bob', other)).toBe(200)
    expect((await server.as('alice').get(`projects/999999/${name}`)).status).toBe(404)
  })
})
