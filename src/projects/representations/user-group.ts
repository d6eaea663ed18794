import type { Static } from 'typebox'
import { ADMINISTRATION_PROJECT, type UserGroupId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { referToGroup, UserGroupReference } from '../../platform/representations/user-group.ts'
import type { Project } from '../model/project.ts'
import { MinimalProjectRepresentation, representMinimalProject } from './project.ts'

// Empty maps are empty lists on the wire (contract 10 §1.8), and we have nothing to add.
const additional = { additional_information: Type.Array(Type.Unknown(), { maxItems: 0 }) }

export const ListedUserGroupRepresentation = Type.Object(
  { ...UserGroupReference.properties, project: MinimalProjectRepresentation, ...additional },
  { additionalProperties: false },
)
export type ListedUserGroupRepresentation = Static<typeof ListedUserGroupRepresentation>

export const UserGroupRepresentation = Type.Object(
  {
    ...UserGroupReference.properties,
    project: Type.Union([MinimalProjectRepresentation, Type.Null()]),
    ...additional,
  },
  { additionalProperties: false },
)
export type UserGroupRepresentation = Static<typeof UserGroupRepresentation>

interface Named {
  readonly name: string
}

/** Contract 10 §7.1, full; `named` is the static group itself. */
export const representUserGroup = (
  group: UserGroupId,
  project: Project | null,
  named: Named | null,
): UserGroupRepresentation => {
  const names = new Map(named === null ? [] : [[group, named]])
  return {
    // The reference of a group without a project does not depend on one.
    ...referToGroup(group, project?.id ?? ADMINISTRATION_PROJECT, names),
    project: project === null ? null : representMinimalProject(project),
    additional_information: [],
  }
}

/** Contract 10 §7.2, 60 §27: as the groups of one project are listed, those of the system too. */
export function representListedUserGroups(
  groups: readonly UserGroupId[],
  project: Project,
  names: ReadonlyMap<UserGroupId, Named>,
): ListedUserGroupRepresentation[] {
  const minimal = representMinimalProject(project)
  return groups.map((group) => ({
    ...referToGroup(group, project.id, names),
    project: minimal,
    additional_information: [],
  }))
}
