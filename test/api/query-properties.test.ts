import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { findAccount } from '../../src/accounts/store/accounts.ts'
import { resolveCondition } from '../../src/artifacts/reads/resolve-query.ts'
import { filterVisibleArtifacts } from '../../src/artifacts/reads/visible-artifacts.ts'
import { loadArtifacts } from '../../src/artifacts/store/artifacts.ts'
import { loadChangesets } from '../../src/artifacts/store/changesets.ts'
import { toSearchableText } from '../../src/fields/texts/searchable-text.ts'
import { anonymous, type Caller } from '../../src/kit/values/caller.ts'
import type { ArtifactId, TrackerId, UserGroupId } from '../../src/kit/values/ids.ts'
import { getCachedTracker } from '../../src/trackers/store/trackers.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import { isFullMatrix } from '../kit/full-matrix.ts'
import { type ArtifactDocument, matchesFilter } from '../kit/matches-filter.ts'
import { baseTime } from '../kit/project-fixture.ts'
import { createSearchFixture, type SearchFixture } from '../kit/search-fixture.ts'
import { alwaysOnEachDatabase, createServer, type TestResponse } from '../kit/server.ts'

// `npm run drill:fuzz` runs many more queries.
const isDrill = process.env['TULIPWOOD_FUZZ_RUNS'] !== undefined
const [drill, full, quick] = [
  { queries: 2000, rights: 300, bytes: 10_000 },
  { queries: 75, rights: 12, bytes: 150 },
  { queries: 25, rights: 4, bytes: 50 },
]
const runs = isDrill ? drill : isFullMatrix ? full : quick

const words = ['al', 'ALPHA', 'über', 'ta', 'line', '%', '_', "it's", 'a"b', 'x y', '漢', 'e']

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let fixture: SearchFixture
  let allDocuments: readonly ArtifactDocument[] = []
  const callers = new Map<string, Caller>()

  beforeAll(async () => {
    fixture = await createSearchFixture(server, 'exactly')
    await createManyArtifacts()
    allDocuments = await readDocuments()
    callers.set('visitor', anonymous)
    for (const login of ['admin', 'boss', 'alice', 'bob', 'outsider'])
      callers.set(login, (await findAccount(server.world, server.idOf(login)))?.reading as Caller)
  })

  /** Creates artifacts with random values of a fixed seed, so that every run has the same data. */
  async function createManyArtifacts() {
    const users = ['alice', 'bob', 'boss'].map((login) => server.idOf(login))
    const { value, openValue, ids } = fixture
    const oneOf = <T>(...of: readonly T[]) => fc.constantFrom(...of)
    const samples = fc.sample(
      fc.record({
        title: oneOf(...words, ''),
        text: oneOf(...words).map((content) => ({
          format: 'html' as const,
          content: `<i>${content.replace('"', '&quot;')}</i> e`,
        })),
        count: oneOf(null, -7, 0, 3, 3, 40),
        ratio: oneOf(null, -0.5, 0.5, 1.25),
        due: oneOf(null, baseTime - 86_400, baseTime - 52_345, baseTime, baseTime + 86_400),
        status: oneOf([], ...['Open', 'Closed', 'Élan'].map((label) => [value(label)])),
        colours: fc.subarray(['Red', 'Green', 'Blue'].map(value)),
        people: fc.subarray(users),
        tags: fc.subarray([`b${value('bound')}`, `o${openValue('typed')}`, `o${openValue('Other')}`]),
        links: fc.subarray(
          ['alpha', 'task', 'secret', 'zeta'].map((name, n) => ({
            id: ids[name],
            type: n % 2 === 0 ? '' : '_is_child',
          })),
        ),
        access: oneOf(null, null, null, [3], [4], [fixture.fixture.groups.get('painters')]),
        by: oneOf(...users, null),
        comment: oneOf(null, ...words),
        isPrivate: fc.boolean(),
      }),
      { numRuns: 40, seed: 5 },
    )
    await fixture.fixture.createArtifacts(
      ...samples.map(({ by, comment, isPrivate, ...values }, n) => ({
        tracker: 'bug',
        changes: [
          {
            ...{ by, on: baseTime + n * 40_000, values },
            ...(comment === null
              ? {}
              : {
                  comment: {
                    body: comment,
                    groups: isPrivate ? [fixture.fixture.groups.get('painters') as UserGroupId] : undefined,
                  },
                }),
          },
        ],
      })),
    )
  }

  /** Reads every artifact of the project with comments, files and references. */
  async function readDocuments(): Promise<ArtifactDocument[]> {
    const { read } = server.world.db
    const ids = (await read.selectFrom('artifact').select('id').orderBy('id').execute()).map(({ id }) => id)
    const loaded = await loadArtifacts(read, ids)
    const artifacts = ids.flatMap((id) => loaded.get(id) ?? [])
    const mentions = await read.selectFrom('cross_reference').selectAll().execute()
    const files = new Map((await read.selectFrom('file').selectAll().execute()).map((file) => [file.id, file]))
    const names = new Map([...fixture.fixture.trackers].map(([name, id]) => [id, name]))
    return Promise.all(
      artifacts.map(async (artifact) => {
        const changesets = await loadChangesets(read, artifact.id)
        const field = fixture.field('files')
        const attached = (artifact.values[field] ?? []) as readonly never[]
        return {
          ...artifact,
          itemName: names.get(artifact.trackerId) ?? '',
          comments: changesets.flatMap(({ comment }) =>
            comment === null
              ? []
              : [{ text: toSearchableText({ format: comment.format, content: comment.body }), groups: comment.groups }],
          ),
          files: { [field]: attached.flatMap((id) => files.get(id) ?? []) },
          mentions: mentions
            .filter(({ source_id }) => source_id === artifact.id)
            .map(({ target_id }) => Number(target_id)),
        }
      }),
    )
  }

  const listArtifacts = (login: string, params: string) =>
    server.as(login).get(`trackers/${fixture.tracker}/artifacts?limit=1000${params}`)
  const idsIn = ({ body }: TestResponse): number[] => body.map(({ id }: { id: number }) => id)
  const visibleDocuments = async (login: string): Promise<Map<number, ArtifactDocument>> => {
    const heads = await loadArtifacts(
      server.world.db.read,
      allDocuments.map(({ id }) => id as ArtifactId),
    )
    const visible = await filterVisibleArtifacts(server.world, callers.get(login) as Caller, [...heads.values()])
    const ids = new Set<number>(visible.map(({ id }) => id))
    return new Map(allDocuments.filter(({ id }) => ids.has(id)).map((each) => [each.id, each]))
  }

  describe('queries and filters (property tests)', () => {
    const quoted = (text: string) => `"${text.replaceAll('"', '\\"')}"`
    const text = fc.constantFrom(...words, '').map(quoted)
    const number = fc.constantFrom('3', '"-7"', '0', '0.5', '40', '99')
    const dayOf = fc.constantFrom('"2026-03-12"', '"2026-03-13"', '"2026-03-14"', 'NOW()', 'NOW() - 1y')
    const order = fc.constantFrom('=', '!=', '<', '<=', '>', '>=')
    const equal = fc.constantFrom('=', '!=')
    const compare = (names: readonly string[], operator: fc.Arbitrary<string>, literal: fc.Arbitrary<string>) =>
      fc.tuple(fc.constantFrom(...names), operator, literal).map((parts) => parts.join(' '))
    const among = (names: readonly string[], labels: readonly string[]) =>
      fc
        .tuple(fc.constantFrom(...names), fc.constantFrom('IN', 'NOT IN'), fc.subarray([...labels], { minLength: 1 }))
        .map(([name, operator, values]) => `${name} ${operator} (${values.map(quoted).join(', ')})`)
    const between = (names: readonly string[], literal: fc.Arbitrary<string>) =>
      fc.tuple(fc.constantFrom(...names), literal, literal).map(([name, from, to]) => `${name} BETWEEN(${from}, ${to})`)
    const relation = fc.constantFrom(
      ...['WITH PARENT', 'WITHOUT PARENT', 'WITH CHILDREN', 'WITHOUT CHILDREN', 'IS LINKED TO', 'IS NOT LINKED FROM'],
      ...['IS LINKED TO TRACKER = "secret"', 'IS LINKED FROM TRACKER != "task"', 'IS LINKED TO WITH TYPE "_is_child"'],
      ...['WITHOUT CHILDREN TRACKER = "task"', 'IS LINKED TO ARTIFACT = 1', 'WITH CHILD ARTIFACT = 7', 'IS COVERING'],
    )
    const comparison = fc.oneof(
      compare(['title', 'text', '@title', '@description', '@comments', 'files'], equal, text),
      compare(['count', 'ratio'], fc.oneof(order), number),
      compare(['count', 'ratio', 'due', 'on', 'status', 'colours', 'people', 'tags'], equal, fc.constant('""')),
      compare(['due', 'at', 'on', 'changed', '@submitted_on', '@last_update_date'], order, dayOf),
      between(['count', 'ratio'], number),
      between(['due', 'at', 'on'], dayOf),
      compare(['status', '@status'], equal, fc.constantFrom('"open"', '"Closed"', '"élan"')),
      compare(['@status'], equal, fc.constant('OPEN()')),
      among(['status'], ['Open', 'Closed', 'none of them']).filter((each) => !each.endsWith('("none of them")')),
      among(['colours'], ['Red', 'Green', 'Blue']),
      among(['people', 'by', 'last_by', '@assigned_to', '@submitted_by'], ['alice', 'bob', 'boss']),
      among(['tags'], ['bound', 'typed', 'other']),
      relation,
    )
    const { query } = fc.letrec<{ query: string }>((tie) => ({
      query: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        comparison,
        fc
          .tuple(tie('query'), fc.constantFrom('AND', 'OR', 'and'), tie('query'))
          .map((parts) => `(${parts.join(' ')})`),
      ),
    }))

    it(
      'a query returns exactly the artifacts that match its condition',
      async () => {
        await server.as('admin').patch('site_settings', { tql_complexity_limit: 0 })
        const tracker = await getCachedTracker(server.world, fixture.tracker as TrackerId)
        const visibleByCaller = new Map<string, Map<number, ArtifactDocument>>()
        for (const login of callers.keys()) visibleByCaller.set(login, await visibleDocuments(login))
        await fc.assert(
          fc.asyncProperty(query, fc.constantFrom(...callers.keys()), async (expertQuery, login) => {
            const visible = visibleByCaller.get(login) ?? new Map()
            const now = server.world.clock.now()
            const viewer = { caller: callers.get(login) as Caller, timezone: 'Europe/Paris', now }
            const request = { query: '', expertQuery, body: {} }
            const condition = await resolveCondition(server.world, viewer, tracker as never, request)
            if (condition === undefined) throw new Error('The condition is empty')
            const expected = [...visible.values()]
              .filter((each) => each.itemName === 'bug' && matchesFilter(condition, each, visible))
              .map(({ id }) => id)
            const response = await listArtifacts(login, `&expert_query=${encodeURIComponent(expertQuery)}`)
            expect([expertQuery, response.status, idsIn(response)]).toEqual([expertQuery, 200, expected])
            expect(response.headers['x-pagination-size']).toBe(`${expected.length}`)
          }),
          { numRuns: runs.queries },
        )
        await server.as('admin').patch('site_settings', { tql_complexity_limit: 30 })
      },
      isDrill ? 600_000 : 60_000,
    )

    it(
      'a filter with patterns returns exactly the artifacts that match its condition',
      async () => {
        const tracker = await getCachedTracker(server.world, fixture.tracker as TrackerId)
        const visible = await visibleDocuments('boss')
        const withNegation = (patterns: readonly string[]) =>
          fc.tuple(fc.constantFrom('', '!'), fc.constantFrom(...patterns)).map(([sign, each]) => `${sign}/${each}/`)
        const texts = ['^al', 'ta|x', '^.{1,2}$', 'e$', '[^a-z]', '\\bta\\b', "'s", '"', '漢', '(li?ne?)+', 'uber']
        const numbers = ['^-', '5', '^\\d$', '\\.', '^[1-9]\\d*$', '0|3']
        const filters = fc.record(
          {
            ...{
              title: withNegation(texts),
              text: withNegation(texts),
              count: withNegation(numbers),
              ratio: withNegation(numbers),
            },
            ...{ id: withNegation(numbers), number: withNegation(numbers), rank: withNegation(numbers) },
          },
          { requiredKeys: [] },
        )
        await fc.assert(
          fc.asyncProperty(filters, async (filter) => {
            const query = JSON.stringify(filter)
            const viewer = { caller: callers.get('boss') as Caller, timezone: 'Europe/Paris', now: baseTime }
            const request = { query, expertQuery: '', body: {} }
            const condition = await resolveCondition(server.world, viewer, tracker as never, request)
            if (condition === undefined) throw new Error('The condition is empty')
            const expected = [...visible.values()]
              .filter((each) => each.itemName === 'bug' && matchesFilter(condition, each, visible))
              .map(({ id }) => id)
            const response = await listArtifacts('boss', `&query=${encodeURIComponent(query)}`)
            expect([query, response.status, idsIn(response)]).toEqual([query, 200, expected])
            expect(response.headers['x-pagination-size']).toBe(`${expected.length}`)
          }),
          { numRuns: runs.queries },
        )
      },
      isDrill ? 600_000 : 60_000,
    )

    it(
      'any input is answered without a server error',
      async () => {
        const bytes = fc
          .uint8Array({ maxLength: 60 })
          .map((all) => [...all].map((each) => `%${each.toString(16).padStart(2, '0')}`).join(''))
        const pieces = fc
          .array(
            fc.constantFrom(
              ...[
                'title',
                'count',
                'due',
                'status',
                'people',
                'tags',
                'links',
                'files',
                'by',
                '@status',
                '@comments',
                'access',
              ],
              ...[
                '=',
                '!=',
                '<',
                '>=',
                'BETWEEN',
                'IN',
                'NOT IN',
                '(',
                ')',
                ',',
                'AND',
                'OR',
                'ORDER BY',
                'WITH PARENT',
              ],
              ...['IS LINKED TO', 'ARTIFACT =', 'TRACKER !=', 'WITH TYPE', 'NOW()', '- 999999y', 'MYSELF()', 'OPEN()'],
              ...[
                '"x"',
                "'\\u0000'",
                '"\\uD800"',
                '99999999999999999999',
                '1e9',
                '"2026-02-30"',
                '"9999-12-31"',
                '"0001-01-01"',
                '""',
                '\0',
              ],
            ),
            { maxLength: 12 },
          )
          .map((all) => encodeURIComponent(all.join(' ')))
        const values = fc.oneof(
          fc.jsonValue({ maxDepth: 3 }),
          fc.string({ unit: 'binary', maxLength: 12 }),
          fc.constantFrom(
            '\0',
            '\ud800',
            '>5',
            '5-',
            '<999999999999999999999',
            '2026-13-01',
            1e308,
            -1,
            'o99999999999999',
            [2 ** 31],
            [2 ** 53],
            `${2 ** 63}`,
          ),
          fc
            .string({ unit: fc.constantFrom(...'()[]{}*+?|^$.\\abdwBD,-123:=!<éσ'), maxLength: 12 })
            .map((each) => `/${each}/`),
        )
        const names = fc.constantFrom(
          ...[
            'title',
            'count',
            'ratio',
            'due',
            'at',
            'status',
            'people',
            'tags',
            'files',
            'links',
            'mentions',
            'id',
            'number',
            'rank',
            'by',
            'on',
            'access',
            '__proto__',
          ],
        )
        const operators = fc.constantFrom('contains', '=', '<', '>', 'between', 'like', null)
        const filters = fc.dictionary(names, fc.oneof(values, fc.record({ operator: operators, value: values })), {
          maxKeys: 3,
        })
        await fc.assert(
          fc.asyncProperty(
            fc.oneof(
              fc.tuple(fc.constantFrom('query', 'expert_query'), bytes),
              fc.tuple(fc.constant('expert_query'), pieces),
              fc.tuple(
                fc.constant('query'),
                filters.map((filter) => encodeURIComponent(JSON.stringify(filter))),
              ),
            ),
            fc.constantFrom('boss', 'visitor'),
            async ([name, value], login) => {
              const { status, text } = await listArtifacts(login, `&${name}=${value}`)
              expect([name, value, status < 500, text === '']).toEqual([name, value, true, false])
            },
          ),
          { numRuns: runs.bytes },
        )
        await fc.assert(
          fc.asyncProperty(filters, async (body) => {
            const { status } = await server.as('boss').get(`trackers/${fixture.tracker}/artifacts`, { body })
            expect(status).toBeLessThan(500)
          }),
          { numRuns: Math.ceil(runs.bytes / 3) },
        )
      },
      isDrill ? 600_000 : 60_000,
    )
  })

  describe('permissions (property test)', () => {
    const groups = fc.subarray([1, 2, 3, 4])
    const rights = fc.record({
      full: groups,
      submitter: fc.subarray([3, 4]),
      assignee: fc.subarray([3, 4]),
      submitter_only: fc.subarray([2, 3]),
      admin: fc.subarray([4]),
      reads: groups,
    })

    it(
      'lists return and count exactly the artifacts that can be read one by one',
      async () => {
        const all = allDocuments.filter(({ itemName }) => itemName === 'bug').map(({ id }) => id)
        await fc.assert(
          fc.asyncProperty(rights, fc.constantFrom(...callers.keys()), async (permissions, login) => {
            await grant(permissions)
            const readable: {
              readonly id: number
              readonly count: number | null | undefined
              readonly isOpen: boolean
            }[] = []
            for (const id of all) {
              const { status, body } = await server.as(login).get(`artifacts/${id}?values_format=all`)
              if (status !== 200) continue
              readable.push({ id, count: body.values_by_field.count?.value, isOpen: body.is_open })
            }
            const canReadCount = readable.some(({ count }) => count !== undefined)
            const list = await listArtifacts(login, '')
            const ids = readable.map(({ id }) => id)
            if (list.status === 200) {
              expect([idsIn(list), list.headers['x-pagination-size']]).toEqual([ids, `${ids.length}`])
            } else expect(ids).toEqual([])
            if (ids.length === 0) return
            const expectResult = async (query: string, expected: readonly number[]) => {
              const response = await listArtifacts(login, `&expert_query=${encodeURIComponent(query)}`)
              if (canReadCount)
                expect([query, idsIn(response), response.headers['x-pagination-size']]).toEqual([
                  query,
                  expected,
                  `${expected.length}`,
                ])
              else expect([query, response.status]).toEqual([query, 400])
            }
            const idsWhere = (test: (count: number | null) => boolean) =>
              readable.filter(({ count }) => test(count ?? null)).map(({ id }) => id)
            await expectResult(
              'count >= 3',
              idsWhere((count) => count !== null && count >= 3),
            )
            await expectResult(
              'count != 3',
              idsWhere((count) => count !== 3),
            )
            await expectResult(
              'count = ""',
              idsWhere((count) => count === null),
            )
            const page = await server.as(login).get(`trackers/${fixture.tracker}/artifacts?limit=3&offset=2&order=desc`)
            expect([idsIn(page), page.headers['x-pagination-size']]).toEqual([
              ids.toReversed().slice(2, 5),
              `${ids.length}`,
            ])
          }),
          { numRuns: runs.rights },
        )
      },
      isDrill ? 600_000 : 120_000,
    )

    async function grant(permissions: { readonly [permission: string]: readonly unknown[] }) {
      await server.world.db.write(async (tx) => {
        const tracker = fixture.tracker as TrackerId
        await tx.deleteFrom('tracker_permission').where('tracker_id', '=', tracker).execute()
        const rows = ['full', 'submitter', 'assignee', 'submitter_only', 'admin'].flatMap((permission) =>
          (permissions[permission] ?? []).map((group_id) => ({
            tracker_id: tracker,
            permission,
            group_id: group_id as UserGroupId,
          })),
        )
        if (rows.length > 0) await tx.insertInto('tracker_permission').values(rows).execute()
        const field_id = fixture.field('count') as never
        await tx.deleteFrom('field_permission').where('field_id', '=', field_id).execute()
        const readRows = (permissions['reads'] ?? []).map((group_id) => ({
          field_id,
          permission: 'read',
          group_id: group_id as UserGroupId,
        }))
        if (readRows.length > 0) await tx.insertInto('field_permission').values(readRows).execute()
        await bumpRevision(tx, 'trackers')
      })
      await server.world.cache.refresh()
    }
  })
})
