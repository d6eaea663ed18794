import type { Scope } from '../../kit/scope.ts'

/**
 * Everything that can be granted: what routes ask for, all of the API, Subversion, and what signing in elsewhere needs.
 */
export type ScopeName = Scope | 'write:rest' | 'write:svn' | 'openid' | 'profile' | 'email' | 'offline_access'

/** For forms and the consent page: what people read before they grant something. */
export interface ScopeDescription {
  readonly label: string
  readonly allows: string
  readonly doesNotAllow: string
  /** Whom it can be given to: access keys, OAuth2 apps, or both. */
  readonly for: readonly ('access_key' | 'oauth2_app')[]
}

const both = ['access_key', 'oauth2_app'] as const
const keys = ['access_key'] as const
const apps = ['oauth2_app'] as const

/**
 * docs/api/authentication.md §1.3, docs/api/oauth2.md §9, and ours (decision 0030). Each scope covers only itself: none
 * implies another, so who reads and writes asks for both. In the order in which people see them.
 */
export const scopes: Readonly<Record<ScopeName, ScopeDescription>> = {
  openid: {
    label: 'Sign you in',
    allows: 'Know which account you are, by its number.',
    doesNotAllow: 'See your name or e-mail address, or do anything here.',
    for: apps,
  },
  profile: {
    label: 'User profile',
    allows: 'See your name, login, picture, language and time zone.',
    doesNotAllow: 'Change them, or see the profiles of others.',
    for: apps,
  },
  email: {
    label: 'Email address',
    allows: 'See your e-mail address.',
    doesNotAllow: 'Change it, or send mail in your name.',
    for: apps,
  },
  offline_access: {
    label: 'Offline access',
    allows: 'Go on with what you allow here while you are away, until you revoke it.',
    doesNotAllow: 'Do anything beyond what you allow here.',
    for: apps,
  },
  'write:rest': {
    label: 'REST',
    allows: 'Everything you may do yourself, through the REST API: all that the other scopes allow, and your account.',
    doesNotAllow: 'Stand for your password in Subversion.',
    for: keys,
  },
  'read:project': {
    label: 'Project (read only)',
    allows: 'See the projects you can see: their descriptions, services and user groups by name.',
    doesNotAllow: 'Change them, see who belongs to their groups, or read their trackers.',
    for: both,
  },
  'write:project': {
    label: 'Project (write)',
    allows: 'Create projects, and change those you administer: status, services, banner, template, archives.',
    doesNotAllow: 'Read projects, change who belongs to them, or register OAuth2 applications.',
    for: both,
  },
  'read:user_membership': {
    label: 'Membership in user groups (read only)',
    allows: 'See which projects and user groups you belong to, and who belongs to the groups you can see.',
    doesNotAllow: 'Change who belongs to them.',
    for: both,
  },
  'write:user_membership': {
    label: 'Membership in user groups (write)',
    allows: 'In projects you administer, create user groups and decide who belongs to them.',
    doesNotAllow: 'See them, or change anything else of the project.',
    for: both,
  },
  'read:user': {
    label: 'People (read only)',
    allows: 'Find people by name, and see what everybody here sees of them.',
    doesNotAllow: 'See what is yours alone: preferences, keys, sessions.',
    for: both,
  },
  'read:tracker': {
    label: 'Tracker (read only)',
    allows: 'Read the trackers, reports, artifacts, comments and files you can read.',
    doesNotAllow: 'Create, change or delete any of them.',
    for: both,
  },
  'write:tracker': {
    label: 'Tracker (write)',
    allows:
      'Create, change and delete artifacts, comments and files; in trackers you administer, change fields, permissions, workflow and webhooks.',
    doesNotAllow: 'Read them, or change the project around them.',
    for: both,
  },
  'write:svn': {
    label: 'Subversion',
    allows: 'Read and commit to Subversion repositories in your name: it stands for your password there.',
    doesNotAllow: 'Use the REST API.',
    for: both,
  },
}

export const scopeNames = Object.keys(scopes) as readonly ScopeName[]

/** What an OAuth2 app can ask for. */
export const isOAuth2Scope = (text: string): text is ScopeName => isFor('oauth2_app', text)

/** What an access key can carry. */
export const isAccessKeyScope = (text: string): text is ScopeName => isFor('access_key', text)

/**
 * What a key carries for products that are not here (docs/api/authentication.md §1.3): clients look whether it is
 * listed (docs/api/client-needs.md §31). It opens nothing, so no form offers it, and it makes no key by itself.
 */
export type DelegatedScope = 'write:git_repository' | 'write:webdav'

const delegatedScopes: readonly string[] = ['write:git_repository', 'write:webdav'] satisfies readonly DelegatedScope[]

export const isDelegatedScope = (text: string): text is DelegatedScope => delegatedScopes.includes(text)

const isFor = (holder: 'access_key' | 'oauth2_app', text: string): boolean =>
  Object.hasOwn(scopes, text) && scopes[text as ScopeName].for.includes(holder)

export const oauth2Scopes: readonly ScopeName[] = scopeNames.filter(isOAuth2Scope)
export const accessKeyScopes: readonly ScopeName[] = scopeNames.filter(isAccessKeyScope)
