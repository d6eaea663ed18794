import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { addProjectField } from '../commands/add-project-field.ts'
import { ProjectFieldRepresentation, representProjectField } from '../representations/project-field.ts'

/** Tulipwood extension. */
export const postProjectFields = defineRoute({
  method: 'POST',
  url: '/project_fields',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Create a custom project field, which new projects have to fill in (site administrators).',
  body: Type.Object({
    name: Type.String(),
    description: Type.String({ default: '' }),
    type: Type.Union([Type.Literal('line'), Type.Literal('text')], { default: 'line' }),
    is_required: Type.Boolean({ default: false }),
    rank: Type.Optional(Type.Integer()),
  }),
  answers: { 201: ProjectFieldRepresentation },
  async answer({ caller, body }, world) {
    const { name, description, type: kind, is_required: isRequired, rank } = body
    const place = rank === undefined ? 'last' : { rank }
    const field = await addProjectField(world, caller, { name, description, kind, isRequired, place })
    return { status: 201, body: representProjectField(field) }
  },
})
