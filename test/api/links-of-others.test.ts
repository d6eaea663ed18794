import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/ids.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let own: ProjectFixture
  let theirs: ProjectFixture
  let resting: ProjectFixture

  beforeAll(async () => {
    const alice = await server.createUser('alice')
    const bob = await server.createUser('bob')
    own = await createProjectFixture(server, 'own', {
      members: [alice],
      trackers: () => [
        trackerDefinition('task', [fieldDefinition('string', 'title'), fieldDefinition('art_link', 'links')]),
      ],
    })
    theirs = await createProjectFixture(server, 'theirs', {
      members: [bob],
      trackers: () => [
        trackerDefinition('epic', [fieldDefinition('string', 'epic:title'), fieldDefinition('art_link', 'epic:links')]),
      ],
    })
    resting = await createProjectFixture(server, 'resting', {
      members: [alice],
      trackers: () => [
        trackerDefinition('story', [
          fieldDefinition('string', 'story:title'),
          fieldDefinition('art_link', 'story:links'),
        ]),
      ],
    })
  })

  const task = async (): Promise<ArtifactId> =>
    (await own.createArtifacts({ tracker: 'task', changes: [{}] }))[0] as ArtifactId
  const above = async (project: ProjectFixture, tracker: string, child?: ArtifactId): Promise<ArtifactId> => {
    const values = child === undefined ? {} : { [`${tracker}:links`]: [{ id: child, type: '_is_child' }] }
    return (await project.createArtifacts({ tracker, changes: [{ values }] }))[0] as ArtifactId
  }
  const links = (sent: object) => ({ values: [{ field_id: own.fields.get('links'), ...sent }] })
  const from = (id: ArtifactId) => ({ all_links: [{ id, direction: 'reverse', type: '_is_child' }] })
  const refused = async (id: ArtifactId, sent: object, message: string) => {
    const before = await server.rowCounts()
    const answer = await server.as('alice').put(`artifacts/${id}`, links(sent))
    expect([answer.status, answer.body.error?.message]).toEqual([400, `Bad Request: ${message}`])
    expect(await server.rowCounts()).toEqual(before)
  }

  describe('who may not update the link field of another artifact', () => {
    const denied = 'You are not allowed to update the field links.'

    it('gives it no link', async () => {
      const [id, epic] = [await task(), await above(theirs, 'epic')]
      await refused(id, { parent: { id: epic } }, denied)
      await refused(id, from(epic), denied)
      const made = { tracker: { id: own.trackers.get('task') }, ...links({ parent: { id: epic } }) }
      const before = await server.rowCounts()
      expect((await server.as('alice').post('artifacts', made)).status).toBe(400)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('takes none of its links away, and may say that they are there', async () => {
      const id = await task()
      const epic = await above(theirs, 'epic', id)
      await refused(id, { all_links: [] }, denied)
      expect((await server.as('alice').put(`artifacts/${id}`, links(from(epic)))).status).toBe(200)
      const { body } = await server.as('bob').get(`artifacts/${epic}/changesets`)
      expect(body).toHaveLength(1)
    })
  })

  it('links of artifacts in a suspended project are neither added nor taken away', async () => {
    const [id, other] = [await task(), await above(resting, 'story')]
    const linked = await task()
    const story = await above(resting, 'story', linked)
    await server.as('admin').patch(`projects/${resting.projectId}`, { status: 'suspended' })
    const inactive = (each: ArtifactId) => `The artifact #${each} is not located in an active project.`
    const before = await server.rowCounts()
    const added = await server.as('admin').put(`artifacts/${id}`, links(from(other)))
    expect([added.status, added.body.error?.message]).toEqual([400, `Bad Request: ${inactive(other)}`])
    const removed = await server.as('admin').put(`artifacts/${linked}`, links({ all_links: [] }))
    expect([removed.status, removed.body?.error?.message]).toEqual([400, `Bad Request: ${inactive(story)}`])
    expect(await server.rowCounts()).toEqual(before)
  })
})
