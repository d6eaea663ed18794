import type { Caller } from '../../kit/caller.ts'
import type { UserGroupId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { dynamicGroup, isStaticGroup, isSystemGroup } from '../../platform/model/groups.ts'
import { lookForGroup, type StaticGroup } from '../../platform/store/groups.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { readGroupId } from '../model/group-id.ts'
import type { Project } from '../model/project.ts'
import { maySeeGroups } from '../policy.ts'
import { projectOf } from '../store/projects.ts'

/** A user group with the project it is of; system groups are of none. */
export interface FoundGroup {
  readonly id: UserGroupId
  readonly project: Project | null
  readonly named: StaticGroup | null
}

/** The group of an address, if the caller may enter its project (contract 10 §7.3). */
export async function findUserGroup(
  world: Pick<World, 'db' | 'memory'>,
  caller: Caller,
  text: string,
): Promise<FoundGroup> {
  const { project, group } = readGroupId(text)
  if (isSystemGroup(group)) return { id: group, project: null, named: null }
  const named = isStaticGroup(group) ? await lookForGroup(world.db.read, group) : undefined
  if (named === undefined && dynamicGroup(group) === undefined) throw new Refusal('absent', 'User Group does not exist')
  const projectId = named?.projectId ?? project
  // A dynamic group without its project was refused as malformed.
  if (projectId === null) throw new Refusal('absent', 'User Group does not exist')
  if (project !== null && project !== projectId) throw new Refusal('absent', 'User Group does not exist in project')
  const [found, settings] = await Promise.all([projectOf(world, projectId), settingsOf(world)])
  return { id: group, project: maySeeGroups(caller, found, settings).subject, named: named ?? null }
}

/** The same for the routes of members, which no system group has. */
export async function findProjectGroup(
  world: Pick<World, 'db' | 'memory'>,
  caller: Caller,
  text: string,
): Promise<FoundGroup & { readonly project: Project }> {
  const { project, ...found } = await findUserGroup(world, caller, text)
  // The reference sends no text, where contract 10 §7.4 has one.
  if (project === null) throw new Refusal('absent')
  return { ...found, project }
}
