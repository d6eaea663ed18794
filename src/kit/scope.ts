/**
 * What opens a route to who may not do everything: an OAuth2 token, or an access key without `write:rest`
 * (docs/api/oauth2.md §9, decision 0030). Each covers only itself. What they are called and allow:
 * site/model/scopes.ts.
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
 * Why no scope opens a route: neither an OAuth2 token nor a narrower access key ever does, only who may do everything in
 * the name of the account.
 */
export const noScopeReasons = {
  public: 'No credential is looked at.',
  'own protocol': 'It speaks a protocol of its own, which says who is let in.',
  credentials: 'It makes, shows or takes back what people sign in with, or what they let others do in their name.',
  'own account': 'It is about the person: profile, preferences, what was visited.',
  'site administration': 'It reads or changes what rules the whole site.',
  contract: 'The API it is compatible with opens it to no token, and none of our scopes is about it.',
} as const

export interface NoScope {
  readonly none: keyof typeof noScopeReasons
}

/** The scope that opens it, if one does. */
export const scopeOf = ({ scope }: { readonly scope: Scope | NoScope }): Scope | undefined =>
  typeof scope === 'string' ? scope : undefined
