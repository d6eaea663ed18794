import type { Field } from '../../fields/field.ts'
import type { VisibleTracker } from './related-data.ts'

export type SummaryRole = 'title' | 'status' | 'contributor'

/** The field that plays a role, if the viewer reads it. */
export function fieldFor(role: SummaryRole, { tracker, readable }: VisibleTracker): Field | undefined {
  const id = tracker.semantics[role]?.field
  return id === undefined ? undefined : readable.find((field) => field.id === id)
}

/** Fields that every form of an artifact tells of: title, status, assignees (docs/api/artifacts.md §2.2). */
export const summaryFields = (visibleTracker: VisibleTracker): Field[] =>
  (['title', 'status', 'contributor'] as const).flatMap((role) => fieldFor(role, visibleTracker) ?? [])
