import type { Slice } from '../http/declarations/slice.ts'
import { oauth2Authorize } from './endpoints/oauth2-authorize.ts'
import { oauth2Consent } from './endpoints/oauth2-consent.ts'
import { authorizationServerDiscovery, openIdDiscovery } from './endpoints/oauth2-discovery.ts'
import { oauth2Jwks } from './endpoints/oauth2-jwks.ts'
import { oauth2Revoke } from './endpoints/oauth2-revoke.ts'
import { oauth2Token } from './endpoints/oauth2-token.ts'
import { oauth2Userinfo } from './endpoints/oauth2-userinfo.ts'
import { deleteUsersIdAuthorizedAppsAppId } from './routes/delete-users-id-authorized-apps-app-id.ts'
import { removeCodesOfUser } from './store/oauth2-codes.ts'

/** The OAuth 2.0 server. */
export const oauth2: Slice = {
  routes: [deleteUsersIdAuthorizedAppsAppId],
  endpoints: [
    oauth2Authorize,
    oauth2Consent,
    oauth2Jwks,
    oauth2Revoke,
    oauth2Token,
    oauth2Userinfo,
    openIdDiscovery,
    authorizationServerDiscovery,
  ],
  accountFeatures: [{ revokeGrants: removeCodesOfUser }],
  jobs: [],
}
