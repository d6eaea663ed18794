import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { defaultOptions } from '../../src/trackers/model/definition.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

/** Decision 0009: no response to a visitor contains an email address of a user. */
onEachDatabase((dialect) => {
  describe('email addresses', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let ids: readonly ArtifactId[]

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      project = await createProjectFixture(server, 'orchard', {
        members: [alice],
        trackers: () => [
          createTrackerDefinition(
            'bug',
            [
              createFieldDefinition('string', 'title'),
              createFieldDefinition('msb', 'assigned', {
                bind: { kind: 'users', sources: [{ kind: 'members' }], defaultUsers: [alice] },
              }),
              createFieldDefinition('subby', 'author'),
              createFieldDefinition('luby', 'editor'),
            ],
            { title: { field: 'title' }, contributor: { field: 'assigned' } },
          ),
        ],
      })
      ids = await project.createArtifacts(
        { tracker: 'bug', changes: [{ by: alice, values: { title: 'Apples', assigned: [alice] } }] },
        {
          tracker: 'bug',
          changes: [{ by: null, email: 'passer@example.com', values: { title: 'Pears', assigned: [alice] } }],
        },
      )
    })

    const urls = () => {
      const tracker = project.trackers.get('bug')
      return [
        `trackers/${tracker}`,
        `trackers/${tracker}/artifacts?values=all`,
        ...ids.flatMap((id) => [
          `artifacts/${id}?values_format=all`,
          `artifacts/${id}?values_format=by_field&tracker_structure_format=complete`,
          `artifacts/${id}/changesets`,
        ]),
        `projects/${project.projectId}/trackers`,
        `projects/${project.projectId}/heartbeats`,
        'users?query=alice',
        `users/${server.idOf('alice')}`,
      ]
    }

    it('are hidden from visitors', async () => {
      const visitor = server.as('visitor')
      for (const place of urls()) {
        const { status, text } = await visitor.get(place)
        expect([place, status]).toEqual([place, 200])
        expect([place, text.match(/\w+@example\.com/g)]).toEqual([place, null])
      }
    })

    it('are returned to signed-in users', async () => {
      const responses = await Promise.all(urls().map(async (place) => (await server.as('alice').get(place)).text))
      const text = responses.join()
      expect(text).toContain('"email":"alice@example.com"')
      expect(text).toContain('"display_name":"passer@example.com"')
      expect(text).toContain('"email":"passer@example.com"')
    })
  })

  describe('references in a private comment', () => {
    const server = createServer(dialect)

    it('are returned only to callers who may read the comment, on both artifacts', async () => {
      const boss = await server.createUser('boss')
      const project = await createProjectFixture(server, 'quiet', {
        administrators: [boss],
        trackers: () => [
          {
            ...createTrackerDefinition('bug', [
              createFieldDefinition('string', 'title'),
              createFieldDefinition('cross', 'references', { rights: { read: [1] } }),
            ]),
            options: { ...defaultOptions, usesPrivateComments: true },
          },
        ],
      })
      const seed = { tracker: 'bug', changes: [{ values: { title: 'A bug' } }] }
      const [from, to, open] = await project.createArtifacts(seed, seed, seed)
      const comment = (body: string, ugroups: readonly string[]) =>
        server.as('boss').put(`artifacts/${from}`, { values: [], comment: { body, ugroups } })
      expect((await comment(`the cause is art #${to}`, ['4'])).status).toBe(200)
      expect((await comment(`see also art #${open}`, [])).status).toBe(200)
      const references = async (id: ArtifactId | undefined) => {
        const { body } = await server.as('visitor').get(`artifacts/${id}`)
        const field = body.values.find((each: { type: string }) => each.type === 'cross')
        return field.value.map(({ ref }: { ref: string }) => ref)
      }
      expect(await references(from)).toEqual([`art #${open}`])
      expect(await references(to)).toEqual([])
      expect(await references(open)).toEqual([`bug #${from}`])
      const { body } = await server.as('boss').get(`artifacts/${from}/changesets?fields=comments`)
      expect(body[0].last_comment.post_processed_body).toContain(`val=${to}`)
    })
  })
})
