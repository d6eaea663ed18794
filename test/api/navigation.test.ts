import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/start/assemble.ts'
import { IdSetCache } from '../../src/database/changes/id-set-cache.ts'
import { BodyCache } from '../../src/kit/caches/body-cache.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const logins = ['visitor', 'restricted', 'outsider', 'alice', 'bob', 'carol', 'admin']

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let open: ProjectFixture
  let closed: ProjectFixture
  const ids = new Map<string, number>()

  beforeAll(async () => {
    const [alice, bob, carol] = [
      await server.createUser('alice'),
      await server.createUser('bob'),
      await server.createUser('carol'),
    ]
    await server.createUser('outsider')
    await server.createUser('restricted', { status: 'R' })
    const fields = (name: string) => [
      createFieldDefinition('string', `${name}:title`),
      createFieldDefinition('sb', `${name}:status`, {
        bind: createStaticBind([`${name} open`, ''], [`${name} done`, '']),
        rights: name === 'own' ? { read: [4], submit: [2] } : { read: [1], submit: [2], update: [3] },
      }),
      createFieldDefinition('msb', `${name}:assigned`, { bind: projectMembers }),
      createFieldDefinition('date', `${name}:start`),
      createFieldDefinition('date', `${name}:end`),
    ]
    const semantics = (name: string) => ({
      title: { field: `${name}:title` },
      status: { field: `${name}:status`, openValues: [`${name} open`] },
      contributor: { field: `${name}:assigned` },
      timeframe: { start: `${name}:start`, end: `${name}:end` },
    })
    const trackers = () => [
      createTrackerDefinition('bug', fields('bug'), semantics('bug')),
      createTrackerDefinition('own', fields('own'), semantics('own'), {
        permissions: { full: [4], submitter_only: [2] },
      }),
      createTrackerDefinition('closed', fields('closed'), semantics('closed'), { permissions: { full: [4] } }),
      createTrackerDefinition('empty', fields('empty'), semantics('empty')),
    ]
    const members = { members: [alice, bob], administrators: [carol], trackers }
    open = await createProjectFixture(server, 'orchard', members)
    closed = await createProjectFixture(server, 'vault', { ...members, access: 'private' })
    const create = async (name: string, login: string, tracker: string, status: string, assignee = 'visitor') => {
      const place = name.startsWith('vault') ? closed : open
      const assigned = assignee === 'visitor' ? [] : [server.idOf(assignee)]
      const { status: code, body } = await server.as(login).post('artifacts', {
        tracker: { id: place.trackers.get(tracker) },
        values: [
          { field_id: place.fields.get(`${tracker}:title`), value: name },
          {
            field_id: place.fields.get(`${tracker}:status`),
            bind_value_ids: [place.values.get(`${tracker} ${status}`)],
          },
          { field_id: place.fields.get(`${tracker}:assigned`), bind_value_ids: assigned },
        ],
      })
      expect([code, body.error]).toEqual([201, undefined])
      ids.set(name, body.id)
    }
    await create('one', 'alice', 'bug', 'open', 'bob')
    await create('two', 'alice', 'bug', 'done', 'bob')
    await create('three', 'bob', 'own', 'done', 'bob')
    await create('secret', 'carol', 'closed', 'open', 'carol')
    await create('vault', 'alice', 'bug', 'open', 'bob')
    await runJobs(server.world)
  }, 60_000)

  const read = async (login: string, query = '') => {
    const { status, body } = await server.as(login).get(`navigation${query}`)
    expect([login, query, status, body.error]).toEqual([login, query, 200, undefined])
    return body
  }
  const inProject = (login: string, place = open) => read(login, `?project_id=${place.projectId}`)

  it('returns only the numbers of the caller without a project', async () => {
    expect(await read('visitor')).toEqual({ own: null, project: null })
    expect(await read('outsider')).toEqual({ own: { assigned_count: 0, unread_count: 0 }, project: null })
  })

  it('counts the open artifacts of the caller and the unread items as their lists do', async () => {
    for (const login of ['restricted', 'outsider', 'alice', 'bob', 'carol']) {
      const user = server.as(login)
      const artifacts = await user.get('users/self/artifacts?query={"assigned_to":true}')
      const inbox = await user.get('users/self/inbox?unread=true')
      expect([login, (await read(login)).own]).toEqual([
        login,
        { assigned_count: Number(artifacts.headers['x-pagination-size']), unread_count: inbox.body.unread_count },
      ])
    }
    // Bob cannot read the status of `own`, so "three" counts as open.
    expect((await read('bob')).own).toEqual({ assigned_count: 3, unread_count: 3 })
    await server.as('bob').patch('users/self/inbox', { read: 'all' })
    expect((await read('bob')).own).toEqual({ assigned_count: 3, unread_count: 0 })
  })

  it('returns the same project, services, trackers and numbers as the single routes, for each caller', async () => {
    for (const login of ['visitor', 'outsider', 'alice', 'bob', 'carol', 'admin']) {
      const { project } = await inProject(login)
      const { trackers, services, repositories, is_administrator, can_update, tracker_count, reports, ...own } = project
      const get = async (path: string) => (await server.as(login).get(`projects/${open.projectId}${path}`)).body
      expect([login, own]).toEqual([login, await get('')])
      expect([login, services]).toEqual([login, await get('/project_services?limit=50')])
      const listed = await get('/trackers?limit=50')
      const names = (all: readonly any[]) =>
        all.map(({ id, label, item_name, color_name, description }) => ({
          id,
          label,
          item_name,
          color_name,
          description,
        }))
      expect([login, names(trackers)]).toEqual([login, names(listed)])
      expect([login, tracker_count]).toEqual([login, listed.length])
      const counts = trackers.map(({ id, open, total }: any) => ({ tracker_id: id, open, total }))
      expect([login, counts.sort((a: any, b: any) => a.tracker_id - b.tracker_id)]).toEqual([
        login,
        await get('/tracker_counts'),
      ])
      for (const { id, open, total } of trackers) {
        const { body, headers } = await server.as(login).get(`trackers/${id}/artifacts?limit=50`)
        const openOnes = body.filter(({ is_open, full_status }: any) => is_open || full_status === null)
        expect([login, id, open, total]).toEqual([login, id, openOnes.length, Number(headers['x-pagination-size'])])
      }
      expect([login, trackers.map((each: any) => each.can_update)]).toEqual([
        login,
        trackers.map(() => ['carol', 'admin'].includes(login)),
      ])
      const isAdministrator = ['carol', 'admin'].includes(login)
      expect([login, is_administrator, can_update]).toEqual([login, isAdministrator, isAdministrator])
      expect([login, reports, repositories]).toEqual([login, [], []])
    }
  })

  it('counts the same from cached sets of ids', async () => {
    const { world } = server
    const app = await createApp({
      ...world,
      bodyCache: new BodyCache(0),
      idSets: new IdSetCache(world.db, { fewest: 0 }),
    })
    for (const login of ['visitor', 'outsider', 'alice', 'bob', 'carol', 'admin']) {
      const url = `/api/navigation?project_id=${open.projectId}`
      const cached = await app.inject({ url, headers: server.credentials(login) })
      expect([login, cached.json().project.trackers]).toEqual([login, (await inProject(login)).project.trackers])
    }
    await app.close()
  })

  describe('GET /projects/{id}/late_artifacts', () => {
    const setEnd = async (name: string, tracker: string, daysLater: number) => {
      // In the time zone of the server, where the next day begins before that of UTC.
      const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Paris' }).format(
        (server.world.clock.now() + daysLater * 86_400) * 1000,
      )
      const values = [{ field_id: open.fields.get(`${tracker}:end`), value: day }]
      expect((await server.as('carol').put(`artifacts/${ids.get(name)}`, { values })).status).toBe(200)
    }
    const late = async (login: string, query = '') => {
      const { status, body } = await server.as(login).get(`projects/${open.projectId}/late_artifacts${query}`)
      expect([login, status, body.error]).toEqual([login, 200, undefined])
      return { count: body.count, titles: body.artifacts.map(({ title }: any) => title), artifacts: body.artifacts }
    }

    it('returns the open artifacts that the caller sees and whose timeframe has ended, the longest ago first', async () => {
      expect((await late('carol')).count).toBe(0)
      await setEnd('one', 'bug', -3)
      // It is not open.
      await setEnd('two', 'bug', -9)
      await setEnd('secret', 'closed', -5)
      expect(await late('carol')).toMatchObject({ count: 2, titles: ['secret', 'one'] })
      expect(await late('carol', '?limit=1')).toMatchObject({ count: 2, titles: ['secret'] })
      for (const login of ['visitor', 'outsider', 'alice', 'bob'])
        expect([login, (await late(login)).titles]).toEqual([login, ['one']])
      await setEnd('one', 'bug', 0)
      expect((await late('alice')).count).toBe(0)
      await setEnd('one', 'bug', 3)
      expect((await late('alice')).count).toBe(0)
    })

    it('describes them as lists of work do', async () => {
      const [artifact] = (await late('carol')).artifacts
      expect(artifact).toMatchObject({
        title: 'secret',
        is_open: true,
        full_status: { value: 'closed open' },
        status_place: { index: 0, count: 1 },
        assignees: [{ username: 'carol' }],
      })
      const names = 'full_status,is_open,status_place,due_date,assignees'
      const own = await server.as('carol').get(`users/self/artifacts?query={"assigned_to":true}&include=${names}`)
      expect(own.body).toEqual([artifact])
      await server.as('carol').put(`artifacts/${artifact.id}/watch`)
      const watched = await server.as('carol').get(`users/self/watched_artifacts?include=${names}`)
      expect(watched.body).toEqual([artifact])
    })

    it('hides the end and the place of the status from callers who cannot read these fields', async () => {
      const query = 'users/self/artifacts?query={"assigned_to":true}&include=status_place,due_date,full_status'
      const { body } = await server.as('bob').get(query)
      expect(body.find(({ title }: any) => title === 'three')).toMatchObject({ status_place: null, full_status: null })
      const plain = await server.as('bob').get('users/self/artifacts?query={"assigned_to":true}')
      expect(plain.body.map((each: object) => Object.keys(each))).not.toContainEqual(
        expect.arrayContaining(['due_date']),
      )
    })

    it('rejects unknown members and limits', async () => {
      const status = async (path: string) => (await server.as('alice').get(path)).status
      expect(await status('users/self/artifacts?query={"assigned_to":true}&include=nothing')).toBe(400)
      expect(await status('users/self/watched_artifacts?include=nothing')).toBe(400)
      expect(await status(`projects/${open.projectId}/late_artifacts?limit=51`)).toBe(400)
      expect(await status(`projects/${closed.projectId}/late_artifacts`)).toBe(200)
      expect((await server.as('outsider').get(`projects/${closed.projectId}/late_artifacts`)).status).toBe(403)
    })
  })

  it('finds the project by its short name, one of its trackers or one of its artifacts', async () => {
    const expected = await inProject('alice')
    for (const query of [
      'shortname=orchard',
      'shortname=ORCHARD',
      `tracker_id=${open.trackers.get('bug')}`,
      `artifact_id=${ids.get('two')}`,
    ])
      expect(await read('alice', `?${query}`)).toEqual(expected)
  })

  it('refuses what its key names like the route of that resource', async () => {
    const status = async (login: string, path: string) => (await server.as(login).get(path)).status
    for (const login of logins)
      for (const place of [open, closed]) {
        const bug = ids.get(place === open ? 'one' : 'vault')
        const others = place === open ? [['artifact_id', ids.get('secret'), 'artifacts'] as const] : []
        for (const [parameter, id, path] of [
          ['project_id', place.projectId, 'projects'],
          ['tracker_id', place.trackers.get('bug'), 'trackers'],
          ['tracker_id', place.trackers.get('closed'), 'trackers'],
          ['artifact_id', bug, 'artifacts'],
          ...others,
        ] as const)
          expect([login, parameter, id, await status(login, `navigation?${parameter}=${id}`)]).toEqual([
            login,
            parameter,
            id,
            await status(login, `${path}/${id}`),
          ])
      }
    for (const parameter of ['project_id', 'tracker_id', 'artifact_id'])
      expect([parameter, await status('alice', `navigation?${parameter}=999999`)]).toEqual([parameter, 404])
  })

  it('knows no short name that the list of projects hides', async () => {
    const found = async (login: string) => (await server.as(login).get('navigation?shortname=vault')).status
    expect(await Promise.all(logins.map(found))).toEqual([404, 404, 404, 200, 200, 200, 200])
    const missing = await server.as('outsider').get('navigation?shortname=nowhere')
    expect((await server.as('outsider').get('navigation?shortname=vault')).body).toEqual(missing.body)
  })

  it('lists the reports that only the caller sees', async () => {
    const save = (login: string, label: string, isPublic: boolean) =>
      server
        .as(login)
        .post('tracker_reports', { tracker: { id: open.trackers.get('bug') }, label, is_public: isPublic })
    expect((await save('carol', 'Ours', true)).status).toBe(201)
    expect((await save('carol', 'Mine', false)).status).toBe(201)
    expect((await inProject('alice')).project.reports).toEqual([])
    const { reports } = (await inProject('carol')).project
    expect(reports).toEqual([{ id: expect.any(Number), tracker_id: open.trackers.get('bug'), label: 'Mine' }])
    expect((await read('carol', `?project_id=${closed.projectId}`)).project.reports).toEqual([])
  })

  describe('rejects', () => {
    it.each(['project_id=101&shortname=orchard', 'tracker_id=1&artifact_id=1', 'project_id=x', 'artifact_id=1.5'])(
      '%s',
      async (query) => expect((await server.as('alice').get(`navigation?${query}`)).status).toBe(400),
    )
  })
})
