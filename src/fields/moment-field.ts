import { type EpochSeconds, isoDate, wallClock } from '../kit/time.ts'
import type { FieldType } from './field-type.ts'
import { ignoringValues } from './not-writable.ts'
import type { ArtifactFacts } from './presenting.ts'
import { byDate } from './searching/dates.ts'
import { systemField } from './traits.ts'

interface MomentRules {
  readonly type: 'lud' | 'subon'
  readonly momentOf: (artifact: ArtifactFacts) => EpochSeconds
}

const momentColumns = { lud: 'updated_on', subon: 'submitted_on' } as const

/** A moment that the product notes by itself (docs/api/field-values.md §14). */
export const momentType = ({ type, momentOf }: MomentRules): FieldType => ({
  type,
  ...systemField,
  structure: {
    properties: {},
    // docs/api/trackers.md §3.5: the present moment, meaningless but sent.
    defaultValue: (_field, { now, viewer }) => wallClock(now, viewer.timezone, true),
    extra: () => ({ is_time_displayed: true }),
  },
  writing: ignoringValues,
  searching: byDate({
    hasTime: () => true,
    within: (range) => ({ kind: 'system', of: momentColumns[type], range }),
    isAlwaysThere: true,
    order: () => ({ kind: 'system', of: momentColumns[type] }),
  }),
  present: (_value, { id, label }, { artifact, viewer }) => ({
    field_id: id,
    type,
    label,
    value: isoDate(momentOf(artifact), viewer.timezone),
  }),
  flat: (_value, _field, { artifact, viewer }) => isoDate(momentOf(artifact), viewer.timezone),
  cells: { write: (_value, _field, { artifact, viewer }) => isoDate(momentOf(artifact), viewer.timezone) },
})
