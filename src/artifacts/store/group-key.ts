import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { type ClockPeriod, clockYear } from '../../kit/values/clock-periods.ts'
import { countedDays, countedDaysFromMarch, type DateCriterion, type GroupKey } from '../model/group-key.ts'
import type { IntervalLength } from '../model/interval-starts.ts'
import { childType } from '../model/links.ts'
import { isVisibleArtifact } from './link-ends.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

const tables = expressionBuilder<Tables, never>()

/** Compiles a group key to its number for a row of `artifact`; null: the artifact has none. */
export const compileGroupKey = (key: GroupKey): RawBuilder<number | null> =>
  key.kind === 'parent' ? selectParent(key.accessible) : selectInterval(key)

function selectParent(accessible: (GroupKey & { readonly kind: 'parent' })['accessible']): RawBuilder<number | null> {
  if (accessible.length === 0) return sql<null>`cast(null as integer)`
  const parents = tables
    .selectFrom('value_link')
    .select(({ fn }) => fn.min<number | null>('value_link.artifact_id').as('id'))
    .whereRef('value_link.target_id', '=', sql.ref('artifact.id'))
    .where('value_link.type', '=', childType)
    .where(isVisibleArtifact(sql.ref('value_link.artifact_id'), accessible))
  return sql<number | null>`${parents}`
}

function selectInterval({ of, length, clock }: GroupKey & { readonly kind: 'interval' }): RawBuilder<number | null> {
  if (of.kind === 'system') return numberInterval(sql.ref(`artifact.${of.of}`), length, clock)
  // The prefix `+` keeps PostgreSQL from using the index by field, which would be scanned for each row.
  return sql<number | null>`(select max(${numberInterval(sql.ref('value_date.value'), length, clock)}) from value_date
    where value_date.artifact_id = artifact.id and +value_date.field_id = ${of.field})`
}

function numberInterval(
  moment: RawBuilder<unknown>,
  length: IntervalLength,
  clock: readonly ClockPeriod[],
): RawBuilder<number> {
  const wall = sql`(${moment} + ${compileOffset(moment, clock)})`
  if (length !== 'month') {
    const seconds = sql.lit(length === 'day' ? 86_400 : 7 * 86_400)
    return sql<number>`((${wall} + ${sql.lit(countedDays * 86_400)}) / ${seconds})`
  }
  // The calendar as integers, by C. Neri and L. Schneider, "Euclidean affine functions and their application to
  // calendar algorithms" (2023), figure 12: centuries, years and months since March of the first year.
  const quarters = sql`(4 * ((${wall} + ${sql.lit(countedDaysFromMarch * 86_400)}) / 86400) + 3)`
  const ofCentury = sql`(4 * ((${quarters} % 146097) / 4) + 3)`
  const years = sql`(100 * (${quarters} / 146097) + ${ofCentury} / 1461)`
  return sql<number>`(12 * ${years} + (5 * ((${ofCentury} % 1461) / 4) + 461) / 153)`
}

function compileOffset(moment: RawBuilder<unknown>, clock: readonly ClockPeriod[]): RawBuilder<unknown> {
  const last = sql.lit(clock.at(-1)?.offset ?? 0)
  if (clock.length <= 1) return last
  const branches = clock
    .slice(1)
    .map(({ from }, index) => sql`when ${moment} < ${sql.lit(from)} then ${sql.lit(clock[index]?.offset ?? 0)}`)
  return sql`case ${sql.join(branches, sql` `)} else ${last} end`
}

/**
 * Returns the years (`clockYear`) since 1970 in which matching artifacts have a date, in ascending order; at most
 * `limit`.
 */
export async function findDatedYears(
  db: Reader,
  where: ArtifactCondition,
  of: DateCriterion,
  limit: number,
): Promise<number[]> {
  const artifacts = db.selectFrom('artifact').where(where)
  // A multiple of the length of a year makes the number positive, so that its division rounds down.
  const yearOf = (moment: RawBuilder<unknown>) =>
    sql<number | string>`((${moment} + ${sql.lit(shiftedYears * clockYear)}) / ${sql.lit(clockYear)})`
  const years =
    of.kind === 'system'
      ? artifacts.select(yearOf(sql.ref(`artifact.${of.of}`)).as('year'))
      : artifacts
          .innerJoin('value_date', 'value_date.artifact_id', 'artifact.id')
          .where('value_date.field_id', '=', of.field)
          .select(yearOf(sql.ref('value_date.value')).as('year'))
  const rows = await years.distinct().limit(limit).execute()
  return rows.map(({ year }) => Number(year) - shiftedYears).sort((a, b) => a - b)
}

const shiftedYears = 3000
