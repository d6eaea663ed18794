import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { identifier, Type, verbatim } from '../../kit/values/schema.ts'
import { createRepository } from '../commands/create-repository.ts'
import { loadSettingsWithPrincipals } from '../reads/repository-settings.ts'
import { FullRepositoryRepresentation, representFullRepository } from '../representations/repository.ts'
import {
  CommitRulesInput,
  ImmutableTagsInput,
  NotificationsInput,
  parseNotifications,
} from '../representations/settings-input.ts'

/** docs/api/subversion.md §1.4. */
export const postSvn = defineRoute({
  method: 'POST',
  url: '/svn',
  access: 'required',
  scope: { none: 'contract' },
  summary: 'Create a Subversion repository in a project. It can be checked out as soon as the response arrives.',
  body: Type.Object({
    project_id: Type.Unsafe<ProjectId>(Type.Integer({ format: identifier })),
    name: Type.String(),
    settings: Type.Optional(
      Type.Object({
        /** directories of the first revision */
        layout: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
        commit_rules: Type.Optional(CommitRulesInput),
        immutable_tags: Type.Optional(ImmutableTagsInput),
        access_file: Type.Optional(Type.String({ format: verbatim })),
        email_notifications: Type.Optional(NotificationsInput),
        has_default_permissions: Type.Optional(Type.Boolean()),
      }),
    ),
  }),
  answers: { 201: FullRepositoryRepresentation },
  async answer({ body, ...viewer }, world) {
    const { settings } = body
    const notifications = settings?.email_notifications
    const request = {
      projectId: body.project_id,
      name: body.name,
      settings: settings && {
        ...settings,
        email_notifications: notifications && parseNotifications(notifications),
      },
    }
    const { repository, project } = await createRepository(world, viewer.caller, request)
    const representation = await loadSettingsWithPrincipals(world.db.read, repository)
    return { status: 201, body: representFullRepository(repository, project, representation, viewer) }
  },
})
