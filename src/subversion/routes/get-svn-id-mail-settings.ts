import { defineRoute } from '../../http/declarations/route.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getRepositoryToAdminister } from '../reads/get-repository.ts'
import { MailSettingsRepresentation, representMailSettings } from '../representations/mail-settings.ts'

/** docs/api/subversion.md §2.4. */
export const getSvnIdMailSettings = defineRoute({
  method: 'GET',
  url: '/svn/:id/mail_settings',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'Get the settings of the commit emails of a Subversion repository.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  answers: { 200: MailSettingsRepresentation },
  async answer({ caller, params }, world) {
    const { repository } = await getRepositoryToAdminister(world, caller, params.id)
    return { body: representMailSettings(repository) }
  },
})
