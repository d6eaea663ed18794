import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import { defineEntry, defineObject, type EntryOf, nullable } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { systemField } from '../field-type/traits.ts'
import { rejectInput } from '../input/read-only-input.ts'

const Chart = defineObject('Burndown', {
  start_date: nullable(Type.String()),
  duration: nullable(Type.Integer()),
  capacity: nullable(Type.Number()),
  points: Type.Array(Type.Number()),
  is_under_calculation: Type.Boolean(),
  opening_days: Type.Array(Type.Integer()),
  points_with_date: Type.Array(
    defineObject('BurndownPoint', { date: Type.String(), remaining_effort: nullable(Type.Number()) }),
  ),
})

const BurndownEntry = defineEntry('BurndownValue', { value: Chart })

declare module '../model/field.ts' {
  interface FieldTypeNames {
    burndown: EntryOf<'burndown', typeof BurndownEntry>
  }
}

/** docs/api/field-values.md §14: dates are written in the zone of the account, and accounts here have none. */
const chartTimezone = 'UTC'

/** Remaining effort day by day (docs/api/field-values.md §14). */
export const burndown: FieldType = {
  type: 'burndown',
  entry: BurndownEntry,
  ...systemField,
  holds: 'burndown',
  isVolatile: true,
  isUnique: true,
  structure: { properties: {} },
  input: rejectInput,
  present(_value, { id, label }, { artifact }) {
    const chart = artifact.burndowns.get(id)
    const points = chart?.points ?? []
    const start = chart?.startsOn ?? null
    return {
      field_id: id,
      type: 'burndown',
      label,
      value: {
        start_date: start === null ? null : formatIsoDate(start, chartTimezone),
        duration: chart?.duration ?? null,
        capacity: chart?.capacity ?? null,
        points: points.flatMap(({ remainingEffort }) => remainingEffort ?? []),
        // Points are computed from the history on request: there is no background calculation.
        is_under_calculation: false,
        // Monday to Friday; 0 is Sunday.
        opening_days: [1, 2, 3, 4, 5],
        points_with_date: points.map(({ on, remainingEffort }) => ({
          date: formatIsoDate(on, chartTimezone),
          remaining_effort: remainingEffort,
        })),
      },
    }
  },
}
