import { route } from '../../kit/http/route.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import { Type, verbatim } from '../../kit/schema.ts'
import { changeRepository } from '../commands/change-repository.ts'
import { shownSettings } from '../reads/repository-settings.ts'
import { FullRepositoryRepresentation, representFullRepository } from '../representations/repository.ts'
import {
  readNotifications,
  SentCommitRules,
  SentImmutableTags,
  SentNotifications,
} from '../representations/sent-settings.ts'

/** docs/api/subversion.md §1.5. */
export const putSvnId = route({
  method: 'PUT',
  url: '/svn/:id',
  access: 'required',
  scope: { none: 'contract' },
  summary: 'Replace all settings of a Subversion repository.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  body: Type.Object({
    settings: Type.Object({
      commit_rules: SentCommitRules,
      immutable_tags: SentImmutableTags,
      /** required; asked for after who may change it, as Tuleap has it */
      access_file: Type.Optional(Type.String({ format: verbatim })),
      email_notifications: SentNotifications,
      has_default_permissions: Type.Optional(Type.Boolean()),
    }),
  }),
  answers: { 200: FullRepositoryRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const settings = { ...body.settings, email_notifications: readNotifications(body.settings.email_notifications) }
    const { repository, project } = await changeRepository(world, viewer.caller, params.id, settings)
    const shown = await shownSettings(world.db.read, repository)
    return { body: representFullRepository(repository, project, shown, viewer) }
  },
})
