import { group } from '../../accounts/model/groups.ts'
import { normalizeLogin, type User } from '../../accounts/model/user.ts'
import { loadGroupMembers, loadProjectGroups } from '../../accounts/store/groups.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import { runWithPauses } from '../../kit/concurrency/event-loop.ts'
import { ADMINISTRATION_PROJECT, type UserId } from '../../kit/values/ids.ts'
import { isOpen, type Project } from '../../projects/model/project.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import type { World } from '../../world/model/world.ts'
import { isAccessFileLogin } from '../model/access-file/access-file-login.ts'
import { type MergedAccessFile, membersGroup, mergeAccessFile, type ProjectPart } from '../model/access-file/merge.ts'
import { canEnterProject } from '../model/can-enter-project.ts'
import type { Repository } from '../model/repository.ts'
import { loadAccessFileText } from '../store/access-files.ts'

type Deps = Pick<Repository, 'id' | 'projectId' | 'accessFileVersion' | 'hasDefaultPermissions'>

/** Access file that should be installed; the same object until something may have changed. */
export type CurrentAccessFile = MergedAccessFile

/**
 * Built from cached users, groups and visibility: at the beginning of work (`beginWork`) it is valid on every node
 * (docs/api/subversion.md §2.2).
 */
export function loadCurrentAccessFile(
  world: Pick<World, 'db' | 'cache'>,
  repository: Deps,
): Promise<CurrentAccessFile> {
  const { id, accessFileVersion, hasDefaultPermissions } = repository
  const key = `access file ${id} ${accessFileVersion} ${hasDefaultPermissions} ${world.cache.revisionOf('projects')}`
  return world.cache.getOrLoad('users', key, async () => {
    const [part, text] = await Promise.all([
      loadProjectPart(world, repository),
      loadAccessFileText(world.db.read, { id, accessFileVersion }),
    ])
    return runWithPauses(mergeAccessFile(part, text))
  })
}

/** Groups in access files: the project members, then all static groups. */
export async function loadProjectPart(
  world: Pick<World, 'db' | 'cache'>,
  repository: Pick<Repository, 'projectId' | 'hasDefaultPermissions'>,
): Promise<ProjectPart> {
  const { read } = world.db
  const project = await getCachedProject(world, repository.projectId)
  if (project === undefined) return { groups: new Map([[membersGroup, []]]), permissions: 'members only' }
  const staticGroups = (await loadProjectGroups(read, project.id)).filter(({ name }) => name !== membersGroup)
  const ids = [group.members, ...staticGroups.map(({ id }) => id)]
  const [members, rulers] = await Promise.all([
    loadGroupMembers(read, { project: project.id, groups: ids }),
    loadGroupMembers(read, { project: ADMINISTRATION_PROJECT, groups: [group.administrators] }),
  ])
  const users = await loadUsers(read, [...new Set([...members.values()].flat())])
  const inProject = new Set(members.get(group.members))
  const ruling = new Set(rulers.get(group.administrators))
  const loginsIn = (each: typeof group.members): string[] =>
    toLogins(members.get(each) ?? [], users, (user) =>
      canEnterProject(user, project, { isMember: inProject.has(user.id), isSiteAdministrator: ruling.has(user.id) }),
    )
  return {
    groups: new Map([
      [membersGroup, loginsIn(group.members)],
      ...staticGroups.map(({ id, name }) => [name, loginsIn(id)] as const),
    ]),
    permissions: repository.hasDefaultPermissions ? defaultPermissions(project) : null,
  }
}

const defaultPermissions = (project: Project) => (isOpen(project) ? 'everyone reads' : 'members only')

function toLogins(
  ids: readonly UserId[],
  users: ReadonlyMap<UserId, User>,
  isListed: (user: User) => boolean,
): string[] {
  return ids
    .flatMap((id) => users.get(id) ?? [])
    .filter(isListed)
    .map(({ login }) => normalizeLogin(login))
    .filter(isAccessFileLogin)
}
