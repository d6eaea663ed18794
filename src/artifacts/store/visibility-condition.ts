import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { group, isStaticGroup } from '../../accounts/model/groups.ts'
import { inList, isOneOf } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import type { AccessibleTracker, RestrictedAccess } from '../model/tracker-access.ts'

type Artifacts = ExpressionBuilder<Tables, 'artifact'>
/** A condition on rows of `artifact`. */
export type ArtifactCondition = (artifacts: Artifacts) => Expression<SqlBool>

/** Returns the condition for accessible artifacts of these trackers: canSeeArtifact of the policy as SQL. */
export function buildVisibilityCondition(accessible: readonly AccessibleTracker[]): ArtifactCondition {
  const open = accessible.filter(({ access }) => access === 'full').map(({ trackerId }) => trackerId)
  const partial = accessible.flatMap(({ access, ...tracker }) =>
    typeof access === 'string' ? [] : [{ ...tracker, access }],
  )
  // Most trackers show all artifacts without permissions of their own: one condition for trackers in which the caller
  // has the same groups.
  const trackersByGroups = Map.groupBy(
    partial.filter(({ access }) => access.hasFullPermission),
    ({ access }) => access.groups.join(),
  )
  const parts = [
    ...[...trackersByGroups.values()].map((alike) => (artifacts: Artifacts) => isFullyAccessible(artifacts, alike)),
    ...partial
      .filter(({ access }) => !access.hasFullPermission)
      .map(
        (tracker) => (artifacts: Artifacts) =>
          isAccessible(artifacts, tracker.trackerId, tracker.projectId, tracker.access),
      ),
  ]
  return (artifacts) => {
    const all = isOneOf('artifact.tracker_id', open)
    if (parts.length === 0) return open.length === 0 ? sql<SqlBool>`1 = 0` : all
    const some = parts.map((part) => part(artifacts))
    return artifacts.or(open.length === 0 ? some : [all, ...some])
  }
}

function isAccessible(
  artifacts: Artifacts,
  trackerId: AccessibleTracker['trackerId'],
  projectId: ProjectId,
  access: RestrictedAccess,
) {
  const isHere = artifacts('artifact.tracker_id', '=', trackerId)
  return artifacts.and([
    isHere,
    isGranted(artifacts, access.groups),
    isSubmittedOrAssigned(artifacts, projectId, access),
  ])
}

function isFullyAccessible(
  artifacts: Artifacts,
  alike: readonly { readonly trackerId: AccessibleTracker['trackerId']; readonly access: RestrictedAccess }[],
) {
  const ids = alike.map(({ trackerId }) => trackerId)
  return artifacts.and([isOneOf('artifact.tracker_id', ids), isGranted(artifacts, alike[0]?.access.groups ?? [])])
}

/** Permission sets are shared, so the list of granted sets is short. */
function isGranted(artifacts: Artifacts, groups: readonly UserGroupId[]) {
  const sets = artifacts.selectFrom('permission_set_group').select('set_id').where(inList('group_id', groups))
  return artifacts.or([
    artifacts('artifact.permission_set_id', 'is', null),
    artifacts('artifact.permission_set_id', 'in', sets),
  ])
}

function isSubmittedOrAssigned(artifacts: Artifacts, projectId: ProjectId, access: RestrictedAccess) {
  const conditions: Expression<SqlBool>[] = access.submitterGroups.map((each) => {
    if (each === group.anonymous) return sql<SqlBool>`1 = 1`
    return artifacts('artifact.submitted_by', 'in', usersOf(artifacts, each, projectId))
  })
  if (access.assigneeField !== null) {
    const field = access.assigneeField
    conditions.push(...access.assigneeGroups.map((each) => isAssigned(artifacts, field, each, projectId)))
  }
  if (access.submitter !== null) conditions.push(artifacts('artifact.submitted_by', '=', access.submitter))
  return artifacts.or(conditions)
}

function isAssigned(
  artifacts: Artifacts,
  field: NonNullable<RestrictedAccess['assigneeField']>,
  to: UserGroupId,
  projectId: ProjectId,
) {
  const assigned = artifacts
    .selectFrom('value_list')
    .select(sql<number>`1`.as('one'))
    .whereRef('value_list.artifact_id', '=', 'artifact.id')
    .where('value_list.field_id', '=', field)
    .where('value_list.value_id', '<>', group.nobody)
  const people =
    to === group.anonymous ? assigned : assigned.where('value_list.value_id', 'in', usersOf(artifacts, to, projectId))
  return artifacts.exists(people)
}

/** Returns a query for the users of a dynamic or static group; must agree with store/access-facts.ts. */
function usersOf(artifacts: Artifacts, of: UserGroupId, projectId: ProjectId) {
  if (of === group.authenticated) return artifacts.selectFrom('user').select('user.id as user_id')
  if (of === group.registered)
    return artifacts.selectFrom('user').select('user.id as user_id').where('user.status', '<>', 'R')
  if (isStaticGroup(of)) return artifacts.selectFrom('user_group_member').select('user_id').where('group_id', '=', of)
  const members = artifacts.selectFrom('project_member').select('user_id').where('project_id', '=', projectId)
  return of === group.administrators ? members.where('is_administrator', '=', 1) : members
}
