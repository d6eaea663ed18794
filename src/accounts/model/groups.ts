import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'

/** The dynamic user groups of every project (docs/api/user-groups.md §1, docs/api/trackers.md §6.1). */
export const group = {
  anonymous: 1,
  registered: 2,
  members: 3,
  administrators: 4,
  authenticated: 5,
  fileManagers: 11,
  wikiAdministrators: 14,
  nobody: 100,
} as const satisfies Record<string, number> as unknown as Readonly<
  Record<
    | 'anonymous'
    | 'registered'
    | 'members'
    | 'administrators'
    | 'authenticated'
    | 'fileManagers'
    | 'wikiAdministrators'
    | 'nobody',
    UserGroupId
  >
>

export interface DynamicGroup {
  readonly id: UserGroupId
  readonly shortName: string
  readonly key: string
  readonly label: string
  /** Name in archives. */
  readonly archiveName: string | null
}

const dynamic = (
  id: UserGroupId,
  shortName: string,
  key: string,
  label: string,
  archiveName: string | null,
): DynamicGroup => ({ id, shortName, key, label, archiveName })

export const dynamicGroups: readonly DynamicGroup[] = [
  dynamic(group.anonymous, 'all_users', 'ugroup_anonymous_users_name_key', 'Anonymous', 'UGROUP_ANONYMOUS'),
  dynamic(
    group.registered,
    'registered_users',
    'ugroup_registered_users_name_key',
    'Registered users',
    'UGROUP_REGISTERED',
  ),
  dynamic(
    group.members,
    'project_members',
    'ugroup_project_members_name_key',
    'Project members',
    'UGROUP_PROJECT_MEMBERS',
  ),
  dynamic(
    group.administrators,
    'project_admins',
    'ugroup_project_admins_name_key',
    'Project administrators',
    'UGROUP_PROJECT_ADMIN',
  ),
  dynamic(
    group.authenticated,
    'authenticated_users',
    'ugroup_authenticated_users_name_key',
    'Registered and restricted users',
    'UGROUP_AUTHENTICATED',
  ),
  dynamic(
    group.fileManagers,
    'file_manager_admins',
    'ugroup_file_manager_admin_name_key',
    'file_manager_admins',
    'UGROUP_FILE_MANAGER_ADMIN',
  ),
  dynamic(
    group.wikiAdministrators,
    'wiki_admins',
    'ugroup_wiki_admin_name_key',
    'Wiki administrators',
    'UGROUP_WIKI_ADMIN',
  ),
  dynamic(group.nobody, 'nobody', 'ugroup_nobody_name_key', 'Nobody', 'UGROUP_NONE'),
]

/**
 * Names of dynamic groups in queries in addition to their labels, whatever the caller's language (docs/api/queries.md
 * §2.4).
 */
export const queryNamesOfGroups: ReadonlyMap<UserGroupId, readonly string[]> = new Map([
  [group.registered, ['Registered users', 'Utilisateurs enregistrés', 'Usuários registrados', '등록된 사용자']],
  [group.members, ['Project members', 'Membres du projet']],
  [group.administrators, ['Project administrators', 'Administrateurs du projet']],
  [group.authenticated, ['Registered and restricted users', 'Utilisateurs enregistrés + restreints']],
  [
    group.fileManagers,
    [
      ...['file_manager_admins', 'admins_gestionnaire_fichier'],
      ...['File manager administrators', 'Administrateurs du gestionnaire de fichiers'],
    ],
  ],
  [group.wikiAdministrators, ['wiki_admins', 'admins_wiki', 'Wiki administrators', 'Administrateurs du wiki']],
])

const byId = new Map(dynamicGroups.map((each) => [each.id, each]))

export const findDynamicGroup = (id: UserGroupId): DynamicGroup | undefined => byId.get(id)

/** Returns whether a group is the same in every project, so that its id has no project prefix: 1, 2, 5, 100. */
export const isSystemGroup = (id: UserGroupId): boolean =>
  id === group.anonymous || id === group.registered || id === group.authenticated || id === group.nobody

export const isStaticGroup = (id: UserGroupId): boolean => id > 100

/** Returns whether the project decides who belongs to a group. */
export const isOfProject = (id: UserGroupId): boolean => !isSystemGroup(id)

/** Returns the groups that every member of a group belongs to as well, unless the member is restricted. */
export function listImpliedGroups(id: UserGroupId): readonly UserGroupId[] {
  if (id === group.anonymous) return []
  if (id === group.authenticated) return [group.anonymous]
  if (id === group.registered) return [group.anonymous, group.authenticated]
  const all = [group.anonymous, group.registered, group.authenticated]
  return id === group.administrators ? [...all, group.members] : all
}

/** Returns the REST id of a group (docs/api/user-groups.md §1): `101_3`, `2`, `109`. Always a string. */
export const formatGroupRestId = (id: UserGroupId, project: ProjectId): string =>
  isSystemGroup(id) || isStaticGroup(id) ? `${id}` : `${project}_${id}`

/**
 * Returns every user group, dynamic and static, that the caller belongs to in a project. The system belongs to none.
 */
export function listGroups(caller: Caller, project: ProjectId): ReadonlySet<UserGroupId> {
  const groups = new Set<UserGroupId>([group.anonymous])
  if (caller.kind !== 'member') return groups
  groups.add(group.authenticated)
  if (!caller.isRestricted) groups.add(group.registered)
  if (caller.memberOf.has(project)) groups.add(group.members)
  if (caller.administratorOf.has(project)) groups.add(group.administrators)
  for (const each of caller.groups) groups.add(each)
  return groups
}

export const belongsToAny = (groups: ReadonlySet<UserGroupId>, of: readonly UserGroupId[]): boolean =>
  of.some((each) => groups.has(each))
