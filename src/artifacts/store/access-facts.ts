import { group, isStaticGroup } from '../../accounts/model/groups.ts'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ArtifactId, FieldId, PermissionSetId, ProjectId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { ArtifactAccessHeader } from '../model/artifact.ts'
import type { AccessFacts, RestrictedAccess } from '../model/tracker-access.ts'

/** An artifact in a tracker with restricted access. */
export interface Candidate {
  readonly artifact: ArtifactAccessHeader
  readonly projectId: ProjectId
  readonly access: RestrictedAccess
}

export const noAccess: AccessFacts = { grantedGroups: null, submitterGroups: new Set(), assigneeGroups: new Set() }

/** Loads the facts that the policy needs for these artifacts, with at most four queries. */
export async function loadAccessFacts(
  db: Reader,
  candidates: readonly Candidate[],
): Promise<Map<ArtifactId, AccessFacts>> {
  const [sets, assignees] = await Promise.all([loadSets(db, candidates), loadAssignees(db, candidates)])
  const memberships = await loadMemberships(db, candidates, assignees)
  return new Map(
    candidates.map(({ artifact, projectId, access }) => {
      const grantedGroups =
        artifact.permissionSetId === null ? null : (sets.get(artifact.permissionSetId) ?? new Set<UserGroupId>())
      const submitterGroups = access.submitterGroups.filter((each) =>
        memberships.isIn(artifact.submittedBy, each, projectId),
      )
      const assigned = assignees.get(artifact.id) ?? []
      const assigneeGroups = access.assigneeGroups.filter((each) =>
        assigned.some((user) => memberships.isIn(user, each, projectId)),
      )
      return [
        artifact.id,
        { grantedGroups, submitterGroups: new Set(submitterGroups), assigneeGroups: new Set(assigneeGroups) },
      ]
    }),
  )
}

async function loadSets(
  db: Reader,
  candidates: readonly { readonly artifact: ArtifactAccessHeader }[],
): Promise<Map<PermissionSetId, Set<UserGroupId>>> {
  const ids = new Set(candidates.flatMap(({ artifact }) => artifact.permissionSetId ?? []))
  const sets = new Map([...ids].map((id) => [id, new Set<UserGroupId>()]))
  if (ids.size === 0) return sets
  const rows = await db
    .selectFrom('permission_set_group')
    .selectAll()
    .where(inList('set_id', [...ids]))
    .execute()
  for (const row of rows) sets.get(row.set_id)?.add(row.group_id)
  return sets
}

async function loadAssignees(db: Reader, candidates: readonly Candidate[]): Promise<Map<ArtifactId, UserId[]>> {
  const withAssigneeGroups = candidates.filter(
    ({ access }) => access.assigneeGroups.length > 0 && access.assigneeField !== null,
  )
  const assignees = new Map<ArtifactId, UserId[]>()
  if (withAssigneeGroups.length === 0) return assignees
  const fields = [
    ...new Set(
      withAssigneeGroups.flatMap(({ access }): FieldId[] =>
        access.assigneeField === null ? [] : [access.assigneeField],
      ),
    ),
  ]
  const query = db.selectFrom('value_list').select(['artifact_id', 'value_id']).where(inList('field_id', fields))
  const rows = await query
    .where(
      inList(
        'artifact_id',
        withAssigneeGroups.map(({ artifact }) => artifact.id),
      ),
    )
    .where('value_id', '<>', group.nobody)
    .execute()
  for (const row of rows) {
    const userIds = assignees.get(row.artifact_id)
    // Values of a list bound to users are ids of users (docs/api/trackers.md §5.3).
    if (userIds === undefined) assignees.set(row.artifact_id, [row.value_id as UserId])
    else userIds.push(row.value_id as UserId)
  }
  return assignees
}

interface Memberships {
  isIn(user: UserId | null, of: UserGroupId, projectId: ProjectId): boolean
}

/** Loads the memberships of submitters and assignees in the relevant groups. */
async function loadMemberships(
  db: Reader,
  candidates: readonly Candidate[],
  assignees: ReadonlyMap<ArtifactId, readonly UserId[]>,
): Promise<Memberships> {
  const groups = new Set(candidates.flatMap(({ access }) => [...access.submitterGroups, ...access.assigneeGroups]))
  const users = [
    ...new Set([
      ...candidates.flatMap(({ artifact }) => artifact.submittedBy ?? []),
      ...[...assignees.values()].flat(),
    ]),
  ]
  const [accounts, members, statics] = await Promise.all([
    loadAccounts(db, users, groups),
    loadMembers(db, users, groups),
    loadStaticMemberships(db, users, groups),
  ])
  return {
    isIn(user, of, projectId) {
      if (of === group.anonymous) return true
      if (user === null) return false
      if (of === group.authenticated) return accounts.has(user)
      if (of === group.registered) return accounts.has(user) && accounts.get(user) !== 'R'
      if (isStaticGroup(of)) return statics.has(`${of} ${user}`)
      const isAdministrator = members.get(`${projectId} ${user}`)
      return of === group.administrators ? isAdministrator === 1 : isAdministrator !== undefined
    },
  }
}

async function loadAccounts(db: Reader, users: readonly UserId[], groups: ReadonlySet<UserGroupId>) {
  if (users.length === 0 || !(groups.has(group.authenticated) || groups.has(group.registered)))
    return new Map<UserId, string>()
  const rows = await db.selectFrom('user').select(['id', 'status']).where(inList('id', users)).execute()
  return new Map(rows.map((row) => [row.id, row.status]))
}

async function loadMembers(db: Reader, users: readonly UserId[], groups: ReadonlySet<UserGroupId>) {
  if (users.length === 0 || !(groups.has(group.members) || groups.has(group.administrators)))
    return new Map<string, number>()
  const rows = await db.selectFrom('project_member').selectAll().where(inList('user_id', users)).execute()
  return new Map(rows.map((row) => [`${row.project_id} ${row.user_id}`, row.is_administrator]))
}

async function loadStaticMemberships(db: Reader, users: readonly UserId[], groups: ReadonlySet<UserGroupId>) {
  const staticGroups = [...groups].filter(isStaticGroup)
  if (users.length === 0 || staticGroups.length === 0) return new Set<string>()
  const query = db.selectFrom('user_group_member').selectAll().where(inList('group_id', staticGroups))
  const rows = await query.where(inList('user_id', users)).execute()
  return new Set(rows.map((row) => `${row.group_id} ${row.user_id}`))
}
