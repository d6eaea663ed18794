import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { setBanner } from '../commands/set-banner.ts'
import { importances } from '../store/banner.ts'

/** docs/api/site.md §1. */
export const putBanner = defineRoute({
  method: 'PUT',
  url: '/banner',
  access: 'required',
  scope: { none: 'site administration' },
  summary: 'Set the site banner (site administrators).',
  body: Type.Object({
    message: Type.String({ minLength: 0 }),
    importance: Type.Enum([...importances]),
    expiration_date: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
  bodyName: 'banner',
  answers: { 200: null },
  async answer({ caller, body: { message, importance, expiration_date } }, world) {
    await setBanner(world, caller, { message, importance, expirationDate: expiration_date ?? null })
    return {}
  },
})
