import { type EpochSeconds, formatIsoDate, formatWallClock } from '../kit/time.ts'
import type { FieldType } from './field-type.ts'
import type { ArtifactMetadata } from './present-context.ts'
import { ignoreInput } from './read-only-input.ts'
import { createDateSearch } from './search/dates.ts'
import { systemField } from './traits.ts'

interface TimestampTypeOptions {
  readonly type: 'lud' | 'subon'
  readonly timestampOf: (artifact: ArtifactMetadata) => EpochSeconds
}

const timestampColumns = { lud: 'updated_on', subon: 'submitted_on' } as const

/** A time that the system records (docs/api/field-values.md §14). */
export const createTimestampFieldType = ({ type, timestampOf }: TimestampTypeOptions): FieldType => ({
  type,
  ...systemField,
  structure: {
    properties: {},
    // docs/api/trackers.md §3.5: the current time, meaningless but part of the response.
    defaultValue: (_field, { now, viewer }) => formatWallClock(now, viewer.timezone, true),
    extra: () => ({ is_time_displayed: true }),
  },
  input: ignoreInput,
  search: createDateSearch({
    hasTime: () => true,
    within: (range) => ({ kind: 'system', of: timestampColumns[type], range }),
    isAlwaysSet: true,
    order: () => ({ kind: 'system', of: timestampColumns[type] }),
  }),
  present: (_value, { id, label }, { artifact, viewer }) => ({
    field_id: id,
    type,
    label,
    value: formatIsoDate(timestampOf(artifact), viewer.timezone),
  }),
  flat: (_value, _field, { artifact, viewer }) => formatIsoDate(timestampOf(artifact), viewer.timezone),
  csv: { write: (_value, _field, { artifact, viewer }) => formatIsoDate(timestampOf(artifact), viewer.timezone) },
})
