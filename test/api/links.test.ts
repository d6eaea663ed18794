import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  let ids: ArtifactId[]

  beforeAll(async () => {
    const alice = await server.createUser('alice')
    await server.createUser('bob')
    project = await createProjectFixture(server, 'orchard', {
      members: [alice],
      trackers: () => [
        createTrackerDefinition(
          'bug',
          [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('msb', 'colours', { bind: createStaticBind(['red', ''], ['green;blue', '']) }),
            createFieldDefinition('computed', 'effort'),
            createFieldDefinition('art_link', 'links'),
            createFieldDefinition('perm', 'access'),
          ],
          { title: { field: 'title' } },
        ),
      ],
    })
    // 0 links to 1 and 2 as children, to 3 and itself without type; 1 links to 0: a circle. 2 is for members only.
    const first = (
      await server.world.db.read
        .selectFrom('artifact')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
    const [a, b, c, d] = [1, 2, 3, 4].map((n) => Number(first) + n)
    const links = (...to: readonly (readonly [number | undefined, string])[]) => to.map(([id, type]) => ({ id, type }))
    const red = project.values.get('red')
    const blue = project.values.get('green;blue')
    ids = await project.createArtifacts(
      {
        tracker: 'bug',
        changes: [
          {
            by: alice,
            on: baseTime,
            values: { title: 'A', effort: null, links: links([b, '_is_child'], [c, '_is_child'], [d, '']) },
          },
        ],
      },
      {
        tracker: 'bug',
        changes: [
          {
            by: alice,
            on: baseTime,
            values: { title: 'B', effort: null, colours: [red], links: links([a, '_is_child'], [d, '_is_child']) },
          },
        ],
      },
      {
        tracker: 'bug',
        changes: [{ by: alice, on: baseTime, values: { title: 'C', effort: 7, access: [3], colours: [red, blue] } }],
      },
      { tracker: 'bug', changes: [{ by: alice, on: baseTime, values: { title: 'D', effort: 0.5, links: [] } }] },
    )
    expect(ids).toEqual([a, b, c, d])
  })

  const titlesOf = (body: any) => body.collection.map(({ title }: { title: string }) => title)
  const getLinked = (login: string, index: number, query: string) =>
    server.as(login).get(`artifacts/${ids[index]}/linked_artifacts?${query}`)

  describe('GET /artifacts/{id}/links', () => {
    it('lists the link types in use, forward before reverse', async () => {
      const { body } = await server.as('alice').get(`artifacts/${ids[0]}/links`)
      const uri = (nature: string, direction: string) =>
        `artifacts/${ids[0]}/linked_artifacts?nature=${nature}&direction=${direction}`
      expect(body).toEqual({
        natures: [
          { shortname: '_is_child', direction: 'forward', label: 'Child', uri: uri('_is_child', 'forward') },
          { shortname: '', direction: 'forward', label: 'is Linked to', uri: uri('', 'forward') },
          { shortname: '_is_child', direction: 'reverse', label: 'Parent', uri: uri('_is_child', 'reverse') },
        ],
      })
    })

    it('omits types whose links lead only to artifacts that the reader may not see', async () => {
      await project.createArtifacts({
        tracker: 'bug',
        changes: [{ values: { title: 'E', access: [3], links: [{ id: ids[3], type: '_covered_by' }] } }],
      })
      const natures = async (login: string) =>
        (await server.as(login).get(`artifacts/${ids[3]}/links`)).body.natures.map(
          (each: { label: string }) => each.label,
        )
      expect(await natures('alice')).toEqual(['is Linked from', 'Parent', 'Covers'])
      expect(await natures('bob')).toEqual(['is Linked from', 'Parent'])
    })
  })

  describe('GET /artifacts/{id}/linked_artifacts', () => {
    it('returns the artifacts of one type in one direction, in the order of the links', async () => {
      const { body, headers } = await getLinked('alice', 0, 'direction=forward&nature=_is_child')
      expect(titlesOf(body)).toEqual(['B', 'C'])
      expect(headers['x-pagination-size']).toBe('2')
      expect(body.collection[0].values_by_field.title.value).toBe('B')
    })

    it('counts and pages only what the reader may see', async () => {
      const { body, headers } = await getLinked('bob', 0, 'direction=forward&nature=_is_child&limit=1')
      expect(titlesOf(body)).toEqual(['B'])
      expect(headers['x-pagination-size']).toBe('1')
      expect(
        titlesOf((await getLinked('alice', 0, 'direction=forward&nature=_is_child&limit=1&offset=1')).body),
      ).toEqual(['C'])
    })

    it('returns the artifacts linked without type when no type is given', async () => {
      expect(titlesOf((await getLinked('alice', 0, 'direction=forward')).body)).toEqual(['D'])
      expect(titlesOf((await getLinked('alice', 3, 'direction=reverse&nature=')).body)).toEqual(['A'])
    })

    it('counts an artifact once in a computed field when links form a circle', async () => {
      const { body } = await server.as('alice').get(`artifacts/${ids[0]}`)
      expect(body.values.find(({ type }: { type: string }) => type === 'computed')).toMatchObject({ value: 7.5 })
    })

    it('returns flat objects for output_format=flat', async () => {
      const { body } = await getLinked('alice', 0, 'direction=forward&nature=_is_child&output_format=flat')
      expect(body).toEqual([
        { title: 'B', colours: ['red'], effort: 7.5 },
        { title: 'C', colours: ['red', 'green;blue'], effort: 7 },
      ])
    })

    it('rejects joined labels when one contains the separator', async () => {
      const { body } = await getLinked(
        'bob',
        0,
        'direction=forward&nature=_is_child&output_format=flat_with_semicolon_string_array',
      )
      expect(body).toMatchObject([{ title: 'B', colours: 'red' }])
      const rejected = await getLinked(
        'alice',
        0,
        'direction=forward&nature=_is_child&output_format=flat_with_semicolon_string_array',
      )
      expect([rejected.status, rejected.body.error.message]).toEqual([
        400,
        `Bad Request: Artifact #${ids[2]} contains values (green;blue) with a forbidden ";" character in the field #${project.fields.get('colours')} (colours).`,
      ])
    })

    it.each([
      ['', '`direction` is required.'],
      ['direction=up', 'Invalid value specified for `direction`. Expected one of (forward,reverse).'],
      ['direction=forward&limit=51', 'Invalid value specified for `limit`. Maximum allowed value is 50.'],
    ])('rejects ?%s', async (query, text) => {
      const { status, body } = await getLinked('alice', 0, query)
      expect([status, body.error.message]).toEqual([400, `Bad Request: ${text}`])
    })

    it.each([
      ['visitor', 401],
      ['bob', 403],
      ['alice', 200],
    ])('responds to %s with %i for an artifact that is restricted to members', async (login, status) => {
      for (const route of ['links', 'changesets', 'linked_artifacts?direction=forward']) {
        expect((await server.as(login).get(`artifacts/${ids[2]}/${route}`)).status).toBe(status)
      }
    })
  })

  it('GET /trackers/{id}/used_artifact_links lists the types that its artifacts use', async () => {
    const { body, headers } = await server
      .as('alice')
      .get(`trackers/${project.trackers.get('bug')}/used_artifact_links?limit=1`)
    expect(body).toEqual([{ shortname: '', forward_label: 'is Linked to' }])
    expect(headers['x-pagination-size']).toBe('3')
  })
})
