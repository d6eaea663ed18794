import { ADMINISTRATION_PROJECT, type UserId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { group } from '../../platform/model/groups.ts'
import { loginKey, type User } from '../../platform/model/user.ts'
import { groupsOfProject, membersOf } from '../../platform/store/groups.ts'
import { loadUsers } from '../../platform/store/users.ts'
import { isOpen, type Project } from '../../projects/model/project.ts'
import { projectOf } from '../../projects/store/projects.ts'
import { type AccessRules, membersGroup, mergeAccessFile, type ProjectPart } from '../model/access-file/merge.ts'
import { isNameableLogin } from '../model/access-file/nameable-login.ts'
import { entersProject } from '../model/enters-project.ts'
import type { Repository } from '../model/repository.ts'
import { accessFileOf } from '../store/access-files.ts'

type Asked = Pick<Repository, 'id' | 'projectId' | 'accessFileVersion' | 'hasDefaultPermissions'>

/** What has to be in force for a repository; the same object until something of it may have changed. */
export type CurrentAccessFile = { readonly ok: AccessRules } | { readonly problem: string }

/**
 * Made of people, groups and visibility as the memory knows them: after `world.memory.refresh()` it is what holds on every
 * node (docs/api/subversion.md §2.2).
 */
export function currentAccessFile(world: Pick<World, 'db' | 'cache'>, repository: Asked): Promise<CurrentAccessFile> {
  const { id, accessFileVersion, hasDefaultPermissions } = repository
  const key = `access file ${id} ${accessFileVersion} ${hasDefaultPermissions} ${world.cache.revisionOf('projects')}`
  return world.cache.getOrLoad('users', key, async () => {
    const [part, text] = await Promise.all([
      projectPart(world, repository),
      accessFileOf(world.db.read, { id, accessFileVersion }),
    ])
    return mergeAccessFile(part, text)
  })
}

/** Groups as access files name them: the project's members, then every static group. */
export async function projectPart(
  world: Pick<World, 'db' | 'cache'>,
  repository: Pick<Repository, 'projectId' | 'hasDefaultPermissions'>,
): Promise<ProjectPart> {
  const { read } = world.db
  const project = await projectOf(world, repository.projectId)
  if (project === undefined) return { groups: new Map([[membersGroup, []]]), permissions: 'members alone' }
  const staticGroups = (await groupsOfProject(read, project.id)).filter(({ name }) => name !== membersGroup)
  const ids = [group.members, ...staticGroups.map(({ id }) => id)]
  const [members, rulers] = await Promise.all([
    membersOf(read, { project: project.id, groups: ids }),
    membersOf(read, { project: ADMINISTRATION_PROJECT, groups: [group.administrators] }),
  ])
  const users = await loadUsers(read, [...new Set([...members.values()].flat())])
  const inProject = new Set(members.get(group.members))
  const ruling = new Set(rulers.get(group.administrators))
  const loginsIn = (each: typeof group.members): string[] =>
    loginsOf(members.get(each) ?? [], users, (user) =>
      entersProject(user, project, { isMember: inProject.has(user.id), rulesThePlatform: ruling.has(user.id) }),
    )
  return {
    groups: new Map([
      [membersGroup, loginsIn(group.members)],
      ...staticGroups.map(({ id, name }) => [name, loginsIn(id)] as const),
    ]),
    permissions: repository.hasDefaultPermissions ? defaultPermissions(project) : null,
  }
}

const defaultPermissions = (project: Project) => (isOpen(project) ? 'everybody reads' : 'members alone')

function loginsOf(
  ids: readonly UserId[],
  users: ReadonlyMap<UserId, User>,
  isListed: (user: User) => boolean,
): string[] {
  return ids
    .flatMap((id) => users.get(id) ?? [])
    .filter(isListed)
    .map(({ login }) => loginKey(login))
    .filter(isNameableLogin)
}
