import type { Reader } from '../../database/db/db.ts'
import { isRedirectUriOf } from '../../sign-in/model/redirect-uri.ts'
import { type OAuth2App, parseClientId } from '../model/oauth2-app.ts'
import { findApp } from '../store/oauth2-apps.ts'
import type { Parameters } from './parameters.ts'

/** The requesting app and its redirect URI. */
export interface IdentifiedClient {
  readonly app: OAuth2App
  readonly redirectUri: string
}

/**
 * Returns the app of a request (docs/api/oauth2.md §3, step 1); undefined must not result in a redirect (RFC 6749
 * §4.1.2.1).
 */
export async function identifyClient(db: Reader, parameters: Parameters): Promise<IdentifiedClient | undefined> {
  const id = parseClientId(parameters.get('client_id') ?? '')
  const redirectUri = parameters.get('redirect_uri')
  if (id === undefined || redirectUri === undefined) return undefined
  const app = await findApp(db, id)
  return app !== undefined && isRedirectUriOf(app, redirectUri) ? { app, redirectUri } : undefined
}
