import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId, UserId } from '../../src/kit/values/ids.ts'
import {
  buildArtifact,
  buildChange,
  buildChangeset,
  buildField,
  buildGroup,
  buildTracker,
  buildUsersBind,
  buildValue,
  createArchive,
  expectImported,
  openFields,
} from '../kit/archive.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const bindOfModifiers = { kind: 'users' as const, sources: [{ kind: 'modifiers' as const }], defaultUsers: [] }

const createTracker = (name: string) =>
  createTrackerDefinition(
    name,
    [
      createFieldDefinition('string', `${name}:title`),
      createFieldDefinition('art_link', `${name}:links`),
      createFieldDefinition('sb', `${name}:checker`, { bind: bindOfModifiers }),
      createFieldDefinition('tbl', `${name}:crew`, { bind: bindOfModifiers }),
      createFieldDefinition('luby', `${name}:editor`, { bind: bindOfModifiers }),
      createFieldDefinition('sb', `${name}:secret`, { bind: bindOfModifiers, rights: { read: [4] } }),
    ],
    { title: { field: `${name}:title` } },
  )

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let yard: ProjectFixture
  let other: ProjectFixture
  const userId = (login: string): UserId => server.idOf(login)
  const tracker = (name: string) => Number((name === 'crate' ? other : yard).trackers.get(name))
  const field = (name: string) => Number((name.startsWith('crate:') ? other : yard).fields.get(name))

  beforeAll(async () => {
    for (const login of ['alice', 'bob', 'carol', 'dora', 'boss', 'outsider', 'mover', 'leaver'])
      await server.createUser(login)
    await server.createUser('rita', { status: 'R' })
    const members = ['alice', 'bob', 'carol', 'dora', 'mover', 'leaver', 'rita'].map(userId)
    const people = { members, administrators: [userId('boss'), userId('mover')] }
    yard = await createProjectFixture(server, 'yard', {
      ...people,
      access: 'unrestricted',
      trackers: () => ['boat', 'sail', 'oar', 'rope', 'buoy'].map(createTracker),
    })
    other = await createProjectFixture(server, 'shed', { ...people, trackers: () => [createTracker('crate')] })
  })

  async function create(login: string, name: string, values: readonly object[] = []): Promise<ArtifactId> {
    const title = { field_id: field(`${name}:title`), value: `By ${login}` }
    const response = await server
      .as(login)
      .post('artifacts', { tracker: { id: tracker(name) }, values: [title, ...values] })
    expect(response.status, response.text).toBe(201)
    return response.body.id
  }
  async function change(login: string, id: ArtifactId, name: string, value: string): Promise<void> {
    const values = [{ field_id: field(`${name}:title`), value }]
    expect((await server.as(login).put(`artifacts/${id}`, { values })).status).toBe(200)
  }
  /** Returns the logins that a field offers to a caller; undefined: the caller does not see the field. */
  async function offered(caller: string, name: string, fieldName: string): Promise<string[] | undefined> {
    const { status, body } = await server.as(caller).get(`trackers/${tracker(name)}`)
    expect(status).toBe(200)
    const found = body.fields.find(({ field_id }: { field_id: number }) => field_id === field(`${name}:${fieldName}`))
    return found?.values.map(({ label }: { label: string }) => label)
  }
  const suggested = async (name: string, caller = 'alice'): Promise<string[]> => {
    const project = (name === 'crate' ? other : yard).projectId
    const url = `projects/${project}/user_suggestions?field_id=${field(`${name}:checker`)}`
    return (await server.as(caller).get(url)).body.map(({ username }: { username: string }) => username)
  }
  const countRows = async (): Promise<number> => (await server.rowCounts())['artifact_modifier'] ?? 0

  describe('a list of modifiers', () => {
    it('offers all who ever changed an artifact of the tracker, to every caller who sees the list', async () => {
      const id = await create('alice', 'boat')
      await create('dora', 'boat')
      for (const login of ['bob', 'carol', 'bob']) await change(login, id, 'boat', `As ${login} wants it`)
      const everybody = ['alice', 'bob', 'carol', 'dora']
      for (const caller of ['visitor', 'outsider', 'rita', 'alice', 'boss', 'admin'])
        for (const name of ['checker', 'crew', 'editor']) expect(await offered(caller, 'boat', name)).toEqual(everybody)
      for (const caller of ['visitor', 'outsider', 'rita', 'alice'])
        expect(await offered(caller, 'boat', 'secret')).toBeUndefined()
      for (const caller of ['boss', 'admin']) expect(await offered(caller, 'boat', 'secret')).toEqual(everybody)
      expect(await suggested('boat')).toEqual(everybody)
      expect(await suggested('boat', 'rita')).toEqual(everybody)
    })

    it('does not offer a former modifier who can no longer sign in', async () => {
      const id = await create('leaver', 'oar')
      await change('alice', id, 'oar', 'Continued')
      expect(await offered('alice', 'oar', 'checker')).toEqual(['alice', 'leaver'])
      const { status } = await server.as('admin').patch(`users/${userId('leaver')}`, { values: { status: 'S' } })
      expect(status).toBe(200)
      expect(await offered('alice', 'oar', 'checker')).toEqual(['alice'])
      expect(await suggested('oar')).toEqual(['alice'])
    })

    it('accepts a former modifier as a value, and no other user', async () => {
      const id = await create('alice', 'sail')
      await change('bob', id, 'sail', 'Mended')
      const put = (login: string) =>
        server.as('bob').put(`artifacts/${id}`, {
          values: [{ field_id: field('sail:checker'), bind_value_ids: [userId(login)] }],
        })
      expect((await put('alice')).status).toBe(200)
      expect((await put('carol')).status).toBe(400)
      const post = (login: string) =>
        server.as('bob').post('artifacts', {
          tracker: { id: tracker('sail') },
          values: [
            { field_id: field('sail:title'), value: 'New' },
            { field_id: field('sail:checker'), bind_value_ids: [userId(login)] },
          ],
        })
      expect((await post('alice')).status).toBe(201)
      expect((await post('outsider')).status).toBe(400)
    })

    it('offers users whose changes were followed by those of others in one import or bulk change', async () => {
      const [id] = await yard.createArtifacts({
        tracker: 'rope',
        changes: ['alice', 'bob', 'alice', 'carol'].map((login) => ({
          by: userId(login),
          values: { 'rope:title': `By ${login}` },
        })),
      })
      expect(await offered('alice', 'rope', 'checker')).toEqual(['alice', 'bob', 'carol'])
      await yard.createArtifacts({ tracker: 'rope', changes: [{ values: { 'rope:title': 'Anonymous' } }] })
      const { status, body } = await server.as('boss').post(`trackers/${tracker('rope')}/artifact_changes`, {
        artifacts: [id],
        values: [{ field_id: field('rope:title'), value: 'All at once' }],
      })
      expect([status, body.changed]).toEqual([200, 1])
      expect(await offered('alice', 'rope', 'checker')).toEqual(['alice', 'bob', 'boss', 'carol'])
    })

    it('offers the former modifier of an artifact that another one links in reverse', async () => {
      const target = await create('carol', 'buoy')
      const links = {
        field_id: field('buoy:links'),
        all_links: [{ id: target, direction: 'reverse', type: '' }],
      }
      await create('alice', 'buoy', [links])
      const { body } = await server.as('alice').get(`artifacts/${target}`)
      expect(body.values.find(({ label }: { label: string }) => label === 'editor').value.username).toBe('alice')
      expect(await offered('bob', 'buoy', 'checker')).toEqual(['alice', 'carol'])
    })

    it('follows an artifact to another tracker with all its modifiers, and forgets those of a deleted one', async () => {
      const before = await countRows()
      const id = await create('alice', 'crate')
      await change('bob', id, 'crate', 'Moved soon')
      const there = async () => [await offered('alice', 'crate', 'checker'), await suggested('crate')]
      expect(await there()).toEqual([
        ['alice', 'bob'],
        ['alice', 'bob'],
      ])
      const moved = await server.as('mover').patch(`artifacts/${id}`, { move: { tracker_id: tracker('boat') } })
      expect(moved.status, moved.text).toBe(200)
      expect(await there()).toEqual([[], []])
      expect(await offered('alice', 'boat', 'checker')).toEqual(['alice', 'bob', 'carol', 'dora', 'mover'])
      expect((await server.as('boss').delete(`artifacts/${id}`)).status).toBe(200)
      expect(await offered('alice', 'boat', 'checker')).toEqual(['alice', 'bob', 'carol', 'dora'])
      expect(await suggested('boat')).toEqual(['alice', 'bob', 'carol', 'dora'])
      expect(await countRows()).toBe(before)
    })

    it('moves an artifact of which a node of the previous release has left rows', async () => {
      const id = await create('alice', 'crate')
      await change('bob', id, 'crate', 'Moved soon')
      const row = (name: string, login: string) => ({
        tracker_id: tracker(name) as never,
        user_id: userId(login),
        artifact_id: id,
      })
      const stale = [row('sail', 'alice'), row('boat', 'bob'), row('boat', 'carol')]
      await server.world.db.write((tx) => tx.insertInto('artifact_modifier').values(stale).execute())
      const moved = await server.as('boss').patch(`artifacts/${id}`, { move: { tracker_id: tracker('boat') } })
      expect(moved.status, moved.text).toBe(200)
      expect(await offered('alice', 'crate', 'checker')).toEqual([])
      expect((await findContradictions(server.world.db)).filter((each) => each.includes(`${id}`))).toEqual([])
      await server.as('boss').delete(`artifacts/${id}`)
    })

    it('writes no row while one user creates and changes an artifact, and one for each further user', async () => {
      const before = await countRows()
      const id = await create('alice', 'boat')
      await change('alice', id, 'boat', 'Twice')
      await change('alice', id, 'boat', 'Three times')
      expect(await countRows()).toBe(before)
      await change('bob', id, 'boat', 'By another user')
      await change('bob', id, 'boat', 'And again')
      expect(await countRows()).toBe(before + 1)
      for (const login of ['alice', 'bob', 'alice', 'bob']) await change(login, id, 'boat', `Now ${login}`)
      expect(await countRows()).toBe(before + 2)
    })

    it('offers the authors of an imported history', async () => {
      const title = (text: string) => buildChange('title', 'string', [buildValue(text)])
      const at = (n: number) => `2026-02-0${n}T10:00:00+01:00`
      const archive = await createArchive({
        shortName: 'port',
        users: ['alice', 'bob', 'carol'].map((login, index) => ({ id: 201 + index, login })),
        groups: [buildGroup('project_admins', ['alice']), buildGroup('project_members', ['alice', 'bob', 'carol'])],
        trackers: [
          buildTracker({
            id: 'T1',
            itemName: 'ship',
            fields: [
              buildField('string', 'F1', 'title'),
              buildField('sb', 'F2', 'checker', [buildUsersBind('artifact_modifiers')]),
            ],
            permissions: openFields('F1', 'F2'),
            artifacts: [
              buildArtifact(
                7,
                buildChangeset('bob', at(1), [title('First')]),
                buildChangeset('carol', at(2), [title('Second')]),
                buildChangeset('alice', at(3), [title('Third')]),
              ),
            ],
          }),
        ],
      })
      const { project } = expectImported(await archive.import(server.world))
      await archive.remove()
      const { body } = await server.as('alice').get(`projects/${project?.id}/trackers`)
      const list = body[0].fields.find(({ name }: { name: string }) => name === 'checker')
      expect(list.values.map(({ label }: { label: string }) => label)).toEqual(['alice', 'bob', 'carol'])
    })

    it('leaves no contradiction in the database', async () => {
      expect(await findContradictions(server.world.db)).toEqual([])
    })
  })
})
