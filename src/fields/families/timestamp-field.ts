import { type EpochSeconds, formatIsoDate, formatWallClock } from '../../kit/values/time.ts'
import type { ArtifactMetadata } from '../contexts/present-context.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { systemField } from '../field-type/traits.ts'
import { ignoreInput } from '../input/read-only-input.ts'
import type { FieldTypeName } from '../model/field.ts'
import { StringEntry } from '../representations/entries.ts'
import { createDateSearch } from '../search/dates.ts'

interface TimestampTypeOptions {
  readonly type: FieldTypeName
  readonly column: 'updated_on' | 'submitted_on'
  readonly timestampOf: (artifact: ArtifactMetadata) => EpochSeconds
}

/** A time that the system records (docs/api/field-values.md §14). */
export const createTimestampFieldType = ({ type, column, timestampOf }: TimestampTypeOptions): FieldType => ({
  type,
  entry: StringEntry,
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
