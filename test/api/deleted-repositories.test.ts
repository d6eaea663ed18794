import { beforeAll, describe, expect, it } from 'vitest'
import { formatIsoDate } from '../../src/kit/values/time.ts'
import { saveRepository } from '../../src/subversion/store/repositories.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import { insertProject } from '../kit/project.ts'
import { createDeletedRepository, createRepository, enableSubversion, useMemoryStorage } from '../kit/repositories.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('GET /projects/{id}/svn_deleted', () => {
    const server = createServer(dialect)
    let publicProject: number
    let secret: number
    let storage: ReturnType<typeof useMemoryStorage>
    const list = (caller: string, projectId: number, query = '') =>
      server.as(caller).get(`projects/${projectId}/svn_deleted${query}`)

    beforeAll(async () => {
      storage = useMemoryStorage(server.world)
      for (const login of ['alice', 'bob', 'carol', 'keeper']) await server.createUser(login)
      const users = { administrators: ['alice'], members: ['bob', 'keeper'] }
      publicProject = await insertProject(server, { shortName: 'orchard', ...users })
      secret = await insertProject(server, { shortName: 'secret', access: 'private', ...users })
      for (const project of [publicProject, secret]) await enableSubversion(server, project)
    })

    it('is empty when no repository was deleted', async () => {
      await createRepository(server, publicProject, 'living')
      const { body, headers } = await list('alice', publicProject)
      expect([body, headers['x-pagination-size']]).toEqual([{ repositories: [] }, '0'])
    })

    it('returns the repositories that can be restored and their deadline, newest first, only of this project', async () => {
      const older = await createDeletedRepository(server, publicProject, 'older')
      const newer = await createDeletedRepository(server, publicProject, 'newer')
      await createDeletedRepository(server, secret, 'elsewhere')
      const [day, now] = [86_400, server.world.clock.now()]
      await server.world.db.write(async (tx) => {
        await saveRepository(tx, grantPermit('administer', { id: older }), { deletedOn: now - 2 * day })
        await saveRepository(tx, grantPermit('administer', { id: newer }), { deletedOn: now - day })
      })
      await server.as('admin').patch('site_settings', { svn_deleted_days: 5 })
      const date = (days: number): string => formatIsoDate(now + days * day, 'Europe/Paris')
      const { status, body, headers } = await list('alice', publicProject)
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

    it('omits a repository that was restored with restore_uri', async () => {
      const id = await createDeletedRepository(server, publicProject, 'back')
      const { body } = await list('alice', publicProject, '?limit=1')
      expect(body.repositories[0].id).toBe(id)
      expect((await server.as('alice').post(body.repositories[0].restore_uri)).status).toBe(200)
      expect((await list('alice', publicProject, '?limit=1')).body.repositories[0].name).toBe('newer')
    })

    it.each([
      { caller: 'visitor', status: 401 },
      { caller: 'carol', status: 403, message: 'Forbidden: User must be SVN admin to do this action' },
      { caller: 'bob', status: 403, message: 'Forbidden: User must be SVN admin to do this action' },
      { caller: 'alice', status: 200 },
      { caller: 'admin', status: 200 },
    ])('returns $status to $caller', async ({ caller, status, message }) => {
      const response = await list(caller, publicProject)
      expect([response.status, message && response.body.error.message]).toEqual([status, message])
    })

    it('is available to user groups that administer repositories', async () => {
      const { body: group } = await server
        .as('alice')
        .post('user_groups', { project_id: secret, short_name: 'keepers' })
      await server.as('alice').put(`user_groups/${group.id}/users`, { user_references: [{ username: 'keeper' }] })
      expect((await list('keeper', secret)).status).toBe(403)
      await server.as('alice').put(`projects/${secret}/svn_administrators`, { user_groups: [`${group.id}`] })
      expect((await list('keeper', secret)).body.repositories.map(({ name }: any) => name)).toEqual(['elsewhere'])
    })

    it('returns 404 for an unknown project and 403 for one the caller cannot see', async () => {
      expect((await list('alice', 9999)).body.error.message).toBe('Not Found: Project does not exist')
      expect((await list('carol', secret)).status).toBe(403)
    })

    it('rejects limits outside of 1 to 50', async () => {
      expect((await list('alice', publicProject, '?limit=51')).status).toBe(400)
      expect((await list('alice', publicProject, '?limit=0')).status).toBe(400)
    })

    it('is available without Subversion', async () => {
      storage.setState('absent')
      expect((await list('alice', publicProject)).status).toBe(200)
      storage.setState('ready')
    })
  })
})
