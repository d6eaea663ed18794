import { Type } from '../../kit/values/schema.ts'
import { ArtifactRepresentation } from './artifact.ts'

/** Artifacts with the same value of a list field (docs/api/extensions.md §4). */
export const ArtifactGroupRepresentation = Type.Object(
  {
    value_id: Type.Integer({
      description:
        'Id of the value as filters have it: of a value of the field, or of a user; 100: artifacts without a value.',
    }),
    size: Type.Integer({ description: 'Number of all matching artifacts with this value that the caller sees.' }),
    artifacts: Type.Array(ArtifactRepresentation, { description: 'The first `limit` of them.' }),
  },
  { title: 'ArtifactGroup', additionalProperties: false },
)
