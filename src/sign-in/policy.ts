import type { User } from '../accounts/model/user.ts'
import { createPermit, type Verdict } from '../kit/messages/decide.ts'
import { message } from '../kit/messages/message.ts'
import { type Caller, isSiteAdministrator } from '../kit/values/caller.ts'
import type { UserId } from '../kit/values/ids.ts'
import type { Permit } from '../kit/values/permit.ts'

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

/** Permits site administrators to revoke the keys of users. */
export const mayRevokeKeys = (caller: Caller, owner: UserId): Permit<'revoke keys', UserId> =>
  createPermit('revoke keys', owner, isSiteAdministrator(caller) ? 'yes' : { no: 'forbidden' })

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
