import { loadProjectGroups } from '../../accounts/store/groups.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { parseJsonParameter } from '../../http/requests/json-query.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getSettings } from '../../site/store/settings.ts'
import { includesSystemGroups, listDynamicGroups } from '../model/group-query.ts'
import { isProjectAdministrator } from '../policy.ts'
import { getProject } from '../reads/get-project.ts'
import { ListedUserGroupRepresentation, representListedUserGroups } from '../representations/user-group.ts'

/** docs/api/user-groups.md §2. */
export const getProjectsIdUserGroups = defineRoute({
  method: 'GET',
  url: '/projects/:id/user_groups',
  access: 'optional',
  scope: 'read:project',
  summary: 'List the user groups of a project, and with `query` those of the system.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object({
    query: Type.Optional(
      Type.String({ description: 'JSON: `{"with_system_user_groups": true}` includes the groups of the system.' }),
    ),
  }),
  answers: { 200: Type.Array(ListedUserGroupRepresentation) },
  async answer({ caller, params, query }, world) {
    const withSystem = includesSystemGroups(query.query && parseJsonParameter(query.query))
    const project = await getProject(world, caller, params.id)
    const staticGroups = await loadProjectGroups(world.db.read, project.id)
    const names = new Map(staticGroups.map((each) => [each.id, each]))
    const ids = [...listDynamicGroups(project, await getSettings(world), withSystem), ...names.keys()]
    return { body: representListedUserGroups(ids, project, names, isProjectAdministrator(caller, project.id)) }
  },
})
