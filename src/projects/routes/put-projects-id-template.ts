import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { setTemplate } from '../commands/set-template.ts'

/** Tulipwood extension. */
export const putProjectsIdTemplate = defineRoute({
  method: 'PUT',
  url: '/projects/:id/template',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary: 'Set whether a project is a template for new projects.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: Type.Object({ is_template: Type.Boolean() }),
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    await setTemplate(world, caller, params.id, body.is_template)
    return {}
  },
})
