import type { Language } from '../../kit/values/language.ts'
import type { ScopeName, ScopeTexts } from './scope-name.ts'
import { frenchScopes } from './scopes-french.ts'

/** A scope for forms and the consent page. */
interface ScopeDescription extends ScopeTexts {
  /** Whether access keys, OAuth2 apps, or both can have it. */
  readonly for: readonly ('access_key' | 'oauth2_app')[]
}

const both = ['access_key', 'oauth2_app'] as const
const keys = ['access_key'] as const
const apps = ['oauth2_app'] as const

/**
 * The scopes of docs/api/authentication.md §1.3 and docs/api/oauth2.md §9, and Tulipwood extensions (decision 0030).
 * Each scope grants only itself: none implies another, so a client that reads and writes requests both. In display
 * order.
 */
export const scopes: Readonly<Record<ScopeName, ScopeDescription>> = {
  openid: {
    label: 'Sign you in',
    allows: 'Know which account you are, by its number.',
    doesNotAllow: 'See your name or email address, or do anything here.',
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
    allows: 'See your email address.',
    doesNotAllow: 'Change it, or send mail in your name.',
    for: apps,
  },
  offline_access: {
    label: 'Offline access',
    allows: 'Use these permissions while you are away, until you revoke them.',
    doesNotAllow: 'Do anything beyond what you allow here.',
    for: apps,
  },
  'write:rest': {
    label: 'REST',
    allows: 'Everything you may do yourself, through the REST API: all that the other scopes allow, and your account.',
    doesNotAllow: 'Access Subversion repositories.',
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
    label: 'Users (read only)',
    allows: 'Find users by name, and see their public profiles.',
    doesNotAllow: 'See your private data: preferences, keys, sessions.',
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
    allows: 'Read and commit to Subversion repositories on your behalf, in place of your password.',
    doesNotAllow: 'Use the REST API.',
    for: both,
  },
}

/** Returns the description of a scope in a language. */
export const describeScope = (scope: ScopeName, language: Language): ScopeTexts =>
  language === 'fr' ? frenchScopes[scope] : scopes[scope]

export const scopeNames = Object.keys(scopes) as readonly ScopeName[]

/** Returns whether an OAuth2 app can request a scope. */
export const isOAuth2Scope = (text: string): text is ScopeName => isFor('oauth2_app', text)

/** Returns whether an access key can have a scope. */
export const isAccessKeyScope = (text: string): text is ScopeName => isFor('access_key', text)

/**
 * Scopes for services that do not exist here (docs/api/authentication.md §1.3): clients check whether they are listed
 * (docs/api/client-needs.md §31). They grant nothing, so no form offers them, and a key needs another scope as well.
 */
export type DelegatedScope = 'write:git_repository' | 'write:webdav'

const delegatedScopes: readonly string[] = ['write:git_repository', 'write:webdav'] satisfies readonly DelegatedScope[]

export const isDelegatedScope = (text: string): text is DelegatedScope => delegatedScopes.includes(text)

const isFor = (holder: 'access_key' | 'oauth2_app', text: string): boolean =>
  Object.hasOwn(scopes, text) && scopes[text as ScopeName].for.includes(holder)

export const oauth2Scopes: readonly ScopeName[] = scopeNames.filter(isOAuth2Scope)
export const accessKeyScopes: readonly ScopeName[] = scopeNames.filter(isAccessKeyScope)
