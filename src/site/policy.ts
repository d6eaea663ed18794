import { createPermit, type Verdict } from '../kit/messages/decide.ts'
import { message } from '../kit/messages/message.ts'
import { type Caller, isSiteAdministrator, type SitePermission } from '../kit/values/caller.ts'
import type { UserId } from '../kit/values/ids.ts'
import type { Permit } from '../kit/values/permit.ts'
import type { Settings } from './model/settings.ts'
import type { User, UserStatus } from './model/user.ts'

/** Permits site administrators to manage settings, grants, other accounts and the banner. */
export const mayAdministerSite = (caller: Caller): Permit<'administer', 'site'> =>
  createPermit('administer', 'site', isSiteAdministrator(caller) ? 'yes' : { no: 'forbidden' })

/** Permits to create accounts. This and setting passwords of others are not part of user management over REST. */
export const mayCreateUser = (
  caller: Caller,
  state: UserStatus,
  settings: Pick<Settings, 'access_mode'>,
): Permit<'create user', 'site'> => createPermit('create user', 'site', creationVerdict(caller, state, settings))

function creationVerdict(caller: Caller, state: UserStatus, settings: Pick<Settings, 'access_mode'>): Verdict {
  // The operator can create restricted accounts before the mode is switched.
  if (caller.kind === 'system') return 'yes'
  if (!isSiteAdministrator(caller)) return { no: 'forbidden' }
  return state === 'R' ? restrictVerdict({ settings, isSiteAdministrator: false }) : 'yes'
}

/** Permits an unknown user of an identity provider to get an account, if the provider is configured so. */
export const mayRegister = (createsAccounts: boolean): Permit<'create user', 'site'> =>
  createPermit(
    'create user',
    'site',
    createsAccounts ? 'yes' : { no: 'forbidden', because: message`You have no account on this site yet.` },
  )

export const maySetPassword = (caller: Caller, user: User): Permit<'update', User> =>
  createPermit('update', user, isSiteAdministrator(caller) ? 'yes' : { no: 'forbidden' })

/**
 * Permits users to set their own password in a browser, with the current one: a leaked key must not take over the
 * account.
 */
export const maySetOwnPassword = (caller: Caller, user: User): Permit<'update', User> =>
  createPermit('update', user, caller.kind === 'member' && caller.id === user.id ? 'yes' : { no: 'forbidden' })

/** Permits to update users (docs/api/users.md §4). */
export const mayUpdateUser = (caller: Caller, user: User): Permit<'update', User> =>
  createPermit(
    'update',
    user,
    managesUsers(caller) ? 'yes' : { no: 'forbidden', because: message`Cannot update other's details` },
  )

/** Permits users to edit their own profile in a browser; a leaked key must not redirect their mail. */
export const mayUpdateOwnProfile = (caller: Caller, user: User): Permit<'update', User> =>
  createPermit('update', user, caller.kind === 'member' && caller.id === user.id ? 'yes' : { no: 'forbidden' })

/** Permits users to confirm or cancel their own email change in a browser session. */
export const mayChangeOwnEmail = (
  caller: Caller,
  user: User,
  credential: { readonly kind: string } | null,
): Permit<'update', User> => createPermit('update', user, emailVerdict(caller, user, credential))

function emailVerdict(caller: Caller, user: User, credential: { readonly kind: string } | null): Verdict {
  if (caller.kind !== 'member' || caller.id !== user.id)
    return { no: 'forbidden', because: message`Cannot update other's details` }
  if (credential?.kind === 'cookie') return 'yes'
  return { no: 'forbidden', because: message`Change your email address in a browser session.` }
}

/**
 * Returns whether an email address that the caller enters counts as verified; that of other callers needs confirmation.
 */
export const canSetEmailDirectly = (caller: Caller): boolean => managesUsers(caller)

/** Permits user managers to see all accounts with their security details. */
export const maySeeAccounts = (caller: Caller): Permit<'see accounts', 'site'> =>
  createPermit('see accounts', 'site', managesUsers(caller) ? 'yes' : { no: 'forbidden' })

const managesUsers = (caller: Caller): boolean => isSiteAdministrator(caller) || holds(caller, 'user_management')

const holds = (caller: Caller, permission: SitePermission): boolean =>
  caller.kind === 'member' && caller.permissions.has(permission)

/** Permits a change of the status of an account (docs/api/users.md §4). */
export const mayRestrict = (
  user: User,
  change: { readonly settings: Pick<Settings, 'access_mode'>; readonly isSiteAdministrator: boolean },
): Permit<'restrict', User> => createPermit('restrict', user, restrictVerdict(change))

function restrictVerdict(change: {
  readonly settings: Pick<Settings, 'access_mode'>
  readonly isSiteAdministrator: boolean
}): Verdict {
  if (change.settings.access_mode !== 'restricted') {
    return { no: 'invalid', because: message`Restricted users are not authorized.` }
  }
  if (change.isSiteAdministrator) return { no: 'invalid', because: message`This user can't be restricted.` }
  return 'yes'
}

/** Permits to see the membership of a user (docs/api/users.md §5). */
export const maySeeMembership = (caller: Caller, id: UserId | null): Permit<'see membership', UserId | null> =>
  createPermit('see membership', id, membershipVerdict(caller, id))

function membershipVerdict(caller: Caller, id: UserId | null): Verdict {
  if (caller.kind === 'member' && caller.id === id) return 'yes'
  if (managesUsers(caller) || holds(caller, 'membership_information')) return 'yes'
  return { no: 'forbidden', because: message`Cannot see other's membership` }
}

/** Permits to see the memberships of all users (docs/api/users.md §8). */
export const maySeeMemberships = (caller: Caller): Permit<'see memberships', 'site'> =>
  createPermit(
    'see memberships',
    'site',
    managesUsers(caller) || holds(caller, 'membership_information') ? 'yes' : { no: 'forbidden' },
  )

/** Data that only its owner can access, with the error text for other callers: Tuleap's where it has such data. */
const ownMessages = {
  'access keys': message`You can only access to your own access keys`,
  'preferences to read': message`You can only access to your own preferences`,
  'preferences to set': message`You can only set your own preferences`,
  history: message`You can only access to your own history`,
  'authorized apps': message`You can only access to your own authorized apps`,
  inbox: message`You can only access your own inbox`,
  'notification settings': message`You can only access your own notification settings`,
} as const

/** Permits owners to use their data (docs/api/authentication.md §3, docs/api/users.md §6, §7). */
export const mayUseOwn = (
  caller: Caller,
  what: keyof typeof ownMessages,
  id: UserId | null,
): Permit<'use own', UserId> => {
  // The verdict is "no" unless the id is the caller's, thus not null.
  return createPermit('use own', id as UserId, ownVerdict(caller, what, id))
}

function ownVerdict(caller: Caller, what: keyof typeof ownMessages, id: UserId | null): Verdict {
  // docs/api/compatibility.md §1: callers who only have to sign in get a 401.
  if (caller.kind === 'anonymous') return { no: 'unauthenticated' }
  const isOwn = caller.kind === 'member' && caller.id === id
  return isOwn ? 'yes' : { no: 'forbidden', because: ownMessages[what] }
}

/** Permits owners to have access keys; the command line can create them for every user. */
export const mayHoldKeys = (caller: Caller, owner: UserId): Permit<'hold keys', UserId> => {
  const isAllowed = caller.kind === 'system' || (caller.kind === 'member' && caller.id === owner)
  return createPermit('hold keys', owner, isAllowed ? 'yes' : { no: 'forbidden', because: ownMessages['access keys'] })
}

/** Permits to see and end the sessions of a user. */
export const maySeeSessions = (caller: Caller, id: UserId): Permit<'see sessions', UserId> =>
  createPermit('see sessions', id, sessionsVerdict(caller, id))

export const mayEndSessions = (caller: Caller, id: UserId): Permit<'end sessions', UserId> =>
  createPermit('end sessions', id, sessionsVerdict(caller, id))

function sessionsVerdict(caller: Caller, id: UserId): Verdict {
  if (caller.kind === 'anonymous') return { no: 'unauthenticated' }
  const isAllowed = isSiteAdministrator(caller) || (caller.kind === 'member' && caller.id === id)
  return isAllowed ? 'yes' : { no: 'forbidden', because: message`You can only access to your own sessions` }
}

/** Permits user managers to see which second factors users have; only the users themselves see the details. */
export const maySeeFactors = (caller: Caller, id: UserId): Permit<'see factors', UserId> => {
  const isAllowed = isSiteAdministrator(caller) || (caller.kind === 'member' && caller.id === id)
  const no = caller.kind === 'anonymous' ? 'unauthenticated' : 'forbidden'
  return createPermit('see factors', id, isAllowed ? 'yes' : { no, because: ownFactors })
}

/**
 * Permits users to change their second factors in a browser session: a leaked key or token must not become permanent
 * access.
 */
export const mayChangeFactors = (
  caller: Caller,
  id: UserId,
  credential: { readonly kind: string } | null,
): Permit<'change factors', UserId> => createPermit('change factors', id, factorsVerdict(caller, id, credential))

function factorsVerdict(caller: Caller, id: UserId, credential: { readonly kind: string } | null): Verdict {
  if (caller.kind === 'anonymous') return { no: 'unauthenticated' }
  if (caller.kind !== 'member' || caller.id !== id) return { no: 'forbidden', because: ownFactors }
  if (credential?.kind === 'cookie') return 'yes'
  return { no: 'forbidden', because: message`Change your second factors in a browser session.` }
}

/**
 * Permits administrators to remove the factors of a user who lost them; one's own are removed individually, with
 * reauthentication.
 */
export const mayClearFactors = (caller: Caller, id: UserId): Permit<'clear factors', UserId> =>
  createPermit('clear factors', id, clearVerdict(caller, id))

function clearVerdict(caller: Caller, id: UserId): Verdict {
  if (!isSiteAdministrator(caller)) return { no: 'forbidden' }
  const isOwn = caller.kind === 'member' && caller.id === id
  return isOwn ? { no: 'forbidden', because: message`Remove your own second factors individually.` } : 'yes'
}

const ownFactors = message`You can only access to your own second factors`

/**
 * Decides on creating projects (docs/api/projects.md §5, "Permission to create projects"): a setting of the site, which
 * the session reports as well.
 */
export function judgeProjectCreation(caller: Caller, settings: Pick<Settings, 'project_creation'>): Verdict {
  if (isSiteAdministrator(caller)) return 'yes'
  if (caller.kind !== 'member') return { no: 'forbidden', because: message`Anonymous users are not allowed.` }
  if (!settings.project_creation)
    return { no: 'forbidden', because: message`Only site administrators can create projects.` }
  return caller.isRestricted ? { no: 'forbidden', because: message`Restricted users cannot create projects.` } : 'yes'
}

/** Returns whether a caller who can create projects can also import archives of projects. */
export const canUseArchives = (caller: Caller, settings: Pick<Settings, 'project_archives'>): boolean =>
  settings.project_archives === 'everybody' ||
  (settings.project_archives === 'administrators' && isSiteAdministrator(caller))
