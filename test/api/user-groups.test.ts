import { beforeAll, describe, expect, it } from 'vitest'
import { addAdministrator, addProjectMembers } from '../../src/accounts/store/members.ts'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('user groups', () => {
    const server = createServer(dialect)
    let apollo = 0 as ProjectId
    const createGroup = (login: string, short_name: string) =>
      server.as(login).post('user_groups', { project_id: apollo, short_name, description: 'd' })
    const members = async (group: string, more = '') => {
      const { status, body, headers } = await server.as('ada').get(`user_groups/${group}/users${more}`)
      expect(status).toBe(200)
      return { logins: body.map((user: { username: string }) => user.username), size: headers['x-pagination-size'] }
    }

    beforeAll(async () => {
      for (const login of ['ada', 'max', 'mia', 'out', 'sam']) await server.createUser(login)
      const created = await server.as('admin').post('projects', {
        shortname: 'apollo',
        label: 'Apollo',
        description: 'Lunar lander firmware',
        is_public: true,
        xml_template_name: 'issues',
      })
      expect(created.status).toBe(201)
      apollo = created.body.id
      await server.world.db.write(async (tx) => {
        const permit = grantPermit('administer', { id: apollo })
        await addAdministrator(tx, permit, apollo, server.idOf('ada'))
        await addProjectMembers(tx, permit, [server.idOf('max'), server.idOf('sam')])
        await tx.updateTable('user').set({ status: 'S' }).where('id', '=', server.idOf('sam')).execute()
      })
    })

    it('are created by project administrators and readable for every user who sees the project', async () => {
      const { status, body } = await createGroup('ada', 'testers')
      expect(status).toBe(201)
      expect(body).toMatchObject({
        label: 'testers',
        short_name: 'testers',
        key: 'testers',
        users_uri: `user_groups/${body.id}/users`,
      })
      expect(body.project.shortname).toBe('apollo')
      for (const login of ['visitor', 'out', 'max', 'ada', 'admin']) {
        const isAdministrator = login === 'ada' || login === 'admin'
        const group = { ...body, additional_information: isAdministrator ? { ldap: null } : [] }
        expect((await server.as(login).get(`user_groups/${body.id}`)).body).toEqual(group)
        expect((await server.as(login).get(`user_groups/${apollo}_${body.id}`)).body).toEqual(group)
      }
    })

    it.each([
      ['max', 'others', 403, 'Forbidden: Permission Denied'],
      ['visitor', 'others', 401, 'Unauthorized'],
      ['ada', 'a b', 400, 'Bad Request: Invalid group name: a b. Please use only alphanumerical characters.'],
      ['ada', 'taken', 400, 'Bad Request: User group already exists in this project. Please choose another name.'],
    ])('created by %s with the name "%s" return %i and are not created', async (login, name, status, message) => {
      await createGroup('ada', 'taken')
      const before = await server.rowCounts()
      const response = await createGroup(login, name)
      expect([response.status, response.body.error.message]).toEqual([status, message])
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      ['abc', 400, 'Bad Request: Invalid ID format(abc)'],
      ['3', 400, "Bad Request: Invalid ID for user group ('3'), format must be: projectId_ugroupId"],
      ['9999', 404, 'Not Found: User Group does not exist'],
    ])('with the id %s return %i', async (id, status, message) => {
      const response = await server.as('ada').get(`user_groups/${id}`)
      expect([response.status, response.body.error.message]).toEqual([status, message])
    })

    it('list their members for project administrators, including suspended users in dynamic groups', async () => {
      expect(await members(`${apollo}_4`)).toEqual({ logins: ['ada', 'admin'], size: '2' })
      expect(await members(`${apollo}_3`)).toEqual({ logins: ['ada', 'admin', 'max', 'sam'], size: '4' })
      expect(await members(`${apollo}_3`, '?limit=1&offset=2')).toEqual({ logins: ['max'], size: '4' })
      expect(await members(`${apollo}_3`, '?query={"identifier":"max"}')).toEqual({ logins: ['max'], size: '1' })
      expect(await members(`${apollo}_3`, '?query={"identifier":"out"}')).toEqual({ logins: [], size: '0' })
    })

    it.each([
      ['visitor', 401],
      ['out', 403],
      ['max', 403],
      ['admin', 200],
    ])('list and change members for %s: %i', async (login, status) => {
      const { body: group } = await createGroup('ada', `for_${login}`)
      expect((await server.as(login).get(`user_groups/${group.id}/users`)).status).toBe(status)
      expect((await server.as(login).put(`user_groups/${group.id}/users`, [{ username: 'out' }])).status).toBe(status)
      expect((await members(group.id)).logins).toEqual(status === 200 ? ['out'] : [])
    })

    it('replace their members by the references, which are bare or wrapped, immediately', async () => {
      const { body: group } = await createGroup('ada', 'crew')
      const put = (body: unknown) => server.as('ada').put(`user_groups/${group.id}/users`, body)
      expect((await put({ user_references: [{ username: 'MAX' }, { username: 'out' }] })).status).toBe(200)
      expect((await members(group.id)).logins).toEqual(['max', 'out'])
      const names = (await server.as('out').get('users/self/membership')).body
      expect(names).toContain(`ug_${group.id}`)
      expect((await put([{ email: 'mia@example.com' }])).status).toBe(200)
      expect((await members(group.id)).logins).toEqual(['mia'])
      expect((await put([])).status).toBe(200)
      expect((await members(group.id)).logins).toEqual([])
    })

    it.each([
      ['two kinds of references', [{ username: 'max' }, { id: 102 }], 'References have to use the same type'],
      ['an empty reference', [{}], 'At least one key must be passed in the representation'],
    ])('reject %s and keep their members', async (_, input, message) => {
      const { body: group } = await createGroup('ada', `kept_${input.length}`)
      await server.as('ada').put(`user_groups/${group.id}/users`, [{ username: 'max' }])
      const response = await server.as('ada').put(`user_groups/${group.id}/users`, input)
      expect([response.status, response.body.error.message]).toEqual([400, `Bad Request: ${message}`])
      expect((await members(group.id)).logins).toEqual(['max'])
    })

    it('reject unknown users', async () => {
      const { body: group } = await createGroup('ada', 'unknowns')
      const response = await server
        .as('ada')
        .put(`user_groups/${group.id}/users`, [{ username: 'max' }, { username: 'zzz' }])
      expect(response.status).toBe(400)
      expect((await members(group.id)).logins).toEqual([])
    })

    it('of the site have no list of members', async () => {
      expect((await server.as('ada').get('user_groups/1/users')).status).toBe(404)
      expect((await server.as('ada').get('user_groups/2')).body).toMatchObject({ id: '2', project: null })
    })
  })

  describe('GET /users/{id}/membership', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('ada')
      await server.createUser('eve')
      const input = {
        shortname: 'apollo',
        label: 'Apollo',
        description: 'd',
        is_public: true,
        xml_template_name: 'empty',
      }
      const { body } = await server.as('ada').post('projects', input)
      await server.as('ada').post('user_groups', { project_id: body.id, short_name: 'crew' })
      await server.as('ada').put('user_groups/101/users', [{ username: 'ada' }])
    })
    const getMembership = async (login: string, query = '', id = 'self') => {
      const { status, body } = await server.as(login).get(`users/${id}/membership${query}`)
      return [status, status === 200 ? body : body.error.message]
    }

    it('returns names, ids or complete groups', async () => {
      const inProject = ['apollo_project_members', 'apollo_project_admin', 'ug_101']
      expect(await getMembership('ada')).toEqual([200, ['site_active', ...inProject]])
      expect(await getMembership('ada', '?scope=project')).toEqual([200, inProject])
      expect(await getMembership('ada', '?scope=project&format=id')).toEqual([200, ['101_3', '101_4', '101']])
      const [status, groups] = await getMembership('ada', '?scope=project&format=full')
      expect([status, groups.map((each: { id: string }) => each.id)]).toEqual([200, ['101_3', '101_4', '101']])
    })

    it('requires the own account or a permission', async () => {
      const ada = `${server.idOf('ada')}`
      expect(await getMembership('eve', '', ada)).toEqual([403, "Forbidden: Cannot see other's membership"])
      expect((await getMembership('visitor', '', ada))[0]).toBe(401)
      expect((await getMembership('admin', '', ada))[0]).toBe(200)
      await server
        .as('admin')
        .post('site_permissions', { permission: 'membership_information', user_id: server.idOf('eve') })
      expect((await getMembership('eve', '', ada))[0]).toBe(200)
    })

    it.each([
      ['?scope=x', 400, 'Bad Request: Invalid value specified for `scope`. Expected one of (project).'],
      ['?format=id', 400, 'Bad Request: format=id or format=full are only supported for project scope'],
    ])('with %s returns %i', async (query, status, message) => {
      expect(await getMembership('ada', query)).toEqual([status, message])
    })
  })
})
