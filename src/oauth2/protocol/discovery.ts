import { oauth2Scopes } from '../../sign-in/model/scopes.ts'

/**
 * Returns the metadata of the server: OpenID Connect Discovery §3 and RFC 8414 §2 in one (docs/api/oauth2.md §8), with
 * what Tuleap omits: PKCE, revocation, refreshing, public clients and RFC 9207.
 */
export const buildDiscoveryDocument = (issuer: string): Readonly<Record<string, unknown>> => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth2/authorize`,
  token_endpoint: `${issuer}/oauth2/token`,
  userinfo_endpoint: `${issuer}/oauth2/userinfo`,
  jwks_uri: `${issuer}/oauth2/jwks`,
  revocation_endpoint: `${issuer}/oauth2/token/revoke`,
  scopes_supported: oauth2Scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  userinfo_signing_alg_values_supported: ['none'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
  service_documentation: `${issuer}/api/explorer/`,
  ui_locales_supported: ['en-US'],
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
  require_request_uri_registration: false,
  claims_supported: [
    'sub',
    'iss',
    'aud',
    'iat',
    'exp',
    'auth_time',
    'email',
    'email_verified',
    'name',
    'preferred_username',
    'profile',
    'picture',
    'zoneinfo',
    'locale',
  ],
})
