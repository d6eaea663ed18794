import type { ProjectId, UserGroupId, UserId } from './ids.ts'
import type { Language } from './language.ts'

/**
 * Site-wide permissions that are delegated to users or groups (docs/api/authentication.md §1.8, docs/api/access.md §5,
 * docs/api/users.md §4, §5, docs/api/trackers.md §6.2).
 */
export const sitePermissions = [
  'user_management',
  'project_management',
  'tracker_administration',
  'read_only_administration',
  'membership_information',
] as const
export type SitePermission = (typeof sitePermissions)[number]

/** How user names are displayed to the caller (docs/api/users.md §1). */
export type NameStyle = 'real-login' | 'login' | 'real' | 'login-real'

export interface Anonymous {
  readonly kind: 'anonymous'
}

export interface Member {
  readonly kind: 'member'
  readonly id: UserId
  readonly login: string
  /** A restricted user sees only the projects they belong to or that are open to them (docs/api/access.md §3). */
  readonly isRestricted: boolean
  /** True also for a read-only administrator on GET, HEAD and OPTIONS: the policies need no other case. */
  readonly isSiteAdministrator: boolean
  readonly permissions: ReadonlySet<SitePermission>
  readonly memberOf: ReadonlySet<ProjectId>
  readonly administratorOf: ReadonlySet<ProjectId>
  /** Static user groups only; dynamic ones follow from the project (see accounts/model/groups.ts). */
  readonly groups: ReadonlySet<UserGroupId>
  readonly nameStyle: NameStyle
  /** Default format of texts that this user writes and reads (docs/api/trackers.md §3.5). */
  readonly textFormat: 'text' | 'html' | 'commonmark'
  /** Preferred language of pages, emails and messages; null: the request decides. */
  readonly language: Language | null
}

/** The server itself: command line, jobs, first start. It has all permissions. */
export interface System {
  readonly kind: 'system'
  readonly reason: string
}

export type Caller = Anonymous | Member | System

export const anonymous: Anonymous = { kind: 'anonymous' }

/** Returns whether the caller passes every access check, whatever the status of a project (docs/api/access.md §5). */
export const isSiteAdministrator = (caller: Caller): boolean =>
  caller.kind === 'system' || (caller.kind === 'member' && caller.isSiteAdministrator)

/** Returns the user of a caller, for "submitted by" and the like; null for anonymous callers and the server itself. */
export const getUserId = (caller: Caller): UserId | null => (caller.kind === 'member' ? caller.id : null)
