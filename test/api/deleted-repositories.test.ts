import { beforeAll, describe, expect, it } from 'vitest'
import { formatIsoDate } from '../../src/kit/time.ts'
import { saveRepository } from '../../src/subversion/store/repositories.ts'
import { insertProject } from '../kit/project.ts'
import { createDeletedRepository, createRepository, enableSubversion, useMemoryStorage } from '../kit/repositories.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('GET /projects/{id}/svn_deleted', () => {
    const server = createServer(dialect)
    let fixture: number
    let secret: number
    let storage: ReturnType<typeof useMemoryStorage>
    const list = (who: string, project: number, query = '') =>
      server.as(who).get(`projects/${project}/svn_deleted${query}`)

    beforeAll(async () => {
      storage = useMemoryStorage(server.world)
      for (const login of ['alice', 'bob', 'carol', 'keeper']) await server.createUser(login)
      const people = { administrators: ['alice'], members: ['bob', 'keeper'] }
      fixture = await insertProject(server, { shortName: 'orchard', ...people })
      secret = await insertProject(server, { shortName: 'secret', access: 'private', ...people })
      for (const project of [fixture, secret]) await enableSubversion(server, project)
    })

    it('is empty where nothing was deleted', async () => {
      await createRepository(server, fixture, 'living')
      const { body, headers } = await list('alice', fixture)
      expect([body, headers['x-pagination-size']]).toEqual([{ repositories: [] }, '0'])
    })

    it('tells what can be restored and until when, the last one first, of this project alone', async () => {
      const older = await createDeletedRepository(server, fixture, 'older')
      const newer = await createDeletedRepository(server, fixture, 'newer')
      await createDeletedRepository(server, secret, 'elsewhere')
      const [day, now] = [86_400, server.world.clock.now()]
      await server.world.db.write(async (tx) => {
        await saveRepository(tx, older, { deletedOn: now - 2 * day })
        await saveRepository(tx, newer, { deletedOn: now - day })
      })
      await server.as('admin').patch('site_settings', { svn_deleted_days: 5 })
      const date = (days: number): string => formatIsoDate(now + days * day, 'Europe/Paris')
      const { status, body, headers } = await list('alice', fixture)
      expect([status, body]).toEqual([
        200,
        {
          repositories: [
            {
              id: newer,
              name: 'newer',
              deleted_on: date(-1),
              purged_on: date(4),
              restore_uri: `svn/${newer}/restore`,
            },
            {
              id: older,
              name: 'older',
              deleted_on: date(-2),
              purged_on: date(3),
              restore_uri: `svn/${older}/restore`,
            },
          ],
        },
      ])
      expect(headers).toMatchObject({
        'x-pagination-limit': '10',
        'x-pagination-offset': '0',
        'x-pagination-size': '2',
        'x-pagination-limit-max': '50',
      })
    })

    it('no longer tells of one that its own address restored', async () => {
      const id = await createDeletedRepository(server, fixture, 'back')
      const { body } = await list('alice', fixture, '?limit=1')
      expect(body.repositories[0].id).toBe(id)
      expect((await server.as('alice').post(body.repositories[0].restore_uri)).status).toBe(200)
      expect((await list('alice', fixture, '?limit=1')).body.repositories[0].name).toBe('newer')
    })

    it.each([
      { who: 'visitor', status: 401 },
      { who: 'carol', status: 403, because: 'Forbidden: User must be SVN admin to do this action' },
      { who: 'bob', status: 403, because: 'Forbidden: User must be SVN admin to do this action' },
      { who: 'alice', status: 200 },
      { who: 'admin', status: 200 },
    ])('answers $who $status', async ({ who, status, because }) => {
      const answer = await list(who, fixture)
      expect([answer.status, because && answer.body.error.message]).toEqual([status, because])
    })

    it('is for groups that administer repositories', async () => {
      const { body: group } = await server
        .as('alice')
        .post('user_groups', { project_id: secret, short_name: 'keepers' })
      await server.as('alice').put(`user_groups/${group.id}/users`, { user_references: [{ username: 'keeper' }] })
      expect((await list('keeper', secret)).status).toBe(403)
      await server.as('alice').put(`projects/${secret}/svn_administrators`, { user_groups: [`${group.id}`] })
      expect((await list('keeper', secret)).body.repositories.map(({ name }: any) => name)).toEqual(['elsewhere'])
    })

    it('knows nothing of projects that are not there, or not for the caller', async () => {
      expect((await list('alice', 9999)).body.error.message).toBe('Not Found: Project does not exist')
      expect((await list('carol', secret)).status).toBe(403)
    })

    it('takes no limit above 50', async () => {
      expect((await list('alice', fixture, '?limit=51')).status).toBe(400)
      expect((await list('alice', fixture, '?limit=0')).status).toBe(400)
    })

    it('is read where Subversion is gone', async () => {
      storage.setState('absent')
      expect((await list('alice', fixture)).status).toBe(200)
      storage.setState('ready')
    })
  })
})
