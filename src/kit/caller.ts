import type { ProjectId, UserGroupId, UserId } from './ids.ts'

/**
 * Rights over the whole site that are delegated to people or groups (docs/api/authentication.md §1.8,
 * docs/api/access.md §5, docs/api/users.md §4, §5).
 */
export const sitePermissions = [
  'user_management',
  'project_management',
  'read_only_administration',
  'membership_information',
] as const
export type SitePermission = (typeof sitePermissions)[number]

/** How the caller wants names shown (docs/api/users.md §1). */
export type NameStyle = 'real-login' | 'login' | 'real' | 'login-real'

export interface Anonymous {
  readonly kind: 'anonymous'
}

export interface Member {
  readonly kind: 'member'
  readonly id: UserId
  readonly login: string
  /** A restricted account sees only the projects it belongs to or that are open to it (docs/api/access.md §3). */
  readonly isRestricted: boolean
  /** True also for a read-only administrator on GET, HEAD and OPTIONS: the policies need no other case. */
  readonly isSiteAdministrator: boolean
  readonly permissions: ReadonlySet<SitePermission>
  readonly memberOf: ReadonlySet<ProjectId>
  readonly administratorOf: ReadonlySet<ProjectId>
  /** Static user groups only; dynamic ones follow from the project (see site/model/groups.ts). */
  readonly groups: ReadonlySet<UserGroupId>
  readonly nameStyle: NameStyle
  /** Format of texts this person writes and reads by default (docs/api/trackers.md §3.5). */
  readonly textFormat: 'text' | 'html' | 'commonmark'
}

/** The product itself: command line, jobs, first start. It may do everything. */
export interface System {
  readonly kind: 'system'
  readonly reason: string
}

export type Caller = Anonymous | Member | System

export const anonymous: Anonymous = { kind: 'anonymous' }

/** docs/api/access.md §5: passes every access test, whatever the state of a project. */
export const isSiteAdministrator = (caller: Caller): boolean =>
  caller.kind === 'system' || (caller.kind === 'member' && caller.isSiteAdministrator)

/** The account behind a caller, for "submitted by" and the like; null for anonymous callers and the product itself. */
export const userIdOf = (caller: Caller): UserId | null => (caller.kind === 'member' ? caller.id : null)
