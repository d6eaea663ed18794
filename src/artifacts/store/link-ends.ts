import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../database/tables/tables.ts'
import type { LinkEnd, Range, RelationCondition } from '../../fields/model/condition.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { buildVisibilityCondition } from './visibility-condition.ts'

type VisibleTo = (RelationCondition & { readonly kind: 'link' | 'mention' })['accessibleTrackers']

const tables = expressionBuilder<Tables, never>()

/**
 * Returns the condition that an artifact exists and the caller sees it (docs/api/queries.md §2.2), by key for each
 * link.
 */
export function isVisibleArtifact(id: Expression<unknown>, accessible: VisibleTo): Expression<SqlBool> {
  if (accessible === undefined)
    throw new Error('A condition on other artifacts is not restricted to a caller (model/visible-condition.ts)')
  // Written only by visible-condition.ts.
  const visible = buildVisibilityCondition(accessible as readonly AccessibleTracker[])
  const one = tables.selectFrom('artifact').select(sql<number>`1`.as('one'))
  return tables.exists(one.where(sql<SqlBool>`artifact.id = ${id}`).where((artifacts) => visible(artifacts)))
}

/** Returns the condition that the end of a link is the requested artifact. */
export function matchesLinkEnd(end: Expression<unknown>, other: NonNullable<LinkEnd>): Expression<SqlBool> {
  if (other.kind === 'artifact') return sql<SqlBool>`${end} = ${other.id}`
  if (other.kind === 'number') return isInRange(end, toIntegerRange(other.range))
  const operator = other.isEqual ? sql`=` : sql`<>`
  return sql<SqlBool>`exists (
    select 1 from artifact as other join tracker on tracker.id = other.tracker_id
    where other.id = ${end} and tracker.item_name ${operator} ${other.itemName}
  )`
}

export function isInRange(value: Expression<unknown>, { above, from, to, below }: Range): Expression<SqlBool> {
  const bounds = [
    above === undefined ? undefined : sql`${value} > ${above}`,
    from === undefined ? undefined : sql`${value} >= ${from}`,
    to === undefined ? undefined : sql`${value} <= ${to}`,
    below === undefined ? undefined : sql`${value} < ${below}`,
  ].filter((bound) => bound !== undefined)
  return bounds.length === 0 ? sql<SqlBool>`${value} is not null` : sql<SqlBool>`(${sql.join(bounds, sql` and `)})`
}

/** Artifact numbers are integers, and PostgreSQL only compares them with integers. */
export const toIntegerRange = ({ above, from, to, below }: Range): Range => ({
  ...(above === undefined ? {} : { above: clampInteger(Math.floor(above)) }),
  ...(from === undefined ? {} : { from: clampInteger(Math.ceil(from)) }),
  ...(to === undefined ? {} : { to: clampInteger(Math.floor(to)) }),
  ...(below === undefined ? {} : { below: clampInteger(Math.ceil(below)) }),
})

const clampInteger = (value: number): number =>
  Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
