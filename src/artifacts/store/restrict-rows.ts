import type { Expression, SelectQueryBuilder } from 'kysely'
import { inList } from '../../database/sql/sql.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'

/** Few artifacts to restrict a result to; null: all. */
export type Among = readonly ArtifactId[] | null

export const restrictRows = <From, Table extends keyof From, Row>(
  rows: SelectQueryBuilder<From, Table, Row>,
  column: string,
  among: Among,
): Expression<unknown> => (among === null ? rows : rows.where(inList(column, among)))
