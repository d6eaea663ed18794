import { type AccountState, canSignIn } from '../../platform/model/user.ts'
import { isJoinedThroughGroups, type ProjectAccess, refusesRestricted } from '../../projects/model/project.ts'
import type { Notes } from '../findings.ts'
import type { Identity } from '../match-users.ts'
import type { ArchivedGroups, GroupMember } from '../reading/user-groups.ts'

/**
 * docs/api/archive-format.md §1.5 and docs/api/access.md §3: suspended accounts enter no group, and restricted ones not
 * all projects.
 */
export const entersGroups = (identity: Identity | undefined, access: ProjectAccess): boolean => {
  const status = statusOf(identity)
  return status !== undefined && canSignIn(status) && !(status === 'R' && refusesRestricted({ access }))
}

const statusOf = (identity: Identity | undefined): AccountState | undefined => {
  if (identity?.kind === 'existing') return identity.account.status
  return identity?.kind === 'new' ? identity.status : undefined
}

/** Tells, once for each, who is listed in a group and will not be in it. */
export function checkMembers(
  groups: ArchivedGroups,
  identities: ReadonlyMap<string, Identity>,
  access: ProjectAccess,
  notes: Notes,
): void {
  const told = new Set<string>()
  for (const { line, person } of everyMember(groups)) {
    if (person.kind !== 'listed' || told.has(person.user.login)) continue
    const identity = identities.get(person.user.login.toLowerCase())
    // Of strangers it is said that they have no account.
    if (identity === undefined || identity.kind === 'stranger' || entersGroups(identity, access)) continue
    told.add(person.user.login)
    notes.remark(
      'restricted-member',
      line,
      `${person.user.login} is ${statusOf(identity) === 'R' ? 'restricted' : 'suspended'} and becomes no member of the project`,
    )
  }
}

const everyMember = ({ members, administrators, statics, leftOut }: ArchivedGroups): readonly GroupMember[] => [
  ...members,
  ...administrators,
  ...statics.flatMap((group) => group.members),
  ...leftOut,
]

/**
 * docs/api/archive-format.md §1.5: members of the two dynamic groups are members of the project; those of static groups
 * too where the project is not public, or where membership is synchronized.
 */
export function projectMembers(groups: ArchivedGroups, access: ProjectAccess): readonly GroupMember[] {
  const isJoined = isJoinedThroughGroups({ access, isSynchronized: groups.isSynchronized })
  return isJoined ? everyMember(groups) : [...groups.members, ...groups.administrators]
}
