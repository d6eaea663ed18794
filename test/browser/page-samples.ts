import { inject } from 'vitest'
import { addJobs } from '../../src/database/unit/add-jobs.ts'
import { notificationPermit } from '../../src/kit/messages/system-permits.ts'
import {
  ADMINISTRATION_PROJECT,
  type ChangeId,
  type DeliveryId,
  type JobId,
  type PasskeyId,
  type WebhookId,
} from '../../src/kit/values/ids.ts'
import type { EpochSeconds } from '../../src/kit/values/time.ts'
import { reportNode } from '../../src/monitoring/commands/report-node.ts'
import { addDeliveries, findDelivery, saveAttempt } from '../../src/notifications/store/deliveries.ts'
import { saveFailureCount } from '../../src/notifications/store/webhooks.ts'
import { saveGrant } from '../../src/oauth2/store/oauth2-grants.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { routes } from '../../web/src/routes.ts'
import { createBrowserProject } from '../kit/browser-project.ts'
import type { BrowserSite } from '../kit/browser-site.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import { createEditingProject } from '../kit/editing-project.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import { registerTestApp } from '../kit/oauth2.ts'
import { createDeletedRepository, createRepository, enableSubversion, useMemoryStorage } from '../kit/repositories.ts'
import { setUpAuthenticatorApp } from './set-up-authenticator-app.ts'

/** A page with content, and a user who may see it. */
export interface PageSample {
  /** Path of its route. */
  readonly route: string
  readonly address: string
  readonly login: 'alice' | 'dora' | 'admin' | 'visitor'
}

/** What the addresses of pages name. */
export interface SampleSite {
  readonly project: number
  readonly tracker: number
  readonly artifact: number
  /** An artifact with a field of every editable type. */
  readonly job: number
  readonly jobTracker: number
  readonly group: number
  readonly report: number
  /** A user with second factors. */
  readonly user: number
  /** An app that requests consent. */
  readonly consentPath: string
}

const system = { kind: 'system', reason: 'test' } as const

/**
 * Fills a site so that no page is empty. `alice` administers the projects `lander` and `yard`, `bob` is a member, `eve`
 * is not. `dora` has second factors, `carol` is another site administrator.
 */
export async function createSampleSite(site: BrowserSite): Promise<SampleSite> {
  const { server } = site
  const { world } = server
  const password = 'plenty of apples'
  const alice = await server.createUser('alice', { realName: 'Alice Liddell', email: 'alice@example.com', password })
  const bob = await server.createUser('bob', { realName: 'Bob Carter', email: 'bob@example.com' })
  await server.createUser('eve', { realName: 'Eve Moreau' })
  const lander = await createBrowserProject(server, { alice, bob })
  const yard = await createEditingProject(server, { alice, bob })
  const job = await yard.createJob('Replace the mast step')
  const client = server.as('alice')
  const created = async (path: string, body: object, by = client): Promise<{ readonly id: number }> => {
    const answer = await by.post(path, body)
    if (answer.status !== 201) throw new Error(`${path} was refused: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const group = await created('user_groups', { project_id: lander.project, short_name: 'testers' })
  await client.post(`user_groups/${group.id}/users`, { user_id: bob })
  const report = await created('tracker_reports', { tracker: { id: lander.bugs }, label: 'All bugs' })
  await createRules(site, lander.bugs)
  await changeSettings(world, system, { artifacts_deletion_limit: 10, access_mode: 'anonymous' })
  await createSiteAdministration(site)
  await createJobs(site)

  const app = await registerTestApp(world, { name: 'Build robot' })
  await registerTestApp(world, { name: 'Lander robot', projectId: lander.project })
  await world.db.write((tx) =>
    saveGrant(
      tx,
      grantPermit('authorize apps', alice),
      { userId: alice, appId: app.id, scopes: ['openid', 'read:tracker'] },
      world.clock.now(),
    ),
  )

  if (inject('subversion') === null) useMemoryStorage(world)
  await enableSubversion(server, lander.project)
  const { id: repository } = await created('svn', {
    project_id: lander.project,
    name: 'main',
    settings: { layout: ['trunk', 'tags'], access_file: '[/tags]\n@members = r\n' },
  })
  const { body } = await client.get(`svn/${repository}`)
  await client.put(`svn/${repository}`, {
    settings: {
      ...body.settings,
      access_file: '[/tags]\n@members = rw\n',
      immutable_tags: { paths: ['/tags'], whitelist: ['/tags/nightly'] },
      email_notifications: [{ path: '/trunk', emails: ['commits@example.com'], users: [bob], user_groups: [] }],
    },
  })
  await createTrackerWebhooks(site, lander.bugs)
  await created(`svn/${repository}/webhooks`, { url: 'https://builds.example.com/hooks/lander' })
  await createRepository(server, lander.project, 'empty')
  await createDeletedRepository(server, lander.project, 'old')

  const consent = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: 'openid email read:tracker offline_access',
    state: '1',
  })
  return {
    project: lander.project,
    tracker: lander.bugs,
    artifact: lander.crash,
    job,
    jobTracker: yard.tracker,
    group: group.id,
    report: report.id,
    user: server.idOf('dora'),
    consentPath: `/oauth2/authorize?${consent}`,
  }
}

/** Webhooks in each state: one that works, one whose receiver is down, and one that is disabled. */
async function createTrackerWebhooks({ server }: BrowserSite, bugs: number): Promise<void> {
  const client = server.as('alice')
  const add = async (path: string, more: object = {}): Promise<WebhookId> => {
    const url = `https://builds.example.com/hooks/${path}`
    const { status, body, text } = await client.post(`trackers/${bugs}/webhooks`, { url, ...more })
    if (status !== 201) throw new Error(`${url} was refused: ${status} ${text}`)
    return body.id
  }
  const [works, down] = [await add('lander'), await add('down', { events: ['create', 'update'] })]
  await add('disabled', { is_enabled: false })
  const { db, clock } = server.world
  const now = clock.now()
  await db.write(async (tx) => {
    const delivery = {
      event: 'create',
      replayOf: null,
      requestId: '4ba6ad1e',
      body: '{}',
      createdOn: (now - 300) as EpochSeconds,
    } as const
    const ids = await addDeliveries(
      tx,
      notificationPermit,
      [works, works, down].map((webhookId, n) => ({
        ...delivery,
        webhookId,
        subject: { change: (n + 1) as ChangeId },
        renderedForUserId: server.idOf('alice'),
      })),
    )
    const attempt = { at: (now - 290) as EpochSeconds, durationMs: 120, responseExcerpt: 'queued', nextAttemptOn: null }
    const outcomes = [
      { ...attempt, status: 'failed', responseStatus: 422, error: 'The receiver responded with status 422' },
      { ...attempt, status: 'delivered', responseStatus: 200, error: null },
      {
        ...attempt,
        status: 'waiting',
        responseStatus: 503,
        error: 'The receiver responded with status 503',
        nextAttemptOn: (now + 600) as EpochSeconds,
      },
    ] as const
    for (const [n, outcome] of outcomes.entries()) {
      const added = await findDelivery(tx, ids[n] as DeliveryId)
      if (added !== undefined) await saveAttempt(tx, notificationPermit, added, outcome)
    }
    await saveFailureCount(tx, notificationPermit, down, { failures: 4, pausedUntil: (now + 600) as EpochSeconds })
  })
}

/** A rule of each kind, and a child tracker that a trigger follows. */
async function createRules({ server }: BrowserSite, bugs: number): Promise<void> {
  const client = server.as('alice')
  const { body: tracker } = await client.get(`trackers/${bugs}`)
  const field = (name: string) => tracker.fields.find((each: { readonly name: string }) => each.name === name)
  const definition = {
    fields: [
      {
        field_id: 1,
        type: 'sb',
        name: 'result',
        label: 'Result',
        bindings: { type: 'static' },
        values: ['Failed', 'Passed'].map((label, id) => ({ id, label })),
      },
    ],
  }
  const child = { name: 'Checks', item_name: 'check', parent_id: bugs, definition }
  const { body: checks, text } = await client.post(`projects/${tracker.project.id}/trackers`, child)
  const [result] = checks.fields ?? []
  if (result === undefined) throw new Error(text)
  const [status, severity] = [field('status'), field('severity')]
  const rules = {
    dates: [{ source_field_id: field('met').field_id, comparator: '≤', target_field_id: field('due').field_id }],
    lists: severity.values.flatMap((value: { readonly id: number }) =>
      status.values.map((other: { readonly id: number }) => ({
        source_field_id: severity.field_id,
        source_value_id: value.id,
        target_field_id: status.field_id,
        target_value_id: other.id,
      })),
    ),
  }
  const end = (of: { readonly field_id: number; readonly values: readonly { readonly id: number }[] }) => ({
    field_id: of.field_id,
    value_id: of.values.at(-1)?.id,
  })
  const trigger = { condition: 'all_of', target: end(status), triggers: [end(result)] }
  for (const answer of [
    await client.put(`trackers/${bugs}/rules`, rules),
    await client.put(`trackers/${bugs}/triggers`, [trigger]),
  ])
    if (answer.status !== 200) throw new Error(answer.text)
}

/** Jobs that wait, have failed and run, and a second node. */
async function createJobs({ server: { world } }: BrowserSite): Promise<void> {
  const now = world.clock.now()
  await world.db.write(async (tx) => {
    const [failed, running] = await addJobs(tx, 'deliver-webhook', [{ delivery: 1 }, { delivery: 2 }], now, undefined)
    await addJobs(tx, 'make-preview', [{ file: 1 }], now + 86_400, undefined)
    const rows = () => tx.updateTable('job').set({ attempts: 1 })
    await rows()
      .set({ last_error: 'connect ECONNREFUSED 192.0.2.7:443', run_at: now + 3600 })
      .where('id', '=', Number(failed) as JobId)
      .execute()
    await rows()
      .set({ locked_until: now + 86_400, locked_by: 'lander-1:8080' })
      .where('id', '=', Number(running) as JobId)
      .execute()
  })
  await reportNode(world)
}

async function createSiteAdministration(site: BrowserSite): Promise<void> {
  const { server } = site
  const { world } = server
  const carol = await server.createUser('carol', { realName: 'Carol Danvers' })
  const dora = await server.createUser('dora', { realName: 'Dora Lange', password: 'plenty of apples' })
  await setUpAuthenticatorApp(site, 'dora')
  await world.db.write(async (tx) => {
    const row = {
      id: 1 as PasskeyId,
      user_id: dora,
      credential_id: 'laptop',
      public_key: 'key',
      counter: 0,
      transports: '["internal"]',
      rp_id: 'localhost',
      label: 'Laptop',
      created_on: world.clock.now(),
      last_used_on: null,
    }
    await tx.insertInto('passkey').values(row).execute()
    await bumpRevision(tx, 'users')
  })
  const admin = server.as('admin')
  const members = `projects/${ADMINISTRATION_PROJECT}/members`
  const answers = [
    await admin.post(members, { user_id: carol }),
    await admin.patch(`${members}/${carol}`, { is_administrator: true }),
    await admin.post('site_permissions', { permission: 'read_only_administration', user_id: server.idOf('alice') }),
    await admin.post('identity_providers', {
      label: 'Acme login',
      issuer: 'https://login.acme.example',
      client_id: 'tulipwood',
      client_secret: 'their client secret',
      email_domains: ['acme.example'],
    }),
  ]
  for (const { status, text } of answers) if (status >= 300) throw new Error(`Refused: ${status} ${text}`)
}

type Samples = Readonly<Record<string, readonly [login: PageSample['login'], ...addresses: string[]]>>

/** A route without an entry fails the tests that visit every page. */
const createSamples = (of: SampleSite): Samples => {
  const project = '/projects/lander'
  const repository = `${project}/svn/main`
  return {
    '/': ['alice', '/', '/?show=inbox', '/?show=submitted', '/?show=watched'],
    '/setup': ['visitor', '/setup'],
    '/login': ['visitor', '/login'],
    '/password-reset': ['visitor', '/password-reset#one-time', '/password-reset'],
    '/confirm-address': ['alice', '/confirm-address#one-time', '/confirm-address'],
    '/logout': ['alice', '/logout'],
    '/account': ['alice', '/account'],
    '/account/profile': ['alice', '/account/profile'],
    '/account/appearance': ['alice', '/account/appearance'],
    '/account/notifications': ['alice', '/account/notifications'],
    '/account/security': ['dora', '/account/security'],
    '/account/keys': ['alice', '/account/keys'],
    '/account/keys/new': ['alice', '/account/keys/new'],
    '/account/apps': ['alice', '/account/apps'],
    '/account/sessions': ['alice', '/account/sessions'],
    '/projects': ['alice', '/projects', '/projects?show=administered', '/projects?q=nothing+matches'],
    '/projects/new': ['admin', '/projects/new', '/projects/new?from=archive'],
    '/projects/:shortname': ['alice', project],
    '/projects/:shortname/admin': ['alice', `${project}/admin`],
    '/projects/:shortname/admin/general': ['alice', `${project}/admin/general`],
    '/projects/:shortname/admin/trackers': ['alice', `${project}/admin/trackers`],
    '/projects/:shortname/admin/members': ['alice', `${project}/admin/members`],
    '/projects/:shortname/admin/groups': ['alice', `${project}/admin/groups`],
    '/projects/:shortname/admin/groups/:group': ['alice', `${project}/admin/groups/${of.group}`],
    '/projects/:shortname/admin/apps': ['alice', `${project}/admin/apps`],
    '/projects/:shortname/admin/svn': ['alice', `${project}/admin/svn`],
    '/projects/:shortname/admin/svn/:repository': [
      'alice',
      ...['', '?show=rules', '?show=access', '?show=mails', '?show=webhooks'].map(
        (part) => `${project}/admin/svn/main${part}`,
      ),
    ],
    '/projects/:shortname/admin/archive': ['alice', `${project}/admin/archive`],
    '/projects/:shortname/admin/log': ['alice', `${project}/admin/log`],
    '/projects/:shortname/svn': ['alice', `${project}/svn`],
    '/projects/:shortname/svn/:repository': ['alice', repository],
    '/projects/:shortname/svn/:repository/commits': ['alice', `${repository}/commits`],
    '/projects/:shortname/svn/:repository/commits/:revision': ['alice', `${repository}/commits/1`],
    '/projects/:shortname/svn/:repository/diff': ['alice', `${repository}/diff?from=0&to=1`],
    '/trackers/:id': [
      'alice',
      `/trackers/${of.tracker}`,
      `/trackers/${of.tracker}?q=${encodeURIComponent("status = 'Open' AND titel = 'x'")}`,
      `/trackers/${of.tracker}?q=nothing+matches+this`,
      `/trackers/${of.tracker}?peek=${of.artifact}`,
      `/trackers/${of.tracker}?view=board`,
      `/trackers/${of.tracker}?view=board&lanes=severity`,
      `/trackers/${of.tracker}?group=status`,
      `/trackers/${of.tracker}?group=@parent`,
      `/trackers/${of.tracker}?view=charts&by=assigned_to`,
      ...['values', 'history', 'flow', 'progress', 'ages'].map(
        (chart) => `/trackers/${of.tracker}?view=charts&chart=${chart}`,
      ),
    ],
    '/trackers/:id/new': ['alice', `/trackers/${of.tracker}/new`, `/trackers/${of.jobTracker}/new`],
    '/trackers/:id/admin': ['alice', `/trackers/${of.tracker}/admin`],
    '/trackers/:id/admin/general': ['alice', `/trackers/${of.tracker}/admin/general`],
    '/trackers/:id/admin/fields': [
      'alice',
      `/trackers/${of.tracker}/admin/fields`,
      `/trackers/${of.jobTracker}/admin/fields`,
    ],
    '/trackers/:id/admin/semantics': ['alice', `/trackers/${of.tracker}/admin/semantics`],
    '/trackers/:id/admin/permissions': [
      'alice',
      `/trackers/${of.tracker}/admin/permissions`,
      `/trackers/${of.jobTracker}/admin/permissions`,
    ],
    '/trackers/:id/admin/workflow': [
      'alice',
      ...[of.tracker, of.jobTracker].map((tracker) => `/trackers/${tracker}/admin/workflow`),
    ],
    '/trackers/:id/admin/rules': [
      'alice',
      `/trackers/${of.tracker}/admin/rules`,
      `/trackers/${of.jobTracker}/admin/rules`,
    ],
    '/trackers/:id/admin/reports': [
      'alice',
      `/trackers/${of.tracker}/admin/reports`,
      `/trackers/${of.jobTracker}/admin/reports`,
    ],
    '/trackers/:id/admin/webhooks': [
      'alice',
      `/trackers/${of.tracker}/admin/webhooks`,
      `/trackers/${of.jobTracker}/admin/webhooks`,
    ],
    '/reports/:id': ['alice', `/reports/${of.report}`],
    '/artifacts/:id': ['alice', `/artifacts/${of.artifact}`, `/artifacts/${of.job}`],
    '/artifacts/:id/history': ['alice', `/artifacts/${of.artifact}/history`],
    '/users/:login': ['alice', '/users/alice', '/users/bob'],
    '/search': ['alice', '/search?q=lander', '/search'],
    '/site': ['admin', '/site'],
    '/site/users': ['admin', '/site/users'],
    '/site/users/new': ['admin', '/site/users/new'],
    '/site/users/:id': ['admin', `/site/users/${of.user}`],
    '/site/projects': ['admin', '/site/projects'],
    '/site/settings': ['admin', '/site/settings'],
    '/site/permissions': ['admin', '/site/permissions'],
    '/site/directories': ['admin', '/site/directories'],
    '/site/apps': ['admin', '/site/apps'],
    '/site/keys': ['admin', '/site/keys', '/site/keys?owner=inactive'],
    '/site/jobs': ['admin', '/site/jobs', '/site/jobs?state=running'],
    '/site/health': ['admin', '/site/health'],
    '/site/log': ['admin', '/site/log'],
  }
}

/** Every page: the routes are those of the application. */
export function listPageSamples(of: SampleSite): readonly PageSample[] {
  const samples = createSamples(of)
  const missing = routes.filter(({ path }) => samples[path] === undefined).map(({ path }) => path)
  const unknown = Object.keys(samples).filter((path) => !routes.some((route) => route.path === path))
  if (missing.length > 0 || unknown.length > 0)
    throw new Error(`Pages without a sample: ${missing.join(', ')}; samples without a page: ${unknown.join(', ')}`)
  return Object.entries(samples).flatMap(([route, [login, ...addresses]]) =>
    addresses.map((address) => ({ route, login, address })),
  )
}

/** Number of pages that a test opens at the same time: a page waits for the network and the next frame most of the time. */
export const pagesAtOnce = 2
