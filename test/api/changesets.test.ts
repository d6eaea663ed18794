import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  let story: ArtifactId
  let minute = 0

  beforeAll(async () => {
    const alice = await server.createUser('alice')
    const carol = await server.createUser('carol')
    await server.createUser('bob')
    project = await createProjectFixture(server, 'orchard', {
      members: [alice],
      administrators: [carol],
      groups: { pickers: [alice], presses: [carol] },
      trackers: () => [
        createTrackerDefinition(
          'bug',
          [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('float', 'effort'),
            createFieldDefinition('string', 'notes', { rights: { read: [4] } }),
            createFieldDefinition('lud', 'changed'),
          ],
          {
            title: { field: 'title' },
          },
        ),
      ],
    })
    const on = () => baseTime + 60 * minute++
    const groups = [...project.groups.values()]
    ;[story = story] = await project.createArtifacts({
      tracker: 'bug',
      changes: [
        { by: alice, on: on(), values: { title: 'Apples', effort: null } },
        { by: alice, on: on(), values: { notes: 'nobody reads this' } },
        { by: carol, on: on(), values: { effort: 3 } },
        { by: alice, on: on(), comment: { body: 'Looks <good>' } },
        { by: alice, on: on(), comment: { body: 'see **log**', format: 'commonmark' } },
        {
          by: carol,
          on: on(),
          values: { title: 'Pears' },
          comment: { body: '<b>x</b><script>y</script>', format: 'html', groups },
        },
        { email: 'passer@example.com', on: on(), values: { effort: 5 } },
      ],
    })
  })

  const titles = (body: any[]) =>
    body.map(({ values }) => values.find((value: { label: string }) => value.label === 'title')?.value)
  const efforts = (body: any[]) =>
    body.map(({ values }) => values.find((value: { label: string }) => value.label === 'effort')?.value)
  const minutes = (body: any[]) => body.map(({ submitted_on }) => Number(submitted_on.slice(14, 16)) - 32)

  describe('GET /artifacts/{id}/changesets', () => {
    it('returns each changeset with the values of that version', async () => {
      const { body, headers } = await server.as('alice').get(`artifacts/${story}/changesets`)
      expect(titles(body)).toEqual(['Apples', 'Apples', 'Apples', 'Apples', 'Pears', 'Pears'])
      expect(efforts(body)).toEqual([null, 3, 3, 3, 3, 5])
      expect(headers).toMatchObject({
        'x-pagination-size': '6',
        'x-pagination-limit': '10',
        'x-pagination-offset': '0',
        'x-pagination-limit-max': '50',
      })
      expect(body[0]).toMatchObject({
        submitted_by: server.idOf('alice'),
        submitted_by_details: { username: 'alice' },
        submitted_on: '2026-03-13T15:32:25+01:00',
        email: null,
        last_comment: { body: '', post_processed_body: '', format: 'text', ugroups: null },
        last_modified_by: { username: 'alice' },
        last_modified_date: '2026-03-13T15:32:25+01:00',
      })
      expect(body.at(-1)).toMatchObject({
        submitted_by: 0,
        submitted_by_details: null,
        email: 'passer@example.com',
        last_modified_by: null,
      })
    })

    it('omits changesets in which the caller sees no change, and counts the others', async () => {
      const visible = await server.as('alice').get(`artifacts/${story}/changesets`)
      expect(minutes(visible.body)).toEqual([0, 2, 3, 4, 5, 6])
      const all = await server.as('carol').get(`artifacts/${story}/changesets`)
      expect(minutes(all.body)).toEqual([0, 1, 2, 3, 4, 5, 6])
      expect(all.headers['x-pagination-size']).toBe('7')
    })

    it('sorts descending with order=desc, and returns full pages', async () => {
      const { body, headers } = await server.as('alice').get(`artifacts/${story}/changesets?order=desc&limit=2`)
      expect(minutes(body)).toEqual([6, 5])
      expect(headers['x-pagination-size']).toBe('6')
      const next = await server.as('alice').get(`artifacts/${story}/changesets?order=desc&limit=2&offset=4`)
      expect(minutes(next.body)).toEqual([2, 0])
    })

    it('returns only comments without values for fields=comments', async () => {
      const { body, headers } = await server.as('alice').get(`artifacts/${story}/changesets?fields=comments`)
      expect(minutes(body)).toEqual([3, 4, 5])
      expect(headers['x-pagination-size']).toBe('3')
      expect(body.every(({ values }: { values: unknown[] }) => values.length === 0)).toBe(true)
    })

    it('returns comments in their formats', async () => {
      const { body } = await server.as('carol').get(`artifacts/${story}/changesets?fields=comments`)
      expect(body[0].last_comment).toEqual({
        body: 'Looks <good>',
        post_processed_body: 'Looks &lt;good&gt;',
        format: 'text',
        ugroups: null,
      })
      const rendered = '<p>see <strong>log</strong></p>\n'
      expect(body[1].last_comment).toEqual({
        body: rendered,
        post_processed_body: rendered,
        format: 'html',
        commonmark: 'see **log**',
        ugroups: null,
      })
      expect(body[2].last_comment).toMatchObject({
        body: '<b>x</b><script>y</script>',
        post_processed_body: '<b>x</b>',
        format: 'html',
      })
    })

    it.each([
      { caller: 'carol', visibleGroups: ['pickers', 'presses'] },
      { caller: 'alice', visibleGroups: ['pickers'] },
      { caller: 'admin', visibleGroups: ['pickers', 'presses'] },
      { caller: 'bob', visibleGroups: null },
      { caller: 'visitor', visibleGroups: null },
    ])('returns a private comment to $caller with the groups $visibleGroups', async ({ caller, visibleGroups }) => {
      const { body } = await server.as(caller).get(`artifacts/${story}/changesets`)
      const comment = body.at(-2).last_comment
      expect(comment.ugroups?.map(({ label }: { label: string }) => label) ?? null).toEqual(visibleGroups)
      expect(comment.body === '').toBe(visibleGroups === null)
    })

    it.each([
      ['limit=51', 'Invalid value specified for `limit`. Maximum allowed value is 50.'],
      ['limit=0', 'Invalid value specified for `limit`. Minimum required value is 1.'],
      ['offset=-1', 'Invalid value specified for `offset`. Minimum required value is 0.'],
      ['order=ASC', 'Invalid value specified for `order`. Expected one of (asc,desc).'],
      ['fields=nope', 'Invalid value specified for `fields`. Expected one of (all,comments).'],
    ])('rejects ?%s', async (query, text) => {
      const { status, body } = await server.as('alice').get(`artifacts/${story}/changesets?${query}`)
      expect([status, body.error.message]).toEqual([400, `Bad Request: ${text}`])
    })
  })

  describe('changesets with links to artifacts that only some callers see', () => {
    let crate: ProjectFixture
    let basket: ArtifactId
    let [seen, unseen] = [0, 0]

    beforeAll(async () => {
      const [alice, carol] = [server.idOf('alice'), server.idOf('carol')]
      crate = await createProjectFixture(server, 'crate', {
        members: [alice],
        administrators: [carol],
        trackers: () => [
          createTrackerDefinition('basket', [
            createFieldDefinition('string', 'name'),
            createFieldDefinition('art_link', 'links'),
          ]),
          createTrackerDefinition('apple', [createFieldDefinition('string', 'kind')]),
          createTrackerDefinition(
            'worm',
            [createFieldDefinition('string', 'size')],
            {},
            { permissions: { full: [4] } },
          ),
        ],
      })
      ;[seen = 0] = await crate.createArtifacts({ tracker: 'apple', changes: [{ by: alice }] })
      ;[unseen = 0] = await crate.createArtifacts({ tracker: 'worm', changes: [{ by: carol }] })
      const [gone = 0] = await crate.createArtifacts({ tracker: 'apple', changes: [{ by: alice }] })
      const to = (...links: readonly (readonly [number, string])[]) => ({
        links: links.map(([id, type]) => ({ id, type })),
      })
      let n = 0
      const change = (values: Readonly<Record<string, unknown>>, more: object = {}) => ({
        by: carol,
        on: baseTime + 60 * n++,
        values,
        ...more,
      })
      ;[basket = basket] = await crate.createArtifacts({
        tracker: 'basket',
        changes: [
          change(to([unseen, ''])),
          change(to([unseen, ''], [seen, ''])),
          change(to([unseen, '_is_child'], [seen, ''])),
          change(to([unseen, '_is_child'], [seen, '_is_child'])),
          change(to([seen, '_is_child'])),
          change(to([unseen, ''])),
          change(to(), { comment: { body: 'washed' } }),
          change({ name: 'round', ...to([unseen, '']) }),
          change(to()),
          change(to([gone, ''])),
        ],
      })
      expect((await server.as('admin').delete(`artifacts/${gone}`)).status).toBe(200)
    })

    const list = async (login: string, query = '') => {
      const { body, headers } = await server.as(login).get(`artifacts/${basket}/changesets?limit=50${query}`)
      return { minutes: minutes(body), size: headers['x-pagination-size'] }
    }

    it.each([
      ['alice', [0, 1, 3, 5, 6, 7]],
      ['bob', [0, 1, 3, 5, 6, 7]],
      ['carol', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ] as const)('lists and counts for %s the changesets %j', async (login, expected) => {
      expect(await list(login)).toEqual({ minutes: expected, size: `${expected.length}` })
      expect(await list(login, '&values=changed')).toEqual({ minutes: expected, size: `${expected.length}` })
      const pages: number[] = []
      for (let offset = 0; offset < expected.length; offset++) {
        const url = `artifacts/${basket}/changesets?order=desc&limit=1&offset=${offset}`
        const { body, headers } = await server.as(login).get(url)
        expect(headers['x-pagination-size']).toBe(`${expected.length}`)
        pages.push(...minutes(body))
      }
      expect(pages).toEqual(expected.toReversed())
    })

    it.each([
      ['alice', [1, 3, 5]],
      ['carol', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ] as const)('counts for %s as changes of the links %j', async (login, expected) => {
      const filter = `&field_id=${crate.fields.get('links')}`
      expect(await list(login, filter)).toEqual({ minutes: expected, size: `${expected.length}` })
    })
  })
})
