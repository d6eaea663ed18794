import { findDynamicGroup, isStaticGroup, isSystemGroup } from '../../accounts/model/groups.ts'
import { findGroup, type StaticGroup } from '../../accounts/store/groups.ts'
import type { Reader } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import { type ProjectGroup, parseGroupId } from '../model/group-id.ts'
import type { Project } from '../model/project.ts'
import { maySeeGroups } from '../policy.ts'
import { getCachedProject } from '../store/projects.ts'

/** A user group with its project; system groups have none. */
export interface NamedGroup {
  readonly id: UserGroupId
  readonly project: Project | null
  readonly staticGroup: StaticGroup | null
}

/** A group whose project the caller may not be allowed to enter. */
interface LocatedGroup {
  readonly id: UserGroupId
  /** null for system groups, which have no project. */
  readonly projectId: ProjectId | null
  readonly staticGroup: StaticGroup | null
}

/** Returns the group of an id in a URL, with the refusals of docs/api/user-groups.md §3 that are about the id only. */
async function locateGroup(db: Reader, text: string): Promise<LocatedGroup> {
  const { project, group } = parseGroupId(text)
  if (isSystemGroup(group)) return { id: group, projectId: null, staticGroup: null }
  const staticGroup = isStaticGroup(group) ? await findGroup(db, group) : undefined
  if (staticGroup === undefined && findDynamicGroup(group) === undefined)
    throw new Refusal('absent', 'User Group does not exist')
  const projectId = staticGroup?.projectId ?? project
  // A dynamic group without its project was rejected as malformed.
  if (projectId === null) throw new Refusal('absent', 'User Group does not exist')
  if (project !== null && project !== projectId) throw new Refusal('absent', 'User Group does not exist in project')
  return { id: group, projectId, staticGroup: staticGroup ?? null }
}

/** Returns the group of an id in a URL, if the caller may enter its project (docs/api/user-groups.md §3). */
export async function getUserGroup(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  text: string,
): Promise<NamedGroup> {
  const { id, projectId, staticGroup } = await locateGroup(world.db.read, text)
  if (projectId === null) return { id, project: null, staticGroup }
  const [cachedProject, settings] = await Promise.all([getCachedProject(world, projectId), getSettings(world)])
  return { id, project: maySeeGroups(caller, cachedProject, settings).subject, staticGroup }
}

/** Variant for the list of members, which system groups do not have. */
export async function getProjectGroup(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  text: string,
): Promise<NamedGroup & { readonly project: Project }> {
  const { project, ...group } = await getUserGroup(world, caller, text)
  if (project === null) throw noMembers()
  return { ...group, project }
}

/** Returns the group of a write. Its command checks the permissions, with other errors than the reads. */
export async function locateProjectGroup(db: Reader, text: string): Promise<ProjectGroup> {
  const { id, projectId } = await locateGroup(db, text)
  if (projectId === null) throw noMembers()
  return { id, projectId }
}

// Compatible with Tuleap, which returns no text where docs/api/user-groups.md §4 has one.
const noMembers = (): Refusal => new Refusal('absent')
