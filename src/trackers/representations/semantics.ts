import type { Static } from 'typebox'
import { NO_VALUE } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import type { Semantics } from '../model/tracker.ts'

const closed = { additionalProperties: false }
const onField = Type.Object({ field_id: Type.Integer() }, { ...closed, title: 'FieldOfSemantic' })

export const SemanticsRepresentation = Type.Object(
  {
    title: Type.Optional(onField),
    description: Type.Optional(onField),
    status: Type.Optional(Type.Object({ field_id: Type.Integer(), value_ids: Type.Array(Type.Integer()) }, closed)),
    contributor: Type.Optional(onField),
    timeframe: Type.Optional(
      Type.Union([
        Type.Object({ start_date_field_id: Type.Integer(), end_date_field_id: Type.Integer() }, closed),
        Type.Object({ start_date_field_id: Type.Integer(), duration_field_id: Type.Integer() }, closed),
        Type.Object(
          {
            implied_from_tracker: Type.Object(
              { id: Type.Integer(), uri: Type.String() },
              { ...closed, title: 'ResourceReference' },
            ),
          },
          closed,
        ),
      ]),
    ),
    progress: Type.Optional(
      Type.Union([
        Type.Object({ total_effort_field_id: Type.Integer(), remaining_effort_field_id: Type.Integer() }, closed),
        Type.Object({ artifact_link_type: Type.String() }, closed),
      ]),
    ),
    initial_effort: Type.Optional(onField),
  },
  { ...closed, title: 'Semantics' },
)
export type SemanticsRepresentation = Static<typeof SemanticsRepresentation>

/**
 * docs/api/trackers.md §3.7: `semantics` only contains those that the caller can read; only these seven are part of the
 * API.
 */
export function representSemantics(semantics: Semantics): SemanticsRepresentation {
  const { title, description, status, contributor, timeframe, progress, initial_effort: effort } = semantics
  return {
    ...(title && { title: { field_id: title.field } }),
    ...(description && { description: { field_id: description.field } }),
    ...(status && { status: { field_id: status.field, value_ids: openValues(status.openValues) } }),
    ...(contributor && { contributor: { field_id: contributor.field } }),
    ...(timeframe && { timeframe: representTimeframe(timeframe) }),
    ...(progress && { progress: representProgress(progress) }),
    ...(effort && { initial_effort: { field_id: effort.field } }),
  }
}

const openValues = (ids: readonly number[]): number[] => (ids.length === 0 ? [NO_VALUE] : [...ids])

function representTimeframe(
  timeframe: NonNullable<Semantics['timeframe']>,
): NonNullable<SemanticsRepresentation['timeframe']> {
  if ('impliedFrom' in timeframe) {
    return { implied_from_tracker: { id: timeframe.impliedFrom, uri: `trackers/${timeframe.impliedFrom}` } }
  }
  return 'end' in timeframe
    ? { start_date_field_id: timeframe.start, end_date_field_id: timeframe.end }
    : { start_date_field_id: timeframe.start, duration_field_id: timeframe.duration }
}

const representProgress = (
  progress: NonNullable<Semantics['progress']>,
): NonNullable<SemanticsRepresentation['progress']> =>
  'linkType' in progress
    ? { artifact_link_type: progress.linkType }
    : { total_effort_field_id: progress.totalEffort, remaining_effort_field_id: progress.remainingEffort }
