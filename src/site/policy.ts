import { type Caller, isSiteAdministrator, type SitePermission } from '../kit/caller.ts'
import { decide, type Verdict } from '../kit/decide.ts'
import type { UserId } from '../kit/ids.ts'
import type { Permit } from '../kit/permit.ts'
import type { Settings } from './model/settings.ts'
import type { User, UserStatus } from './model/user.ts'

/** Settings, grants, accounts of others, the banner: site administrators alone. */
export const mayAdministrateSite = (caller: Caller): Permit<'administrate', 'site'> =>
  decide('administrate', 'site', isSiteAdministrator(caller) ? 'yes' : { no: 'forbidden' })

/** Making accounts, and passwords of others, is not part of user management over REST. */
export const mayCreateUser = (
  caller: Caller,
  state: UserStatus,
  settings: Pick<Settings, 'access_mode'>,
): Permit<'create user', 'site'> => decide('create user', 'site', creationVerdict(caller, state, settings))

function creationVerdict(caller: Caller, state: UserStatus, settings: Pick<Settings, 'access_mode'>): Verdict {
  // The operator prepares accounts before the mode is switched.
  if (caller.kind === 'system') return 'yes'
  if (!isSiteAdministrator(caller)) return { no: 'forbidden' }
  return state === 'R' ? restrictVerdict({ settings, isSiteAdministrator: false }) : 'yes'
}

export const maySetPassword = (caller: Caller, user: User): Permit<'update', User> =>
  decide('update', user, isSiteAdministrator(caller) ? 'yes' : { no: 'forbidden' })

/** In a browser, with the one before: a key that leaked must not become the whole account. */
export const maySetOwnPassword = (caller: Caller, user: User): Permit<'update', User> =>
  decide('update', user, caller.kind === 'member' && caller.id === user.id ? 'yes' : { no: 'forbidden' })

/** docs/api/users.md §4. */
export const mayUpdateUser = (caller: Caller, user: User): Permit<'update', User> =>
  decide('update', user, managesUsers(caller) ? 'yes' : { no: 'forbidden', because: "Cannot update other's details" })

/** In a browser, what people say of themselves; a key that leaked must not lead their mail elsewhere. */
export const mayUpdateOwnProfile = (caller: Caller, user: User): Permit<'update', User> =>
  decide('update', user, caller.kind === 'member' && caller.id === user.id ? 'yes' : { no: 'forbidden' })

/** The same in the browser for the address alone: whoever answers the letter about it, or takes it back, sits there. */
export const mayChangeOwnEmail = (
  caller: Caller,
  user: User,
  credential: { readonly kind: string } | null,
): Permit<'update', User> => decide('update', user, emailVerdict(caller, user, credential))

function emailVerdict(caller: Caller, user: User, credential: { readonly kind: string } | null): Verdict {
  if (caller.kind !== 'member' || caller.id !== user.id)
    return { no: 'forbidden', because: "Cannot update other's details" }
  if (credential?.kind === 'cookie') return 'yes'
  return { no: 'forbidden', because: 'The address is changed in the browser, by who signed in there' }
}

/** Whose word on an address is taken for true; anybody else's own word proves nothing. */
export const canSetEmailDirectly = (caller: Caller): boolean => managesUsers(caller)

/** All accounts with what concerns their safety: for those who look after them. */
export const maySeeAccounts = (caller: Caller): Permit<'see accounts', 'site'> =>
  decide('see accounts', 'site', managesUsers(caller) ? 'yes' : { no: 'forbidden' })

const managesUsers = (caller: Caller): boolean => isSiteAdministrator(caller) || holds(caller, 'user_management')

const holds = (caller: Caller, permission: SitePermission): boolean =>
  caller.kind === 'member' && caller.permissions.has(permission)

/** docs/api/users.md §4: what the state of an account may become. */
export const mayRestrict = (
  user: User,
  change: { readonly settings: Pick<Settings, 'access_mode'>; readonly isSiteAdministrator: boolean },
): Permit<'restrict', User> => decide('restrict', user, restrictVerdict(change))

function restrictVerdict(change: {
  readonly settings: Pick<Settings, 'access_mode'>
  readonly isSiteAdministrator: boolean
}): Verdict {
  if (change.settings.access_mode !== 'restricted') {
    return { no: 'invalid', because: 'Restricted users are not authorized.' }
  }
  if (change.isSiteAdministrator) return { no: 'invalid', because: "This user can't be restricted." }
  return 'yes'
}

/** docs/api/users.md §5. */
export const maySeeMembership = (caller: Caller, id: UserId | null): Permit<'see membership', UserId | null> =>
  decide('see membership', id, membershipVerdict(caller, id))

function membershipVerdict(caller: Caller, id: UserId | null): Verdict {
  if (caller.kind === 'member' && caller.id === id) return 'yes'
  if (managesUsers(caller) || holds(caller, 'membership_information')) return 'yes'
  return { no: 'forbidden', because: "Cannot see other's membership" }
}

/** docs/api/users.md §8: the memberships of everyone. */
export const maySeeMemberships = (caller: Caller): Permit<'see memberships', 'site'> =>
  decide(
    'see memberships',
    'site',
    managesUsers(caller) || holds(caller, 'membership_information') ? 'yes' : { no: 'forbidden' },
  )

/** What belongs to one person, with the text that Tuleap has for everybody else. */
const ownMessages = {
  'access keys': 'You can only access to your own access keys',
  'preferences to read': 'You can only access to your own preferences',
  'preferences to set': 'You can only set your own preferences',
  history: 'You can only access to your own history',
  'authorized apps': 'You can only access to your own authorized apps',
} as const

/** docs/api/authentication.md §3, docs/api/users.md §6, §7. */
export const mayUseOwn = (
  caller: Caller,
  what: keyof typeof ownMessages,
  id: UserId | null,
): Permit<'use own', UserId> => {
  // The verdict is "no" unless the id is the caller's, thus not null.
  return decide('use own', id as UserId, ownVerdict(caller, what, id))
}

function ownVerdict(caller: Caller, what: keyof typeof ownMessages, id: UserId | null): Verdict {
  // docs/api/compatibility.md §1: who only has to sign in is told so.
  if (caller.kind === 'anonymous') return { no: 'unauthenticated' }
  const isOwn = caller.kind === 'member' && caller.id === id
  return isOwn ? 'yes' : { no: 'forbidden', because: ownMessages[what] }
}

/** Keys are their owner's; the product makes them for anybody, from the command line. */
export const mayHoldKeys = (caller: Caller, owner: UserId): Permit<'hold keys', UserId> => {
  const isAllowed = caller.kind === 'system' || (caller.kind === 'member' && caller.id === owner)
  return decide('hold keys', owner, isAllowed ? 'yes' : { no: 'forbidden', because: ownMessages['access keys'] })
}

/** In which browsers somebody is signed in, and the end of it. */
export const maySeeSessions = (caller: Caller, id: UserId): Permit<'see sessions', UserId> =>
  decide('see sessions', id, sessionsVerdict(caller, id))

export const mayEndSessions = (caller: Caller, id: UserId): Permit<'end sessions', UserId> =>
  decide('end sessions', id, sessionsVerdict(caller, id))

function sessionsVerdict(caller: Caller, id: UserId): Verdict {
  if (caller.kind === 'anonymous') return { no: 'unauthenticated' }
  const isAllowed = isSiteAdministrator(caller) || (caller.kind === 'member' && caller.id === id)
  return isAllowed ? 'yes' : { no: 'forbidden', because: 'You can only access to your own sessions' }
}

/** Who looks after accounts sees which second factors they have; the rest is between a person and this server. */
export const maySeeFactors = (caller: Caller, id: UserId): Permit<'see factors', UserId> => {
  const isAllowed = isSiteAdministrator(caller) || (caller.kind === 'member' && caller.id === id)
  const no = caller.kind === 'anonymous' ? 'unauthenticated' : 'forbidden'
  return decide('see factors', id, isAllowed ? 'yes' : { no, because: ownFactors })
}

/** A key or a token that leaked must not become a way in that stays: somebody has to sit there. */
export const mayChangeFactors = (
  caller: Caller,
  id: UserId,
  credential: { readonly kind: string } | null,
): Permit<'change factors', UserId> => decide('change factors', id, factorsVerdict(caller, id, credential))

function factorsVerdict(caller: Caller, id: UserId, credential: { readonly kind: string } | null): Verdict {
  if (caller.kind === 'anonymous') return { no: 'unauthenticated' }
  if (caller.kind !== 'member' || caller.id !== id) return { no: 'forbidden', because: ownFactors }
  if (credential?.kind === 'cookie') return 'yes'
  return { no: 'forbidden', because: 'Second factors are changed in the browser, by who signed in there' }
}

/** For somebody who lost them; one's own are taken off one by one, with a proof of who asks. */
export const mayClearFactors = (caller: Caller, id: UserId): Permit<'clear factors', UserId> =>
  decide('clear factors', id, clearVerdict(caller, id))

function clearVerdict(caller: Caller, id: UserId): Verdict {
  if (!isSiteAdministrator(caller)) return { no: 'forbidden' }
  const isOwn = caller.kind === 'member' && caller.id === id
  return isOwn ? { no: 'forbidden', because: 'Take your own second factors off one by one' } : 'yes'
}

const ownFactors = 'You can only access to your own second factors'
