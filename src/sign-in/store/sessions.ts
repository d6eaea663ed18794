import type { Selectable } from 'kysely'
import { type AccountPermit, type CredentialPermit, getPermittedUser } from '../../accounts/model/account-permit.ts'
import type { User } from '../../accounts/model/user.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import { prepareStatement } from '../../database/statements/prepared-statements.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import type { SessionId, UserId } from '../../kit/values/ids.ts'
import type { Permit, SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { type RequiredAction, requiredActions, type Session, type SignInMethod } from '../model/session.ts'

type Row = Selectable<Tables['session']>

const toSession = (row: Row): Session => ({
  id: row.id,
  userId: row.user_id,
  isPending: row.is_pending === 1,
  requiredActions: requiredActions.filter((duty) => row.required_actions.split(',').includes(duty)),
  // The column is written only by this file, from a SignInMethod.
  method: row.method as SignInMethod,
  isRemembered: row.is_remembered === 1,
  signedInOn: row.signed_in_on,
  lastSeenOn: row.last_seen_on,
  endsOn: row.ends_on,
  ipAddress: row.ip_address,
  userAgent: row.user_agent,
})

const byHash = prepareStatement<{ hash: string }, Row>((db, { value }) =>
  db.selectFrom('session').selectAll().where('hash', '=', value('hash')),
)

/** Returns a session, also a pending or expired one. */
export async function findSession(db: Reader, hash: string): Promise<Session | undefined> {
  const [row] = await byHash(db, { hash })
  return row && toSession(row)
}

/** Returns whether a session exists, and locks it until the end of the transaction. */
export async function lockSession(tx: Tx, id: SessionId): Promise<boolean> {
  const session = tx.selectFrom('session').select('id').where('id', '=', id)
  return (await lockRows(tx, session).executeTakeFirst()) !== undefined
}

/** Returns the active sessions of a user, the one used last first. */
export async function loadSessions(db: Reader, userId: UserId, now: EpochSeconds): Promise<Session[]> {
  const alive = db.selectFrom('session').selectAll().where('user_id', '=', userId).where('ends_on', '>', now)
  const rows = await alive.where('is_pending', '=', 0).orderBy('last_seen_on', 'desc').orderBy('id', 'desc').execute()
  return rows.map(toSession)
}

/** Adds a session with a new id: no id of a session survives a sign-in. */
export async function addSession(
  tx: Tx,
  _permit: CredentialPermit,
  session: Omit<Session, 'id'>,
  hash: string,
): Promise<SessionId> {
  const [newId] = await allocateIds(tx, 'session', 1)
  const id = newId as SessionId
  const row: Row = {
    id,
    hash,
    user_id: session.userId,
    is_pending: session.isPending ? 1 : 0,
    required_actions: session.requiredActions.join(','),
    method: session.method,
    is_remembered: session.isRemembered ? 1 : 0,
    signed_in_on: session.signedInOn,
    last_seen_on: session.lastSeenOn,
    ends_on: session.endsOn,
    ip_address: session.ipAddress,
    user_agent: session.userAgent,
  }
  await tx.insertInto('session').values(row).execute()
  await removeExcessSessions(tx, session.userId)
  return id
}

/** Maximum number of sessions of a user; the one that was unused for the longest time is removed for another. */
const maxSessionsPerUser = 100

async function removeExcessSessions(tx: Tx, userId: UserId): Promise<void> {
  const all = tx.selectFrom('session').select('id').where('user_id', '=', userId)
  const rows = await all.orderBy('last_seen_on', 'desc').orderBy('id', 'desc').execute()
  const surplus = rows.slice(maxSessionsPerUser).map(({ id }) => id)
  if (surplus.length > 0) await tx.deleteFrom('session').where(inList('id', surplus)).execute()
}

export async function recordSessionUse(
  tx: Tx,
  _permit: CredentialPermit,
  id: SessionId,
  use: { readonly on: EpochSeconds; readonly endsOn: EpochSeconds; readonly address: string },
): Promise<void> {
  const set = { last_seen_on: use.on, ends_on: use.endsOn, ip_address: use.address }
  // A later use that another node recorded stays.
  await tx.updateTable('session').set(set).where('id', '=', id).where('last_seen_on', '<', use.on).execute()
}

/** Marks a required action as completed. */
export async function completeAction(
  tx: Tx,
  { subject: user }: Permit<'update', User>,
  session: Pick<Session, 'id' | 'requiredActions'>,
  done: RequiredAction,
): Promise<void> {
  if (!session.requiredActions.includes(done)) return
  const left = session.requiredActions.filter((duty) => duty !== done).join(',')
  await tx
    .updateTable('session')
    .set({ required_actions: left })
    .where('id', '=', session.id)
    .where('user_id', '=', user.id)
    .execute()
}

/** Removes a session of a user. Returns whether it existed. */
export async function removeSession(
  tx: Tx,
  permit: Permit<'end sessions', UserId> | CredentialPermit,
  { userId, id }: Pick<Session, 'id' | 'userId'>,
): Promise<boolean> {
  assertSubject(permit, userId)
  const removed = await tx.deleteFrom('session').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  return Number(removed.numDeletedRows) > 0
}

/** Removes all sessions of the user of the permit but the given one. Returns how many. */
export async function removeSessionsOf(tx: Tx, permit: AccountPermit, exceptFor?: SessionId): Promise<number> {
  let leaving = tx.deleteFrom('session').where('user_id', '=', getPermittedUser(permit))
  if (exceptFor !== undefined) leaving = leaving.where('id', '!=', exceptFor)
  return Number((await leaving.executeTakeFirst()).numDeletedRows)
}

/** Removes ended sessions. */
export async function removeEndedSessions(tx: Tx, _permit: SystemPermit<'sweep'>, now: EpochSeconds): Promise<void> {
  await tx.deleteFrom('session').where('ends_on', '<=', now).execute()
}
