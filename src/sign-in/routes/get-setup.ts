import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { getSettings } from '../../site/store/settings.ts'
import { isSetupNeeded } from '../store/setup.ts'

export const getSetup = defineRoute({
  method: 'GET',
  url: '/setup',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  summary: 'Get whether the server is new, and the defaults of the setup page.',
  answers: {
    200: Type.Object(
      {
        is_needed: Type.Boolean(),
        site_name: Type.String(),
        access_mode: Type.Enum(['anonymous', 'regular', 'restricted']),
        public_url: Type.String(),
        password_min_length: Type.Integer(),
      },
      { additionalProperties: false },
    ),
  },
  async answer({ origin }, world) {
    const { site_name, access_mode, password_min_length } = await getSettings(world)
    const beginning = { site_name, access_mode, public_url: origin, password_min_length }
    return { body: { is_needed: await isSetupNeeded(world), ...beginning } }
  },
})
