import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

alwaysOnEachDatabase((dialect) =>
  describe('a computed field', () => {
    const server = createServer(dialect)
    let project: ProjectFixture

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      project = await createProjectFixture(server, 'sums', {
        members: [alice],
        trackers: () => [
          createTrackerDefinition('epic', [
            createFieldDefinition('computed', 'epic:effort'),
            createFieldDefinition('art_link', 'epic:links'),
          ]),
          createTrackerDefinition('story', [
            createFieldDefinition('float', 'story:effort', { rights: { read: [4] } }),
            createFieldDefinition('art_link', 'story:links'),
          ]),
          createTrackerDefinition('chore', [
            createFieldDefinition('sb', 'chore:effort', {
              bind: createStaticBind(['3', ''], ['0.5', ''], ['much', '']),
            }),
          ]),
        ],
      })
    })

    const create = async (tracker: string, values: object): Promise<ArtifactId> => {
      const [id] = await project.createArtifacts({ tracker, changes: [{ values: values as never }] })
      return id as ArtifactId
    }
    const story = (effort: number): Promise<ArtifactId> => create('story', { 'story:effort': effort })
    const chore = (label: string): Promise<ArtifactId> =>
      create('chore', { 'chore:effort': [Number(project.values.get(label))] })
    const epic = (...links: readonly (readonly [ArtifactId, string])[]): Promise<ArtifactId> =>
      create('epic', { 'epic:links': links.map(([id, type]) => ({ id, type })) })
    const sumOf = async (id: ArtifactId) => {
      const { body } = await server.as('alice').get(`artifacts/${id}`)
      return body.values.find(({ type }: { type: string }) => type === 'computed')
    }

    it('sums over all forward links regardless of their type, but not over reverse links', async () => {
      const [child, other] = [await story(2), await story(5)]
      const id = await epic([child, '_is_child'], [other, ''])
      await epic([id, '_is_child'])
      expect(await sumOf(id)).toMatchObject({ is_autocomputed: true, manual_value: null, value: 7 })
    })

    it('rounds the sum to ten decimals', async () => {
      const id = await epic([await story(0.1), ''], [await story(0.2), ''], [await story(10), ''])
      expect((await sumOf(id)).value).toBe(10.3)
    })

    it('counts an artifact once when it is linked twice, and stops at a loop', async () => {
      const shared = await story(4)
      const [one, other] = [await epic([shared, '']), await epic([shared, ''])]
      const id = await epic([one, ''], [other, '_is_child'])
      await project.addChangeset(one, {
        values: { 'epic:links': [shared, id].map((to) => ({ id: to, type: '' })) } as never,
      })
      expect((await sumOf(id)).value).toBe(4)
    })

    it('counts the selected label of a select box if it is a number', async () => {
      const id = await epic([await chore('3'), ''], [await chore('0.5'), ''], [await chore('much'), ''])
      expect((await sumOf(id)).value).toBe(3.5)
    })

    it('uses a linked manual value instead of the artifacts linked below it', async () => {
      const below = await epic([await story(100), ''])
      await project.addChangeset(below, { values: { 'epic:effort': 1.5 } })
      expect((await sumOf(await epic([below, '']))).value).toBe(1.5)
    })

    it('has no value when the sum exceeds the range of numbers', async () => {
      const id = await epic([await story(1e308), ''], [await story(1e308), ''])
      expect((await sumOf(id)).value).toBeNull()
      const xml = await server.as('alice').get(`artifacts/${id}`, { headers: { accept: 'application/xml' } })
      expect([xml.status, xml.text]).toEqual([200, expect.not.stringContaining('Infinity')])
      expect((await sumOf(await epic([await story(1e308), ''], [await story(-1e307), '']))).value).toBe(9e307)
    })

    it('has no value when nothing contributes', async () => {
      expect((await sumOf(await epic())).value).toBeNull()
      expect((await sumOf(await epic([await chore('much'), '']))).value).toBeNull()
    })
  }),
)
