import { Type } from '../../kit/values/schema.ts'
import { ArtifactRepresentation } from './artifact.ts'
import { FieldSumRepresentation } from './field-sum.ts'

/** Artifacts with the same value of a list field (docs/api/extensions.md §4). */
export const ArtifactGroupRepresentation = Type.Object(
  {
    value_id: Type.Integer({
      description:
        'Id of the value as filters have it: of a value of the field, or of a user; 100: artifacts without a value.',
    }),
    size: Type.Integer({ description: 'Number of all matching artifacts with this value that the caller sees.' }),
    sums: Type.Optional(
      Type.Array(FieldSumRepresentation, {
        description: 'With `sums=true`: of all of them, for each number field that the caller can read.',
      }),
    ),
    artifacts: Type.Array(ArtifactRepresentation, { description: 'The first `limit` of them.' }),
  },
  { title: 'ArtifactGroup', additionalProperties: false },
)
