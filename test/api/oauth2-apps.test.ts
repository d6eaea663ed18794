import { beforeAll, describe, expect, it } from 'vitest'
import type { OAuth2AppId, ProjectId } from '../../src/kit/values/ids.ts'
import { createBearerToken } from '../kit/bearer-tokens.ts'
import { insertProject } from '../kit/project.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
const robot = { name: 'Robot', redirect_uri: 'https://robot.example/back?from=here' }

onEachDatabase((dialect) => {
  describe('OAuth2 apps of a project', () => {
    const server = createServer(dialect)
    let project = 0 as ProjectId
    let apps = ''

    beforeAll(async () => {
      for (const login of ['boss', 'mira', 'otto']) await server.createUser(login)
      project = await insertProject(server, {
        shortName: 'orchard',
        members: ['mira', 'boss'],
        administrators: ['boss'],
      })
      apps = `projects/${project}/oauth2_apps`
    })
    const register = async (input: object = {}) => (await server.as('boss').post(apps, { ...robot, ...input })).body
    /** Authorizes the app for a user and returns the headers of a request with its access token. */
    const authorizeApp = async (app: OAuth2AppId, login = 'mira') => {
      const token = await createBearerToken(server.world, { user: server.idOf(login), app, scopes: ['read:project'] })
      return { headers: { authorization: `Bearer ${token}` } }
    }
    const statusWith = async (options: { headers: Record<string, string> }) =>
      (await server.as('visitor').get(`projects/${project}`, options)).status

    it('are registered by project administrators; only this response contains the secret', async () => {
      const { status, body } = await server.as('boss').post(apps, robot)
      const { client_secret: secret, ...app } = body
      expect([status, app]).toEqual([
        201,
        {
          id: expect.any(Number),
          uri: `oauth2_apps/${body.id}`,
          client_id: `tlp-client-id-${body.id}`,
          ...robot,
          is_pkce_forced: true,
          is_confidential: true,
          project: { id: project, uri: `projects/${project}`, label: 'orchard', icon: '' },
          created_on: date,
          users_count: 0,
        },
      ])
      expect(secret).toMatch(new RegExp(`^tlp-oauth2-c1-${body.id}\\.[0-9a-f]{64}$`))
      expect((await server.as('boss').get(`oauth2_apps/${body.id}`)).body).toEqual(app)
      expect((await server.as('boss').get(apps)).body).toContainEqual(app)
      const stored = JSON.stringify(await server.world.db.read.selectFrom('oauth2_app').selectAll().execute())
      expect(stored).not.toContain(secret.split('.')[1])
    })

    it('that are public have no secret and cannot get one', async () => {
      const { id, client_secret: secret } = await register({ is_confidential: false })
      expect(secret).toBeNull()
      const { status, body } = await server.as('boss').post(`oauth2_apps/${id}/secret`)
      expect([status, body.error.message]).toEqual([400, 'Bad Request: A public app has no secret.'])
    })

    it.each([
      { name: '   ' },
      { redirect_uri: 'http://robot.example/' },
      { redirect_uri: 'https://robot.example/#here' },
      { redirect_uri: 'javascript:alert(1)' },
      { redirect_uri: 'robot' },
      { redirect_uri: 'https://user:secret@robot.example/' },
    ])('with %j are rejected on registration and on change', async (invalid) => {
      const { id } = await register()
      const before = [await server.rowCounts(), (await server.as('boss').get(`oauth2_apps/${id}`)).body]
      const created = await server.as('boss').post(apps, { ...robot, ...invalid })
      const changed = await server.as('boss').patch(`oauth2_apps/${id}`, invalid)
      for (const { status } of [created, changed]) expect(status).toBe(400)
      expect([await server.rowCounts(), (await server.as('boss').get(`oauth2_apps/${id}`)).body]).toEqual(before)
    })

    it('can have redirect URIs on the local machine', async () => {
      for (const uri of ['http://localhost', 'http://localhost:8080/back', 'http://127.0.0.1/x'])
        expect((await register({ redirect_uri: uri })).redirect_uri).toBe(uri)
    })

    it('change only the members that the request contains', async () => {
      const { id, client_secret: _secret, ...app } = await register()
      const { status, body } = await server.as('boss').patch(`oauth2_apps/${id}`, { is_pkce_forced: false })
      expect([status, body]).toEqual([200, { id, ...app, is_pkce_forced: false }])
      const next = { name: 'Engine', redirect_uri: 'https://engine.example' }
      expect((await server.as('boss').patch(`oauth2_apps/${id}`, next)).body).toEqual({
        id,
        ...app,
        ...next,
        is_pkce_forced: false,
      })
    })

    it('can get a new secret', async () => {
      const { id, client_secret: first } = await register()
      const { status, body } = await server.as('boss').post(`oauth2_apps/${id}/secret`)
      expect([status, body]).toEqual([201, { client_secret: expect.stringContaining(`tlp-oauth2-c1-${id}.`) }])
      expect(body.client_secret).not.toBe(first)
    })

    it('lose all their tokens when they are deleted, and count their users', async () => {
      const { id } = await register()
      const token = await authorizeApp(id)
      await authorizeApp(id, 'otto')
      expect((await server.as('boss').get(`oauth2_apps/${id}`)).body.users_count).toBe(2)
      expect(await statusWith(token)).toBe(200)
      expect((await server.as('boss').delete(`oauth2_apps/${id}`)).status).toBe(200)
      expect(await statusWith(token)).toBe(401)
      expect((await server.as('boss').get(`oauth2_apps/${id}`)).status).toBe(404)
    })

    it.each(['mira', 'otto'])('return 403 to %s, who does not administer the project', async (login) => {
      const { id } = await register()
      const before = await server.rowCounts()
      const as = server.as(login)
      const responses = [
        await as.get(apps),
        await as.post(apps, robot),
        await as.get(`oauth2_apps/${id}`),
        await as.patch(`oauth2_apps/${id}`, { name: 'Mine' }),
        await as.post(`oauth2_apps/${id}/secret`),
        await as.delete(`oauth2_apps/${id}`),
        await as.post('oauth2_apps', robot),
      ]
      expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('of the site are managed by site administrators', async () => {
      expect((await server.as('boss').post('oauth2_apps', robot)).status).toBe(403)
      const { status, body } = await server.as('admin').post('oauth2_apps', robot)
      expect([status, body.project]).toEqual([201, null])
      expect((await server.as('admin').get('oauth2_apps')).body.map(({ id }: { id: number }) => id)).toContain(body.id)
      expect((await server.as('boss').get(`oauth2_apps/${body.id}`)).status).toBe(403)
      expect((await server.as('admin').get(apps)).body.map(({ id }: { id: number }) => id)).not.toContain(body.id)
    })

    it('return 404 when they do not exist', async () => {
      expect((await server.as('admin').get('oauth2_apps/987654')).status).toBe(404)
      expect((await server.as('admin').delete('oauth2_apps/987654')).status).toBe(404)
    })

    it('are recorded in the audit log', async () => {
      const rows = await server.world.db.read.selectFrom('audit').select('action').distinct().execute()
      const actions = rows.map(({ action }) => action)
      for (const action of ['app registered', 'app changed', 'app secret renewed', 'app deleted'])
        expect(actions).toContain(action)
    })

    it('are recorded with what a change replaces', async () => {
      const { id } = await register()
      const change = { redirect_uri: 'https://other.example/', is_pkce_forced: true }
      expect((await server.as('boss').patch(`oauth2_apps/${id}`, change)).status).toBe(200)
      const entries = server.world.db.read.selectFrom('audit').select('detail').where('action', '=', 'app changed')
      const { detail } = await entries.orderBy('id', 'desc').executeTakeFirstOrThrow()
      expect(JSON.parse(detail)).toEqual({
        app: id,
        project,
        redirect_uri: { from: robot.redirect_uri, to: 'https://other.example/' },
      })
    })

    describe('with an authorization of a user', () => {
      it('are listed for this user only', async () => {
        const { id } = await register({ name: 'Listed' })
        await authorizeApp(id)
        const url = `users/${server.idOf('mira')}/authorized_apps`
        const { status, body } = await server.as('mira').get(url)
        expect([status, body.find((one: { id: number }) => one.id === id)]).toEqual([
          200,
          {
            id,
            name: 'Listed',
            project: { id: project, uri: `projects/${project}`, label: 'orchard', icon: '' },
            scopes: [{ identifier: 'read:project', label: 'Project (read only)' }],
            authorized_on: date,
            last_used_on: null,
          },
        ])
        for (const login of ['boss', 'admin']) expect((await server.as(login).get(url)).status).toBe(403)
      })

      it('lose the tokens of this user when the user revokes the authorization', async () => {
        const { id } = await register()
        const [miraToken, ottoToken] = [await authorizeApp(id, 'mira'), await authorizeApp(id, 'otto')]
        const url = `users/${server.idOf('mira')}/authorized_apps/${id}`
        expect((await server.as('otto').delete(url)).status).toBe(403)
        expect([await statusWith(miraToken), await statusWith(ottoToken)]).toEqual([200, 200])
        expect((await server.as('mira').delete(url)).status).toBe(200)
        expect([await statusWith(miraToken), await statusWith(ottoToken)]).toEqual([401, 200])
        const { status, body } = await server.as('mira').delete(url)
        expect([status, body.error.message]).toEqual([
          404,
          'Not Found: Authorization not found for this App, aborting revocation.',
        ])
      })
    })

    it('are deleted with their project', async () => {
      const { id } = await register()
      const token = await authorizeApp(id, 'admin')
      expect(await statusWith(token)).toBe(200)
      expect((await server.as('admin').put(`projects/${project}/status`, { status: 'deleted' })).status).toBe(200)
      expect((await server.as('admin').get(`oauth2_apps/${id}`)).status).toBe(404)
      expect(await statusWith(token)).toBe(401)
    })
  })
})
