import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const html = '<p>some <b>bold</b>, next</p><p>inter<i>nation</i>al</p>one<br>two'

onEachDatabase((dialect) => {
  describe('the search for texts in HTML', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let [inField, inComment] = [0, 0] as ArtifactId[]

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      project = await createProjectFixture(server, 'orchard', {
        members: [alice],
        trackers: () => [createTrackerDefinition('note', [createFieldDefinition('text', 'story')])],
      })
      const create = async (value: string) =>
        await server.as('alice').post('artifacts', {
          tracker: { id: project.trackers.get('note') },
          values: [{ field_id: project.fields.get('story'), value: { format: 'html', content: value } }],
        })
      inField = (await create(html)).body.id
      inComment = (await create('<p>none</p>')).body.id
      const { status } = await server
        .as('alice')
        .put(`artifacts/${inComment}`, { values: [], comment: { body: html, format: 'html' } })
      expect(status).toBe(200)
    })

    const list = async (parameter: string, value: string) => {
      const url = `trackers/${project.trackers.get('note')}/artifacts?${parameter}=${encodeURIComponent(value)}`
      const { status, body } = await server.as('alice').get(url)
      expect([status, body]).toEqual([200, expect.anything()])
      return body.map(({ id }: { id: number }) => id)
    }

    it.each([
      ['bold, next', true],
      ['international', true],
      ['next international', true],
      ['one two', true],
      ['onetwo', false],
    ])('%j: %s', async (words, isFound) => {
      const [ofField, ofComment] = isFound ? [[inField], [inComment]] : [[], []]
      expect(await list('expert_query', `story = "${words}"`)).toEqual(ofField)
      expect(await list('query', JSON.stringify({ story: words }))).toEqual(ofField)
      expect(await list('expert_query', `@comments = "${words}"`)).toEqual(ofComment)
    })

    it('finds words that an inline tag touches', async () => {
      const { status, body } = await server.as('alice').post('search', { words: '"bold next international"' })
      expect(status).toBe(200)
      const ids = body.collection.map(({ artifact }: { artifact: { id: number } }) => artifact.id)
      expect(ids.sort()).toEqual([inField, inComment].sort())
      expect(body.collection[0].parts[0].text).toContain('bold, next')
    })
  })
})
