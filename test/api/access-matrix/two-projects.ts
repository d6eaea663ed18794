import { randomUUID } from 'node:crypto'
import { grantSitePermission } from '../../../src/accounts/commands/grant-site-permission.ts'
import { runExport } from '../../../src/archives/commands/run-export.ts'
import { addJobs } from '../../../src/database/unit/add-jobs.ts'
import { notificationPermit } from '../../../src/kit/messages/system-permits.ts'
import type { ChangeId, TrackerId, WebhookId } from '../../../src/kit/values/ids.ts'
import { addDeliveries, type NewDelivery } from '../../../src/notifications/store/deliveries.ts'
import { type BugProject, createBugProject } from '../../kit/bug-tracker-fixture.ts'
import {
  createDeletedRepository,
  createRepository,
  enableSubversion,
  useMemoryStorage,
} from '../../kit/repositories.ts'
import type { TestServer } from '../../kit/server.ts'

/** Returns the id of a resource of one of the projects, or of the site. */
export type Ids = (scope: 'site' | 'public' | 'private', name: string) => number

const newApp = { name: 'Importer', redirect_uri: 'https://client.example/callback' }

/** Creates the users of the matrix, and a public and a private project with the same content. */
export async function createTwoProjects(server: TestServer): Promise<Ids> {
  const { world } = server
  useMemoryStorage(world)
  await server.createUser('restricted', { status: 'R' })
  await server.createUser('outsider')
  const member = await server.createUser('member')
  const boss = await server.createUser('boss')
  const auditor = await server.createUser('auditor')
  const system = { kind: 'system', reason: 'test' } as const
  await grantSitePermission(world, system, { permission: 'read_only_administration', to: { user: auditor } })
  await server.as('admin').put('banner', { message: 'Welcome', importance: 'standard' })

  const createProjectContent = async (shortName: string, access: 'public' | 'private') => {
    const project = await createBugProject(world, { shortName, access, members: [member], administrators: [boss] })
    const artifact = await project.createBug('It crashes', member)
    await project.createBug('It is slow', member, { [project.links]: [{ id: artifact, type: '' }] })
    const webhook = await server
      .as('boss')
      .post(`trackers/${project.tracker}/webhooks`, { url: 'https://hook.example' })
    const change = { event: 'create', subject: { change: 1 as ChangeId } } as const
    const delivery = await createDelivery(server, webhook.body.id, change)
    const { body } = await server.as('boss').post(`projects/${project.project}/exports`)
    await runExport(world, body.id)
    const reserved = await server.as('boss').post('projects', {
      shortname: `${shortName}-to-be`,
      label: 'To be',
      is_public: access === 'public',
      from_archive: { file_name: 'to-be.zip', file_size: 1000 },
    })
    const files = await server
      .as('boss')
      .post(`trackers/${project.tracker}/fields`, { type: 'file', name: 'files', label: 'Files' })
    const attached = await createTemporaryFile(server)
    const value = [{ field_id: files.body.field_id, value: [attached] }]
    await server.as('member').put(`artifacts/${artifact}`, { values: value })
    const transition = await readTransition(server, project.tracker)
    const app = await server.as('boss').post(`projects/${project.project}/oauth2_apps`, newApp)
    await enableSubversion(server, project.project)
    const repository = await createRepository(server, project.project, 'sources')
    const commitWebhook = await server.as('boss').post(`svn/${repository}/webhooks`, { url: 'https://hook.example' })
    const commit = { event: 'commit', subject: { revision: 1 } } as const
    const commitDelivery = await createDelivery(server, commitWebhook.body.id, commit)
    const deleted = await createDeletedRepository(server, project.project, 'former')
    // Of a kind that no worker runs.
    const [job = 0] = await world.db.write((tx) => addJobs(tx, 'kept', [{ id: 1 }], 4_000_000_000, undefined))
    const ids: Readonly<Record<string, number>> = {
      ...idsOf(project, artifact, transition, webhook.body.id),
      export: body.id,
      import: reserved.body.id,
      delivery,
      app: app.body.id,
      repository,
      commitWebhook: commitWebhook.body.id,
      commitDelivery,
      deleted,
      files: files.body.field_id,
      attached,
      job,
    }
    return ids
  }
  const ids = {
    public: await createProjectContent('open-house', 'public'),
    private: await createProjectContent('closed-shop', 'private'),
  }
  const key = await readMemberKey(server)
  const temporary = await createTemporaryFile(server)
  const common: Readonly<Record<string, number>> = { member, key, temporary }

  return (scope, name) => {
    const id = scope === 'site' ? common[name] : ids[scope][name]
    if (id === undefined) throw new Error(`The ${scope} has no ${name}`)
    return id
  }
}

const idsOf = (
  { project, group, tracker, report, title, status, open, closed }: BugProject,
  artifact: number,
  transition: number,
  webhook: number,
): Readonly<Record<string, number>> => ({
  project,
  group,
  tracker,
  report,
  title,
  status,
  open,
  closed,
  artifact,
  transition,
  webhook,
})

async function readTransition({ world }: TestServer, tracker: TrackerId): Promise<number> {
  const row = await world.db.read
    .selectFrom('transition')
    .where('tracker_id', '=', tracker)
    .select('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function createTemporaryFile(server: TestServer): Promise<number> {
  const file = { name: 'a.txt', mimetype: 'text/plain', content: 'aGVsbG8=' }
  const { body } = await server.as('member').post('artifact_temporary_files', file)
  return body.id
}

/** Inserts a delivered webhook event of the project administrator. */
async function createDelivery(
  { world, idOf }: TestServer,
  webhookId: WebhookId,
  event: Pick<NewDelivery, 'event' | 'subject'>,
): Promise<number> {
  const delivery = {
    requestId: randomUUID(),
    body: '{}',
    createdOn: world.clock.now(),
    renderedForUserId: idOf('boss'),
  }
  const [id] = await world.db.write((tx) =>
    addDeliveries(tx, notificationPermit, [{ webhookId, replayOf: null, ...event, ...delivery }]),
  )
  return Number(id)
}

async function readMemberKey(server: TestServer): Promise<number> {
  const { body } = await server.as('member').get('access_keys/self')
  return body.id
}
