import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { ProjectField } from '../model/project-field.ts'

export const ProjectFieldRepresentation = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    rank: Type.Integer(),
    is_required: Type.Boolean(),
    description: Type.String(),
    type: Type.Union([Type.Literal('line'), Type.Literal('text')]),
  },
  { title: 'ProjectField', additionalProperties: false },
)
export type ProjectFieldRepresentation = Static<typeof ProjectFieldRepresentation>

/** Serializes a custom project field (docs/api/site.md §1). */
export const representProjectField = (field: ProjectField): ProjectFieldRepresentation => ({
  id: field.id,
  name: field.name,
  rank: field.rank,
  is_required: field.isRequired,
  description: field.description,
  type: field.kind,
})
