import type { ProjectId, UserGroupId } from '../../kit/ids.ts'
import { group, groupRestId } from './groups.ts'
import { canSignIn, type User } from './user.ts'

/** What a user belongs to, in the order of ids. */
export interface Membership {
  readonly projects: readonly {
    readonly id: ProjectId
    readonly shortName: string
    readonly isAdministrator: boolean
  }[]
  readonly groups: readonly { readonly id: UserGroupId; readonly project: ProjectId }[]
}

/**
 * docs/api/users.md §5, no format: the groups of the site, unless a scope leaves them out, then those of projects.
 */
export function membershipNames(user: User, { projects, groups }: Membership, withSite: boolean): string[] {
  if (!canSignIn(user.status)) return []
  const names = withSite ? [user.status === 'R' ? 'site_restricted' : 'site_active'] : []
  for (const { shortName, isAdministrator } of projects) {
    names.push(`${shortName.toLowerCase()}_project_members`)
    if (isAdministrator) names.push(`${shortName.toLowerCase()}_project_admin`)
  }
  return [...names, ...groups.map(({ id }) => `ug_${id}`)]
}

/** docs/api/users.md §5, format `id` and `full`: the groups themselves, with their projects. */
export function membershipGroups(
  user: User,
  { projects, groups }: Membership,
): { id: UserGroupId; project: ProjectId }[] {
  if (!canSignIn(user.status)) return []
  const dynamic = projects.flatMap(({ id: project, isAdministrator }) =>
    [group.members, ...(isAdministrator ? [group.administrators] : [])].map((id) => ({ id, project })),
  )
  return [...dynamic, ...groups]
}

export const membershipIds = (user: User, membership: Membership): string[] =>
  membershipGroups(user, membership).map(({ id, project }) => groupRestId(id, project))
