import type { Static } from 'typebox'
import { MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import { referToGroup, UserGroupReference } from '../../accounts/representations/user-group.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { Project } from '../../projects/model/project.ts'
import { MinimalProjectRepresentation, representMinimalProject } from '../../projects/representations/project.ts'
import type { CommitNotification, Repository } from '../model/repository.ts'
import type { SettingsWithPrincipals } from '../model/settings-with-principals.ts'

const NotificationRepresentation = Type.Object(
  {
    user_groups: Type.Array(UserGroupReference),
    users: Type.Array(MinimalUserRepresentation),
    emails: Type.Array(Type.String()),
    path: Type.String(),
  },
  { title: 'RepositoryNotification', additionalProperties: false },
)

const SettingsRepresentation = Type.Object(
  {
    commit_rules: Type.Object(
      { is_reference_mandatory: Type.Boolean(), is_commit_message_change_allowed: Type.Boolean() },
      { additionalProperties: false },
    ),
    immutable_tags: Type.Object(
      { paths: Type.Array(Type.String()), whitelist: Type.Array(Type.String()) },
      { additionalProperties: false },
    ),
    access_file: Type.String(),
    email_notifications: Type.Array(NotificationRepresentation),
    has_default_permissions: Type.Boolean(),
  },
  { title: 'RepositorySettings', additionalProperties: false },
)

const shortMembers = {
  id: Type.Integer(),
  project: MinimalProjectRepresentation,
  uri: Type.String(),
  name: Type.String(),
  svn_url: Type.String(),
}

export const RepositoryRepresentation = Type.Object(shortMembers, { title: 'Repository', additionalProperties: false })
export type RepositoryRepresentation = Static<typeof RepositoryRepresentation>

export const FullRepositoryRepresentation = Type.Object(
  { ...shortMembers, settings: SettingsRepresentation },
  { title: 'FullRepository', additionalProperties: false },
)
export type FullRepositoryRepresentation = Static<typeof FullRepositoryRepresentation>

/** docs/api/subversion.md §1.3, short form. */
export const representRepository = (
  { id, name }: Repository,
  project: Project,
  { origin }: Viewer,
): RepositoryRepresentation => ({
  id,
  project: representMinimalProject(project),
  uri: `svn/${id}`,
  name,
  svn_url: `${origin}/svnplugin/${project.shortName}/${name}`,
})

/** docs/api/subversion.md §1.3, for administrators. */
export const representFullRepository = (
  repository: Repository,
  project: Project,
  representation: SettingsWithPrincipals,
  viewer: Viewer,
): FullRepositoryRepresentation => ({
  ...representRepository(repository, project, viewer),
  settings: representSettings(project, representation, viewer),
})

function representSettings(project: Project, representation: SettingsWithPrincipals, viewer: Viewer) {
  const { commitRules, immutableTags, accessFile, notifications, hasDefaultPermissions } = representation.settings
  return {
    commit_rules: {
      is_reference_mandatory: commitRules.isReferenceMandatory,
      is_commit_message_change_allowed: commitRules.isMessageChangeAllowed,
    },
    immutable_tags: { paths: [...immutableTags.paths], whitelist: [...immutableTags.whitelist] },
    access_file: accessFile,
    email_notifications: notifications.map((each) => representNotification(each, project, representation, viewer)),
    has_default_permissions: hasDefaultPermissions,
  }
}

const representNotification = (
  { path, emails, users, groups }: CommitNotification,
  project: Project,
  representation: SettingsWithPrincipals,
  viewer: Viewer,
) => ({
  user_groups: groups.map((id) => referToGroup(id, project.id, representation.groups)),
  users: users.flatMap((id) => {
    const user = representation.users.get(id)
    return user === undefined ? [] : representMinimalUser(user, viewer)
  }),
  emails: [...emails],
  path,
})
