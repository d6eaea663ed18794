import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { inList } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { type BindValueId, type FieldId, NO_VALUE, type TrackerId, type UserId } from '../../kit/values/ids.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

type Artifacts = ExpressionBuilder<Tables, 'artifact'>

/** A tracker and its open status values; null: all artifacts are open (docs/api/artifacts.md §2.2). */
export interface OpenStatus {
  readonly trackerId: TrackerId
  readonly status: { readonly field: FieldId; readonly openValues: readonly BindValueId[] } | null
}

/** Returns the condition for open artifacts of these trackers. */
export const isOpenIn =
  (trackers: readonly OpenStatus[]): ArtifactCondition =>
  (artifacts) =>
    anyOf(
      artifacts,
      trackers.map(({ trackerId, status }) => {
        const isHere = artifacts('artifact.tracker_id', '=', trackerId)
        return status === null ? isHere : artifacts.and([isHere, hasOpenStatus(artifacts, status)])
      }),
    )

function hasOpenStatus(artifacts: Artifacts, { field, openValues }: NonNullable<OpenStatus['status']>) {
  const isOpen = artifacts.exists(valueIn(artifacts, field).where(inList('value_list.value_id', openValues)))
  // "None" has no row in the index.
  return openValues.includes(NO_VALUE)
    ? artifacts.or([isOpen, artifacts.not(artifacts.exists(valueIn(artifacts, field)))])
    : isOpen
}

/** Returns the condition for artifacts that a user submitted or is assigned to in one of these fields. */
export const submittedByOrAssignedTo =
  (user: UserId, submitted: boolean, assigneeFields: readonly FieldId[]): ArtifactCondition =>
  (artifacts) => {
    const conditions: Expression<SqlBool>[] = submitted ? [artifacts('artifact.submitted_by', '=', user)] : []
    if (assigneeFields.length > 0)
      conditions.push(artifacts('artifact.id', 'in', assignedTo(artifacts, user, assigneeFields)))
    return anyOf(artifacts, conditions)
  }

const assignedTo = (artifacts: Artifacts, user: UserId, fields: readonly FieldId[]) =>
  artifacts
    .selectFrom('value_list')
    .select('artifact_id')
    .where(inList('field_id', fields))
    .where('value_id', '=', user)

const valueIn = (artifacts: Artifacts, field: FieldId) =>
  artifacts
    .selectFrom('value_list')
    .select(sql<number>`1`.as('one'))
    .whereRef('value_list.artifact_id', '=', 'artifact.id')
    .where('value_list.field_id', '=', field)

const anyOf = (artifacts: Artifacts, conditions: readonly Expression<SqlBool>[]) =>
  conditions.length === 0 ? sql<SqlBool>`1 = 0` : artifacts.or(conditions)

export const both =
  (one: ArtifactCondition, other: ArtifactCondition): ArtifactCondition =>
  (artifacts) =>
    artifacts.and([one(artifacts), other(artifacts)])
