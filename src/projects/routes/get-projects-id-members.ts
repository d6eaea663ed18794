import { loadUsers } from '../../accounts/store/users.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getSettings } from '../../site/store/settings.ts'
import { isProjectAdministrator, mayListMembers } from '../policy.ts'
import { ProjectMemberRepresentation, representProjectMember } from '../representations/project-member.ts'
import { loadProjectMemberPage, loadRoles } from '../store/member-pages.ts'
import { getCachedProject } from '../store/projects.ts'

export const getProjectsIdMembers = defineRoute({
  method: 'GET',
  url: '/projects/:id/members',
  access: 'required',
  scope: 'read:user_membership',
  isExtension: true,
  summary:
    'List the members of a project with their roles, for its members. Only administrators get their user groups.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object({
    /** Part of the login, real name or email address. */
    query: Type.Optional(Type.String({ description: 'Part of a name of a member.' })),
    ...buildPageParameters({ default: 50, max: 200 }),
  }),
  answers: { 200: Type.Array(ProjectMemberRepresentation) },
  async answer(request, world) {
    const { query: text, limit, offset } = request.query
    const [cachedProject, settings] = await Promise.all([
      getCachedProject(world, request.params.id),
      getSettings(world),
    ])
    const { id: project } = mayListMembers(request.caller, cachedProject, settings).subject
    const { ids, size } = await loadProjectMemberPage(world.db.read, { project, text }, { limit, offset })
    const [users, { administrators, groups }] = await Promise.all([
      loadUsers(world.db.read, ids),
      loadRoles(world.db.read, project, ids),
    ])
    // As GET /user_groups/{id}/users.
    const showsGroups = isProjectAdministrator(request.caller, project)
    const body = ids.flatMap((id) => {
      const user = users.get(id)
      const roles = { isAdministrator: administrators.has(id), groups: (showsGroups && groups.get(id)) || [] }
      return user === undefined ? [] : representProjectMember(user, roles, request)
    })
    return { body, page: { limit, offset, size, max: 200 } }
  },
})
