import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { setRepositoryAdministrators } from '../commands/set-repository-administrators.ts'

export const putProjectsIdSvnAdministrators = defineRoute({
  method: 'PUT',
  url: '/projects/:id/svn_administrators',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'Replace the user groups that administer the Subversion repositories of a project (project administrators).',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  body: Type.Object({
    /** ids of static groups of the project, or of its members or administrators */
    user_groups: Type.Array(Type.String(), { maxItems: 100 }),
  }),
  answers: { 200: null },
  async answer({ params, body, caller }, world) {
    await setRepositoryAdministrators(world, caller, params.id, body.user_groups)
    return {}
  },
})
