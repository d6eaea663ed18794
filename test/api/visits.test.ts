import { beforeAll, describe, expect, it } from 'vitest'
import { maxVisitCount } from '../../src/navigation/model/visit.ts'
import { type BugProject, createBugProject } from '../kit/bug-tracker-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('the history of visits', () => {
    const server = createServer(dialect)
    let open: BugProject
    let closed: BugProject
    let ids: number[]
    let hidden = 0

    beforeAll(async () => {
      const amy = await server.createUser('amy')
      const bob = await server.createUser('bob')
      await server.createUser('carol')
      const people = { members: [amy], administrators: [bob] }
      open = await createBugProject(server.world, { shortName: 'open', access: 'public', ...people })
      closed = await createBugProject(server.world, { shortName: 'closed', access: 'private', ...people })
      ids = []
      for (const title of ['one', 'two', 'three']) ids.push(await open.createBug(title, bob))
      hidden = await closed.createBug('hidden', bob)
    })

    const visit = async (login: string, id: number | undefined) =>
      (await server.as(login).put(`artifacts/${id}/visit`)).status
    /** Lets visits of this second lie in the past, so that the next one is later. */
    const passTime = () =>
      server.world.db.write((tx) =>
        tx
          .updateTable('visit')
          .set((visit) => ({ visited_on: visit('visited_on', '-', 10) }))
          .execute(),
      )
    const listVisited = async (login: string, query = '') => {
      const { status, body, headers } = await server.as(login).get(`users/self/visited_artifacts${query}`)
      expect([status, body.error]).toEqual([200, undefined])
      return { titles: body.map(({ title }: { title: string }) => title), size: headers['x-pagination-size'] }
    }
    const getHistory = async (login: string) => {
      const { status, body } = await server.as(login).get(`users/${server.idOf(login)}/history`)
      expect(status).toBe(200)
      return body.entries
    }

    it('holds each artifact once, the latest visited first', async () => {
      for (const id of [...ids, hidden, ids[0]]) {
        expect(await visit('amy', id)).toBe(200)
        await passTime()
      }
      expect(await listVisited('amy')).toEqual({ titles: ['one', 'hidden', 'three', 'two'], size: '4' })
      expect(await listVisited('amy', '?limit=2&offset=1')).toEqual({ titles: ['hidden', 'three'], size: '4' })
      expect(await listVisited('bob')).toEqual({ titles: [], size: '0' })
    })

    it('describes artifacts as the contract defines', async () => {
      const [entry, ...others] = await getHistory('amy')
      expect(entry).toEqual({
        visit_time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/),
        xref: `bug #${ids[0]}`,
        html_url: `/plugins/tracker/?aid=${ids[0]}`,
        title: 'one',
        color_name: expect.any(String),
        type: 'artifact',
        per_type_id: ids[0],
        icon: null,
        small_icon: null,
        icon_name: 'fas fa-list-ol',
        project: expect.objectContaining({ id: open.project, uri: `projects/${open.project}` }),
        quick_links: [],
        badges: expect.any(Array),
      })
      expect(others.map(({ per_type_id }: { per_type_id: number }) => per_type_id)).toEqual([hidden, ids[2], ids[1]])
    })

    it('omits artifacts that became hidden or were deleted', async () => {
      const amy = server.idOf('amy')
      expect((await server.as('bob').delete(`projects/${closed.project}/members/${amy}`)).status).toBe(200)
      expect((await server.as('bob').delete(`artifacts/${ids[2]}`)).status).toBe(200)
      expect(await listVisited('amy')).toEqual({ titles: ['one', 'two'], size: '2' })
      expect((await getHistory('amy')).length).toBe(2)
    })

    it(`keeps the latest ${maxVisitCount} visits`, async () => {
      const many: number[] = []
      for (let n = 0; n <= maxVisitCount; n++) many.push(await open.createBug(`many ${n}`, server.idOf('bob')))
      for (const id of many) {
        await visit('carol', id)
        await passTime()
      }
      const { titles, size } = await listVisited('carol')
      expect([titles.length, size, titles[0], titles.at(-1)]).toEqual([30, '30', 'many 30', 'many 1'])
      const rows = await server.world.db.read.selectFrom('visit').select('subject_id').execute()
      expect(rows.length).toBeLessThanOrEqual(maxVisitCount + 4)
    })

    it('refuses visits of artifacts that the caller cannot see, and of anonymous callers', async () => {
      const before = await server.world.db.read.selectFrom('visit').selectAll().execute()
      expect(await visit('carol', hidden)).toBe(403)
      expect(await visit('carol', 999_999)).toBe(404)
      expect(await visit('visitor', ids[0])).toBe(401)
      expect(await server.world.db.read.selectFrom('visit').selectAll().execute()).toEqual(before)
    })

    it('is empty after its user cleared it; those of others stay', async () => {
      expect((await server.as('carol').put(`users/${server.idOf('carol')}/history`, [])).status).toBe(200)
      expect(await getHistory('carol')).toEqual([])
      expect((await getHistory('amy')).length).toBe(2)
    })

    it('can be listed by its user only, in pages', async () => {
      const status = async (login: string, url: string) => (await server.as(login).get(url)).status
      expect(await status('visitor', 'users/self/visited_artifacts')).toBe(401)
      expect(await status('amy', `users/${server.idOf('bob')}/visited_artifacts`)).toBe(403)
      expect(await status('admin', `users/${server.idOf('amy')}/visited_artifacts`)).toBe(403)
      expect(await status('amy', 'users/self/visited_artifacts?limit=251')).toBe(400)
      expect(await status('amy', 'users/self/visited_artifacts?include=nothing')).toBe(400)
    })
  })
})
