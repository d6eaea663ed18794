import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { inList } from '../../kit/db/sql.ts'
import type { Tables } from '../../kit/db/tables.ts'
import type { ProjectId, UserGroupId } from '../../kit/ids.ts'
import { group, isStaticGroup } from '../../platform/model/groups.ts'
import type { PartialReach, Territory } from '../model/reach.ts'

type Artifacts = ExpressionBuilder<Tables, 'artifact'>
/** A condition on rows of `artifact`. */
export type ArtifactCondition = (artifacts: Artifacts) => Expression<SqlBool>

/** Artifacts of these trackers that are within reach: isWithin of the policy, said in SQL. */
export function visibleIn(territories: readonly Territory[]): ArtifactCondition {
  const open = territories.filter(({ reach }) => reach === 'everything').map(({ trackerId }) => trackerId)
  const partial = territories.flatMap(({ reach, ...place }) => (typeof reach === 'string' ? [] : [{ ...place, reach }]))
  // Most trackers show all but what is closed: one condition for those in which the caller is in the same groups.
  const shown = Map.groupBy(
    partial.filter(({ reach }) => reach.isFull),
    ({ reach }) => reach.groups.join(),
  )
  const parts = [
    ...[...shown.values()].map((alike) => (artifacts: Artifacts) => withinAll(artifacts, alike)),
    ...partial
      .filter(({ reach }) => !reach.isFull)
      .map((place) => (artifacts: Artifacts) => within(artifacts, place.trackerId, place.projectId, place.reach)),
  ]
  return (artifacts) => {
    const [only] = open
    const all =
      open.length === 1 && only !== undefined
        ? artifacts('artifact.tracker_id', '=', only)
        : inList('artifact.tracker_id', open)
    if (parts.length === 0) return open.length === 0 ? sql<SqlBool>`1 = 0` : all
    const some = parts.map((part) => part(artifacts))
    return artifacts.or(open.length === 0 ? some : [all, ...some])
  }
}

function within(artifacts: Artifacts, trackerId: Territory['trackerId'], projectId: ProjectId, reach: PartialReach) {
  const isHere = artifacts('artifact.tracker_id', '=', trackerId)
  return artifacts.and([isHere, isGranted(artifacts, reach.groups), isConcerned(artifacts, projectId, reach)])
}

function withinAll(
  artifacts: Artifacts,
  alike: readonly { readonly trackerId: Territory['trackerId']; readonly reach: PartialReach }[],
) {
  const ids = alike.map(({ trackerId }) => trackerId)
  const [only] = ids
  const areHere =
    ids.length === 1 && only !== undefined
      ? artifacts('artifact.tracker_id', '=', only)
      : inList('artifact.tracker_id', ids)
  return artifacts.and([areHere, isGranted(artifacts, alike[0]?.reach.groups ?? [])])
}

/** Permission sets are few (they are interned), so the list of those granted is small. */
function isGranted(artifacts: Artifacts, groups: readonly UserGroupId[]) {
  const sets = artifacts.selectFrom('permission_set_group').select('set_id').where(inList('group_id', groups))
  return artifacts.or([
    artifacts('artifact.permission_set_id', 'is', null),
    artifacts('artifact.permission_set_id', 'in', sets),
  ])
}

function isConcerned(artifacts: Artifacts, projectId: ProjectId, reach: PartialReach) {
  const conditions: Expression<SqlBool>[] = reach.submittedIn.map((each) => {
    if (each === group.anonymous) return sql<SqlBool>`1 = 1`
    return artifacts('artifact.submitted_by', 'in', peopleIn(artifacts, each, projectId))
  })
  if (reach.assignees !== null) {
    const field = reach.assignees
    conditions.push(...reach.assignedIn.map((each) => isAssigned(artifacts, field, each, projectId)))
  }
  if (reach.own !== null) conditions.push(artifacts('artifact.submitted_by', '=', reach.own))
  return artifacts.or(conditions)
}

function isAssigned(
  artifacts: Artifacts,
  field: NonNullable<PartialReach['assignees']>,
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
    to === group.anonymous ? assigned : assigned.where('value_list.value_id', 'in', peopleIn(artifacts, to, projectId))
  return artifacts.exists(people)
}

/** Who belongs to a group, dynamic or static; the twin of store/standings.ts. */
function peopleIn(artifacts: Artifacts, of: UserGroupId, projectId: ProjectId) {
  if (of === group.authenticated) return artifacts.selectFrom('user').select('user.id as user_id')
  if (of === group.registered)
    return artifacts.selectFrom('user').select('user.id as user_id').where('user.status', '<>', 'R')
  if (isStaticGroup(of)) return artifacts.selectFrom('user_group_member').select('user_id').where('group_id', '=', of)
  const members = artifacts.selectFrom('project_member').select('user_id').where('project_id', '=', projectId)
  return of === group.administrators ? members.where('is_administrator', '=', 1) : members
}
