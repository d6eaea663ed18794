import { group, isOfProject, isStaticGroup } from '../../accounts/model/groups.ts'
import { loadProjectGroups, type StaticGroup } from '../../accounts/store/groups.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId, UserGroupId } from '../../kit/values/ids.ts'
import { listDynamicGroups } from '../../projects/model/group-query.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { Tracker } from '../model/tracker.ts'
import { getAdministeredTracker } from './get-tracker.ts'

export interface TrackerPermissions {
  readonly tracker: Tracker
  /** From the widest to the narrowest, then those of the project. */
  readonly groups: readonly UserGroupId[]
  readonly names: ReadonlyMap<UserGroupId, StaticGroup>
}

/** Groups that pages offer: those of wikis and downloads have no part in trackers. */
const offered: readonly UserGroupId[] = [
  group.anonymous,
  group.authenticated,
  group.registered,
  group.members,
  group.administrators,
]

/** Returns the permissions of a tracker with the groups that have or can have some (docs/api/trackers.md §6.3). */
export async function getPermissions(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: TrackerId,
): Promise<TrackerPermissions> {
  const { tracker, project } = await getAdministeredTracker(world, caller, id)
  const [settings, staticGroups] = await Promise.all([getSettings(world), loadProjectGroups(world.db.read, project.id)])
  const possible = listDynamicGroups(project, settings, true)
  const holders = listHolders(tracker)
  const dynamic = offered.filter((each) => possible.includes(each) || holders.has(each))
  const others = [...holders].filter((each) => isOfProject(each) && !isStaticGroup(each) && !offered.includes(each))
  return {
    tracker,
    groups: [...dynamic, ...others.toSorted((a, b) => a - b), ...staticGroups.map((each) => each.id)],
    names: new Map(staticGroups.map((each) => [each.id, each])),
  }
}

/** The groups that have a permission. */
const listHolders = ({ permissions, fields }: Tracker): ReadonlySet<UserGroupId> =>
  new Set([permissions, ...fields.map((field) => field.permissions)].flatMap((each) => Object.values(each).flat()))
