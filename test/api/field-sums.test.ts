import { beforeAll, describe, expect, it } from 'vitest'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const [registered, members, administrators] = [2, 3, 4]

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture

  describe('GET /trackers/{id}/field_sums', () => {
    beforeAll(async () => {
      const alice = await server.createUser('alice')
      const bob = await server.createUser('bob')
      const carol = await server.createUser('carol')
      await server.createUser('outsider')
      const cost = { read: [administrators], submit: [registered] }
      project = await createProjectFixture(server, 'orchard', {
        members: [alice, bob],
        administrators: [carol],
        trackers: () => [
          createTrackerDefinition(
            'job',
            [
              createFieldDefinition('string', 'job:title'),
              createFieldDefinition('int', 'job:hours'),
              createFieldDefinition('float', 'job:spent'),
              createFieldDefinition('int', 'job:spare'),
              createFieldDefinition('float', 'job:cost', { rights: cost }),
            ],
            { title: { field: 'job:title' } },
            { permissions: { full: [administrators], submitter_only: [members] } },
          ),
        ],
      })
      const create = async (login: string, title: string, values: Readonly<Record<string, number>>): Promise<void> => {
        const { status, body } = await server.as(login).post('artifacts', {
          tracker: { id: project.trackers.get('job') },
          values: [
            { field_id: project.fields.get('job:title'), value: title },
            ...Object.entries(values).map(([name, value]) => ({ field_id: project.fields.get(`job:${name}`), value })),
          ],
        })
        expect([status, body.error]).toEqual([201, undefined])
      }
      await create('alice', 'mast', { hours: 3, spent: 0.1, cost: 40 })
      await create('alice', 'keel', { hours: 4, spent: 0.2 })
      await create('alice', 'sail', {})
      await create('bob', 'mast of Bob', { hours: 100, spent: 7.5, cost: 2.5 })
    })

    /** By the name of the field. */
    const sum = async (login: string, query = ''): Promise<Readonly<Record<string, number | null>>> => {
      const { status, body } = await server.as(login).get(`trackers/${project.trackers.get('job')}/field_sums${query}`)
      expect([status, body.error]).toEqual([200, undefined])
      const names = new Map([...project.fields].map(([name, id]) => [Number(id), name.replace('job:', '')]))
      return Object.fromEntries(
        (body as { field_id: number; sum: number | null }[]).map((each) => [names.get(each.field_id), each.sum]),
      )
    }

    it('adds up what the caller sees, in fields that the caller can read', async () => {
      expect(await sum('alice')).toEqual({ hours: 7, spent: 0.3, spare: null })
      expect(await sum('bob')).toEqual({ hours: 100, spent: 7.5, spare: null })
      expect(await sum('carol')).toEqual({ hours: 107, spent: 7.8, spare: null, cost: 42.5 })
    })

    it('adds up the artifacts of a query or a filter', async () => {
      const query = (text: string): string => `?expert_query=${encodeURIComponent(text)}`
      expect(await sum('carol', query('title = "mast" ORDER BY hours'))).toMatchObject({ hours: 103, spent: 7.6 })
      expect(await sum('alice', query('title = "mast"'))).toMatchObject({ hours: 3 })
      expect(await sum('carol', query('title = "nothing"'))).toMatchObject({ hours: null, cost: null })
      const filter = JSON.stringify({ [String(project.fields.get('job:title'))]: 'keel' })
      expect(await sum('carol', `?query=${encodeURIComponent(filter)}`)).toMatchObject({ hours: 4 })
    })

    it('counts the present value of an artifact, and no deleted artifact', async () => {
      const list = await server.as('carol').get(`trackers/${project.trackers.get('job')}/artifacts`)
      const [mast, keel] = (list.body as { id: number }[]).map(({ id }) => id)
      const values = [{ field_id: project.fields.get('job:hours'), value: 5 }]
      expect((await server.as('carol').put(`artifacts/${mast}`, { values })).status).toBe(200)
      expect(await sum('alice')).toMatchObject({ hours: 9 })
      expect((await server.as('carol').delete(`artifacts/${keel}`)).status).toBe(200)
      expect(await sum('alice')).toMatchObject({ hours: 5, spent: 0.1 })
    })

    it('refuses invalid queries and unknown parameters', async () => {
      const path = `trackers/${project.trackers.get('job')}/field_sums`
      expect((await server.as('alice').get(`${path}?expert_query=hours+%3D`)).status).toBe(400)
      expect((await server.as('alice').get(`${path}?query=nonsense`)).status).toBe(400)
      expect((await server.as('alice').get(`${path}?fields=hours`)).status).toBe(400)
      expect((await server.as('alice').get('trackers/999999/field_sums')).status).toBe(404)
    })
  })
})
