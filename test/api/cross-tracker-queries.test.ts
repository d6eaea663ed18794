import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldDefinition } from '../../src/fields/model/definition.ts'
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
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

/** Creates values with the same labels in every tracker but with keys of their own. */
function choicesWithPrefix(prefix: string, ...labels: readonly string[]): FieldDefinition['bind'] {
  const bind = createStaticBind(...labels.map((label) => [`${prefix}:${label}`, ''] as const))
  if (bind?.kind !== 'static') throw new Error('Choices are static')
  return { ...bind, values: bind.values.map((each) => ({ ...each, label: each.label.replace(`${prefix}:`, '') })) }
}

const createStoryTracker = (key: string, labels: readonly string[], params = {}) =>
  createTrackerDefinition(
    key.replace(/^.*_/, ''),
    [
      createFieldDefinition('string', `${key}:title`),
      createFieldDefinition('sb', `${key}:status`, { bind: choicesWithPrefix(key, ...labels) }),
      createFieldDefinition('sb', `${key}:owner`, { bind: projectMembers }),
      createFieldDefinition('int', `${key}:points`),
      createFieldDefinition('art_link', `${key}:links`),
    ],
    {
      title: { field: `${key}:title` },
      status: { field: `${key}:status`, openValues: [`${key}:${labels[0]}`] },
      contributor: { field: `${key}:owner` },
    },
    params,
  )

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  const projects: ProjectFixture[] = []
  const idsByName = new Map<string, ArtifactId>()

  beforeAll(async () => {
    const alice = await server.createUser('alice')
    const bob = await server.createUser('bob')
    const north = await createProjectFixture(server, 'north', {
      members: [alice],
      trackers: () => [
        createStoryTracker('north_bug', ['Open', 'Closed']),
        createStoryTracker('north_task', ['Open', 'Done'], { permissions: { full: [3], submitter_only: [2] } }),
      ],
    })
    const south = await createProjectFixture(server, 'south', {
      access: 'private',
      members: [bob],
      trackers: () => [
        createStoryTracker('south_bug', ['Open', 'Closed']),
        createTrackerDefinition('note', [
          createFieldDefinition('string', 'note:title'),
          createFieldDefinition('string', 'note:points'),
          createFieldDefinition('int', 'note:secret', { rights: { read: [4] } }),
        ]), // prettier-ignore
      ],
    })
    projects.push(north, south)
    const createArtifact = async (
      project: ProjectFixture,
      key: string,
      by: typeof alice,
      name: string,
      values: object,
      comment = '',
    ) => {
      const prefixed = Object.fromEntries(
        Object.entries({ title: name, ...values }).map(([k, v]) => [`${key}:${k}`, v]),
      )
      const tracker = key.replace(/^.*_/, '')
      const commentOption = comment === '' ? {} : { comment: { body: comment } }
      const [id] = await project.createArtifacts({
        tracker,
        changes: [{ by, on: baseTime + idsByName.size, values: prefixed, ...commentOption }],
      })
      idsByName.set(name, id as ArtifactId)
    }
    const value = (project: ProjectFixture, key: string, label: string) => [project.values.get(`${key}:${label}`)]
    await createArtifact(north, 'north_bug', alice, 'one', {
      status: value(north, 'north_bug', 'Open'),
      points: 3,
      owner: [alice],
    })
    await createArtifact(
      north,
      'north_bug',
      bob,
      'two',
      { status: value(north, 'north_bug', 'Closed'), points: 5 },
      'Crème brûlée',
    )
    await createArtifact(north, 'north_task', alice, 'three', { status: value(north, 'north_task', 'Done'), points: 8 })
    await createArtifact(north, 'north_task', bob, 'four', { status: value(north, 'north_task', 'Open') })
    await createArtifact(south, 'south_bug', bob, 'five', {
      status: value(south, 'south_bug', 'Open'),
      points: 3,
      owner: [bob],
    })
    await createArtifact(south, 'south_bug', alice, 'six', { links: [{ id: idsByName.get('two'), type: '_is_child' }] })
    await createArtifact(south, 'note', bob, 'seven', { points: 'three', secret: 3 })
  })

  const sendQuery = (caller: string, query: string, params = '') =>
    server.as(caller).get(`artifacts?expert_query=${encodeURIComponent(query)}${params}`)
  const nameOf = (id: number) => [...idsByName].find(([, each]) => each === id)?.[0]
  const search = async (caller: string, query: string) => {
    const { status, body, headers } = await sendQuery(caller, query)
    if (status !== 200) return body.error.message
    expect(headers['x-pagination-size']).toBe(`${body.collection.length}`)
    return body.collection.map(({ id }: { id: number }) => nameOf(id)).join(' ')
  }

  describe('GET /artifacts?expert_query', () => {
    it.each([
      ['admin', 'title != ""', 'one two three four five six seven'],
      ['alice', 'title != ""', 'one two three four'],
      ['bob', 'title != ""', 'one two four five six seven'],
      ['bob', '@title = "o"', 'one two four'],
      ['bob', 'status = "Closed"', 'two'],
      ['bob', 'status != "Closed"', 'one four five six'],
      ['bob', '@status = OPEN()', 'one four five'],
      ['bob', 'points = 3', 'one five'],
      ['bob', 'points = "three"', 'seven'],
      ['bob', 'points != 3', 'two four six seven'],
      ['bob', 'points > 3', 'two'],
      ['bob', 'owner = MYSELF()', 'five'],
      ['bob', '@submitted_by = "alice" AND @project = "South"', 'six'],
      ['bob', '@project.name != "south"', 'one two four'],
      ['bob', '@tracker = "bug"', 'one two five six'],
      ['bob', '@tracker.name IN ("task", "note")', 'four seven'],
      ['bob', '@tracker NOT IN ("task", "note") AND @project = "north"', 'one two'],
      ['bob', '@project = "nowhere" OR title = "five"', 'five'],
      ['bob', '@comments = "creme BRULEE"', 'two'],
      ['bob', String.raw`title = \"five\"`, 'five'],
      ['bob', 'WITH CHILDREN', 'six'],
      ['bob', 'WITH PARENT', 'two'],
      ['alice', 'WITH PARENT', ''],
      ['alice', 'title = "five"', ''],
      ['alice', '@project = "south"', ''],
    ])('for %s, %s matches: %s', async (caller, query, names) => {
      expect(await search(caller, query)).toBe(names)
    })

    it.each([
      [
        'nowhere = 3',
        "We cannot search on 'nowhere', we don't know what it refers to. Please refer to the documentation for the allowed comparisons.",
      ], // prettier-ignore
      [
        'secret = 3',
        "We cannot search on 'secret', we don't know what it refers to. Please refer to the documentation for the allowed comparisons.",
      ], // prettier-ignore
      [
        '@nowhere = 3 OR foo = 1',
        "We cannot search on '@nowhere', 'foo', we don't know what they refer to. Please refer to the documentation for the allowed comparisons.",
      ], // prettier-ignore
      ['title = ', 'Error during parsing expert query'],
      ['status != "Nope"', "The value 'Nope' doesn't exist for the list field 'status'."],
      [
        'points BETWEEN ("x", "y")',
        "The integer field 'points' cannot be compared to the string value 'x'.\nThe field 'points' is not supported for the operator BETWEEN().",
      ], // prettier-ignore
      ['@project < "x"', "'@project' is not supported for the operator <."],
      ['@tracker = NOW()', 'The @tracker metadata cannot be compared to NOW().'],
      ['title = "x" ORDER BY title', 'ORDER BY is not supported in queries across trackers.'],
      [
        Array(20).fill('points = 3').join(' OR '),
        'The query is considered too complex to be executed by the server. Please simplify it (for example remove comparisons) to continue.',
      ], // prettier-ignore
    ])('rejects %s', async (query, text) => {
      const { status, body } = await sendQuery('bob', query)
      expect([status, body.error.message]).toEqual([400, `Bad Request: ${text}`])
    })

    it('requires exactly one of query and expert_query', async () => {
      const { body } = await server.as('bob').get('artifacts?query={"id":[1]}&expert_query=points=3')
      expect(body.error.message).toBe('Bad Request: `query` and `expert_query` are mutually exclusive.')
      expect((await server.as('bob').get('artifacts')).body.error.message).toBe('Bad Request: `query` is required.')
    })

    it('returns full consecutive pages, with values on request', async () => {
      const first = await sendQuery('bob', 'title != ""', '&limit=4')
      const second = await sendQuery('bob', 'title != ""', '&limit=4&offset=4')
      expect([...first.body.collection, ...second.body.collection].map(({ id }) => nameOf(id)).join(' ')).toBe(
        'one two four five six seven',
      )
      expect(second.headers).toMatchObject({ 'x-pagination-size': '6', 'x-pagination-offset': '4' })
      expect(first.body.collection[0].values).toBeNull()
      const withValues = await sendQuery('bob', 'title != ""', '&values=all')
      expect(withValues.body.collection[0].values.map(({ label }: { label: string }) => label)).toContain('points')
    })

    it('returns nothing or an error to anonymous callers', async () => {
      expect(await search('visitor', 'title != "" OR nowhere = 1')).toMatch(/^$|We cannot search/)
    })

    it('returns the union of the results of each tracker (property test)', async () => {
      const leaf = fc.constantFrom(
        'title = "o"',
        'title != "e"',
        'status = "Open"',
        'status IN ("Closed", "Done")',
        'points >= 5',
        'points = ""',
        'points = "three"',
        'points != 3',
        '@status = OPEN()',
        '@submitted_by != "bob"',
        '@submitted_on > "2020-01-01"',
        '@comments = ""',
        'IS LINKED TO',
        'IS NOT LINKED FROM',
        'owner != ""',
      ) // prettier-ignore
      const tree = fc.letrec<{ node: Tree }>((tie) => ({
        node: fc.oneof(
          { maxDepth: 2 },
          leaf,
          fc.record({ kind: fc.constantFrom('AND', 'OR'), of: fc.array(tie('node'), { minLength: 2, maxLength: 3 }) }),
        ),
      })).node
      const cachedResults = new Map<string, ReadonlySet<number>>()
      const searchTrackers = async (caller: string, query: string): Promise<ReadonlySet<number>> => {
        const key = `${caller} ${query}`
        const ids = new Set<number>()
        for (const tracker of cachedResults.has(key)
          ? []
          : projects.flatMap(({ trackers }) => [...trackers.values()])) {
          const { status, body } = await server
            .as(caller)
            .get(`trackers/${tracker}/artifacts?expert_query=${encodeURIComponent(query)}`)
          if (status === 200) for (const { id } of body) ids.add(id)
        }
        if (!cachedResults.has(key)) cachedResults.set(key, ids)
        return cachedResults.get(key) ?? ids
      }
      const expectedIds = async (caller: string, node: Tree): Promise<ReadonlySet<number>> => {
        if (typeof node === 'string') return searchTrackers(caller, node)
        const sets = await Promise.all(node.of.map((part) => expectedIds(caller, part)))
        return sets.reduce((a, b) => (node.kind === 'AND' ? a.intersection(b) : a.union(b)))
      }
      await fc.assert(
        fc.asyncProperty(fc.constantFrom('alice', 'bob', 'admin'), tree, async (caller, node) => {
          const { status, body } = await sendQuery(caller, queryText(node))
          // The query is too long, or none of the visible trackers has its values.
          if (status === 400) return
          expect(body.collection.map(({ id }: { id: number }) => id)).toEqual(
            [...(await expectedIds(caller, node))].sort((a, b) => a - b),
          )
        }),
        { numRuns: 120 },
      )
    }, 60_000)
  })

  describe('GET /artifacts?expert_query on 200 trackers with the same fields', () => {
    beforeAll(async () => {
      const many = await createProjectFixture(server, 'wide', {
        members: [server.idOf('alice')],
        trackers: () => Array.from({ length: 200 }, (_, n) => createStoryTracker(`w${n}_wide${n}`, ['Fresh', 'Stale'])),
      })
      const artifacts = Array.from({ length: 200 }, (_, n) => ({
        tracker: `wide${n}`,
        changes: [
          {
            on: baseTime,
            values: {
              [`w${n}_wide${n}:title`]: `wide ${n}`,
              [`w${n}_wide${n}:status`]: [many.values.get(`w${n}_wide${n}:${n % 2 === 0 ? 'Fresh' : 'Stale'}`)],
              [`w${n}_wide${n}:points`]: n,
            },
          },
        ],
      }))
      await many.createArtifacts(...artifacts)
    }, 60_000)

    it('returns the results of all trackers', async () => {
      const { status, body, headers } = await sendQuery(
        'alice',
        'status = "Fresh" AND title = "wide" AND points >= 100',
      )
      expect([status, headers['x-pagination-size']]).toEqual([200, '50'])
      expect(body.collection).toHaveLength(50)
      const negated = await sendQuery(
        'alice',
        'status != "Fresh" AND @tracker IN ("wide3", "wide4", "bug") AND @status != OPEN()',
      )
      expect(negated.headers['x-pagination-size']).toBe('2')
    })
  })
})

type Tree = string | { readonly kind: string; readonly of: readonly Tree[] }

const queryText = (node: Tree): string =>
  typeof node === 'string' ? node : `(${node.of.map(queryText).join(` ${node.kind} `)})`
