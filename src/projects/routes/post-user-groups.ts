import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { createUserGroup } from '../commands/create-user-group.ts'
import { representUserGroup, UserGroupRepresentation } from '../representations/user-group.ts'

/** docs/api/user-groups.md §6. */
export const postUserGroups = defineRoute({
  method: 'POST',
  url: '/user_groups',
  access: 'required',
  scope: 'write:user_membership',
  summary: 'Create an empty user group in a project (project administrators).',
  body: Type.Object({
    project_id: Type.Unsafe<ProjectId>(Type.Integer({ format: identifier })),
    // An empty name has a specific error.
    short_name: Type.String({ minLength: 0 }),
    description: Type.String({ default: '' }),
  }),
  answers: { 201: UserGroupRepresentation },
  async answer({ caller, body }, world) {
    const draft = { projectId: body.project_id, name: body.short_name, description: body.description }
    const { group, project } = await createUserGroup(world, caller, draft)
    return { status: 201, body: representUserGroup({ id: group.id, project, staticGroup: group }, () => true) }
  },
})
