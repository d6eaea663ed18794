import { isoDate, wallClock } from '../../kit/time.ts'
import type { FieldType } from '../field-type.ts'
import { systemField } from '../traits.ts'

/** When an artifact was last changed (contract 30 §3.13). */
export const lud: FieldType = {
  type: 'lud',
  ...systemField,
  structure: {
    properties: {},
    // Contract 20 §2.5: the present moment, meaningless but sent.
    defaultValue: (_field, { now, viewer }) => wallClock(now, viewer.timezone, true),
    extra: () => ({ is_time_displayed: true }),
  },
  present: (_value, { id, label }, { artifact, viewer }) => ({
    field_id: id,
    type: 'lud',
    label,
    value: isoDate(artifact.updatedOn, viewer.timezone),
  }),
  flat: (_value, _field, { artifact, viewer }) => isoDate(artifact.updatedOn, viewer.timezone),
}
