import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { replaceGroupMembers } from '../../src/accounts/store/members.ts'
import { createApp } from '../../src/app/start/assemble.ts'
import { readRevisions } from '../../src/database/changes/revisions.ts'
import type { Tx } from '../../src/database/db/db.ts'
import { BodyCache } from '../../src/kit/caches/body-cache.ts'
import { RevisionCache } from '../../src/kit/caches/revision-cache.ts'
import type { ArtifactId, FieldId, UserGroupId, UserId } from '../../src/kit/values/ids.ts'
import { changeUser } from '../../src/sign-in/commands/change-user.ts'
import { createAccessKey } from '../../src/sign-in/commands/create-access-key.ts'
import type { World } from '../../src/world/model/world.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { getRounds } from '../kit/rounds.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

/** A small number of runs by default; `npm run drill:fuzz` sets more. */
const runs = getRounds('TULIPWOOD_FUZZ_RUNS', { quick: 5, full: 30 })

const system = { kind: 'system', reason: 'test' } as const
const [everybody, registered, members, administrators] = [1, 2, 3, 4]
const readers = ['alice', 'bob', 'carol', 'dora', 'visitor'] as const

/** One change of the data. The numbers are indexes of users, artifacts, trackers or groups. */
type Change =
  | { readonly kind: 'user renamed'; readonly user: number; readonly name: string }
  | { readonly kind: 'name style'; readonly user: number; readonly style: string }
  | { readonly kind: 'user restricted'; readonly isRestricted: boolean }
  | { readonly kind: 'pickers' | 'members'; readonly users: readonly number[] }
  | { readonly kind: 'anonymous access'; readonly isOpen: boolean }
  | { readonly kind: 'field readers'; readonly field: string; readonly group: number }
  | { readonly kind: 'tracker renamed'; readonly tracker: number; readonly name: string }
  | { readonly kind: 'tracker permission'; readonly tracker: number; readonly right: string; readonly group: number }
  | { readonly kind: 'value'; readonly artifact: number; readonly title: string }
  | { readonly kind: 'links'; readonly artifact: number; readonly to: readonly number[] }
  | { readonly kind: 'permissions'; readonly artifact: number; readonly groups: readonly number[] | null }
  | { readonly kind: 'assigned'; readonly artifact: number; readonly users: readonly number[] }
  | { readonly kind: 'mention'; readonly artifact: number; readonly of: number; readonly word: string }
  | { readonly kind: 'moved' | 'deleted'; readonly artifact: number }
  | { readonly kind: 'linked from'; readonly artifact: number; readonly to: readonly number[] }
  | { readonly kind: 'field renamed'; readonly field: string; readonly label: string }
  | { readonly kind: 'field used'; readonly field: string; readonly isUsed: boolean }
  | { readonly kind: 'tracker exists'; readonly tracker: number; readonly exists: boolean }

const user = fc.nat(2)
const someUsers = fc.subarray([0, 1, 2])
const artifact = fc.nat(4)
const tracker = fc.nat(1)
const group = fc.constantFrom(everybody, registered, members, administrators, 0)
const name = fc.constantFrom('One', 'Two', 'Three')
const projectChange = fc.oneof(
  fc.record({ kind: fc.constant('user renamed'), user, name }),
  fc.record({ kind: fc.constant('name style'), user, style: fc.constantFrom('login', 'real', 'login-real') }),
  fc.record({ kind: fc.constant('user restricted'), isRestricted: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('pickers', 'members'), users: someUsers }),
  fc.record({ kind: fc.constant('anonymous access'), isOpen: fc.boolean() }),
  fc.record({
    kind: fc.constant('field readers'),
    field: fc.constantFrom('title', 'links', 'refs', 'task:assigned'),
    group,
  }),
  fc.record({
    kind: fc.constant('field renamed'),
    field: fc.constantFrom('title', 'links', 'task:title'),
    label: fc.constantFrom('One', 'Two'),
  }),
  fc.record({
    kind: fc.constant('field used'),
    field: fc.constantFrom('links', 'refs', 'access', 'task:refs'),
    isUsed: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('tracker exists'), tracker, exists: fc.constantFrom(true, true, false) }),
  fc.record({ kind: fc.constant('tracker renamed'), tracker, name: fc.constantFrom('bug', 'pest', 'task') }),
  fc.record({
    kind: fc.constant('tracker permission'),
    tracker,
    right: fc.constantFrom('full', 'assignee', 'submitter', 'submitter_only'),
    group,
  }),
) as fc.Arbitrary<Change>
const artifactChange = fc.oneof(
  fc.record({ kind: fc.constant('value'), artifact, title: name }),
  fc.record({ kind: fc.constant('links'), artifact, to: fc.subarray([0, 1, 2, 3, 4]) }),
  fc.record({ kind: fc.constant('permissions'), artifact, groups: fc.option(fc.subarray([3, 4, 0])) }),
  fc.record({ kind: fc.constant('assigned'), artifact, users: someUsers }),
  fc.record({ kind: fc.constant('mention'), artifact, of: artifact, word: fc.constantFrom('art', 'bug', 'task') }),
  fc.record({ kind: fc.constantFrom('moved', 'deleted'), artifact }),
  fc.record({ kind: fc.constant('linked from'), artifact, to: fc.subarray([0, 1, 2, 3, 4]) }),
) as fc.Arbitrary<Change>
// No revision counter covers these changes, only the cache versions of the artifacts, so they have the greater
// weight.
const change = fc.oneof({ weight: 1, arbitrary: projectChange }, { weight: 2, arbitrary: artifactChange })

const fixedChanges: readonly Change[] = [
  { kind: 'moved', artifact: 0 },
  { kind: 'linked from', artifact: 1, to: [0] },
  { kind: 'deleted', artifact: 2 },
]

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  const keys = new Map<string, string>()
  let project: ProjectFixture
  let users: UserId[] = []
  let artifacts: ArtifactId[] = []
  let uncached: FastifyInstance

  beforeAll(async () => {
    for (const login of ['alice', 'bob', 'dora', 'carol']) {
      const user = await server.createUser(login)
      users.push(user)
      const key = { user, description: '', scopes: ['write:rest'] as const, expiresOn: null }
      keys.set(login, (await createAccessKey(server.world, system, key)).identifier)
    }
    const [alice, , , carol] = users as [UserId, UserId, UserId, UserId]
    users = users.slice(0, 3)
    project = await createProjectFixture(server, 'orchard', {
      members: [alice],
      administrators: [carol],
      groups: { pickers: [alice] },
      trackers: (groups) => [
        createTrackerDefinition(
          'bug',
          [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('text', 'details'),
            createFieldDefinition('sb', 'status', { bind: createStaticBind(['New', 'fiesta-red'], ['Done', '']) }),
            createFieldDefinition('art_link', 'links'),
            createFieldDefinition('cross', 'refs'),
            createFieldDefinition('perm', 'access'),
          ],
          { title: { field: 'title' } },
        ),
        createTrackerDefinition(
          'task',
          [
            createFieldDefinition('string', 'task:title'),
            createFieldDefinition('msb', 'task:assigned', { bind: projectMembers }),
            createFieldDefinition('art_link', 'task:links'),
            createFieldDefinition('cross', 'task:refs'),
            createFieldDefinition('perm', 'task:access'),
          ],
          { title: { field: 'task:title' }, contributor: { field: 'task:assigned' } },
          { permissions: { full: [4], assignee: [groups.get('pickers') ?? 3], submitter: [3], submitter_only: [2] } },
        ),
      ],
    })
    artifacts = await project.createArtifacts(...items.map((_, index) => seedOf(index)))
    await server.as('admin').patch('site_settings', { artifacts_deletion_limit: 100_000 })
    const cache = new RevisionCache(() => readRevisions(server.world.db.read))
    const world: World = { ...server.world, cache, bodyCache: new BodyCache(0) }
    uncached = await createApp(world)
    await uncached.ready()
  })
  afterAll(() => uncached.close())

  const key = (itemName: string, field: string) => (itemName === 'bug' ? field : `task:${field}`)
  const items: ('bug' | 'task')[] = ['bug', 'bug', 'task', 'task', 'bug']
  const itemOf = (index: number) => items[index] ?? 'bug'
  const seedOf = (index: number) => ({
    tracker: itemOf(index),
    changes: [{ by: users[index % 3] ?? null, values: { [key(itemOf(index), 'title')]: `Number ${index}` } }],
  })
  const trackerAt = (index: number) => project.trackers.get(index === 0 ? 'bug' : 'task') ?? 0
  const groupOf = (n: number) => (n === 0 ? project.groups.get('pickers') : n) as UserGroupId
  const addChangeset = (index: number, values: Readonly<Record<string, unknown>>, body?: string) =>
    project.addChangeset(artifacts[index] as ArtifactId, {
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [key(itemOf(index), name), value])),
      ...(body === undefined ? {} : { comment: { body } }),
    })
  /** Changes a row that no command changes yet, with the revision counter that such a command would have to raise. */
  const rewrite = (subject: 'trackers' | 'projects' | 'users', work: (tx: Tx) => Promise<unknown>) =>
    server.world.db.write(async (tx) => {
      await work(tx)
      await bumpRevision(tx, subject)
    })

  /** The outcomes of requests, so that a run in which all of them were rejected fails. */
  const outcomes = new Set<string>()

  async function applyChange(it: Change): Promise<unknown> {
    const { world } = server
    switch (it.kind) {
      case 'user renamed':
        return changeUser(world, system, users[it.user] as UserId, { realName: it.name })
      case 'user restricted':
        return rewrite('users', (tx) =>
          tx
            .updateTable('user')
            .set({ status: it.isRestricted ? 'R' : 'A' })
            .where('id', '=', users[1] as UserId)
            .execute(),
        )
      case 'name style':
        return rewrite('users', (tx) =>
          tx
            .insertInto('user_preference')
            .values({ user_id: users[it.user] as UserId, name: 'username_display', value: it.style })
            .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ value: it.style }))
            .execute(),
        )
      case 'pickers':
        return world.db.write((tx) =>
          replaceGroupMembers(
            tx,
            grantPermit('administer', { id: project.projectId }),
            { id: groupOf(0), projectId: project.projectId },
            it.users.map((each) => users[each] as UserId),
          ),
        )
      case 'members':
        return rewrite('users', async (tx) => {
          await tx.deleteFrom('project_member').where('is_administrator', '=', 0).execute()
          for (const each of it.users) {
            const row = { project_id: project.projectId, user_id: users[each] as UserId, is_administrator: 0 as const }
            await tx.insertInto('project_member').values(row).execute()
          }
        })
      case 'anonymous access':
        return server
          .as('admin')
          .patch(
            'site_settings',
            { values: { access_mode: it.isOpen ? 'anonymous' : 'regular' } },
            { skipsOpenApiCheck: true },
          )
      case 'field readers':
        return rewrite('trackers', async (tx) => {
          const field_id = project.fields.get(it.field) as FieldId
          await tx
            .deleteFrom('field_permission')
            .where('field_id', '=', field_id)
            .where('permission', '<>', 'submit')
            .execute()
          await tx
            .insertInto('field_permission')
            .values({ field_id, permission: 'read', group_id: groupOf(it.group) })
            .execute()
        })
      case 'tracker renamed':
        return rewrite('trackers', (tx) =>
          tx
            .updateTable('tracker')
            .set({ item_name: it.name })
            .where('id', '=', trackerAt(it.tracker) as never)
            .execute(),
        )
      case 'tracker permission':
        return rewrite('trackers', async (tx) => {
          const tracker_id = trackerAt(it.tracker) as never
          await tx.deleteFrom('tracker_permission').where('tracker_id', '=', tracker_id).execute()
          await tx
            .insertInto('tracker_permission')
            .values({ tracker_id, permission: it.right, group_id: groupOf(it.group) })
            .execute()
        })
      case 'value':
        return addChangeset(it.artifact, { title: it.title })
      case 'links':
        return addChangeset(it.artifact, {
          links: it.to.filter((to) => to !== it.artifact).map((to) => ({ id: artifacts[to], type: '' })),
        })
      case 'permissions':
        return addChangeset(it.artifact, { access: it.groups?.map(groupOf) ?? null })
      case 'assigned': {
        const assigned = it.users.map((each) => users[each])
        return itemOf(it.artifact) === 'task' ? addChangeset(it.artifact, { assigned }) : undefined
      }
      case 'moved': {
        const to = itemOf(it.artifact) === 'bug' ? 1 : 0
        const move = { tracker_id: trackerAt(to) }
        const { status } = await server.as('admin').patch(`artifacts/${artifacts[it.artifact]}`, { move })
        // 403 and 404: one of the trackers is deleted at the moment. 400: the artifact is closed, and the target has
        // no such status.
        expect([200, 400, 403, 404]).toContain(status)
        outcomes.add(`moved ${status}`)
        if (status === 200) items[it.artifact] = to === 0 ? 'bug' : 'task'
        return
      }
      case 'deleted': {
        const { status } = await server.as('admin').delete(`artifacts/${artifacts[it.artifact]}`)
        expect([200, 403]).toContain(status)
        outcomes.add(`deleted ${status}`)
        const [next] = status === 200 ? await project.createArtifacts(seedOf(it.artifact)) : []
        if (next !== undefined) artifacts[it.artifact] = next
        return
      }
      case 'linked from': {
        const others = it.to.filter((to) => to !== it.artifact)
        const all_links = others.map((to) => ({ id: artifacts[to], direction: 'reverse', type: '' }))
        const field_id = project.fields.get(key(itemOf(it.artifact), 'links'))
        const { status } = await server
          .as('admin')
          .put(`artifacts/${artifacts[it.artifact]}`, { values: [{ field_id, all_links }] })
        // 400 and 403: the field is not in use, or the tracker is deleted.
        expect([200, 400, 403]).toContain(status)
        outcomes.add(`linked from ${status}`)
        return
      }
      case 'field renamed': {
        const { status } = await server
          .as('admin')
          .patch(`tracker_fields/${project.fields.get(it.field)}`, { label: it.label })
        outcomes.add(`field renamed ${status}`)
        return
      }
      case 'field used': {
        const { status } = await server
          .as('admin')
          .patch(`tracker_fields/${project.fields.get(it.field)}`, { use_it: it.isUsed })
        outcomes.add(`field used ${status}`)
        return
      }
      case 'tracker exists': {
        const url = `trackers/${trackerAt(it.tracker)}`
        const { status } = it.exists
          ? await server.as('admin').post(`${url}/restore`)
          : await server.as('admin').delete(url)
        outcomes.add(`tracker exists ${it.exists} ${status}`)
        return
      }
      case 'mention':
        return addChangeset(it.artifact, {}, `see ${it.word} #${artifacts[it.of]}`)
      default:
        return it satisfies never
    }
  }

  const urls = () => [
    ...artifacts.map((id) => `/api/artifacts/${id}`),
    `/api/trackers/${trackerAt(0)}/artifacts?values=all`,
    `/api/trackers/${trackerAt(1)}/artifacts`,
  ]
  const fetchAs = async (app: FastifyInstance, reader: string, url: string, tag?: string) => {
    const accessKey = keys.get(reader)
    const headers = {
      ...(accessKey === undefined ? {} : { 'x-auth-accesskey': accessKey }),
      ...(tag === undefined ? {} : { 'if-none-match': tag }),
    }
    const { statusCode, body, headers: responseHeaders } = await app.inject({ method: 'GET', url, headers })
    return {
      status: statusCode,
      body,
      etag: responseHeaders['etag'] as string | undefined,
      size: responseHeaders['x-pagination-size'],
    }
  }

  it(
    'never sends a caller anything else than a server without a cache would',
    async () => {
      /** By reader, URL and ETag. */
      const bodies = new Map<string, string>()
      const tags = new Map<string, string>()
      let notModified = 0
      const compare = async (after: string) => {
        // At the same time, so that requests of different callers share their queries.
        const pairs = readers.flatMap((reader) => urls().map((url) => ({ reader, url })))
        const responses = await Promise.all(
          pairs.map(async ({ reader, url }) => [`${reader} ${url}`, await fetchAs(server.app, reader, url)] as const),
        )
        const cachedByRequest = new Map(responses)
        for (const reader of readers) {
          for (const url of urls()) {
            const fresh = await fetchAs(uncached, reader, url)
            const cached = cachedByRequest.get(`${reader} ${url}`)
            expect(cached, `${url} for ${reader} after ${after}`).toEqual(fresh)
            const requestKey = `${reader} ${url}`
            const tag = tags.get(requestKey)
            if (tag !== undefined) {
              const again = await fetchAs(server.app, reader, url, tag)
              if (again.status === 304) notModified += 1
              const current = again.status === 304 ? bodies.get(`${requestKey} ${tag}`) : again.body
              expect(current, `${url} with its tag, for ${reader} after ${after}`).toBe(fresh.body)
            }
            if (fresh.etag !== undefined) {
              tags.set(requestKey, fresh.etag)
              bodies.set(`${requestKey} ${fresh.etag}`, fresh.body)
            }
          }
        }
      }
      await compare('nothing')
      // Covers the changes that random runs may leave out.
      for (const each of fixedChanges) {
        await applyChange(each)
        await compare(each.kind)
      }
      expect([...outcomes]).toEqual(['moved 200', 'linked from 200', 'deleted 200'])
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
          for (const each of changes) await applyChange(each)
          await compare(JSON.stringify(changes))
        }),
        { numRuns: runs, endOnFailure: true },
      )
      expect(notModified).toBeGreaterThan(10)
    },
    // A busy machine needs 2 s for a run on PostgreSQL.
    Math.max(120_000, runs * 10_000),
  )
})
