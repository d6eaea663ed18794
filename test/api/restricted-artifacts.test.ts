import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const administrators = 4

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let house: ProjectFixture

  beforeAll(async () => {
    const ada = await server.createUser('ada')
    await server.createUser('odd')
    house = await createProjectFixture(server, 'house', {
      administrators: [ada],
      trackers: () => [
        createTrackerDefinition('room', [
          createFieldDefinition('string', 'title'),
          createFieldDefinition('perm', 'access'),
        ]),
        createTrackerDefinition('attic', [
          createFieldDefinition('string', 'attic:title'),
          createFieldDefinition('perm', 'attic:access'),
        ]),
        createTrackerDefinition('safe', [
          createFieldDefinition('string', 'safe:title'),
          createFieldDefinition('perm', 'safe:access'),
        ]),
        createTrackerDefinition('hall', [createFieldDefinition('string', 'hall:title')]),
      ],
    })
  })

  const createArtifact = async (
    tracker: string,
    key: string,
    groups: readonly number[] | null,
  ): Promise<ArtifactId> => {
    const values = { [`${key}title`]: 'Closed', [`${key}access`]: groups }
    const [id] = await house.createArtifacts({ tracker, changes: [{ values }] })
    return id as ArtifactId
  }
  const field = (key: string) => house.fields.get(key)
  const retitle = (id: ArtifactId, key: string, title: string) =>
    server.as('ada').put(`artifacts/${id}`, { values: [{ field_id: field(key), value: title }] })
  const statusForOthers = async (id: ArtifactId) => (await server.as('odd').get(`artifacts/${id}`)).status

  describe('an artifact that is restricted to user groups', () => {
    it.each([true, false])(
      'cannot be moved to a tracker without a permission field (dry run: %s)',
      async (isDryRun) => {
        const id = await createArtifact('room', '', [administrators])
        const before = await server.rowCounts()
        const move = { tracker_id: house.trackers.get('hall'), dry_run: isDryRun }
        const response = await server.as('ada').patch(`artifacts/${id}`, { move })
        expect([response.status, response.body.error?.message]).toEqual([
          400,
          'Bad Request: The artifact is restricted to some user groups, and the destination tracker has no field for that.',
        ])
        expect(await server.rowCounts()).toEqual(before)
        expect(await statusForOthers(id)).toBe(403)
      },
    )

    it('can be moved there when it is not restricted', async () => {
      const id = await createArtifact('room', '', null)
      const response = await server
        .as('ada')
        .patch(`artifacts/${id}`, { move: { tracker_id: house.trackers.get('hall') } })
      expect(response.status).toBe(200)
      expect(await statusForOthers(id)).toBe(200)
    })

    it('stays restricted when its permission field is no longer used or replaced', async () => {
      const id = await createArtifact('attic', 'attic:', [administrators])
      const retired = await server.as('ada').patch(`tracker_fields/${field('attic:access')}`, { use_it: false })
      expect(retired.status).toBe(200)
      expect((await retitle(id, 'attic:title', 'Once')).status).toBe(200)
      expect(await statusForOthers(id)).toBe(403)
      const added = await server
        .as('ada')
        .post(`trackers/${house.trackers.get('attic')}/fields`, { type: 'perm', name: 'again', label: 'Again' })
      expect(added.status).toBe(201)
      expect((await retitle(id, 'attic:title', 'Twice')).status).toBe(200)
      expect(await statusForOthers(id)).toBe(403)
      const move = { tracker_id: house.trackers.get('hall') }
      expect((await server.as('ada').patch(`artifacts/${id}`, { move })).status).toBe(400)
    })

    it('prevents the deletion of its permission field', async () => {
      const id = await createArtifact('safe', 'safe:', [administrators])
      const before = await server.rowCounts()
      const rejected = await server.as('ada').delete(`tracker_fields/${field('safe:access')}`)
      expect([rejected.status, rejected.body?.error?.message]).toEqual([
        400,
        'Bad Request: Impossible to delete this field (artifacts are restricted by it) ',
      ])
      expect(await server.rowCounts()).toEqual(before)
      const values = [{ field_id: field('safe:access'), value: { granted_groups: [] } }]
      expect((await server.as('ada').put(`artifacts/${id}`, { values })).status).toBe(200)
      expect((await server.as('ada').delete(`tracker_fields/${field('safe:access')}`)).status).toBe(204)
      expect((await retitle(id, 'safe:title', 'Open')).status).toBe(200)
      expect(await statusForOthers(id)).toBe(200)
    })
  })
})
