import type { Static } from 'typebox'
import { group, isStaticGroup } from '../../accounts/model/groups.ts'
import { type NamedGroup, referToGroup, UserGroupReference } from '../../accounts/representations/user-group.ts'
import { ADMINISTRATION_PROJECT, type ProjectId, type UserGroupId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Project } from '../model/project.ts'
import { MinimalProjectRepresentation, representMinimalProject } from './project.ts'

// An empty map is an empty list in the API (docs/api/rest-conventions.md §1.8).
const additional = {
  additional_information: Type.Union([
    Type.Object({ ldap: Type.Null() }, { title: 'UserGroupDetails', additionalProperties: false }),
    Type.Array(Type.Unknown(), { maxItems: 0 }),
  ]),
}

export const ListedUserGroupRepresentation = Type.Object(
  { ...UserGroupReference.properties, project: MinimalProjectRepresentation, ...additional },
  { title: 'ListedUserGroup', additionalProperties: false },
)
export type ListedUserGroupRepresentation = Static<typeof ListedUserGroupRepresentation>

export const UserGroupRepresentation = Type.Object(
  {
    ...UserGroupReference.properties,
    project: Type.Union([MinimalProjectRepresentation, Type.Null()]),
    ...additional,
  },
  { title: 'UserGroup', additionalProperties: false },
)
export type UserGroupRepresentation = Static<typeof UserGroupRepresentation>

/** Administrators see that a group that an LDAP directory could fill has none (docs/api/user-groups.md §1). */
const additionalInformation = (
  id: UserGroupId,
  isAdministered: boolean,
): UserGroupRepresentation['additional_information'] =>
  isAdministered && (id === group.members || isStaticGroup(id)) ? { ldap: null } : []

interface FullGroup {
  readonly id: UserGroupId
  readonly project: Project | null
  /** The static group itself. */
  readonly staticGroup: NamedGroup | null
}

/**
 * Serializes a user group in full (docs/api/user-groups.md §1); `isAdministered`: whether the caller administers a
 * project.
 */
export const representUserGroup = (
  { id, project, staticGroup }: FullGroup,
  isAdministered: (id: ProjectId) => boolean,
): UserGroupRepresentation => {
  const names = new Map(staticGroup === null ? [] : [[id, staticGroup]])
  return {
    // The reference of a group without a project does not depend on one.
    ...referToGroup(id, project?.id ?? ADMINISTRATION_PROJECT, names),
    project: project === null ? null : representMinimalProject(project),
    additional_information: additionalInformation(id, project !== null && isAdministered(project.id)),
  }
}

/**
 * Serializes the user groups of a project as they are listed, including system groups (docs/api/user-groups.md §2,
 * docs/api/client-needs.md §27).
 */
export function representListedUserGroups(
  groups: readonly UserGroupId[],
  project: Project,
  names: ReadonlyMap<UserGroupId, NamedGroup>,
  isAdministered: boolean,
): ListedUserGroupRepresentation[] {
  const minimal = representMinimalProject(project)
  return groups.map((id) => ({
    ...referToGroup(id, project.id, names),
    project: minimal,
    additional_information: additionalInformation(id, isAdministered),
  }))
}
