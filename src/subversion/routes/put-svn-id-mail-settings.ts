import { defineRoute } from '../../http/declarations/route.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeMailSettings } from '../commands/change-mail-settings.ts'
import { MailSettingsRepresentation, representMailSettings } from '../representations/mail-settings.ts'

/** docs/api/subversion.md §2.4. */
export const putSvnIdMailSettings = defineRoute({
  method: 'PUT',
  url: '/svn/:id/mail_settings',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'Replace the settings of the commit emails of a Subversion repository.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  body: Type.Object({
    /** at most 64 characters, none of them a control character */
    subject_header: Type.String({ minLength: 0 }),
  }),
  answers: { 200: MailSettingsRepresentation },
  async answer({ caller, params, body }, world) {
    const settings = { subjectHeader: body.subject_header }
    return { body: representMailSettings(await changeMailSettings(world, caller, params.id, settings)) }
  },
})
