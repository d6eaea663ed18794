import { beforeAll, describe, expect, it } from 'vitest'
import { grantSitePermission } from '../../src/accounts/commands/grant-site-permission.ts'
import { countPostgresStatements } from '../kit/count-statements.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const
const [everyone, signedIn, members, administrators] = [1, 2, 3, 4]
const callers = ['visitor', 'olga', 'alice', 'bob', 'boss', 'admin', 'auditor']

/** `include=children` of docs/api/extensions.md §1 and §4. */
alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let yard: ProjectFixture
  let closed: ProjectFixture
  const value = (key: string) => yard.values.get(key) as number
  const tracker = (key: string) => yard.trackers.get(key) as number
  const field = (key: string) => yard.fields.get(key) as number

  beforeAll(async () => {
    for (const login of ['alice', 'bob', 'boss', 'olga', 'auditor']) await server.createUser(login)
    await grantSitePermission(server.world, system, {
      permission: 'read_only_administration',
      to: { user: server.idOf('auditor') },
    })
    const status = (...labels: string[]) => ({ bind: createStaticBind(...labels.map((label) => [label, ''] as const)) })
    yard = await createProjectFixture(server, 'yard', {
      access: 'public',
      members: [server.idOf('alice'), server.idOf('bob')],
      administrators: [server.idOf('boss')],
      trackers: () => [
        createTrackerDefinition(
          'boat',
          [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('sb', 'status', status('Open', 'Done')),
            createFieldDefinition('art_link', 'links', { rights: { read: [signedIn], update: [members] } }),
          ],
          { title: { field: 'title' }, status: { field: 'status', openValues: ['Open'] } },
        ),
        createTrackerDefinition(
          'part',
          [
            createFieldDefinition('string', 'part:title'),
            createFieldDefinition('sb', 'part:status', {
              ...status('Fresh', 'Worn'),
              rights: { read: [members], update: [members] },
            }),
            createFieldDefinition('perm', 'part:access', { rights: { read: [everyone], update: [members] } }),
          ],
          { title: { field: 'part:title' }, status: { field: 'part:status', openValues: ['Fresh'] } },
        ),
        createTrackerDefinition('note', [createFieldDefinition('string', 'note:title')]),
        createTrackerDefinition(
          'plan',
          [createFieldDefinition('string', 'plan:title'), createFieldDefinition('art_link', 'plan:links')],
          { title: { field: 'plan:title' } },
          { permissions: { full: [administrators] } },
        ),
      ],
    })
    closed = await createProjectFixture(server, 'closed', {
      access: 'private',
      members: [server.idOf('bob')],
      trackers: () => [createTrackerDefinition('deal', [createFieldDefinition('string', 'deal:title')])],
    })
  })

  const create = async (project: ProjectFixture, key: string, values: object): Promise<number> =>
    Number(
      (await project.createArtifacts({ tracker: key, changes: [{ by: server.idOf('alice'), values } as never] }))[0],
    )
  const child = '_is_child'
  const boat = (children: readonly number[] = [], more: readonly { id: number; type: string }[] = []) =>
    create(yard, 'boat', {
      title: 'Boat',
      status: [value('Open')],
      links: [...children.map((id) => ({ id, type: child })), ...more],
    })
  const createFamily = async () => {
    const done = await create(yard, 'boat', { title: 'Dinghy', status: [value('Done')] })
    const open = await boat()
    const worn = await create(yard, 'part', { 'part:title': 'Mast', 'part:status': [value('Worn')] })
    const none = await create(yard, 'part', { 'part:title': 'Sail' })
    const hidden = await create(yard, 'part', { 'part:title': 'Rudder', 'part:access': [administrators] })
    const note = await create(yard, 'note', { 'note:title': 'Note' })
    const plan = await create(yard, 'plan', { 'plan:title': 'Plan' })
    const deal = await create(closed, 'deal', { 'deal:title': 'Deal' })
    const other = await boat()
    const parent = await boat([done, open, worn, none, hidden, note, plan, deal], [{ id: other, type: '' }])
    return { parent, done, open, worn, none, hidden, note, plan, deal, other }
  }
  const listed = async (login: string, id: number) => {
    const { status, body } = await server
      .as(login)
      .get(`artifacts/${id}/linked_artifacts?direction=forward&nature=${child}&limit=50`)
    expect(status).toBe(200)
    return body.collection as { readonly id: number }[]
  }
  const childrenOf = async (login: string, id: number) => {
    const { status, body, text } = await server.as(login).get(`artifacts/${id}?include=children`)
    expect(status, text).toBe(200)
    return body.children as { readonly total: number; readonly open: number }
  }

  it('counts what `linked_artifacts` lists, for each kind of caller and on each route', async () => {
    const { parent, ...rest } = await createFamily()
    const total: Record<string, number> = {}
    // The boat and the note for all; parts for those who cannot read their status; plan and deal, which have none.
    const openChildren: Record<string, number> = {
      visitor: 0,
      olga: 4,
      alice: 2,
      bob: 3,
      boss: 3,
      admin: 4,
      auditor: 4,
    }
    for (const login of callers) {
      const shown = await listed(login, parent)
      const expected = { total: shown.length, open: openChildren[login] }
      total[login] = expected.total
      const as = server.as(login)
      const inList = await as.get(`trackers/${tracker('boat')}/artifacts?ids=${parent},${rest.other}&include=children`)
      expect([login, inList.body.map((each: any) => [each.id, each.children])]).toEqual([
        login,
        [
          [rest.other, { total: 0, open: 0 }],
          [parent, expected],
        ].sort(([a], [b]) => Number(a) - Number(b)),
      ])
      const groups = await as.get(`trackers/${tracker('boat')}/artifact_groups?by=${field('status')}&include=children`)
      const cards = groups.body.flatMap((group: any) => group.artifacts)
      expect([login, cards.find((each: any) => each.id === parent).children]).toEqual([login, expected])
      const byId = await as.get(
        `artifacts?query=${encodeURIComponent(JSON.stringify({ id: [parent] }))}&include=children`,
      )
      expect([login, byId.body.collection[0].children]).toEqual([login, expected])
      expect([login, await childrenOf(login, parent)]).toEqual([login, expected])
    }
    expect(total).toEqual({ visitor: 0, olga: 5, alice: 5, bob: 6, boss: 7, admin: 8, auditor: 8 })
  })

  it('takes artifacts as open whose status the caller cannot read, or whose tracker has none', async () => {
    const { parent } = await createFamily()
    // Open: the boat, both parts, the note.
    expect(await childrenOf('olga', parent)).toEqual({ total: 5, open: 4 })
    // Open: the boat, the note.
    expect(await childrenOf('alice', parent)).toEqual({ total: 5, open: 2 })
  })

  it('follows the children, though the body of the parent is cached and its version the same', async () => {
    const { parent, open, worn } = await createFamily()
    const read = () =>
      server.as('boss').get(`trackers/${tracker('boat')}/artifacts?ids=${parent}&include=children,etag`)
    const before = await read()
    const closing = [{ field_id: field('status'), bind_value_ids: [value('Done')] }]
    expect((await server.as('boss').put(`artifacts/${open}`, { values: closing })).status).toBe(200)
    const after = await read()
    const { total, open: wasOpen } = before.body[0].children
    expect(after.body[0].children).toEqual({ total, open: wasOpen - 1 })
    const access = [{ field_id: field('part:access'), value: { granted_groups: [`${yard.projectId}_4`] } }]
    const alice = await childrenOf('alice', parent)
    expect((await server.as('boss').put(`artifacts/${worn}`, { values: access })).status).toBe(200)
    expect(await childrenOf('alice', parent)).toEqual({ total: alice.total - 1, open: alice.open })
    const plain = await server.as('boss').get(`trackers/${tracker('boat')}/artifacts?ids=${parent}`)
    expect(plain.body[0]).not.toHaveProperty('children')
    expect((await server.as('boss').get(`artifacts/${parent}`)).body).not.toHaveProperty('children')
  })

  it.skipIf(dialect !== 'postgres')(
    'takes two statements more, however many artifacts and children there are',
    async () => {
      const parents = [await boat([await boat(), await boat()]), await boat([await boat()]), await boat()]
      const countOf = async (ids: readonly number[], more: string) => {
        const read = () => server.as('boss').get(`trackers/${tracker('boat')}/artifacts?ids=${ids}&${more}`)
        // The first one fills the caches.
        await read()
        return (await countPostgresStatements(read)).statements.length
      }
      for (const ids of [parents.slice(0, 1), parents])
        expect(await countOf(ids, 'include=etag,children')).toBe((await countOf(ids, 'include=etag')) + 2)
    },
  )

  it('counts a child once, and neither other links nor parents', async () => {
    const own = await boat()
    const parent = await boat([own], [{ id: own, type: '' }])
    expect(await childrenOf('alice', parent)).toEqual({ total: 1, open: 1 })
    expect(await childrenOf('alice', own)).toEqual({ total: 0, open: 0 })
  })

  it('is part of the pages of a report and of a list with a cursor, which keeps it', async () => {
    const parent = await boat([await boat()])
    const created = await server
      .as('boss')
      .post('tracker_reports', { tracker: { id: tracker('boat') }, label: 'All', is_public: true })
    const report = await server.as('boss').get(`tracker_reports/${created.body.id}/artifacts?limit=50&include=children`)
    expect(report.body.find((each: any) => each.id === parent).children).toEqual({ total: 1, open: 1 })
    const first = await server.as('boss').get(`trackers/${tracker('boat')}/artifacts?limit=1&include=children`)
    expect(String(first.headers['link'])).toContain('include=children')
  })

  describe('GET /artifacts/{id}/linked_artifacts', () => {
    const read = (id: number, query: string, login = 'alice') =>
      server.as(login).get(`artifacts/${id}/linked_artifacts?direction=forward&nature=${child}&${query}`)

    it('adds members and selects values, of the fields of all these trackers', async () => {
      const leaf = await boat()
      const middle = await boat([leaf])
      const part = await create(yard, 'part', { 'part:title': 'Mast', 'part:status': [value('Worn')] })
      const parent = await boat([middle, part])
      const { body } = await read(parent, `include=children,can_update&fields=${field('title')},${field('part:title')}`)
      expect(
        body.collection.map(({ id, children, can_update: canUpdate, values }: any) => [
          ...[id, children, canUpdate],
          ...values.map((entry: any) => [entry.field_id, entry.value]),
        ]),
      ).toEqual([
        [middle, { total: 1, open: 1 }, true, [field('title'), 'Boat']],
        [part, { total: 0, open: 0 }, true, [field('part:title'), 'Mast']],
      ])
      const plain = await read(parent, '')
      expect(plain.body.collection[0]).not.toHaveProperty('children')
      expect(plain.body.collection[0].values.length).toBeGreaterThan(1)
      expect((await read(leaf, `fields=${field('title')}`)).body).toEqual({ collection: [] })
    })

    it('refuses unknown names, and both parameters for flat artifacts', async () => {
      const parent = await boat([await boat()])
      const refusals = [
        ['include=owner', 'Invalid value specified for `include`: "owner".'],
        ['fields=owner', 'Invalid value specified for `fields`: "owner".'],
        ['output_format=flat&include=children', '`include` adds members only to `output_format=nested`.'],
        ['output_format=flat&fields=title', '`fields` selects values only for `output_format=nested`.'],
      ] as const
      for (const [query, message] of refusals) {
        const { status, body } = await read(parent, query)
        expect([query, status]).toEqual([query, 400])
        expect(body.error.message).toContain(message)
      }
    })
  })
})
