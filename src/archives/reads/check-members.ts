import { canSignIn, type UserStatus } from '../../accounts/model/user.ts'
import { message } from '../../kit/messages/message.ts'
import { excludesRestrictedUsers, isMembershipSynchronized, type ProjectAccess } from '../../projects/model/project.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import type { ArchivedProject } from '../parse/project.ts'
import type { ArchivedGroups, GroupMember } from '../parse/user-groups.ts'
import type { Identity } from '../plan/match-users.ts'

/**
 * docs/api/archive-format.md §1.5 and docs/api/access.md §3: suspended accounts join no group, restricted ones not in
 * all projects.
 */
export const canEnterGroups = (identity: Identity | undefined, access: ProjectAccess): boolean => {
  const status = statusOf(identity)
  return status !== undefined && canSignIn(status) && !(status === 'R' && excludesRestrictedUsers({ access }))
}

const statusOf = (identity: Identity | undefined): UserStatus | undefined => {
  if (identity?.kind === 'existing') return identity.account.status
  return identity?.kind === 'new' ? identity.status : undefined
}

/** Reports each user who is listed in groups but cannot join. */
export function checkMembers(
  groups: ArchivedGroups,
  identities: ReadonlyMap<string, Identity>,
  access: ProjectAccess,
  notes: FindingReporter,
): void {
  const exported = new Set<string>()
  for (const { line, person } of allGroupMembers(groups)) {
    if (person.kind !== 'listed' || exported.has(person.user.login)) continue
    const identity = identities.get(person.user.login.toLowerCase())
    // Users without an account were reported.
    if (identity === undefined || identity.kind === 'stranger' || canEnterGroups(identity, access)) continue
    exported.add(person.user.login)
    notes.remark(
      'restricted-member',
      line,
      statusOf(identity) === 'R'
        ? message`${person.user.login} is restricted and becomes no member of the project`
        : message`${person.user.login} is suspended and becomes no member of the project`,
    )
  }
}

/**
 * Reports a project that no user could administer; an account that is missing because of a problem counts as one that
 * could.
 */
export function checkAdministrators(
  { administrators }: Pick<ArchivedGroups, 'administrators'>,
  identities: ReadonlyMap<string, Identity>,
  { line, shortName, access }: ArchivedProject,
  notes: FindingReporter,
): void {
  const canAdminister = ({ person }: GroupMember): boolean => {
    if (person.kind !== 'listed') return false
    const identity = identities.get(person.user.login.toLowerCase())
    return identity === undefined || canEnterGroups(identity, access)
  }
  if (administrators.some(canAdminister)) return
  const command = `tulipwood project member ${shortName} add LOGIN --administrator`
  notes.remark(
    'administrator-missing',
    line,
    message`The project gets no administrator, because the archive has none who can sign in. Add one: ${command}`,
  )
}

const allGroupMembers = ({ members, administrators, statics, leftOut }: ArchivedGroups): readonly GroupMember[] => [
  ...members,
  ...administrators,
  ...statics.flatMap((group) => group.members),
  ...leftOut,
]

/**
 * docs/api/archive-format.md §1.5: members of the two dynamic groups are project members; members of static groups too
 * if the project is not public, or membership is synchronized.
 */
export function listProjectMembers(groups: ArchivedGroups, access: ProjectAccess): readonly GroupMember[] {
  const isJoined = isMembershipSynchronized({ access, isSynchronized: groups.isSynchronized })
  return isJoined ? allGroupMembers(groups) : [...groups.members, ...groups.administrators]
}
