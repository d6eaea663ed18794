import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  let ids: ArtifactId[]

  beforeAll(async () => {
    const alice = await server.createUser('alice')
    const carol = await server.createUser('carol')
    const bob = await server.createUser('bob')
    const fields = (prefix: string) => [
      createFieldDefinition('string', `${prefix}:title`),
      createFieldDefinition('sb', `${prefix}:status`, {
        bind: createStaticBind([`${prefix} open`, ''], [`${prefix} closed`, '']),
      }),
      createFieldDefinition('sb', `${prefix}:assigned`, { bind: projectMembers }),
      createFieldDefinition('perm', `${prefix}:access`),
    ]
    const semantics = (prefix: string) => ({
      title: { field: `${prefix}:title` },
      status: { field: `${prefix}:status`, openValues: [`${prefix} open`, null] },
      contributor: { field: `${prefix}:assigned` },
    })
    project = await createProjectFixture(server, 'orchard', {
      members: [alice],
      administrators: [carol],
      trackers: () => [
        createTrackerDefinition('epic', fields('epic'), semantics('epic')),
        createTrackerDefinition('bug', fields('bug'), semantics('bug'), {
          parent: 'epic',
          permissions: { full: [3], submitter_only: [2] },
        }),
      ],
    })
    const value = (label: string) => [project.values.get(label)]
    const bug = (
      by: typeof alice,
      on: number,
      title: string,
      status: unknown,
      more: Readonly<Record<string, unknown>> = {},
    ) => ({
      tracker: 'bug',
      changes: [{ by, on: baseTime + on, values: { 'bug:title': title, 'bug:status': status, ...more } }],
    })
    ids = await project.createArtifacts(
      bug(alice, 1, 'one', value('bug open')),
      bug(carol, 2, 'two', value('bug closed'), { 'bug:assigned': [alice] }),
      bug(bob, 3, 'three', [], { 'bug:assigned': [alice] }),
      bug(carol, 4, 'four', value('bug open'), { 'bug:access': [4], 'bug:assigned': [alice] }),
      bug(bob, 5, 'five', value('bug closed')),
    )
    const epic = (on: number, title: string, status: unknown) => ({
      tracker: 'epic',
      changes: [{ by: carol, on: baseTime + on, values: { 'epic:title': title, 'epic:status': status } }],
    })
    await project.createArtifacts(
      epic(6, 'East', value('epic open')),
      epic(7, 'West', value('epic closed')),
      epic(8, 'North', []),
    )
  })

  const bugs = (login: string, query = '', options = {}) =>
    server.as(login).get(`trackers/${project.trackers.get('bug')}/artifacts${query}`, options)
  const titles = (body: any) => body.map(({ title }: { title: string }) => title)

  describe('GET /trackers/{id}/artifacts', () => {
    it.each([
      { login: 'admin', visible: ['one', 'two', 'three', 'four', 'five'] },
      { login: 'carol', visible: ['one', 'two', 'three', 'four', 'five'] },
      { login: 'alice', visible: ['one', 'two', 'three', 'five'] },
      { login: 'bob', visible: ['three', 'five'] },
    ])('lists $visible for $login, with the exact total', async ({ login, visible }) => {
      const { body, headers } = await bugs(login)
      expect(titles(body)).toEqual(visible)
      expect(headers['x-pagination-size']).toBe(`${visible.length}`)
      expect(headers['x-pagination-limit-max']).toBe('1000')
    })

    it('returns 401 to a visitor without access to the tracker', async () => {
      expect((await bugs('visitor')).status).toBe(401)
    })

    it('returns full pages without gaps', async () => {
      const pages = await Promise.all([0, 2].map((offset) => bugs('alice', `?limit=2&offset=${offset}`)))
      expect(pages.map(({ body }) => titles(body))).toEqual([
        ['one', 'two'],
        ['three', 'five'],
      ])
      expect(titles((await bugs('alice', '?limit=2&order=desc')).body)).toEqual(['five', 'three'])
      expect((await bugs('alice', '?limit=2&offset=9')).body).toEqual([])
    })

    it('returns values only on request', async () => {
      const [plain] = (await bugs('alice')).body
      expect([plain.values, plain.values_by_field, plain.tracker.cannot_create_reasons]).toEqual([null, null, null])
      expect(plain).toMatchObject({
        status: 'bug open',
        is_open: true,
        full_status: { value: 'bug open', color: null },
        assignees: [],
      })
      const [, withValues] = (await bugs('alice', '?values=all')).body
      expect(withValues.values.map(({ label }: { label: string }) => label)).toEqual(['title', 'status', 'assigned'])
      expect(withValues).toMatchObject({ values_by_field: null, assignees: [{ username: 'alice' }] })
    })

    it.each([
      ['?limit=1001', 'Invalid value specified for `limit`. Maximum allowed value is 1000.'],
      ['?limit=0', 'Invalid value specified for `limit`. Minimum required value is 1.'],
      ['?values=nope', 'Invalid value specified for `values`. Expected one of (,all).'],
      ['?order=x', 'Invalid value specified for `order`. Expected one of (asc,desc).'],
    ])('rejects %s', async (query, text) => {
      const { status, body } = await bugs('alice', query)
      expect([status, body.error.message]).toEqual([400, `Bad Request: ${text}`])
    })

    it.each(['?query=&expert_query=&values=', '?query={}'])('treats %s as no filter', async (query) => {
      expect((await bugs('alice', query)).body).toHaveLength(4)
    })

    it('runs the same number of statements for one artifact and for several', async () => {
      const countOf = async (url: string) => {
        // This invalidates all cached results, so every response is computed again.
        await server.world.db.write((tx) => bumpRevision(tx, 'users'))
        const executor = server.world.db.read.getExecutor()
        const executeQuery = vi.spyOn(executor, 'executeQuery')
        await server.as('alice').get(url)
        const count = executeQuery.mock.calls.length
        executeQuery.mockRestore()
        return count
      }
      const url = (limit: number) => `trackers/${project.trackers.get('bug')}/artifacts?values=all&limit=${limit}`
      expect(await countOf(url(4))).toBe(await countOf(url(1)))
      expect(await countOf(url(4))).toBeGreaterThan(5)
    })
  })

  describe('GET /trackers/{id}/parent_artifacts', () => {
    const parents = (login: string, tracker: string, query = '') =>
      server.as(login).get(`trackers/${project.trackers.get(tracker)}/parent_artifacts${query}`)

    it('returns the open artifacts of the parent tracker, the newest first', async () => {
      const { body, headers } = await parents('alice', 'bug')
      expect(titles(body)).toEqual(['North', 'East'])
      expect(headers['x-pagination-size']).toBe('2')
      expect(body[1]).toMatchObject({
        xref: `epic #${body[1].id}`,
        uri: `artifacts/${body[1].id}`,
        full_status: { value: 'epic open', color: null },
      })
      expect(body[0].full_status).toBeNull()
      expect(titles((await parents('alice', 'bug', '?limit=1&offset=1')).body)).toEqual(['East'])
    })

    it('returns an empty list for a tracker without parent', async () => {
      const { body, headers } = await parents('alice', 'epic')
      expect([body, headers['x-pagination-size']]).toEqual([[], '0'])
    })
  })

  describe('GET /users/{id}/artifacts', () => {
    const listOwn = (login: string, query: unknown, id = 'self') =>
      server.as(login).get(`users/${id}/artifacts?query=${encodeURIComponent(JSON.stringify(query))}`)

    it('returns the open artifacts of the caller', async () => {
      const { body, headers } = await listOwn('alice', { submitted_by: true })
      expect(titles(body)).toEqual(['one'])
      expect(headers['x-pagination-size']).toBe('1')
      expect(body[0]).toMatchObject({
        id: ids[0],
        uri: `artifacts/${ids[0]}`,
        html_url: `/plugins/tracker/?aid=${ids[0]}`,
        xref: `bug #${ids[0]}`,
        tracker: { label: 'bugs' },
      })
      expect(titles((await listOwn('alice', { assigned_to: true })).body)).toEqual(['three'])
      expect(titles((await listOwn('alice', { assigned_to: true, submitted_by: true })).body)).toEqual(['one', 'three'])
      expect(titles((await listOwn('bob', { submitted_by: true })).body)).toEqual(['three'])
    })

    it.each([
      ['self', { foo: true }, 400, 'Bad Request: You must specify either `assigned_to: true` or `submitted_by: true`'],
      ['self', { submitted_by: 1 }, 400, 'Bad Request: submitted_by must be a boolean'],
      ['103', { submitted_by: true }, 403, 'Forbidden: This route only support `self` pseudo id'],
    ])('rejects the user %s with %j', async (id, query, status, message) => {
      const response = await listOwn('alice', query, id)
      expect([response.status, response.body.error.message]).toEqual([status, message])
    })

    it('requires authentication', async () => {
      expect((await listOwn('visitor', { submitted_by: true })).status).toBe(401)
    })
  })

  describe('GET /projects/{id}/heartbeats', () => {
    it('returns the latest changes, and whether there are changes that the caller cannot see', async () => {
      const heartbeats = async (login: string) =>
        (await server.as(login).get(`projects/${project.projectId}/heartbeats`)).body
      const all = await heartbeats('carol')
      expect(
        all.entries.map(({ html_message }: { html_message: string }) => html_message.replace(/.*<\/a> /, '')),
      ).toEqual(['North', 'West', 'East', 'five', 'four', 'three', 'two', 'one'])
      expect(all.are_there_activities_user_cannot_see).toBe(false)
      expect(all.entries[3]).toMatchObject({ updated_at: '2026-03-13T15:32:30+01:00', user: { username: 'bob' } })
      const some = await heartbeats('bob')
      expect(some.entries).toHaveLength(5)
      expect(some.are_there_activities_user_cannot_see).toBe(true)
    })
  })

  describe('POST /projects/{id}/extract_references', () => {
    it('returns the references of a text with their URLs', async () => {
      const { status, body } = await server
        .as('alice')
        .post(`projects/${project.projectId}/extract_references`, { text: 'bug #1, art #2 and nothing #3' })
      expect(status).toBe(200)
      expect(body.map(({ text }: { text: string }) => text)).toEqual(['bug #1', 'art #2'])
      expect(body[0]).toMatchObject({
        link: expect.stringMatching(new RegExp(`/goto\\?key=bug&val=1&group_id=${project.projectId}$`)),
        context: '',
      })
    })

    const linksIn = async (text: string) => {
      const { body } = await server.as('alice').post(`projects/${project.projectId}/extract_references`, { text })
      return body.map((each: { text: string; link: string }) => [each.text, each.link.replace(/^.*\?/, '')])
    }

    it('returns the keyword in lower case, and one blank', async () => {
      const id = project.projectId
      expect(await linksIn('Bug #1, ART\u00a0#2')).toEqual([
        ['bug #1', `key=bug&val=1&group_id=${id}`],
        ['art #2', `key=art&val=2&group_id=${id}`],
      ])
    })

    it('returns references to a named project and to revisions', async () => {
      const id = project.projectId
      const { projectId: other } = await createProjectFixture(server, 'Elsewhere', {
        trackers: () => [createTrackerDefinition('parcel', [createFieldDefinition('string', 'title')])],
      })
      const { body: hidden } = await server
        .as('admin')
        .post('projects', { shortname: 'hidden', label: 'Hidden', is_public: false, xml_template_name: 'issues' })
      expect(await linksIn(`art #${other}:1 parcel #elsewhere:7 svn #sources/12 rev #Elsewhere:a.b/3`)).toEqual([
        [`art #${other}:1`, `key=art&val=1&group_id=${other}`],
        ['parcel #elsewhere:7', `key=parcel&val=7&group_id=${other}`],
        ['svn #sources/12', `key=svn&val=sources/12&group_id=${id}`],
        ['rev #Elsewhere:a.b/3', `key=rev&val=a.b/3&group_id=${other}`],
      ])
      const unknown = `parcel #7 bug #elsewhere:1 art #nowhere:1 art #hidden:1 issue #${hidden.id}:1 art #1/2 rev #1 rev #a/b/1`
      expect(await linksIn(unknown)).toEqual([])
    })

    it('names the project of the artifact, if the caller sees it', async () => {
      const member = server.as('alice')
      const { body } = await member.post('projects', {
        ...{ shortname: 'meadow', label: 'Meadow', is_public: false, xml_template_name: 'issues' },
      })
      const [{ id: tracker }] = (await member.get(`projects/${body.id}/trackers?representation=minimal`)).body
      const fields = (await member.get(`trackers/${tracker}`)).body.fields as { field_id: number; name: string }[]
      const values = [{ field_id: fields.find(({ name }) => name === 'title')?.field_id, value: 'In the meadow' }]
      const { body: artifact } = await member.post('artifacts', { tracker: { id: tracker }, values })
      expect(await linksIn(`art #${artifact.id}`)).toEqual([
        [`art #${artifact.id}`, `key=art&val=${artifact.id}&group_id=${body.id}`],
      ])
      const asVisitor = server.as('visitor')
      const seen = await asVisitor.post(`projects/${project.projectId}/extract_references`, {
        text: `art #${artifact.id}`,
      })
      expect(seen.body[0].link).toMatch(new RegExp(`&group_id=${project.projectId}$`))
    })

    it.each([
      ['art #1', ''],
      ['a text with art #1', 'with'],
      ['Fixes: art #1', 'Fixes:'],
      ['Behebt für: art #1', 'für:'],
      ['see part_2 art #1', 'part_2'],
      ['well, Fixes: art #1', 'Fixes:'],
      ['with  art #1', ''],
      ['with, art #1', ''],
      ['with : art #1', ''],
      ['with:: art #1', ''],
      [' art #1', ''],
      [': art #1', ''],
      ['(art #1', ''],
    ])('returns for "%s" the context "%s"', async (text, context) => {
      const { status, body } = await server
        .as('alice')
        .post(`projects/${project.projectId}/extract_references`, { text })
      expect(status).toBe(200)
      expect(body).toEqual([{ text: 'art #1', link: expect.stringContaining('/goto?key=art&val=1'), context }])
    })

    it('returns the context of each reference of a text', async () => {
      const { body } = await server
        .as('alice')
        .post(`projects/${project.projectId}/extract_references`, { text: 'Fixes: art #1 and bug #2\nafter art #3' })
      expect(body.map(({ text, context }: Record<string, string>) => [text, context])).toEqual([
        ['art #1', 'Fixes:'],
        ['bug #2', 'and'],
        ['art #3', 'after'],
      ])
    })

    it.each(['art #1 art #2', 'art #1: art #2'])(
      'does not use text of a reference as context of the next: %s',
      async (text) => {
        const { body } = await server.as('alice').post(`projects/${project.projectId}/extract_references`, { text })
        expect(body.map(({ text, context }: Record<string, string>) => [text, context])).toEqual([
          ['art #1', ''],
          ['art #2', ''],
        ])
      },
    )
  })
})
