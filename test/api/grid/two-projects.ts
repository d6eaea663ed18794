import { randomUUID } from 'node:crypto'
import { runExport } from '../../../src/archives/commands/run-export.ts'
import type { ChangeId, TrackerId, WebhookId } from '../../../src/kit/ids.ts'
import { addDeliveries, type NewDelivery } from '../../../src/notifications/store/deliveries.ts'
import { grantSitePermission } from '../../../src/site/commands/grant-site-permission.ts'
import { type BugProject, createBugProject } from '../../kit/bug-tracker-fixture.ts'
import {
  createDeletedRepository,
  createRepository,
  enableSubversion,
  useMemoryStorage,
} from '../../kit/repositories.ts'
import type { TestServer } from '../../kit/server.ts'

/** Looks up the number of a thing of one of the projects, or of the site. */
export type Ids = (place: 'site' | 'public' | 'private', name: string) => number

const anyApp = { name: 'Importer', redirect_uri: 'https://client.example/callback' }

/** The people of the grid, and a public and a private project of theirs, alike in everything. */
export async function twoProjects(server: TestServer): Promise<Ids> {
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

  const make = async (shortName: string, access: 'public' | 'private') => {
    const made = await createBugProject(world, { shortName, access, members: [member], administrators: [boss] })
    const artifact = await made.createBug('It crashes', member)
    await made.createBug('It is slow', member, { [made.links]: [{ id: artifact, type: '' }] })
    const webhook = await server.as('boss').post(`trackers/${made.tracker}/webhooks`, { url: 'https://hook.example' })
    const change = { event: 'create', subject: { change: 1 as ChangeId } } as const
    const delivery = await aDelivery(server, webhook.body.id, change)
    const { body } = await server.as('boss').post(`projects/${made.project}/exports`)
    await runExport(world, body.id)
    const reserved = await server.as('boss').post('projects', {
      shortname: `${shortName}-to-be`,
      label: 'To be',
      is_public: access === 'public',
      from_archive: { file_name: 'to-be.zip', file_size: 1000 },
    })
    const files = await server
      .as('boss')
      .post(`trackers/${made.tracker}/fields`, { type: 'file', name: 'files', label: 'Files' })
    const attached = await aTemporaryFile(server)
    const value = [{ field_id: files.body.field_id, value: [attached] }]
    await server.as('member').put(`artifacts/${artifact}`, { values: value })
    const transition = await aTransition(server, made.tracker)
    const app = await server.as('boss').post(`projects/${made.project}/oauth2_apps`, anyApp)
    await enableSubversion(server, made.project)
    const repository = await createRepository(server, made.project, 'sources')
    const commitWebhook = await server.as('boss').post(`svn/${repository}/webhooks`, { url: 'https://hook.example' })
    const commit = { event: 'commit', subject: { revision: 1 } } as const
    const commitDelivery = await aDelivery(server, commitWebhook.body.id, commit)
    const deleted = await createDeletedRepository(server, made.project, 'former')
    const ids: Readonly<Record<string, number>> = {
      ...idsOf(made, artifact, transition, webhook.body.id),
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
    }
    return ids
  }
  const ids = { public: await make('open-house', 'public'), private: await make('closed-shop', 'private') }
  const key = await memberKey(server)
  const temporary = await aTemporaryFile(server)
  const common: Readonly<Record<string, number>> = { member, key, temporary }

  return (place, name) => {
    const id = place === 'site' ? common[name] : ids[place][name]
    if (id === undefined) throw new Error(`The ${place} has no ${name}`)
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

async function aTransition({ world }: TestServer, tracker: TrackerId): Promise<number> {
  const row = await world.db.read
    .selectFrom('transition')
    .where('tracker_id', '=', tracker)
    .select('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function aTemporaryFile(server: TestServer): Promise<number> {
  const file = { name: 'a.txt', mimetype: 'text/plain', content: 'aGVsbG8=' }
  const { body } = await server.as('member').post('artifact_temporary_files', file)
  return body.id
}

/** As if a webhook of the administrator had been told of something. */
async function aDelivery(
  { world, idOf }: TestServer,
  webhookId: WebhookId,
  what: Pick<NewDelivery, 'event' | 'subject'>,
): Promise<number> {
  const told = { requestId: randomUUID(), body: '{}', createdOn: world.clock.now(), actedAs: idOf('boss') }
  const [id] = await world.db.write((tx) => addDeliveries(tx, [{ webhookId, replayOf: null, ...what, ...told }]))
  return Number(id)
}

async function memberKey(server: TestServer): Promise<number> {
  const { body } = await server.as('member').get('access_keys/self')
  return body.id
}
