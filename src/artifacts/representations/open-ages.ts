import { Type } from '../../kit/values/schema.ts'
import { type EpochSeconds, formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { ageGroups, findSubmissionRange } from '../model/age-groups.ts'

const createTimeSchema = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

/** Numbers of open artifacts by the days since their submission (docs/api/extensions.md §4). */
export const OpenAgesRepresentation = Type.Object(
  {
    size: Type.Integer({ description: 'Number of all matching open artifacts that the caller sees.' }),
    median_days: Type.Union([Type.Integer(), Type.Null()], {
      description: 'At least half of the artifacts have this age or a greater one; null: there are none.',
    }),
    groups: Type.Array(
      Type.Object(
        {
          min_days: Type.Integer({ description: '0: submitted today.' }),
          max_days: Type.Union([Type.Integer(), Type.Null()], { description: 'Included; null: any greater age.' }),
          from: createTimeSchema('Start of a day; null in the last group.'),
          until: createTimeSchema('Start of the day after the last one; null in the first group.'),
          size: Type.Integer({ description: 'Number of the artifacts that were submitted from `from` until `until`.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'The youngest artifacts first. Groups without artifacts are there too.' },
    ),
  },
  { title: 'OpenAges', additionalProperties: false },
)

interface CountedAges {
  readonly sizes: readonly number[]
  readonly medianDays: number | null
}

export function representOpenAges(
  { sizes, medianDays }: CountedAges,
  now: EpochSeconds,
  { timezone }: Pick<Viewer, 'timezone'>,
) {
  const format = (moment: EpochSeconds | undefined) => (moment === undefined ? null : formatIsoDate(moment, timezone))
  return {
    size: sizes.reduce((sum, size) => sum + size, 0),
    median_days: medianDays,
    groups: ageGroups.map((group, index) => {
      const { from, below } = findSubmissionRange(group, now, timezone)
      return {
        min_days: group.minDays,
        max_days: group.maxDays,
        from: format(from),
        until: format(below),
        size: sizes[index] ?? 0,
      }
    }),
  }
}
