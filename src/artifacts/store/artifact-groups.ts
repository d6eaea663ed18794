import { type AliasableExpression, expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import type { Tables } from '../../database/tables/tables.ts'
import {
  type ArtifactId,
  type BindValueId,
  type FieldId,
  NO_VALUE,
  NONE_USER,
  type UserId,
} from '../../kit/values/ids.ts'
import type { ArtifactSortKey, GroupKey } from '../model/group-key.ts'
import { compileGroupKey } from './group-key.ts'
import { selectOpenChoices } from './open-choices.ts'
import { compileOrderBy } from './order-by.ts'
import type { PageOfIds } from './pages.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

const tables = expressionBuilder<Tables, never>()

interface PagesQuery {
  readonly order: 'asc' | 'desc'
  readonly orderBy?: readonly ArtifactSortKey[]
  /** number of artifacts of each group */
  readonly limit: number
}

interface GroupPagesQuery extends PagesQuery {
  readonly field: FieldId
}

interface KeyedPagesQuery extends PagesQuery {
  readonly key: GroupKey
  /** with more of them, more entries are returned */
  readonly maxGroups: number
}

/**
 * Returns the first matching artifacts of each value of a list field, and their total number, by the id of the value; of
 * artifacts without a value by NO_VALUE. Values that no matching artifact holds have no entry.
 */
export async function loadGroupPages(
  db: Reader,
  where: ArtifactCondition,
  { field, order, orderBy = [], limit }: GroupPagesQuery,
): Promise<Map<number, PageOfIds>> {
  const ranked = db
    .selectFrom('artifact')
    .where(where)
    .leftJoin('value_list as chosen', (join) =>
      join.onRef('chosen.artifact_id', '=', 'artifact.id').on('chosen.field_id', '=', field),
    )
    .select(selectPlaces(orderBy, order))
  return collectValuePages(await selectFirst(db, ranked, limit).execute())
}

/**
 * Returns the same of an open list, whose values that users added have a key of their own (`keyOfOpenValue`). With more
 * groups than `maxGroups`, more entries are returned.
 */
export async function loadOpenGroupPages(
  db: Reader,
  where: ArtifactCondition,
  { field, order, orderBy = [], limit, maxGroups }: GroupPagesQuery & { readonly maxGroups: number },
): Promise<Map<number, PageOfIds>> {
  const ranked = db
    .selectFrom('artifact')
    .where(where)
    .leftJoin(selectOpenChoices(field).as('chosen'), (join) => join.onRef('chosen.artifact_id', '=', 'artifact.id'))
    .select(selectPlaces(orderBy, order))
  // The first rows are one of each group.
  const rows = await selectFirst(db, ranked, limit)
    .limit(maxGroups * limit + 1)
    .execute()
  return collectValuePages(rows)
}

interface RankedArtifact {
  readonly id: ArtifactId
  readonly value_id: number | null
  readonly place: number
  readonly size: number
}

/** What an artifact needs to be placed among those with the same value in `chosen`. */
const selectPlaces = (orderBy: readonly ArtifactSortKey[], order: 'asc' | 'desc') =>
  [
    'artifact.id',
    'chosen.value_id',
    placeWithin(sql`chosen.value_id`, orderBy, order).as('place'),
    sizeOf(sql`chosen.value_id`).as('size'),
  ] as const

/** Selects the first artifacts of each value: the first of all values, then the second ones, and so on. */
const selectFirst = (db: Reader, ranked: AliasableExpression<RankedArtifact>, limit: number) =>
  db.selectFrom(ranked.as('ranked')).select(['id', 'value_id', 'size']).where('place', '<=', limit).orderBy('place')

const collectValuePages = (rows: readonly Omit<RankedArtifact, 'place'>[]): Map<number, PageOfIds> =>
  collectPages(rows.map(({ id, value_id, size }) => [value_id === null ? NO_VALUE : Number(value_id), id, size]))

/**
 * Returns the same of each pair of values of two fields, by `getPairKey`, with the number of artifacts of each pair.
 */
export async function loadLanePages(
  db: Reader,
  where: ArtifactCondition,
  { field, lanes, order, orderBy = [], limit }: GroupPagesQuery & { readonly lanes: FieldId },
): Promise<Map<string, PageOfIds>> {
  const pair = sql`chosen.value_id, lane.value_id`
  const ranked = db
    .selectFrom('artifact')
    .where(where)
    .leftJoin('value_list as chosen', (join) =>
      join.onRef('chosen.artifact_id', '=', 'artifact.id').on('chosen.field_id', '=', field),
    )
    .leftJoin('value_list as lane', (join) =>
      join.onRef('lane.artifact_id', '=', 'artifact.id').on('lane.field_id', '=', lanes),
    )
    .select([
      'artifact.id',
      'chosen.value_id',
      'lane.value_id as lane_id',
      placeWithin(pair, orderBy, order).as('place'),
      sizeOf(pair).as('size'),
    ])
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .select(['id', 'value_id', 'lane_id', 'size'])
    .where('place', '<=', limit)
    .orderBy('place')
    .execute()
  return collectPages(
    rows.map(({ id, value_id, lane_id, size }) => [getPairKey(value_id ?? NO_VALUE, lane_id ?? NO_VALUE), id, size]),
  )
}

export const getPairKey = (value: number, lane: number): string => `${value} ${lane}`

/** Returns the same by the number of a group key; null: of artifacts that have none. */
export async function loadKeyedPages(
  db: Reader,
  where: ArtifactCondition,
  { key, order, orderBy = [], limit, maxGroups }: KeyedPagesQuery,
): Promise<Map<number | null, PageOfIds>> {
  const number = compileGroupKey(key)
  const ranked = db
    .selectFrom('artifact')
    .where(where)
    .select([
      'artifact.id',
      number.as('number'),
      placeWithin(number, orderBy, order).as('place'),
      sizeOf(number).as('size'),
    ])
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .select(['id', 'number', 'size'])
    .where('place', '<=', limit)
    // The first rows are one of each group.
    .orderBy('place')
    .limit(maxGroups * limit + 1)
    .execute()
  return collectPages(rows.map(({ id, number, size }) => [number === null ? null : Number(number), id, size]))
}

const placeWithin = (group: RawBuilder<unknown>, orderBy: readonly ArtifactSortKey[], order: 'asc' | 'desc') =>
  sql<number>`row_number() over (partition by ${group} order by ${compileOrderBy(orderBy, order)})`

const sizeOf = (group: RawBuilder<unknown>) => sql<number>`count(*) over (partition by ${group})`

function collectPages<Group>(
  rows: readonly (readonly [group: Group, id: ArtifactId, size: number | string])[],
): Map<Group, PageOfIds> {
  const pages = new Map<Group, { readonly ids: ArtifactId[]; readonly size: number }>()
  for (const [group, id, size] of rows) {
    const page = pages.get(group)
    if (page === undefined) pages.set(group, { ids: [id], size: Number(size) })
    else page.ids.push(id)
  }
  return pages
}

/** Returns the users that matching artifacts hold in a list field. */
export async function findChosenUsers(
  db: Reader,
  where: ArtifactCondition,
  field: FieldId,
  limit: number,
): Promise<UserId[]> {
  const users = db.selectFrom('user').select('user.id').where('user.id', '<>', NONE_USER)
  const rows = await users
    .where(({ exists }) => exists(selectHolders(where, field, 'user.id')))
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the hidden values of a list field that matching artifacts hold. */
export async function findChosenHiddenValues(
  db: Reader,
  where: ArtifactCondition,
  field: FieldId,
  limit: number,
): Promise<BindValueId[]> {
  const values = db.selectFrom('bind_value').select('bind_value.id').where('bind_value.field_id', '=', field)
  const rows = await values
    .where('bind_value.is_hidden', '=', 1)
    .where(({ exists }) => exists(selectHolders(where, field, 'bind_value.id')))
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns a query for the matching artifacts that hold the value of a column: one index lookup for each value. */
const selectHolders = (where: ArtifactCondition, field: FieldId, value: 'user.id' | 'bind_value.id') =>
  tables
    .selectFrom('artifact')
    .where(where)
    .innerJoin('value_list as chosen', 'chosen.artifact_id', 'artifact.id')
    .where('chosen.field_id', '=', field)
    .where('chosen.value_id', '=', sql<number>`${sql.ref(value)}`)
    .select(sql<number>`1`.as('one'))
