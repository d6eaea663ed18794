import type { Static } from 'typebox'
import { Type } from '../../kit/schema.ts'
import type { WantedApp } from '../model/shown-app.ts'

/** docs/api/oauth2.md §1: PKCE is forced unless somebody says otherwise. */
export const SentApp = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    redirect_uri: Type.String({ minLength: 1, maxLength: 2000 }),
    is_pkce_forced: Type.Boolean({ default: true }),
    is_confidential: Type.Boolean({ default: true }),
  },
  { title: 'OAuth2AppInput' },
)

export const wantedApp = (sent: Static<typeof SentApp>): WantedApp => ({
  name: sent.name,
  redirectUri: sent.redirect_uri,
  isPkceForced: sent.is_pkce_forced,
  isConfidential: sent.is_confidential,
})
