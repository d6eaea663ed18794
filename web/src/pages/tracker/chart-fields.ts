import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { listOptions } from '../../fields/editors/list-options.ts'
import { getFieldType } from '../../fields/registry.ts'
import { listCountedFields } from './board/board-columns.ts'
import type { Field } from './view.ts'

/** The API groups artifacts by no more values that a list offers. */
const maxOffered = 100

/** The fields whose values a chart counts, the status first, and open lists last. */
export const listChartFields = (tracker: TrackerRepresentation): readonly Field[] => [
  ...listCountedFields(tracker),
  ...tracker.fields.filter(isCountedOpenList),
]

const isCountedOpenList = (field: Field): boolean =>
  field.is_used &&
  getFieldType(field.type).choice === 'open' &&
  field.bindings.type !== 'ugroups' &&
  listOptions(field).filter(({ id }) => !isAddedValue(id)).length < maxOffered

/** Whether a user added the value to an open list. */
const isAddedValue = (id: string): boolean => id.startsWith('o')
