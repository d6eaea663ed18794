import { Type } from '../../kit/values/schema.ts'
import { ArtifactRepresentation } from './artifact.ts'
import { ListedArtifactRepresentation } from './brief-artifact.ts'
import { FieldSumRepresentation } from './field-sum.ts'

const createTimeType = (description: string) =>
  Type.Optional(Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description }))

/** Artifacts with the same value of a list field, in the same interval or of the same parent (docs/api/extensions.md §4). */
export const ArtifactGroupRepresentation = Type.Object(
  {
    value_id: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Id of the value as filters have it: of a value of the field, or of a user; 100: artifacts without a value. null: a value that a user added to an open list, or the field is not a list.',
    }),
    open_value: Type.Optional(
      Type.Object(
        {
          id: Type.String({ pattern: '^o[0-9]+$', description: 'As filters have it.' }),
          label: Type.String(),
        },
        {
          title: 'OpenGroupValue',
          additionalProperties: false,
          description: 'A value that a user added to an open list.',
        },
      ),
    ),
    lane_value_id: Type.Optional(
      Type.Integer({
        description: 'With `lanes`: the same of the field of the lanes; 100: artifacts without a value.',
      }),
    ),
    from: createTimeType('Of groups by date: start of the interval; null: artifacts without a date.'),
    until: createTimeType('Of groups by date: start of the next interval; null: artifacts without a date.'),
    parent: Type.Optional(
      Type.Union([ListedArtifactRepresentation, Type.Null()], {
        description: 'Of groups by parent; null: artifacts without a parent that the caller sees.',
      }),
    ),
    size: Type.Integer({ description: 'Number of all matching artifacts of the group that the caller sees.' }),
    sums: Type.Optional(
      Type.Array(FieldSumRepresentation, {
        description: 'With `sums=true`: of all of them, for each number field that the caller can read.',
      }),
    ),
    artifacts: Type.Array(ArtifactRepresentation, { description: 'The first `limit` of them.' }),
  },
  { title: 'ArtifactGroup', additionalProperties: false },
)
