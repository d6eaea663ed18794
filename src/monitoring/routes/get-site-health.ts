import { defineRoute } from '../../http/declarations/route.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import { checkSite } from '../reads/check-site.ts'
import { representSiteHealth, SiteHealthRepresentation } from '../representations/site-health.ts'

export const getSiteHealth = defineRoute({
  method: 'GET',
  url: '/site_health',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Get the state of the database, files, jobs, mail and backups (site administrators).',
  answers: { 200: SiteHealthRepresentation },
  async answer(request, world) {
    mayAdministerSite(request.caller)
    return { body: representSiteHealth(await checkSite(world), request, request.translate) }
  },
})
