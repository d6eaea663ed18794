import { type RawBuilder, sql } from 'kysely'
import { compareCodePoints } from '../../database/sql/sql.ts'
import type { SortCriterion } from '../../fields/model/sort-key.ts'
import { type FieldId, NO_VALUE } from '../../kit/values/ids.ts'
import type { ArtifactSortKey, GroupKey } from '../model/group-key.ts'
import { compileGroupKey } from './group-key.ts'
import { orderKey } from './ranks.ts'

type Criterion = SortCriterion | GroupKey

type KindOf<K extends Criterion['kind']> = Criterion & { readonly kind: K }

/** Returns the ORDER BY terms for rows of `artifact`, with the id last: the same total order on both databases. */
export const compileOrderBy = (keys: readonly ArtifactSortKey[], ties: 'asc' | 'desc' = 'asc'): RawBuilder<unknown> =>
  sql.join([
    ...keys.map(({ by, direction }) => sql`${sortingValue(by, direction)} ${sql.raw(direction)}${placeOfNulls(by)}`),
    sql`artifact.id ${sql.raw(ties)}`,
  ])

// Each artifact has a rank, and PostgreSQL reads an index in both directions only without this.
const placeOfNulls = (by: Criterion): RawBuilder<unknown> =>
  by.kind === 'system' && by.of === 'rank' ? sql`` : sql` nulls last`

// The prefix `+` keeps PostgreSQL from using the index by field, which would be scanned for each row.
const isOfField = (field: FieldId): RawBuilder<boolean> => sql<boolean>`+field_id = ${field}`

function sortingValue(by: Criterion, direction: ArtifactSortKey['direction']): RawBuilder<unknown> {
  // Each kind has its compiler; the type of `compilers` covers the union.
  const compiler = compilers[by.kind] as (by: Criterion, first: RawBuilder<unknown>) => RawBuilder<unknown>
  return compiler(by, direction === 'asc' ? sql`min` : sql`max`)
}

const compilers: {
  readonly [K in Criterion['kind']]: (by: KindOf<K>, first: RawBuilder<unknown>) => RawBuilder<unknown>
} = {
  value({ field, family }, first) {
    const value = family === 'text' ? sql`text${compareCodePoints()}` : sql`value`
    return sql`(select ${first}(${value}) from ${sql.table(`value_${family}`)}
      where artifact_id = artifact.id and ${isOfField(field)})`
  },

  choice: ({ field, values }, first) =>
    values.length === 0
      ? sql`cast(null as integer)`
      : sql`(select ${first}(case value_id ${sql.join(
          values.map((id, index) => sql`when ${sql.lit(id)} then ${sql.lit(index)}`),
          sql` `,
        )} end) from value_list where artifact_id = artifact.id and ${isOfField(field)})`,

  users: ({ field }, first) =>
    sql`(select ${first}("user".login_key${compareCodePoints()}) from value_list
      join "user" on "user".id = value_list.value_id
      where value_list.artifact_id = artifact.id and ${isOfField(field)} and value_list.value_id <> ${NO_VALUE})`,

  system: ({ of }) => (of === 'rank' ? orderKey : sql.ref(`artifact.${of}`)),

  user: ({ of }) =>
    sql`(select "user".login_key${compareCodePoints()} from "user" where "user".id = ${sql.ref(`artifact.${of}`)})`,

  interval: compileGroupKey,

  parent: compileGroupKey,
}
