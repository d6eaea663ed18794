import { group, isOfProject, isStaticGroup, listGroups } from '../../accounts/model/groups.ts'
import { loadProjectGroups, type StaticGroup } from '../../accounts/store/groups.ts'
import { type Caller, isSiteAdministrator } from '../../kit/values/caller.ts'
import type { TrackerId, UserGroupId } from '../../kit/values/ids.ts'
import { listDynamicGroups } from '../../projects/model/group-query.ts'
import type { Project } from '../../projects/model/project.ts'
import { type ExplainedUser, resolveExplainedUser } from '../../sign-in/reads/resolve-explained-user.ts'
import type { Settings } from '../../site/model/settings.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { PermissionHolder } from '../model/permission-holder.ts'
import type { Tracker } from '../model/tracker.ts'
import { administersTrackersOf, canAccessTrackersOf } from '../policy.ts'
import { getAdministeredTracker } from './get-tracker.ts'

export interface TrackerPermissions {
  readonly tracker: Tracker
  /** From the widest to the narrowest, then those of the project. */
  readonly groups: readonly UserGroupId[]
  readonly names: ReadonlyMap<UserGroupId, StaticGroup>
  /** null: no user was requested. */
  readonly holder: PermissionHolder | null
}

/** Groups that pages offer: those of wikis and downloads have no part in trackers. */
const offered: readonly UserGroupId[] = [
  group.anonymous,
  group.authenticated,
  group.registered,
  group.members,
  group.administrators,
]

/**
 * Returns the permissions of a tracker with the groups that have or can have some (docs/api/trackers.md §6.3), and on
 * request how they apply to a user: an id, a login or `anonymous`.
 */
export async function getPermissions(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: TrackerId,
  user: string,
): Promise<TrackerPermissions> {
  const { tracker, project } = await getAdministeredTracker(world, caller, id)
  const [settings, staticGroups] = await Promise.all([getSettings(world), loadProjectGroups(world.db.read, project.id)])
  const possible = listDynamicGroups(project, settings, true)
  const holders = listHolders(tracker)
  const dynamic = offered.filter((each) => possible.includes(each) || holders.has(each))
  const others = [...holders].filter((each) => isOfProject(each) && !isStaticGroup(each) && !offered.includes(each))
  const groups = [...dynamic, ...others.toSorted((a, b) => a - b), ...staticGroups.map((each) => each.id)]
  const explained = user === '' ? null : await resolveExplainedUser(world, caller, user)
  return {
    tracker,
    groups,
    names: new Map(staticGroups.map((each) => [each.id, each])),
    holder: explained && describeHolder(explained, groups, project, settings),
  }
}

/** The groups that have a permission. */
const listHolders = ({ permissions, fields }: Tracker): ReadonlySet<UserGroupId> =>
  new Set([permissions, ...fields.map((field) => field.permissions)].flatMap((each) => Object.values(each).flat()))

function describeHolder(
  { user, reading, writing, refusal }: ExplainedUser,
  groups: readonly UserGroupId[],
  project: Project,
  settings: Settings,
): PermissionHolder {
  const own = listGroups(writing, project.id)
  return {
    user,
    // Groups of other projects are none of the caller's business.
    groups: groups.filter((each) => own.has(each)),
    isAdministrator: administersTrackersOf(writing, project.id),
    readsAllFields: isSiteAdministrator(reading),
    changesAllFields: isSiteAdministrator(writing),
    isActive: refusal === null,
    hasProjectAccess: canAccessTrackersOf(reading, project, settings),
  }
}
