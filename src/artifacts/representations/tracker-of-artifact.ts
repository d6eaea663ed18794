import type { DescribeContext } from '../../fields/contexts/describe-context.ts'
import { isFieldset } from '../../fields/registry/capabilities.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { TrackerView } from '../../trackers/model/tracker-view.ts'
import { representTracker, type TrackerRepresentation } from '../../trackers/representations/tracker.ts'
import type { Artifact } from '../model/artifact.ts'
import { computeStateEffects } from '../model/effects-of-state.ts'

/**
 * docs/api/trackers.md §3.4, "artifact context": frozen fields lose `update`, and fieldsets state whether they are
 * hidden.
 */
export function representTrackerOfArtifact(
  artifact: Artifact,
  view: TrackerView,
  context: DescribeContext,
): TrackerRepresentation {
  const { frozen, hidden } = computeStateEffects(artifact.values, view.tracker)
  const fields = view.fields.map(({ field, permissions, isCollapsed }) => ({
    isCollapsed,
    field: frozen.has(field.id) ? { ...field, permissions: { ...field.permissions, update: [] } } : field,
    permissions: frozen.has(field.id) ? permissions.filter((each) => each !== 'update') : permissions,
  }))
  const fieldsets: ReadonlySet<number> = new Set(fields.flatMap(({ field }) => (isFieldset(field) ? [field.id] : [])))
  const tracker = representTracker({ ...view, fields }, context)
  return {
    ...tracker,
    // Ids of represented fields are those of fields.
    fields: tracker.fields.map((field) =>
      fieldsets.has(field.field_id) ? { ...field, is_hidden: hidden.has(field.field_id as FieldId) } : field,
    ),
  }
}
