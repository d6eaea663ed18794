import { beforeAll, describe, expect, it } from 'vitest'
import { description } from '../../src/app/api/description.ts'
import { routes } from '../../src/app/slices/routes.ts'
import { slices } from '../../src/app/slices/slices.ts'
import type { AnyRoute } from '../../src/http/declarations/route.ts'
import { getScope, noScopeReasons, type Scope } from '../../src/kit/values/scope.ts'
import { accessKeyScopes, oauth2Scopes, scopes } from '../../src/sign-in/model/scopes.ts'
import { createApp, createBearerToken } from '../kit/bearer-tokens.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createTwoProjects } from './access-matrix/two-projects.ts'

const nameOf = ({ method, url }: Pick<AnyRoute, 'method' | 'url'>): string => `${method} ${url}`
/** A URL with an unknown id, so that an accepted request has nothing to do. Streams end immediately. */
const urlOf = ({ url }: AnyRoute): string =>
  `${url.slice(1).replace(/:\w+/g, '987654')}${url.endsWith('/stream') ? '?follow=false' : ''}`

const routesWhere = (predicate: (route: AnyRoute) => boolean): string[] => routes.filter(predicate).map(nameOf).sort()

/** docs/api/oauth2.md §9, docs/api/trackers.md §1, docs/api/artifacts.md §3: the routes of each scope of Tuleap. */
const contract: Readonly<Record<string, readonly string[]>> = {
  'read:project': [
    'GET /projects',
    'GET /projects/:id',
    'GET /projects/:id/banner',
    'GET /projects/:id/labels',
    'GET /projects/:id/project_services',
    'GET /projects/:id/user_groups',
    'POST /projects/:id/extract_references',
  ],
  'read:user_membership': ['GET /user_groups/:id', 'GET /users/:id/membership'],
  'read:tracker': [
    'GET /artifact_files/:id',
    'GET /artifact_temporary_files',
    'GET /artifact_temporary_files/:id',
    'GET /artifacts',
    'GET /artifacts/:id',
    'GET /artifacts/:id/changesets',
    'GET /artifacts/:id/linked_artifacts',
    'GET /artifacts/:id/links',
    'GET /projects/:id/trackers',
    'GET /tracker_reports/:id',
    'GET /tracker_reports/:id/artifacts',
    'GET /tracker_workflow_transitions/:id',
    'GET /tracker_workflow_transitions/:id/actions',
    'GET /trackers/:id',
    'GET /trackers/:id/artifacts',
    'GET /trackers/:id/parent_artifacts',
    'GET /trackers/:id/tracker_reports',
    'GET /trackers/:id/used_artifact_links',
    'GET /users/:id/artifacts',
  ],
}

describe('a route', () => {
  it.each(routes.map((route) => [nameOf(route), route] as const))(
    '%s has a scope or a reason for having none',
    (_, route) => {
      const { scope } = route
      if (typeof scope === 'string') expect(scopes[scope as Scope].for.length).toBeGreaterThan(0)
      else expect(Object.keys(noScopeReasons)).toContain(scope?.none)
    },
  )

  it.each(slices.flatMap(({ endpoints = [] }) => endpoints).map((one) => [one.url, one] as const))(
    'outside the API has a scope or a reason as well: %s',
    (_, { scope }) => {
      expect(typeof scope === 'string' || Object.keys(noScopeReasons).includes(scope?.none)).toBe(true)
    },
  )

  it.each(Object.entries(contract))('of Tuleap has the scope %s here as in Tuleap', (scope, expected) => {
    expect(routesWhere((route) => getScope(route) === scope && route.isExtension !== true)).toEqual(expected)
  })

  it('that reads has no scope to write, except for routes of administrators', () => {
    expect(routesWhere((route) => route.method === 'GET' && getScope(route)?.startsWith('write:') === true)).toEqual([
      'GET /project_categories',
      'GET /project_exports/:id',
      'GET /project_exports/:id/archive',
      'GET /project_fields',
      'GET /project_imports/:id',
      'GET /projects/:id/log',
      'GET /user_groups/:id/users',
    ])
  })

  it('that writes has no scope to read, except for queries that are sent by POST', () => {
    expect(routesWhere((route) => route.method !== 'GET' && getScope(route)?.startsWith('read:') === true)).toEqual([
      'POST /projects/:id/extract_references',
      'POST /projects/:id/text_previews',
      'POST /search',
    ])
  })

  it('for credentials or the whole site has no scope', () => {
    const protectedUrls =
      /session|second_factor|passkey|totp|recovery|access_keys|password|tokens|oauth2_apps|authorized_apps|identity_providers|site|audit|setup|preferences|notification_settings|\/history/
    expect(routesWhere((route) => protectedUrls.test(route.url) && getScope(route) !== undefined)).toEqual([])
  })
})

describe('the OpenAPI description', () => {
  it('contains the scope of each route, or the reason for having none', () => {
    for (const { method, url, scope, access } of routes) {
      const path = url.replace(/:(\w+)/g, '{$1}')
      const operation = (description as any).paths[path][method.toLowerCase()]
      const bearer = operation.security.flatMap((way: Record<string, string[]>) => way['bearer'] ?? [])
      if (typeof scope === 'string') {
        expect([operation['x-oauth2-scope'], bearer]).toEqual([scope, access === 'none' ? [] : [scope]])
        expect(operation.description).toContain(`\`${scope}\``)
      } else expect([operation['x-no-oauth2-scope'], bearer]).toEqual([noScopeReasons[scope.none], []])
    }
  })
})

onEachDatabase((dialect) => {
  describe('limited scopes', () => {
    const server = createServer(dialect)
    const requests = routes.filter(({ access }) => access !== 'none').map((route) => ({ route, url: urlOf(route) }))
    let app: Awaited<ReturnType<typeof createApp>>

    beforeAll(async () => {
      await server.createUser('alice')
      await server.createUser('bob')
      app = await createApp(server.world)
    })

    const acceptedRoutes = async (headers: Record<string, string>): Promise<string[]> => {
      const accepted: string[] = []
      for (const { route, url } of requests) {
        const response = await server.as('visitor').send(route.method, url, { headers })
        const isRefused =
          response.status === 401 && response.body?.error?.message === 'Unauthorized: Invalid access key'
        if (!isRefused) accepted.push(nameOf(route))
      }
      return accepted.sort()
    }
    const challengeFor = (route: AnyRoute): string => {
      const scope = getScope(route)
      const needed = scope === undefined ? '' : `, scope="${scope}"`
      return `Bearer realm="Tulipwood API", error="insufficient_scope"${needed}`
    }
    const routesOf = (scope: string) => routesWhere((route) => route.access !== 'none' && getScope(route) === scope)

    it.each(oauth2Scopes)(
      'a bearer token for %s is accepted by the routes of that scope and no others',
      async (scope) => {
        const token = await createBearerToken(server.world, { user: server.idOf('alice'), app, scopes: [scope] })
        const headers = { authorization: `Bearer ${token}` }
        for (const { route, url } of requests) {
          const response = await server.as('visitor').send(route.method, url, { headers })
          if (getScope(route) === scope) {
            const isRefused = response.headers['www-authenticate']?.includes('insufficient_scope') === true
            expect(isRefused, nameOf(route)).toBe(false)
          } else {
            const rejection = [response.status, response.headers['www-authenticate'], response.body.error.message]
            const message = 'Forbidden: The access token does not carry the scope this route needs'
            expect(rejection, nameOf(route)).toEqual([403, challengeFor(route), message])
          }
        }
      },
    )

    it.each(accessKeyScopes)(
      'an access key for %s is accepted by the routes of that scope and no others',
      async (scope) => {
        const { body } = await server.as('bob').post('access_keys', { description: 'narrow', scopes: [scope] })
        const all = routesWhere(({ access }) => access !== 'none')
        const expected = scope === 'write:rest' ? all : routesOf(scope)
        expect(await acceptedRoutes({ 'x-auth-accesskey': body.identifier })).toEqual(expected)
      },
    )

    it('several scopes are accepted by the routes of each', async () => {
      const two = ['read:project', 'write:tracker']
      const { body } = await server.as('alice').post('access_keys', { description: 'two', scopes: two })
      const expected = two.flatMap(routesOf).sort()
      expect(await acceptedRoutes({ 'x-auth-accesskey': body.identifier })).toEqual(expected)
    })

    it('scopes are described in words', async () => {
      const { status, body } = await server.as('visitor').get('scopes')
      expect([status, body.map(({ identifier }: { identifier: string }) => identifier).sort()]).toEqual([
        200,
        Object.keys(scopes).sort(),
      ])
      expect(body).toContainEqual({
        identifier: 'read:tracker',
        label: 'Tracker (read only)',
        allows: 'Read the trackers, reports, artifacts, comments and files you can read.',
        does_not_allow: 'Create, change or delete any of them.',
        for: ['access_key', 'oauth2_app'],
      })
    })

    it.each(['openid', 'profile', 'email', 'offline_access'])(
      'an access key cannot have %s, which is for apps only',
      async (scope) => {
        const before = await server.rowCounts()
        const { status } = await server.as('alice').post('access_keys', { description: 'd', scopes: [scope] })
        expect(status).toBe(400)
        expect(await server.rowCounts()).toEqual(before)
      },
    )
  })

  describe('outside the API', () => {
    const server = createServer(dialect)
    let file = ''
    let upload = ''

    beforeAll(async () => {
      const ids = await createTwoProjects(server)
      file = `/plugins/tracker/attachments/${ids('public', 'attached')}-a.txt`
      const draft = { name: 'b.txt', file_size: 3, file_type: 'text/plain' }
      const { body } = await server.as('member').post(`tracker_fields/${ids('public', 'files')}/files`, draft)
      upload = body.upload_href
    })
    const keyFor = async (scope: string) => {
      const { body } = await server.as('member').post('access_keys', { description: scope, scopes: [scope] })
      return { 'x-auth-accesskey': body.identifier as string }
    }
    const statusOf = async (method: string, url: string, scope: string) => {
      const headers = { ...(await keyFor(scope)), 'tus-resumable': '1.0.0' }
      return (await server.as('visitor').send(method, url, { headers, skipsOpenApiCheck: true })).status
    }

    it('files are downloaded only with read:tracker, even those that visitors may read', async () => {
      expect((await server.as('visitor').get(file, { skipsOpenApiCheck: true })).status).toBe(200)
      expect(await statusOf('GET', file, 'read:tracker')).toBe(200)
      for (const scope of ['write:tracker', 'read:project', 'write:svn'])
        expect(await statusOf('GET', file, scope), scope).toBeGreaterThanOrEqual(400)
    })

    it('files are uploaded only with write:tracker', async () => {
      expect(await statusOf('HEAD', upload, 'write:tracker')).toBe(204)
      for (const scope of ['read:tracker', 'write:project', 'write:svn'])
        expect(await statusOf('HEAD', upload, scope), scope).toBeGreaterThanOrEqual(400)
    })
  })
})
