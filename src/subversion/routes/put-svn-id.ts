import { defineRoute } from '../../http/declarations/route.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type, verbatim } from '../../kit/values/schema.ts'
import { changeRepository } from '../commands/change-repository.ts'
import { loadSettingsWithPrincipals } from '../reads/repository-settings.ts'
import { FullRepositoryRepresentation, representFullRepository } from '../representations/repository.ts'
import {
  CommitRulesInput,
  ImmutableTagsInput,
  NotificationsInput,
  parseNotifications,
} from '../representations/settings-input.ts'

/** docs/api/subversion.md §1.5. */
export const putSvnId = defineRoute({
  method: 'PUT',
  url: '/svn/:id',
  access: 'required',
  scope: { none: 'contract' },
  summary: 'Replace all settings of a Subversion repository.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  // The response of GET is longer than what a client sent: recipients are objects there.
  bodyLimit: 4 * 1024 ** 2,
  body: Type.Object({
    settings: Type.Object({
      commit_rules: CommitRulesInput,
      immutable_tags: ImmutableTagsInput,
      /** required; checked after the permissions of the caller */
      access_file: Type.Optional(Type.String({ format: verbatim, maxLength: 1024 ** 2 })),
      email_notifications: NotificationsInput,
      has_default_permissions: Type.Optional(Type.Boolean()),
    }),
  }),
  answers: { 200: FullRepositoryRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const settings = { ...body.settings, email_notifications: parseNotifications(body.settings.email_notifications) }
    const { repository, project } = await changeRepository(world, viewer.caller, params.id, settings)
    const representation = await loadSettingsWithPrincipals(world.db.read, repository)
    return { body: representFullRepository(repository, project, representation, viewer) }
  },
})
