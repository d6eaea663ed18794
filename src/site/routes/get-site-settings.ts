import { defineRoute } from '../../http/declarations/route.ts'
import { mayAdministerSite } from '../policy.ts'
import { SettingsRepresentation } from '../representations/settings.ts'
import { getSettings } from '../store/settings.ts'

export const getSiteSettings = defineRoute({
  method: 'GET',
  url: '/site_settings',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Get all site settings (site administrators).',
  answers: { 200: SettingsRepresentation },
  async answer({ caller }, world) {
    mayAdministerSite(caller)
    return { body: await getSettings(world) }
  },
})
