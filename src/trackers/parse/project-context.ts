import { loadProjectGroups } from '../../accounts/store/groups.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import { parseId } from '../../fields/parse/parse-id.ts'
import type { ProjectId, TrackerId, UserId } from '../../kit/values/ids.ts'
import { isOffered } from '../model/link-type.ts'
import { loadDisabledTypes, loadLinkTypes } from '../store/link-types.ts'
import { loadTrackerIdsOfProject } from '../store/trackers.ts'
import { createGroupResolver, type ResolveGroup } from './groups.ts'
import type { ElementInput } from './input-schemas.ts'
import type { Problems } from './problems.ts'

/** Data of a project against which input is validated. */
export interface ProjectContext {
  readonly problems: Problems
  readonly groupOf: ResolveGroup
  isUser(id: number): id is UserId
  isLinkType(name: string): boolean
  /** Another tracker of the project. */
  isTracker(id: number): id is TrackerId
}

/** Loads the context, with the default users of these elements. */
export async function loadProjectContext(
  db: Reader,
  projectId: ProjectId,
  elements: readonly Pick<ElementInput, 'default_value'>[],
  problems: Problems,
): Promise<ProjectContext> {
  const groups = await loadProjectGroups(db, projectId)
  const disabled = await loadDisabledTypes(db, projectId)
  const types = (await loadLinkTypes(db)).filter((type) => isOffered(type) && !disabled.has(type.shortName))
  const linkTypes = new Set(types.map(({ shortName }) => shortName))
  const trackers = new Set<number>(await loadTrackerIdsOfProject(db, projectId))
  // Untrusted ids; only those that are found count.
  const userIds = elements.flatMap(({ default_value }) => parseDefaultIds(default_value)) as UserId[]
  const users = await loadUsers(db, [...new Set(userIds)])
  return {
    problems,
    groupOf: createGroupResolver(projectId, groups),
    isUser: (id): id is UserId => users.has(id as UserId),
    isLinkType: (name) => linkTypes.has(name),
    isTracker: (id): id is TrackerId => trackers.has(id),
  }
}

/** Returns the ids in a default value of a list: plain ids, or objects as in responses. */
export function parseDefaultIds(input: unknown): number[] {
  if (!Array.isArray(input)) return []
  return input.flatMap((each: unknown) => {
    const id: unknown = typeof each === 'object' && each !== null && 'id' in each ? each.id : each
    const number = parseId(id) ?? 0
    return number > 0 ? [number] : []
  })
}
