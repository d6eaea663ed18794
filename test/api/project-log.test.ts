import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectId } from '../../src/kit/ids.ts'
import { auditSite } from '../../src/site/store/audit-site.ts'
import { insertProject } from '../kit/project.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('GET /projects/{id}/log', () => {
    const server = createServer(dialect)
    let pumps: ProjectId
    let boats: ProjectId
    const log = (who: string, query = '', of = pumps) => server.as(who).get(`projects/${of}/log?${query}`)
    const acts = async (query = '', of = pumps) => {
      const { status, body, headers } = await log('ada', query, of)
      expect([status, headers['x-pagination-size']]).toEqual([200, `${body.length}`])
      return body.map(({ action, user }: any) => `${action}, ${user?.username}`)
    }

    beforeAll(async () => {
      for (const login of ['ada', 'bob', 'eve']) await server.createUser(login)
      pumps = await insertProject(server, { shortName: 'pumps', administrators: ['ada'], members: ['bob'] })
      boats = await insertProject(server, { shortName: 'boats', administrators: ['ada'] })
      const ada = server.as('ada')
      const right = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBeLessThan(300)
      await right(ada.post(`projects/${pumps}/members`, { user_id: server.idOf('eve') }))
      await right(ada.post('user_groups', { project_id: pumps, short_name: 'qa' }))
      await right(ada.put(`projects/${pumps}/banner`, { message: 'Mind the water' }))
      await right(server.as('admin').patch(`projects/${pumps}/settings`, { label: 'The pumps' }))
      const app = { name: 'Reader', redirect_uri: 'https://reader.example/back' }
      await right(ada.post(`projects/${pumps}/oauth2_apps`, app))
      await right(ada.post(`projects/${pumps}/trackers`, { name: 'Bugs', item_name: 'bug', template: 'bug' }))
      await right(ada.put(`projects/${boats}/banner`, { message: 'Mind the wind' }))
    })

    it('tells its administrators what was done in it, the latest first, and nothing of other projects', async () => {
      expect(await acts()).toEqual([
        'tracker created, ada',
        'app registered, ada',
        'project changed, admin',
        'project banner set, ada',
        'group created, ada',
        'project member added, ada',
      ])
      expect(await acts('', boats)).toEqual(['project banner set, ada'])
    })

    it('says of what it was done, and not from where', async () => {
      const by = { kind: 'claimed', id: server.idOf('ada') } as const
      const entry = { at: 2_000_000_000, by, address: '192.0.2.7', action: 'told', subject: 'pumps', project: pumps }
      await server.world.db.write((tx) => auditSite(tx, { ...entry, detail: { what: 'water' } }))
      const [latest] = (await log('ada', 'limit=1')).body
      expect(latest).toMatchObject({ action: 'told', subject: 'pumps', address: null, detail: { what: 'water' } })
      const [told] = (await server.as('admin').get('audit_log?limit=1')).body
      expect(told).toMatchObject({ action: 'told', address: '192.0.2.7' })
      await server.world.db.write((tx) => tx.deleteFrom('audit').where('action', '=', 'told').execute())
    })

    it.each([
      ['user=admin', ['project changed, admin']],
      ['action=group created', ['group created, ada']],
      ['user=nobody-of-this-name', []],
      ['since=2999-01-01', []],
      ['action=group created&user=ada&until=2999-01-01', ['group created, ada']],
    ])('finds by %s', async (query, differences) => expect(await acts(query)).toEqual(differences))

    it('cannot be searched for text, which would show the IP addresses of users', async () => {
      expect((await log('ada', 'query=nothing like it')).status).toBe(400)
    })

    it.each([
      ['bob', 403],
      ['eve', 403],
      ['visitor', 401],
      ['admin', 200],
    ])('is not for everybody: %s gets %i', async (who, status) => expect((await log(who)).status).toBe(status))

    it.each(['since=yesterday', 'limit=201'])('%s is a mistake', async (query) => {
      expect((await log('ada', query)).status).toBe(400)
    })

    it('of a project that is not there is not there', async () => {
      expect((await log('ada', '', 999_999 as ProjectId)).status).toBe(404)
    })
  })
})
