import type { Field } from '../../fields/model/field.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { VisibleTracker } from '../model/related-data.ts'
import { getSummaryFields } from '../model/summary-fields.ts'

/** How much of an artifact is represented. */
export type Extent = 'summary' | 'values'

/** Returns the fields to represent: of `values` all readable ones, or those of `fields` and of the summary. */
export function getShownFields(
  visibleTracker: VisibleTracker,
  extent: Extent,
  fields: ReadonlySet<FieldId> | undefined,
): readonly Field[] {
  if (extent === 'summary') return getSummaryFields(visibleTracker)
  if (fields === undefined) return visibleTracker.readable
  const summary = new Set(getSummaryFields(visibleTracker))
  return visibleTracker.readable.filter((field) => fields.has(field.id) || summary.has(field))
}
