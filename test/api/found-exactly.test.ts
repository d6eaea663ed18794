import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { resolveCondition } from '../../src/artifacts/reads/resolve-query.ts'
import { filterVisibleArtifacts } from '../../src/artifacts/reads/visible-artifacts.ts'
import { loadArtifacts } from '../../src/artifacts/store/artifacts.ts'
import { loadChangesets } from '../../src/artifacts/store/changesets.ts'
import { toSearchableText } from '../../src/fields/searchable-text.ts'
import { anonymous, type Caller } from '../../src/kit/caller.ts'
import { bumpRevision } from '../../src/kit/db/revisions.ts'
import type { ArtifactId, TrackerId, UserGroupId } from '../../src/kit/ids.ts'
import { findAccount } from '../../src/site/store/accounts.ts'
import { getCachedTracker } from '../../src/trackers/store/trackers.ts'
import { type ArtifactDocument, matchesFilter } from '../kit/matches-filter.ts'
import { baseTime } from '../kit/project-fixture.ts'
import { createSearchFixture, type SearchFixture } from '../kit/search-fixture.ts'
import { alwaysOnEachDatabase, createServer, type TestResponse } from '../kit/server.ts'

// `npm run drill:fuzz` asks more.
const isDrill = process.env['TULIPWOOD_FUZZ_RUNS'] !== undefined
const runs = isDrill ? { queries: 2000, rights: 300, bytes: 10_000 } : { queries: 75, rights: 12, bytes: 150 }

const words = ['al', 'ALPHA', 'über', 'ta', 'line', '%', '_', "it's", 'a"b', 'x y', '漢', 'e']

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let fixture: SearchFixture
  let everyone: readonly ArtifactDocument[] = []
  const callers = new Map<string, Caller>()

  beforeAll(async () => {
    fixture = await createSearchFixture(server, 'exactly')
    await plantMany()
    everyone = await documents()
    callers.set('visitor', anonymous)
    for (const who of ['admin', 'boss', 'alice', 'bob', 'outsider'])
      callers.set(who, (await findAccount(server.world, server.idOf(who)))?.reading as Caller)
  })

  /** Artifacts of values drawn once, so that every run asks the same. */
  async function plantMany() {
    const people = ['alice', 'bob', 'boss'].map((who) => server.idOf(who))
    const { value, openValue, ids } = fixture
    const some = <T>(...of: readonly T[]) => fc.constantFrom(...of)
    const drawn = fc.sample(
      fc.record({
        title: some(...words, ''),
        text: some(...words).map((content) => ({
          format: 'html' as const,
          content: `<i>${content.replace('"', '&quot;')}</i> e`,
        })),
        count: some(null, -7, 0, 3, 3, 40),
        ratio: some(null, -0.5, 0.5, 1.25),
        due: some(null, baseTime - 86_400, baseTime - 52_345, baseTime, baseTime + 86_400),
        status: some([], ...['Open', 'Closed', 'Élan'].map((label) => [value(label)])),
        colours: fc.subarray(['Red', 'Green', 'Blue'].map(value)),
        people: fc.subarray(people),
        tags: fc.subarray([`b${value('bound')}`, `o${openValue('typed')}`, `o${openValue('Other')}`]),
        links: fc.subarray(
          ['alpha', 'task', 'secret', 'zeta'].map((name, n) => ({
            id: ids[name],
            type: n % 2 === 0 ? '' : '_is_child',
          })),
        ),
        access: some(null, null, null, [3], [4], [fixture.fixture.groups.get('painters')]),
        by: some(...people, null),
        comment: some(null, ...words),
        isPrivate: fc.boolean(),
      }),
      { numRuns: 40, seed: 5 },
    )
    await fixture.fixture.createArtifacts(
      ...drawn.map(({ by, comment, isPrivate, ...values }, n) => ({
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

  /** Every artifact of the project, read one by one. */
  async function documents(): Promise<ArtifactDocument[]> {
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

  const ask = (who: string, more: string) =>
    server.as(who).get(`trackers/${fixture.tracker}/artifacts?limit=1000${more}`)
  const idsIn = ({ body }: TestResponse): number[] => body.map(({ id }: { id: number }) => id)
  const sightOf = async (who: string): Promise<Map<number, ArtifactDocument>> => {
    const heads = await loadArtifacts(
      server.world.db.read,
      everyone.map(({ id }) => id as ArtifactId),
    )
    const seen = await filterVisibleArtifacts(server.world, callers.get(who) as Caller, [...heads.values()])
    const ids = new Set<number>(seen.map(({ id }) => id))
    return new Map(everyone.filter(({ id }) => ids.has(id)).map((each) => [each.id, each]))
  }

  describe('whatever is asked', () => {
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
      'in a query, exactly what an artifact is like decides whether it is found',
      async () => {
        await server.as('admin').patch('site_settings', { tql_complexity_limit: 0 })
        const tracker = await getCachedTracker(server.world, fixture.tracker as TrackerId)
        const sights = new Map<string, Map<number, ArtifactDocument>>()
        for (const who of callers.keys()) sights.set(who, await sightOf(who))
        await fc.assert(
          fc.asyncProperty(query, fc.constantFrom(...callers.keys()), async (expertQuery, who) => {
            const sight = sights.get(who) ?? new Map()
            const now = server.world.clock.now()
            const asking = { caller: callers.get(who) as Caller, timezone: 'Europe/Paris', now }
            const sent = { query: '', expertQuery, body: {} }
            const condition = await resolveCondition(server.world, asking, tracker as never, sent)
            if (condition === undefined) throw new Error('Nothing is asked')
            const expected = [...sight.values()]
              .filter((each) => each.itemName === 'bug' && matchesFilter(condition, each, sight))
              .map(({ id }) => id)
            const answer = await ask(who, `&expert_query=${encodeURIComponent(expertQuery)}`)
            expect([expertQuery, answer.status, idsIn(answer)]).toEqual([expertQuery, 200, expected])
            expect(answer.headers['x-pagination-size']).toBe(`${expected.length}`)
          }),
          { numRuns: runs.queries },
        )
        await server.as('admin').patch('site_settings', { tql_complexity_limit: 30 })
      },
      isDrill ? 600_000 : 60_000,
    )

    it(
      'in a filter with patterns, exactly what an artifact is like decides whether it is found',
      async () => {
        const tracker = await getCachedTracker(server.world, fixture.tracker as TrackerId)
        const sight = await sightOf('boss')
        const signed = (patterns: readonly string[]) =>
          fc.tuple(fc.constantFrom('', '!'), fc.constantFrom(...patterns)).map(([sign, each]) => `${sign}/${each}/`)
        const texts = ['^al', 'ta|x', '^.{1,2}$', 'e$', '[^a-z]', '\\bta\\b', "'s", '"', '漢', '(li?ne?)+', 'uber']
        const numbers = ['^-', '5', '^\\d$', '\\.', '^[1-9]\\d*$', '0|3']
        const filters = fc.record(
          {
            ...{ title: signed(texts), text: signed(texts), count: signed(numbers), ratio: signed(numbers) },
            ...{ id: signed(numbers), number: signed(numbers), rank: signed(numbers) },
          },
          { requiredKeys: [] },
        )
        await fc.assert(
          fc.asyncProperty(filters, async (filter) => {
            const query = JSON.stringify(filter)
            const asking = { caller: callers.get('boss') as Caller, timezone: 'Europe/Paris', now: baseTime }
            const sent = { query, expertQuery: '', body: {} }
            const condition = await resolveCondition(server.world, asking, tracker as never, sent)
            if (condition === undefined) throw new Error('Nothing is asked')
            const expected = [...sight.values()]
              .filter((each) => each.itemName === 'bug' && matchesFilter(condition, each, sight))
              .map(({ id }) => id)
            const answer = await ask('boss', `&query=${encodeURIComponent(query)}`)
            expect([query, answer.status, idsIn(answer)]).toEqual([query, 200, expected])
            expect(answer.headers['x-pagination-size']).toBe(`${expected.length}`)
          }),
          { numRuns: runs.queries },
        )
      },
      isDrill ? 600_000 : 60_000,
    )

    it(
      'in no matter which bytes, the answer is no failure',
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
            async ([name, sent], who) => {
              const { status, text } = await ask(who, `&${name}=${sent}`)
              expect([name, sent, status < 500, text === '']).toEqual([name, sent, true, false])
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

  describe('whatever the rights', () => {
    const groups = fc.subarray([1, 2, 3, 4])
    const rights = fc.record({
      full: groups,
      submitter: fc.subarray([3, 4]),
      assignee: fc.subarray([3, 4]),
      submitter_only: fc.subarray([2, 3]),
      admin: fc.subarray([4]),
      reads: groups,
      questions: fc.constant(['', 'count >= 3', 'count != 3', 'count = ""', '@status = OPEN() ORDER BY count DESC']),
    })

    it(
      'what lists find and count is what one finds by reading one by one',
      async () => {
        const all = everyone.filter(({ itemName }) => itemName === 'bug').map(({ id }) => id)
        await fc.assert(
          fc.asyncProperty(rights, fc.constantFrom(...callers.keys()), async (given, who) => {
            await grant(given)
            const shown: {
              readonly id: number
              readonly count: number | null | undefined
              readonly isOpen: boolean
            }[] = []
            for (const id of all) {
              const { status, body } = await server.as(who).get(`artifacts/${id}?values_format=all`)
              if (status !== 200) continue
              shown.push({ id, count: body.values_by_field.count?.value, isOpen: body.is_open })
            }
            const reads = shown.some(({ count }) => count !== undefined)
            const plain = await ask(who, '')
            const ids = shown.map(({ id }) => id)
            if (plain.status === 200) {
              expect([idsIn(plain), plain.headers['x-pagination-size']]).toEqual([ids, `${ids.length}`])
            } else expect(ids).toEqual([])
            if (ids.length === 0) return
            const expecting = async (question: string, expected: readonly number[]) => {
              const answer = await ask(who, `&expert_query=${encodeURIComponent(question)}`)
              if (reads)
                expect([question, idsIn(answer), answer.headers['x-pagination-size']]).toEqual([
                  question,
                  expected,
                  `${expected.length}`,
                ])
              else expect([question, answer.status]).toEqual([question, 400])
            }
            const where = (test: (count: number | null) => boolean) =>
              shown.filter(({ count }) => test(count ?? null)).map(({ id }) => id)
            await expecting(
              'count >= 3',
              where((count) => count !== null && count >= 3),
            )
            await expecting(
              'count != 3',
              where((count) => count !== 3),
            )
            await expecting(
              'count = ""',
              where((count) => count === null),
            )
            const page = await server.as(who).get(`trackers/${fixture.tracker}/artifacts?limit=3&offset=2&order=desc`)
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

    async function grant(given: { readonly [permission: string]: readonly unknown[] }) {
      await server.world.db.write(async (tx) => {
        const tracker = fixture.tracker as TrackerId
        await tx.deleteFrom('tracker_permission').where('tracker_id', '=', tracker).execute()
        const rows = ['full', 'submitter', 'assignee', 'submitter_only', 'admin'].flatMap((permission) =>
          (given[permission] ?? []).map((group_id) => ({
            tracker_id: tracker,
            permission,
            group_id: group_id as UserGroupId,
          })),
        )
        if (rows.length > 0) await tx.insertInto('tracker_permission').values(rows).execute()
        const field_id = fixture.field('count') as never
        await tx.deleteFrom('field_permission').where('field_id', '=', field_id).execute()
        const reading = (given['reads'] ?? []).map((group_id) => ({
          field_id,
          permission: 'read',
          group_id: group_id as UserGroupId,
        }))
        if (reading.length > 0) await tx.insertInto('field_permission').values(reading).execute()
        await bumpRevision(tx, 'trackers')
      })
      await server.world.cache.refresh()
    }
  })
})
