import { group, isStaticGroup } from '../../accounts/model/groups.ts'
import type { User } from '../../accounts/model/user.ts'
import type { Reader } from '../../database/db/db.ts'
import type { UserSource } from '../../fields/model/field.ts'
import type { FieldId, ProjectId, TrackerId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { filterGroupMembers, filterInvolvedUsers, filterProjectMembers } from '../store/offered-users.ts'
import type { SuggestedUserSource } from '../store/suggested-users.ts'

/**
 * Returns whether lists bound to users offer the requested users (docs/api/trackers.md §5.3). Only the requested users
 * are looked up, never all members.
 */
export async function loadOfferedUsers(
  db: Reader,
  tracker: Tracker,
  requested: ReadonlyMap<FieldId, ReadonlySet<UserId>>,
  knownUsers: ReadonlyMap<UserId, User>,
): Promise<(field: FieldId, user: UserId) => boolean> {
  const bySources = [...requested].map(([id, users]) => {
    const bind = tracker.fieldById.get(id)?.bind
    return {
      sources: bind?.kind === 'users' ? bind.sources : [],
      users: [...users].filter((user) => knownUsers.has(user)),
    }
  })
  const usersFor = (matters: (source: UserSource) => boolean): UserId[] => [
    ...new Set(bySources.flatMap(({ sources, users }) => (sources.some(matters) ? users : []))),
  ]
  const statics = new Set(
    bySources.flatMap(({ sources }) => sources.flatMap((each) => findSourceGroup(each) ?? [])).filter(isStaticGroup),
  )
  const [members, inGroups, submitters, modifiers] = await Promise.all([
    filterProjectMembers(db, tracker.projectId, usersFor(isMemberSource)),
    filterGroupMembers(
      db,
      [...statics],
      usersFor((source) => isStaticGroup(findSourceGroup(source) ?? group.nobody)),
    ),
    filterInvolvedUsers(
      db,
      tracker.id,
      'submitter',
      usersFor(({ kind }) => kind === 'submitters'),
    ),
    filterInvolvedUsers(
      db,
      tracker.id,
      'modifier',
      usersFor(({ kind }) => kind === 'modifiers'),
    ),
  ])

  function isIn(user: User, of: UserGroupId): boolean {
    if (isStaticGroup(of)) return inGroups.isIn(user.id, of)
    if (of === group.members) return members.has(user.id)
    if (of === group.administrators) return members.get(user.id) === true
    if (of === group.registered) return user.status !== 'R'
    return of === group.authenticated || of === group.anonymous
  }

  return (fieldId, userId) => {
    const bind = tracker.fieldById.get(fieldId)?.bind
    const user = knownUsers.get(userId)
    if (bind?.kind !== 'users' || user === undefined) return false
    return bind.sources.some((source) => {
      if (source.kind === 'submitters') return submitters.has(userId)
      if (source.kind === 'modifiers') return modifiers.has(userId)
      return isIn(user, findSourceGroup(source) ?? group.nobody)
    })
  }
}

/** Sources that are groups. */
export function findSourceGroup(source: UserSource): UserGroupId | undefined {
  switch (source.kind) {
    case 'members':
      return group.members
    case 'administrators':
      return group.administrators
    case 'group':
      return source.groupId
    case 'submitters':
    case 'modifiers':
      return undefined
    default:
      return source satisfies never
  }
}

const isMemberSource = (source: UserSource): boolean =>
  findSourceGroup(source) === group.members || findSourceGroup(source) === group.administrators

/** The same source as pickers search it. */
export function toSuggestedSource(source: UserSource, tracker: TrackerId, project: ProjectId): SuggestedUserSource {
  if (source.kind === 'submitters') return { kind: 'involved', tracker, as: 'submitter' }
  if (source.kind === 'modifiers') return { kind: 'involved', tracker, as: 'modifier' }
  return { kind: 'group', project, group: findSourceGroup(source) }
}
