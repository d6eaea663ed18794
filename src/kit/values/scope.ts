/**
 * Scope of an OAuth2 token, or of an access key without `write:rest` (docs/api/oauth2.md §9, decision 0030). Each scope
 * grants only itself. Names and descriptions: sign-in/model/scopes.ts.
 */
export type Scope =
  | 'read:project'
  | 'write:project'
  | 'read:user_membership'
  | 'write:user_membership'
  | 'read:user'
  | 'read:tracker'
  | 'write:tracker'

/**
 * Reasons why a route has no scope: neither an OAuth2 token nor a restricted access key grants it, only credentials
 * with all permissions of the user.
 */
export const noScopeReasons = {
  public: 'Credentials are not evaluated.',
  'own protocol': 'It uses its own protocol with its own authentication.',
  credentials: 'It creates, shows or revokes credentials or authorizations of users.',
  'own account': 'It is about the account: profile, preferences, history of visits.',
  'site administration': 'It reads or changes the administration of the site.',
  'several scopes': 'It combines resources of several scopes.',
  contract: 'Tuleap opens it to no token, and no scope of Tulipwood covers it.',
} as const

export interface NoScope {
  readonly none: keyof typeof noScopeReasons
}

/** Returns the scope that grants access, if there is one. */
export const getScope = ({ scope }: { readonly scope: Scope | NoScope }): Scope | undefined =>
  typeof scope === 'string' ? scope : undefined
