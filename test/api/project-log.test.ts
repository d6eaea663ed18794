import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import { insertProject } from '../kit/project.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('GET /projects/{id}/log', () => {
    const server = createServer(dialect)
    let pumps: ProjectId
    let boats: ProjectId
    const log = (login: string, query = '', of = pumps) => server.as(login).get(`projects/${of}/log?${query}`)
    const listActions = async (query = '', of = pumps) => {
      const { status, body, headers } = await log('ada', query, of)
      expect([status, headers['x-pagination-size']]).toEqual([200, `${body.length}`])
      return body.map(({ action, user }: any) => `${action}, ${user?.username}`)
    }

    beforeAll(async () => {
      for (const login of ['ada', 'bob', 'eve']) await server.createUser(login)
      pumps = await insertProject(server, { shortName: 'pumps', administrators: ['ada'], members: ['bob'] })
      boats = await insertProject(server, { shortName: 'boats', administrators: ['ada'] })
      const ada = server.as('ada')
      const expectSuccess = async (answer: Promise<{ status: number }>) =>
        expect((await answer).status).toBeLessThan(300)
      await expectSuccess(ada.post(`projects/${pumps}/members`, { user_id: server.idOf('eve') }))
      await expectSuccess(ada.post('user_groups', { project_id: pumps, short_name: 'qa' }))
      await expectSuccess(ada.put(`projects/${pumps}/banner`, { message: 'Mind the water' }))
      await expectSuccess(server.as('admin').patch(`projects/${pumps}/settings`, { label: 'The pumps' }))
      const app = { name: 'Reader', redirect_uri: 'https://reader.example/back' }
      await expectSuccess(ada.post(`projects/${pumps}/oauth2_apps`, app))
      await expectSuccess(ada.post(`projects/${pumps}/trackers`, { name: 'Bugs', item_name: 'bug', template: 'bug' }))
      await expectSuccess(ada.put(`projects/${boats}/banner`, { message: 'Mind the wind' }))
    })

    it('lists the actions in the project for its administrators, the latest first, and none of other projects', async () => {
      expect(await listActions()).toEqual([
        'tracker created, ada',
        'app registered, ada',
        'project changed, admin',
        'project banner set, ada',
        'group created, ada',
        'project member added, ada',
      ])
      expect(await listActions('', boats)).toEqual(['project banner set, ada'])
    })

    it('returns the details of an action, but not the IP address', async () => {
      const by = { kind: 'claimed', id: server.idOf('ada') } as const
      const entry = {
        at: 2_000_000_000,
        by,
        address: '192.0.2.7',
        action: 'pump started',
        subject: 'pumps',
        project: pumps,
      }
      await server.world.db.write((tx) => tx.audit({ ...entry, detail: { what: 'water' } }))
      const [latest] = (await log('ada', 'limit=1')).body
      expect(latest).toMatchObject({
        action: 'pump started',
        subject: 'pumps',
        address: null,
        detail: { what: 'water' },
      })
      const [auditEntry] = (await server.as('admin').get('audit_log?limit=1')).body
      expect(auditEntry).toMatchObject({ action: 'pump started', address: '192.0.2.7' })
      await server.world.db.write((tx) => tx.deleteFrom('audit').where('action', '=', 'pump started').execute())
    })

    it.each([
      ['user=admin', ['project changed, admin']],
      ['action=group created', ['group created, ada']],
      ['user=no-such-user', []],
      ['since=2999-01-01', []],
      ['action=group created&user=ada&until=2999-01-01', ['group created, ada']],
    ])('filters by %s', async (query, expected) => expect(await listActions(query)).toEqual(expected))

    it('rejects a full-text query, which could reveal IP addresses of users', async () => {
      expect((await log('ada', 'query=nothing like it')).status).toBe(400)
    })

    it.each([
      ['bob', 403],
      ['eve', 403],
      ['visitor', 401],
      ['admin', 200],
    ])('responds to %s with %i', async (login, status) => expect((await log(login)).status).toBe(status))

    it.each(['since=yesterday', 'limit=201'])('rejects %s with 400', async (query) => {
      expect((await log('ada', query)).status).toBe(400)
    })

    it('returns 404 for an unknown project', async () => {
      expect((await log('ada', '', 999_999 as ProjectId)).status).toBe(404)
    })
  })
})
