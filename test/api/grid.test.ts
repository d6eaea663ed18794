import { beforeAll, describe, expect, it } from 'vitest'
import { description } from '../../src/app/description.ts'
import { alwaysOnEachDatabase, createServer, type TestServer } from '../kit/server.ts'
import { twoProjects } from './grid/two-projects.ts'

/** Who asks, in the order of the columns below; `auditor` holds read-only administration, `boss` the project's. */
const callers = ['visitor', 'restricted', 'outsider', 'member', 'boss', 'admin', 'auditor'] as const

interface Row {
  readonly get: string
  /** The chapter of the API reference, if it has the route. */
  readonly by: string
  /** One status for each caller; of a project: in a public one, in a private one. */
  readonly answers: string | { readonly public: string; readonly private: string }
}

/** docs/api/access.md §5 for what belongs to a project; docs/api/compatibility.md §1 for visitors of a private one. */
const asTheProject = { public: '200 403 200 200 200 200 200', private: '401 403 403 200 200 200 200' }

/** What is for the administrators of a tracker alone. */
const forAdministrators = { public: '401 403 403 403 200 200 200', private: '401 403 403 403 200 200 200' }

/**
 * docs/api/rest-conventions.md §3 (yes or nice), docs/api/trackers.md §1 and docs/api/artifacts.md §3, and our
 * extensions.
 */
const grid: readonly Row[] = [
  { get: '', by: 'extension', answers: '200 200 200 200 200 200 200' },
  { get: 'version', by: 'docs/api/site.md §1', answers: '200 200 200 200 200 200 200' },
  { get: 'session', by: 'extension', answers: '200 200 200 200 200 200 200' },
  { get: 'setup', by: 'extension', answers: '200 200 200 200 200 200 200' },
  { get: 'scopes', by: 'extension', answers: '200 200 200 200 200 200 200' },
  { get: 'banner', by: 'docs/api/site.md §1', answers: '200 200 200 200 200 200 200' },
  { get: 'users?query=member', by: 'docs/api/users.md §3', answers: '200 200 200 200 200 200 200' },
  { get: 'users/{member}', by: 'docs/api/users.md §2', answers: '200 200 200 200 200 200 200' },
  { get: 'users/self', by: 'docs/api/users.md §2', answers: '200 200 200 200 200 200 200' },
  { get: 'users/{member}/membership', by: 'docs/api/users.md §5', answers: '401 403 403 200 403 200 200' },
  { get: 'users/self/membership', by: 'docs/api/users.md §5', answers: '401 200 200 200 200 200 200' },
  { get: 'users/{member}/preferences?key=theme', by: 'docs/api/users.md §6', answers: '401 403 403 200 403 403 403' },
  { get: 'users/{member}/history', by: 'docs/api/users.md §7', answers: '401 403 403 200 403 403 403' },
  { get: 'users/{member}/access_keys', by: 'docs/api/authentication.md §3', answers: '401 403 403 200 403 403 403' },
  { get: 'users/{member}/authorized_apps', by: 'extension', answers: '401 403 403 200 403 403 403' },
  { get: 'oauth2_apps', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'users/{member}/sessions', by: 'extension', answers: '401 403 403 200 403 200 200' },
  { get: 'users/{member}/second_factors', by: 'extension', answers: '401 403 403 200 403 200 200' },
  {
    get: 'users/self/artifacts?query={"submitted_by":true}',
    by: 'docs/api/artifacts.md §3.5',
    answers: '401 200 200 200 200 200 200',
  },
  { get: 'access_keys/self', by: 'docs/api/authentication.md §3', answers: '401 200 200 200 200 200 200' },
  { get: 'access_keys/{key}', by: 'docs/api/authentication.md §3', answers: '401 404 404 200 404 404 404' },
  { get: 'users_memberships?query=with_ssh_key', by: 'docs/api/users.md §8', answers: '401 403 403 403 403 200 200' },
  { get: 'project_fields', by: 'docs/api/site.md §1', answers: '401 403 200 200 200 200 200' },
  { get: 'project_categories', by: 'docs/api/projects.md §10', answers: '401 403 200 200 200 200 200' },
  { get: 'projects', by: 'docs/api/projects.md §3', answers: '200 200 200 200 200 200 200' },
  { get: 'artifact_temporary_files', by: 'docs/api/attachments.md §6.4', answers: '401 200 200 200 200 200 200' },
  {
    get: 'artifact_temporary_files/{temporary}',
    by: 'docs/api/attachments.md §6.4',
    answers: '401 401 401 200 401 401 401',
  },
  { get: 'user_groups/2', by: 'docs/api/user-groups.md §3', answers: '200 200 200 200 200 200 200' },
  { get: 'artifact_link_types', by: 'docs/api/link-types.md §3', answers: '200 200 200 200 200 200 200' },
  { get: 'site_settings', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'site_permissions', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'site/users', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'site/users/{member}', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'audit_log', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'audit_actions', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'identity_providers', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'projects/{project}/members', by: 'extension', answers: forAdministrators },
  { get: 'projects/{project}/log', by: 'extension', answers: forAdministrators },

  { get: 'projects/{project}', by: 'docs/api/projects.md §4', answers: asTheProject },
  { get: 'projects/{project}/user_groups', by: 'docs/api/user-groups.md §2', answers: asTheProject },
  { get: 'projects/{project}/project_services', by: 'docs/api/projects.md §7', answers: asTheProject },
  { get: 'projects/{project}/heartbeats', by: 'docs/api/projects.md §8', answers: asTheProject },
  { get: 'projects/{project}/artifact_link_types', by: 'docs/api/link-types.md §3', answers: asTheProject },
  { get: 'projects/{project}/categories', by: 'docs/api/projects.md §10', answers: asTheProject },
  { get: 'projects/{project}/labels', by: 'docs/api/projects.md §9', answers: asTheProject },
  { get: 'projects/{project}/banner', by: 'docs/api/projects.md §9', answers: asTheProject },
  { get: 'projects/{project}/trackers', by: 'docs/api/trackers.md §2.3', answers: asTheProject },
  {
    get: 'user_groups/{project}_3',
    by: 'docs/api/user-groups.md §3',
    answers: { public: '200 404 200 200 200 200 200', private: '401 404 404 200 200 200 200' },
  },
  {
    get: 'user_groups/{group}',
    by: 'docs/api/user-groups.md §3',
    answers: { public: '200 404 200 200 200 200 200', private: '401 404 404 200 200 200 200' },
  },
  {
    get: 'user_groups/{project}_3/users',
    by: 'docs/api/user-groups.md §4',
    answers: { public: '401 404 403 403 200 200 200', private: '401 404 404 403 200 200 200' },
  },
  { get: 'trackers/{tracker}', by: 'docs/api/trackers.md §3.1', answers: asTheProject },
  {
    get: 'trackers/{tracker}/settings',
    by: 'extension',
    answers: { public: '401 403 403 403 200 200 200', private: '401 403 403 403 200 200 200' },
  },
  {
    get: 'trackers/{tracker}/unused_fields',
    by: 'extension',
    answers: { public: '401 403 403 403 200 200 200', private: '401 403 403 403 200 200 200' },
  },
  { get: 'trackers/{tracker}/artifacts', by: 'docs/api/queries.md §1', answers: asTheProject },
  { get: 'trackers/{tracker}/artifact_export', by: 'extension', answers: asTheProject },
  { get: 'trackers/{tracker}/artifact_export?format=ndjson', by: 'extension', answers: asTheProject },
  { get: 'trackers/{tracker}/tracker_reports', by: 'docs/api/trackers.md §4.1', answers: asTheProject },
  { get: 'trackers/{tracker}/parent_artifacts', by: 'docs/api/trackers.md §4.4', answers: asTheProject },
  { get: 'trackers/{tracker}/used_artifact_links', by: 'docs/api/trackers.md §4.5', answers: asTheProject },
  { get: 'tracker_reports/{report}', by: 'docs/api/trackers.md §4.2', answers: asTheProject },
  { get: 'tracker_reports/{report}/artifacts', by: 'docs/api/trackers.md §4.3', answers: asTheProject },
  { get: 'tracker_reports/{report}/definition', by: 'extension', answers: asTheProject },
  {
    get: 'tracker_workflow_transitions/{transition}',
    by: 'docs/api/trackers.md §4.10',
    answers: { public: '401 403 403 403 200 200 200', private: '401 403 403 403 200 200 200' },
  },
  {
    get: 'tracker_workflow_transitions/{transition}/actions',
    by: 'docs/api/trackers.md §4.11',
    answers: { public: '401 403 403 403 200 200 200', private: '401 403 403 403 200 200 200' },
  },
  { get: 'projects/{project}/oauth2_apps', by: 'extension', answers: forAdministrators },
  { get: 'oauth2_apps/{app}', by: 'extension', answers: forAdministrators },
  { get: 'trackers/{tracker}/webhooks', by: 'extension', answers: forAdministrators },
  { get: 'trackers/{tracker}/template', by: 'extension', answers: forAdministrators },
  { get: 'project_exports/{export}', by: 'extension', answers: forAdministrators },
  { get: 'project_exports/{export}/archive', by: 'extension', answers: forAdministrators },
  {
    get: 'project_imports/{import}',
    by: 'extension',
    answers: { public: '401 404 404 404 200 200 200', private: '401 404 404 404 200 200 200' },
  },
  { get: 'tracker_webhooks/{webhook}', by: 'extension', answers: forAdministrators },
  { get: 'tracker_webhooks/{webhook}/deliveries', by: 'extension', answers: forAdministrators },
  {
    get: 'artifacts/{artifact}/watchers',
    by: 'extension',
    answers: { public: '401 403 200 200 200 200 200', private: '401 403 403 200 200 200 200' },
  },
  { get: 'artifacts/{artifact}', by: 'docs/api/artifacts.md §1.6', answers: asTheProject },
  {
    get: 'artifacts/{artifact}/explain?action=read',
    by: 'extension',
    answers: { public: '200 404 200 200 200 200 200', private: '401 404 404 200 200 200 200' },
  },
  { get: 'projects/{project}/svn', by: 'docs/api/subversion.md §1.2', answers: asTheProject },
  {
    get: 'svn/{repository}',
    by: 'docs/api/subversion.md §1.7: what one may not see is absent',
    answers: { public: '200 404 200 200 200 200 200', private: '401 404 404 200 200 200 200' },
  },
  { get: 'projects/{project}/svn_administrators', by: 'extension', answers: forAdministrators },
  { get: 'projects/{project}/svn_deleted', by: 'extension', answers: forAdministrators },
  ...['tree', 'file?path=/a', 'commits', 'commits/1', 'diff'].map((part) => ({
    get: `svn/{repository}/${part}`,
    by: 'extension: a repository that stands in for one on the disk is looked into by nobody',
    answers: { public: '501 404 501 501 501 501 501', private: '401 404 404 501 501 501 501' },
  })),
  ...[
    'svn/{repository}/access_files',
    'svn/{repository}/mail_settings',
    'svn/{repository}/webhooks',
    'svn_webhooks/{commitWebhook}',
    'svn_webhooks/{commitWebhook}/deliveries',
  ].map((get) => ({
    get,
    by: 'extension',
    answers: { public: '401 404 403 403 200 200 200', private: '401 404 404 403 200 200 200' },
  })),
  { get: 'changes?since=0', by: 'extension', answers: '200 200 200 200 200 200 200' },
  { get: 'changes/stream?since=0&follow=false', by: 'extension', answers: '200 200 200 200 200 200 200' },
  { get: 'artifacts/{artifact}/changesets', by: 'docs/api/artifacts.md §3.2', answers: asTheProject },
  { get: 'artifacts/{artifact}/links', by: 'docs/api/artifacts.md §3.3', answers: asTheProject },
  {
    get: 'artifacts/{artifact}/linked_artifacts?direction=forward',
    by: 'docs/api/artifacts.md §3.4',
    answers: asTheProject,
  },
  {
    get: 'artifact_files/{attached}',
    by: 'docs/api/attachments.md §6.5: whatever is refused is absent',
    answers: { public: '401 404 200 200 200 200 200', private: '401 404 404 200 200 200 200' },
  },
  {
    get: 'artifacts?query={"id":[{artifact}]}',
    by: 'docs/api/artifacts.md §3.1: what one may not see is left out',
    answers: { public: '200 200 200 200 200 200 200', private: '200 200 200 200 200 200 200' },
  },
]

/** What looks at no credentials (docs/api/rest-conventions.md §3). */
const openToAll: ReadonlySet<string> = new Set(['', 'version', 'scopes', 'session', 'setup'])

interface Cell {
  readonly row: Row
  readonly place: 'site' | 'public' | 'private'
  readonly statuses: string
}

const cells: readonly Cell[] = grid.flatMap((row): Cell[] =>
  typeof row.answers === 'string'
    ? [{ row, place: 'site', statuses: row.answers }]
    : [
        { row, place: 'public', statuses: row.answers.public },
        { row, place: 'private', statuses: row.answers.private },
      ],
)

alwaysOnEachDatabase((dialect) => {
  describe('who is answered what', () => {
    const server = createServer(dialect)
    let ids: Awaited<ReturnType<typeof twoProjects>>

    beforeAll(async () => {
      ids = await twoProjects(server)
    })

    const ask = async (place: Cell['place'], address: string): Promise<string> => {
      const filled = address.replace(/\{(\w+)\}/g, (_whole, name: string) => String(ids(place, name)))
      const statuses: number[] = []
      for (const caller of callers) statuses.push((await server.as(caller).get(encodeURI(filled))).status)
      return statuses.join(' ')
    }

    it('is what the API reference states, route by route', async () => {
      const asked: { readonly expected: string; readonly actual: string }[] = []
      for (const { row, place, statuses } of cells) {
        const line = `${row.get.padEnd(54)} ${place.padEnd(8)}`
        asked.push({ expected: `${line} ${statuses}`, actual: `${line} ${await ask(place, row.get)}` })
      }
      console.log([`${''.padEnd(63)} ${callers.join(' ')}`, ...asked.map(({ actual }) => actual)].join('\n'))
      expect(asked.map(({ actual }) => actual)).toEqual(asked.map(({ expected }) => expected))
    })

    it.each(['regular', 'restricted'])(
      'is nothing for visitors in mode %s, save what looks at no credentials',
      async (mode) => {
        await setMode(server, mode)
        try {
          for (const { row, place } of cells) {
            const filled = row.get.replace(/\{(\w+)\}/g, (_whole, name: string) => String(ids(place, name)))
            const { status } = await server.as('visitor').get(encodeURI(filled))
            expect({ get: row.get, status }).toEqual({ get: row.get, status: openToAll.has(row.get) ? 200 : 401 })
          }
        } finally {
          await setMode(server, 'anonymous')
        }
      },
    )

    it('tells members of a private project, and nobody else, what is in a list of artifacts', async () => {
      const query = encodeURI(`artifacts?query={"id":[${ids('private', 'artifact')},${ids('public', 'artifact')}]}`)
      const seen = async (caller: string): Promise<number[]> =>
        (await server.as(caller).get(query)).body.collection.map(({ id }: { id: number }) => id).sort()
      const both = [ids('private', 'artifact'), ids('public', 'artifact')].sort()
      expect(await Promise.all(callers.map(seen))).toEqual([
        [ids('public', 'artifact')],
        [],
        [ids('public', 'artifact')],
        both,
        both,
        both,
        both,
      ])
    })

    it('a read-only administrator reads as an administrator and changes as anybody else', async () => {
      const before = await server.rowCounts()
      const project = `projects/${ids('private', 'project')}`
      expect((await server.as('auditor').patch(project, { status: 'suspended' })).status).toBe(403)
      expect((await server.as('auditor').put(`${project}/banner`, { message: 'Hello' })).status).toBe(403)
      expect((await server.as('auditor').patch('site_settings', { project_creation: false })).status).toBe(403)
      expect(await server.rowCounts()).toEqual(before)
    })
  })
})

describe('the grid', () => {
  it('holds every route that can be read', () => {
    const paths = Object.entries(description['paths'] as Readonly<Record<string, object>>)
      .filter(([, operations]) => 'get' in operations)
      .map(([path]) => path)
    const isAsked = (path: string) => {
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
      return grid.some(({ get }) => pattern.test(`/${get.split('?')[0]}`))
    }
    expect(paths.filter((path) => !isAsked(path))).toEqual([])
  })

  it('has a status for each caller in each row', () => {
    for (const { row, statuses } of cells)
      expect({ get: row.get, n: statuses.split(' ').length }).toEqual({ get: row.get, n: callers.length })
  })
})

async function setMode(server: TestServer, mode: string): Promise<void> {
  const { status } = await server.as('admin').patch('site_settings', { access_mode: mode })
  expect(status).toBe(200)
}
