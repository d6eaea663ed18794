import { defineRoute } from '../../http/declarations/route.ts'
import { removeBanner } from '../commands/remove-banner.ts'

/** docs/api/site.md §1. */
export const deleteBanner = defineRoute({
  method: 'DELETE',
  url: '/banner',
  access: 'required',
  scope: { none: 'site administration' },
  summary: 'Remove the site banner (site administrators).',
  answers: { 200: null },
  async answer({ caller }, world) {
    await removeBanner(world, caller)
    return {}
  },
})
