import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeProject } from '../commands/change-project.ts'
import { accesses } from '../model/project.ts'

/** Tulipwood extension: PATCH /projects/{id} of Tuleap changes only the status. */
export const patchProjectsIdSettings = defineRoute({
  method: 'PATCH',
  url: '/projects/:id/settings',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary: 'Update name, description or visibility of a project (project administrators).',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: Type.Object({
    label: Type.Optional(Type.String()),
    description: Type.Optional(Type.String({ minLength: 0, maxLength: 10_000 })),
    access: Type.Optional(Type.Enum([...accesses])),
  }),
  answers: { 200: null },
  async answer({ caller, params, body: { label: name, description, access } }, world) {
    await changeProject(world, caller, params.id, {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(access === undefined ? {} : { access }),
    })
    return {}
  },
})
