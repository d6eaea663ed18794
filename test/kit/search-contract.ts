import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldTypeName } from '../../src/fields/model/field.ts'
import { fieldTypes } from '../../src/fields/registry/registry.ts'
import { createServer, onEachDatabase } from './server.ts'
import { type ExampleIds, type FieldExamples, resolveExample } from './wire-field-examples.ts'
import { createUsers, createWireFixture, type FieldElement, type FieldTracker } from './wire-fixture.ts'

type IdDependent<T> = T | ((at: ExampleIds) => T)

/** Queries that match an artifact with the value `before` of the field's examples, and queries that do not. */
interface SearchExamples<Query> {
  readonly finds: readonly IdDependent<Query>[]
  readonly misses: readonly IdDependent<Query>[]
  readonly rejects: readonly IdDependent<Query>[]
}

/** Queries by a field; null if the field cannot be queried and such queries are rejected. */
export interface SearchCase {
  /** Values of a criterion (docs/api/queries.md §1.4). */
  readonly filter: SearchExamples<unknown> | null
  /** Comparisons (docs/api/queries.md §2.4); `$` is replaced by the name of the field. */
  readonly compare: SearchExamples<string> | null
  /** Every artifact has a value of this field. */
  readonly matchesAll?: boolean
}

/** By type and short name. A missing type is a type error, a missing field fails a test. */
export type SearchCasesByType = Readonly<Record<FieldTypeName, Readonly<Record<string, SearchCase>>>>

export const notSearchable: SearchCase = { filter: null, compare: null }

/** Tests how each field type is queried, with the examples of its fields. */
export function describeSearchContract(
  examples: Readonly<Record<FieldTypeName, readonly FieldExamples[]>>,
  cases: SearchCasesByType,
): void {
  const elements = (Object.entries(examples) as [FieldTypeName, readonly FieldExamples[]][]).flatMap(([type, fields]) =>
    fields.map((field): FieldElement => ({ type, field })),
  )
  const names = elements.map(({ type, field }) => `${type} ${field.name}`)
  const rows = elements.map((element) => ({
    ...element,
    name: element.field.name,
    searchCase: cases[element.type]?.[element.field.name] ?? notSearchable,
  }))

  it('has matching, not matching and rejected queries for every field', () => {
    const described = (Object.entries(cases) as [FieldTypeName, object][]).flatMap(([type, fields]) =>
      Object.keys(fields).map((name) => `${type} ${name}`),
    )
    expect(described.sort()).toStrictEqual(names.sort())
    expect(Object.keys(cases).sort()).toStrictEqual(Object.keys(fieldTypes).sort())
    const incomplete = rows.filter(({ searchCase }) =>
      [searchCase.filter, searchCase.compare].some(
        (each) => each !== null && [each.finds, each.misses, each.rejects].some((some) => some.length === 0),
      ),
    )
    expect(incomplete.map(({ name }) => name)).toStrictEqual([])
  })

  onEachDatabase((dialect) => {
    const server = createServer(dialect)
    const fixtures = new Map<
      FieldTypeName,
      { readonly sheet: FieldTracker; readonly full: number; readonly empty: number }
    >()
    const idsByField = new Map<string, ExampleIds>()

    beforeAll(async () => {
      const fixture = await createWireFixture(
        server,
        await createUsers(server),
        'searched',
        elements.filter(({ field }) => field.isOnlyImported),
      )
      for (const [type, fields] of Object.entries(examples) as [FieldTypeName, readonly FieldExamples[]][]) {
        const defined = fields.filter(({ isOnlyImported }) => isOnlyImported !== true)
        const tracker =
          defined.length === 0
            ? fixture.imported
            : await fixture.createTracker(
                `of_${type.toLowerCase()}`,
                defined.map((field) => ({ type, field })),
              )
        const exampleIds = fields.map((field) => ({ field, at: tracker.at(field.name) }))
        const values = exampleIds.flatMap(({ field, at }) =>
          field.before === undefined ? [] : [{ field_id: at.field, ...resolveExample(field.before.input, at) }],
        )
        const createArtifact = async (login: string, more: readonly object[]) => {
          const input = { tracker: { id: tracker.id }, values: [{ field_id: tracker.plain, value: 'plain' }, ...more] }
          const { status, body, text } = await server.as(login).post('artifacts', input)
          expect([status, text]).toStrictEqual([201, expect.anything()])
          return body.id as number
        }
        const full = await createArtifact('alice', values)
        fixtures.set(type, { sheet: tracker, full, empty: await createArtifact('bob', []) })
        const { body: artifact } = await server.as('alice').get(`artifacts/${full}?values_format=all`)
        const row = await server.world.db.read
          .selectFrom('artifact')
          .select(['number', 'rank'])
          .where('id', '=', full as never)
          .executeTakeFirstOrThrow()
        const numbers = { number: Number(row.number), rank: Number(row.rank) }
        for (const { field, at } of exampleIds) idsByField.set(`${type} ${field.name}`, { ...at, artifact, ...numbers })
      }
    })

    const search = async (type: FieldTypeName, name: string, parameter: string, input: unknown) => {
      const { sheet: tracker } = fixtures.get(type) as { readonly sheet: FieldTracker }
      const text = typeof input === 'string' ? input.replaceAll('$', name) : JSON.stringify({ [name]: input })
      const answer = await server
        .as('alice')
        .get(`trackers/${tracker.id}/artifacts?${parameter}=${encodeURIComponent(text)}`)
      return { query: text, status: answer.status, text: answer.text, body: answer.body }
    }
    const titleOf = (each: unknown): string =>
      typeof each === 'function' ? String(each) : (JSON.stringify(each) ?? '')

    const parameters = [
      {
        parameter: 'query',
        examplesOf: ({ filter }: SearchCase) => filter as SearchExamples<unknown> | null,
        none: ['x', 3],
      },
      { parameter: 'expert_query', examplesOf: ({ compare }: SearchCase) => compare, none: ['$ = "x"', '$ != ""'] },
    ]
    // A criterion that is a string is not an expert query.
    const criterion = (parameter: string, input: unknown) =>
      parameter === 'query' && typeof input === 'string' ? { operator: 'contains', value: input } : input

    describe.each(rows)('$type: $name', ({ type, name, searchCase }) => {
      const cases = parameters.flatMap(({ parameter, examplesOf, none }) => {
        const by = examplesOf(searchCase)
        const rejects = by?.rejects ?? none
        return [
          ...(by?.finds ?? []).map((input) => ({ parameter, input, outcome: 'finds' })),
          ...(by?.misses ?? []).map((input) => ({ parameter, input, outcome: 'misses' })),
          ...rejects.map((input) => ({ parameter, input, outcome: 'rejects' })),
        ].map((each) => ({ ...each, title: titleOf(each.input) }))
      })
      it.each(cases)('$parameter $title $outcome', async ({ parameter, input, outcome }) => {
        const at = idsByField.get(`${type} ${name}`) as ExampleIds
        const { query, status, text, body } = await search(
          type,
          name,
          parameter,
          criterion(parameter, resolveExample(input as never, at)),
        )
        if (outcome === 'rejects') {
          expect([query, status]).toStrictEqual([query, 400])
          return
        }
        expect([query, status, text]).toStrictEqual([query, 200, expect.anything()])
        const ids = body.map(({ id }: { id: number }) => id)
        const { full, empty } = fixtures.get(type) as { readonly full: number; readonly empty: number }
        expect([query, ids.includes(full)]).toStrictEqual([query, outcome === 'finds'])
        if (outcome === 'finds')
          expect([query, ids.includes(empty)]).toStrictEqual([query, searchCase.matchesAll === true])
      })
    })
  })
}
