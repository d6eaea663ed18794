import { beforeAll, describe, expect, it } from 'vitest'
import { addProjectMembers } from '../../src/accounts/store/members.ts'
import { createEmptyArtifacts } from '../../src/artifacts/commands/create-empty-artifacts.ts'
import { recordHistory } from '../../src/artifacts/commands/record-history.ts'
import { loadArtifacts } from '../../src/artifacts/store/artifacts.ts'
import { allocateIds } from '../../src/database/sql/sql.ts'
import { addJobs } from '../../src/database/unit/add-jobs.ts'
import type { StoredLink } from '../../src/fields/model/field.ts'
import { notificationPermit } from '../../src/kit/messages/system-permits.ts'
import type {
  ArtifactId,
  ChangeId,
  ProjectId,
  ReportId,
  TrackerId,
  UserId,
  WebhookId,
} from '../../src/kit/values/ids.ts'
import { addDeliveries, type NewDelivery } from '../../src/notifications/store/deliveries.ts'
import { addInboxItems } from '../../src/notifications/store/inbox.ts'
import { createTrackers } from '../../src/trackers/commands/create-trackers.ts'
import { loadTrackers } from '../../src/trackers/store/trackers.ts'
import { createApp, createBearerToken } from '../kit/bearer-tokens.ts'
import { type BugProject, bugs, createBugProject } from '../kit/bug-tracker-fixture.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import { createDeletedRepository, createRepository, enableSubversion, useMemoryStorage } from '../kit/repositories.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'
import { createStoredFile } from '../kit/stored-files.ts'

/**
 * What a client that reads a collection page by page can rely on (docs/decisions/0010-order-pages-totally.md). `at
 * its end`: new items come after all others, so no item is omitted or repeated. `anywhere`: new items can come
 * before the present position, so items at the border of a page can be repeated, but none is omitted.
 */
type Growth = 'at its end' | 'anywhere'

interface Collection {
  readonly get: string
  readonly grows: Growth
  readonly as?: string
  /** Returns the items of the response body. */
  readonly items?: (body: any) => readonly any[]
  readonly name?: (item: any) => unknown
  /** Adds the nth item during the walk. By name, items with an odd n come first, the others last. */
  add(n: number): Promise<unknown>
}

onEachDatabase((dialect) => {
  describe('paginated collections', () => {
    const server = createServer(dialect)
    let collections: readonly Collection[] = []

    beforeAll(async () => {
      collections = await createCollections(server)
    })

    it('return each item once for every page size while nothing changes', async () => {
      for (const collection of collections) {
        const all = (await walk(server, collection, 50)).names
        expect(all.length, collection.get).toBeGreaterThan(2)
        expect(new Set(all).size, collection.get).toBe(all.length)
        for (const limit of [1, 2, 3])
          expect((await walk(server, collection, limit)).names, `${collection.get} by ${limit}`).toEqual(all)
      }
    })

    it('that grow at the end return each item once while items are added', async () => {
      for (const collection of collections.filter(({ grows }) => grows === 'at its end')) {
        const { names: before } = await walk(server, collection, 50)
        const { names, sizes } = await walk(server, collection, 1, collection.add)
        expect(names.slice(0, before.length), collection.get).toEqual(before)
        expect(new Set(names).size, collection.get).toBe(names.length)
        // The items added in time are at the end, and the size includes them.
        expect(names, collection.get).toEqual((await walk(server, collection, 50)).names)
        expect(sizes.at(-1), collection.get).toBe(names.length)
      }
    })

    it('that grow anywhere omit no item while items are added, and report the larger size', async () => {
      for (const collection of collections.filter(({ grows }) => grows === 'anywhere')) {
        const { names: before } = await walk(server, collection, 50)
        const { names, sizes } = await walk(server, collection, 2, collection.add)
        expect(new Set(names), collection.get).toEqual(new Set(names).union(new Set(before)))
        const repeated = names.length - new Set(names).size
        expect(repeated, collection.get).toBeGreaterThan(0)
        expect(sizes.at(-1), collection.get).toBeGreaterThan(sizes[0] ?? 0)
        // At most as many items are repeated as were added.
        expect(repeated, collection.get).toBeLessThanOrEqual((sizes.at(-1) ?? 0) - (sizes[0] ?? 0))
      }
    })

    it('omit and repeat no item while items are updated', async () => {
      const { project } = await createFilledProject(server)
      const artifacts = collections.find(({ get }) => get === `trackers/${project.tracker}/artifacts`)
      if (artifacts === undefined) throw new Error('The collection of bugs is missing')
      const { names: before } = await walk(server, artifacts, 50)
      const { names } = await walk(server, artifacts, 1, (n) => retitle(server, project, before, n))
      expect(names).toEqual(before)
    })

    it('report the exact number of items as size', async () => {
      for (const collection of collections) {
        const { names, sizes } = await walk(server, collection, 50)
        expect(sizes, collection.get).toEqual([names.length])
        const { names: none, sizes: beyond } = await page(server, collection, 1, names.length)
        expect({ get: collection.get, none, beyond }).toEqual({ get: collection.get, none: [], beyond: names.length })
      }
    })

    it('are all covered by these tests', async () => {
      const { body } = await server.as('visitor').get('/api/explorer/openapi.json', { skipsOpenApiCheck: true })
      const paged = Object.entries<any>(body.paths)
        .filter(([, { get }]) => get?.parameters.some(({ name }: { name: string }) => name === 'offset'))
        .map(([path]) => path)
      const isCovered = (path: string) => {
        const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
        return collections.some(({ get }) => pattern.test(`/${get.split('?')[0]}`))
      }
      // No user has an SSH key, so the first one is always empty. test/svn/browser.test.ts covers the others.
      expect(paged.filter((path) => !isCovered(path))).toEqual([
        '/users_memberships',
        '/svn/{id}/tree',
        '/svn/{id}/commits',
        '/svn/{id}/diff',
      ])
    })
  })
})

async function page(server: TestServer, collection: Collection, limit: number, offset: number) {
  const { get, as = 'admin', items = (body) => body, name = ({ id }) => id } = collection
  const url = `${get}${get.includes('?') ? '&' : '?'}limit=${limit}&offset=${offset}`
  const { status, body, headers } = await server.as(as).get(encodeURI(url))
  expect({ get, status }).toEqual({ get, status: 200 })
  return { names: items(body).map(name), sizes: Number(headers['x-pagination-size']) }
}

/** Reads all pages until one is empty. `between` runs after each of the first three. */
async function walk(
  server: TestServer,
  collection: Collection,
  limit: number,
  between: (n: number) => Promise<unknown> = async () => undefined,
): Promise<{ readonly names: unknown[]; readonly sizes: number[] }> {
  const names: unknown[] = []
  const sizes: number[] = []
  for (let n = 1; ; n++) {
    const { names: items, sizes: size } = await page(server, collection, limit, (n - 1) * limit)
    if (items.length > limit) throw new Error(`${collection.get} returns more items than its limit`)
    if (items.length === 0) return { names, sizes }
    // Only the last page may be shorter than the limit.
    if (items.length < limit) expect((n - 1) * limit + items.length, collection.get).toBe(size)
    names.push(...items)
    sizes.push(size)
    if (n <= 3) await between(n)
    else if (names.length >= size) return { names, sizes }
    if (between.length === 0 && names.length >= size) return { names, sizes }
  }
}

interface FilledProject {
  readonly project: BugProject
  readonly member: UserId
  readonly parent: TrackerId
  readonly first: ArtifactId
  /** A changeset of `first` with a comment of several versions. */
  readonly commented: number
  readonly webhook: WebhookId
  readonly commitWebhook: WebhookId
  /** A temporary file of one chunk. */
  readonly growing: number
  readonly attached: number
  readonly repository: number
}

const projects = new WeakMap<TestServer, FilledProject>()

/** Creates a project with a few items of every kind. */
async function createFilledProject(server: TestServer): Promise<FilledProject> {
  const existing = projects.get(server)
  if (existing !== undefined) return existing
  const { world } = server
  const member = await server.createUser('member')
  for (const login of ['mila', 'mona', 'muriel']) await server.createUser(login, { realName: 'Test Body' })
  const users = ['mila', 'mona', 'muriel'].map(server.idOf)
  const project = await createBugProject(world, {
    shortName: 'garden',
    access: 'public',
    members: [member, ...users],
    administrators: [member],
  })
  const { project: id, tracker } = project
  for (const name of ['meadow', 'moor', 'mire'])
    await createBugProject(world, { shortName: name, access: 'public', members: [member], administrators: [member] })
  const first = await project.createBug('First', member)
  for (const title of ['Second', 'Third', 'Fourth']) await project.createBug(title, member, linkTo(project, first))
  const parent = await addTracker(server, id, 'Middle')
  await addTracker(server, id, 'Mild')
  await world.db.write(async (tx) => {
    await tx.updateTable('tracker').set({ parent_id: parent }).where('id', '=', tracker).execute()
    await bumpRevision(tx, 'trackers')
  })
  await server.as('admin').post('project_categories', { shortname: 'meadows', label: 'Meadows' })
  useMemoryStorage(world)
  await enableSubversion(server, id)
  for (const name of ['meadow', 'moor']) await createRepository(server, id, name)
  const repository = await createRepository(server, id, 'mire')
  for (const n of [10, 12, 14]) await addVersion(server, repository, n)
  for (const name of ['marsh', 'mud', 'mound']) await createDeletedRepository(server, id, name)
  const input = { url: 'https://hook.example' }
  const { body } = await server.as('admin').post(`trackers/${tracker}/webhooks`, input)
  const webhook: WebhookId = body.id
  const { body: commitBody } = await server.as('admin').post(`svn/${repository}/webhooks`, input)
  const commitWebhook: WebhookId = commitBody.id
  for (const _ of users) await addDelivery(server, webhook)
  for (const _ of users) await addCommitDelivery(server, commitWebhook)
  for (const user of users) await watch(server, first, user)
  for (const title of ['Fifth', 'Sixth', 'Seventh']) {
    const bug = await project.createBug(title, member)
    await watch(server, bug, member)
    await visit(server, bug, member)
  }
  for (const _ of users) await addInboxItem(server, project, first, member)
  const commented = await addComment(server, first)
  for (const n of [10, 12, 14]) await editComment(server, first, commented, n)
  const created = {
    project,
    member,
    parent,
    first,
    commented,
    webhook,
    commitWebhook,
    repository,
    ...(await createFiles(server, tracker, first)),
  }
  for (const n of [10, 12, 14, 16]) {
    await addReport(server, tracker, `M ${n}`)
    await addLabel(server, id, `m${n}`)
    await addChangeset(server, project, first, n)
    await addParent(server, parent, member)
    await server.as('admin').post('project_fields', { name: `Field ${n}` })
    await server.as('admin').post('access_keys', { description: `key ${n}` })
    const app = { name: `App ${n}`, redirect_uri: 'https://client.example' }
    await server.as('admin').post(`projects/${project.project}/oauth2_apps`, app)
    await authorizeApp(server)
  }
  await addLinkTypes(server, project, member, ['_is_child', 'fixed_in', 'blocks'])
  projects.set(server, created)
  return created
}

/** Creates one more app of the site that the administrator authorizes. */
async function authorizeApp({ world, idOf }: TestServer): Promise<void> {
  const app = await createApp(world)
  await createBearerToken(world, { user: idOf('admin'), app, scopes: ['read:project'] })
}

async function createCollections(server: TestServer): Promise<readonly Collection[]> {
  const { project, member, parent, first, commented, webhook, commitWebhook, growing, attached, repository } =
    await createFilledProject(server)
  const { world } = server
  const { project: id, tracker } = project
  const side = (n: number): string => (n % 2 === 1 ? 'aa' : 'zz')
  const admin = server.as('admin')
  const addBug = () => project.createBug('Another', member)
  const { body: reports } = await admin.get(`trackers/${tracker}/tracker_reports?limit=1`)
  const createUser = async (n: number, domain: string) =>
    server.createUser(`${side(n)}m${domain}${n}`, { realName: 'Test Body' })
  await addPagedJobs(server, [{}, {}, {}])
  return [
    {
      get: 'projects',
      grows: 'at its end',
      add: (n) =>
        createBugProject(world, { shortName: `${side(n)}-${n}`, access: 'public', members: [], administrators: [] }),
    },
    {
      get: 'project_fields',
      grows: 'at its end',
      items: (body) => body.project_fields_representation,
      add: (n) => admin.post('project_fields', { name: `${side(n)} ${n}` }),
    },
    {
      get: 'project_categories',
      grows: 'anywhere',
      add: (n) => admin.post('project_categories', { shortname: `${side(n)}_${n}`, label: `${side(n)} ${n}` }),
    },
    ...['artifact_link_types', `projects/${id}/artifact_link_types`].map((get) => ({
      get,
      grows: 'anywhere' as const,
      name: ({ shortname }: { shortname: string }) => shortname,
      add: (n: number) => {
        const shortname = `${side(n)}${n}_${get.length}`
        return admin.post('artifact_link_types', { shortname, forward_label: 'to', reverse_label: 'from' })
      },
    })),
    {
      get: `users/${server.idOf('admin')}/access_keys`,
      grows: 'at its end',
      add: () => admin.post('access_keys', { description: 'more' }),
    },
    { get: 'oauth2_apps', grows: 'at its end', add: () => createApp(world) },
    {
      get: `projects/${id}/oauth2_apps`,
      grows: 'at its end',
      add: () => admin.post(`projects/${id}/oauth2_apps`, { name: 'More', redirect_uri: 'https://client.example' }),
    },
    {
      get: `users/${server.idOf('admin')}/authorized_apps`,
      grows: 'at its end',
      add: () => authorizeApp(server),
    },
    { get: `trackers/${tracker}/artifacts`, grows: 'at its end', add: addBug },
    { get: `tracker_reports/${reports[0].id}/artifacts`, grows: 'at its end', add: addBug },
    { get: `trackers/${tracker}/artifacts?order=desc`, grows: 'anywhere', add: addBug },
    {
      get: `users/self/artifacts?query={"submitted_by":true}`,
      as: 'member',
      grows: 'at its end',
      add: addBug,
    },
    {
      get: `tracker_webhooks/${webhook}/deliveries`,
      grows: 'anywhere',
      add: () => addDelivery(server, webhook),
    },
    {
      get: `svn_webhooks/${commitWebhook}/deliveries`,
      grows: 'anywhere',
      add: () => addCommitDelivery(server, commitWebhook),
    },
    {
      get: `artifacts/${first}/watchers`,
      grows: 'at its end',
      items: (body) => body.watchers,
      add: async (n) => watch(server, first, await createUser(n, 'watch')),
    },
    {
      get: `artifacts/${first}/changesets/${commented}/comment_versions`,
      grows: 'anywhere',
      name: ({ etag }) => etag,
      add: (n) => editComment(server, first, commented, n),
    },
    {
      get: 'users/self/watched_artifacts',
      as: 'member',
      grows: 'anywhere',
      add: async () => watch(server, await addBug(), member),
    },
    {
      get: 'users/self/visited_artifacts',
      as: 'member',
      grows: 'anywhere',
      add: async () => visit(server, await addBug(), member),
    },
    {
      get: 'users/self/inbox',
      as: 'member',
      grows: 'anywhere',
      items: (body) => body.items,
      add: () => addInboxItem(server, project, first, member),
    },
    { get: `artifacts/${first}/changesets`, grows: 'at its end', add: (n) => addChangeset(server, project, first, n) },
    {
      get: `artifacts/${first}/linked_artifacts?direction=reverse`,
      grows: 'at its end',
      items: (body) => body.collection,
      add: () => project.createBug('Linked', member, linkTo(project, first)),
    },
    {
      get: `artifacts?query={"id":[${first},${first + 1},${first + 2}]}`,
      grows: 'at its end',
      items: (body) => body.collection,
      // The query does not match the added artifact.
      add: addBug,
    },
    {
      get: `artifacts?expert_query=@tracker = "bug"`,
      grows: 'at its end',
      items: (body) => body.collection,
      add: addBug,
    },
    { get: `trackers/${tracker}/parent_artifacts`, grows: 'anywhere', add: () => addParent(server, parent, member) },
    {
      get: `trackers/${tracker}/used_artifact_links`,
      grows: 'anywhere',
      name: ({ shortname }) => shortname,
      add: (n) => addLinkTypes(server, project, member, [`${side(n)}_${n}`]),
    },
    {
      get: `trackers/${tracker}/tracker_reports`,
      grows: 'anywhere',
      add: (n) => addReport(server, tracker, `${side(n)} ${n}`),
    },
    {
      get: `projects/${id}/trackers?representation=minimal`,
      grows: 'anywhere',
      add: (n) => addTracker(server, id, `${side(n)} ${n}`),
    },
    {
      get: `projects/${id}/labels`,
      grows: 'anywhere',
      items: (body) => body.labels,
      add: (n) => addLabel(server, id, `${side(n)}${n}`),
    },
    {
      get: `projects/${id}/svn`,
      grows: 'anywhere',
      items: (body) => body.repositories,
      add: (n) => createRepository(server, id, `${side(n)}${n}`),
    },
    {
      get: `projects/${id}/svn_deleted`,
      grows: 'anywhere',
      items: (body) => body.repositories,
      add: (n) => createDeletedRepository(server, id, `gone${n}`),
    },
    {
      get: `svn/${repository}/access_files`,
      grows: 'anywhere',
      items: (body) => body.versions,
      name: ({ version }) => version,
      add: (n) => addVersion(server, repository, n),
    },
    {
      get: `projects/${id}/project_services`,
      grows: 'at its end',
      // A project has the services of the site, so no service can be added.
      add: async () => undefined,
    },
    {
      get: 'artifact_temporary_files',
      grows: 'at its end',
      add: (n) => admin.post('artifact_temporary_files', fileInput(`${side(n)}.txt`)),
    },
    {
      get: `artifact_temporary_files/${growing}`,
      grows: 'at its end',
      // A page contains `limit` bytes, and all bytes are different.
      items: ({ data }) => [...Buffer.from(data, 'base64')],
      name: (byte) => byte,
      add: (n) => admin.put(`artifact_temporary_files/${growing}`, { content: content(20 * n, 3), offset: n + 1 }),
    },
    {
      get: `artifact_files/${attached}`,
      grows: 'at its end',
      items: ({ data }) => [...Buffer.from(data, 'base64')],
      name: (byte) => byte,
      // An attached file does not change.
      add: async () => undefined,
    },
    { get: 'users?query=body', grows: 'anywhere', add: (n) => createUser(n, 'search') },
    { get: 'site/users?query=body', grows: 'anywhere', add: (n) => createUser(n, 'looked') },
    {
      get: 'audit_log?action=access key created',
      grows: 'anywhere',
      add: (n) => admin.post('access_keys', { description: `entry ${n}` }),
    },
    {
      get: 'site/access_keys',
      grows: 'at its end',
      add: (n) => admin.post('access_keys', { description: `listed ${n}` }),
    },
    {
      get: 'jobs?kind=paged',
      grows: 'anywhere',
      add: (n) => addPagedJobs(server, [{}], n % 2 === 1 ? -n : n),
    },
    {
      get: `projects/${id}/log`,
      grows: 'anywhere',
      add: (n) => admin.put(`projects/${id}/banner`, { message: `entry ${n}` }),
    },
    {
      get: `projects/${id}/members`,
      grows: 'anywhere',
      async add(n) {
        const user = await createUser(n, 'member')
        await world.db.write((tx) => addProjectMembers(tx, grantPermit('administer', { id }), [user]))
      },
    },
    {
      get: `user_groups/${id}_3/users`,
      grows: 'anywhere',
      async add(n) {
        const user = await createUser(n, 'group')
        await world.db.write((tx) => addProjectMembers(tx, grantPermit('administer', { id }), [user]))
      },
    },
  ]
}

/** The base64 encoding of `count` bytes, each one more than the byte before. */
const content = (from: number, count: number): string =>
  Buffer.from(Array.from({ length: count }, (_, i) => from + i)).toString('base64')

/** Adds jobs that no worker knows, due so many seconds after the others. */
const addPagedJobs = ({ world }: TestServer, payloads: readonly object[], seconds = 0): Promise<unknown> =>
  world.db.write((tx) => addJobs(tx, 'paged', payloads, 1_900_000_000 + seconds, undefined))

/** Adds a version of the access file. */
const addVersion = ({ as }: TestServer, repository: number, n: number): Promise<unknown> =>
  as('admin').put(`svn/${repository}`, {
    settings: {
      commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
      immutable_tags: { paths: [], whitelist: [] },
      access_file: `# ${n}`,
      email_notifications: [],
    },
  })

const fileInput = (name: string) => ({ name, mimetype: 'text/plain', content: content(0, 5) })

async function createFiles(server: TestServer, tracker: TrackerId, artifact: ArtifactId) {
  const admin = server.as('admin')
  const ids: number[] = []
  for (const name of ['one', 'two', 'three', 'four'])
    ids.push((await admin.post('artifact_temporary_files', fileInput(name))).body.id)
  const { body } = await admin.post(`trackers/${tracker}/fields`, { type: 'file', name: 'files', label: 'Files' })
  const { id: attached } = await createStoredFile(server, { artifact, field: body.field_id, bytes: 'abcdefg' })
  return { growing: Number(ids[0]), attached }
}

/** Adds a comment and returns its changeset. */
async function addComment({ as }: TestServer, artifact: ArtifactId): Promise<number> {
  await as('admin').put(`artifacts/${artifact}`, { values: [], comment: { body: 'A comment', format: 'text' } })
  const { body } = await as('admin').get(`artifacts/${artifact}/changesets?fields=comments&limit=1`)
  return body[0].id
}

const editComment = ({ as }: TestServer, artifact: ArtifactId, changeset: number, n: number): Promise<unknown> =>
  as('admin').put(`artifacts/${artifact}/changesets/${changeset}/comment`, { body: `Version ${n}` })

const watch = ({ world }: TestServer, artifact: ArtifactId, user: UserId): Promise<unknown> =>
  world.db.write((tx) => tx.insertInto('artifact_watcher').values({ artifact_id: artifact, user_id: user }).execute())

const visit = ({ world }: TestServer, artifact: ArtifactId, user: UserId): Promise<unknown> =>
  world.db.write((tx) =>
    tx
      .insertInto('visit')
      .values({ user_id: user, kind: 'artifact', subject_id: artifact, visited_on: artifact })
      .execute(),
  )

/** Adds a change of an artifact to the log and to an inbox. */
function addInboxItem(
  { world }: TestServer,
  { project, tracker }: BugProject,
  artifact: ArtifactId,
  user: UserId,
): Promise<unknown> {
  return world.db.write(async (tx) => {
    const row = { at: 0, kind: 'created', artifact_id: artifact, tracker_id: tracker, project_id: project }
    const { id } = await tx
      .insertInto('change')
      .values({ ...row, changeset_id: null, user_id: null, from_tracker_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const mention = { field: null, isInComment: false }
    await addInboxItems(
      tx,
      notificationPermit,
      [{ user, change: id, artifact, reason: 'watched', mention, isInInbox: true, digestDay: null }],
      0,
    )
  })
}

const addDelivery = (server: TestServer, webhook: WebhookId): Promise<unknown> =>
  insertDelivery(server, webhook, (next) => ({ event: 'create', subject: { change: next as ChangeId } }))

const addCommitDelivery = (server: TestServer, webhook: WebhookId): Promise<unknown> =>
  insertDelivery(server, webhook, (revision) => ({ event: 'commit', subject: { revision } }))

function insertDelivery(
  { world }: TestServer,
  webhookId: WebhookId,
  what: (next: number) => Pick<NewDelivery, 'event' | 'subject'>,
): Promise<unknown> {
  const one = { replayOf: null, requestId: 'a', body: null, renderedForUserId: null, createdOn: 0 }
  return world.db.write(async (tx) => {
    const [{ next }] = (await tx
      .selectFrom('webhook_delivery')
      .select((row) => row.fn.countAll<number>().as('next'))
      .execute()) as [{ next: number }]
    await addDeliveries(tx, notificationPermit, [{ ...one, webhookId, ...what(next + 1) }])
  })
}

const linkTo = (project: BugProject, id: ArtifactId): Record<string, readonly StoredLink[]> => ({
  [project.links]: [{ id, type: '' }],
})

const addTracker = ({ world }: TestServer, projectId: ProjectId, name: string): Promise<TrackerId> =>
  world.db.write(async (tx) => {
    const definition = { ...bugs, name, itemName: name.toLowerCase().replace(' ', '_') }
    const { trackers } = await createTrackers(tx, grantPermit('administer', { id: projectId }), {
      definitions: [definition],
    })
    await bumpRevision(tx, 'trackers')
    const [id] = trackers.values()
    if (id === undefined) throw new Error('No tracker was added')
    return id
  })

async function addChangeset(
  { world }: TestServer,
  { tracker, title }: Pick<BugProject, 'tracker' | 'title'>,
  id: ArtifactId,
  n: number,
): Promise<void> {
  await world.db.write(async (tx) => {
    const artifact = (await loadArtifacts(tx, [id])).get(id)
    const fields = (await loadTrackers(tx, [tracker])).get(tracker)?.fields
    if (artifact === undefined || fields === undefined) throw new Error('The artifact is missing')
    const authorship = { submittedBy: artifact.submittedBy, submittedEmail: null, submittedOn: world.clock.now() }
    const values = { [title]: `Title ${n} of ${artifact.version}` }
    await recordHistory(tx, [
      {
        permit: grantPermit('import', 'site'),
        artifact,
        fields,
        changesets: [{ ...authorship, values, comments: [] }],
        log: 'new tracker',
      },
    ])
  })
}

const retitle = (server: TestServer, project: BugProject, artifacts: readonly unknown[], n: number): Promise<void> =>
  // Updates an artifact before, at and after the position of the walk.
  addChangeset(server, project, artifacts[[0, 1, artifacts.length - 1][n - 1] ?? 0] as ArtifactId, n)

async function addParent(server: TestServer, tracker: TrackerId, by: UserId): Promise<void> {
  const { world } = server
  await world.db.write(async (tx) => {
    const fields = (await loadTrackers(tx, [tracker])).get(tracker)?.fields ?? []
    const status = fields.find(({ name }) => name === 'status')
    const open = status?.bind?.kind === 'static' ? status.bind.values[0]?.id : undefined
    const authorship = { submittedBy: by, submittedEmail: null, submittedOn: world.clock.now() }
    const [artifact] = await createEmptyArtifacts(tx, grantPermit('import', 'site'), [
      { trackerId: tracker, ...authorship },
    ])
    if (artifact === undefined || status === undefined) throw new Error('No parent was added')
    const values = { [status.id]: [open] }
    await recordHistory(tx, [
      {
        permit: grantPermit('import', 'site'),
        artifact,
        fields,
        changesets: [{ ...authorship, values, comments: [] }],
        log: 'new tracker',
      },
    ])
  })
}

const addReport = ({ world }: TestServer, tracker: TrackerId, name: string): Promise<void> =>
  world.db.write(async (tx) => {
    const [id] = await allocateIds(tx, 'report', 1)
    const row = { tracker_id: tracker, user_id: null, name, name_key: name.toLowerCase(), description: '' }
    const flags = { is_default: 0, is_query_displayed: 0, is_in_expert_mode: 0 } as const
    await tx
      .insertInto('report')
      .values({ id: id as ReportId, ...row, ...flags, expert_query: '', definition: '{"criteria":[]}' })
      .execute()
    await bumpRevision(tx, 'trackers')
  })

const addLabel = ({ world }: TestServer, project: ProjectId, name: string): Promise<void> =>
  world.db.write(async (tx) => {
    const [id] = await allocateIds(tx, 'label', 1)
    await tx
      .insertInto('label')
      .values({ id: id ?? 0, project_id: project, name, color: 'inca-silver', is_outline: 0 })
      .execute()
  })

/** Creates one artifact per type with a link of this type. Unknown types are added. */
async function addLinkTypes(
  server: TestServer,
  project: BugProject,
  by: UserId,
  types: readonly string[],
): Promise<void> {
  await server.world.db.write(async (tx) => {
    for (const type of types) {
      const row = { short_name: type, forward_label: type, reverse_label: type, is_system: 0 } as const
      await tx
        .insertInto('link_type')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await bumpRevision(tx, 'trackers')
  })
  const target = await project.createBug('Target', by)
  for (const type of types) await project.createBug('Source', by, { [project.links]: [{ id: target, type }] })
}
