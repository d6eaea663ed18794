import { group, isStaticGroup } from '../../accounts/model/groups.ts'
import { canSignIn, type User } from '../../accounts/model/user.ts'
import { mayStopAdministering } from '../../accounts/policy.ts'
import { loadGroupMembers } from '../../accounts/store/groups.ts'
import {
  addProjectMembers,
  removeProjectMembers,
  replaceAdministrators,
  replaceGroupMembers,
} from '../../accounts/store/members.ts'
import type { Tx } from '../../database/db/db.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { ProjectGroup } from '../model/group-id.ts'
import { assertNoRestrictedUser, createLastAdministratorRefusal } from '../model/members.ts'
import { isMembershipSynchronized, type Project } from '../model/project.ts'
import { parseUserReferences, type UserReferenceInput } from '../model/user-references.ts'
import { mayChangeGroups } from '../policy.ts'
import { resolveUserReferences } from '../reads/resolve-user-references.ts'
import { auditProject } from '../store/audit-project.ts'
import { lockExistingGroup } from './lock-group.ts'
import { lockMemberships } from './lock-memberships.ts'

/**
 * Replaces the members of a group by the referenced users, as far as the kind of the group allows
 * (docs/api/user-groups.md §5).
 */
export async function replaceMembers(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  requester: Caller,
  of: ProjectGroup,
  input: readonly UserReferenceInput[],
): Promise<void> {
  const settings = await getSettings(withReads(world))
  await world.db.write(async (tx) => {
    const { project: storedProject, siteAdministrators, caller } = await lockMemberships(tx, requester, of.projectId)
    const permit = mayChangeGroups(caller, storedProject, settings, immutableGroupMessage(of.id))
    const project = permit.subject
    if (isStaticGroup(of.id)) await lockExistingGroup(tx, of.id)
    const replace = replacing(of.id)
    const listed = await resolveUserReferences(tx, parseUserReferences(input))
    const members = await currentMembers(tx, project, of.id)
    const isIn = new Set(members)
    // Users who cannot sign in are not added; existing members may stay.
    const selected = listed.filter(({ id, status }) => isIn.has(id) || canSignIn(status))
    await replace(tx, permit, { caller, group: of, project, selected, members, siteAdministrators })
    // Administrators stay members of the project, listed or not.
    const after = await currentMembers(tx, project, of.id)
    await auditProject(tx, project, {
      at: world.clock.now(),
      by: caller,
      action: 'group members replaced',
      detail: { group: of.id, before: members, after },
    })
  })
}

type ChangePermit = Permit<'administer', Project>

interface MemberChange {
  readonly caller: Caller
  readonly group: ProjectGroup
  readonly project: Project
  readonly selected: readonly User[]
  readonly members: readonly UserId[]
  /** Empty in other projects than that of the site administration. */
  readonly siteAdministrators: readonly User[]
}

/** Returns why the members of a group cannot be replaced; undefined: they can. */
const immutableGroupMessage = (id: UserGroupId): Message | undefined =>
  isStaticGroup(id) || id === group.members || id === group.administrators
    ? undefined
    : message`Only project members or administrators can be taken into account for the dynamic user groups`

function replacing(id: UserGroupId): (tx: Tx, permit: ChangePermit, change: MemberChange) => Promise<void> {
  if (isStaticGroup(id)) return replaceInStaticGroup
  return id === group.members ? replaceInProject : replaceInAdministration
}

async function currentMembers(tx: Tx, project: Project, id: UserGroupId): Promise<readonly UserId[]> {
  return (await loadGroupMembers(tx, { project: project.id, groups: [id] })).get(id) ?? []
}

/** Administrators stay members, listed or not. */
async function replaceInProject(
  tx: Tx,
  permit: ChangePermit,
  { project, selected, members }: MemberChange,
): Promise<void> {
  const isIn = new Set(members)
  const added = selected.filter(({ id }) => !isIn.has(id))
  assertNoRestrictedUser(project, added)
  const stays = new Set([...(await currentMembers(tx, project, group.administrators)), ...selected.map(({ id }) => id)])
  const leaving = members.filter((id) => !stays.has(id))
  await removeProjectMembers(tx, permit, leaving)
  await addProjectMembers(
    tx,
    permit,
    added.map(({ id }) => id),
  )
}

async function replaceInAdministration(
  tx: Tx,
  permit: ChangePermit,
  { caller, project, selected, members, siteAdministrators }: MemberChange,
): Promise<void> {
  const last = members.at(-1)
  if (selected.length === 0 && last !== undefined) throw createLastAdministratorRefusal(project.id, last)
  assertNoRestrictedUser(project, selected)
  const stays = new Set(selected.map(({ id }) => id))
  const leaving = members.filter((id) => !stays.has(id))
  mayStopAdministering(caller, leaving, siteAdministrators)
  await replaceAdministrators(
    tx,
    permit,
    selected.map(({ id }) => id),
  )
}

async function replaceInStaticGroup(
  tx: Tx,
  permit: ChangePermit,
  { group: of, project, selected }: MemberChange,
): Promise<void> {
  const ids = selected.map((user) => user.id)
  if (isMembershipSynchronized(project)) {
    assertNoRestrictedUser(project, selected)
    await addProjectMembers(tx, permit, ids)
  }
  await replaceGroupMembers(tx, permit, of, ids)
}
