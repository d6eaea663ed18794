import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldDefinition } from '../../src/fields/definition.ts'
import type { ArtifactId } from '../../src/kit/ids.ts'
import {
  baseTime,
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  projectMembers,
  staticBind,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

/** Values that are called alike in every tracker, each its own. */
function called(prefix: string, ...labels: readonly string[]): FieldDefinition['bind'] {
  const bind = staticBind(...labels.map((label) => [`${prefix}:${label}`, ''] as const))
  if (bind?.kind !== 'static') throw new Error('Choices are static')
  return { ...bind, values: bind.values.map((each) => ({ ...each, label: each.label.replace(`${prefix}:`, '') })) }
}

const aStory = (key: string, labels: readonly string[], more = {}) =>
  trackerDefinition(
    key.replace(/^.*_/, ''),
    [
      fieldDefinition('string', `${key}:title`),
      fieldDefinition('sb', `${key}:status`, { bind: called(key, ...labels) }),
      fieldDefinition('sb', `${key}:owner`, { bind: projectMembers }),
      fieldDefinition('int', `${key}:points`),
      fieldDefinition('art_link', `${key}:links`),
    ],
    {
      title: { field: `${key}:title` },
      status: { field: `${key}:status`, openValues: [`${key}:${labels[0]}`] },
      contributor: { field: `${key}:owner` },
    },
    more,
  )

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  const all: ProjectFixture[] = []
  const named = new Map<string, ArtifactId>()

  beforeAll(async () => {
    const alice = await server.createUser('alice')
    const bob = await server.createUser('bob')
    const north = await createProjectFixture(server, 'north', {
      members: [alice],
      trackers: () => [
        aStory('north_bug', ['Open', 'Closed']),
        aStory('north_task', ['Open', 'Done'], { permissions: { full: [3], submitter_only: [2] } }),
      ],
    })
    const south = await createProjectFixture(server, 'south', {
      access: 'private',
      members: [bob],
      trackers: () => [
        aStory('south_bug', ['Open', 'Closed']),
        trackerDefinition('note', [
          fieldDefinition('string', 'note:title'),
          fieldDefinition('string', 'note:points'),
          fieldDefinition('int', 'note:secret', { rights: { read: [4] } }),
        ]), // prettier-ignore
      ],
    })
    all.push(north, south)
    const plant = async (
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
      const said = comment === '' ? {} : { comment: { body: comment } }
      const [id] = await project.createArtifacts({
        tracker,
        changes: [{ by, on: baseTime + named.size, values: prefixed, ...said }],
      })
      named.set(name, id as ArtifactId)
    }
    const value = (project: ProjectFixture, key: string, label: string) => [project.values.get(`${key}:${label}`)]
    await plant(north, 'north_bug', alice, 'one', {
      status: value(north, 'north_bug', 'Open'),
      points: 3,
      owner: [alice],
    })
    await plant(
      north,
      'north_bug',
      bob,
      'two',
      { status: value(north, 'north_bug', 'Closed'), points: 5 },
      'Crème brûlée',
    )
    await plant(north, 'north_task', alice, 'three', { status: value(north, 'north_task', 'Done'), points: 8 })
    await plant(north, 'north_task', bob, 'four', { status: value(north, 'north_task', 'Open') })
    await plant(south, 'south_bug', bob, 'five', { status: value(south, 'south_bug', 'Open'), points: 3, owner: [bob] })
    await plant(south, 'south_bug', alice, 'six', { links: [{ id: named.get('two'), type: '_is_child' }] })
    await plant(south, 'note', bob, 'seven', { points: 'three', secret: 3 })
  })

  const asked = (who: string, query: string, more = '') =>
    server.as(who).get(`artifacts?expert_query=${encodeURIComponent(query)}${more}`)
  const nameOf = (id: number) => [...named].find(([, each]) => each === id)?.[0]
  const found = async (who: string, query: string) => {
    const { status, body, headers } = await asked(who, query)
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
      ['bob', 'WITH CHILDREN', 'six'],
      ['bob', 'WITH PARENT', 'two'],
      ['alice', 'WITH PARENT', ''],
      ['alice', 'title = "five"', ''],
      ['alice', '@project = "south"', ''],
    ])('%s asks %s: %s', async (who, query, names) => {
      expect(await found(who, query)).toBe(names)
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
    ])('%s is refused', async (query, text) => {
      const { status, body } = await asked('bob', query)
      expect([status, body.error.message]).toEqual([400, `Bad Request: ${text}`])
    })

    it('is asked in one way at a time, and in one at least', async () => {
      const { body } = await server.as('bob').get('artifacts?query={"id":[1]}&expert_query=points=3')
      expect(body.error.message).toBe('Bad Request: `query` and `expert_query` are mutually exclusive.')
      expect((await server.as('bob').get('artifacts')).body.error.message).toBe('Bad Request: `query` is required.')
    })

    it('pages are full and follow each other, values are told on demand', async () => {
      const first = await asked('bob', 'title != ""', '&limit=4')
      const second = await asked('bob', 'title != ""', '&limit=4&offset=4')
      expect([...first.body.collection, ...second.body.collection].map(({ id }) => nameOf(id)).join(' ')).toBe(
        'one two four five six seven',
      )
      expect(second.headers).toMatchObject({ 'x-pagination-size': '6', 'x-pagination-offset': '4' })
      expect(first.body.collection[0].values).toBeNull()
      const told = await asked('bob', 'title != ""', '&values=all')
      expect(told.body.collection[0].values.map(({ label }: { label: string }) => label)).toContain('points')
    })

    it('a visitor is found nothing, whatever he asks', async () => {
      expect(await found('visitor', 'title != "" OR nowhere = 1')).toMatch(/^$|We cannot search/)
    })

    it('finds what its parts find in each tracker', async () => {
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
      const each = new Map<string, ReadonlySet<number>>()
      const alone = async (who: string, query: string): Promise<ReadonlySet<number>> => {
        const key = `${who} ${query}`
        const ids = new Set<number>()
        for (const tracker of each.has(key) ? [] : all.flatMap(({ trackers }) => [...trackers.values()])) {
          const { status, body } = await server
            .as(who)
            .get(`trackers/${tracker}/artifacts?expert_query=${encodeURIComponent(query)}`)
          if (status === 200) for (const { id } of body) ids.add(id)
        }
        if (!each.has(key)) each.set(key, ids)
        return each.get(key) ?? ids
      }
      const naive = async (who: string, node: Tree): Promise<ReadonlySet<number>> => {
        if (typeof node === 'string') return alone(who, node)
        const sets = await Promise.all(node.of.map((part) => naive(who, part)))
        return sets.reduce((a, b) => (node.kind === 'AND' ? a.intersection(b) : a.union(b)))
      }
      await fc.assert(
        fc.asyncProperty(fc.constantFrom('alice', 'bob', 'admin'), tree, async (who, node) => {
          const { status, body } = await asked(who, written(node))
          // Too long, or of values that none of his trackers has.
          if (status === 400) return
          expect(body.collection.map(({ id }: { id: number }) => id)).toEqual(
            [...(await naive(who, node))].sort((a, b) => a - b),
          )
        }),
        { numRuns: 120 },
      )
    }, 60_000)
  })

  describe('two hundred trackers with the same fields', () => {
    beforeAll(async () => {
      const many = await createProjectFixture(server, 'wide', {
        members: [server.idOf('alice')],
        trackers: () => Array.from({ length: 200 }, (_, n) => aStory(`w${n}_wide${n}`, ['Fresh', 'Stale'])),
      })
      const seeds = Array.from({ length: 200 }, (_, n) => ({
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
      await many.createArtifacts(...seeds)
    }, 60_000)

    it('are asked as if they were one', async () => {
      const { status, body, headers } = await asked('alice', 'status = "Fresh" AND title = "wide" AND points >= 100')
      expect([status, headers['x-pagination-size']]).toEqual([200, '50'])
      expect(body.collection).toHaveLength(50)
      const not = await asked(
        'alice',
        'status != "Fresh" AND @tracker IN ("wide3", "wide4", "bug") AND @status != OPEN()',
      )
      expect(not.headers['x-pagination-size']).toBe('2')
    })
  })
})

type Tree = string | { readonly kind: string; readonly of: readonly Tree[] }

const written = (node: Tree): string =>
  typeof node === 'string' ? node : `(${node.of.map(written).join(` ${node.kind} `)})`
