import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import { isOneOf } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { type Condition, type LocalCondition, matchAll } from '../../fields/model/condition.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { compileLeaf } from './compile-leaf.ts'
import { both } from './open-status.ts'
import { type Among, restrictRows } from './restrict-rows.ts'
import { type ArtifactCondition, buildVisibilityCondition } from './visibility-condition.ts'

type Artifacts = ExpressionBuilder<Tables, 'artifact'>

const tables = expressionBuilder<Tables, never>()

/** Compiles a condition to SQL on rows of `artifact`. */
export const matching =
  (condition: Condition, among: Among = null): ArtifactCondition =>
  (artifacts) => {
    switch (condition.kind) {
      case 'all':
      case 'any':
        return combine(
          artifacts,
          condition.kind,
          condition.of.map((each) => matching(each, among)(artifacts)),
        )
      case 'not':
        return artifacts.not(matching(condition.of, among)(artifacts))
      default: {
        const leaf = compileLeaf(condition)
        return 'row' in leaf ? leaf.row(artifacts) : isAmongRows(artifacts, leaf.selectRows(among))
      }
    }
  }

/** Compiles a condition on the artifacts that a caller sees by these accesses. */
export function matchingVisible(accessible: readonly AccessibleTracker[], condition: Condition): ArtifactCondition {
  const visible = buildVisibilityCondition(accessible)
  return condition === matchAll ? visible : both(visible, matching(condition))
}

/** All of no conditions is true, any of none is false. */
export function combine(
  artifacts: Artifacts,
  kind: 'all' | 'any',
  parts: readonly Expression<SqlBool>[],
): Expression<SqlBool> {
  if (parts.length === 0) return kind === 'all' ? sql<SqlBool>`1 = 1` : sql<SqlBool>`1 = 0`
  return kind === 'all' ? artifacts.and(parts) : artifacts.or(parts)
}

/** `rows` is a query for `artifact_id`. */
export const isAmongRows = (artifacts: Artifacts, rows: Expression<unknown>): Expression<SqlBool> =>
  artifacts('artifact.id', 'in', rows as never)

/**
 * Compiles a condition without parts to a query for `artifact_id`. Conditions on the row of the artifact itself are
 * restricted to these trackers.
 */
export function selectMatchingRows(
  condition: LocalCondition,
  trackers: readonly TrackerId[],
  among: Among,
): Expression<unknown> {
  const leaf = compileLeaf(condition)
  if ('selectRows' in leaf) return leaf.selectRows(among)
  return restrictRows(selectArtifacts().where(isOneOf('tracker_id', trackers)).where(leaf.row), 'id', among)
}

/** Compiles the access to a tracker to a query for `artifact_id`. */
export const selectAccessibleRows = (tracker: AccessibleTracker, among: Among): Expression<unknown> =>
  restrictRows(selectArtifacts().where(buildVisibilityCondition([tracker])), 'id', among)

const selectArtifacts = () => tables.selectFrom('artifact').select('id as artifact_id')
