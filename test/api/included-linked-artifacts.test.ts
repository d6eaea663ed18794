import { beforeAll, describe, expect, it } from 'vitest'
import { grantSitePermission } from '../../src/accounts/commands/grant-site-permission.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const
const [everyone, signedIn, members, administrators] = [1, 2, 3, 4]
const forMembers = { rights: { read: [members], update: [members] } }
const forAdministrators = { rights: { read: [administrators], update: [administrators] } }

onEachDatabase((dialect) => {
  describe('GET /artifacts/{id}?include=linked_artifacts', () => {
    const server = createServer(dialect)
    let yard: ProjectFixture
    let closed: ProjectFixture
    const value = (key: string) => yard.values.get(key) as number

    beforeAll(async () => {
      for (const login of ['alice', 'bob', 'boss', 'olga', 'auditor']) await server.createUser(login)
      await grantSitePermission(server.world, system, {
        permission: 'read_only_administration',
        to: { user: server.idOf('auditor') },
      })
      const status = { bind: createStaticBind(['Open', 'fiesta-red'], ['Done', 'sherwood-green']) }
      yard = await createProjectFixture(server, 'yard', {
        access: 'public',
        members: [server.idOf('alice'), server.idOf('bob')],
        administrators: [server.idOf('boss')],
        trackers: () => [
          createTrackerDefinition(
            'boat',
            [
              createFieldDefinition('string', 'title'),
              createFieldDefinition('sb', 'status', status),
              createFieldDefinition('sb', 'owner', { bind: projectMembers }),
              createFieldDefinition('art_link', 'links', { rights: { read: [signedIn], update: [members] } }),
            ],
            {
              title: { field: 'title' },
              status: { field: 'status', openValues: ['Open'] },
              contributor: { field: 'owner' },
            },
          ),
          createTrackerDefinition(
            'part',
            [
              createFieldDefinition('string', 'part:title', forMembers),
              createFieldDefinition('sb', 'part:status', { bind: createStaticBind(['Fresh', '']), ...forMembers }),
              createFieldDefinition('sb', 'part:owner', { bind: projectMembers, ...forAdministrators }),
              createFieldDefinition('perm', 'part:access', { rights: { read: [everyone], update: [members] } }),
              createFieldDefinition('art_link', 'part:links'),
            ],
            {
              title: { field: 'part:title' },
              status: { field: 'part:status', openValues: ['Fresh'] },
              contributor: { field: 'part:owner' },
            },
          ),
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
        trackers: () => [
          createTrackerDefinition(
            'deal',
            [createFieldDefinition('string', 'deal:title'), createFieldDefinition('art_link', 'deal:links')],
            { title: { field: 'deal:title' } },
          ),
        ],
      })
    })

    const create = async (project: ProjectFixture, tracker: string, values: object): Promise<number> =>
      Number((await project.createArtifacts({ tracker, changes: [{ by: server.idOf('alice'), values } as never] }))[0])
    const boat = (ids: readonly number[] = [], title = 'Boat') =>
      create(yard, 'boat', { title, links: ids.map((id) => ({ id, type: '' })) })
    const read = (login: string, id: number, more = '') =>
      server.as(login).get(`artifacts/${id}?include=linked_artifacts${more}`)
    const linkedTo = async (login: string, id: number) => {
      const { status, body, text } = await read(login, id)
      expect(status, text).toBe(200)
      return body.linked_artifacts as { readonly id: number; readonly title: string | null }[]
    }
    const idsFor = async (login: string, id: number) => (await linkedTo(login, id)).map((each) => each.id)

    it('adds title, status, assignees and tracker of each, as the artifact itself has them', async () => {
      const mast = await create(yard, 'boat', {
        title: 'Mast & sail',
        status: [value('Done')],
        owner: [server.idOf('bob')],
      })
      const id = await boat([mast])
      const { body } = await server.as('alice').get(`artifacts/${mast}`)
      const { tracker, uri, html_url, xref, title, full_status, is_open, assignees } = body
      expect({ full_status, is_open }).toEqual({
        full_status: { value: 'Done', color: 'sherwood-green' },
        is_open: false,
      })
      expect(assignees).toHaveLength(1)
      expect(await linkedTo('alice', id)).toEqual([
        { id: mast, uri, html_url, xref, tracker, title, full_status, is_open, assignees },
      ])
    })

    it('lists each once, in the order of the links, those of reverse links last', async () => {
      const [first, second] = [await boat(), await boat()]
      const id = await boat([second, first])
      const other = await boat([id])
      const both = await create(yard, 'part', { 'part:links': [{ id, type: '' }] })
      await yard.addChangeset(id as never, {
        by: server.idOf('alice'),
        values: { links: [second, first, both].map((each) => ({ id: each, type: '' })) },
      })
      expect(await idsFor('alice', id)).toEqual([second, first, both, other])
      expect(await idsFor('alice', first)).toEqual([id])
    })

    it('is an empty list without links, and absent unless it is requested', async () => {
      const id = await boat()
      expect(await linkedTo('alice', id)).toEqual([])
      expect((await server.as('alice').get(`artifacts/${id}?include=etag`)).body).not.toHaveProperty('linked_artifacts')
    })

    it('lists exactly the artifacts to which `values` shows links, for each kind of caller', async () => {
      const plan = await create(yard, 'plan', { 'plan:title': 'Plan' })
      const part = await create(yard, 'part', { 'part:title': 'Rudder', 'part:access': [members] })
      const deal = await create(closed, 'deal', { 'deal:title': 'Deal' })
      const open = await boat([], 'Dinghy')
      const id = await boat([plan, deal, part, open])
      const secret = await create(closed, 'deal', { 'deal:title': 'Other deal', 'deal:links': [{ id, type: '' }] })
      const seen: Record<string, readonly number[]> = {
        visitor: [],
        olga: [open],
        alice: [part, open],
        bob: [deal, part, open, secret],
        boss: [plan, part, open],
        admin: [plan, deal, part, open, secret],
        auditor: [plan, deal, part, open, secret],
      }
      for (const [login, expected] of Object.entries(seen)) {
        const { body, text } = await read(login, id)
        const entry = body.values.find(({ type }: { type: string }) => type === 'art_link')
        const shown = [...(entry?.links ?? []), ...(entry?.reverse_links ?? [])].map((each) => each.id)
        expect([login, body.linked_artifacts.map((each: { id: number }) => each.id)]).toEqual([login, expected])
        expect([login, shown]).toEqual([login, expected])
        for (const each of expected) expect((await server.as(login).get(`artifacts/${each}`)).status).toBe(200)
        expect(text.includes('deal'), login).toBe(expected.includes(deal))
      }
    })

    it('returns neither title, status nor assignees that the caller cannot read', async () => {
      const part = await create(yard, 'part', {
        ...{ 'part:title': 'Rudder', 'part:access': null },
        ...{ 'part:status': [value('Fresh')], 'part:owner': [server.idOf('bob')] },
      })
      const id = await boat([part])
      expect(await linkedTo('olga', id)).toMatchObject([{ id: part, title: null, full_status: null, assignees: [] }])
      expect(await linkedTo('alice', id)).toMatchObject([
        { title: 'Rudder', full_status: { value: 'Fresh' }, assignees: [] },
      ])
      expect(await linkedTo('boss', id)).toMatchObject([{ title: 'Rudder', assignees: [{ username: 'bob' }] }])
    })

    it('follows changes of linked artifacts, whatever the tag of the artifact', async () => {
      const part = await create(yard, 'part', { 'part:title': 'Old', 'part:access': null })
      const id = await boat([part])
      const before = await read('alice', id)
      expect(before.body.linked_artifacts).toMatchObject([{ title: 'Old' }])
      const values = [{ field_id: yard.fields.get('part:title'), value: 'New' }]
      expect((await server.as('alice').put(`artifacts/${part}`, { values })).status).toBe(200)
      const etag = { headers: { 'if-none-match': String(before.headers['etag']) } }
      const after = await server.as('alice').get(`artifacts/${id}?include=linked_artifacts`, etag)
      expect([after.status, after.body.linked_artifacts]).toMatchObject([200, [{ title: 'New' }]])
      const access = [{ field_id: yard.fields.get('part:access'), value: { granted_groups: [`${yard.projectId}_4`] } }]
      expect((await server.as('boss').put(`artifacts/${part}`, { values: access })).status).toBe(200)
      expect(await idsFor('alice', id)).toEqual([])
      expect((await server.as('boss').delete(`artifacts/${part}`)).status).not.toBe(500)
      expect(await idsFor('alice', id)).toEqual([])
    })

    it('contains at most 100; hidden ones do not count', async () => {
      const deals: number[] = await closed.createArtifacts(
        ...Array.from({ length: 20 }, () => ({ tracker: 'deal', changes: [{}] })),
      )
      const boats: number[] = await yard.createArtifacts(
        ...Array.from({ length: 110 }, () => ({ tracker: 'boat', changes: [{}] })),
      )
      const id = await boat([...deals, ...boats])
      expect(await idsFor('alice', id)).toEqual(boats.slice(0, 100))
    })

    it('is also part of an artifact with the structure of its tracker, and of XML', async () => {
      const id = await boat([await boat([], 'Tender')])
      const { body } = await read('alice', id, '&tracker_structure_format=complete')
      expect(body.linked_artifacts).toMatchObject([{ title: 'Tender' }])
      const { text } = await server
        .as('alice')
        .get(`artifacts/${id}?include=linked_artifacts`, { headers: { accept: 'application/xml' } })
      expect(text).toMatch(/<linked_artifacts><item>.*<title>Tender<\/title>/s)
    })
  })
})
