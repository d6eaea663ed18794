import { canSignIn, type User } from '../../accounts/model/user.ts'
import { excludesRestrictedUsers, isOpen, type Project } from '../../projects/model/project.ts'

/** Returns whether a user other than the caller can enter a project (docs/api/access.md §5). */
export function canEnterProject(
  user: Pick<User, 'status'>,
  project: Pick<Project, 'access'>,
  { isMember, isSiteAdministrator }: { readonly isMember: boolean; readonly isSiteAdministrator: boolean },
): boolean {
  if (!canSignIn(user.status)) return false
  if (isSiteAdministrator) return true
  const isRestricted = user.status === 'R'
  if (isMember) return !(isRestricted && excludesRestrictedUsers(project))
  return isRestricted ? project.access === 'unrestricted' : isOpen(project)
}
