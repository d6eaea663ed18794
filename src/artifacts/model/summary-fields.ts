import type { Field } from '../../fields/model/field.ts'
import type { VisibleTracker } from './related-data.ts'

export type SummaryRole = 'title' | 'status' | 'contributor'

/** Returns the field with a semantic, if the viewer may read it. */
export function findSummaryField(role: SummaryRole, { tracker, readable }: VisibleTracker): Field | undefined {
  const id = tracker.semantics[role]?.field
  return id === undefined ? undefined : readable.find((field) => field.id === id)
}

/**
 * Returns the fields that every representation of an artifact includes: title, status, assignees (docs/api/artifacts.md
 * §2.2).
 */
export const getSummaryFields = (visibleTracker: VisibleTracker): Field[] =>
  (['title', 'status', 'contributor'] as const).flatMap((role) => findSummaryField(role, visibleTracker) ?? [])
