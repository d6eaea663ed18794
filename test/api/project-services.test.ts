import { beforeAll, describe, expect, it } from 'vitest'
import { insertProject } from '../kit/project.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('the services of a project', () => {
    const server = createServer(dialect)
    let services: string
    const idOf = async (name: string) =>
      (await server.as('admin').get(services)).body.find((each: any) => each.name === name).id
    const isEnabled = async (name: string) =>
      (await server.as('admin').get(services)).body.find((each: any) => each.name === name).is_enabled

    beforeAll(async () => {
      for (const login of ['alice', 'bob', 'carol']) await server.createUser(login)
      const custom = { label: 'Wiki', description: '', url: 'https://wiki.example', opensNewTab: true }
      const id = await insertProject(server, {
        shortName: 'Apollo',
        access: 'private',
        administrators: ['alice'],
        members: ['bob'],
        services: [{ shortName: '', isEnabled: true, custom }],
      })
      services = `projects/${id}/project_services`
    })

    it('are listed with their URLs and icons', async () => {
      const response = await server.as('bob').get(services)
      expect(response.headers).toMatchObject({
        'x-pagination-size': '5',
        'x-pagination-limit': '10',
        'x-pagination-limit-max': '50',
      })
      const id = response.body[0].id
      const service = (n: number, more: object) => ({
        id: id + n,
        uri: `project_services/${id + n}`,
        is_custom: false,
        ...more,
      })
      expect(response.body).toEqual([
        service(0, { service_url: '/projects/Apollo/', name: 'summary', label: 'Summary', is_enabled: true, icon: '' }),
        service(1, {
          service_url: '/project/admin/?group_id=101',
          name: 'admin',
          label: 'Admin',
          is_enabled: true,
          icon: 'fas fa-cogs',
        }),
        service(2, {
          service_url: '/plugins/svn/?group_id=101',
          name: 'plugin_svn',
          label: 'SVN',
          is_enabled: false,
          icon: 'fas fa-tlp-versioning-svn',
        }),
        service(3, {
          service_url: '/plugins/tracker/?group_id=101',
          name: 'plugin_tracker',
          label: 'Trackers',
          is_enabled: true,
          icon: 'fa-solid fa-tlp-tracker-circle',
        }),
        service(4, {
          service_url: 'https://wiki.example',
          name: '',
          label: 'Wiki',
          is_enabled: true,
          icon: '',
          is_custom: true,
        }),
      ])
    })

    it('are paginated', async () => {
      const response = await server.as('bob').get(`${services}?limit=2&offset=1`)
      expect(response.body.map((each: any) => each.name)).toEqual(['admin', 'plugin_svn'])
      expect(response.headers['x-pagination-size']).toBe('5')
      expect((await server.as('bob').get(`${services}?limit=51`)).status).toBe(400)
    })

    it.each([
      ['carol', 403],
      ['visitor', 401],
    ])('cannot be listed by %s, with status %i', async (login, status) => {
      expect((await server.as(login).get(services)).status).toBe(status)
    })

    it('can be enabled and disabled by administrators', async () => {
      const id = await idOf('plugin_svn')
      const response = await server.as('alice').put(`project_services/${id}`, { is_enabled: true })
      expect([response.status, response.text]).toEqual([200, ''])
      expect(await isEnabled('plugin_svn')).toBe(true)
      await server.as('admin').put(`project_services/${id}`, { is_enabled: false })
      expect(await isEnabled('plugin_svn')).toBe(false)
    })

    it.each([
      ['bob', 'plugin_tracker', 403, { code: 403, message: 'Forbidden' }],
      ['carol', 'plugin_tracker', 403, { code: 403, message: 'Forbidden' }],
      ['visitor', 'plugin_tracker', 401, { code: 401, message: 'Unauthorized' }],
      [
        'alice',
        'admin',
        400,
        { code: 400, message: 'Bad Request', i18n_error_message: 'Admin service cannot be disabled.' },
      ],
    ])('%s cannot disable %s, with status %i', async (login, name, status, error) => {
      const response = await server.as(login).put(`project_services/${await idOf(name)}`, { is_enabled: false })
      expect([response.status, response.body.error]).toEqual([status, error])
      expect(await isEnabled(name)).toBe(true)
    })

    it('return 404 when they do not exist', async () => {
      const response = await server.as('alice').put('project_services/9999', { is_enabled: true })
      expect([response.status, response.body.error.message]).toEqual([404, 'Not Found'])
    })

    it('that the site does not allow are visible to site administrators only and cannot be enabled', async () => {
      const id = await idOf('plugin_svn')
      await server.world.db.write((tx) =>
        tx.updateTable('service').set({ is_allowed: 0 }).where('id', '=', id).execute(),
      )
      expect((await server.as('alice').get(services)).body).toHaveLength(4)
      expect((await server.as('admin').get(services)).body).toHaveLength(5)
      const response = await server.as('alice').put(`project_services/${id}`, { is_enabled: true })
      expect(response.body.error.i18n_error_message).toBe('Inactive service cannot be enabled.')
      expect(await isEnabled('plugin_svn')).toBe(false)
    })
  })

  describe('GET /projects/{id}/labels', () => {
    const server = createServer(dialect)

    it('filters labels by a part of their name', async () => {
      await server.createUser('bob')
      const id = await insertProject(server, { shortName: 'apollo' })
      const names = ['ux', 'Élan', 'backend']
      await server.world.db.write((tx) =>
        tx
          .insertInto('label')
          .values(
            names.map((name, i) => ({ id: i + 1, project_id: id, name, color: 'inca-silver', is_outline: 0 as const })),
          )
          .execute(),
      )
      const all = await server.as('visitor').get(`projects/${id}/labels`)
      expect(all.headers).toMatchObject({
        'x-pagination-size': '3',
        'x-pagination-limit': '50',
        'x-pagination-limit-max': '50',
      })
      const filtered = await server.as('bob').get(`projects/${id}/labels?query=el`)
      expect(filtered.body).toEqual({ labels: [{ id: 2, label: 'Élan', is_outline: false, color: 'inca-silver' }] })
      expect((await server.as('bob').get(`projects/${id}/labels?limit=0`)).status).toBe(400)
      expect((await server.as('bob').get('projects/9999/labels')).status).toBe(404)
    })
  })
})
