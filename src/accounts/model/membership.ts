import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import { formatGroupRestId, group } from './groups.ts'
import { canSignIn, type User } from './user.ts'

/** The projects and groups of a user, in the order of ids. */
export interface Membership {
  readonly projects: readonly {
    readonly id: ProjectId
    readonly shortName: string
    readonly isAdministrator: boolean
  }[]
  readonly groups: readonly { readonly id: UserGroupId; readonly project: ProjectId }[]
}

/**
 * Returns the names of the site's groups, unless a scope omits them, then those of projects (docs/api/users.md §5, no
 * format).
 */
export function listMembershipNames(user: User, { projects, groups }: Membership, withSite: boolean): string[] {
  if (!canSignIn(user.status)) return []
  const names = withSite ? [user.status === 'R' ? 'site_restricted' : 'site_active'] : []
  for (const { shortName, isAdministrator } of projects) {
    names.push(`${shortName.toLowerCase()}_project_members`)
    if (isAdministrator) names.push(`${shortName.toLowerCase()}_project_admin`)
  }
  return [...names, ...groups.map(({ id }) => `ug_${id}`)]
}

/** Returns the groups themselves with their projects (docs/api/users.md §5, formats `id` and `full`). */
export function listMembershipGroups(
  user: User,
  { projects, groups }: Membership,
): { id: UserGroupId; project: ProjectId }[] {
  if (!canSignIn(user.status)) return []
  const dynamic = projects.flatMap(({ id: project, isAdministrator }) =>
    [group.members, ...(isAdministrator ? [group.administrators] : [])].map((id) => ({ id, project })),
  )
  return [...dynamic, ...groups]
}

export const listMembershipIds = (user: User, membership: Membership): string[] =>
  listMembershipGroups(user, membership).map(({ id, project }) => formatGroupRestId(id, project))
