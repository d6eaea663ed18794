import { listMembershipGroups, type Membership } from '../../accounts/model/membership.ts'
import type { User } from '../../accounts/model/user.ts'
import { loadGroups } from '../../accounts/store/groups.ts'
import type { World } from '../../world/model/world.ts'
import { loadProjects } from '../store/projects.ts'
import type { NamedGroup } from './get-user-group.ts'

/** Returns the groups of a membership with their projects and names (docs/api/users.md §5, format `full`). */
export async function getMemberGroups(
  world: Pick<World, 'db' | 'cache'>,
  user: User,
  membership: Membership,
): Promise<NamedGroup[]> {
  const groups = listMembershipGroups(user, membership)
  const [projects, staticGroups] = await Promise.all([
    loadProjects(
      world,
      groups.map(({ project }) => project),
    ),
    loadGroups(
      world.db.read,
      groups.map(({ id }) => id),
    ),
  ])
  return groups.map(({ id, project }) => ({
    id,
    project: projects.get(project) ?? null,
    staticGroup: staticGroups.get(id) ?? null,
  }))
}
