import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assemble } from '../../src/app/assemble.ts'
import { BodyCache } from '../../src/kit/body-cache.ts'
import type { Tx } from '../../src/kit/db/db.ts'
import { bumpRevision, readRevisions } from '../../src/kit/db/revisions.ts'
import type { ArtifactId, FieldId, UserGroupId, UserId } from '../../src/kit/ids.ts'
import { RevisionCache } from '../../src/kit/revision-cache.ts'
import { changeUser } from '../../src/site/commands/change-user.ts'
import { createAccessKey } from '../../src/site/commands/create-access-key.ts'
import { replaceGroupMembers } from '../../src/site/store/members.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  projectMembers,
  staticBind,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { roundsOf } from '../kit/rounds.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

/** A small round each time; `npm run drill:fuzz` tries many. */
const runs = roundsOf('TULIPWOOD_FUZZ_RUNS', { quick: 10, full: 30 })

const system = { kind: 'system', reason: 'test' } as const
const [everybody, registered, members, administrators] = [1, 2, 3, 4]
const readers = ['alice', 'bob', 'carol', 'dora', 'visitor'] as const

/** One change of the world; numbers choose among what there is. */
type Change =
  | { readonly kind: 'user renamed'; readonly who: number; readonly name: string }
  | { readonly kind: 'name style'; readonly who: number; readonly style: string }
  | { readonly kind: 'user restricted'; readonly isRestricted: boolean }
  | { readonly kind: 'pickers' | 'members'; readonly who: readonly number[] }
  | { readonly kind: 'visitors let in'; readonly isOpen: boolean }
  | { readonly kind: 'field read by'; readonly field: string; readonly group: number }
  | { readonly kind: 'tracker renamed'; readonly tracker: number; readonly name: string }
  | { readonly kind: 'tracker seen by'; readonly tracker: number; readonly right: string; readonly group: number }
  | { readonly kind: 'value'; readonly artifact: number; readonly title: string }
  | { readonly kind: 'links'; readonly artifact: number; readonly to: readonly number[] }
  | { readonly kind: 'permissions'; readonly artifact: number; readonly groups: readonly number[] | null }
  | { readonly kind: 'assigned'; readonly artifact: number; readonly who: readonly number[] }
  | { readonly kind: 'mention'; readonly artifact: number; readonly of: number; readonly word: string }
  | { readonly kind: 'moved' | 'deleted'; readonly artifact: number }
  | { readonly kind: 'linked from'; readonly artifact: number; readonly to: readonly number[] }
  | { readonly kind: 'field called'; readonly field: string; readonly label: string }
  | { readonly kind: 'field used'; readonly field: string; readonly isUsed: boolean }
  | { readonly kind: 'tracker there'; readonly tracker: number; readonly isThere: boolean }

const who = fc.nat(2)
const some = fc.subarray([0, 1, 2])
const artifact = fc.nat(4)
const tracker = fc.nat(1)
const aGroup = fc.constantFrom(everybody, registered, members, administrators, 0)
const aName = fc.constantFrom('One', 'Two', 'Three')
const around = fc.oneof(
  fc.record({ kind: fc.constant('user renamed'), who, name: aName }),
  fc.record({ kind: fc.constant('name style'), who, style: fc.constantFrom('login', 'real', 'login-real') }),
  fc.record({ kind: fc.constant('user restricted'), isRestricted: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('pickers', 'members'), who: some }),
  fc.record({ kind: fc.constant('visitors let in'), isOpen: fc.boolean() }),
  fc.record({
    kind: fc.constant('field read by'),
    field: fc.constantFrom('title', 'links', 'refs', 'task:assigned'),
    group: aGroup,
  }),
  fc.record({
    kind: fc.constant('field called'),
    field: fc.constantFrom('title', 'links', 'task:title'),
    label: fc.constantFrom('One', 'Two'),
  }),
  fc.record({
    kind: fc.constant('field used'),
    field: fc.constantFrom('links', 'refs', 'access', 'task:refs'),
    isUsed: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('tracker there'), tracker, isThere: fc.constantFrom(true, true, false) }),
  fc.record({ kind: fc.constant('tracker renamed'), tracker, name: fc.constantFrom('bug', 'pest', 'task') }),
  fc.record({
    kind: fc.constant('tracker seen by'),
    tracker,
    right: fc.constantFrom('full', 'assignee', 'submitter', 'submitter_only'),
    group: aGroup,
  }),
) as fc.Arbitrary<Change>
const inside = fc.oneof(
  fc.record({ kind: fc.constant('value'), artifact, title: aName }),
  fc.record({ kind: fc.constant('links'), artifact, to: fc.subarray([0, 1, 2, 3, 4]) }),
  fc.record({ kind: fc.constant('permissions'), artifact, groups: fc.option(fc.subarray([3, 4, 0])) }),
  fc.record({ kind: fc.constant('assigned'), artifact, who: some }),
  fc.record({ kind: fc.constant('mention'), artifact, of: artifact, word: fc.constantFrom('art', 'bug', 'task') }),
  fc.record({ kind: fc.constantFrom('moved', 'deleted'), artifact }),
  fc.record({ kind: fc.constant('linked from'), artifact, to: fc.subarray([0, 1, 2, 3, 4]) }),
) as fc.Arbitrary<Change>
// What no counter tells of is what stamps are for: it comes more often.
const change = fc.oneof({ weight: 1, arbitrary: around }, { weight: 2, arbitrary: inside })

const always: readonly Change[] = [
  { kind: 'moved', artifact: 0 },
  { kind: 'linked from', artifact: 1, to: [0] },
  { kind: 'deleted', artifact: 2 },
]

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  const keys = new Map<string, string>()
  let project: ProjectFixture
  let people: UserId[] = []
  let artifacts: ArtifactId[] = []
  let forgetful: FastifyInstance

  beforeAll(async () => {
    for (const login of ['alice', 'bob', 'dora', 'carol']) {
      const user = await server.createUser(login)
      people.push(user)
      const key = { user, description: '', scopes: ['write:rest'] as const, expiresOn: null }
      keys.set(login, (await createAccessKey(server.world, system, key)).identifier)
    }
    const [alice, , , carol] = people as [UserId, UserId, UserId, UserId]
    people = people.slice(0, 3)
    project = await createProjectFixture(server, 'orchard', {
      members: [alice],
      administrators: [carol],
      groups: { pickers: [alice] },
      trackers: (groups) => [
        trackerDefinition(
          'bug',
          [
            fieldDefinition('string', 'title'),
            fieldDefinition('text', 'details'),
            fieldDefinition('sb', 'status', { bind: staticBind(['New', 'fiesta-red'], ['Done', '']) }),
            fieldDefinition('art_link', 'links'),
            fieldDefinition('cross', 'refs'),
            fieldDefinition('perm', 'access'),
          ],
          { title: { field: 'title' } },
        ),
        trackerDefinition(
          'task',
          [
            fieldDefinition('string', 'task:title'),
            fieldDefinition('msb', 'task:assigned', { bind: projectMembers }),
            fieldDefinition('art_link', 'task:links'),
            fieldDefinition('cross', 'task:refs'),
            fieldDefinition('perm', 'task:access'),
          ],
          { title: { field: 'task:title' }, contributor: { field: 'task:assigned' } },
          { permissions: { full: [4], assignee: [groups.get('pickers') ?? 3], submitter: [3], submitter_only: [2] } },
        ),
      ],
    })
    artifacts = await project.createArtifacts(...items.map((_, index) => seedOf(index)))
    await server.as('admin').patch('site_settings', { artifacts_deletion_limit: 100_000 })
    const cache = new RevisionCache(() => readRevisions(server.world.db.read))
    forgetful = await assemble({ ...server.world, cache, bodyCache: new BodyCache(0) })
    await forgetful.ready()
  })
  afterAll(() => forgetful.close())

  const key = (itemName: string, field: string) => (itemName === 'bug' ? field : `task:${field}`)
  const items: ('bug' | 'task')[] = ['bug', 'bug', 'task', 'task', 'bug']
  const itemOf = (index: number) => items[index] ?? 'bug'
  const seedOf = (index: number) => ({
    tracker: itemOf(index),
    changes: [{ by: people[index % 3] ?? null, values: { [key(itemOf(index), 'title')]: `Number ${index}` } }],
  })
  const trackerAt = (index: number) => project.trackers.get(index === 0 ? 'bug' : 'task') ?? 0
  const groupOf = (n: number) => (n === 0 ? project.groups.get('pickers') : n) as UserGroupId
  const grow = (index: number, values: Readonly<Record<string, unknown>>, body?: string) =>
    project.addChangeset(artifacts[index] as ArtifactId, {
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [key(itemOf(index), name), value])),
      ...(body === undefined ? {} : { comment: { body } }),
    })
  /** What no command changes yet, changed as one that is to come must do it. */
  const rewrite = (subject: 'trackers' | 'projects' | 'users', work: (tx: Tx) => Promise<unknown>) =>
    server.world.db.write(async (tx) => {
      await work(tx)
      await bumpRevision(tx, subject)
    })

  /** What came of requests, so that a run in which all of them were refused is found. */
  const happened = new Set<string>()

  async function happen(it: Change): Promise<unknown> {
    const { world } = server
    switch (it.kind) {
      case 'user renamed':
        return changeUser(world, system, people[it.who] as UserId, { realName: it.name })
      case 'user restricted':
        return rewrite('users', (tx) =>
          tx
            .updateTable('user')
            .set({ status: it.isRestricted ? 'R' : 'A' })
            .where('id', '=', people[1] as UserId)
            .execute(),
        )
      case 'name style':
        return rewrite('users', (tx) =>
          tx
            .insertInto('user_preference')
            .values({ user_id: people[it.who] as UserId, name: 'username_display', value: it.style })
            .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ value: it.style }))
            .execute(),
        )
      case 'pickers':
        return world.db.write((tx) =>
          replaceGroupMembers(
            tx,
            groupOf(0),
            it.who.map((each) => people[each] as UserId),
          ),
        )
      case 'members':
        return rewrite('users', async (tx) => {
          await tx.deleteFrom('project_member').where('is_administrator', '=', 0).execute()
          for (const each of it.who) {
            const row = { project_id: project.projectId, user_id: people[each] as UserId, is_administrator: 0 as const }
            await tx.insertInto('project_member').values(row).execute()
          }
        })
      case 'visitors let in':
        return server
          .as('admin')
          .patch(
            'site_settings',
            { values: { access_mode: it.isOpen ? 'anonymous' : 'regular' } },
            { skipsOpenApiCheck: true },
          )
      case 'field read by':
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
      case 'tracker seen by':
        return rewrite('trackers', async (tx) => {
          const tracker_id = trackerAt(it.tracker) as never
          await tx.deleteFrom('tracker_permission').where('tracker_id', '=', tracker_id).execute()
          await tx
            .insertInto('tracker_permission')
            .values({ tracker_id, permission: it.right, group_id: groupOf(it.group) })
            .execute()
        })
      case 'value':
        return grow(it.artifact, { title: it.title })
      case 'links':
        return grow(it.artifact, {
          links: it.to.filter((to) => to !== it.artifact).map((to) => ({ id: artifacts[to], type: '' })),
        })
      case 'permissions':
        return grow(it.artifact, { access: it.groups?.map(groupOf) ?? null })
      case 'assigned': {
        const assigned = it.who.map((each) => people[each])
        return itemOf(it.artifact) === 'task' ? grow(it.artifact, { assigned }) : undefined
      }
      case 'moved': {
        const to = itemOf(it.artifact) === 'bug' ? 1 : 0
        const move = { tracker_id: trackerAt(to) }
        const { status } = await server.as('admin').patch(`artifacts/${artifacts[it.artifact]}`, { move })
        // 403 and 404: its tracker or the other one is gone for now; 400: it is closed, and could not be so there.
        expect([200, 400, 403, 404]).toContain(status)
        happened.add(`moved ${status}`)
        if (status === 200) items[it.artifact] = to === 0 ? 'bug' : 'task'
        return
      }
      case 'deleted': {
        const { status } = await server.as('admin').delete(`artifacts/${artifacts[it.artifact]}`)
        expect([200, 403]).toContain(status)
        happened.add(`deleted ${status}`)
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
        // Where the field is not in use, or the tracker not there.
        expect([200, 400, 403]).toContain(status)
        happened.add(`linked from ${status}`)
        return
      }
      case 'field called': {
        const { status } = await server
          .as('admin')
          .patch(`tracker_fields/${project.fields.get(it.field)}`, { label: it.label })
        happened.add(`field called ${status}`)
        return
      }
      case 'field used': {
        const { status } = await server
          .as('admin')
          .patch(`tracker_fields/${project.fields.get(it.field)}`, { use_it: it.isUsed })
        happened.add(`field used ${status}`)
        return
      }
      case 'tracker there': {
        const url = `trackers/${trackerAt(it.tracker)}`
        const { status } = it.isThere
          ? await server.as('admin').post(`${url}/restore`)
          : await server.as('admin').delete(url)
        happened.add(`tracker there ${it.isThere} ${status}`)
        return
      }
      case 'mention':
        return grow(it.artifact, {}, `see ${it.word} #${artifacts[it.of]}`)
      default:
        return it satisfies never
    }
  }

  const addresses = () => [
    ...artifacts.map((id) => `/api/artifacts/${id}`),
    `/api/trackers/${trackerAt(0)}/artifacts?values=all`,
    `/api/trackers/${trackerAt(1)}/artifacts`,
  ]
  const ask = async (app: FastifyInstance, reader: string, url: string, tag?: string) => {
    const accessKey = keys.get(reader)
    const headers = {
      ...(accessKey === undefined ? {} : { 'x-auth-accesskey': accessKey }),
      ...(tag === undefined ? {} : { 'if-none-match': tag }),
    }
    const { statusCode, body, headers: answered } = await app.inject({ method: 'GET', url, headers })
    return {
      status: statusCode,
      body,
      etag: answered['etag'] as string | undefined,
      size: answered['x-pagination-size'],
    }
  }

  it(
    'nobody is ever told what a server without memory would not tell him now',
    async () => {
      /** By reader, address and tag. */
      const told = new Map<string, string>()
      const tags = new Map<string, string>()
      let spared = 0
      const compare = async (after: string) => {
        for (const reader of readers) {
          for (const url of addresses()) {
            const fresh = await ask(forgetful, reader, url)
            const kept = await ask(server.app, reader, url)
            expect(kept, `${url} for ${reader} after ${after}`).toEqual(fresh)
            const asked = `${reader} ${url}`
            const tag = tags.get(asked)
            if (tag !== undefined) {
              const again = await ask(server.app, reader, url, tag)
              if (again.status === 304) spared += 1
              const meant = again.status === 304 ? told.get(`${asked} ${tag}`) : again.body
              expect(meant, `${url} with its tag, for ${reader} after ${after}`).toBe(fresh.body)
            }
            if (fresh.etag !== undefined) {
              tags.set(asked, fresh.etag)
              told.set(`${asked} ${fresh.etag}`, fresh.body)
            }
          }
        }
      }
      await compare('nothing')
      // What chance may leave out.
      for (const each of always) {
        await happen(each)
        await compare(each.kind)
      }
      expect([...happened]).toEqual(['moved 200', 'linked from 200', 'deleted 200'])
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
          for (const each of changes) await happen(each)
          await compare(JSON.stringify(changes))
        }),
        { numRuns: runs, endOnFailure: true },
      )
      expect(spared).toBeGreaterThan(10)
    },
    Math.max(120_000, runs * 2_000),
  )
})
