import { route } from '../../kit/http/route.ts'
import { mayAdministratePlatform } from '../policy.ts'
import { removeBanner } from '../store/banner.ts'

/** Contract 10 §9. */
export const deleteBanner = route({
  method: 'DELETE',
  url: '/banner',
  access: 'required',
  summary: 'Takes the banner down; for site administrators.',
  answers: { 200: null },
  async answer({ caller }, { db }) {
    const permit = mayAdministratePlatform(caller)
    await db.write((tx) => removeBanner(tx, permit))
    return {}
  },
})
