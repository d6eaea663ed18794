import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
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

const semantics = { title: { field: 'title' }, contributor: { field: 'assigned' } }

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  let crash: ArtifactId
  let leak: ArtifactId
  let secret: ArtifactId
  let epic: ArtifactId

  beforeAll(async () => {
    const alice = await server.createUser('alice', { realName: 'Alice Ash' })
    const carol = await server.createUser('carol')
    await server.createUser('bob')
    await server.createUser('rita', { status: 'R' })
    project = await createProjectFixture(server, 'orchard', {
      members: [alice],
      administrators: [carol],
      groups: { pickers: [alice] },
      trackers: () => [
        createTrackerDefinition(
          'bug',
          [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('text', 'details'),
            createFieldDefinition('sb', 'status', { bind: createStaticBind(['New', 'fiesta-red'], ['Done', '']) }),
            createFieldDefinition('msb', 'assigned', { bind: projectMembers }),
            createFieldDefinition('float', 'effort'),
            createFieldDefinition('date', 'due'),
            createFieldDefinition('string', 'notes', { rights: { read: [4] } }),
            createFieldDefinition('art_link', 'links'),
            createFieldDefinition('cross', 'refs'),
            createFieldDefinition('perm', 'access'),
            createFieldDefinition('aid', 'number'),
            createFieldDefinition('atid', 'in_tracker'),
            createFieldDefinition('subby', 'author'),
            createFieldDefinition('lud', 'changed'),
          ],
          { ...semantics, status: { field: 'status', openValues: ['New'] } },
        ),
        createTrackerDefinition(
          'epic',
          [
            createFieldDefinition('string', 'epic:title'),
            createFieldDefinition('computed', 'epic:effort'),
            createFieldDefinition('art_link', 'epic:links'),
          ],
          {
            title: { field: 'epic:title' },
          },
        ),
        createTrackerDefinition('note', [createFieldDefinition('string', 'note:title')], {
          title: { field: 'note:title' },
        }),
      ],
    })
    const value = (label: string) => [project.values.get(label)]
    ;[crash = crash, leak = leak, secret = secret] = await project.createArtifacts(
      {
        tracker: 'bug',
        changes: [
          {
            by: alice,
            values: {
              title: 'It crashes',
              details: { format: 'commonmark', content: 'See **bug #2** and bug #99999' },
              status: value('New'),
              assigned: [alice],
              effort: 2.5,
              due: null,
              notes: 'for our eyes',
            },
          },
        ],
      },
      {
        tracker: 'bug',
        changes: [
          {
            by: null,
            email: 'passer@example.com',
            on: baseTime + 1,
            values: { title: 'It leaks', status: value('Done'), effort: 4, assigned: [] },
          },
        ],
      },
      {
        tracker: 'bug',
        changes: [{ by: carol, on: baseTime + 2, values: { title: 'Key under the mat', status: [], access: [4] } }],
      },
    )
    ;[epic = epic] = await project.createArtifacts({
      tracker: 'epic',
      changes: [
        {
          by: carol,
          on: baseTime + 3,
          values: {
            'epic:title': 'Harvest',
            'epic:effort': null,
            'epic:links': [crash, leak, secret].map((id) => ({ id, type: '_is_child' })),
          },
        },
      ],
    })
  })

  const valueIn = (body: any, name: string) => body.values.find((value: { label: string }) => value.label === name)

  describe('GET /artifacts/{id}', () => {
    it('returns the artifact with the values that the caller can read', async () => {
      const { status, body, headers } = await server.as('alice').get(`artifacts/${crash}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        id: crash,
        uri: `artifacts/${crash}`,
        xref: `bug #${crash}`,
        tracker: {
          label: 'bugs',
          color_name: 'fiesta-red',
          cannot_create_reasons: null,
          project: { label: 'orchard', icon: '' },
        },
        project: { id: project.projectId, uri: `projects/${project.projectId}`, label: 'orchard', icon: '' },
        submitted_by: server.idOf('alice'),
        submitted_by_user: { username: 'alice', display_name: 'Alice Ash (alice)' },
        submitted_on: '2026-03-13T15:32:25+01:00',
        html_url: `/plugins/tracker/?aid=${crash}`,
        changesets_uri: `artifacts/${crash}/changesets`,
        values_by_field: null,
        last_update_by: server.idOf('alice'),
        last_modified_date: '2026-03-13T15:32:25+01:00',
        status: 'New',
        full_status: { value: 'New', color: 'fiesta-red' },
        is_open: true,
        title: 'It crashes',
        assignees: [{ username: 'alice' }],
      })
      expect(body.values.map(({ label }: { label: string }) => label)).toEqual([
        'title',
        'details',
        'status',
        'assigned',
        'effort',
        'due',
        'links',
        'refs',
        'number',
        'in_tracker',
        'author',
        'changed',
      ])
      expect(valueIn(body, 'effort')).toEqual({
        field_id: project.fields.get('effort'),
        type: 'float',
        label: 'effort',
        value: 2.5,
      })
      expect(valueIn(body, 'links').reverse_links).toMatchObject([
        { id: epic, type: '_is_child', tracker: { label: 'epics', color: 'fiesta-red' } },
      ])
      expect(headers['last-modified']).toBe('Fri, 13 Mar 2026 14:32:25 GMT')
      expect(headers['etag']).toMatch(/^"[\w.-]+"$/)
    })

    it('links references in texts', async () => {
      const { body } = await server.as('alice').get(`artifacts/${crash}`)
      const url = new RegExp(`href="[^"]*/goto\\?key=bug&amp;val=2&amp;group_id=${project.projectId}"`)
      expect(valueIn(body, 'details').post_processed_value).toMatch(url)
      expect(valueIn(body, 'details').commonmark).toBe('See **bug #2** and bug #99999')
    })

    it('returns cross references in both directions, without those to unknown artifacts', async () => {
      const { body } = await server.as('alice').get(`artifacts/${crash}`)
      expect(
        valueIn(body, 'refs').value.map(({ ref, direction }: { ref: string; direction: string }) => [ref, direction]),
      ).toEqual([
        [`bug #${leak}`, 'out'],
        [`epic #${epic}`, 'in'],
      ])
    })

    it('returns an anonymous submitter by email address', async () => {
      const { body } = await server.as('alice').get(`artifacts/${leak}`)
      expect(body).toMatchObject({
        submitted_by: 0,
        submitted_by_user: { id: null, is_anonymous: true, display_name: 'passer@example.com' },
        status: 'Done',
        is_open: false,
        full_status: { value: 'Done', color: null },
        assignees: [],
      })
    })

    it('sums computed fields over the children, including those the caller cannot see', async () => {
      const { body } = await server.as('bob').get(`artifacts/${epic}`)
      expect(valueIn(body, 'effort')).toMatchObject({ value: 6.5, manual_value: null, is_autocomputed: true })
      expect(valueIn(body, 'links').links.map(({ id }: { id: number }) => id)).toEqual([crash, leak])
    })

    it.each([
      ['collection', true, false],
      ['', true, false],
      ['by_field', false, true],
      ['all', true, true],
    ])('returns the value formats of values_format=%s', async (format, isList, isMap) => {
      const { body } = await server.as('alice').get(`artifacts/${crash}?values_format=${format}`)
      expect(Array.isArray(body.values)).toBe(isList)
      expect(body.values_by_field !== null).toBe(isMap)
      if (isMap)
        expect(Object.keys(body.values_by_field)).toEqual(['title', 'details', 'effort', 'number', 'in_tracker'])
    })

    it('returns the complete tracker with tracker_structure_format=complete', async () => {
      const { body } = await server.as('alice').get(`artifacts/${crash}?tracker_structure_format=complete`)
      expect(body.tracker).toMatchObject({ item_name: 'bug', resources: [{ type: 'reports' }] })
      expect(body.tracker.fields.map(({ name }: { name: string }) => name)).toContain('links')
    })

    it.each([
      [
        'values_format=nope',
        'Invalid value specified for `values_format`. Expected one of (,collection,by_field,all).',
      ],
      [
        'tracker_structure_format=x',
        'Invalid value specified for `tracker_structure_format`. Expected one of (,minimal,complete).',
      ],
    ])('rejects ?%s', async (query, text) => {
      const { status, body } = await server.as('alice').get(`artifacts/${crash}?${query}`)
      expect([status, body.error.message]).toEqual([400, `Bad Request: ${text}`])
    })

    it.each([
      { caller: 'visitor', status: 401 },
      { caller: 'bob', status: 403 },
      { caller: 'rita', status: 403 },
      { caller: 'alice', status: 403 },
      { caller: 'carol', status: 200 },
      { caller: 'admin', status: 200 },
    ])('returns $status to $caller for an artifact that administrators can see', async ({ caller, status }) => {
      const response = await server.as(caller).get(`artifacts/${secret}`)
      expect(response.status).toBe(status)
      if (status !== 200) expect(response.body.error.message).toBe(status === 401 ? 'Unauthorized' : 'Forbidden')
    })

    it.each(['99999', '0', '-1', '9007199254740991'])('returns 404 for the id %s', async (id) => {
      const { status, body } = await server.as('admin').get(`artifacts/${id}`)
      expect([status, body.error.message]).toEqual([404, 'Not Found'])
    })
  })

  describe('the ETag of an artifact', () => {
    it('and Last-Modified change with every version, even within one second', async () => {
      const [artifact] = await project.createArtifacts({ tracker: 'bug', changes: [{ values: { title: 'One' } }] })
      const read = async () => (await server.as('alice').get(`artifacts/${artifact}`)).headers
      const headersOfVersions = [await read()]
      for (const title of ['Two', 'Three']) {
        await project.addChangeset(artifact as ArtifactId, { values: { title } })
        headersOfVersions.push(await read())
      }
      expect(new Set(headersOfVersions.map(({ etag }) => etag)).size).toBe(3)
      const dates = headersOfVersions.map((headers) => Date.parse(String(headers['last-modified'])))
      expect(dates).toEqual(dates.toSorted((a, b) => a - b))
      expect(new Set(dates).size).toBe(3)
    })

    it('has the same version part for every caller', async () => {
      const [one, other] = await Promise.all(
        ['alice', 'bob'].map((caller) => server.as(caller).get(`artifacts/${crash}`)),
      )
      const versionPart = (tag: unknown) => String(tag).split('.')[0]
      expect(versionPart(one?.headers['etag'])).toBe(versionPart(other?.headers['etag']))
      expect(one?.headers['etag']).not.toBe(other?.headers['etag'])
    })

    it('allows 304 if it covers everything that is returned', async () => {
      const [note] = await project.createArtifacts({ tracker: 'note', changes: [{ values: { 'note:title': 'Milk' } }] })
      const read = (caller: string, tag: unknown) =>
        server.as(caller).get(`artifacts/${note}`, { headers: { 'if-none-match': String(tag) } })
      const { etag } = (await server.as('alice').get(`artifacts/${note}`)).headers
      const notModified = await read('alice', etag)
      expect([notModified.status, notModified.text, notModified.headers['etag']]).toEqual([304, '', etag])
      expect((await read('bob', etag)).status).toBe(200)
      await project.addChangeset(note as ArtifactId, { values: { 'note:title': 'Bread' } })
      expect((await read('alice', etag)).body.title).toBe('Bread')
    })

    it('allows 304 for an artifact with links until a link or reference to it changes', async () => {
      const createArtifact = async () =>
        (await project.createArtifacts({ tracker: 'bug', changes: [{ values: { title: 'One' } }] }))[0]
      const [artifact, other] = [(await createArtifact()) as ArtifactId, (await createArtifact()) as ArtifactId]
      let tag = String((await server.as('alice').get(`artifacts/${artifact}`)).headers['etag'])
      const read = async () => {
        const response = await server.as('alice').get(`artifacts/${artifact}`, { headers: { 'if-none-match': tag } })
        const isOfSameVersion = String(response.headers['etag']).split('.')[0] === tag.split('.')[0]
        tag = String(response.headers['etag'])
        return [response.status, isOfSameVersion]
      }
      expect(await read()).toEqual([304, true])
      await project.addChangeset(other, { values: { links: [{ id: artifact, type: '' }] } })
      expect([await read(), await read()]).toEqual([
        [200, true],
        [304, true],
      ])
      await project.addChangeset(other, { values: { title: 'Nothing to do with it' } })
      expect(await read()).toEqual([304, true])
      await project.addChangeset(other, { comment: { body: `like bug #${artifact}` } })
      expect(await read()).toEqual([200, true])
      await project.addChangeset(other, { values: { access: [4] } })
      expect(await read()).toEqual([200, true])
    })

    it('never allows 304 for an artifact with sums over other artifacts', async () => {
      const { headers } = await server.as('alice').get(`artifacts/${epic}`)
      const tag = { 'if-none-match': String(headers['etag']) }
      expect((await server.as('alice').get(`artifacts/${epic}`, { headers: tag })).status).toBe(200)
    })
  })

  describe('GET /artifacts?query=', () => {
    const queryUrl = (query: unknown, params = '') =>
      `artifacts?query=${encodeURIComponent(JSON.stringify(query))}${params}`

    it('returns visible artifacts in the requested order with both formats of values', async () => {
      const { body, headers } = await server.as('alice').get(queryUrl({ id: [leak, secret, 99999, crash] }))
      expect(body.collection.map(({ id }: { id: number }) => id)).toEqual([leak, crash])
      expect(headers['x-pagination-size']).toBe('2')
      expect(body.collection[0].values_by_field.title.value).toBe('It leaks')
      expect(valueIn(body.collection[1], 'title').value).toBe('It crashes')
    })

    it('returns full pages', async () => {
      const { body, headers } = await server
        .as('alice')
        .get(queryUrl({ id: [secret, leak, crash] }, '&limit=1&offset=1'))
      expect(body.collection.map(({ id }: { id: number }) => id)).toEqual([crash])
      expect(headers['x-pagination-size']).toBe('2')
      expect(headers['x-pagination-limit-max']).toBe('100')
    })

    it('accepts ids as strings (docs/api/client-needs.md §10)', async () => {
      const { body } = await server.as('alice').get(queryUrl({ id: [`${crash}`, leak, ` ${secret}`] }))
      expect(body.collection.map(({ id }: { id: number }) => id)).toEqual([crash, leak])
    })

    it.each(['999999999999999999', '9007199254740993', '18446744073709551616', '9'.repeat(400), '-999999999999999999'])(
      'ignores the unknown id %s (docs/api/artifacts.md §3.1)',
      async (huge) => {
        const query = encodeURIComponent(`{"id":[${huge},${crash}]}`)
        const { status, body, text } = await server.as('alice').get(`artifacts?query=${query}`)
        expect([status, text.includes('"error"')]).toEqual([200, false])
        expect(body.collection.map(({ id }: { id: number }) => id)).toEqual([crash])
      },
    )

    it('returns an empty collection for an empty list', async () => {
      expect((await server.as('alice').get(queryUrl({ id: [] }))).body).toEqual({ collection: [] })
    })

    it.each([
      [{ foo: 1 }, 400, 'Bad Request: Missing id entry in the query parameter'],
      [{ id: null }, 400, 'Bad Request: Missing id entry in the query parameter'],
      [{ id: 35 }, 400, 'Bad Request: id must be an array of int'],
      [{ id: ['a'] }, 400, 'Bad Request: id must be an array of int'],
      [{ id: ['1.5'] }, 400, 'Bad Request: id must be an array of int'],
      [{ id: [''] }, 400, 'Bad Request: id must be an array of int'],
      [{ id: [1, '1'] }, 400, 'Bad Request: One value or more are duplicated in id: 1'],
      [{ id: [1, 2, 1, 2] }, 400, 'Bad Request: One value or more are duplicated in id: 1,2'],
      [
        { id: Array.from({ length: 101 }, (_, i) => i + 1) },
        403,
        'Forbidden: No more than 100 artifacts can be requested at once.',
      ],
    ])('rejects %j', async (query, status, message) => {
      const response = await server.as('alice').get(queryUrl(query))
      expect([response.status, response.body.error.message]).toEqual([status, message])
    })

    it.each([
      ['artifacts', 'Bad Request: `query` is required.'],
      ['artifacts?query=', 'Bad Request: `query` is required.'],
      ['artifacts?query={', 'Bad Request: parameter "query" syntax error, invalid JSON'],
    ])('rejects %s', async (url, message) => {
      const response = await server.as('alice').get(url)
      expect([response.status, response.body.error.message]).toEqual([400, message])
    })
  })
})
