import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'

/** The tracker whose workflow field offers only the values that a new artifact may have. */
export function limitToInitialStatus(tracker: TrackerRepresentation): TrackerRepresentation {
  const { workflow } = tracker
  if (workflow.is_used !== '1') return tracker
  const allowed = new Set(workflow.transitions.filter(({ from_id }) => from_id === null).map(({ to_id }) => to_id))
  return {
    ...tracker,
    fields: tracker.fields.map((field) =>
      field.field_id === workflow.field_id && Array.isArray(field.values)
        ? { ...field, values: field.values.filter((value) => allowed.has(Number(value.id))) as typeof field.values }
        : field,
    ),
  }
}
