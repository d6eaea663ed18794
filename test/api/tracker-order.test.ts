import { beforeAll, describe, expect, it } from 'vitest'
import type { TrackerId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('PUT /projects/{id}/tracker_order', () => {
    const server = createServer(dialect)
    let yard: ProjectFixture
    let vault: ProjectFixture
    const id = (name: string, of = yard) => of.trackers.get(name) as TrackerId

    beforeAll(async () => {
      const [ada, bob] = [await server.createUser('ada'), await server.createUser('bob')]
      await server.createUser('eve')
      await server.createUser('rita', { status: 'R' })
      const create = (name: string, hidden = false) =>
        createTrackerDefinition(name, [createFieldDefinition('string', `${name}:title`)], undefined, {
          ...(hidden ? { permissions: { full: [4] } } : {}),
        })
      const trackers = () => [create('ant'), create('bee'), create('cat', true)]
      yard = await createProjectFixture(server, 'yard', { administrators: [ada], members: [bob], trackers })
      vault = await createProjectFixture(server, 'vault', {
        access: 'private',
        administrators: [ada],
        members: [bob],
        trackers,
      })
    })

    const arrange = (login: string, trackers: unknown, of = yard): Promise<TestResponse> =>
      server.as(login).put(`projects/${of.projectId}/tracker_order`, { trackers })
    const listPlaces = async (login = 'ada', of = yard): Promise<string[]> => {
      const { body } = await server.as(login).get(`navigation?project_id=${of.projectId}`)
      return body.project.trackers.map(({ item_name }: { item_name: string }) => item_name)
    }
    const countEntries = async (): Promise<number> => {
      const { body } = await server.as('ada').get(`projects/${yard.projectId}/log`)
      return body.filter(({ action }: { action: string }) => action === 'trackers arranged').length
    }

    it('arranges the places of the project for everyone, as far as they see them', async () => {
      expect(await listPlaces()).toEqual(['ant', 'bee', 'cat'])
      const { status, text } = await arrange('ada', [id('cat'), id('bee'), id('ant')])
      expect([status, text]).toEqual([200, ''])
      for (const login of ['ada', 'admin']) expect(await listPlaces(login)).toEqual(['cat', 'bee', 'ant'])
      for (const login of ['bob', 'eve', 'visitor']) expect(await listPlaces(login)).toEqual(['bee', 'ant'])
      // The list of the API stays in the order of the names.
      const { body } = await server.as('ada').get(`projects/${yard.projectId}/trackers?representation=minimal`)
      expect(body.map((each: { id: number }) => each.id)).toEqual([id('ant'), id('bee'), id('cat')])
      expect(await listPlaces('ada', vault)).toEqual(['ant', 'bee', 'cat'])
    })

    it('is in the log of the project, once for each change', async () => {
      const before = await countEntries()
      await arrange('ada', [id('bee'), id('cat'), id('ant')])
      expect((await arrange('ada', [id('bee'), id('cat'), id('ant')])).status).toBe(200)
      expect(await countEntries()).toBe(before + 1)
      const { body } = await server.as('admin').get('audit_log?limit=1')
      expect(body[0]).toMatchObject({
        action: 'trackers arranged',
        detail: { trackers: [id('bee'), id('cat'), id('ant')] },
      })
    })

    const notOfProject = 'is not a tracker of the project.'
    it.each<readonly [string, () => unknown, string]>([
      ['a missing tracker', () => [id('ant'), id('cat')], 'is missing. All trackers of the project are required.'],
      ['no tracker', () => [], 'is missing. All trackers of the project are required.'],
      ['a tracker twice', () => [id('ant'), id('ant'), id('cat')], 'each tracker may occur only once.'],
      ['a tracker of another project', () => [id('ant'), id('bee'), id('cat'), id('ant', vault)], notOfProject],
      ['an unknown tracker', () => [id('ant'), id('bee'), 999_999], notOfProject],
      ['a text', () => 'ant', 'trackers'],
      ['a name', () => ['ant'], 'trackers'],
    ])('refuses %s, and changes nothing', async (_, trackers, message) => {
      const [order, entries] = [await listPlaces(), await countEntries()]
      const { status, body } = await arrange('ada', trackers())
      expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)])
      expect([await listPlaces(), await countEntries()]).toEqual([order, entries])
    })

    it.each([
      ['visitor', 401, 401],
      ['rita', 403, 403],
      ['eve', 403, 403],
      ['bob', 403, 403],
    ])('refuses %s, and changes nothing', async (login, inPublic, inPrivate) => {
      for (const [of, expected] of [
        [yard, inPublic],
        [vault, inPrivate],
      ] as const) {
        const order = await listPlaces('ada', of)
        const { status } = await arrange(login, [id('cat', of), id('ant', of), id('bee', of)], of)
        expect(status).toBe(expected)
        expect(await listPlaces('ada', of)).toEqual(order)
      }
      expect((await server.as('ada').put('projects/999999/tracker_order', { trackers: [] })).status).toBe(404)
    })

    it('puts trackers last that were created or restored since, by name', async () => {
      const admin = server.as('admin')
      await arrange('admin', [id('cat'), id('bee'), id('ant')])
      const create = (name: string) =>
        admin.post(`projects/${yard.projectId}/trackers`, { template: 'task', name, item_name: name })
      const [owl, elk] = [await create('owl'), await create('elk')]
      expect([owl.status, elk.status]).toEqual([201, 201])
      expect(await listPlaces()).toEqual(['cat', 'bee', 'ant', 'elk', 'owl'])
      // One that the page does not know yet.
      expect((await arrange('ada', [id('ant'), id('bee'), id('cat'), owl.body.id])).status).toBe(400)
      expect(await listPlaces()).toEqual(['cat', 'bee', 'ant', 'elk', 'owl'])
      expect((await admin.delete(`trackers/${id('cat')}`)).status).toBeLessThan(300)
      const rest = [owl.body.id, elk.body.id, id('bee'), id('ant')]
      expect((await arrange('ada', [...rest, id('cat')])).status).toBe(400)
      expect((await arrange('ada', rest)).status).toBe(200)
      await admin.post(`trackers/${id('cat')}/restore`)
      expect(await listPlaces()).toEqual(['owl', 'elk', 'bee', 'ant', 'cat'])
    })

    it('is that of the trackers of a project from a template', async () => {
      const ada = server.as('ada')
      await arrange('ada', [id('cat', vault), id('ant', vault), id('bee', vault)], vault)
      for (const name of ['ant', 'bee', 'cat']) {
        const path = `trackers/${id(name, vault)}/settings`
        expect((await ada.put(path, { is_copied_with_project: name !== 'bee' })).status).toBe(200)
      }
      const copy = await server
        .as('ada')
        .post('projects', { shortname: 'copy', label: 'Copy', is_public: true, template_id: vault.projectId })
      expect([copy.status, copy.body.error]).toEqual([201, undefined])
      const { body } = await ada.get(`navigation?project_id=${copy.body.id}`)
      expect(body.project.trackers.map((each: { item_name: string }) => each.item_name)).toEqual(['cat', 'ant'])
    })

    it('is all or nothing when several administrators arrange them at the same time', async () => {
      const all = (await server.as('ada').get(`projects/${yard.projectId}/trackers?representation=minimal`)).body.map(
        (each: { id: number }) => each.id,
      )
      const orders = all.map((_: number, n: number) => [...all.slice(n), ...all.slice(0, n)])
      const results = await Promise.all(orders.map((order: number[]) => arrange('ada', order)))
      expect(results.map(({ status }) => status)).toEqual(orders.map(() => 200))
      const { body } = await server.as('ada').get(`navigation?project_id=${yard.projectId}`)
      expect(orders).toContainEqual(body.project.trackers.map((each: { id: number }) => each.id))
    })
  })
})
