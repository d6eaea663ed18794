import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { AppInput } from '../model/app-view.ts'

/** PKCE is required by default (docs/api/oauth2.md §1). */
export const AppInputBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    redirect_uri: Type.String({ minLength: 1, maxLength: 2000 }),
    is_pkce_forced: Type.Boolean({ default: true }),
    is_confidential: Type.Boolean({ default: true }),
  },
  { title: 'OAuth2AppInput' },
)

export const readAppInput = (input: Static<typeof AppInputBody>): AppInput => ({
  name: input.name,
  redirectUri: input.redirect_uri,
  isPkceForced: input.is_pkce_forced,
  isConfidential: input.is_confidential,
})
