import { beforeAll, describe, expect, it } from 'vitest'
import { description } from '../../src/app/api/description.ts'
import { alwaysOnEachDatabase, createServer, type TestServer } from '../kit/server.ts'
import { createTwoProjects } from './access-matrix/two-projects.ts'

/**
 * Callers in the order of the columns below. `auditor` is a read-only administrator; `boss` isAdministered the projects.
 */
const callers = ['visitor', 'restricted', 'outsider', 'member', 'boss', 'admin', 'auditor'] as const

interface Row {
  readonly get: string
  /** The section of the API reference, or `extension`. */
  readonly by: string
  /** One status per caller; for project resources separately in a public and in a private project. */
  readonly answers: string | { readonly public: string; readonly private: string }
}

/**
 * docs/api/access.md §5 for project resources; docs/api/compatibility.md §1 for anonymous callers in private projects.
 */
const likeProject = { public: '200 403 200 200 200 200 200', private: '401 403 403 200 200 200 200' }

/** Resources that only administrators of the tracker or project can read. */
const forAdministrators = { public: '401 403 403 403 200 200 200', private: '401 403 403 403 200 200 200' }

/** Resources of a project that only its members can read. */
const forMembers = { public: '401 403 403 200 200 200 200', private: '401 403 403 200 200 200 200' }

/** As project resources, for callers with an account. */
const onlySignedIn = { public: '401 403 200 200 200 200 200', private: '401 403 403 200 200 200 200' }

/**
 * docs/api/rest-conventions.md §3 (required and recommended routes), docs/api/trackers.md §1 and docs/api/artifacts.md
 * §3, and the Tulipwood extensions.
 */
const matrix: readonly Row[] = [
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
  { get: 'users/self/watched_artifacts', by: 'extension', answers: '401 200 200 200 200 200 200' },
  { get: 'users/self/visited_artifacts', by: 'extension', answers: '401 200 200 200 200 200 200' },
  { get: 'users/{member}/inbox', by: 'extension', answers: '401 403 403 200 403 403 403' },
  { get: 'users/{member}/notification_settings', by: 'extension', answers: '401 403 403 200 403 403 403' },
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
  { get: 'site/access_keys', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'audit_log', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'audit_actions', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'jobs', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'job_counts', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'site_health', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'identity_providers', by: 'extension', answers: '401 403 403 403 403 200 200' },
  { get: 'projects/{project}/members', by: 'extension', answers: forMembers },
  { get: 'projects/{project}/user_suggestions?query=m', by: 'extension', answers: onlySignedIn },
  { get: 'projects/{project}/log', by: 'extension', answers: forAdministrators },

  { get: 'projects/{project}', by: 'docs/api/projects.md §4', answers: likeProject },
  { get: 'projects/{project}/user_groups', by: 'docs/api/user-groups.md §2', answers: likeProject },
  { get: 'projects/{project}/project_services', by: 'docs/api/projects.md §7', answers: likeProject },
  { get: 'projects/{project}/heartbeats', by: 'docs/api/projects.md §8', answers: likeProject },
  { get: 'projects/{project}/activity', by: 'extension', answers: likeProject },
  { get: 'projects/{project}/tracker_counts', by: 'extension', answers: likeProject },
  { get: 'projects/{project}/late_artifacts', by: 'extension', answers: likeProject },
  { get: 'navigation', by: 'extension', answers: '200 200 200 200 200 200 200' },
  { get: 'navigation?project_id={project}', by: 'extension', answers: likeProject },
  { get: 'navigation?tracker_id={tracker}', by: 'extension', answers: likeProject },
  { get: 'navigation?artifact_id={artifact}', by: 'extension', answers: likeProject },
  { get: 'projects/{project}/artifact_link_types', by: 'docs/api/link-types.md §3', answers: likeProject },
  { get: 'projects/{project}/categories', by: 'docs/api/projects.md §10', answers: likeProject },
  { get: 'projects/{project}/labels', by: 'docs/api/projects.md §9', answers: likeProject },
  { get: 'projects/{project}/banner', by: 'docs/api/projects.md §9', answers: likeProject },
  { get: 'projects/{project}/trackers', by: 'docs/api/trackers.md §2.3', answers: likeProject },
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
  { get: 'trackers/{tracker}', by: 'docs/api/trackers.md §3.1', answers: likeProject },
  {
    get: 'trackers/{tracker}/settings',
    by: 'extension',
    answers: { public: '401 403 403 403 200 200 200', private: '401 403 403 403 200 200 200' },
  },
  {
    get: 'trackers/{tracker}/semantics',
    by: 'extension',
    answers: { public: '401 403 403 403 200 200 200', private: '401 403 403 403 200 200 200' },
  },
  {
    get: 'trackers/{tracker}/permissions',
    by: 'extension',
    answers: { public: '401 403 403 403 200 200 200', private: '401 403 403 403 200 200 200' },
  },
  {
    get: 'trackers/{tracker}/triggers',
    by: 'docs/api/trackers.md §4.12',
    answers: { public: '401 403 403 403 200 200 200', private: '401 403 403 403 200 200 200' },
  },
  {
    get: 'trackers/{tracker}/unused_fields',
    by: 'extension',
    answers: { public: '401 403 403 403 200 200 200', private: '401 403 403 403 200 200 200' },
  },
  { get: 'trackers/{tracker}/artifacts', by: 'docs/api/queries.md §1', answers: likeProject },
  { get: 'trackers/{tracker}/artifact_groups?by={status}', by: 'extension', answers: likeProject },
  { get: 'trackers/{tracker}/artifact_group_history?by={status}', by: 'extension', answers: likeProject },
  { get: 'trackers/{tracker}/field_sums', by: 'extension', answers: likeProject },
  { get: 'trackers/{tracker}/open_artifact_ages', by: 'extension', answers: likeProject },
  { get: 'trackers/{tracker}/artifact_export', by: 'extension', answers: likeProject },
  { get: 'trackers/{tracker}/artifact_export?format=ndjson', by: 'extension', answers: likeProject },
  { get: 'trackers/{tracker}/tracker_reports', by: 'docs/api/trackers.md §4.1', answers: likeProject },
  { get: 'trackers/{tracker}/parent_artifacts', by: 'docs/api/trackers.md §4.4', answers: likeProject },
  { get: 'trackers/{tracker}/used_artifact_links', by: 'docs/api/trackers.md §4.5', answers: likeProject },
  { get: 'tracker_reports/{report}', by: 'docs/api/trackers.md §4.2', answers: likeProject },
  { get: 'tracker_reports/{report}/artifacts', by: 'docs/api/trackers.md §4.3', answers: likeProject },
  { get: 'tracker_reports/{report}/definition', by: 'extension', answers: likeProject },
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
  { get: 'artifacts/{artifact}', by: 'docs/api/artifacts.md §1.6', answers: likeProject },
  {
    get: 'artifacts/{artifact}/explain?action=read',
    by: 'extension',
    answers: { public: '200 404 200 200 200 200 200', private: '401 404 404 200 200 200 200' },
  },
  { get: 'projects/{project}/svn', by: 'docs/api/subversion.md §1.2', answers: likeProject },
  {
    get: 'svn/{repository}',
    by: 'docs/api/subversion.md §1.7: 404 for what the caller cannot see',
    answers: { public: '200 404 200 200 200 200 200', private: '401 404 404 200 200 200 200' },
  },
  { get: 'projects/{project}/svn_administrators', by: 'extension', answers: forAdministrators },
  { get: 'projects/{project}/svn_deleted', by: 'extension', answers: forAdministrators },
  ...['tree', 'file?path=/a', 'commits', 'commits/1', 'diff'].map((part) => ({
    get: `svn/{repository}/${part}`,
    by: 'extension: the in-memory storage of this test cannot be browsed',
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
  { get: 'artifact_suggestions?query=crash', by: 'extension', answers: '200 200 200 200 200 200 200' },
  { get: 'changes?since=0', by: 'extension', answers: '200 200 200 200 200 200 200' },
  { get: 'changes/stream?since=0&follow=false', by: 'extension', answers: '200 200 200 200 200 200 200' },
  { get: 'artifacts/{artifact}/changesets', by: 'docs/api/artifacts.md §3.2', answers: likeProject },
  {
    // The artifact has no comment.
    get: 'artifacts/{artifact}/changesets/1/comment_versions',
    by: 'extension',
    answers: { public: '401 403 404 404 404 404 404', private: '401 403 403 404 404 404 404' },
  },
  { get: 'artifacts/{artifact}/links', by: 'docs/api/artifacts.md §3.3', answers: likeProject },
  {
    get: 'artifacts/{artifact}/linked_artifacts?direction=forward',
    by: 'docs/api/artifacts.md §3.4',
    answers: likeProject,
  },
  {
    get: 'artifact_files/{attached}',
    by: 'docs/api/attachments.md §6.5: 404 for what the caller cannot see',
    answers: { public: '401 404 200 200 200 200 200', private: '401 404 404 200 200 200 200' },
  },
  {
    get: 'artifacts?query={"id":[{artifact}]}',
    by: 'docs/api/artifacts.md §3.1: the result omits what the caller cannot see',
    answers: { public: '200 200 200 200 200 200 200', private: '200 200 200 200 200 200 200' },
  },
]

/** Routes without authentication (docs/api/rest-conventions.md §3). */
const openToAll: ReadonlySet<string> = new Set(['', 'version', 'scopes', 'session', 'setup'])

interface Cell {
  readonly row: Row
  readonly scope: 'site' | 'public' | 'private'
  readonly statuses: string
}

const cells: readonly Cell[] = matrix.flatMap((row): Cell[] =>
  typeof row.answers === 'string'
    ? [{ row, scope: 'site', statuses: row.answers }]
    : [
        { row, scope: 'public', statuses: row.answers.public },
        { row, scope: 'private', statuses: row.answers.private },
      ],
)

alwaysOnEachDatabase((dialect) => {
  describe('the status of each GET route for each caller', () => {
    const server = createServer(dialect)
    let ids: Awaited<ReturnType<typeof createTwoProjects>>

    beforeAll(async () => {
      ids = await createTwoProjects(server)
    })

    const statusesOf = async (scope: Cell['scope'], url: string): Promise<string> => {
      const urlWithIds = url.replace(/\{(\w+)\}/g, (_whole, name: string) => String(ids(scope, name)))
      const statuses: number[] = []
      for (const caller of callers) statuses.push((await server.as(caller).get(encodeURI(urlWithIds))).status)
      return statuses.join(' ')
    }

    it('is that of the API reference', async () => {
      const results: { readonly expected: string; readonly actual: string }[] = []
      for (const { row, scope, statuses } of cells) {
        const line = `${row.get.padEnd(54)} ${scope.padEnd(8)}`
        results.push({ expected: `${line} ${statuses}`, actual: `${line} ${await statusesOf(scope, row.get)}` })
      }
      console.log([`${''.padEnd(63)} ${callers.join(' ')}`, ...results.map(({ actual }) => actual)].join('\n'))
      expect(results.map(({ actual }) => actual)).toEqual(results.map(({ expected }) => expected))
    })

    it.each(['regular', 'restricted'])(
      'is 401 for anonymous callers in mode %s, except for routes without authentication',
      async (mode) => {
        await setMode(server, mode)
        try {
          for (const { row, scope } of cells) {
            const urlWithIds = row.get.replace(/\{(\w+)\}/g, (_whole, name: string) => String(ids(scope, name)))
            const { status } = await server.as('visitor').get(encodeURI(urlWithIds))
            expect({ get: row.get, status }).toEqual({ get: row.get, status: openToAll.has(row.get) ? 200 : 401 })
          }
        } finally {
          await setMode(server, 'anonymous')
        }
      },
    )

    it('a list of artifacts by id contains those of private projects only for their members', async () => {
      const query = encodeURI(`artifacts?query={"id":[${ids('private', 'artifact')},${ids('public', 'artifact')}]}`)
      const visibleIds = async (caller: string): Promise<number[]> =>
        (await server.as(caller).get(query)).body.collection.map(({ id }: { id: number }) => id).sort()
      const both = [ids('private', 'artifact'), ids('public', 'artifact')].sort()
      expect(await Promise.all(callers.map(visibleIds))).toEqual([
        [ids('public', 'artifact')],
        [],
        [ids('public', 'artifact')],
        both,
        both,
        both,
        both,
      ])
    })

    it('a read-only administrator can read but not change', async () => {
      const before = await server.rowCounts()
      const project = `projects/${ids('private', 'project')}`
      expect((await server.as('auditor').patch(project, { status: 'suspended' })).status).toBe(403)
      expect((await server.as('auditor').put(`${project}/banner`, { message: 'Hello' })).status).toBe(403)
      expect((await server.as('auditor').patch('site_settings', { project_creation: false })).status).toBe(403)
      expect(await server.rowCounts()).toEqual(before)
    })
  })
})

describe('the status table', () => {
  it('contains every GET route', () => {
    const paths = Object.entries(description['paths'] as Readonly<Record<string, object>>)
      .filter(([, operations]) => 'get' in operations)
      .map(([path]) => path)
    const isTested = (path: string) => {
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
      return matrix.some(({ get }) => pattern.test(`/${get.split('?')[0]}`))
    }
    expect(paths.filter((path) => !isTested(path))).toEqual([])
  })

  it('has one status per caller in each row', () => {
    for (const { row, statuses } of cells)
      expect({ get: row.get, n: statuses.split(' ').length }).toEqual({ get: row.get, n: callers.length })
  })
})

async function setMode(server: TestServer, mode: string): Promise<void> {
  const { status } = await server.as('admin').patch('site_settings', { access_mode: mode })
  expect(status).toBe(200)
}
