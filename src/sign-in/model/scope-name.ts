import type { Scope } from '../../kit/values/scope.ts'

/** All scopes: those of routes, the whole API, Subversion, and those for OpenID Connect. */
export type ScopeName = Scope | 'write:rest' | 'write:svn' | 'openid' | 'profile' | 'email' | 'offline_access'

/** Description of a scope for forms and the consent page. */
export interface ScopeTexts {
  readonly label: string
  readonly allows: string
  readonly doesNotAllow: string
}
