import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let ownProject: ProjectFixture
  let otherProject: ProjectFixture
  let suspended: ProjectFixture

  beforeAll(async () => {
    const alice = await server.createUser('alice')
    const bob = await server.createUser('bob')
    ownProject = await createProjectFixture(server, 'own', {
      members: [alice],
      trackers: () => [
        createTrackerDefinition('task', [
          createFieldDefinition('string', 'title'),
          createFieldDefinition('art_link', 'links'),
        ]),
      ],
    })
    otherProject = await createProjectFixture(server, 'theirs', {
      members: [bob],
      trackers: () => [
        createTrackerDefinition('epic', [
          createFieldDefinition('string', 'epic:title'),
          createFieldDefinition('art_link', 'epic:links'),
        ]),
      ],
    })
    suspended = await createProjectFixture(server, 'resting', {
      members: [alice],
      trackers: () => [
        createTrackerDefinition('story', [
          createFieldDefinition('string', 'story:title'),
          createFieldDefinition('art_link', 'story:links'),
        ]),
      ],
    })
  })

  const createTask = async (): Promise<ArtifactId> =>
    (await ownProject.createArtifacts({ tracker: 'task', changes: [{}] }))[0] as ArtifactId
  const createParent = async (project: ProjectFixture, tracker: string, child?: ArtifactId): Promise<ArtifactId> => {
    const values = child === undefined ? {} : { [`${tracker}:links`]: [{ id: child, type: '_is_child' }] }
    return (await project.createArtifacts({ tracker, changes: [{ values }] }))[0] as ArtifactId
  }
  const links = (input: object) => ({ values: [{ field_id: ownProject.fields.get('links'), ...input }] })
  const from = (id: ArtifactId) => ({ all_links: [{ id, direction: 'reverse', type: '_is_child' }] })
  const expectRejected = async (id: ArtifactId, input: object, message: string) => {
    const before = await server.rowCounts()
    const response = await server.as('alice').put(`artifacts/${id}`, links(input))
    expect([response.status, response.body.error?.message]).toEqual([400, `Bad Request: ${message}`])
    expect(await server.rowCounts()).toEqual(before)
  }

  describe('a caller without permission to update the link field of another artifact', () => {
    const denied = 'You are not allowed to update the field links.'

    it('cannot add a link to it', async () => {
      const [id, epic] = [await createTask(), await createParent(otherProject, 'epic')]
      await expectRejected(id, { parent: { id: epic } }, denied)
      await expectRejected(id, from(epic), denied)
      const input = { tracker: { id: ownProject.trackers.get('task') }, ...links({ parent: { id: epic } }) }
      const before = await server.rowCounts()
      expect((await server.as('alice').post('artifacts', input)).status).toBe(400)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('cannot remove a link from it, but can repeat an existing link', async () => {
      const id = await createTask()
      const epic = await createParent(otherProject, 'epic', id)
      await expectRejected(id, { all_links: [] }, denied)
      expect((await server.as('alice').put(`artifacts/${id}`, links(from(epic)))).status).toBe(200)
      const { body } = await server.as('bob').get(`artifacts/${epic}/changesets`)
      expect(body).toHaveLength(1)
    })
  })

  it('links of artifacts in a suspended project can be neither added nor removed', async () => {
    const [id, other] = [await createTask(), await createParent(suspended, 'story')]
    const linked = await createTask()
    const story = await createParent(suspended, 'story', linked)
    await server.as('admin').patch(`projects/${suspended.projectId}`, { status: 'suspended' })
    const inactive = (each: ArtifactId) => `The artifact #${each} is not located in an active project.`
    const before = await server.rowCounts()
    const added = await server.as('admin').put(`artifacts/${id}`, links(from(other)))
    expect([added.status, added.body.error?.message]).toEqual([400, `Bad Request: ${inactive(other)}`])
    const removed = await server.as('admin').put(`artifacts/${linked}`, links({ all_links: [] }))
    expect([removed.status, removed.body?.error?.message]).toEqual([400, `Bad Request: ${inactive(story)}`])
    expect(await server.rowCounts()).toEqual(before)
  })
})
