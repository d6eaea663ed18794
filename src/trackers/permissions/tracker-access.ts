import { group, isOfProject } from '../../accounts/model/groups.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import type { TrackerPermission } from '../model/definition.ts'

/** Names of permissions on trackers in archives, in their order (docs/api/trackers.md §6.2). */
export const trackerPermissionTypes: Readonly<Record<TrackerPermission, string>> = {
  admin: 'PLUGIN_TRACKER_ADMIN',
  full: 'PLUGIN_TRACKER_ACCESS_FULL',
  submitter: 'PLUGIN_TRACKER_ACCESS_SUBMITTER',
  assignee: 'PLUGIN_TRACKER_ACCESS_ASSIGNEE',
  submitter_only: 'PLUGIN_TRACKER_ACCESS_SUBMITTER_ONLY',
  none: 'PLUGIN_TRACKER_NONE',
}

/** Builds something for each permission. */
export const mapTrackerPermissions = <T>(build: (permission: TrackerPermission) => T): Record<TrackerPermission, T> =>
  Object.fromEntries(
    (Object.keys(trackerPermissionTypes) as TrackerPermission[]).map((permission) => [permission, build(permission)]),
  ) as Record<TrackerPermission, T>

/** In the API, in its order (docs/api/trackers.md §3.9); null: not part of it. */
const names = {
  full: 'can_access',
  submitter_only: 'can_access_submitted_by_user',
  assignee: 'can_access_assigned_to_group',
  submitter: 'can_access_submitted_by_group',
  admin: 'can_admin',
  none: null,
} as const satisfies Readonly<Record<TrackerPermission, string | null>>

type MemberName = Exclude<(typeof names)[TrackerPermission], null>

/** Members of `permissions_for_groups` of a tracker with their permissions. */
export const trackerPermissionMembers = Object.entries(names).flatMap(([permission, name]) =>
  name === null ? [] : [{ permission: permission as TrackerPermission, name }],
)

/** Builds `permissions_for_groups` of a tracker. */
export const buildTrackerPermissions = <T>(build: (permission: TrackerPermission) => T): Record<MemberName, T> =>
  Object.fromEntries(trackerPermissionMembers.map(({ permission, name }) => [name, build(permission)])) as Record<
    MemberName,
    T
  >

/**
 * The permissions on a tracker that pages offer to a group (docs/api/trackers.md §6.3): visitors have submitted nothing,
 * and only groups of the project have members whose artifacts the others may see.
 */
export const listTrackerPermissionsOfGroup = (id: UserGroupId): readonly MemberName[] =>
  trackerPermissionMembers.flatMap(({ permission, name }) => {
    if (permission === 'full') return [name]
    if (permission === 'submitter_only') return id === group.anonymous ? [] : [name]
    return isOfProject(id) ? [name] : []
  })
