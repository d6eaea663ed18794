import { createPermit, type Verdict } from '../kit/messages/decide.ts'
import { message } from '../kit/messages/message.ts'
import { type Caller, isSiteAdministrator, type SitePermission } from '../kit/values/caller.ts'
import type { UserId } from '../kit/values/ids.ts'
import type { Permit } from '../kit/values/permit.ts'
import type { Settings } from '../site/model/settings.ts'
import { canSignIn, type User, type UserStatus } from './model/user.ts'

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

/**
 * Permits to update users (docs/api/users.md §4). A user manager who could set the email address of a site administrator
 * could get the link that resets their password (decision 0045).
 */
export const mayUpdateUser = (
  caller: Caller,
  user: User,
  target: { readonly isSiteAdministrator: boolean },
): Permit<'update', User> => createPermit('update', user, updateVerdict(caller, target))

function updateVerdict(caller: Caller, target: { readonly isSiteAdministrator: boolean }): Verdict {
  if (!managesUsers(caller)) return { no: 'forbidden', because: message`Cannot update other's details` }
  if (isSiteAdministrator(caller) || !target.isSiteAdministrator) return 'yes'
  return { no: 'forbidden', because: message`Only site administrators can update site administrators.` }
}

/**
 * Permits users to stop being site administrators, because of their role or their status: one who can sign in remains.
 * The operator can activate an account again, on the command line.
 */
export const mayStopAdministering = (
  caller: Caller,
  leaving: readonly UserId[],
  administrators: readonly User[],
): Permit<'stop administering', readonly UserId[]> =>
  createPermit('stop administering', leaving, stopVerdict(caller, leaving, administrators))

function stopVerdict(caller: Caller, leaving: readonly UserId[], administrators: readonly User[]): Verdict {
  if (caller.kind === 'system') return 'yes'
  const active = administrators.filter(({ status }) => canSignIn(status))
  const remaining = active.filter(({ id }) => !leaving.includes(id))
  if (remaining.length > 0 || remaining.length === active.length) return 'yes'
  return {
    no: 'invalid',
    because: message`The site needs an active site administrator: make another user a site administrator first.`,
  }
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
