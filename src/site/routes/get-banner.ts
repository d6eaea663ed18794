import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import { findBanner, importances } from '../store/banner.ts'

const BannerRepresentation = Type.Object(
  {
    message: Type.String(),
    importance: Type.Enum([...importances]),
    expiration_date: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'Banner', additionalProperties: false },
)

/** docs/api/site.md §1. */
export const getBanner = defineRoute({
  method: 'GET',
  url: '/banner',
  access: 'optional',
  scope: { none: 'contract' },
  summary: 'Get the site banner.',
  answers: { 200: BannerRepresentation },
  async answer({ timezone }, { db, clock }) {
    const banner = await findBanner(db.read, clock.now())
    if (banner === undefined) throw new Refusal('absent', 'No banner set for the platform')
    const { message, importance, expiresOn } = banner
    return {
      body: { message, importance, expiration_date: expiresOn === null ? null : formatIsoDate(expiresOn, timezone) },
    }
  },
})
