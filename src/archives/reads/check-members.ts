import { canSignIn } from '../../platform/model/user.ts'
import type { Notes } from '../findings.ts'
import type { Identity } from '../match-users.ts'
import type { ArchivedGroups, GroupMember } from '../reading/user-groups.ts'

/** Contract 10 §12.5: suspended accounts enter no group. */
export const entersGroups = (identity: Identity | undefined): boolean =>
  identity !== undefined && canSignIn(identity.kind === 'new' ? identity.status : identity.account.status)

/** Tells, once for each, who is listed in a group and will not be in it. */
export function checkMembers(groups: ArchivedGroups, identities: ReadonlyMap<string, Identity>, notes: Notes): void {
  const told = new Set<string>()
  for (const { line, person } of everyMember(groups)) {
    if (person.kind !== 'listed' || told.has(person.user.login)) continue
    const identity = identities.get(person.user.login.toLowerCase())
    if (identity === undefined || entersGroups(identity)) continue
    told.add(person.user.login)
    notes.remark(line, `${person.user.login} is suspended and becomes no member of the project`)
  }
}

/** Everyone in any group, the members first: who is in a group is a member of the project (contract 10 §12.5). */
export const everyMember = ({ members, administrators, statics }: ArchivedGroups): readonly GroupMember[] => [
  ...members,
  ...administrators,
  ...statics.flatMap((group) => group.members),
]
