import { beforeAll, describe, expect, it } from 'vitest'
import { description } from '../../src/app/description.ts'
import { routes } from '../../src/app/routes.ts'
import { slices } from '../../src/app/slices.ts'
import type { AnyRoute } from '../../src/kit/http/route.ts'
import { noScopeReasons, type Scope, scopeOf } from '../../src/kit/scope.ts'
import { accessKeyScopes, oauth2Scopes, scopes } from '../../src/site/model/scopes.ts'
import { createApp, createBearerToken } from '../kit/bearer-tokens.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { twoProjects } from './grid/two-projects.ts'

const nameOf = ({ method, url }: Pick<AnyRoute, 'method' | 'url'>): string => `${method} ${url}`
/** An address of nothing, so that who is let in finds nothing to do; a stream that ends. */
const addressOf = ({ url }: AnyRoute): string =>
  `${url.slice(1).replace(/:\w+/g, '987654')}${url.endsWith('/stream') ? '?follow=false' : ''}`

const those = (wanted: (route: AnyRoute) => boolean): string[] => routes.filter(wanted).map(nameOf).sort()

/**
 * docs/api/oauth2.md §9, docs/api/trackers.md §1, docs/api/artifacts.md §3: what each scope of Tuleap opens
 * there.
 */
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
    '%s says what opens it, or why nothing does',
    (_, route) => {
      const { scope } = route
      if (typeof scope === 'string') expect(scopes[scope as Scope].for.length).toBeGreaterThan(0)
      else expect(Object.keys(noScopeReasons)).toContain(scope?.none)
    },
  )

  it.each(slices.flatMap(({ endpoints = [] }) => endpoints).map((one) => [one.url, one] as const))(
    'beside the API says so as well: %s',
    (_, { scope }) => {
      expect(typeof scope === 'string' || Object.keys(noScopeReasons).includes(scope?.none)).toBe(true)
    },
  )

  it.each(Object.entries(contract))('of Tuleap is opened by %s there as here', (scope, expected) => {
    expect(those((route) => scopeOf(route) === scope && route.isExtension !== true)).toEqual(expected)
  })

  it('that reads is opened by no scope to write, but for what only administrators do', () => {
    expect(those((route) => route.method === 'GET' && scopeOf(route)?.startsWith('write:') === true)).toEqual([
      'GET /project_categories',
      'GET /project_exports/:id',
      'GET /project_exports/:id/archive',
      'GET /project_fields',
      'GET /project_imports/:id',
      'GET /projects/:id/log',
      'GET /projects/:id/members',
      'GET /user_groups/:id/users',
    ])
  })

  it('that writes is opened by no scope to read, but for questions that are sent', () => {
    expect(those((route) => route.method !== 'GET' && scopeOf(route)?.startsWith('read:') === true)).toEqual([
      'POST /projects/:id/extract_references',
      'POST /search',
    ])
  })

  it('about what one signs in with, or about the whole site, is opened by none', () => {
    const guarded =
      /session|second_factor|passkey|totp|recovery|access_keys|password|tokens|oauth2_apps|authorized_apps|identity_providers|site|audit|setup|preferences|history/
    expect(those((route) => guarded.test(route.url) && scopeOf(route) !== undefined)).toEqual([])
  })
})

describe('the description', () => {
  it('names the scope of each route, or says why there is none', () => {
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
  describe('what is narrower than everything', () => {
    const server = createServer(dialect)
    const asked = routes.filter(({ access }) => access !== 'none').map((route) => ({ route, url: addressOf(route) }))
    let app: Awaited<ReturnType<typeof createApp>>

    beforeAll(async () => {
      await server.createUser('alice')
      await server.createUser('bob')
      app = await createApp(server.world)
    })

    const tried = async (headers: Record<string, string>): Promise<string[]> => {
      const letIn: string[] = []
      for (const { route, url } of asked) {
        const answer = await server.as('visitor').send(route.method, url, { headers })
        const isRefused = answer.status === 401 && answer.body?.error?.message === 'Unauthorized: Invalid access key'
        if (!isRefused) letIn.push(nameOf(route))
      }
      return letIn.sort()
    }
    const refusedToVisitors = [401, 403, 404]
    // The log of changes goes on between two requests.
    const steady = (text: string): string => text.replace(/"next":"[^"]*"|^id: .*$/gm, '')
    const challengeFor = (route: AnyRoute): string => {
      const scope = scopeOf(route)
      const needed = scope === undefined ? '' : `, scope="${scope}"`
      return `Bearer realm="Tulipwood API", error="insufficient_scope"${needed}`
    }
    const opened = (scope: string) => those((route) => route.access !== 'none' && scopeOf(route) === scope)

    it.each(oauth2Scopes)('a bearer token for %s opens the routes of that scope and no others', async (scope) => {
      const token = await createBearerToken(server.world, { user: server.idOf('alice'), app, scopes: [scope] })
      const headers = { authorization: `Bearer ${token}` }
      for (const { route, url } of asked) {
        const answer = await server.as('visitor').send(route.method, url, { headers })
        const isOpened = scopeOf(route) === scope
        const isRefused = answer.headers['www-authenticate']?.includes('insufficient_scope') === true
        if (isOpened) expect(isRefused, nameOf(route)).toBe(false)
        else if (isRefused) {
          const told = [answer.status, answer.headers['www-authenticate'], answer.body.error.message]
          const message = 'Forbidden: The access token does not carry the scope this route needs'
          expect(told, nameOf(route)).toEqual([403, challengeFor(route), message])
        } else {
          // Never less than a visitor has, and never more.
          const visitors = await server.as('visitor').send(route.method, url)
          expect([route.access, answer.status, steady(answer.text)], nameOf(route)).toEqual([
            'optional',
            visitors.status,
            steady(visitors.text),
          ])
          expect(refusedToVisitors, nameOf(route)).not.toContain(visitors.status)
        }
      }
    })

    it.each(accessKeyScopes)('an access key for %s opens the routes of that scope and no others', async (scope) => {
      const { body } = await server.as('bob').post('access_keys', { description: 'narrow', scopes: [scope] })
      const all = those(({ access }) => access !== 'none')
      const expected = scope === 'write:rest' ? all : opened(scope)
      expect(await tried({ 'x-auth-accesskey': body.identifier })).toEqual(expected)
    })

    it('several scopes open the routes of each', async () => {
      const two = ['read:project', 'write:tracker']
      const { body } = await server.as('alice').post('access_keys', { description: 'two', scopes: two })
      const expected = two.flatMap(opened).sort()
      expect(await tried({ 'x-auth-accesskey': body.identifier })).toEqual(expected)
    })

    it('scopes are told in words', async () => {
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
      'an access key cannot have %s, which is for apps',
      async (scope) => {
        const before = await server.rowCounts()
        const { status } = await server.as('alice').post('access_keys', { description: 'd', scopes: [scope] })
        expect(status).toBe(400)
        expect(await server.rowCounts()).toEqual(before)
      },
    )
  })

  describe('beside the API', () => {
    const server = createServer(dialect)
    let file = ''
    let upload = ''

    beforeAll(async () => {
      const ids = await twoProjects(server)
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

    it('files are read with read:tracker alone, even those that visitors may read', async () => {
      expect((await server.as('visitor').get(file, { skipsOpenApiCheck: true })).status).toBe(200)
      expect(await statusOf('GET', file, 'read:tracker')).toBe(200)
      for (const scope of ['write:tracker', 'read:project', 'write:svn'])
        expect(await statusOf('GET', file, scope), scope).toBeGreaterThanOrEqual(400)
    })

    it('files are sent with write:tracker alone', async () => {
      expect(await statusOf('HEAD', upload, 'write:tracker')).toBe(204)
      for (const scope of ['read:tracker', 'write:project', 'write:svn'])
        expect(await statusOf('HEAD', upload, scope), scope).toBeGreaterThanOrEqual(400)
    })
  })
})
