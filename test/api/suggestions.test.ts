import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId, UserGroupId } from '../../src/kit/values/ids.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let open: ProjectFixture
  let closed: ProjectFixture
  const ids = new Map<string, ArtifactId>()
  const idOf = (name: string): number => ids.get(name) as number

  beforeAll(async () => {
    const alice = await server.createUser('alice', { realName: 'Alice Ångström' })
    const bob = await server.createUser('bob', { realName: 'Robert Lang' })
    const carol = await server.createUser('carol', { realName: 'Carol Stone' })
    const langley = await server.createUser('langley', { realName: 'Zoe Slanger' })
    await server.createUser('outsider')
    await server.createUser('restricted', { status: 'R' })
    const gone = await server.createUser('gone-lang', { realName: 'Gone', status: 'S' })
    const users = (...sources: readonly object[]) => ({ kind: 'users', sources, defaultUsers: [] }) as never
    const trackers = (groups: ReadonlyMap<string, UserGroupId>) => [
      createTrackerDefinition(
        'bug',
        [
          createFieldDefinition('string', 'bug:title'),
          createFieldDefinition('string', 'bug:note'),
          createFieldDefinition('sb', 'bug:status', { bind: createStaticBind(['open', ''], ['closed', '']) }),
          createFieldDefinition('sb', 'bug:assigned', { bind: projectMembers }),
          createFieldDefinition('sb', 'bug:testers', {
            bind: users(...[...groups.values()].map((group) => ({ kind: 'group', group }))),
          }),
          createFieldDefinition('sb', 'bug:submitters', { bind: users({ kind: 'submitters' }) }),
          createFieldDefinition('sb', 'bug:registered', { bind: users({ kind: 'group', group: 2 }) }),
          createFieldDefinition('sb', 'bug:secret', { bind: projectMembers, rights: { read: [4] } }),
        ],
        { title: { field: 'bug:title' }, status: { field: 'bug:status', openValues: ['open'] } },
      ),
      createTrackerDefinition(
        'own',
        [createFieldDefinition('string', 'own:title', { rights: { read: [4], submit: [2] } })],
        { title: { field: 'own:title' } },
        { permissions: { full: [4], submitter_only: [2] } },
      ),
    ]
    open = await createProjectFixture(server, 'open', {
      members: [alice, bob, langley, gone],
      administrators: [carol],
      groups: { testers: [bob, alice] },
      trackers,
    })
    closed = await createProjectFixture(server, 'closed', { access: 'private', members: [bob], trackers })
    let n = 0
    const create = async (name: string, project: ProjectFixture, tracker: string, title: string, by = alice) => {
      const values = { [`${tracker}:title`]: title, ...(tracker === 'bug' && { 'bug:note': 'kettle' }) }
      const status = project.values.get(name === 'done' ? 'closed' : 'open')
      const all = tracker === 'bug' ? { ...values, 'bug:status': [status] } : values
      const [id] = await project.createArtifacts({ tracker, changes: [{ by, on: baseTime + n++, values: all }] })
      ids.set(name, id as ArtifactId)
    }
    await create('login', open, 'bug', 'Login fails')
    await create('done', open, 'bug', 'Login page is slow')
    await create('logout', open, 'bug', 'Logout works twice')
    await create('hidden', closed, 'bug', 'Login of the vault', bob)
    await create('bobs', open, 'own', 'Login of Bob', bob)
    await create('number', open, 'bug', 'Budget of 2026')
  }, 60_000)

  const suggest = async (login: string, query: string, more = ''): Promise<string[]> => {
    const url = `artifact_suggestions?query=${encodeURIComponent(query)}${more}`
    const { status, body } = await server.as(login).get(url)
    expect([status, body.error]).toEqual([200, undefined])
    return body.map(({ id }: { id: number }) => [...ids].find(([, known]) => known === id)?.[0])
  }

  describe('GET /artifact_suggestions', () => {
    it('returns the artifact with an id or a reference', async () => {
      const id = idOf('login')
      for (const query of [`${id}`, `#${id}`, `bug #${id}`, `BUG#${id}`, `art #${id}`])
        expect(await suggest('alice', query)).toEqual(['login'])
      for (const query of [`own #${id}`, `other #${id}`, '#999999', '999999999999999'])
        expect(await suggest('alice', query)).toEqual([])
    })

    it('returns artifacts whose titles contain all words, the last of which may be incomplete', async () => {
      expect((await suggest('alice', 'log')).sort()).toEqual(['done', 'login', 'logout'])
      expect((await suggest('alice', 'LÖGIN')).sort()).toEqual(['done', 'login'])
      expect(await suggest('alice', 'login fa')).toEqual(['login'])
      expect(await suggest('alice', 'log fails')).toEqual([])
      expect(await suggest('alice', '2026')).toEqual(['number'])
      expect(await suggest('alice', 'kettle')).toEqual([])
      expect(await suggest('alice', '!? "" *')).toEqual([])
    })

    it('adds the members that `include` contains, and refuses others', async () => {
      const { body } = await server.as('alice').get('artifact_suggestions?query=slow&include=status_place,due_date')
      expect(body).toMatchObject([{ status_place: { index: 0, count: expect.any(Number) }, due_date: null }])
      expect(body[0]).not.toHaveProperty('assignees')
      expect((await server.as('alice').get('artifact_suggestions?query=slow&include=secret')).status).toBe(400)
    })

    it('describes each with title, status and tracker', async () => {
      const { body } = await server.as('alice').get('artifact_suggestions?query=slow')
      const [id, tracker] = [idOf('done'), open.trackers.get('bug')]
      expect(body).toEqual([
        {
          id,
          uri: `artifacts/${id}`,
          html_url: `/plugins/tracker/?aid=${id}`,
          xref: `bug #${id}`,
          tracker: expect.objectContaining({ id: tracker, label: 'bugs', project: expect.anything() }),
          title: 'Login page is slow',
          full_status: { value: 'closed', color: null },
          is_open: false,
        },
      ])
    })

    it('never returns an artifact or matches a title that the caller cannot read', async () => {
      const found = async (login: string) => (await suggest(login, 'login')).sort()
      expect(await found('alice')).toEqual(['done', 'login'])
      expect(await found('visitor')).toEqual(['done', 'login'])
      expect(await found('outsider')).toEqual(['done', 'login'])
      expect(await found('restricted')).toEqual([])
      // Bob sees the artifact of the tracker own, but not its title.
      expect(await found('bob')).toEqual(['done', 'hidden', 'login'])
      expect(await found('carol')).toEqual(['bobs', 'done', 'login'])
      const byId = (login: string) =>
        Promise.all([suggest(login, `#${idOf('bobs')}`), suggest(login, `${idOf('hidden')}`)])
      expect(await byId('bob')).toEqual([['bobs'], ['hidden']])
      expect(await byId('alice')).toEqual([[], []])
      expect(await byId('visitor')).toEqual([[], []])
      const { body } = await server.as('bob').get(`artifact_suggestions?query=${idOf('bobs')}`)
      expect(body.map(({ title }: { title: string }) => title)).toEqual([null])
    })

    it('can be restricted to a project or tracker, whose latest changed artifacts it returns without a query', async () => {
      const inProject = `&project_id=${closed.projectId}`
      expect(await suggest('bob', 'login', inProject)).toEqual(['hidden'])
      expect(await suggest('bob', `${idOf('login')}`, inProject)).toEqual([])
      const inTracker = `&tracker_id=${open.trackers.get('bug')}`
      expect(await suggest('alice', '', inTracker)).toEqual(['number', 'logout', 'done', 'login'])
      expect(await suggest('alice', '', `${inTracker}&limit=2`)).toEqual(['number', 'logout'])
      expect(await suggest('alice', 'log', `${inTracker}&limit=1`)).toHaveLength(1)
      expect(await suggest('bob', '', `&project_id=${open.projectId}&limit=2`)).toEqual(['number', 'bobs'])
      expect(await suggest('alice', '')).toEqual([])
    })

    it('rejects projects and trackers that the caller does not see, and wrong parameters', async () => {
      for (const query of [
        `project_id=${closed.projectId}`,
        `tracker_id=${closed.trackers.get('bug')}`,
        'tracker_id=0',
        'limit=0',
        'limit=51',
        `query=${'x'.repeat(501)}`,
      ])
        expect([query, (await server.as('alice').get(`artifact_suggestions?${query}`)).status]).toEqual([query, 400])
    })
  })

  const users = async (login: string, query: string, project: ProjectFixture = open): Promise<string[]> => {
    const { status, body } = await server.as(login).get(`projects/${project.projectId}/user_suggestions?${query}`)
    expect([status, body.error]).toEqual([200, undefined])
    return body.map(({ username }: { username: string }) => username)
  }
  const field = (name: string, project: ProjectFixture = open) => `field_id=${project.fields.get(`bug:${name}`)}`

  describe('GET /projects/{id}/user_suggestions', () => {
    it('returns active members, first those with a word that begins with the text', async () => {
      expect(await users('alice', '')).toEqual(['alice', 'bob', 'carol', 'langley'])
      expect(await users('alice', 'query=LANG')).toEqual(['bob', 'langley'])
      expect(await users('alice', 'query=lang&limit=1')).toEqual(['bob'])
      expect(await users('alice', 'query=ang')).toEqual(['alice', 'bob', 'langley'])
      expect(await users('alice', 'query=rob lan')).toEqual(['bob'])
      expect(await users('alice', 'query=%25')).toEqual([])
      expect(await users('alice', 'query=outsider')).toEqual([])
    })

    it('returns users that a list field offers', async () => {
      expect(await users('carol', field('testers'))).toEqual(['alice', 'bob'])
      expect(await users('carol', `${field('testers')}&query=stone`)).toEqual([])
      expect(await users('carol', field('submitters'))).toEqual(['alice'])
      expect(await users('carol', `${field('registered')}&query=o`)).toEqual(
        expect.arrayContaining(['bob', 'outsider']),
      )
      expect(await users('carol', `${field('registered')}&query=restricted`)).toEqual([])
      expect(await users('carol', field('secret'))).toEqual(['alice', 'bob', 'carol', 'langley'])
    })

    it('returns members only to members and site administrators, and users of a field to all who read it', async () => {
      expect(await users('outsider', 'query=alice')).toEqual([])
      expect(await users('admin', 'query=alice')).toEqual(['alice'])
      expect(await users('outsider', `${field('assigned')}&query=alice`)).toEqual(['alice'])
      expect(await users('bob', '', closed)).toEqual(['bob'])
    })

    it('rejects fields that the caller cannot read, that belong elsewhere, or that hold no users', async () => {
      const rejected = async (login: string, query: string) =>
        (await server.as(login).get(`projects/${open.projectId}/user_suggestions?${query}`)).status
      expect(await rejected('alice', field('secret'))).toBe(400)
      expect(await rejected('bob', field('assigned', closed))).toBe(400)
      expect(await rejected('alice', field('status'))).toBe(400)
      expect(await rejected('alice', 'field_id=0')).toBe(400)
      expect(await rejected('alice', 'field_id=99999999999999999999')).toBe(400)
      expect(await rejected('alice', 'limit=51')).toBe(400)
    })

    it('refuses callers as the project does', async () => {
      const status = async (login: string, project: ProjectFixture) =>
        (await server.as(login).get(`projects/${project.projectId}/user_suggestions`)).status
      expect(await status('visitor', open)).toBe(401)
      expect(await status('restricted', open)).toBe(403)
      expect(await status('alice', closed)).toBe(403)
      expect((await server.as('alice').get('projects/999999/user_suggestions')).status).toBe(404)
    })
  })
})
