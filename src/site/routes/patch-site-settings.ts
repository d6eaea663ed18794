import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeSettings } from '../commands/change-settings.ts'

export const patchSiteSettings = defineRoute({
  method: 'PATCH',
  url: '/site_settings',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Update site settings by name, all or none (site administrators).',
  body: Type.Record(Type.String(), Type.Unknown()),
  answers: { 200: null },
  async answer({ caller, body }, world) {
    await changeSettings(world, caller, body)
    return {}
  },
})
