import type { Reader } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ArtifactId, FieldId, PermissionSetId, ProjectId, UserGroupId, UserId } from '../../kit/ids.ts'
import { group, isStaticGroup } from '../../platform/model/groups.ts'
import type { ArtifactInSight } from '../model/artifact.ts'
import type { PartialReach, Standing } from '../model/reach.ts'

/** An artifact of a territory with a partial reach. */
export interface Candidate {
  readonly head: ArtifactInSight
  readonly projectId: ProjectId
  readonly reach: PartialReach
}

export const nothingGranted: Standing = { granted: null, submitterIn: new Set(), assigneesIn: new Set() }

/** What the policy must know of these artifacts: four queries at most, however many they are. */
export async function loadStandings(db: Reader, candidates: readonly Candidate[]): Promise<Map<ArtifactId, Standing>> {
  const [sets, assignees] = await Promise.all([loadSets(db, candidates), loadAssignees(db, candidates)])
  const people = await loadPeople(db, candidates, assignees)
  return new Map(
    candidates.map(({ head, projectId, reach }) => {
      const granted = head.permissionSetId === null ? null : (sets.get(head.permissionSetId) ?? new Set<UserGroupId>())
      const submitterIn = reach.submittedIn.filter((each) => people.isIn(head.submittedBy, each, projectId))
      const assigned = assignees.get(head.id) ?? []
      const assigneesIn = reach.assignedIn.filter((each) => assigned.some((user) => people.isIn(user, each, projectId)))
      return [head.id, { granted, submitterIn: new Set(submitterIn), assigneesIn: new Set(assigneesIn) }]
    }),
  )
}

async function loadSets(
  db: Reader,
  candidates: readonly { readonly head: ArtifactInSight }[],
): Promise<Map<PermissionSetId, Set<UserGroupId>>> {
  const ids = new Set(candidates.flatMap(({ head }) => head.permissionSetId ?? []))
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
  const asked = candidates.filter(({ reach }) => reach.assignedIn.length > 0 && reach.assignees !== null)
  const assignees = new Map<ArtifactId, UserId[]>()
  if (asked.length === 0) return assignees
  const fields = [
    ...new Set(asked.flatMap(({ reach }): FieldId[] => (reach.assignees === null ? [] : [reach.assignees]))),
  ]
  const query = db.selectFrom('value_list').select(['artifact_id', 'value_id']).where(inList('field_id', fields))
  const rows = await query
    .where(
      inList(
        'artifact_id',
        asked.map(({ head }) => head.id),
      ),
    )
    .where('value_id', '<>', group.nobody)
    .execute()
  for (const row of rows) {
    const known = assignees.get(row.artifact_id)
    // The values of a list of people are the ids of people (docs/api/trackers.md §5.3).
    if (known === undefined) assignees.set(row.artifact_id, [row.value_id as UserId])
    else known.push(row.value_id as UserId)
  }
  return assignees
}

interface People {
  isIn(user: UserId | null, of: UserGroupId, projectId: ProjectId): boolean
}

/** Memberships of submitters and assignees, of all the groups that matter here. */
async function loadPeople(
  db: Reader,
  candidates: readonly Candidate[],
  assignees: ReadonlyMap<ArtifactId, readonly UserId[]>,
): Promise<People> {
  const groups = new Set(candidates.flatMap(({ reach }) => [...reach.submittedIn, ...reach.assignedIn]))
  const users = [
    ...new Set([...candidates.flatMap(({ head }) => head.submittedBy ?? []), ...[...assignees.values()].flat()]),
  ]
  const [accounts, members, statics] = await Promise.all([
    loadAccounts(db, users, groups),
    loadMembers(db, users, groups),
    loadStatics(db, users, groups),
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

async function loadStatics(db: Reader, users: readonly UserId[], groups: ReadonlySet<UserGroupId>) {
  const wanted = [...groups].filter(isStaticGroup)
  if (users.length === 0 || wanted.length === 0) return new Set<string>()
  const query = db.selectFrom('user_group_member').selectAll().where(inList('group_id', wanted))
  const rows = await query.where(inList('user_id', users)).execute()
  return new Set(rows.map((row) => `${row.group_id} ${row.user_id}`))
}
