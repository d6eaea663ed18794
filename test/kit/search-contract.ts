import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldTypeName } from '../../src/fields/field.ts'
import { fieldTypes } from '../../src/fields/registry.ts'
import { createServer, onEachDatabase } from './server.ts'
import { type ExampleIds, type FieldExamples, resolveExample } from './wire-field-examples.ts'
import { createUsers, createWireFixture, type FieldElement, type FieldTracker } from './wire-fixture.ts'

type Of<T> = T | ((at: ExampleIds) => T)

/** What finds an artifact that has the value `before` of its examples, and no other that has none. */
interface SearchExamples<Asked> {
  readonly finds: readonly Of<Asked>[]
  readonly misses: readonly Of<Asked>[]
  readonly refuses: readonly Of<Asked>[]
}

/** How artifacts are found by a field; null: they are not, which is refused. */
export interface SearchCase {
  /** Values of a criterion (docs/api/queries.md §1.4). */
  readonly filter: SearchExamples<unknown> | null
  /** Comparisons (docs/api/queries.md §2.4); `$` is the name of the field. */
  readonly compare: SearchExamples<string> | null
  /** Every artifact has a value of it. */
  readonly isOfAll?: boolean
}

/** By type and short name. A type without examples does not type-check, a field without them fails. */
export type SearchCasesByType = Readonly<Record<FieldTypeName, Readonly<Record<string, SearchCase>>>>

export const notSearchable: SearchCase = { filter: null, compare: null }

/** What every field type keeps of how it is searched, told by its examples. */
export function searchContract(
  examples: Readonly<Record<FieldTypeName, readonly FieldExamples[]>>,
  searched: SearchCasesByType,
): void {
  const elements = (Object.entries(examples) as [FieldTypeName, readonly FieldExamples[]][]).flatMap(([type, fields]) =>
    fields.map((field): FieldElement => ({ type, field })),
  )
  const named = elements.map(({ type, field }) => `${type} ${field.name}`)
  const rows = elements.map((element) => ({
    ...element,
    name: element.field.name,
    how: searched[element.type]?.[element.field.name] ?? notSearchable,
  }))

  it('is told by examples of every field, found and not found and refused', () => {
    const told = (Object.entries(searched) as [FieldTypeName, object][]).flatMap(([type, fields]) =>
      Object.keys(fields).map((name) => `${type} ${name}`),
    )
    expect(told.sort()).toStrictEqual(named.sort())
    expect(Object.keys(searched).sort()).toStrictEqual(Object.keys(fieldTypes).sort())
    const poor = rows.filter(({ how }) =>
      [how.filter, how.compare].some(
        (each) => each !== null && [each.finds, each.misses, each.refuses].some((some) => some.length === 0),
      ),
    )
    expect(poor.map(({ name }) => name)).toStrictEqual([])
  })

  onEachDatabase((dialect) => {
    const server = createServer(dialect)
    const places = new Map<
      FieldTypeName,
      { readonly sheet: FieldTracker; readonly full: number; readonly empty: number }
    >()
    const atOf = new Map<string, ExampleIds>()

    beforeAll(async () => {
      const fixture = await createWireFixture(
        server,
        await createUsers(server),
        'searched',
        elements.filter(({ field }) => field.isOnlyImported),
      )
      for (const [type, fields] of Object.entries(examples) as [FieldTypeName, readonly FieldExamples[]][]) {
        const defined = fields.filter(({ isOnlyImported }) => isOnlyImported !== true)
        const sheet =
          defined.length === 0
            ? fixture.imported
            : await fixture.createTracker(
                `of_${type.toLowerCase()}`,
                defined.map((field) => ({ type, field })),
              )
        const ats = fields.map((field) => ({ field, at: sheet.at(field.name) }))
        const values = ats.flatMap(({ field, at }) =>
          field.before === undefined ? [] : [{ field_id: at.field, ...resolveExample(field.before.sent, at) }],
        )
        const made = async (who: string, more: readonly object[]) => {
          const sent = { tracker: { id: sheet.id }, values: [{ field_id: sheet.plain, value: 'plain' }, ...more] }
          const { status, body, text } = await server.as(who).post('artifacts', sent)
          expect([status, text]).toStrictEqual([201, expect.anything()])
          return body.id as number
        }
        const full = await made('alice', values)
        places.set(type, { sheet, full, empty: await made('bob', []) })
        const { body: artifact } = await server.as('alice').get(`artifacts/${full}?values_format=all`)
        const row = await server.world.db.read
          .selectFrom('artifact')
          .select(['number', 'rank'])
          .where('id', '=', full as never)
          .executeTakeFirstOrThrow()
        const numbers = { number: Number(row.number), rank: Number(row.rank) }
        for (const { field, at } of ats) atOf.set(`${type} ${field.name}`, { ...at, artifact, ...numbers })
      }
    })

    const ask = async (type: FieldTypeName, name: string, parameter: string, sent: unknown) => {
      const { sheet } = places.get(type) as { readonly sheet: FieldTracker }
      const text = typeof sent === 'string' ? sent.replaceAll('$', name) : JSON.stringify({ [name]: sent })
      const answer = await server
        .as('alice')
        .get(`trackers/${sheet.id}/artifacts?${parameter}=${encodeURIComponent(text)}`)
      return { asked: text, status: answer.status, text: answer.text, body: answer.body }
    }
    const inWords = (each: unknown): string =>
      typeof each === 'function' ? String(each) : (JSON.stringify(each) ?? '')

    const ways = [
      { parameter: 'query', how: ({ filter }: SearchCase) => filter as SearchExamples<unknown> | null, none: ['x', 3] },
      { parameter: 'expert_query', how: ({ compare }: SearchCase) => compare, none: ['$ = "x"', '$ != ""'] },
    ]
    // A criterion that is a text is not to be taken for a query.
    const criterion = (parameter: string, sent: unknown) =>
      parameter === 'query' && typeof sent === 'string' ? { operator: 'contains', value: sent } : sent

    describe.each(rows)('$type: $name', ({ type, name, how: searching }) => {
      const cases = ways.flatMap(({ parameter, how, none }) => {
        const by = how(searching)
        const refuses = by?.refuses ?? none
        return [
          ...(by?.finds ?? []).map((sent) => ({ parameter, sent, outcome: 'finds' })),
          ...(by?.misses ?? []).map((sent) => ({ parameter, sent, outcome: 'misses' })),
          ...refuses.map((sent) => ({ parameter, sent, outcome: 'refuses' })),
        ].map((each) => ({ ...each, title: inWords(each.sent) }))
      })
      it.each(cases)('$parameter $title $outcome', async ({ parameter, sent, outcome }) => {
        const at = atOf.get(`${type} ${name}`) as ExampleIds
        const { asked, status, text, body } = await ask(
          type,
          name,
          parameter,
          criterion(parameter, resolveExample(sent as never, at)),
        )
        if (outcome === 'refuses') {
          expect([asked, status]).toStrictEqual([asked, 400])
          return
        }
        expect([asked, status, text]).toStrictEqual([asked, 200, expect.anything()])
        const ids = body.map(({ id }: { id: number }) => id)
        const { full, empty } = places.get(type) as { readonly full: number; readonly empty: number }
        expect([asked, ids.includes(full)]).toStrictEqual([asked, outcome === 'finds'])
        if (outcome === 'finds') expect([asked, ids.includes(empty)]).toStrictEqual([asked, searching.isOfAll === true])
      })
    })
  })
}
