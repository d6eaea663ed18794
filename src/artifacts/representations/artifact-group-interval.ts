import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { GroupInterval } from '../model/group-history.ts'

/** Numbers of artifacts by the values of a list field at the end of an interval (docs/api/extensions.md §4). */
export const ArtifactGroupIntervalRepresentation = Type.Object(
  {
    from: Type.String({ format: 'date-time' }),
    until: Type.String({ format: 'date-time', description: 'Start of the next interval; of the last one: now.' }),
    created: Type.Integer({ description: 'Number of artifacts that were submitted in the interval.' }),
    closed: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Number of artifacts that are closed at the end and were open at the start, or did not exist; null: the field is not the status of the tracker.',
    }),
    groups: Type.Array(
      Type.Object(
        {
          value_id: Type.Integer({
            description: 'As in `artifact_groups`: id of a value or of a user; 100: artifacts without a value.',
          }),
          size: Type.Integer({ description: 'Number of artifacts with this value at the end of the interval.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'By `value_id`; values that no artifact has are left out.' },
    ),
  },
  { title: 'ArtifactGroupInterval', additionalProperties: false },
)

export const representGroupInterval = (
  { from, until, created, closed, sizes }: GroupInterval,
  { timezone }: Pick<Viewer, 'timezone'>,
) => ({
  from: formatIsoDate(from, timezone),
  until: formatIsoDate(until, timezone),
  created,
  closed,
  groups: [...sizes].map(([value, size]) => ({ value_id: value, size })),
})
