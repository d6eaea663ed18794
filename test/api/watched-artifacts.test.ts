import { beforeAll, describe, expect, it } from 'vitest'
import { type BugProject, createBugProject } from '../kit/bug-tracker-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('GET /users/self/watched_artifacts', () => {
    const server = createServer(dialect)
    let open: BugProject
    let closed: BugProject
    let ids: number[]
    let hidden = 0

    beforeAll(async () => {
      const amy = await server.createUser('amy')
      const bob = await server.createUser('bob')
      open = await createBugProject(server.world, {
        shortName: 'open',
        access: 'public',
        members: [amy],
        administrators: [bob],
      })
      closed = await createBugProject(server.world, {
        shortName: 'closed',
        access: 'private',
        members: [amy],
        administrators: [bob],
      })
      ids = []
      for (const title of ['one', 'two', 'three', 'four']) ids.push(await open.createBug(title, bob))
      hidden = await closed.createBug('hidden', bob)
      for (const id of [...ids.slice(0, 3), hidden]) await server.as('amy').put(`artifacts/${id}/watch`)
    })

    const watched = async (login: string, query = '') => {
      const { status, body, headers } = await server.as(login).get(`users/self/watched_artifacts${query}`)
      expect([status, body.error]).toEqual([200, undefined])
      return { titles: body.map(({ title }: { title: string }) => title), size: headers['x-pagination-size'] }
    }

    it('lists the watched artifacts of the caller in pages, the latest changed first', async () => {
      expect((await watched('amy')).titles.sort()).toEqual(['hidden', 'one', 'three', 'two'])
      const values = [{ field_id: open.title, value: 'one!' }]
      await server.world.db.write((tx) => tx.updateTable('artifact').set({ updated_on: 1 }).execute())
      expect((await server.as('bob').put(`artifacts/${ids[0]}`, { values })).status).toBe(200)
      expect(await watched('amy', '?limit=2')).toEqual({ titles: ['one!', 'hidden'], size: '4' })
      expect(await watched('amy', '?limit=2&offset=2')).toEqual({ titles: ['three', 'two'], size: '4' })
      expect(await watched('bob')).toEqual({ titles: [], size: '0' })
    })

    it('neither lists nor counts artifacts that became hidden or were deleted', async () => {
      const amy = server.idOf('amy')
      expect((await server.as('bob').delete(`projects/${closed.project}/members/${amy}`)).status).toBe(200)
      expect(await watched('amy')).toEqual({ titles: ['one!', 'three', 'two'], size: '3' })
      expect((await server.as('bob').delete(`artifacts/${ids[2]}`)).status).toBe(200)
      await server.as('amy').delete(`artifacts/${ids[1]}/watch`)
      expect(await watched('amy')).toEqual({ titles: ['one!'], size: '1' })
    })

    it('refuses anonymous callers, other users, and wrong pages', async () => {
      const status = async (login: string, url: string) => (await server.as(login).get(url)).status
      expect(await status('visitor', 'users/self/watched_artifacts')).toBe(401)
      expect(await status('amy', `users/${server.idOf('bob')}/watched_artifacts`)).toBe(403)
      expect(await status('admin', `users/${server.idOf('amy')}/watched_artifacts`)).toBe(403)
      expect(await status('amy', 'users/self/watched_artifacts?limit=251')).toBe(400)
    })
  })
})
