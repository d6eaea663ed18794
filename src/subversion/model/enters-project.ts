import { canSignIn, type User } from '../../platform/model/user.ts'
import { isOpen, type Project, refusesRestricted } from '../../projects/model/project.ts'

/** Whether somebody comes into a project at all (docs/api/access.md §5), said of people who are not asking just now. */
export function entersProject(
  user: Pick<User, 'status'>,
  project: Pick<Project, 'access'>,
  { isMember, rulesThePlatform }: { readonly isMember: boolean; readonly rulesThePlatform: boolean },
): boolean {
  if (!canSignIn(user.status)) return false
  if (rulesThePlatform) return true
  const isRestricted = user.status === 'R'
  if (isMember) return !(isRestricted && refusesRestricted(project))
  return isRestricted ? project.access === 'unrestricted' : isOpen(project)
}
