import { beforeAll, describe, expect, it } from 'vitest'
import { aServer, onEachDatabase } from '../kit/server.ts'
import { twoProjects } from './grid/two-projects.ts'

onEachDatabase((dialect) => {
  describe('the audit', () => {
    const server = aServer(dialect)
    let project = 0

    beforeAll(async () => {
      project = (await twoProjects(server))('public', 'project')
    })

    const entries = async () => {
      const rows = await server.world.db.read.selectFrom('audit').selectAll().orderBy('id').execute()
      return rows.map(({ user_id, action, subject, detail }) => [user_id, action, subject, JSON.parse(detail)])
    }

    it('says who let whom into a project', async () => {
      const [boss, member, outsider] = ['boss', 'member', 'outsider'].map((login) => server.idOf(login))
      const before = (await entries()).length
      await server.as('boss').post(`projects/${project}/members`, { user_id: outsider })
      await server.as('boss').put(`user_groups/${project}_4/users`, [{ id: boss }, { id: outsider }])
      await server.as('boss').delete(`projects/${project}/members/${member}`)
      expect((await entries()).slice(before)).toEqual([
        [boss, 'project member added', 'open-house', { user: outsider }],
        [boss, 'group members replaced', 'open-house', { group: 4, before: [boss], after: [boss, outsider] }],
        [boss, 'project member removed', 'open-house', { user: member }],
      ])
    })

    it('says nothing of what was refused', async () => {
      const before = await entries()
      const { status } = await server.as('restricted').post(`projects/${project}/members`, { user_id: 101 })
      expect(status).toBe(403)
      expect(await entries()).toEqual(before)
    })
  })
})
