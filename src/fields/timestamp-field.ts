import { type EpochSeconds, formatIsoDate, formatWallClock } from '../kit/time.ts'
import type { FieldTypeName } from './field.ts'
import type { FieldType } from './field-type.ts'
import type { ArtifactMetadata } from './present-context.ts'
import { ignoreInput } from './read-only-input.ts'
import { createDateSearch } from './search/dates.ts'
import { systemField } from './traits.ts'

interface TimestampTypeOptions {
  readonly type: FieldTypeName
  readonly column: 'updated_on' | 'submitted_on'
  readonly timestampOf: (artifact: ArtifactMetadata) => EpochSeconds
}

/** A time that the system records (docs/api/field-values.md §14). */
export const createTimestampFieldType = ({ type, column, timestampOf }: TimestampTypeOptions): FieldType => ({
  type,
  ...systemField,
  holds: 'moment',
  structure: {
    properties: {},
    // docs/api/trackers.md §3.5: the current time, meaningless but part of the response.
    defaultValue: (_field, { now, viewer }) => formatWallClock(now, viewer.timezone, true),
    extra: () => ({ is_time_displayed: true }),
  },
  input: ignoreInput,
  search: createDateSearch({
    hasTime: () => true,
    within: (range) => ({ kind: 'system', of: column, range }),
    isAlwaysSet: true,
    order: () => ({ kind: 'system', of: column }),
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
