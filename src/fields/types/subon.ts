import { isoDate, wallClock } from '../../kit/time.ts'
import type { FieldType } from '../field-type.ts'
import { systemField } from '../traits.ts'

/** When an artifact was made (contract 30 §3.13). */
export const subon: FieldType = {
  type: 'subon',
  ...systemField,
  structure: {
    properties: {},
    // Contract 20 §2.5: the present moment, meaningless but sent.
    defaultValue: (_field, { now, viewer }) => wallClock(now, viewer.timezone, true),
    extra: () => ({ is_time_displayed: true }),
  },
  present: (_value, { id, label }, { artifact, viewer }) => ({
    field_id: id,
    type: 'subon',
    label,
    value: isoDate(artifact.submittedOn, viewer.timezone),
  }),
  flat: (_value, _field, { artifact, viewer }) => isoDate(artifact.submittedOn, viewer.timezone),
}
